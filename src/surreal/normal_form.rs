//! Surreal numbers in Conway normal form, with finitely many terms.

mod arithmetic;
mod division;
mod parser;
mod power;
mod text;

pub use division::{DivisionError, Quotient};
pub use parser::SurrealError;

use super::{Coefficient, Dyadic, NotExact, Ordinal, Real};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A surreal number with a finite Conway normal form `ω^y₁·r₁ + … + ω^yₖ·rₖ`: y₁ > … > yₖ are again such numbers, the
/// rᵢ are real numbers that can be compared exactly, and not 0: rational ones, √2, 2^(1/3), π, their sums and products (see
/// [`Coefficient`], also for the numbers that are left out: e, other algebraic numbers).
///
/// These numbers are an ordered ring that contains the rationals, the ordinals below ε₀, and with each number y the
/// power ω^y. Every operation is exact; where the result has infinitely many terms (the inverse of ω + 1), it is offered
/// up to a stated number of terms. Texts: `w^2 - 3w + 1/2`, `√2·ω + π`, `1/ω`, `ε`, `√ω`, `w^(1/w)`; juxtaposition is
/// multiplication, and `^` takes one factor, so that `w^1/2` is ω/2 and the root is `w^(1/2)`.
///
/// Source: J. H. Conway, *On Numbers and Games*, chapter 3.
///
/// ```
/// use agon::Surreal;
/// let omega = Surreal::omega();
/// let epsilon = 1 / &omega;
/// assert_eq!(&omega * &epsilon, Surreal::one());
/// assert!(Surreal::from(1_000_000) < omega && epsilon < "1/1000000".parse()?);
/// assert_eq!((&omega + 1).pow(2).to_string(), "ω^2 + 2ω + 1");
/// assert!(omega > 5.into()); // whole numbers are compared by into()
/// assert_eq!("√ω * √ω".parse::<Surreal>()?, omega);
/// assert_eq!("(√2·ω + 1)(√2·ω - 1)".parse::<Surreal>()?.to_string(), "2ω^2 - 1");
/// # Ok::<(), agon::surreal::SurrealError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Surreal {
    /// Exponents from large to small, no coefficient 0.
    terms: Vec<(Surreal, Coefficient)>,
}

impl Surreal {
    /// The number with these terms: exponents in decreasing order, no coefficient 0.
    pub(super) fn from_terms(terms: Vec<(Surreal, Coefficient)>) -> Surreal {
        debug_assert!(terms.windows(2).all(|pair| pair[0].0 > pair[1].0));
        debug_assert!(terms.iter().all(|(_, coefficient)| !coefficient.is_zero()));
        Surreal { terms }
    }

    /// The number 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert_eq!(Surreal::omega() - Surreal::omega(), Surreal::zero());
    /// ```
    #[must_use]
    pub fn zero() -> Surreal {
        Surreal::default()
    }

    /// The number 1.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert_eq!(Surreal::omega() * Surreal::epsilon(), Surreal::one());
    /// ```
    #[must_use]
    pub fn one() -> Surreal {
        Surreal::from(1)
    }

    /// `ω = {0, 1, 2, … | }`.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// // Unlike an ordinal, ω has a predecessor, and a half.
    /// let omega = Surreal::omega();
    /// assert!(&omega - 1 < omega && Surreal::from(1_000_000) < &omega / 2);
    /// ```
    #[must_use]
    pub fn omega() -> Surreal {
        Surreal::omega_pow(Surreal::one())
    }

    /// `ε = 1/ω = {0 | 1, 1/2, 1/4, …}`.
    ///
    /// ```
    /// use agon::{Dyadic, Surreal};
    ///
    /// assert!(Surreal::zero() < Surreal::epsilon() && Surreal::epsilon() < Surreal::from(&Dyadic::new(1, 1000)));
    /// ```
    #[must_use]
    pub fn epsilon() -> Surreal {
        Surreal::omega_pow(Surreal::from(-1))
    }

