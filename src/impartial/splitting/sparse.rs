//! Sparse spaces: which values are rare, and whose sums are looked at for all heaps.

use super::{BLOCK, Stored};

/// How many rare heaps have all their sums marked. These leave each heap a few candidates, as many as are compared at once.
const MARKED: usize = 600;

/// How many heaps that are not rare have all their sums marked: beyond them, a search for each value takes less.
const SAMPLE: usize = 640;

/// A sparse space, with the heaps of at least [`BLOCK`] counters whose pairs are looked at for all heaps.
pub(super) struct Sparse {
    /// The binary digits whose number of ones makes a value rare or not.
    digits: u32,
    /// The values below the length of a row of marks that are not rare, one bit each.
    pub(super) common_values: Vec<u64>,
    /// Heaps whose sums are marked: rare ones, and others of many values to meet most of the rare sums.
    pub(super) marked: Vec<usize>,
    /// The other rare heaps, if there are many, in ascending order.
    pub(super) others: Vec<usize>,
}

impl Sparse {
    pub(super) fn is_rare(&self, value: u32) -> bool {
        (value & self.digits).count_ones().is_multiple_of(2)
    }

    /// The space with the fewest rare heaps, if they are few; `row` is a power of two above all values, 64 at least.
    pub(super) fn choose<V: Stored>(values: &[V], row: usize) -> Option<Self> {
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
        let common_bits = |word: u32| {
            (0..64).fold(0, |bits, bit| bits | u64::from(!sparse.is_rare(64 * word + bit)) << bit)
        };
        sparse.common_values = (0..row as u32 / 64).map(common_bits).collect();
        let (mut rare, mut common) = (vec![Vec::new(); row], vec![Vec::new(); row]);
        // The sample is drawn from some ten thousand heaps, however long the sequence is.
        let every = (values.len() >> 15).next_power_of_two();
        for (heap, value) in values.iter().enumerate().skip(BLOCK) {
            if sparse.is_rare(value.get()) {
                rare[value.get() as usize].push(heap);
            } else if heap.is_multiple_of(every) {
                common[value.get() as usize].push(heap);
            }
        }
        let rare_heaps: usize = rare.iter().map(Vec::len).sum();
        sparse.marked = spread(&rare, MARKED);
        sparse.marked.sort_unstable();
        sparse.others = rare.concat();
        sparse.others.retain(|heap| sparse.marked.binary_search(heap).is_err());
        sparse.others.sort_unstable();
        sparse.marked.extend(spread(&common, SAMPLE.min(rare_heaps / 2)));
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
