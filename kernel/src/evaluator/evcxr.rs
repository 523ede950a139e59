//! The engine on top of the `evcxr` crate.
//!
//! evcxr compiles cells with cargo and infers the types of variables with rust-analyzer; it starts slowly and is
//! complete. Its child process is ours ([`super::host`]), so output, displays and panics do not go through evcxr's
//! line protocol. The evaluation runs on a thread of its own, so that outputs can be passed on meanwhile.

use super::cell::{Cell, Pace, Place};
use super::conversation::{Ending, crashed, default_language, interrupted, language_byte, listen};
use super::frame::Command;
use super::interrupt::{Phase, Stop};
use super::link::{Event, Link};
use super::prelude::{Prelude, PreludeError};
use super::redefinition::Types;
use super::report::{self, Finding, Mark};
use super::{CellError, Evaluator, Interrupt, Output, Payload, Stream, Variable, host};
use crossbeam_channel::{Receiver, Sender};
use evcxr::{CommandContext, CompilationError, Error, EvalContext, EvalOutputs};
use serde_json::Value;
use std::sync::Arc;

/// What every session begins with: the names that need no `:dep`.
const OPENING: &str = "#[allow(unused_imports)]\nuse agon::{plotters, polars};";

/// Tells evcxr where its workspace is. Called first in `main`.
///
/// # Errors
/// [`PreludeError::NoCacheFolder`].
pub fn prepare_environment() -> Result<(), PreludeError> {
    let session = super::prelude::session_folder()?;
    // SAFETY: called at the start of `main`, before any other thread exists.
    unsafe {
        std::env::set_var("EVCXR_TMPDIR", session.join("cell"));
        // A configuration that somebody wrote for evcxr itself must not change how cells are compiled here.
        std::env::set_var("EVCXR_CONFIG_DIR", &session);
    }
    Ok(())
}

/// An [`Evaluator`] that leaves compiling to evcxr.
pub struct EvcxrEvaluator {
    requests: Sender<String>,
    replies: Receiver<Reply>,
    link: Link,
    stop: Arc<Stop>,
    types: Types,
    /// The cells since the start, by number.
    cells: Vec<Cell>,
    /// Closures of earlier cells, which the reader may miss.
    closures: Vec<String>,
    variables: Vec<Variable>,
    dependency: String,
    language: u8,
}

struct Reply {
    outcome: Result<EvalOutputs, Error>,
    variables: Vec<Variable>,
    generated: String,
}

impl EvcxrEvaluator {
    /// Starts the engine: makes the session's workspace from the compiled prelude, starts the child, loads
    /// rust-analyzer. Takes half a minute; afterwards the first cell is as fast as any.
    ///
    /// # Errors
    /// `Unavailable`, saying what is missing.
    pub fn start(prelude: &Prelude) -> Result<EvcxrEvaluator, CellError> {
        let session = super::prelude::session_folder().map_err(CellError::unavailable)?;
        prelude.open_session(&session).map_err(CellError::unavailable)?;
        let link = Link::open().map_err(CellError::unavailable)?;
        let products = prelude.products_in(&session);
        let mut child = std::process::Command::new(std::env::current_exe().map_err(CellError::unavailable)?);
        child
            .env(host::SESSION, link.folder())
            .env(host::PRELUDE, products.dylib())
            .env(host::NOTICES, "1")
            .env("LD_LIBRARY_PATH", prelude.library_path(&products));
        let (requests, to_run) = crossbeam_channel::unbounded();
        let (answer, replies) = crossbeam_channel::unbounded();
        let (started, start) = crossbeam_channel::bounded(1);
        std::thread::Builder::new()
            .name("evcxr".into())
            .stack_size(64 << 20)
            .spawn(move || match open_context(child) {
                Ok(context) => {
                    let _ = started.send(Ok(context.process_handle()));
                    serve(context, &to_run, &answer);
                }
                Err(error) => drop(started.send(Err(error))),
            })
            .map_err(CellError::unavailable)?;
        let process = start.recv().map_err(CellError::unavailable)?.map_err(CellError::unavailable)?;
        let stop = Arc::new(Stop::new(link.commands(), process));
        let mut evaluator = EvcxrEvaluator {
            requests,
            replies,
            link,
            stop,
            types: Types::default(),
            cells: vec![],
            closures: vec![],
            variables: vec![],
            dependency: prelude.dependency(),
            language: default_language(),
        };
        evaluator.open_prelude()?;
        Ok(evaluator)
    }

