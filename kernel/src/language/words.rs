//! Words that are known without any source: those of the language, and the directives of the kernel.

use super::name::{Kind, Name};

const KEYWORDS: [(&str, &str); 39] = [
    ("as", "A conversion between types, `n as u64`; or another name for an import, `use a as b`."),
    ("async", "A function or block that can wait without holding up its thread."),
    ("await", "`f().await` waits for what an `async` function gives back."),
    ("break", "Leaves a loop; `break value` gives a `loop` its value."),
    ("const", "A constant: `const LIMIT: u32 = 100;`"),
    ("continue", "Goes on with the next turn of a loop."),
    ("crate", "The beginning of a path in the code of these cells."),
    ("dyn", "A type known only by its trait: `Box<dyn Fn(u32) -> bool>`."),
    ("else", "The other branch of an `if`, or of a `let` that may not match."),
    ("enum", "A type with several forms: `enum Player { Left, Right }`."),
    ("extern", "A function with another calling convention, or a foreign crate."),
    ("false", "The value of type `bool` that is not `true`."),
    ("fn", "A function: `fn mex(values: &[u32]) -> u32 { … }`"),
    ("for", "A loop over what an iterator gives: `for n in 0..10 { … }`"),
    ("if", "A branch: `if n % 2 == 0 { … } else { … }`; it has a value."),
    ("impl", "The methods of a type, or how it implements a trait."),
    ("in", "Stands between the pattern and the iterator of a `for`."),
    ("let", "A variable: `let heaps = [3, 4, 5];`"),
    ("loop", "A loop that only `break` ends."),
    ("match", "A choice by patterns: `match outcome { Outcome::N => …, Outcome::P => … }`"),
    ("mod", "A module: `mod games { … }`"),
    ("move", "A closure that owns what it uses."),
    ("mut", "A variable or reference through which a value can be changed."),
    ("pub", "Visible outside its module."),
    ("ref", "A pattern that borrows."),
    ("return", "Leaves a function with a value."),
    ("self", "The value whose method is called; or the module itself in a path."),
    ("Self", "The type whose `impl` or trait this is."),
    ("static", "A value that lives as long as the process; it keeps its value between cells."),
    ("struct", "A type with fields: `struct Heap { size: u32 }`"),
    ("super", "The module around this one."),
    ("trait", "What several types can do: `trait Size { fn size(&self) -> usize; }`"),
    ("true", "The value of type `bool` that is not `false`."),
    ("type", "Another name for a type."),
    ("union", "A type whose fields share their memory."),
    ("unsafe", "Code whose soundness the compiler does not check."),
    ("use", "An import: `use agon::*;`"),
    ("where", "Conditions on type parameters."),
    ("while", "A loop as long as a condition holds."),
];

/// The types that are always there; the standard library's table has their methods.
const PRIMITIVES: [(&str, &str); 17] = [
    ("bool", "`true` or `false`."),
    ("char", "A Unicode character."),
    ("f32", "A floating point number of 32 bits."),
    ("f64", "A floating point number of 64 bits."),
    ("i8", "A signed integer of 8 bits."),
    ("i16", "A signed integer of 16 bits."),
    ("i32", "A signed integer of 32 bits."),
    ("i64", "A signed integer of 64 bits."),
    ("i128", "A signed integer of 128 bits."),
    ("isize", "A signed integer as wide as a pointer."),
    ("str", "Text; `&str` is a reference to it."),
    ("u8", "An unsigned integer of 8 bits."),
    ("u16", "An unsigned integer of 16 bits."),
    ("u32", "An unsigned integer of 32 bits."),
    ("u64", "An unsigned integer of 64 bits."),
    ("u128", "An unsigned integer of 128 bits."),
    ("usize", "An unsigned integer as wide as a pointer: indices and sizes."),
];

