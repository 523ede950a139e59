//! From text to normal form.
//!
//! ```text
//! sum     = ["-"] product { ("+" | "-") product }
//! product = power { ["*" | "·" | "/"] power }
//! power   = atom [ "^" ["-"] power ]
//! atom    = number | "w" | "ω" | "ε" | "√" atom | "(" sum ")"
//! ```

use super::{DivisionError, Surreal};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use thiserror::Error;

/// Brackets, roots and powers inside each other.
const DEEPEST: u32 = 64;
/// The largest power of something other than a power of ω.
const LARGEST_POWER: u32 = 1000;

/// A text that is no surreal number in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SurrealError {
    /// The text breaks off or goes on where it should not.
    #[error(
        "`{input}` is no surreal number: at character {place} {expected} was expected; \
         write sums such as w^2 - 3w + 1/2, with w or ω, ε for 1/ω, √, and powers such as w^(1/2)",
        place = .position + 1
    )]
    Syntax {
        /// The text.
        input: String,
        /// The place, counted in characters from 0.
        position: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// Too many brackets, roots and powers inside each other.
    #[error("`{input}` is nested deeper than {DEEPEST} brackets, roots and powers")]
    TooDeep {
        /// The text.
        input: String,
    },
    /// A quotient or root that is no finite normal form.
    #[error("`{input}`: {error}")]
    Division {
        /// The text.
        input: String,
        /// Which quotient.
        error: DivisionError,
    },
    /// A power that is not offered.
    #[error(
        "`{input}`: ({base})^({exponent}) is not offered; powers of ω take any exponent, other numbers whole exponents \
         from -{LARGEST_POWER} to {LARGEST_POWER}, and fewer where the power would be very long"
    )]
    Power {
        /// The text.
        input: String,
        /// The base.
        base: Surreal,
        /// The exponent.
        exponent: Surreal,
    },
    /// A surreal number that is no ordinal.
    #[error(
        "`{input}` is no ordinal: an ordinal has natural coefficients and ordinal exponents, as in w^w + w^2*3 + 5"
    )]
    NotAnOrdinal {
        /// The text.
        input: String,
    },
}

pub(super) fn parse(input: &str) -> Result<Surreal, SurrealError> {
    let normalised = input.replace("omega", "ω").replace("epsilon", "ε").replace("sqrt", "√");
    let chars = normalised.chars().collect();
    let mut parser = Parser { input, chars, position: 0, depth: 0 };
    let number = parser.sum()?;
    match parser.peek() {
        None => Ok(number),
        Some(_) => Err(parser.expected("+, -, *, / or the end")),
    }
}

struct Parser<'a> {
    input: &'a str,
    chars: Vec<char>,
    position: usize,
    depth: u32,
}

/// Whether a power has at most some thousand terms and some million digits.
fn power_is_small(base: &Surreal, n: u32) -> bool {
    let bits = base.terms().iter().map(|(_, r)| r.numer().bits().max(r.denom().bits())).max().unwrap_or(0);
    base.terms().len() as u64 * u64::from(n) <= 4 * u64::from(LARGEST_POWER)
        && bits.saturating_mul(n.into()) <= 1 << 22
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.position).is_some_and(|c| c.is_whitespace()) {
            self.position += 1;
        }
        self.chars.get(self.position).copied()
    }

    fn take(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|c| wanted.contains(&c));
        self.position += usize::from(found);
        found
    }

    fn expected(&self, expected: &'static str) -> SurrealError {
        SurrealError::Syntax { input: self.input.to_owned(), position: self.position, expected }
    }

    fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, SurrealError>,
    ) -> Result<T, SurrealError> {
        if self.depth == DEEPEST {
            return Err(SurrealError::TooDeep { input: self.input.to_owned() });
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn division(&self, result: Result<Surreal, DivisionError>) -> Result<Surreal, SurrealError> {
        result.map_err(|error| SurrealError::Division { input: self.input.to_owned(), error })
    }

    fn sum(&mut self) -> Result<Surreal, SurrealError> {
        let negative = self.take(&['-', '−']);
        let first = self.product()?;
        let mut total = if negative { -first } else { first };
        loop {
            if self.take(&['+']) {
                total += self.product()?;
            } else if self.take(&['-', '−']) {
                total -= self.product()?;
            } else {
                return Ok(total);
            }
        }
    }

    fn product(&mut self) -> Result<Surreal, SurrealError> {
        let mut total = self.power()?;
        loop {
            if self.take(&['*', '·', '×']) {
                total *= self.power()?;
            } else if self.take(&['/']) {
                let divisor = self.power()?;
                total = self.division(total.checked_div(&divisor))?;
            } else if matches!(self.peek(), Some('w' | 'ω' | 'ε' | '√' | '(')) {
                total *= self.power()?;
            } else {
                return Ok(total);
            }
        }
    }

    fn power(&mut self) -> Result<Surreal, SurrealError> {
        let base = self.atom()?;
        if !self.take(&['^']) {
            return Ok(base);
        }
        let exponent = self.nested(|parser| {
            let negative = parser.take(&['-', '−']);
            let exponent = parser.power()?;
            Ok(if negative { -exponent } else { exponent })
        })?;
        if let Some(y) = base.as_omega_pow().filter(|y| !y.is_zero()) {
            return Ok(Surreal::omega_pow(y * &exponent));
        }
        let whole = exponent.to_rational().filter(|n| n.is_integer()).and_then(|n| n.to_integer().to_i32());
        match whole.filter(|n| n.unsigned_abs() <= LARGEST_POWER && power_is_small(&base, n.unsigned_abs())) {
            Some(n) if n < 0 => self.division(Surreal::one().checked_div(&base.pow(n.unsigned_abs()))),
            Some(n) => Ok(base.pow(n.unsigned_abs())),
            None => Err(SurrealError::Power { input: self.input.to_owned(), base, exponent }),
        }
    }

    fn atom(&mut self) -> Result<Surreal, SurrealError> {
        match self.peek() {
            Some('w' | 'ω') => {
                self.position += 1;
                Ok(Surreal::omega())
            }
            Some('ε') => {
                self.position += 1;
                Ok(Surreal::epsilon())
            }
            Some('√') => {
                self.position += 1;
                let radicand = self.nested(Parser::atom)?;
                self.division(radicand.checked_sqrt())
            }
            Some('(') => {
                self.position += 1;
                let inner = self.nested(Parser::sum)?;
                if self.take(&[')']) { Ok(inner) } else { Err(self.expected("a closing bracket")) }
            }
            Some(digit) if digit.is_ascii_digit() => self.number(),
            _ => Err(self.expected("a number, w, ε, √ or a bracket")),
        }
    }

    fn number(&mut self) -> Result<Surreal, SurrealError> {
        let whole = self.digits();
        let mut decimals = String::new();
        if self.chars.get(self.position) == Some(&'.') {
            self.position += 1;
            decimals = self.digits();
            if decimals.is_empty() {
                return Err(self.expected("a decimal"));
            }
        }
        let scale = BigInt::from(10).pow(u32::try_from(decimals.len()).unwrap_or(u32::MAX));
        let numerator: BigInt = format!("{whole}{decimals}").parse().map_err(|_| self.expected("a digit"))?;
        Ok(Surreal::from(BigRational::new(numerator, scale)))
    }

    fn digits(&mut self) -> String {
        let digits: String = self.chars[self.position..].iter().take_while(|c| c.is_ascii_digit()).collect();
        self.position += digits.len();
        digits
    }
}
