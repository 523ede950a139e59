//! The engine that calls rustc itself.
//!
//! A cell becomes one crate ([`program`]): what earlier cells defined, and one function that takes the variables it uses
//! out of the store, runs the reader's statements, and puts the variables back. One call of rustc ([`compiler`]) makes a
//! small library that links the prelude's dylib; the host ([`super::host`]) loads it. Nothing of what was stored is
//! compiled again, and a cell that was compiled before, in this session or another, comes out of a [`cache`].
//!
//! Two things only the compiler knows are learnt from its errors: that a variable was moved (its return does not compile;
//! it is left out and the cell compiled once more), and the types of new variables (a second, check-only call beside the
//! run asks for them, because only the next cell needs them).

mod absence;
mod advice;
mod aside;
mod cache;
mod cargo_words;
mod carry_out;
mod child;
mod compilation;
mod compiler;
mod crates;
mod definitions;
mod diagnosis;
mod directive;
mod library;
mod manner;
mod packages;
mod plan;
mod program;
mod requirement;
mod spoken;

use super::cell::{Cell, Pace};
use super::conversation::{Ending, crashed, default_language, interrupted, language_byte, listen};
use super::interrupt::{Phase, Stop};
use super::link::{Event, Link};
use super::parts::{Binding, Import, Parts, split, words};
use super::prelude::Prelude;
use super::redefinition::Types;
use super::report;
use super::{AddedCrates, CellError, Evaluator, Interrupt, Output, Stream, Variable};
use absence::{macro_call, moved, unnameable};
use cache::Cache;
use child::{Host, Reply};
use compiler::{Compiler, Diagnostic};
use crates::Crates;
use crossbeam_channel::Receiver;
pub use definitions::Definitions;
use diagnosis::Answer;
use directive::Directive;
pub use directive::HELP as DIRECTIVES;
use manner::Manner;
use plan::Plan;
use program::{ENTRY, Ingredients, Stored};
use requirement::Requirement;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// An [`Evaluator`] that calls rustc directly.
pub struct NativeEvaluator {
    prelude: Prelude,
    compiler: Compiler,
    /// What `:dep` lines require, by name.
    requirements: Vec<Requirement>,
    crates: Crates,
    optimisation: String,
    /// What `:build_env` says.
    build_environment: BTreeMap<String, String>,
    cache: Cache,
    link: Link,
    host: Host,
    stop: Arc<Stop>,
    definitions: Definitions,
    types: Types,
    variables: Vec<Stored>,
    /// New variables whose types are being asked for.
    asked: Option<(Vec<Stored>, Receiver<HashMap<String, Answer>>)>,
    /// Variables that the store still has and the next run drops.
    forgotten: Vec<String>,
    /// Variables that later cells cannot have, and why.
    missing: HashMap<String, String>,
    /// The words in calls of readers' macros: of which macro, and in which cell.
    made: HashMap<String, (String, String)>,
    cells: Vec<Cell>,
    /// The numbers by which readers know them.
    numbers: Vec<u32>,
    /// The number of the cell that runs, and what the next one's is, if that has been said.
    number: u32,
    next_number: Option<u32>,
    manner: Manner,
    /// The last errors of the compiler.
    last_errors: Vec<Diagnostic>,
    /// Whether `:timing` is on.
    timing: bool,
    /// The files that are being loaded, the innermost last.
    loading: Vec<PathBuf>,
}

/// A cell that has been compiled.
struct Compiled {
    library: PathBuf,
    /// The stored variables that come back.
    returned: Vec<String>,
    /// Those that come back if the cell comes to its end: it moves them and then assigns to them.
    regained: Vec<String>,
    /// The new variables that stay.
    kept: Vec<String>,
    /// The new variables that do not stay, and why.
    missing: Vec<(String, String)>,
    /// The key of the program in the cache.
    key: String,
}

