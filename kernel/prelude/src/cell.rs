//! What the code around a cell calls. Nothing here is for readers.
//!
//! The native engine compiles a cell into one function. Variables live here, by name, between the cells; they are taken
//! out before the reader's code runs and put back after it. What can be said without knowing a type is said here once,
//! because each generic line would be compiled anew with each cell.

use crate::channel::{self, Kind};
use crate::panic;
use agon::evidence::panicked_case;
use agon::interrupt::Interrupted;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::Waker;
use std::time::Duration;
use tokio::runtime::{EnterGuard, Runtime};

thread_local! {
    // Cells run on one thread, so variables need not be `Send`.
    static VARIABLES: RefCell<HashMap<String, Box<dyn Any>>> = RefCell::default();
}

/// Keeps a variable for the cells that follow.
pub fn put(name: &str, value: Box<dyn Any>) {
    let before = VARIABLES.with_borrow_mut(|variables| variables.insert(name.to_owned(), value));
    drop_guarded(before);
}

/// Drops a variable whose name the cell has bound anew.
pub fn discard(value: Box<dyn Any>) {
    drop_guarded(Some(value));
}

/// Drops a value outside of all borrows, because a destructor may do anything; a panic in it ends nothing.
fn drop_guarded(value: Option<Box<dyn Any>>) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        eprintln!("a destructor panicked: {}", panic::said(&*payload));
        // Its own destructor might panic again.
        std::mem::forget(payload);
    }
}

/// Tells the kernel that the cell did not come to where its new variables are kept.
pub fn left_early() {
    channel::send_text(Kind::Left, "");
}

/// Whether the variables that a cell takes are all there, with these types. If not, the kernel is told of the first
/// that is not, and the cell must not run.
pub fn can_take(wanted: &[(&str, TypeId)]) -> bool {
    let missing = VARIABLES.with_borrow(|variables| {
        let is_there =
            |name: &str, id: TypeId| variables.get(name).is_some_and(|value| (**value).type_id() == id);
        wanted.iter().find(|(name, id)| !is_there(name, *id)).map(|(name, _)| *name)
    });
    if let Some(name) = missing {
        channel::send_text(Kind::Missing, name);
    }
    missing.is_none()
}

/// Takes a variable out.
///
/// # Panics
/// When there is no variable of that name and type; [`can_take`] is asked first.
pub fn take<T: 'static>(name: &str) -> T {
    match take_any(name).downcast() {
        Ok(value) => *value,
        Err(_) => panic!("the variable `{name}` has another type than the kernel thinks"),
    }
}

fn take_any(name: &str) -> Box<dyn Any> {
    let value = VARIABLES.with_borrow_mut(|variables| variables.remove(name));
    value.unwrap_or_else(|| panic!("there is no variable `{name}`"))
}

/// Drops variables that the kernel forgets.
pub fn forget(names: &[&str]) {
    for name in names {
        drop_guarded(VARIABLES.with_borrow_mut(|variables| variables.remove(*name)));
    }
}

/// The error by which `?` leaves a cell.
pub struct Failure(String);

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// The same where errors are shown by `Debug` (`:efmt {:?}`).
pub struct DebugFailure(String);

impl<E: std::fmt::Debug> From<E> for DebugFailure {
    fn from(error: E) -> DebugFailure {
        DebugFailure(format!("{error:?}"))
    }
}

impl From<DebugFailure> for Failure {
    fn from(DebugFailure(message): DebugFailure) -> Failure {
        Failure(message)
    }
}

/// Runs the reader's code; true if it came to its end. A panic, an interrupt and a `?` are reported to the kernel.
pub fn run(cell: &mut dyn FnMut() -> Result<(), Failure>) -> bool {
    panic::report_still();
    // What an earlier cell has caught is not this one's.
    let _ = panicked_case();
    match catch_unwind(AssertUnwindSafe(cell)) {
        Ok(Ok(())) => true,
        Ok(Err(Failure(message))) => {
            channel::send_text(Kind::Failed, &message);
            false
        }
        Err(payload) => {
            panic::report_unless_done(&*payload);
            let case = panicked_case().map(|case| format!("case {case}"));
            let reason =
                if payload.is::<Interrupted>() { "interrupt".to_owned() } else { case.unwrap_or_default() };
            channel::send_text(Kind::Unwound, &reason);
            // Its destructor might panic again.
            std::mem::forget(payload);
            false
        }
    }
}

/// Waits for a cell that awaits. All cells share one runtime, so what they have spawned goes on; an interrupt ends the
/// waiting.
///
/// # Panics
/// When the system gives no threads for the runtime.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    runtime().block_on(interruptible(future))
}

/// Lets a cell that awaits nothing itself spawn tasks on the runtime of those that do, as long as the guard lives.
///
/// # Panics
/// As [`block_on`].
pub fn enter() -> EnterGuard<'static> {
    runtime().enter()
}

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("the system gives threads for the runtime"))
}

/// A future that an interrupt ends by unwinding, on whichever runtime it is polled.
pub async fn interruptible<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let clock = Clock::default();
    std::future::poll_fn(move |context| {
        agon::interrupt::check();
        let state = future.as_mut().poll(context);
        if state.is_pending() {
            clock.wake_later(context.waker());
        }
        state
    })
    .await
}

/// Wakes a future every so often, from a thread that starts when the future first has to wait.
#[derive(Default)]
struct Clock {
    waker: Arc<Mutex<Option<Waker>>>,
    thread: OnceLock<()>,
}

impl Clock {
    fn wake_later(&self, waker: &Waker) {
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(waker.clone());
        self.thread.get_or_init(|| {
            let waker = Arc::downgrade(&self.waker);
            // Without the thread, an interrupt only has to wait until the future moves.
            let _ = std::thread::Builder::new().name("await".into()).spawn(move || {
                while let Some(waker) = waker.upgrade() {
                    if let Some(waker) = waker.lock().unwrap_or_else(PoisonError::into_inner).take() {
                        waker.wake();
                    }
                    drop(waker);
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
        });
    }
}

/// A type whose name the kernel asks the compiler for, by way of an error.
pub struct Probe<T: ?Sized>(std::marker::PhantomData<T>);

/// The type of a variable.
pub fn probe<T>(_: &T) -> Probe<T> {
    Probe(std::marker::PhantomData)
}
