//! Grundy sequences of games on heaps in which a move leaves one heap, or splits what is left in two.
//!
//! A heap of `n` has an option for each pair of heaps `a + b = n − k`, so that the plain loop looks at a quarter of `n²`
//! pairs in all. Here a value is found from below, candidate by candidate, and three observations leave little to do:
//!
//! 1. *The sparse space.* Let `M` be a set of binary digits, and call a value *rare* if it has an even number of ones
//!    among them. The parity is additive, so that a sum which is not rare comes from exactly one rare heap. If few
//!    heaps are rare, as in Kayles (14 of them in all) and in Grundy's game, all sums that are not rare come from
//!    few pairs. This holds for every `M`; the best one for the values so far is read off their Walsh transform.
//! 2. A rare candidate below the answer has to be met once only; most are met by a few pairs chosen well.
//! 3. What is left is a search for a pair of one given sum, which compares many pairs at once and ends at the first.
//!
//! Pairs of two large heaps involve no heap of the current *block* of 64 heaps, so that the first two steps run over a
//! block at a time, through memory in order.

use std::ops::{BitOr, BitXor};

use crate::interrupt;

/// Which heaps a move can leave.
pub(super) struct Splitting {
    /// The heaps that may be taken whole.
    pub(super) ends: Vec<usize>,
    /// How many counters may be taken from a heap if one heap is left.
    pub(super) singles: Vec<usize>,
    /// How many counters may be taken from a heap if two heaps are left.
    pub(super) pairs: Vec<usize>,
    /// Whether the two heaps that are left must be of different sizes.
    pub(super) unequal: bool,
}

impl Splitting {
    /// The Grundy values `G(0), …, G(count − 1)`.
    pub(super) fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        // Nearly always a byte holds a value; where it does not, the values so far move to a wider type.
        let mut bytes = Sequence::<u8>::new(self, count, Vec::new());
        if bytes.extend() {
            return bytes.into_values();
        }
        let mut words = Sequence::<u16>::new(self, count, bytes.into_values());
        if words.extend() {
            return words.into_values();
        }
        let mut wide = Sequence::<u32>::new(self, count, words.into_values());
        wide.extend();
        wide.into_values()
    }

    /// The largest `a` for which `a + b = sum` is counted with `a ≤ b`.
    fn half(&self, sum: usize) -> usize {
        if self.unequal { sum.saturating_sub(1) / 2 } else { sum / 2 }
    }
}

/// How a value is stored.
trait Stored: Copy + Eq + BitXor<Output = Self> + BitOr<Output = Self> + From<bool> {
    fn get(self) -> u32;
    fn new(value: u32) -> Option<Self>;
}

macro_rules! stored {
    ($($type:ty),*) => {$(
        impl Stored for $type {
            fn get(self) -> u32 {
                self.into()
            }

            fn new(value: u32) -> Option<Self> {
                value.try_into().ok()
            }
        }
    )*};
}

stored!(u8, u16, u32);

/// The number of heaps of a block; pairs with a smaller heap than this are looked at heap by heap.
const BLOCK: usize = 64;

/// The least length of a row of marks.
const ROW: usize = 256;

/// How many pairs the search compares before it looks whether one was found.
const STRIDE: usize = 256;

struct Sequence<'a, V> {
    moves: &'a Splitting,
    count: usize,
    values: Vec<V>,
    /// The values from the end of the sequence backwards: entry `count − 1 − h` belongs to heap `h`.
    reversed: Vec<V>,
    sparse: Option<Sparse>,
    /// The number of values from which the sparse space is chosen anew.
    choose_at: usize,
    /// One row for each heap of the block: which sums are known to be options.
    seen: Vec<bool>,
    /// The greatest value so far.
    greatest: usize,
    /// The length of a row: a power of two above all values, so that no sum of two values lies outside.
    row: usize,
}

/// A sparse space, with the heaps of at least [`BLOCK`] counters whose pairs are looked at for all heaps.
struct Sparse {
    /// The binary digits whose number of ones makes a value rare or not.
    digits: u32,
    /// The rare heaps.
    rare: Vec<usize>,
    /// Other heaps, of many values, to meet most of the rare sums.
    sample: Vec<usize>,
}

impl Sparse {
    fn is_rare(&self, value: u32) -> bool {
        (value & self.digits).count_ones().is_multiple_of(2)
    }
}

impl<'a, V: Stored> Sequence<'a, V> {
    fn new(moves: &'a Splitting, count: usize, known: Vec<u32>) -> Self {
        let mut values = Vec::with_capacity(count);
        let mut reversed = vec![V::from(false); count];
        for (heap, value) in known.into_iter().enumerate() {
            let value = V::new(value).expect("known values fit the wider type");
            reversed[count - 1 - heap] = value;
            values.push(value);
        }
        let greatest = values.iter().map(|value| value.get() as usize).max().unwrap_or(0);
        let row = (greatest + 1).next_power_of_two().max(ROW);
        Self {
            moves,
            count,
            values,
            reversed,
            sparse: None,
            choose_at: 4 * BLOCK,
            seen: Vec::new(),
            greatest,
            row,
        }
    }

