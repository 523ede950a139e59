//! What directives do.

use super::super::cell::Cell;
use super::super::conversation::interrupted;
use super::super::parts::split;
use super::super::{CellError, Evaluator, MimeBundle, Output, Payload, Stream, Variable};
use super::NativeEvaluator;
use super::aside::Aside;
use super::compiler::Product;
use super::crates::Crates;
use super::diagnosis::{Answer, answers, as_readers_write};
use super::directive::{Directive, HELP, error};
use super::manner::Format;
use super::program::{Program, Purpose};
use super::requirement::Requirement;
use serde_json::Value;
use std::path::Path;

impl NativeEvaluator {
    /// Does what a directive asks for. If it stands alone in its cell, what it says is the cell's result.
    ///
    /// # Errors
    /// `Directive`, or the compiler's errors.
    pub fn carry_out(
        &mut self,
        directive: Directive,
        alone: bool,
        outputs: &mut dyn FnMut(Output),
    ) -> Result<(), CellError> {
        let state = |text: String| if alone { text_result(text) } else { note(&text) };
        match directive {
            Directive::Dep(requirements) => self.require(requirements, outputs)?,
            Directive::ShowDeps => {
                let lines: Vec<String> = self.requirements.iter().map(Requirement::line).collect();
                if !lines.is_empty() {
                    outputs(text_result(lines.join("\n")));
                }
            }
            Directive::Vars => outputs(table_of(&self.variables())),
            Directive::Type(expression) => outputs(text_result(self.type_of(&expression)?)),
            Directive::Explain(code) => outputs(self.explain(code)?),
            Directive::LastErrorJson => {
                let json = |error| serde_json::to_string(error).unwrap_or_default();
                let lines: Vec<String> = self.last_errors.iter().map(json).collect();
                outputs(text_result(lines.join("\n")));
            }
            Directive::Load(file) => self.load(&file, outputs)?,
            // The caller measures.
            Directive::Time => {}
            Directive::Timing => {
                self.timing = !self.timing;
                outputs(state(format!("Timing: {}", self.timing)));
            }
            Directive::Opt(level) => {
                let other = if self.optimisation == "2" { "0" } else { "2" };
                self.optimisation = level.unwrap_or_else(|| other.to_owned());
                self.renew_compiler();
                outputs(state(format!("Optimization: {}", self.optimisation)));
            }
            Directive::Fmt(format) => {
                self.manner.format = format;
                outputs(state(format!("Output format: {format}")));
            }
            Directive::Efmt(by) => {
                self.manner.errors = by.unwrap_or(self.manner.errors);
                let by = self.manner.errors;
                let format = Format { by, ..Format::default() };
                outputs(state(format!("Error format: {format} (errors must implement {by:?})")));
            }
            Directive::Types => {
                self.manner.types = !self.manner.types;
                outputs(state(format!("Types: {}", self.manner.types)));
            }
            Directive::LastCompileDir => {
                outputs(text_result(self.link.folder().display().to_string()));
            }
            Directive::Env(name, value) => {
                outputs(state(format!("{name}={value} from the next `:restart` on")));
                self.host.set_environment(name, value);
            }
            Directive::BuildEnv(name, value) => {
                self.build_environment.insert(name, value);
                self.renew_compiler();
            }
            Directive::Restart => {
                let lost = self.replace_host()?;
                if !lost.is_empty() {
                    outputs(warning(&format!("A new process; variables are gone: {lost}")));
                }
            }
            Directive::Clear => self.reset()?,
            Directive::Quit => outputs(Output::Payload(Payload::AskExit { keepkernel: false })),
            Directive::Version => outputs(text_result(format!(
                "Agon {}, rustc {}",
                env!("CARGO_PKG_VERSION"),
                env!("AGON_RUSTC_VERSION")
            ))),
            Directive::Help => outputs(page(HELP)),
            Directive::Nothing(why) => outputs(note(why)),
        }
        Ok(())
    }

