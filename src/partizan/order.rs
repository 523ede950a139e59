//! `G ≤ H` by Conway's definition.

use super::{
    game::Game,
    memo::Answers,
    player::Player,
    recursion::{SHALLOW, resolve},
    value::Value,
};
use crate::hash::HashMap;
use serde::{Deserialize, Serialize};
use std::{cell::RefCell, cmp::Ordering, fmt};

/// How two games stand to each other. Games are only partially ordered: two of them can be confused.
///
/// ```
/// use agon::{Game, partizan::{Comparison, compare}};
/// assert_eq!(compare(&Game::star(), &Game::zero()), Comparison::Confused);
/// assert_eq!(compare(&Game::up(), &Game::zero()), Comparison::Greater);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// `G < H`: Right wins `G − H` whoever starts.
    Less,
    /// `G = H`: who moves second wins `G − H`.
    Equal,
    /// `G > H`: Left wins `G − H` whoever starts.
    Greater,
    /// `G ‖ H`: who moves first wins `G − H`.
    Confused,
}

impl Comparison {
    /// The comparison of H with G, when this is the comparison of G with H.
    ///
    /// ```
    /// use agon::Comparison;
    ///
    /// assert_eq!(Comparison::Less.reverse(), Comparison::Greater);
    /// assert_eq!(Comparison::Confused.reverse(), Comparison::Confused);
    /// ```
    #[must_use]
    pub const fn reverse(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
            same => same,
        }
    }

    /// The comparison that has `G ≤ H` and `G ≥ H` as given.
    ///
    /// ```
    /// use agon::{Comparison, Game};
    ///
    /// let (star, zero) = (Game::star(), Game::zero());
    /// assert_eq!(Comparison::from_bounds(star <= zero, star >= zero), Comparison::Confused);
    /// ```
    #[must_use]
    pub const fn from_bounds(at_most: bool, at_least: bool) -> Comparison {
        match (at_most, at_least) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Comparison::Less => "<",
            Comparison::Equal => "=",
            Comparison::Greater => ">",
            Comparison::Confused => "‖",
        })
    }
}

/// Compares two games by value.
///
/// `G ≤ H` holds when no left option of G is ≥ H and no right option of H is ≤ G (*On Numbers and Games*, chapter 0).
///
/// ```
/// use agon::{Game, partizan::{Comparison, compare}};
/// let switch: Game = "{1|-1}".parse()?;
/// assert_eq!(compare(&switch, &Game::integer(2)), Comparison::Less);
/// assert_eq!(compare(&switch, &Game::zero()), Comparison::Confused);
/// # Ok::<(), agon::partizan::NotationError>(())
/// ```
#[must_use]
pub fn compare(a: &Game, b: &Game) -> Comparison {
    let (a, b) = (a.value(), b.value());
    Comparison::from_bounds(at_most(a, b), at_most(b, a))
}

thread_local! {
    static AT_MOST: RefCell<Answers> = RefCell::new(Answers::new());
}

/// `a ≤ b`.
pub(super) fn at_most(a: Value, b: Value) -> bool {
    if let Some(known) = at_most_if_known(a, b) {
        return known;
    }
    let result = if a.depth().saturating_add(b.depth()) <= SHALLOW {
        by_definition(a, b, |a, b| Some(at_most(a, b))).expect("recursion has an answer")
    } else {
        resolve((a, b), &mut HashMap::default(), |(a, b), ask| {
            by_definition(a, b, |a, b| {
                let shallow = a.depth().saturating_add(b.depth()) <= SHALLOW;
                if shallow { Some(at_most(a, b)) } else { at_most_if_known(a, b).or_else(|| ask((a, b))) }
            })
        })
    };
    AT_MOST.with_borrow_mut(|memo| memo.insert(a, b, result));
    result
}

#[inline]
fn at_most_if_known(a: Value, b: Value) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    if let (Some(x), Some(y)) = (a.name(), b.name()) {
        return Some(matches!(x.compare(y), Comparison::Less | Comparison::Equal));
    }
    a.stops().at_most(b.stops()).or_else(|| AT_MOST.with_borrow(|memo| memo.get(a, b)))
}

/// Conway's definition of `a ≤ b`, where `at_most` may know no answer.
///
/// A player with a winning move in a number plus a game that is no number has one in the latter (number avoidance), so
/// the options of a number need no look. It keeps the recursion shallow where the number was born late.
fn by_definition(a: Value, b: Value, mut at_most: impl FnMut(Value, Value) -> Option<bool>) -> Option<bool> {
    if !a.is_number() {
        for option in a.options(Player::Left) {
            if at_most(b, option)? {
                return Some(false);
            }
        }
    }
    if !b.is_number() {
        for option in b.options(Player::Right) {
            if at_most(option, a)? {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// `a` is at least as good as `b` for the player.
pub(super) fn at_least_as_good(player: Player, a: Value, b: Value) -> bool {
    match player {
        Player::Left => at_most(b, a),
        Player::Right => at_most(a, b),
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Game {}

impl PartialOrd for Game {
    /// `None` when the games are confused.
    fn partial_cmp(&self, other: &Game) -> Option<Ordering> {
        match compare(self, other) {
            Comparison::Less => Some(Ordering::Less),
            Comparison::Equal => Some(Ordering::Equal),
            Comparison::Greater => Some(Ordering::Greater),
            Comparison::Confused => None,
        }
    }

    // The one direction that the question is about.

    fn lt(&self, other: &Game) -> bool {
        self != other && at_most(self.value(), other.value())
    }

    fn le(&self, other: &Game) -> bool {
        at_most(self.value(), other.value())
    }

    fn gt(&self, other: &Game) -> bool {
        other < self
    }

    fn ge(&self, other: &Game) -> bool {
        other <= self
    }
}
