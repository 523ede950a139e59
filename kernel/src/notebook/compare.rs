//! Two sets of outputs of one cell, compared as the cell's tags want it.
//!
//! | tag | what may differ |
//! |---|---|
//! | (none) | nothing that a reader sees |
//! | `unordered` | the order of lines and of outputs |
//! | `tolerance=1e-6` | numbers, by this much, or by this share of them where they are larger than one |
//! | `timing` | durations, such as `12.3 ms`, `4 秒` or `0:01:05` |
//! | `ignore` | everything; the cell must run to its end all the same |
//!
//! Tags can be combined. Execution counts, metadata and what is left of progress bars are never compared,
//! nor is the HTML of a board: it is made from the board's JSON, which is.

use super::{Cell, joined};
use serde_json::Value;

/// How the outputs of a cell are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Policy {
    ignore: bool,
    unordered: bool,
    timing: bool,
    tolerance: Option<f64>,
}

impl Policy {
    /// What the tags of a cell say.
    ///
    /// # Errors
    /// A tolerance that is no number; the message names the cell.
    pub fn of(cell: &Cell) -> Result<Policy, String> {
        let mut policy = Policy::default();
        for tag in &cell.tags {
            match *tag {
                // nbval's own tag means the same.
                "ignore" | "nbval-ignore-output" => policy.ignore = true,
                "unordered" => policy.unordered = true,
                "timing" => policy.timing = true,
                _ => {
                    let Some(number) = tag.strip_prefix("tolerance=") else { continue };
                    let tolerance = number.trim().parse().ok().filter(|number: &f64| *number >= 0.0);
                    policy.tolerance = Some(tolerance.ok_or_else(|| {
                        format!("{}: `{tag}` is no tolerance; write it as tolerance=1e-6", cell.name())
                    })?);
                }
            }
        }
        Ok(policy)
    }

    /// How a report names it.
    pub fn name(&self) -> String {
        let parts = [
            self.ignore.then(|| "ignore".to_owned()),
            self.unordered.then(|| "unordered".to_owned()),
            self.timing.then(|| "timing".to_owned()),
            self.tolerance.map(|tolerance| format!("tolerance={tolerance:e}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "exact".into() } else { parts.join(", ") }
    }
}

/// A part of the outputs that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is: a stream, an error, or a MIME type.
    pub part: String,
    /// What was stored, as far as it counts; empty if there was no such part.
    pub stored: String,
    /// What was found; empty if there is no such part.
    pub found: String,
}

/// What differs between the stored outputs and those of a new run, under a policy.
pub fn differences(stored: &[Value], found: &[Value], policy: Policy) -> Vec<Difference> {
    if policy.ignore {
        return Vec::new();
    }
    let (stored, mut found) = (parts(stored, policy), parts(found, policy));
    if let Some(tolerance) = policy.tolerance {
        for (stored, found) in stored.iter().zip(&mut found) {
            found.text = with_near_numbers_of(&stored.text, &found.text, tolerance);
        }
    }
    let (mut stored, mut found) = (stored.into_iter().peekable(), found.into_iter().peekable());
    let mut differences = Vec::new();
    loop {
        let (stored, found) = match (stored.peek(), found.peek()) {
            (None, None) => return differences,
            // A part that only one side has: the other side waits.
            (Some(a), Some(b)) if a.output < b.output => (stored.next(), None),
            (Some(a), Some(b)) if a.output > b.output => (None, found.next()),
            (Some(a), Some(b)) if a.name != b.name && a.name < b.name => (stored.next(), None),
            (Some(a), Some(b)) if a.name != b.name => (None, found.next()),
            _ => (stored.next(), found.next()),
        };
        if stored.as_ref().map(|part| &part.text) != found.as_ref().map(|part| &part.text) {
            let part = stored.as_ref().or(found.as_ref()).map(|part| part.name.clone());
            let text = |part: Option<Part>| part.map(|part| part.text).unwrap_or_default();
            differences.push(Difference {
                part: part.unwrap_or_default(),
                stored: text(stored),
                found: text(found),
            });
        }
    }
}

/// One readable part of the outputs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// The number of its output.
    output: usize,
    name: String,
    text: String,
}

fn parts(outputs: &[Value], policy: Policy) -> Vec<Part> {
    let mut outputs: Vec<Vec<(String, String)>> =
        outputs.iter().filter(|output| !is_progress(output)).map(readable).collect();
    for (_, text) in outputs.iter_mut().flatten() {
        if policy.timing {
            *text = without_durations(text);
        }
        if policy.unordered {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            *text = lines.join("\n");
        }
    }
    if policy.unordered {
        outputs.sort();
    }
    let numbered = outputs
        .into_iter()
        .enumerate()
        .flat_map(|(output, parts)| parts.into_iter().map(move |(name, text)| Part { output, name, text }));
    numbered.collect()
}

/// What is left of a progress bar: whether there was one depends on the machine.
fn is_progress(output: &Value) -> bool {
    output["metadata"]["agon"]["progress"] == Value::Bool(true)
}

/// The parts of an output by name, in the order of the names.
fn readable(output: &Value) -> Vec<(String, String)> {
    let text_of = |key: &str| output.get(key).map(joined).unwrap_or_default();
    match text_of("output_type").as_str() {
        "stream" => vec![(text_of("name"), text_of("text"))],
        "error" => vec![("error".into(), format!("{}: {}", text_of("ename"), text_of("evalue")))],
        _ => {
            let data = output.get("data").and_then(Value::as_object);
            // Its HTML holds the script, which changes with this program; what a board is stands in its JSON.
            let is_board = data.is_some_and(|data| data.contains_key(agon_book::board::MIME));
            let mut parts: Vec<(String, String)> = data
                .into_iter()
                .flatten()
                .filter(|(mime, _)| !(is_board && *mime == "text/html"))
                .map(|(mime, value)| {
                    let text = if value.is_string() || value.is_array() && !mime.ends_with("json") {
                        joined(value)
                    } else {
                        let mut value = value.clone();
                        value.sort_all_objects();
                        format!("{value:#}")
                    };
                    (mime.clone(), text)
                })
                .collect();
            parts.sort();
            parts
        }
    }
}

/// `found` with those numbers of `stored` that stand in the same places and are near enough.
fn with_near_numbers_of(stored: &str, found: &str, tolerance: f64) -> String {
    let (stored, found) = (pieces(stored), pieces(found));
    if stored.len() != found.len() {
        return found.concat();
    }
    let near = |a: &str, b: &str| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0),
        _ => false,
    };
    stored
        .iter()
        .zip(found)
        .map(|(stored, found)| if near(stored, found) { *stored } else { found })
        .collect()
}

