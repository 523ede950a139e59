//! Trials: which parts meet most of the values that heaps have among their options.
//!
//! How often a sum occurs depends on far more than on how often the two values do: a sequence that is nearly periodic
//! lets some values meet one another again and again, and others hardly ever. So parts are tried on heaps whose values
//! are known, one after the other, each for what the ones before it leave.

use std::collections::BinaryHeap;

use super::{BLOCK, Splitting, Stored};

/// On how many heaps parts are tried at most.
const TRIALS: usize = 128;

/// A trial should take less time than it saves: one heap of it for so many heaps of the sequence.
const HEAPS_PER_TRIAL: usize = 512;

/// What it is worth to meet a value that nothing has met so far.
const WORTH: u32 = 1 << 8;

/// Heaps of the later half of the sequence, with the values that must be met there.
pub(super) struct Trial<'a, V> {
    pairs: &'a [usize],
    values: &'a [V],
    heaps: Vec<usize>,
    /// A row for each heap: the worth of a value below that of the heap. It is halved each time that the value is met,
    /// not lost, since other heaps will not have the same good luck.
    worths: Vec<u32>,
    row: usize,
}

impl<'a, V: Stored> Trial<'a, V> {
    /// A trial in which the values that `counts` admits are to be met; heaps below [`BLOCK`] have met what they can.
    pub(super) fn new(
        moves: &'a Splitting,
        values: &'a [V],
        row: usize,
        counts: impl Fn(u32) -> bool,
    ) -> Self {
        let half = values.len() / 2;
        let trials = (values.len() / HEAPS_PER_TRIAL).clamp(TRIALS / 8, TRIALS);
        let heaps: Vec<usize> =
            (1..=trials).map(|trial| half + spread_evenly(trial, values.len() - half)).collect();
        let mut worths = vec![0; trials * row];
        for (worths, &heap) in worths.chunks_exact_mut(row).zip(&heaps) {
            for value in (0..values[heap].get()).filter(|&value| counts(value)) {
                worths[value as usize] = WORTH;
            }
        }
        let mut trial = Self { pairs: &moves.pairs, values, heaps, worths, row };
        (1..BLOCK).for_each(|small| trial.meet(small));
        trial
    }

    /// So many parts of the pool, chosen one by one so that each adds much to what was met before.
    pub(super) fn meet_most(mut self, mut pool: Vec<usize>, size: usize) -> Vec<usize> {
        pool.sort_unstable();
        pool.dedup();
        if pool.len() <= size {
            return pool;
        }
        // The gain of a part only falls, so that one with a gain close to the highest old one is as good as the best.
        let mut queue: BinaryHeap<(u32, usize)> =
            pool.into_iter().map(|part| (self.gain(part), part)).collect();
        let mut chosen = Vec::with_capacity(size);
        while chosen.len() < size
            && let Some((before, part)) = queue.pop()
        {
            let gain = self.gain(part);
            if gain >= before / 5 * 4 {
                self.meet(part);
                chosen.push(part);
            } else {
                queue.push((gain, part));
            }
        }
        chosen
    }

    fn gain(&self, part: usize) -> u32 {
        self.sums(part).map(|sum| self.worths[sum]).sum()
    }

    fn meet(&mut self, part: usize) {
        let sums: Vec<usize> = self.sums(part).collect();
        sums.into_iter().for_each(|sum| self.worths[sum] /= 2);
    }

    /// The places among the worths of the sums of a part with its partners.
    fn sums(&self, part: usize) -> impl Iterator<Item = usize> {
        let value = self.values[part];
        self.heaps.iter().zip((0..).step_by(self.row)).flat_map(move |(&heap, row)| {
            let partners = self.pairs.iter().filter_map(move |&removed| heap.checked_sub(removed + part));
            partners.map(move |partner| row + (value ^ self.values[partner]).get() as usize)
        })
    }
}

/// So many heaps, round after round one of each value, from all over the sequence.
pub(super) fn spread(by_value: &[Vec<usize>], size: usize) -> Vec<usize> {
    let rounds = 1..=by_value.iter().map(Vec::len).max().unwrap_or(0);
    rounds
        .flat_map(|round| {
            by_value.iter().filter(move |heaps| round <= heaps.len()).map(move |heaps| (round, heaps))
        })
        .map(|(round, heaps)| heaps[spread_evenly(round, heaps.len())])
        .take(size)
        .collect()
}

/// A place in an interval of this length: those of the numbers 1, 2, 3, … lie evenly in it.
fn spread_evenly(number: usize, length: usize) -> usize {
    // Multiples of the golden ratio do.
    ((number as f64 * 0.618_033_988_75).fract() * length as f64) as usize
}
