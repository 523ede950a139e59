//! Products: of numbers, by integers, and why not of games.

use super::{game::Game, player::Player};
use crate::surreal::Dyadic;
use thiserror::Error;

/// Two games that cannot be multiplied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{left} and {right} have no product: Conway's product is a function of values for numbers only. With games, equal \
     factors give unequal products: {{1|}} = {{0,1|}}, but {{1|}}·∗ = 0 and {{0,1|}}·∗ = ∗2. An integer times a game is a \
     sum of copies (Game::times); for G·U with U > 0 see Game::norton_multiply"
)]
pub struct NoProduct {
    /// The first factor.
    pub left: Game,
    /// The second factor.
    pub right: Game,
}

impl Game {
    /// The product, where there is one: of two numbers, or of an integer and any game (that many copies).
    ///
    /// ```
    /// use agon::Game;
    /// let game = |text: &str| text.parse::<Game>().unwrap();
    /// assert_eq!(game("3/2").product(&game("3/4"))?, game("9/8"));
    /// assert_eq!(game("3").product(&game("*"))?, game("*"));
    /// assert!(game("1/2").product(&game("*")).is_err() && game("^").product(&game("^")).is_err());
    /// # Ok::<(), agon::partizan::NoProduct>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When one factor is no number and the other no integer.
    pub fn product(&self, other: &Game) -> Result<Game, NoProduct> {
        let (left, right) = (self.as_number(), other.as_number());
        if let (Some(left), Some(right)) = (&left, &right) {
            return Ok(Game::from(left * right));
        }
        match (left.filter(Dyadic::is_integer), right.filter(Dyadic::is_integer)) {
            (Some(n), _) => Ok(other.times_integer(n.numerator())),
            (_, Some(n)) => Ok(self.times_integer(n.numerator())),
            _ => Err(NoProduct { left: self.canonical_form(), right: other.canonical_form() }),
        }
    }

    /// Conway's definition of the product, on the forms as they are written:
    /// `xy = {xᴸy + xyᴸ − xᴸyᴸ, xᴿy + xyᴿ − xᴿyᴿ | xᴸy + xyᴿ − xᴸyᴿ, xᴿy + xyᴸ − xᴿyᴸ}`.
    ///
    /// For numbers its value depends on the values of x and y only. For games it does not, which is why they have no
    /// product. (*On Numbers and Games*, chapter 0.) The effort grows with the product of the sizes of both forms.
    ///
    /// ```
    /// use agon::Game;
    /// let [two, other_two]: [Game; 2] = ["{1|}".parse()?, "{0,1|}".parse()?];
    /// assert_eq!(two, other_two);
    /// assert_eq!(two.product_by_definition(&Game::star()), Game::zero());
    /// assert_eq!(other_two.product_by_definition(&Game::star()), Game::nimber(2));
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn product_by_definition(&self, other: &Game) -> Game {
        crate::interrupt::check();
        let term = |x: &Game, y: &Game| {
            x.product_by_definition(other) + self.product_by_definition(y) - x.product_by_definition(y)
        };
        // Left's options come from options of the same side, Right's from opposite ones.
        let terms = |opposite: bool| {
            let mut terms = Vec::new();
            for player in Player::BOTH {
                let second = if opposite { player.opponent() } else { player };
                for x in self.options(player) {
                    terms.extend(other.options(second).iter().map(|y| term(x, y)));
                }
            }
            terms
        };
        Game::new(terms(false), terms(true))
    }
}
