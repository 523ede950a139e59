//! Who wins sums with a heap about which nothing is proven.

use super::outcomes::Outcomes;
use super::sums::{moved_in, run};
use super::{MisereQuotient, QuotientError};
use crate::impartial::Heaps;

/// What tells sums apart while a guess is made.
pub(super) enum Judge<'a> {
    /// The rules: always right, and slow for many heaps.
    Rules(Outcomes<'a>),
    /// Of each guess so far: what it says about the options. It is as right as the guess, and better about the sums in which
    /// the guess contradicts itself.
    Guesses(Vec<MisereQuotient>),
}

impl Judge<'_> {
    /// The opinion that is asked for from now on.
    pub(super) fn hear(&mut self, guess: &MisereQuotient) -> usize {
        match self {
            Self::Rules(outcomes) => {
                outcomes.hint(guess);
                0
            }
            Self::Guesses(guesses) => {
                guesses.push(guess.clone());
                guesses.len() - 1
            }
        }
    }

    /// Whether a sum is lost for the player to move.
    pub(super) fn is_lost(&mut self, opinion: usize, sum: &Heaps) -> Result<bool, QuotientError> {
        match self {
            Self::Rules(outcomes) => outcomes.is_lost(sum),
            Self::Guesses(guesses) => Ok(guesses[opinion].is_lost_by_options(sum)),
        }
    }
}

impl MisereQuotient {
    fn is_lost_by_options(&self, sum: &Heaps) -> bool {
        let mut has_moves = false;
        let is_won = moved_in(sum).any(|(heap, rest)| {
            let rest = run(&self.step, 0, &rest);
            has_moves |= !self.moves[heap].is_empty();
            self.moves[heap].iter().any(|option| self.lost[run(&self.step, rest, option)])
        });
        has_moves && !is_won
    }
}
