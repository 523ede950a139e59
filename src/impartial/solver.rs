//! Grundy values by their definition, each position once.

use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use serde::Serialize;

use super::recursion::Memo;
use super::{Impartial, Nimber, Outcome};

/// Computes Grundy values of the positions of one ruleset and remembers them.
///
/// The search keeps its own stack, so that a game of a million moves is as safe as a short one; a position that can
/// recur is an error which shows the loop. Values that are known stay known after an error or an
/// [interrupt](crate::interrupt).
///
/// ```
/// use agon::{Heaps, Nim, Nimber, Solver};
///
/// let mut solver = Solver::new(Nim);
/// let position = Heaps::from([3, 4, 5]);
/// assert_eq!(solver.grundy(&position)?, Nimber(2));
/// assert_eq!(solver.winning_moves(&position)?, [Heaps::from([1, 4, 5])]);
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver<R: Impartial> {
    rules: R,
    values: Memo<R::Position, Nimber>,
    remoteness: Memo<R::Position, u32>,
}

/// Why a [`Solver`] or a [`PartizanSolver`](crate::PartizanSolver) found no value.
///
/// ```
/// use agon::{SolveError, Solver, from_fn};
///
/// let error = Solver::new(from_fn(|n: &u32| vec![(n + 1) % 3])).grundy(&0).unwrap_err();
/// assert_eq!(error, SolveError::Loop { cycle: vec![0, 1, 2] });
/// assert!(error.to_string().contains("0 → 1 → 2 → 0"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError<P> {
    /// A position can be reached from itself, so that play need not end.
    #[error("play can go round in a loop: {} (values need games that always end)", Arrows(cycle))]
    Loop {
        /// The positions of the loop; the first is reached again from the last.
        cycle: Vec<P>,
    },
    /// The game has more positions than the solver may hold.
    #[error(
        "more than {limit} positions can be reached; the search stopped at {position:?} \
         (is the game finite? if it is, raise the solver's limit: with_limit)"
    )]
    TooManyPositions {
        /// How many positions the solver may hold.
        limit: usize,
        /// The position that was one too many.
        position: P,
    },
}

/// Prints a loop as `a → b → a`.
pub(super) struct Arrows<'a, P>(pub(super) &'a [P]);

impl<P: Debug> Display for Arrows<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for position in self.0.iter().take(SHOWN) {
            write!(f, "{position:?} → ")?;
        }
        if self.0.len() > SHOWN {
            write!(f, "… ({} more) → ", self.0.len() - SHOWN)?;
        }
        match self.0.first() {
            Some(first) => write!(f, "{first:?}"),
            None => Ok(()),
        }
    }
}

/// What there is to know about a position: its value, who wins, and how.
///
/// ```
/// use agon::{Heaps, Nim, Solver};
///
/// let analysis = Solver::new(Nim).analyse(&Heaps::from([3, 4, 5]))?;
/// assert_eq!(analysis.to_string(), "(3, 4, 5) = ∗2, N: win by (1, 4, 5)");
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Analysis<P> {
    /// The position.
    pub position: P,
    /// Its Grundy value.
    pub value: Nimber,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move, as the position after it; none exactly when the outcome is P.
    pub winning_moves: Vec<P>,
}

impl<P: Debug> Display for Analysis<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} = {}, {}", self.position, self.value, self.outcome)?;
        for (index, option) in self.winning_moves.iter().enumerate() {
            write!(f, "{}{option:?}", if index == 0 { ": win by " } else { ", " })?;
        }
        Ok(())
    }
}

impl<R: Impartial> Solver<R> {
    /// The number of positions that [`Solver::new`] allows.
    ///
    /// ```
    /// use agon::{Nim, Solver};
    ///
    /// assert_eq!(Solver::<Nim>::DEFAULT_LIMIT, 20_000_000);
    /// ```
    pub const DEFAULT_LIMIT: usize = 20_000_000;

