//! How other threads reach the thread that owns a socket: a crossbeam channel, and an inproc socket that wakes it.

use super::SocketError;
use crossbeam_channel::{Receiver, Sender, TryIter, bounded};
use std::sync::{Arc, Mutex, PoisonError};

/// How many letters may wait. A cell that says more than is sent is held up here, instead of filling the memory.
const CAPACITY: usize = 1024;

/// Takes letters from any thread.
pub struct Mailbox<T> {
    sender: Sender<T>,
    wake: Arc<Mutex<zmq::Socket>>,
}

/// Gives the letters to the thread that owns the socket.
pub struct Letters<T> {
    receiver: Receiver<T>,
    wake: zmq::Socket,
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Mailbox { sender: self.sender.clone(), wake: Arc::clone(&self.wake) }
    }
}

/// A mailbox and its other end; `name` is unique in the context.
pub fn mailbox<T>(context: &zmq::Context, name: &str) -> Result<(Mailbox<T>, Letters<T>), SocketError> {
    let endpoint = format!("inproc://{name}");
    let (sender, receiver) = bounded(CAPACITY);
    let bell = context.socket(zmq::PULL)?;
    bell.bind(&endpoint)?;
    let wake = context.socket(zmq::PUSH)?;
    wake.set_linger(0)?;
    wake.connect(&endpoint)?;
    Ok((Mailbox { sender, wake: Arc::new(Mutex::new(wake)) }, Letters { receiver, wake: bell }))
}

impl<T> Mailbox<T> {
    /// Posts a letter; waits for room. Once the other end has gone, letters go nowhere.
    pub fn post(&self, letter: T) {
        if self.sender.send(letter).is_err() {
            return;
        }
        let wake = self.wake.lock().unwrap_or_else(PoisonError::into_inner);
        // If there is no room for this ring, earlier ones have not been heard yet: the thread will wake all the same.
        if let Err(error) = wake.send(&[][..], zmq::DONTWAIT)
            && error != zmq::Error::EAGAIN
        {
            tracing::warn!(%error, "the thread of a channel cannot be woken");
        }
    }
}

impl<T> Letters<T> {
    /// What to poll beside the socket.
    pub fn as_poll_item(&self) -> zmq::PollItem<'_> {
        self.wake.as_poll_item(zmq::POLLIN)
    }

    /// The letters that have come. Quiets the bell first, so that a letter posted from now on rings anew.
    pub fn open(&self) -> TryIter<'_, T> {
        while self.wake.recv_bytes(zmq::DONTWAIT).is_ok() {}
        self.receiver.try_iter()
    }

    /// Whether there are letters that have not been read.
    pub fn is_empty(&self) -> bool {
        self.receiver.is_empty()
    }
}
