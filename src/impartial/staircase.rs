//! Staircases: rows of squares, none longer than the row before.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A staircase (a Young diagram) with at least one square, given by the lengths of its rows.
///
/// Squares are named (row, column) from (1, 1), the corner where all rows begin.
///
/// ```
/// use agon::Staircase;
///
/// let bar = Staircase::rectangle(3, 4)?;
/// let bitten = bar.bite(2, 3).expect("the square is there");
/// assert_eq!(bitten.to_string(), "[4, 2, 2]");
/// assert_eq!("[4, 2, 2]".parse(), Ok(bitten.clone()));
/// assert_eq!(bitten.picture(), "☠□□□\n□□\n□□");
/// # Ok::<(), agon::impartial::StaircaseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>", into = "Vec<u32>")]
pub struct Staircase(Vec<u32>);

/// Why row lengths are no staircase.
///
/// ```
/// use agon::{Staircase, impartial::StaircaseError};
///
/// assert_eq!(Staircase::new([2, 3]), Err(StaircaseError::Increasing { row: 2, length: 3, before: 2 }));
/// assert_eq!(Staircase::new([]), Err(StaircaseError::Empty));
/// assert_eq!("4, x".parse::<Staircase>().unwrap_err().to_string(), "`x` is no row length: write a staircase as [4, 2, 2]");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StaircaseError {
    /// There is no square.
    #[error("a staircase has at least one square")]
    Empty,
    /// A row is longer than the row before it.
    #[error("row {row} has {length} squares, more than the {before} of the row before it")]
    Increasing {
        /// The number of the row, from 1.
        row: usize,
        /// Its length.
        length: u32,
        /// The length of the row before it.
        before: u32,
    },
    /// There are more rows than a staircase may have.
    #[error("a staircase has at most {} rows", Staircase::MOST_ROWS)]
    TooManyRows,
    /// The single square is lost, so that no argument shows it won.
    #[error("the single square is poisoned: whoever begins loses")]
    Single,
    /// There are more staircases in a rectangle than a table may hold.
    #[error("{rows} × {columns} has more staircases than a table holds (2^{} of them)", most.ilog2())]
    TooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: u32,
        /// How many staircases a table holds.
        most: u64,
    },
    /// A text that is no list of lengths.
    #[error("`{part}` is no row length: write a staircase as [4, 2, 2]")]
    Parse {
        /// The part that is no number below 2³².
        part: String,
    },
}

impl Staircase {
    /// The most rows that a staircase may have.
    ///
    /// ```
    /// use agon::{Staircase, impartial::StaircaseError};
    ///
    /// assert_eq!(Staircase::rectangle(Staircase::MOST_ROWS + 1, 1), Err(StaircaseError::TooManyRows));
    /// ```
    pub const MOST_ROWS: usize = 1 << 14;

