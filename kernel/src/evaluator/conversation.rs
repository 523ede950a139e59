//! Listening to the host while a cell runs.

use super::frame::Kind;
use super::interrupt::{Phase, Stop};
use super::link::{Event, Link, PATIENCE};
use super::text::Texts;
use super::{CellError, Output, Variable};
use crossbeam_channel::{Receiver, never, select};
use serde_json::Value;
use std::time::{Duration, Instant};

/// How a cell ended, by what the host said on the way.
#[derive(Debug, Default)]
pub struct Ending {
    /// The last panic, caught or not.
    pub panic: Option<Value>,
    /// Whether unwinding left the cell.
    pub unwound: bool,
    /// Whether that unwinding was an interrupt's.
    pub interrupted: bool,
    /// The case of a conjecture or a check whose law has panicked.
    pub case: Option<String>,
    /// Why the cell's library could not be loaded.
    pub unloadable: Option<String>,
    /// A variable that the cell should have had and that was not there.
    pub missing: Option<String>,
    /// Whether the cell ended before it came to where its new variables are kept.
    pub left: bool,
    /// The message of the `?` that left the cell; empty if the engine does not know it.
    pub failure: Option<String>,
    /// The end of what came on standard error, where a line may have arrived in several pieces.
    stderr: String,
}

/// So much of standard error is remembered, in bytes: an error message, even a long one.
const REMEMBERED: usize = 1 << 16;

impl Ending {
    fn take(&mut self, kind: Kind, content: &[u8]) {
        match kind {
            Kind::Panic => self.panic = serde_json::from_slice(content).ok(),
            Kind::Unwound => {
                (self.unwound, self.interrupted) = (true, content == b"interrupt");
                self.case =
                    content.strip_prefix(b"case ").map(|case| String::from_utf8_lossy(case).into_owned());
            }
            Kind::Unloadable => self.unloadable = Some(String::from_utf8_lossy(content).into_owned()),
            Kind::Left => self.left = true,
            Kind::Missing => self.missing = Some(String::from_utf8_lossy(content).into_owned()),
            Kind::Failed => self.failure = Some(String::from_utf8_lossy(content).into_owned()),
            Kind::Stderr => {
                self.stderr += &String::from_utf8_lossy(content);
                if self.stderr.len() > 2 * REMEMBERED {
                    self.stderr.drain(..self.stderr.ceil_char_boundary(self.stderr.len() - REMEMBERED));
                }
            }
            _ => {}
        }
    }

    /// The last line on standard error.
    fn last_stderr(&self) -> &str {
        self.stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default()
    }

    /// The error of a cell that was left by `?`, or could not be loaded.
    pub fn failure_error(&self) -> Option<CellError> {
        if let Some(why) = &self.unloadable {
            // The loader begins with the library's file, which is nothing to the reader.
            let why = why.split_once(".so: ").map_or(why.as_str(), |(_, why)| why);
            let evalue = format!("the cell cannot be linked: {why}");
            let advice = "A function that is declared `extern` must be in a library that is loaded, or in a crate of `:dep`.";
            let traceback = vec![format!("\u{1b}[31mLinkError\u{1b}[0m: {evalue}"), advice.to_owned()];
            return Some(CellError { ename: "LinkError".into(), evalue, traceback });
        }
        let failure = self.failure.as_ref()?;
        let evalue = if failure.is_empty() { self.last_stderr().to_owned() } else { failure.clone() };
        let traceback = vec![format!("\u{1b}[31mError\u{1b}[0m: the cell ended at a `?`: {evalue}")];
        Some(CellError { ename: "Error".into(), evalue, traceback })
    }
}

/// What is said once of a cell that goes on although it was interrupted.
const STUBBORN: &str = "\n[Interrupted, but the cell goes on: it is where it cannot be stopped (in a chain of iterators, in a call of a library, \
waiting). It will stop at its next loop or statement. A second interrupt ends its process: variables are lost, functions and types are kept.]\n";

/// Notices that an interrupt has no effect.
#[derive(Default)]
struct Stubborn {
    since: Option<Instant>,
    was_said: bool,
}

impl Stubborn {
    /// A cell may take so long to stop before it is said.
    const GRACE: Duration = Duration::from_secs(4);

