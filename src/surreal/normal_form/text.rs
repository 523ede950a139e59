//! Normal forms as texts: `ω^2 - 3ω + 1/2`.

use super::{Surreal, SurrealError, parser};
use crate::surreal::Coefficient;
use num_rational::BigRational;
use num_traits::One;
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

/// `ω^y·r` for r > 0 and y ≠ 0.
fn term(exponent: &Surreal, coefficient: &Coefficient) -> String {
    match coefficient.as_rational() {
        Some(rational) => rational_term(exponent, rational),
        None => {
            let text = coefficient.to_string();
            let text =
                if coefficient.count_terms() > 1 || text.contains('/') { format!("({text})") } else { text };
            if exponent.is_positive() {
                format!("{text}·{}", power(exponent))
            } else {
                format!("{text}/{}", power(&-exponent))
            }
        }
    }
}

fn rational_term(exponent: &Surreal, coefficient: &BigRational) -> String {
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
            let (negative, term) = if exponent.is_zero() {
                // A sum without brackets.
                let sum = coefficient.to_string();
                match sum.strip_prefix('-') {
                    Some(rest) => (true, rest.to_owned()),
                    None => (false, sum),
                }
            } else {
                (coefficient.is_negative(), term(exponent, &coefficient.abs()))
            };
            text.push_str(match (index, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(&term);
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
    /// use agon::surreal::{BigRational, Coefficient};
    /// let third = BigRational::new(1.into(), 3.into());
    /// assert_eq!(Surreal::monomial(third, Surreal::omega()).to_string(), "ω^ω/3");
    /// assert_eq!(Surreal::monomial(Coefficient::pi(), Surreal::from(-1)).to_string(), "π/ω");
    /// ```
    #[must_use]
    pub fn monomial(coefficient: impl Into<Coefficient>, exponent: Surreal) -> Surreal {
        let coefficient = coefficient.into();
        let terms = if coefficient.is_zero() { Vec::new() } else { vec![(exponent, coefficient)] };
        Surreal::from_terms(terms)
    }
}
