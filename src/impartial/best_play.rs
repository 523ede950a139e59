//! Best play of a whole game: the winner hurries, the loser delays.

use std::fmt::{self, Debug, Display};

use serde::Serialize;

use super::{Impartial, Outcome, SolveError, Solver};

/// A game played to its end by two perfect players: the winner wins as soon as possible, the loser loses as late as
/// possible.
///
/// Its length is the *remoteness* of the first position (Steinhaus 1925; *Winning Ways*, chapter 9): 0 at the end of the
/// game, else one more than the least even remoteness of an option if there is one, else one more than the greatest.
/// It is even exactly when the position is P.
///
/// ```
/// use agon::{Heaps, Nim, Solver};
///
/// let play = Solver::new(Nim).best_play(&Heaps::from([1, 2, 4]))?;
/// assert_eq!(play.to_string(), "N in 7: (1, 2, 4) → (1, 2, 3) → (0, 2, 3) → (0, 2, 2) → (0, 1, 2) → (0, 1, 1) → (0, 0, 1) → (0, 0, 0)");
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BestPlay<P> {
    positions: Vec<P>,
}

impl<P> BestPlay<P> {
    /// All positions, from the first to the end of the game.
    ///
    /// ```
    /// use agon::{Solver, Wythoff};
    ///
    /// // (1, 3) is won by going to (1, 2), from which two moves remain at most.
    /// let play = Solver::new(Wythoff).best_play(&(1, 3))?;
    /// assert_eq!(play.positions()[..2], [(1, 3), (1, 2)]);
    /// assert_eq!(play.positions().last(), Some(&(0, 0)));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The number of moves.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Solver};
    ///
    /// // One heap is over in one move; of two equal heaps the loser takes single counters.
    /// let mut nim = Solver::new(Nim);
    /// assert_eq!(nim.best_play(&Heaps::from([9]))?.remoteness(), 1);
    /// assert_eq!(nim.best_play(&Heaps::from([3, 3]))?.remoteness(), 6);
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn remoteness(&self) -> usize {
        self.positions.len() - 1
    }

    /// Who wins: the player who makes the last move.
    ///
    /// ```
    /// use agon::{Outcome, Solver, Wythoff};
    ///
    /// let play = Solver::new(Wythoff).best_play(&(3, 5))?;
    /// assert_eq!((play.outcome(), play.remoteness() % 2), (Outcome::P, 0));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.remoteness().is_multiple_of(2) { Outcome::P } else { Outcome::N }
    }
}

impl<P: Debug> Display for BestPlay<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: ", self.outcome(), self.remoteness())?;
        for (at, position) in self.positions.iter().enumerate() {
            write!(f, "{}{position:?}", if at == 0 { "" } else { " → " })?;
        }
        Ok(())
    }
}

impl<R: Impartial> Solver<R> {
    /// The number of moves of [best play](BestPlay).
    ///
    /// All positions that can be reached are visited; that a position is a sum does not help here.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Solver, from_fn};
    ///
    /// // Take one, two or three counters: the winner leaves a multiple of four.
    /// let mut solver = Solver::new(from_fn(|n: &u32| (n.saturating_sub(3)..*n).collect()));
    /// assert_eq!((solver.remoteness(&21)?, solver.remoteness(&20)?), (11, 10));
    /// # Ok::<(), agon::SolveError<u32>>(())
    /// ```
    pub fn remoteness(&mut self, position: &R::Position) -> Result<u32, SolveError<R::Position>> {
        let (rules, memo) = self.remoteness_memo();
        memo.admit(position, rules.reachable_at_least(position))?;
        memo.evaluate(
            position,
            |position| ((), rules.options(position)),
            |(), options| {
                let quickest_win = options.iter().filter(|&&n| n % 2 == 0).min();
                quickest_win.or(options.iter().max()).map_or(0, |&n| n + 1)
            },
        )
    }

    /// One best play from a position, ties broken by the ruleset's order.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Chomp, Outcome, Solver, Staircase};
    ///
    /// let play = Solver::new(Chomp).best_play(&Staircase::rectangle(2, 3)?)?;
    /// assert_eq!((play.outcome(), play.remoteness()), (Outcome::N, 5));
    /// assert_eq!(play.positions()[1], Staircase::new([3, 2])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_play(
        &mut self,
        position: &R::Position,
    ) -> Result<BestPlay<R::Position>, SolveError<R::Position>> {
        let mut left = self.remoteness(position)?;
        let mut positions = vec![position.clone()];
        let mut current = position.clone();
        while let Some(next) = left.checked_sub(1) {
            for option in self.rules().options(&current) {
                if self.remoteness(&option)? == next {
                    current = option;
                    break;
                }
            }
            positions.push(current.clone());
            left = next;
        }
        Ok(BestPlay { positions })
    }
}
