//! What a cell says, on its way to iopub; while it runs, and, if it has left threads behind, afterwards.

use super::Session;
use super::execution::Job;
use super::flood::{Flood, Piece};
use crate::evaluator::{Output, Payload};
use crate::wire::clear_output::ClearOutput;
use crate::wire::display::{DisplayData, Transient, UpdateDisplayData};
use crate::wire::execute::ExecuteResult;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Publishes the outputs of one cell under its request.
pub struct Outputs<'a> {
    session: &'a Session,
    job: Arc<Job>,
    /// The numbers under which its code has run.
    runs: Vec<u32>,
    throttle: Throttle,
    flood: Flood<'a>,
    result_text: Option<String>,
    payload: Vec<Payload>,
}

impl<'a> Outputs<'a> {
    /// Of this cell.
    pub fn new(session: &'a Session, job: Arc<Job>) -> Outputs<'a> {
        let flood = Flood::new(&session.spool, job.execution_count);
        let throttle = Throttle::new(Instant::now());
        Outputs { session, job, runs: Vec::new(), throttle, flood, result_text: None, payload: Vec::new() }
    }

    /// Publishes what was held back, and returns what the cell asks the frontend to do.
    pub fn finish(&mut self) -> Vec<Payload> {
        self.catch_up();
        std::mem::take(&mut self.payload)
    }

    /// Whether the cell's code has run under this number.
    pub fn has_run_as(&self, run: u32) -> bool {
        self.runs.contains(&run)
    }

    /// The cell's value as plain text, if it had one.
    pub fn result_text(&self) -> Option<String> {
        self.result_text.clone()
    }

    /// Publishes one output; a silent cell's goes nowhere. A cell that says very much is held up here, not the kernel.
    pub fn publish(&mut self, mut output: Output) {
        if let Output::Display { data, .. } | Output::Result { data, .. } = &mut output
            && !self.job.silent
        {
            self.flood.shorten(data);
        }
        if let Output::Result { data, .. } = &output {
            self.result_text = data.get("text/plain").and_then(|text| text.as_str()).map(str::to_owned);
        }
        match output {
            Output::Payload(payload) => return self.payload.push(payload),
            Output::Begun(run) => return self.runs.push(run),
            Output::Ask(question) => {
                self.catch_up();
                return self.session.input.ask(self.session, &self.job, question);
            }
            _ => {}
        }
        if self.job.silent {
            return;
        }
        let size = self.send(output);
        let pause = self.throttle.pause(size, Instant::now());
        if !pause.is_zero() {
            self.session.interrupts.pause(pause);
        }
    }

    /// Returns about how many bytes this costs the frontends.
    fn send(&mut self, output: Output) -> usize {
        /// What handling a message costs, whatever its size.
        const MESSAGE: usize = 4 << 10;
        /// What frontends do not get, or not every time, costs this part of its size.
        const UNHEARD: usize = 8;
        match output {
            Output::Text { stream, text } => {
                let bytes = text.len();
                let pieces = self.flood.take(stream, text);
                return self.say(pieces) + bytes / UNHEARD;
            }
            // The frontends forget what they have shown, and so it does not count any more.
            Output::Clear { .. } => self.flood.forget(),
            _ => self.catch_up(),
        }
        let (iopub, parent) = (&self.session.iopub, &self.job.parent);
        match output {
            Output::Text { .. }
            | Output::Payload(_)
            | Output::Ask(_)
            | Output::Begun(_)
            | Output::Late { .. } => 0,
            Output::Display { data, metadata, id, update } => {
                let display = DisplayData { data, metadata, transient: Transient { display_id: id } };
                // An update without a name has nothing to replace.
                match display.transient.display_id.clone().filter(|_| update) {
                    Some(id) => iopub.update(parent, id, &UpdateDisplayData(display)) / UNHEARD,
                    None => iopub.publish(parent, &display) + MESSAGE,
                }
            }
            Output::Result { data, metadata } => {
                let execution_count = self.job.execution_count;
                iopub.publish(parent, &ExecuteResult { execution_count, data, metadata }) + MESSAGE
            }
            Output::Clear { wait } => iopub.publish(parent, &ClearOutput { wait }) + MESSAGE,
        }
    }

    /// Publishes what was held back of the text.
    fn catch_up(&mut self) {
        let pieces = self.flood.catch_up();
        self.say(pieces);
    }

    /// Returns how many bytes were said.
    fn say(&self, pieces: Vec<Piece>) -> usize {
        let bytes = pieces.iter().map(|(_, text)| text.len()).sum();
        for (stream, text) in pieces {
            self.session.iopub.text(&self.job.parent, stream, text);
        }
        bytes
    }
}

/// The cells that have run, whose threads may still have something to say.
#[derive(Default)]
pub struct Earlier<'a>(VecDeque<Outputs<'a>>);

