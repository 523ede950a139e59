//! From text to normal form.

use super::{DivisionError, Surreal};
use crate::surreal::expression::{self, Algebra, DEEPEST, Text, Words};
use crate::surreal::{Coefficient, Ordinal, coefficient};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use thiserror::Error;

/// The largest power of something other than a power of ω.
const LARGEST_POWER: u32 = 1000;

/// A text that is no surreal number in normal form.
///
/// ```
/// use agon::{Ordinal, Surreal, surreal::SurrealError};
///
/// assert!(matches!("w + ".parse::<Surreal>(), Err(SurrealError::Syntax { .. })));
/// assert!(matches!("1/(w + 1)".parse::<Surreal>(), Err(SurrealError::Division { .. })));
/// assert!(matches!("w - 1".parse::<Ordinal>(), Err(SurrealError::NotAnOrdinal { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SurrealError {
    /// The text breaks off or goes on where it should not.
    #[error(
        "`{input}` is no surreal number: at character {place} {expected} was expected; \
         write sums such as w^2 - 3w + √2/2, with w or ω, ε for 1/ω, √, π, and powers such as w^(1/2)",
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
        "`{input}`: ({base})^({exponent}) is not offered; powers of ω take any exponent, positive rational numbers rational \
         ones, other numbers whole exponents from -{LARGEST_POWER} to {LARGEST_POWER}, and fewer where the power would be very long, or fractions such as \
         1/2 where the root is a finite normal form whose coefficients are sums of rational multiples of roots and powers \
         of π"
    )]
    Power {
        /// The text.
        input: String,
        /// The base.
        base: Surreal,
        /// The exponent.
        exponent: Surreal,
    },
    /// The number e, which is no coefficient.
    #[error(
        "`{input}`: the number e is no coefficient of a surreal number here, since nobody knows whether numbers made of e \
         and π, such as e + π, are rational, so that they could not be compared; rational numbers, roots and π are, and \
         the type Real has e"
    )]
    NotComparable {
        /// The text.
        input: String,
    },
    /// A text with something that is no ordinal, or that is no operation of ordinals.
    #[error(
        "`{input}` is no ordinal: ordinals are written with natural numbers, w, +, *, ^ and brackets, as in \
         w^w + w^2*3 + 5"
    )]
    NotAnOrdinal {
        /// The text.
        input: String,
    },
    /// A text of an ordinal that breaks off or goes on where it should not.
    #[error(
        "`{input}` is no ordinal: at character {place} {expected} was expected; write sums such as w^w + w^2*3 + 5",
        place = .position + 1
    )]
    OrdinalSyntax {
        /// The text.
        input: String,
        /// The place, counted in characters from 0.
        position: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// A power of an ordinal that would be very long.
    #[error(
        "`{input}`: ({base})^({exponent}) is not offered, since it would have a natural number of more than 2^24 \
         binary digits or more than 2^12 terms"
    )]
    OrdinalPower {
        /// The text.
        input: String,
        /// The base.
        base: Ordinal,
        /// The exponent.
        exponent: Ordinal,
    },
}

pub(super) fn parse(input: &str) -> Result<Surreal, SurrealError> {
    expression::read(&NormalForms { input }, input)
}

/// Whether a power has at most some thousand terms and some million digits.
fn power_is_small(base: &Surreal, n: u32) -> bool {
    const MOST: u64 = 4 * LARGEST_POWER as u64;
    // So many monomials of degree n there are in as many letters, at most.
    let monomials = |letters: u64| {
        (1..letters).try_fold(1u64, |count, k| {
            let count = count.checked_mul(u64::from(n) + k)? / k;
            (count <= MOST).then_some(count)
        })
    };
    let coefficients = || base.terms().iter().map(|(_, r)| r);
    let by_terms = monomials(coefficients().map(|r| r.count_terms() as u64).sum());
    // Products of roots are elements of one field.
    let by_degree = || {
        let powers = monomials(base.terms().len() as u64)?;
        powers.checked_mul(coefficient::field_degree(coefficients())?).filter(|count| *count <= MOST)
    };
    let monomials = by_terms.or_else(by_degree);
    let bits = base.terms().iter().map(|(_, r)| coefficient::size(r)).max().unwrap_or(0);
    monomials.is_some() && bits.saturating_mul(n.into()) <= 1 << 22
}

