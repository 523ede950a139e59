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
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

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

/// A value that [`show`] can show: one that is [`Show`], or one of the standard library's that is [`Debug`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown on the way: it is neither `Show` nor a type of the standard library with `Debug`",
    label = "show its text, `display(\"text/plain\", format!(\"{{:?}}\", …))`, or give it a form of its own: `impl agon::Show for {Self}`"
)]
pub trait Showable {
    /// The value in one or more MIME types; `text/plain` is always among them.
    fn shown(&self) -> MimeBundle;
}

impl<T: Show + ?Sized> Showable for T {
    fn shown(&self) -> MimeBundle {
        self.bundle()
    }
}

/// Shows a value on the way, before the cell ends: a game, a picture, a table, or what is [`Debug`] in the standard library.
///
/// ```
/// agon::show(&agon::Nimber(3));
/// agon::show(&[("Nim", 3), ("Kayles", 5)]);
/// ```
pub fn show<T: Showable + ?Sized>(value: &T) {
    channel::send(Kind::Display, &json!({"data": value.shown(), "metadata": {}}));
}

/// Shows data of any MIME type: `display("text/html", "<b>mex</b>")`.
pub fn display(mime: &str, data: impl Into<Value>) {
    channel::send(Kind::Display, &json!({"data": {mime: data.into()}, "metadata": {}}));
}

fn result(mut bundle: MimeBundle) {
    let type_name = TYPE.take();
    if bundle.is_empty() || claim::was_shown(&bundle) {
        return;
    }
    if let (Some(name), Some(Value::String(plain))) = (type_name, bundle.get_mut("text/plain")) {
        *plain = format!(": {} = {plain}", without_paths(name));
    }
    channel::send(Kind::Result, &json!({"data": bundle, "metadata": {}}));
}

thread_local! {
    /// The type of the value that is the cell's result, if readers want to know it (`:types`).
    static TYPE: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Says of which type the result is.
pub fn name_type(name: &'static str) {
    TYPE.set(Some(name));
}

/// A type as readers write it: `Option<String>` for `core::option::Option<alloc::string::String>`.
fn without_paths(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    for piece in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short += piece.rsplit_once("::").map_or(piece, |(_, last)| last);
    }
    short
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

/// The value of a cell that is [`Display`](std::fmt::Display), where readers want that instead of `Debug` (`:fmt {}`).
pub trait ShowDisplay {
    /// Sends the value to the kernel as the cell's result.
    fn evcxr_display(&self);
}

/// How values are shown that do not know how to show themselves: with `#`, and to how many places.
static FORMAT: Mutex<(bool, Option<usize>)> = Mutex::new((false, None));

pub(crate) fn set_format(alternate: bool, precision: Option<usize>) {
    *FORMAT.lock().unwrap_or_else(PoisonError::into_inner) = (alternate, precision);
}

fn format() -> (bool, Option<usize>) {
    *FORMAT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Not generic, so that it is compiled here once and not in each cell.
fn debug_result(value: &dyn std::fmt::Debug) {
    result(text(match format() {
        (false, None) => format!("{value:?}"),
        (true, None) => format!("{value:#?}"),
        (false, Some(places)) => format!("{value:.places$?}"),
        (true, Some(places)) => format!("{value:#.places$?}"),
    }));
}

fn display_result(value: &dyn std::fmt::Display) {
    result(text(match format() {
        (false, None) => format!("{value}"),
        (true, None) => format!("{value:#}"),
        (false, Some(places)) => format!("{value:.places$}"),
        (true, Some(places)) => format!("{value:#.places$}"),
    }));
}

impl<T: std::fmt::Debug + ?Sized> ShowDebug for &T {
    fn evcxr_display(&self) {
        debug_result(self);
    }
}

impl<T: std::fmt::Display + ?Sized> ShowDisplay for &T {
    fn evcxr_display(&self) {
        display_result(self);
    }
}

/// Shows the value of a cell's last expression; the kernel writes this call. What stands before the value, if anything does,
/// is the trait by which it is shown unless it knows how to show itself, and whether its type is told.
#[macro_export]
macro_rules! result {
    (@$by:ident $typed:literal $value:expr) => {
        match &$value {
            value => {
                #[allow(unused_imports)]
                use $crate::show::{ShowResult as _, $by as _};
                if $typed {
                    $crate::show::name_type(::std::any::type_name_of_val(value));
                }
                value.evcxr_display();
            }
        }
    };
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

macro_rules! show_as_debug {
    ($($({$($parameter:tt)*})? $type:ty),* $(,)?) => {$(
        impl$(<$($parameter)*>)? Showable for $type {
            fn shown(&self) -> MimeBundle {
                text(format!("{self:?}"))
            }
        }

        impl$(<$($parameter)*>)? Showable for &$type {
            fn shown(&self) -> MimeBundle {
                text(format!("{self:?}"))
            }
        }
    )*};
}

show_as_debug!(
    bool,
    char,
    str,
    String,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    std::time::Duration,
    {T: Debug} [T],
    {T: Debug, const N: usize} [T; N],
    {T: Debug} Vec<T>,
    {T: Debug} VecDeque<T>,
    {K: Debug, V: Debug, S} HashMap<K, V, S>,
    {T: Debug, S} HashSet<T, S>,
    {K: Debug, V: Debug} BTreeMap<K, V>,
    {T: Debug} BTreeSet<T>,
    {T: Debug + ?Sized} Rc<T>,
    {T: Debug + ?Sized} Arc<T>,
    {T: Debug + ?Sized} RefCell<T>,
    {T: Debug + ?Sized} Mutex<T>,
    {T: Debug} std::ops::Range<T>,
    {T: Debug} std::ops::RangeInclusive<T>,
    {A: Debug} (A,),
    {A: Debug, B: Debug} (A, B),
    {A: Debug, B: Debug, C: Debug} (A, B, C),
    {A: Debug, B: Debug, C: Debug, D: Debug} (A, B, C, D),
);

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

#[cfg(test)]
mod tests {
    use super::without_paths;

    #[test]
    fn types_are_named_as_readers_write_them() {
        for (long, short) in [
            ("alloc::string::String", "String"),
            ("core::option::Option<alloc::string::String>", "Option<String>"),
            ("i32", "i32"),
            ("&[(alloc::vec::Vec<cell::agon_1_P::P>, &str)]", "&[(Vec<P>, &str)]"),
        ] {
            assert_eq!(without_paths(long), short);
        }
    }
}
