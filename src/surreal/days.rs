//! The numbers day by day: 2ⁿ new ones on day n, 2ⁿ⁺¹ − 1 by day n.
//!
//! [`numbers_by_day`] fills the gaps: between two neighbours comes their middle, outside the extremes one further integer.
//! [`numbers_by_construction`] is Conway's construction itself, slow, and an oracle for the first.

use super::{Dyadic, simplest_between};
use crate::partizan::Game;
use std::collections::HashSet;
use thiserror::Error;

/// The last day for which Conway's construction is carried out in full.
pub const LAST_CONSTRUCTED_DAY: u32 = 4;

/// The day asked for is too late for the full construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "day {day} has too many pairs {{L | R}} to try them all (day 5 has 35 thousand million); \
     ask for day 0 to {LAST_CONSTRUCTED_DAY}, or use numbers_by_day"
)]
pub struct DayTooLate {
    /// The day asked for.
    pub day: u32,
}

/// All numbers born by day n, in increasing order: 2ⁿ⁺¹ − 1 of them (each further day doubles the memory).
///
/// ```
/// use agon::surreal::days::numbers_by_day;
/// let names: Vec<String> = numbers_by_day(2).iter().map(|x| x.to_string()).collect();
/// assert_eq!(names, ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
/// ```
#[must_use]
pub fn numbers_by_day(day: u32) -> Vec<Dyadic> {
    let mut numbers = vec![Dyadic::zero()];
    for _ in 0..day {
        let new = in_the_gaps(&numbers);
        numbers = interleave(new, numbers);
    }
    numbers
}

/// The 2ⁿ numbers born on day n, in increasing order.
///
/// ```
/// use agon::surreal::days::born_on;
/// let names: Vec<String> = born_on(2).iter().map(|x| x.to_string()).collect();
/// assert_eq!(names, ["-2", "-1/2", "1/2", "2"]);
/// ```
#[must_use]
pub fn born_on(day: u32) -> Vec<Dyadic> {
    match day.checked_sub(1) {
        Some(before) => in_the_gaps(&numbers_by_day(before)),
        None => vec![Dyadic::zero()],
    }
}

/// The simplest number of each gap between neighbours, and of the two gaps outside.
fn in_the_gaps(numbers: &[Dyadic]) -> Vec<Dyadic> {
    let lows = std::iter::once(None).chain(numbers.iter().map(Some));
    let highs = numbers.iter().map(Some).chain([None]);
    let gaps = lows.zip(highs).enumerate();
    gaps.filter_map(|(index, (low, high))| {
        if index % 4096 == 0 {
            crate::interrupt::check();
        }
        simplest_between(low, high)
    })
    .collect()
}

/// `new[0], old[0], new[1], …, old[n−1], new[n]`.
fn interleave(new: Vec<Dyadic>, old: Vec<Dyadic>) -> Vec<Dyadic> {
    let mut old = old.into_iter();
    new.into_iter().flat_map(|number| [Some(number), old.next()]).flatten().collect()
}

/// The numbers born by day n from the definition: all `{L | R}` where L and R are sets of numbers of the day before and
/// every member of L is smaller than every member of R; equal games are kept once. In increasing order.
///
/// ```
/// use agon::surreal::days::{numbers_by_construction, numbers_by_day};
/// let constructed = numbers_by_construction(3)?;
/// let values: Vec<_> = constructed.iter().map(|game| game.as_number().unwrap()).collect();
/// assert_eq!(values, numbers_by_day(3));
/// # Ok::<(), agon::surreal::days::DayTooLate>(())
/// ```
///
/// # Errors
///
/// After day 4.
pub fn numbers_by_construction(day: u32) -> Result<Vec<Game>, DayTooLate> {
    if day > LAST_CONSTRUCTED_DAY {
        return Err(DayTooLate { day });
    }
    let mut numbers = vec![Game::zero()];
    for _ in 0..day {
        numbers = next_day(&numbers);
    }
    Ok(numbers)
}

/// All `{L | R}` with L and R from these numbers, which are in increasing order.
#[expect(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
fn next_day(numbers: &[Game]) -> Vec<Game> {
    let subset = |mask: u32| {
        numbers.iter().enumerate().filter(move |(i, _)| mask >> i & 1 == 1).map(|(_, g)| g.clone())
    };
    let all = 1u32 << numbers.len();
    let mut found = HashSet::new();
    for left in 0..all {
        crate::interrupt::check();
        // Every member of L is smaller than every member of R: R has only members beyond the largest of L.
        let beyond = u32::BITS - left.leading_zeros();
        for right in (0..all).step_by(1 << beyond) {
            found.insert(Game::new(subset(left), subset(right)).canonical_form());
        }
    }
    let mut found: Vec<Game> = found.into_iter().collect();
    found.sort_by(|a, b| a.partial_cmp(b).expect("two numbers are never confused"));
    found
}
