//! What the kernel owes to the operating system: a signal that does not end it, and a parent it does not outlive.
#![allow(unsafe_code)]

use super::{Event, Session, control, shell};
use crossbeam_channel::Sender;
use rustix::pipe::PipeFlags;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::IntoRawFd;
use std::os::unix::process::parent_id;
use std::sync::Weak;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

/// How often the parent is looked for.
const WATCH: Duration = Duration::from_secs(1);

/// Ignores SIGINT until [`interrupt_upon_signal`]: a Ctrl-C meant for the server must not end its kernels.
pub fn ignore_interrupt_signal() {
    // SAFETY: SIG_IGN installs no code that could run at a wrong moment.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
    }
}

/// Where the handler of SIGINT writes a byte.
static SIGNALS: AtomicI32 = AtomicI32::new(-1);

/// Interrupts the running cell at SIGINT, too, for whoever knows no `interrupt_request`.
pub fn interrupt_upon_signal(session: Weak<Session>) -> io::Result<()> {
    extern "C" fn on_signal(_: libc::c_int) {
        // SAFETY: `write` may be called in a handler, and the error number is that of before afterwards.
        unsafe {
            let error = *libc::__errno_location();
            libc::write(SIGNALS.load(Ordering::Relaxed), b"!".as_ptr().cast(), 1);
            *libc::__errno_location() = error;
        }
    }
    let (signals, sender) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    SIGNALS.store(sender.into_raw_fd(), Ordering::Relaxed);
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut signals = File::from(signals);
        while signals.read(&mut [0]).is_ok_and(|length| length > 0) {
            let Some(session) = session.upgrade() else { return };
            control::interrupt(&session);
        }
    })?;
    // SAFETY: the handler does only what a handler may.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGINT, &raw const action, std::ptr::null_mut());
    }
    Ok(())
}

/// Ends the kernel when the process that started it has gone. Only a parent that wants this names itself, in
/// `JPY_PARENT_PID`: kernels started to outlive their parent do not have it.
pub fn watch_parent(events: Sender<Event>) -> io::Result<()> {
    let named = std::env::var("JPY_PARENT_PID").ok().and_then(|pid| pid.parse::<libc::pid_t>().ok());
    // In a container of its own the kernel cannot see the parent, and has nothing to watch.
    let Some(pid) = named.filter(|&pid| pid > 0 && is_alive(pid)) else {
        return Ok(());
    };
    let parent = parent_id();
    let is_direct = i64::from(parent) == i64::from(pid);
    thread::Builder::new().name("parent watch".to_owned()).spawn(move || {
        // A direct parent may be dead and still listed until its own parent asks for it; we have another parent by then.
        while is_alive(pid) && !(is_direct && parent_id() != parent) {
            thread::sleep(WATCH);
        }
        tracing::info!(pid, "the process that started the kernel has gone: it ends");
        shell::post(&events, Event::Stop);
    })?;
    Ok(())
}

/// Whether a process with this id exists, whoever it belongs to.
pub fn is_alive(pid: libc::pid_t) -> bool {
    // SAFETY: signal 0 is never delivered; the call only asks whether the process exists.
    let found = unsafe { libc::kill(pid, 0) } == 0;
    // A process of another user exists, too.
    found || io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
}