/// What `#[derive(…)]` can be given.
const DERIVES: [(&str, &str); 9] = [
    ("Clone", "`x.clone()` makes another value like this one."),
    ("Copy", "Values are copied where others are moved; needs `Clone`."),
    ("Debug", "Values can be shown: at the end of a cell, and with `{:?}`."),
    ("Default", "`T::default()` makes a value."),
    ("Eq", "`==` holds between a value and itself, so that values can be keys; needs `PartialEq`."),
    ("Hash", "Values can be keys of a `HashMap`; needs `Eq` for that."),
    ("Ord", "Values can be sorted; needs `Eq` and `PartialOrd`."),
    ("PartialEq", "Values can be compared with `==`."),
    ("PartialOrd", "Values can be compared with `<`; needs `PartialEq`."),
];

/// The attributes that are used in cells.
const ATTRIBUTES: [(&str, &str); 10] = [
    ("allow", "Silences a warning: `#[allow(dead_code)]`."),
    ("cfg", "Compiles the next item only under a condition."),
    ("default", "The variant that `Default` makes."),
    ("deprecated", "Warns whoever uses the next item."),
    ("derive", "Implements traits for the next type: `#[derive(Clone, Debug)]`."),
    ("inline", "Suggests to copy the function's code to where it is called."),
    ("must_use", "Warns where the value is not used."),
    ("non_exhaustive", "More variants or fields may come."),
    ("repr", "How the type lies in memory."),
    ("test", "A function that a test runner calls."),
];

/// The crates that every cell can name.
const CRATES: [(&str, &str); 7] = [
    ("agon", "Combinatorial game theory, and the notebook's own calls."),
    ("polars", "Tables: data frames, expressions, lazy queries."),
    ("plotters", "Charts and drawings."),
    ("tokio", "The runtime of cells that `.await`."),
    ("std", "The standard library."),
    ("core", "The part of the standard library that needs no operating system."),
    ("alloc", "The part of the standard library that needs memory only."),
];

/// The words of the language.
pub fn keywords() -> impl Iterator<Item = Name> {
    KEYWORDS.iter().map(|(word, docs)| name(word, Kind::Keyword, "", docs))
}

/// What `#[derive(…)]` can be given.
pub fn derives() -> impl Iterator<Item = Name> {
    DERIVES.iter().map(|(word, docs)| name(word, Kind::Trait, "", docs))
}

/// The attributes that are used in cells.
pub fn attributes() -> impl Iterator<Item = Name> {
    ATTRIBUTES.iter().map(|(word, docs)| name(word, Kind::Keyword, &format!("#[{word}]"), docs))
}

/// The types that are always there.
pub fn primitives() -> impl Iterator<Item = Name> {
    PRIMITIVES
        .iter()
        .map(|(word, docs)| Name { type_name: (*word).to_owned(), ..name(word, Kind::Type, "", docs) })
}

/// The crates that every cell can name.
pub fn crates() -> impl Iterator<Item = Name> {
    CRATES.iter().map(|(word, docs)| crate_name(word, docs))
}

/// A crate that a session has added.
pub fn added_crate(word: &str) -> Name {
    crate_name(word, "A crate that this session has added; `:show_deps` says which version.")
}

fn crate_name(word: &str, docs: &str) -> Name {
    Name { place: word.to_owned(), ..name(word, Kind::Module, &format!("crate {word}"), docs) }
}

/// The lines that the kernel understands, from the list that `:help` shows: each line of it begins with a directive.
pub fn directives() -> impl Iterator<Item = Name> {
    crate::evaluator::native::DIRECTIVES.lines().filter_map(|line| {
        let word = line.split_whitespace().next().filter(|word| word.starts_with(':'))?;
        let (signature, docs) = line.split_once("  ").unwrap_or((line, ""));
        Some(name(word, Kind::Directive, signature, docs.trim()))
    })
}

fn name(word: &str, kind: Kind, signature: &str, docs: &str) -> Name {
    let signature = if signature.is_empty() { word } else { signature };
    Name {
        name: word.to_owned(),
        kind,
        signature: signature.to_owned(),
        docs: docs.to_owned(),
        ..Name::default()
    }
}
