//! The Grundy values of Wythoff's game, for which no closed form is known.

use std::fmt;

use super::{Nimber, Wythoff};
use crate::interrupt;

/// The Grundy values of the positions `(a, b)` of Wythoff's game with `a` below the number of rows and `b` below the
/// number of columns.
///
/// ```
/// use agon::{Nimber, Wythoff};
///
/// let table = Wythoff::table(4, 6)?;
/// assert_eq!(table.row(3), Some([3, 4, 5, 6, 2, 0].as_slice()));
/// assert_eq!(table.value(1, 2), Some(Nimber(0)));
/// assert_eq!(table.value(4, 0), None);
/// # Ok::<(), agon::impartial::WythoffTableError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WythoffTable {
    rows: usize,
    columns: usize,
    /// Row by row.
    values: Vec<u32>,
}

/// The table has too many entries.
///
/// ```
/// assert_eq!(
///     agon::Wythoff::table(1 << 20, 1 << 20).unwrap_err().to_string(),
///     "a table of 1048576 × 1048576 values is too large: at most 268435456 are allowed"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a table of {rows} × {columns} values is too large: at most {} are allowed", WythoffTable::MOST)]
pub struct WythoffTableError {
    rows: usize,
    columns: usize,
}

impl WythoffTable {
    /// The most entries that a table may have (a gibibyte of them).
    ///
    /// ```
    /// use agon::{Wythoff, impartial::WythoffTable};
    ///
    /// assert!(Wythoff::table(WythoffTable::MOST / 2 + 1, 2).is_err());
    /// ```
    pub const MOST: usize = 1 << 28;

    /// The number of rows.
    ///
    /// ```
    /// assert_eq!(agon::Wythoff::table(3, 7)?.rows(), 3);
    /// # Ok::<(), agon::impartial::WythoffTableError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    ///
    /// ```
    /// assert_eq!(agon::Wythoff::table(3, 7)?.columns(), 7);
    /// # Ok::<(), agon::impartial::WythoffTableError>(())
    /// ```
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The value of `(a, b)`; `None` outside of the table.
    ///
    /// ```
    /// use agon::{Nimber, Wythoff};
    ///
    /// let table = Wythoff::table(11, 11)?;
    /// assert_eq!((table.value(3, 5), table.value(1, 1)), (Some(Nimber(0)), Some(Nimber(2))));
    /// assert_eq!(table.value(11, 0), None);
    /// # Ok::<(), agon::impartial::WythoffTableError>(())
    /// ```
    #[must_use]
    pub fn value(&self, a: usize, b: usize) -> Option<Nimber> {
        self.row(a)?.get(b).copied().map(Nimber)
    }

    /// The values of `(a, 0), (a, 1), …`; `None` outside of the table.
    ///
    /// ```
    /// let table = agon::Wythoff::table(3, 4)?;
    /// assert_eq!(table.row(2), Some([2, 0, 1, 5].as_slice()));
    /// assert_eq!(table.row(3), None);
    /// # Ok::<(), agon::impartial::WythoffTableError>(())
    /// ```
    #[must_use]
    pub fn row(&self, a: usize) -> Option<&[u32]> {
        let start = a.checked_mul(self.columns)?;
        self.values.get(start..start.checked_add(self.columns)?).filter(|_| a < self.rows)
    }
}

/// One line a row, the columns flush right.
impl fmt::Display for WythoffTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.values.iter().max().map_or(1, |most| most.to_string().len());
        for a in 0..self.rows {
            let row = self.row(a).unwrap_or_default();
            let entries: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
            write!(f, "{}{}", if a == 0 { "" } else { "\n" }, entries.join(" "))?;
        }
        Ok(())
    }
}

impl Wythoff {
    /// The table of Grundy values of so many rows and columns. It can be [interrupted](crate::interrupt).
    ///
    /// # Errors
    /// [`WythoffTableError`] if there would be more than [`WythoffTable::MOST`] values.
    ///
    /// ```
    /// use agon::Wythoff;
    ///
    /// let table = Wythoff::table(3, 3)?;
    /// assert_eq!(table.row(1), Some(&[1, 2, 0][..]));
    /// assert!(Wythoff::table(usize::MAX, 2).is_err());
    /// # Ok::<(), agon::impartial::WythoffTableError>(())
    /// ```
    pub fn table(rows: usize, columns: usize) -> Result<WythoffTable, WythoffTableError> {
        let size =
            rows.checked_mul(columns).filter(|&size| size.max(rows).max(columns) <= WythoffTable::MOST);
        let size = size.ok_or(WythoffTableError { rows, columns })?;
        let mut table = WythoffTable { rows, columns, values: vec![0; size] };
        if size > 0 {
            Used::new(rows.min(columns), rows.max(columns)).fill(rows, columns, &mut table.values);
        }
        Ok(table)
    }
}

/// Tiles are small enough for what belongs to one of them to stay in the cache.
const TILE: usize = 64;

/// Which values occur before a position in its lines and on its diagonal, in one bit each.
///
/// The table is symmetric, so that the positions with `a ≤ b` are enough: line `i` is column `i` above the diagonal, then
/// row `i` right of it.
struct Used {
    /// The number of rows, at most the number of columns.
    rows: usize,
    columns: usize,
    /// Words in a set: no value exceeds `a + b`.
    words: usize,
    lines: Vec<u64>,
    diagonals: Vec<u64>,
}

impl Used {
    fn new(rows: usize, columns: usize) -> Self {
        let words = (rows + columns) / 64 + 1;
        Self { rows, columns, words, lines: vec![0; columns * words], diagonals: vec![0; columns * words] }
    }

    fn fill(&mut self, table_rows: usize, table_columns: usize, values: &mut [u32]) {
        for top in (0..self.rows).step_by(TILE) {
            for left in (top..self.columns).step_by(TILE) {
                interrupt::check();
                for a in top..self.rows.min(top + TILE) {
                    for b in a.max(left)..self.columns.min(left + TILE) {
                        let value = self.next(a, b);
                        // The longer side may be the rows or the columns.
                        if a < table_rows && b < table_columns {
                            values[a * table_columns + b] = value;
                        }
                        if b < table_rows && a < table_columns {
                            values[b * table_columns + a] = value;
                        }
                    }
                }
            }
        }
    }

    /// The value of the next position, `a ≤ b`.
    fn next(&mut self, a: usize, b: usize) -> u32 {
        let set = |index: usize| index * self.words..(index + 1) * self.words;
        // Row a has met each value v before column v + 2a + 1: in each earlier column there stood a smaller value, or v was
        // taken there by one of a rows above, in the column or on the diagonal. So the value is at least b − 2a.
        let start = b.saturating_sub(2 * a) / 64;
        let (row, column, diagonal) = (&self.lines[set(a)], &self.lines[set(b)], &self.diagonals[set(b - a)]);
        let free = row[start..].iter().zip(&column[start..]).zip(&diagonal[start..]);
        let (skipped, used) = free
            .map(|((row, column), diagonal)| row | column | diagonal)
            .enumerate()
            .find(|&(_, used)| used != u64::MAX)
            .expect("no value exceeds a + b");
        let (word, bit) = (start + skipped, used.trailing_ones());
        self.lines[a * self.words + word] |= 1 << bit;
        self.lines[b * self.words + word] |= 1 << bit;
        self.diagonals[(b - a) * self.words + word] |= 1 << bit;
        (word * 64) as u32 + bit
    }
}
