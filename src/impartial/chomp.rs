//! Chomp: bite a square with everything below and to the right of it; the square (1, 1) is poisoned.

use std::collections::HashSet;

use super::{Impartial, Staircase, StaircaseError};
use crate::interrupt;

/// The game of Chomp (Schuh 1952, Gale 1974). Whoever has to eat the poisoned square (1, 1) loses; so the poisoned
/// square alone is a position without moves.
///
/// By *strategy stealing* the first player wins every rectangle but the single square. The argument names no
/// winning move; [`Chomp::winning_openings`] finds all of them.
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
        bites(shape).map(|(_, rest)| rest).collect()
    }
}

impl Chomp {
    /// The squares with which the first player may begin to win, as (row, column) from (1, 1), in ascending order.
    ///
    /// # Errors
    /// [`StaircaseError::Empty`] if a side is 0.
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
        let lost = lost_within(rows, columns);
        Ok(bites(&bar).filter(|(_, rest)| lost.contains(rest)).map(|(square, _)| square).collect())
    }

    /// The P-positions among the staircases inside a rectangle, in ascending lexicographic order.
    ///
    /// Outcomes are decided from the smallest staircase upwards; their number is the binomial coefficient
    /// C(rows + columns, rows) − 1. The loop can be [interrupted](crate::interrupt).
    ///
    /// # Errors
    /// [`StaircaseError::Empty`] if a side is 0.
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
        Staircase::rectangle(rows, columns)?;
        let mut lost: Vec<Staircase> = lost_within(rows, columns).into_iter().collect();
        lost.sort_unstable();
        Ok(lost)
    }
}

/// The squares that may be bitten, with what each bite leaves.
fn bites(shape: &Staircase) -> impl Iterator<Item = ((usize, u32), Staircase)> {
    (1..).zip(shape.rows()).flat_map(move |(row, &length)| {
        (1..=length).filter_map(move |column| Some(((row, column), shape.bite(row, column)?)))
    })
}

/// The P-positions inside a rectangle. In lexicographic order a bite leads backwards, so that each staircase is
/// decided by those that came before it.
fn lost_within(rows: usize, columns: u32) -> HashSet<Staircase> {
    let mut lost = HashSet::new();
    let mut lengths = vec![0; rows];
    while let Some(next) = successor(&lengths, columns) {
        interrupt::check();
        lengths = next;
        let Ok(shape) = Staircase::new(lengths.iter().copied()) else {
            continue;
        };
        if bites(&shape).all(|(_, rest)| !lost.contains(&rest)) {
            lost.insert(shape);
        }
    }
    lost
}

/// The next non-increasing row lengths in lexicographic order.
fn successor(lengths: &[u32], columns: u32) -> Option<Vec<u32>> {
    let grows = |row: usize| lengths[row] < if row == 0 { columns } else { lengths[row - 1] };
    let row = (0..lengths.len()).rev().find(|&row| grows(row))?;
    let mut next = lengths.to_vec();
    next[row] += 1;
    next[row + 1..].fill(0);
    Some(next)
}
