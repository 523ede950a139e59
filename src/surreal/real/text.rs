//! Real numbers as texts: `1/3`, `√2`, `2π + 1`.

use super::{Kind, Polynomial, PolynomialError, Real};
use crate::surreal::{
    Coefficient, Dyadic, coefficient,
    expression::{self, Algebra, DEEPEST, Text, Words},
    powers::by_squares,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::{cmp::Ordering, fmt, str::FromStr};
use thiserror::Error;

/// The largest power of a number that is not rational.
const LARGEST_POWER: u32 = 64;

/// The highest root of a whole number that keeps its name.
const HIGHEST_NAMED: u32 = 1000;

/// A text that is no real number.
///
/// ```
/// use agon::{Real, surreal::RealError};
///
/// assert!(matches!("2 +".parse::<Real>(), Err(RealError::Syntax { position: 3, .. })));
/// assert!(matches!("1/(√2 - √2)".parse::<Real>(), Err(RealError::ByZero { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RealError {
    /// The text breaks off or goes on where it should not.
    #[error(
        "`{input}` is no real number: at character {place} {expected} was expected; write for example 1/3, -2.5, √2, \
         2^(1/3), π, e, φ, and sums, products and quotients of them",
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
    /// A divisor that is 0, or cannot be told from 0.
    #[error("`{input}`: {divisor} is 0 or cannot be told from 0, so that nothing is divided by it")]
    ByZero {
        /// The text.
        input: String,
        /// The divisor.
        divisor: String,
    },
    /// A power that is not offered.
    #[error(
        "`{input}`: ({base})^({exponent}) is not offered; rational numbers take rational exponents with a denominator \
         up to {HIGHEST_NAMED}, or any where their prime factors are found, if the result is not too long, negative ones whole \
         exponents, and other numbers whole exponents from \
         -{LARGEST_POWER} to {LARGEST_POWER}"
    )]
    Power {
        /// The text.
        input: String,
        /// The base.
        base: String,
        /// The exponent.
        exponent: String,
    },
    /// The polynomial of a root is none.
    #[error("`{input}`: {error}")]
    Polynomial {
        /// The text.
        input: String,
        /// What is wrong with the polynomial.
        error: PolynomialError,
    },
    /// There is not exactly one root.
    #[error(
        "`{input}`: {polynomial} has {roots} real roots above {low} and up to {high}; exactly one is a number"
    )]
    Roots {
        /// The text.
        input: String,
        /// The polynomial.
        polynomial: Box<Polynomial>,
        /// The lower bound.
        low: Box<Dyadic>,
        /// The upper bound.
        high: Box<Dyadic>,
        /// How many roots there are.
        roots: usize,
    },
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind() {
            Kind::Rational(number) => number.to_string(),
            Kind::Exact(number) => number.to_string(),
            Kind::Algebraic(number) => number.to_string(),
            Kind::Pi => "π".to_owned(),
            Kind::E => "e".to_owned(),
            Kind::Negative(number) => format!("-{}", number.as_factor()),
            Kind::Sum(a, b) => {
                let b = b.to_string();
                match b.strip_prefix('-') {
                    Some(b) => format!("{a} - {b}"),
                    None => format!("{a} + {b}"),
                }
            }
            Kind::Product(a, b) => {
                let (a, b) = (a.as_first_factor(), b.as_factor());
                // e/π instead of e·1/π
                match b.strip_prefix("1/") {
                    Some(divisor) => format!("{a}/{divisor}"),
                    None => format!("{a}·{b}"),
                }
            }
            Kind::Inverse(number, _) => format!("1/{}", number.as_divisor()),
        };
        f.pad(&text)
    }
}

impl Real {
    /// The text as the first factor of a product: sums in brackets.
    fn as_first_factor(&self) -> String {
        let alone = match self.kind() {
            Kind::Rational(_) | Kind::Product(..) | Kind::Inverse(..) => true,
            Kind::Exact(number) => number.count_terms() == 1,
            _ => self.is_short(),
        };
        if alone { self.to_string() } else { format!("({self})") }
    }

    /// The text as a factor of a product: sums and negative numbers in brackets.
    fn as_factor(&self) -> String {
        let text = self.as_first_factor();
        if text.starts_with('-') { format!("({text})") } else { text }
    }

