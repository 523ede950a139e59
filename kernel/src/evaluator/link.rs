//! The kernel's end of the connection to the process that hosts the cells.

use super::frame::{self, Command, Kind};
use super::host::{SOCKET, STDERR, STDOUT};
use super::text::Texts;
use super::{Output, Question};
use crossbeam_channel::{Receiver, Sender};
use rustix::fs::{CWD, FileType, Mode, OFlags};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// How long to wait for a host that should answer at once.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait after a connection that failed.
const PAUSE: Duration = Duration::from_millis(100);

/// What arrives from the host.
#[derive(Debug)]
pub enum Event {
    /// A frame.
    Frame(Kind, Vec<u8>),
    /// The host's connection ended; what it had printed has been passed on.
    Gone,
}

/// One folder with the socket and the pipes; the host connects to it, and so does each host after it.
pub struct Link {
    folder: TempDir,
    /// The number of the last [`Command::Sync`].
    syncs: AtomicU8,
    events: Receiver<Event>,
    /// Whether the end of the host was met between two cells.
    gone: AtomicBool,
    host: Arc<Mutex<Option<UnixStream>>>,
}

impl Link {
    /// Makes the folder and begins to listen.
    ///
    /// # Errors
    /// When the system's temporary folder cannot be used.
    pub fn open() -> io::Result<Link> {
        let temporary = temporary_folder();
        sweep(&temporary);
        let folder = tempfile::Builder::new()
            .prefix(&format!("agon-{}-", std::process::id()))
            .permissions(std::fs::Permissions::from_mode(0o700))
            .tempdir_in(&temporary)
            .map_err(|error| {
                let temporary = temporary.display();
                io::Error::other(format!(
                    "the temporary folder {temporary} cannot be used ({}): set TMPDIR to a folder that can",
                    error.kind()
                ))
            })?;
        let listener = UnixListener::bind(folder.path().join(SOCKET))?;
        let pipes = [make_pipe(&folder.path().join(STDOUT))?, make_pipe(&folder.path().join(STDERR))?];
        let (sender, events) = crossbeam_channel::unbounded();
        let host = Arc::new(Mutex::new(None));
        let current = Arc::clone(&host);
        std::thread::Builder::new().name("host".into()).spawn(move || {
            for connection in listener.incoming() {
                let connection = match connection {
                    Ok(connection) => connection,
                    // Such as too many open files. The listener itself is sound, and a later host will get through.
                    Err(error) => {
                        tracing::warn!(%error, "a host cannot connect");
                        std::thread::sleep(PAUSE);
                        continue;
                    }
                };
                *current.lock().unwrap_or_else(PoisonError::into_inner) = connection.try_clone().ok();
                if listen(connection, &pipes, &sender).is_err() {
                    return;
                }
            }
        })?;
        Ok(Link { folder, syncs: AtomicU8::new(0), events, gone: AtomicBool::new(false), host })
    }

    /// A link whose thread has ended, so that nothing will ever arrive.
    #[cfg(test)]
    pub fn ended() -> Link {
        let (_, events) = crossbeam_channel::unbounded();
        Link { events, ..Link::open().unwrap() }
    }

    /// The folder that the host is told of.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What arrives from the host, in order.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Asks the host to send all it has; returns the number of the answer.
    pub fn sync(&self) -> u8 {
        let number = self.syncs.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.commands().send(Command::Sync(number));
        number
    }

    /// Waits until a host that was ended is gone, and throws away what it still said.
    pub fn forget_host(&self) {
        if !self.take_gone() {
            while !matches!(self.events.recv_timeout(PATIENCE), Ok(Event::Gone) | Err(_)) {}
        }
    }

    /// Whether the host's end was met between the cells; asked once.
    pub fn take_gone(&self) -> bool {
        self.gone.swap(false, Ordering::Relaxed)
    }

