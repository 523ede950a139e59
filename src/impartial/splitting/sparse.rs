//! Sparse spaces: which values are rare, and whose sums are looked at for all heaps.

use super::trial::{Trial, spread};
use super::{BLOCK, Splitting, Stored};

/// How many rare heaps have all their sums marked. These leave each heap a few candidates, as many as are compared at once.
const MARKED: usize = 500;

/// How many heaps that are not rare have all their sums marked: beyond them, a search for each value takes less.
const SAMPLE: usize = 300;

/// From how many times as many heaps the sample is chosen.
const POOL: usize = 14;

/// A heap whose pairs are looked at, with its value.
#[derive(Clone, Copy)]
pub(super) struct Part<V> {
    pub(super) heap: usize,
    pub(super) value: V,
}

/// A sparse space, with the heaps of at least [`BLOCK`] counters whose pairs are looked at for all heaps.
pub(super) struct Sparse<V> {
    /// The binary digits whose number of ones makes a value rare or not.
    digits: u32,
    /// Whether a value below the length of a row of marks is not rare.
    pub(super) common_values: Vec<bool>,
    /// Heaps whose sums are marked: rare ones, and others to meet most of the rare sums.
    pub(super) marked: Vec<Part<V>>,
    /// The other rare heaps, if there are many, in ascending order.
    pub(super) others: Vec<Part<V>>,
}

impl<V: Stored> Sparse<V> {
    pub(super) fn is_rare(&self, value: u32) -> bool {
        (value & self.digits).count_ones().is_multiple_of(2)
    }

    /// The space with the fewest rare heaps, if they are few; `row` is a power of two above all values, 64 at least.
    pub(super) fn choose(moves: &Splitting, values: &[V], row: usize) -> Option<Self> {
        // Entry M becomes the number of rare heaps minus the number of the others.
        let mut balance = vec![0i64; row];
        for value in values {
            balance[value.get() as usize] += 1;
        }
        walsh_transform(&mut balance);
        let (digits, &least) = balance.iter().enumerate().min_by_key(|&(_, difference)| difference)?;
        let rare_heaps = (values.len() as i64 + least) / 2;
        if 4 * rare_heaps >= values.len() as i64 {
            return None;
        }
        // Digits that no value has had so far count too.
        let used = values.iter().fold(0, |used, value| used | value.get());
        let mut sparse = Self {
            digits: digits as u32 & used | !used,
            common_values: Vec::new(),
            marked: Vec::new(),
            others: Vec::new(),
        };
        sparse.common_values = (0..row as u32).map(|value| !sparse.is_rare(value)).collect();
        // The sample is drawn from some ten thousand heaps, however long the sequence is.
        let every = (values.len() >> 15).next_power_of_two();
        let (mut rare, mut common) = (Vec::new(), vec![Vec::new(); row]);
        for (heap, value) in values.iter().enumerate().skip(BLOCK) {
            if sparse.is_rare(value.get()) {
                rare.push(heap);
            } else if heap.is_multiple_of(every) {
                common[value.get() as usize].push(heap);
            }
        }
        let sample = SAMPLE.min(rare.len() / 2);
        let mut marked =
            Trial::new(moves, values, row, |value| !sparse.is_rare(value)).meet_most(rare.clone(), MARKED);
        marked.sort_unstable();
        rare.retain(|heap| marked.binary_search(heap).is_err());
        marked.extend(
            Trial::new(moves, values, row, |value| sparse.is_rare(value))
                .meet_most(spread(&common, POOL * sample), sample),
        );
        let part = |heap| Part { heap, value: values[heap] };
        sparse.marked = marked.into_iter().map(part).collect();
        sparse.others = rare.into_iter().map(part).collect();
        Some(sparse)
    }
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
