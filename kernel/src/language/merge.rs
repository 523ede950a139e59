//! The tables' answers and rust-analyzer's as one.

use super::complete::{Candidates, Place, matching};
use super::inspect::{Description, Finding};
use super::name::{Kind, Name};
use std::collections::{HashMap, HashSet};

/// What is offered: of a name that both know, the better declaration.
///
/// The tables come first: they have put in front what is a type's own and what the reader has made. Behind a dot, what
/// rust-analyzer, which knows the type, does not confirm is left out; where the tables only guess, the order is its own.
pub fn completions(found: Candidates, more: Vec<Name>, word: &str) -> Vec<Name> {
    let Candidates { names, place, own, .. } = found;
    if more.is_empty() {
        return names;
    }
    let is_member = |name: &Name| matches!(name.kind, Kind::Method | Kind::Field);
    let more = more.into_iter().filter(|name| match place {
        Place::Member | Place::Guess => is_member(name),
        Place::Word if word.is_empty() => name.kind == Kind::Variable,
        _ => true,
    });
    let more = matching(more.collect(), word);
    let confirmed: HashSet<&str> = more.iter().map(|name| name.name.as_str()).collect();
    let is_right = |name: &Name| {
        name.kind == Kind::Keyword
            || !matches!(place, Place::Member | Place::Guess | Place::Type)
            || confirmed.contains(name.name.as_str())
            || own.contains(&name.name)
    };
    let names = names.into_iter().filter(is_right).collect();
    // The order of guesses means nothing.
    if place == Place::Guess { once(more, names) } else { once(names, more) }
}

/// All of both, the first list first. Where the first has no type or docs for a name, the second's are taken.
fn once(first: Vec<Name>, second: Vec<Name>) -> Vec<Name> {
    let of_second: HashMap<&str, &Name> = second.iter().map(|name| (name.name.as_str(), name)).collect();
    let better = |name: &Name| {
        let other = of_second
            .get(name.name.as_str())
            .filter(|_| name.kind == Kind::Variable && name.type_name.is_empty());
        other.map_or_else(|| name.clone(), |other| Name::clone(other))
    };
    let mut all: Vec<Name> = first.iter().map(better).collect();
    let known: HashSet<(u8, String)> =
        all.iter().map(|name| (name.kind.space(), name.name.clone())).collect();
    all.extend(second.into_iter().filter(|name| !known.contains(&(name.kind.space(), name.name.clone()))));
    all
}

/// What is said of a name: what rust-analyzer knows of it, which is about this very place, with the list of members that
/// the tables have of it.
pub fn descriptions(found: Finding, more: Option<Name>) -> Option<Description> {
    let Some(more) = more else { return found.description };
    let place = readable(&more.place);
    let same = |description: &Description| {
        description.names.iter().any(|name| name.kind.space() == more.kind.space())
    };
    let contents = found.description.filter(same).map(|description| description.contents).unwrap_or_default();
    Some(Description { names: vec![Name { place, ..more }], contents })
}

/// A member's place as a reader knows it: the type, not the private modules in which it is written.
fn readable(place: &str) -> String {
    let last = place.rsplit("::").next().unwrap_or_default();
    if last.starts_with(char::is_uppercase) { last.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(kind: Kind, names: &[&str]) -> Vec<Name> {
        names.iter().map(|name| Name { name: (*name).to_owned(), kind, ..Name::default() }).collect()
    }

    fn merged(place: Place, found: &[&str], more: &[&str], word: &str) -> Vec<String> {
        let found = Candidates { names: names(Kind::Method, found), place, ..Candidates::default() };
        completions(found, names(Kind::Method, more), word).into_iter().map(|name| name.name).collect()
    }

    #[test]
    fn behind_a_dot_only_what_is_confirmed_remains_in_the_order_of_the_tables() {
        assert_eq!(
            merged(Place::Guess, &["own", "guessed", "other"], &["a", "other", "own"], ""),
            ["a", "other", "own"]
        );
        for place in [Place::Member, Place::Type] {
            assert_eq!(
                merged(place, &["own", "guessed", "other"], &["a", "other", "own"], ""),
                ["own", "other", "a"]
            );
        }
        assert_eq!(merged(Place::Member, &["own", "guessed"], &[], ""), ["own", "guessed"]);
        assert_eq!(
            merged(Place::Member, &["len"], &["len", "le", "leak", "push"], "le"),
            ["len", "le", "leak"]
        );
        assert_eq!(merged(Place::Module, &["Heap"], &["Heap", "Hidden"], "H"), ["Heap", "Hidden"]);
    }

    #[test]
    fn a_variable_gets_its_type_from_whoever_knows_it() {
        let known = |signature: &str, type_name: &str| Name {
            name: "n".to_owned(),
            kind: Kind::Variable,
            signature: signature.to_owned(),
            type_name: type_name.to_owned(),
            ..Name::default()
        };
        let found =
            Candidates { names: vec![known("let n", "")], place: Place::Word, ..Candidates::default() };
        let merged = completions(found, vec![known("let n: u8", "u8")], "n");
        assert_eq!(merged, [known("let n: u8", "u8")]);
    }

    #[test]
    fn a_place_is_a_type() {
        assert_eq!(readable("polars_lazy::frame::LazyFrame"), "LazyFrame");
        assert_eq!((readable("core::slice"), readable("")), (String::new(), String::new()));
    }
}
