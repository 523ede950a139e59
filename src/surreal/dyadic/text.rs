//! Dyadic rationals as texts: fractions, mixed numbers, decimals.

use super::{Dyadic, DyadicError, reduce};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use std::{fmt, str::FromStr};

/// The largest k for which the denominator 2^k is written in digits; beyond it the text is `m/2^k`.
const LARGEST_WRITTEN_OUT: u64 = 1024;

impl Dyadic {
    /// Whether a text of this number has its denominator in digits.
    pub(crate) fn has_written_denominator(&self) -> bool {
        self.exponent() <= LARGEST_WRITTEN_OUT
    }

    /// The number as a whole number and a proper fraction.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(-11, 2).to_mixed(), "-2 3/4");
    /// assert_eq!("-2 3/4".parse(), Ok(Dyadic::new(-11, 2)));
    /// ```
    #[must_use]
    pub fn to_mixed(&self) -> String {
        let magnitude = self.abs();
        let whole = magnitude.floor();
        if self.is_integer() || whole == BigInt::ZERO {
            return self.to_string();
        }
        let sign = if self.is_negative() { "-" } else { "" };
        format!("{sign}{whole} {}", magnitude - Dyadic::from(whole.clone()))
    }

    /// All decimals of the number: `m/2^k` has exactly k of them, since it is `m·5^k/10^k`. `None` for more than
    /// 100 000.
    ///
    /// ```
    /// use agon::Dyadic;
    /// assert_eq!(Dyadic::new(-3, 3).to_decimal().as_deref(), Some("-0.375"));
    /// assert_eq!(Dyadic::from(7).to_decimal().as_deref(), Some("7"));
    /// ```
    #[must_use]
    pub fn to_decimal(&self) -> Option<String> {
        if self.is_integer() {
            return Some(self.to_string());
        }
        let places = u32::try_from(self.exponent()).ok().filter(|places| *places <= 100_000)?;
        let scaled = self.abs().numerator() * BigInt::from(5).pow(places);
        let (whole, decimals) = scaled.div_rem(&BigInt::from(10).pow(places));
        let sign = if self.is_negative() { "-" } else { "" };
        Some(format!("{sign}{whole}.{}", padded(&decimals, places)))
    }
}

/// At least so many digits, with zeros before the first. (The widths of formats end at 65535.)
pub(in crate::surreal) fn padded(number: &BigInt, places: u32) -> String {
    let digits = number.to_string();
    "0".repeat((places as usize).saturating_sub(digits.len())) + &digits
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            return fmt::Display::fmt(&self.numerator(), f);
        }
        if !self.has_written_denominator() {
            return f.pad(&format!("{}/2^{}", self.numerator(), self.exponent()));
        }
        f.pad(&format!("{}/{}", self.numerator(), self.denominator()))
    }
}

impl fmt::Debug for Dyadic {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = DyadicError;

    fn from_str(text: &str) -> Result<Dyadic, DyadicError> {
        let not_a_number = || DyadicError::NotANumber { input: text.to_owned() };
        let trimmed = text.trim();
        let (negative, unsigned) = match trimmed.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, trimmed),
        };
        let digits = |part: &str| {
            let all_digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if all_digits { part.parse::<BigInt>().map_err(|_| not_a_number()) } else { Err(not_a_number()) }
        };
        if let Some((above, exponent)) = unsigned.split_once("/2^") {
            let limit = Dyadic::LARGEST_EXPONENT;
            let too_fine = || DyadicError::TooFine { input: text.to_owned(), limit };
            let exponent = digits(exponent)?.to_u64().filter(|k| *k <= limit).ok_or_else(too_fine)?;
            let number = Dyadic::new(digits(above)?, exponent);
            return Ok(if negative { -number } else { number });
        }
        let (numerator, denominator) = if let Some((above, below)) = unsigned.split_once('/') {
            let (whole, above) = above.split_once(' ').unwrap_or(("0", above));
            let below = digits(below)?;
            (digits(whole)? * &below + digits(above)?, below)
        } else if let Some((whole, decimals)) = unsigned.split_once('.') {
            digits(whole)?;
            let places = u32::try_from(decimals.len()).map_err(|_| not_a_number())?;
            digits(decimals)?;
            (digits(&format!("{whole}{decimals}"))?, BigInt::from(10).pow(places))
        } else {
            (digits(unsigned)?, BigInt::one())
        };
        let number = reduce(&numerator, &denominator, || text.to_owned())?;
        Ok(if negative { -number } else { number })
    }
}

impl TryFrom<String> for Dyadic {
    type Error = DyadicError;

    fn try_from(text: String) -> Result<Dyadic, DyadicError> {
        text.parse()
    }
}

impl From<Dyadic> for String {
    fn from(number: Dyadic) -> String {
        number.to_string()
    }
}