    /// The text as a divisor: everything but a symbol or a root in brackets.
    fn as_divisor(&self) -> String {
        if self.is_short() { self.to_string() } else { format!("({self})") }
    }

    /// Whether the text is a symbol or a root.
    fn is_short(&self) -> bool {
        match self.kind() {
            Kind::Pi | Kind::E => true,
            Kind::Algebraic(number) => number.has_name(),
            _ => false,
        }
    }
}

impl fmt::Debug for Real {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Real {
    type Err = RealError;

    /// Decimals and fractions, √, π (or `pi`), e, φ (or `phi`), powers, sums, products and quotients of them, and all that a
    /// number prints. As in other texts `^` takes one factor: the cube root is `2^(1/3)`.
    ///
    /// ```
    /// use agon::Real;
    /// let decimals = |text: &str| text.parse::<Real>().unwrap().to_decimal(5).unwrap();
    /// assert_eq!(["1/3", "√2", "(1 + √5)/2", "1/π"].map(decimals), ["0.33333…", "1.41421…", "1.61803…", "0.31830…"]);
    /// assert_eq!(decimals("the root of x^3 - x - 1 between 1 and 2"), "1.32471…");
    /// ```
    fn from_str(input: &str) -> Result<Real, RealError> {
        expression::read(&Reals { input }, input)
    }
}

/// Real numbers; `input` is the text for errors.
struct Reals<'a> {
    input: &'a str,
}

impl Reals<'_> {
    fn input(&self) -> String {
        self.input.to_owned()
    }

    /// `the root of x^3 - x - 1 between 1 and 2`
    fn root_of_polynomial(&self, text: &mut Text) -> Result<Real, RealError> {
        let wrong = |text: &Text| self.syntax(text.place(), "`the root of … between … and …`");
        if text.take_through("the root of ").is_none_or(|before| !before.is_empty()) {
            return Err(wrong(text));
        }
        let polynomial = text.take_through(" between ").ok_or_else(|| wrong(text))?;
        let polynomial: Polynomial =
            polynomial.parse().map_err(|error| RealError::Polynomial { input: self.input(), error })?;
        let low = text
            .take_through(" and ")
            .and_then(|low| low.parse::<Dyadic>().ok())
            .ok_or_else(|| wrong(text))?;
        let sign = if text.take(&['-', '−']) { "-" } else { "" };
        let digits = text.take_while(|c| c.is_ascii_digit() || matches!(c, '/' | '^'));
        let high: Dyadic = format!("{sign}{digits}").parse().map_err(|_| wrong(text))?;
        let roots =
            polynomial.real_roots().map_err(|error| RealError::Polynomial { input: self.input(), error })?;
        let above =
            |root: &Real, bound: &Dyadic| root.compare(&Real::from(bound), 64) == Ok(Ordering::Greater);
        let mut between: Vec<Real> =
            roots.into_iter().filter(|root| above(root, &low) && !above(root, &high)).collect();
        match between.pop() {
            Some(root) if between.is_empty() => Ok(root),
            last => Err(RealError::Roots {
                input: self.input(),
                polynomial: Box::new(polynomial),
                low: Box::new(low),
                high: Box::new(high),
                roots: between.len() + usize::from(last.is_some()),
            }),
        }
    }
}

/// Numbers under a root that are not taken apart into primes may have so many binary digits, times the degree of the root.
const LONGEST_RADICAND: u64 = 1 << 18;

/// `(p/q)^(1/k) = (p·q^(k − 1))^(1/k)/q` for p/q ≥ 0.
fn rational_root(number: &BigRational, k: u32) -> Option<Real> {
    let (above, below) = (number.numer(), number.denom());
    let bits = above.bits() + below.bits() * u64::from(k);
    if !(1..=HIGHEST_NAMED).contains(&k) || bits * u64::from(k) > LONGEST_RADICAND {
        return None;
    }
    let root = Real::positive_root((above * below.pow(k - 1)).to_biguint()?, k)?;
    Some(root * Real::from(BigRational::new(BigInt::from(1), below.clone())))
}

/// Whether the e here stands between digits, as in `1e-18`, which is hardly meant as e − 18.
fn is_power_of_ten(text: &Text) -> bool {
    let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    match text.around() {
        (before, [_, '+' | '-' | '−', after @ ..] | [_, after @ ..]) => {
            digit(before.last()) && digit(after.first())
        }
        _ => false,
    }
}

