//! Surreal numbers among short games: how `↑` stands to `1/ω`.
//!
//! A short game G has a left and a right stop: the dyadic numbers that play ends in when both play G as well as they
//! can and Left, or Right, starts. They place G among all surreal numbers x, not only among the dyadic ones.
//!
//! **Theorem.** If x is larger than the left stop of G, then G < x; if x is smaller than the right stop, then G > x; if x lies
//! strictly between, G and x are confused.
//!
//! *Proof* of the first part, by induction on G and x. If G is a number it is its own stop. Otherwise let x exceed the left
//! stop; it is to be shown that Right, moving second, wins G − x, and then that he also wins moving first. When Left
//! moves to Gᴸ − x, the right stop of Gᴸ is at most the left stop of G, so below x: either Gᴸ is a number, and Gᴸ < x, or
//! Right answers to some Gᴸᴿ with the same number as its left stop, and Gᴸᴿ < x by induction. When Left moves to G − xᴿ,
//! xᴿ > x exceeds the left stop of G, which is at least its right stop, the left stop of some Gᴿ (or the number Gᴿ):
//! Right answers there, and Gᴿ < xᴿ by induction. Moving first, Right goes to the same Gᴿ. The second part is the first
//! with the players exchanged. For the third, who moves first goes to the option with the stop on his side of x, and
//! the first two parts finish. ∎
//!
//! In an *all-small* game both players can move, or neither, in every position. Then every number in it is 0, both stops
//! are 0, and the game is smaller than **every** positive number, 1/ω and 1/ω^ω included. (Conway, *On Numbers and Games*,
//! chapters 9 and 15, for dyadic x.)

use super::{Dyadic, Surreal};
use crate::{
    evidence::{Certificate, Evidence},
    partizan::{Comparison, Game, OutcomeClass, Player, compare},
};
use num_bigint::BigUint;
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    fmt,
};
use thiserror::Error;

/// The latest birthday of a game whose stops are found again by playing it.
const LATEST: u32 = 1000;

/// A game that is too deep to be played to its stops.
///
/// ```
/// use agon::{Game, Surreal, surreal::compare_with_number};
///
/// // The positions of tiny-2000 go on for 2000 days.
/// let error = compare_with_number(&Game::tiny(&Game::integer(2000)), &Surreal::one()).unwrap_err();
/// assert_eq!(error.birthday, 2002u32.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} has the birthday {birthday}; games are played to their stops up to birthday {LATEST}")]
pub struct GameTooDeep {
    /// The game.
    pub game: String,
    /// Its birthday.
    pub birthday: BigUint,
}

/// How a short game stands to a surreal number, with the two stops that decide it: a [`Certificate`].
///
/// Its `Display` is the whole argument, as in `↑ < 1/ω, since the left stop 0 of ↑ is smaller than 1/ω`.
///
/// ```
/// use agon::{Certificate, Game, Surreal, surreal::compare_with_number};
///
/// let up = compare_with_number(&Game::up(), &Surreal::epsilon())?;
/// assert_eq!(up.to_string(), "↑ < 1/ω, since the left stop 0 of ↑ is smaller than 1/ω");
/// assert!(up.verify());
/// # Ok::<(), agon::surreal::GameTooDeep>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberComparison {
    game: Game,
    number: Surreal,
    left_stop: Dyadic,
    right_stop: Dyadic,
    comparison: Comparison,
}

impl NumberComparison {
    /// How the game stands to the number.
    ///
    /// ```
    /// use agon::{Game, Surreal, partizan::Comparison, surreal::compare_with_number};
    /// let up = compare_with_number(&Game::up(), &Surreal::epsilon())?;
    /// assert_eq!(up.comparison(), Comparison::Less);
    /// # Ok::<(), agon::surreal::GameTooDeep>(())
    /// ```
    #[must_use]
    pub fn comparison(&self) -> Comparison {
        self.comparison
    }

    /// The left stop of the game: where play ends when Left starts.
    ///
    /// ```
    /// use agon::{Game, Surreal, surreal::compare_with_number};
    ///
    /// let switch: Game = "{3|-1}".parse()?;
    /// assert_eq!(compare_with_number(&switch, &Surreal::omega())?.left_stop(), &3.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn left_stop(&self) -> &Dyadic {
        &self.left_stop
    }

    /// The right stop of the game: where play ends when Right starts.
    ///
    /// ```
    /// use agon::{Game, Surreal, surreal::compare_with_number};
    ///
    /// let switch: Game = "{3|-1}".parse()?;
    /// assert_eq!(compare_with_number(&switch, &Surreal::omega())?.right_stop(), &(-1).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn right_stop(&self) -> &Dyadic {
        &self.right_stop
    }
}

