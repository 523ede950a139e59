//! The shell's thread: requests in order, one cell at a time.

use super::assistance::Assistance;
use super::dispatch::{Handler, handler, serve, unknown_subshell};
use super::execution::{Execution, Job, Outcome, abort};
use super::interrupts::interrupted;
use super::queue::{GivenUp, Moment, Queue, Turn};
use super::{Event, Session, language, subshell};
use crate::evaluator::{CellError, Payload};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How long a running cell has to end after a shutdown, before it is interrupted for a second time, which ends its
/// process; how long after that the evaluator has to go, before its process is killed; and how long it has then. Frontends
/// kill a kernel that takes much longer than all of these.
const PATIENCE: Duration = Duration::from_millis(600);

/// The state of the shell's thread.
pub struct Shell<'a> {
    session: &'a Session,
    queue: Queue,
    engine: Engine,
    jobs: Sender<Job>,
    assistance: Assistance,
}

/// What the evaluator is doing.
enum Engine {
    Starting,
    Ready,
    Running(Box<Execution>),
    Unavailable(CellError),
}

impl Engine {
    fn moment(&self) -> Moment<'_> {
        match self {
            Engine::Starting => Moment::Starting,
            Engine::Running(execution) => Moment::Running(execution.subshell()),
            Engine::Ready | Engine::Unavailable(_) => Moment::Free,
        }
    }
}

/// Tells the shell's thread. It does not listen any more while the kernel ends, and then there is nothing to do.
pub fn post(events: &Sender<Event>, event: Event) {
    let _ = events.send(event);
}

