//! Normal forms as texts: `ω^2 - 3ω + 1/2`.

use super::{Surreal, SurrealError, parser};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::{fmt, str::FromStr};

/// `ω^y` for y > 0.
fn power(exponent: &Surreal) -> String {
    let rational = exponent.to_rational();
    if exponent.as_omega_pow().is_some_and(Surreal::is_zero) {
        "ω".to_owned()
    } else if rational.as_ref().is_some_and(|y| y.numer().is_one() && *y.denom() == 2.into()) {
        "√ω".to_owned()
    } else if rational.is_some_and(|y| y.is_integer()) || *exponent == Surreal::omega() {
        format!("ω^{exponent}")
    } else {
        format!("ω^({exponent})")
    }
}

/// `ω^y·r` for r > 0.
fn term(exponent: &Surreal, coefficient: &BigRational) -> String {
    if exponent.is_zero() {
        return coefficient.to_string();
    }
    let factor =
        |n: &num_bigint::BigInt, power: String| if n.is_one() { power } else { format!("{n}{power}") };
    let (above, below) = (coefficient.numer(), coefficient.denom());
    if exponent.is_positive() {
        let power = factor(above, power(exponent));
        return if below.is_one() { power } else { format!("{power}/{below}") };
    }
    let power = power(&-exponent);
    if below.is_one() { format!("{above}/{power}") } else { format!("{above}/({})", factor(below, power)) }
}

impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (index, (exponent, coefficient)) in self.terms.iter().enumerate() {
            text.push_str(match (index, coefficient.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(&term(exponent, &coefficient.abs()));
        }
        f.pad(if text.is_empty() { "0" } else { &text })
    }
}

impl fmt::Debug for Surreal {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Surreal {
    type Err = SurrealError;

    fn from_str(text: &str) -> Result<Surreal, SurrealError> {
        parser::parse(text)
    }
}

impl TryFrom<String> for Surreal {
    type Error = SurrealError;

    fn try_from(text: String) -> Result<Surreal, SurrealError> {
        text.parse()
    }
}

impl From<Surreal> for String {
    fn from(number: Surreal) -> String {
        number.to_string()
    }
}

impl Surreal {
    /// `ω^y·r`; 0 for r = 0.
    ///
    /// ```
    /// use agon::Surreal;
    /// use num_rational::BigRational;
    /// let third = BigRational::new(1.into(), 3.into());
    /// assert_eq!(Surreal::monomial(third, Surreal::omega()).to_string(), "ω^ω/3");
    /// ```
    #[must_use]
    pub fn monomial(coefficient: BigRational, exponent: Surreal) -> Surreal {
        let terms = if coefficient.is_zero() { Vec::new() } else { vec![(exponent, coefficient)] };
        Surreal::from_terms(terms)
    }
}
