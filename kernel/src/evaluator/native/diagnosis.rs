//! What the compiler's messages mean for a cell.
//!
//! Most are for the reader ([`finding`]). Two kinds are for the engine: a variable that cannot be put into the store
//! ([`trouble`]), and the types it asked for ([`answers`]).

use super::super::cell::{Cell, without_marks};
use super::super::parts::words;
use super::super::report::{Finding, Mark};
use super::compiler::{Diagnostic, Span};
use super::definitions::Id;
use super::program::{Program, Put};
use std::collections::HashMap;

/// What the compiler says of a variable's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its name, as a program can write it.
    Named(String),
    /// It has none; what it is.
    Unnameable(String),
}

/// How what is said of a type begins that is defined inside a block.
pub const LOCAL: &str = "the local type";
/// What is said of a type that is not known.
pub const NOT_INFERRED: &str = "something that the compiler could not infer";

/// Why a variable cannot be given back or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It was moved, or never had a value.
    Moved,
    /// It borrows from something that ends with the cell.
    Borrows,
    /// As long as it is there, a variable that it borrows from cannot be kept: it must be dropped first.
    Holds,
}

impl Trouble {
    fn word(self) -> &'static str {
        match self {
            Trouble::Moved => "moved",
            Trouble::Borrows => "borrows",
            Trouble::Holds => "holds",
        }
    }

    /// A line of the cache.
    pub fn line(self, put: &Put) -> String {
        format!("{} {} {}", self.word(), if put.new { "new" } else { "old" }, put.name)
    }

    /// What a line of the cache says.
    pub fn parse(line: &str) -> Option<(Put, Trouble)> {
        let mut words = line.splitn(3, ' ');
        let word = words.next()?;
        let why =
            [Trouble::Moved, Trouble::Borrows, Trouble::Holds].into_iter().find(|why| why.word() == word)?;
        Some((Put { new: words.next()? == "new", name: words.next()?.to_owned() }, why))
    }
}

/// The variables whose keeping is what does not compile. Empty if anything else is wrong as well.
pub fn trouble(program: &Program, diagnostics: &[Diagnostic]) -> Vec<(Put, Trouble)> {
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        let why = match diagnostic.code() {
            "E0382" | "E0381" => Trouble::Moved,
            "E0597" | "E0716" | "E0521" | "E0505" | "E0506" | "E0502" | "E0499" | "E0373" | "E0515"
            | "E0310" | "E0700" | "E0501" | "E0503" | "E0713" => Trouble::Borrows,
            "" if diagnostic.message.contains("lifetime may not live long enough") => Trouble::Borrows,
            _ => return vec![],
        };
        let puts = diagnostic
            .spans
            .iter()
            .filter_map(|span| Some((span.is_primary, program.put_at(span.in_program()?.byte_start)?)));
        let mut puts: Vec<(bool, &Put)> = puts.collect();
        // A variable that is moved into the store while another borrows from it: the other one is to blame, and it is
        // named by "borrow later used here". Labels such as "argument requires that …" name the borrower, too.
        puts.sort_by_key(|(is_primary, _)| *is_primary == (why == Trouble::Borrows));
        let put = puts.first().filter(|(is_primary, _)| *is_primary || why == Trouble::Borrows);
        match put.map(|(_, put)| *put) {
            Some(put) => match holder(diagnostic).filter(|_| why == Trouble::Borrows) {
                Some(name) => out.push((Put { name: name.to_owned(), new: true }, Trouble::Holds)),
                None => out.push((put.clone(), why)),
            },
            None => return vec![],
        }
    }
    out
}

/// The variable that borrows until it is dropped, if that is what is wrong.
fn holder(diagnostic: &Diagnostic) -> Option<&str> {
    const BEGINNING: &str = "borrow might be used here, when `";
    let labels = diagnostic.spans.iter().filter_map(|span| span.label.as_deref());
    labels.filter_map(|label| label.strip_prefix(BEGINNING)?.split('`').next()).next()
}

