//! Ordinals below ε₀ in Cantor normal form.

mod arithmetic;
mod text;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// An ordinal below ε₀: `ω^β₁·n₁ + … + ω^βₖ·nₖ` with β₁ > … > βₖ again such ordinals and positive integers nᵢ.
///
/// The operators `+` and `*` are the ordinary ones, which do not commute: 1 + ω = ω < ω + 1. The sum and the product
/// that ordinals have as surreal numbers are [`natural_sum`](Ordinal::natural_sum) and
/// [`natural_product`](Ordinal::natural_product). Texts are `w^2*3 + w + 5`, read with the ordinary operations: `1 + w`
/// and `2*w` are ω, while `2w`, a number right before w, is the coefficient of normal forms, `ω·2 = ω + ω`.
///
/// Source: G. Cantor, *Beiträge zur Begründung der transfiniten Mengenlehre* II, §§ 19–20; G. Hessenberg,
/// *Grundbegriffe der Mengenlehre*, §75.
///
/// ```
/// use agon::Ordinal;
/// let omega = Ordinal::omega();
/// assert_eq!(1 + &omega, omega);
/// assert_eq!((&omega + 1).to_string(), "ω + 1");
/// assert_eq!((2 * &omega).to_string(), "ω");
/// assert_eq!((&omega * 2).to_string(), "ω·2");
/// assert_eq!("w^w + w·2 + 1".parse::<Ordinal>()?.to_string(), "ω^ω + ω·2 + 1");
/// # Ok::<(), agon::surreal::SurrealError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ordinal {
    /// Exponents from large to small, no coefficient 0.
    terms: Vec<(Ordinal, BigUint)>,
}

impl Ordinal {
    /// The ordinal with these terms `(exponent, coefficient)`: exponents in decreasing order, coefficients positive.
    pub(super) fn from_terms(terms: Vec<(Ordinal, BigUint)>) -> Ordinal {
        debug_assert!(terms.windows(2).all(|pair| pair[0].0 > pair[1].0));
        debug_assert!(terms.iter().all(|(_, coefficient)| !coefficient.is_zero()));
        Ordinal { terms }
    }

    /// The ordinal 0.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert_eq!(Ordinal::omega() * Ordinal::zero(), Ordinal::zero());
    /// ```
    #[must_use]
    pub fn zero() -> Ordinal {
        Ordinal::default()
    }

    /// The ordinal 1.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert_eq!(Ordinal::one() + Ordinal::omega(), Ordinal::omega());
    /// ```
    #[must_use]
    pub fn one() -> Ordinal {
        Ordinal::from(1)
    }

    /// ω, the first infinite ordinal.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert!(Ordinal::from(u64::MAX) < Ordinal::omega() && Ordinal::omega() < Ordinal::omega() + 1);
    /// ```
    #[must_use]
    pub fn omega() -> Ordinal {
        Ordinal::omega_pow(Ordinal::one())
    }

    /// `ω^β`.
    ///
    /// ```
    /// use agon::Ordinal;
    /// assert_eq!(Ordinal::omega_pow(Ordinal::omega()).to_string(), "ω^ω");
    /// ```
    #[must_use]
    pub fn omega_pow(exponent: Ordinal) -> Ordinal {
        Ordinal { terms: vec![(exponent, BigUint::one())] }
    }

    /// The terms `(exponent, coefficient)` of the normal form, from large to small.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// let ordinal: Ordinal = "w^w*2 + 5".parse()?;
    /// assert_eq!(ordinal.terms(), [(Ordinal::omega(), 2u8.into()), (Ordinal::zero(), 5u8.into())]);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn terms(&self) -> &[(Ordinal, BigUint)] {
        &self.terms
    }

    /// The largest exponent of the normal form, 0 for 0.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert_eq!("w^w + w^2 + 5".parse::<Ordinal>()?.degree(), Ordinal::omega());
    /// assert_eq!(Ordinal::from(5).degree(), Ordinal::zero());
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn degree(&self) -> Ordinal {
        self.terms.first().map(|(exponent, _)| exponent.clone()).unwrap_or_default()
    }

    /// Whether this is 0.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert!(Ordinal::zero().is_zero() && !Ordinal::omega().is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The natural number, if this is one.
    ///
    /// ```
    /// use agon::Ordinal;
    /// assert_eq!(Ordinal::one().to_natural(), Some(1u8.into()));
    /// assert_eq!(Ordinal::omega().to_natural(), None);
    /// ```
    #[must_use]
    pub fn to_natural(&self) -> Option<BigUint> {
        match self.terms.as_slice() {
            [] => Some(BigUint::zero()),
            [(exponent, coefficient)] if exponent.is_zero() => Some(coefficient.clone()),
            _ => None,
        }
    }

    /// Whether this is a natural number.
    ///
    /// ```
    /// use agon::Ordinal;
    ///
    /// assert!(Ordinal::from(1_000_000).is_finite() && !Ordinal::omega().is_finite());
    /// ```
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.terms.first().is_none_or(|(exponent, _)| exponent.is_zero())
    }

    /// Whether this is a limit: not 0, and no successor.
    ///
    /// ```
    /// use agon::Ordinal;
    /// assert!(Ordinal::omega().is_limit());
    /// assert!(!(Ordinal::omega() + Ordinal::one()).is_limit() && !Ordinal::zero().is_limit());
    /// ```
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.terms.last().is_some_and(|(exponent, _)| !exponent.is_zero())
    }
}

impl Ord for Ordinal {
    /// The first term in which two normal forms differ decides; an exponent weighs more than a coefficient.
    fn cmp(&self, other: &Ordinal) -> Ordering {
        self.terms.cmp(&other.terms)
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Ordinal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Ordinal {
    fn from(n: u64) -> Ordinal {
        Ordinal::from(BigUint::from(n))
    }
}

impl From<BigUint> for Ordinal {
    fn from(n: BigUint) -> Ordinal {
        let terms = if n.is_zero() { Vec::new() } else { vec![(Ordinal::zero(), n)] };
        Ordinal { terms }
    }
}
