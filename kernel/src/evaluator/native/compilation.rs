//! From a cell to a library: compiled, or fetched from the cache; and the question of what types its new variables have.

use super::super::CellError;
use super::super::cell::{Cell, origin_of_generated};
use super::super::conversation::interrupted;
use super::super::parts::{Binding, Parts};
use super::super::report::{self, Finding};
use super::absence::{borrows, made_by_macro, moved, unwritable};
use super::advice::advice;
use super::compiler::{Diagnostic, Product};
use super::definitions::Id;
use super::diagnosis::{self, Trouble, finding, read_answer, trouble, write_answer};
use super::plan::Plan;
use super::program::{Ingredients, Program, Purpose, Put, Stored};
use super::spoken::Said;
use super::{Compiled, NativeEvaluator};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The file beside a program that `dbg!` reads.
const PLACES: &str = "places";

/// A program that does not compile.
struct Refused {
    program: Program,
    diagnostics: Vec<Diagnostic>,
    /// Its key, if it is not in the cache that it is refused.
    new: Option<String>,
}

/// The kind under which the cache keeps why a program was refused that was then compiled in another way.
const REFUSED: &str = "refused";

impl NativeEvaluator {
    /// Compiles a cell, leaving out step by step what cannot be returned or kept, and setting aside what earlier cells have
    /// defined and what no longer compiles.
    pub(super) fn compile(&mut self, cell: &Cell, parts: &Parts) -> Result<(Plan, Compiled), CellError> {
        let mut plan = self.hopeful_plan(cell, parts);
        loop {
            let refused = match self.compile_planned(cell, parts, &plan)? {
                Ok(compiled) => return Ok((plan, compiled)),
                Err(refused) => refused,
            };
            let mut aside = plan.aside.clone();
            if !aside.learn(&refused.program, &refused.diagnostics, &plan.definitions, parts) {
                self.last_errors.clone_from(&refused.diagnostics);
                return Err(self.compile_error(cell, &refused.program, &plan, &refused.diagnostics));
            }
            if let Some(key) = refused.new
                && let Ok(kept) = serde_json::to_vec(&refused.diagnostics)
            {
                self.cache.keep(&key, REFUSED, &kept);
            }
            plan = self.plan(cell, parts, aside);
        }
    }

    /// Compiles a cell with what a plan leaves of earlier cells.
    fn compile_planned(
        &mut self,
        cell: &Cell,
        parts: &Parts,
        plan: &Plan,
    ) -> Result<Result<Compiled, Refused>, CellError> {
        let mut returned: Vec<String> = plan.taken.iter().map(|variable| variable.name.clone()).collect();
        let is_closure = |binding: &&Binding| cell.closures().contains(&binding.name);
        let mut kept: Vec<String> = parts
            .bindings
            .iter()
            .filter(|binding| !is_closure(binding))
            .map(|binding| binding.name.clone())
            .collect();
        let mut regained: Vec<String> = vec![];
        let mut ended: Vec<String> = vec![];
        let mut missing: Vec<(String, String)> = vec![];
        loop {
            let ingredients = Ingredients {
                regained: &regained,
                ended: &ended,
                ..self.ingredients(cell, parts, plan, &returned, &kept)
            };
            let program = Program::new(&ingredients, Purpose::Run);
            let key = self.cache.key(&program.text);
            let source = self.write(&program, &key)?;
            let library = self.link.folder().join(format!("cell_{}.so", self.cells.len()));
            if self.cache.fetch(&key, "so", &library) {
                return Ok(Ok(Compiled { library, returned, regained, kept, missing, key }));
            }
            if let Some(kept) = self.cache.text(&key, REFUSED)
                && let Ok(diagnostics) = serde_json::from_str(&kept)
            {
                return Ok(Err(Refused { program, diagnostics, new: None }));
            }
            let out: Vec<(Put, Trouble)> = match self.cache.text(&key, "out") {
                Some(list) => list.lines().filter_map(Trouble::parse).collect(),
                None => match self.call(&source, &library, parts) {
                    Ok(()) => {
                        if let Ok(content) = std::fs::read(&library) {
                            self.cache.keep(&key, "so", &content);
                        }
                        return Ok(Ok(Compiled { library, returned, regained, kept, missing, key }));
                    }
                    Err(_) if self.stop.was_requested() => return Err(interrupted(&[])),
                    Err(diagnostics) => {
                        let out = trouble(&program, &diagnostics);
                        if out.is_empty() {
                            return Ok(Err(Refused { program, diagnostics, new: Some(key) }));
                        }
                        let list: Vec<String> = out.iter().map(|(put, why)| why.line(put)).collect();
                        self.cache.keep(&key, "out", list.join("\n").as_bytes());
                        out
                    }
                },
            };
            let before = (returned.len(), regained.len(), kept.len(), ended.len());
            let number = self.number_of(self.cells.len() - 1);
            for (Put { name, new }, why) in &out {
                if *why == Trouble::Holds {
                    if !ended.contains(name) {
                        ended.push(name.clone());
                    }
                    kept.retain(|other| other != name);
                    missing.push((name.clone(), borrows(name)));
                    continue;
                }
                if *new {
                    let why = if *why == Trouble::Borrows { borrows(name) } else { moved(name, &number) };
                    missing.push((name.clone(), why));
                }
                let has_value_again = !new
                    && *why == Trouble::Moved
                    && returned.contains(name)
                    && parts.assigned.contains(name)
                    && parts.bindings.iter().all(|binding| binding.name != *name);
                let lost = if *new {
                    &mut kept
                } else if returned.contains(name) {
                    &mut returned
                } else {
                    &mut regained
                };
                lost.retain(|other| other != name);
                if has_value_again {
                    regained.push(name.clone());
                }
            }
            if (returned.len(), regained.len(), kept.len(), ended.len()) == before {
                return Err(CellError::unavailable(
                    "the cell cannot be compiled: its variables cannot be stored",
                ));
            }
        }
    }

