//! Chomp: bite a square with everything below and to the right of it; the square (1, 1) is poisoned.

mod stealing;
mod table;

pub use stealing::StrategyStealing;
pub use table::ChompTable;

use super::{Impartial, Staircase, StaircaseError};
use crate::listing::admit_options;

/// The game of Chomp (Schuh 1952, Gale 1974). Whoever has to eat the poisoned square (1, 1) loses; so the poisoned
/// square alone is a position without moves.
///
/// By *strategy stealing* the first player wins every rectangle but the single square
/// ([`Chomp::strategy_stealing`]). The argument names no winning move; [`Chomp::winning_openings`] finds all of them, and
/// a [`ChompTable`] holds the outcomes of all staircases in a rectangle. Chomp on other orders than that of a grid is a
/// [`PosetGame`](super::PosetGame).
///
/// ```
/// use agon::{Chomp, Impartial, Outcome, Solver, Staircase};
///
/// assert_eq!(Chomp.options(&Staircase::new([2, 1])?).len(), 2);
/// let mut solver = Solver::new(Chomp);
/// assert_eq!(solver.outcome(&Staircase::rectangle(3, 5)?)?, Outcome::N);
/// assert_eq!(solver.outcome(&Staircase::new([5, 3, 2])?)?, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Chomp;

impl Impartial for Chomp {
    type Position = Staircase;

    fn options(&self, shape: &Staircase) -> Vec<Staircase> {
        admit_options(shape.squares(), shape.rows().len());
        bites(shape).map(|(_, rest)| rest).collect()
    }

    /// The staircases in one of the rectangles that the shape contains.
    fn reachable_at_least(&self, shape: &Staircase) -> u64 {
        let rectangles = (1..).zip(shape.rows());
        rectangles.map(|(rows, &columns)| staircases_within(rows, columns)).max().unwrap_or(0)
    }
}

/// The number C(rows + columns, rows) − 1 of staircases in a rectangle, or the greatest number if that is too large.
fn staircases_within(rows: u64, columns: u32) -> u64 {
    let (short, long) = (rows.min(columns.into()), u128::from(rows.max(columns.into())));
    let mut count = 1u128;
    for k in 1..=u128::from(short) {
        count = count * (long + k) / k;
        if count > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    count as u64 - 1
}

impl Chomp {
    /// The squares with which the first player may begin to win, as (row, column) from (1, 1), in ascending order.
    ///
    /// # Errors
    /// [`StaircaseError`] if a side is 0, or if the rectangle has too many staircases for a [`ChompTable`].
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// assert_eq!(Chomp::winning_openings(4, 4)?, [(2, 2)]);
    /// assert_eq!(Chomp::winning_openings(3, 5)?, [(3, 4)]);
    /// assert_eq!(Chomp::winning_openings(1, 1)?, []);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn winning_openings(rows: usize, columns: u32) -> Result<Vec<(usize, u32)>, StaircaseError> {
        let bar = Staircase::rectangle(rows, columns)?;
        Ok(ChompTable::new(rows, columns)?.winning_bites(&bar).unwrap_or_default())
    }

    /// The P-positions among the staircases inside a rectangle, in ascending lexicographic order.
    ///
    /// # Errors
    /// As [`winning_openings`](Self::winning_openings).
    ///
    /// ```
    /// use agon::Chomp;
    ///
    /// // Two rows: the P-positions are exactly (k + 1, k).
    /// let lost: Vec<String> = Chomp::p_positions(2, 4)?.iter().map(ToString::to_string).collect();
    /// assert_eq!(lost, ["[1]", "[2, 1]", "[3, 2]", "[4, 3]"]);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn p_positions(rows: usize, columns: u32) -> Result<Vec<Staircase>, StaircaseError> {
        Ok(ChompTable::new(rows, columns)?.p_positions().collect())
    }
}

/// The squares that may be bitten, with what each bite leaves.
fn bites(shape: &Staircase) -> impl Iterator<Item = ((usize, u32), Staircase)> {
    (1..).zip(shape.rows()).flat_map(move |(row, &length)| {
        (1..=length).filter_map(move |column| Some(((row, column), shape.bite(row, column)?)))
    })
}