fn whole_power(base: &Real, n: u32) -> Option<Real> {
    if let Some(number) = base.to_rational() {
        let bits = number.numer().bits().max(number.denom().bits());
        let small = bits.saturating_mul(n.into()) <= 1 << 22;
        return small.then(|| Real::from(BigRational::new_raw(number.numer().pow(n), number.denom().pow(n))));
    }
    let exact = base.to_coefficient();
    let most = match &exact {
        // What such a power prints as is read again.
        Some(exact) if exact.count_terms() == 1 => u32::MAX,
        _ => LARGEST_POWER,
    };
    let is_long = exact.is_some_and(|exact| coefficient::size(&exact).saturating_mul(n.into()) > 1 << 17);
    if n > most || is_long {
        return None;
    }
    Some(by_squares(base, Real::from(1), n.into(), |a, b| a * b))
}

impl Algebra for Reals<'_> {
    type Value = Real;
    type Error = RealError;

    const WORDS: &'static Words = &[("sqrt", '√'), ("phi", 'φ'), ("pi", 'π')];
    const OPERAND: &'static str = "a number, √, π, e, φ or a bracket";
    const AFTER: &'static str = "+, -, *, /, ^ or the end";

    fn syntax(&self, position: usize, expected: &'static str) -> RealError {
        RealError::Syntax { input: self.input(), position, expected }
    }

    fn too_deep(&self) -> RealError {
        RealError::TooDeep { input: self.input() }
    }

    fn number(&self, number: BigRational) -> Result<Real, RealError> {
        Ok(Real::from(number))
    }

    fn is_symbol(&self, first: char) -> bool {
        matches!(first, 'π' | 'e' | 'φ' | 't')
    }

    fn symbol(&self, text: &mut Text) -> Result<Real, RealError> {
        if text.take(&['π']) {
            Ok(Real::pi())
        } else if text.peek() == Some('e') {
            if is_power_of_ten(text) {
                return Err(self.syntax(text.place(), "· before the number e, or a power as in 10^-18,"));
            }
            text.take(&['e']);
            Ok(Real::e())
        } else if text.take(&['φ']) {
            Ok(Real::golden_ratio())
        } else {
            self.root_of_polynomial(text)
        }
    }

    fn negative(&self, a: Real) -> Result<Real, RealError> {
        Ok(-a)
    }

    fn sum(&self, a: Real, b: Real) -> Result<Real, RealError> {
        Ok(a + b)
    }

    fn product(&self, a: Real, b: Real) -> Result<Real, RealError> {
        Ok(a * b)
    }

    fn quotient(&self, a: Real, b: Real) -> Result<Real, RealError> {
        a.checked_div(&b).ok_or_else(|| RealError::ByZero { input: self.input(), divisor: b.to_string() })
    }

    fn power(&self, base: Real, exponent: Real) -> Result<Real, RealError> {
        let not_offered = || RealError::Power {
            input: self.input(),
            base: base.to_string(),
            exponent: exponent.to_string(),
        };
        let fraction = exponent.to_rational().ok_or_else(not_offered)?;
        let k = fraction.denom().to_u32().ok_or_else(not_offered)?;
        let root = match (base.to_rational(), base.to_coefficient()) {
            _ if k == 1 => Some(base.clone()),
            (Some(number), _) => {
                // √8 keeps its name; other powers are simplified.
                let named = number.is_integer() && fraction.numer().is_one() && k <= HIGHEST_NAMED;
                match Coefficient::rational_power(&number, &fraction).filter(|_| !named) {
                    Some(power) => return Ok(Real::from(power)),
                    None => rational_root(&number, k),
                }
            }
            (None, exact) => exact.and_then(|number| number.root(k)).map(Real::from),
        };
        let n = fraction.numer().magnitude().to_u32().ok_or_else(not_offered)?;
        let power = root.and_then(|root| whole_power(&root, n)).ok_or_else(not_offered)?;
        if fraction.numer() < &BigInt::zero() { self.quotient(Real::from(1), power) } else { Ok(power) }
    }

    fn root(&self, a: Real) -> Result<Real, RealError> {
        let half = BigRational::new(BigInt::from(1), BigInt::from(2));
        self.power(a, Real::from(half))
    }
}