impl NativeEvaluator {
    /// Starts the engine.
    ///
    /// # Errors
    /// `Unavailable`, saying what is missing.
    pub fn start(prelude: &Prelude) -> Result<NativeEvaluator, CellError> {
        prelude.keep().map_err(CellError::unavailable)?;
        let link = Link::open().map_err(CellError::unavailable)?;
        let host = Host::start(prelude, link.folder())?;
        let (crates, optimisation) = (Crates::default(), "2".to_owned());
        let build_environment = BTreeMap::new();
        let compiler = Compiler::new(prelude, &crates, &optimisation, &build_environment);
        Ok(NativeEvaluator {
            cache: cache(prelude, &compiler),
            prelude: prelude.clone(),
            compiler,
            requirements: vec![],
            crates,
            optimisation,
            build_environment,
            stop: Arc::new(Stop::new(link.commands(), host.process())),
            link,
            host,
            definitions: Definitions::default(),
            types: Types::default(),
            variables: vec![],
            asked: None,
            forgotten: vec![],
            missing: HashMap::new(),
            made: HashMap::new(),
            cells: vec![],
            numbers: vec![],
            number: 0,
            next_number: None,
            manner: Manner::of_language(default_language()),
            last_errors: vec![],
            timing: false,
            loading: vec![],
        })
    }

    /// Waits for the types that were asked for, and enters the variables that have got one.
    fn settle(&mut self) {
        let Some((new, answers)) = self.asked.take() else { return };
        let mut answers = answers.recv().unwrap_or_default();
        for variable in new {
            match answers.remove(&variable.name) {
                Some(Answer::Named(type_name)) => self.enter(Stored { type_name, ..variable }),
                Some(Answer::Unnameable(what)) => {
                    self.miss(&variable.name, unnameable(&variable.name, &what));
                }
                None => self
                    .miss(&variable.name, format!("the type of `{}` could not be found out", variable.name)),
            }
        }
    }

    fn enter(&mut self, variable: Stored) {
        self.missing.remove(&variable.name);
        self.variables.retain(|old| old.name != variable.name);
        self.variables.push(variable);
    }

    fn miss(&mut self, name: &str, why: String) {
        self.variables.retain(|old| old.name != name);
        self.missing.insert(name.to_owned(), why);
    }

    /// The stored variables that the cell mentions, anywhere: a format string can name one, too.
    fn mentioned(&self, text: &str) -> Vec<Stored> {
        let mentioned: HashSet<&str> = words(text).collect();
        let is_mentioned = |variable: &&Stored| mentioned.contains(variable.name.trim_start_matches("r#"));
        self.variables.iter().filter(is_mentioned).cloned().collect()
    }

    /// The parts of a cell, with what earlier cells say of its macros and imports.
    fn parts(&self, cell: &Cell) -> Parts {
        let mut parts = split(cell.compiled());
        parts.lift_calls(cell.compiled(), |name| self.definitions.macro_named(name));
        let is_idle = |import: &mut Import| self.definitions.imports_itself(import);
        parts.idle_imports = parts.imports.extract_if(.., is_idle).collect();
        parts
    }

