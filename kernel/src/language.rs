//! Completion and inspection: what a name may be, and what it is.
//!
//! Everything is answered from tables that are in memory, so that an answer takes milliseconds whether or not a cell runs:
//!
//! | what is known | from where |
//! |---|---|
//! | variables with their types | the evaluator, after each cell |
//! | the session's functions, types, macros and imports | the texts of the cells ([`memory`]) |
//! | agon, polars, plotters | their sources ([`source`], [`resolve`], [`tables`]) |
//! | the standard library | a table that comes with the program ([`tables`]) |
//! | keywords, directives | [`words`] |
//!
//! [`cursor`] finds out where in the text the reader is, [`scope`] what names mean there, [`infer`] what type an expression
//! has. [`complete`] and [`inspect`] put it together.

pub mod complete;
mod cursor;
mod index;
mod infer;
pub mod inspect;
mod memory;
pub mod name;
mod resolve;
mod scope;
mod source;
#[cfg(test)]
mod std_table;
mod tables;
#[cfg(test)]
mod tests;
mod types;
mod words;

pub use complete::Completion;
pub use inspect::Description;

use crate::evaluator::parse::with_room;
use crate::evaluator::prelude::Prelude;
use crate::evaluator::{CellError, Variable};
use cursor::Cursor;
use index::Index;
use memory::Memory;
use std::sync::{Arc, OnceLock, RwLock};
use std::thread;

/// The longest text in which names are looked up, in bytes: no notebook's cell is longer.
const LONGEST: usize = 256 << 10;

/// The stack of the thread that reads sources, in which types may nest.
const STACK: usize = 64 << 20;

/// What is known of names. All threads share one.
#[derive(Default)]
pub struct Language {
    /// The names of the standard library.
    standard: OnceLock<Index>,
    /// The same with the names of what cells link, which come a moment after the start.
    linked: Arc<OnceLock<Index>>,
    session: RwLock<Memory>,
}

impl Language {
    /// Makes the names of what cells link known, in the background.
    pub fn load(&self, prelude: &Prelude) -> Option<thread::JoinHandle<()>> {
        let (linked, prelude) = (Arc::clone(&self.linked), prelude.clone());
        let load = move || {
            let _ = linked.set(tables::all(&prelude));
        };
        let spawned = thread::Builder::new().name("names".to_owned()).stack_size(STACK).spawn(load);
        spawned.inspect_err(|error| tracing::warn!(%error, "the names of the libraries are not known")).ok()
    }

    /// Reads the sources of what cells link, so that no session has to.
    pub fn prepare(prelude: &Prelude) {
        Language::default().load(prelude).map(thread::JoinHandle::join);
    }

    /// Takes note of a cell that has come to its end. What it declares stays unless the compiler has refused it.
    pub fn remember(&self, code: &str, outcome: &Result<(), CellError>) {
        const REFUSED: [&str; 3] = ["CompileError", "Directive", "Unavailable"];
        if outcome.as_ref().is_err_and(|error| REFUSED.contains(&error.ename.as_str())) {
            return;
        }
        let mut session = self.session.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if code.lines().any(|line| line.trim() == ":clear") {
            *session = Memory::default();
        }
        session.add(&without_directives(code));
    }

    /// The variables that the next cell can use.
    pub fn set_variables(&self, variables: Vec<Variable>) {
        self.session.write().unwrap_or_else(std::sync::PoisonError::into_inner).set_variables(variables);
    }

    /// How the word at a place may go on; the place is counted in code points.
    pub fn complete(&self, code: &str, position: usize) -> Vec<Completion> {
        self.look(code, |linked, session| complete::complete(linked, session, &Cursor::new(code, position)))
            .unwrap_or_default()
    }

    /// Where the word at a place begins, and the place itself, in code points.
    pub fn word_at(&self, code: &str, position: usize) -> (usize, usize) {
        let cursor = Cursor::new(code, position);
        let start = complete::start(&cursor);
        (start, cursor.end)
    }

    /// What stands at a place.
    pub fn inspect(&self, code: &str, position: usize) -> Option<Description> {
        self.look(code, |linked, session| inspect::inspect(linked, session, &Cursor::new(code, position)))?
    }

    /// What a name, written as a path, means at the end of the session.
    pub fn describe(&self, path: &str) -> Option<Description> {
        self.inspect(path, path.chars().count())
    }

    /// Whether the session has a variable of this name.
    pub fn has_variable(&self, name: &str) -> bool {
        let session = self.session.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        session.variables().iter().any(|variable| variable.name == name)
    }

    fn look<T: Send>(&self, code: &str, look: impl FnOnce(&Index, &Memory) -> T + Send) -> Option<T> {
        if code.len() > LONGEST {
            return None;
        }
        let session = self.session.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let linked = self.linked.get().unwrap_or_else(|| self.standard.get_or_init(tables::standard));
        with_room(code, || look(linked, &session))
    }
}

/// The text with its lines of directives blank; every character keeps its place.
fn without_directives(code: &str) -> String {
    let is_directive = |line: &str| {
        let mut characters = line.trim_start().chars();
        characters.next() == Some(':') && characters.next().is_some_and(|second| second.is_ascii_alphabetic())
    };
    let lines = code
        .split('\n')
        .map(|line| if is_directive(line) { " ".repeat(line.len()) } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}
