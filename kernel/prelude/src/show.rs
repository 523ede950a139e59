//! Which representations a value has, and how the value of a cell's last expression is found.
//!
//! The kernel turns a last expression `e` into `result!(e)`, which calls `evcxr_display` on a reference to the value.
//! Method resolution decides at compile time, in one build, what that call means:
//!
//! 1. an inherent `evcxr_display`, a trait of the reader's own, or [`Show`] here: the value knows how to show itself;
//! 2. otherwise `Debug`, because [`ShowDebug`] is implemented one reference further away, where it can never be
//!    ambiguous with the first three.

use crate::channel::{self, Kind};
use crate::language::{self, Language, say};
use agon::Verdict;
use serde_json::{Map, Value, json};

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
    if !bundle.is_empty() {
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

/// Not generic, so that it is compiled here once and not in each cell.
fn debug_result(value: &dyn std::fmt::Debug) {
    result(text(format!("{value:?}")));
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

impl Show for agon::Evidence {
    fn bundle(&self) -> MimeBundle {
        let (class, label, detail) = verdict(self.verdict());
        let plain = format!("[{label}] {} ({detail})", self.statement());
        let html = format!(
            "<p class=\"agon-evidence agon-{class}\"><strong>{label}</strong> {} <small>{}</small></p>",
            escape(self.statement()),
            escape(&detail)
        );
        let mut bundle = rich(plain, "text/html", html);
        bundle.insert(
            "application/vnd.agon.evidence+json".to_owned(),
            serde_json::to_value(self).unwrap_or_default(),
        );
        bundle
    }
}

/// A verdict's class, its label and its detail in the reader's language.
fn verdict(verdict: &Verdict) -> (&'static str, &'static str, String) {
    match verdict {
        Verdict::Proven { certificate, .. } => ("proven", say("已证明", "Proven"), certificate.clone()),
        Verdict::VerifiedUpToBound { bound, cases, .. } => (
            "verified",
            say("已验证至界", "Verified up to a bound"),
            match language::current() {
                Language::Chinese => format!("{bound}，共 {cases} 例"),
                Language::English => format!("{bound}, {cases} cases"),
            },
        ),
        Verdict::Refuted { witness, expected, found } => {
            let mut detail = format!("{} {witness}", say("反例：", "witness:"));
            if let Some(expected) = expected {
                detail += &format!("; {} {expected}", say("所述：", "stated:"));
            }
            if let Some(found) = found {
                detail += &format!("; {} {found}", say("实得：", "found:"));
            }
            ("refuted", say("已证伪", "Refuted"), detail)
        }
        Verdict::Open { reason } => ("open", say("未定", "Open"), reason.clone()),
    }
}

/// Text made safe for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
