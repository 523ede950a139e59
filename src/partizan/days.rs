//! All short games, day by day: 1, 4, 22, 1474, …
//!
//! The values born by day n + 1 are those of `{L | R}` where L and R are antichains (sets without comparable members)
//! of values born by day n: dominated options never matter. By day 4 there are more than 10²⁸ (K. Suetsugu,
//! arXiv:2208.13403).

use super::{Comparison, Game, compare, value::Value};
use thiserror::Error;

/// The last day whose games fit in memory.
pub const LAST_DAY: u32 = 3;

/// The day asked for is too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the games born by day {day} cannot be listed: there are more than 10^28 by day 4; ask for day 0 to {LAST_DAY}"
)]
pub struct DayTooLate {
    /// The day asked for.
    pub day: u32,
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
    if day > LAST_DAY {
        return Err(DayTooLate { day });
    }
    let mut games = vec![Game::zero()];
    for _ in 0..day {
        let sides = antichains(&games);
        let mut values: Vec<Value> = Vec::with_capacity(sides.len() * sides.len());
        for left in &sides {
            for right in &sides {
                values.push(Game::new(left.iter().cloned(), right.iter().cloned()).value());
            }
        }
        values.sort_unstable_by_key(|value| value.id());
        values.dedup();
        values.sort_unstable();
        games = values.into_iter().map(Game::from_value).collect();
    }
    Ok(games)
}

/// The sets of pairwise confused games, the empty one included.
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
