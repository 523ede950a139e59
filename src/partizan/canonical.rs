//! The canonical form: dominated options deleted, reversible moves bypassed.
//!
//! Theorem (Conway): doing both until neither applies ends in one form, the same for all games of the value.
//! Source: *On Numbers and Games*, chapter 10; Siegel, *Combinatorial Game Theory*, II.2.

use super::{
    name::Name,
    order::at_least_as_good,
    player::Player,
    recursion::{SHALLOW, resolve},
    stops::Stops,
    value::Value,
};
use crate::hash::{HashMap, HashSet};
use crate::surreal::simplest_between;

/// The value of `{left | right}`.
pub(super) fn value_of(left: Vec<Value>, right: Vec<Value>) -> Value {
    crate::interrupt::check();
    let mut options = [left, right];
    for side in &mut options {
        side.sort_unstable_by_key(|option| option.id());
        side.dedup();
    }
    if let Some(number) = between_numbers(&options) {
        return number;
    }
    for player in Player::BOTH {
        delete_dominated(player, &mut options[player as usize]);
    }
    let stops = Some(Stops::of_options(&options)).filter(|stops| stops.are_hot());
    let mut form = Form { options: &options, stops, known: HashMap::default() };
    let [left, right] = Player::BOTH.map(|player| {
        let mut options = form.bypass_reversible(player);
        delete_dominated(player, &mut options);
        options
    });
    Value::of_canonical(left, right)
}

/// The simplicity theorem: with numbers on both sides, each left one below each right one, the value is the simplest
/// number in the gap.
fn between_numbers([left, right]: &[Vec<Value>; 2]) -> Option<Value> {
    let numbers = |side: &[Value]| {
        let number = |option: &Value| option.name().filter(|name| name.is_number()).map(|name| &name.number);
        side.iter().map(number).collect::<Option<Vec<_>>>()
    };
    let (left, right) = (numbers(left)?, numbers(right)?);
    simplest_between(left.into_iter().max(), right.into_iter().min())
        .map(|number| Value::named(Name::number(number)))
}

/// Deletes each option for which the player has another that is at least as good.
fn delete_dominated(player: Player, options: &mut Vec<Value>) {
    let mut kept: Vec<Value> = Vec::with_capacity(options.len());
    for &option in options.iter() {
        if !kept.iter().any(|&other| at_least_as_good(player, other, option)) {
            kept.retain(|&other| !at_least_as_good(player, option, other));
            kept.push(option);
        }
    }
    *options = kept;
}

/// A game that has no place in the table of values yet.
struct Form<'a> {
    options: &'a [Vec<Value>; 2],
    /// `None` when it could be a number.
    stops: Option<Stops>,
    known: HashMap<(Player, Value), bool>,
}

impl Form<'_> {
    /// `value` is at least as good as this form for the player: the definition of ≤ with one side in the table.
    fn is_beaten_by(&mut self, value: Value, player: Player) -> bool {
        if let Some(decided) = decided_by_stops(self.stops, value, player) {
            return decided;
        }
        if let Some(&known) = self.known.get(&(player, value)) {
            return known;
        }
        let Form { options, stops, known } = self;
        if value.depth() > SHALLOW {
            return resolve((player, value), known, |(player, value), ask| {
                is_beaten(options, value, player, |value, player| {
                    decided_by_stops(*stops, value, player).or_else(|| ask((player, value)))
                })
            });
        }
        let options = *options;
        let result =
            is_beaten(options, value, player, |value, player| Some(self.is_beaten_by(value, player)));
        let result = result.expect("recursion has an answer");
        self.known.insert((player, value), result);
        result
    }

    /// The player's options, with each reversible one replaced by what it leads to.
    ///
    /// A left option is reversible when one of *its* right options is ≤ the game: Right will answer so, and Left
    /// goes on from there. The value of the form stays the same throughout, so the original options serve all comparisons.
    fn bypass_reversible(&mut self, player: Player) -> Vec<Value> {
        let opponent = player.opponent();
        let mut pending = self.options[player as usize].clone();
        // Filled when the first reversible option is found: most forms have none.
        let mut seen: HashSet<u32> = HashSet::default();
        let mut irreversible = Vec::with_capacity(pending.len());
        while let Some(option) = pending.pop() {
            match option.options(opponent).find(|&answer| self.is_beaten_by(answer, opponent)) {
                Some(answer) => {
                    seen.extend(self.options[player as usize].iter().map(|option| option.id()));
                    pending.extend(answer.options(player).filter(|&next| seen.insert(next.id())));
                }
                None => irreversible.push(option),
            }
        }
        irreversible
    }
}

fn decided_by_stops(form: Option<Stops>, value: Value, player: Player) -> Option<bool> {
    value.stops().at_least_as_good(player, form?)
}

/// One step of [`Form::is_beaten_by`], where `beaten` may know no answer.
fn is_beaten(
    options: &[Vec<Value>; 2],
    value: Value,
    player: Player,
    mut beaten: impl FnMut(Value, Player) -> Option<bool>,
) -> Option<bool> {
    if options[player as usize].iter().any(|&option| at_least_as_good(player, option, value)) {
        return Some(false);
    }
    for option in value.options(player.opponent()) {
        if beaten(option, player.opponent())? {
            return Some(false);
        }
    }
    Some(true)
}
