//! Asking the reader for a line.
//!
//! The frontend that sent the cell shows a box and sends back what was typed. While the cell waits, an interrupt ends it
//! like any other.

use crate::channel::{self, Kind};
use agon::interrupt;
use serde_json::json;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Asks the reader for a line, and waits for it. The line comes without its end.
///
/// ```ignore
/// let name = input("Your name? ");
/// let heap: u32 = input("How many stones? ").trim().parse()?;
/// ```
///
/// # Panics
/// When nobody can be asked: the frontend does not take questions (`nbconvert`, `papermill`, `agon run`), or has gone.
#[track_caller]
pub fn input(prompt: impl std::fmt::Display) -> String {
    match ask(&prompt.to_string(), false) {
        Ok(line) => line,
        Err(why) => panic!("{why}"),
    }
}

/// Asks the reader for a line that the screen does not show.
///
/// # Panics
/// As [`input`](fn@input).
#[track_caller]
pub fn password(prompt: impl std::fmt::Display) -> String {
    match ask(&prompt.to_string(), true) {
        Ok(line) => line,
        Err(why) => panic!("{why}"),
    }
}

/// The question that waits, and its answer.
struct Desk {
    number: u32,
    answer: Option<Result<String, String>>,
}

static DESK: Mutex<Desk> = Mutex::new(Desk { number: 0, answer: None });
static ANSWERED: Condvar = Condvar::new();

/// How long a cell that waits takes to notice an interrupt.
const MOMENT: Duration = Duration::from_millis(20);

fn ask(prompt: &str, password: bool) -> Result<String, String> {
    if !channel::is_attached() {
        return Err("no kernel is attached that could ask".to_owned());
    }
    let _turn = turn();
    let number = {
        let mut desk = desk();
        desk.number = desk.number.wrapping_add(1);
        desk.answer = None;
        desk.number
    };
    channel::send(Kind::Question, &json!({"number": number, "prompt": prompt, "password": password}));
    loop {
        let (mut desk, _) = ANSWERED.wait_timeout(desk(), MOMENT).unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = desk.answer.take() {
            return answer;
        }
        drop(desk);
        interrupt::check();
    }
}

/// One question at a time: threads that ask, too, wait here.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    loop {
        match TURN.try_lock() {
            Ok(turn) => return turn,
            // An interrupt has ended the one who asked before.
            Err(TryLockError::Poisoned(turn)) => return turn.into_inner(),
            Err(TryLockError::WouldBlock) => {
                interrupt::check();
                std::thread::sleep(MOMENT);
            }
        }
    }
}

/// An answer has come. One to a question that nobody waits for any more is dropped.
pub(crate) fn answer(number: u32, line: Result<String, String>) {
    let mut desk = desk();
    if desk.number == number {
        desk.answer = Some(line);
        ANSWERED.notify_all();
    }
}

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}
