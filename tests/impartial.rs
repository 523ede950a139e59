//! Laws and published tables of the impartial half, through the public interface.
//!
//! Each closed form (Bouton, Wythoff, a period) is compared with two ways that do not know it: Grundy values by
//! definition, and retrograde analysis. `reference/` holds exact values computed independently of this crate.

#[path = "impartial/chomp.rs"]
mod chomp;
#[path = "impartial/coins.rs"]
mod coins;
#[path = "impartial/evidence.rs"]
mod evidence;
#[path = "impartial/finite_game.rs"]
mod finite_game;
#[path = "impartial/josephus.rs"]
mod josephus;
#[path = "impartial/limits.rs"]
mod limits;
#[path = "impartial/misere.rs"]
mod misere;
#[path = "impartial/nim.rs"]
mod nim;
#[path = "impartial/nim_family.rs"]
mod nim_family;
#[path = "impartial/nim_field.rs"]
mod nim_field;
#[path = "oracle/nim_product.rs"]
mod nim_product;
#[path = "impartial/octal.rs"]
mod octal;
#[path = "impartial/poset.rs"]
mod poset;
#[path = "impartial/solver.rs"]
mod solver;
#[path = "impartial/span.rs"]
mod span;
#[path = "impartial/strategy.rs"]
mod strategy;
#[path = "impartial/subtraction.rs"]
mod subtraction;
#[path = "impartial/take_and_break.rs"]
mod take_and_break;
#[path = "impartial/wythoff.rs"]
mod wythoff;

use serde_json::Value;

fn reference(text: &str) -> Value {
    serde_json::from_str(text).expect("a reference file is JSON")
}

fn numbers(value: &Value) -> Vec<u32> {
    serde_json::from_value(value.clone()).expect("a list of numbers")
}
