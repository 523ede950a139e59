//! The process in which rust-analyzer works.
//!
//! It ends when its standard input does: with the kernel, however that comes to its end, because nobody else holds the
//! other end of the pipe.

use super::answer;
use super::message::{Message, Question, Setting, Wish};
use super::project::Project;
use crossbeam_channel::{RecvTimeoutError, unbounded};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Its presence in the environment makes this program rust-analyzer's process.
pub const SWITCH: &str = "AGON_ANALYZER_PROCESS";

/// Whoever has asked nothing for so long gets the memory back. The next question starts the process again.
const REST: Duration = Duration::from_secs(20 * 60);

/// Types and expressions may nest.
const STACK: usize = 64 << 20;

/// Completed before the first question, so that this one is answered as quickly as the next.
const SAMPLES: [&str; 3] = [
    "use agon::*; fn agon_sample() { vec![1].iter().map(|n| n + 1).collect::<Vec<u32>>().",
    "use polars::prelude::*; fn agon_sample() { DataFrame::default().",
    "use polars::prelude::*; fn agon_sample() { DataFrame::default().lazy().filter(col(\"n\").gt(lit(1))).",
];

/// Becomes rust-analyzer's process, if this one was started as such.
pub fn run_if_asked() {
    if std::env::var_os(SWITCH).is_none() {
        return;
    }
    // The cells come first. (With the very lowest priority, a busy machine would never let it become ready.)
    let _ = rustix::process::nice(10);
    let work = std::thread::Builder::new().name("rust-analyzer".to_owned()).stack_size(STACK).spawn(serve);
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => std::process::exit(0),
        Ok(Ok(Err(error))) => eprintln!("agon: rust-analyzer: {error}"),
        Ok(Err(_)) => eprintln!("agon: rust-analyzer panicked at its start"),
        Err(error) => eprintln!("agon: rust-analyzer gets no thread: {error}"),
    }
    std::process::exit(1)
}

fn serve() -> Result<(), String> {
    let (sender, lines) = unbounded();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
        // Also in the middle of an answer: nobody is there to hear it.
        std::process::exit(0)
    });
    let first = lines.recv().map_err(|error| error.to_string())?;
    let Setting { workspace, sysroot } = serde_json::from_str(&first).map_err(|error| error.to_string())?;
    let mut project = Project::load(&workspace, &sysroot)?;
    for sample in SAMPLES {
        let question = Question { wish: Wish::Complete, text: sample.to_owned(), at: sample.len() };
        answers(&mut project, question);
    }
    say(&Message::Ready)?;
    for number in 1.. {
        let line = match lines.recv_timeout(REST) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        };
        let question = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let names = answers(&mut project, question);
        say(&Message::Answer(number, names))?;
    }
    Ok(())
}

/// An answer; none, if rust-analyzer stumbles over the text.
fn answers(project: &mut Project, question: Question) -> Vec<super::Name> {
    let answer = || {
        let Question { wish, text, at } = question;
        project.set_text(text);
        match wish {
            Wish::Complete => answer::completions(project, at),
            Wish::Inspect => answer::name(project, at).into_iter().collect(),
            Wish::Call => answer::call(project, at).into_iter().collect(),
        }
    };
    catch_unwind(AssertUnwindSafe(answer)).unwrap_or_default()
}

fn say(message: &Message) -> Result<(), String> {
    let line = serde_json::to_string(message).map_err(|error| error.to_string())?;
    writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())
}
