//! Nimbers: the values of Nim heaps, and so of all impartial games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::mex;

/// The value `∗n` of a Nim heap of `n` counters.
///
/// `+` is the nim-sum: binary addition without carries. Every nimber is its own negative, so that `−` is the same
/// operation. The order is the order of the heap sizes, made for tables and sets; as *games*, two different
/// nimbers are confused with each other.
///
/// ```
/// use agon::Nimber;
///
/// assert_eq!(Nimber(3) + Nimber(4) + Nimber(5), Nimber(2));
/// assert_eq!(Nimber(6) - Nimber(6), Nimber::ZERO);
/// assert_eq!(format!("{} {} {}", Nimber(0), Nimber(1), Nimber(2)), "0 ∗ ∗2");
/// assert_eq!("*2".parse(), Ok(Nimber(2)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct Nimber(
    /// The size of the heap.
    pub u32,
);

impl Nimber {
    /// The value of the game without moves.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// assert_eq!(Nimber(5) + Nimber(5), Nimber::ZERO);
    /// ```
    pub const ZERO: Self = Self(0);
    /// `∗`, the value of one counter.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Nimber, Solver};
    ///
    /// assert_eq!(Solver::new(Nim).grundy(&Heaps::from([1])), Ok(Nimber::STAR));
    /// ```
    pub const STAR: Self = Self(1);

    /// The size of the Nim heap with this value.
    ///
    /// ```
    /// assert_eq!(agon::Nimber::STAR.size(), 1);
    /// ```
    #[must_use]
    pub const fn size(self) -> u32 {
        self.0
    }

    /// The least nimber that is not among the values: the value of a position whose options have these values.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// assert_eq!(Nimber::mex([Nimber(0), Nimber(1), Nimber(4)]), Nimber(2));
    /// ```
    pub fn mex(values: impl IntoIterator<Item = Self>) -> Self {
        Self(mex(values.into_iter().map(Self::size)))
    }
}

impl Add for Nimber {
    type Output = Self;

    // Nim addition is exclusive or; that is the theorem, not a slip.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Nimber {
    type Output = Self;

    fn neg(self) -> Self {
        self
    }
}

impl Sub for Nimber {
    type Output = Self;

    // A nimber is its own negative.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn sub(self, other: Self) -> Self {
        self + other
    }
}

impl SubAssign for Nimber {
    // A nimber is its own negative.
    #[allow(clippy::suspicious_op_assign_impl)]
    fn sub_assign(&mut self, other: Self) {
        *self += other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Nimber> for Nimber {
    fn sum<I: Iterator<Item = &'a Nimber>>(values: I) -> Self {
        values.copied().sum()
    }
}

impl From<u32> for Nimber {
    fn from(size: u32) -> Self {
        Self(size)
    }
}

impl From<Nimber> for u32 {
    fn from(nimber: Nimber) -> Self {
        nimber.0
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            1 => f.pad("∗"),
            size => f.pad(&format!("∗{size}")),
        }
    }
}

/// As readable as `Display`.
impl fmt::Debug for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no nimber.
///
/// ```
/// use agon::Nimber;
///
/// assert_eq!(
///     "*x".parse::<Nimber>().unwrap_err().to_string(),
///     "`*x` is no nimber: write 0, * or *n with n < 2³² (∗ is welcome too)"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no nimber: write 0, * or *n with n < 2³² (∗ is welcome too)")]
pub struct ParseNimberError(String);

/// Reads what `Display` prints, with `*` or `∗`.
impl FromStr for Nimber {
    type Err = ParseNimberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let size = match trimmed.strip_prefix(['*', '∗']) {
            Some("") => Some(1),
            // `u32::from_str` would let a sign pass.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            None if trimmed == "0" => Some(0),
            _ => None,
        };
        size.map(Self).ok_or_else(|| ParseNimberError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn nimbers_are_a_group_of_exponent_two(a: u32, b: u32, c: u32) {
            let (a, b, c) = (Nimber(a), Nimber(b), Nimber(c));
            prop_assert_eq!(a + b, b + a);
            prop_assert_eq!((a + b) + c, a + (b + c));
            prop_assert_eq!(a + Nimber::ZERO, a);
            prop_assert_eq!(a + a, Nimber::ZERO);
            prop_assert_eq!(a - b, a + -b);
        }

        #[test]
        fn the_parser_reads_what_is_printed(size: u32) {
            prop_assert_eq!(Nimber(size).to_string().parse(), Ok(Nimber(size)));
        }

        #[test]
        fn any_text_is_answered(text: String) {
            let _ = text.parse::<Nimber>();
        }
    }

    #[test]
    fn nim_addition_is_the_mex_of_the_sums_of_smaller_numbers() {
        // The definition of a sum: a move changes one of the two heaps.
        let mut table = vec![vec![Nimber::ZERO; 40]; 40];
        for a in 0..40 {
            for b in 0..40 {
                let options = (0..a).map(|x| table[x][b]).chain((0..b).map(|y| table[a][y]));
                table[a][b] = Nimber::mex(options);
                assert_eq!(table[a][b], Nimber(a as u32) + Nimber(b as u32), "{a} + {b}");
            }
        }
    }

    #[test]
    fn what_is_no_nimber_is_refused() {
        for text in ["", "1", "**", "*-1", "*+2", "* 2", "*4294967296", "x"] {
            let message = text.parse::<Nimber>().unwrap_err().to_string();
            assert!(message.contains(text), "{message}");
        }
    }
}
