//! Polynomials with integer coefficients, and their real roots by Sturm's theorem.

mod arithmetic;
mod text;

use super::{Kind, Real, algebraic::Algebraic};
use crate::surreal::Dyadic;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use thiserror::Error;

/// A polynomial in x with integer coefficients. Texts are `x^3 - 2x + 1`, `x²-2` or `(x-1)(x-2)`.
///
/// ```
/// use agon::surreal::Polynomial;
/// let p: Polynomial = "x^3 - 2x".parse()?;
/// let roots: Vec<String> = p.real_roots()?.iter().map(|root| root.to_decimal(5).unwrap()).collect();
/// assert_eq!(roots, ["-1.41421…", "0", "1.41421…"]);
/// # Ok::<(), agon::surreal::PolynomialError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Polynomial {
    /// From the constant term on; the last is not 0.
    coefficients: Vec<BigInt>,
}

/// A text that is no polynomial, or a polynomial whose roots are not isolated.
///
/// ```
/// use agon::{Polynomial, surreal::PolynomialError};
///
/// assert!(matches!("x^2 + y".parse::<Polynomial>(), Err(PolynomialError::NotAPolynomial { .. })));
/// assert_eq!("x^5000".parse::<Polynomial>(), Err(PolynomialError::TooLarge { degree: 5000 }));
/// assert_eq!(Polynomial::new(vec![]).real_roots().err(), Some(PolynomialError::Zero));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolynomialError {
    /// The text is no polynomial.
    #[error("`{input}` is no polynomial in x with integer coefficients; write for example x^3 - 2x + 1")]
    NotAPolynomial {
        /// The text.
        input: String,
    },
    /// The degree is too large.
    #[error("x^{degree} is too large a power; the largest is x^{LARGEST_DEGREE}")]
    TooLarge {
        /// The degree.
        degree: u32,
    },
    /// The coefficients are too long.
    #[error("`{input}` would have coefficients of more than a million binary digits")]
    TooLong {
        /// The text.
        input: String,
    },
    /// Every number is a root of 0.
    #[error("every number is a root of the polynomial 0")]
    Zero,
}

const LARGEST_DEGREE: u32 = 1000;