/// The k-th root, if it is a finite normal form.
fn root(number: &Surreal, k: u32) -> Option<Surreal> {
    match number.terms() {
        [] => Some(Surreal::zero()),
        _ if k == 1 => Some(number.clone()),
        [(exponent, coefficient)] => {
            let exponent = exponent * Surreal::from(BigRational::new(BigInt::from(1), BigInt::from(k)));
            Some(Surreal::monomial(coefficient.root(k)?, exponent))
        }
        _ if k == 2 => number.checked_sqrt().ok(),
        _ => None,
    }
}

/// Surreal numbers in normal form; `input` is the text for errors.
struct NormalForms<'a> {
    input: &'a str,
}

impl NormalForms<'_> {
    fn division(&self, result: Result<Surreal, DivisionError>) -> Result<Surreal, SurrealError> {
        result.map_err(|error| SurrealError::Division { input: self.input.to_owned(), error })
    }
}

impl Algebra for NormalForms<'_> {
    type Value = Surreal;
    type Error = SurrealError;

    const WORDS: &'static Words =
        &[("omega", 'ω'), ("epsilon", 'ε'), ("sqrt", '√'), ("phi", 'φ'), ("pi", 'π')];
    const OPERAND: &'static str = "a number, w, ε, √, π or a bracket";
    const AFTER: &'static str = "+, -, *, / or the end";

    fn syntax(&self, position: usize, expected: &'static str) -> SurrealError {
        SurrealError::Syntax { input: self.input.to_owned(), position, expected }
    }

    fn too_deep(&self) -> SurrealError {
        SurrealError::TooDeep { input: self.input.to_owned() }
    }

    fn number(&self, number: BigRational) -> Result<Surreal, SurrealError> {
        Ok(Surreal::from(number))
    }

    fn is_symbol(&self, first: char) -> bool {
        matches!(first, 'w' | 'ω' | 'ε' | 'π' | 'φ' | 'e')
    }

    fn symbol(&self, text: &mut Text) -> Result<Surreal, SurrealError> {
        Ok(if text.take(&['ε']) {
            Surreal::epsilon()
        } else if text.take(&['π']) {
            Coefficient::pi().into()
        } else if text.take(&['φ']) {
            Coefficient::golden_ratio().into()
        } else if text.take(&['w', 'ω']) {
            Surreal::omega()
        } else {
            return Err(SurrealError::NotComparable { input: self.input.to_owned() });
        })
    }

    fn negative(&self, a: Surreal) -> Result<Surreal, SurrealError> {
        Ok(-a)
    }

    fn sum(&self, a: Surreal, b: Surreal) -> Result<Surreal, SurrealError> {
        Ok(a + b)
    }

    fn product(&self, a: Surreal, b: Surreal) -> Result<Surreal, SurrealError> {
        Ok(a * b)
    }

    fn quotient(&self, a: Surreal, b: Surreal) -> Result<Surreal, SurrealError> {
        self.division(a.checked_div(&b))
    }

    fn power(&self, base: Surreal, exponent: Surreal) -> Result<Surreal, SurrealError> {
        if let Some(y) = base.as_omega_pow().filter(|y| !y.is_zero()) {
            return Ok(Surreal::omega_pow(y * &exponent));
        }
        if let (Some(q), Some(fraction)) = (base.to_rational(), exponent.to_rational())
            && let Some(power) = Coefficient::rational_power(&q, &fraction)
        {
            return Ok(power.into());
        }
        let small = |n: &BigInt| n.to_i32().filter(|n| n.unsigned_abs() <= LARGEST_POWER);
        // Such as π^2000, which is what it prints as.
        let is_monomial = matches!(base.terms(), [(_, r)] if r.count_terms() == 1);
        let found = exponent.to_rational().and_then(|fraction| {
            let n = if is_monomial { fraction.numer().to_i32() } else { small(fraction.numer()) };
            let n = n.filter(|n| power_is_small(&base, n.unsigned_abs()))?;
            Some((n, root(&base, small(fraction.denom())?.unsigned_abs())?))
        });
        match found {
            Some((n, root)) if n < 0 => {
                self.division(Surreal::one().checked_div(&root.pow(n.unsigned_abs())))
            }
            Some((n, root)) => Ok(root.pow(n.unsigned_abs())),
            None => Err(SurrealError::Power { input: self.input.to_owned(), base, exponent }),
        }
    }

    fn root(&self, a: Surreal) -> Result<Surreal, SurrealError> {
        self.division(a.checked_sqrt())
    }
}
