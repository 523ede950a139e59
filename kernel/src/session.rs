//! A kernel at work: it answers the requests of frontends, counts and runs cells, and says on iopub what happens.
//!
//! Three threads work beside those of [`crate::socket`]:
//!
//! - the one that calls [`run`] serves shell requests in order ([`shell`]); while a cell runs, the others wait;
//! - `control` serves control requests at once ([`control`]);
//! - `evaluator` makes the evaluator and runs cells with it ([`worker`]).
//!
//! Which message is served by what stands in one table, [`dispatch::ROUTES`]. A new message is a file in
//! [`crate::wire`], an [`dispatch::Answer`] and a row.

mod comm;
mod control;
mod dispatch;
mod execution;
mod history;
mod info;
mod interrupts;
mod language;
mod outputs;
mod process;
mod queue;
mod shell;
#[cfg(test)]
mod tests;
mod worker;

pub use process::is_alive;

use crate::evaluator::{CellError, Evaluator};
use crate::socket::{Channels, IoPub, Router, SocketError};
use crate::wire::kernel_info::KernelInfo;
use crate::wire::{Author, ConnectionInfo, Message};
use crossbeam_channel::{Sender, unbounded};
use history::History;
use interrupts::Interrupts;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Why the kernel cannot run.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// A channel cannot be opened.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// The system gives no thread.
    #[error("cannot start a thread of the kernel: {0}")]
    Thread(#[from] io::Error),
}

/// Serves the frontends of `connection` until one of them asks to shut down, or the process that started this one ends.
///
/// `language_version` is the version of rustc, as `kernel_info_reply` tells it. `make_evaluator` runs in the background,
/// on the thread that will use the evaluator: until it returns, requests other than `execute_request` are answered. If
/// it fails, its error is the reply to every cell.
pub fn run(
    connection: ConnectionInfo,
    language_version: String,
    make_evaluator: impl FnOnce() -> Result<Box<dyn Evaluator>, CellError> + Send + 'static,
) -> Result<(), KernelError> {
    process::ignore_interrupt_signal();
    let author = Author::new(&connection.key);
    let (events, shell_events) = unbounded();
    let (control_calls, control_inbox) = unbounded();
    let channels = Channels::open(
        &connection,
        &author,
        {
            let events = events.clone();
            move |message| shell::post(&events, Event::Call(Call { message, channel: Channel::Shell }))
        },
        move |message| {
            // The thread at the other end lives as long as this one.
            let _ = control_calls.send(Call { message, channel: Channel::Control });
        },
    )?;
    let session = Session {
        author,
        shell: channels.shell.clone(),
        control: channels.control.clone(),
        iopub: channels.iopub.clone(),
        info: info::kernel_info(&language_version),
        connection,
        history: Mutex::new(History::default()),
        interrupts: Interrupts::default(),
        events,
    };
    process::watch_parent(session.events.clone())?;
    let session = std::sync::Arc::new(session);
    let worker = worker::start(&session, make_evaluator)?;
    let control = thread::Builder::new().name("control requests".to_owned()).spawn({
        let session = std::sync::Arc::clone(&session);
        move || control_inbox.iter().for_each(|call| control::serve(&session, call))
    })?;
    shell::Shell::new(&session, worker).serve(&shell_events);
    // Closing the channels ends the control thread, whose inbox the control channel fills.
    drop(channels);
    if control.join().is_err() {
        tracing::error!("the thread of control requests panicked");
    }
    Ok(())
}

/// What all requests share.
pub struct Session {
    author: Author,
    shell: Router,
    control: Router,
    iopub: IoPub,
    info: KernelInfo,
    connection: ConnectionInfo,
    history: Mutex<History>,
    interrupts: Interrupts,
    events: Sender<Event>,
}

/// A request, and the channel on which it is answered.
pub struct Call {
    message: Message,
    channel: Channel,
}

/// The channels on which requests come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Requests in order.
    Shell,
    /// Requests served at once.
    Control,
}

/// What wakes the thread of the shell.
pub enum Event {
    /// A request has come.
    Call(Call),
    /// The evaluator is there, or will never be.
    Started(Result<(), CellError>),
    /// The running cell has ended.
    Finished(execution::Outcome),
    /// A frontend asks to interrupt while no cell runs.
    Interrupted,
    /// The kernel is to end.
    Stop,
    /// The evaluator has been dropped.
    Ended,
}

impl Session {
    /// Answers a request on its channel.
    fn reply(
        &self,
        call: &Call,
        msg_type: &str,
        metadata: &serde_json::Value,
        content: &impl serde::Serialize,
    ) {
        let message = &call.message;
        let frames =
            self.author.compose(&message.identities, &message.as_parent, msg_type, metadata, content);
        match call.channel {
            Channel::Shell => self.shell.send(frames),
            Channel::Control => self.control.send(frames),
        }
    }

    fn history(&self) -> MutexGuard<'_, History> {
        // A history is consistent between any two statements that change it.
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
