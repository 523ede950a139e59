//! Atomic weights: how many ↑ an all-small game is worth.
//!
//! Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.7.

use super::{
    canonical::value_of, game::Game, order::at_most, player::Player, recursion::bottom_up, sum::sum,
    value::Value,
};
use crate::hash::HashMap;
use crate::surreal::Dyadic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use thiserror::Error;

/// Only all-small games have an atomic weight.
///
/// ```
/// use agon::{Game, Player};
///
/// let error = "{1|*}".parse::<Game>()?.atomic_weight().unwrap_err();
/// assert_eq!((error.position.to_string(), error.mover), ("1".to_owned(), Player::Left));
/// # Ok::<(), agon::partizan::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} has no atomic weight: it is not all-small, because in {position} only {mover} can move")]
pub struct NotAllSmall {
    /// The game.
    pub game: Game,
    /// A position of its canonical form in which one player can move and the other cannot.
    pub position: Game,
    /// The player who can move.
    pub mover: Player,
}

impl Game {
    /// Whether the value is all-small (dicotic): in each position of the canonical form both players can move or
    /// neither can.
    ///
    /// ```
    /// use agon::Game;
    /// assert!(Game::up().is_all_small() && !"{0||0|-1}".parse::<Game>()?.is_all_small());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn is_all_small(&self) -> bool {
        one_sided_follower(self.value()).is_none()
    }

    /// The atomic weight, also called uppitiness, of an all-small game. `k·↑ + ∗n` weighs k; weights add:
    /// `aw(G + H) = aw(G) + aw(H)`.
    ///
    /// The two-ahead rule: with `aw(G) ≥ 2` the game is > 0; with `aw(G) ≥ 1` it is > 0 or confused with 0.
    ///
    /// ```
    /// use agon::Game;
    /// let weight = |text: &str| text.parse::<Game>().unwrap().atomic_weight().unwrap().to_string();
    /// assert_eq!(weight("^3*2"), "3");
    /// assert_eq!(weight("{^|v}"), "0");
    /// assert_eq!(weight("{^3|v}"), "{1|1}".parse::<Game>().unwrap().to_string());
    /// assert!(Game::integer(1).atomic_weight().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When the game is not all-small; the error names the position that shows it.
    #[doc(alias = "uppitiness")]
    pub fn atomic_weight(&self) -> Result<Game, NotAllSmall> {
        if let Some((position, mover)) = one_sided_follower(self.value()) {
            let position = Game::from_value(position);
            return Err(NotAllSmall { game: self.canonical_form(), position, mover });
        }
        let ups = |value: Value| value.name().map(|name| integer(name.ups.clone()));
        let weight = bottom_up(self.value(), &mut HashMap::default(), ups, |value, known| {
            let [left, right] = [(Player::Left, -2), (Player::Right, 2)].map(|(player, shift)| {
                let shift = integer(shift.into());
                value.options(player).map(|option| sum(known[&option], shift)).collect::<Vec<_>>()
            });
            weigh(value, left, right)
        });
        Ok(Game::from_value(weight))
    }
}

fn integer(n: BigInt) -> Value {
    Game::integer(n).value()
}

/// A position in which exactly one player can move, and that player.
fn one_sided_follower(value: Value) -> Option<(Value, Player)> {
    let name_decides = |value: Value| {
        let number = &value.name()?.number;
        let mover = if number.is_positive() { Player::Left } else { Player::Right };
        Some((!number.is_zero()).then(|| (integer(if number.is_positive() { 1 } else { -1 }.into()), mover)))
    };
    bottom_up(value, &mut HashMap::default(), name_decides, |value, known| {
        let can_move = Player::BOTH.map(|player| value.options(player).len() > 0);
        match can_move {
            [true, false] => Some((value, Player::Left)),
            [false, true] => Some((value, Player::Right)),
            _ => {
                let mut options = Player::BOTH.into_iter().flat_map(|player| value.options(player));
                options.find_map(|option| known[&option])
            }
        }
    })
}

/// The weight of a game from the weights of its options, less and more 2. When `{L | R}` is an integer there are
/// several weights that fit, and the far star ✩ (a nimber larger than any in the game) decides.
fn weigh(game: Value, left: Vec<Value>, right: Vec<Value>) -> Value {
    let simplest = value_of(left.clone(), right.clone());
    let is_integer = |value: Value| value.name().is_some_and(|n| n.is_number() && n.number.is_integer());
    if !is_integer(simplest) {
        return simplest;
    }
    let far = game.birthday().to_u32().and_then(|day| day.checked_add(1)).unwrap_or(u32::MAX);
    let far_star = Game::nimber(far).value();
    match (at_most(far_star, game), at_most(game, far_star)) {
        // The largest integer that Left, moving first, can reach … and not beyond any of Right's options.
        (true, _) => {
            let fits = |n: Value| !right.iter().any(|&option| at_most(option, n));
            let stops = right.iter().map(|&option| Game::from_value(option).left_stop());
            let start = stops.min().map_or_else(BigInt::default, |stop: Dyadic| stop.floor());
            outermost(start, -1, fits)
        }
        (_, true) => {
            let fits = |n: Value| !left.iter().any(|&option| at_most(n, option));
            let stops = left.iter().map(|&option| Game::from_value(option).right_stop());
            let start = stops.max().map_or_else(BigInt::default, |stop: Dyadic| stop.ceil());
            outermost(start, 1, fits)
        }
        _ => Game::zero().value(),
    }
}

/// The first integer that fits, from `start` in steps.
fn outermost(start: BigInt, step: i32, fits: impl Fn(Value) -> bool) -> Value {
    let mut n = start;
    loop {
        crate::interrupt::check();
        let value = integer(n.clone());
        if fits(value) {
            return value;
        }
        n += step;
    }
}
