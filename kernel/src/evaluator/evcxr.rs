//! The engine on top of the `evcxr` crate.
//!
//! evcxr compiles cells with cargo and infers the types of variables with rust-analyzer; it starts slowly and is
//! complete. Its child process is ours ([`super::host`]), so output, displays and panics do not go through evcxr's
//! line protocol. The evaluation runs on a thread of its own, so that outputs can be passed on meanwhile.

mod interrupt;
mod redefinition;
mod text;

use super::cell::Cell;
use super::frame::{Command, Kind};
use super::link::{Event, Link};
use super::prelude::{Prelude, PreludeError};
use super::{CellError, Evaluator, Interrupt, Output, Stream, Variable, host, report};
use crossbeam_channel::{Receiver, Sender, select};
use evcxr::{CommandContext, Error, EvalContext, EvalOutputs};
use interrupt::{EvcxrInterrupt, Phase};
use redefinition::Types;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use text::Texts;

/// How long to wait for a host that should answer at once.
const PATIENCE: Duration = Duration::from_secs(10);

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
    interrupt: Arc<EvcxrInterrupt>,
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
        let mut child = std::process::Command::new(std::env::current_exe().map_err(CellError::unavailable)?);
        child
            .env(host::SESSION, link.folder())
            .env(host::PRELUDE, prelude.dylib(&session))
            .env("LD_LIBRARY_PATH", prelude.library_path(&session));
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
        let interrupt = Arc::new(EvcxrInterrupt::new(link.commands(), process));
        let mut evaluator = EvcxrEvaluator {
            requests,
            replies,
            link,
            interrupt,
            types: Types::default(),
            cells: vec![],
            closures: vec![],
            variables: vec![],
            dependency: prelude.dependency(),
            language: language_of(&std::env::var("AGON_LANG").unwrap_or_else(|_| "zh".to_owned())),
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
        let mut ending = Ending::default();
        let mut texts = Texts::default();
        let mut gone = false;
        let mut take = |event: Event, gone: &mut bool| match event {
            Event::Gone => *gone = true,
            Event::Frame(kind, content) => {
                ending.take(kind, &content);
                texts.pass(kind, content, outputs);
            }
        };
        self.interrupt.enter(Phase::Compiling);
        self.link.commands().send(Command::Language(self.language));
        self.requests.send(code.to_owned()).map_err(CellError::unavailable)?;
        let reply = loop {
            select! {
                recv(self.link.events()) -> event => if let Ok(event) = event {
                    if matches!(event, Event::Frame(Kind::Started, _)) {
                        self.interrupt.enter(Phase::Running);
                    }
                    take(event, &mut gone);
                },
                recv(self.replies) -> reply => break reply.map_err(CellError::unavailable),
                // A compiler that was stopped may have been started again by evcxr meanwhile.
                default(Duration::from_millis(100)) => self.interrupt.repeat(),
            }
        };
        self.interrupt.enter(Phase::Idle);
        let reply = reply?;
        if !matches!(reply.outcome, Err(Error::SubprocessTerminated(_))) {
            gone = false;
            self.link.commands().send(Command::Sync);
        }
        while !gone && let Ok(event) = self.link.events().recv_timeout(PATIENCE) {
            if matches!(event, Event::Frame(Kind::Synced, _)) {
                break;
            }
            take(event, &mut gone);
        }
        texts.finish(outputs);
        self.variables.clone_from(&reply.variables);
        Ok((reply, ending))
    }

    /// Drops the variables whose types the cell defines anew, and says so: their bytes must never be read as the new type.
    fn drop_redefined(&mut self, cell: &Cell, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        let outdated = self.types.outdated(cell.types(), &self.variables);
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
        let interrupted = self.interrupt.was_requested();
        match reply.outcome {
            Ok(_) if ending.unwound && interrupted && ending.panic.is_none() => Err(interrupted_error(&[])),
            Ok(_) if ending.unwound => {
                Err(report::panic(&self.cells, &ending.panic.unwrap_or_default(), &reply.generated))
            }
            Ok(_) if ending.failed => Err(CellError {
                ename: "Error".into(),
                evalue: ending.last_stderr.clone(),
                traceback: vec![format!(
                    "\u{1b}[31mError\u{1b}[0m: the cell ended at a `?`: {}",
                    ending.last_stderr
                )],
            }),
            Ok(outputs) => Ok(outputs),
            Err(Error::SubprocessTerminated(_)) if interrupted => Err(interrupted_error(before)),
            Err(Error::SubprocessTerminated(how)) => Err(crashed(&how, &ending, before)),
            Err(_) if interrupted => Err(interrupted_error(&[])),
            Err(Error::CompilationErrors(errors)) => {
                Err(report::compile_error(cell, &errors, &self.closures))
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
        self.interrupt.forget();
        let cell = Cell::new(code, self.cells.len());
        self.cells.push(cell.clone());
        self.drop_redefined(&cell, outputs)?;
        let before = self.variables.clone();
        let (reply, ending) = self.run(cell.compiled(), outputs)?;
        let shown = self.cell_error(&cell, reply, ending, &before)?;
        self.types.define(cell.types());
        self.closures.extend_from_slice(cell.closures());
        if !shown.content_by_mime_type.is_empty() {
            let data = shown.content_by_mime_type.into_iter().map(|(mime, text)| (mime, Value::String(text)));
            outputs(Output::Result { data: data.collect(), metadata: Default::default() });
        }
        Ok(())
    }

    fn interrupt_handle(&self) -> Arc<dyn Interrupt> {
        Arc::clone(&self.interrupt) as Arc<dyn Interrupt>
    }

    fn set_language(&mut self, language: &str) {
        self.language = language_of(language);
    }

    fn reset(&mut self) -> Result<(), CellError> {
        self.types = Types::default();
        self.closures.clear();
        self.cells.clear();
        self.run(":clear", &mut |_| ())?;
        self.open_prelude()
    }

    fn variables(&self) -> Vec<Variable> {
        self.variables.clone()
    }
}

impl Drop for EvcxrEvaluator {
    fn drop(&mut self) {
        // The engine's thread is not waited for: freeing all that rust-analyzer knows takes seconds.
        self.interrupt.end_child();
    }
}

/// How a cell ended, by what the host said on the way.
#[derive(Default)]
struct Ending {
    panic: Option<Value>,
    unwound: bool,
    failed: bool,
    last_stderr: String,
}

impl Ending {
    fn take(&mut self, kind: Kind, content: &[u8]) {
        match kind {
            Kind::Panic => self.panic = serde_json::from_slice(content).ok(),
            Kind::Unwound => self.unwound = true,
            Kind::Failed => self.failed = true,
            Kind::Stderr => {
                if let Some(line) =
                    String::from_utf8_lossy(content).lines().rfind(|line| !line.trim().is_empty())
                {
                    self.last_stderr = line.to_owned();
                }
            }
            _ => {}
        }
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

/// A language as it travels to the host.
fn language_of(tag: &str) -> u8 {
    if tag.starts_with("zh") { 0 } else { 1 }
}

fn interrupted_error(lost: &[Variable]) -> CellError {
    let mut evalue = "the cell was interrupted".to_owned();
    match lost {
        [] => evalue += "; all variables are still there",
        lost => evalue += &format!("; its process had to be ended, lost variables: {}", names(lost)),
    }
    CellError {
        ename: "Interrupted".into(),
        traceback: vec![format!("\u{1b}[31mInterrupted\u{1b}[0m: {evalue}")],
        evalue,
    }
}

fn crashed(how: &str, ending: &Ending, lost: &[Variable]) -> CellError {
    let reason = how.lines().last().unwrap_or(how).trim_start_matches("Subprocess terminated with status: ");
    let mut evalue = if ending.last_stderr.contains("stack overflow") {
        "the cell used up its stack (a recursion without end?)".to_owned()
    } else {
        format!("the process that ran the cell ended ({reason})")
    };
    evalue += "; functions and types are kept";
    if !lost.is_empty() {
        evalue += &format!(", lost variables: {}", names(lost));
    }
    CellError {
        ename: "Crashed".into(),
        traceback: vec![format!("\u{1b}[31mCrashed\u{1b}[0m: {evalue}")],
        evalue,
    }
}

fn names(variables: &[Variable]) -> String {
    variables.iter().map(|variable| variable.name.as_str()).collect::<Vec<_>>().join(", ")
}