    /// Makes the prelude's names known to the cells.
    fn open_prelude(&mut self) -> Result<(), CellError> {
        let opening = format!(":dep agon = {}\n{OPENING}", self.dependency);
        let reply = self.run(&opening, &mut |_| ())?;
        reply.0.outcome.map(drop).map_err(|error| CellError {
            ename: "Unavailable".into(),
            evalue: format!("the prelude cannot be loaded: {error}"),
            traceback: vec![format!("{error}")],
        })
    }

    /// Has evcxr run a piece of code, passes on what the host says meanwhile, and waits until it has said everything.
    fn run(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(Reply, Ending), CellError> {
        self.stop.enter(Phase::Compiling);
        self.link.commands().send(Command::Language(self.language));
        self.requests.send(code.to_owned()).map_err(CellError::unavailable)?;
        let died = |reply: &Reply| matches!(reply.outcome, Err(Error::SubprocessTerminated(_)));
        let (reply, ending) = listen(&self.link, &self.stop, &self.replies, died, outputs)?;
        self.variables.clone_from(&reply.variables);
        Ok((reply, ending))
    }

    /// Drops the variables whose types the cell defines anew, and says so: their bytes must never be read as the new type.
    fn drop_redefined(&mut self, cell: &Cell, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        let outdated = self.types.outdated(cell.definitions(), &[], &self.variables);
        if outdated.is_empty() {
            return Ok(());
        }
        let names = outdated.join(", ");
        self.run(&outdated.iter().map(|name| format!("drop({name});")).collect::<String>(), &mut |_| ())?;
        outputs(Output::Text {
            stream: Stream::Stderr,
            text: format!("A type is defined anew; variables of the old type are gone: {names}\n"),
        });
        Ok(())
    }

    fn cell_error(
        &self,
        cell: &Cell,
        reply: Reply,
        ending: Ending,
        before: &[Variable],
    ) -> Result<EvalOutputs, CellError> {
        let stopped = self.stop.was_requested();
        match reply.outcome {
            Ok(shown) => {
                let source = |file: &str| {
                    let is_cell = file.ends_with("src/lib.rs") && !file.contains("/source/");
                    is_cell.then(|| reply.generated.clone())
                };
                report::outcome(ending, stopped, &self.cells, source).map(|()| shown)
            }
            Err(Error::SubprocessTerminated(_)) if stopped => Err(interrupted(before)),
            Err(Error::SubprocessTerminated(how)) => {
                let how = how.lines().last().unwrap_or(&how);
                Err(crashed(how.trim_start_matches("Subprocess terminated with status: "), &ending, before))
            }
            Err(_) if stopped => Err(interrupted(&[])),
            Err(Error::CompilationErrors(errors)) => {
                let findings: Vec<Finding> = errors.iter().map(|error| finding(cell, error)).collect();
                let is_closure = |name: &str| self.closures.iter().any(|closure| closure == name);
                let explain = |name: &str| is_closure(name).then(|| report::closure_is_gone(name));
                let missing =
                    |finding: &Finding| finding.missing_name().and_then(explain).into_iter().collect();
                Err(report::compile_error(cell, &findings, missing))
            }
            Err(error) => {
                let message = error.to_string();
                let evalue = message.lines().next().unwrap_or_default().to_owned();
                Err(CellError {
                    ename: "CompileError".into(),
                    evalue,
                    traceback: message.lines().map(str::to_owned).collect(),
                })
            }
        }
    }
}

impl Evaluator for EvcxrEvaluator {
    fn execute(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        self.stop.forget();
        if code.trim() == ":quit" {
            // evcxr would end this process on the spot.
            outputs(Output::Payload(Payload::AskExit { keepkernel: false }));
            return Ok(());
        }
        let number = self.cells.len();
        let mut cell = Cell::new(code, number, Pace::Plain);
        self.cells.push(cell.clone());
        if let Some(error) = report::syntax_error(&cell) {
            return Err(error);
        }
        self.drop_redefined(&cell, outputs)?;
        let before = self.variables.clone();
        let (mut reply, mut ending) = self.run(cell.compiled(), outputs)?;
        // Nothing has run when evcxr finds that it cannot store a variable; without it the cell may well run.
        let mut unstorable = Vec::new();
        while let Some(name) = reply.outcome.as_ref().err().and_then(unstorable_variable)
            && !unstorable.contains(&name)
        {
            unstorable.push(name);
            cell = Cell::hiding(code, number, Pace::Plain, &unstorable);
            self.cells[number] = cell.clone();
            (reply, ending) = self.run(cell.compiled(), outputs)?;
        }
        let shown = self.cell_error(&cell, reply, ending, &before)?;
        self.types.define(cell.definitions());
        self.closures.extend_from_slice(cell.closures());
        if !shown.content_by_mime_type.is_empty() {
            let data = shown.content_by_mime_type.into_iter().map(|(mime, text)| (mime, Value::String(text)));
            outputs(Output::Result { data: data.collect(), metadata: Default::default() });
        }
        Ok(())
    }