impl<'a> Shell<'a> {
    /// Nothing waits, and the evaluator, which takes `jobs`, is starting.
    pub fn new(session: &'a Session, jobs: Sender<Job>, assistance: Assistance) -> Shell<'a> {
        Shell { session, queue: Queue::default(), engine: Engine::Starting, jobs, assistance }
    }

    /// Serves until the kernel is to end, and sees to its end.
    pub fn serve(mut self, events: &Receiver<Event>) {
        loop {
            let event = match self.queue.deadline(self.engine.moment()) {
                Some(deadline) => events.recv_deadline(deadline),
                None => events.recv().map_err(RecvTimeoutError::from),
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    self.serve_queue();
                    continue;
                }
                // The session holds a sender of events, so there is always another one.
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match event {
                Event::Stop => break,
                Event::Call(call) => self.receive(call),
                Event::Answered(call) => self.still_busy(&call),
                Event::Started(Ok(())) => self.engine = Engine::Ready,
                Event::Started(Err(error)) => {
                    tracing::error!(error.evalue, "there is no evaluator");
                    self.engine = Engine::Unavailable(error);
                }
                Event::Finished(outcome) => self.finish(outcome, events),
                Event::Interrupted if matches!(self.engine, Engine::Starting) => {
                    self.queue.give_up_cells(GivenUp::Interrupted, None);
                }
                Event::Interrupted | Event::Ended => {}
            }
            self.serve_queue();
        }
        self.end(events);
    }

    fn receive(&mut self, call: super::Call) {
        match handler(&call) {
            Handler::AtOnce(handle) if self.session.knows_shell_of(&call) => {
                serve(self.session, &call, handle);
                self.still_busy(&call);
            }
            Handler::Beside(handle) if self.session.knows_shell_of(&call) => {
                self.assistance.answer(call, handle);
            }
            Handler::AtOnce(_) | Handler::Beside(_) | Handler::InTurn(_) | Handler::Cell => {
                self.queue.push(call, Instant::now());
            }
        }
    }

    /// After a request was answered while a cell runs: "idle" was meant for that request alone, but frontends show the last
    /// they heard.
    fn still_busy(&self, answered: &super::Call) {
        if let (None, Engine::Running(execution)) = (answered.subshell(), &self.engine) {
            execution.still_busy(self.session);
        }
    }

    fn serve_queue(&mut self) {
        loop {
            let Some(turn) = self.queue.next(self.engine.moment(), Instant::now()) else {
                return;
            };
            let (Turn::Answer(call, _) | Turn::Run(call) | Turn::Refuse(call) | Turn::GiveUp(call, _)) =
                &turn;
            if !self.session.knows_shell_of(call) {
                serve(self.session, call, unknown_subshell);
                continue;
            }
            match turn {
                Turn::Refuse(call) => self.refuse(call),
                Turn::Answer(call, handle) => serve(self.session, &call, handle),
                Turn::GiveUp(call, GivenUp::Aborted) => serve(self.session, &call, abort),
                Turn::GiveUp(call, GivenUp::Interrupted) => self.fail(call, interrupted()),
                Turn::Run(call) => self.run(call),
            }
        }
    }

    fn run(&mut self, call: super::Call) {
        if let Engine::Unavailable(error) = &self.engine {
            let error = error.clone();
            return self.fail(call, error);
        }
        // Before "busy" goes out: whoever interrupts upon it means this cell.
        self.session.interrupts.begin();
        let Some(execution) = Execution::begin(self.session, call) else {
            return self.session.interrupts.end();
        };
        if let Some(outcome) = language::help(self.session, execution.code()) {
            self.session.interrupts.end();
            return execution.finish(self.session, outcome);
        }
        // The worker takes jobs until their sender, which is here, has gone.
        match self.jobs.send(execution.job()) {
            Ok(()) => self.engine = Engine::Running(Box::new(execution)),
            Err(_) => self.session.interrupts.end(),
        }
    }

    /// A cell of a subshell while another cell runs on: only a question about a name can be answered without the evaluator.
    fn refuse(&self, call: super::Call) {
        if let Some(execution) = Execution::begin(self.session, call) {
            let outcome = language::help(self.session, execution.code());
            execution.finish(self.session, outcome.unwrap_or_else(|| Outcome::failed(subshell::busy())));
        }
    }

    /// A cell that fails without running. Those behind it are not given up: each has the same reason to fail.
    fn fail(&self, call: super::Call, error: CellError) {
        if let Some(execution) = Execution::begin(self.session, call) {
            execution.finish(self.session, Outcome::failed(error));
        }
    }

    fn finish(&mut self, outcome: Outcome, events: &Receiver<Event>) {
        self.session.interrupts.end();
        let Engine::Running(execution) = std::mem::replace(&mut self.engine, Engine::Ready) else {
            return;
        };
        if outcome.result.is_err() && execution.stops_on_error() {
            // Whatever was sent before the frontend could know of the error counts as waiting, wherever it is by now.
            self.session.shell.deliver();
            let arrived: Vec<Event> = events.try_iter().collect();
            for event in arrived {
                match event {
                    Event::Call(call) => self.receive(call),
                    other => post(&self.session.events, other),
                }
            }
            self.queue.give_up_cells(GivenUp::Aborted, execution.subshell());
        }
        let leaves = outcome.payload.contains(&Payload::AskExit { keepkernel: false });
        execution.finish(self.session, outcome);
        if leaves {
            post(&self.session.events, Event::Stop);
        }
    }

    /// Interrupts the running cell and waits, within reason, until it is answered and the evaluator is gone.
    fn end(mut self, events: &Receiver<Event>) {
        let evaluator_exists = matches!(self.engine, Engine::Ready | Engine::Running(_));
        if matches!(self.engine, Engine::Running(_)) {
            for _ in 0..2 {
                self.session.interrupts.interrupt();
                if let Some(Event::Finished(outcome)) =
                    wait_for(events, |event| matches!(event, Event::Finished(_)))
                {
                    self.finish(outcome, events);
                    break;
                }
            }
        }
        drop(self.jobs);
        // An evaluator that is still being made notices nothing: it ends with this process.
        let has_ended = || wait_for(events, |event| matches!(event, Event::Ended)).is_some();
        if evaluator_exists && !has_ended() {
            self.session.interrupts.end_process();
            if !has_ended() {
                tracing::warn!("the evaluator does not end in time; the process of its cells was killed");
            }
        }
    }
}

/// The first event of a kind, if it comes in time; others are of no interest any more.
fn wait_for(events: &Receiver<Event>, wanted: impl Fn(&Event) -> bool) -> Option<Event> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match events.recv_deadline(deadline) {
            Ok(event) if wanted(&event) => return Some(event),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}
