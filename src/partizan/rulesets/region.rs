//! A board with some squares free: where dominoes are placed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square of a board, as (row, column) from (0, 0) at the top left.
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
    pub const MOST_SQUARES: u64 = 1 << 24;

    /// A full rectangle: every square is free. A side of 0 makes an empty board.
    ///
    /// # Errors
    /// [`RegionError::TooLarge`].
    ///
    /// ```
    /// assert_eq!(agon::Region::rectangle(2, 3)?.to_string(), "...|...");
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self, RegionError> {
        Self::allowed(rows.into(), columns.into())?;
        Ok(Self::build(rows, columns, (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)))))
    }

    /// The smallest board from (0, 0) that has these squares free and no others. A square may be given twice.
    ///
    /// # Errors
    /// [`RegionError::TooLarge`].
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
        match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(r), Ok(c)) if rows * columns <= Self::MOST_SQUARES => Ok((r, c)),
            _ => Err(RegionError::TooLarge { rows, columns }),
        }
    }

    /// From squares in ascending order, each once and inside the board.
    fn build(rows: u32, columns: u32, squares: impl Iterator<Item = Square>) -> Self {
        let free = if fits(rows, columns) {
            Free::Packed(squares.fold(0, |bits, (r, c)| bits | 1 << (r * columns + c)))
        } else {
            Free::Listed(squares.collect())
        };
        Self { rows, columns, free }
    }

    /// The number of rows of the board.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns of the board.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of free squares.
    #[must_use]
    pub fn area(&self) -> usize {
        match &self.free {
            Free::Packed(bits) => bits.count_ones() as usize,
            Free::Listed(squares) => squares.len(),
        }
    }

    /// Whether a square is free. Squares beside the board are not.
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
        let mut squares: Vec<Square> = self.squares().map(|(r, c)| (c, self.rows - 1 - r)).collect();
        squares.sort_unstable();
        Self::build(self.columns, self.rows, squares.into_iter())
    }

    /// The connected parts of at least two squares, each on a board of its own that it fills from side to side, and of
    /// its four mirror images (left-right, top-bottom, both) the least one.
    ///
    /// ```
    /// use agon::Region;
    ///
    /// let parts = "#.#.|.#..|.#.#".parse::<Region>()?.parts();
    /// assert_eq!(parts.iter().map(ToString::to_string).collect::<Vec<_>>(), ["#.|..|.#", ".|."]);
    /// # Ok::<(), agon::partizan::rulesets::RegionError>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        match &self.free {
            Free::Packed(bits) => self.packed_parts(*bits),
            Free::Listed(squares) => listed_parts(squares),
        }
    }

    fn packed_parts(&self, mut rest: u128) -> Vec<Self> {
        let columns = self.columns;
        let mut parts = Vec::new();
        // A square's neighbours in its row must not be found across the edge of the board.
        let first_column = (0..self.rows).fold(0u128, |bits, row| bits | 1 << (row * columns));
        let last_column = if columns == 0 { 0 } else { first_column << (columns - 1) };
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                // A shift by all 128 bits is one by a row of a board that has no second row.
                let below = part.checked_shl(columns).unwrap_or(0);
                let above = part.checked_shr(columns).unwrap_or(0);
                let beside = (part & !last_column) << 1 | (part & !first_column) >> 1;
                let grown = (part | below | above | beside) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest &= !part;
            if !part.is_power_of_two() {
                parts.push(cropped(part, columns).least_image());
            }
        }
        parts
    }

    /// The least of the four mirror images of a packed board.
    fn least_image(self) -> Self {
        let Free::Packed(bits) = self.free else { return self };
        let size = self.rows * self.columns;
        let turned = |bits: u128| bits.reverse_bits() >> (128 - size);
        let row = !0 >> (128 - self.columns);
        let upside_down = (0..self.rows).fold(0u128, |image, r| {
            image.checked_shl(self.columns).unwrap_or(0) | bits >> (r * self.columns) & row
        });
        let least = bits.min(turned(bits)).min(upside_down).min(turned(upside_down));
        Self { free: Free::Packed(least), ..self }
    }
}

