//! Shell, control and stdin: ROUTER sockets, which give each request the identity that its reply must carry.

use super::{Letters, Mailbox, receive, send, wait};
use crate::wire::{Message, Signer};
use crossbeam_channel::{Sender, bounded};

/// The way to a ROUTER socket's thread.
#[derive(Clone)]
pub struct Router {
    mailbox: Mailbox<Letter>,
}

/// What the thread is asked to do.
pub enum Letter {
    Send(Vec<Vec<u8>>),
    /// Send, and answer whether there is somebody to send to.
    TrySend(Vec<Vec<u8>>, Sender<bool>),
    /// Deliver everything that has arrived, then answer.
    Deliver(Sender<()>),
    Close,
}

impl Router {
    pub(super) fn new(mailbox: Mailbox<Letter>) -> Router {
        Router { mailbox }
    }

    /// Sends a message.
    pub fn send(&self, frames: Vec<Vec<u8>>) {
        self.mailbox.post(Letter::Send(frames));
    }

    /// Sends a message if the frontend that it goes to is connected.
    pub fn try_send(&self, frames: Vec<Vec<u8>>) -> bool {
        let (done, wait) = bounded(1);
        self.mailbox.post(Letter::TrySend(frames, done));
        // An error means that the thread has ended: nothing more will be sent.
        wait.recv().unwrap_or(false)
    }

    /// Returns when every message that has arrived by now has been passed on.
    pub fn deliver(&self) {
        let (done, wait) = bounded(1);
        self.mailbox.post(Letter::Deliver(done));
        // An error means that the thread has ended: nothing more will be passed on.
        let _ = wait.recv();
    }

    pub(super) fn close(&self) {
        self.mailbox.post(Letter::Close);
    }
}

/// Passes messages on to `deliver`, and sends, until it is closed.
pub fn run(
    channel: &str,
    socket: &zmq::Socket,
    letters: &Letters<Letter>,
    signer: &Signer,
    deliver: impl Fn(Message),
) {
    let deliver_all = || {
        while let Some(frames) = receive(socket) {
            match Message::parse(frames, signer) {
                Ok(message) => {
                    let cell = message.metadata.get("cellId").and_then(|id| id.as_str());
                    let (msg_type, buffers) = (&message.header.msg_type, message.buffers.len());
                    tracing::debug!(channel, msg_type, cell, buffers, "received");
                    deliver(message);
                }
                Err(error) => tracing::warn!(channel, %error, "a message was dropped"),
            }
        }
    };
    while let Some(readable) = wait(socket, letters, -1) {
        if readable.socket {
            deliver_all();
        }
        if !readable.letters {
            continue;
        }
        for letter in letters.open() {
            match letter {
                Letter::Send(frames) => send(socket, &frames),
                Letter::TrySend(frames, done) => {
                    let _ = done.send(socket.send_multipart(frames, zmq::DONTWAIT).is_ok());
                }
                Letter::Deliver(done) => {
                    deliver_all();
                    let _ = done.send(());
                }
                Letter::Close => return,
            }
        }
    }
}
