//! Panics of a cell become a report to the kernel instead of lines on standard error.
//!
//! Readers may set a hook of their own: it is called as well, from the next cell on, and what it kept from being reported
//! is told without its place.

use crate::channel::{self, Kind};
use serde_json::json;
use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::{Arc, OnceLock};
use std::thread::ThreadId;

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

thread_local! {
    /// The words of the last panic of this thread that was reported.
    static REPORTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The thread of the cells, what our hook holds as long as it exists, and the functions of the hook that was there before.
static OURS: OnceLock<(ThreadId, Arc<()>, usize)> = OnceLock::new();

/// Panics on this thread may be the end of a cell; those of other threads are only told, because the cell that started
/// them may have ended well long ago. A search repeats on this thread what has made one of its own threads panic.
pub(crate) fn report_panics_of_this_thread() {
    OURS.get_or_init(|| (std::thread::current().id(), Arc::default(), functions_of(&take_hook())));
    set_ours(None);
}

/// Puts our hook before one that a reader has set in its place.
pub(crate) fn report_still() {
    REPORTED.set(None);
    let Some((_, alive, default)) = OURS.get() else { return };
    if Arc::strong_count(alive) == 1 {
        let theirs = take_hook();
        // The default hook only says what we say.
        set_ours((functions_of(&theirs) != *default).then_some(theirs));
    }
}

/// The table of a hook's functions, by which hooks are told apart.
fn functions_of(hook: &Hook) -> usize {
    // SAFETY: a reference to a trait object is two words, its data and its functions; they are only compared.
    let words: [usize; 2] = unsafe { std::mem::transmute(&**hook) };
    words[1]
}

fn set_ours(theirs: Option<Hook>) {
    let Some((cells, alive, _)) = OURS.get() else { return };
    let alive = Arc::clone(alive);
    set_hook(Box::new(move |info| {
        let _alive = &alive;
        let thread = std::thread::current();
        if thread.id() == *cells {
            report(info);
        } else if thread.name() != Some(agon::evidence::SEARCH_THREAD) {
            channel::send(Kind::ThreadPanic, &json!({"message": message(info), "thread": thread.name()}));
        }
        if let Some(theirs) = &theirs {
            theirs(info);
        }
    }));
}

/// Reports a panic that has left the cell, if a hook of the reader's has kept ours from it.
pub(crate) fn report_unless_done(payload: &(dyn Any + Send)) {
    let is_told = REPORTED.with_borrow(|last| last.as_deref() == Some(said(payload)));
    if !is_told && !payload.is::<agon::interrupt::Interrupted>() {
        channel::send(Kind::Panic, &json!({"message": said(payload)}));
    }
}

/// The words of a panic.
pub(crate) fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or(NOT_TEXT)
}

const NOT_TEXT: &str = "a panic whose payload is not text";

fn message<'a>(info: &'a PanicHookInfo<'_>) -> &'a str {
    info.payload_as_str().unwrap_or(NOT_TEXT)
}

fn report(info: &PanicHookInfo<'_>) {
    REPORTED.set(Some(message(info).to_owned()));
    channel::send(
        Kind::Panic,
        &json!({
            "message": message(info),
            "file": info.location().map(|place| place.file()),
            "line": info.location().map(|place| place.line()),
            "column": info.location().map(|place| place.column()),
            "backtrace": Backtrace::force_capture().to_string(),
        }),
    );
}