impl Polynomial {
    /// The polynomial with these coefficients, from the constant term on.
    ///
    /// ```
    /// use agon::surreal::Polynomial;
    /// assert_eq!(Polynomial::new([-2, 0, 1].map(Into::into).to_vec()).to_string(), "x^2 - 2");
    /// ```
    #[must_use]
    pub fn new(mut coefficients: Vec<BigInt>) -> Polynomial {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    /// The coefficients, from the constant term on; the last is not 0.
    ///
    /// ```
    /// use agon::{BigInt, Polynomial};
    ///
    /// assert_eq!("x^3 - 2x + 1".parse::<Polynomial>()?.coefficients(), [1, -2, 0, 1].map(BigInt::from));
    /// # Ok::<(), agon::surreal::PolynomialError>(())
    /// ```
    #[must_use]
    pub fn coefficients(&self) -> &[BigInt] {
        &self.coefficients
    }

    /// The degree; `None` for the polynomial 0.
    ///
    /// ```
    /// use agon::Polynomial;
    ///
    /// assert_eq!("x^3 - 2x + 1".parse::<Polynomial>()?.degree(), Some(3));
    /// assert_eq!(Polynomial::new(vec![]).degree(), None);
    /// # Ok::<(), agon::surreal::PolynomialError>(())
    /// ```
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// `p(m/2^k)·2^(k·degree)`, a whole number with the sign of `p(m/2^k)`.
    pub(super) fn scaled_value(&self, x: &Dyadic) -> BigInt {
        let mut value = BigInt::zero();
        let mut shift = 0;
        for coefficient in self.coefficients.iter().rev() {
            value = value * x.numerator() + (coefficient << shift);
            shift += x.exponent();
        }
        value
    }

    pub(super) fn sign_at(&self, x: &Dyadic) -> Sign {
        self.scaled_value(x).sign()
    }

    fn derivative(&self) -> Polynomial {
        let terms = self.coefficients.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i));
        Polynomial::new(terms.collect())
    }

    /// Without the common divisor of the coefficients; the sign stays.
    fn primitive(mut self) -> Polynomial {
        let divisor = self.coefficients.iter().fold(BigInt::zero(), |divisor, c| divisor.gcd(c));
        if !divisor.is_zero() && !divisor.is_one() {
            for coefficient in &mut self.coefficients {
                *coefficient /= &divisor;
            }
        }
        self
    }

    /// The remainder of a positive multiple of this polynomial, and the quotient of some multiple.
    fn division(&self, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let (mut rest, mut quotient) = (self.clone(), Vec::new());
        let Some(leading) = divisor.coefficients.last() else { return (Polynomial::new(Vec::new()), rest) };
        while rest.coefficients.len() >= divisor.coefficients.len() {
            crate::interrupt::check();
            let shift = rest.coefficients.len() - divisor.coefficients.len();
            let mut top = rest.coefficients[rest.coefficients.len() - 1].clone();
            // Everything is multiplied by |leading|; then `top` is divisible.
            if leading.is_negative() {
                top = -top;
            }
            let factor = leading.abs();
            for coefficient in rest.coefficients.iter_mut().chain(&mut quotient) {
                *coefficient *= &factor;
            }
            for (i, coefficient) in divisor.coefficients.iter().enumerate() {
                rest.coefficients[i + shift] -= coefficient * &top;
            }
            if quotient.len() <= shift {
                quotient.resize(shift + 1, BigInt::zero());
            }
            quotient[shift] += top;
            rest = Polynomial::new(std::mem::take(&mut rest.coefficients));
        }
        (Polynomial::new(quotient), rest)
    }

    pub(super) fn gcd(&self, other: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (self.clone().primitive(), other.clone().primitive());
        while !b.coefficients.is_empty() {
            let rest = a.division(&b).1.primitive();
            (a, b) = (b, rest);
        }
        a
    }

    /// The polynomial with the same roots, each once.
    fn square_free(&self) -> Polynomial {
        let divisor = self.gcd(&self.derivative());
        if divisor.degree() == Some(0) {
            return self.clone().primitive();
        }
        self.division(&divisor).0.primitive()
    }

    /// `p, p′, −(p mod p′), …`
    fn sturm_chain(&self) -> Vec<Polynomial> {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., a, b] = chain.as_slice()
            && !b.coefficients.is_empty()
        {
            let rest = a.division(b).1.primitive();
            let negative = Polynomial::new(rest.coefficients.iter().map(|c| -c).collect());
            chain.push(negative);
        }
        chain.pop();
        chain
    }

    /// How many different real roots lie in `(low, high]`, by Sturm's theorem.
    ///
    /// ```
    /// use agon::surreal::Polynomial;
    /// let p: Polynomial = "x^4 - 5x^2 + 4".parse()?; // ±1, ±2
    /// assert_eq!(p.roots_between(&0.into(), &2.into()), 2);
    /// # Ok::<(), agon::surreal::PolynomialError>(())
    /// ```
    #[must_use]
    pub fn roots_between(&self, low: &Dyadic, high: &Dyadic) -> usize {
        let chain = self.square_free().sturm_chain();
        changes(&chain, low).saturating_sub(changes(&chain, high))
    }

    /// The different real roots in increasing order, isolated by Sturm's theorem.
    ///
    /// # Errors
    ///
    /// For the polynomial 0.
    ///
    /// ```
    /// use agon::surreal::Polynomial;
    ///
    /// // x³ − x − 1 has one real root, 1.3247…
    /// let cubic = Polynomial::new([-1, -1, 0, 1].map(Into::into).to_vec());
    /// let roots = cubic.real_roots()?;
    /// assert_eq!(roots.len(), 1);
    /// # Ok::<(), agon::surreal::PolynomialError>(())
    /// ```
    pub fn real_roots(&self) -> Result<Vec<Real>, PolynomialError> {
        let Some(leading) = self.coefficients.last() else { return Err(PolynomialError::Zero) };
        // Cauchy: all roots are smaller than 1 + max |cᵢ/c|.
        let largest = self.coefficients.iter().map(BigInt::abs).max().unwrap_or_default();
        let bound = Dyadic::from(BigInt::one() << ((largest / leading.abs()) + 2u8).bits());
        let polynomial = self.square_free();
        let chain = polynomial.sturm_chain();
        let count = |x: &Dyadic| changes(&chain, x);
        let mut roots = Vec::new();
        let mut pending = vec![(-&bound, count(&-&bound), bound.clone(), count(&bound))];
        while let Some((low, before, high, after)) = pending.pop() {
            crate::interrupt::check();
            match before.saturating_sub(after) {
                0 => {}
                1 => roots.push(isolated(&polynomial, low, high)),
                _ => {
                    let middle = (&low + &high).halve();
                    let between = count(&middle);
                    pending.push((middle.clone(), between, high, after));
                    pending.push((low, before, middle, between));
                }
            }
        }
        Ok(roots)
    }
}

fn changes(chain: &[Polynomial], x: &Dyadic) -> usize {
    let signs: Vec<Sign> = chain.iter().map(|p| p.sign_at(x)).filter(|sign| *sign != Sign::NoSign).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The one root in `(low, high]`. A rational root has a denominator that divides the leading coefficient c: it is the
/// one multiple of 1/c in a narrow enclosure.
fn isolated(polynomial: &Polynomial, low: Dyadic, high: Dyadic) -> Real {
    if polynomial.sign_at(&high) == Sign::NoSign {
        return Real::from(&high);
    }
    let algebraic = Algebraic::new(polynomial.clone(), low, high);
    let leading = polynomial.coefficients.last().cloned().unwrap_or_else(BigInt::one).abs();
    let enclosure = algebraic.enclose(leading.bits() + 1);
    let scale = Dyadic::from(leading.clone());
    let above = (&enclosure.low * &scale).ceil();
    if Dyadic::from(above.clone()) <= &enclosure.high * &scale {
        let candidate = BigRational::new(above, leading);
        let value = polynomial
            .coefficients
            .iter()
            .rev()
            .fold(BigRational::zero(), |value, c| value * &candidate + BigRational::from(c.clone()));
        if value.is_zero() {
            return Real::from(candidate);
        }
    }
    Real::new(Kind::Algebraic(algebraic))
}
