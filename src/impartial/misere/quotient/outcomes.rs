//! Who wins sums with a heap about which nothing is proven, by the rules of misère play.

use super::sums::{options, plus, run};
use super::{MisereQuotient, QuotientError};
use crate::impartial::Heaps;
use crate::impartial::recursion::Memo;

/// The outcomes of sums of proven heaps and one larger heap, each computed once.
pub(super) struct Outcomes<'a> {
    proven: &'a MisereQuotient,
    table: Vec<Vec<usize>>,
    /// What the new heap can become, and the elements of that.
    heap_options: &'a [Heaps],
    elements: Vec<usize>,
    known: Memo<Heaps, bool>,
    /// Says which options are probably lost: they are looked at first, since one of them is enough.
    hint: Option<MisereQuotient>,
}

impl<'a> Outcomes<'a> {
    const POSITIONS: usize = 20_000_000;

    pub(super) fn new(proven: &'a MisereQuotient, heap_options: &'a [Heaps]) -> Self {
        let table = proven.multiplication_table();
        let elements = heap_options.iter().map(|option| run(&proven.step, 0, option)).collect();
        Self { proven, table, heap_options, elements, known: Memo::new(Self::POSITIONS), hint: None }
    }

    pub(super) fn hint(&mut self, guess: &MisereQuotient) {
        self.hint = Some(guess.clone());
    }

    /// Whether a sum is lost for the player to move, by the rules of misère play.
    pub(super) fn is_lost(&mut self, sum: &Heaps) -> Result<bool, QuotientError> {
        let (smaller, new_heaps) = self.parts(sum);
        if new_heaps == 0 {
            return Ok(self.proven.lost[run(&self.proven.step, 0, &smaller)]);
        }
        let mut known = std::mem::replace(&mut self.known, Memo::new(0));
        let open = |sum: &Heaps| self.open(sum);
        let close = |is_won: bool, lost: &[bool]| !is_won && !lost.contains(&true);
        let outcome = known.evaluate_until(sum, open, |&lost| lost, close);
        self.known = known;
        Ok(outcome?)
    }

    /// The sum without the new heaps, and how many these are.
    fn parts(&self, sum: &Heaps) -> (Heaps, usize) {
        let largest = self.proven.largest_heap();
        let smaller = sum.sizes().partition_point(|&size| size <= largest);
        (Heaps::from(&sum.sizes()[..smaller]), sum.len() - smaller)
    }

    /// Whether a sum is won by what is proven, and else the options that decide.
    fn open(&self, sum: &Heaps) -> (bool, Vec<Heaps>) {
        let (smaller, new_heaps) = self.parts(sum);
        let one_less = Heaps::from(&sum.sizes()[..sum.len() - 1]);
        let new = Heaps::from(&sum.sizes()[smaller.len()..]);
        let mut options: Vec<Heaps> =
            options(&self.proven.moves, &smaller).iter().map(|option| plus(option, &new)).collect();
        if new_heaps > 1 {
            options.extend(self.heap_options.iter().map(|option| plus(&one_less, option)));
            return (options.is_empty(), self.in_hinted_order(options));
        }
        let row = &self.table[run(&self.proven.step, 0, &smaller)];
        let is_won = if self.elements.is_empty() {
            options.is_empty()
        } else {
            self.elements.iter().any(|&option| self.proven.lost[row[option]])
        };
        if is_won {
            options.clear();
        }
        (is_won, self.in_hinted_order(options))
    }

    fn in_hinted_order(&self, mut options: Vec<Heaps>) -> Vec<Heaps> {
        if let Some(guess) = &self.hint {
            options.sort_by_cached_key(|option| !guess.lost[run(&guess.step, 0, option)]);
        }
        options
    }
}
