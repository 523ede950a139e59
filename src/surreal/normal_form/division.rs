//! Division and square roots of normal forms: exact where the result has finitely many terms, else up to a stated
//! number of terms.

use super::Surreal;
use crate::surreal::Coefficient;
use num_bigint::BigInt;
use num_rational::BigRational;
use thiserror::Error;

/// The longest quotient or root that is looked for.
const MOST_TERMS: usize = 10_000;

/// A quotient or a square root that has no finite normal form, or none with such coefficients.
///
/// ```
/// use agon::{Surreal, surreal::DivisionError};
///
/// let (one, omega) = (Surreal::one(), Surreal::omega());
/// assert!(matches!(one.checked_div(&(&omega + 1)), Err(DivisionError::Infinite { .. })));
/// assert!(matches!(one.checked_div(&Surreal::zero()), Err(DivisionError::ByZero { .. })));
/// assert!(matches!((-omega).checked_sqrt(), Err(DivisionError::NoRoot { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DivisionError {
    /// The divisor is 0.
    #[error("{dividend} cannot be divided by 0")]
    ByZero {
        /// What was to be divided.
        dividend: Surreal,
    },
    /// The quotient is a number with infinitely many terms.
    #[error("({dividend}) / ({divisor}) has no finite normal form; divide_to(n) gives its first n terms")]
    Infinite {
        /// What was to be divided.
        dividend: Surreal,
        /// By what.
        divisor: Surreal,
    },
    /// A coefficient by which nothing is divided here.
    #[error(
        "({dividend}) / ({divisor}): {coefficient} / ({by}) is no sum of rational multiples of roots and powers of π that is \
         found here; the type Real has quotients of all real numbers"
    )]
    Coefficient {
        /// What was to be divided.
        dividend: Surreal,
        /// By what.
        divisor: Surreal,
        /// The coefficient that was to be divided.
        coefficient: Coefficient,
        /// By what it was to be divided.
        by: Coefficient,
    },
    /// The quotient has so many terms that it is not looked for further, whether it ends or not.
    #[error(
        "({dividend}) / ({divisor}) has more than {most} terms; where it ends, if it does, was not looked for: \
         divide_to(n) gives its first n terms"
    )]
    LongQuotient {
        /// What was to be divided.
        dividend: Surreal,
        /// By what.
        divisor: Surreal,
        /// The longest quotient that is looked for.
        most: usize,
    },
    /// The square root has so many terms that it is not looked for further, whether it ends or not.
    #[error("√({number}) has more than {most} terms; where it ends, if it does, was not looked for")]
    LongRoot {
        /// The number.
        number: Surreal,
        /// The longest root that is looked for.
        most: usize,
    },
    /// The square root is no finite normal form with coefficients of this kind.
    #[error(
        "√({number}) is no finite sum of powers of ω whose coefficients are found as sums of rational multiples of roots \
         and powers of π"
    )]
    NoRoot {
        /// The number.
        number: Surreal,
    },
}

/// The first terms of a quotient, and what is left: `dividend = terms·divisor + remainder`.
///
/// ```
/// use agon::Surreal;
///
/// let (one, divisor): (Surreal, Surreal) = (Surreal::one(), "w + 1".parse()?);
/// let quotient = one.divide_to(&divisor, 2).expect("the divisor is not 0");
/// assert_eq!(quotient.terms.to_string(), "1/ω - 1/ω^2");
/// assert_eq!(quotient.terms * divisor + quotient.remainder, one);
/// # Ok::<(), agon::surreal::SurrealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quotient {
    /// The leading terms of the quotient.
    pub terms: Surreal,
    /// `dividend − terms·divisor`; 0 when the quotient is exact.
    pub remainder: Surreal,
}

