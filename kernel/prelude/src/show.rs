//! Which representations a value has, and how the value of a cell's last expression is found.
//!
//! The kernel turns a last expression `e` into `result!(e)`, which calls `evcxr_display` on a reference to the value.
//! Method resolution decides at compile time, in one build, what that call means:
//!
//! 1. an inherent `evcxr_display`, a trait of the reader's own, or [`Show`] here: the value knows how to show itself;
//! 2. otherwise `Debug`, because [`ShowDebug`] is implemented one reference further away, where it can never be
//!    ambiguous with the first three.

use crate::channel::{self, Kind};
use crate::claim;
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};

/// MIME type → representation, as Jupyter wants it.
pub type MimeBundle = Map<String, Value>;

/// A value with its own representation in notebooks and handouts.
///
/// ```ignore
/// struct Die(u8);
/// impl agon::Show for Die {
///     fn bundle(&self) -> agon::show::MimeBundle { agon::show::text(char::from_u32(0x267F + self.0 as u32).unwrap()) }
/// }
/// ```
pub trait Show {
    /// The value in one or more MIME types; `text/plain` is always among them.
    fn bundle(&self) -> MimeBundle;
}

/// A bundle of plain text alone.
pub fn text(plain: impl ToString) -> MimeBundle {
    MimeBundle::from_iter([("text/plain".to_owned(), Value::String(plain.to_string()))])
}

/// A bundle of plain text and one richer form.
pub fn rich(plain: impl ToString, mime: &str, content: impl Into<Value>) -> MimeBundle {
    let mut bundle = text(plain);
    bundle.insert(mime.to_owned(), content.into());
    bundle
}

/// Shows a value on the way, before the cell ends.
pub fn show<T: Show + ?Sized>(value: &T) {
    channel::send(Kind::Display, &json!({"data": value.bundle(), "metadata": {}}));
}

/// Shows data of any MIME type: `display("text/html", "<b>mex</b>")`.
pub fn display(mime: &str, data: impl Into<Value>) {
    channel::send(Kind::Display, &json!({"data": {mime: data.into()}, "metadata": {}}));
}

fn result(bundle: MimeBundle) {
    if !bundle.is_empty() && !claim::was_shown(&bundle) {
        channel::send(Kind::Result, &json!({"data": bundle, "metadata": {}}));
    }
}

/// The value of a cell that knows how to show itself.
pub trait ShowResult {
    /// Sends the value to the kernel as the cell's result.
    fn evcxr_display(&self);
}

impl<T: Show + ?Sized> ShowResult for T {
    fn evcxr_display(&self) {
        result(self.bundle());
    }
}

/// The value of a cell that has `Debug` and nothing better.
pub trait ShowDebug {
    /// Sends the value to the kernel as the cell's result.
    fn evcxr_display(&self);
}

static PRETTY: AtomicBool = AtomicBool::new(false);

/// Whether values that have only `Debug` are shown over several lines.
pub(crate) fn set_pretty(pretty: bool) {
    PRETTY.store(pretty, Ordering::Relaxed);
}

/// Not generic, so that it is compiled here once and not in each cell.
fn debug_result(value: &dyn std::fmt::Debug) {
    let pretty = PRETTY.load(Ordering::Relaxed);
    result(text(if pretty { format!("{value:#?}") } else { format!("{value:?}") }));
}

impl<T: std::fmt::Debug + ?Sized> ShowDebug for &T {
    fn evcxr_display(&self) {
        debug_result(self);
    }
}

/// Shows the value of a cell's last expression; the kernel writes this call.
#[macro_export]
macro_rules! result {
    ($value:expr) => {
        match &$value {
            value => {
                #[allow(unused_imports)]
                use $crate::show::{ShowDebug as _, ShowResult as _};
                value.evcxr_display();
            }
        }
    };
}

/// Statements that the engine shall not look into; the kernel writes this call around `let f = |…| …;`.
#[macro_export]
macro_rules! local {
    ($($statement:tt)*) => { $($statement)* };
}

impl Show for () {
    fn bundle(&self) -> MimeBundle {
        MimeBundle::new()
    }
}

macro_rules! show_as_text {
    ($($type:ty),*) => {$(
        impl Show for $type {
            fn bundle(&self) -> MimeBundle {
                text(self)
            }
        }
    )*};
}

show_as_text!(
    agon::Nimber,
    agon::Heaps,
    agon::Staircase,
    agon::Outcome,
    agon::OctalGame,
    agon::PeriodCertificate,
    agon::Game,
    agon::OutcomeClass,
    agon::Comparison,
    agon::Dyadic,
    agon::SignExpansion
);

/// What [`find`](agon::PeriodCertificate::find) answers.
impl Show for Option<agon::PeriodCertificate> {
    fn bundle(&self) -> MimeBundle {
        match self {
            Some(certificate) => certificate.bundle(),
            None => text("None"),
        }
    }
}

/// Drawings of the library and of plotters alike.
impl Show for agon::Picture {
    fn bundle(&self) -> MimeBundle {
        rich(self, "image/svg+xml", self.svg())
    }
}

pub(crate) use agon::picture::escape;
