//! The inverse, whose definition generates its own options.

use crate::{
    partizan::{Game, Player},
    surreal::{Bound, SignSequence, SignSequenceError, simplest_sequence},
};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::{collections::BTreeMap, fmt};
use thiserror::Error;

/// The most options of one side that are generated.
const MOST_OPTIONS: usize = 2_000;

/// Why an inverse is not generated.
///
/// ```
/// use agon::{Game, surreal::genetic::{InverseError, inverse}};
///
/// assert!(matches!(inverse(&Game::integer(-1), 3), Err(InverseError::NotPositive { .. })));
/// assert!(matches!(inverse(&Game::star(), 3), Err(InverseError::NotPositive { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InverseError {
    /// A game that is no positive number.
    #[error("{game} has no inverse by this definition: it is no number > 0 whose options are numbers")]
    NotPositive {
        /// The game.
        game: String,
    },
    /// Too many options.
    #[error(
        "after {rounds} rounds the inverse of {game} has more than {MOST_OPTIONS} options; ask for fewer rounds"
    )]
    TooMany {
        /// The game.
        game: String,
        /// The rounds that were finished.
        rounds: u32,
    },
}

/// An option of an inverse, and how it was made.
///
/// ```
/// use agon::{BigRational, Game, surreal::genetic::inverse};
///
/// // 3 = {2 | }: the option 3/8 = (1 + (2 − 3)·1/4)/2 comes in the third round.
/// let ratio = |m: i64, n: i64| BigRational::new(m.into(), n.into());
/// let option = inverse(&Game::integer(3), 3)?.right[0].clone();
/// assert_eq!((option.value, option.round), (ratio(3, 8), 3));
/// assert_eq!(option.made_from, Some((ratio(2, 1), ratio(1, 4))));
/// # Ok::<(), agon::surreal::genetic::InverseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InverseOption {
    /// Its value.
    pub value: BigRational,
    /// The round in which it appeared; 0 for the option 0.
    pub round: u32,
    /// The option x′ of x and the earlier option y′ of the inverse in `(1 + (x′ − x)·y′)/x′`; `None` for the option 0.
    pub made_from: Option<(BigRational, BigRational)>,
}

/// The options of `1/x` that the definition generates in a number of rounds.
///
/// Every left value is smaller than 1/x and every right one larger; with the rounds they close in on it, unless an
/// option is missing on one side for good (1/1 = {0 | }).
///
/// ```
/// use agon::{Game, surreal::genetic::inverse};
///
/// assert_eq!(inverse(&Game::integer(3), 3)?.to_string(), "1/(3): {1/4, 0 | 3/8, 1/2} after 3 rounds");
/// # Ok::<(), agon::surreal::genetic::InverseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InverseCut {
    /// x.
    pub number: BigRational,
    /// How often the definition was applied.
    pub rounds: u32,
    /// Left options in increasing order, each value once.
    pub left: Vec<InverseOption>,
    /// Right options in increasing order, each value once.
    pub right: Vec<InverseOption>,
}

impl InverseCut {
    /// The largest left and the smallest right value.
    ///
    /// ```
    /// use agon::{BigRational, Game, surreal::genetic::inverse};
    ///
    /// // Five rounds enclose 1/3 between 5/16 and 11/32.
    /// let ratio = |m: i64, n: i64| BigRational::new(m.into(), n.into());
    /// let third = inverse(&Game::integer(3), 5)?;
    /// assert_eq!(third.bounds(), (Some(&ratio(5, 16)), Some(&ratio(11, 32))));
    /// # Ok::<(), agon::surreal::genetic::InverseError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> (Option<&BigRational>, Option<&BigRational>) {
        (self.left.last().map(|option| &option.value), self.right.first().map(|option| &option.value))
    }

    /// The simplest number between the options so far: 1/x when that is dyadic and enough rounds were made, an
    /// approximation otherwise.
    ///
    /// # Errors
    ///
    /// When an option has a period of more than a million signs.
    ///
    /// ```
    /// use agon::{BigRational, Game, surreal::genetic::inverse};
    ///
    /// // 1/4 is dyadic, and found; 1/3 is only approached.
    /// let simplest = |n: i64, rounds| inverse(&Game::integer(n), rounds).map(|cut| cut.simplest());
    /// assert_eq!(simplest(4, 6)?, Ok(Some(BigRational::new(1.into(), 4.into()))));
    /// assert_ne!(simplest(3, 6)?, Ok(Some(BigRational::new(1.into(), 3.into()))));
    /// # Ok::<(), agon::surreal::genetic::InverseError>(())
    /// ```
    pub fn simplest(&self) -> Result<Option<BigRational>, SignSequenceError> {
        let bound = |value: Option<&BigRational>| match value {
            Some(value) => SignSequence::try_from(value).map(Bound::Beyond),
            None => Ok(Bound::Unbounded),
        };
        let (low, high) = self.bounds();
        Ok(simplest_sequence(&bound(low)?, &bound(high)?).and_then(|signs| signs.to_rational()))
    }
}

