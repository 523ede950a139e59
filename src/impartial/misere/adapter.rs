//! Misère play in the clothes of normal play.

use std::fmt::{self, Debug};

use serde::{Deserialize, Serialize};

use crate::impartial::Impartial;

/// A game under misère play, as a ruleset of normal play: whoever has no move left gets one more, so that having
/// none wins.
///
/// So everything that is made for normal play ([`Solver`](crate::Solver), [`Retrograde`](crate::Retrograde),
/// [`StrategyCertificate`](crate::StrategyCertificate), best play) tells about misère play. The Grundy values of
/// these rules are the misère Grundy values; positions of a sum are *not* independent components any more.
///
/// ```
/// use agon::{Heaps, Misere, Nim, Outcome, Retrograde, impartial::MiserePosition};
///
/// let start = MiserePosition::from(Heaps::from([1, 2, 3]));
/// let labels = Retrograde::reachable_from(&Misere(Nim), [start.clone()])?;
/// assert_eq!(labels.outcome(&start), Some(Outcome::P));
/// assert_eq!(labels.outcome(&Heaps::from([0, 0, 1]).into()), Some(Outcome::P));
/// # Ok::<(), agon::impartial::RetrogradeError<MiserePosition<Heaps>>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Misere<R>(
    /// The game.
    pub R,
);

/// A position of a game under misère play.
///
/// ```
/// use agon::{Impartial, Misere, Nim, impartial::MiserePosition::{Over, Playing}};
///
/// // Who has no counter left to take makes the last move, and wins.
/// let no_counters = Playing(agon::Heaps::from([0]));
/// assert_eq!(Misere(Nim).options(&no_counters), [Over]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MiserePosition<P> {
    /// A position of the game.
    Playing(P),
    /// Someone had no move left, and has won.
    Over,
}

impl<P> From<P> for MiserePosition<P> {
    fn from(position: P) -> Self {
        Self::Playing(position)
    }
}

impl<P: Debug> Debug for MiserePosition<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playing(position) => position.fmt(f),
            Self::Over => f.pad("over"),
        }
    }
}

impl<R: Impartial> Impartial for Misere<R> {
    type Position = MiserePosition<R::Position>;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        let MiserePosition::Playing(position) = position else {
            return Vec::new();
        };
        let options = self.0.options(position);
        if options.is_empty() {
            return vec![MiserePosition::Over];
        }
        options.into_iter().map(MiserePosition::Playing).collect()
    }

    fn reachable_at_least(&self, position: &Self::Position) -> u64 {
        match position {
            MiserePosition::Playing(position) => self.0.reachable_at_least(position),
            MiserePosition::Over => 0,
        }
    }
}
