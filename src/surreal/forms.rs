//! Numbers as games `{L | R}`.

use super::{Dyadic, Sign};
use crate::partizan::Game;
use num_bigint::BigUint;
use thiserror::Error;

/// The standard form has one option for each earlier day, and there are too many days.
///
/// ```
/// use agon::surreal::standard_form;
///
/// let error = standard_form(&20_000.into()).unwrap_err();
/// assert_eq!((error.options, error.limit), (20_000u32.into(), 10_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the standard form of {number} has {options} options, more than {limit}; the canonical form has at most two"
)]
pub struct StandardFormError {
    /// The number.
    pub number: Dyadic,
    /// Its birthday, which is the number of options.
    pub options: BigUint,
    /// The largest number of options that is built.
    pub limit: u32,
}

const MOST_OPTIONS: u32 = 10_000;

/// The canonical form of a number: at most one option for each player, `3/4 = {1/2|1}`.
///
/// ```
/// use agon::{Dyadic, surreal::canonical_game};
/// assert_eq!(canonical_game(&Dyadic::new(3, 2)).literal(), "{1/2|1}");
/// ```
#[must_use]
pub fn canonical_game(number: &Dyadic) -> Game {
    Game::from(number)
}

/// The standard form of a number: all its ancestors in the tree of days, the smaller ones left and the larger ones
/// right, in the order of their birthdays. `2 = {0,1|}`, `3/4 = {0,1/2|1}`. The options are in canonical form.
///
/// ```
/// use agon::{Dyadic, surreal::standard_form};
/// assert_eq!(standard_form(&2.into())?.literal(), "{0,1|}");
/// assert_eq!(standard_form(&Dyadic::new(1, 2))?.literal(), "{0|1,1/2}");
/// # Ok::<(), agon::surreal::StandardFormError>(())
/// ```
///
/// # Errors
///
/// When the number is born after day 10 000.
pub fn standard_form(number: &Dyadic) -> Result<Game, StandardFormError> {
    let options = number.birthday();
    if options > BigUint::from(MOST_OPTIONS) {
        return Err(StandardFormError { number: number.clone(), options, limit: MOST_OPTIONS });
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (ancestor, sign) in number.sign_expansion().ancestors() {
        let side = if sign == Sign::Plus { &mut left } else { &mut right };
        side.push(Game::from(ancestor));
    }
    Ok(Game::new(left, right))
}
