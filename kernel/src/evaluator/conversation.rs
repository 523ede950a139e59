//! Listening to the host while a cell runs.

use super::frame::Kind;
use super::interrupt::{Phase, Stop};
use super::link::{Event, Link, PATIENCE};
use super::text::Texts;
use super::{CellError, Output, Variable};
use crossbeam_channel::{Receiver, select};
use serde_json::Value;
use std::time::Duration;

/// How a cell ended, by what the host said on the way.
#[derive(Debug, Default)]
pub struct Ending {
    /// The last panic, caught or not.
    pub panic: Option<Value>,
    /// Whether unwinding left the cell.
    pub unwound: bool,
    /// Whether that unwinding was an interrupt's.
    pub interrupted: bool,
    /// Why the cell's library could not be loaded.
    pub unloadable: Option<String>,
    /// A variable that the cell should have had and that was not there.
    pub missing: Option<String>,
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
            Kind::Unwound => (self.unwound, self.interrupted) = (true, content == b"interrupt"),
            Kind::Unloadable => self.unloadable = Some(String::from_utf8_lossy(content).into_owned()),
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
    let reply = loop {
        select! {
            recv(link.events()) -> event => if let Ok(event) = event {
                if matches!(event, Event::Frame(Kind::Started, _)) {
                    stop.enter(Phase::Running);
                }
                take(event, &mut gone);
            },
            recv(reply) -> reply => break reply.map_err(CellError::unavailable),
            // A compiler that was stopped may have been started again meanwhile.
            default(Duration::from_millis(100)) => stop.repeat(),
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
    let mut evalue = if ending.last_stderr().contains("stack overflow") {
        "the cell used up its stack (a recursion without end?)".to_owned()
    } else {
        format!("the process that ran the cell ended ({how})")
    };
    evalue += "; functions and types are kept";
    if !lost.is_empty() {
        evalue += &format!(", lost variables: {}", names(lost));
    }
    let traceback = vec![format!("\u{1b}[31mCrashed\u{1b}[0m: {evalue}")];
    CellError { ename: "Crashed".into(), evalue, traceback }
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
    fn only_the_end_of_standard_error_is_remembered() {
        let mut ending = Ending::default();
        for _ in 0..REMEMBERED {
            ending.take(Kind::Stderr, "数学\n".as_bytes());
        }
        assert!(ending.stderr.len() <= 2 * REMEMBERED);
        assert_eq!(ending.last_stderr(), "数学");
    }
}
