//! Stopping a long computation without losing what is already known.
//!
//! The long loops of this crate (the solver, retrograde analysis, Grundy sequences, [`Evidence::check`]) call
//! [`check`] every so often. Whoever wants them to stop calls [`request`] from another thread: the next `check`
//! unwinds with the payload [`Interrupted`], quietly (the panic hook does not run), and everything that was
//! computed before stays valid. The flag stays up until [`clear`].
//!
//! Loops of your own become interruptible in the same way.
//!
//! ```standalone_crate
//! use agon::interrupt::{self, Interrupted};
//!
//! interrupt::request();
//! let stopped = std::panic::catch_unwind(|| {
//!     loop {
//!         interrupt::check();
//!     }
//! });
//! interrupt::clear();
//! assert!(stopped.unwrap_err().is::<Interrupted>());
//! assert!(!interrupt::requested());
//! ```
//!
//! A solver that was stopped goes on from what it knows:
//!
//! ```standalone_crate
//! use std::panic::{AssertUnwindSafe, catch_unwind};
//!
//! use agon::{Nimber, Solver, from_fn, interrupt};
//!
//! let mut solver = Solver::new(from_fn(|n: &u32| {
//!     // Someone presses the button while the search is deep in the game.
//!     if *n == 40 && !interrupt::requested() {
//!         interrupt::request();
//!     }
//!     (0..*n).rev().take(2).collect()
//! }));
//! assert_eq!(solver.grundy(&30), Ok(Nimber(0)));
//! assert!(catch_unwind(AssertUnwindSafe(|| solver.grundy(&50))).is_err());
//! assert_eq!(solver.known(), 31);
//! interrupt::clear();
//! assert_eq!(solver.grundy(&39), Ok(Nimber(0)));
//! ```
//!
//! [`Evidence::check`]: crate::Evidence::check

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The payload of the unwinding that [`check`] starts.
///
/// ```
/// assert_eq!(agon::interrupt::Interrupted.to_string(), "the computation was interrupted");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the computation was interrupted")]
pub struct Interrupted;

/// Asks every loop that calls [`check`] to stop, in all threads of the process.
///
/// ```standalone_crate
/// use agon::{OctalGame, interrupt};
///
/// interrupt::request();
/// let stopped = std::panic::catch_unwind(|| OctalGame::kayles().grundy_sequence(1_000_000));
/// assert!(stopped.unwrap_err().is::<interrupt::Interrupted>());
/// ```
pub fn request() {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// Withdraws the request, so that new computations run.
///
/// ```standalone_crate
/// use agon::{Nim, Nimber, Solver, interrupt};
///
/// interrupt::request();
/// interrupt::clear();
/// assert_eq!(Solver::new(Nim).grundy(&[3, 4, 5].into()), Ok(Nimber(2)));
/// ```
pub fn clear() {
    REQUESTED.store(false, Ordering::Relaxed);
}

/// Whether an interrupt is being requested.
///
/// ```standalone_crate
/// use agon::interrupt;
///
/// assert!(!interrupt::requested());
/// interrupt::request();
/// assert!(interrupt::requested());
/// ```
#[must_use]
#[inline(always)]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Unwinds with [`Interrupted`] if an interrupt is requested; otherwise costs one relaxed load.
///
/// ```
/// use agon::interrupt;
///
/// // Perfect numbers, in a loop that can be stopped.
/// let perfect = |n: &u32| {
///     interrupt::check();
///     (1..*n).filter(|d| n.is_multiple_of(*d)).sum::<u32>() == *n
/// };
/// assert_eq!((2..=500).filter(perfect).collect::<Vec<_>>(), [6, 28, 496]);
/// ```
// Inlined, because it stands at the head of every loop of a cell; what follows a request is kept out of the way.
#[inline(always)]
pub fn check() {
    if requested() {
        unwind();
    }
}

#[cold]
#[inline(never)]
fn unwind() {
    // A destructor that runs while its thread unwinds already must come to its end: a second unwinding would abort.
    if !std::thread::panicking() {
        resume_unwind(Box::new(Interrupted));
    }
}
