//! Sign expansions: the path from 0 to a number in the tree of days.

mod text;

pub use text::SignExpansionError;

use super::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One step in the tree of days: to the larger or to the smaller child.
///
/// ```
/// use agon::{Dyadic, surreal::Sign};
///
/// let signs: Vec<Sign> = Dyadic::new(3, 2).sign_expansion().signs().collect();
/// assert_eq!(signs, [Sign::Plus, Sign::Minus, Sign::Plus]);
/// assert!(Sign::Minus < Sign::Plus);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// `−`, to the smaller child.
    Minus,
    /// `+`, to the larger child.
    Plus,
}

impl Sign {
    /// The other sign.
    ///
    /// ```
    /// use agon::surreal::Sign;
    /// assert_eq!(Sign::Plus.reverse(), Sign::Minus);
    /// ```
    #[must_use]
    pub const fn reverse(self) -> Sign {
        match self {
            Sign::Minus => Sign::Plus,
            Sign::Plus => Sign::Minus,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Sign::Minus => "−",
            Sign::Plus => "+",
        })
    }
}

/// The sign expansion of a number born on a finite day: as many signs as its birthday.
///
/// A number of one sign n times is ±n; from the first change of sign on, every sign counts half of the one before.
/// (Berlekamp's rule for Hackenbush strings.) Up to 64 signs are packed in one machine word; of longer expansions equal
/// signs in a row are kept as one run, so 10¹⁸ is short. The text is the signs, `+−+` or `+-+`; a run of more than 32
/// signs is written `+^100`. The text of 0 is empty. Numbers born later have a [`SignSequence`](super::SignSequence).
///
/// ```
/// use agon::{Dyadic, surreal::SignExpansion};
/// let expansion = SignExpansion::from(&Dyadic::new(5, 3));
/// assert_eq!(expansion.to_string(), "+−+−");
/// assert_eq!("+-+-".parse::<SignExpansion>()?.to_dyadic(), Dyadic::new(5, 3));
/// # Ok::<(), agon::surreal::SignExpansionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SignExpansion(Signs);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Signs {
    /// Expansions of at most 64 signs: the last sign is bit 0, a set bit is `+`, the bits from `len` on are 0.
    Packed { bits: u64, len: u8 },
    /// Longer ones. Maximal runs: neighbours have different signs, no run is empty.
    Runs(Vec<(Sign, BigUint)>),
}

/// The n lowest bits.
const fn ones(n: u8) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> (64 - n) }
}

impl SignExpansion {
    /// The signs in `bits`, the last one in bit 0, where a set bit is `+`; the bits from `len` on are 0.
    pub(super) fn packed(bits: u64, len: u8) -> SignExpansion {
        debug_assert!(len <= 64 && bits & !ones(len) == 0);
        SignExpansion(Signs::Packed { bits, len })
    }

    /// Joins runs of equal signs; runs may be empty and neighbours may have the same sign.
    pub(super) fn from_runs(runs: impl IntoIterator<Item = (Sign, BigUint)>) -> SignExpansion {
        let mut joined: Vec<(Sign, BigUint)> = Vec::new();
        for (sign, length) in runs {
            match joined.last_mut() {
                _ if length.is_zero() => {}
                Some((last, total)) if *last == sign => *total += length,
                _ => joined.push((sign, length)),
            }
        }
        let total: BigUint = joined.iter().map(|(_, length)| length).sum();
        match total.to_u8() {
            Some(len) if len <= 64 => {
                let bits = joined.iter().fold(0, |bits: u64, (sign, length)| {
                    let length = length.to_u8().unwrap_or(64);
                    let run = if *sign == Sign::Plus { ones(length) } else { 0 };
                    bits.checked_shl(length.into()).unwrap_or(0) | run
                });
                SignExpansion::packed(bits, len)
            }
            _ => SignExpansion(Signs::Runs(joined)),
        }
    }

    /// The maximal runs of equal signs, with their lengths.
    ///
    /// ```
    /// use agon::{Dyadic, surreal::Sign};
    /// let runs = Dyadic::new(11, 2).sign_expansion().runs(); // 11/4 = +++−+
    /// assert_eq!(runs, [(Sign::Plus, 3u8.into()), (Sign::Minus, 1u8.into()), (Sign::Plus, 1u8.into())]);
    /// ```
    #[must_use]
    pub fn runs(&self) -> Vec<(Sign, BigUint)> {
        match self.0 {
            Signs::Runs(ref runs) => runs.clone(),
            Signs::Packed { bits, len } => {
                let mut runs = Vec::new();
                let mut rest = len;
                while rest > 0 {
                    let window = bits << (64 - rest);
                    let plus = window.leading_ones().min(rest.into()) as u8;
                    let minus = window.leading_zeros().min(rest.into()) as u8;
                    let sign = if plus > 0 { Sign::Plus } else { Sign::Minus };
                    runs.push((sign, BigUint::from(plus.max(minus))));
                    rest -= plus.max(minus);
                }
                runs
            }
        }
    }