impl Surreal {
    /// The first n terms of `self / divisor`, by long division; fewer when the quotient is shorter. `None` for the
    /// divisor 0, and for one by whose leading coefficient nothing is divided, as (π + 1)·ω.
    ///
    /// ```
    /// use agon::Surreal;
    /// let quotient = Surreal::one().divide_to(&"w + 1".parse()?, 3).unwrap();
    /// assert_eq!(quotient.terms.to_string(), "1/ω - 1/ω^2 + 1/ω^3");
    /// assert_eq!(quotient.remainder.to_string(), "-1/ω^3");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn divide_to(&self, divisor: &Surreal, n: usize) -> Option<Quotient> {
        self.long_division(divisor, n, |_| true).ok()
    }

    /// The first n terms of `1/x`; `None` where [`divide_to`](Surreal::divide_to) gives none.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!("2w".parse::<Surreal>()?.inverse_to(5).unwrap().to_string(), "1/(2ω)");
    /// assert_eq!("1 - w^-1".parse::<Surreal>()?.inverse_to(3).unwrap().to_string(), "1 + 1/ω + 1/ω^2");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn inverse_to(&self, n: usize) -> Option<Surreal> {
        Some(Surreal::one().divide_to(self, n)?.terms)
    }

    /// The exact quotient.
    ///
    /// ```
    /// use agon::Surreal;
    /// let [a, b]: [Surreal; 2] = ["w^2 - 1".parse()?, "w + 1".parse()?];
    /// assert_eq!(a.checked_div(&b)?.to_string(), "ω - 1");
    /// assert!(Surreal::one().checked_div(&b).unwrap_err().to_string().contains("no finite normal form"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DivisionError::ByZero`]; [`DivisionError::Infinite`] when the quotient has no finite normal form. A finite
    /// quotient ends with the quotient of the last terms, so that division stops where it goes below that.
    /// [`DivisionError::LongQuotient`] when it has come to ten thousand terms before; [`DivisionError::Coefficient`] for
    /// coefficients such as 1/(π + 1) (see [`Coefficient::checked_div`]).
    pub fn checked_div(&self, divisor: &Surreal) -> Result<Surreal, DivisionError> {
        let Some((lowest_divisor, _)) = divisor.terms.last() else {
            return Err(DivisionError::ByZero { dividend: self.clone() });
        };
        let Some((lowest, _)) = self.terms.last() else { return Ok(Surreal::zero()) };
        let last = lowest - lowest_divisor;
        let wanted = |exponent: &Surreal| *exponent >= last;
        let Quotient { terms, remainder } = self.long_division(divisor, MOST_TERMS, wanted)?;
        let (dividend, divisor) = (self.clone(), divisor.clone());
        match (remainder.leading_term(), divisor.leading_term()) {
            (None, _) => Ok(terms),
            (Some((exponent, _)), Some((degree, _))) if wanted(&(exponent - degree)) => {
                Err(DivisionError::LongQuotient { dividend, divisor, most: MOST_TERMS })
            }
            _ => Err(DivisionError::Infinite { dividend, divisor }),
        }
    }

    /// At most n terms, as long as their exponents are wanted.
    fn long_division(
        &self,
        divisor: &Surreal,
        n: usize,
        wanted: impl Fn(&Surreal) -> bool,
    ) -> Result<Quotient, DivisionError> {
        let (mut terms, mut remainder) = (Vec::new(), self.clone());
        let Some((degree, leading)) = divisor.leading_term() else {
            return Err(DivisionError::ByZero { dividend: self.clone() });
        };
        let inverse = leading.recip();
        while terms.len() < n
            && let Some((exponent, coefficient)) = remainder.leading_term()
        {
            crate::interrupt::check();
            let exponent = exponent - degree;
            let quotient = match &inverse {
                Some(inverse) => Some(coefficient * inverse),
                None => coefficient.checked_div(leading),
            };
            let Some(coefficient) = quotient else {
                return Err(DivisionError::Coefficient {
                    dividend: self.clone(),
                    divisor: divisor.clone(),
                    coefficient: coefficient.clone(),
                    by: leading.clone(),
                });
            };
            if !wanted(&exponent) {
                break;
            }
            let term = Surreal::from_terms(vec![(exponent, coefficient)]);
            remainder -= &term * divisor;
            terms.extend(term.terms);
        }
        Ok(Quotient { terms: Surreal::from_terms(terms), remainder })
    }

    /// The exact square root that is ≥ 0.
    ///
    /// ```
    /// use agon::Surreal;
    /// assert_eq!("w".parse::<Surreal>()?.checked_sqrt()?.to_string(), "√ω");
    /// assert_eq!("w^2 + 2w + 1".parse::<Surreal>()?.checked_sqrt()?.to_string(), "ω + 1");
    /// assert_eq!("2w".parse::<Surreal>()?.checked_sqrt()?.to_string(), "√2·√ω");
    /// assert!("w + 1".parse::<Surreal>()?.checked_sqrt().is_err()); // √ω·(1 + 1/(2ω) − …)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DivisionError::NoRoot`] for negative numbers, and where the root has infinitely many terms, or a
    /// coefficient that is no [`Coefficient`]; [`DivisionError::LongRoot`] when it has come to ten thousand terms without an end.
    pub fn checked_sqrt(&self) -> Result<Surreal, DivisionError> {
        self.sqrt_of_at_most(MOST_TERMS)
    }

    fn sqrt_of_at_most(&self, most: usize) -> Result<Surreal, DivisionError> {
        let no_root = || DivisionError::NoRoot { number: self.clone() };
        let half = Surreal::from(BigRational::new(BigInt::from(1), BigInt::from(2)));
        let Some((degree, leading)) = self.leading_term() else { return Ok(Surreal::zero()) };
        let lowest = &self.terms[self.terms.len() - 1].0 * &half;
        let first = (degree * &half, leading.root(2).ok_or_else(no_root)?);
        let (leading_degree, twice) = (first.0.clone(), &first.1 * 2);
        let mut root = Surreal::from_terms(vec![first]);
        let mut remainder = self - &root * &root;
        while let Some((exponent, coefficient)) = remainder.leading_term() {
            crate::interrupt::check();
            let exponent = exponent - &leading_degree;
            if exponent < lowest {
                return Err(no_root());
            }
            if root.terms.len() == most {
                return Err(DivisionError::LongRoot { number: self.clone(), most });
            }
            let coefficient = coefficient.checked_div(&twice).ok_or_else(no_root)?;
            let term = Surreal::from_terms(vec![(exponent, coefficient)]);
            // (s + t)² = s² + (2s + t)·t
            remainder -= (&root + &root + &term) * &term;
            root.terms.extend(term.terms);
        }
        Ok(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A long root and an endless one, with a small bound in place of ten thousand.
    #[test]
    fn a_long_root_is_not_called_endless() {
        let root: Surreal = "w^6 + w^5 + w^4 + w^3 + w^2 + w + 1".parse().unwrap();
        let long = root.pow(2);
        assert_eq!(long.sqrt_of_at_most(7), Ok(root));
        let error = long.sqrt_of_at_most(6).unwrap_err();
        assert!(error.to_string().contains("more than 6 terms"), "{error}");
        assert_eq!(error, DivisionError::LongRoot { number: long, most: 6 });
        let endless: Surreal = "w + 1".parse().unwrap();
        assert_eq!(endless.sqrt_of_at_most(6), Err(DivisionError::NoRoot { number: endless.clone() }));
    }
}
