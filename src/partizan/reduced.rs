//! Games up to infinitesimals.
//!
//! Source: J. P. Grossman, A. N. Siegel, *Reductions of partizan games*, Games of No Chance 3 (2009).

use super::{
    canonical::value_of, game::Game, player::Player, recursion::bottom_up, sum::sum, thermograph,
    value::Value,
};
use crate::hash::HashMap;
use crate::surreal::Dyadic;
use std::collections::HashSet;

/// `a` is at least as good as `b` for the player, up to an infinitesimal: `a − b` stops at 0 or better although the
/// opponent begins.
fn at_least_as_good(player: Player, a: Value, b: Value) -> bool {
    a.stops().at_least_as_good(player, b.stops()).unwrap_or_else(|| {
        let difference = sum(a, b.negative());
        let stop = thermograph::of_value(difference).score(player.opponent(), &Dyadic::zero());
        match player {
            Player::Left => !stop.is_negative(),
            Player::Right => !stop.is_positive(),
        }
    })
}

impl Game {
    /// The reduced canonical form: the simplest game that differs from this one by an infinitesimal. A number plus an
    /// infinitesimal is reduced to the number.
    ///
    /// Two games have the same reduced canonical form exactly when their difference is infinitesimal. It is found by
    /// deleting Inf-dominated options and bypassing Inf-reversible ones, that is, with ≤ up to infinitesimals.
    ///
    /// ```
    /// use agon::Game;
    /// let reduced = |text: &str| text.parse::<Game>().unwrap().reduced_canonical_form().to_string();
    /// assert_eq!(reduced("1/2^2*3"), "1/2");
    /// assert_eq!(reduced("{1|*}"), "{1|0}");
    /// assert_eq!(reduced("{{2|1},1|-1}"), "{{2|1}|-1}");
    /// ```
    #[must_use]
    pub fn reduced_canonical_form(&self) -> Game {
        let number = |value: Value| {
            let game = Game::from_value(value);
            (!game.is_hot()).then(|| Game::from(game.mean()).value())
        };
        let reduced = bottom_up(self.value(), &mut HashMap::default(), number, |value, known| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = value.options(player).map(|option| known[&option]).collect();
                reduce(player, value, options)
            });
            value_of(left, right)
        });
        Game::from_value(reduced)
    }
}

/// The player's options of a hot game, in reduced form, without those that are superfluous up to infinitesimals.
fn reduce(player: Player, game: Value, mut pending: Vec<Value>) -> Vec<Value> {
    let opponent = player.opponent();
    let mut seen: HashSet<u32> = HashSet::new();
    pending.retain(|option| seen.insert(option.id()));
    let mut kept: Vec<Value> = Vec::new();
    while let Some(option) = pending.pop() {
        crate::interrupt::check();
        match option.options(opponent).find(|&answer| at_least_as_good(opponent, answer, game)) {
            // Where play has come to a number it stops there, instead of going on to the number's options.
            Some(answer) if answer.is_number() && !option.is_number() => {
                pending.extend(seen.insert(answer.id()).then_some(answer));
            }
            Some(answer) if !answer.is_number() => {
                pending.extend(answer.options(player).filter(|&next| seen.insert(next.id())));
            }
            _ => {
                if !kept.iter().any(|&other| at_least_as_good(player, other, option)) {
                    kept.retain(|&other| !at_least_as_good(player, option, other));
                    kept.push(option);
                }
            }
        }
    }
    kept
}
