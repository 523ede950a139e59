//! Conway's definitions of sum, product and inverse, carried out on forms `{L | R}`.
//!
//! ```text
//! −x     = {−xᴿ | −xᴸ}
//! x + y  = {xᴸ + y, x + yᴸ | xᴿ + y, x + yᴿ}
//! x·y    = {xᴸy + xyᴸ − xᴸyᴸ, xᴿy + xyᴿ − xᴿyᴿ | xᴸy + xyᴿ − xᴸyᴿ, xᴿy + xyᴸ − xᴿyᴸ}
//! 1/x    = {0, (1 + (xᴿ − x)yᴸ)/xᴿ, (1 + (xᴸ − x)yᴿ)/xᴸ | (1 + (xᴸ − x)yᴸ)/xᴸ, (1 + (xᴿ − x)yᴿ)/xᴿ}
//! ```
//!
//! The last formula names its own options yᴸ and yᴿ: they are generated round by round, from yᴸ = 0, with positive xᴸ
//! only. The negative is `-&game`, which keeps the form. Source: *On Numbers and Games*, chapters 0 and 1.

mod inverse;
mod well_defined;

pub use inverse::{InverseCut, InverseError, InverseOption, inverse};
pub use well_defined::{number_forms, operations_are_well_defined, products_of_games_are_well_defined};

use crate::partizan::{Game, Player};
use num_bigint::BigUint;
use std::collections::HashMap;
use thiserror::Error;

/// The latest formal birthday of an operand.
const LATEST: u32 = 64;

/// A form that is too deep for the definitions, which visit every pair of positions.
///
/// ```
/// use agon::{Game, surreal::genetic::Genetic};
///
/// let error = Genetic::default().sum(&Game::integer(65), &Game::zero()).unwrap_err();
/// assert_eq!(error.birthday, 65u8.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{form} has the formal birthday {birthday}; the definitions are carried out up to day {LATEST}")]
pub struct FormTooDeep {
    /// The form.
    pub form: String,
    /// Its formal birthday.
    pub birthday: BigUint,
}

/// Sums and products by definition, with a memory: every pair of forms is computed once.
///
/// ```
/// use agon::{Dyadic, Game, surreal::genetic::Genetic};
/// let mut genetic = Genetic::default();
/// let half = Game::from(Dyadic::new(1, 1));
/// let product = genetic.product(&half, &half)?;
/// assert_eq!(product.literal(), "{0|1/2}");
/// assert_eq!(product.as_number(), Some(Dyadic::new(1, 2)));
/// # Ok::<(), agon::surreal::genetic::FormTooDeep>(())
/// ```
#[derive(Default)]
pub struct Genetic {
    /// The forms met so far by value; their ids.
    forms: HashMap<Game, Vec<(Game, usize)>>,
    count: usize,
    sums: HashMap<(usize, usize), Game>,
    products: HashMap<(usize, usize), Game>,
}

impl Genetic {
    /// An empty memory.
    ///
    /// ```
    /// use agon::{Game, Genetic};
    /// let sum = Genetic::new().sum(&Game::integer(1), &Game::integer(1))?;
    /// assert_eq!(sum.literal(), "{1|}");
    /// # Ok::<(), agon::surreal::genetic::FormTooDeep>(())
    /// ```
    #[must_use]
    pub fn new() -> Genetic {
        Genetic::default()
    }

    fn id(&mut self, game: &Game) -> usize {
        let same_value = self.forms.entry(game.canonical_form()).or_default();
        if let Some((_, id)) = same_value.iter().find(|(form, _)| form.identical(game)) {
            return *id;
        }
        same_value.push((game.clone(), self.count));
        self.count += 1;
        self.count - 1
    }

