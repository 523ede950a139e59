//! Taxing the moves of a game, and paying for them: cooling, heating, overheating, Norton multiplication.
//!
//! Each of these maps depends on the value alone; they are computed on the canonical form.
//! Sources: *Winning Ways*, chapter 6 (cooling) and 8 (heating, overheating, Norton multiplication); Siegel,
//! *Combinatorial Game Theory*, II.5 and II.7.
//!
//! ```
//! use agon::Game;
//!
//! // Heating by 1 is undone by cooling by 1.
//! let game: Game = "{2|^}".parse()?;
//! assert_eq!(game.heated(&Game::integer(1)).cooled(&1.into())?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    canonical::value_of, game::Game, order::at_most, player::Player, recursion::bottom_up, sum::sum,
    value::Value,
};
use crate::hash::HashMap;
use crate::surreal::Dyadic;
use thiserror::Error;

/// Games are cooled by a temperature t ≥ 0.
///
/// ```
/// use agon::Game;
///
/// let error = Game::star().cooled(&(-1).into()).unwrap_err();
/// assert_eq!(error.temperature, (-1).into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a game is cooled by a temperature t ≥ 0, and {temperature} is negative; heating is Game::heated")]
pub struct NegativeTemperature {
    /// The temperature that was asked for.
    pub temperature: Dyadic,
}

/// The second factor of a Norton product, or the s of an overheating, has to be positive.
///
/// ```
/// use agon::Game;
///
/// let error = Game::integer(3).norton_multiply(&Game::star()).unwrap_err();
/// assert_eq!(error.to_string(), "the unit has to be a game > 0, and ∗ is not");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the unit has to be a game > 0, and {unit} is not")]
pub struct UnitNotPositive {
    /// The unit that was given.
    pub unit: Game,
}

fn positive(unit: &Game) -> Result<(), UnitNotPositive> {
    if *unit > Game::zero() { Ok(()) } else { Err(UnitNotPositive { unit: unit.clone() }) }
}

/// `{f(Gᴸ) + x | f(Gᴿ) − x}` with x among the bonuses, where `f` is known below, and `leaf` answers for itself.
fn with_bonuses(root: Value, bonuses: &[Value], leaf: impl Fn(Value) -> Option<Value>) -> Game {
    let value = bottom_up(root, &mut HashMap::default(), leaf, |value, known| {
        let [left, right] = Player::BOTH.map(|player| {
            let options = value.options(player).map(|option| known[&option]);
            let taxed = |option| {
                bonuses.iter().map(move |&bonus| match player {
                    Player::Left => sum(option, bonus),
                    Player::Right => sum(option, bonus.negative()),
                })
            };
            options.flat_map(taxed).collect()
        });
        value_of(left, right)
    });
    Game::from_value(value)
}

impl Game {
    /// The game cooled by t: each move costs t until the game freezes,
    /// `G_t = {(Gᴸ)_t − t | (Gᴿ)_t + t}`, and `G_t` is the mean as soon as t exceeds the temperature. `(G + H)_t = G_t + H_t`.
    ///
    /// ```
    /// use agon::Game;
    /// let game: Game = "{4|0}".parse()?;
    /// assert_eq!(game.cooled(&1.into())?.to_string(), "{3|1}");
    /// assert_eq!(game.cooled(&2.into())?.to_string(), "2∗");
    /// assert_eq!(game.cooled(&3.into())?.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When t < 0.
    pub fn cooled(&self, t: &Dyadic) -> Result<Game, NegativeTemperature> {
        if t.is_negative() {
            return Err(NegativeTemperature { temperature: t.clone() });
        }
        let frozen = |value: Value| {
            let game = Game::from_value(value);
            (value.is_number() || game.temperature() < *t).then(|| Game::from(game.mean()).value())
        };
        Ok(with_bonuses(self.value(), &[Game::from(-t).value()], frozen))
    }

    /// The game heated by t, `∫ᵗ G = {∫ᵗ Gᴸ + t | ∫ᵗ Gᴿ − t}`, where numbers stay as they are: a bonus of t for each move.
    /// For a number t > 0, cooling by t undoes it. Heating keeps neither sums nor the order in general: `{∗|-1} > -1∗`, but
    /// heated by 1 they are confused.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!(Game::star().heated(&Game::integer(1)).to_string(), "±1");
    /// assert_eq!(Game::up().heated(&Game::integer(1)).to_string(), "{1|{0|-2}}");
    /// ```
    #[must_use]
    pub fn heated(&self, t: &Game) -> Game {
        with_bonuses(self.value(), &[t.value()], |value| value.is_number().then_some(value))
    }

    /// The game overheated from s to t, `∫ₛᵗ G = {∫ₛᵗ Gᴸ + t | ∫ₛᵗ Gᴿ − t}`, where an integer n becomes `n·s`.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// let half = Game::from(Dyadic::new(1, 1));
    /// let one = Game::integer(1);
    /// assert_eq!(half.overheated(&one, &one)?.to_string(), "{1|0}");
    /// # Ok::<(), agon::partizan::cooling::UnitNotPositive>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When s is not positive.
    pub fn overheated(&self, s: &Game, t: &Game) -> Result<Game, UnitNotPositive> {
        positive(s)?;
        Ok(with_bonuses(self.value(), &[t.value()], |value| multiple_of_integer(value, s)))
    }

    /// The Norton product `G·U` with a unit U > 0: `n·U` for an integer n, else
    /// `{Gᴸ·U + U + Δ | Gᴿ·U − U − Δ}` where Δ runs through the [incentives](Game::incentives) of U.
    ///
    /// It is linear in G and keeps the order: `G ≥ H` exactly when `G·U ≥ H·U`. The work for `∗n` grows with the fourth power of
    /// n or more, as that of [`heated`](Game::heated): no two of the options that come of it are comparable.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// let half = Game::from(Dyadic::new(1, 1));
    /// let product = half.norton_multiply(&Game::up())?;
    /// assert_eq!(&product + &product, Game::up());
    /// # Ok::<(), agon::partizan::cooling::UnitNotPositive>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When U is not positive.
    pub fn norton_multiply(&self, unit: &Game) -> Result<Game, UnitNotPositive> {
        positive(unit)?;
        let incentives = Player::BOTH.into_iter().flat_map(|player| unit.incentives(player));
        // A smaller bonus makes a dominated option.
        let mut bonuses: Vec<Value> = Vec::new();
        for bonus in incentives.map(|incentive| (unit + incentive).value()) {
            if !bonuses.iter().any(|&other| at_most(bonus, other)) {
                bonuses.retain(|&other| !at_most(other, bonus));
                bonuses.push(bonus);
            }
        }
        Ok(with_bonuses(self.value(), &bonuses, |value| multiple_of_integer(value, unit)))
    }
}

fn multiple_of_integer(value: Value, unit: &Game) -> Option<Value> {
    let number = Game::from_value(value).as_number().filter(Dyadic::is_integer)?;
    Some(unit.times_integer(&number.numerator()).value())
}