    /// `ω^y`, the simplest positive number of its order of magnitude.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!(Surreal::omega_pow(Surreal::epsilon()).to_string(), "ω^(1/ω)");
    /// ```
    #[must_use]
    pub fn omega_pow(exponent: Surreal) -> Surreal {
        Surreal { terms: vec![(exponent, Coefficient::one())] }
    }

    /// The terms `(y, r)` of the normal form `Σ ω^y·r`, from large to small.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// let terms: Vec<String> =
    ///     "w^2/2 - 3".parse::<Surreal>()?.terms().iter().map(|(y, r)| format!("ω^({y}) · {r}")).collect();
    /// assert_eq!(terms, ["ω^(2) · 1/2", "ω^(0) · -3"]);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn terms(&self) -> &[(Surreal, Coefficient)] {
        &self.terms
    }

    /// The leading term `(y, r)`; `None` for 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// let (exponent, coefficient) = "3w^2 - w".parse::<Surreal>()?.leading_term().cloned().expect("it is not 0");
    /// assert_eq!((exponent, coefficient.to_string()), (Surreal::from(2), "3".to_owned()));
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn leading_term(&self) -> Option<&(Surreal, Coefficient)> {
        self.terms.first()
    }

    /// Whether this is 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert!(Surreal::zero().is_zero() && !Surreal::epsilon().is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether this is > 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// // The leading term decides.
    /// assert!("w - 1000000".parse::<Surreal>()?.is_positive() && Surreal::epsilon().is_positive());
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.terms.first().is_some_and(|(_, coefficient)| coefficient.is_positive())
    }

    /// Whether this is < 0.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert!("1000000 - w".parse::<Surreal>()?.is_negative() && !Surreal::zero().is_negative());
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.terms.first().is_some_and(|(_, coefficient)| coefficient.is_negative())
    }

    /// Whether |x| is larger than every natural number.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// let cases = ["√ω - 1000", "1000000", "1/ω"].map(|text| text.parse::<Surreal>().map(|x| x.is_infinite()));
    /// assert_eq!(cases, [Ok(true), Ok(false), Ok(false)]);
    /// ```
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.terms.first().is_some_and(|(exponent, _)| exponent.is_positive())
    }

    /// Whether |x| is smaller than 1/n for every natural number n; 0 is infinitesimal.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert!(Surreal::epsilon().is_infinitesimal() && Surreal::omega().is_infinite());
    /// ```
    #[must_use]
    pub fn is_infinitesimal(&self) -> bool {
        self.terms.first().is_none_or(|(exponent, _)| exponent.is_negative())
    }

    /// The coefficient of ω⁰. For a finite number it is the one real number infinitely near to it.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!("w + 1/3 - 1/w".parse::<Surreal>()?.real_part().to_string(), "1/3");
    /// assert_eq!("w + √2 - 1/w".parse::<Surreal>()?.real_part().to_string(), "√2");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn real_part(&self) -> Coefficient {
        let real = self.terms.iter().find(|(exponent, _)| exponent.is_zero());
        real.map_or_else(Coefficient::zero, |(_, coefficient)| coefficient.clone())
    }

    /// The rational number, if this is one.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert!("1/3".parse::<Surreal>()?.to_rational().is_some() && Surreal::omega().to_rational().is_none());
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        match self.terms.as_slice() {
            [] => Some(BigRational::zero()),
            [(exponent, coefficient)] if exponent.is_zero() => coefficient.to_rational(),
            _ => None,
        }
    }

    /// The real number, if this is one: if only ω⁰ has a coefficient.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!("(√2 + 1)^2".parse::<Surreal>()?.to_coefficient().unwrap().to_string(), "3 + 2√2");
    /// assert_eq!(Surreal::omega().to_coefficient(), None);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn to_coefficient(&self) -> Option<Coefficient> {
        match self.terms.as_slice() {
            [] => Some(Coefficient::zero()),
            [(exponent, coefficient)] if exponent.is_zero() => Some(coefficient.clone()),
            _ => None,
        }
    }

    /// The dyadic rational, if this is one: if it is born on a finite day.
    ///
    /// ```
    /// use agon::{Dyadic, Surreal};
    ///
    /// assert_eq!("3/8".parse::<Surreal>()?.to_dyadic(), Some(Dyadic::new(3, 3)));
    /// assert_eq!("1/3".parse::<Surreal>()?.to_dyadic(), None);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        Dyadic::try_from(&self.to_rational()?).ok()
    }

    /// The ordinal, if this is one: if all coefficients are natural and all exponents ordinals.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!("w^w + 2w".parse::<Surreal>()?.to_ordinal(), Some("w^w + w*2".parse()?));
    /// assert_eq!("w - 1".parse::<Surreal>()?.to_ordinal(), None);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn to_ordinal(&self) -> Option<Ordinal> {
        let terms = self.terms.iter().map(|(exponent, coefficient)| {
            let whole = coefficient.as_rational().filter(|coefficient| coefficient.is_integer());
            let natural = whole.and_then(|coefficient| coefficient.numer().to_biguint());
            Some((exponent.to_ordinal()?, natural?))
        });
        terms.collect::<Option<Vec<_>>>().map(Ordinal::from_terms)
    }
}

