//! Sums and negatives.

use super::{
    canonical,
    game::Game,
    memo::Memo,
    name::Name,
    player::Player,
    recursion::{SHALLOW, resolve},
    value::Value,
};
use crate::hash::HashMap;
use num_bigint::BigInt;
use num_traits::Signed;
use std::{
    cell::RefCell,
    iter::Sum,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

thread_local! {
    static SUMS: RefCell<Memo<Value>> = RefCell::new(Memo::new());
}

/// `a + b = {aᴸ + b, a + bᴸ | aᴿ + b, a + bᴿ}`, simplified at every step.
pub(super) fn sum(a: Value, b: Value) -> Value {
    if let Some(known) = sum_if_known(a, b) {
        return known;
    }
    if a.depth().saturating_add(b.depth()) <= SHALLOW {
        return by_definition(a, b, |a, b| Some(sum(a, b))).expect("recursion has an answer");
    }
    resolve(in_order(a, b), &mut HashMap::default(), |(a, b), ask| {
        by_definition(a, b, |a, b| {
            let shallow = a.depth().saturating_add(b.depth()) <= SHALLOW;
            if shallow { Some(sum(a, b)) } else { sum_if_known(a, b).or_else(|| ask(in_order(a, b))) }
        })
    })
}

fn in_order(a: Value, b: Value) -> (Value, Value) {
    if a.id() <= b.id() { (a, b) } else { (b, a) }
}

#[inline]
fn sum_if_known(a: Value, b: Value) -> Option<Value> {
    let is_zero = |value: Value| value.name().is_some_and(|name| name.is_number() && name.number.is_zero());
    if is_zero(a) {
        return Some(b);
    }
    if is_zero(b) {
        return Some(a);
    }
    if let (Some(x), Some(y)) = (a.name(), b.name()) {
        return Some(Value::named(x.plus(y)));
    }
    let (a, b) = in_order(a, b);
    SUMS.with_borrow(|memo| memo.get(a, b))
}

/// The sum from those of the options, where `sum` may know no answer.
fn by_definition(a: Value, b: Value, mut sum: impl FnMut(Value, Value) -> Option<Value>) -> Option<Value> {
    let mut sides = [Vec::new(), Vec::new()];
    for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
        // Number translation: for a number x and a canonical G that is no number, {Gᴸ + x | Gᴿ + x} is canonical already.
        if !a.is_number() {
            for option in a.options(player) {
                side.push(sum(option, b)?);
            }
        }
        if !b.is_number() {
            for option in b.options(player) {
                side.push(sum(a, option)?);
            }
        }
    }
    let [left, right] = sides;
    let result = if a.is_number() || b.is_number() {
        Value::of_canonical(left, right)
    } else {
        canonical::value_of(left, right)
    };
    let (a, b) = in_order(a, b);
    SUMS.with_borrow_mut(|memo| memo.insert(a, b, result));
    Some(result)
}

impl Game {
    /// One step of Conway's definition of the sum, with its options as the definition writes them:
    /// `{Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}`. Equal to `G + H`, which is given in canonical form.
    ///
    /// ```
    /// use agon::{Dyadic, Game};
    /// let half = Game::from("1/2".parse::<Dyadic>()?);
    /// assert_eq!(half.sum_by_definition(&half).literal(), "{1/2|3/2}");
    /// assert_eq!(half.sum_by_definition(&half), Game::integer(1));
    /// # Ok::<(), agon::surreal::DyadicError>(())
    /// ```
    #[must_use]
    pub fn sum_by_definition(&self, other: &Game) -> Game {
        let [left, right] = Player::BOTH.map(|player| {
            let here = self.options(player).iter().map(|option| option + other);
            here.chain(other.options(player).iter().map(|option| self + option)).collect::<Vec<_>>()
        });
        Game::new(left, right)
    }

