//! Dyadic rationals `m/2^k`, exact at any size.

mod numerator;
mod text;

pub(super) use text::padded;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use numerator::Numerator;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use thiserror::Error;

/// A dyadic rational `m/2^k`: the numbers that are born on finite days.
///
/// Sums, differences, products and comparisons are exact, with denominators up to 2^(2²⁴): what would be finer
/// [panics](Dyadic::LARGEST_EXPONENT) instead of filling the memory. A [`quotient`](Dyadic::quotient) leaves the dyadic
/// rationals and is a [`Real`](super::Real). Texts are `5`, `-3/8`, `−3/8`, `2 3/4`, `5/2^9` or `0.125`; in JSON a
/// number is such a text.
///
/// ```
/// use agon::Dyadic;
/// let x: Dyadic = "3/8".parse()?;
/// assert_eq!((&x + &x).to_string(), "3/4");
/// assert_eq!((&x * &x).to_string(), "9/64");
/// assert!("1/3".parse::<Dyadic>().is_err());
/// # Ok::<(), agon::surreal::DyadicError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dyadic {
    /// Odd unless the exponent is 0.
    numerator: Numerator,
    exponent: u64,
}

/// A text or a fraction that is no dyadic rational.
///
/// ```
/// use agon::{Dyadic, surreal::DyadicError};
///
/// let error = "1/12".parse::<Dyadic>().unwrap_err();
/// assert_eq!(error, DyadicError::NotDyadic { input: "1/12".to_owned(), denominator: 12.into() });
/// assert!(matches!(Dyadic::ratio(1, 0), Err(DyadicError::ZeroDenominator { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DyadicError {
    /// The text is no number at all.
    #[error("`{input}` is no number; write an integer, a fraction such as -3/8, or a decimal such as 0.125")]
    NotANumber {
        /// The text.
        input: String,
    },
    /// The denominator is 0.
    #[error("`{input}` has the denominator 0")]
    ZeroDenominator {
        /// The text.
        input: String,
    },
    /// The denominator is very large.
    #[error("`{input}` has a denominator above 2^{limit}")]
    TooFine {
        /// The text.
        input: String,
        /// The largest exponent.
        limit: u64,
    },
    /// The number is born on no finite day.
    #[error(
        "`{input}` is no dyadic rational: in lowest terms its denominator is {denominator}, which is no power of 2"
    )]
    NotDyadic {
        /// The text.
        input: String,
        /// The denominator in lowest terms.
        denominator: BigInt,
    },
}

/// The exponent of a denominator, if it is not too large.
fn kept(exponent: u64) -> u64 {
    assert!(
        exponent <= Dyadic::LARGEST_EXPONENT,
        "the denominator 2^{exponent} is too large for a dyadic number; the largest is 2^{}",
        Dyadic::LARGEST_EXPONENT
    );
    exponent
}

impl Dyadic {
    /// The largest k of `m/2^k` in lowest terms, 2²⁴.
    ///
    /// Numbers that are compared or added get a common denominator, so that a larger k would soon need more memory than
    /// there is. Operations with a finer result panic; texts give [`DyadicError::TooFine`].
    ///
    /// ```
    /// use agon::{Dyadic, surreal::DyadicError};
    ///
    /// assert_eq!(Dyadic::LARGEST_EXPONENT, 1 << 24);
    /// assert!(matches!("1/2^16777217".parse::<Dyadic>(), Err(DyadicError::TooFine { .. })));
    /// ```
    pub const LARGEST_EXPONENT: u64 = 1 << 24;

    /// `numerator / 2^exponent`.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(6, 3).to_string(), "3/4");
    /// ```
    ///
    /// # Panics
    ///
    /// When the exponent in lowest terms is above [`LARGEST_EXPONENT`](Self::LARGEST_EXPONENT).
    #[must_use]
    pub fn new(numerator: impl Into<BigInt>, exponent: u64) -> Dyadic {
        let numerator = numerator.into();
        let reducible = numerator.trailing_zeros().unwrap_or(exponent).min(exponent);
        let numerator = if reducible == 0 { numerator } else { numerator >> reducible };
        Dyadic { numerator: numerator.into(), exponent: kept(exponent - reducible) }
    }

    /// `numerator / denominator`, when that is dyadic.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::ratio(6, 8)?, Dyadic::new(3, 2));
    /// assert!(Dyadic::ratio(1, 3).is_err());
    /// # Ok::<(), agon::surreal::DyadicError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DyadicError::ZeroDenominator`], [`DyadicError::NotDyadic`] with the denominator in lowest terms, or
    /// [`DyadicError::TooFine`].
    pub fn ratio(
        numerator: impl Into<BigInt>,
        denominator: impl Into<BigInt>,
    ) -> Result<Dyadic, DyadicError> {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        reduce(&numerator, &denominator, || format!("{numerator}/{denominator}"))
    }

