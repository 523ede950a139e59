//! Real numbers that are added, multiplied and compared exactly: the coefficients of Conway normal forms.
//!
//! No finite computation shows that two real numbers are equal when all that is known of them is how to enclose them
//! ever more narrowly. A normal form has to know which of its coefficients are 0. The coefficients are therefore numbers
//! of which equality is a theorem:
//!
//! ```text
//! Σ q·p₁^(a₁)·…·pₙ^(aₙ)·π^k     with rational q, different primes pᵢ, rational 0 < aᵢ < 1 and whole k
//! ```
//!
//! **Theorem.** Such a sum is 0 only if all q are 0. For k = 0 this is Besicovitch's theorem: the products of fractional
//! powers of primes are linearly independent over the rational numbers. In general the sum is a polynomial in π, but for
//! a power of π, with algebraic coefficients, and π is a root of none by Lindemann's theorem, unless it is 0.
//!
//! So two numbers are equal exactly when they have the same q, and of two that are not, ever narrower enclosures show the
//! order. The numbers without π are a field. Others have an inverse of this kind only when π has the same power in all terms.
//!
//! Left out, because the same cannot be said of them or is not built: other algebraic numbers, such as √(1 + √2) or the
//! root of x⁵ − x − 1 (they can be compared, by their polynomials, but sums of them need new polynomials of ever larger
//! degrees); and e, since nobody knows whether numbers made of e and π, such as e + π, are rational. All these are
//! [`Real`](super::Real) numbers, which are compared to any number of signs.
//!
//! Sources: A. S. Besicovitch, On the linear independence of fractional powers of integers, *J. London Math. Soc.* 15
//! (1940); F. Lindemann, Über die Zahl π, *Math. Ann.* 20 (1882).

mod arithmetic;
mod monomial;
mod roots;
mod text;

pub(super) use arithmetic::{field_degree, size};

use super::{Dyadic, Real};
use monomial::Monomial;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::{cmp::Ordering, collections::BTreeMap};

/// An exact real number: a sum of rational multiples of roots, such as √2 or 2^(1/3), of powers of π, and of their products.
///
/// These are the coefficients of [`Surreal`](super::Surreal) numbers. They are added, multiplied and compared exactly; the
/// equality of two is decided, by theorems of Besicovitch and Lindemann, not by their digits.
///
/// ```
/// use agon::surreal::Coefficient;
/// use std::cmp::Ordering;
/// let [root2, root3, root6] = [2, 3, 6].map(|n| Coefficient::sqrt(n).unwrap());
/// assert_eq!(&root2 * &root3, root6);
/// assert_eq!((&root2 + &root3).pow(2).to_string(), "5 + 2√6");
/// assert_eq!((&root3 - &root2).recip(), Some(&root2 + &root3));
/// assert_eq!(Coefficient::pi().cmp(&(root2 + root3)), Ordering::Less); // 3.14159… < 3.14626…
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Coefficient(Kind);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Kind {
    Rational(BigRational),
    /// At least one term is not rational, and no q is 0.
    Sum(Box<BTreeMap<Monomial, BigRational>>),
}

impl Coefficient {
    /// The number of these terms; some of the rational numbers may be 0.
    fn from_terms(mut terms: BTreeMap<Monomial, BigRational>) -> Coefficient {
        terms.retain(|_, q| !q.is_zero());
        match terms.first_key_value() {
            None => Coefficient::zero(),
            Some((monomial, q)) if terms.len() == 1 && monomial.is_one() => {
                Coefficient(Kind::Rational(q.clone()))
            }
            Some(_) => Coefficient(Kind::Sum(Box::new(terms))),
        }
    }

    fn from_term(monomial: Monomial, q: BigRational) -> Coefficient {
        Coefficient::from_terms(BTreeMap::from([(monomial, q)]))
    }

    /// The terms, for 0 none.
    fn terms(&self) -> BTreeMap<Monomial, BigRational> {
        match &self.0 {
            Kind::Rational(q) if q.is_zero() => BTreeMap::new(),
            Kind::Rational(q) => BTreeMap::from([(Monomial::one(), q.clone())]),
            Kind::Sum(terms) => (**terms).clone(),
        }
    }

    /// How many products of roots and powers of π this number is a sum of, each with its rational factor; 0 is a sum of none.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let root = Coefficient::sqrt(2).unwrap();
    /// assert_eq!((root + 1).pow(2).count_terms(), 2); // 3 + 2√2
    /// ```
    #[must_use]
    pub fn count_terms(&self) -> usize {
        match &self.0 {
            Kind::Rational(q) => usize::from(!q.is_zero()),
            Kind::Sum(terms) => terms.len(),
        }
    }

