//! Sign expansions: the path from 0 to a number in the tree of days.

use super::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// One step in the tree of days: to the larger or to the smaller child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// `−`, to the smaller child.
    Minus,
    /// `+`, to the larger child.
    Plus,
}

impl Sign {
    /// The other sign.
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
/// (Berlekamp's rule for Hackenbush strings.) Equal signs in a row are kept as one run, so 10¹⁸ is short.
/// The text is the signs, `+−+` or `+-+`; a run of more than 32 signs is written `+^100`. The text of 0 is empty.
///
/// ```
/// use agon::{Dyadic, surreal::SignExpansion};
/// let expansion = SignExpansion::from(&Dyadic::new(5, 3));
/// assert_eq!(expansion.to_string(), "+−+−");
/// assert_eq!("+-+-".parse::<SignExpansion>()?.to_dyadic(), Dyadic::new(5, 3));
/// # Ok::<(), agon::surreal::SignExpansionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SignExpansion {
    /// Maximal runs: neighbours have different signs, no run is empty.
    runs: Vec<(Sign, BigUint)>,
}

/// A text that is no sign expansion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignExpansionError {
    /// A character that is no sign.
    #[error(
        "`{found}` at character {position} of `{input}` is no sign; write + and −, and +^40 for forty + in a row"
    )]
    NotASign {
        /// The text.
        input: String,
        /// The character.
        found: char,
        /// Its place, counted in characters from 0.
        position: usize,
    },
    /// `^` without a number of signs after it.
    #[error("`^` at character {position} of `{input}` must be followed by the length of the run, at least 1")]
    NotALength {
        /// The text.
        input: String,
        /// The place of `^`, counted in characters from 0.
        position: usize,
    },
    /// The number would have an enormous denominator.
    #[error(
        "`{input}` has more than {limit} signs after the first run; its denominator would have as many digits"
    )]
    TooFine {
        /// The text.
        input: String,
        /// The largest number of signs allowed there.
        limit: u64,
    },
}

impl SignExpansion {
    /// Signs that a text may have after the first run. (A [`Dyadic`] has the expansion that it has.)
    const FINEST: u64 = 1_000_000;
    /// The longest run that is written out.
    const WRITTEN_OUT: u8 = 32;

    fn push(&mut self, sign: Sign, length: BigUint) {
        match self.runs.last_mut() {
            _ if length.is_zero() => {}
            Some((last, total)) if *last == sign => *total += length,
            _ => self.runs.push((sign, length)),
        }
    }

    /// The runs of equal signs, with their lengths.
    #[must_use]
    pub fn runs(&self) -> &[(Sign, BigUint)] {
        &self.runs
    }

    /// The number of signs: the birthday of the number.
    #[must_use]
    pub fn len(&self) -> BigUint {
        self.runs.iter().map(|(_, length)| length).sum()
    }

    /// Whether this is the expansion of 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The signs, one by one.
    pub fn signs(&self) -> impl Iterator<Item = Sign> + '_ {
        self.runs.iter().flat_map(|(sign, length)| {
            let mut rest = length.clone();
            std::iter::from_fn(move || {
                if rest.is_zero() {
                    return None;
                }
                rest -= 1u8;
                Some(*sign)
            })
        })
    }

    /// The number with this expansion.
    #[must_use]
    pub fn to_dyadic(&self) -> Dyadic {
        let Some(((sign, whole), rest)) = self.runs.split_first() else {
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
}

impl From<&Dyadic> for SignExpansion {
    /// For 0 < x = m/2^k not an integer: ⌊x⌋ + 1 times `+`, then `−`, then the binary digits of the fraction but the
    /// last, with `+` for 1 and `−` for 0.
    fn from(number: &Dyadic) -> SignExpansion {
        let towards = if number.is_negative() { Sign::Minus } else { Sign::Plus };
        let mut expansion = SignExpansion::default();
        let whole = number.numerator().magnitude() >> number.exponent();
        if number.is_integer() {
            expansion.push(towards, whole);
            return expansion;
        }
        expansion.push(towards, whole + 1u8);
        expansion.push(towards.reverse(), BigUint::one());
        for digit in (1..number.exponent()).rev() {
            let sign = if number.numerator().magnitude().bit(digit) { towards } else { towards.reverse() };
            expansion.push(sign, BigUint::one());
        }
        expansion
    }
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

impl fmt::Display for SignExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (sign, length) in &self.runs {
            match length.to_u8() {
                Some(length) if length <= Self::WRITTEN_OUT => {
                    text.extend(std::iter::repeat_n(sign.to_string(), length.into()));
                }
                _ => text.push_str(&format!("{sign}^{length}")),
            }
        }
        f.pad(&text)
    }
}

impl fmt::Debug for SignExpansion {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for SignExpansion {
    type Err = SignExpansionError;

    fn from_str(input: &str) -> Result<SignExpansion, SignExpansionError> {
        let text = input.trim();
        let chars: Vec<char> = text.chars().collect();
        let mut expansion = SignExpansion::default();
        let mut position = 0;
        while let Some(&found) = chars.get(position) {
            let sign = match found {
                '+' => Sign::Plus,
                '-' | '−' => Sign::Minus,
                _ => {
                    return Err(SignExpansionError::NotASign { input: text.to_owned(), found, position });
                }
            };
            position += 1;
            let mut length = BigUint::one();
            if chars.get(position) == Some(&'^') {
                let digits: String =
                    chars[position + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
                length = digits.parse().unwrap_or_default();
                if length.is_zero() {
                    return Err(SignExpansionError::NotALength { input: text.to_owned(), position });
                }
                position += 1 + digits.len();
            }
            expansion.push(sign, length);
        }
        let after_first: BigUint = expansion.runs.iter().skip(1).map(|(_, length)| length).sum();
        if after_first > BigUint::from(Self::FINEST) {
            return Err(SignExpansionError::TooFine { input: text.to_owned(), limit: Self::FINEST });
        }
        Ok(expansion)
    }
}

impl TryFrom<String> for SignExpansion {
    type Error = SignExpansionError;

    fn try_from(text: String) -> Result<SignExpansion, SignExpansionError> {
        text.parse()
    }
}

impl From<SignExpansion> for String {
    fn from(expansion: SignExpansion) -> String {
        expansion.to_string()
    }
}