    /// The staircase with these row lengths; rows of length 0 at the end are dropped.
    ///
    /// # Errors
    /// [`StaircaseError`] if there is no square, a row is longer than the one before, or there are more than
    /// [`MOST_ROWS`](Self::MOST_ROWS).
    ///
    /// ```
    /// use agon::Staircase;
    ///
    /// assert!(Staircase::new([4, 4, 1]).is_ok());
    /// assert_eq!(
    ///     Staircase::new([2, 3]).unwrap_err().to_string(),
    ///     "row 2 has 3 squares, more than the 2 of the row before it"
    /// );
    /// ```
    pub fn new(rows: impl IntoIterator<Item = u32>) -> Result<Self, StaircaseError> {
        let mut rows: Vec<u32> = rows.into_iter().take(Self::MOST_ROWS + 1).collect();
        if rows.len() > Self::MOST_ROWS {
            return Err(StaircaseError::TooManyRows);
        }
        if let Some(at) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(StaircaseError::Increasing { row: at + 2, length: rows[at + 1], before: rows[at] });
        }
        rows.truncate(rows.partition_point(|&length| length > 0));
        if rows.is_empty() { Err(StaircaseError::Empty) } else { Ok(Self(rows)) }
    }

    /// A full rectangle.
    ///
    /// # Errors
    /// [`StaircaseError::Empty`] if a side is 0, [`StaircaseError::TooManyRows`] if there are too many rows.
    ///
    /// ```
    /// use agon::Staircase;
    ///
    /// assert_eq!(Staircase::rectangle(3, 2)?, Staircase::new([2, 2, 2])?);
    /// assert!(Staircase::rectangle(3, 0).is_err());
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    pub fn rectangle(rows: usize, columns: u32) -> Result<Self, StaircaseError> {
        Self::new(std::iter::repeat_n(columns, rows))
    }

    /// The lengths of the rows.
    ///
    /// ```
    /// assert_eq!(agon::Staircase::new([4, 2, 2, 0])?.rows(), [4, 2, 2]);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.0
    }

    /// The number of squares.
    ///
    /// ```
    /// assert_eq!(agon::Staircase::new([4, 2, 2])?.squares(), 8);
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn squares(&self) -> u64 {
        self.0.iter().map(|&length| u64::from(length)).sum()
    }

    /// What is left after the square (row, column) is bitten off together with everything below and to the right of it.
    ///
    /// `None` if there is no such square, or if nothing would be left.
    ///
    /// ```
    /// use agon::Staircase;
    ///
    /// let left = Staircase::rectangle(3, 3)?.bite(2, 2).expect("a square that is there");
    /// assert_eq!(left.picture(), "☠□□\n□\n□");
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn bite(&self, row: usize, column: u32) -> Option<Self> {
        let above = row.checked_sub(1)?;
        let kept = column.checked_sub(1)?;
        if self.0.get(above).is_none_or(|&length| length <= kept) || (above == 0 && kept == 0) {
            return None;
        }
        let mut rows = self.0.clone();
        for length in &mut rows[above..] {
            *length = kept.min(*length);
        }
        if kept == 0 {
            rows.truncate(above);
        }
        Some(Self(rows))
    }

    /// One line of squares a row; `☠` marks (1, 1).
    ///
    /// ```
    /// assert_eq!(agon::Staircase::new([3, 1])?.picture(), "☠□□\n□");
    /// # Ok::<(), agon::impartial::StaircaseError>(())
    /// ```
    #[must_use]
    pub fn picture(&self) -> String {
        let mut lines: Vec<String> = self.0.iter().map(|&length| "□".repeat(length as usize)).collect();
        if let Some(first) = lines.first_mut() {
            first.replace_range(..'□'.len_utf8(), "☠");
        }
        lines.join("\n")
    }
}

impl TryFrom<Vec<u32>> for Staircase {
    type Error = StaircaseError;

    fn try_from(rows: Vec<u32>) -> Result<Self, Self::Error> {
        Self::new(rows)
    }
}

impl From<Staircase> for Vec<u32> {
    fn from(staircase: Staircase) -> Self {
        staircase.0
    }
}

impl fmt::Display for Staircase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:?}", self.0))
    }
}

/// As readable as `Display`.
impl fmt::Debug for Staircase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what `Display` prints; the brackets may be left out, and a comma or a space separates two rows.
impl FromStr for Staircase {
    type Err = StaircaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let inner = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(trimmed);
        let rows: Result<Vec<u32>, _> = inner
            .split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| {
                let digits = part.bytes().all(|byte| byte.is_ascii_digit());
                digits
                    .then(|| part.parse().ok())
                    .flatten()
                    .ok_or_else(|| StaircaseError::Parse { part: part.to_owned() })
            })
            .collect();
        Self::new(rows?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_parser_reads_what_is_printed(mut rows in vec(1u32..50, 1..6)) {
            rows.sort_unstable_by(|a, b| b.cmp(a));
            let staircase = Staircase::new(rows).unwrap();
            prop_assert_eq!(staircase.to_string().parse(), Ok(staircase));
        }

        #[test]
        fn any_text_is_answered(text: String) {
            let _ = text.parse::<Staircase>();
        }

        #[test]
        fn a_bite_leaves_what_is_above_or_to_the_left(
            mut rows in vec(1u32..6, 1..6), row in 0usize..7, column in 0u32..7
        ) {
            rows.sort_unstable_by(|a, b| b.cmp(a));
            let whole = Staircase::new(rows).unwrap();
            let has = |shape: &Staircase, r: usize, c: u32| shape.rows().get(r - 1).is_some_and(|&length| c <= length);
            match whole.bite(row, column) {
                None => prop_assert!(
                    row == 0 || column == 0 || (row, column) == (1, 1) || !has(&whole, row, column)
                ),
                Some(rest) => {
                    for (r, c) in (1..7).flat_map(|r| (1..7).map(move |c| (r, c))) {
                        prop_assert_eq!(has(&rest, r, c), has(&whole, r, c) && (r < row || c < column));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_staircase_is_refused() {
        assert_eq!(Staircase::new([0, 0]), Err(StaircaseError::Empty));
        assert_eq!(Staircase::rectangle(0, 3), Err(StaircaseError::Empty));
        assert!(serde_json::from_str::<Staircase>("[1, 2]").is_err());
        assert!("4, x".parse::<Staircase>().unwrap_err().to_string().contains("`x`"));
    }
}
