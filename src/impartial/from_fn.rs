//! A ruleset in one line.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::Impartial;

/// The ruleset whose options a function lists.
///
/// ```
/// use agon::{Solver, from_fn};
///
/// // From n counters take a proper divisor of n (Aliquot): the value is the exponent of 2 in n.
/// let aliquot = from_fn(|n: &u32| (1..*n).filter(|d| n % d == 0).map(|d| n - d).collect());
/// let mut solver = Solver::new(aliquot);
/// assert_eq!(solver.grundy(&48)?.size(), 4);
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
pub fn from_fn<P, F>(options: F) -> FromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(&P) -> Vec<P>,
{
    FromFn { options, position: PhantomData }
}

/// A ruleset made by [`from_fn`].
///
/// ```
/// use agon::{Nimber, Solver, impartial::FromFn, from_fn};
///
/// /// Take one counter or two, as a ruleset that can be handed on.
/// fn one_or_two() -> FromFn<u32, fn(&u32) -> Vec<u32>> {
///     from_fn(|n| (n.saturating_sub(2)..*n).collect())
/// }
/// assert_eq!(Solver::new(one_or_two()).grundy(&8)?, Nimber(2));
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
#[derive(Clone, Copy)]
pub struct FromFn<P, F> {
    options: F,
    position: PhantomData<fn(&P)>,
}

impl<P, F> Impartial for FromFn<P, F>
where
    P: Clone + Eq + Hash,
    F: Fn(&P) -> Vec<P>,
{
    type Position = P;

    fn options(&self, position: &P) -> Vec<P> {
        (self.options)(position)
    }
}

impl<P, F> fmt::Debug for FromFn<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("from_fn(…)")
    }
}
