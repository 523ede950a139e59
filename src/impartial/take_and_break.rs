//! What octal and hexadecimal games have in common: codes, positions, and how many heaps a move can leave.

use std::fmt::{Debug, Display};

use super::Heaps;
use crate::listing::admit_options;

/// A game whose moves take counters from one heap and leave the rest as at most [`PARTS`](Self::PARTS) heaps, by a
/// finite code; what a [`PeriodCertificate`](super::PeriodCertificate) needs to know of it.
///
/// ```
/// use agon::{HexadecimalGame, OctalGame, PeriodCertificate, impartial::TakeAndBreak};
///
/// /// The period, of either kind of game.
/// fn period<G: TakeAndBreak>(game: &G) -> Option<usize> {
///     PeriodCertificate::find(game, 300).map(|certificate| certificate.period())
/// }
/// assert_eq!(period(&OctalGame::kayles()), Some(12));
/// assert_eq!(period(&HexadecimalGame::from(OctalGame::kayles())), Some(12));
/// ```
pub trait TakeAndBreak: Clone + Eq + Debug + Display {
    /// The most heaps that a move can leave of one.
    ///
    /// ```
    /// use agon::{HexadecimalGame, OctalGame, impartial::TakeAndBreak};
    ///
    /// assert_eq!((OctalGame::PARTS, HexadecimalGame::PARTS), (2, 3));
    /// ```
    const PARTS: usize;

    /// The most counters that a move can remove.
    ///
    /// ```
    /// use agon::{OctalGame, impartial::TakeAndBreak};
    ///
    /// assert_eq!(TakeAndBreak::last_digit(&OctalGame::kayles()), 2);
    /// ```
    fn last_digit(&self) -> usize;

    /// The Grundy values `G(0), …, G(count − 1)` of single heaps.
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::{HexadecimalGame, OctalGame, impartial::TakeAndBreak};
    ///
    /// // As a hexadecimal game Kayles has the same values.
    /// let kayles = OctalGame::kayles();
    /// let values = TakeAndBreak::grundy_sequence(&kayles, 50);
    /// assert_eq!(values, TakeAndBreak::grundy_sequence(&HexadecimalGame::from(kayles), 50));
    /// ```
    fn grundy_sequence(&self, count: usize) -> Vec<u32>;
}

/// The positions after a move in one heap, which becomes one of `heap_options`; empty heaps are dropped.
pub(super) fn options_of_heaps(heaps: &Heaps, heap_options: impl Fn(u32) -> Vec<Heaps>) -> Vec<Heaps> {
    let mut options = Vec::new();
    for chosen in heaps.distinct().filter(|&size| size > 0) {
        let mut others: Vec<u32> = heaps.sizes().iter().copied().filter(|&size| size > 0).collect();
        others.remove(others.partition_point(|&size| size < chosen));
        options.extend(heap_options(chosen).iter().map(|parts| {
            others.iter().chain(parts.sizes()).copied().filter(|&size| size > 0).collect::<Heaps>()
        }));
    }
    options
}

/// Each heap that is not empty, by itself.
pub(super) fn heaps_alone(heaps: &Heaps) -> Vec<Heaps> {
    heaps.sizes().iter().filter(|&&size| size > 0).map(|&size| Heaps::from([size])).collect()
}

/// The most options that one of the heaps has, where `count` says how many different ones a single heap has.
pub(super) fn most_options(heaps: &Heaps, count: impl Fn(u32) -> u64) -> u64 {
    heaps.distinct().map(count).max().unwrap_or(0)
}

/// The number of [`heap_options`].
pub(super) fn count_heap_options(digits: &[u8], heap: u32) -> u64 {
    let of_digit = |(removed, digit): (u32, &u8)| {
        let rest = u64::from(heap - removed);
        // The partitions of `rest` in three parts are the integer next to rest²/12.
        let counts = [u64::from(rest == 0), u64::from(rest > 0), rest / 2, (rest * rest + 6) / 12];
        (0..).zip(counts).filter(|(parts, _)| digit >> parts & 1 == 1).map(|(_, count)| count).sum::<u64>()
    };
    (0..=heap).zip(digits).map(of_digit).fold(0, u64::saturating_add)
}

/// What a heap can become by the digits `d₀, d₁, …` of a code, each position once.
pub(super) fn heap_options(digits: &[u8], heap: u32) -> Vec<Heaps> {
    admit_options(count_heap_options(digits, heap), 1);
    let mut options = Vec::new();
    for (removed, digit) in (0..=heap).zip(digits) {
        let rest = heap - removed;
        if digit & 1 != 0 && rest == 0 {
            options.push(Heaps::default());
        }
        if digit & 2 != 0 && rest > 0 {
            options.push(Heaps::from([rest]));
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|part| Heaps::from([part, rest - part])));
        }
        if digit & 8 != 0 {
            for least in 1..=rest / 3 {
                let two = rest - least;
                options.extend((least..=two / 2).map(|part| Heaps::from([least, part, two - part])));
            }
        }
    }
    options
}

/// The counters that a move can remove where the code has this bit.
pub(super) fn places(digits: &[u8], bit: u8) -> Vec<usize> {
    (0..).zip(digits).filter(|(_, digit)| *digit & bit != 0).map(|(removed, _)| removed).collect()
}

/// Why a text is no code.
pub(super) enum CodeFault {
    NoPoint,
    Whole(String),
    Digit(char),
}

/// Reads the digits of a code, without zeros at the end; `splits` are the digits that may stand before the point.
pub(super) fn read_code(code: &str, radix: u32, splits: &[u8]) -> Result<Vec<u8>, CodeFault> {
    let digit_of = |c: char| c.to_digit(radix).map(|digit| digit as u8);
    let (whole, fraction) = code.split_once('.').ok_or(CodeFault::NoPoint)?;
    let mut first = whole.chars();
    let first = match (first.next(), first.next()) {
        (None, _) => 0,
        (Some(c), None) if digit_of(c).is_some_and(|digit| digit == 0 || splits.contains(&digit)) => {
            digit_of(c).unwrap_or_default()
        }
        _ => return Err(CodeFault::Whole(whole.to_owned())),
    };
    let mut digits = vec![first];
    for digit in fraction.chars() {
        digits.push(digit_of(digit).ok_or(CodeFault::Digit(digit))?);
    }
    digits.truncate(digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1));
    Ok(digits)
}

/// Prints what [`read_code`] reads.
pub(super) fn print_code(digits: &[u8]) -> String {
    let print = |digit: &u8| char::from_digit(u32::from(*digit), 16).unwrap_or('?').to_ascii_uppercase();
    let whole = digits.first().map_or('0', print);
    let fraction: String = digits.iter().skip(1).map(print).collect();
    format!("{whole}.{}", if fraction.is_empty() { "0" } else { &fraction })
}
