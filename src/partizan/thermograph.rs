//! Temperature: how much a move is worth.
//!
//! | question | where |
//! |---|---|
//! | where play from a game stops | [`Game::left_stop`], [`Game::right_stop`] |
//! | mean value and temperature | [`Game::mean`], [`Game::temperature`] |
//! | the whole picture | [`Game::thermograph`], [`Thermograph`] |
//!
//! The scores `L_t(G)` and `R_t(G)` are what Left and Right get when each move costs t. For a number x both are x. Else
//! they follow the scaffolds
//!
//! ```text
//! L_t(G) = max R_t(Gᴸ) − t        R_t(G) = min L_t(Gᴿ) + t
//! ```
//!
//! up to the first t at which these meet, the *temperature*; above it both stay at the *mean*, on the mast.
//!
//! Sources: *On Numbers and Games*, chapter 9; *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.5.

mod wall;

pub use wall::{Breakpoint, Wall};

use super::{game::Game, name::Name, player::Player, recursion::bottom_up, value::Value};
use crate::hash::HashMap;
use crate::surreal::Dyadic;
use serde::Serialize;
use std::fmt;

/// The thermograph of a game: two walls that meet in the freezing point, and the mast above it. All exact.
///
/// ```
/// use agon::{Dyadic, Game};
/// let game: Game = "{2||1|-1}".parse()?;
/// let thermograph = game.thermograph();
/// assert_eq!(thermograph.to_string(), "left 2 at 0, 1 at 1; right 1 at 0, 1 at 1; mast 1");
/// assert_eq!(thermograph.score(agon::Player::Left, &Dyadic::new(1, 1)), Dyadic::new(3, 1));
/// # Ok::<(), agon::partizan::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Thermograph {
    left_wall: Wall,
    right_wall: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Thermograph {
    /// A mast from the ground up: `x + ε` with an infinitesimal ε that is 0 exactly when the game is a number.
    fn mast_at(name: &Name) -> Thermograph {
        let mean = name.number.clone();
        // Below its temperature a number keeps both scores; its walls are drawn from −1, the lowest temperature.
        let (ground, temperature) = if name.is_number() {
            (Dyadic::from(-1), -Dyadic::new(1, mean.exponent()))
        } else {
            (Dyadic::zero(), Dyadic::zero())
        };
        let wall = Wall::constant(ground, mean.clone());
        Thermograph { left_wall: wall.clone(), right_wall: wall, mean, temperature }
    }

    /// The thermograph of `{L | R}` that is no number, from those of the options.
    fn of_options(options: [Vec<&Thermograph>; 2]) -> Thermograph {
        let scaffold = |player: Player| {
            let walls = options[player as usize].iter().map(|option| option.wall(player.opponent()));
            Wall::best(player, walls).expect("a canonical form that is no number has options on both sides")
        };
        let (left_wall, right_wall) = Wall::frozen(&scaffold(Player::Left), &scaffold(Player::Right));
        let Breakpoint { temperature, value: mean } = left_wall.top().clone();
        Thermograph { left_wall, right_wall, mean, temperature }
    }

    /// The wall of the player who moves first: from the ground (0, or −1 for a number) up to the freezing point.
    ///
    /// ```
    /// use agon::{Game, Player};
    ///
    /// let game: Game = "{4|1}".parse()?;
    /// assert_eq!(game.thermograph().wall(Player::Right).to_string(), "1 at 0, 5/2 at 3/2");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn wall(&self, first: Player) -> &Wall {
        match first {
            Player::Left => &self.left_wall,
            Player::Right => &self.right_wall,
        }
    }

    /// Left's wall.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// // Left's move to {4|2} is answered as long as the tax is below 1.
    /// let game: Game = "{{4|2}|-1}".parse()?;
    /// assert_eq!(game.thermograph().left_wall().to_string(), "2 at 0, 2 at 1, 1 at 2");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn left_wall(&self) -> &Wall {
        &self.left_wall
    }

    /// Right's wall.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let game: Game = "{{4|2}|-1}".parse()?;
    /// assert_eq!(game.thermograph().right_wall().to_string(), "-1 at 0, 1 at 2");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn right_wall(&self) -> &Wall {
        &self.right_wall
    }

    /// The value at which the mast stands: the mean.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    ///
    /// let game: Game = "{4|1}".parse()?;
    /// assert_eq!(game.thermograph().mast(), &Dyadic::new(5, 1));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn mast(&self) -> &Dyadic {
        &self.mean
    }

    /// The lowest point of the mast: temperature and mean.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    ///
    /// let point = "{4|1}".parse::<Game>()?.thermograph().freezing_point();
    /// assert_eq!((point.temperature, point.value), (Dyadic::new(3, 1), Dyadic::new(5, 1)));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn freezing_point(&self) -> Breakpoint {
        Breakpoint { temperature: self.temperature.clone(), value: self.mean.clone() }
    }

    /// The score when the player moves first and each move costs t. Below the ground it is that at the ground.
    ///
    /// ```
    /// use agon::{Dyadic, Game, Player};
    ///
    /// let game: Game = "{4|1}".parse()?;
    /// let thermograph = game.thermograph();
    /// let score = |player| thermograph.score(player, &Dyadic::from(1));
    /// assert_eq!((score(Player::Left), score(Player::Right)), (Dyadic::from(3), Dyadic::from(2)));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn score(&self, first: Player, t: &Dyadic) -> Dyadic {
        self.wall(first).at(t)
    }
}

