//! The numbers day by day: 2ⁿ new ones on day n, 2ⁿ⁺¹ − 1 by day n.
//!
//! [`sign_expansions_by_day`] and [`numbers_by_day`] read the tree of days from left to right.
//! [`numbers_by_construction`] is Conway's construction itself, slow, and an oracle for them.
//!
//! ```
//! use agon::surreal::days::{born_on, numbers_by_day};
//!
//! assert_eq!((numbers_by_day(10).len(), born_on(10).len()), (2047, 1024));
//! assert!(born_on(10).iter().all(|x| x.birthday() == 10u8.into()));
//! ```

pub use crate::partizan::days::DayTooLate;

use super::{Dyadic, SignExpansion};
use crate::partizan::Game;
use std::{
    collections::HashSet,
    panic::resume_unwind,
    thread::{self, available_parallelism},
};
use thiserror::Error;

/// The last day for which Conway's construction is carried out in full.
///
/// ```
/// use agon::surreal::days::{LAST_CONSTRUCTED_DAY, numbers_by_construction};
///
/// assert!(numbers_by_construction(LAST_CONSTRUCTED_DAY + 1).is_err());
/// ```
pub const LAST_CONSTRUCTED_DAY: u32 = 4;

/// The last day whose numbers are listed by their paths.
const LAST_LISTED_DAY: u8 = 62;

/// The last day whose numbers are put into a list: 2²⁵ of them, nearly a gigabyte.
const LAST_COLLECTED_DAY: u8 = 24;

/// Fewer numbers than that are not worth a thread of their own.
const SMALLEST_SHARE: usize = 1 << 15;

/// The day asked for has more numbers than anybody could list.
///
/// ```
/// use agon::surreal::days::sign_expansions_by_day;
///
/// let error = sign_expansions_by_day(63).err().expect("2⁶⁴ − 1 numbers");
/// assert_eq!(error.day, 63);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("2^({day} + 1) − 1 numbers are born by day {day}, too many to list; ask for day 0 to 62")]
pub struct TooManyNumbers {
    /// The day asked for.
    pub day: u32,
}

const CONSTRUCTED: DayTooLate = DayTooLate {
    day: 0,
    last: LAST_CONSTRUCTED_DAY,
    games: "the numbers",
    task: "constructed from all pairs {L | R}",
    reason: "day 5 has 35 thousand million of them, but numbers_by_day lists its numbers",
};

/// All numbers born by day n as sign expansions, in increasing order: 2ⁿ⁺¹ − 1 of them, one after the other, without
/// a list in memory.
///
/// The tree of days is read from left to right: the i-th number of day n has the binary digits of i as its path, where
/// the last 1 and the zeros after it say how early the path ends.
///
/// ```
/// use agon::surreal::days::sign_expansions_by_day;
/// let lines: Vec<String> = sign_expansions_by_day(2)?.map(|s| format!("{} {s}", s.to_dyadic())).collect();
/// assert_eq!(lines, ["-2 −−", "-1 −", "-1/2 −+", "0 ", "1/2 +−", "1 +", "2 ++"]);
/// # Ok::<(), agon::surreal::days::TooManyNumbers>(())
/// ```
///
/// # Errors
///
/// After day 62, which nobody could read to its end.
pub fn sign_expansions_by_day(
    day: u32,
) -> Result<impl DoubleEndedIterator<Item = SignExpansion> + Clone, TooManyNumbers> {
    let day = listed(day)?;
    Ok((1..2u64 << day).map(move |index| nth_by_day(day, index)))
}

fn listed(day: u32) -> Result<u8, TooManyNumbers> {
    u8::try_from(day).ok().filter(|day| *day <= LAST_LISTED_DAY).ok_or(TooManyNumbers { day })
}

/// The day, if its numbers fit into a list.
fn collected(day: u32) -> u8 {
    u8::try_from(day).ok().filter(|day| *day <= LAST_COLLECTED_DAY).unwrap_or_else(|| {
        panic!(
            "2^({day} + 1) − 1 numbers are born by day {day}, too many to keep in a list; ask for day 0 to \
             {LAST_COLLECTED_DAY}, or take them one after the other from sign_expansions_by_day"
        )
    })
}

/// The number with this index, counted from 1, among those born by the day.
fn nth_by_day(day: u8, index: u64) -> SignExpansion {
    if index.is_multiple_of(4096) {
        crate::interrupt::check();
    }
    let early = index.trailing_zeros();
    SignExpansion::packed(index.checked_shr(early + 1).unwrap_or(0), day - early as u8)
}

/// All numbers born by day n, in increasing order: 2ⁿ⁺¹ − 1 of them (each further day doubles the memory).
///
/// ```
/// use agon::surreal::days::numbers_by_day;
/// let names: Vec<String> = numbers_by_day(2).iter().map(|x| x.to_string()).collect();
/// assert_eq!(names, ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
/// ```
///
/// # Panics
///
/// After day 24, whose list takes nearly a gigabyte; [`sign_expansions_by_day`] needs no list.
#[must_use]
pub fn numbers_by_day(day: u32) -> Vec<Dyadic> {
    let day = collected(day);
    let mut numbers = vec![Dyadic::zero(); (2 << day) - 1];
    let share = numbers.len().div_ceil(available_parallelism().map_or(1, usize::from)).max(SMALLEST_SHARE);
    let fill = |part: usize, numbers: &mut [Dyadic]| {
        for (number, index) in numbers.iter_mut().zip((part * share + 1) as u64..) {
            *number = nth_by_day(day, index).to_dyadic();
        }
    };
    let mut parts = numbers.chunks_mut(share).enumerate();
    let own = parts.next();
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|(part, numbers)| scope.spawn(move || fill(part, numbers))).collect();
        if let Some((part, numbers)) = own {
            fill(part, numbers);
        }
        for other in others {
            if let Err(payload) = other.join() {
                resume_unwind(payload);
            }
        }
    });
    numbers
}

/// The 2ⁿ numbers born on day n, in increasing order: those with n signs.
///
/// ```
/// use agon::surreal::days::born_on;
/// let names: Vec<String> = born_on(2).iter().map(|x| x.to_string()).collect();
/// assert_eq!(names, ["-2", "-1/2", "1/2", "2"]);
/// ```
///
/// # Panics
///
/// After day 24, whose list takes nearly a gigabyte; [`sign_expansions_by_day`] needs no list.
#[must_use]
pub fn born_on(day: u32) -> Vec<Dyadic> {
    let day = collected(day);
    (0..1 << day).map(|path| SignExpansion::packed(path, day).to_dyadic()).collect()
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
    CONSTRUCTED.unless_by(day)?;
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