    /// The number 0.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert!((Coefficient::pi() - Coefficient::pi()).is_zero() && Coefficient::zero().is_zero());
    /// ```
    #[must_use]
    pub fn zero() -> Coefficient {
        Coefficient::from(0)
    }

    /// The number 1.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert_eq!(Coefficient::pi() * Coefficient::one(), Coefficient::pi());
    /// ```
    #[must_use]
    pub fn one() -> Coefficient {
        Coefficient::from(1)
    }

    /// The number π.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert!(Coefficient::pi() < Coefficient::from(agon::BigRational::new(22.into(), 7.into())));
    /// ```
    #[must_use]
    pub fn pi() -> Coefficient {
        Coefficient::from_term(Monomial::pi(1), BigRational::one())
    }

    /// The golden ratio `φ = (1 + √5)/2`.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let phi = Coefficient::golden_ratio();
    /// assert_eq!(phi.pow(2), phi + 1);
    /// ```
    #[must_use]
    pub fn golden_ratio() -> Coefficient {
        let half = BigRational::new(BigInt::one(), 2.into());
        let (one, root) = (Monomial::one(), Monomial::square_root(5));
        Coefficient::from_terms(BTreeMap::from([(one, half.clone()), (root, half)]))
    }

    /// The rational number, if this is one.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let root = Coefficient::sqrt(2).unwrap();
    /// assert_eq!(root.pow(2).to_rational().map(|q| q.to_string()).as_deref(), Some("2"));
    /// assert_eq!(root.to_rational(), None);
    /// ```
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        self.as_rational().cloned()
    }

    pub(super) fn as_rational(&self) -> Option<&BigRational> {
        match &self.0 {
            Kind::Rational(q) => Some(q),
            Kind::Sum(_) => None,
        }
    }

    /// Whether this is 0.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let root = Coefficient::sqrt(2).unwrap();
    /// assert!((root.pow(2) - 2).is_zero() && !root.is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Kind::Rational(q) if q.is_zero())
    }

    /// Whether this is 1.
    pub(super) fn is_one(&self) -> bool {
        matches!(&self.0, Kind::Rational(q) if q.is_one())
    }

    /// Whether this is > 0.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert!((Coefficient::pi() - 3).is_positive() && !Coefficient::zero().is_positive());
    /// ```
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.sign().is_gt()
    }

    /// Whether this is < 0.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert!((Coefficient::sqrt(2).unwrap() - 2).is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    /// Whether π does not occur: whether the number is algebraic.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert!(Coefficient::golden_ratio().is_algebraic() && !Coefficient::pi().is_algebraic());
    /// ```
    #[must_use]
    pub fn is_algebraic(&self) -> bool {
        match &self.0 {
            Kind::Rational(_) => true,
            Kind::Sum(terms) => terms.keys().all(|monomial| monomial.pi_power() == 0),
        }
    }

    /// The order of the number and 0.
    pub(super) fn sign(&self) -> Ordering {
        let of = |q: &BigRational| q.cmp(&BigRational::zero());
        match &self.0 {
            Kind::Rational(q) => of(q),
            Kind::Sum(terms) if terms.len() == 1 => terms.values().next().map_or(Ordering::Equal, of),
            Kind::Sum(_) => {
                // The number is not 0, so that some enclosure does not have 0 in it.
                let mut places = self.first_places();
                loop {
                    crate::interrupt::check();
                    let (low, high) = self.scaled_bounds(places);
                    if low.is_positive() {
                        return Ordering::Greater;
                    }
                    if high.is_negative() {
                        return Ordering::Less;
                    }
                    places *= 2;
                }
            }
        }
    }

    /// The largest s such that 2^s divides the denominators of all rational factors.
    pub(super) fn binary_point(&self) -> u64 {
        match &self.0 {
            Kind::Rational(q) => q.denom().trailing_zeros().unwrap_or(0),
            Kind::Sum(terms) => {
                terms.values().map(|q| q.denom().trailing_zeros().unwrap_or(0)).min().unwrap_or(0)
            }
        }
    }

    fn first_places(&self) -> u64 {
        64 + self.binary_point()
    }

    /// Whole numbers around `x·2^places`; how far apart they are depends on the sizes of the terms.
    fn scaled_bounds(&self, places: u64) -> (BigInt, BigInt) {
        match &self.0 {
            Kind::Rational(q) => {
                let (low, rest) = (q.numer() << places).div_mod_floor(q.denom());
                let high = if rest.is_zero() { low.clone() } else { &low + 1 };
                (low, high)
            }
            Kind::Sum(terms) => {
                // x = y/2^s, so that y is needed to s places less: √2/2^1000000 is as quickly found as √2.
                let s = self.binary_point();
                let (kept, dropped) = (places.saturating_sub(s), s.saturating_sub(places));
                let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
                for (monomial, q) in terms.iter() {
                    let (below, above) = monomial.scaled_bounds(kept);
                    let (below, above) = if q.is_negative() { (above, below) } else { (below, above) };
                    let denominator = q.denom() >> s;
                    low += (q.numer() * below).div_floor(&denominator);
                    high -= (-(q.numer() * above)).div_floor(&denominator);
                }
                (low >> dropped, -(-high >> dropped))
            }
        }
    }

    /// `⌊x⌋`
    pub(super) fn floor(&self) -> BigInt {
        if let Kind::Rational(q) = &self.0 {
            return q.floor().to_integer();
        }
        // An irrational number is no whole number: some enclosure tells it from the nearest.
        let mut places = 64;
        loop {
            crate::interrupt::check();
            let (low, high) = self.scaled_bounds(places);
            let (below, above): (BigInt, BigInt) = (low >> places, high >> places);
            if below == above {
                return below;
            }
            places *= 2;
        }
    }

    /// The zeros that the binary digits of an irrational number between 0 and 1 begin with.
    pub(super) fn leading_zeros(&self) -> u64 {
        let mut places = self.first_places();
        loop {
            crate::interrupt::check();
            let (low, high) = self.scaled_bounds(places);
            if low.is_positive() && low.bits() == high.bits() {
                return places - low.bits();
            }
            places *= 2;
        }
    }

    /// Bounds at most 2^(−bits) apart.
    pub(super) fn bounds(&self, bits: u64) -> (Dyadic, Dyadic) {
        let mut places = bits + 16;
        loop {
            crate::interrupt::check();
            let (low, high) = self.scaled_bounds(places);
            if &high - &low <= BigInt::one() << (places - bits) {
                return (Dyadic::new(low, places), Dyadic::new(high, places));
            }
            // So many places more, as the enclosure is too wide.
            places += (high - low).bits().saturating_sub(places - bits) + 1;
        }
    }
}

