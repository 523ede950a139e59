//! Marks: which values the heaps of a block are known to have among their options.

use super::{BLOCK, Stored};

/// The least length of a row of marks.
const ROW: usize = 256;

/// How many values of a heap are compared with all sums at once.
const CANDIDATES: usize = 4;

/// How many windows are compared at once, so that the candidates are loaded less often.
const WINDOWS: usize = 8;

/// One row for each heap of the block.
pub(super) struct Marks {
    seen: Vec<bool>,
    /// The length of a row: a power of two above all values, so that no sum of two values lies outside.
    row: usize,
}

/// Heaps that follow one another, one partner for each heap of the block, with the value that is added to theirs.
#[derive(Clone, Copy)]
pub(super) struct Window<V> {
    pub(super) from: usize,
    pub(super) value: V,
}

impl<V: Stored> Window<V> {
    fn partners<'v>(&self, values: &'v [V]) -> &'v [V; BLOCK] {
        values[self.from..].first_chunk().expect("a window ends before the block")
    }
}

impl Marks {
    /// No marks, in rows long enough for sums of values up to `greatest`.
    pub(super) fn new(greatest: usize) -> Self {
        let row = (greatest + 1).next_power_of_two().max(ROW);
        Self { seen: vec![false; BLOCK * row], row }
    }

    /// Takes all marks away.
    pub(super) fn clear(&mut self) {
        self.seen.fill(false);
    }

    pub(super) fn row_length(&self) -> usize {
        self.row
    }

    /// The marks of a heap, counted from the first of the block.
    pub(super) fn row(&mut self, heap: usize) -> &mut [bool] {
        &mut self.seen[heap * self.row..][..self.row]
    }

    /// The values without a mark, in ascending order.
    pub(super) fn unmarked(&self, heap: usize) -> impl Iterator<Item = u32> {
        Unmarked::new(&self.seen[heap * self.row..][..self.row], None)
    }

    /// Marks all sums in the windows.
    pub(super) fn mark<V: Stored>(&mut self, values: &[V], windows: &[Window<V>]) {
        let (fours, rest) = windows.as_chunks::<4>();
        fours.iter().for_each(|windows| self.mark_at_once(values, windows));
        rest.iter().for_each(|&window| self.mark_at_once(values, &[window]));
    }

    fn mark_at_once<V: Stored, const N: usize>(&mut self, values: &[V], windows: &[Window<V>; N]) {
        let mut sums = [[V::ZERO; BLOCK]; N];
        for (sums, window) in sums.iter_mut().zip(windows) {
            for (sum, &partner) in sums.iter_mut().zip(window.partners(values)) {
                *sum = partner ^ window.value;
            }
        }
        if self.row == ROW {
            // A length that the compiler knows spares it a check for each mark.
            for (heap, row) in self.seen.as_chunks_mut::<ROW>().0.iter_mut().enumerate().take(BLOCK) {
                for sums in &sums {
                    row[sums[heap].get() as usize % ROW] = true;
                }
            }
        } else {
            for (heap, row) in self.seen.chunks_exact_mut(self.row).enumerate().take(BLOCK) {
                for sums in &sums {
                    row[sums[heap].get() as usize] = true;
                }
            }
        }
    }

    /// Compares, for each heap of the block, the least unmarked values of the mask with all sums in the windows, and marks
    /// those that are among them.
    ///
    /// Answers with a value for each heap below which now every value of the mask is marked or is no sum in the windows, and
    /// with the number of heaps that are left with nothing but marks there.
    pub(super) fn compare<V: Stored>(
        &mut self,
        values: &[V],
        windows: &[Window<V>],
        mask: &[bool],
    ) -> ([u32; BLOCK], usize) {
        let mut candidates = [[V::ZERO; BLOCK]; CANDIDATES];
        let mut bounds = [0; BLOCK];
        let mut found = [0; BLOCK];
        for (heap, row) in self.seen.chunks_exact(self.row).enumerate() {
            let mut open = Unmarked::new(row, Some(mask));
            for candidates in &mut candidates {
                // Where there is no candidate, 0 does no harm: it is marked if it is a sum.
                let next = open.next().and_then(V::new);
                found[heap] += usize::from(next.is_some());
                candidates[heap] = next.unwrap_or(V::ZERO);
            }
            bounds[heap] = open.next().unwrap_or(self.row as u32);
        }
        let mut least = [[V::MAX; BLOCK]; CANDIDATES];
        let (chunks, rest) = windows.as_chunks::<WINDOWS>();
        let open = |window: &Window<V>| (window.partners(values), window.value);
        for windows in chunks {
            take_least(&windows.each_ref().map(open), &candidates, &mut least);
        }
        for window in rest {
            take_least(&[open(window)], &candidates, &mut least);
        }
        let mut left = 0;
        for (heap, row) in self.seen.chunks_exact_mut(self.row).enumerate() {
            let mut met = 0;
            for (least, candidates) in least.iter().zip(&candidates) {
                if least[heap] == V::ZERO {
                    row[candidates[heap].get() as usize] = true;
                    met += 1;
                }
            }
            // A heap counts only if it has more marks than before, so that rounds come to an end.
            left += usize::from(met == CANDIDATES && found[heap] == CANDIDATES);
        }
        (bounds, left)
    }
}

/// The least nim-sum of each candidate with the sums in the windows: 0 if and only if the candidate is one of them.
///
/// The inner loops have few turns, known when compiling, so that the outer one works on 16 heaps at once.
fn take_least<V: Stored, const N: usize>(
    windows: &[(&[V; BLOCK], V); N],
    candidates: &[[V; BLOCK]; CANDIDATES],
    least: &mut [[V; BLOCK]; CANDIDATES],
) {
    for heap in 0..BLOCK {
        let mut of_heap = least.each_ref().map(|least| least[heap]);
        for (partners, value) in windows {
            let sum = partners[heap] ^ *value;
            for (least, candidates) in of_heap.iter_mut().zip(candidates) {
                *least = (*least).min(sum ^ candidates[heap]);
            }
        }
        for (least, of_heap) in least.iter_mut().zip(of_heap) {
            least[heap] = of_heap;
        }
    }
}

/// The values of a mask that have no mark in a row, in ascending order.
struct Unmarked<'a> {
    row: &'a [[bool; 8]],
    /// Whether a value counts; all of them do, if there is no mask.
    mask: Option<&'a [[bool; 8]]>,
    next: usize,
    /// The values that are left of the eight before `next`: a byte for each.
    open: u64,
}

impl<'a> Unmarked<'a> {
    fn new(row: &'a [bool], mask: Option<&'a [bool]>) -> Self {
        Self { row: row.as_chunks().0, mask: mask.map(|mask| mask.as_chunks().0), next: 0, open: 0 }
    }
}

impl Iterator for Unmarked<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        const ALL: u64 = u64::from_le_bytes([1; 8]);
        while self.open == 0 {
            let marks = u64::from_le_bytes(self.row.get(self.next)?.map(u8::from));
            let mask = self.mask.map_or(ALL, |mask| u64::from_le_bytes(mask[self.next].map(u8::from)));
            self.open = (marks ^ ALL) & mask;
            self.next += 1;
        }
        let value = self.next as u32 * 8 - 8 + self.open.trailing_zeros() / 8;
        self.open &= self.open - 1;
        Some(value)
    }
}
