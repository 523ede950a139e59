//! The two players.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who moves. Every algorithm on `{L | R}` is written once and takes the player as a parameter.
///
/// ```
/// use agon::Player;
/// assert_eq!(Player::Left.opponent(), Player::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// The player to whom positive games are good.
    Left,
    /// The player to whom negative games are good.
    Right,
}

impl Player {
    /// Both players, Left first: the order in which `{L | R}` is written.
    ///
    /// ```
    /// use agon::{Game, Player};
    ///
    /// let switch: Game = "{3|-1}".parse()?;
    /// assert_eq!(Player::BOTH.map(|player| switch.stop(player)), [3.into(), (-1).into()]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    ///
    /// ```
    /// use agon::Player;
    ///
    /// assert_eq!(Player::Left.opponent(), Player::Right);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}