    /// A solver that knows nothing yet.
    ///
    /// ```
    /// use agon::{Nimber, Solver, Wythoff};
    ///
    /// let mut solver = Solver::new(Wythoff);
    /// assert_eq!((solver.known(), solver.grundy(&(1, 1))?), (0, Nimber(2)));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn new(rules: R) -> Self {
        Self::with_limit(rules, Self::DEFAULT_LIMIT)
    }

    /// A solver that gives up when it would have to hold more than `limit` positions.
    ///
    /// ```
    /// use agon::{SolveError, Solver, from_fn};
    ///
    /// let endless = from_fn(|n: &u64| vec![n + 1]);
    /// let error = Solver::with_limit(endless, 1000).grundy(&0).unwrap_err();
    /// assert_eq!(error, SolveError::TooManyPositions { limit: 1000, position: 1000 });
    /// ```
    pub fn with_limit(rules: R, limit: usize) -> Self {
        Self { rules, values: Memo::new(limit), remoteness: Memo::new(limit) }
    }

    /// The ruleset.
    ///
    /// ```
    /// use agon::{OctalGame, Solver};
    ///
    /// assert_eq!(Solver::new(OctalGame::kayles()).rules().to_string(), "0.77");
    /// ```
    pub fn rules(&self) -> &R {
        &self.rules
    }

    pub(super) fn remoteness_memo(&mut self) -> (&R, &mut Memo<R::Position, u32>) {
        (&self.rules, &mut self.remoteness)
    }

    /// How many positions have known values.
    ///
    /// ```
    /// use agon::{Heaps, OctalGame, Solver};
    ///
    /// // A sum costs no more than its components: rows of 0 to 7 pins, and the sum itself at most.
    /// let mut kayles = Solver::new(OctalGame::kayles());
    /// kayles.grundy(&Heaps::from([7, 7, 7, 7]))?;
    /// assert!(kayles.known() < 20);
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    #[must_use]
    pub fn known(&self) -> usize {
        self.values.known().len()
    }

    /// The Grundy value: the Nim heap that the position equals.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{SolveError, Solver, from_fn};
    ///
    /// let mut solver = Solver::new(from_fn(|n: &u32| vec![n ^ 1]));
    /// assert_eq!(solver.grundy(&6), Err(SolveError::Loop { cycle: vec![6, 7] }));
    /// ```
    pub fn grundy(&mut self, position: &R::Position) -> Result<Nimber, SolveError<R::Position>> {
        let rules = &self.rules;
        self.values.admit(position, rules.reachable_at_least(position))?;
        self.values.evaluate(
            position,
            |position| {
                let components = rules.components(position);
                let is_sum = components.len() != 1 || components[0] != *position;
                (is_sum, if is_sum { components } else { rules.options(position) })
            },
            |is_sum, values| {
                let values = values.iter().copied();
                if is_sum { values.sum() } else { Nimber::mex(values) }
            },
        )
    }

    /// The value of a sum of positions: the nim-sum of their values (Sprague–Grundy).
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Nimber, Solver, Wythoff};
    ///
    /// let mut solver = Solver::new(Wythoff);
    /// assert_eq!(solver.grundy_of_sum(&[(1, 1), (2, 2)])?, Nimber(2) + Nimber(1));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    pub fn grundy_of_sum(&mut self, positions: &[R::Position]) -> Result<Nimber, SolveError<R::Position>> {
        positions.iter().map(|position| self.grundy(position)).sum()
    }

    /// Who wins: P exactly when the Grundy value is 0.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Outcome, Solver, Wythoff};
    ///
    /// assert_eq!(Solver::new(Wythoff).outcome(&(3, 5)), Ok(Outcome::P));
    /// ```
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, SolveError<R::Position>> {
        self.grundy(position).map(Outcome::from)
    }

    /// The options from which the opponent loses, each once, in the ruleset's order.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Solver, Wythoff};
    ///
    /// assert_eq!(Solver::new(Wythoff).winning_moves(&(4, 11)), Ok(vec![(4, 7)]));
    /// ```
    pub fn winning_moves(
        &mut self,
        position: &R::Position,
    ) -> Result<Vec<R::Position>, SolveError<R::Position>> {
        // The position itself comes first: a loop through it is found here, not by chance below.
        self.grundy(position)?;
        lost_ones(self.rules.options(position), |option| self.outcome(option))
    }

    /// Every Grundy value that is taken by one of the positions.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Heaps, Nimber, OctalGame, Solver};
    ///
    /// // In Kayles the value 8 comes up before the value 5.
    /// let mut solver = Solver::new(OctalGame::kayles());
    /// let rows: Vec<Heaps> = (0..=27).map(|pins| Heaps::from([pins])).collect();
    /// let taken = solver.values_ever_taken(&rows)?;
    /// assert!(taken.contains(&Nimber(8)) && !taken.contains(&Nimber(5)));
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn values_ever_taken<'a>(
        &mut self,
        positions: impl IntoIterator<Item = &'a R::Position>,
    ) -> Result<BTreeSet<Nimber>, SolveError<R::Position>>
    where
        R::Position: 'a,
    {
        positions.into_iter().map(|position| self.grundy(position)).collect()
    }

    /// Value, outcome and winning moves together.
    ///
    /// # Errors
    /// As [`grundy`](Self::grundy).
    ///
    /// ```
    /// use agon::{Heaps, Nim, Solver};
    ///
    /// let analysis = Solver::new(Nim).analyse(&Heaps::from([3, 4, 5]))?;
    /// assert_eq!((analysis.value.size(), analysis.winning_moves), (2, vec![Heaps::from([1, 4, 5])]));
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn analyse(
        &mut self,
        position: &R::Position,
    ) -> Result<Analysis<R::Position>, SolveError<R::Position>> {
        let value = self.grundy(position)?;
        let winning_moves = self.winning_moves(position)?;
        Ok(Analysis { position: position.clone(), value, outcome: value.into(), winning_moves })
    }
}

/// The positions from which the player to move loses, each once, in their order.
pub(super) fn lost_ones<P: Clone + Eq + Hash>(
    positions: Vec<P>,
    mut outcome: impl FnMut(&P) -> Result<Outcome, SolveError<P>>,
) -> Result<Vec<P>, SolveError<P>> {
    let mut seen = HashSet::new();
    let mut lost = Vec::new();
    for position in positions {
        if seen.insert(position.clone()) && outcome(&position)?.is_p() {
            lost.push(position);
        }
    }
    Ok(lost)
}
