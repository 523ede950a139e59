//! What a person at a terminal sees and a script does not: bars, colours.

use console::{colors_enabled_stderr, strip_ansi_codes};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;

static QUIET: OnceLock<bool> = OnceLock::new();

/// From now on only results and errors are printed, if `quiet`.
pub fn set_quiet(quiet: bool) {
    let _ = QUIET.set(quiet);
}

/// Whether only results and errors are wanted (`--quiet`).
pub fn is_quiet() -> bool {
    QUIET.get().copied().unwrap_or(false)
}

/// Says on standard error what is going on, unless that is not wanted.
pub fn tell(text: &str) {
    if !is_quiet() {
        eprintln!("{text}");
    }
}

/// Prints a result. A reader that is gone (`| head`) is no reason to panic.
pub fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// A bar of some length; nobody sees it where standard error is no terminal.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let target = if is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// A place for several bars at once.
pub fn bars() -> MultiProgress {
    let target = if is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    MultiProgress::with_draw_target(target)
}

/// Text for standard error: its colours only where they can be seen and `NO_COLOR` does not forbid them.
pub fn coloured(text: &str) -> Cow<'_, str> {
    if colors_enabled_stderr() { Cow::Borrowed(text) } else { strip_ansi_codes(text) }
}
