//! The search for a quotient, heap by heap.

use std::collections::BTreeSet;

use super::automaton::Automaton;
use super::congruence::Congruence;
use super::extension::Extension;
use super::judge::Judge;
use super::outcomes::Outcomes;
use super::sums::options;
use super::{MisereQuotient, QuotientError};
use crate::impartial::{Heaps, SolveError};

/// What is proven of the heaps whose moves lead to proven ones, and the heaps that wait for others.
pub(in crate::impartial::misere) struct Search {
    limit: usize,
    /// The heaps count in the order in which they were proven.
    proven: MisereQuotient,
    /// The sizes of the proven heaps, in that order.
    sizes: Vec<u32>,
    /// How long play in each of them can last.
    depths: Vec<u64>,
    waiting: Vec<(u32, Vec<Heaps>)>,
}

impl Search {
    /// How many classes may arise where guesses judge: so many times the elements, and so many more.
    const FINER: usize = 2;
    const MORE: usize = 16;

    pub(in crate::impartial::misere) fn new(limit: usize) -> Self {
        let proven = MisereQuotient {
            moves: Vec::new(),
            representatives: vec![Heaps::default()],
            step: vec![Vec::new()],
            lost: vec![false],
        };
        Self { limit, proven, sizes: Vec::new(), depths: Vec::new(), waiting: Vec::new() }
    }

    /// Adds the next heap, with what it can become.
    pub(in crate::impartial::misere) fn add_heap(
        &mut self,
        options: Vec<Heaps>,
    ) -> Result<(), QuotientError> {
        let size = (self.sizes.len() + self.waiting.len()) as u32 + 1;
        let options: BTreeSet<Heaps> = options.iter().map(without_empty_heaps).collect();
        self.waiting.push((size, options.into_iter().collect()));
        let is_ready = |options: &[Heaps], sizes: &[u32]| {
            options.iter().flat_map(Heaps::sizes).all(|size| sizes.contains(size))
        };
        while let Some(at) = self.waiting.iter().position(|(_, options)| is_ready(options, &self.sizes)) {
            let (size, options) = self.waiting.remove(at);
            let place =
                |&size: &u32| self.sizes.iter().position(|&proven| proven == size).unwrap_or_default();
            let in_order =
                |option: &Heaps| option.sizes().iter().map(|size| place(size) as u32 + 1).collect();
            let options: Vec<Heaps> = options.iter().map(in_order).collect();
            self.extend(options)?;
            self.sizes.push(size);
        }
        Ok(())
    }

    /// The elements of the proven heaps, in the order in which they were proven.
    pub(in crate::impartial::misere) fn elements_of_heaps(&self) -> impl Iterator<Item = usize> {
        self.proven.step[0].iter().copied()
    }

    /// The quotient of all heaps.
    pub(in crate::impartial::misere) fn finish(self) -> Result<MisereQuotient, QuotientError> {
        let largest = (self.sizes.len() + self.waiting.len()) as u32;
        for (heap, options) in &self.waiting {
            if let Some(option) = options.iter().find(|option| option.sizes().last() > Some(&largest)) {
                return Err(QuotientError::NotClosed { heap: *heap, option: option.clone(), largest });
            }
        }
        match self.loop_of_waiting_heaps() {
            Some(cycle) => Err(SolveError::Loop { cycle }.into()),
            None => Ok(self.proven.renamed(&self.sizes)),
        }
    }

    /// Each waiting heap can become one that waits: so this comes back.
    fn loop_of_waiting_heaps(&self) -> Option<Vec<Heaps>> {
        let next = |heap: u32| {
            let (_, options) = self.waiting.iter().find(|(size, _)| *size == heap)?;
            options.iter().flat_map(Heaps::sizes).copied().find(|size| !self.sizes.contains(size))
        };
        let mut path = vec![self.waiting.first()?.0];
        loop {
            let heap = next(path[path.len() - 1])?;
            if let Some(start) = path.iter().position(|&known| known == heap) {
                return Some(path[start..].iter().map(|&heap| Heaps::from([heap])).collect());
            }
            path.push(heap);
        }
    }

    /// The quotient with a heap of these options.
    fn extend(&mut self, heap_options: Vec<Heaps>) -> Result<(), QuotientError> {
        let depth = |option: &Heaps| {
            let depths = option.sizes().iter().map(|&size| self.depths[size as usize - 1]);
            depths.fold(1, u64::saturating_add)
        };
        self.depths.push(heap_options.iter().map(depth).max().unwrap_or(0));
        let guesses = Judge::Guesses(Vec::new());
        let by_guesses =
            self.extended(&heap_options, guesses, Self::FINER * self.proven.order() + Self::MORE);
        self.proven = match by_guesses {
            Err(QuotientError::TooLarge { .. }) => {
                let rules = Judge::Rules(Outcomes::new(&self.proven, &heap_options));
                self.extended(&heap_options, rules, self.limit)?
            }
            extended => extended?,
        };
        if self.proven.order() > self.limit {
            return Err(QuotientError::TooLarge { limit: self.limit });
        }
        Ok(())
    }

    /// Guesses until one is right.
    fn extended(
        &self,
        options: &[Heaps],
        judge: Judge,
        limit: usize,
    ) -> Result<MisereQuotient, QuotientError> {
        let mut moves = self.proven.moves.clone();
        moves.push(options.to_vec());
        let mut congruence = Congruence::new(&self.proven, judge, limit);
        loop {
            let classes = congruence.classes()?;
            let least = if congruence.is_coarsest() {
                self.proven.clone()
            } else {
                self.in_order(self.proven.moves.clone(), &classes)
            };
            let extension = Extension::new(&least, options);
            if let Some(element) = extension.known_element() {
                let guess = extension.with_known_element(element, moves.clone());
                if guess.contradiction().is_none() {
                    return Ok(guess);
                }
            }
            let (states, comes_back) = extension.with_new_elements(self.limit);
            let guess = self.in_order(moves.clone(), &states.reduced());
            let suspects = if !comes_back {
                extension.first_sums()
            } else if let Some(sum) = guess.contradiction() {
                with_options(&moves, &sum)
            } else {
                return Ok(guess);
            };
            // If it is right about these sums, it is too large, and not wrong.
            if !congruence.refute(&classes, &least.representatives, &guess, suspects)? {
                return Err(QuotientError::TooLarge { limit: self.limit });
            }
        }
    }

    fn in_order(&self, moves: Vec<Vec<Heaps>>, states: &Automaton) -> MisereQuotient {
        let (Automaton { step, lost }, representatives) = states.in_order(&self.depths);
        MisereQuotient { moves, representatives, step, lost }
    }
}

fn with_options(moves: &[Vec<Heaps>], sum: &Heaps) -> Vec<Heaps> {
    let mut sums = options(moves, sum);
    sums.push(sum.clone());
    sums
}

fn without_empty_heaps(heaps: &Heaps) -> Heaps {
    heaps.sizes().iter().copied().filter(|&size| size > 0).collect()
}
