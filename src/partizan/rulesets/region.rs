//! A board with some squares free: where dominoes are placed.

mod parts;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square of a board, as (row, column) from (0, 0) at the top left.
///
/// ```
/// use agon::{Region, partizan::rulesets::Square};
///
/// let corner: Square = (1, 2);
/// assert!(Region::rectangle(2, 3)?.is_free(corner));
/// # Ok::<(), agon::partizan::rulesets::RegionError>(())
/// ```
pub type Square = (u32, u32);

/// A board of rows and columns on which some squares are free and the others are taken.
///
/// The text has a line for each row, `.` for a free square and `#` for a taken one; rows may also be separated by `|`,
/// as they are when a region is printed.
///
/// ```
/// use agon::Region;
///
/// let l: Region = ".#\n..".parse()?;
/// assert_eq!(l.squares().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
/// assert_eq!(l, Region::from_squares([(0, 0), (1, 0), (1, 1)])?);
/// assert_eq!(l.to_string(), ".#|..");
/// # Ok::<(), agon::partizan::rulesets::RegionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Region {
    rows: u32,
    columns: u32,
    free: Free,
}

/// The free squares: packed into a number where the board is small enough, and only there.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Free {
    /// Square (r, c) is bit `r · columns + c`.
    Packed(u128),
    /// In ascending order.
    Listed(Box<[Square]>),
}

/// A text or a list of squares that is no region.
///
/// ```
/// use agon::{Region, partizan::rulesets::RegionError};
///
/// assert!(matches!("..|.".parse::<Region>(), Err(RegionError::Ragged { row: 2, found: 1, expected: 2, .. })));
/// assert!(matches!("x".parse::<Region>(), Err(RegionError::NotASquare { found: 'x', row: 1, .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegionError {
    /// A character that stands for no square.
    #[error(
        "`{found}` in row {row} of the board `{input}` is no square: write . for a free square, # for a taken one, and each row on a line of its own (or separate rows by |)"
    )]
    NotASquare {
        /// The text.
        input: String,
        /// The character.
        found: char,
        /// The row, counted from 1.
        row: usize,
    },
    /// The rows are not equally long.
    #[error(
        "row {row} of the board `{input}` has {found} squares where the first row has {expected}: fill it up with #"
    )]
    Ragged {
        /// The text.
        input: String,
        /// The row, counted from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// The board has too many rows or columns.
    #[error("a board of {rows} × {columns} squares is too large: at most {} squares", Region::MOST_SQUARES)]
    TooLarge {
        /// The rows asked for.
        rows: u64,
        /// The columns asked for.
        columns: u64,
    },
}

impl Region {
    /// The most squares that a board may have.
    ///
    /// ```
    /// use agon::{Region, partizan::rulesets::RegionError};
    ///
    /// let side = Region::MOST_SQUARES.isqrt() as u32;
    /// let error = RegionError::TooLarge { rows: (side + 1).into(), columns: side.into() };
    /// assert_eq!(Region::rectangle(side + 1, side), Err(error));
    /// ```
    pub const MOST_SQUARES: u64 = 1 << 24;

