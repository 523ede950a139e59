//! The sum of two games with different rules.

use super::Impartial;

/// The disjunctive sum of two rulesets: a position is a pair, and a move changes one of its parts.
///
/// Sums of positions with the *same* rules need no `Sum`: see [`Solver::grundy_of_sum`](super::Solver::grundy_of_sum).
///
/// ```
/// use agon::{Heaps, Nim, Nimber, Solver};
/// use agon::impartial::{StaircaseNim, Sum};
///
/// let mut solver = Solver::new(Sum(Nim, StaircaseNim));
/// let position = (Heaps::from([3, 3]), vec![3, 5]);
/// assert_eq!(solver.grundy(&position)?, Nimber(3 ^ 3) + Nimber(3));
/// # Ok::<(), agon::SolveError<(Heaps, Vec<u32>)>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sum<A, B>(pub A, pub B);

impl<A: Impartial, B: Impartial> Impartial for Sum<A, B> {
    type Position = (A::Position, B::Position);

    fn options(&self, (left, right): &Self::Position) -> Vec<Self::Position> {
        let moves_left = self.0.options(left).into_iter().map(|option| (option, right.clone()));
        let moves_right = self.1.options(right).into_iter().map(|option| (left.clone(), option));
        moves_left.chain(moves_right).collect()
    }
}
