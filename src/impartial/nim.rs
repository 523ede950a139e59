//! Nim: take any positive number of counters from one heap.

use std::fmt;

use super::{Heaps, Impartial};
use crate::listing::admit_options;

/// The game of Nim. A move makes one heap smaller; whoever takes the last counter wins.
///
/// *Bouton's theorem* (1901): the player to move loses exactly when the nim-sum of the heaps is 0. A winning move
/// makes the nim-sum 0.
///
/// A position's options list every smaller size of every heap: for heaps of millions use [`Nim::bouton_moves`].
///
/// ```
/// use agon::{Heaps, Impartial, Nim};
///
/// let options = Nim.options(&Heaps::from([1, 2]));
/// assert_eq!(options, [Heaps::from([0, 2]), Heaps::from([0, 1]), Heaps::from([1, 1])]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Nim;

impl Impartial for Nim {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        admit_options(heaps.distinct().map(u64::from).sum(), heaps.len());
        heaps.distinct().flat_map(|from| (0..from).filter_map(move |to| heaps.replace(from, to))).collect()
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        if heaps.is_empty() {
            return vec![heaps.clone()];
        }
        heaps.sizes().iter().map(|&size| Heaps::from([size])).collect()
    }

    /// The largest heap can have any smaller size.
    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        heaps.sizes().last().map_or(0, |&size| u64::from(size) + 1)
    }
}

/// One move of Nim: a heap and its new size.
///
/// ```
/// use agon::{Heaps, Nim};
///
/// assert_eq!(Nim.bouton_moves(&Heaps::from([3, 4, 5]))[0].to_string(), "3 → 1: (1, 4, 5)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NimMove {
    /// The size of the heap before the move.
    pub heap: u32,
    /// Its size after the move.
    pub to: u32,
    /// All heaps after the move.
    pub result: Heaps,
}

impl fmt::Display for NimMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}: {}", self.heap, self.to, self.result)
    }
}

impl Nim {
    /// The winning moves, by Bouton's theorem: a heap `h` may become `h ⊕ s`, where `s` is the nim-sum of all heaps,
    /// if that is smaller. Equal heaps give one move. There is none exactly when `s` is 0.
    ///
    /// ```
    /// use agon::{Heaps, Nim};
    ///
    /// let moves = Nim.bouton_moves(&Heaps::from([3, 4, 5]));
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!((moves[0].heap, moves[0].to), (3, 1));
    /// assert!(Nim.bouton_moves(&Heaps::from([1, 4, 5])).is_empty());
    /// ```
    #[must_use]
    pub fn bouton_moves(&self, heaps: &Heaps) -> Vec<NimMove> {
        let sum = heaps.nim_sum().size();
        heaps
            .distinct()
            .map(|heap| (heap, heap ^ sum))
            .filter(|(heap, to)| to < heap)
            .filter_map(|(heap, to)| heaps.replace(heap, to).map(|result| NimMove { heap, to, result }))
            .collect()
    }
}

/// The nim-sum of numbers: binary addition without carries.
///
/// ```
/// assert_eq!(agon::nim_sum([3, 4, 5]), 2);
/// assert_eq!(agon::nim_sum([]), 0);
/// ```
pub fn nim_sum(sizes: impl IntoIterator<Item = u32>) -> u32 {
    sizes.into_iter().fold(0, |sum, size| sum ^ size)
}
