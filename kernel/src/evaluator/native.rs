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

mod cache;
mod child;
mod compiler;
mod program;

use super::cell::Cell;
use super::conversation::{Ending, crashed, default_language, interrupted, language_byte, listen};
use super::frame::Command;
use super::interrupt::{Phase, Stop};
use super::link::Link;
use super::parts::{Binding, Parts, split, words};
use super::prelude::Prelude;
use super::redefinition::Types;
use super::report::{self, Finding, Mark};
use super::{CellError, Evaluator, Interrupt, Output, Stream, Variable};
use cache::Cache;
use child::{Host, Reply};
use compiler::{Compiler, Diagnostic, Product};
use crossbeam_channel::Receiver;
use program::{Definitions, ENTRY, Ingredients, Program, Purpose, Put, Stored};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// An [`Evaluator`] that calls rustc directly.
pub struct NativeEvaluator {
    compiler: Compiler,
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
    cells: Vec<Cell>,
    language: u8,
}

/// What the compiler says of a variable's type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Named(String),
    Unnameable(String),
}

/// A cell that has been compiled.
struct Compiled {
    program: Program,
    library: PathBuf,
    /// The stored variables that come back.
    returned: Vec<String>,
    /// The new variables that stay.
    kept: Vec<String>,
    /// The key of the program in the cache.
    key: String,
}

impl NativeEvaluator {
    /// Starts the engine.
    ///
    /// # Errors
    /// `Unavailable`, saying what is missing.
    pub fn start(prelude: &Prelude) -> Result<NativeEvaluator, CellError> {
        let link = Link::open().map_err(CellError::unavailable)?;
        let host = Host::start(prelude, link.folder())?;
        let compiler = Compiler::new(prelude);
        let salt = format!("{}\n{}", prelude.built_fingerprint(), compiler.fingerprint());
        Ok(NativeEvaluator {
            cache: Cache::new(prelude.cell_cache(), salt),
            compiler,
            stop: Arc::new(Stop::new(link.commands(), host.process())),
            link,
            host,
            definitions: Definitions::default(),
            types: Types::default(),
            variables: vec![],
            asked: None,
            forgotten: vec![],
            missing: HashMap::new(),
            cells: vec![],
            language: default_language(),
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
                    self.miss(&variable.name, unnameable(&variable.name, &what))
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
        self.variables.iter().filter(|variable| mentioned.contains(variable.name.as_str())).cloned().collect()
    }

    /// Compiles a cell, leaving out step by step what cannot be returned or kept.
    fn compile(&mut self, cell: &Cell, parts: &Parts, taken: &[Stored]) -> Result<Compiled, CellError> {
        let mut returned: Vec<String> = taken.iter().map(|variable| variable.name.clone()).collect();
        let is_closure = |binding: &&Binding| cell.closures().contains(&binding.name);
        let mut kept: Vec<String> = parts
            .bindings
            .iter()
            .filter(|binding| !is_closure(binding))
            .map(|binding| binding.name.clone())
            .collect();
        loop {
            let ingredients = Ingredients {
                cell: self.cells.len(),
                earlier: &self.definitions,
                text: cell.compiled(),
                parts,
                forgotten: &self.forgotten,
                taken,
                returned: &returned,
                kept: &kept,
            };
            let program = Program::new(&ingredients, Purpose::Run);
            let key = self.cache.key(&program.text);
            let library = self.link.folder().join(format!("cell_{}.so", self.cells.len()));
            if self.cache.fetch(&key, "so", &library) {
                return Ok(Compiled { program, library, returned, kept, key });
            }
            let out: Vec<(Put, Trouble)> = match self.cache.text(&key, "out") {
                Some(list) => list.lines().filter_map(Trouble::parse).collect(),
                None => match self.call(&program, &library, parts) {
                    Ok(()) => {
                        if let Ok(content) = std::fs::read(&library) {
                            self.cache.keep(&key, "so", &content);
                        }
                        return Ok(Compiled { program, library, returned, kept, key });
                    }
                    Err(_) if self.stop.was_requested() => return Err(interrupted(&[])),
                    Err(diagnostics) => {
                        let out = trouble(&program, &diagnostics);
                        if out.is_empty() {
                            return Err(self.compile_error(cell, &program, &diagnostics));
                        }
                        let list: Vec<String> = out.iter().map(|(put, why)| why.line(put)).collect();
                        self.cache.keep(&key, "out", list.join("\n").as_bytes());
                        out
                    }
                },
            };
            let before = returned.len() + kept.len();
            for (Put { name, new }, why) in &out {
                if *new && *why == Trouble::Borrows {
                    self.missing.insert(name.clone(), borrows(name));
                }
                if *new { &mut kept } else { &mut returned }.retain(|other| other != name);
            }
            if returned.len() + kept.len() == before {
                return Err(CellError::unavailable(
                    "the cell cannot be compiled: its variables cannot be stored",
                ));
            }
        }
    }

    fn call(
        &self,
        program: &Program,
        library: &std::path::Path,
        parts: &Parts,
    ) -> Result<(), Vec<Diagnostic>> {
        let source = self.write(program, "run");
        let product = if parts.statements.is_empty() { Product::Check } else { Product::Library };
        self.compiler.compile(&source, library, product)
    }

    /// Writes a program into a folder of its own, because the compiler calls files by their names.
    fn write(&self, program: &Program, purpose: &str) -> PathBuf {
        let folder = self.link.folder().join(format!("{purpose}_{}", self.cells.len()));
        let file = folder.join(compiler::FILE);
        if let Err(error) =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &program.text))
        {
            tracing::warn!("{}: {error}", file.display());
        }
        file
    }