    /// `n·G`, the sum of n copies of G, or of −n copies of −G when n < 0.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!(Game::up().times(2), "{0|^*}".parse()?);
    /// assert_eq!(Game::star().times(-2), Game::zero());
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn times(&self, n: i64) -> Game {
        self.times_integer(&n.into())
    }

    pub(super) fn times_integer(&self, n: &BigInt) -> Game {
        self.times_as_long_as(n, |_| true).unwrap_or_default()
    }

    /// `n·G`; `None` as soon as a sum of copies on the way is not small.
    pub(super) fn times_as_long_as(&self, n: &BigInt, is_small: impl Fn(&Game) -> bool) -> Option<Game> {
        if let Some(name) = self.value().name() {
            return Some(named(name.times(n)));
        }
        let mut power = if n.is_negative() { self.value().negative() } else { self.value() };
        let mut total = Game::zero().value();
        for digit in 0..n.bits() {
            if digit > 0 {
                power = sum(power, power);
            }
            if n.magnitude().bit(digit) {
                total = sum(total, power);
            }
            if ![power, total].into_iter().all(|sum| is_small(&Game::from_value(sum))) {
                return None;
            }
        }
        Some(Game::from_value(total))
    }
}

impl Neg for &Game {
    type Output = Game;

    /// `−G = {−Gᴿ | −Gᴸ}`: the players change places. Keeps the form.
    fn neg(self) -> Game {
        self.mirrored()
    }
}

impl Neg for Game {
    type Output = Game;

    fn neg(self) -> Game {
        -&self
    }
}

impl Add<&Game> for &Game {
    type Output = Game;

    /// The disjunctive sum, in canonical form.
    fn add(self, other: &Game) -> Game {
        Game::from_value(sum(self.value(), other.value()))
    }
}

impl Sub<&Game> for &Game {
    type Output = Game;

    /// `G − H = G + (−H)`, in canonical form.
    fn sub(self, other: &Game) -> Game {
        Game::from_value(sum(self.value(), other.value().negative()))
    }
}

macro_rules! owned_operands {
    ($trait:ident, $method:ident) => {
        impl $trait<Game> for Game {
            type Output = Game;

            fn $method(self, other: Game) -> Game {
                (&self).$method(&other)
            }
        }

        impl $trait<&Game> for Game {
            type Output = Game;

            fn $method(self, other: &Game) -> Game {
                (&self).$method(other)
            }
        }

        impl $trait<Game> for &Game {
            type Output = Game;

            fn $method(self, other: Game) -> Game {
                self.$method(&other)
            }
        }
    };
}

owned_operands!(Add, add);
owned_operands!(Sub, sub);

impl AddAssign<&Game> for Game {
    fn add_assign(&mut self, other: &Game) {
        *self = &*self + other;
    }
}

impl AddAssign for Game {
    fn add_assign(&mut self, other: Game) {
        *self += &other;
    }
}

impl SubAssign<&Game> for Game {
    fn sub_assign(&mut self, other: &Game) {
        *self = &*self - other;
    }
}

impl SubAssign for Game {
    fn sub_assign(&mut self, other: Game) {
        *self -= &other;
    }
}

impl Mul<&Game> for i64 {
    type Output = Game;

    /// [`Game::times`].
    fn mul(self, game: &Game) -> Game {
        game.times(self)
    }
}

impl Mul<Game> for i64 {
    type Output = Game;

    fn mul(self, game: Game) -> Game {
        game.times(self)
    }
}

impl Sum for Game {
    fn sum<I: Iterator<Item = Game>>(games: I) -> Game {
        games.fold(Game::zero(), |total, game| total + game)
    }
}

impl<'a> Sum<&'a Game> for Game {
    fn sum<I: Iterator<Item = &'a Game>>(games: I) -> Game {
        games.fold(Game::zero(), |total, game| total + game)
    }
}

/// The value with this name, as a game.
pub(super) fn named(name: Name) -> Game {
    Game::from_value(Value::named(name))
}
