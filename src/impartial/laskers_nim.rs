//! Lasker's Nim: take from a heap, or split it.

use super::take_and_break::{heaps_alone, most_options, options_of_heaps};
use super::{Heaps, Impartial, Nimber};
use crate::listing::admit_options;

/// Lasker's Nim. A move takes any positive number of counters from one heap, or splits a heap into two that are not
/// empty, without taking anything: the endless octal code 4.333…
///
/// The value of a heap is closed form: `G(4k + 3) = 4k + 4`, `G(4k + 4) = 4k + 3`, and `G(n) = n` for the others
/// (*Winning Ways*, chapter 4).
///
/// ```
/// use agon::{Heaps, Nimber, Solver};
/// use agon::impartial::LaskersNim;
///
/// let position = Heaps::from([2, 3, 4]);
/// assert_eq!(LaskersNim::value(&position), Some(Nimber(2 ^ 4 ^ 3)));
/// assert_eq!(Solver::new(LaskersNim).grundy(&position)?, Nimber(5));
/// # Ok::<(), agon::SolveError<Heaps>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LaskersNim;

impl Impartial for LaskersNim {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        options_of_heaps(heaps, |heap| {
            admit_options(u64::from(heap) + u64::from(heap / 2), 1);
            let taken = (0..heap).map(|rest| Heaps::from([rest]));
            let split = (1..=heap / 2).map(|part| Heaps::from([part, heap - part]));
            taken.chain(split).collect()
        })
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        heaps_alone(heaps)
    }

    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        most_options(heaps, |heap| u64::from(heap) + u64::from(heap / 2))
    }
}

impl LaskersNim {
    /// The value of a heap, in closed form; `None` for 2³² − 1 alone, whose value 2³² is no [`Nimber`].
    ///
    /// ```
    /// use agon::Nimber;
    /// use agon::impartial::LaskersNim;
    ///
    /// let values: Vec<u32> = (0..9).filter_map(LaskersNim::heap_value).map(Nimber::size).collect();
    /// assert_eq!(values, [0, 1, 2, 4, 3, 5, 6, 8, 7]);
    /// ```
    #[must_use]
    pub fn heap_value(heap: u32) -> Option<Nimber> {
        match heap % 4 {
            3 => heap.checked_add(1).map(Nimber),
            0 => Some(Nimber(heap.saturating_sub(1))),
            _ => Some(Nimber(heap)),
        }
    }

    /// The value of a position: the nim-sum of its heaps' values; `None` if a heap has none
    /// ([`heap_value`](Self::heap_value)).
    ///
    /// ```
    /// use agon::{Heaps, LaskersNim, Nimber};
    ///
    /// // 3 and 4 have changed places.
    /// assert_eq!(LaskersNim::value(&Heaps::from([1, 2, 3])), Some(Nimber(1 ^ 2 ^ 4)));
    /// ```
    #[must_use]
    pub fn value(heaps: &Heaps) -> Option<Nimber> {
        heaps.sizes().iter().map(|&heap| Self::heap_value(heap)).sum()
    }
}
