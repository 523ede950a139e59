//! Stops in a few bits: most comparisons of hot games need no more.

use super::{player::Player, value::Value};
use crate::surreal::Dyadic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Both stops of a value, rounded down to a multiple of `2⁻²⁰` and cut off far out. Rounding keeps ≤, so whatever
/// differs here differs in earnest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stops {
    left: i64,
    right: i64,
}

const PLACES: u64 = 20;

impl Stops {
    pub(super) fn at(number: &Dyadic) -> Stops {
        let numerator = number.numerator();
        let scaled: BigInt = match PLACES.checked_sub(number.exponent()) {
            Some(missing) => numerator << missing,
            None => numerator >> (number.exponent() - PLACES),
        };
        let cut = if number.is_negative() { i64::MIN } else { i64::MAX };
        let stop = scaled.to_i64().unwrap_or(cut);
        Stops { left: stop, right: stop }
    }

    /// The stops of `{L | R}`, if it is no number. A player without options has the worst stop.
    pub(super) fn of_options([left, right]: &[Vec<Value>; 2]) -> Stops {
        Stops {
            left: left.iter().map(|option| option.stops().right).max().unwrap_or(i64::MIN),
            right: right.iter().map(|option| option.stops().left).min().unwrap_or(i64::MAX),
        }
    }

    /// Whether these can only be the stops of a hot game.
    pub(super) fn are_hot(self) -> bool {
        self.left > self.right
    }

    /// Whether games with these stops are `≤`: `G ≤ H` implies that both stops are, and follows from `L(G) < R(H)`.
    #[inline]
    pub(super) fn at_most(self, other: Stops) -> Option<bool> {
        if self.left > other.left || self.right > other.right {
            Some(false)
        } else if self.left < other.right {
            Some(true)
        } else {
            None
        }
    }

    /// Whether a game with these stops is at least as good as one with the others for the player.
    pub(super) fn at_least_as_good(self, player: Player, other: Stops) -> Option<bool> {
        match player {
            Player::Left => other.at_most(self),
            Player::Right => self.at_most(other),
        }
    }
}
