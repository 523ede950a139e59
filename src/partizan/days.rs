//! All short games, day by day: 1, 4, 22, 1474, …; the all-small ones: 1, 2, 7, 67, …; and the lattices they form.
//!
//! | question | where |
//! |---|---|
//! | the games born by a day | [`games_by_day`], [`all_small_by_day`] |
//! | how many there are | [`count_all_small`] |
//! | their order: who covers whom, join and meet | [`day_order`], [`all_small_order`], [`DayOrder`] |
//! | that a day is a distributive lattice | [`LatticeCertificate`] |
//!
//! The values born by day n + 1 are those of `{L | R}` where L and R are antichains (sets without comparable members)
//! of values born by day n: dominated options never matter. By day 4 there are more than 10²⁸ (K. Suetsugu,
//! arXiv:2208.13403).
//!
//! ```
//! use agon::partizan::days::{count_all_small, games_by_day};
//!
//! assert_eq!(games_by_day(3)?.len(), 1474);
//! assert_eq!(count_all_small(3)?, 67);
//! # Ok::<(), agon::partizan::days::DayTooLate>(())
//! ```

mod day;
mod lattice;
mod order;

pub use lattice::{LatticeCertificate, NoLattice};
pub use order::DayOrder;

use super::{Comparison, Game, compare};
use day::{Day, Family};
use thiserror::Error;

/// The last day whose games are listed, and whose games and all-small games are compared.
///
/// ```
/// use agon::partizan::days::{LAST_DAY, games_by_day};
///
/// assert!(games_by_day(LAST_DAY + 1).is_err());
/// ```
pub const LAST_DAY: u32 = 3;

/// The last day whose all-small games are listed and counted.
///
/// ```
/// use agon::partizan::days::{LAST_ALL_SMALL_DAY, all_small_by_day};
///
/// assert!(all_small_by_day(LAST_ALL_SMALL_DAY + 1).is_err());
/// ```
pub const LAST_ALL_SMALL_DAY: u32 = 4;

/// The day asked for is too late.
///
/// ```
/// use agon::partizan::days::games_by_day;
///
/// let error = games_by_day(4).unwrap_err();
/// assert_eq!((error.day, error.last), (4, 3));
/// assert!(error.to_string().starts_with("the games born by day 4 cannot be listed"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{games} born by day {day} cannot be {task}: {reason}; ask for day 0 to {last}")]
pub struct DayTooLate {
    /// The day asked for.
    pub day: u32,
    /// The last day that can be asked for.
    pub last: u32,
    pub(crate) games: &'static str,
    pub(crate) task: &'static str,
    pub(crate) reason: &'static str,
}

const ALL: DayTooLate = DayTooLate {
    day: 0,
    last: LAST_DAY,
    games: "the games",
    task: "listed",
    reason: "there are more than 10^28 by day 4",
};

const ALL_SMALL: DayTooLate = DayTooLate {
    day: 0,
    last: LAST_ALL_SMALL_DAY,
    games: "the all-small games",
    task: "listed",
    reason: "there are too many antichains of the games before",
};

const ALL_SMALL_COUNT: DayTooLate = DayTooLate { task: "counted", ..ALL_SMALL };

const ALL_SMALL_ORDER: DayTooLate = DayTooLate {
    last: LAST_DAY,
    task: "compared",
    reason: "there are more than half a million by day 4",
    ..ALL_SMALL
};

impl DayTooLate {
    pub(crate) fn unless_by(self, day: u32) -> Result<(), DayTooLate> {
        if day > self.last { Err(DayTooLate { day, ..self }) } else { Ok(()) }
    }
}

/// The values born by the given day, in canonical form, those with an earlier birthday first.
///
/// ```
/// use agon::partizan::days::games_by_day;
/// assert_eq!(games_by_day(1)?.iter().map(|g| g.to_string()).collect::<Vec<_>>(), ["0", "-1", "∗", "1"]);
/// assert_eq!(games_by_day(2)?.len(), 22);
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
///
/// # Errors
///
/// After day 3.
pub fn games_by_day(day: u32) -> Result<Vec<Game>, DayTooLate> {
    ALL.unless_by(day)?;
    Ok(Day::by(day, Family::All).games())
}