    fn call(&self, source: &Path, library: &Path, parts: &Parts) -> Result<(), Vec<Diagnostic>> {
        let product = if parts.statements.is_empty() { Product::Check } else { Product::Library };
        self.compiler.compile(source, library, product)
    }

    pub(super) fn write(&self, program: &Program, key: &str) -> Result<PathBuf, CellError> {
        let file = self.source(key);
        let written = std::fs::create_dir_all(file.parent().unwrap_or(&file))
            .and_then(|()| std::fs::write(&file, &program.text))
            .and_then(|()| self.write_places(&program.text, &file));
        written.map_err(|error| CellError::unavailable(format!("{}: {error}", file.display())))?;
        Ok(file)
    }

    /// For `dbg!`: which cells and lines of the reader's the lines of a program are that call it.
    fn write_places(&self, program: &str, file: &Path) -> std::io::Result<()> {
        // Once it stands in what each program begins with.
        if program.matches("dbg").nth(1).is_none() {
            return Ok(());
        }
        let place = |(index, line): (usize, &str)| {
            let origin = || origin_of_generated(program, index + 1);
            let (cell, line) = line.contains("dbg").then(origin).flatten()?;
            Some(format!("cell {}, line {line}", self.number_of(cell)))
        };
        let places: Vec<String> =
            program.lines().enumerate().map(|line| place(line).unwrap_or_default()).collect();
        std::fs::write(file.with_file_name(PLACES), places.join("\n"))
    }

    pub(super) fn compile_error(
        &self,
        cell: &Cell,
        program: &Program,
        plan: &Plan,
        diagnostics: &[Diagnostic],
    ) -> CellError {
        let place = |id: &Id, at: usize| self.place(id, at);
        let mut findings: Vec<Finding> =
            diagnostics.iter().map(|diagnostic| finding(cell, program, diagnostic, &place)).collect();
        // The same thing once more, said of the code around the cell.
        let pointed: Vec<String> = findings
            .iter()
            .filter(|finding| !finding.labels.is_empty())
            .map(|finding| finding.message.clone())
            .collect();
        findings.retain(|finding| !finding.labels.is_empty() || !pointed.contains(&finding.message));
        report::compile_error(cell, &findings, |finding| {
            let missing = finding.missing_name().and_then(|name| self.why_missing(name, plan));
            let missing = missing.or_else(|| self.why_not_made(finding));
            let advice = advice(cell, finding, self.crates.tokio.is_none());
            let number = |cell| self.number_of(cell);
            let text = finding.text();
            let said = Said::new(&finding.messages(), &text, cell.original());
            let explanations = plan.aside.explanations(&plan.definitions, &said, number);
            missing.into_iter().chain(advice).chain(explanations).collect()
        })
    }