    /// The number 0.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(3, 2) - Dyadic::new(3, 2), Dyadic::zero());
    /// ```
    #[must_use]
    pub fn zero() -> Dyadic {
        Dyadic::default()
    }

    /// The number 1.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(3, 2) + Dyadic::new(1, 2), Dyadic::one());
    /// ```
    #[must_use]
    pub fn one() -> Dyadic {
        Dyadic::from(1)
    }

    /// The m of `m/2^k` in lowest terms.
    ///
    /// ```
    /// assert_eq!(agon::Dyadic::new(-12, 4).numerator(), (-3).into()); // −12/16 = −3/4
    /// ```
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        self.numerator.to_integer()
    }

    /// The k of `m/2^k` in lowest terms.
    ///
    /// ```
    /// assert_eq!(agon::Dyadic::new(-12, 4).exponent(), 2); // −12/16 = −3/2²
    /// ```
    #[must_use]
    pub fn exponent(&self) -> u64 {
        self.exponent
    }

    /// `2^k`, the denominator in lowest terms.
    ///
    /// ```
    /// use agon::Dyadic;
    /// let x = Dyadic::new(-12, 4); // −12/16
    /// assert_eq!((x.numerator(), x.exponent(), x.denominator()), ((-3).into(), 2, 4.into()));
    /// ```
    #[must_use]
    pub fn denominator(&self) -> BigInt {
        BigInt::one() << self.exponent
    }

    /// Whether this is 0.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert!(Dyadic::zero().is_zero() && !Dyadic::new(1, 1000).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.signum() == 0
    }

    /// Whether this is an integer.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert!(Dyadic::new(8, 2).is_integer() && !Dyadic::new(9, 2).is_integer());
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// Whether this is > 0.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert!(Dyadic::new(1, 1000).is_positive() && !Dyadic::zero().is_positive());
    /// ```
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.numerator.signum() > 0
    }

    /// Whether this is < 0.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert!(Dyadic::new(-1, 1000).is_negative() && !Dyadic::zero().is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.signum() < 0
    }

    /// `|x|`.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(-3, 2).abs(), Dyadic::new(3, 2));
    /// ```
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// `x/2`.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::from(6).halve(), Dyadic::from(3));
    /// assert_eq!(Dyadic::from(3).halve(), Dyadic::new(3, 1));
    /// ```
    ///
    /// # Panics
    ///
    /// When the exponent would be above [`LARGEST_EXPONENT`](Self::LARGEST_EXPONENT).
    #[must_use]
    pub fn halve(&self) -> Dyadic {
        match &self.numerator {
            // Only an integer can have an even numerator.
            Numerator::Small(n) if n % 2 == 0 => {
                Dyadic { numerator: (n / 2).into(), exponent: self.exponent }
            }
            Numerator::Large(n) if n.is_even() => Dyadic::from(&**n >> 1),
            odd => Dyadic { numerator: odd.clone(), exponent: kept(self.exponent + 1) },
        }
    }

    /// `xⁿ`; `None` when the exponent of the denominator would be above [`LARGEST_EXPONENT`](Self::LARGEST_EXPONENT), or
    /// the numerator would have more than about as many binary digits.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(-3, 1).pow(3), Some(Dyadic::new(-27, 3)));
    /// assert_eq!(Dyadic::from(3).pow(u32::MAX), None);
    /// ```
    #[must_use]
    pub fn pow(&self, n: u32) -> Option<Dyadic> {
        let digits = self.numerator.bits().saturating_sub(1).checked_mul(n.into());
        digits.filter(|digits| *digits <= Self::LARGEST_EXPONENT)?;
        let exponent = self.exponent.checked_mul(n.into()).filter(|k| *k <= Self::LARGEST_EXPONENT)?;
        Some(Dyadic::new(self.numerator().pow(n), exponent))
    }

    /// The greatest integer ≤ x.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(-5, 2).floor(), (-2).into());
    /// assert_eq!(Dyadic::new(-5, 2).ceil(), (-1).into());
    /// ```
    #[must_use]
    pub fn floor(&self) -> BigInt {
        // The shift of a negative BigInt rounds towards −∞, as the floor does.
        self.numerator() >> self.exponent
    }

    /// The least integer ≥ x.
    ///
    /// ```
    /// use agon::Dyadic;
    ///
    /// // −5/4
    /// assert_eq!(Dyadic::new(-5, 2).ceil(), (-1).into());
    /// ```
    #[must_use]
    pub fn ceil(&self) -> BigInt {
        -(-self.numerator() >> self.exponent)
    }

    /// The day on which the number is born: |m| for an integer, ⌊|x|⌋ + 1 + k for `m/2^k` in lowest terms with k ≥ 1.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(3, 2).birthday(), 3u8.into());
    /// assert_eq!(Dyadic::new(5, 1).birthday(), 4u8.into());
    /// ```
    #[must_use]
    pub fn birthday(&self) -> BigUint {
        let whole = self.numerator().into_parts().1 >> self.exponent;
        if self.is_integer() { whole } else { whole + 1u8 + self.exponent }
    }

    /// The integer, if this is one that fits.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!((Dyadic::from(-7).to_i64(), Dyadic::new(1, 1).to_i64()), (Some(-7), None));
    /// ```
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.numerator {
            Numerator::Small(n) if self.is_integer() => Some(n),
            _ => None,
        }
    }

    /// The nearest floating-point number, for plots.
    ///
    /// ```
    /// assert_eq!(agon::Dyadic::new(-3, 2).to_f64(), -0.75);
    /// ```
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        BigRational::from(self.clone()).to_f64().unwrap_or(f64::NAN)
    }

    /// Both numerators over the larger of the two denominators, and its exponent.
    pub(super) fn align(&self, other: &Dyadic) -> (BigInt, BigInt, u64) {
        let exponent = self.exponent.max(other.exponent);
        let scale = |x: &Dyadic| x.numerator() << (exponent - x.exponent);
        (scale(self), scale(other), exponent)
    }

    /// The same in machine words, for numerators and exponents that nearly all numbers have. The numerators are below
    /// `2¹²⁶`, so that their sum fits too.
    pub(super) fn align_small(&self, other: &Dyadic) -> Option<(i128, i128, u64)> {
        let exponent = self.exponent.max(other.exponent);
        let scale = |x: &Dyadic| match x.numerator {
            Numerator::Small(n) if exponent - x.exponent < 63 => {
                Some(i128::from(n) << (exponent - x.exponent))
            }
            _ => None,
        };
        Some((scale(self)?, scale(other)?, exponent))
    }

    /// `numerator / 2^exponent`, as [`new`](Self::new).
    pub(super) fn from_small(numerator: i128, exponent: u64) -> Dyadic {
        let reducible =
            if numerator == 0 { exponent } else { exponent.min(numerator.trailing_zeros().into()) };
        let numerator = if numerator == 0 { 0 } else { numerator >> reducible };
        Dyadic { numerator: numerator.into(), exponent: kept(exponent - reducible) }
    }

    /// The n with `2^(n − 1) ≤ |x| < 2^n`, for x other than 0.
    fn order(&self) -> i128 {
        i128::from(self.numerator.bits()) - i128::from(self.exponent)
    }
}