/// The all-small (dicotic) values born by the given day: in every position either both players can move or neither.
/// In canonical form, those with an earlier birthday first.
///
/// ```
/// use agon::partizan::days::all_small_by_day;
/// let games = all_small_by_day(2)?;
/// assert_eq!(games.iter().map(|g| g.to_string()).collect::<Vec<_>>(), ["0", "∗", "↓", "↓∗", "∗2", "↑", "↑∗"]);
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
///
/// The 534 483 values of day 4 take seconds and, as values stay known, some hundred megabytes until the program ends;
/// [`count_all_small`] counts them without that. It can be [interrupted](crate::interrupt).
///
/// # Errors
///
/// After day 4.
pub fn all_small_by_day(day: u32) -> Result<Vec<Game>, DayTooLate> {
    ALL_SMALL.unless_by(day)?;
    Ok(Day::by(day, Family::AllSmall).games())
}

/// How many all-small values are born by the given day: 1, 2, 7, 67, 534 483.
///
/// Day 4 is counted without building its games: a pair of antichains L, R is the canonical form of a value when no
/// option is reversible, which depends on few properties of L and of R.
///
/// ```
/// use agon::partizan::days::count_all_small;
/// assert_eq!(count_all_small(4)?, 534_483);
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
///
/// # Errors
///
/// After day 4.
pub fn count_all_small(day: u32) -> Result<u64, DayTooLate> {
    ALL_SMALL_COUNT.unless_by(day)?;
    Ok(match day.checked_sub(1) {
        None => 1,
        Some(before) => Day::by(before, Family::AllSmall).count_next(),
    })
}

/// The partial order of the games born by the given day.
///
/// ```
/// use agon::{Game, partizan::days::day_order};
/// let order = day_order(2)?;
/// assert_eq!(order.join(&Game::star(), &Game::zero()), Some(&"1/2".parse()?));
/// assert_eq!(order.covers().len(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// After day 3.
pub fn day_order(day: u32) -> Result<DayOrder, DayTooLate> {
    ALL.unless_by(day)?;
    Ok(DayOrder::of(&Day::by(day, Family::All)))
}

/// The partial order of the all-small games born by the given day.
///
/// It is no lattice by itself (↑ and ↑∗ have no upper bound on day 2), but becomes one with a least and a greatest
/// element added.
///
/// # Errors
///
/// After day 3.
///
/// ```
/// use agon::partizan::days::all_small_order;
///
/// let order = all_small_order(2)?;
/// assert_eq!((order.games().len(), order.longest_chain()), (7, 3));
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
pub fn all_small_order(day: u32) -> Result<DayOrder, DayTooLate> {
    ALL_SMALL_ORDER.unless_by(day)?;
    Ok(DayOrder::of(&Day::by(day, Family::AllSmall)))
}

/// The sets of pairwise confused games, the empty one included.
///
/// ```
/// use agon::{Game, partizan::days::antichains};
///
/// // 0 and ∗ are confused, 1 is greater than both: none, three single games, and the pair.
/// assert_eq!(antichains(&[Game::zero(), Game::star(), Game::from(1)]).len(), 5);
/// ```
#[must_use]
pub fn antichains(games: &[Game]) -> Vec<Vec<Game>> {
    let mut found = vec![Vec::new()];
    for game in games {
        crate::interrupt::check();
        let confused =
            |chosen: &Vec<Game>| chosen.iter().all(|other| compare(game, other) == Comparison::Confused);
        let with_game = |chosen: Vec<Game>| chosen.into_iter().chain([game.clone()]).collect();
        let extended: Vec<Vec<Game>> = found.iter().filter(|c| confused(c)).cloned().map(with_game).collect();
        found.extend(extended);
    }
    found
}
