//! The heartbeat: what comes in goes out again. A thread of its own answers even when everything else is at work.

use super::{Letters, receive, send, wait};

/// Ends the thread.
pub struct Close;

/// Echoes until it is closed.
pub fn run(socket: &zmq::Socket, letters: &Letters<Close>) {
    while let Some(readable) = wait(socket, letters, -1) {
        if readable.letters && letters.open().next().is_some() {
            return;
        }
        if readable.socket
            && let Some(frames) = receive(socket)
        {
            send(socket, &frames);
        }
    }
}