    /// `x + y` by definition. No form is simplified, in the options neither, at any depth.
    ///
    /// ```
    /// use agon::{Game, surreal::genetic::Genetic};
    /// let zero: Game = "{-1|1}".parse()?;
    /// let sum = Genetic::default().sum(&zero, &Game::integer(1))?;
    /// assert_eq!(sum.literal(), "{{-1|1}|2}");
    /// assert_eq!(sum, Game::integer(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When an operand is born after day 64.
    pub fn sum(&mut self, x: &Game, y: &Game) -> Result<Game, FormTooDeep> {
        for form in [x, y] {
            not_too_deep(form)?;
        }
        Ok(self.sum_of(x, y))
    }

    fn sum_of(&mut self, x: &Game, y: &Game) -> Game {
        let key = (self.id(x), self.id(y));
        if let Some(known) = self.sums.get(&key) {
            return known.clone();
        }
        crate::interrupt::check();
        let [left, right] = Player::BOTH.map(|player| {
            let mut options: Vec<Game> =
                x.options(player).iter().map(|option| self.sum_of(option, y)).collect();
            options.extend(y.options(player).iter().map(|option| self.sum_of(x, option)));
            options
        });
        let sum = Game::new(left, right);
        self.sums.insert(key, sum.clone());
        sum
    }

    /// `x·y` by definition. The products of options are taken by definition, of the forms as they are; their sums, which
    /// depend on the values alone, are in canonical form.
    ///
    /// For numbers the product depends on the values alone. For other games it does not:
    ///
    /// ```
    /// use agon::{Game, surreal::genetic::Genetic};
    /// let mut genetic = Genetic::default();
    /// let [star, same]: [Game; 2] = ["{0|0}".parse()?, "{-1,0|0,1}".parse()?];
    /// assert_eq!(star, same);
    /// assert_eq!(genetic.product(&star, &star)?.to_string(), "∗");
    /// assert_eq!(genetic.product(&same, &star)?.to_string(), "∗2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When an operand is born after day 64.
    pub fn product(&mut self, x: &Game, y: &Game) -> Result<Game, FormTooDeep> {
        for form in [x, y] {
            not_too_deep(form)?;
        }
        Ok(self.product_of(x, y))
    }

    fn product_of(&mut self, x: &Game, y: &Game) -> Game {
        let key = (self.id(x), self.id(y));
        if let Some(known) = self.products.get(&key) {
            return known.clone();
        }
        crate::interrupt::check();
        let [left, right] = Player::BOTH.map(|player| {
            let mut options = Vec::new();
            for side in Player::BOTH {
                // Options of the same side make left options of the product, options of different sides right ones.
                let other = if player == Player::Left { side } else { side.opponent() };
                for x_option in x.options(side) {
                    for y_option in y.options(other) {
                        let both = self.product_of(x_option, y_option);
                        let sum = self.product_of(x_option, y) + self.product_of(x, y_option);
                        options.push((sum - both).canonical_form());
                    }
                }
            }
            options
        });
        let product = Game::new(left, right);
        self.products.insert(key, product.clone());
        product
    }
}

fn not_too_deep(form: &Game) -> Result<(), FormTooDeep> {
    let birthday = form.formal_birthday();
    if birthday <= BigUint::from(LATEST) {
        return Ok(());
    }
    Err(FormTooDeep { form: form.to_string(), birthday })
}

impl Game {
    /// `G·H` by Conway's definition on the forms as they are written (see [`Genetic::product`]). For numbers its value
    /// depends on the values of `G` and `H` only. For games it does not, which is why they have no product.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// let game = |text: &str| text.parse::<Dyadic>().map(Game::from);
    /// assert_eq!(game("3/4")?.product_by_definition(&game("-5/2")?)?, game("-15/8")?);
    ///
    /// let [one, other_one]: [Game; 2] = ["{1|}".parse()?, "{0,1|}".parse()?];
    /// assert_eq!(one, other_one);
    /// assert_eq!(one.product_by_definition(&Game::star())?, Game::zero());
    /// assert_eq!(other_one.product_by_definition(&Game::star())?, Game::nimber(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When an operand is born after day 64.
    pub fn product_by_definition(&self, other: &Game) -> Result<Game, FormTooDeep> {
        Genetic::default().product(self, other)
    }
}