    fn into_values(self) -> Vec<u32> {
        drop(self.reversed);
        self.values.into_iter().map(V::get).collect()
    }

    /// Computes the values that are missing; `false` if one did not fit the type and was left out with those after it.
    fn extend(&mut self) -> bool {
        while self.values.len() < self.count {
            if self.values.len() >= self.choose_at {
                self.sparse = self.choose_sparse();
                self.choose_at = self.values.len() * 3 / 2;
            }
            let first = self.values.len();
            let last = self.count.min(first + BLOCK);
            self.seen.clear();
            self.seen.resize(BLOCK * self.row, false);
            self.meet_large_pairs(first);
            for heap in first..last {
                interrupt::check();
                let value = self.value(first, heap);
                let Some(stored) = V::new(value) else {
                    return false;
                };
                self.values.push(stored);
                self.reversed[self.count - 1 - heap] = stored;
                if let Some(sparse) =
                    self.sparse.as_mut().filter(|sparse| heap >= BLOCK && sparse.is_rare(value))
                {
                    sparse.rare.push(heap);
                }
                self.greatest = self.greatest.max(value as usize);
                if self.greatest >= self.row {
                    // The rows of the next block are long enough.
                    self.row = (self.greatest + 1).next_power_of_two();
                    break;
                }
            }
        }
        true
    }

    /// Marks, for all heaps of the block, the sums of two heaps of which one is rare or in the sample.
    ///
    /// Both heaps of a pair come before the block; a pair with a heap below [`BLOCK`] may be left out.
    fn meet_large_pairs(&mut self, first: usize) {
        let Some(sparse) = &self.sparse else {
            return;
        };
        // Where the partners begin if there is one for each heap of the block, with the value of the rare heap.
        let mut whole = Vec::new();
        for &large in sparse.rare.iter().chain(&sparse.sample) {
            let value = self.values[large];
            for &removed in &self.moves.pairs {
                // The partners, for the heaps of the block from `skipped` on, begin with heap 1 or later.
                let Some(start) = (first + BLOCK).checked_sub(removed + large) else {
                    continue;
                };
                let skipped = (BLOCK + 1).saturating_sub(start);
                let from = (start + skipped).saturating_sub(BLOCK);
                let to = (from + BLOCK.saturating_sub(skipped)).min(first);
                let with_itself = self.moves.unequal && (from..to).contains(&large);
                if self.row == ROW && to == from + BLOCK && !with_itself {
                    whole.push((from, value));
                    continue;
                }
                let Some(partners) = self.values.get(from..to) else {
                    continue;
                };
                let rows = self.seen.chunks_exact_mut(self.row).skip(skipped);
                for (row, (partner, &other)) in rows.zip((from..).zip(partners)) {
                    row[(value ^ other).get() as usize & (self.row - 1)] |= !with_itself || partner != large;
                }
            }
        }
        let (fours, rest) = whole.as_chunks::<4>();
        fours.iter().for_each(|windows| self.mark(windows));
        rest.iter().for_each(|&window| self.mark(&[window]));
    }

    /// Marks, in rows of length [`ROW`], the sums of the values from a place on with one value, for some places at once.
    fn mark<const N: usize>(&mut self, windows: &[(usize, V); N]) {
        let mut sums = [[V::from(false); BLOCK]; N];
        for (sums, &(from, value)) in sums.iter_mut().zip(windows) {
            for (sum, &partner) in sums.iter_mut().zip(&self.values[from..from + BLOCK]) {
                *sum = partner ^ value;
            }
        }
        let (rows, _) = self.seen.as_chunks_mut::<ROW>();
        for (heap, row) in rows.iter_mut().enumerate().take(BLOCK) {
            for sums in &sums {
                row[sums[heap].get() as usize % ROW] = true;
            }
        }
    }

