//! Completion, inspection and pages of help, as the protocol has them.

use super::dispatch::Answer;
use super::execution::Outcome;
use super::{Call, Session};
use crate::evaluator::{CellError, MimeBundle, Payload};
use crate::language::{Completion, Description};
use crate::wire::Reply;
use crate::wire::complete::{CompleteRequest, Completions};
use crate::wire::inspect::{InspectRequest, Inspection};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Answer for CompleteRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        let (cursor_start, cursor_end) = session.language.word_at(&self.code, self.cursor_pos);
        let found = session.language.complete(&self.code, self.cursor_pos);
        let types: Vec<Value> = found
            .iter()
            .map(|Completion { text, kind, signature }| {
                json!({
                    "text": text, "type": kind.word(), "signature": signature,
                    "start": cursor_start, "end": cursor_end,
                })
            })
            .collect();
        let mut metadata = Map::new();
        if !types.is_empty() {
            metadata.insert("_jupyter_types_experimental".to_owned(), Value::Array(types));
        }
        let matches = found.into_iter().map(|completion| completion.text).collect();
        Reply::Ok(Completions { matches, cursor_start, cursor_end, metadata })
    }
}

impl Answer for InspectRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        let found = session.language.inspect(&self.code, self.cursor_pos);
        Reply::Ok(found.map_or_else(Inspection::default, |description| Inspection {
            found: true,
            data: bundle(&description, self.detail_level > 0),
            metadata: Map::new(),
        }))
    }
}

/// A question of the form `?name`, `name?` or `:doc name` is answered with a page of help; two question marks ask for everything. What
/// has another form is a cell.
///
/// `value?` behind a variable is Rust.
pub fn help(session: &Session, code: &str) -> Option<Outcome> {
    let (path, marks, is_in_front) = question(code)?;
    if !is_in_front && session.language.has_variable(path) {
        return None;
    }
    let name = path.trim_end_matches('!');
    let outcome = |result, payload| Outcome { result, text: None, payload };
    Some(match session.language.describe(name) {
        Some(description) => {
            let data = bundle(&description, marks > 1);
            outcome(Ok(BTreeMap::new()), vec![Payload::Page { data, start: 0 }])
        }
        None => {
            let evalue = format!("nothing is known of `{name}`");
            let traceback = vec![evalue.clone()];
            outcome(Err(CellError { ename: "Unknown".to_owned(), evalue, traceback }), Vec::new())
        }
    })
}

/// Whether a cell is such a question, by its form.
pub fn is_question(call: &Call) -> bool {
    call.message.content.get("code").and_then(Value::as_str).is_some_and(asks)
}

/// Whether a text is a question: `mex?`, `?mex`.
pub fn asks(code: &str) -> bool {
    question(code).is_some()
}

/// The path in a question, the number of question marks, and whether they stand in front.
fn question(code: &str) -> Option<(&str, usize, bool)> {
    let text = code.trim();
    if let Some(name) = text.strip_prefix(":doc ") {
        // A directive is a question whatever the name is.
        return Some((name.trim(), 1, true)).filter(|(name, ..)| is_path(name));
    }
    let is_in_front = text.starts_with('?');
    let path = text.trim_start_matches('?');
    let path = if is_in_front { path.trim() } else { path.trim_end_matches('?') };
    let marks = text.chars().filter(|c| *c == '?').count();
    ((1..=2).contains(&marks) && is_path(path)).then_some((path, marks, is_in_front))
}

fn is_path(text: &str) -> bool {
    let is_name = |segment: &str| {
        segment.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && segment.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    text.strip_suffix('!').unwrap_or(text).trim_start_matches(':').split("::").all(is_name)
}

fn bundle(description: &Description, everything: bool) -> MimeBundle {
    MimeBundle::from_iter([
        ("text/plain".to_owned(), description.text(everything).into()),
        ("text/markdown".to_owned(), description.markdown(everything).into()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_cells() {
        for (code, expected) in [
            ("agon::Nim?", Some(("agon::Nim", 1, false))),
            ("?mex", Some(("mex", 1, true))),
            ("?? 堆\n", Some(("堆", 2, true))),
            ("println!??", Some(("println!", 2, false))),
            (":doc agon::mex", Some(("agon::mex", 1, true))),
            (":doc f()", None),
            (":docs", None),
            ("f()?", None),
            ("a.b?", None),
            ("x? + 1", None),
            ("?", None),
            ("5?", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(question(code), expected, "{code}");
        }
    }
}
