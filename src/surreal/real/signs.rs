//! Sign expansions, cuts and comparisons of real numbers, up to a number of signs.

use super::{Enclosure, Kind, Real, admit_places};
use crate::{
    partizan::Game,
    surreal::{Dyadic, Sign, SignExpansion, dyadic::padded},
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};
use std::cmp::Ordering;
use thiserror::Error;

/// Binary places that tell all floating-point numbers apart: the smallest is 2^−1074.
const FINEST_FLOAT: u64 = 1140;

/// A comparison that no enclosure has decided.
///
/// ```
/// use agon::Real;
///
/// // It is 0; but no finite number of binary places shows that.
/// let error = (Real::e() - Real::e()).signs(10).unwrap_err();
/// assert!(error.bits >= 500, "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{number} and {other} agree in {bits} binary places: they may be equal, which no enclosure can show; ask for more \
     signs, or compare in another way"
)]
pub struct Undecided {
    /// One number.
    pub number: String,
    /// The other.
    pub other: String,
    /// The binary places that were computed.
    pub bits: u64,
}

/// The first options of the standard form of a real number: its dyadic ancestors.
///
/// ```
/// use agon::{Dyadic, Real};
///
/// let cut = Real::sqrt(2).cut(6)?;
/// assert_eq!(cut.left, ["0", "1", "5/4", "11/8"].map(|x| x.parse::<Dyadic>().unwrap()));
/// assert_eq!(cut.right, ["2", "3/2"].map(|x| x.parse::<Dyadic>().unwrap()));
/// # Ok::<(), agon::surreal::Undecided>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// The smaller ancestors in the order of their birthdays, which is increasing.
    pub left: Vec<Dyadic>,
    /// The larger ancestors in the order of their birthdays, which is decreasing.
    pub right: Vec<Dyadic>,
}

impl Cut {
    /// The game `{L | R}` of these options. Its value is the simplest number between, the next dyadic ancestor.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// let game = Real::sqrt(2u8).cut(6)?.to_game();
    /// assert_eq!(game.literal(), "{0,1,5/4,11/8|2,3/2}");
    /// assert_eq!(game.to_string(), "23/16");
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    #[must_use]
    pub fn to_game(&self) -> Game {
        Game::new(self.left.iter().map(Game::from), self.right.iter().map(Game::from))
    }
}

impl Real {
    /// Binary places that are computed before the first n signs count as undecided.
    fn places(n: u32) -> u64 {
        2 * u64::from(n) + 512
    }

