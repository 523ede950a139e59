//! Moore's Nim: take from up to k heaps at once.

use std::collections::BTreeSet;

use super::{Heaps, Impartial, Outcome};
use crate::listing::admit_options;

/// Moore's game Nim_k (1910). A move makes at least one and at most `k` heaps smaller, each by as much as one likes;
/// whoever takes the last counter wins. Nim itself is Nim₁.
///
/// *Moore's theorem*: the player to move loses exactly when, at each binary place, the number of heaps that have a
/// one there is divisible by `k + 1`.
///
/// ```
/// use agon::{Heaps, Outcome, Solver};
/// use agon::impartial::MooreNim;
///
/// let moore = MooreNim::new(2).expect("k is positive");
/// assert_eq!(moore.outcome(&Heaps::from([1, 2, 3, 3])), Outcome::P);
/// assert_eq!(moore.winning_move(&Heaps::from([1, 2, 3, 4])), Some(Heaps::from([1, 2, 3, 3])));
/// assert_eq!(Solver::new(moore).outcome(&Heaps::from([1, 2, 3, 3])), Ok(Outcome::P));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MooreNim {
    most: usize,
}

/// The positions after moves, sorted, each once; their number grows like the product of `k` heaps.
impl Impartial for MooreNim {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        admit_options(choices_at_least(heaps, self.most), heaps.len());
        // With how many heaps changed the others were reached: (the heaps so far, how many of them changed).
        let mut partial = BTreeSet::from([(Vec::new(), 0)]);
        for &size in heaps.sizes() {
            partial = partial
                .into_iter()
                .flat_map(|(sizes, changed)| {
                    let least = if changed < self.most { 0 } else { size };
                    (least..=size).map(move |to| {
                        // In order, so that what differs in the order only is kept once.
                        let at = sizes.partition_point(|&other| other <= to);
                        let sizes = [&sizes[..at], &[to], &sizes[at..]].concat();
                        (sizes, changed + usize::from(to < size))
                    })
                })
                .collect();
        }
        let moved =
            partial.into_iter().filter(|(_, changed)| *changed > 0).map(|(sizes, _)| Heaps::from(sizes));
        moved.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        choices_at_least(heaps, heaps.len())
    }
}

/// A lower bound on what the heaps can become, themselves included, when at most so many of them get smaller: of the choices
/// for the `n` largest heaps at most `n!` differ in the order only.
fn choices_at_least(heaps: &Heaps, most: usize) -> u64 {
    let largest_first = heaps.sizes().iter().rev().take(most).zip(1u128..);
    let choices = largest_first.scan(1u128, |count, (&size, at)| {
        *count = count.saturating_mul(u128::from(size) + 1) / at;
        Some(*count)
    });
    choices.max().unwrap_or(0).try_into().unwrap_or(u64::MAX)
}

impl MooreNim {
    /// The game in which at most `most` heaps change in a move; `None` for 0.
    ///
    /// ```
    /// use agon::{Heaps, MooreNim, Outcome};
    ///
    /// // Nim₁ is Nim.
    /// let heaps = Heaps::from([3, 4, 5]);
    /// assert_eq!(MooreNim::new(1).map(|moore| moore.outcome(&heaps)), Some(Outcome::from(heaps.nim_sum())));
    /// assert_eq!(MooreNim::new(0), None);
    /// ```
    #[must_use]
    pub fn new(most: usize) -> Option<Self> {
        (most > 0).then_some(Self { most })
    }

    /// `k`: how many heaps may change in a move.
    ///
    /// ```
    /// assert_eq!(agon::MooreNim::new(2).map(|moore| moore.most()), Some(2));
    /// ```
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Who wins, by Moore's theorem.
    ///
    /// ```
    /// use agon::{Heaps, MooreNim, Outcome};
    ///
    /// // With two heaps at once, (1, 1, 1) is balanced and (1, 1) is not.
    /// let moore = MooreNim::new(2).expect("two heaps");
    /// assert_eq!(moore.outcome(&Heaps::from([1, 1, 1])), Outcome::P);
    /// assert_eq!(moore.outcome(&Heaps::from([1, 1])), Outcome::N);
    /// ```
    #[must_use]
    pub fn outcome(&self, heaps: &Heaps) -> Outcome {
        let balanced = (0..u32::BITS).all(|place| {
            let ones = heaps.sizes().iter().filter(|&&size| size >> place & 1 == 1).count();
            // k + 1 can only overflow where no number of heaps but 0 is divisible by it.
            self.most.checked_add(1).map_or(ones == 0, |modulus| ones % modulus == 0)
        });
        if balanced { Outcome::P } else { Outcome::N }
    }

    /// A move to a position that is lost by Moore's theorem; `None` if the position itself is lost. Heaps that become
    /// empty are dropped.
    ///
    /// The places are balanced from the highest on. Heaps that shrink already may have any digit; if they cannot
    /// balance a place, the ones that are too many there belong to heaps that begin to shrink, and they stay within `k`.
    ///
    /// ```
    /// use agon::{Heaps, Impartial, MooreNim};
    ///
    /// // Two heaps may be reduced at once.
    /// let nim = MooreNim::new(2).expect("2 is positive");
    /// let heaps = Heaps::from([1, 2, 4]);
    /// let left = nim.winning_move(&heaps).expect("the position is won");
    /// assert!(nim.options(&heaps).contains(&left) && nim.winning_move(&left).is_none());
    /// ```
    #[must_use]
    pub fn winning_move(&self, heaps: &Heaps) -> Option<Heaps> {
        if self.outcome(heaps).is_p() {
            return None;
        }
        let mut sizes = heaps.sizes().to_vec();
        let mut shrinks = vec![false; sizes.len()];
        for place in (0..u32::BITS).rev() {
            let bit = 1u32 << place;
            let (mut free, mut ones) = (Vec::new(), Vec::new());
            for (at, size) in sizes.iter_mut().enumerate() {
                if shrinks[at] {
                    *size &= !bit;
                    free.push(at);
                } else if *size & bit != 0 {
                    ones.push(at);
                }
            }
            let surplus = self.most.checked_add(1).map_or(ones.len(), |modulus| ones.len() % modulus);
            let lacking = if surplus == 0 { 0 } else { self.most - surplus + 1 };
            if lacking <= free.len() {
                free[..lacking].iter().for_each(|&at| sizes[at] |= bit);
            } else {
                for &at in &ones[..surplus] {
                    shrinks[at] = true;
                    sizes[at] &= !bit;
                }
            }
        }
        Some(sizes.into_iter().filter(|&size| size > 0).collect())
    }
}
