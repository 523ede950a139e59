//! Tables of steps: what one heap more does to each state.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::sums::with_heap;
use crate::impartial::Heaps;

/// States of sums, the empty sum first, with the states after one heap more and who wins.
pub(super) struct Automaton {
    pub(super) step: Vec<Vec<usize>>,
    pub(super) lost: Vec<bool>,
}

impl Automaton {
    /// Two heaps whose steps do not commute behind some state. If there are none, the states are a monoid.
    pub(super) fn noncommuting(step: &[Vec<usize>]) -> Option<(usize, usize, usize)> {
        let heaps = step[0].len();
        let pairs = (0..step.len())
            .flat_map(|state| (0..heaps).flat_map(move |g| (0..g).map(move |h| (state, g, h))));
        pairs.into_iter().find(|&(state, g, h)| step[step[state][g]][h] != step[step[state][h]][g])
    }

    /// The same sums are lost, and states that no further heaps tell apart are one (Moore's algorithm).
    pub(super) fn reduced(self) -> Self {
        let mut classes: Vec<usize> =
            self.lost.iter().map(|&lost| usize::from(lost != self.lost[0])).collect();
        let mut count = classes.iter().max().map_or(0, |last| last + 1);
        loop {
            let mut numbers = HashMap::new();
            let finer: Vec<usize> = (0..classes.len())
                .map(|state| {
                    let after = self.step[state].iter().map(|&next| classes[next]);
                    let signature: Vec<usize> = [classes[state]].into_iter().chain(after).collect();
                    let number = numbers.len();
                    *numbers.entry(signature).or_insert(number)
                })
                .collect();
            let refined = numbers.len();
            classes = finer;
            if refined == count {
                break;
            }
            count = refined;
        }
        let mut first = vec![usize::MAX; count];
        for (state, &class) in classes.iter().enumerate() {
            first[class] = first[class].min(state);
        }
        let step = first.iter().map(|&state| self.step[state].iter().map(|&next| classes[next]).collect());
        Self { step: step.collect(), lost: first.iter().map(|&state| self.lost[state]).collect() }
    }

    /// Each state has its least sum, by the length of play and then by the largest heaps, and the states are in the order
    /// of these sums. A move makes a sum less; and a part of a least sum is a least sum.
    pub(super) fn in_order(&self, depths: &[u64]) -> (Self, Vec<Heaps>) {
        let mut number = vec![None; self.lost.len()];
        let mut sums: Vec<Heaps> = Vec::new();
        let mut order = Vec::new();
        let mut pending = BinaryHeap::from([Reverse((0_u64, Vec::new(), 0))]);
        while let Some(Reverse((depth, descending, state))) = pending.pop() {
            if number[state].is_some() {
                continue;
            }
            number[state] = Some(order.len());
            order.push(state);
            let sum: Heaps = descending.into();
            for (heap, &next) in self.step[state].iter().enumerate() {
                if number[next].is_none() {
                    let mut larger: Vec<u32> = with_heap(&sum, heap).into();
                    larger.reverse();
                    pending.push(Reverse((depth.saturating_add(depths[heap]), larger, next)));
                }
            }
            sums.push(sum);
        }
        let renamed = |state: usize| number[state].unwrap_or_default();
        let step = order.iter().map(|&state| self.step[state].iter().map(|&next| renamed(next)).collect());
        let step = step.collect();
        (Self { step, lost: order.iter().map(|&state| self.lost[state]).collect() }, sums)
    }
}