/// Whether a board's squares can be packed.
fn fits(rows: u32, columns: u32) -> bool {
    u64::from(rows) * u64::from(columns) <= 128
}

/// The squares of a non-empty set of bits on the smallest board that holds them.
fn cropped(bits: u128, columns: u32) -> Region {
    let top = bits.trailing_zeros() / columns;
    let bottom = (127 - bits.leading_zeros()) / columns;
    let row = !0u128 >> (128 - columns);
    let across = (top..=bottom).fold(0, |across, r| across | bits >> (r * columns) & row);
    let left = across.trailing_zeros();
    let width = 128 - across.leading_zeros() - left;
    let cut = !0u128 >> (128 - width);
    let bits = (top..=bottom).rev().fold(0, |packed: u128, r| {
        packed.checked_shl(width).unwrap_or(0) | bits >> (r * columns + left) & cut
    });
    Region { rows: bottom - top + 1, columns: width, free: Free::Packed(bits) }
}

/// [`Region::parts`] square by square, for boards of any size.
fn listed_parts(squares: &[Square]) -> Vec<Region> {
    let mut seen = vec![false; squares.len()];
    let mut parts = Vec::new();
    for start in 0..squares.len() {
        crate::interrupt::check();
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut part, mut next) = (vec![squares[start]], 0);
        while let Some(&(r, c)) = part.get(next) {
            next += 1;
            let beside = [(r + 1, c), (r, c + 1), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))];
            for square in beside {
                if let Ok(index) = squares.binary_search(&square)
                    && !std::mem::replace(&mut seen[index], true)
                {
                    part.push(square);
                }
            }
        }
        if part.len() > 1 {
            parts.push(least_image_of(part));
        }
    }
    parts
}

/// The squares on a board that they fill from side to side, in the least of four mirror images.
fn least_image_of(part: Vec<Square>) -> Region {
    let bounds = |coordinate: fn(&Square) -> u32| {
        let all = part.iter().map(coordinate);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (bounds(|square| square.0), bounds(|square| square.1));
    let image = |flip_rows: bool, flip_columns: bool| {
        let mut squares: Vec<Square> = part
            .iter()
            .map(|&(r, c)| {
                (
                    if flip_rows { bottom - r } else { r - top },
                    if flip_columns { right - c } else { c - left },
                )
            })
            .collect();
        squares.sort_unstable();
        Region::build(bottom - top + 1, right - left + 1, squares.into_iter())
    };
    let images = [(false, false), (false, true), (true, false), (true, true)];
    images.into_iter().map(|(rows, columns)| image(rows, columns)).min().expect("there are four images")
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
        let rows = if columns == 0 { 0 } else { lines.len() as u32 };
        Self::allowed(rows.into(), columns.into())?;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packed_parts_are_the_parts_square_by_square(columns in 1u32..=16, bits: u128) {
            let rows = 128 / columns;
            let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
            let squares: Vec<Square> = all.filter(|(r, c)| bits >> (r * columns + c) & 1 == 1).collect();
            let region = Region::build(rows, columns, squares.iter().copied());
            prop_assert_eq!(region.squares().collect::<Vec<_>>(), squares.clone());
            let parts = region.parts();
            // Both name the same parts in the same order; the least image is a matter of each one's own order.
            let listed = listed_parts(&squares);
            let again = |part: &Region| listed_parts(&part.squares().collect::<Vec<_>>());
            prop_assert_eq!(parts.iter().flat_map(again).collect::<Vec<_>>(), listed);
            for part in &parts {
                prop_assert_eq!(part.parts(), vec![part.clone()]);
            }
            prop_assert_eq!(region.to_string().parse::<Region>(), Ok(region.clone()));
            let full_turn = (0..4).fold(region.clone(), |turned, _| turned.quarter_turn());
            prop_assert_eq!(full_turn, region);
        }

        #[test]
        fn any_text_is_answered(text in "[.#|\n x]{0,30}") {
            let _ = text.parse::<Region>();
        }
    }
}