    fn interrupt_handle(&self) -> Arc<dyn Interrupt> {
        Arc::clone(&self.stop) as Arc<dyn Interrupt>
    }

    fn set_language(&mut self, language: &str) {
        self.language = language_byte(language);
    }

    fn reset(&mut self) -> Result<(), CellError> {
        self.types = Types::default();
        self.closures.clear();
        self.cells.clear();
        self.run(":clear", &mut |_| ())?;
        self.open_prelude()
    }

    fn catch_up(&mut self, outputs: &mut dyn FnMut(Output)) {
        self.link.catch_up(outputs);
    }

    fn news(&self) -> Option<Receiver<Event>> {
        Some(self.link.events().clone())
    }

    fn variables(&self) -> Vec<Variable> {
        self.variables.clone()
    }
}

impl Drop for EvcxrEvaluator {
    fn drop(&mut self) {
        // The engine's thread is not waited for: freeing all that rust-analyzer knows takes seconds.
        self.stop.end_child();
    }
}

/// The variable whose type has no name, or that borrows from what ends with the cell, if that is what evcxr complains of.
fn unstorable_variable(error: &Error) -> Option<String> {
    let named = |message: &str| {
        let name = message.strip_prefix("The variable `")?.split_once('`')?.0;
        message.contains("persisted").then(|| name.to_owned())
    };
    match error {
        Error::CompilationErrors(errors) => {
            errors.iter().find_map(|error| named(&error.message()).or_else(|| misnamed(error)))
        }
        error => named(&error.to_string()),
    }
}

/// The variable that evcxr's own code cannot store because its type is not the one that rust-analyzer has named: the type
/// of a function, which has no name, is taken for that of a pointer to functions.
fn misnamed(error: &CompilationError) -> Option<String> {
    let rendered = error.rendered();
    let (_, stored) = rendered.split_once("put_variable::<")?;
    let (_, name) = stored.split_once(">(stringify!(")?;
    Some(name.split_once(')')?.0.to_owned())
}

/// An error of evcxr in terms of the reader's text.
fn finding(cell: &Cell, error: &CompilationError) -> Finding {
    let marks = error.spanned_messages().iter().chain(error.help_spanned()).filter_map(|spanned| {
        let span = spanned.span?;
        let byte = |line, column| cell.origin(cell.compiled_offset(Place { line, column }));
        let range = byte(span.start_line, span.start_column)..byte(span.end_line, span.end_column);
        Some(Mark { range, label: spanned.label.clone(), is_primary: spanned.is_primary })
    });
    Finding {
        message: error.message(),
        code: error.code().map(str::to_owned),
        labels: marks.collect(),
        helps: error.help(),
        notes: vec![],
        rendered: error.rendered(),
    }
}

fn open_context(child: std::process::Command) -> Result<CommandContext, Error> {
    let (mut context, said) = EvalContext::with_subprocess_command(child)?;
    for lines in [said.stdout, said.stderr] {
        // evcxr waits until its own channels are empty; what comes here is a host that could not start.
        std::thread::spawn(move || lines.iter().for_each(|line| tracing::warn!("host: {line}")));
    }
    let mut state = context.state();
    // The linker that the prelude was built with; another one would make cargo compile everything anew.
    state.set_linker("system".to_owned());
    context.eval_with_state("", state)?;
    Ok(CommandContext::with_eval_context(context))
}

fn serve(mut context: CommandContext, requests: &Receiver<String>, replies: &Sender<Reply>) {
    for code in requests {
        let outcome = context.execute(&code);
        let mut variables: Vec<Variable> = context
            .variables_and_types()
            .map(|(name, type_name)| Variable { name: name.to_owned(), type_name: type_name.to_owned() })
            .collect();
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        let generated = context.last_source().unwrap_or_default();
        if replies.send(Reply { outcome, variables, generated }).is_err() {
            return;
        }
    }
}
