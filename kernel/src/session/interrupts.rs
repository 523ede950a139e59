//! Interrupting the running cell from any thread, also before the evaluator has taken it up.

use crate::evaluator::{CellError, Interrupt};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Knows whether a cell runs, and whether it has been interrupted.
#[derive(Default)]
pub struct Interrupts {
    state: Mutex<State>,
    requested: Condvar,
}

#[derive(Default)]
struct State {
    handle: Option<Arc<dyn Interrupt>>,
    running: bool,
    requested: bool,
}

impl Interrupts {
    /// The evaluator is there, and this is how it is interrupted.
    pub fn connect(&self, handle: Arc<dyn Interrupt>) {
        self.state().handle = Some(handle);
    }

    /// A cell is handed to the evaluator: interrupts are meant for it.
    pub fn begin(&self) {
        let mut state = self.state();
        state.running = true;
        state.requested = false;
    }

    /// The cell has ended.
    pub fn end(&self) {
        self.state().running = false;
    }

    /// Interrupts the running cell; `false` if none runs.
    pub fn interrupt(&self) -> bool {
        let mut state = self.state();
        if !state.running {
            return false;
        }
        state.requested = true;
        self.requested.notify_all();
        let handle = state.handle.clone();
        drop(state);
        if let Some(handle) = handle {
            handle.interrupt();
        }
        true
    }

    /// Ends the process of the cells, whether one runs or not.
    pub fn end_process(&self) {
        let handle = self.state().handle.clone();
        if let Some(handle) = handle {
            handle.end();
        }
    }

    /// Whether the running cell has been interrupted. An interrupt that comes before the evaluator runs the cell finds
    /// nothing to stop there, and is noticed here.
    pub fn requested(&self) -> bool {
        self.state().requested
    }

    /// Pauses the calling thread; an interrupt ends the pause.
    pub fn pause(&self, duration: Duration) {
        let state = self.state();
        // Which of the two ended the pause makes no difference to the caller.
        drop(self.requested.wait_timeout_while(state, duration, |state| !state.requested));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of a cell that was interrupted before it ran.
pub fn interrupted() -> CellError {
    let evalue = "the cell was interrupted before it ran";
    CellError {
        ename: "Interrupted".to_owned(),
        evalue: evalue.to_owned(),
        traceback: vec![evalue.to_owned()],
    }
}