impl fmt::Display for NumberComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, number, left_stop, right_stop, comparison } = self;
        write!(f, "{game} {comparison} {number}, ")?;
        if game.is_number() {
            return write!(f, "two numbers");
        }
        if let Some(dyadic) = number.to_dyadic()
            && *right_stop <= dyadic
            && dyadic <= *left_stop
        {
            return write!(f, "by the order of games");
        }
        match comparison {
            Comparison::Less => {
                write!(f, "since the left stop {left_stop} of {game} is smaller than {number}")
            }
            Comparison::Greater => {
                write!(f, "since the right stop {right_stop} of {game} is larger than {number}")
            }
            _ => write!(f, "since {number} lies between the stops {right_stop} and {left_stop} of {game}"),
        }
    }
}

impl Certificate for NumberComparison {
    /// Plays the game to its stops, by their definition and without its thermograph, and compares once more. A game that
    /// is too deep for that has a name, and its stops are read from it.
    fn verify(&self) -> bool {
        let deep = if not_too_deep(&self.game).is_err() { stop_of_name(&self.game) } else { None };
        let [left_stop, right_stop] = Player::BOTH.map(|player| {
            deep.clone().unwrap_or_else(|| stop_by_playing(&self.game, player, &mut HashMap::new()))
        });
        (&left_stop, &right_stop) == (&self.left_stop, &self.right_stop)
            && self.comparison == decide(&self.game, &self.number, &left_stop, &right_stop)
    }
}

/// The stops of a game with a name `x + k·↑ + ∗n`: nobody moves in the number x before the all-small rest has come to its
/// end, which is 0.
fn stop_of_name(game: &Game) -> Option<Dyadic> {
    game.number_and_rest().map(|(number, _)| number)
}

/// How a short game stands to a surreal number: exactly, whether the number is dyadic or not.
///
/// ```
/// use agon::{Evidence, Game, Surreal, surreal::compare_with_number};
/// let sentence = |game: &str, x: &str| {
///     let (game, x) = (game.parse::<Game>().unwrap(), x.parse::<Surreal>().unwrap());
///     compare_with_number(&game, &x).unwrap().to_string()
/// };
/// assert_eq!(sentence("^", "1/w"), "↑ < 1/ω, since the left stop 0 of ↑ is smaller than 1/ω");
/// assert_eq!(sentence("{1|-1}", "1/w"), "±1 ‖ 1/ω, since 1/ω lies between the stops -1 and 1 of ±1");
/// assert_eq!(sentence("*", "0"), "∗ ‖ 0, by the order of games");
///
/// let certificate = compare_with_number(&Game::up(), &"1/w^w".parse()?)?;
/// assert!(Evidence::proven("↑ < ω^(−ω)", &certificate)?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the game is born after day 1000, unless it is the sum of a number, a multiple of ↑ and a nimber.
pub fn compare_with_number(game: &Game, number: &Surreal) -> Result<NumberComparison, GameTooDeep> {
    let (left_stop, right_stop) = match stop_of_name(game) {
        Some(stop) => (stop.clone(), stop),
        None => {
            not_too_deep(game)?;
            (game.left_stop(), game.right_stop())
        }
    };
    let comparison = decide(game, number, &left_stop, &right_stop);
    Ok(NumberComparison { game: game.clone(), number: number.clone(), left_stop, right_stop, comparison })
}

/// The theorem of the [module](self), given the stops; a dyadic number is a game.
fn decide(game: &Game, number: &Surreal, left_stop: &Dyadic, right_stop: &Dyadic) -> Comparison {
    match number.to_dyadic() {
        Some(dyadic) => compare(game, &Game::from(dyadic)),
        None if *number > Surreal::from(left_stop) => Comparison::Less,
        None if *number < Surreal::from(right_stop) => Comparison::Greater,
        None => Comparison::Confused,
    }
}

fn not_too_deep(game: &Game) -> Result<(), GameTooDeep> {
    let birthday = game.birthday();
    // A number is its own stop, however late it is born.
    if birthday <= BigUint::from(LATEST) || game.is_number() {
        return Ok(());
    }
    Err(GameTooDeep { game: game.to_string(), birthday })
}

/// [`Game::stop`] by its definition: the best stop of the opponent among the options.
#[expect(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
fn stop_by_playing(game: &Game, player: Player, known: &mut HashMap<(Game, Player), Dyadic>) -> Dyadic {
    if let Some(number) = game.as_number() {
        return number;
    }
    let key = (game.canonical_form(), player);
    if let Some(stop) = known.get(&key) {
        return stop.clone();
    }
    crate::interrupt::check();
    let stops = key.0.options(player).iter().map(|option| stop_by_playing(option, player.opponent(), known));
    let best = match player {
        Player::Left => stops.max(),
        Player::Right => stops.min(),
    };
    let best = best.unwrap_or_default();
    known.insert(key, best.clone());
    best
}

