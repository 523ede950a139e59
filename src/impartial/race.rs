//! The race to a number: count upwards, whoever says the last number wins.

use super::Impartial;
use crate::listing::admit_options;

/// The race to `target`: the players take turns to add 1, 2, … or `most` to a number that starts at 0; whoever says
/// `target` wins. The position is the number that was said last.
///
/// It is [Bash's game](super::SubtractionGame::bash) on `target` minus that number; so the numbers to say are those
/// that differ from the target by a multiple of `most + 1`. (Bachet 1612: to one hundred by at most ten.)
///
/// ```
/// use agon::{Outcome, Solver};
/// use agon::impartial::RaceTo;
///
/// // To one hundred by 1 to 10: the first player says 1, then 12, 23, …
/// let race = RaceTo::new(100, 10).expect("numbers can be added");
/// assert_eq!(race.numbers_to_say(), [1, 12, 23, 34, 45, 56, 67, 78, 89, 100]);
/// let mut solver = Solver::new(race);
/// assert_eq!(solver.winning_moves(&0)?, [1]);
/// assert_eq!(solver.outcome(&12)?, Outcome::P);
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RaceTo {
    target: u32,
    most: u32,
}

impl Impartial for RaceTo {
    type Position = u32;

    /// Nothing follows the target, nor a number beyond it.
    fn options(&self, &said: &u32) -> Vec<u32> {
        let left = self.target.saturating_sub(said);
        admit_options(self.most.min(left).into(), 1);
        (1..=self.most.min(left)).map(|added| said + added).collect()
    }

    /// Every number up to the target can be said.
    fn reachable_at_least(&self, &said: &u32) -> u64 {
        u64::from(self.target.saturating_sub(said)) + 1
    }
}

impl RaceTo {
    /// The race to `target` by at most `most` at once; `None` if nothing could be added.
    ///
    /// ```
    /// use agon::{RaceTo, Solver};
    ///
    /// // 30 is divisible by 4 + 1, so that whoever begins has no winning number.
    /// let race = RaceTo::new(30, 4).expect("numbers can be added");
    /// assert!(Solver::new(race).winning_moves(&0)?.is_empty());
    /// assert_eq!(RaceTo::new(30, 0), None);
    /// # Ok::<(), agon::SolveError<u32>>(())
    /// ```
    #[must_use]
    pub fn new(target: u32, most: u32) -> Option<Self> {
        (most > 0).then_some(Self { target, most })
    }

    /// The positive numbers after which the opponent loses, in ascending order. The first player wins exactly if 0 is
    /// not congruent to them.
    ///
    /// ```
    /// use agon::impartial::RaceTo;
    ///
    /// assert_eq!(RaceTo::new(20, 3).map(|race| race.numbers_to_say()), Some(vec![4, 8, 12, 16, 20]));
    /// assert_eq!(RaceTo::new(5, 10).map(|race| race.numbers_to_say()), Some(vec![5]));
    /// ```
    #[must_use]
    pub fn numbers_to_say(&self) -> Vec<u32> {
        let Some(modulus) = self.most.checked_add(1).filter(|&modulus| modulus <= self.target) else {
            return if self.target > 0 { vec![self.target] } else { Vec::new() };
        };
        let first = self.target % modulus;
        (first..=self.target).step_by(modulus as usize).filter(|&number| number > 0).collect()
    }
}
