//! The proof that a table is right about all sums.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use super::MisereQuotient;
use super::automaton::Automaton;
use super::sums::{has_moves, run, with_heap};
use crate::evidence::Certificate;
use crate::impartial::Heaps;
use crate::interrupt;

impl MisereQuotient {
    /// A sum in which the P-portion contradicts the rules of misère play, if there is one; see the type's page. Steps must
    /// commute.
    pub(super) fn contradiction(&self) -> Option<Heaps> {
        if self.lost[0] {
            // The empty sum is won.
            return Some(Heaps::default());
        }
        let table = self.multiplication_table();
        let kinds = self.kinds_of_heaps();
        self.lost_sum_with_lost_option(&table, &kinds)
            .or_else(|| self.won_sum_without_lost_option(&table, &kinds))
    }

    /// Heaps with the same element whose options have the same elements need the same proof.
    fn kinds_of_heaps(&self) -> Vec<Kind> {
        let element = |sum: &Heaps| run(&self.step, 0, sum);
        let mut kinds = BTreeMap::new();
        for (heap, options) in self.moves.iter().enumerate() {
            let options: BTreeSet<usize> = options.iter().map(element).collect();
            kinds.entry((self.step[0][heap], options)).or_insert(heap);
        }
        let kind = |((element, options), heap): ((usize, BTreeSet<usize>), usize)| Kind {
            heap,
            element,
            options: options.into_iter().collect(),
        };
        kinds.into_iter().map(kind).collect()
    }

    /// What stands beside the heap that is moved in may have any element, and its element is all that matters.
    fn lost_sum_with_lost_option(&self, table: &[Vec<usize>], kinds: &[Kind]) -> Option<Heaps> {
        let is_wrong = |row: &[usize], kind: &Kind| {
            self.lost[row[kind.element]] && kind.options.iter().any(|&option| self.lost[row[option]])
        };
        table.iter().zip(&self.representatives).find_map(|(row, beside)| {
            let kind = kinds.iter().find(|kind| is_wrong(row, kind))?;
            Some(with_heap(beside, kind.heap))
        })
    }

    /// Of a sum two things matter: its element, and its *company*, the elements that may stand beside it such that a move in
    /// the sum leads to a lost one. The larger the company, the better; so sums whose company contains that of
    /// another sum of the same element need not be looked at, nor what arises from them. Few are left.
    fn won_sum_without_lost_option(&self, table: &[Vec<usize>], kinds: &[Kind]) -> Option<Heaps> {
        let order = self.order();
        let loses_with: Vec<Company> =
            table.iter().map(|row| Company::of(order, |other| self.lost[row[other]])).collect();
        let mut least: Vec<Vec<Company>> = vec![Vec::new(); order];
        let mut without_moves = HashSet::from([0]);
        let mut pending = VecDeque::from([(0, Company::of(order, |_| false), Heaps::default())]);
        while let Some((element, company, sum)) = pending.pop_front() {
            interrupt::check();
            let has_moves = has_moves(&self.moves, &sum);
            if has_moves && !least[element].contains(&company) {
                continue; // A smaller company was found since.
            }
            for kind in kinds {
                let mut larger = company.beside(&table[kind.element]);
                for &option in &kind.options {
                    larger.join(&loses_with[table[element][option]]);
                }
                let next = table[element][kind.element];
                // A heap without moves is as good as none, and won as long as there is no other.
                let has_moves = has_moves || !kind.options.is_empty();
                if self.lost[next] == (larger.has(0) || !has_moves) {
                    return Some(with_heap(&sum, kind.heap));
                }
                let known = &mut least[next];
                if !has_moves {
                    if without_moves.insert(next) {
                        pending.push_back((next, larger, with_heap(&sum, kind.heap)));
                    }
                } else if !known.iter().any(|smaller| smaller.is_within(&larger)) {
                    known.retain(|other| !larger.is_within(other));
                    known.push(larger.clone());
                    pending.push_back((next, larger, with_heap(&sum, kind.heap)));
                }
            }
        }
        None
    }

    /// Whether each two elements differ in company of some third.
    fn is_reduced(&self) -> bool {
        let table = self.multiplication_table();
        let signatures: HashSet<Vec<bool>> =
            table.iter().map(|row| row.iter().map(|&product| self.lost[product]).collect()).collect();
        signatures.len() == self.order()
    }
}

impl Certificate for MisereQuotient {
    fn verify(&self) -> bool {
        Automaton::noncommuting(&self.step).is_none() && self.contradiction().is_none() && self.is_reduced()
    }
}

/// One of the heaps that behave alike: its element, and the elements of its options.
struct Kind {
    heap: usize,
    element: usize,
    options: Vec<usize>,
}

/// A set of elements, one bit each.
#[derive(Clone, PartialEq, Eq)]
struct Company(Vec<u64>);

impl Company {
    fn of(order: usize, has: impl Fn(usize) -> bool) -> Self {
        let word = |start: usize| {
            (start..order.min(start + 64))
                .fold(0, |word, element| word | u64::from(has(element)) << (element - start))
        };
        Self((0..order).step_by(64).map(word).collect())
    }

    /// The elements that are in the set when they are multiplied by the one whose products these are.
    fn beside(&self, products: &[usize]) -> Self {
        Self::of(products.len(), |other| self.has(products[other]))
    }

    fn has(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }
}
