//! rust-analyzer, in a process of its own beside the kernel.
//!
//! The tables answer first and always; rust-analyzer adds what only inference knows.

mod answer;
mod message;
pub mod process;
mod program;
mod project;

pub use message::{Question, Wish};
pub use program::question;

use super::name::Name;
use crate::evaluator::prelude::Prelude;
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use message::{Message, Setting};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// `off` in this variable of the environment leaves rust-analyzer out.
const SWITCH: &str = "AGON_ANALYZER";

/// How long a reader waits for rust-analyzer. After that, the tables' answer is better than a better one.
const PATIENCE: Duration = Duration::from_millis(300);

/// A process that is busy with one answer for so long will not come back.
const STUCK: Duration = Duration::from_secs(60);

/// How often the process is started in a session after it has died.
const DEATHS: u32 = 3;

/// After so many questions somebody is asking whom the process is worth its memory.
const QUESTIONS: u32 = 3;

/// The kernel's end.
#[derive(Default)]
pub struct Analyzer(Mutex<State>);

#[derive(Default)]
struct State {
    /// What the process is told first; nothing as long as it cannot or must not be started.
    setting: Option<Setting>,
    process: Option<Process>,
    questions: u32,
    deaths: u32,
}

/// A running process.
struct Process {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    ready: bool,
    /// How many questions were asked, and how many answered.
    asked: u64,
    answered: u64,
    last_question: Instant,
}

impl Analyzer {
    /// Lets the process be started when it is wanted.
    pub fn allow(&self, prelude: &Prelude) {
        if std::env::var_os(SWITCH).is_some_and(|value| value == "off") {
            return;
        }
        let setting =
            Setting { workspace: prelude.template().join("cell"), sysroot: prelude.sysroot().to_owned() };
        if !project::standard_library(&setting.sysroot).exists() {
            tracing::info!(
                "without the sources of the standard library (`rustup component add rust-src`) names are completed from tables only"
            );
            return;
        }
        self.state().setting = Some(setting);
    }

    /// Notes a question, and whether the tables had a good answer. Starts the process if that is worth it.
    pub fn note(&self, answered_well: bool) {
        let mut state = self.state();
        state.questions = state.questions.saturating_add(1);
        if !answered_well || state.questions >= QUESTIONS {
            state.start();
        }
    }

    /// What rust-analyzer says; `None` if it is not there, not ready, or slow.
    pub fn ask(&self, question: impl FnOnce() -> Question) -> Option<Vec<Name>> {
        let mut state = self.state();
        let process = state.process.as_mut()?;
        let answer = process.ask(question);
        if answer.is_err() {
            state.bury();
        }
        answer.ok().flatten()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn start(&mut self) {
        if self.process.as_mut().is_some_and(|process| process.listen(None).is_err()) {
            self.bury();
        }
        if self.process.is_some() || self.deaths > DEATHS {
            return;
        }
        let Some(setting) = &self.setting else { return };
        match Process::start(setting) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                tracing::warn!(%error, "rust-analyzer cannot be started");
                self.deaths += 1;
            }
        }
    }

    /// Takes leave of a process that is gone or must go.
    fn bury(&mut self) {
        let Some(process) = self.process.take() else { return };
        let has_rested = process.end();
        if !has_rested {
            self.deaths += 1;
            tracing::warn!(self.deaths, "rust-analyzer has died; the tables answer");
        }
    }
}

impl Process {
    fn start(setting: &Setting) -> io::Result<Process> {
        let mut child = Command::new("/proc/self/exe")
            .env(process::SWITCH, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if tracing::enabled!(tracing::Level::DEBUG) { Stdio::inherit() } else { Stdio::null() })
            .spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        writeln!(input, "{}", serde_json::to_string(setting)?)?;
        let (sender, messages) = unbounded();
        std::thread::Builder::new().name("analyzer".to_owned()).spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line);
                if !message.is_ok_and(|message| sender.send(message).is_ok()) {
                    return;
                }
            }
        })?;
        Ok(Process {
            child,
            input,
            messages,
            ready: false,
            asked: 0,
            answered: 0,
            last_question: Instant::now(),
        })
    }

    /// The answer to a question, if it comes in time.
    ///
    /// # Errors
    /// When the process is gone, or will never answer.
    fn ask(&mut self, question: impl FnOnce() -> Question) -> Result<Option<Vec<Name>>, Gone> {
        let deadline = Instant::now() + PATIENCE;
        self.listen(None)?;
        // One question at a time: whoever types asks for something else by the time the last but one is answered.
        if !self.ready || (self.asked > self.answered && self.listen(Some(deadline))?.is_none()) {
            return Ok(None);
        }
        let line = serde_json::to_string(&question()).map_err(|_| Gone)?;
        writeln!(self.input, "{line}").map_err(|_| Gone)?;
        self.asked += 1;
        self.last_question = Instant::now();
        self.listen(Some(deadline))
    }

    /// Takes what has come, or waits until then for the answer to the last question.
    fn listen(&mut self, deadline: Option<Instant>) -> Result<Option<Vec<Name>>, Gone> {
        loop {
            match self.messages.recv_deadline(deadline.unwrap_or_else(Instant::now)) {
                Ok(Message::Ready) => self.ready = true,
                Ok(Message::Answer(number, names)) => {
                    self.answered = number;
                    if number == self.asked && deadline.is_some() {
                        return Ok(Some(names));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let is_stuck = self.asked > self.answered && self.last_question.elapsed() > STUCK;
                    return if is_stuck { Err(Gone) } else { Ok(None) };
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Gone),
            }
        }
    }

    /// Ends the process; true if it had ended by itself because nobody asked anything.
    fn end(mut self) -> bool {
        let has_rested = matches!(self.child.try_wait(), Ok(Some(status)) if status.success());
        let _ = self.child.kill();
        let _ = self.child.wait();
        has_rested
    }
}

/// The process is gone, or as good as gone.
#[derive(Debug)]
struct Gone;
