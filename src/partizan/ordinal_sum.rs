//! The ordinal sum: one game on top of another.

use super::{game::Game, player::Player, recursion::bottom_up};
use crate::hash::HashMap;

impl Game {
    /// The ordinal sum `G : H = {Gᴸ, G : Hᴸ | Gᴿ, G : Hᴿ}`: a move in the base G throws away what stands on it.
    ///
    /// It depends on the form of G and only on the value of H (the colon principle: `H ≥ K` implies `G : H ≥ G : K`),
    /// so G keeps the form in which it was built, and so does the result; H is taken in canonical form.
    ///
    /// ```
    /// use agon::Game;
    /// let one = Game::integer(1);
    /// assert_eq!(one.ordinal_sum(&-&one).to_string(), "1/2"); // a red segment on a blue one
    /// assert_eq!(Game::star().ordinal_sum(&one).to_string(), "↑∗");
    /// let zero: Game = "{-1|1}".parse()?;
    /// assert_eq!(Game::zero().ordinal_sum(&one).to_string(), "1");
    /// assert_eq!(zero.ordinal_sum(&one).to_string(), "1/2");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn ordinal_sum(&self, top: &Game) -> Game {
        bottom_up(
            top.value(),
            &mut HashMap::default(),
            |_| None,
            |value, known| {
                let [left, right] = Player::BOTH.map(|player| {
                    let in_top = value.options(player).map(|option| known[&option].clone());
                    self.options(player).iter().cloned().chain(in_top).collect::<Vec<_>>()
                });
                Game::new(left, right)
            },
        )
    }
}
