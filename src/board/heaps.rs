//! Boards of counters and pins in rows: Nim, Bash, Kayles.

use super::table::{Control, ControlKind, Rules, Worth, grundy_values, unless};
use super::{BoardError, ControlKind::Counter};
use crate::{Heaps, OctalGame, SubtractionGame};

/// The controls of rows, and where those of each row begin.
struct Rows {
    controls: Vec<Control>,
    first: Vec<usize>,
}

impl Rows {
    fn new(sizes: &[u32], kinds: &[ControlKind]) -> Self {
        let mut rows = Self { controls: Vec::new(), first: Vec::new() };
        for (row, &size) in (1..).zip(sizes) {
            rows.first.push(rows.controls.len());
            for &kind in kinds {
                let count = if kind == ControlKind::Pair { size - 1 } else { size };
                rows.controls.extend((1..=count).map(|column| Control::new(kind, row, column)));
            }
        }
        rows
    }

    /// The control of the counter, pin or pair at `index`, from 0.
    fn control(&self, row: usize, index: u32) -> usize {
        self.first[row] + index as usize
    }
}

/// Nim, in normal or misère play: a part is a heap by its number and its size. Empty heaps stay, so that the position keeps
/// its form.
pub(super) struct Nim {
    heaps: Vec<u32>,
    worth: Worth,
    rows: Rows,
}

impl Nim {
    pub(super) fn new(heaps: &[u32], worth: Worth) -> Result<Self, BoardError> {
        unless(
            (1..=8).contains(&heaps.len()) && heaps.iter().all(|heap| (1..=20).contains(heap)),
            || format!("Nim with the heaps {heaps:?}"),
            "take 1 to 8 heaps of 1 to 20 counters",
        )?;
        Ok(Self { heaps: heaps.to_vec(), worth, rows: Rows::new(heaps, &[Counter]) })
    }
}

impl Rules for Nim {
    type Part = (usize, u32);

    fn controls(&self) -> Vec<Control> {
        self.rows.controls.clone()
    }

    fn start(&self) -> Vec<Self::Part> {
        self.heaps.iter().copied().enumerate().collect()
    }

    fn moves(&self, &(heap, size): &Self::Part) -> Vec<(usize, Vec<Self::Part>)> {
        (0..size).map(|left| (self.rows.control(heap, left), vec![(heap, left)])).collect()
    }

    fn still(&self, _: &Self::Part) -> Vec<usize> {
        Vec::new()
    }

    fn size(&self, part: &Self::Part) -> u32 {
        part.1
    }

    fn name(&self, part: &Self::Part) -> String {
        part.1.to_string()
    }

    fn values(&self, parts: &[Self::Part]) -> Result<(Worth, Vec<i64>), BoardError> {
        let (_, values) = grundy_values(crate::Nim, parts.iter().map(|part| Heaps::from([part.1])))?;
        Ok((self.worth, values))
    }
}

/// A subtraction game with one heap: a part is its size.
pub(super) struct Bash {
    counters: u32,
    game: SubtractionGame,
    rows: Rows,
}

impl Bash {
    pub(super) fn new(counters: u32, take: &[u32]) -> Result<Self, BoardError> {
        let found = || format!("a heap of {counters} from which {take:?} may be taken");
        let allowed =
            "give it 1 to 60 counters, and a set of numbers from 1 on of which one at least is no larger";
        unless((1..=60).contains(&counters), found, allowed)?;
        let set = take.iter().copied().filter(|&number| number <= counters);
        let game = SubtractionGame::new(set)
            .map_err(|_| BoardError::Size { found: found(), allowed: allowed.to_owned() })?;
        Ok(Self { counters, game, rows: Rows::new(&[counters], &[Counter]) })
    }
}

impl Rules for Bash {
    type Part = u32;

    fn controls(&self) -> Vec<Control> {
        self.rows.controls.clone()
    }

    fn start(&self) -> Vec<u32> {
        vec![self.counters]
    }

    fn moves(&self, &size: &u32) -> Vec<(usize, Vec<u32>)> {
        let left = self.game.numbers(size).into_iter().map(|number| size - number);
        left.map(|left| (self.rows.control(0, left), vec![left])).collect()
    }

    fn still(&self, &size: &u32) -> Vec<usize> {
        let numbers = self.game.numbers(size);
        (0..size).filter(|left| !numbers.contains(&(size - left))).map(|left| left as usize).collect()
    }

    fn size(&self, &size: &u32) -> u32 {
        size
    }

    fn name(&self, size: &u32) -> String {
        size.to_string()
    }

    fn values(&self, sizes: &[u32]) -> Result<(Worth, Vec<i64>), BoardError> {
        grundy_values(self.game.clone(), sizes.iter().map(|&size| Heaps::from([size])))
    }
}

/// Kayles: a part is a run of standing pins, by its row and its first and last pin, from 0.
pub(super) struct Kayles {
    sizes: Vec<u32>,
    rows: Rows,
}

impl Kayles {
    pub(super) fn new(sizes: &[u32]) -> Result<Self, BoardError> {
        unless(
            (1..=4).contains(&sizes.len()) && sizes.iter().all(|size| (1..=15).contains(size)),
            || format!("Kayles with the rows {sizes:?}"),
            "take 1 to 4 rows of 1 to 15 pins",
        )?;
        Ok(Self { sizes: sizes.to_vec(), rows: Rows::new(sizes, &[ControlKind::Pin, ControlKind::Pair]) })
    }
}

impl Rules for Kayles {
    type Part = (usize, u32, u32);

    fn controls(&self) -> Vec<Control> {
        self.rows.controls.clone()
    }

    fn start(&self) -> Vec<Self::Part> {
        self.sizes.iter().enumerate().map(|(row, size)| (row, 0, size - 1)).collect()
    }

    fn moves(&self, &(row, first, last): &Self::Part) -> Vec<(usize, Vec<Self::Part>)> {
        // What is left after the pins from..=to have fallen.
        let left = |from: u32, to: u32| {
            let before = (from > first).then(|| (row, first, from - 1));
            let behind = (to < last).then(|| (row, to + 1, last));
            before.into_iter().chain(behind).collect::<Vec<_>>()
        };
        let pins = (first..=last).map(|pin| (self.rows.control(row, pin), left(pin, pin)));
        let pairs =
            (first..last).map(|pin| (self.rows.control(row, self.sizes[row] + pin), left(pin, pin + 1)));
        pins.chain(pairs).collect()
    }

    fn still(&self, _: &Self::Part) -> Vec<usize> {
        Vec::new()
    }

    fn size(&self, &(_, first, last): &Self::Part) -> u32 {
        last - first + 1
    }

    fn name(&self, part: &Self::Part) -> String {
        self.size(part).to_string()
    }

    fn values(&self, parts: &[Self::Part]) -> Result<(Worth, Vec<i64>), BoardError> {
        grundy_values(OctalGame::kayles(), parts.iter().map(|part| Heaps::from([self.size(part)])))
    }
}
