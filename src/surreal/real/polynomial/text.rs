//! Polynomials as texts: `x^3 - 2x + 1`.

use super::{LARGEST_DEGREE, Polynomial, PolynomialError};
use crate::surreal::{
    expression::{self, Algebra, Text, Words},
    powers::by_squares,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::{fmt, str::FromStr};

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (power, coefficient) in self.coefficients.iter().enumerate().rev() {
            if coefficient.is_zero() {
                continue;
            }
            text.push_str(match (text.is_empty(), coefficient.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            let magnitude = coefficient.abs();
            let factor = if magnitude.is_one() && power > 0 { String::new() } else { magnitude.to_string() };
            text.push_str(&match power {
                0 => factor,
                1 => format!("{factor}x"),
                _ => format!("{factor}x^{power}"),
            });
        }
        f.pad(if text.is_empty() { "0" } else { &text })
    }
}

impl fmt::Debug for Polynomial {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Polynomial {
    type Err = PolynomialError;

    /// Sums, products and natural powers of x and integers, in any order.
    ///
    /// # Errors
    ///
    /// [`PolynomialError`] for another text, for a degree above 1000, and for coefficients of more than a million digits.
    ///
    /// ```
    /// use agon::surreal::Polynomial;
    /// let p: Polynomial = "(x - 1)(x - 2)".parse()?;
    /// assert_eq!(p.to_string(), "x^2 - 3x + 2");
    /// # Ok::<(), agon::surreal::PolynomialError>(())
    /// ```
    fn from_str(input: &str) -> Result<Polynomial, PolynomialError> {
        expression::read(&Polynomials { input }, input)
    }
}

/// Polynomials in x; `input` is the text for errors.
struct Polynomials<'a> {
    input: &'a str,
}

impl Polynomials<'_> {
    fn wrong(&self) -> PolynomialError {
        PolynomialError::NotAPolynomial { input: self.input.to_owned() }
    }

    /// Refuses what has too large a degree or too long coefficients, before it is computed.
    fn small(&self, degree: u64, bits: u64) -> Result<(), PolynomialError> {
        if degree > LARGEST_DEGREE.into() {
            return Err(PolynomialError::TooLarge { degree: u32::try_from(degree).unwrap_or(u32::MAX) });
        }
        if bits > 1 << 20 { Err(PolynomialError::TooLong { input: self.input.to_owned() }) } else { Ok(()) }
    }
}

fn degree(p: &Polynomial) -> u64 {
    p.degree().unwrap_or(0) as u64
}

/// Binary digits of the longest coefficient.
fn bits(p: &Polynomial) -> u64 {
    p.coefficients.iter().map(BigInt::bits).max().unwrap_or(0)
}

impl Algebra for Polynomials<'_> {
    type Value = Polynomial;
    type Error = PolynomialError;

    const WORDS: &'static Words = &[];
    const OPERAND: &'static str = "an integer, x or a bracket";
    const AFTER: &'static str = "+, -, *, ^ or the end";

    fn syntax(&self, _: usize, _: &'static str) -> PolynomialError {
        self.wrong()
    }

    fn too_deep(&self) -> PolynomialError {
        self.wrong()
    }

    fn number(&self, number: BigRational) -> Result<Polynomial, PolynomialError> {
        if number.is_integer() { Ok(Polynomial::new(vec![number.to_integer()])) } else { Err(self.wrong()) }
    }

    fn is_symbol(&self, first: char) -> bool {
        first == 'x'
    }

    fn symbol(&self, text: &mut Text) -> Result<Polynomial, PolynomialError> {
        text.take(&['x']);
        Ok(Polynomial::new(vec![BigInt::zero(), BigInt::one()]))
    }

    fn negative(&self, a: Polynomial) -> Result<Polynomial, PolynomialError> {
        Ok(-&a)
    }

    fn sum(&self, a: Polynomial, b: Polynomial) -> Result<Polynomial, PolynomialError> {
        Ok(a + b)
    }

    fn product(&self, a: Polynomial, b: Polynomial) -> Result<Polynomial, PolynomialError> {
        self.small(degree(&a) + degree(&b), bits(&a) + bits(&b))?;
        Ok(a * b)
    }

    fn quotient(&self, _: Polynomial, _: Polynomial) -> Result<Polynomial, PolynomialError> {
        Err(self.wrong())
    }

    fn power(&self, base: Polynomial, exponent: Polynomial) -> Result<Polynomial, PolynomialError> {
        let n = match exponent.coefficients.as_slice() {
            [] => 0,
            [n] => n.to_u32().ok_or_else(|| self.wrong())?,
            _ => return Err(self.wrong()),
        };
        // A coefficient of the power is a sum of products of n coefficients.
        let terms = u64::from(base.coefficients.len().max(1).ilog2()) + 1;
        self.small(degree(&base) * u64::from(n), (bits(&base) + terms) * u64::from(n))?;
        Ok(by_squares(&base, Polynomial::new(vec![BigInt::one()]), n.into(), |a, b| a * b))
    }

    fn root(&self, _: Polynomial) -> Result<Polynomial, PolynomialError> {
        Err(self.wrong())
    }
}
