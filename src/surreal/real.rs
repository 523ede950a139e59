//! Real numbers as cuts, to any number of signs.

mod algebraic;
mod constants;
mod polynomial;
mod signs;

pub use polynomial::{Polynomial, PolynomialError};
pub use signs::{Cut, Undecided};

use super::{Dyadic, operators::owned_operators};
use algebraic::Algebraic;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::{
    fmt,
    ops::{Add, Mul, Neg, Sub},
    sync::Arc,
};

/// A real number that can be enclosed between dyadic rationals as narrowly as one likes.
///
/// Rational and algebraic numbers, π, e, and their sums, differences and products. Rational and algebraic numbers are
/// compared exactly; other comparisons decide when the numbers differ in the signs asked for, and are
/// [`Undecided`] otherwise: no finite computation shows that two such numbers are equal.
///
/// ```
/// use agon::surreal::Real;
/// let root = Real::sqrt(2u8);
/// assert_eq!(root.signs(12)?.to_string(), "++−−++−+−+−−");
/// assert_eq!(root.to_decimal(30)?, "1.414213562373095048801688724209…");
/// assert_eq!((Real::pi() + Real::e()).to_decimal(12)?, "5.859874482048…");
/// let approximation = Real::from(22).quotient_by(7).unwrap();
/// assert!(approximation.compare(&Real::pi(), 64)?.is_gt());
/// # Ok::<(), agon::surreal::Undecided>(())
/// ```
#[derive(Clone)]
pub struct Real(Arc<Kind>);

enum Kind {
    Rational(BigRational),
    Algebraic(Algebraic),
    Pi,
    E,
    Negative(Real),
    Sum(Real, Real),
    Product(Real, Real),
}

/// Two dyadic rationals between which a real number lies, both included.
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

impl Real {
    fn new(kind: Kind) -> Real {
        Real(Arc::new(kind))
    }

    /// π, by Machin's formula `π = 16·arctan(1/5) − 4·arctan(1/239)`.
    #[must_use]
    pub fn pi() -> Real {
        Real::new(Kind::Pi)
    }

    /// e, by its series `Σ 1/k!`.
    #[must_use]
    pub fn e() -> Real {
        Real::new(Kind::E)
    }

    /// `√n`.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::sqrt(9u8).to_rational(), Some(num_rational::BigRational::from(num_bigint::BigInt::from(3))));
    /// assert_eq!(Real::sqrt(5u8).to_string(), "√5");
    /// ```
    #[must_use]
    pub fn sqrt(n: impl Into<BigUint>) -> Real {
        Real::positive_root(n.into(), 2).unwrap_or_else(|| Real::from(0))
    }

    /// The positive k-th root of n; `None` for k = 0 or k > 1000.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::positive_root(2u8, 3).unwrap().to_string(), "2^(1/3)");
    /// ```
    #[must_use]
    pub fn positive_root(n: impl Into<BigUint>, k: u32) -> Option<Real> {
        let n = n.into();
        if k == 0 || k > 1000 {
            return None;
        }
        let root = n.nth_root(k);
        if root.pow(k) == n {
            return Some(Real::from(BigRational::from(BigInt::from(root))));
        }
        let name = if k == 2 { format!("√{n}") } else { format!("{n}^(1/{k})") };
        let mut coefficients = vec![BigInt::zero(); k as usize];
        coefficients[0] = -BigInt::from(n);
        coefficients.push(BigInt::one());
        let (low, high) = (BigInt::from(root.clone()), BigInt::from(root + 1u8));
        let polynomial = Polynomial::new(coefficients);
        Some(Real::new(Kind::Algebraic(Algebraic::new(polynomial, low.into(), high.into(), Some(name)))))
    }

    /// The golden ratio `(1 + √5)/2`.
    #[must_use]
    pub fn golden_ratio() -> Real {
        let polynomial = Polynomial::new([-1, -1, 1].map(BigInt::from).to_vec());
        Real::new(Kind::Algebraic(Algebraic::new(polynomial, 1.into(), 2.into(), Some("φ".to_owned()))))
    }

