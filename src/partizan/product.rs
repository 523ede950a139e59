//! Products: of numbers, by integers, and why not of games.

use super::game::Game;
use crate::surreal::Dyadic;
use thiserror::Error;

/// Two games that cannot be multiplied.
///
/// ```
/// use agon::Game;
///
/// let error = Game::up().product(&Game::star()).unwrap_err();
/// assert_eq!((error.left, error.right), (Game::up(), Game::star()));
/// ```
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
            (Some(n), _) => Ok(other.times_integer(&n.numerator())),
            (_, Some(n)) => Ok(self.times_integer(&n.numerator())),
            _ => Err(NoProduct { left: self.canonical_form(), right: other.canonical_form() }),
        }
    }
}
