//! Partizan rulesets and their solver: published tables, and Conway's definitions on all small positions.

#![allow(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
#![allow(clippy::ptr_arg, reason = "rules take positions by reference")]

#[path = "oracle/conway.rs"]
mod conway;
#[path = "rulesets/dominoes.rs"]
mod dominoes;
#[path = "rulesets/solver.rs"]
mod solver;
#[path = "rulesets/strips.rs"]
mod strips;

use std::collections::HashMap;
use std::hash::Hash;

use agon::{Game, Player};
use conway::Forms;
use serde_json::Value as Json;

fn reference(text: &str) -> Json {
    serde_json::from_str(text).expect("a reference file is JSON")
}

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Forms of positions by the rules alone: no components, no symmetry, nothing simplified.
struct Definition<P> {
    forms: Forms,
    known: HashMap<P, usize>,
}

impl<P: Clone + Eq + Hash> Definition<P> {
    fn new() -> Self {
        Self { forms: Forms::default(), known: HashMap::new() }
    }

    fn form(&mut self, position: &P, options: &impl Fn(Player, &P) -> Vec<P>) -> usize {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|player| {
            options(player, position).iter().map(|option| self.form(option, options)).collect::<Vec<_>>()
        });
        let form = self.forms.form(left, right);
        self.known.insert(position.clone(), form);
        form
    }

    fn has_value(&mut self, position: &P, value: &Game, options: &impl Fn(Player, &P) -> Vec<P>) -> bool {
        let form = self.form(position, options);
        let imported = self.forms.import(value);
        self.forms.equal(form, imported)
    }
}
