//! The two outcomes of an impartial game.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Nimber;

/// Who wins if both play well.
///
/// ```
/// use agon::{Nimber, Outcome};
///
/// assert_eq!(Outcome::from(Nimber(2)), Outcome::N);
/// assert_eq!(Outcome::P.to_string(), "P");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// The *previous* player wins: whoever is to move loses.
    P,
    /// The *next* player wins: whoever is to move has a winning move.
    N,
}

impl Outcome {
    /// Whether the player to move loses.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Solver};
    ///
    /// assert!(Solver::new(Nim).outcome(&Heaps::from([1, 2, 3]))?.is_p());
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    #[must_use]
    pub const fn is_p(self) -> bool {
        matches!(self, Self::P)
    }

    /// Whether the player to move wins.
    ///
    /// ```
    /// use agon::{Heaps, Nim, Solver};
    ///
    /// assert!(Solver::new(Nim).outcome(&Heaps::from([1, 2, 4]))?.is_n());
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    #[must_use]
    pub const fn is_n(self) -> bool {
        matches!(self, Self::N)
    }
}

/// A position is P exactly when its Grundy value is 0.
impl From<Nimber> for Outcome {
    fn from(value: Nimber) -> Self {
        if value == Nimber::ZERO { Self::P } else { Self::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P => "P",
            Self::N => "N",
        })
    }
}