    /// Whether it is to be said now that the cell goes on; once.
    fn is_due(&mut self, unheard: bool, now: Instant) -> bool {
        if !unheard {
            return false;
        }
        let since = *self.since.get_or_insert(now);
        let due = !self.was_said && now.duration_since(since) >= Stubborn::GRACE;
        self.was_said |= due;
        due
    }
}

/// Passes on what the host says until `reply` comes, and then what it had said before. `died` tells from the reply
/// whether the host is gone.
///
/// # Errors
/// `Unavailable` if whoever should reply is gone.
pub fn listen<T>(
    link: &Link,
    stop: &Stop,
    reply: &Receiver<T>,
    died: impl Fn(&T) -> bool,
    outputs: &mut dyn FnMut(Output),
) -> Result<(T, Ending), CellError> {
    let mut ending = Ending::default();
    let mut texts = Texts::default();
    let mut gone = link.take_gone();
    let mut take = |event: Event, gone: &mut bool| match event {
        Event::Gone => *gone = true,
        Event::Frame(kind, content) => {
            ending.take(kind, &content);
            link.pass(kind, content, &mut texts, outputs);
        }
    };
    let silence = never();
    let mut events = link.events();
    let mut stubborn = Stubborn::default();
    let reply = loop {
        select! {
            recv(events) -> event => match event {
                Ok(event) => {
                    if matches!(event, Event::Frame(Kind::Started, _)) {
                        stop.enter(Phase::Running);
                    }
                    take(event, &mut gone);
                }
                // The link has ended; it would be ready again at once, for ever.
                Err(_) => events = &silence,
            },
            recv(reply) -> reply => break reply.map_err(CellError::unavailable),
            // A compiler that was stopped may have been started again meanwhile.
            default(Duration::from_millis(100)) => stop.repeat(),
        }
        if stubborn.is_due(stop.is_unheard(), Instant::now()) {
            take(Event::Frame(Kind::Stderr, STUBBORN.into()), &mut gone);
        }
    };
    stop.enter(Phase::Idle);
    let reply = reply?;
    if died(&reply) {
        while !gone && let Ok(event) = link.events().recv_timeout(PATIENCE) {
            take(event, &mut gone);
        }
    } else {
        let mut number = link.sync();
        while let Ok(event) = link.events().recv_timeout(PATIENCE) {
            match event {
                Event::Frame(Kind::Synced, answer) if answer == [number] => break,
                // The host was replaced meanwhile; the new one did not get the question.
                Event::Gone => number = link.sync(),
                event => take(event, &mut gone),
            }
        }
    }
    texts.finish(outputs);
    Ok((reply, ending))
}

/// The error of a cell that was stopped; `lost` are the variables that ended with its process.
pub fn interrupted(lost: &[Variable]) -> CellError {
    let mut evalue = "the cell was interrupted".to_owned();
    match lost {
        [] => evalue += "; all variables are still there",
        lost => evalue += &format!("; its process had to be ended, lost variables: {}", names(lost)),
    }
    let traceback = vec![format!("\u{1b}[31mInterrupted\u{1b}[0m: {evalue}")];
    CellError { ename: "Interrupted".into(), evalue, traceback }
}

/// The error of a cell whose process ended; `how` in the system's words.
pub fn crashed(how: &str, ending: &Ending, lost: &[Variable]) -> CellError {
    let mut evalue = cause(how, &ending.stderr);
    evalue += "; functions and types are kept";
    if !lost.is_empty() {
        evalue += &format!(", lost variables: {}", names(lost));
    }
    let traceback = vec![format!("\u{1b}[31mCrashed\u{1b}[0m: {evalue}")];
    CellError { ename: "Crashed".into(), evalue, traceback }
}

/// Why a process ended, in plain words: `how` it did in the system's, and what it said last.
fn cause(how: &str, stderr: &str) -> String {
    let by = |signals: &[&str]| signals.iter().any(|signal| how.contains(signal));
    if by(&["SIGABRT", "SIGSEGV"]) && stderr.contains("has overflowed its stack") {
        return "the cell used up its stack (a recursion without end?)".to_owned();
    }
    let refused = stderr.lines().rev().find_map(|line| line.strip_prefix("memory allocation of "));
    let refused = refused.filter(|_| by(&["SIGABRT"]));
    if let Some(bytes) = refused.and_then(|rest| rest.strip_suffix(" bytes failed")) {
        return format!("the cell asked for more memory than there is ({bytes} bytes)");
    }
    let signals = [
        ("SIGSEGV", "the cell used memory that is not its own"),
        ("SIGBUS", "the cell used memory that is not its own"),
        ("SIGABRT", "the cell aborted its process"),
        ("SIGKILL", "the process of the cell was killed, perhaps because memory ran out"),
    ];
    let known = signals.iter().find(|(signal, _)| how.contains(signal)).map(|(_, words)| *words);
    format!("{} ({how})", known.unwrap_or("the process that ran the cell ended"))
}

