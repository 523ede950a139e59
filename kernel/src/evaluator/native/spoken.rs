//! Definitions of earlier cells as readers are told of them.

use super::super::parts::{Key, words};
use super::definitions::{Definition, Id, Imported};
use std::collections::HashSet;

/// A definition of an earlier cell as it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// What tells it from others.
    pub id: Id,
    /// Such as `impl Point`.
    pub name: String,
    /// The number of its cell.
    pub cell: usize,
    /// Its text.
    pub text: String,
    /// Whether it defines a type, trait or module.
    pub is_type: bool,
    /// Why it is set aside, if it is.
    pub aside: Option<String>,
    /// The names that it gives a meaning to: its own, or those in an implementation.
    names: Vec<String>,
    /// If it is an implementation: the words of its head, and whether it is a trait's.
    head: Vec<String>,
    of_trait: bool,
    /// Whether it is a call of a macro.
    pub is_made: bool,
}

impl Spoken {
    pub(super) fn of_item(definition: &Definition) -> Spoken {
        let key = &definition.item.key;
        let head = match key {
            Key::Impl(head, _) => significant(head),
            _ => vec![],
        };
        Spoken {
            id: definition.id(),
            name: key.spoken(),
            cell: definition.cell,
            text: definition.text.clone(),
            is_type: matches!(key, Key::Type(_)),
            aside: definition.aside.clone(),
            names: key.names().map(str::to_owned).collect(),
            head,
            of_trait: key.is_of_trait(),
            is_made: matches!(key, Key::Made(..)),
        }
    }

    pub(super) fn of_import(imported: &Imported) -> Spoken {
        Spoken {
            id: imported.id(),
            name: imported.import.text.trim_end_matches(';').to_owned(),
            cell: imported.cell,
            text: imported.import.text.clone(),
            is_type: false,
            aside: imported.aside.clone(),
            names: imported.import.name.iter().cloned().collect(),
            head: vec![],
            of_trait: false,
            is_made: false,
        }
    }

    /// The same, not there for this reason.
    pub(super) fn set_aside(self, why: String) -> Spoken {
        Spoken { aside: Some(why), ..self }
    }

    /// What a cell has lost with an implementation that another cell replaced: the name in it, and why it is not there.
    pub(super) fn lost(&self, name: &str, why: String) -> Spoken {
        Spoken { name: name.to_owned(), names: vec![name.to_owned()], aside: Some(why), ..self.clone() }
    }

    /// Whether the compiler may speak of what this defines.
    pub fn is_meant_by(&self, said: &Said<'_>) -> bool {
        // A name may be a common word, and the compiler may advise one that is only similar.
        let is_quoted = |name: &String| said.quoted.contains(name.as_str());
        let is_own = |name: &String| said.own.contains(name.as_str());
        if self.head.is_empty() && !self.of_trait {
            return self.names.iter().any(|name| is_quoted(name) && is_own(name));
        }
        (self.of_trait || self.names.iter().any(is_quoted))
            && self.head.iter().all(|word| said.all.contains(word.as_str()))
    }

    /// Whether a new definition says again what this said.
    pub(super) fn is_back(&self, new: &Key) -> bool {
        let is_own = |word: &String| self.names.contains(word);
        match new {
            Key::Impl(head, _) if self.of_trait => new.is_of_trait() && self.head == significant(head),
            Key::Impl(head, names) => self.head == significant(head) && names.iter().any(is_own),
            other => {
                self.head.is_empty()
                    && other.name().is_some_and(|name| self.names.iter().any(|own| own == name))
            }
        }
    }

    /// Whether it mentions one of these names.
    pub fn mentions(&self, names: &HashSet<String>) -> bool {
        words(&self.text).any(|word| names.contains(word))
    }

    /// Why it is not there.
    pub fn reason(&self) -> &str {
        self.aside.as_deref().unwrap_or_default()
    }

    /// The names that it gives a meaning to.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// What the compiler says of a cell, in words.
pub struct Said<'a> {
    /// All of it, with the lines of code that it shows.
    all: HashSet<&'a str>,
    /// What it says of pieces of code, which stand between backticks.
    quoted: HashSet<&'a str>,
    /// The cell itself.
    own: HashSet<&'a str>,
}

