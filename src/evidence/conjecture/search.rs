//! The search itself: threads that take blocks of cases in order, until the first counterexample is certain.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use crate::Counterexample;
use crate::interrupt::{self, Interrupted};
use crate::progress::{self, Progress};

/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(100);
/// A search that is over sooner reports nothing: a bar that flashes tells nobody anything.
const SILENT: Duration = Duration::from_millis(300);
/// About how long a block of cases lasts: interrupts lose at most a block on each thread.
const BLOCK: Duration = Duration::from_millis(20);
/// Laws play through games by recursion.
const STACK: usize = 256 << 20;

/// Why a thread stopped at a case.
enum Stop {
    Counterexample(Counterexample),
    Panic(Box<dyn Any + Send>),
}

/// What the threads share.
struct Shared<'a> {
    size: u64,
    judge: &'a (dyn Fn(u64) -> Option<Counterexample> + Sync),
    /// The first case that no thread has taken.
    untaken: AtomicU64,
    /// The first case known to stop the search; no block behind it is begun.
    stop_at: AtomicU64,
    examined: AtomicU64,
    outcome: Mutex<Outcome>,
    finished: Condvar,
}

struct Outcome {
    running: usize,
    first: Option<(u64, Stop)>,
    /// From here on a block was left undone because of an interrupt.
    undone: u64,
}

impl Shared<'_> {
    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What each thread does.
    fn work(&self) {
        let mut length = 1;
        loop {
            let start = self.untaken.fetch_add(length, Relaxed);
            if start >= self.size.min(self.stop_at.load(Relaxed)) {
                return;
            }
            let begin = Instant::now();
            if !self.examine(start, self.size.min(start.saturating_add(length))) {
                return;
            }
            let time = begin.elapsed();
            if time < BLOCK / 2 && length < self.size / 64 {
                length *= 2;
            } else if time > BLOCK * 2 {
                length = (length / 2).max(1);
            }
        }
    }

    /// Whether the thread shall go on with another block.
    fn examine(&self, start: u64, end: u64) -> bool {
        for index in start..end {
            if interrupt::requested() {
                let mut outcome = self.outcome();
                outcome.undone = outcome.undone.min(index);
                return false;
            }
            let stop = match catch_unwind(AssertUnwindSafe(|| (self.judge)(index))) {
                Ok(None) => continue,
                Ok(Some(counterexample)) => Stop::Counterexample(counterexample),
                Err(payload) if payload.is::<Interrupted>() => {
                    let mut outcome = self.outcome();
                    outcome.undone = outcome.undone.min(index);
                    return false;
                }
                Err(payload) => Stop::Panic(payload),
            };
            self.stop_at.fetch_min(index, Relaxed);
            let mut outcome = self.outcome();
            if outcome.first.as_ref().is_none_or(|(first, _)| index < *first) {
                outcome.first = Some((index, stop));
            }
            return false;
        }
        self.examined.fetch_add(end - start, Relaxed);
        true
    }
}

/// The first counterexample among the cases `next..size`. Afterwards all cases before `next` are known to obey the law;
/// so it is also when an interrupt or a panic of the law unwinds from here.
pub(super) fn search(
    size: u64,
    next: &mut u64,
    judge: &(dyn Fn(u64) -> Option<Counterexample> + Sync),
) -> Option<Counterexample> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let threads = threads.min((size - *next).try_into().unwrap_or(usize::MAX));
    let shared = Shared {
        size,
        judge,
        untaken: AtomicU64::new(*next),
        stop_at: AtomicU64::new(u64::MAX),
        examined: AtomicU64::new(*next),
        outcome: Mutex::new(Outcome { running: 0, first: None, undone: u64::MAX }),
        finished: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                shared.work();
                shared.outcome().running -= 1;
                shared.finished.notify_all();
            };
            shared.outcome().running += 1;
            // A machine that gives no more threads has fewer of them to wait for.
            if thread::Builder::new()
                .name(SEARCH_THREAD.into())
                .stack_size(STACK)
                .spawn_scoped(scope, work)
                .is_err()
            {
                shared.outcome().running -= 1;
            }
        }
        watch(&shared);
    });
    conclude(shared, next)
}

/// The name of the threads: a panic of the law happens on one of them first, and once more, where it counts, on the
/// caller's.
///
/// ```no_run
/// use std::{panic, thread};
///
/// use agon::evidence::SEARCH_THREAD;
///
/// // A hook that shows each panic of a law once.
/// panic::set_hook(Box::new(|panic| {
///     if thread::current().name() != Some(SEARCH_THREAD) {
///         eprintln!("{panic}");
///     }
/// }));
/// ```
pub const SEARCH_THREAD: &str = "conjecture";

/// Waits for the threads and reports how far they are.
fn watch(shared: &Shared<'_>) {
    let begin = Instant::now();
    let mut reported = false;
    let mut outcome = shared.outcome();
    while outcome.running > 0 {
        let waited = shared.finished.wait_timeout(outcome, REPORT);
        outcome = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        if outcome.running > 0 && begin.elapsed() > SILENT {
            drop(outcome);
            let done = shared.examined.load(Relaxed);
            progress::report(Progress::At { done, all: Some(shared.size) });
            reported = true;
            outcome = shared.outcome();
        }
    }
    drop(outcome);
    if reported {
        progress::report(Progress::Ended);
    }
}

fn conclude(shared: Shared<'_>, next: &mut u64) -> Option<Counterexample> {
    let Shared { size, judge, outcome, untaken, .. } = shared;
    let Outcome { first, undone, .. } = outcome.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let untaken = untaken.into_inner().min(size);
    match first {
        Some((index, stop)) if index < undone => {
            *next = index;
            match stop {
                Stop::Counterexample(counterexample) => Some(counterexample),
                // Once more on this thread: its panic hook knows where in the reader's text it belongs.
                Stop::Panic(payload) => judge(index).or_else(|| resume_unwind(payload)),
            }
        }
        _ => {
            *next = undone.min(untaken);
            interrupt::check();
            // No thread could be had: the caller's does the work.
            (*next..size).find_map(|index| {
                interrupt::check();
                *next = index;
                let counterexample = judge(index);
                *next += u64::from(counterexample.is_none());
                counterexample
            })
        }
    }
}
