//! The programs that cells start (`std::process::Command`): they are in the host's group, are interrupted with the cell, as by
//! Ctrl-C in a terminal, and do not outlive the host. A program that shall makes a session of its own (`setsid`).

use std::mem::zeroed;

/// Makes this process the leader of a group.
pub(super) fn lead() {
    // It leads one already if it was started like that: there is nothing to do then.
    let _ = rustix::process::setpgid(None, None);
    extern "C" fn nothing(_: libc::c_int) {}
    // SAFETY: the handler does nothing. A signal that is handled has its usual meaning in a program that is started, while one
    // that is ignored, as the kernel ignores it, would be ignored there, too.
    unsafe {
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = nothing as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

/// Interrupts what cells have started.
pub(super) fn interrupt() {
    // SAFETY: the call only asks whether there is a child, and takes none; the other one signals the own group.
    unsafe {
        let mut child: libc::siginfo_t = zeroed();
        if libc::waitid(libc::P_ALL, 0, &raw mut child, libc::WEXITED | libc::WNOHANG | libc::WNOWAIT) == 0 {
            libc::kill(0, libc::SIGINT);
        }
    }
}

/// Ends this process and what cells have started, at once: a cell that prints without end, or a library with work to do at
/// the end, must not hold that up.
pub(super) fn end() -> ! {
    // SAFETY: signals the own group, which `lead` has made, and ends.
    unsafe {
        if libc::getpgrp() == libc::getpid() {
            libc::kill(0, libc::SIGKILL);
        }
        libc::_exit(0)
    }
}
