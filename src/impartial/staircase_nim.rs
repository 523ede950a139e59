//! Staircase Nim: counters walk down the steps.

use super::{Impartial, Nimber};
use crate::listing::admit_options;

/// Staircase Nim. Entry `i` of a position is the number of counters on step `i + 1`; a move takes any positive number
/// of counters from one step to the step below it, and from the first step to the ground, where they stay.
///
/// The value is the nim-sum of the *odd* steps (the first, the third, …): a move from an even step can be answered by
/// taking the same counters one step further. (The shapes of [`Chomp`](super::Chomp) have nothing to do with it.) Source:
/// T. Ferguson, *Game Theory*, I.2.
///
/// ```
/// use agon::{Nimber, Solver};
/// use agon::impartial::StaircaseNim;
///
/// let steps = vec![2, 7, 3, 1];
/// assert_eq!(StaircaseNim::value(&steps), Nimber(1));
/// let mut solver = Solver::new(StaircaseNim);
/// assert_eq!(solver.grundy(&steps)?, Nimber(1));
/// assert_eq!(StaircaseNim::winning_moves(&steps), solver.winning_moves(&steps)?);
/// # Ok::<(), agon::SolveError<Vec<u32>>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StaircaseNim;

impl Impartial for StaircaseNim {
    type Position = Vec<u32>;

    /// From the first step upwards, fewer counters first. A move that would put more than 2³² − 1 counters on a step
    /// is left out.
    fn options(&self, steps: &Vec<u32>) -> Vec<Vec<u32>> {
        admit_options(steps.iter().map(|&counters| u64::from(counters)).sum(), steps.len());
        (0..steps.len())
            .flat_map(|step| (1..=steps[step]).filter_map(move |counters| walk(steps, step, counters)))
            .collect()
    }

    /// Any counters can go down to the ground, those of the lowest steps first.
    fn reachable_at_least(&self, steps: &Vec<u32>) -> u64 {
        steps.iter().fold(1, |count: u64, &counters| count.saturating_mul(u64::from(counters) + 1))
    }
}

/// The steps after so many counters went down from one of them.
fn walk(steps: &[u32], step: usize, counters: u32) -> Option<Vec<u32>> {
    let mut after = steps.to_vec();
    after[step] -= counters;
    if let Some(below) = step.checked_sub(1) {
        after[below] = after[below].checked_add(counters)?;
    }
    Some(after)
}

impl StaircaseNim {
    /// The value: the nim-sum of the odd steps.
    ///
    /// ```
    /// use agon::{Nimber, StaircaseNim};
    ///
    /// // Steps 1 and 3 count: 3 ⊕ 5; the counters of step 2 do not.
    /// assert_eq!(StaircaseNim::value(&[3, 100, 5]), Nimber(6));
    /// ```
    #[must_use]
    pub fn value(steps: &[u32]) -> Nimber {
        steps.iter().step_by(2).map(|&counters| Nimber(counters)).sum()
    }

    /// The winning moves, as the positions after them, from the first step upwards: those that make the value 0.
    ///
    /// ```
    /// use agon::StaircaseNim;
    ///
    /// // Two of the five counters on step 3 go down, so that the odd steps are balanced.
    /// assert_eq!(StaircaseNim::winning_moves(&[3, 0, 5]), [[3, 2, 3]]);
    /// assert!(StaircaseNim::winning_moves(&[3, 7, 3]).is_empty());
    /// ```
    #[must_use]
    pub fn winning_moves(steps: &[u32]) -> Vec<Vec<u32>> {
        let sum = Self::value(steps).size();
        if sum == 0 {
            return Vec::new();
        }
        (0..steps.len())
            .filter_map(|step| {
                // An odd step shrinks to its nim-sum with the value; from an even step, the odd one below grows to it.
                let changed = if step % 2 == 0 { step } else { step - 1 };
                let (now, then) = (steps[changed], steps[changed] ^ sum);
                let counters = if step % 2 == 0 { now.checked_sub(then) } else { then.checked_sub(now) };
                counters
                    .filter(|&counters| (1..=steps[step]).contains(&counters))
                    .and_then(|c| walk(steps, step, c))
            })
            .collect()
    }
}
