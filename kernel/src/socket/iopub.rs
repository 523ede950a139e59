//! Iopub: what every frontend hears. One thread, one buffer for both text streams and for updates of displays, so that
//! their order survives.

use super::{Letters, Mailbox, receive, send, wait};
use crate::evaluator::Stream;
use crate::wire::status::{ExecutionState, Status};
use crate::wire::stream::StreamText;
use crate::wire::welcome::IopubWelcome;
use crate::wire::{Author, Content, Parent};
use crossbeam_channel::{Sender, bounded};
use serde::Serialize;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long printed text may wait for more of it.
const GATHER: Duration = Duration::from_millis(30);

/// How much text waits at most.
const GATHER_BYTES: usize = 1 << 16;

/// How many letters are read before subscriptions get their turn.
const LETTERS_AT_ONCE: usize = 256;

/// The way to the iopub socket's thread.
#[derive(Clone)]
pub struct IoPub {
    mailbox: Mailbox<Letter>,
    author: Author,
}

/// What the thread is asked to do.
pub enum Letter {
    Send(Vec<Vec<u8>>),
    Text {
        parent: Parent,
        stream: Stream,
        text: String,
    },
    /// A new state of a display.
    Update {
        parent: Parent,
        id: String,
        frames: Vec<Vec<u8>>,
    },
    /// Send everything that came before, then answer.
    Flush(Sender<()>),
    Close,
}

impl IoPub {
    pub(super) fn new(mailbox: Mailbox<Letter>, author: Author) -> IoPub {
        IoPub { mailbox, author }
    }

    /// Tells every frontend; returns the size of the message in bytes.
    pub fn publish<C: Content + Serialize>(&self, parent: &Parent, content: &C) -> usize {
        let frames = self.author.broadcast(parent, content);
        let bytes = frames.iter().map(Vec::len).sum();
        self.mailbox.post(Letter::Send(frames));
        bytes
    }

    /// Tells every frontend what a cell has printed. Pieces that follow each other are sent together.
    pub fn text(&self, parent: &Parent, stream: Stream, text: String) {
        self.mailbox.post(Letter::Text { parent: parent.clone(), stream, text });
    }

    /// Tells every frontend the new state of a display; returns about how many bytes that is. Of states that follow each
    /// other faster than anybody can look, the last is sent.
    pub fn update<C: Content + Serialize>(&self, parent: &Parent, id: String, content: &C) -> usize {
        let frames = self.author.broadcast(parent, content);
        let bytes = frames.iter().map(Vec::len).sum();
        self.mailbox.post(Letter::Update { parent: parent.clone(), id, frames });
        bytes
    }

    /// Tells every frontend what the kernel is doing.
    pub fn status(&self, parent: &Parent, execution_state: ExecutionState) {
        self.publish(parent, &Status { execution_state });
    }

    /// Returns when everything published before has been sent.
    pub fn flush(&self) {
        let (done, wait) = bounded(1);
        self.mailbox.post(Letter::Flush(done));
        // An error means that the thread has ended: nothing more will be sent.
        let _ = wait.recv();
    }

    pub(super) fn close(&self) {
        self.mailbox.post(Letter::Close);
    }
}

/// Publishes until it is closed.
pub fn run(socket: &zmq::Socket, letters: &Letters<Letter>, author: Author) {
    let mut publisher = Publisher { socket, author, gathered: None, started: false };
    loop {
        let timeout = if letters.is_empty() { publisher.patience() } else { 0 };
        let Some(readable) = wait(socket, letters, timeout) else {
            return;
        };
        if readable.socket {
            while let Some(frames) = receive(socket) {
                publisher.welcome(&frames);
            }
        }
        for letter in letters.open().take(LETTERS_AT_ONCE) {
            match letter {
                Letter::Send(frames) => publisher.send(&frames),
                Letter::Text { parent, stream, text } => publisher.gather(parent, stream, &text),
                Letter::Update { parent, id, frames } => publisher.update(parent, id, frames),
                Letter::Flush(done) => {
                    publisher.flush();
                    let _ = done.send(());
                }
                Letter::Close => {
                    publisher.flush();
                    return;
                }
            }
        }
        publisher.flush_if_due();
    }
}

