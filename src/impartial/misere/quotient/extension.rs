//! The guess for one heap more: what could replace each other so far still can.

use super::MisereQuotient;
use super::automaton::Automaton;
use super::sums::{moved_in, plus, run};
use crate::impartial::Heaps;
use crate::interrupt;

/// Of the outcomes of a sum of smaller heaps with `k` of the new ones, for each element of the smaller sum.
type Outcomes = Vec<bool>;

/// A quotient with one heap more, whose options are sums of the smaller heaps: a table that has not been proven.
///
/// The least sum of each element (or class) stands for all of its sums. Its options are less than itself, so that all outcomes
/// with `k` new heaps follow from those with `k − 1`, element by element; and they repeat as soon as all outcomes with some
/// number of new heaps are those with a smaller number.
pub(super) struct Extension<'a> {
    quotient: &'a MisereQuotient,
    table: Vec<Vec<usize>>,
    /// The elements of the options of each element's least sum.
    options: Vec<Vec<usize>>,
    /// The elements of the options of the new heap.
    heap_options: Vec<usize>,
}

impl<'a> Extension<'a> {
    /// How many new heaps are looked at where it seems that each of them makes new elements.
    const TRIED: usize = 6;

    pub(super) fn new(quotient: &'a MisereQuotient, heap_options: &[Heaps]) -> Self {
        let table = quotient.multiplication_table();
        let element = |sum: &Heaps| run(&quotient.step, 0, sum);
        let distinct = |mut elements: Vec<usize>| {
            elements.sort_unstable();
            elements.dedup();
            elements
        };
        let options = |sum: &Heaps| {
            let moves = moved_in(sum).flat_map(|(heap, rest)| {
                let rest = element(&rest);
                quotient.moves[heap].iter().map(move |option| run(&quotient.step, rest, option))
            });
            distinct(moves.collect())
        };
        let options = quotient.representatives.iter().map(options).collect();
        let heap_options = distinct(heap_options.iter().map(element).collect());
        Self { quotient, table, options, heap_options }
    }

    fn with_one_more(&self, before: &Outcomes) -> Outcomes {
        let mut lost: Outcomes = Vec::with_capacity(before.len());
        for (element, options) in self.options.iter().enumerate() {
            let by_heap = |&option: &usize| before[self.table[element][option]];
            let is_won = self.heap_options.iter().any(by_heap) || options.iter().any(|&option| lost[option]);
            let has_moves = !self.heap_options.is_empty() || !options.is_empty();
            lost.push(has_moves && !is_won);
        }
        lost
    }

    /// The element that the new heap would be, if it is one of those that are there.
    pub(super) fn known_element(&self) -> Option<usize> {
        let lost = &self.quotient.lost;
        let with_heap = self.with_one_more(lost);
        let acts_alike =
            |row: &Vec<usize>| row.iter().zip(&with_heap).all(|(&product, with)| lost[product] == *with);
        self.table.iter().position(acts_alike)
    }

    /// The guess in which the new heap is this element.
    pub(super) fn with_known_element(&self, element: usize, moves: Vec<Vec<Heaps>>) -> MisereQuotient {
        let with_column = |(row, products): (&Vec<usize>, &Vec<usize>)| {
            row.iter().copied().chain([products[element]]).collect()
        };
        let MisereQuotient { step, representatives, lost, .. } = self.quotient.clone();
        MisereQuotient {
            moves,
            step: step.iter().zip(&self.table).map(with_column).collect(),
            representatives,
            lost,
        }
    }

    /// The least sums beside a few new heaps.
    pub(super) fn first_sums(&self) -> Vec<Heaps> {
        let new = self.quotient.largest_heap() + 1;
        let beside = |count| Heaps::new(std::iter::repeat_n(new, count));
        let sums = |count| self.quotient.representatives.iter().map(move |sum| plus(sum, &beside(count)));
        (1..=Self::TRIED).flat_map(sums).collect()
    }

    /// Elements beside any number of new heaps, and whether the outcomes come back within `limit` heaps; otherwise the table
    /// is about [`first_sums`](Self::first_sums) only.
    pub(super) fn with_new_elements(&self, limit: usize) -> (Automaton, bool) {
        let order = self.quotient.order();
        let mut lost = vec![self.quotient.lost.clone()];
        let back = loop {
            interrupt::check();
            let next = self.with_one_more(&lost[lost.len() - 1]);
            let back = lost.iter().position(|known| *known == next);
            if back.is_some() || lost.len() > limit {
                break back;
            }
            lost.push(next);
        };
        if back.is_none() {
            lost.truncate(Self::TRIED + 1);
        }
        let count = lost.len();
        let next = |heaps: usize| if heaps + 1 == count { back.unwrap_or(heaps) } else { heaps + 1 };
        let row = |(heaps, element): (usize, usize)| {
            let smaller = self.quotient.step[element].iter().map(|&after| heaps * order + after);
            smaller.chain([next(heaps) * order + element]).collect()
        };
        let states = (0..count).flat_map(|heaps| (0..order).map(move |element| (heaps, element)));
        (Automaton { step: states.map(row).collect(), lost: lost.concat() }, back.is_some())
    }
}
