//! Sign expansions as texts.

use super::{Sign, SignExpansion};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Signs that a text may have after the first run. (A [`Dyadic`](crate::Dyadic) has the expansion that it has.)
const FINEST: u64 = 1_000_000;
/// The longest run that is written out.
const WRITTEN_OUT: u8 = 32;

/// A text that is no sign expansion.
///
/// ```
/// use agon::{SignExpansion, surreal::SignExpansionError};
///
/// let error = "+-x".parse::<SignExpansion>().unwrap_err();
/// assert_eq!(error, SignExpansionError::NotASign { input: "+-x".to_owned(), found: 'x', position: 2 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignExpansionError {
    /// A character that is no sign.
    #[error(
        "`{found}` at character {place} of `{input}` is no sign; write + and −, and +^40 for forty + in a row",
        place = .position + 1
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
    #[error("`^` at character {place} of `{input}` must be followed by the length of the run, at least 1", place = .position + 1)]
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

impl fmt::Display for SignExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (sign, length) in self.runs() {
            match length.to_u8() {
                Some(length) if length <= WRITTEN_OUT => {
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
        let mut runs: Vec<(Sign, BigUint)> = Vec::new();
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
            runs.push((sign, length));
        }
        let expansion = SignExpansion::from_runs(runs);
        let after_first: BigUint = expansion.runs().iter().skip(1).map(|(_, length)| length).sum();
        if after_first > BigUint::from(FINEST) {
            return Err(SignExpansionError::TooFine { input: text.to_owned(), limit: FINEST });
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