    /// The first n signs; fewer when the number is dyadic and has fewer.
    ///
    /// All numbers that begin with the same signs are an interval, so that two bounds with the same beginning are
    /// certain of it.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::pi().signs(12)?.to_string(), "++++−−−+−−+−");
    /// assert_eq!(Real::e().signs(12)?.to_string(), "+++−+−++−+++");
    /// assert_eq!((Real::sqrt(2u8) - Real::sqrt(2u8)).signs(5)?.to_string(), ""); // 0
    /// assert!((Real::e() - Real::e()).signs(5).is_err()); // 0, but who knows
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Undecided`] when a sum, difference or product agrees with a dyadic number in 2n + 512 binary places.
    pub fn signs(&self, n: u32) -> Result<SignExpansion, Undecided> {
        let limit = Real::places(n);
        let mut bits = u64::from(n) + 8;
        loop {
            let enclosure = self.enclose(bits);
            let (low, high) = (enclosure.low.sign_expansion(), enclosure.high.sign_expansion());
            let wanted = n as usize;
            if low == high {
                return Ok(low.signs().take(wanted).collect());
            }
            let common = low.signs().zip(high.signs()).take(wanted).take_while(|(a, b)| a == b);
            let common: Vec<Sign> = common.map(|(sign, _)| sign).collect();
            if common.len() == wanted {
                return Ok(common.into_iter().collect());
            }
            if bits >= limit && !self.is_known_irrational() {
                let other = common.into_iter().collect::<SignExpansion>().to_dyadic();
                return Err(Undecided { number: self.to_string(), other: other.to_string(), bits });
            }
            bits *= 2;
        }
    }

    /// Numbers of which every comparison with a dyadic number ends.
    pub(super) fn is_known_irrational(&self) -> bool {
        match self.kind() {
            Kind::Algebraic(_) | Kind::Exact(_) | Kind::Pi | Kind::E => true,
            Kind::Negative(number) | Kind::Inverse(number, _) => number.is_known_irrational(),
            // A sum of an irrational and a rational number is irrational; so is a product, since it is not with 0.
            Kind::Sum(a, b) | Kind::Product(a, b) => {
                let rational = |x: &Real| matches!(x.kind(), Kind::Rational(_));
                rational(a) && b.is_known_irrational() || rational(b) && a.is_known_irrational()
            }
            // A rational number that is not dyadic differs from every dyadic number; the enclosure of a dyadic one is exact.
            Kind::Rational(_) => true,
        }
    }

    /// The dyadic ancestors that belong to the first n signs: the options of the number's standard form as far as it is
    /// known. They are its best approximations, each better than all dyadic numbers with an earlier birthday on its side.
    ///
    /// ```
    /// use agon::{Dyadic, surreal::Real};
    /// let cut = Real::from(1).quotient_by(3).unwrap().cut(6)?;
    /// assert_eq!(cut.left, ["0", "1/4", "5/16"].map(|x| x.parse::<Dyadic>().unwrap()));
    /// assert_eq!(cut.right, ["1", "1/2", "3/8"].map(|x| x.parse::<Dyadic>().unwrap()));
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`signs`](Real::signs).
    pub fn cut(&self, n: u32) -> Result<Cut, Undecided> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (ancestor, sign) in self.signs(n)?.ancestors() {
            if sign == Sign::Plus { left.push(ancestor) } else { right.push(ancestor) }
        }
        Ok(Cut { left, right })
    }

    /// The multiple of 2^(−k) that is nearest to the number; of two equally near ones the larger.
    ///
    /// ```
    /// use agon::{Dyadic, surreal::Real};
    /// assert_eq!(Real::pi().nearest_dyadic(3)?, Dyadic::new(25, 3));
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Undecided`] when the number cannot be told from the middle of two multiples.
    pub fn nearest_dyadic(&self, k: u32) -> Result<Dyadic, Undecided> {
        let half = Dyadic::new(1, 1);
        let limit = Real::places(k);
        let k = u64::from(k);
        let mut bits = k + 8;
        loop {
            let enclosure = self.enclose(bits);
            let scaled = |x: &Dyadic| (x * Dyadic::from(BigInt::from(1) << k) + &half).floor();
            let (low, high) = (scaled(&enclosure.low), scaled(&enclosure.high));
            if low == high {
                return Ok(Dyadic::new(low, k));
            }
            if bits >= limit && !self.is_known_irrational() {
                let middle = Dyadic::new(high, k) - Dyadic::new(1, k + 1);
                return Err(Undecided { number: self.to_string(), other: middle.to_string(), bits });
            }
            bits *= 2;
        }
    }

    /// The number in decimals, cut off after so many; `…` shows that something was cut off.
    ///
    /// ```
    /// use agon::surreal::Real;
    /// assert_eq!(Real::pi().to_decimal(50)?, "3.14159265358979323846264338327950288419716939937510…");
    /// assert_eq!(Real::from(-1).quotient_by(8).unwrap().to_decimal(5)?, "-0.125");
    /// assert_eq!(Real::from(-1).quotient_by(1000).unwrap().to_decimal(2)?, "-0.00…");
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Undecided`] when the number cannot be told from a decimal fraction.
    ///
    /// # Panics
    ///
    /// If so many places are more than 2²⁴ binary ones: about five million.
    pub fn to_decimal(&self, places: u32) -> Result<String, Undecided> {
        admit_places(u64::from(places) * 10 / 3);
        let scale = BigInt::from(10).pow(places);
        let limit = 8 * u64::from(places) + 512;
        let mut bits = u64::from(places) * 10 / 3 + 8;
        let (digits, exact, negative) = loop {
            if let Some(number) = self.to_rational() {
                let (digits, rest) = (number.numer().abs() * &scale).div_rem(number.denom());
                break (digits, rest == BigInt::ZERO, number.is_negative());
            }
            let Enclosure { low, high } = self.enclose(bits);
            let towards_zero = |x: &Dyadic| (x.abs() * Dyadic::from(scale.clone())).floor();
            let (low_digits, high_digits) = (towards_zero(&low), towards_zero(&high));
            let one_sign = low.is_positive() || high.is_negative();
            if low_digits == high_digits && one_sign {
                break (low_digits, false, high.is_negative());
            }
            if bits >= limit && !self.is_known_irrational() {
                let sign = if high.is_negative() { "-" } else { "" };
                let other = format!("{sign}{high_digits}/10^{places}");
                return Err(Undecided { number: self.to_string(), other, bits });
            }
            bits *= 2;
        };
        let (whole, decimals) = digits.div_rem(&scale);
        let sign = if negative { "-" } else { "" };
        let decimals = padded(&decimals, places);
        let decimals = if exact { decimals.trim_end_matches('0') } else { &decimals };
        let point = if places == 0 || decimals.is_empty() { "" } else { "." };
        let decimals = if places == 0 { "" } else { decimals };
        Ok(format!("{sign}{whole}{point}{decimals}{}", if exact { "" } else { "…" }))
    }

    /// The order of two numbers. Sums of rational multiples of roots and powers of π, and roots of polynomials, are compared
    /// exactly, all others when they differ in about n signs.
    ///
    /// ```
    /// use agon::surreal::{Polynomial, Real};
    /// let root = "x^4 - 4".parse::<Polynomial>().unwrap().real_roots().unwrap().pop().unwrap();
    /// assert!(root.compare(&Real::sqrt(2u8), 10)?.is_eq());
    /// let approximation = Real::from(355).quotient_by(113).unwrap();
    /// assert!(Real::pi().compare(&approximation, 10).unwrap().is_lt());
    /// let sum = Real::sqrt(2u8) + Real::sqrt(3u8);
    /// assert!((&sum * &sum - 5).compare(&Real::sqrt(24u8), 10)?.is_eq());
    /// assert!((sum + Real::e() - Real::e()).compare(&Real::sqrt(2u8), 100)?.is_gt());
    /// assert!((Real::e() - Real::e()).compare(&Real::from(0), 100).is_err());
    /// # Ok::<(), agon::surreal::Undecided>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Undecided`] when enclosures of 2n + 512 binary places overlap.
    pub fn compare(&self, other: &Real, n: u32) -> Result<Ordering, Undecided> {
        let exact = (self.to_coefficient(), other.to_coefficient());
        if let (Some(a), Some(b)) = &exact {
            return Ok(a.cmp(b));
        }
        let root_differs = match (self.kind(), other.kind(), &exact) {
            (Kind::Algebraic(a), Kind::Algebraic(b), _) => return Ok(a.cmp(b)),
            (Kind::Algebraic(root), _, (_, Some(number))) | (_, Kind::Algebraic(root), (Some(number), _)) => {
                if root.is(number) {
                    return Ok(Ordering::Equal);
                }
                true
            }
            _ => false,
        };
        // A rational number differs from an irrational one.
        let rational = |x: &Real| matches!(x.kind(), Kind::Rational(_));
        let ends = root_differs
            || rational(self) && !rational(other) && other.is_known_irrational()
            || rational(other) && !rational(self) && self.is_known_irrational();
        let limit = Real::places(n);
        let mut bits = u64::from(n.clamp(8, 64));
        loop {
            let (a, b) = (self.enclose(bits), other.enclose(bits));
            if a.high < b.low {
                return Ok(Ordering::Less);
            }
            if b.high < a.low {
                return Ok(Ordering::Greater);
            }
            if bits >= limit && !ends {
                return Err(Undecided { number: self.to_string(), other: other.to_string(), bits });
            }
            bits = if ends { bits * 2 } else { (bits * 2).min(limit) };
        }
    }

    /// The nearest floating-point number or a neighbour of it, however small the number is; for plots.
    ///
    /// ```
    /// use agon::Real;
    /// let small = Real::sqrt(2u8).quotient_by(1_000_000_000_000).unwrap();
    /// assert!((small.to_f64() / 1.4142135623730951e-12 - 1.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        if let Some(number) = self.to_rational() {
            return number.to_f64().unwrap_or(f64::NAN);
        }
        let mut bits = 64;
        loop {
            let Enclosure { low, high } = self.enclose(bits);
            let one_sign = low.is_positive() || high.is_negative();
            let narrow = (&high - &low) * Dyadic::from(1 << 54) <= low.abs().min(high.abs());
            // Below 2^−1075 everything is 0 as a floating-point number.
            if one_sign && narrow || bits == FINEST_FLOAT {
                return (low + high).halve().to_f64();
            }
            bits = (bits * 2).min(FINEST_FLOAT);
        }
    }
}
