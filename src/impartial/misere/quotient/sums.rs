//! Sums of heaps that are not empty, and what they can become.

use crate::impartial::Heaps;

pub(super) fn plus(a: &Heaps, b: &Heaps) -> Heaps {
    a.sizes().iter().chain(b.sizes()).copied().filter(|&size| size > 0).collect()
}

/// The sum with one heap more; heaps count from 0 here, as in tables.
pub(super) fn with_heap(sum: &Heaps, heap: usize) -> Heaps {
    sum.sizes().iter().copied().chain([heap as u32 + 1]).collect()
}

/// The sum without one of its heaps, for each size that occurs.
pub(super) fn moved_in(sum: &Heaps) -> impl Iterator<Item = (usize, Heaps)> {
    sum.distinct().map(|size| {
        let mut rest = sum.sizes().to_vec();
        rest.remove(rest.partition_point(|&other| other < size));
        (size as usize - 1, Heaps::from(rest))
    })
}

/// What a sum can become in one move.
pub(super) fn options(moves: &[Vec<Heaps>], sum: &Heaps) -> Vec<Heaps> {
    moved_in(sum).flat_map(|(heap, rest)| moves[heap].iter().map(move |option| plus(&rest, option))).collect()
}

/// Whether some heap of the sum has a move.
pub(super) fn has_moves(moves: &[Vec<Heaps>], sum: &Heaps) -> bool {
    sum.distinct().any(|size| !moves[size as usize - 1].is_empty())
}

/// The element that a sum leads to from another one, by a table of steps; the largest heap comes first.
pub(super) fn run(step: &[Vec<usize>], from: usize, sum: &Heaps) -> usize {
    sum.sizes().iter().rev().fold(from, |element, &size| step[element][size as usize - 1])
}
