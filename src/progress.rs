//! How far a long computation is, for whoever wants to show it.
//!
//! A program that shows progress registers one observer with [`observe`]; computations [`report`] to it a few times a
//! second. Without an observer a report costs one load.
//!
//! ```standalone_crate
//! use std::sync::Mutex;
//!
//! use agon::progress::{self, Progress};
//!
//! static SEEN: Mutex<Vec<Progress>> = Mutex::new(Vec::new());
//! progress::observe(|progress| SEEN.lock().unwrap().push(progress));
//! progress::report(Progress::At { done: 3, all: Some(10) });
//! progress::report(Progress::Ended);
//! assert_eq!(*SEEN.lock().unwrap(), [Progress::At { done: 3, all: Some(10) }, Progress::Ended]);
//! ```

use std::sync::OnceLock;

/// A report of a computation.
///
/// ```
/// use agon::progress::Progress;
///
/// fn line(progress: Progress) -> String {
///     match progress {
///         Progress::At { done, all: Some(all) } => format!("{}%", 100 * done / all),
///         Progress::At { done, all: None } => format!("{done} cases"),
///         Progress::Ended => String::new(),
///     }
/// }
/// assert_eq!(line(Progress::At { done: 30, all: Some(40) }), "75%");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// So many cases are done, of so many if that is known.
    At {
        /// How many are done.
        done: u64,
        /// How many there are.
        all: Option<u64>,
    },
    /// The computation has come to its end, or was left.
    Ended,
}

static OBSERVER: OnceLock<fn(Progress)> = OnceLock::new();

/// Registers who gets the reports. The first observer stays; whether it is this one is the answer.
///
/// ```standalone_crate
/// use agon::progress;
///
/// assert!(progress::observe(|progress| eprintln!("{progress:?}")));
/// assert!(!progress::observe(|_| ()), "the first observer stays");
/// ```
pub fn observe(observer: fn(Progress)) -> bool {
    OBSERVER.set(observer).is_ok()
}

/// Tells the observer, if there is one, on the caller's thread.
///
/// ```
/// use agon::progress::{self, Progress};
///
/// for done in 1..=3 {
///     // … one of three long steps …
///     progress::report(Progress::At { done, all: Some(3) });
/// }
/// progress::report(Progress::Ended);
/// ```
pub fn report(progress: Progress) {
    if let Some(observer) = OBSERVER.get() {
        observer(progress);
    }
}
