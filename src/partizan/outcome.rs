//! Who wins.

use super::{game::Game, order::Comparison, order::compare, player::Player};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The four outcome classes of games under normal play.
///
/// ```
/// use agon::{Game, OutcomeClass};
/// assert_eq!(Game::zero().outcome(), OutcomeClass::Previous);
/// assert_eq!(Game::star().outcome(), OutcomeClass::Next);
/// assert_eq!(Game::up().outcome(), OutcomeClass::Left);
/// assert_eq!(Game::integer(-1).outcome(), OutcomeClass::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeClass {
    /// L: Left wins, whoever starts. `G > 0`.
    Left,
    /// R: Right wins, whoever starts. `G < 0`.
    Right,
    /// N: the next player, who starts, wins. `G ‖ 0`.
    Next,
    /// P: the previous player, who does not start, wins. `G = 0`.
    Previous,
}

impl OutcomeClass {
    /// The winner when `first` starts.
    ///
    /// ```
    /// use agon::{OutcomeClass, Player};
    ///
    /// assert_eq!(OutcomeClass::Next.winner(Player::Right), Player::Right);
    /// assert_eq!(OutcomeClass::Left.winner(Player::Right), Player::Left);
    /// ```
    #[must_use]
    pub const fn winner(self, first: Player) -> Player {
        match self {
            OutcomeClass::Left => Player::Left,
            OutcomeClass::Right => Player::Right,
            OutcomeClass::Next => first,
            OutcomeClass::Previous => first.opponent(),
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            OutcomeClass::Left => "L",
            OutcomeClass::Right => "R",
            OutcomeClass::Next => "N",
            OutcomeClass::Previous => "P",
        })
    }
}

impl Game {
    /// The outcome class: how the game compares with 0.
    ///
    /// ```
    /// use agon::{Game, OutcomeClass};
    ///
    /// assert_eq!((Game::up() + Game::star()).outcome(), OutcomeClass::Next);
    /// assert_eq!((Game::up() + Game::up() + Game::star()).outcome(), OutcomeClass::Left);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> OutcomeClass {
        match compare(self, &Game::zero()) {
            Comparison::Greater => OutcomeClass::Left,
            Comparison::Less => OutcomeClass::Right,
            Comparison::Confused => OutcomeClass::Next,
            Comparison::Equal => OutcomeClass::Previous,
        }
    }

    /// The options with which the player wins: those after which the opponent, to move, loses.
    ///
    /// ```
    /// use agon::{Game, Player};
    /// let game: Game = "{0, *, -1 | 3}".parse()?;
    /// assert_eq!(game.winning_moves(Player::Left), vec![Game::zero()]);
    /// assert!(game.winning_moves(Player::Right).is_empty());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, player: Player) -> Vec<Game> {
        let wins = |option: &&Game| option.outcome().winner(player.opponent()) == player;
        self.options(player).iter().filter(wins).cloned().collect()
    }
}
