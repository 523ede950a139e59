//! Boards of squares: Chomp, and Wythoff's game as a queen on her way to the corner.

use super::BoardError;
use super::table::{Control, ControlKind, Rules, Worth, grundy_values, unless};
use crate::Staircase;

/// Chomp: the only part is the staircase that is left.
pub(super) struct Chomp {
    bar: Staircase,
    columns: u32,
}

impl Chomp {
    pub(super) fn new(rows: u32, columns: u32) -> Result<Self, BoardError> {
        let squares = rows.checked_mul(columns);
        let allowed = squares.is_some_and(|squares| (2..=30).contains(&squares));
        unless(allowed, || format!("a bar of {rows} × {columns}"), "take one of 2 to 30 squares")?;
        let bar = Staircase::rectangle(rows as usize, columns);
        Ok(Self { bar: bar.map_err(|error| BoardError::NoValue(error.to_string()))?, columns })
    }

    fn control(&self, row: usize, column: u32) -> usize {
        (row - 1) * self.columns as usize + column as usize - 1
    }
}

fn squares(shape: &Staircase) -> impl Iterator<Item = (usize, u32)> {
    (1..).zip(shape.rows()).flat_map(|(row, &length)| (1..=length).map(move |column| (row, column)))
}

impl Rules for Chomp {
    type Part = Staircase;

    fn controls(&self) -> Vec<Control> {
        let square = |(row, column)| Control::new(ControlKind::Square, row as u32, column);
        squares(&self.bar).map(square).collect()
    }

    fn start(&self) -> Vec<Staircase> {
        vec![self.bar.clone()]
    }

    fn moves(&self, shape: &Staircase) -> Vec<(usize, Vec<Staircase>)> {
        let bite = |(row, column)| Some((self.control(row, column), vec![shape.bite(row, column)?]));
        squares(shape).filter_map(bite).collect()
    }

    /// The poisoned square.
    fn still(&self, _: &Staircase) -> Vec<usize> {
        vec![0]
    }

    fn size(&self, shape: &Staircase) -> u32 {
        shape.rows().iter().sum()
    }

    fn name(&self, shape: &Staircase) -> String {
        shape.to_string()
    }

    fn values(&self, shapes: &[Staircase]) -> Result<(Worth, Vec<i64>), BoardError> {
        grundy_values(crate::Chomp, shapes.iter().cloned())
    }
}

/// Wythoff's game: the only part is the pair of heaps, in the order in which it was given.
pub(super) struct Wythoff {
    heaps: [u32; 2],
}

impl Wythoff {
    pub(super) fn new(heaps: [u32; 2]) -> Result<Self, BoardError> {
        unless(
            heaps.iter().all(|&heap| heap <= 15) && heaps != [0, 0],
            || format!("Wythoff's game with {} and {}", heaps[0], heaps[1]),
            "take two heaps of at most 15 counters, not both empty",
        )?;
        Ok(Self { heaps })
    }

    fn control(&self, [first, second]: [u32; 2]) -> usize {
        (first * (self.heaps[1] + 1) + second) as usize
    }
}

impl Rules for Wythoff {
    type Part = [u32; 2];

    /// The longer heap goes downwards: screens are rather high than wide.
    fn controls(&self) -> Vec<Control> {
        let [first, second] = self.heaps;
        let cell = |(a, b)| {
            let (row, column) = if first > second { (a, b) } else { (b, a) };
            Control { name: format!("({a}, {b})"), ..Control::new(ControlKind::Cell, row, column) }
        };
        (0..=first).flat_map(|a| (0..=second).map(move |b| (a, b))).map(cell).collect()
    }

    fn start(&self) -> Vec<[u32; 2]> {
        vec![self.heaps]
    }

    fn moves(&self, &[a, b]: &[u32; 2]) -> Vec<(usize, Vec<[u32; 2]>)> {
        let first = (0..a).map(|to| [to, b]);
        let second = (0..b).map(|to| [a, to]);
        let both = (1..=a.min(b)).map(|taken| [a - taken, b - taken]);
        first.chain(second).chain(both).map(|to| (self.control(to), vec![to])).collect()
    }

    /// The queen.
    fn still(&self, &heaps: &[u32; 2]) -> Vec<usize> {
        vec![self.control(heaps)]
    }

    fn size(&self, heaps: &[u32; 2]) -> u32 {
        heaps.iter().sum()
    }

    fn name(&self, [a, b]: &[u32; 2]) -> String {
        format!("({a}, {b})")
    }

    fn values(&self, parts: &[[u32; 2]]) -> Result<(Worth, Vec<i64>), BoardError> {
        let ordered = |&[a, b]: &[u32; 2]| (u64::from(a.min(b)), u64::from(a.max(b)));
        grundy_values(crate::Wythoff, parts.iter().map(ordered))
    }
}
