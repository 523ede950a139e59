//! The connected parts of a region, bit by bit where the board is small and square by square where it is not.

use super::{Free, Region, Square};

impl Region {
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
            Free::Listed(squares) if self.rows == 1 || self.columns == 1 => strips(squares),
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

/// [`Region::parts`] of a board of one row or one column: squares that follow one another.
fn strips(squares: &[Square]) -> Vec<Region> {
    let strip = |part: &[Square]| {
        let (first, last) = (part[0], part[part.len() - 1]);
        let (rows, columns) = (last.0 - first.0 + 1, last.1 - first.1 + 1);
        Region::build(rows, columns, part.iter().map(|&(r, c)| (r - first.0, c - first.1)))
    };
    let parts = squares.chunk_by(|a, b| b.0 - a.0 + b.1 - a.1 == 1);
    parts.filter(|part| part.len() > 1).map(strip).collect()
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
            prop_assert_eq!(&parts, &listed_parts(&squares));
            for part in &parts {
                prop_assert_eq!(part.parts(), vec![part.clone()]);
            }
            prop_assert_eq!(region.to_string().parse::<Region>(), Ok(region.clone()));
            let full_turn = (0..4).fold(region.clone(), |turned, _| turned.quarter_turn());
            prop_assert_eq!(full_turn, region);
        }

        #[test]
        fn long_strips_fall_apart_where_a_square_is_taken(free in prop::collection::vec(prop::bool::weighted(0.9), 129..400)) {
            let across: Vec<Square> = (0..).zip(&free).filter(|(_, free)| **free).map(|(c, _)| (0, c)).collect();
            let down: Vec<Square> = across.iter().map(|&(_, c)| (c, 0)).collect();
            let length = free.len() as u32;
            for (rows, columns, squares) in [(1, length, across), (length, 1, down)] {
                let region = Region::build(rows, columns, squares.iter().copied());
                prop_assert_eq!(region.parts(), listed_parts(&squares));
            }
        }

        #[test]
        fn any_text_is_answered(text in "[.#|\n x]{0,30}") {
            let _ = text.parse::<Region>();
        }
    }
}
