//! From the text of a cell to code that has run.
//!
//! An [`Evaluator`] owns one child process in which the reader's code runs. What a cell prints, draws and returns comes
//! back as a stream of [`Output`]s, in order, while the cell runs; how it ended is the return value of
//! [`Evaluator::execute`]. The kernel ([`crate::session`]) and the notebook engine ([`crate::notebook`]) are its two users.

pub mod cell;
mod checks;
pub mod completeness;
pub mod conversation;
pub mod directive_lines;
pub mod evcxr;
mod facade;
mod files;
pub mod frame;
pub mod host;
pub mod interrupt;
pub mod lets;
mod light;
pub mod link;
pub mod native;
pub mod parse;
pub mod parts;
pub mod prelude;
mod question;
pub mod redefinition;
mod report;
mod syntax;
mod tail;
pub mod text;
mod toolchain;
mod unshowable;

pub use question::Question;

use crossbeam_channel::Receiver;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::Arc;

/// MIME type → representation, as in Jupyter's `display_data` (`text/plain` is a string, JSON types are JSON).
pub type MimeBundle = Map<String, Value>;

/// One of the two text streams of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Something a running cell says. The order of outputs is the order in which the cell produced them.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// A piece of text; it may end anywhere in a line.
    Text {
        /// Where it was written to.
        stream: Stream,
        /// The text; bytes that are not UTF-8 have become U+FFFD.
        text: String,
    },
    /// A value shown on the way (`show(…)`, a plot, a progress bar).
    Display {
        /// The value in one or more MIME types.
        data: MimeBundle,
        /// Jupyter's metadata for the bundle.
        metadata: Map<String, Value>,
        /// The display id, by which a later output may replace this one.
        id: Option<String>,
        /// Whether this replaces the displays of the same id instead of adding one.
        update: bool,
    },
    /// The value of the cell's last expression.
    Result {
        /// The value in one or more MIME types.
        data: MimeBundle,
        /// Jupyter's metadata for the bundle.
        metadata: Map<String, Value>,
    },
    /// Remove what the cell has shown so far (`wait`: only when the next output comes).
    Clear {
        /// Wait for the next output, so that nothing flickers.
        wait: bool,
    },
    /// Something for the frontend to do when the cell has ended.
    Payload(Payload),
    /// The cell asks for a line and waits for the answer.
    Ask(Question),
    /// The cell's library has been loaded and its code begins to run, under this number.
    Begun(u32),
    /// An output of a thread that an earlier cell has started.
    Late {
        /// The number under which the code of that cell has run.
        run: u32,
        /// What the thread said.
        output: Box<Output>,
    },
}

/// What a cell asks a frontend to do, beside showing outputs: a
/// [payload](https://jupyter-client.readthedocs.io/en/stable/messaging.html#payloads-deprecated) of its reply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum Payload {
    /// Show a page of help, beside the notebook and not in it.
    Page {
        /// The page in one or more MIME types; `text/plain` is always among them.
        data: MimeBundle,
        /// The line to begin with.
        start: usize,
    },
    /// Put code into a new cell below this one, or into this one.
    SetNextInput {
        /// The code.
        text: String,
        /// Into this one.
        replace: bool,
    },
    /// The reader wants to leave: a console closes, and the kernel ends.
    AskExit {
        /// Whether the kernel shall go on without the frontend.
        keepkernel: bool,
    },
}

impl Output {
    /// What a progress bar says, if this is one: it is for the reader who waits, not for the record.
    pub fn progress(&self) -> Option<&str> {
        match self {
            Output::Display { data, metadata, .. } if metadata.get("agon")?.get("progress")?.as_bool()? => {
                Some(data.get("text/plain").and_then(|text| text.as_str()).unwrap_or_default())
            }
            _ => None,
        }
    }
}

/// Why a cell failed, in the three fields of a Jupyter `error`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellError {
    /// The kind: `CompileError`, `LinkError`, `Panic`, `Error` (from `?`), `Interrupted`, `Crashed`, `Unavailable`.
    pub ename: String,
    /// One line: what went wrong.
    pub evalue: String,
    /// The full report, line by line; may hold ANSI colours.
    pub traceback: Vec<String>,
}

impl CellError {
    /// Cells cannot run at all, and why.
    pub fn unavailable(error: impl std::fmt::Display) -> CellError {
        let evalue = error.to_string();
        CellError {
            ename: "Unavailable".into(),
            traceback: evalue.lines().map(str::to_owned).collect(),
            evalue,
        }
    }
}

/// A stored variable of the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type as Rust writes it.
    pub type_name: String,
}

/// The crates that a reader has added to those of the prelude.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedCrates {
    /// The names by which code calls them.
    pub names: Vec<String>,
    /// The package that depends on them.
    pub workspace: PathBuf,
    /// The toolchain that has compiled them.
    pub sysroot: PathBuf,
}

/// Stops the cell that is running, from any thread. The call returns at once; `execute` then ends with an
/// `Interrupted` error. Without a running cell it does nothing.
pub trait Interrupt: Send + Sync {
    /// Ask the running cell to stop.
    fn interrupt(&self);

    /// End the process of the cells at once, whatever it is doing: the last means, when the evaluator is to go and does not.
    fn end(&self);
}

/// Runs cells one after the other and keeps the reader's variables and items between them.
pub trait Evaluator {
    /// Runs one cell and passes its outputs on as they come. A panic, an error returned by `?`, a compiler error, a
    /// dead child and an interrupt are all an `Err`; the evaluator stays usable after each of them.
    fn execute(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError>;

    /// A handle that interrupts this evaluator from another thread.
    fn interrupt_handle(&self) -> Arc<dyn Interrupt>;

    /// The language of what the prelude itself says in the cells that follow: `zh…` Chinese, any other English. An
    /// engine whose cells say nothing of their own need not care.
    fn set_language(&mut self, language: &str) {
        let _ = language;
    }

    /// The number by which readers know the next cell. An engine that speaks of no cell by its number need not care.
    fn set_number(&mut self, number: u32) {
        let _ = number;
    }

    /// Forgets all variables and items, as after a restart.
    fn reset(&mut self) -> Result<(), CellError>;

    /// The variables that the next cell can use, by name.
    fn variables(&self) -> Vec<Variable>;

    /// The crates that the reader has added.
    fn added_crates(&self) -> AddedCrates {
        AddedCrates::default()
    }

    /// Passes on what threads of earlier cells have said since the last cell ended, without waiting for more.
    fn catch_up(&mut self, outputs: &mut dyn FnMut(Output)) {
        let _ = outputs;
    }

    /// Has something to receive when [`Evaluator::catch_up`] has something to do.
    fn news(&self) -> Option<Receiver<link::Event>> {
        None
    }

    /// The same with the types of the newest, for which an engine may have to wait a moment.
    fn settled_variables(&mut self) -> Vec<Variable> {
        self.variables()
    }
}
