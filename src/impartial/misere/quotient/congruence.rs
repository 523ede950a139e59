//! Which sums of the smaller heaps can still replace each other when there is one heap more.

use std::collections::HashMap;

use super::automaton::Automaton;
use super::judge::Judge;
use super::sums::{options, plus, run, with_heap};
use super::{MisereQuotient, QuotientError};
use crate::impartial::Heaps;
use crate::interrupt;

/// What is known of a sum: its element among the smaller heaps, and who wins it with each of the experiments.
type Row = (usize, Vec<bool>);

/// A congruence of the sums of smaller heaps, made finer by each sum that refutes it: Angluin's learner of automata, in the
/// form of Rivest and Schapire.
pub(super) struct Congruence<'a> {
    proven: &'a MisereQuotient,
    judge: Judge<'a>,
    /// How many classes there may be.
    limit: usize,
    /// Sums of smaller heaps with different rows.
    access: Vec<Heaps>,
    /// What is added to sums to tell them apart, besides smaller heaps, and whose opinion is asked about that.
    experiments: Vec<(usize, Heaps)>,
    seen: HashMap<Heaps, Row>,
}

impl<'a> Congruence<'a> {
    /// The coarsest one: the quotient of the smaller heaps.
    pub(super) fn new(proven: &'a MisereQuotient, judge: Judge<'a>, limit: usize) -> Self {
        let access = proven.representatives.clone();
        Self { proven, judge, limit, access, experiments: Vec::new(), seen: HashMap::new() }
    }

    /// Whether nothing has refuted the quotient of the smaller heaps.
    pub(super) fn is_coarsest(&self) -> bool {
        self.experiments.is_empty()
    }

    fn row(&mut self, sum: &Heaps) -> Result<Row, QuotientError> {
        let (element, mut lost) = match self.seen.remove(sum) {
            Some(row) => row,
            None => (run(&self.proven.step, 0, sum), Vec::new()),
        };
        for (opinion, experiment) in &self.experiments[lost.len()..] {
            lost.push(self.judge.is_lost(*opinion, &plus(sum, experiment))?);
        }
        self.seen.insert(sum.clone(), (element, lost.clone()));
        Ok((element, lost))
    }

    /// The classes, with steps that commute.
    pub(super) fn classes(&mut self) -> Result<Automaton, QuotientError> {
        loop {
            let classes = self.close()?;
            let Some((class, g, h)) = Automaton::noncommuting(&classes.step) else {
                return Ok(classes);
            };
            // The two ways lead to classes which an experiment tells apart: one of them is wrong.
            let after = |first: usize, second: usize| classes.step[classes.step[class][first]][second];
            let mut lost = |class: usize| self.row(&self.access[class].clone()).map(|(_, lost)| lost);
            let (a, b) = (lost(after(g, h))?, lost(after(h, g))?);
            let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or_default();
            let (opinion, end) = self.experiments[at].clone();
            if !self.refine(&classes, class, &[g, h], opinion, &end)? {
                self.refine(&classes, class, &[h, g], opinion, &end)?;
            }
        }
    }

    /// The smallest table in which every step from a known sum leads to a known row.
    fn close(&mut self) -> Result<Automaton, QuotientError> {
        if self.is_coarsest() {
            return Ok(Automaton { step: self.proven.step.clone(), lost: self.proven.lost.clone() });
        }
        let mut known = HashMap::new();
        for class in 0..self.access.len() {
            known.insert(self.row(&self.access[class].clone())?, class);
        }
        let proven = self.proven;
        let mut step: Vec<Vec<usize>> = Vec::new();
        while let Some(sum) = self.access.get(step.len()).cloned() {
            let mut steps = Vec::new();
            for heap in 0..proven.moves.len() {
                interrupt::check();
                let next = with_heap(&sum, heap);
                let class = *known.entry(self.row(&next)?).or_insert(self.access.len());
                if class == self.access.len() {
                    // By the rules, all of them are different elements of the quotient that is looked for.
                    if class >= self.limit {
                        return Err(QuotientError::TooLarge { limit: self.limit });
                    }
                    self.access.push(next);
                }
                steps.push(class);
            }
            step.push(steps);
        }
        let lost = self.access.iter().map(|sum| proven.lost[run(&proven.step, 0, sum)]).collect();
        Ok(Automaton { step, lost })
    }

    /// Makes the congruence finer, if the guess that it led to is wrong about one of the sums. The least sum of a class stood
    /// for the others in this guess.
    pub(super) fn refute(
        &mut self,
        classes: &Automaton,
        least: &[Heaps],
        guess: &MisereQuotient,
        mut suspects: Vec<Heaps>,
    ) -> Result<bool, QuotientError> {
        let mut least_of_class = vec![Heaps::default(); least.len()];
        least.iter().for_each(|sum| least_of_class[run(&classes.step, 0, sum)] = sum.clone());
        let largest = self.proven.largest_heap();
        let opinion = self.judge.hear(guess);
        while let Some(wrong) = self.wrong_one(&suspects, guess, opinion)? {
            let (smaller, new): (Vec<u32>, Vec<u32>) =
                wrong.sizes().iter().partition(|&&size| size <= largest);
            let (smaller, new) = (Heaps::from(smaller), Heaps::from(new));
            let least = &least_of_class[run(&classes.step, 0, &smaller)];
            let stood_for_it = plus(least, &new);
            if self.wrong_one(std::slice::from_ref(&stood_for_it), guess, opinion)?.is_none() {
                return Ok(self.refine(classes, 0, &letters(&smaller), opinion, &new)?
                    || self.refine(classes, 0, &letters(least), opinion, &new)?);
            }
            // The guess about it came from the guesses about its options.
            suspects = options(&guess.moves, &stood_for_it);
        }
        Ok(false)
    }

    /// The first of the sums about which the guess is wrong.
    fn wrong_one(
        &mut self,
        sums: &[Heaps],
        guess: &MisereQuotient,
        opinion: usize,
    ) -> Result<Option<Heaps>, QuotientError> {
        for sum in sums {
            if self.judge.is_lost(opinion, sum)? != guess.lost[run(&guess.step, 0, sum)] {
                return Ok(Some(sum.clone()));
            }
        }
        Ok(None)
    }

    /// Follows the classes from one of them through the given heaps, and adds the experiment that shows where they go
    /// wrong: the last such place, which leaves the least to be added.
    fn refine(
        &mut self,
        classes: &Automaton,
        mut class: usize,
        heaps: &[usize],
        opinion: usize,
        end: &Heaps,
    ) -> Result<bool, QuotientError> {
        // What is still to be added when some of the heaps have been passed.
        let rest = |passed: usize| plus(end, &heaps[passed..].iter().map(|&heap| heap as u32 + 1).collect());
        let mut outcome = self.judge.is_lost(opinion, &plus(&self.access[class], &rest(0)))?;
        let mut experiment = None;
        for (passed, &heap) in (1..).zip(heaps) {
            class = classes.step[class][heap];
            let next = self.judge.is_lost(opinion, &plus(&self.access[class], &rest(passed)))?;
            if next != outcome {
                experiment = Some((opinion, rest(passed)));
            }
            outcome = next;
        }
        let found = experiment.is_some();
        self.experiments.extend(experiment);
        Ok(found)
    }
}

/// The heaps of a sum one after the other, the largest first, counted from 0.
fn letters(sum: &Heaps) -> Vec<usize> {
    sum.sizes().iter().rev().map(|&size| size as usize - 1).collect()
}
