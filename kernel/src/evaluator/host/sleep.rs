//! Sleeping that an interrupt ends.
//!
//! A cell that sleeps looks at no flag, so this process has a `clock_nanosleep` of its own, which libraries that are loaded
//! later find before the system's: on the thread of the cells it sleeps in short pieces, and as soon as an interrupt is
//! requested it says that the time is over. The cell then meets the next look at the flag.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// How long a sleeper takes to notice.
const PIECE: Duration = Duration::from_millis(20);

/// The thread of the cells; 0 in every other process.
static CELLS: AtomicI64 = AtomicI64::new(0);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the calling thread's sleep can be ended.
pub(super) fn is_mine() {
    CELLS.store(thread(), Ordering::Relaxed);
}

/// Ends the present sleep and all to come, or (`false`) lets them take their time again.
pub(super) fn interrupt(requested: bool) {
    INTERRUPTED.store(requested, Ordering::Relaxed);
}

fn thread() -> i64 {
    // SAFETY: the call only asks for the thread's number.
    unsafe { libc::syscall(libc::SYS_gettid) }
}

/// The system's function of this name, except on the thread of the cells.
///
/// # Safety
/// As for the system's: `request` points to a time, `remaining` to a time or nowhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_nanosleep(
    clock: libc::clockid_t,
    flags: libc::c_int,
    request: *const libc::timespec,
    remaining: *mut libc::timespec,
) -> libc::c_int {
    let system = |flags: libc::c_int, request: *const libc::timespec| {
        // SAFETY: the caller's own pointers, or one to a local time.
        match unsafe { libc::syscall(libc::SYS_clock_nanosleep, clock, flags, request, remaining) } {
            0 => 0,
            _ => std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL),
        }
    };
    // SAFETY: the caller's pointer.
    let Some(time) = (unsafe { request.as_ref() }) else { return system(flags, request) };
    let cells = CELLS.load(Ordering::Relaxed);
    if cells == 0
        || cells != thread()
        || flags != 0
        || time.tv_sec < 0
        || !(0..1_000_000_000).contains(&time.tv_nsec)
    {
        return system(flags, request);
    }
    let mut rest = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    while !rest.is_zero() && !INTERRUPTED.load(Ordering::Relaxed) {
        let piece = rest.min(PIECE);
        let begin = std::time::Instant::now();
        let time = libc::timespec { tv_sec: 0, tv_nsec: piece.as_nanos() as libc::c_long };
        let code = system(0, &time);
        if code != 0 && code != libc::EINTR {
            return code;
        }
        rest = rest.saturating_sub(begin.elapsed());
    }
    0
}