    /// The number of signs: the birthday of the number.
    ///
    /// ```
    /// use agon::{Dyadic, SignExpansion};
    /// assert_eq!(SignExpansion::from(&Dyadic::new(5, 3)).len(), 4u8.into());
    /// ```
    #[must_use]
    pub fn len(&self) -> BigUint {
        match &self.0 {
            Signs::Packed { len, .. } => BigUint::from(*len),
            Signs::Runs(runs) => runs.iter().map(|(_, length)| length).sum(),
        }
    }

    /// Whether this is the expansion of 0.
    ///
    /// ```
    /// use agon::{Dyadic, SignExpansion};
    ///
    /// assert!(SignExpansion::from(&Dyadic::zero()).is_empty() && !SignExpansion::from(&Dyadic::one()).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Signs::Packed { len: 0, .. })
    }

    /// The signs, one by one.
    ///
    /// ```
    /// use agon::{SignExpansion, surreal::Sign};
    ///
    /// let expansion: SignExpansion = "++-".parse()?;
    /// assert_eq!(expansion.signs().collect::<Vec<_>>(), [Sign::Plus, Sign::Plus, Sign::Minus]);
    /// # Ok::<(), agon::surreal::SignExpansionError>(())
    /// ```
    pub fn signs(&self) -> impl Iterator<Item = Sign> + '_ {
        let (bits, len, runs): (u64, u8, &[(Sign, BigUint)]) = match &self.0 {
            Signs::Packed { bits, len } => (*bits, *len, &[]),
            Signs::Runs(runs) => (0, 0, runs),
        };
        let packed = (0..len).rev().map(move |i| if bits >> i & 1 == 1 { Sign::Plus } else { Sign::Minus });
        packed.chain(runs.iter().flat_map(|(sign, length)| {
            let mut rest = length.clone();
            std::iter::from_fn(move || {
                if rest.is_zero() {
                    return None;
                }
                rest -= 1u8;
                Some(*sign)
            })
        }))
    }

    /// The numbers on the path from 0, this one excluded, each with the sign that follows it: `+` from the smaller ones,
    /// `−` from the larger ones.
    ///
    /// ```
    /// use agon::{Dyadic, surreal::Sign};
    /// let path: Vec<(Dyadic, Sign)> = Dyadic::new(3, 2).sign_expansion().ancestors().collect();
    /// assert_eq!(path, [(0.into(), Sign::Plus), (1.into(), Sign::Minus), (Dyadic::new(1, 1), Sign::Plus)]);
    /// ```
    pub fn ancestors(&self) -> impl Iterator<Item = (Dyadic, Sign)> + '_ {
        let mut first = None;
        let (mut ancestor, mut step) = (Dyadic::zero(), Dyadic::one());
        self.signs().map(move |sign| {
            crate::interrupt::check();
            // Full steps up to the first change of sign, half of the step before from then on.
            if sign != *first.get_or_insert(sign) || !step.is_integer() {
                step = step.halve();
            }
            let next = if sign == Sign::Plus { &ancestor + &step } else { &ancestor - &step };
            (std::mem::replace(&mut ancestor, next), sign)
        })
    }

    /// The number with this expansion.
    ///
    /// # Panics
    ///
    /// With more than 2²⁴ signs after the first run: the exponent would be above [`Dyadic::LARGEST_EXPONENT`].
    ///
    /// ```
    /// use agon::{Dyadic, SignExpansion};
    ///
    /// // 1 + 1 − 1/2 + 1/4
    /// assert_eq!("++-+".parse::<SignExpansion>()?.to_dyadic(), Dyadic::new(7, 2));
    /// # Ok::<(), agon::surreal::SignExpansionError>(())
    /// ```
    #[must_use]
    pub fn to_dyadic(&self) -> Dyadic {
        match &self.0 {
            Signs::Packed { bits, len } => unpack(*bits, *len),
            Signs::Runs(runs) => from_runs(runs),
        }
    }
}

