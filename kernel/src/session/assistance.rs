//! The thread on which completions and inspections are answered, one after the other.

use super::dispatch::serve;
use super::{Call, Event, Session, shell};
use crossbeam_channel::{Sender, unbounded};
use std::io;
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
                serve(&session, &call, handle);
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
