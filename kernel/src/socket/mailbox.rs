//! How other threads reach the thread that owns a socket: a crossbeam channel, and an inproc socket that wakes it.

use super::SocketError;
use crossbeam_channel::{Receiver, Sender, TryIter, bounded};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many letters may wait. A cell that says more than is sent is held up here, instead of filling the memory.
const CAPACITY: usize = 1024;

/// Takes letters from any thread.
pub struct Mailbox<T> {
    sender: Sender<T>,
    wake: Arc<Mutex<zmq::Socket>>,
    rung: Arc<AtomicBool>,
}

/// Gives the letters to the thread that owns the socket.
pub struct Letters<T> {
    receiver: Receiver<T>,
    wake: zmq::Socket,
    /// Whether the bell has been rung since the letters were last opened. So one ring is on its way at most: of many, zmq
    /// would refuse some, and go on refusing for a while after all have been heard.
    rung: Arc<AtomicBool>,
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Mailbox { sender: self.sender.clone(), wake: Arc::clone(&self.wake), rung: Arc::clone(&self.rung) }
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
    let rung = Arc::new(AtomicBool::new(false));
    let mailbox = Mailbox { sender, wake: Arc::new(Mutex::new(wake)), rung: Arc::clone(&rung) };
    Ok((mailbox, Letters { receiver, wake: bell, rung }))
}

impl<T> Mailbox<T> {
    /// Posts a letter; waits for room. Once the other end has gone, letters go nowhere.
    pub fn post(&self, letter: T) {
        if self.sender.send(letter).is_err() {
            return;
        }
        if self.rung.swap(true, Ordering::SeqCst) {
            return;
        }
        let wake = self.wake.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = wake.send(&[][..], zmq::DONTWAIT) {
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
        self.rung.swap(false, Ordering::SeqCst);
        self.receiver.try_iter()
    }

    /// Whether there are letters that have not been read.
    pub fn is_empty(&self) -> bool {
        self.receiver.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_many_letters_wakes_the_reader() {
        const ROUNDS: u32 = 20;
        const LETTERS: u32 = 20_000;
        let context = zmq::Context::new();
        let (mailbox, letters) = mailbox::<u32>(&context, "many-letters").unwrap();
        let (heard, answers) = bounded(1);
        let reader = std::thread::spawn(move || {
            let mut rounds = 0;
            while rounds < ROUNDS {
                let mut bell = [letters.as_poll_item()];
                // A reader that is not woken would sleep for ever; here it gives up.
                assert!(zmq::poll(&mut bell, 30_000).unwrap() > 0, "nobody rang");
                for letter in letters.open() {
                    if letter == LETTERS {
                        rounds += 1;
                        heard.send(()).unwrap();
                    }
                }
            }
        });
        for _ in 0..ROUNDS {
            (0..=LETTERS).for_each(|letter| mailbox.post(letter));
            answers.recv().expect("the reader hears the last letter");
        }
        reader.join().unwrap();
    }
}
