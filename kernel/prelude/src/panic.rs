//! Panics of a cell become a report to the kernel instead of lines on standard error.

use crate::channel::{self, Kind};
use serde_json::json;
use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::thread::ThreadId;

/// Panics on this thread may be the end of a cell; those of other threads are only told, because the cell that started
/// them may have ended well long ago. A search repeats on this thread what has made one of its own threads panic.
pub(crate) fn report_panics_of_this_thread() {
    let cells: ThreadId = std::thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        if thread.id() == cells {
            report(info);
        } else if thread.name() != Some(agon::evidence::SEARCH_THREAD) {
            channel::send(Kind::ThreadPanic, &json!({"message": message(info), "thread": thread.name()}));
        }
    }));
}

fn message<'a>(info: &'a PanicHookInfo<'_>) -> &'a str {
    info.payload_as_str().unwrap_or("a panic whose payload is not text")
}

fn report(info: &PanicHookInfo<'_>) {
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