    /// `self / n`; `None` for n = 0. Exact for rational numbers, a product with 1/n for others.
    #[must_use]
    pub fn quotient_by(&self, n: i64) -> Option<Real> {
        (n != 0).then(|| self * Real::from(BigRational::new(BigInt::one(), BigInt::from(n))))
    }

    /// The number, if it is known to be rational.
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        match &*self.0 {
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
    #[must_use]
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        self.enclose(bits.into())
    }

    fn enclose(&self, bits: u64) -> Enclosure {
        match &*self.0 {
            Kind::Rational(number) => {
                if let Ok(dyadic) = Dyadic::try_from(number) {
                    return Enclosure { low: dyadic.clone(), high: dyadic };
                }
                let low = (number.numer() << bits).div_floor(number.denom());
                Enclosure::scaled(low.clone(), low + 1, bits)
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
                let size = a.enclose(0).magnitude() + b.enclose(0).magnitude() + Dyadic::from(2);
                let bits = bits + size.ceil().bits() + 1;
                let (a, b) = (a.enclose(bits), b.enclose(bits));
                let products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
                let low = products.iter().min().cloned().unwrap_or_default();
                let high = products.into_iter().max().unwrap_or_default();
                Enclosure { low, high }
            }
        }
    }
}

impl From<BigRational> for Real {
    fn from(number: BigRational) -> Real {
        Real::new(Kind::Rational(number))
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

impl Neg for &Real {
    type Output = Real;

    fn neg(self) -> Real {
        match &*self.0 {
            Kind::Rational(number) => Real::from(-number),
            Kind::Negative(number) => number.clone(),
            _ => Real::new(Kind::Negative(self.clone())),
        }
    }
}

impl Neg for Real {
    type Output = Real;

    fn neg(self) -> Real {
        -&self
    }
}

impl Add<&Real> for &Real {
    type Output = Real;

    fn add(self, other: &Real) -> Real {
        match (&*self.0, &*other.0) {
            (Kind::Rational(a), Kind::Rational(b)) => Real::from(a + b),
            (Kind::Rational(a), _) if a.is_zero() => other.clone(),
            (_, Kind::Rational(b)) if b.is_zero() => self.clone(),
            _ => Real::new(Kind::Sum(self.clone(), other.clone())),
        }
    }
}

impl Sub<&Real> for &Real {
    type Output = Real;

    fn sub(self, other: &Real) -> Real {
        self + -other
    }
}

impl Mul<&Real> for &Real {
    type Output = Real;

    fn mul(self, other: &Real) -> Real {
        match (&*self.0, &*other.0) {
            (Kind::Rational(a), Kind::Rational(b)) => Real::from(a * b),
            (Kind::Rational(a), _) if a.is_zero() => self.clone(),
            (_, Kind::Rational(b)) if b.is_zero() => other.clone(),
            (Kind::Rational(a), _) if a.is_one() => other.clone(),
            (_, Kind::Rational(b)) if b.is_one() => self.clone(),
            _ => Real::new(Kind::Product(self.clone(), other.clone())),
        }
    }
}

owned_operators!(Real: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &*self.0 {
            Kind::Rational(number) => number.to_string(),
            Kind::Algebraic(number) => number.to_string(),
            Kind::Pi => "π".to_owned(),
            Kind::E => "e".to_owned(),
            Kind::Negative(number) => format!("-({number})"),
            Kind::Sum(a, b) => match &*b.0 {
                Kind::Negative(b) => format!("{a} - ({b})"),
                Kind::Rational(b) if b.is_negative() => format!("{a} - {}", -b),
                _ => format!("{a} + {b}"),
            },
            Kind::Product(a, b) => format!("({a})·({b})"),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Real {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
