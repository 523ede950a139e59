//! Panics of a cell become a report to the kernel instead of lines on standard error.

use crate::channel::{self, Kind};
use serde_json::json;
use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::thread::ThreadId;

/// Panics on this thread are sent to the kernel; those of other threads are printed as usual, because the cell that
/// started them may have ended well long ago.
pub(crate) fn report_panics_of_this_thread() {
    let cells: ThreadId = std::thread::current().id();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == cells { report(info) } else { usual(info) }
    }));
}

fn report(info: &PanicHookInfo<'_>) {
    let message = info.payload_as_str().unwrap_or("a panic whose payload is not text");
    channel::send(
        Kind::Panic,
        &json!({
            "message": message,
            "file": info.location().map(|place| place.file()),
            "line": info.location().map(|place| place.line()),
            "column": info.location().map(|place| place.column()),
            "backtrace": Backtrace::force_capture().to_string(),
        }),
    );
}
