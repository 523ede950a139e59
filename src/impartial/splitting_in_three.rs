//! Grundy sequences of games in which a move may leave three heaps.
//!
//! The values of `a + b = s` form a set of bits, and so do those of `a + b + c = s`: for each `c`, the set of `s − c`,
//! translated by `G(c)`. Sets with equal `G(c)` are joined first, so that there is one translation for each value.

use super::mex;
use super::sequence::admitted;
use super::splitting::Splitting;
use crate::interrupt;

/// The Grundy values `G(0), …, G(count − 1)`, where `triples` are the numbers of counters that may be taken if three heaps
/// are left.
pub(super) fn grundy_sequence(moves: &Splitting, triples: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(admitted(count));
    let (mut two, mut three) = (Sets::new(), Sets::new());
    let mut joined = Sets::new();
    for heap in 0..count {
        interrupt::check();
        two.push();
        for part in 1..=heap / 2 {
            two.insert(heap, values[part] ^ values[heap - part]);
        }
        three.push();
        joined.clear();
        for (part, &value) in values.iter().enumerate().skip(1) {
            joined.join(value as usize, two.set(heap - part));
        }
        for value in 0..joined.len() {
            three.join_translated(heap, joined.set(value), value);
        }
        let end = moves.ends.contains(&heap).then_some(0);
        let single =
            moves.singles.iter().filter(|&&removed| removed < heap).map(|&removed| values[heap - removed]);
        let rest = |removed: &usize| heap.checked_sub(*removed);
        let split = moves.pairs.iter().filter_map(rest).map(|rest| two.set(rest));
        let split_in_three = triples.iter().filter_map(rest).map(|rest| three.set(rest));
        let sums = split.chain(split_in_three).flat_map(members);
        let value = mex(end.into_iter().chain(single).chain(sums));
        let words = (value as usize + 1).next_power_of_two().div_ceil(64);
        for sets in [&mut two, &mut three, &mut joined] {
            sets.widen(words);
        }
        values.push(value);
    }
    values
}

/// A list of sets of numbers below `64 · words`, one bit a number; `words` is a power of two above all values, so that the
/// nim-sum of two values lies below it too.
struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new() -> Self {
        Self { words: 1, bits: Vec::new() }
    }

    fn len(&self) -> usize {
        self.bits.len() / self.words
    }

    fn clear(&mut self) {
        self.bits.clear();
    }

    fn push(&mut self) {
        self.bits.resize(self.bits.len() + self.words, 0);
    }

    fn set(&self, index: usize) -> &[u64] {
        &self.bits[index * self.words..(index + 1) * self.words]
    }

    fn insert(&mut self, index: usize, number: u32) {
        self.bits[index * self.words + number as usize / 64] |= 1 << (number % 64);
    }

    /// Joins a set to one of the list, which grows if need be.
    fn join(&mut self, index: usize, set: &[u64]) {
        while self.len() <= index {
            self.push();
        }
        for (word, &other) in self.bits[index * self.words..].iter_mut().zip(set) {
            *word |= other;
        }
    }

    /// Joins the numbers `x ⊕ value`, for all `x` of a set.
    fn join_translated(&mut self, index: usize, set: &[u64], value: usize) {
        for (at, &word) in set.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.bits[index * self.words + (at ^ (value / 64))] |= translate(word, value as u32 % 64);
        }
    }

    /// Makes room for larger numbers.
    fn widen(&mut self, words: usize) {
        if words > self.words {
            let widened =
                |set: &[u64]| set.iter().copied().chain(std::iter::repeat_n(0, words - set.len())).collect();
            self.bits = self.bits.chunks(self.words).flat_map(|set| -> Vec<u64> { widened(set) }).collect();
            self.words = words;
        }
    }
}

/// Bit `x` moves to place `x ⊕ value`, for `value < 64`: each binary digit of `value` swaps neighbouring groups of bits.
fn translate(word: u64, value: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    (0..6).filter(|digit| value >> digit & 1 == 1).fold(word, |word, digit: usize| {
        let shift = 1 << digit;
        (word & LOW[digit]) << shift | word >> shift & LOW[digit]
    })
}

/// The numbers of a set.
fn members(set: &[u64]) -> impl Iterator<Item = u32> {
    (0..).zip(set).flat_map(|(at, &word)| {
        std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| at * 64 + rest.trailing_zeros())
    })
}
