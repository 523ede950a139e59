//! The outcomes of all staircases in a rectangle, one bit each.

use std::collections::BTreeMap;

use super::bites;
use crate::impartial::{Outcome, Staircase, StaircaseError};
use crate::interrupt;

/// Who wins each staircase inside a rectangle.
///
/// Staircases are numbered in lexicographic order of their row lengths, in which every bite leads backwards; the number
/// of `x₁ ≥ x₂ ≥ … ≥ xₘ` is the sum of the binomial coefficients C(xᵢ + m − i, m − i + 1). They are decided in this
/// order. Lost ones are rare (one in 44 of 8 × 10), so that it is quicker to mark everything from which a bite
/// leads to a lost staircase than to look at the bites of each: what is not marked when its turn comes is lost.
///
/// ```
/// use agon::{Outcome, Staircase, impartial::ChompTable};
///
/// let table = ChompTable::new(8, 10)?;
/// assert_eq!((table.len(), table.p_positions().count()), (43_757, 1000));
/// let bar = Staircase::rectangle(8, 10)?;
/// assert_eq!(table.outcome(&bar), Some(Outcome::N));
/// // The smallest rectangle with two winning openings:
/// assert_eq!(table.winning_bites(&bar), Some(vec![(4, 9), (5, 6)]));
/// # Ok::<(), agon::impartial::StaircaseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ChompTable {
    rows: usize,
    columns: u32,
    /// `places[i][x]`: what a length `x` of row `i` adds to the number of a staircase.
    places: Vec<Vec<u64>>,
    /// One bit for each number: whether the staircase is won. Number 0, the empty one, is (whoever takes the poison).
    won: Vec<u64>,
}

impl ChompTable {
    /// The most staircases that a table holds: a bit for each is half a gigabyte.
    ///
    /// ```
    /// use agon::impartial::{ChompTable, StaircaseError};
    ///
    /// // C(40, 20) is more than 2³².
    /// let error = ChompTable::new(20, 20).unwrap_err();
    /// assert_eq!(error, StaircaseError::TooLarge { rows: 20, columns: 20, most: ChompTable::MOST });
    /// ```
    pub const MOST: u64 = 1 << 32;

    /// Decides all staircases with at most so many rows and columns.
    ///
    /// # Errors
    /// [`StaircaseError::Empty`] if a side is 0, [`StaircaseError::TooLarge`] if C(rows + columns, rows) is greater than
    /// [`MOST`](Self::MOST), or rows · columns greater than a 64th of it.
    ///
    /// ```
    /// use agon::impartial::{ChompTable, StaircaseError};
    ///
    /// // 3 × 2: C(5, 2) − 1 staircases, the empty one left out.
    /// assert_eq!(ChompTable::new(3, 2)?.len(), 9);
    /// assert_eq!(ChompTable::new(0, 2).err(), Some(StaircaseError::Empty));
    /// # Ok::<(), StaircaseError>(())
    /// ```
    pub fn new(rows: usize, columns: u32) -> Result<Self, StaircaseError> {
        if rows == 0 || columns == 0 {
            return Err(StaircaseError::Empty);
        }
        let too_large = StaircaseError::TooLarge { rows, columns, most: Self::MOST };
        if (rows as u64).saturating_mul(u64::from(columns)) > Self::MOST / 64 {
            return Err(too_large);
        }
        let mut places: Vec<Vec<u64>> = Vec::new();
        // From the last row upwards: C(x + k, k + 1) is the sum of C(y + k − 1, k) over y from 1 to x.
        let mut count = u64::from(columns) + 1;
        for _ in 0..rows {
            interrupt::check();
            let next: Vec<u64> = match places.last() {
                None => (0..=columns.into()).collect(),
                Some(before) => before
                    .iter()
                    .scan(0u64, |sum, &place| {
                        *sum = sum.saturating_add(place);
                        Some(*sum)
                    })
                    .collect(),
            };
            count = next[columns as usize].saturating_add(if places.is_empty() { 1 } else { count });
            if count > Self::MOST {
                return Err(too_large);
            }
            places.push(next);
        }
        places.reverse();
        let words = usize::try_from(count.div_ceil(64)).map_err(|_| too_large)?;
        let mut table = Self { rows, columns, places, won: vec![0; words] };
        table.won[0] = 1;
        table.decide();
        Ok(table)
    }

    fn decide(&mut self) {
        let mut number = 0;
        let (mut lengths, mut pending) = (vec![0; self.rows], Vec::new());
        while self.advance(&mut lengths) {
            interrupt::check();
            number += 1;
            if !self.is_won(number) {
                self.mark_sources(&lengths, number, &mut pending);
            }
        }
    }

    /// The next staircase in lexicographic order; `false` after the last.
    fn advance(&self, lengths: &mut [u32]) -> bool {
        let grows = |&row: &usize| lengths[row] < if row == 0 { self.columns } else { lengths[row - 1] };
        let Some(row) = (0..lengths.len()).rev().find(grows) else {
            return false;
        };
        lengths[row] += 1;
        lengths[row + 1..].fill(0);
        true
    }

    fn is_won(&self, number: u64) -> bool {
        self.won[(number / 64) as usize] >> (number % 64) & 1 == 1
    }

