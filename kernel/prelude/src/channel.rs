//! The way from a cell to the kernel.
//!
//! The process that hosts the cells hands over one function, through which a frame (a kind and its bytes) travels to
//! the kernel, in order with everything that was printed before it. Without a host (the crate linked by an ordinary
//! program) a frame's plain text goes to standard output.

use std::sync::OnceLock;

/// What a frame carries. The numbers are the host's (`kernel/src/evaluator/frame.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A value shown on the way, as JSON `{data, metadata, id, update}`.
    Display = 3,
    /// The value of the cell's last expression, as JSON `{data, metadata}`.
    Result = 4,
    /// Remove what was shown, as JSON `{wait}`.
    Clear = 5,
    /// A panic on the cell's own thread, as JSON `{message, file, line, column, backtrace}`.
    Panic = 6,
    /// The cell was left by unwinding; `interrupt` if an interrupt was the cause.
    Unwound = 8,
    /// The cell was left by `?`; the content is the message.
    Failed = 9,
    /// A panic on another thread, as JSON `{message, thread}`.
    ThreadPanic = 11,
    /// A variable is not there as the kernel thinks; the content is its name.
    Missing = 12,
    /// A question to the reader, as JSON `{number, prompt, password}`.
    Question = 14,
    /// Code for the frontend to put into the next cell, as JSON `{text, replace}`.
    NextInput = 16,
    /// The cell ended before it came to where its new variables are kept.
    Left = 17,
}

type Send = extern "C" fn(kind: u8, bytes: *const u8, length: usize);

static HOST: OnceLock<Send> = OnceLock::new();

/// Called once by the host, on the thread that will run the cells.
#[unsafe(no_mangle)]
pub extern "C" fn agon_prelude_attach(send: Send) {
    if HOST.set(send).is_ok() {
        crate::panic::report_panics_of_this_thread();
        agon::progress::observe(crate::live::observe);
        // Standard output keeps a line back until it ends; a progress bar drawn with `print!` should move before that.
        let _ = std::thread::Builder::new().name("flush".into()).spawn(|| {
            loop {
                std::thread::sleep(std::time::Duration::from_millis(50));
                agon_prelude_flush();
            }
        });
    }
}

/// Called by the host when the reader wants the running cell to stop (1) and before the next one starts (0).
#[unsafe(no_mangle)]
pub extern "C" fn agon_prelude_interrupt(requested: u8) {
    if requested == 0 {
        agon::interrupt::clear();
        crate::claim::begin_cell();
    } else {
        agon::interrupt::request();
    }
}

/// Called by the host when a cell has ended: what standard output holds back goes out.
#[unsafe(no_mangle)]
pub extern "C" fn agon_prelude_flush() {
    use std::io::Write;
    let _ = std::io::stdout().flush();
}

/// Called by the host with the reader's answer to a question, or (`given` = 0) with the reason why there is none.
///
/// # Safety
/// `text` points to `length` bytes that live until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agon_prelude_answer(number: u32, given: u8, text: *const u8, length: usize) {
    // SAFETY: the caller's promise.
    let text = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text, length) }).into_owned();
    crate::input::answer(number, if given == 1 { Ok(text) } else { Err(text) });
}

/// Called by the host with the reader's language: 0 Chinese, 1 English.
#[unsafe(no_mangle)]
pub extern "C" fn agon_prelude_language(language: u8) {
    crate::language::set(if language == 0 {
        crate::language::Language::Chinese
    } else {
        crate::language::Language::English
    });
}

/// Called by the host before a cell runs: whether values are shown with `#` (1), and to how many places (none if negative).
#[unsafe(no_mangle)]
pub extern "C" fn agon_prelude_format(alternate: u8, precision: i32) {
    crate::show::set_format(alternate == 1, usize::try_from(precision).ok());
}

/// Whether a kernel listens.
pub(crate) fn is_attached() -> bool {
    HOST.get().is_some()
}

/// Sends one frame of JSON to the kernel, after what standard output holds back.
pub fn send(kind: Kind, content: &serde_json::Value) {
    if is_attached() {
        send_text(kind, &content.to_string());
    } else if let Some(text) = content["data"]["text/plain"].as_str() {
        println!("{text}");
    }
}

/// Sends one frame of text to the kernel, after what standard output holds back.
pub(crate) fn send_text(kind: Kind, content: &str) {
    agon_prelude_flush();
    if let Some(send) = HOST.get() {
        send(kind as u8, content.as_ptr(), content.len());
    }
}