impl<'a> Said<'a> {
    /// The words of a message with its labels, of all that goes with it, and of the cell that it is about.
    pub fn new(messages: &[&'a str], text: &'a str, cell: &'a str) -> Said<'a> {
        let quoted = messages.iter().flat_map(|message| message.split('`').skip(1).step_by(2));
        Said {
            all: words(text).collect(),
            quoted: quoted.flat_map(words).collect(),
            own: words(cell).collect(),
        }
    }
}

/// Whether this is the head of an implementation, as opposed to that of a block of `extern` functions.
fn is_implementation(head: &str) -> bool {
    words(head).find(|word| *word != "unsafe") == Some("impl")
}

/// The words that tell the head of an implementation from others; none of that of a block of `extern` functions.
fn significant(head: &str) -> Vec<String> {
    if !is_implementation(head) {
        return vec![];
    }
    let (parameters, rest) = parameters_of(head);
    let is_parameter = |word: &str| words(parameters).any(|own| own == word);
    let significant = |word: &&str| *word != "for" && !is_parameter(word);
    words(rest).filter(significant).map(str::to_owned).collect()
}

/// The parameters of an implementation, and what it is of and for.
fn parameters_of(head: &str) -> (&str, &str) {
    let rest = head.split_once("impl").map_or(head, |(_, rest)| rest.trim_start());
    let rest = rest.split(" where ").next().unwrap_or(rest);
    if !rest.starts_with('<') {
        return ("", rest);
    }
    let mut depth = 0i32;
    for (at, token) in rest.match_indices(['<', '>']) {
        depth += if token == "<" { 1 } else { -1 };
        if depth == 0 {
            return rest.split_at(at + 1);
        }
    }
    ("", rest)
}

impl Key {
    /// As it is spoken of: `impl<T> Size for Vec<T>`, `norm`.
    pub(super) fn spoken(&self) -> String {
        let glue = |head: &str| {
            let mut text = head.to_owned();
            for (loose, tight) in [
                (" <", "<"),
                ("< ", "<"),
                (" >", ">"),
                (" ::", "::"),
                (":: ", "::"),
                ("& ", "&"),
                (" ,", ","),
                (" :", ":"),
            ] {
                text = text.replace(loose, tight);
            }
            text
        };
        match self {
            Key::Type(name) | Key::Value(name) => name.clone(),
            Key::Macro(name) => format!("{name}!"),
            Key::Impl(head, names) if is_implementation(head) || names.is_empty() => glue(head),
            Key::Impl(head, names) => format!("{} {{ {} }}", glue(head), names.join(", ")),
            Key::Made(call, _) => format!("{}!(…)", words(call).next().unwrap_or_default()),
            Key::Other(text) => text.lines().next().unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parts::split;
    use super::super::definitions::Definitions;
    use super::*;

    fn spoken(text: &str) -> Vec<Spoken> {
        let definitions = Definitions::default().with(0, text, &split(text));
        definitions.items().map(Spoken::of_item).collect()
    }

    #[test]
    fn definitions_are_spoken_of_by_their_heads() {
        let spoken = spoken(
            "impl<T: Ord> Size for Vec<T> {}\nimpl P { fn norm(&self) {} }\nmacro_rules! m { () => {} }",
        );
        let names: Vec<&str> = spoken.iter().map(|spoken| spoken.name.as_str()).collect();
        assert_eq!(names, ["impl<T: Ord> Size for Vec<T>", "impl P", "m!"]);
        let meant = |text: &str| -> Vec<bool> {
            let said = Said::new(&[text], text, "P.norm()");
            spoken.iter().map(|spoken| spoken.is_meant_by(&said)).collect()
        };
        assert_eq!(meant("the trait bound `Vec<u8>: Size` is not satisfied"), [true, false, false]);
        assert_eq!(meant("no method named `norm` found for struct `P`"), [false, true, false]);
        assert_eq!(meant("no method named `norm` found for struct `Q`"), [false; 3]);
    }

    #[test]
    fn a_name_is_meant_only_where_the_compiler_quotes_it_and_the_cell_has_it() {
        let spoken = spoken("fn value() {}\nfn first() {}");
        let meant = |message: &str, cell: &str| -> Vec<bool> {
            let text = format!("{message}\n1 | {cell}");
            let said = Said::new(&[message], &text, cell);
            spoken.iter().map(|spoken| spoken.is_meant_by(&said)).collect()
        };
        let said = "cannot find value `totl` in this scope";
        assert_eq!(meant(said, "let total: u32 = totl + 1; // the first value"), [false; 2]);
        assert_eq!(meant("cannot find function `value` in this scope", "value()"), [true, false]);
        assert_eq!(meant("a function with a similar name exists: `value`", "vale()"), [false; 2]);
    }
}
