//! Grundy's game: split a heap into two heaps of different sizes.

use super::splitting::Splitting;
use super::take_and_break::{heaps_alone, most_options, options_of_heaps};
use super::{Heaps, Impartial};
use crate::listing::admit_options;

/// Grundy's game (1939). A move splits one heap into two heaps that are not equal; heaps of one or two counters are
/// dead, and whoever cannot move loses.
///
/// Whether the Grundy values become periodic is an open question; 2³⁵ of them are known (Flammenkamp).
///
/// ```
/// use agon::{Heaps, Nimber, Solver};
/// use agon::impartial::GrundysGame;
///
/// assert_eq!(GrundysGame.grundy_sequence(20), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]);
/// assert_eq!(Solver::new(GrundysGame).grundy(&Heaps::from([5, 13]))?, Nimber(2) + Nimber(3));
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GrundysGame;

impl Impartial for GrundysGame {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        options_of_heaps(heaps, |heap| {
            admit_options(u64::from(heap / 2), 1);
            (1..heap.div_ceil(2)).map(|part| Heaps::from([part, heap - part])).collect()
        })
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        heaps_alone(heaps)
    }

    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        most_options(heaps, |heap| u64::from(heap.div_ceil(2).saturating_sub(1)))
    }
}

impl GrundysGame {
    /// The Grundy values `G(0), …, G(count − 1)` of single heaps, by the method of [`OctalGame`](super::OctalGame):
    /// the game has a sparse space, and two million values take seconds. It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::impartial::GrundysGame;
    ///
    /// // The values below 6000 have their maximum at 5744.
    /// assert_eq!(GrundysGame.grundy_sequence(6000).iter().max(), Some(&75));
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        Splitting { ends: Vec::new(), singles: Vec::new(), pairs: vec![0], unequal: true }
            .grundy_sequence(count)
    }
}
