//! Recursion over games that are deeper than the stack: the calls that wait stand in a list.
//!
//! Values are built from below, so that no loop can arise, and a key is a small number: what asks for its answers again
//! costs less than what keeps them. Over the positions of a ruleset it is the other way round; there options are costly
//! and may lead back, and `impartial::recursion` keeps the options of each open position and reports loops.

#![allow(clippy::mutable_key_type, reason = "a value hashes and compares by its fixed id")]

use super::{player::Player, value::Value};
use crate::hash::HashMap;
use std::hash::Hash;

/// Games of this depth are left to ordinary recursion, which is faster.
pub(super) const SHALLOW: u32 = 400;

/// Computes a function that is defined by recursion.
///
/// `step` asks for what it needs. Where the answer is not known yet it is given `None`, gives up by answering `None` as
/// well, and is called again when the answer is there.
pub(super) fn resolve<K: Copy + Eq + Hash, T: Clone>(
    root: K,
    known: &mut HashMap<K, T>,
    mut step: impl FnMut(K, &mut dyn FnMut(K) -> Option<T>) -> Option<T>,
) -> T {
    let mut pending = vec![root];
    while let Some(&key) = pending.last() {
        crate::interrupt::check();
        if known.contains_key(&key) {
            pending.pop();
            continue;
        }
        let mut missing = None;
        let result = step(key, &mut |asked| {
            let answer = known.get(&asked).cloned();
            if answer.is_none() {
                missing = Some(asked);
            }
            answer
        });
        match result {
            Some(result) => {
                known.insert(key, result);
                pending.pop();
            }
            None => pending.push(missing.expect("a step gives up for want of an answer only")),
        }
    }
    known[&root].clone()
}

/// What is known of the values below a game.
pub(super) type Known<T> = HashMap<Value, T>;

/// Defines a function on a value by what it is on the options, deepest followers first.
///
/// `leaf` answers for values whose options need no look; `step` finds the results of all options in the table.
pub(super) fn bottom_up<T: Clone>(
    root: Value,
    known: &mut Known<T>,
    leaf: impl Fn(Value) -> Option<T>,
    mut step: impl FnMut(Value, &Known<T>) -> T,
) -> T {
    let mut pending = vec![root];
    while let Some(&value) = pending.last() {
        crate::interrupt::check();
        if known.contains_key(&value) {
            pending.pop();
            continue;
        }
        if let Some(result) = leaf(value) {
            known.insert(value, result);
            pending.pop();
            continue;
        }
        let before = pending.len();
        let options = Player::BOTH.into_iter().flat_map(|player| value.options(player));
        pending.extend(options.filter(|option| !known.contains_key(option)));
        if pending.len() == before {
            let result = step(value, known);
            known.insert(value, result);
            pending.pop();
        }
    }
    known[&root].clone()
}
