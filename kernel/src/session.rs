//! A kernel at work: it answers the requests of frontends, counts and runs cells, and says on iopub what happens.
//!
//! Four threads work beside those of [`crate::socket`]:
//!
//! - the one that calls [`run`] serves shell requests in order ([`shell`]); while a cell runs, the others wait;
//! - `assistance` answers completions and inspections at once, whatever runs ([`assistance`]);
//! - `control` serves control requests at once ([`control`]);
//! - `evaluator` makes the evaluator and runs cells with it ([`worker`]).
//!
//! Which message is served by what stands in one table, [`dispatch::ROUTES`]. A new message is a file in
//! [`crate::wire`], an [`dispatch::Answer`] and a row.

mod announcement;
mod assistance;
mod comm;
mod control;
mod dispatch;
mod execution;
mod flood;
mod history;
pub mod info;
mod input;
mod interrupts;
mod language;
mod outputs;
mod process;
mod queue;
mod shell;
mod subshell;
#[cfg(test)]
mod tests;
mod tongue;
mod worker;

pub use history::Place;
pub use process::is_alive;

use crate::evaluator::{CellError, Evaluator};
use crate::language::Language;
use crate::socket::{Channels, HandshakeError, IoPub, Router, SocketError, shake_hands};
use crate::wire::kernel_info::KernelInfo;
use crate::wire::{Author, ConnectionInfo, Message, Start};
use announcement::Announcement;
use assistance::Assistance;
use crossbeam_channel::{Sender, unbounded};
use flood::Spool;
use history::{Archive, History};
use input::Input;
use interrupts::Interrupts;
use std::io;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use subshell::{SharedHistory, Shells};
use tongue::Tongue;

/// Why the kernel cannot run.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// A channel cannot be opened.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// Nobody knows of it.
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    /// The system gives no thread.
    #[error("cannot start a thread of the kernel: {0}")]
    Thread(#[from] io::Error),
}

/// What a kernel is started with.
pub struct Setting {
    /// Where the channels are, or whom to tell.
    pub start: Start,
    /// The version of rustc, as `kernel_info_reply` tells it.
    pub language_version: String,
    /// Where the cells of all sessions are kept.
    pub history: Place,
    /// What is known of names.
    pub language: Arc<Language>,
}

/// Serves the frontends of a connection until one of them asks to shut down, or the process that started this one ends.
///
/// `make_evaluator` runs in the background,
/// on the thread that will use the evaluator: until it returns, requests other than `execute_request` are answered. If
/// it fails, its error is the reply to every cell.
pub fn run(
    setting: Setting,
    make_evaluator: impl FnOnce() -> Result<Box<dyn Evaluator>, CellError> + Send + 'static,
) -> Result<(), KernelError> {
    process::ignore_interrupt_signal();
    let Setting { start, language_version, history, language } = setting;
    let connection = start.to_bind();
    let author = Author::new(&connection.key);
    let (events, shell_events) = unbounded();
    let (control_calls, control_inbox) = unbounded();
    let input = Arc::new(Input::default());
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
        {
            let input = Arc::clone(&input);
            move |message| input.receive(&message)
        },
    )?;
    let connection = channels.bound.clone();
    let _announced = match &start {
        Start::Connection(_) => None,
        Start::Registration(registration) => {
            shake_hands(registration, &author, &connection)?;
            Announcement::write(registration, &connection)
        }
    };
    let session = Session {
        author,
        shell: channels.shell.clone(),
        control: channels.control.clone(),
        iopub: channels.iopub.clone(),
        stdin: channels.stdin.clone(),
        input,
        info: info::kernel_info(&language_version),
        connection,
        shells: Shells::new(Archive::open(history)?),
        language,
        tongue: Tongue::default(),
        spool: Spool::default(),
        interrupts: Interrupts::default(),
        events,
    };
    process::watch_parent(session.events.clone())?;
    let session = Arc::new(session);
    process::interrupt_upon_signal(Arc::downgrade(&session))?;
    let worker = worker::start(&session, make_evaluator)?;
    let control = thread::Builder::new().name("control requests".to_owned()).spawn({
        let session = Arc::clone(&session);
        move || control_inbox.iter().for_each(|call| control::serve(&session, call))
    })?;
    let assistance = Assistance::start(&session)?;
    shell::Shell::new(&session, worker, assistance).serve(&shell_events);
    session.shells.close();
    session.spool.close();
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
    stdin: Router,
    input: Arc<Input>,
    info: KernelInfo,
    connection: ConnectionInfo,
    shells: Shells,
    language: Arc<Language>,
    tongue: Tongue,
    spool: Spool,
    interrupts: Interrupts,
    events: Sender<Event>,
}

/// A request, and the channel on which it is answered.
pub struct Call {
    message: Message,
    channel: Channel,
}

impl Call {
    /// The subshell that is meant; only requests on the shell channel go to one.
    fn subshell(&self) -> Option<&str> {
        self.message.header.subshell_id.as_deref().filter(|_| self.channel == Channel::Shell)
    }
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
    /// A request was answered beside the cells.
    Answered(Call),
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

    /// Whether the shell that a request is meant for exists.
    fn knows_shell_of(&self, call: &Call) -> bool {
        self.shells.history(call.subshell()).is_some()
    }

    /// The history of the shell that a request is meant for. A subshell that was ended meanwhile has none any more; what
    /// is still to be said of its cells is said in the name of the main shell.
    fn shared_history(&self, call: &Call) -> SharedHistory {
        self.shells.history(call.subshell()).unwrap_or_else(|| self.shells.main())
    }
}

/// A history, to ask or to change.
fn locked(history: &SharedHistory) -> MutexGuard<'_, History> {
    // A history is consistent between any two statements that change it.
    history.lock().unwrap_or_else(PoisonError::into_inner)
}