    /// Adds crates, or changes the version of some.
    fn require(&mut self, new: Vec<Requirement>, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        let mut requirements = self.requirements.clone();
        for requirement in new {
            requirements.retain(|old| old.name() != requirement.name());
            requirements.push(requirement);
        }
        requirements.sort_by(|a, b| a.name().cmp(b.name()));
        // Only what stands in folders of the reader's can be other than before under the same name.
        let is_local = requirements.iter().any(Requirement::is_local);
        let before = is_local.then(|| (self.crates.dylib.clone(), self.crates.content()));
        let mut bar = Bar { language: self.manner.language, is_shown: false };
        let crates = Crates::build(&self.prelude, &requirements, &self.crates, &mut |name| {
            // `name v1.2.3 (/where/it/is)`
            outputs(bar.compiling(name.split(" (").next().unwrap_or(name)));
        });
        if bar.is_shown {
            outputs(bar.end());
        }
        self.crates =
            crates.map_err(|error| if self.stop.was_requested() { interrupted(&[]) } else { error })?;
        self.requirements = requirements;
        self.renew_compiler();
        let another = self.host.use_products(&self.crates.products(&self.prelude));
        // A loader that has a library of this name loads no other.
        let edited = before.is_some_and(|(dylib, content)| {
            content.is_some() && dylib == self.crates.dylib && content != self.crates.content()
        });
        if another || edited {
            let lost = self.replace_host()?;
            let why = match another {
                true => "The new crate changes polars' own dependencies",
                false => "A crate has changed",
            };
            if !lost.is_empty() {
                outputs(warning(&format!("{why}; variables are gone: {lost}")));
            }
        }
        Ok(())
    }

    /// Goes on in a new process; returns the names of the variables that ended with the old one.
    fn replace_host(&mut self) -> Result<String, CellError> {
        let lost: Vec<String> = self.variables().into_iter().map(|variable| variable.name).collect();
        self.lose_host_state("was lost when another process took over");
        self.host.end();
        self.link.forget_host();
        self.host.start_again()?;
        Ok(lost.join(", "))
    }

    /// Runs the code of a file, whose directives count, too.
    fn load(&mut self, file: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        let path = std::path::absolute(file).unwrap_or_else(|_| Path::new(file).to_owned());
        // A device or a pipe may never end.
        let is_regular = std::fs::metadata(&path).map(|data| data.is_file());
        let code = is_regular
            .and_then(|regular| match regular {
                true => std::fs::read_to_string(&path),
                false => Err(std::io::Error::other("not a regular file")),
            })
            .map_err(|problem| error(format!("`:load {file}`: {}: {problem}", path.display())))?;
        if self.loading.contains(&path) {
            return Err(error(format!("`:load {file}`: the file loads itself")));
        }
        self.loading.push(path);
        let outcome = self.execute_all(&code, outputs);
        self.loading.pop();
        // What follows the directive in its cell uses the variables of the file.
        self.settle();
        outcome.map_err(|failure| CellError { evalue: format!("{file}: {}", failure.evalue), ..failure })
    }

    /// What the compiler says of an error code, or of those of the last errors.
    fn explain(&self, code: Option<String>) -> Result<Output, CellError> {
        let mut codes: Vec<String> = match code {
            Some(code) => vec![code.to_uppercase()],
            None => self.last_errors.iter().map(|error| error.code().to_owned()).collect(),
        };
        codes.retain(|code| !code.is_empty());
        codes.dedup();
        if codes.is_empty() {
            let evalue = match self.last_errors.is_empty() {
                true => {
                    "`:explain`: no cell has failed to compile yet; `:explain E0382` names an error itself"
                }
                false => "`:explain`: the compiler has no explanation of the last error",
            };
            return Err(error(evalue.to_owned()));
        }
        let explained: Result<Vec<String>, CellError> =
            codes.iter().map(|code| self.compiler.explain(code)).collect();
        let text = explained?.join("\n");
        let data = [("text/plain", text.clone()), ("text/markdown", text)];
        Ok(Output::Result { data: bundle(data), metadata: Default::default() })
    }