    fn compile_error(&self, cell: &Cell, program: &Program, diagnostics: &[Diagnostic]) -> CellError {
        let findings: Vec<Finding> =
            diagnostics.iter().map(|diagnostic| finding(cell, program, diagnostic)).collect();
        report::compile_error(cell, &findings, |name| self.missing.get(name).cloned())
    }

    /// Asks for the types of the new variables, beside the run that has begun.
    fn ask(&mut self, cell: &Cell, parts: &Parts, taken: &[Stored], compiled: &Compiled) -> Vec<Stored> {
        let new = parts.bindings.iter().filter(|binding| compiled.kept.contains(&binding.name));
        let new: Vec<Stored> = new
            .map(|binding| Stored {
                name: binding.name.clone(),
                type_name: binding.stated_type.as_deref().map(make_static).unwrap_or_default(),
                mutable: binding.mutable,
            })
            .collect();
        let (known, unknown): (Vec<Stored>, Vec<Stored>) =
            new.into_iter().partition(|new| !new.type_name.is_empty());
        if unknown.is_empty() {
            return known;
        }
        let names: Vec<String> = unknown.iter().map(|variable| variable.name.clone()).collect();
        let ingredients = Ingredients {
            cell: self.cells.len(),
            earlier: &self.definitions,
            text: cell.compiled(),
            parts,
            forgotten: &self.forgotten,
            taken,
            returned: &compiled.returned,
            kept: &names,
        };
        let (sender, receiver) = crossbeam_channel::bounded(1);
        self.asked = Some((unknown, receiver));
        if let Some(kept) = self.cache.text(&compiled.key, "types") {
            let _ = sender.send(kept.lines().filter_map(read_answer).collect());
            return known;
        }
        let program = Program::new(&ingredients, Purpose::Probe);
        let source = self.write(&program, "probe");
        let (compiler, cache, key) = (self.compiler.clone(), self.cache.clone(), compiled.key.clone());
        let out = source.with_extension("rmeta");
        std::thread::spawn(move || {
            let answers = match compiler.compile(&source, &out, Product::Types) {
                Ok(()) => HashMap::new(),
                Err(diagnostics) => answers(&program, &diagnostics),
            };
            // A compiler that was killed has answered nothing; the question may be asked again.
            if !answers.is_empty() {
                let lines: Vec<String> =
                    answers.iter().map(|(name, answer)| write_answer(name, answer)).collect();
                cache.keep(&key, "types", lines.join("\n").as_bytes());
            }
            let _ = sender.send(answers);
        });
        known
    }