struct Publisher<'a> {
    socket: &'a zmq::Socket,
    author: Author,
    gathered: Option<Gathered>,
    started: bool,
}

/// What waits for more of its kind.
struct Gathered {
    parent: Parent,
    what: Waiting,
    due: Instant,
}

enum Waiting {
    /// Printed text.
    Text { stream: Stream, text: String },
    /// The state of a display, which a newer one may replace.
    Update { id: String, frames: Vec<Vec<u8>> },
}

impl Publisher<'_> {
    fn send(&mut self, frames: &[Vec<u8>]) {
        self.flush();
        self.start();
        send(self.socket, frames);
    }

    fn gather(&mut self, parent: Parent, stream: Stream, text: &str) {
        if text.is_empty() {
            return;
        }
        match &mut self.gathered {
            Some(Gathered { parent: its, what: Waiting::Text { stream: open, text: before }, .. })
                if *open == stream && *its == parent =>
            {
                before.push_str(text);
            }
            _ => self.wait_with(parent, Waiting::Text { stream, text: text.to_owned() }),
        }
        self.flush_if_due();
    }

    fn update(&mut self, parent: Parent, id: String, frames: Vec<Vec<u8>>) {
        match &mut self.gathered {
            Some(Gathered { parent: its, what: Waiting::Update { id: open, frames: before }, .. })
                if *open == id && *its == parent =>
            {
                *before = frames;
            }
            _ => self.wait_with(parent, Waiting::Update { id, frames }),
        }
        self.flush_if_due();
    }

    fn wait_with(&mut self, parent: Parent, what: Waiting) {
        self.flush();
        self.gathered = Some(Gathered { parent, what, due: Instant::now() + GATHER });
    }

    fn flush_if_due(&mut self) {
        let is_due = |open: &Gathered| {
            let is_full = matches!(&open.what, Waiting::Text { text, .. } if text.len() >= GATHER_BYTES);
            is_full || open.due <= Instant::now()
        };
        if self.gathered.as_ref().is_some_and(is_due) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let Some(Gathered { parent, what, .. }) = self.gathered.take() else { return };
        self.start();
        match what {
            Waiting::Text { stream, text } => {
                let content = StreamText { name: stream, text: &text };
                send(self.socket, &self.author.broadcast(&parent, &content));
            }
            Waiting::Update { frames, .. } => send(self.socket, &frames),
        }
    }

    /// How many milliseconds to wait for letters before the gathered text is due; -1 without text.
    fn patience(&self) -> i64 {
        self.gathered.as_ref().map_or(-1, |open| {
            let left = open.due.saturating_duration_since(Instant::now());
            i64::try_from(left.as_millis()).map_or(i64::MAX, |milliseconds| milliseconds + 1)
        })
    }

    /// Says "starting" before anything else is said. It goes out with the first welcome, when somebody can hear it, but
    /// never after another status, which it would seem to revoke.
    fn start(&mut self) {
        if !std::mem::replace(&mut self.started, true) {
            let starting = Status { execution_state: ExecutionState::Starting };
            send(self.socket, &self.author.broadcast(&Parent::none(), &starting));
        }
    }

    /// Answers a subscription: a frame of 1 and the topic. Its end, a frame of 0 and the topic, needs no answer.
    fn welcome(&mut self, frames: &[Vec<u8>]) {
        let Some((1, topic)) =
            frames.first().and_then(|frame| frame.split_first().map(|(&kind, topic)| (kind, topic)))
        else {
            return;
        };
        self.flush();
        let subscription = String::from_utf8_lossy(topic);
        let welcome = IopubWelcome { subscription: &subscription };
        // The topic routes the message, so it stands there as it was given, whether or not it is UTF-8.
        let frames =
            self.author.compose(&[topic.to_vec()], &Parent::none(), IopubWelcome::TYPE, &json!({}), &welcome);
        send(self.socket, &frames);
        self.start();
    }
}