fn names(variables: &[Variable]) -> String {
    variables.iter().map(|variable| variable.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// A language as it travels to the host.
pub fn language_byte(tag: &str) -> u8 {
    if tag.starts_with("zh") { 0 } else { 1 }
}

/// The language of the captions in cells until a notebook says another: that of `AGON_LANG`, or Chinese.
pub fn default_language() -> u8 {
    language_byte(&std::env::var("AGON_LANG").unwrap_or_else(|_| "zh".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_on_standard_error_may_come_in_pieces() {
        let mut ending = Ending::default();
        for piece in ["first\nOs { code: 2 ", "}", "\n", "  \n"] {
            ending.take(Kind::Stderr, piece.as_bytes());
        }
        assert_eq!(ending.last_stderr(), "Os { code: 2 }");
    }

    #[test]
    fn what_the_loader_says_is_told_without_the_library() {
        let mut ending = Ending::default();
        ending.take(Kind::Unloadable, b"/tmp/x/cell_2.so: undefined symbol: f");
        assert_eq!(ending.failure_error().unwrap().evalue, "the cell cannot be linked: undefined symbol: f");
    }

    #[test]
    fn an_interrupt_without_effect_is_said_once_and_late() {
        let begin = Instant::now();
        let mut stubborn = Stubborn::default();
        assert!(!stubborn.is_due(false, begin));
        let pressed = begin + Duration::from_secs(60);
        assert!(!stubborn.is_due(true, pressed));
        assert!(!stubborn.is_due(true, pressed + Stubborn::GRACE / 2));
        assert!(stubborn.is_due(true, pressed + Stubborn::GRACE));
        assert!(!stubborn.is_due(true, pressed + 3 * Stubborn::GRACE));
    }

    #[test]
    fn a_link_that_has_ended_is_waited_for_without_effort() {
        let effort = || {
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: the system writes into `time`, which is ours.
            assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) }, 0);
            Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
        };
        let link = Link::ended();
        let child = std::process::Command::new("true").spawn().unwrap();
        let stop = Stop::new(link.commands(), std::sync::Arc::new(std::sync::Mutex::new(child)));
        let (sender, reply) = crossbeam_channel::bounded(1);
        let answer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            sender.send(7).unwrap();
        });
        let before = effort();
        let (said, ending) = listen(&link, &stop, &reply, |_| true, &mut |_| ()).unwrap();
        assert!(said == 7 && ending.panic.is_none());
        assert!(effort() - before < Duration::from_millis(300));
        answer.join().unwrap();
    }

    #[test]
    fn a_death_is_told_in_plain_words() {
        let overflow = "\nthread 'cells' has overflowed its stack\nfatal runtime error: stack overflow\n";
        let memory = "memory allocation of 70368744177664 bytes failed\nstack backtrace:\n   0: std::alloc\n";
        for (how, stderr, words) in [
            ("signal: 6 (SIGABRT)", overflow, "used up its stack"),
            ("signal: 6 (SIGABRT)", memory, "more memory than there is (70368744177664 bytes)"),
            ("signal: 6 (SIGABRT)", "", "aborted its process (signal: 6 (SIGABRT))"),
            ("signal: 11 (SIGSEGV)", "", "not its own (signal: 11"),
            ("signal: 9 (SIGKILL)", "", "perhaps because memory ran out"),
            ("exit status: 3", "", "the process that ran the cell ended (exit status: 3)"),
        ] {
            assert!(cause(how, stderr).contains(words), "{how} {stderr}");
        }
    }

    #[test]
    fn only_the_end_of_standard_error_is_remembered() {
        let mut ending = Ending::default();
        for _ in 0..REMEMBERED {
            ending.take(Kind::Stderr, "数学\n".as_bytes());
        }
        assert!(ending.stderr.len() <= 2 * REMEMBERED);
        assert_eq!(ending.last_stderr(), "数学");
    }
}