impl fmt::Display for Thermograph {
    /// Such as `left 1 at 0, 0 at 1; right -1 at 0, 0 at 1; mast 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("left {}; right {}; mast {}", self.left_wall, self.right_wall, self.mean))
    }
}

/// The thermograph of a value, made once and kept with it.
pub(super) fn of_value(value: Value) -> &'static Thermograph {
    let kept = |value: Value| match value.name() {
        Some(name) => Some(value.keep_thermograph(|| Thermograph::mast_at(name))),
        None => value.kept_thermograph(),
    };
    if let Some(thermograph) = kept(value) {
        return thermograph;
    }
    bottom_up(value, &mut HashMap::default(), kept, |value, known| {
        let options = Player::BOTH.map(|player| value.options(player).map(|option| known[&option]).collect());
        value.keep_thermograph(|| Thermograph::of_options(options))
    })
}

impl Game {
    /// The thermograph.
    ///
    /// ```
    /// use agon::Game;
    /// let switch: Game = "{1|-1}".parse()?;
    /// assert_eq!(switch.thermograph().to_string(), "left 1 at 0, 0 at 1; right -1 at 0, 0 at 1; mast 0");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn thermograph(&self) -> &Thermograph {
        of_value(self.value())
    }

    /// The number at which play stops when the player moves first and both play for the best stop.
    ///
    /// ```
    /// use agon::{Game, Player};
    ///
    /// let game: Game = "{3||2|-1}".parse()?;
    /// assert_eq!((game.stop(Player::Left), game.stop(Player::Right)), (3.into(), 2.into()));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn stop(&self, first: Player) -> Dyadic {
        self.thermograph().score(first, &Dyadic::zero())
    }

    /// The stop when Left moves first: `x` for a number x, else the largest right stop of a left option.
    ///
    /// ```
    /// use agon::Game;
    /// let game: Game = "{3||2|-1}".parse()?;
    /// assert_eq!((game.left_stop(), game.right_stop()), (3.into(), 2.into()));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn left_stop(&self) -> Dyadic {
        self.stop(Player::Left)
    }

    /// The stop when Right moves first: `x` for a number x, else the smallest left stop of a right option.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// // Right moves to {2|−1}, and Left stops at 2.
    /// assert_eq!("{3||2|-1}".parse::<Game>()?.right_stop(), 2.into());
    /// assert_eq!(Game::up().right_stop(), 0.into());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn right_stop(&self) -> Dyadic {
        self.stop(Player::Right)
    }

    /// The mean value: n copies of G together are worth n times the mean, give or take a bounded amount.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// assert_eq!("{3|0}".parse::<Game>()?.mean(), Dyadic::new(3, 1));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.thermograph().mast().clone()
    }

    /// The temperature: the least tax on moves at which nobody wants to move. It is `−1/2ᵏ` for a number `m/2ᵏ` in
    /// lowest terms, so −1 for an integer; 0 for a number plus an infinitesimal; and positive for a hot game.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// let temperature = |text: &str| text.parse::<Game>().unwrap().temperature();
    /// assert_eq!(temperature("{3|0}"), Dyadic::new(3, 1));
    /// assert_eq!(temperature("3/4"), Dyadic::new(-1, 2));
    /// assert_eq!(temperature("^*"), Dyadic::zero());
    /// ```
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.thermograph().temperature.clone()
    }

    /// Whether the game lies between −x and x for every number x > 0: both stops are 0.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let cases = ["↑*", "±1", "1/2"].map(|text| text.parse::<Game>().map(|game| game.is_infinitesimal()));
    /// assert_eq!(cases, [Ok(true), Ok(false), Ok(false)]);
    /// ```
    #[must_use]
    pub fn is_infinitesimal(&self) -> bool {
        self.left_stop().is_zero() && self.right_stop().is_zero()
    }

    /// Whether the left stop exceeds the right one, so that both players want to move.
    ///
    /// ```
    /// use agon::Game;
    ///
    /// let cases = ["±1", "↑*", "1/2"].map(|text| text.parse::<Game>().map(|game| game.is_hot()));
    /// assert_eq!(cases, [Ok(true), Ok(false), Ok(false)]);
    /// ```
    #[must_use]
    pub fn is_hot(&self) -> bool {
        self.temperature().is_positive()
    }
}