/// A certificate that a game lies between 0 and every positive number without being a number: it is all-small and > 0.
///
/// ```
/// use agon::{Evidence, Game, surreal::AllSmallCertificate};
///
/// let certificate = AllSmallCertificate::find(&Game::up())?.expect("↑ is all-small and positive");
/// assert!(Evidence::proven("0 < ↑ < 1/ω", &certificate)?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AllSmallCertificate {
    game: Game,
    positions: usize,
}

impl AllSmallCertificate {
    /// Inspects all positions of the canonical form; `None` unless the game is all-small and > 0.
    ///
    /// ```
    /// use agon::{Game, surreal::AllSmallCertificate};
    /// let certificate = AllSmallCertificate::find(&Game::up())?.unwrap();
    /// assert_eq!(
    ///     certificate.to_string(),
    ///     "↑ > 0 and in each of its 3 positions both players can move or neither, so that both its stops are 0"
    /// );
    /// assert!(AllSmallCertificate::find(&Game::star())?.is_none()); // confused with 0
    /// # Ok::<(), agon::surreal::GameTooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the game is born after day 1000.
    pub fn find(game: &Game) -> Result<Option<AllSmallCertificate>, GameTooDeep> {
        not_too_deep(game)?;
        let positive = game.outcome() == OutcomeClass::Left;
        Ok(positive
            .then(|| all_small_positions(game))
            .flatten()
            .map(|positions| AllSmallCertificate { game: game.clone(), positions }))
    }
}

/// How many positions the canonical form has, when in each of them both players can move or neither.
#[expect(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
fn all_small_positions(game: &Game) -> Option<usize> {
    let mut seen: HashSet<Game> = HashSet::new();
    let mut pending = vec![game.canonical_form()];
    while let Some(position) = pending.pop() {
        crate::interrupt::check();
        if position.left_options().is_empty() != position.right_options().is_empty() {
            return None;
        }
        if seen.insert(position.clone()) {
            pending.extend(Player::BOTH.into_iter().flat_map(|player| position.options(player).to_vec()));
        }
    }
    Some(seen.len())
}

impl fmt::Display for AllSmallCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, positions } = self;
        write!(
            f,
            "{game} > 0 and in each of its {positions} positions both players can move or neither, so that both its \
             stops are 0"
        )
    }
}

impl Certificate for AllSmallCertificate {
    /// Inspects all positions once more.
    fn verify(&self) -> bool {
        AllSmallCertificate::find(&self.game).is_ok_and(|found| found.as_ref() == Some(self))
    }
}

/// Whether `0 < G < x` for every surreal number x > 0, so that G is no number: proven when G is all-small and positive, open
/// otherwise.
///
/// ```
/// use agon::{Game, surreal::below_every_positive_number};
/// let evidence = below_every_positive_number(&Game::up())?;
/// assert!(evidence.is_proven());
/// assert_eq!(evidence.statement(), "0 < ↑ < x for every number x > 0");
/// # Ok::<(), agon::surreal::GameTooDeep>(())
/// ```
///
/// # Errors
///
/// When the game is born after day 1000.
pub fn below_every_positive_number(game: &Game) -> Result<Evidence, GameTooDeep> {
    let statement = format!("0 < {game} < x for every number x > 0");
    let refused = "the game is not both positive and all-small";
    Ok(match AllSmallCertificate::find(game)? {
        Some(certificate) => Evidence::proven(statement.clone(), &certificate)
            .unwrap_or_else(|error| Evidence::open(statement, error.to_string())),
        None => Evidence::open(statement, refused),
    })
}

/// Examines by the order of games whether `0 < G < 1/2^k` for all k up to a bound.
///
/// ```
/// use agon::{Game, surreal::below_dyadics};
/// assert_eq!(below_dyadics(&Game::up(), 64).to_string(), "verified up to k ≤ 64 (65 cases): 0 < ↑ < 1/2^k");
/// ```
#[must_use]
pub fn below_dyadics(game: &Game, bound: u32) -> Evidence {
    Evidence::check(format!("0 < {game} < 1/2^k"), format!("k ≤ {bound}"), 0..=bound, |k| {
        let power = Game::from(Dyadic::new(1, u64::from(*k)));
        compare(&Game::zero(), game) == Comparison::Less && compare(game, &power) == Comparison::Less
    })
}