impl<'a> Earlier<'a> {
    /// So many cells are remembered; what threads of older ones say counts as the last one's.
    const REMEMBERED: usize = 100;

    /// A cell has ended. One whose code has not run has no threads.
    pub fn push(&mut self, outputs: Outputs<'a>) {
        if outputs.runs.is_empty() {
            return;
        }
        // The child process counts its runs, and a new one begins anew.
        for earlier in &mut self.0 {
            earlier.runs.retain(|run| !outputs.runs.contains(run));
        }
        self.0.push_back(outputs);
        if self.0.len() > Earlier::REMEMBERED {
            self.0.pop_front();
        }
    }

    /// Publishes what was said after a cell had ended: by a thread of that cell, or by one that is nobody's, under the last.
    pub fn publish(&mut self, output: Output) {
        let (run, output) = match output {
            Output::Late { run, output } => (Some(run), *output),
            other => (None, other),
        };
        let known = self.0.iter().position(|cell| run.is_some_and(|run| cell.has_run_as(run)));
        let cell = known.or_else(|| self.0.len().checked_sub(1)).and_then(|index| self.0.get_mut(index));
        match (cell, output) {
            (_, Output::Ask(question)) => {
                question.answer(Err("the cell that asks has ended: ask while it runs".to_owned()));
            }
            (_, Output::Begun(_)) | (None, _) => {}
            (Some(cell), output) => cell.publish(output),
        }
    }
}

/// Keeps a cell that prints without end from filling the memory of kernel and frontends, which read more slowly than a
/// cell can write: a generous amount passes freely, what is more at a steady rate.
struct Throttle {
    credit: f64,
    last: Instant,
}

impl Throttle {
    const FREE_BYTES: f64 = 16e6;
    const BYTES_PER_SECOND: f64 = 4e6;

    fn new(now: Instant) -> Throttle {
        Throttle { credit: Throttle::FREE_BYTES, last: now }
    }

    /// How long to pause after so many bytes at this moment.
    fn pause(&mut self, bytes: usize, now: Instant) -> Duration {
        let earned = now.duration_since(self.last).as_secs_f64() * Throttle::BYTES_PER_SECOND;
        // Exact up to 2^53 bytes, far more than one output can hold.
        self.credit = (self.credit + earned).min(Throttle::FREE_BYTES) - bytes as f64;
        self.last = now;
        Duration::try_from_secs_f64(-self.credit / Throttle::BYTES_PER_SECOND).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_megabytes_are_free_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut throttle = Throttle::new(start);
        assert_eq!(throttle.pause(16_000_000, start), Duration::ZERO);
        assert_eq!(throttle.pause(2_000_000, start), Duration::from_millis(500));
        let later = start + Duration::from_millis(500);
        assert_eq!(throttle.pause(0, later), Duration::ZERO);
        assert_eq!(throttle.pause(4_000_000, later), Duration::from_secs(1));
    }
}
