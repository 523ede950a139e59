//! The five channels of a kernel: shell, control, iopub, stdin and heartbeat.
//!
//! Each zmq socket is owned by one thread. The rest of the kernel reaches that thread through a [`Mailbox`]: a crossbeam
//! channel whose messages wake the thread by an inproc socket that it polls beside its own. Messages from frontends go
//! out as [`Message`]s, after their signature has been checked.
//!
//! | channel | file |
//! |---|---|
//! | shell, control, stdin | [`router`] |
//! | iopub | [`iopub`] |
//! | heartbeat | [`heartbeat`] |
//! | the registration socket, before the others are used | [`handshake`] |

mod handshake;
mod heartbeat;
mod iopub;
mod mailbox;
mod router;

pub use handshake::{HandshakeError, shake_hands};
pub use iopub::IoPub;
pub use router::Router;

use crate::wire::{Author, ConnectionInfo, Message};
use mailbox::{Letters, Mailbox};
use std::io;
use std::thread::{self, JoinHandle};

/// How long a closed socket goes on delivering what it has taken.
const LINGER_MILLISECONDS: i32 = 1000;

/// The largest frame that is received. Whoever sends a larger one is disconnected, before it fills the memory.
const LARGEST: i64 = 256 << 20;

/// Why a channel cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The address of the connection file cannot be bound.
    #[error(
        "cannot bind the {channel} channel to {endpoint}: {source}; is another kernel using the connection file?"
    )]
    Bind {
        /// The channel.
        channel: &'static str,
        /// The address.
        endpoint: String,
        /// What zmq says.
        source: zmq::Error,
    },
    /// zmq cannot make or configure a socket.
    #[error("cannot make a zmq socket: {0}")]
    Zmq(#[from] zmq::Error),
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// The open channels. Dropping them closes them, after what was sent has gone out.
pub struct Channels {
    /// Requests of frontends.
    pub shell: Router,
    /// Requests that are served while a cell runs.
    pub control: Router,
    /// What every frontend hears.
    pub iopub: IoPub,
    /// Questions to a frontend.
    pub stdin: Router,
    /// Where they have been bound.
    pub bound: ConnectionInfo,
    heartbeat: Mailbox<heartbeat::Close>,
    threads: Vec<JoinHandle<()>>,
}

impl Channels {
    /// Binds the five channels as the connection file says. `shell`, `control` and `stdin` get the messages of their channels,
    /// each on that channel's thread: they pass them on, and do not work there.
    pub fn open(
        connection: &ConnectionInfo,
        author: &Author,
        shell: impl Fn(Message) + Send + 'static,
        control: impl Fn(Message) + Send + 'static,
        stdin: impl Fn(Message) + Send + 'static,
    ) -> Result<Channels, SocketError> {
        // Two contexts: the one of the channels ends with their threads, and ending it waits until what was sent has gone
        // out. Mailboxes may outlive it, in a thread that a cell will not give back.
        let context = zmq::Context::new();
        let bells = zmq::Context::new();
        bells.set_io_threads(0)?;
        let binder = Binder { context: &context, connection };
        // All sockets are bound before the first thread starts, so that a failure leaves nothing behind.
        let (shell_socket, shell_port) = binder.bind("shell", zmq::ROUTER, connection.shell_port)?;
        let (control_socket, control_port) = binder.bind("control", zmq::ROUTER, connection.control_port)?;
        let (stdin_socket, stdin_port) = binder.bind("stdin", zmq::ROUTER, connection.stdin_port)?;
        let (iopub_socket, iopub_port) = binder.bind("iopub", zmq::XPUB, connection.iopub_port)?;
        let (heartbeat_socket, hb_port) = binder.bind("heartbeat", zmq::REP, connection.hb_port)?;
        let ports = ConnectionInfo {
            shell_port,
            control_port,
            iopub_port,
            stdin_port,
            hb_port,
            ..connection.clone()
        };
        let (shell_box, shell_letters) = mailbox::mailbox(&bells, "shell")?;
        let (control_box, control_letters) = mailbox::mailbox(&bells, "control")?;
        let (stdin_box, stdin_letters) = mailbox::mailbox(&bells, "stdin")?;
        let (iopub_box, iopub_letters) = mailbox::mailbox(&bells, "iopub")?;
        let (heartbeat, heartbeat_letters) = mailbox::mailbox(&bells, "heartbeat")?;

        let mut channels = Channels {
            shell: Router::new(shell_box),
            control: Router::new(control_box),
            iopub: IoPub::new(iopub_box, author.clone()),
            bound: ports,
            stdin: Router::new(stdin_box),
            heartbeat,
            threads: Vec::new(),
        };
        let signer = author.signer().clone();
        channels.spawn("shell", {
            let signer = signer.clone();
            move || router::run("shell", &shell_socket, &shell_letters, &signer, shell)
        })?;
        channels.spawn("control", {
            let signer = signer.clone();
            move || router::run("control", &control_socket, &control_letters, &signer, control)
        })?;
        channels
            .spawn("stdin", move || router::run("stdin", &stdin_socket, &stdin_letters, &signer, stdin))?;
        let author = author.clone();
        channels.spawn("iopub", move || iopub::run(&iopub_socket, &iopub_letters, author))?;
        channels.spawn("heartbeat", move || heartbeat::run(&heartbeat_socket, &heartbeat_letters))?;
        Ok(channels)
    }

    fn spawn(&mut self, channel: &str, run: impl FnOnce() + Send + 'static) -> Result<(), SocketError> {
        self.threads.push(thread::Builder::new().name(channel.to_owned()).spawn(run)?);
        Ok(())
    }
}

impl Drop for Channels {
    fn drop(&mut self) {
        self.shell.close();
        self.control.close();
        self.stdin.close();
        self.iopub.close();
        self.heartbeat.post(heartbeat::Close);
        for thread in self.threads.drain(..) {
            let name = thread.thread().name().unwrap_or_default().to_owned();
            if thread.join().is_err() {
                tracing::error!(channel = name, "the thread of a channel panicked");
            }
        }
    }
}

struct Binder<'a> {
    context: &'a zmq::Context,
    connection: &'a ConnectionInfo,
}