    /// The type of an expression, which is not evaluated.
    fn type_of(&self, expression: &str) -> Result<String, CellError> {
        let cell = Cell::binding("agon_type", expression, self.cells.len());
        if !cell.syntax_errors().is_empty() {
            return Err(error(format!(
                "`:type {expression}`: that is no expression, such as `:type heaps.len()`"
            )));
        }
        let parts = split(cell.compiled());
        let plan = self.plan(&cell, &parts, Aside::default());
        let kept = ["agon_type".to_owned()];
        let program = Program::new(&self.ingredients(&cell, &parts, &plan, &[], &kept), Purpose::Probe);
        let source = self.write(&program, "type")?;
        match self.compiler.compile(&source, &source.with_extension("rmeta"), Product::Types) {
            Ok(()) => Err(error(format!("the type of `{expression}` could not be found out"))),
            Err(mut diagnostics) => {
                let answer = answers(&program, &diagnostics).remove("agon_type");
                // What is left is wrong with the expression itself.
                diagnostics
                    .retain(|diagnostic| answers(&program, std::slice::from_ref(diagnostic)).is_empty());
                match answer.filter(|_| diagnostics.is_empty()) {
                    Some(Answer::Named(name)) => Ok(as_readers_write(&name)),
                    Some(Answer::Unnameable(what)) => Ok(what),
                    None => Err(self.compile_error(&cell, &program, &plan, &diagnostics)),
                }
            }
        }
    }
}

/// Says which crate is being compiled, while that takes its time.
struct Bar {
    language: u8,
    is_shown: bool,
}

impl Bar {
    fn compiling(&mut self, name: &str) -> Output {
        self.show(&if self.language == 0 {
            format!("正在编译 {name}")
        } else {
            format!("compiling {name}")
        })
    }

    fn end(&mut self) -> Output {
        self.show("")
    }

    fn show(&mut self, text: &str) -> Output {
        let html = format!("<small>{}</small>", escape(text));
        let update = std::mem::replace(&mut self.is_shown, true);
        let metadata = serde_json::json!({"progress": true});
        Output::Display {
            data: bundle([("text/plain", text.to_owned()), ("text/html", html)]),
            metadata: [("agon".to_owned(), metadata)].into_iter().collect(),
            id: Some("agon-dep".to_owned()),
            update,
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn bundle<const N: usize>(data: [(&str, String); N]) -> MimeBundle {
    data.into_iter().map(|(mime, text)| (mime.to_owned(), Value::String(text))).collect()
}

fn text_result(text: String) -> Output {
    Output::Result { data: bundle([("text/plain", text)]), metadata: Default::default() }
}

fn page(text: &str) -> Output {
    Output::Payload(Payload::Page { data: bundle([("text/plain", text.to_owned())]), start: 0 })
}

/// A remark that is no value of the cell.
fn note(text: &str) -> Output {
    Output::Text { stream: Stream::Stdout, text: format!("{text}\n") }
}

fn warning(text: &str) -> Output {
    Output::Text { stream: Stream::Stderr, text: format!("{text}\n") }
}

fn table_of(variables: &[Variable]) -> Output {
    let of_reader = |variable: &Variable| (variable.name.clone(), as_readers_write(&variable.type_name));
    let variables: Vec<(String, String)> = variables.iter().map(of_reader).collect();
    let row = |(name, ty): &(String, String)| format!("<tr><td>{name}</td><td>{}</td></tr>", escape(ty));
    let lines: Vec<String> = variables.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let html = format!("<table>{}</table>", variables.iter().map(row).collect::<String>());
    let data = bundle([("text/plain", lines.join("\n")), ("text/html", html)]);
    Output::Result { data, metadata: Default::default() }
}