/// The text cut into what is no number, a number, what is no number, …; signs are no part of a number.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = number_length(&rest[at..]);
        pieces.push(&rest[..at]);
        pieces.push(&rest[at..at + length]);
        rest = &rest[at + length..];
    }
    pieces.push(rest);
    pieces
}

/// How long the number is with which `text` begins: digits, a fraction, an exponent.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    if text[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

/// Units of time, the longer of two with one beginning first.
const UNITS: [&str; 18] = [
    "nanoseconds",
    "microseconds",
    "milliseconds",
    "seconds",
    "second",
    "minutes",
    "minute",
    "hours",
    "hour",
    "毫秒",
    "微秒",
    "分钟",
    "小时",
    "min",
    "ns",
    "µs",
    "ms",
    "s",
];

/// `text` with `…` in place of durations.
fn without_durations(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        result.push_str(before);
        let inside_a_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = number_length(number);
        match duration_length(number, length).filter(|_| !inside_a_word) {
            Some(duration) => {
                result.push('…');
                rest = &number[duration..];
            }
            None => {
                result.push_str(&number[..length]);
                rest = &number[length..];
            }
        }
    }
    result + rest
}

/// How long the duration is with which `text` begins: a clock such as `0:01:05.2`, or a number of `length` and a unit.
fn duration_length(text: &str, length: usize) -> Option<usize> {
    let is_clock = |c: char| c.is_ascii_digit() || c == ':' || c == '.';
    let clock = text[..text.find(|c| !is_clock(c)).unwrap_or(text.len())].trim_end_matches([':', '.']);
    let fields: Vec<&str> = clock.split(':').collect();
    if fields.len() > 1
        && fields[1..].iter().all(|field| field.split('.').next().is_some_and(|n| n.len() == 2))
    {
        return Some(clock.len());
    }
    let behind = &text[length..];
    let unit = behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let space = behind.len() - unit.len();
    let found = UNITS.iter().chain(&["us", "h", "秒"]).find(|name| {
        let ends = |rest: &str| {
            name.chars().any(|c| !c.is_ascii()) || !rest.starts_with(|c: char| c.is_alphanumeric())
        };
        unit.strip_prefix(**name).is_some_and(ends)
    })?;
    Some(length + space + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn stream(text: &str) -> Value {
        json!({"output_type": "stream", "name": "stdout", "text": text})
    }

    fn differ(stored: &str, found: &str, policy: Policy) -> bool {
        !differences(&[stream(stored)], &[stream(found)], policy).is_empty()
    }

    #[test]
    fn exactly_the_same_is_what_a_reader_sees() {
        let exact = Policy::default();
        assert!(!differ("a\n", "a\n", exact) && differ("a\n", "a", exact));
        let result = |count: u32, data: Value| json!({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data});
        let (a, b) =
            (result(1, json!({"text/plain": ["x\n", "y"]})), result(2, json!({"text/plain": "x\ny"})));
        assert!(differences(&[a.clone()], &[b], exact).is_empty(), "lists of lines are texts");
        let richer = result(1, json!({"text/plain": "x\ny", "image/png": "AA"}));
        let found = differences(&[a], &[richer], exact);
        assert_eq!((found.len(), found[0].part.as_str(), found[0].stored.as_str()), (1, "image/png", ""));
        let bar = json!({"output_type": "display_data", "metadata": {"agon": {"progress": true}}, "data": {"text/plain": "50 %"}});
        assert!(differences(&[stream("a")], &[bar, stream("a")], exact).is_empty());
    }

    #[test]
    fn the_html_of_a_board_does_not_count() {
        let board = |heap: u32, html: &str| json!({"output_type": "display_data", "data": {agon_book::board::MIME: {"heaps": [heap]}, "text/html": html}});
        let found = |stored: Value, found: Value| differences(&[stored], &[found], Policy::default());
        assert!(found(board(3, "old"), board(3, "new")).is_empty());
        let changed = found(board(3, "old"), board(4, "new"));
        assert_eq!((changed.len(), changed[0].part.as_str()), (1, agon_book::board::MIME));
    }

    #[test]
    fn outputs_that_are_gone_or_new_are_named() {
        let found = differences(&[stream("a")], &[], Policy::default());
        assert_eq!(found, [Difference { part: "stdout".into(), stored: "a".into(), found: String::new() }]);
        let error = json!({"output_type": "error", "ename": "Panic", "evalue": "no", "traceback": ["at 1"]});
        let found = differences(&[], &[error], Policy::default());
        assert_eq!((found[0].part.as_str(), found[0].found.as_str()), ("error", "Panic: no"));
    }

    #[test]
    fn order_does_not_count_where_it_need_not() {
        let unordered = Policy { unordered: true, ..Policy::default() };
        assert!(!differ("b\na\n", "a\nb\n", unordered) && differ("b\na\n", "a\na\n", unordered));
        let (a, b) = (stream("a"), json!({"output_type": "display_data", "data": {"text/plain": "b"}}));
        assert!(differences(&[a.clone(), b.clone()], &[b, a], unordered).is_empty());
    }

    #[test]
    fn near_numbers_are_the_same_and_the_rest_is_not() {
        let near = Policy { tolerance: Some(1e-6), ..Policy::default() };
        for (stored, found, differs) in [
            ("π ≈ 3.14159265", "π ≈ 3.14159299", false),
            ("π ≈ 3.1415", "π ≈ 3.1416", true),
            ("1000000.5", "1000000.6", false),
            ("1e-9, 2e+3", "3e-9, 2000", false),
            ("-0.5", "0.5", true),
            ("1 of 2", "1 of 3", true),
            ("x 1", "y 1", true),
            ("1", "1 2", true),
        ] {
            assert_eq!(differ(stored, found, near), differs, "{stored} / {found}");
        }
        let found = differences(&[stream("1.0000000001 2 a")], &[stream("1 2 b")], near);
        assert_eq!(found[0].found, "1.0000000001 2 b", "only what counts is shown");
    }

    #[test]
    fn durations_do_not_count_where_they_need_not() {
        let timing = Policy { timing: true, ..Policy::default() };
        for (stored, found, differs) in [
            ("took 12.3 ms", "took 9 ms", false),
            ("took 900 µs.", "took 1.2 s.", false),
            ("用时 3 秒，共 5 例", "用时 12秒，共 5 例", false),
            ("用时 3 秒，共 5 例", "用时 3 秒，共 6 例", true),
            ("0:01:05 left", "0:00:07.25 left", false),
            ("3 games", "4 games", true),
            ("1:2", "1:3", true),
            ("v2s", "v3s", true),
            ("5 sums", "6 sums", true),
        ] {
            assert_eq!(differ(stored, found, timing), differs, "{stored} / {found}");
        }
    }

    #[test]
    fn tags_say_how_and_a_bad_one_names_the_cell() {
        let policy = |tags: &[&str]| {
            let cells = json!([{"cell_type": "code", "id": "a", "metadata": {"tags": tags}, "source": ""}]);
            let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells});
            let path = std::path::Path::new("x.ipynb");
            let notebook = super::super::Notebook::parse(root.to_string().as_bytes(), path).unwrap();
            Policy::of(&notebook.cells()[0])
        };
        assert_eq!(policy(&["hide-input"]).unwrap().name(), "exact");
        assert_eq!(policy(&["unordered", "tolerance=1e-6"]).unwrap().name(), "unordered, tolerance=1e-6");
        assert!(differences(&[stream("a")], &[], policy(&["nbval-ignore-output"]).unwrap()).is_empty());
        for bad in ["tolerance=", "tolerance=some", "tolerance=-1"] {
            let error = policy(&[bad]).unwrap_err();
            assert!(error.contains("cell 1 (id a)") && error.contains(bad), "{error}");
        }
    }
}
