//! From a cell to a library: compiled, or fetched from the cache; and the question of what types its new variables have.

use super::super::CellError;
use super::super::cell::Cell;
use super::super::conversation::interrupted;
use super::super::parts::{Binding, Parts};
use super::super::report::{self, Finding};
use super::compiler::{Diagnostic, Product};
use super::diagnosis::{self, Trouble, finding, read_answer, trouble, write_answer};
use super::program::{Program, Purpose, Put, Stored};
use super::{Compiled, NativeEvaluator, Plan, moved};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

impl NativeEvaluator {
    /// Compiles a cell, leaving out step by step what cannot be returned or kept.
    pub(super) fn compile(&mut self, cell: &Cell, parts: &Parts, plan: &Plan) -> Result<Compiled, CellError> {
        let mut returned: Vec<String> = plan.taken.iter().map(|variable| variable.name.clone()).collect();
        let is_closure = |binding: &&Binding| cell.closures().contains(&binding.name);
        let mut kept: Vec<String> = parts
            .bindings
            .iter()
            .filter(|binding| !is_closure(binding))
            .map(|binding| binding.name.clone())
            .collect();
        loop {
            let ingredients = self.ingredients(cell, parts, plan, &returned, &kept);
            let program = Program::new(&ingredients, Purpose::Run);
            let key = self.cache.key(&program.text);
            let source = self.write(&program, &key)?;
            let library = self.link.folder().join(format!("cell_{}.so", self.cells.len()));
            if self.cache.fetch(&key, "so", &library) {
                return Ok(Compiled { library, returned, kept, key });
            }
            let out: Vec<(Put, Trouble)> = match self.cache.text(&key, "out") {
                Some(list) => list.lines().filter_map(Trouble::parse).collect(),
                None => match self.call(&source, &library, parts) {
                    Ok(()) => {
                        if let Ok(content) = std::fs::read(&library) {
                            self.cache.keep(&key, "so", &content);
                        }
                        return Ok(Compiled { library, returned, kept, key });
                    }
                    Err(_) if self.stop.was_requested() => return Err(interrupted(&[])),
                    Err(diagnostics) => {
                        let out = trouble(&program, &diagnostics);
                        if out.is_empty() {
                            self.last_errors.clone_from(&diagnostics);
                            return Err(self.compile_error(cell, &program, plan, &diagnostics));
                        }
                        let list: Vec<String> = out.iter().map(|(put, why)| why.line(put)).collect();
                        self.cache.keep(&key, "out", list.join("\n").as_bytes());
                        out
                    }
                },
            };
            let before = returned.len() + kept.len();
            for (Put { name, new }, why) in &out {
                if *new {
                    let why = if *why == Trouble::Borrows { borrows(name) } else { moved(name) };
                    self.missing.insert(name.clone(), why);
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

    fn call(&self, source: &Path, library: &Path, parts: &Parts) -> Result<(), Vec<Diagnostic>> {
        let product = if parts.statements.is_empty() { Product::Check } else { Product::Library };
        self.compiler.compile(source, library, product)
    }

    pub(super) fn write(&self, program: &Program, key: &str) -> Result<PathBuf, CellError> {
        let file = self.source(key);
        let written = std::fs::create_dir_all(file.parent().unwrap_or(&file))
            .and_then(|()| std::fs::write(&file, &program.text));
        written.map_err(|error| CellError::unavailable(format!("{}: {error}", file.display())))?;
        Ok(file)
    }

    pub(super) fn compile_error(
        &self,
        cell: &Cell,
        program: &Program,
        plan: &Plan,
        diagnostics: &[Diagnostic],
    ) -> CellError {
        let findings: Vec<Finding> =
            diagnostics.iter().map(|diagnostic| finding(cell, program, diagnostic)).collect();
        report::compile_error(cell, &findings, |name| {
            let by_this_cell =
                || format!("the cell defines the type of `{name}` anew, so that it cannot use `{name}`");
            if plan.outdated.iter().any(|outdated| outdated == name) {
                return Some(by_this_cell());
            }
            self.missing.get(name).cloned()
        })
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

fn borrows(name: &str) -> String {
    format!(
        "`{name}` borrowed from something that ended with its cell, so it lived there only: clone what it refers to, or borrow it anew in this cell"
    )
}
