//! A cell as rust-analyzer sees it: what earlier cells defined, and a function whose parameters are the variables.

use super::super::cursor::with_expression;
use super::message::{Question, Wish};
use crate::evaluator::Variable;
use crate::evaluator::directive_lines::blanked;
use crate::evaluator::native::Definitions;

/// A question about a place in a cell, in code points.
pub fn question(
    wish: Wish,
    definitions: &Definitions,
    variables: &[Variable],
    code: &str,
    position: usize,
) -> Question {
    let mut text = definitions.listing();
    text += "async fn agon_cell(";
    // What is known by name alone the tables know as well.
    for Variable { name, type_name } in variables.iter().filter(|variable| !variable.type_name.is_empty()) {
        text += &format!("mut {name}: {type_name}, ");
    }
    text += ") {\n";
    let code = &with_expression(code, position);
    let at = code.char_indices().nth(position).map_or(code.len(), |(at, _)| at) + text.len();
    text += &blanked(code);
    text += "\n}\n";
    Question { wish, text, at }
}