    /// Runs a compiled cell and keeps the books of its variables.
    fn run(
        &mut self,
        cell: &Cell,
        parts: &Parts,
        taken: &[Stored],
        outputs: &mut dyn FnMut(Output),
    ) -> Result<(), CellError> {
        let compiled = self.compile(cell, parts, taken)?;
        self.types.define(cell.definitions());
        let definitions = self.definitions.with(self.cells.len(), cell.compiled(), parts);
        for name in cell.closures() {
            self.miss(name, report::closure_is_gone(name));
        }
        if parts.statements.is_empty() {
            self.definitions = definitions;
            return Ok(());
        }
        self.link.commands().send(Command::Language(self.language));
        self.host.run(&compiled.library, ENTRY);
        let known = self.ask(cell, parts, taken, &compiled);
        self.forgotten.clear();
        let died = |reply: &Reply| *reply != Reply::Done;
        let (reply, ending) = listen(&self.link, &self.stop, &self.host.replies().clone(), died, outputs)?;
        self.definitions = definitions;
        self.definitions.set_loaded(reply == Reply::Done);
        if let Reply::Died(how) = reply {
            return Err(self.after_death(&how, &ending));
        }
        for Stored { name, .. } in taken.iter().filter(|variable| !compiled.returned.contains(&variable.name))
        {
            self.miss(
                name,
                format!("`{name}` was moved in the cell before; clone it there to keep it: `{name}.clone()`"),
            );
        }
        let outcome = report::outcome(ending, self.stop.was_requested(), &self.cells, &compiled.program.text);
        match outcome {
            Ok(()) => known.into_iter().for_each(|variable| self.enter(variable)),
            // The cell did not come to where its new variables are kept.
            Err(_) => self.asked = None,
        }
        outcome
    }

    fn after_death(&mut self, how: &str, ending: &Ending) -> CellError {
        let lost = self.variables();
        self.variables.clear();
        self.forgotten.clear();
        self.asked = None;
        if let Err(error) = self.host.start_again() {
            return error;
        }
        if self.stop.was_requested() { interrupted(&lost) } else { crashed(how, ending, &lost) }
    }

    /// Variables whose types the cell defines anew are dropped: their bytes must never be read as the new type.
    fn drop_redefined(&mut self, cell: &Cell, outputs: &mut dyn FnMut(Output)) {
        let outdated = self.types.outdated(cell.definitions(), &self.variables());
        if outdated.is_empty() {
            return;
        }
        for name in &outdated {
            self.miss(name, format!("`{name}` was of a type that has been defined anew"));
            self.forgotten.push(name.clone());
        }
        let names = outdated.join(", ");
        let text = format!("A type is defined anew; variables of the old type are gone: {names}\n");
        outputs(Output::Text { stream: Stream::Stderr, text });
    }
}

impl Evaluator for NativeEvaluator {
    fn execute(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        self.stop.forget();
        self.stop.enter(Phase::Compiling);
        self.settle();
        let cell = Cell::new(code, self.cells.len());
        self.cells.push(cell.clone());
        if let Some(directive) =
            code.lines().find(|line| !line.trim().is_empty()).filter(|line| line.starts_with(':'))
        {
            let evalue =
                format!("the native engine knows no directives yet: `{directive}`; use `--engine evcxr`");
            self.stop.enter(Phase::Idle);
            return Err(CellError { ename: "Directive".into(), traceback: vec![evalue.clone()], evalue });
        }
        self.drop_redefined(&cell, outputs);
        let parts = split(cell.compiled());
        let taken = self.mentioned(cell.compiled());
        let outcome = self.run(&cell, &parts, &taken, outputs);
        self.stop.enter(Phase::Idle);
        outcome
    }

    fn interrupt_handle(&self) -> Arc<dyn Interrupt> {
        Arc::clone(&self.stop) as Arc<dyn Interrupt>
    }

    fn set_language(&mut self, language: &str) {
        self.language = language_byte(language);
    }

    fn reset(&mut self) -> Result<(), CellError> {
        self.host.end();
        self.definitions = Definitions::default();
        self.types = Types::default();
        self.variables.clear();
        self.asked = None;
        self.forgotten.clear();
        self.missing.clear();
        self.cells.clear();
        self.host.start_again()
    }

    fn variables(&self) -> Vec<Variable> {
        let variable =
            |stored: &Stored| Variable { name: stored.name.clone(), type_name: stored.type_name.clone() };
        let mut variables: Vec<Variable> = self.variables.iter().map(variable).collect();
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        variables
    }
}

impl Drop for NativeEvaluator {
    fn drop(&mut self) {
        self.stop.end_child();
    }
}

/// Why a variable cannot be given back or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// It was moved, or never had a value.
    Moved,
    /// It borrows from something that ends with the cell.
    Borrows,
}

impl Trouble {
    fn word(self) -> &'static str {
        match self {
            Trouble::Moved => "moved",
            Trouble::Borrows => "borrows",
        }
    }

    /// A line of the cache.
    fn line(self, put: &Put) -> String {
        format!("{} {} {}", self.word(), if put.new { "new" } else { "old" }, put.name)
    }

    fn parse(line: &str) -> Option<(Put, Trouble)> {
        let mut words = line.splitn(3, ' ');
        let word = words.next()?;
        let why = [Trouble::Moved, Trouble::Borrows].into_iter().find(|why| why.word() == word)?;
        Some((Put { new: words.next()? == "new", name: words.next()?.to_owned() }, why))
    }
}

