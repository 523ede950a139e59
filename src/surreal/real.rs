//! Real numbers as cuts, to any number of signs.

mod algebraic;
mod arithmetic;
pub(super) mod constants;
mod division;
mod polynomial;
mod signs;
mod text;

pub use polynomial::{Polynomial, PolynomialError};
pub use signs::{Cut, Undecided};
pub use text::RealError;

use super::{Coefficient, Dyadic};
use algebraic::Algebraic;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::sync::{Arc, Mutex, PoisonError};

/// A real number that can be enclosed between dyadic rationals as narrowly as one likes.
///
/// Rational and algebraic numbers, π, e, and their sums, differences, products and quotients. Sums of rational multiples of
/// roots and powers of π are exact ([`Coefficient`]): they are simplified, and compared exactly, among themselves and with the
/// roots of [`Polynomial`]s. Other comparisons decide when the numbers differ in the signs asked for, and are
/// [`Undecided`] otherwise: no finite computation shows that two such numbers are equal. At most 2²⁴ binary places are
/// computed ([`Dyadic::LARGEST_EXPONENT`]); whoever asks for more gets a panic. Texts are `1/3`, `√2`, `2^(1/3)`, `2π + 1`,
/// `1/e` and all that a number prints, up to 64 brackets inside each other.
///
/// ```
/// use agon::surreal::Real;
/// let root = Real::sqrt(2);
/// assert_eq!(root.signs(12)?.to_string(), "++−−++−+−+−−");
/// assert_eq!(root.to_decimal(30)?, "1.414213562373095048801688724209…");
/// assert_eq!((Real::pi() + Real::e()).to_decimal(12)?, "5.859874482048…");
/// let approximation: Real = "22/7".parse().unwrap();
/// assert!(approximation.compare(&Real::pi(), 64)?.is_gt());
/// assert_eq!((Real::sqrt(2) * Real::sqrt(3)).to_string(), "√6");
/// # Ok::<(), agon::surreal::Undecided>(())
/// ```
#[derive(Clone)]
pub struct Real(Arc<Node>);

struct Node {
    kind: Kind,
    /// Of how many numbers a sum or product is made, in how many steps inside each other.
    leaves: u64,
    depth: u32,
    /// The narrowest enclosure known, and its binary places: a number that occurs in many others is computed once.
    known: Mutex<Option<(u64, Enclosure)>>,
}

enum Kind {
    Rational(BigRational),
    /// Neither rational nor π.
    Exact(Coefficient),
    Algebraic(Algebraic),
    Pi,
    E,
    Negative(Real),
    Sum(Real, Real),
    Product(Real, Real),
    /// `1/x`, and an s with |x| ≥ 2^(−s).
    Inverse(Real, u64),
}

/// Two dyadic rationals between which a real number lies, both included.
///
/// ```
/// use agon::{Dyadic, Real};
///
/// let pi = Real::pi().enclosure(10);
/// assert!(pi.low < pi.high && &pi.high - &pi.low <= Dyadic::new(1, 10));
/// assert!((pi.low.to_f64()..pi.high.to_f64()).contains(&std::f64::consts::PI));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Enclosure {
    /// A lower bound.
    pub low: Dyadic,
    /// An upper bound.
    pub high: Dyadic,
}

impl Enclosure {
    /// The bounds `floor(numerator)/2^bits` and `ceil(numerator)/2^bits` of integers that enclose `x·2^bits`.
    fn scaled(low: BigInt, high: BigInt, bits: u64) -> Enclosure {
        Enclosure { low: Dyadic::new(low, bits), high: Dyadic::new(high, bits) }
    }

    /// The larger of the absolute values.
    fn magnitude(&self) -> Dyadic {
        self.low.abs().max(self.high.abs())
    }
}

/// Operations inside each other, each of which takes its part of the stack.
const DEEPEST: u32 = 1000;

/// Roots of a higher degree are taken of whole numbers rather than found as roots of polynomials.
const HIGHEST_POLYNOMIAL: u32 = 16;

/// Refuses to compute more binary places than a [`Dyadic`] can have, before it begins.
fn admit_places(bits: u64) {
    let most = Dyadic::LARGEST_EXPONENT;
    assert!(bits <= most, "{bits} binary places of a real number are too many: at most {most}");
}

impl Real {
    fn new(kind: Kind) -> Real {
        let (leaves, depth) = match &kind {
            Kind::Sum(a, b) | Kind::Product(a, b) => {
                (a.0.leaves.saturating_add(b.0.leaves), a.0.depth.max(b.0.depth) + 1)
            }
            Kind::Negative(number) | Kind::Inverse(number, _) => (number.0.leaves, number.0.depth + 1),
            _ => (1, 0),
        };
        assert!(
            depth <= DEEPEST,
            "a real number is made of more than {DEEPEST} operations inside each other; go on from a dyadic or rational \
             approximation of the last one"
        );
        Real(Arc::new(Node { kind, leaves, depth, known: Mutex::new(None) }))
    }

    fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// The number as a sum of rational multiples of roots and powers of π, if it is known as one.
    ///
    /// ```
    /// use agon::Real;
    /// let number = (Real::sqrt(2) + 1) * (Real::sqrt(2) - 1) * Real::pi();
    /// assert_eq!(number.to_coefficient().map(|exact| exact.to_string()).as_deref(), Some("π"));
    /// assert_eq!((Real::e() - Real::e()).to_coefficient(), None);
    /// ```
    #[must_use]
    pub fn to_coefficient(&self) -> Option<Coefficient> {
        match self.kind() {
            Kind::Rational(number) => Some(number.clone().into()),
            Kind::Exact(number) => Some(number.clone()),
            Kind::Algebraic(number) => number.exact().cloned(),
            Kind::Pi => Some(Coefficient::pi()),
            _ => None,
        }
    }

    /// π, by Machin's formula `π = 16·arctan(1/5) − 4·arctan(1/239)`.
    ///
    /// ```
    /// assert_eq!(agon::Real::pi().to_decimal(20)?, "3.14159265358979323846…");
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn pi() -> Real {
        Real::new(Kind::Pi)
    }

    /// e, by its series `Σ 1/k!`.
    ///
    /// ```
    /// assert_eq!(agon::Real::e().to_decimal(20)?, "2.71828182845904523536…");
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn e() -> Real {
        Real::new(Kind::E)
    }

    /// `√n` for a natural number n.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::sqrt(9).to_rational(), Some(num_rational::BigRational::from(num_bigint::BigInt::from(3))));
    /// assert_eq!(Real::sqrt(5).to_string(), "√5");
    /// ```
    ///
    /// # Panics
    ///
    /// When n is negative.
    #[must_use]
    pub fn sqrt(n: impl TryInto<BigUint>) -> Real {
        Real::positive_root(n, 2).expect("a negative number has no real square root")
    }

    /// The positive k-th root of a natural number n; `None` for negative n, and for k = 0 or k > 1000.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::positive_root(2, 3).unwrap().to_string(), "2^(1/3)");
    /// ```
    #[must_use]
    pub fn positive_root(n: impl TryInto<BigUint>, k: u32) -> Option<Real> {
        let n: BigUint = n.try_into().ok()?;
        if k == 0 || k > 1000 {
            return None;
        }
        let root = n.nth_root(k);
        if root.pow(k) == n {
            return Some(Real::from(BigRational::from(BigInt::from(root))));
        }
        let exact = Coefficient::from(BigInt::from(n.clone())).root(k);
        if k > HIGHEST_POLYNOMIAL
            && let Some(exact) = exact
        {
            return Some(Real::from(exact));
        }
        let name = if k == 2 { format!("√{n}") } else { format!("{n}^(1/{k})") };
        let mut coefficients = vec![BigInt::zero(); k as usize];
        coefficients[0] = -BigInt::from(n);
        coefficients.push(BigInt::one());
        let (low, high) = (BigInt::from(root.clone()), BigInt::from(root + 1u8));
        let polynomial = Polynomial::new(coefficients);
        Some(Real::new(Kind::Algebraic(
            Algebraic::new(polynomial, low.into(), high.into()).known_as(name, exact),
        )))
    }

    /// The golden ratio `(1 + √5)/2`.
    ///
    /// ```
    /// use agon::{Real, Wythoff};
    ///
    /// // The nth lost position of Wythoff's game is (⌊nφ⌋, ⌊nφ²⌋).
    /// assert_eq!((Real::golden_ratio() * 1_000_000).to_decimal(0)?, "1618033…");
    /// assert_eq!(Wythoff::cold(1_000_000), Some((1_618_033, 2_618_033)));
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn golden_ratio() -> Real {
        let polynomial = Polynomial::new([-1, -1, 1].map(BigInt::from).to_vec());
        let golden_ratio = Algebraic::new(polynomial, 1.into(), 2.into())
            .known_as("φ".to_owned(), Some(Coefficient::golden_ratio()));
        Real::new(Kind::Algebraic(golden_ratio))
    }

    /// `self / n`; `None` for n = 0. It is the product with 1/n.
    ///
    /// ```
    /// use agon::Real;
    ///
    /// assert_eq!(Real::from(22).quotient_by(7).map(|number| number.to_string()), Some("22/7".to_owned()));
    /// assert!(Real::pi().quotient_by(0).is_none());
    /// ```
    #[must_use]
    pub fn quotient_by(&self, n: i64) -> Option<Real> {
        (n != 0).then(|| self * Real::from(BigRational::new(BigInt::one(), BigInt::from(n))))
    }