    /// The value of the next heap, which belongs to the block that begins with `first`.
    fn value(&mut self, first: usize, heap: usize) -> u32 {
        let mut seen = std::mem::take(&mut self.seen);
        let row = &mut seen[(heap - first) * self.row..][..self.row];
        if self.moves.ends.contains(&heap) {
            row[0] = true;
        }
        for &removed in self.moves.singles.iter().filter(|&&removed| removed < heap) {
            row[self.values[heap - removed].get() as usize] = true;
        }
        let sums: Vec<usize> = self
            .moves
            .pairs
            .iter()
            .filter_map(|&removed| heap.checked_sub(removed))
            .filter(|&s| s > 1)
            .collect();
        let mask = self.row - 1;
        // Without a sparse space each value has to be met; some pairs for each of them leave few for the search.
        let near = if self.sparse.is_some() { BLOCK } else { BLOCK.max(16 * self.greatest) };
        for &sum in &sums {
            let half = self.moves.half(sum).min(near - 1);
            let partners = self.values[sum - half..sum].iter().rev();
            for (&small, &partner) in self.values[1..=half].iter().zip(partners) {
                row[(small ^ partner).get() as usize & mask] = true;
            }
        }
        let decided = |value: u32| self.sparse.as_ref().is_some_and(|sparse| !sparse.is_rare(value));
        let missing = |value: &u32| {
            let known = row.get(*value as usize).copied().unwrap_or(false);
            !known && (decided(*value) || !self.is_sum_of_large_pair(&sums, near, *value))
        };
        let value = (0..).find(missing).expect("a heap has finitely many options");
        self.seen = seen;
        value
    }

    /// Whether a value is the sum of a pair of heaps of at least `near` counters each.
    fn is_sum_of_large_pair(&self, sums: &[usize], near: usize, value: u32) -> bool {
        let Some(value) = V::new(value) else {
            return false;
        };
        let longest = sums.iter().map(|&sum| self.moves.half(sum)).max().unwrap_or(0);
        // Stride by stride over all the sums: what one of them lacks another may have at once.
        (near..=longest).step_by(STRIDE).any(|start| {
            sums.iter().any(|&sum| {
                let end = (start + STRIDE).min(self.moves.half(sum) + 1);
                start < end && {
                    let partners = self.count - 1 - sum;
                    is_sum(&self.values[start..end], &self.reversed[partners + start..partners + end], value)
                }
            })
        })
    }

    /// The space with the fewest rare heaps, if they are few.
    fn choose_sparse(&self) -> Option<Sparse> {
        // Entry M becomes the number of rare heaps minus the number of the others.
        let mut balance = vec![0i64; self.row];
        for value in &self.values {
            balance[value.get() as usize] += 1;
        }
        walsh_transform(&mut balance);
        let (digits, &least) = balance.iter().enumerate().min_by_key(|&(_, difference)| difference)?;
        let rare_heaps = (self.values.len() as i64 + least) / 2;
        if 4 * rare_heaps >= self.values.len() as i64 {
            return None;
        }
        // Digits that no value has had so far count too.
        let used = self.values.iter().fold(0, |used, value| used | value.get());
        let digits = digits as u32 & used | !used;
        let mut sparse = Sparse { digits, rare: Vec::new(), sample: Vec::new() };
        let mut by_value = vec![Vec::new(); self.row];
        // The sample is drawn from some ten thousand heaps, however long the sequence is.
        let every = (self.values.len() >> 15).next_power_of_two();
        for (heap, value) in self.values.iter().enumerate().skip(BLOCK) {
            if sparse.is_rare(value.get()) {
                sparse.rare.push(heap);
            } else if heap.is_multiple_of(every) {
                by_value[value.get() as usize].push(heap);
            }
        }
        sparse.sample = spread(&by_value, sparse.rare.len() / 2);
        Some(sparse)
    }
}

/// So many heaps, round after round one of each value, from all over the sequence.
fn spread(by_value: &[Vec<usize>], size: usize) -> Vec<usize> {
    let rounds = 0..by_value.iter().map(Vec::len).max().unwrap_or(0);
    // Multiples of the golden ratio are spread evenly over an interval.
    let place = |round: usize, length: usize| (round as f64 * 0.618_033_988_75).fract() * length as f64;
    rounds
        .flat_map(|round| {
            by_value.iter().filter(move |heaps| round < heaps.len()).map(move |heaps| (round, heaps))
        })
        .map(|(round, heaps)| heaps[place(round + 1, heaps.len()) as usize])
        .take(size)
        .collect()
}

/// Whether `value` is the sum of two values at the same place.
fn is_sum<V: Stored>(left: &[V], right: &[V], value: V) -> bool {
    let nothing = V::from(false);
    let (chunks, rest) = left.as_chunks::<32>();
    let (others, others_rest) = right.as_chunks::<32>();
    let mut found = [nothing; 32];
    for (chunk, other) in chunks.iter().zip(others) {
        for (found, (&a, &b)) in found.iter_mut().zip(chunk.iter().zip(other)) {
            *found = *found | V::from(a ^ b == value);
        }
    }
    found.iter().any(|&found| found != nothing) || rest.iter().zip(others_rest).any(|(&a, &b)| a ^ b == value)
}

/// Replaces `h(v)` by the sum of `±h(v)` over all `v`, where the sign is the parity of `v & M`, for each `M`.
fn walsh_transform(numbers: &mut [i64]) {
    let mut half = 1;
    while half < numbers.len() {
        for pair in numbers.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
