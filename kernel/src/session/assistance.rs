//! The thread on which completions and inspections are answered, one after the other.

use super::dispatch::{refuse, serve};
use super::worker::panic_message;
use super::{Call, Event, Session, shell};
use crate::evaluator::CellError;
use crate::wire::status::ExecutionState;
use crossbeam_channel::{Sender, unbounded};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// A request and what answers it.
type Question = (Call, fn(&Session, &Call));

/// The way to the thread. Dropping it ends the thread.
pub struct Assistance(Sender<Question>);

impl Assistance {
    /// Starts the thread.
    pub fn start(session: &Arc<Session>) -> io::Result<Assistance> {
        let (sender, questions) = unbounded::<Question>();
        let session = Arc::clone(session);
        thread::Builder::new().name("assistance".to_owned()).spawn(move || {
            for (call, handle) in &questions {
                // A text that makes the kernel stumble costs its own answer, not those to all later questions.
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| serve(&session, &call, handle))) {
                    refuse(&session, &call, crashed(&call, panic.as_ref()));
                    session.iopub.status(&call.message.as_parent, ExecutionState::Idle);
                }
                shell::post(&session.events, Event::Answered(call));
            }
        })?;
        Ok(Assistance(sender))
    }

    /// Has a request answered.
    pub fn answer(&self, call: Call, handle: fn(&Session, &Call)) {
        // The thread takes questions until their sender, which is here, has gone.
        let _ = self.0.send((call, handle));
    }
}

/// The error for a request at which the kernel panicked.
fn crashed(call: &Call, panic: &(dyn Any + Send)) -> CellError {
    let (msg_type, said) = (&call.message.header.msg_type, panic_message(panic));
    tracing::error!(msg_type, said, "the kernel panicked at a request");
    let evalue = format!("the kernel panicked at this {msg_type}: {said}");
    CellError { ename: "Crashed".to_owned(), traceback: vec![evalue.clone()], evalue }
}