    /// The number, if it is known to be rational.
    ///
    /// ```
    /// use agon::{BigRational, Real};
    ///
    /// assert_eq!("22/7".parse::<Real>()?.to_rational(), Some(BigRational::new(22.into(), 7.into())));
    /// assert_eq!(Real::pi().to_rational(), None);
    /// # Ok::<(), agon::surreal::RealError>(())
    /// ```
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        match self.kind() {
            Kind::Rational(number) => Some(number.clone()),
            _ => None,
        }
    }

    /// Dyadic bounds at most 2^(−bits) apart.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// let enclosure = Real::pi().enclosure(100);
    /// assert!(&enclosure.high - &enclosure.low <= agon::Dyadic::new(1, 100));
    /// ```
    ///
    /// # Panics
    ///
    /// If `bits` is above [`Dyadic::LARGEST_EXPONENT`].
    #[must_use]
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        admit_places(bits.into());
        self.enclose(bits.into())
    }

    fn enclose(&self, bits: u64) -> Enclosure {
        let known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((places, enclosure)) = known
            && places >= bits
        {
            return enclosure;
        }
        let enclosure = self.enclose_anew(bits);
        // Rational numbers are quick, and roots keep their own intervals.
        if !matches!(self.kind(), Kind::Rational(_) | Kind::Algebraic(_)) {
            *self.0.known.lock().unwrap_or_else(PoisonError::into_inner) = Some((bits, enclosure.clone()));
        }
        enclosure
    }

    fn enclose_anew(&self, bits: u64) -> Enclosure {
        match self.kind() {
            Kind::Rational(number) => {
                if let Ok(dyadic) = Dyadic::try_from(number) {
                    return Enclosure { low: dyadic.clone(), high: dyadic };
                }
                let low = (number.numer() << bits).div_floor(number.denom());
                Enclosure::scaled(low.clone(), low + 1, bits)
            }
            Kind::Exact(number) => {
                let (low, high) = number.bounds(bits);
                Enclosure { low, high }
            }
            Kind::Algebraic(number) => number.enclose(bits),
            Kind::Pi => constants::pi(bits),
            Kind::E => constants::e(bits),
            Kind::Negative(number) => {
                let Enclosure { low, high } = number.enclose(bits);
                Enclosure { low: -high, high: -low }
            }
            Kind::Sum(a, b) => {
                let (a, b) = (a.enclose(bits + 1), b.enclose(bits + 1));
                Enclosure { low: a.low + b.low, high: a.high + b.high }
            }
            Kind::Product(a, b) => {
                // |ab − a′b′| ≤ |a|·|b − b′| + |b′|·|a − a′|
                let both = |bits: u64| (a.enclose(bits), b.enclose(bits));
                let (rough_a, rough_b) = both(0);
                let size = rough_a.magnitude() + rough_b.magnitude() + Dyadic::from(2);
                let (a, b) = both(bits + size.ceil().bits() + 1);
                let products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
                let low = products.iter().min().cloned().unwrap_or_default();
                let high = products.into_iter().max().unwrap_or_default();
                Enclosure { low, high }
            }
            Kind::Inverse(number, s) => division::enclose_inverse(number, *s, bits),
        }
    }
}

impl From<BigRational> for Real {
    fn from(number: BigRational) -> Real {
        Real::new(Kind::Rational(number))
    }
}

impl From<Coefficient> for Real {
    fn from(number: Coefficient) -> Real {
        match number.to_rational() {
            Some(rational) => Real::from(rational),
            None if number == Coefficient::pi() => Real::pi(),
            None => Real::new(Kind::Exact(number)),
        }
    }
}

impl From<&Dyadic> for Real {
    fn from(number: &Dyadic) -> Real {
        Real::from(BigRational::from(number.clone()))
    }
}

impl From<i64> for Real {
    fn from(number: i64) -> Real {
        Real::from(BigRational::from(BigInt::from(number)))
    }
}

impl Dyadic {
    /// `self / divisor`, which is rational, as a real number; `None` for the divisor 0.
    ///
    /// ```
    /// use agon::Dyadic;
    /// let third = Dyadic::new(1, 1).quotient(&Dyadic::new(3, 1)).unwrap();
    /// assert_eq!(third.to_string(), "1/3");
    /// assert_eq!(third.signs(8)?.to_string(), "+−−+−+−+");
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn quotient(&self, divisor: &Dyadic) -> Option<Real> {
        if divisor.is_zero() {
            return None;
        }
        Some(Real::from(BigRational::from(self.clone()) / BigRational::from(divisor.clone())))
    }
}
