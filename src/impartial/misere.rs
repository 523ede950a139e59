//! Misère play: whoever makes the last move loses.
//!
//! The outcomes of misère play follow from the same three rules as those of normal play, with one change: a position
//! without moves is won, not lost, for the player to move. Values are another matter: positions that behave alike in all
//! sums under normal play can differ under misère play, and no single number says who wins a sum. What there is instead:
//!
//! | question | answer |
//! |---|---|
//! | who wins this position, by which move? | [`MisereSolver`] |
//! | who wins it together with any number of `∗2`? | its [`Genus`] |
//! | who wins sums of small heaps? | the [`MisereQuotient`], with a proof |
//! | who wins sums of any heaps of an octal game? | the [`MiserePeriod`], with a proof |
//! | who wins Nim? | [`Nim::misere_outcome`](crate::Nim::misere_outcome), [`NimState`] |
//! | the tools of normal play, used for misère play | [`Misere`] |

mod adapter;
mod genus;
mod nim;
mod period;
mod quotient;

pub use adapter::{Misere, MiserePosition};
pub use genus::Genus;
pub use nim::NimState;
pub use period::MiserePeriod;
pub use quotient::{MisereQuotient, QuotientError};

use super::recursion::Memo;
use super::{Impartial, Nimber, Outcome, SolveError, Solver, solver::lost_ones};

/// Computes who wins under misère play, each position once.
///
/// ```
/// use agon::{Heaps, MisereSolver, OctalGame, Outcome};
///
/// let mut kayles = MisereSolver::new(OctalGame::kayles());
/// assert_eq!(kayles.outcome(&Heaps::from([4, 8]))?, Outcome::P);
/// assert_eq!(kayles.winning_moves(&Heaps::from([3]))?, [Heaps::from([1])]);
/// assert_eq!(kayles.genus(&Heaps::from([12]))?.to_string(), "4^{046}");
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MisereSolver<R: Impartial> {
    rules: R,
    values: Memo<R::Position, Nimber>,
    genera: Memo<R::Position, Genus>,
}

impl<R: Impartial> MisereSolver<R> {
    /// A solver that knows nothing yet, for as many positions as [`Solver::new`] allows.
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, OctalGame, Outcome};
    ///
    /// // Misère Kayles: nine pins are lost.
    /// assert_eq!(MisereSolver::new(OctalGame::kayles()).outcome(&Heaps::from([9])), Ok(Outcome::P));
    /// ```
    pub fn new(rules: R) -> Self {
        Self::with_limit(rules, Solver::<R>::DEFAULT_LIMIT)
    }

    /// A solver that gives up when it would have to hold more than `limit` positions.
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nim, SolveError};
    ///
    /// let mut small = MisereSolver::with_limit(Nim, 10);
    /// assert!(matches!(small.grundy(&Heaps::from([5, 5])), Err(SolveError::TooManyPositions { limit: 10, .. })));
    /// ```
    pub fn with_limit(rules: R, limit: usize) -> Self {
        Self { rules, values: Memo::new(limit), genera: Memo::new(limit) }
    }

    /// The ruleset.
    ///
    /// ```
    /// use agon::{MisereSolver, OctalGame};
    ///
    /// assert_eq!(MisereSolver::new(OctalGame::kayles()).rules().to_string(), "0.77");
    /// ```
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The misère Grundy value: 1 for a position without options, else the mex of the values of the options. The
    /// position is P exactly when it is 0.
    ///
    /// Unlike the Grundy value of normal play it does *not* determine the values of sums. It does decide sums with
    /// one Nim heap: `G + ∗n` is P exactly if `n` is the value of `G`.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nim, Nimber};
    ///
    /// let mut nim = MisereSolver::new(Nim);
    /// assert_eq!((nim.grundy(&Heaps::from([1]))?, nim.grundy(&Heaps::from([5]))?), (Nimber(0), Nimber(5)));
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn grundy(&mut self, position: &R::Position) -> Result<Nimber, SolveError<R::Position>> {
        let rules = &self.rules;
        self.values.admit(position, rules.reachable_at_least(position))?;
        self.values.evaluate(
            position,
            |position| ((), rules.options(position)),
            |(), options| if options.is_empty() { Nimber(1) } else { Nimber::mex(options.iter().copied()) },
        )
    }

    /// Who wins under misère play.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nim, Outcome};
    ///
    /// let mut nim = MisereSolver::new(Nim);
    /// assert_eq!(nim.outcome(&Heaps::from([1]))?, Outcome::P);
    /// assert_eq!(nim.outcome(&Heaps::from([1, 1]))?, Outcome::N);
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, SolveError<R::Position>> {
        self.grundy(position).map(Outcome::from)
    }

    /// The options from which the opponent loses under misère play, each once, in the ruleset's order. There can be
    /// none in a position that is won: if no move is left, the player to move has won already.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nim};
    ///
    /// let mut nim = MisereSolver::new(Nim);
    /// assert_eq!(nim.winning_moves(&Heaps::from([1, 3]))?, [Heaps::from([0, 1])]);
    /// assert!(nim.winning_moves(&Heaps::from([0]))?.is_empty(), "won without a move");
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn winning_moves(
        &mut self,
        position: &R::Position,
    ) -> Result<Vec<R::Position>, SolveError<R::Position>> {
        self.grundy(position)?;
        lost_ones(self.rules.options(position), |option| self.outcome(option))
    }

    /// The genus: the normal value, and the misère values in company of `∗2`s.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Heaps, MisereSolver, Nim};
    ///
    /// let mut nim = MisereSolver::new(Nim);
    /// assert_eq!(nim.genus(&Heaps::from([2]))?.to_string(), "2^{20}");
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn genus(&mut self, position: &R::Position) -> Result<Genus, SolveError<R::Position>> {
        let rules = &self.rules;
        self.genera.admit(position, rules.reachable_at_least(position))?;
        self.genera.evaluate(
            position,
            |position| ((), rules.options(position)),
            |(), options| Genus::from_options(options),
        )
    }
}