impl fmt::Display for InverseCut {
    /// `1/(3): {1/4, 0 | 3/8, 1/2} after 3 rounds`, at most eight options of each side, those next to 1/x first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |options: &[InverseOption]| {
            let shown: Vec<String> = options.iter().take(8).map(|option| option.value.to_string()).collect();
            if options.len() > 8 { format!("{}, …", shown.join(", ")) } else { shown.join(", ") }
        };
        let left: Vec<InverseOption> = self.left.iter().rev().cloned().collect();
        write!(
            f,
            "1/({}): {{{} | {}}} after {} rounds",
            self.number,
            side(&left),
            side(&self.right),
            self.rounds
        )
    }
}

/// The options of `1/x` by Conway's definition, for a number x > 0 in any form, generated in so many rounds.
///
/// The inverses of the options of x, which the definition presupposes, are the rationals 1/x′.
///
/// ```
/// use agon::{Game, surreal::genetic::inverse};
/// let third = inverse(&Game::integer(3), 4)?;
/// let values = |options: &[agon::surreal::genetic::InverseOption]| {
///     options.iter().map(|option| option.value.to_string()).collect::<Vec<_>>()
/// };
/// assert_eq!(values(&third.left), ["0", "1/4", "5/16"]);
/// assert_eq!(values(&third.right), ["3/8", "1/2"]);
/// assert_eq!(third.simplest()?.unwrap().to_string(), "11/32"); // the middle of 5/16 and 3/8
/// let half = inverse(&Game::integer(2), 1)?;
/// assert_eq!(half.simplest()?.unwrap().to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`InverseError::NotPositive`], and [`InverseError::TooMany`] beyond 2000 options.
pub fn inverse(x: &Game, rounds: u32) -> Result<InverseCut, InverseError> {
    let not_positive = || InverseError::NotPositive { game: x.to_string() };
    let number = |game: &Game| game.as_number().map(BigRational::from).ok_or_else(not_positive);
    let value = number(x)?;
    if !value.is_positive() {
        return Err(not_positive());
    }
    let one = BigRational::one();
    let mut sides: [BTreeMap<BigRational, InverseOption>; 2] = Default::default();
    let zero = InverseOption { value: BigRational::zero(), round: 0, made_from: None };
    sides[0].insert(zero.value.clone(), zero.clone());
    // Only what the last round has found can lead to something new.
    let mut latest: [Vec<BigRational>; 2] = [vec![zero.value], Vec::new()];
    for round in 1..=rounds {
        if latest.iter().all(Vec::is_empty) {
            break;
        }
        let mut found: [Vec<BigRational>; 2] = Default::default();
        for player in Player::BOTH {
            for option in x.options(player) {
                let option = number(option)?;
                if !option.is_positive() {
                    continue;
                }
                for (side, previous) in latest.iter().enumerate() {
                    // (1 + (x′ − x)·y′)/x′ goes to the other side for x′ = xᴸ, and stays on its side for x′ = xᴿ.
                    let target = if player == Player::Left { 1 - side } else { side };
                    for y in previous {
                        crate::interrupt::check();
                        let made = (&one + (&option - &value) * y) / &option;
                        sides[target].entry(made.clone()).or_insert_with(|| {
                            found[target].push(made.clone());
                            InverseOption { value: made, round, made_from: Some((option.clone(), y.clone())) }
                        });
                    }
                }
            }
        }
        latest = found;
        if sides.iter().any(|side| side.len() > MOST_OPTIONS) {
            return Err(InverseError::TooMany { game: x.to_string(), rounds: round });
        }
    }
    let [left, right] = sides.map(|side| side.into_values().collect());
    Ok(InverseCut { number: value, rounds, left, right })
}
