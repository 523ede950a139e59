//! Disjunctive sums: several games at once, and a move in one of them.

use super::Impartial;

/// The sum of two games: a move is a move in one of them. Positions are pairs.
///
/// Nothing is said here about components, so that a solver finds the value of a sum by the definition; that it is the
/// nim-sum of the two values is the theorem of Sprague and Grundy.
///
/// ```
/// use agon::{OctalGame, Solver, Wythoff, impartial::{Heaps, Sum}};
///
/// let mut both = Solver::new(Sum(Wythoff, OctalGame::kayles()));
/// let position = ((2, 3), Heaps::from([5]));
/// let apart = Solver::new(Wythoff).grundy(&position.0)? + Solver::new(OctalGame::kayles()).grundy(&position.1)?;
/// assert_eq!(both.grundy(&position)?, apart);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sum<A, B>(
    /// The first game.
    pub A,
    /// The second game.
    pub B,
);

impl<A: Impartial, B: Impartial> Impartial for Sum<A, B> {
    type Position = (A::Position, B::Position);

    fn options(&self, (a, b): &Self::Position) -> Vec<Self::Position> {
        let first = self.0.options(a).into_iter().map(|option| (option, b.clone()));
        let second = self.1.options(b).into_iter().map(|option| (a.clone(), option));
        first.chain(second).collect()
    }

    fn reachable_at_least(&self, (a, b): &Self::Position) -> u64 {
        self.0.reachable_at_least(a).max(self.1.reachable_at_least(b))
    }
}

/// Sums of any number of positions of one game, which the solver takes apart.
///
/// ```
/// use agon::{Nimber, Solver, Wythoff, impartial::Sums};
///
/// let mut solver = Solver::new(Sums(Wythoff));
/// let position = vec![(1, 1), (2, 2), (0, 7)];
/// assert_eq!(solver.grundy(&position)?, Nimber(2) + Nimber(1) + Nimber(7));
/// assert_eq!(solver.winning_moves(&position)?, [vec![(1, 1), (2, 2), (0, 3)]]);
/// # Ok::<(), agon::SolveError<Vec<(u64, u64)>>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sums<R>(
    /// The game.
    pub R,
);

impl<R: Impartial> Impartial for Sums<R> {
    type Position = Vec<R::Position>;

    fn options(&self, summands: &Self::Position) -> Vec<Self::Position> {
        let moves = |at: usize| {
            self.0.options(&summands[at]).into_iter().map(move |option| {
                let mut sum = summands.clone();
                sum[at] = option;
                sum
            })
        };
        (0..summands.len()).flat_map(moves).collect()
    }

    fn components(&self, summands: &Self::Position) -> Vec<Self::Position> {
        let parts = summands.iter().flat_map(|summand| self.0.components(summand));
        parts.map(|component| vec![component]).collect()
    }

    fn reachable_at_least(&self, summands: &Self::Position) -> u64 {
        summands.iter().map(|summand| self.0.reachable_at_least(summand)).max().unwrap_or(0)
    }
}
