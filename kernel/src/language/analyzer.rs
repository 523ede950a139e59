//! rust-analyzer beside the tables, in a process of its own.
//!
//! The tables answer every question within milliseconds and remain the answer whenever rust-analyzer is not there, not
//! ready, slow or dead. It adds what only inference knows: the types of what a cell binds, through closures, iterators,
//! generic code and macros; methods that macros define; which traits a type implements. [`super::merge`] says what of
//! whose answer is shown.
//!
//! | file | what it does |
//! |---|---|
//! | this one | the kernel's end: starts the process, asks it, takes leave of it |
//! | [`process`] | the process: reads questions, writes answers |
//! | [`project`] | the crates that rust-analyzer sees |
//! | [`program`] | a cell as the text of a crate |
//! | [`answer`] | rust-analyzer's answers as names |
//! | [`message`] | what goes to and fro |
//!
//! # When it runs
//! It is started by the first question that the tables cannot answer well, or by the third question of a session, whichever
//! comes first; never by a cell, and never in the kernel's own process. It runs with low priority, rests (ends, and
//! gives its memory back) after twenty minutes without a question, and ends with the kernel, even a killed one, because its
//! standard input does. A reader waits 300 ms for it at most. If it dies three times, the tables go on alone.
//!
//! `AGON_ANALYZER=off` in the kernel's environment leaves it out. Without the sources of the standard library
//! (`rustup component add rust-src`) it is not started: it would not know what a `Vec` is.
//!
//! # What it costs
//! Measured on two cores, rust-analyzer at opt-level 1, against evcxr's own use of it (6 to 25 s and 0.5 to 1.1 GB inside
//! the kernel's process, before the first cell):
//!
//! | what it sees | processor time until ready | memory |
//! |---|---|---|
//! | the standard library and agon | 3.2 s | 330 MB |
//! | the same and plotters | 3.3 s | 340 MB |
//! | the same, plotters, and those crates of polars whose names cells see: this is what it gets | 4.3 s | 450 MB |
//! | the same and the rest of polars | 5.2 s | 540 MB |
//!
//! The rest of polars changed none of the answers that were tried. Once ready, members of a value take 10 to 60 ms, also of
//! a `LazyFrame` (the first question about a new type up to 1 s, which then counts as slow); a signature 2 to 20 ms.
//! Four hundred different questions later the process is as large as before.
//! All names that can stand at a place take it 250 to 550 ms, because there are eight hundred: the tables have these, and
//! rust-analyzer is not asked for them unless the tables know none that fits.

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
    /// Starts the process; nothing as long as it cannot or must not be started.
    starter: Option<Starter>,
    process: Option<Process>,
    questions: u32,
    deaths: u32,
}