    /// Marks all staircases from which a bite leads to this one. Such a bite has shortened some rows that follow each
    /// other, and that have now one length; they were longer, but not longer than the row before them.
    fn mark_sources(&mut self, lengths: &[u32], number: u64, pending: &mut Vec<(usize, u32, u64)>) {
        for first in 0..self.rows {
            let length = lengths[first];
            let most = if first == 0 { self.columns } else { lengths[first - 1] };
            if most == length {
                // The row before is one of the shortened ones, or none is.
                continue;
            }
            let end = first + lengths[first..].iter().take_while(|&&other| other == length).count();
            // The next row to be made longer, up to where, and the number of the staircase without that.
            pending.push((first, most, number));
            while let Some((row, most, number)) = pending.pop() {
                let rest = number - self.places[row][length as usize];
                for longer in length + 1..=most {
                    let source = rest + self.places[row][longer as usize];
                    self.won[(source / 64) as usize] |= 1 << (source % 64);
                    if row + 1 < end {
                        pending.push((row + 1, longer, source));
                    }
                }
            }
        }
    }

    fn number(&self, shape: &Staircase) -> Option<u64> {
        let lengths = shape.rows();
        if lengths.len() > self.rows || lengths[0] > self.columns {
            return None;
        }
        Some(self.places.iter().zip(lengths).map(|(place, &length)| place[length as usize]).sum())
    }

    /// The number of rows and of columns of the rectangle.
    ///
    /// ```
    /// assert_eq!(agon::impartial::ChompTable::new(3, 4)?.size(), (3, 4));
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn size(&self) -> (usize, u32) {
        (self.rows, self.columns)
    }

    /// How many staircases are decided: C(rows + columns, rows) − 1.
    ///
    /// ```
    /// use agon::impartial::ChompTable;
    ///
    /// // C(7, 3) − 1
    /// assert_eq!(ChompTable::new(3, 4)?.len(), 34);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> u64 {
        self.places.iter().map(|place| place[self.columns as usize]).sum()
    }

    /// Whether the table is empty; it never is.
    ///
    /// ```
    /// assert!(!agon::impartial::ChompTable::new(1, 1)?.is_empty());
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Who wins a staircase; `None` if it does not fit into the rectangle.
    ///
    /// ```
    /// use agon::{Outcome, Staircase, impartial::ChompTable};
    ///
    /// let table = ChompTable::new(3, 4)?;
    /// assert_eq!(table.outcome(&Staircase::rectangle(3, 4)?), Some(Outcome::N));
    /// assert_eq!(table.outcome(&Staircase::rectangle(4, 4)?), None);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, shape: &Staircase) -> Option<Outcome> {
        let number = self.number(shape)?;
        Some(if self.is_won(number) { Outcome::N } else { Outcome::P })
    }

    /// The squares by which the player to move wins, as (row, column) from (1, 1), in ascending order; `None` if the
    /// staircase does not fit into the rectangle.
    ///
    /// ```
    /// use agon::Staircase;
    /// use agon::impartial::ChompTable;
    ///
    /// let table = ChompTable::new(3, 3)?;
    /// assert_eq!(table.winning_bites(&Staircase::rectangle(3, 3)?), Some(vec![(2, 2)]));
    /// assert_eq!(table.winning_bites(&Staircase::rectangle(4, 1)?), None);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn winning_bites(&self, shape: &Staircase) -> Option<Vec<(usize, u32)>> {
        self.number(shape)?;
        let wins = |rest: &Staircase| self.outcome(rest).is_some_and(Outcome::is_p);
        Some(bites(shape).filter(|(_, rest)| wins(rest)).map(|(square, _)| square).collect())
    }

    /// All winning openings of each rectangle that fits in, by its rows and columns.
    ///
    /// ```
    /// use agon::impartial::ChompTable;
    ///
    /// let openings = ChompTable::new(6, 6)?.openings();
    /// assert_eq!(openings[&(4, 6)], [(2, 3)]);
    /// // Every square has the same one.
    /// assert!((2..=6).all(|n| openings[&(n, n as u32)] == [(2, 2)]));
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn openings(&self) -> BTreeMap<(usize, u32), Vec<(usize, u32)>> {
        let sizes = (1..=self.rows).flat_map(|rows| (1..=self.columns).map(move |columns| (rows, columns)));
        sizes
            .filter_map(|(rows, columns)| {
                let bar = Staircase::rectangle(rows, columns).ok()?;
                Some(((rows, columns), self.winning_bites(&bar)?))
            })
            .collect()
    }

    /// The P-positions, in ascending lexicographic order.
    ///
    /// ```
    /// use agon::impartial::ChompTable;
    ///
    /// // Of two rows the lost staircases are those whose second row is one shorter.
    /// let lost: Vec<String> = ChompTable::new(2, 4)?.p_positions().map(|shape| shape.to_string()).collect();
    /// assert_eq!(lost, ["[1]", "[2, 1]", "[3, 2]", "[4, 3]"]);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn p_positions(&self) -> impl Iterator<Item = Staircase> {
        let (mut lengths, mut number) = (vec![0; self.rows], 0);
        std::iter::from_fn(move || {
            loop {
                interrupt::check();
                if !self.advance(&mut lengths) {
                    return None;
                }
                number += 1;
                if !self.is_won(number) {
                    return Staircase::new(lengths.iter().copied()).ok();
                }
            }
        })
    }
}
