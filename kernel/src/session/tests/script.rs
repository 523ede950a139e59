//! An evaluator whose cells are scripts: one instruction a line, carried out in order.

use crate::evaluator::{CellError, Evaluator, Interrupt, Output, Question, Stream, Variable};
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Carries out scripts.
///
/// | instruction | effect |
/// |---|---|
/// | `print x`, `warn x` | text on stdout, on stderr, with a line break |
/// | `show x`, `update x` | a display with the id `d`, or an update of it |
/// | `clear`, `clear wait` | clears the output |
/// | `ask x` | asks, and prints the answer |
/// | `run n`, `late n x` | begins the run n; prints x as a thread of the run n |
/// | `flood n` | prints n lines |
/// | `sleep n` | sleeps n milliseconds |
/// | `wait` | runs until it is interrupted |
/// | `hang` | runs on for 10 seconds, whatever happens |
/// | `fail x`, `panic` | ends with the error `Error: x`; panics, as an evaluator never should |
/// | anything else | becomes the value of the cell |
pub struct Script {
    signal: Arc<Signal>,
    dropped: Arc<AtomicBool>,
}

#[derive(Default)]
struct Signal {
    raised: Mutex<bool>,
    changed: Condvar,
}

impl Interrupt for Signal {
    fn interrupt(&self) {
        *self.raised.lock().unwrap() = true;
        self.changed.notify_all();
    }

    fn end(&self) {
        self.interrupt();
    }
}

impl Script {
    /// An evaluator that tells `dropped` when it goes.
    pub fn new(dropped: Arc<AtomicBool>) -> Script {
        Script { signal: Arc::default(), dropped }
    }

    fn line(&self, line: &str, output: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        let (instruction, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = || rest.parse::<u64>().unwrap();
        match instruction {
            "print" => output(text(Stream::Stdout, rest)),
            "warn" => output(text(Stream::Stderr, rest)),
            "show" | "update" => output(Output::Display {
                data: plain(rest),
                metadata: Map::new(),
                id: Some("d".to_owned()),
                update: instruction == "update",
            }),
            "clear" => output(Output::Clear { wait: rest == "wait" }),
            "flood" => (0..number()).for_each(|line| output(text(Stream::Stdout, &format!("line {line}")))),
            "sleep" => std::thread::sleep(Duration::from_millis(number())),
            "wait" => {
                let mut raised = self.signal.raised.lock().unwrap();
                while !*raised {
                    raised = self.signal.changed.wait(raised).unwrap();
                }
                return Err(error("Interrupted", "the cell was interrupted"));
            }
            "ask" => {
                let (sender, answer) = crossbeam_channel::bounded(1);
                output(Output::Ask(Question::new(rest.to_owned(), false, move |line| {
                    let _ = sender.send(line);
                })));
                let line = loop {
                    match answer.recv_timeout(Duration::from_millis(10)) {
                        Ok(line) => break line,
                        Err(_) if *self.signal.raised.lock().unwrap() => {
                            return Err(error("Interrupted", "the cell was interrupted"));
                        }
                        Err(_) => {}
                    }
                };
                output(text(Stream::Stdout, &line.map_err(|why| error("Panic", &why))?));
            }
            "run" => output(Output::Begun(number() as u32)),
            "late" => {
                let (run, word) = rest.split_once(' ').unwrap();
                let late = Box::new(text(Stream::Stdout, word));
                output(Output::Late { run: run.parse().unwrap(), output: late });
            }
            "hang" => std::thread::sleep(Duration::from_secs(10)),
            "fail" => return Err(error("Error", rest)),
            "panic" => panic!("scripted"),
            _ => output(Output::Result { data: plain(line), metadata: Map::new() }),
        }
        Ok(())
    }
}

fn plain(value: &str) -> Map<String, Value> {
    Map::from_iter([("text/plain".to_owned(), Value::from(value))])
}

fn text(stream: Stream, line: &str) -> Output {
    Output::Text { stream, text: format!("{line}\n") }
}

pub fn error(ename: &str, evalue: &str) -> CellError {
    CellError {
        ename: ename.to_owned(),
        evalue: evalue.to_owned(),
        traceback: vec![format!("{ename}: {evalue}")],
    }
}

impl Evaluator for Script {
    fn execute(&mut self, code: &str, outputs: &mut dyn FnMut(Output)) -> Result<(), CellError> {
        *self.signal.raised.lock().unwrap() = false;
        code.lines().try_for_each(|line| self.line(line, outputs))
    }

    fn interrupt_handle(&self) -> Arc<dyn Interrupt> {
        self.signal.clone()
    }

    fn reset(&mut self) -> Result<(), CellError> {
        Ok(())
    }

    fn variables(&self) -> Vec<Variable> {
        Vec::new()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::SeqCst);
    }
}