type Starter = Box<dyn Fn() -> io::Result<Process> + Send>;

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
        let start = move || {
            let mut command = Command::new("/proc/self/exe");
            command.env(process::SWITCH, "1");
            Process::start(command, &setting)
        };
        self.state().starter = Some(Box::new(start));
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
        let Some(start) = &self.starter else { return };
        match start() {
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
    fn start(mut command: Command, setting: &Setting) -> io::Result<Process> {
        let mut child = command
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

    /// Ends the process; true if it had ended by itself because nobody asked anything any more.
    fn end(mut self) -> bool {
        let has_rested = self.ready && matches!(self.child.try_wait(), Ok(Some(status)) if status.success());
        let _ = self.child.kill();
        let _ = self.child.wait();
        has_rested
    }
}

/// The process is gone, or as good as gone.
#[derive(Debug)]
struct Gone;

#[cfg(test)]
mod tests {
    use super::super::name::Kind;
    use super::*;
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Ready at once, then one answer a question.
    const GOOD: &str = r#"read setting; echo '"Ready"'; n=0; while read question; do n=$((n + 1)); echo "{\"Answer\":[$n,[{\"n\":\"found\",\"k\":\"Method\"}]]}"; done"#;

    fn process(script: &str) -> io::Result<Process> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Process::start(command, &Setting { workspace: PathBuf::new(), sysroot: PathBuf::new() })
    }

    fn analyzer(script: &'static str) -> (Analyzer, Arc<AtomicU32>) {
        let (analyzer, starts) = (Analyzer::default(), Arc::new(AtomicU32::new(0)));
        let counter = Arc::clone(&starts);
        analyzer.state().starter = Some(Box::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            process(script)
        }));
        (analyzer, starts)
    }

    fn question() -> Question {
        Question { wish: Wish::Complete, text: "x.\n".to_owned(), at: 2 }
    }

    /// Asks until there is an answer, or for too long.
    fn ask(analyzer: &Analyzer) -> Option<Vec<Name>> {
        let deadline = Instant::now() + Duration::from_secs(60);
        while Instant::now() < deadline {
            if let Some(names) = analyzer.ask(question) {
                return Some(names);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    #[test]
    fn it_starts_when_the_tables_fail_or_at_the_third_question() {
        let (analyzer, starts) = analyzer(GOOD);
        assert_eq!(analyzer.ask(question), None);
        analyzer.note(true);
        analyzer.note(true);
        assert_eq!(starts.load(Ordering::Relaxed), 0);
        analyzer.note(true);
        assert_eq!(starts.load(Ordering::Relaxed), 1);
        let names = ask(&analyzer).unwrap();
        assert_eq!((names[0].name.as_str(), names[0].kind), ("found", Kind::Method));
        let (analyzer, starts) = self::analyzer(GOOD);
        analyzer.note(false);
        assert_eq!(starts.load(Ordering::Relaxed), 1);
        assert!(ask(&analyzer).is_some() && ask(&analyzer).is_some());
    }

    #[test]
    fn without_leave_it_never_starts() {
        let analyzer = Analyzer::default();
        analyzer.note(false);
        assert!(analyzer.state().process.is_none());
        assert_eq!(analyzer.ask(question), None);
    }

    #[test]
    fn nobody_waits_for_a_slow_answer_and_the_next_comes() {
        let (analyzer, starts) = analyzer(
            r#"read setting; echo '"Ready"'; read question; sleep 2; n=1; echo '{"Answer":[1,[]]}'; while read question; do n=$((n + 1)); echo "{\"Answer\":[$n,[]]}"; done"#,
        );
        analyzer.note(false);
        assert_eq!(ask(&analyzer), Some(Vec::new()));
        let mut state = analyzer.state();
        let process = state.process.as_mut().unwrap();
        // The first answer was too late, and so may be the second, for which only the rest of that time was left.
        assert!(process.asked >= 2 && process.answered == process.asked);
        assert_eq!(starts.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn it_is_started_again_after_a_death_but_not_for_ever() {
        for script in [
            "read setting; exit 1",
            "read setting; kill -9 $$",
            "echo nonsense",
            "read setting; echo '\"Ready\"'; read question; exit 2",
        ] {
            let (analyzer, starts) = analyzer(script);
            let deadline = Instant::now() + Duration::from_secs(60);
            while analyzer.state().deaths <= DEATHS && Instant::now() < deadline {
                analyzer.note(false);
                assert_eq!(analyzer.ask(question), None);
            }
            analyzer.note(false);
            assert_eq!(starts.load(Ordering::Relaxed), DEATHS + 1, "{script}");
        }
    }

    #[test]
    fn who_rests_has_not_died() {
        let (analyzer, starts) = analyzer("read setting; echo '\"Ready\"'; exit 0");
        let deadline = Instant::now() + Duration::from_secs(60);
        while starts.load(Ordering::Relaxed) < DEATHS + 3 && Instant::now() < deadline {
            analyzer.note(false);
            // Whoever is asked while it ends looks dead, and is killed.
            if let Some(process) = &mut analyzer.state().process {
                let _ = process.child.wait();
            }
        }
        assert_eq!(analyzer.state().deaths, 0);
        assert!(starts.load(Ordering::Relaxed) >= DEATHS + 3);
    }
}