    /// A full rectangle: every square is free. A side of 0 makes the empty board, which has no rows and no columns.
    ///
    /// # Errors
    /// [`RegionError::TooLarge`].
    ///
    /// ```
    /// assert_eq!(agon::Region::rectangle(2, 3)?.to_string(), "...|...");
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self, RegionError> {
        let (rows, columns) = Self::allowed(rows.into(), columns.into())?;
        Ok(Self::build(rows, columns, (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)))))
    }

    /// The smallest board from (0, 0) that has these squares free and no others. A square may be given twice.
    ///
    /// # Errors
    /// [`RegionError::TooLarge`].
    ///
    /// ```
    /// use agon::Region;
    ///
    /// assert_eq!(Region::from_squares([(1, 1), (0, 1), (1, 1)])?.to_string(), "#.|#.");
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    pub fn from_squares(squares: impl IntoIterator<Item = Square>) -> Result<Self, RegionError> {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        squares.sort_unstable();
        squares.dedup();
        let side = |coordinate: fn(&Square) -> u32| {
            squares.iter().map(|square| u64::from(coordinate(square)) + 1).max().unwrap_or(0)
        };
        let (rows, columns) = (side(|square| square.0), side(|square| square.1));
        let (rows, columns) = Self::allowed(rows, columns)?;
        Ok(Self::build(rows, columns, squares.into_iter()))
    }

    fn allowed(rows: u64, columns: u64) -> Result<(u32, u32), RegionError> {
        if rows == 0 || columns == 0 {
            return Ok((0, 0));
        }
        match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(r), Ok(c)) if rows * columns <= Self::MOST_SQUARES => Ok((r, c)),
            _ => Err(RegionError::TooLarge { rows, columns }),
        }
    }

    /// From squares inside the board; in ascending order, each once, if they are too many to be packed.
    fn build(rows: u32, columns: u32, squares: impl Iterator<Item = Square>) -> Self {
        let free = if fits(rows, columns) {
            Free::Packed(squares.fold(0, |bits, (r, c)| bits | 1 << (r * columns + c)))
        } else {
            Free::Listed(squares.collect())
        };
        Self { rows, columns, free }
    }

    /// The number of rows of the board.
    ///
    /// ```
    /// assert_eq!(".#|..|..".parse::<agon::Region>()?.rows(), 3);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns of the board.
    ///
    /// ```
    /// assert_eq!(".#|..|..".parse::<agon::Region>()?.columns(), 2);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of free squares.
    ///
    /// ```
    /// assert_eq!(".#|..|..".parse::<agon::Region>()?.area(), 5);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> usize {
        match &self.free {
            Free::Packed(bits) => bits.count_ones() as usize,
            Free::Listed(squares) => squares.len(),
        }
    }

    /// Whether a square is free. Squares beside the board are not.
    ///
    /// ```
    /// use agon::Region;
    ///
    /// let board: Region = ".#|..".parse()?;
    /// assert!(board.is_free((0, 0)) && !board.is_free((0, 1)) && !board.is_free((9, 9)));
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn is_free(&self, (row, column): Square) -> bool {
        row < self.rows
            && column < self.columns
            && match &self.free {
                Free::Packed(bits) => bits >> (row * self.columns + column) & 1 == 1,
                Free::Listed(squares) => squares.binary_search(&(row, column)).is_ok(),
            }
    }

    /// The free squares, row by row.
    ///
    /// ```
    /// use agon::Region;
    ///
    /// assert_eq!(".#|..".parse::<Region>()?.squares().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let (mut packed, listed) = match &self.free {
            Free::Packed(bits) => (*bits, &[][..]),
            Free::Listed(squares) => (0, &squares[..]),
        };
        let unpacked = std::iter::from_fn(move || {
            let index = packed.trailing_zeros();
            packed &= packed.checked_sub(1)?;
            Some((index / self.columns, index % self.columns))
        });
        unpacked.chain(listed.iter().copied())
    }

    /// The same board with some of its squares taken.
    ///
    /// ```
    /// use agon::Region;
    ///
    /// let board = Region::rectangle(2, 2)?;
    /// assert_eq!(board.without(&[(0, 0), (1, 0), (7, 7)]).to_string(), "#.|#.");
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn without(&self, taken: &[Square]) -> Self {
        let free = match &self.free {
            Free::Packed(bits) => {
                let inside = taken.iter().filter(|&&square| self.is_free(square));
                Free::Packed(inside.fold(*bits, |bits, (r, c)| bits & !(1 << (r * self.columns + c))))
            }
            Free::Listed(squares) => {
                Free::Listed(squares.iter().filter(|square| !taken.contains(square)).copied().collect())
            }
        };
        Self { free, ..*self }
    }

    /// The board turned by a quarter, clockwise.
    ///
    /// ```
    /// use agon::Region;
    ///
    /// assert_eq!(".#|..|..".parse::<Region>()?.quarter_turn().to_string(), "...|..#");
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn quarter_turn(&self) -> Self {
        let turned = self.squares().map(|(r, c)| (c, self.rows - 1 - r));
        if fits(self.rows, self.columns) {
            return Self::build(self.columns, self.rows, turned);
        }
        let mut squares: Vec<Square> = turned.collect();
        squares.sort_unstable();
        Self::build(self.columns, self.rows, squares.into_iter())
    }
}

/// Whether a board's squares can be packed.
fn fits(rows: u32, columns: u32) -> bool {
    u64::from(rows) * u64::from(columns) <= 128
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for row in 0..self.rows {
            if row > 0 {
                text.push('|');
            }
            text.extend((0..self.columns).map(|column| if self.is_free((row, column)) { '.' } else { '#' }));
        }
        f.pad(&text)
    }
}

/// As readable as `Display`.
impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Region {
    type Err = RegionError;

    fn from_str(input: &str) -> Result<Self, RegionError> {
        let lines: Vec<&str> = input.trim().split(['\n', '|']).map(str::trim).collect();
        let mut squares = Vec::new();
        let mut columns = 0;
        for (row, line) in (0..).zip(&lines) {
            let mut length = 0;
            for (column, found) in (0..).zip(line.chars()) {
                match found {
                    '.' => squares.push((row, column)),
                    '#' => {}
                    _ => {
                        let row = row as usize + 1;
                        return Err(RegionError::NotASquare { input: input.to_owned(), found, row });
                    }
                }
                length = column + 1;
            }
            if row == 0 {
                columns = length;
            } else if length != columns {
                return Err(RegionError::Ragged {
                    input: input.to_owned(),
                    row: row as usize + 1,
                    found: length as usize,
                    expected: columns as usize,
                });
            }
        }
        let (rows, columns) = Self::allowed(lines.len() as u64, columns.into())?;
        Ok(Self::build(rows, columns, squares.into_iter()))
    }
}

impl TryFrom<String> for Region {
    type Error = RegionError;

    fn try_from(text: String) -> Result<Self, RegionError> {
        text.parse()
    }
}

impl From<Region> for String {
    fn from(region: Region) -> Self {
        region.to_string()
    }
}