impl Binder<'_> {
    fn bind(
        &self,
        channel: &'static str,
        kind: zmq::SocketType,
        port: u16,
    ) -> Result<(zmq::Socket, u16), SocketError> {
        let socket = self.context.socket(kind)?;
        socket.set_linger(LINGER_MILLISECONDS)?;
        // The default of 1000 silently drops what comes after, be it an idle that a frontend waits for.
        socket.set_sndhwm(0)?;
        socket.set_maxmsgsize(LARGEST)?;
        socket.set_ipv6(self.connection.ip.contains(':'))?;
        match kind {
            // A frontend that reconnects with its old identity gets the replies, not its dead connection.
            zmq::ROUTER => {
                socket.set_router_handover(true)?;
                // Whoever waits for an answer must know that nobody was asked.
                socket.set_router_mandatory(channel == "stdin")?;
            }
            // Every subscription is seen, also the second one to a topic: each is welcomed.
            zmq::XPUB => socket.set_xpub_verbose(true)?,
            _ => {}
        }
        let endpoint = self.connection.endpoint(port);
        match socket.bind(&endpoint) {
            Ok(()) if port == 0 => {
                // zmq has chosen a port, and says so in the address.
                let bound = socket.get_last_endpoint()?.unwrap_or_default();
                let port = bound.rsplit(':').next().and_then(|port| port.trim_end_matches('\0').parse().ok());
                Ok((socket, port.unwrap_or_default()))
            }
            Ok(()) => Ok((socket, port)),
            Err(source) => Err(SocketError::Bind { channel, endpoint, source }),
        }
    }
}

/// Waits until `socket` can be read, a letter has come, or `timeout` milliseconds have passed (-1: never). `None` when
/// the socket is of no use any more.
fn wait<T>(socket: &zmq::Socket, letters: &Letters<T>, timeout: i64) -> Option<Readable> {
    let mut items = [socket.as_poll_item(zmq::POLLIN), letters.as_poll_item()];
    match zmq::poll(&mut items, timeout) {
        Ok(_) => Some(Readable { socket: items[0].is_readable(), letters: items[1].is_readable() }),
        Err(zmq::Error::EINTR) => Some(Readable { socket: false, letters: false }),
        Err(error) => {
            tracing::error!(%error, "a channel cannot be polled and closes");
            None
        }
    }
}

/// What [`wait`] found to read.
struct Readable {
    socket: bool,
    letters: bool,
}

/// The next multipart message, if there is one.
fn receive(socket: &zmq::Socket) -> Option<Vec<Vec<u8>>> {
    match socket.recv_multipart(zmq::DONTWAIT) {
        Ok(frames) => Some(frames),
        Err(zmq::Error::EAGAIN | zmq::Error::EINTR) => None,
        Err(error) => {
            tracing::warn!(%error, "a message cannot be received");
            None
        }
    }
}

/// Sends without ever waiting: a frontend that has gone must not hold up the others.
fn send(socket: &zmq::Socket, frames: &[Vec<u8>]) {
    if let Err(error) = socket.send_multipart(frames, zmq::DONTWAIT) {
        tracing::warn!(%error, "a message cannot be sent");
    }
}