impl Ord for Coefficient {
    fn cmp(&self, other: &Coefficient) -> Ordering {
        match (&self.0, &other.0) {
            (Kind::Rational(q), Kind::Rational(r)) => q.cmp(r),
            _ if self == other => Ordering::Equal,
            _ => (self - other).sign(),
        }
    }
}

impl PartialOrd for Coefficient {
    fn partial_cmp(&self, other: &Coefficient) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<BigRational> for Coefficient {
    fn from(number: BigRational) -> Coefficient {
        Coefficient(Kind::Rational(number))
    }
}

impl From<BigInt> for Coefficient {
    fn from(number: BigInt) -> Coefficient {
        Coefficient::from(BigRational::from(number))
    }
}

impl From<i64> for Coefficient {
    fn from(number: i64) -> Coefficient {
        Coefficient::from(BigInt::from(number))
    }
}

impl From<&Dyadic> for Coefficient {
    fn from(number: &Dyadic) -> Coefficient {
        Coefficient::from(BigRational::from(number.clone()))
    }
}

impl TryFrom<&Real> for Coefficient {
    type Error = NotExact;

    /// ```
    /// use agon::{Real, surreal::Coefficient};
    /// assert_eq!(Coefficient::try_from(&(Real::sqrt(8) + Real::pi()))?.to_string(), "2√2 + π");
    /// assert!(Coefficient::try_from(&Real::e()).is_err());
    /// # Ok::<(), agon::surreal::NotExact>(())
    /// ```
    fn try_from(number: &Real) -> Result<Coefficient, NotExact> {
        number.to_coefficient().ok_or_else(|| NotExact { number: number.to_string() })
    }
}

/// A real number that is not known as a sum of rational multiples of roots and powers of π.
///
/// ```
/// use agon::{Real, Surreal};
/// let error = Surreal::try_from(&Real::e()).unwrap_err();
/// assert!(error.to_string().starts_with("e is not known as a sum"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{number} is not known as a sum of rational multiples of roots and powers of π, so that its equality with others could \
     not be decided; keep it as a Real, which has its signs and its order up to any number of binary places"
)]
pub struct NotExact {
    /// The number.
    pub number: String,
}