/// The number with at most 64 signs: after a run of a equal signs and one other, the rest are the binary digits of the
/// fraction, but for the last digit 1.
fn unpack(bits: u64, len: u8) -> Dyadic {
    if len == 0 {
        return Dyadic::zero();
    }
    let negative = bits >> (len - 1) == 0;
    let bits = if negative { !bits & ones(len) } else { bits };
    let first = (bits << (64 - len)).leading_ones().min(len.into()) as u8;
    let exponent = len - first;
    let magnitude = if exponent == 0 {
        u64::from(first)
    } else {
        u64::from(first - 1) << exponent | (bits & ones(exponent)) << 1 | 1
    };
    let numerator = BigInt::from(magnitude);
    Dyadic::new(if negative { -numerator } else { numerator }, exponent.into())
}

fn from_runs(runs: &[(Sign, BigUint)]) -> Dyadic {
    let Some(((sign, whole), rest)) = runs.split_first() else {
        return Dyadic::zero();
    };
    let signed = |sign: &Sign, length: BigUint| match sign {
        Sign::Plus => BigInt::from(length),
        Sign::Minus => -BigInt::from(length),
    };
    let mut numerator = signed(sign, whole.clone());
    let mut exponent = 0;
    for (sign, length) in rest {
        // A run of n signs after the denominator 2^k adds ±(2^n − 1)/2^(k+n).
        let length = length.to_u64().expect("as many binary digits fit in memory");
        numerator = (numerator << length) + signed(sign, (BigUint::one() << length) - 1u8);
        exponent += length;
    }
    Dyadic::new(numerator, exponent)
}

impl Default for SignExpansion {
    /// The expansion of 0: no sign.
    fn default() -> SignExpansion {
        SignExpansion::packed(0, 0)
    }
}

impl FromIterator<Sign> for SignExpansion {
    fn from_iter<I: IntoIterator<Item = Sign>>(signs: I) -> SignExpansion {
        SignExpansion::from_runs(signs.into_iter().map(|sign| (sign, BigUint::one())))
    }
}

impl From<&Dyadic> for SignExpansion {
    /// For 0 < x = m/2^k not an integer: ⌊x⌋ + 1 times `+`, then `−`, then the binary digits of the fraction but the
    /// last, with `+` for 1 and `−` for 0.
    fn from(number: &Dyadic) -> SignExpansion {
        if let (Some(magnitude), Ok(exponent)) =
            (number.numerator().magnitude().to_u64(), u8::try_from(number.exponent()))
            && exponent < 64
            && let Some(expansion) = pack(number.is_negative(), magnitude, exponent)
        {
            return expansion;
        }
        let towards = if number.is_negative() { Sign::Minus } else { Sign::Plus };
        let magnitude = number.numerator().into_parts().1;
        let whole = &magnitude >> number.exponent();
        if number.is_integer() {
            return SignExpansion::from_runs([(towards, whole)]);
        }
        let mut runs = vec![(towards, whole + 1u8), (towards.reverse(), BigUint::one())];
        let mut digit = number.exponent() - 1;
        while digit > 0 {
            let one = magnitude.bit(digit);
            let start = digit;
            while digit > 0 && magnitude.bit(digit) == one {
                digit -= 1;
            }
            runs.push((if one { towards } else { towards.reverse() }, BigUint::from(start - digit)));
        }
        SignExpansion::from_runs(runs)
    }
}

/// The expansion of `±magnitude/2^exponent` when it has at most 64 signs.
fn pack(negative: bool, magnitude: u64, exponent: u8) -> Option<SignExpansion> {
    let whole = (magnitude >> exponent) + u64::from(exponent > 0);
    let first = u8::try_from(whole).ok().filter(|first| *first <= 64 - exponent)?;
    let len = first + exponent;
    let run = ones(first).checked_shl(exponent.into()).unwrap_or(0);
    let bits = run | (magnitude & ones(exponent)) >> 1;
    Some(SignExpansion::packed(if negative { !bits & ones(len) } else { bits }, len))
}

impl Dyadic {
    /// The path from 0 to this number in the tree of days.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(3, 2).sign_expansion().to_string(), "+−+");
    /// ```
    #[must_use]
    pub fn sign_expansion(&self) -> SignExpansion {
        SignExpansion::from(self)
    }
}

impl From<&SignExpansion> for Dyadic {
    fn from(expansion: &SignExpansion) -> Dyadic {
        expansion.to_dyadic()
    }
}
