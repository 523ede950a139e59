//! Completion and inspection: what a name may be, and what it is.
//!
//! Tables that are in memory answer within milliseconds, whether or not a cell runs:
//!
//! | what is known | from where |
//! |---|---|
//! | variables with their types | the evaluator, after each cell |
//! | the session's functions, types, macros and imports | the texts of the cells and of the files they load ([`memory`]) |
//! | crates of `:dep` | their sources, read after the cell ([`tables`]) |
//! | agon, polars, plotters | their sources ([`source`], [`resolve`], [`tables`]) |
//! | the standard library | a table that comes with the program ([`tables`]) |
//! | keywords, attributes, directives | [`words`] |
//!
//! [`cursor`] finds out where in the text the reader is, [`scope`] what names mean there, [`infer`] what type an expression
//! has, as far as declarations tell. [`complete`] and [`inspect`] put it together. Where a type decides, rust-analyzer is
//! asked as well ([`analyzer`], in a process of its own, which starts when it is wanted), and [`merge`] makes one answer of
//! the two. If it is not there, not ready or slow, the tables' answer stands.

pub mod analyzer;
pub mod complete;
mod cursor;
mod declaration;
mod index;
mod infer;
pub mod inspect;
mod memory;
mod merge;
pub mod name;
mod packages;
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

use crate::evaluator::directive_lines::{blanked, lines};
use crate::evaluator::native::Definitions;
use crate::evaluator::parse::with_room;
use crate::evaluator::parts::split;
use crate::evaluator::prelude::Prelude;
use crate::evaluator::{AddedCrates, CellError, Variable};
use analyzer::{Analyzer, Wish};
use cursor::Cursor;
use index::Index;
use memory::Memory;
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
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
    /// The crates that the session has added, and all names together with theirs, which come a moment later.
    added: Arc<RwLock<(AddedCrates, Option<Arc<Index>>)>>,
    /// The texts of what the session has defined, for rust-analyzer.
    definitions: RwLock<Definitions>,
    analyzer: Analyzer,
}

impl Language {
    /// Makes the names of what cells link known, in the background.
    pub fn load(&self, prelude: &Prelude) -> Option<thread::JoinHandle<()>> {
        self.analyzer.allow(prelude);
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
        let (mut session, mut definitions) = (write(&self.session), write(&self.definitions));
        let is_clear = |line: &str| line.split_whitespace().next() == Some(":clear");
        if lines(code).any(|(line, is_directive)| is_directive && is_clear(line)) {
            (*session, *definitions) = (Memory::default(), Definitions::default());
        }
        for code in with_loaded(code, 0) {
            session.add(&code);
            let parts = split(&code);
            if !(parts.items.is_empty() && parts.imports.is_empty() && parts.attributes.is_empty()) {
                *definitions = definitions.with(0, &code, &parts);
            }
        }
    }

    /// The variables that the next cell can use.
    pub fn set_variables(&self, variables: Vec<Variable>) {
        write(&self.session).set_variables(variables);
    }

    /// The crates that the session has added: their names at once, what they export when their sources have been read.
    pub fn set_crates(&self, crates: AddedCrates) {
        write(&self.session).set_crates(&crates.names);
        if read(&self.added).0 == crates {
            return;
        }
        *write(&self.added) = (crates.clone(), None);
        let (linked, added) = (Arc::clone(&self.linked), Arc::clone(&self.added));
        let load = move || {
            let Some(index) = tables::of_crates(&crates) else { return };
            let mut all = linked.wait().clone();
            all.merge(index);
            let mut added = write(&added);
            if added.0 == crates {
                added.1 = Some(Arc::new(all));
            }
        };
        let spawned = thread::Builder::new().name("names".to_owned()).stack_size(STACK).spawn(load);
        if let Err(error) = spawned {
            tracing::warn!(%error, "the names of the added crates are not known");
        }
    }

    /// How the word at a place may go on; the place is counted in code points.
    pub fn complete(&self, code: &str, position: usize) -> Vec<Completion> {
        let cursor = Cursor::new(code, position);
        let Some(found) = self.look(code, |linked, session| complete::complete(linked, session, &cursor))
        else {
            return Vec::new();
        };
        let more = found.needs_more().then(|| self.ask(Wish::Complete, code, position)).flatten();
        self.analyzer.note(found.is_good());
        complete::offered(merge::completions(found, more.unwrap_or_default(), &cursor.word).into_iter())
    }

    /// Where the word at a place begins, and the place itself, in code points.
    pub fn word_at(&self, code: &str, position: usize) -> (usize, usize) {
        let cursor = Cursor::new(code, position);
        let start = complete::start(&cursor);
        (start, cursor.end)
    }

    /// What stands at a place.
    pub fn inspect(&self, code: &str, position: usize) -> Option<Description> {
        let cursor = Cursor::new(code, position);
        let found = self.look(code, |linked, session| inspect::inspect(linked, session, &cursor))?;
        let is_name = cursor.whole_word().starts_with(|c: char| !c.is_ascii_digit());
        let wish = if is_name { Wish::Inspect } else { Wish::Call };
        let more = found.needs_more().then(|| self.ask(wish, code, position)).flatten();
        self.analyzer.note(found.is_good());
        merge::descriptions(found, more.and_then(|names| names.into_iter().next()))
    }

    /// What a name, written as a path, means at the end of the session.
    pub fn describe(&self, path: &str) -> Option<Description> {
        let cursor = Cursor::new(path, path.chars().count());
        self.look(path, |linked, session| inspect::inspect(linked, session, &cursor))?.description
    }

    /// Whether the session has a variable of this name.
    pub fn has_variable(&self, name: &str) -> bool {
        read(&self.session).variables().iter().any(|variable| variable.name == name)
    }

    /// Asks rust-analyzer.
    fn ask(&self, wish: Wish, code: &str, position: usize) -> Option<Vec<name::Name>> {
        let question = || {
            let (session, definitions) = (read(&self.session), read(&self.definitions));
            analyzer::question(wish, &definitions, session.variables(), code, position)
        };
        self.analyzer.ask(question)
    }

    fn look<T: Send>(&self, code: &str, look: impl FnOnce(&Index, &Memory) -> T + Send) -> Option<T> {
        if code.len() > LONGEST {
            return None;
        }
        let session = read(&self.session);
        let with_added = read(&self.added).1.clone();
        let linked = with_added.as_deref().or_else(|| self.linked.get());
        let linked = linked.unwrap_or_else(|| self.standard.get_or_init(tables::standard));
        with_room(code, || look(linked, &session))
    }
}

/// The Rust of a cell behind that of the files that it loads, which may load others.
fn with_loaded(code: &str, depth: usize) -> Vec<String> {
    const DEEPEST: usize = 8;
    let file = |line: &str| {
        let path = Path::new(line.trim().strip_prefix(":load")?.trim());
        let is_text = path.metadata().is_ok_and(|data| data.is_file() && data.len() <= LONGEST as u64);
        is_text.then(|| std::fs::read_to_string(path).ok())?
    };
    let directives = lines(code).filter(|(_, is_directive)| *is_directive && depth < DEEPEST);
    let files = directives.filter_map(|(line, _)| file(line));
    let mut texts: Vec<String> = files.flat_map(|text| with_loaded(&text, depth + 1)).collect();
    texts.push(blanked(code));
    texts
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