/// `numerator / denominator` in lowest terms; `input` is the text for the error.
fn reduce(
    numerator: &BigInt,
    denominator: &BigInt,
    input: impl FnOnce() -> String,
) -> Result<Dyadic, DyadicError> {
    if denominator.is_zero() {
        return Err(DyadicError::ZeroDenominator { input: input() });
    }
    let ratio = BigRational::new(numerator.clone(), denominator.clone());
    let exponent = ratio.denom().trailing_zeros().unwrap_or(0);
    if *ratio.denom() != BigInt::one() << exponent {
        return Err(DyadicError::NotDyadic { input: input(), denominator: ratio.denom().clone() });
    }
    if exponent > Dyadic::LARGEST_EXPONENT {
        // Millions of digits would take longer to write than anything else here.
        let above = if ratio.numer().bits() <= 1024 { ratio.numer().to_string() } else { "…".to_owned() };
        let input = format!("{above}/2^{exponent}");
        return Err(DyadicError::TooFine { input, limit: Dyadic::LARGEST_EXPONENT });
    }
    Ok(Dyadic { numerator: ratio.numer().clone().into(), exponent })
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let Some((a, b, _)) = self.align_small(other) {
            return a.cmp(&b);
        }
        // Numbers of different signs or sizes are told apart without a shift, which may be a long one.
        let sizes = || {
            let order = self.order().cmp(&other.order());
            if self.is_negative() { order.reverse() } else { order }
        };
        self.numerator.signum().cmp(&other.numerator.signum()).then_with(sizes).then_with(|| {
            let (a, b, _) = self.align(other);
            a.cmp(&b)
        })
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<BigInt> for Dyadic {
    fn from(integer: BigInt) -> Dyadic {
        Dyadic { numerator: integer.into(), exponent: 0 }
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic { numerator: integer.into(), exponent: 0 }
    }
}

impl From<Dyadic> for BigRational {
    fn from(number: Dyadic) -> BigRational {
        let denominator = number.denominator();
        BigRational::new_raw(number.numerator(), denominator)
    }
}

/// Whether the denominator is a power of two, however large: not all of these are a [`Dyadic`].
pub(in crate::surreal) fn is_dyadic(ratio: &BigRational) -> bool {
    ratio.denom().magnitude().count_ones() == 1
}

impl TryFrom<&BigRational> for Dyadic {
    type Error = DyadicError;

    fn try_from(ratio: &BigRational) -> Result<Dyadic, DyadicError> {
        reduce(ratio.numer(), ratio.denom(), || ratio.to_string())
    }
}
