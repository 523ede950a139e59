//! Which case it was that made a law panic: the panic itself knows where, not with what.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

thread_local! {
    static CASE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The case that this thread was examining when a law panicked, as `Debug` writes it; `None` if no law has
/// panicked since the last question, which forgets it.
///
/// ```
/// use agon::{conjecture, evidence::panicked_case};
///
/// let divides = |n: u32| 12 % n == 0;
/// let panic = std::panic::catch_unwind(|| conjecture("n divides 12").over(0..=4u32).check(divides));
/// assert!(panic.is_err());
/// assert_eq!((panicked_case().as_deref(), panicked_case()), (Some("0"), None));
/// ```
#[must_use]
pub fn panicked_case() -> Option<String> {
    CASE.take()
}

/// While this lives, a case is being examined.
pub(super) struct Named<F: Fn() -> String>(F);

/// Remembers the case, should the law panic before the end of the examination.
pub(super) fn name<F: Fn() -> String>(case: F) -> Named<F> {
    Named(case)
}

impl<F: Fn() -> String> Drop for Named<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            // A name that cannot be had is no reason to end the process.
            CASE.set(catch_unwind(AssertUnwindSafe(&self.0)).ok());
        }
    }
}