    /// What a program of this session is made from.
    fn ingredients<'a>(
        &'a self,
        cell: &'a Cell,
        parts: &'a Parts,
        plan: &'a Plan,
        returned: &'a [String],
        kept: &'a [String],
    ) -> Ingredients<'a> {
        Ingredients {
            cell: cell.number(),
            crates: &self.crates,
            earlier: &plan.definitions,
            text: cell.compiled(),
            parts,
            forgotten: &plan.forgotten,
            taken: &plan.taken,
            returned,
            regained: &[],
            kept,
            ended: &[],
            errors: self.manner.errors,
        }
    }

    /// The file of a program, in a folder that its key names: by it a panic, whose place the compiler has written down as
    /// a path, finds the program again, even if it was compiled in another session.
    fn source(&self, key: &str) -> PathBuf {
        self.link.folder().join(key).join(compiler::FILE)
    }

    /// A cell with its directives.
    fn execute_all(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        self.settle();
        if self.stop.was_requested() {
            return Err(interrupted(&[]));
        }
        // As the compiler reads a file.
        let (directives, code) = directive::split_off(&code.replace("\r\n", "\n"))?;
        let mut timed = self.timing;
        let only_directives = !directives.is_empty() && code.trim().is_empty();
        let alone = only_directives && directives.len() == 1;
        for directive in directives {
            timed |= directive == Directive::Time;
            self.carry_out(directive, alone, outputs)?;
        }
        if only_directives {
            return Ok(());
        }
        let mut cell = self.manner.shown(Cell::new(&code, self.cells.len(), Pace::Fast));
        self.cells.push(cell.clone());
        self.numbers.push(self.number);
        if let Some(error) = report::syntax_error(&cell) {
            let at = cell.syntax_errors().first().map_or(0, |(range, _)| range.start);
            return Err(directive::misplaced(&code, at).unwrap_or(error));
        }
        let mut parts = self.parts(&cell);
        let begin = Instant::now();
        let mut compiled = self.compile(&cell, &parts);
        if compiled.is_err() && cell.may_be_meant_otherwise() && !self.stop.was_requested() {
            // The report shall speak of the reader's loops, not of the macros around them. A macro in braces may be a statement.
            cell = self.manner.shown(Cell::new(&code, self.cells.len() - 1, Pace::Plain));
            parts = self.parts(&cell);
            if let Some(last) = self.cells.last_mut() {
                last.clone_from(&cell);
            }
            compiled = self.compile(&cell, &parts);
        }
        let (plan, compiled) = compiled?;
        let ready = Instant::now();
        let outcome = self.run(&cell, &parts, &plan, compiled, outputs);
        if timed {
            let (compiling, running) = ((ready - begin).as_millis(), ready.elapsed().as_millis());
            let text = format!("compiling {compiling} ms, running {running} ms\n");
            outputs(Output::Text { stream: Stream::Stderr, text });
        }
        outcome
    }

    fn renew_compiler(&mut self) {
        self.compiler =
            Compiler::new(&self.prelude, &self.crates, &self.optimisation, &self.build_environment);
        self.cache = cache(&self.prelude, &self.compiler);
    }

    /// Forgets what was in the host's memory; functions and types are only text.
    fn lose_host_state(&mut self, how: &str) {
        for Stored { name, .. } in std::mem::take(&mut self.variables) {
            let why = format!("`{name}` {how}: run the cell that made it again");
            self.missing.insert(name, why);
        }
        self.forgotten.clear();
        self.asked = None;
        self.definitions.set_loaded(false);
    }

    /// Runs a compiled cell and keeps the books of what it defines and of its variables. Nothing changes before its library
    /// has been loaded.
    fn run(
        &mut self,
        cell: &Cell,
        parts: &Parts,
        plan: &Plan,
        compiled: Compiled,
        outputs: &mut dyn FnMut(Output),
    ) -> Result<(), CellError> {
        let mut notices = self.notices(cell, parts, plan);
        let tell = |notices: &mut Vec<String>, outputs: &mut dyn FnMut(Output)| {
            let text = |text| Output::Text { stream: Stream::Stderr, text };
            notices.drain(..).for_each(|notice| outputs(text(notice)));
        };
        if parts.statements.is_empty() {
            tell(&mut notices, outputs);
            self.keep_books(cell, parts, plan, &compiled);
            return Ok(());
        }
        self.host.run(&compiled.library, ENTRY, &self.manner)?;
        let known = self.ask(cell, parts, plan, &compiled);
        let died = |reply: &Reply| *reply != Reply::Done;
        let mut told = |output: Output| {
            // Only now the library is loaded, and what the cell changes is so.
            if matches!(output, Output::Begun(_)) {
                tell(&mut notices, outputs);
            }
            outputs(output);
        };
        let replies = self.host.replies().clone();
        let (reply, ending) = listen(&self.link, &self.stop, &replies, died, &mut told)?;
        if ending.unloadable.is_some() {
            self.asked = None;
            return report::outcome(ending, self.stop.was_requested(), &self.cells, |_| None);
        }
        tell(&mut notices, outputs);
        self.keep_books(cell, parts, plan, &compiled);
        self.forgotten.clear();
        self.definitions.set_loaded(reply == Reply::Done);
        if let Reply::Died(how) = reply {
            return Err(self.after_death(&how, &ending, parts));
        }
        if let Some(name) = &ending.missing {
            return Err(self.after_mistake(name));
        }
        self.host.prepare_next();
        self.after_run(ending, parts, plan, &compiled, known)
    }

    /// Keeps the books of the variables of a cell that has run, to its end or not: `known` are those new ones whose types are
    /// known already.
    fn after_run(
        &mut self,
        ending: Ending,
        parts: &Parts,
        plan: &Plan,
        compiled: &Compiled,
        known: Vec<Stored>,
    ) -> Result<(), CellError> {
        let number = self.number_of(self.cells.len() - 1);
        let comes_back = |name| compiled.returned.contains(name) || compiled.regained.contains(name);
        for Stored { name, .. } in plan.taken.iter().filter(|variable| !comes_back(&variable.name)) {
            self.miss(name, moved(name, &number));
        }
        let source = |file: &str| {
            let key = Path::new(file).parent()?.file_name()?.to_str()?;
            std::fs::read_to_string(self.source(key)).ok()
        };
        let left = ending.left;
        let outcome = report::outcome(ending, self.stop.was_requested(), &self.cells, source);
        let how = match &outcome {
            Ok(()) if left => "returned before its end",
            Ok(()) => {
                known.into_iter().for_each(|variable| self.enter(variable));
                self.forget_shadowed(parts, &compiled.kept);
                return outcome;
            }
            Err(error) if error.ename == "Panic" => "panicked",
            Err(error) if error.ename == "Interrupted" => "was interrupted",
            Err(_) => "was left by a `?`",
        };
        // The cell did not come to where its new variables are kept.
        self.asked = None;
        for name in &compiled.regained {
            self.miss(
                name,
                format!("`{name}` was moved in cell {number}, which {how} before `{name}` had a value again"),
            );
        }
        self.miss_new(parts, |name| format!("`{name}` was not kept, because cell {number} {how}"));
        outcome
    }

    /// Nothing ran, because a variable is not what it was. This is a mistake of the engine, from which only this variable
    /// suffers.
    fn after_mistake(&mut self, name: &str) -> CellError {
        self.asked = None;
        self.miss(name, format!("`{name}` is not what it was when it was stored"));
        self.forgotten.push(name.to_owned());
        let evalue = format!("`{name}` could not be read again: bind it anew (`let {name} = …;`)");
        CellError { ename: "Error".into(), traceback: vec![evalue.clone()], evalue }
    }

    /// Enters what a cell that is there now has changed.
    fn keep_books(&mut self, cell: &Cell, parts: &Parts, plan: &Plan, compiled: &Compiled) {
        self.commit(plan);
        self.definitions = self.definitions.with(cell.number(), cell.compiled(), parts);
        self.missing.extend(compiled.missing.iter().cloned());
        for name in cell.closures() {
            self.miss(name, report::closure_is_gone(name));
        }
        let number = self.number_of(self.cells.len() - 1);
        let statements = parts.statements.iter().map(|range| &cell.compiled()[range.clone()]);
        for (by, words) in statements.filter_map(macro_call).filter(|(by, _)| self.definitions.has(by)) {
            self.made.extend(words.into_iter().map(|word| (word, (by.clone(), number.clone()))));
        }
    }

    /// Notes why the new variables of a cell are not there. Where there is an older one of the name, that has stayed.
    fn miss_new(&mut self, parts: &Parts, why: impl Fn(&str) -> String) {
        for Binding { name, .. } in &parts.bindings {
            if self.variables.iter().all(|variable| variable.name != *name) {
                self.missing.insert(name.clone(), why(name));
            }
        }
    }

    /// Of the names that a cell has bound anew, those whose new value did not stay mean nothing now.
    fn forget_shadowed(&mut self, parts: &Parts, kept: &[String]) {
        for Binding { name, .. } in parts.bindings.iter().filter(|binding| !kept.contains(&binding.name)) {
            if self.variables.iter().any(|variable| variable.name == *name) {
                let why = self.missing.get(name).cloned();
                let number = self.number_of(self.cells.len() - 1);
                self.miss(name, why.unwrap_or_else(|| moved(name, &number)));
                self.forgotten.push(name.clone());
            }
        }
    }

    fn after_death(&mut self, how: &str, ending: &Ending, parts: &Parts) -> CellError {
        let lost = self.variables();
        let number = self.number_of(self.cells.len() - 1);
        self.lose_host_state(&format!("was lost when cell {number} ended the process in which cells run"));
        self.miss_new(parts, |name| format!("`{name}` was not kept, because cell {number} did not end well"));
        self.host.is_gone();
        if let Err(error) = self.host.start_again() {
            return error;
        }
        if self.stop.was_requested() { interrupted(&lost) } else { crashed(how, ending, &lost) }
    }
}