/// An error of rustc in terms of the reader's text. `place` says where in an earlier cell a place in what that defines is.
pub fn finding(
    cell: &Cell,
    program: &Program,
    diagnostic: &Diagnostic,
    place: &dyn Fn(&Id, usize) -> Option<String>,
) -> Finding {
    let marks = |spans: &[Span]| -> Vec<Mark> {
        let mark = |span: &Span| {
            let place = program.site(span)?;
            let start = cell.origin(program.origin(place.byte_start)?);
            let end = cell.origin(program.origin(place.byte_end).unwrap_or(start)).max(start);
            let label = as_readers_write(span.label.as_deref().unwrap_or_default());
            Some(Mark { range: start..end, label, is_primary: span.is_primary })
        };
        spans.iter().filter_map(mark).collect()
    };
    let mut labels = marks(&diagnostic.spans);
    labels.extend(
        labels
            .is_empty()
            .then(|| diagnostic.children.iter().flat_map(|child| marks(&child.spans)))
            .into_iter()
            .flatten(),
    );
    let elsewhere = |span: &Span| {
        let (id, at) = program.earlier_at(program.site(span)?.byte_start)?;
        place(id, at)
    };
    let mut notes: Vec<String> = Vec::new();
    for (of, is_child) in std::iter::once((diagnostic, false))
        .chain(diagnostic.children.iter().filter(|child| child.level == "note").map(|child| (child, true)))
    {
        for span in of.spans.iter().filter(|span| span.suggested_replacement.is_none()) {
            let Some(place) = elsewhere(span) else { continue };
            let label = span.label.as_deref().filter(|label| !label.is_empty());
            let said = if is_child { Some(of.message.as_str()) } else { label };
            let note = said.map(|said| format!("{} ({place})", as_readers_write(said)));
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
    }
    let helps = diagnostic.children.iter().filter(|child| child.level == "help").map(|child| {
        let replacement =
            child.spans.first().and_then(|span| span.suggested_replacement.as_deref()).unwrap_or("");
        format!(
            "{}{}{}",
            as_readers_write(&child.message),
            if replacement.trim().is_empty() { "" } else { ": " },
            as_readers_write(replacement.trim())
        )
    });
    Finding {
        message: as_readers_write(&diagnostic.message),
        code: diagnostic.code.as_ref().map(|code| code.code.clone()),
        labels,
        helps: helps.collect(),
        notes,
        rendered: as_readers_write(diagnostic.rendered.as_deref().unwrap_or_default()),
    }
}

/// What is wrong, on one line.
pub fn reason(diagnostic: &Diagnostic) -> String {
    let message = as_readers_write(diagnostic.message.lines().next().unwrap_or_default());
    let primary = diagnostic.spans.iter().find(|span| span.is_primary);
    match primary.and_then(|span| span.label.as_deref()) {
        // By itself this says little.
        Some(label) if message == "mismatched types" => format!("{message}: {}", as_readers_write(label)),
        _ => message,
    }
}

/// What the compiler says, without what is ours: with the name by which cells call the prelude, without the modules in
/// which types that are defined anew stand, and without marks.
pub fn as_readers_write(text: &str) -> String {
    let text = without_marks(&text.replace("agon_prelude::", "agon::"));
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("agon_") {
        let (before, found) = rest.split_at(at);
        cleaned += before;
        let after = &found["agon_".len()..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let name = after[digits..].strip_prefix('_').filter(|_| digits > 0);
        rest = match name.and_then(|name| name.split_once("::")) {
            Some((module, type_)) if !module.is_empty() && words(module).eq([module]) => type_,
            _ => {
                cleaned += "agon_";
                after
            }
        };
    }
    cleaned + rest
}

/// The types that a probing call has named.
pub fn answers(program: &Program, diagnostics: &[Diagnostic]) -> HashMap<String, Answer> {
    let mut answers = HashMap::new();
    for span in diagnostics.iter().flat_map(|diagnostic| &diagnostic.spans) {
        let label = span.label.as_deref().unwrap_or("");
        let Some(ty) =
            label.strip_prefix("this expression has type `").and_then(|rest| rest.strip_suffix('`'))
        else {
            continue;
        };
        let Some(ty) = ty.split_once("Probe<").and_then(|(_, rest)| rest.strip_suffix('>')) else { continue };
        if let Some(put) = program.put_at(span.byte_start) {
            answers.insert(put.name.clone(), answer(ty));
        }
    }
    answers
}

fn answer(ty: &str) -> Answer {
    // `agon_cell_5f::{closure#0}::Local`
    if let Some((_, local)) = ty.split_once("}::").filter(|(path, _)| path.contains("{closure")) {
        let name = words(local).next().unwrap_or(local);
        return Answer::Unnameable(format!("{LOCAL} `{name}`"));
    }
    for (sign, what) in [
        ("{closure", "a closure"),
        ("impl ", "an `impl …`"),
        ("{async", "a future"),
        ("{coroutine", "a coroutine"),
        ("{opaque", "an `impl …`"),
    ] {
        if ty.contains(sign) {
            return Answer::Unnameable(what.to_owned());
        }
    }
    if ty.contains("type error") || words(&ty.replace("'_", "")).any(|word| word == "_") {
        return Answer::Unnameable(NOT_INFERRED.to_owned());
    }
    let name = ty.replace("{integer}", "i32").replace("{float}", "f64");
    if name.contains('{') {
        return Answer::Unnameable("a function's own type".to_owned());
    }
    Answer::Named(make_static(&name))
}

/// Stored references live for ever, and their types say so.
fn make_static(ty: &str) -> String {
    let mut text = String::new();
    let mut rest = ty;
    while let Some(at) = rest.find('&') {
        text += &rest[..=at];
        rest = rest[at + 1..].trim_start();
        if !rest.starts_with('\'') {
            text += "'static ";
        }
    }
    (text + rest).replace("'_", "'static")
}

/// A line of the cache.
pub fn write_answer(name: &str, answer: &Answer) -> String {
    match answer {
        Answer::Named(ty) => format!("{name} = {ty}"),
        Answer::Unnameable(what) => format!("{name} : {what}"),
    }
}

/// What a line of the cache says.
pub fn read_answer(line: &str) -> Option<(String, Answer)> {
    let mut words = line.splitn(3, ' ');
    let (name, sign, rest) = (words.next()?, words.next()?, words.next()?);
    let answer =
        if sign == "=" { Answer::Named(rest.to_owned()) } else { Answer::Unnameable(rest.to_owned()) };
    Some((name.to_owned(), answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ours_is_not_shown() {
        for (said, shown) in [
            (
                "expected `agon_12_Point::Point`, found `Vec<agon_1_甲::甲>`",
                "expected `Point`, found `Vec<甲>`",
            ),
            ("let/*@00003:12*/ x = agon_prelude::Nimber(1)", "let x = agon::Nimber(1)"),
            ("agon_x::y agon_1 agon_1_ /*@ */", "agon_x::y agon_1 agon_1_ /*@ */"),
        ] {
            assert_eq!(as_readers_write(said), shown);
        }
    }

    #[test]
    fn stored_references_are_static() {
        assert_eq!(make_static("HashMap<&str, &'static u8>"), "HashMap<&'static str, &'static u8>");
        assert_eq!(make_static("Cow<'_, str>"), "Cow<'static, str>");
    }

    #[test]
    fn a_lifetime_that_is_not_written_is_no_type_that_is_not_known() {
        assert_eq!(answer("Name<'_>"), Answer::Named("Name<'static>".to_owned()));
        assert_eq!(answer("Vec<_>"), Answer::Unnameable(NOT_INFERRED.to_owned()));
        let local = "std::vec::Vec<agon_cell_5f::{closure#0}::Local>";
        assert_eq!(answer(local), Answer::Unnameable("the local type `Local`".to_owned()));
    }

    #[test]
    fn answers_survive_the_cache() {
        for answer in [answer("std::vec::Vec<{integer}>"), answer("Map<Range<u8>, {closure@x}>")] {
            assert_eq!(read_answer(&write_answer("甲", &answer)), Some(("甲".to_owned(), answer)));
        }
    }
}