    /// Why a cell cannot have a variable, if that is known.
    fn why_missing(&self, name: &str, plan: &Plan) -> Option<String> {
        if plan.outdated.iter().any(|outdated| outdated == name) {
            return Some(format!(
                "the cell defines the type of `{name}` anew, so that it cannot use `{name}`"
            ));
        }
        if let Some((_, why)) = plan.aside.unwritable.iter().find(|(unwritable, _)| unwritable == name) {
            let stored = self.variables.iter().find(|variable| variable.name == name);
            let type_name = stored.map_or("", |variable| &variable.type_name);
            return Some(unwritable(name, type_name, why));
        }
        self.missing.get(name).cloned()
    }

    /// Why a cell does not see what a macro has defined in another.
    fn why_not_made(&self, finding: &Finding) -> Option<String> {
        let name = finding.message.strip_prefix("cannot find")?.split('`').nth(1)?;
        let (by, number) = self.made.get(name)?;
        Some(made_by_macro(name, by, number))
    }

    /// A place in a definition of an earlier cell, in words.
    fn place(&self, id: &Id, at: usize) -> Option<String> {
        let Id::Item(number, start) = id else { return None };
        let cell = self.cells.get(*number)?;
        let origin = cell.origin(start + at).min(cell.original().len());
        let line = cell.original().as_bytes()[..origin].iter().filter(|byte| **byte == b'\n').count() + 1;
        Some(format!("cell {}, line {line}", self.number_of(*number)))
    }

    /// Asks for the types of the new variables, beside the run that has begun.
    pub(super) fn ask(
        &mut self,
        cell: &Cell,
        parts: &Parts,
        plan: &Plan,
        compiled: &Compiled,
    ) -> Vec<Stored> {
        let new = parts.bindings.iter().filter(|binding| compiled.kept.contains(&binding.name));
        let new: Vec<Stored> = new
            .map(|binding| Stored {
                name: binding.name.clone(),
                type_name: binding.stated_type.clone().unwrap_or_default(),
                mutable: binding.mutable,
            })
            .collect();
        let (known, unknown): (Vec<Stored>, Vec<Stored>) =
            new.into_iter().partition(|new| !new.type_name.is_empty());
        if unknown.is_empty() {
            return known;
        }
        let names: Vec<String> = unknown.iter().map(|variable| variable.name.clone()).collect();
        let program =
            Program::new(&self.ingredients(cell, parts, plan, &compiled.returned, &names), Purpose::Probe);
        let (sender, receiver) = crossbeam_channel::bounded(1);
        self.asked = Some((unknown, receiver));
        if let Some(kept) = self.cache.text(&compiled.key, "types") {
            let _ = sender.send(kept.lines().filter_map(read_answer).collect());
            return known;
        }
        let Ok(source) = self.write(&program, "probe") else { return known };
        let (compiler, cache, key) = (self.compiler.clone(), self.cache.clone(), compiled.key.clone());
        let out = source.with_extension("rmeta");
        std::thread::spawn(move || {
            let mut answers = HashMap::new();
            // An interrupt is not meant for this call, but kills all compilers: then the question is asked again.
            for _ in 0..5 {
                let Err(diagnostics) = compiler.compile(&source, &out, Product::Types) else { break };
                answers = diagnosis::answers(&program, &diagnostics);
                if !diagnostics.iter().any(Diagnostic::is_killed) {
                    break;
                }
            }
            if !answers.is_empty() {
                let lines: Vec<String> =
                    answers.iter().map(|(name, answer)| write_answer(name, answer)).collect();
                cache.keep(&key, "types", lines.join("\n").as_bytes());
            }
            let _ = sender.send(answers);
        });
        known
    }
}