impl Evaluator for NativeEvaluator {
    fn execute(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        self.stop.forget();
        self.stop.enter(Phase::Compiling);
        self.number = self.next_number.take().unwrap_or(self.number + 1);
        let outcome = self.execute_all(code, outputs);
        self.stop.enter(Phase::Idle);
        outcome
    }

    fn interrupt_handle(&self) -> Arc<dyn Interrupt> {
        Arc::clone(&self.stop) as Arc<dyn Interrupt>
    }

    fn set_language(&mut self, language: &str) {
        self.manner.language = language_byte(language);
    }

    fn set_number(&mut self, number: u32) {
        self.next_number = Some(number);
    }

    fn reset(&mut self) -> Result<(), CellError> {
        self.host.end();
        self.link.forget_host();
        self.definitions = Definitions::default();
        self.types = Types::default();
        self.lose_host_state("");
        self.missing.clear();
        self.made.clear();
        self.cells.clear();
        self.numbers.clear();
        self.host.start_again()
    }

    fn catch_up(&mut self, outputs: &mut dyn FnMut(Output)) {
        self.link.catch_up(outputs);
    }

    fn news(&self) -> Option<Receiver<Event>> {
        Some(self.link.events().clone())
    }

    fn variables(&self) -> Vec<Variable> {
        let variable =
            |stored: &Stored| Variable { name: stored.name.clone(), type_name: stored.type_name.clone() };
        let mut variables: Vec<Variable> = self.variables.iter().map(variable).collect();
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        variables
    }

    fn added_crates(&self) -> AddedCrates {
        AddedCrates {
            names: self.crates.files.iter().map(|(name, _)| name.clone()).collect(),
            workspace: self.crates.package(),
            sysroot: self.prelude.sysroot().to_owned(),
        }
    }

    fn settled_variables(&mut self) -> Vec<Variable> {
        self.settle();
        self.variables()
    }
}

impl Drop for NativeEvaluator {
    fn drop(&mut self) {
        self.stop.end_child();
        self.compiler.end_question();
    }
}

/// The cache for the products of a compiler.
fn cache(prelude: &Prelude, compiler: &Compiler) -> Cache {
    // A prelude that was built once more, in a cache that has moved, has other symbols.
    let built = prelude.products().dylib().metadata().and_then(|data| data.modified()).ok();
    let products = format!("{}\n{built:?}\n{}", prelude.fingerprint(), compiler.fingerprint());
    Cache::new(prelude.cell_cache(), products)
}
