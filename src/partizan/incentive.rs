//! Incentives: what a move gains.

use super::{game::Game, player::Player};

impl Game {
    /// What the player gains by each move in the canonical form: `Gᴸ − G` for Left, `G − Gᴿ` for Right.
    ///
    /// No incentive is ≥ 0; in a number all are < 0 (there is nothing to gain), in a hot game one is as large as a move
    /// at its temperature.
    ///
    /// ```
    /// use agon::{Game, Player};
    /// assert_eq!(Game::up().incentives(Player::Left), [Game::down()]);
    /// assert_eq!(Game::up().incentives(Player::Right), ["^*".parse::<Game>()?]);
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn incentives(&self, player: Player) -> Vec<Game> {
        let canonical = self.canonical_form();
        let gain = |option: &Game| match player {
            Player::Left => option - &canonical,
            Player::Right => &canonical - option,
        };
        canonical.options(player).iter().map(gain).collect()
    }
}