impl Ord for Surreal {
    /// The sign of the leading term of the difference.
    fn cmp(&self, other: &Surreal) -> Ordering {
        let sign = Coefficient::sign;
        let (mut left, mut right) = (self.terms.iter(), other.terms.iter());
        loop {
            return match (left.next(), right.next()) {
                (None, None) => Ordering::Equal,
                (Some((_, r)), None) => sign(r),
                (None, Some((_, s))) => sign(s).reverse(),
                (Some((y, r)), Some((z, s))) => match y.cmp(z) {
                    Ordering::Greater => sign(r),
                    Ordering::Less => sign(s).reverse(),
                    Ordering::Equal if r == s => continue,
                    Ordering::Equal => r.cmp(s),
                },
            };
        }
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Surreal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Coefficient> for Surreal {
    fn from(number: Coefficient) -> Surreal {
        let terms = if number.is_zero() { Vec::new() } else { vec![(Surreal::zero(), number)] };
        Surreal { terms }
    }
}

impl From<BigRational> for Surreal {
    fn from(number: BigRational) -> Surreal {
        Surreal::from(Coefficient::from(number))
    }
}

impl TryFrom<&Real> for Surreal {
    type Error = NotExact;

    /// ```
    /// use agon::{Real, Surreal};
    /// let number = Surreal::try_from(&Real::sqrt(2))? * Surreal::omega() + 1;
    /// assert_eq!(number.to_string(), "√2·ω + 1");
    /// # Ok::<(), agon::surreal::NotExact>(())
    /// ```
    fn try_from(number: &Real) -> Result<Surreal, NotExact> {
        Coefficient::try_from(number).map(Surreal::from)
    }
}

impl From<BigInt> for Surreal {
    fn from(number: BigInt) -> Surreal {
        Surreal::from(BigRational::from(number))
    }
}

impl From<i64> for Surreal {
    fn from(number: i64) -> Surreal {
        Surreal::from(BigInt::from(number))
    }
}

impl From<&Dyadic> for Surreal {
    fn from(number: &Dyadic) -> Surreal {
        Surreal::from(BigRational::from(number.clone()))
    }
}

impl From<&Ordinal> for Surreal {
    fn from(ordinal: &Ordinal) -> Surreal {
        let term = |(exponent, n): &(Ordinal, BigUint)| {
            (Surreal::from(exponent), Coefficient::from(BigInt::from(n.clone())))
        };
        Surreal { terms: ordinal.terms().iter().map(term).collect() }
    }
}