    /// Passes on what has come since the last cell ended, or a good part of it if it is very much.
    pub fn catch_up(&self, outputs: &mut dyn FnMut(Output)) {
        const AT_ONCE: usize = 256;
        let mut texts = Texts::default();
        for event in self.events.try_iter().take(AT_ONCE) {
            match event {
                Event::Gone => self.gone.store(true, Ordering::Relaxed),
                Event::Frame(kind, content) => self.pass(kind, content, &mut texts, outputs),
            }
        }
        texts.finish(outputs);
    }

    /// Passes one frame on, if it is an output.
    pub fn pass(&self, kind: Kind, content: Vec<u8>, texts: &mut Texts, outputs: &mut dyn FnMut(Output)) {
        match kind {
            Kind::Question => {
                if let Some(question) = self.question(&content) {
                    outputs(Output::Ask(question));
                }
            }
            Kind::Late => match frame::read_late(&content) {
                Some((run, Kind::Question, content)) => {
                    if let Some(question) = self.question(content) {
                        outputs(Output::Late { run, output: Box::new(Output::Ask(question)) });
                    }
                }
                _ => texts.pass(kind, content, outputs),
            },
            Kind::Loaded => {
                if let Some(run) = content.first_chunk() {
                    outputs(Output::Begun(u32::from_le_bytes(*run)));
                }
            }
            _ => texts.pass(kind, content, outputs),
        }
    }

    fn question(&self, content: &[u8]) -> Option<Question> {
        let content: serde_json::Value = serde_json::from_slice(content).ok()?;
        let number = u32::try_from(content["number"].as_u64()?).ok()?;
        let prompt = content["prompt"].as_str()?.to_owned();
        let commands = self.commands();
        Some(Question::new(prompt, content["password"] == true, move |line| {
            commands.send(Command::Answer { number, line });
        }))
    }

    /// A handle by which any thread can send commands to whichever host is connected.
    pub fn commands(&self) -> Commands {
        Commands(Arc::clone(&self.host))
    }
}

/// Sends commands to the host.
#[derive(Clone)]
pub struct Commands(Arc<Mutex<Option<UnixStream>>>);

impl Commands {
    /// Sends one command; a host that is gone is reported by [`Event::Gone`], not here.
    pub fn send(&self, command: Command) {
        if let Some(host) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = host.write_all(&command.to_bytes());
        }
    }
}

/// Passes on the frames of one host until it is gone, then what it left in the pipes.
fn listen(
    connection: UnixStream,
    pipes: &[File; 2],
    events: &Sender<Event>,
) -> Result<(), crossbeam_channel::SendError<Event>> {
    let mut connection = io::BufReader::new(connection);
    while let Ok(Some((kind, content))) = frame::read(&mut connection) {
        events.send(Event::Frame(kind, content))?;
    }
    for (mut pipe, kind) in pipes.iter().zip([Kind::Stdout, Kind::Stderr]) {
        let mut rest = Vec::new();
        // Ends with "would block": this side keeps the pipe open for writing, too.
        let _ = pipe.read_to_end(&mut rest);
        events.send(Event::Frame(kind, rest))?;
    }
    events.send(Event::Gone)
}

/// The system's temporary folder, unless the path of a socket in it would be too long, as on some clusters.
fn temporary_folder() -> PathBuf {
    // A path that a socket can have is shorter than 108 bytes; the folder in between has some thirty.
    const LONGEST: usize = 60;
    let temporary = std::env::temp_dir();
    if temporary.as_os_str().len() <= LONGEST { temporary } else { "/tmp".into() }
}

fn make_pipe(path: &Path) -> io::Result<File> {
    rustix::fs::mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    Ok(File::from(rustix::fs::open(path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?))
}

/// Removes what kernels that were killed have left in the temporary folder.
fn sweep(temporary: &Path) {
    for entry in std::fs::read_dir(temporary).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner =
            name.to_str().and_then(|name| name.strip_prefix("agon-")?.split('-').next()?.parse().ok());
        if owner.is_some_and(|process| !crate::session::is_alive(process)) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