/// The variables whose keeping is what does not compile. Empty if anything else is wrong as well.
fn trouble(program: &Program, diagnostics: &[Diagnostic]) -> Vec<(Put, Trouble)> {
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        let why = match diagnostic.code() {
            "E0382" | "E0381" => Trouble::Moved,
            "E0597" | "E0716" | "E0521" | "E0505" | "E0506" | "E0502" | "E0499" | "E0373" | "E0515"
            | "E0310" | "E0700" => Trouble::Borrows,
            _ => return vec![],
        };
        // The place of the error, or a label such as "argument requires that `x` is borrowed for `'static`".
        let spans = diagnostic.spans.iter().filter_map(|span| Some((span.is_primary, span.in_program()?)));
        let put = |primary_only: bool| {
            let mut spans = spans.clone().filter(|(primary, _)| *primary || !primary_only);
            spans.find_map(|(_, span)| program.put_at(span.byte_start))
        };
        match put(why == Trouble::Moved) {
            Some(put) => out.push((put.clone(), why)),
            None => return vec![],
        }
    }
    out
}

/// An error of rustc in terms of the reader's text.
fn finding(cell: &Cell, program: &Program, diagnostic: &Diagnostic) -> Finding {
    let marks = |spans: &[compiler::Span]| -> Vec<Mark> {
        let mark = |span: &compiler::Span| {
            let place = span.in_program()?;
            let start = cell.origin(program.origin(place.byte_start)?);
            let end = cell.origin(program.origin(place.byte_end).unwrap_or(start)).max(start);
            let label = span.label.clone().unwrap_or_default();
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
    let helps = diagnostic.children.iter().filter(|child| child.level == "help").map(|child| {
        let replacement =
            child.spans.first().and_then(|span| span.suggested_replacement.as_deref()).unwrap_or("");
        format!(
            "{}{}{}",
            child.message,
            if replacement.trim().is_empty() { "" } else { ": " },
            replacement.trim()
        )
    });
    Finding {
        message: diagnostic.message.clone(),
        code: diagnostic.code.as_ref().map(|code| code.code.clone()),
        labels,
        helps: helps.collect(),
        rendered: diagnostic.rendered.clone().unwrap_or_default(),
    }
}

/// The types that a probing call has named.
fn answers(program: &Program, diagnostics: &[Diagnostic]) -> HashMap<String, Answer> {
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
    if ty.contains("type error") || words(ty).any(|word| word == "_") {
        return Answer::Unnameable("something that the compiler could not infer".to_owned());
    }
    Answer::Named(make_static(&ty.replace("{integer}", "i32").replace("{float}", "f64")))
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

fn write_answer(name: &str, answer: &Answer) -> String {
    match answer {
        Answer::Named(ty) => format!("{name} = {ty}"),
        Answer::Unnameable(what) => format!("{name} : {what}"),
    }
}

fn read_answer(line: &str) -> Option<(String, Answer)> {
    let mut words = line.splitn(3, ' ');
    let (name, sign, rest) = (words.next()?, words.next()?, words.next()?);
    let answer =
        if sign == "=" { Answer::Named(rest.to_owned()) } else { Answer::Unnameable(rest.to_owned()) };
    Some((name.to_owned(), answer))
}

fn unnameable(name: &str, what: &str) -> String {
    format!(
        "`{name}` contains {what}, whose type has no name, so it lived in its own cell only: collect it, box it (`Box<dyn …>`), or write a `fn`"
    )
}

fn borrows(name: &str) -> String {
    format!(
        "`{name}` borrowed from something that ended with its cell, so it lived there only: clone what it refers to, or borrow it anew in this cell"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_references_are_static() {
        assert_eq!(make_static("HashMap<&str, &'static u8>"), "HashMap<&'static str, &'static u8>");
        assert_eq!(make_static("Cow<'_, str>"), "Cow<'static, str>");
    }

    #[test]
    fn answers_survive_the_cache() {
        for answer in [answer("std::vec::Vec<{integer}>"), answer("Map<Range<u8>, {closure@x}>")] {
            assert_eq!(read_answer(&write_answer("甲", &answer)), Some(("甲".to_owned(), answer)));
        }
    }
}
