//! Ordinals as texts: `ω^2·3 + ω + 5`, read with the ordinary operations.

use super::Ordinal;
use crate::surreal::{
    SurrealError,
    expression::{self, Algebra, Text, Words},
};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use std::{fmt, str::FromStr};

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.pad("0");
        }
        let terms = self.terms.iter().map(|(exponent, coefficient)| {
            if exponent.is_zero() {
                return coefficient.to_string();
            }
            let power = match exponent.to_natural().and_then(|n| n.to_u64()) {
                Some(1) => "ω".to_owned(),
                Some(n) => format!("ω^{n}"),
                None if *exponent == Ordinal::omega() => "ω^ω".to_owned(),
                None => format!("ω^({exponent})"),
            };
            if coefficient.is_one() { power } else { format!("{power}·{coefficient}") }
        });
        f.pad(&terms.collect::<Vec<_>>().join(" + "))
    }
}

impl fmt::Debug for Ordinal {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Ordinal {
    type Err = SurrealError;

    /// `+`, `*` and `^` are the ordinary operations of ordinals, as the operators are: `1 + w` is ω, `2*w` is ω, `2^w` is ω.
    /// A natural number right before w is a coefficient: `2w` is ω·2 = ω + ω.
    ///
    /// # Errors
    ///
    /// [`SurrealError::OrdinalSyntax`], [`SurrealError::NotAnOrdinal`] for a difference or a quotient, and
    /// [`SurrealError::OrdinalPower`] for a power that would be very long.
    ///
    /// ```
    /// use agon::Ordinal;
    /// let read = |text: &str| text.parse::<Ordinal>().unwrap().to_string();
    /// assert_eq!(["1 + w", "w + 1", "2*w", "w*2", "2w"].map(read), ["ω", "ω + 1", "ω", "ω·2", "ω·2"]);
    /// assert_eq!(read("(w + 1)^2"), "ω^2 + ω + 1");
    /// assert!("w - 1".parse::<Ordinal>().is_err());
    /// ```
    fn from_str(input: &str) -> Result<Ordinal, SurrealError> {
        expression::read(&Ordinals { input }, input)
    }
}

/// The ordinary arithmetic of ordinals; `input` is the text for errors.
struct Ordinals<'a> {
    input: &'a str,
}

impl Ordinals<'_> {
    fn no_ordinal(&self) -> Result<Ordinal, SurrealError> {
        Err(SurrealError::NotAnOrdinal { input: self.input.to_owned() })
    }
}

impl Algebra for Ordinals<'_> {
    type Value = Ordinal;
    type Error = SurrealError;

    const WORDS: &'static Words = &[("omega", 'ω')];
    const OPERAND: &'static str = "a natural number, w or a bracket";
    const AFTER: &'static str = "+, *, ^ or the end";

    fn syntax(&self, position: usize, expected: &'static str) -> SurrealError {
        SurrealError::OrdinalSyntax { input: self.input.to_owned(), position, expected }
    }

    fn too_deep(&self) -> SurrealError {
        SurrealError::TooDeep { input: self.input.to_owned() }
    }

    fn number(&self, number: BigRational) -> Result<Ordinal, SurrealError> {
        match number.numer().to_biguint() {
            Some(natural) if number.is_integer() => Ok(Ordinal::from(natural)),
            _ => self.no_ordinal(),
        }
    }

    fn is_symbol(&self, first: char) -> bool {
        matches!(first, 'w' | 'ω')
    }

    fn symbol(&self, text: &mut Text) -> Result<Ordinal, SurrealError> {
        text.take(&['w', 'ω']);
        Ok(Ordinal::omega())
    }

    fn negative(&self, _: Ordinal) -> Result<Ordinal, SurrealError> {
        self.no_ordinal()
    }

    fn sum(&self, a: Ordinal, b: Ordinal) -> Result<Ordinal, SurrealError> {
        Ok(a + b)
    }

    fn product(&self, a: Ordinal, b: Ordinal) -> Result<Ordinal, SurrealError> {
        Ok(a * b)
    }

    fn quotient(&self, _: Ordinal, _: Ordinal) -> Result<Ordinal, SurrealError> {
        self.no_ordinal()
    }

    fn power(&self, base: Ordinal, exponent: Ordinal) -> Result<Ordinal, SurrealError> {
        let too_long = || SurrealError::OrdinalPower {
            input: self.input.to_owned(),
            base: base.clone(),
            exponent: exponent.clone(),
        };
        base.pow(&exponent).ok_or_else(too_long)
    }

    fn root(&self, _: Ordinal) -> Result<Ordinal, SurrealError> {
        self.no_ordinal()
    }

    /// A natural number before a power of ω is its coefficient; what other factors without a sign mean, `2(w + 1)` or
    /// `w w`, would be a guess.
    fn juxtaposed(&self, a: Ordinal, b: Ordinal) -> Result<Ordinal, SurrealError> {
        if a.is_finite() && b.terms.len() == 1 { Ok(b * a) } else { self.no_ordinal() }
    }
}

impl TryFrom<String> for Ordinal {
    type Error = SurrealError;

    fn try_from(text: String) -> Result<Ordinal, SurrealError> {
        text.parse()
    }
}

impl From<Ordinal> for String {
    fn from(ordinal: Ordinal) -> String {
        ordinal.to_string()
    }
}
