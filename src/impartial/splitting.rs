//! Grundy sequences of games on heaps in which a move leaves one heap, or splits what is left in two.
//!
//! A heap of `n` has an option for each pair of heaps `a + b = n − k`, so that the plain loop looks at a quarter of `n²`
//! pairs in all. Here a value is found from below, candidate by candidate, and three observations leave little to do:
//!
//! 1. *The sparse space.* Let `M` be a set of binary digits, and call a value *rare* if it has an even number of ones
//!    among them. The parity is additive, so that a sum which is not rare comes from exactly one rare heap. If few
//!    heaps are rare, as in Kayles (14 of them in all) and in Grundy's game, all sums that are not rare come from
//!    few pairs. This holds for every `M`; the best one for the values so far is read off their Walsh transform.
//! 2. A candidate below the answer has to be met once only; most are met by a few pairs chosen well, whose sums are
//!    *marked*. For the few candidates that are left, a pair is only *compared* with them, which costs far less.
//! 3. What is left is a search for a pair of one given sum, which compares many pairs at once and ends at the first.
//!
//! Pairs of two large heaps involve no heap of the current *block* of 64 heaps, so that the first two steps run over a
//! block at a time, through memory in order.

mod marks;
mod sparse;
mod trial;

use std::ops::BitXor;

use super::sequence::admitted;
use crate::interrupt;
use marks::{Marks, Window};
use sparse::{Part, Sparse};

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
        let count = admitted(count);
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
trait Stored: Copy + Ord + BitXor<Output = Self> {
    const ZERO: Self;
    const MAX: Self;

    fn get(self) -> u32;
    fn new(value: u32) -> Option<Self>;
}

macro_rules! stored {
    ($($type:ty),*) => {$(
        impl Stored for $type {
            const ZERO: Self = 0;
            const MAX: Self = <$type>::MAX;

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

/// How many pairs the search compares before it looks whether one was found.
const STRIDE: usize = 256;

struct Sequence<'a, V> {
    moves: &'a Splitting,
    count: usize,
    values: Vec<V>,
    /// The values from the end of the sequence backwards: entry `count − 1 − h` belongs to heap `h`.
    reversed: Vec<V>,
    sparse: Option<Sparse<V>>,
    /// The number of values from which the sparse space is chosen anew.
    choose_at: usize,
    /// Which sums are known to be options of the heaps of the block.
    marks: Marks,
    /// For each heap of the block: below this value, every value that is not rare and is a sum of two heaps of which none
    /// belongs to the block or is below [`BLOCK`], is marked.
    decided: [u32; BLOCK],
    /// The greatest value so far.
    greatest: usize,
}

impl<'a, V: Stored> Sequence<'a, V> {
    fn new(moves: &'a Splitting, count: usize, known: Vec<u32>) -> Self {
        let mut values = Vec::with_capacity(count);
        let mut reversed = vec![V::ZERO; count];
        for (heap, value) in known.into_iter().enumerate() {
            let value = V::new(value).expect("known values fit the wider type");
            reversed[count - 1 - heap] = value;
            values.push(value);
        }
        let greatest = values.iter().map(|value| value.get() as usize).max().unwrap_or(0);
        Self {
            moves,
            count,
            values,
            reversed,
            sparse: None,
            choose_at: 4 * BLOCK,
            marks: Marks::new(greatest),
            decided: [u32::MAX; BLOCK],
            greatest,
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
                self.sparse = Sparse::choose(self.moves, &self.values, self.marks.row_length());
                self.choose_at = self.values.len() * 2;
            }
            let first = self.values.len();
            let last = self.count.min(first + BLOCK);
            self.marks.clear();
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
                    sparse.marked.push(Part { heap, value: stored });
                }
                self.greatest = self.greatest.max(value as usize);
                if self.greatest >= self.marks.row_length() {
                    // The next block has rows that are long enough, and a sparse space that knows of the value.
                    self.marks = Marks::new(self.greatest);
                    if self.sparse.take().is_some() {
                        self.choose_at = self.values.len();
                    }
                    break;
                }
            }
        }
        true
    }

    /// Marks, for all heaps of the block, sums of two heaps of which one is rare, and others that meet rare values.
    ///
    /// Both heaps of a pair come before the block; a pair with a heap below [`BLOCK`] may be left out.
    fn meet_large_pairs(&mut self, first: usize) {
        let Some(sparse) = self.sparse.take() else {
            return;
        };
        let mut windows = Vec::new();
        self.windows(first, &sparse.marked, &mut windows);
        self.marks.mark(&self.values, &windows);
        self.windows(first, &sparse.others, &mut windows);
        self.decided = [u32::MAX; BLOCK];
        // Round after round, as long as it is worth its while: for the heaps that are left, `value` looks itself.
        let mut undecided = if windows.is_empty() { 0 } else { BLOCK };
        while undecided > BLOCK / 16 {
            interrupt::check();
            (self.decided, undecided) = self.marks.compare(&self.values, &windows, &sparse.common_values);
        }
        self.sparse = Some(sparse);
    }

    /// The windows in which the partners of these heaps lie, one partner for each heap of the block. Where there is none for
    /// some of them, the sums with the others are marked instead.
    fn windows(&mut self, first: usize, heaps: &[Part<V>], windows: &mut Vec<Window<V>>) {
        windows.clear();
        windows.reserve(heaps.len() * self.moves.pairs.len());
        for &removed in &self.moves.pairs {
            let before = first.saturating_sub(removed);
            for &Part { heap: large, value } in heaps {
                // Nearly always no heap of the block lacks its partner, so that this test has to be a quick one; differences
                // that would be negative become too large for it.
                let from = before.wrapping_sub(large);
                let apart = from.wrapping_sub(large).wrapping_add(BLOCK - 1) >= 2 * BLOCK - 1;
                if from.wrapping_sub(1) < before && (apart || !self.moves.unequal) {
                    windows.push(Window { from, value });
                    continue;
                }
                // The partners, for the heaps of the block from `skipped` on, begin with heap 1 or later.
                let Some(start) = (first + BLOCK).checked_sub(removed + large) else {
                    continue;
                };
                let skipped = (BLOCK + 1).saturating_sub(start);
                let from = (start + skipped).saturating_sub(BLOCK);
                let to = (from + BLOCK.saturating_sub(skipped)).min(first);
                let with_itself = self.moves.unequal && (from..to).contains(&large);
                if to == from + BLOCK && !with_itself {
                    windows.push(Window { from, value });
                    continue;
                }
                let Some(partners) = self.values.get(from..to) else {
                    continue;
                };
                for (heap, (partner, &other)) in (skipped..).zip((from..).zip(partners)) {
                    if !(with_itself && partner == large) {
                        self.marks.row(heap)[(value ^ other).get() as usize] = true;
                    }
                }
            }
        }
    }

    /// The value of the next heap, which belongs to the block that begins with `first`.
    fn value(&mut self, first: usize, heap: usize) -> u32 {
        let row = self.marks.row(heap - first);
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
        let mask = row.len() - 1;
        // Without a sparse space each value has to be met; some pairs for each of them leave few for the search.
        let near = if self.sparse.is_some() { BLOCK } else { BLOCK.max(16 * self.greatest) };
        for &sum in &sums {
            let half = self.moves.half(sum).min(near - 1);
            let partners = self.values[sum - half..sum].iter().rev();
            for (&small, &partner) in self.values[1..=half].iter().zip(partners) {
                row[(small ^ partner).get() as usize & mask] = true;
            }
        }
        let decided = self.decided[heap - first];
        let missing = |value: &u32| match &self.sparse {
            Some(sparse) if !sparse.is_rare(*value) => {
                *value < decided || !self.is_sum_of_rare(&sparse.others, &sums, *value)
            }
            _ => !self.is_sum_of_large_pair(&sums, near, *value),
        };
        let beyond = self.marks.row_length() as u32..;
        let value = self.marks.unmarked(heap - first).chain(beyond).find(missing);
        value.expect("a heap has finitely many options")
    }

    /// Whether a value is the sum of a pair of which one is among these rare heaps, in ascending order.
    fn is_sum_of_rare(&self, rare: &[Part<V>], sums: &[usize], value: u32) -> bool {
        sums.iter().any(|&sum| {
            rare.iter().take_while(|rare| rare.heap < sum).any(|rare| {
                let partner = sum - rare.heap;
                !(self.moves.unequal && partner == rare.heap)
                    && (rare.value ^ self.values[partner]).get() == value
            })
        })
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
}

/// Whether `value` is the sum of two values at the same place.
fn is_sum<V: Stored>(left: &[V], right: &[V], value: V) -> bool {
    let (chunks, rest) = left.as_chunks::<32>();
    let (others, others_rest) = right.as_chunks::<32>();
    // A sum of three is 0 if and only if the third is the sum of the others.
    let mut least = [V::MAX; 32];
    for (chunk, other) in chunks.iter().zip(others) {
        for (least, (&a, &b)) in least.iter_mut().zip(chunk.iter().zip(other)) {
            *least = (*least).min(a ^ b ^ value);
        }
    }
    #[expect(clippy::manual_contains, reason = "`contains` leaves the vector for a call of `memchr`")]
    let met = least.iter().any(|&least| least == V::ZERO);
    met || rest.iter().zip(others_rest).any(|(&a, &b)| a ^ b == value)
}
