//! The child process in which cells run.
//!
//! It speaks evcxr's small protocol on its own standard input and output (`LOAD_AND_RUN library function`, then
//! `EVCXR_EXECUTION_COMPLETE`; a spare waits for `BEGIN` first), but the cells get file descriptors of their own: their
//! standard output and standard error are named pipes, whose read ends the kernel holds as well, so that nothing which was
//! printed is lost when this process dies. A pump forwards what they print, byte for byte, as frames on one socket.
//! Displays go through the same socket ([`send`]), after a drain of the pipes: the order of the outputs survives.

mod exec;
mod marker;
mod programs;
mod pump;
mod sleep;
mod threads;

use super::frame::{self, Command, Kind};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY, RTLD_NOW, Symbol};
use pump::Pump;
use rustix::fs::{Mode, OFlags};
use rustix::io::fcntl_dupfd_cloexec;
use std::ffi::c_void;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Set to the session's folder in the environment of the child; its presence makes this program the child.
pub const SESSION: &str = "AGON_HOST_SESSION";
/// Set to the file of the prelude's dylib.
pub const PRELUDE: &str = "AGON_HOST_PRELUDE";
/// Set if this process is to load the prelude and then to wait until it is needed.
pub const SPARE: &str = "AGON_HOST_SPARE";
/// Set if the cells are evcxr's, whose notices are for evcxr.
pub const NOTICES: &str = "AGON_HOST_NOTICES";
/// The line that tells a spare process to begin.
pub const BEGIN: &str = "BEGIN";
/// The order that says in which language the next cell is answered and in which format its value is shown: followed by
/// three numbers, the language, whether there is a `#`, and to how many places (-1: all).
pub const MANNER: &str = "MANNER ";
/// How an order to load a library and to run a function of it begins.
pub const RUN: &str = "LOAD_AND_RUN ";
/// The line that says a run has come to its end.
pub const COMPLETE: &str = "EVCXR_EXECUTION_COMPLETE";
/// The socket and the named pipes in the session's folder.
pub const SOCKET: &str = "outputs.sock";
/// The named pipe that is a cell's standard output.
pub const STDOUT: &str = "stdout.pipe";
/// The named pipe that is a cell's standard error.
pub const STDERR: &str = "stderr.pipe";

/// Cells run on a thread of this much stack, because game trees invite recursion. Only touched pages cost memory.
const STACK: usize = 256 << 20;

static PUMP: OnceLock<Pump> = OnceLock::new();

/// Becomes the child, if this process was started as one.
pub fn run_if_asked() {
    let (Some(session), Some(prelude)) = (std::env::var_os(SESSION), std::env::var_os(PRELUDE)) else {
        return;
    };
    let (session, prelude) = (PathBuf::from(session), PathBuf::from(prelude));
    programs::lead();
    let cells = std::thread::Builder::new()
        .name("cells".into())
        .stack_size(STACK)
        .spawn(move || serve(&session, &prelude));
    let ended = cells.map(|thread| thread.join());
    match ended {
        // No more orders: the kernel is gone.
        Ok(Ok(Ok(()))) => programs::end(),
        Ok(Ok(Err(error))) | Err(error) => {
            eprintln!("agon: the process that runs the cells stopped: {error}");
            std::process::exit(99)
        }
        Ok(Err(_)) => std::process::exit(99),
    }
}

fn serve(session: &Path, prelude: &Path) -> io::Result<()> {
    let commands = BufReader::new(File::from(fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?));
    let mut commands = commands.lines();
    let mut replies = File::from(fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?);
    let prelude = Prelude::load(prelude)?;
    if std::env::var_os(SPARE).is_some() && !matches!(commands.next(), Some(Ok(line)) if line == BEGIN) {
        return Ok(());
    }
    let socket = UnixStream::connect(session.join(SOCKET))?;
    let stdout = open_pipe(&session.join(STDOUT))?;
    let stderr = open_pipe(&session.join(STDERR))?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(File::options().write(true).open(session.join(STDOUT))?)?;
    rustix::stdio::dup2_stderr(File::options().write(true).open(session.join(STDERR))?)?;

    let orders = socket.try_clone()?;
    let evcxr = std::env::var_os(NOTICES).and_then(|_| replies.try_clone().ok());
    let pump = PUMP.get_or_init(|| Pump::new(socket, evcxr, stdout, stderr));
    std::thread::Builder::new().name("pump".into()).spawn(move || pump.run())?;
    (prelude.attach)(send);
    std::thread::Builder::new().name("orders".into()).spawn(move || prelude.obey(orders))?;

    sleep::is_mine();
    threads::keep_order();
    linger_at_death();
    let mut libraries = Vec::new();
    let mut variables: *mut c_void = std::ptr::null_mut();
    for line in commands {
        let line = line?;
        if line == BEGIN {
            continue;
        }
        if let Some(numbers) = line.strip_prefix(MANNER) {
            let mut numbers = numbers.split(' ');
            let mut next = || numbers.next().and_then(|number| number.parse::<i8>().ok()).unwrap_or(0);
            (prelude.language)(next().unsigned_abs());
            (prelude.format)(next().unsigned_abs(), next().into());
            continue;
        }
        let Some((library, function)) = line.strip_prefix(RUN).and_then(|rest| rest.rsplit_once(' ')) else {
            return Err(io::Error::other(format!("not an order: {line}")));
        };
        prelude.clear_interrupt();
        let number = threads::begin();
        pump.send(Kind::Started as u8, &number.to_le_bytes());
        // SAFETY: the library is a cell that an engine compiled for this protocol; loading it runs no constructors but
        // those of the reader's own crates, and the function has the signature that both engines generate.
        match unsafe { load(library, function) } {
            Ok((loaded, run)) => {
                threads::know(library);
                pump.send(Kind::Loaded as u8, &number.to_le_bytes());
                variables = run(variables);
                // Never unloaded: values, thread-locals and functions of the cell live on.
                libraries.push(std::mem::ManuallyDrop::new(loaded));
            }
            Err(error) => pump.send(Kind::Unloadable as u8, error.to_string().as_bytes()),
        }
        prelude.flush();
        threads::end();
        pump.drain();
        writeln!(replies, "{COMPLETE}")?;
    }
    Ok(())
}

/// What evcxr and this project call a cell's entry: it gets and gives back a pointer that only evcxr uses.
type Entry = extern "C" fn(*mut c_void) -> *mut c_void;

/// Loads a cell.
///
/// # Safety
/// The library is trusted, and `function` is an [`Entry`] of it that is called while the library is loaded.
unsafe fn load(library: &str, function: &str) -> io::Result<(Library, Entry)> {
    // SAFETY: see above.
    unsafe {
        // Globally, so that a later cell finds the statics of this one.
        let library = Library::open(Some(library), RTLD_NOW | RTLD_GLOBAL).map_err(readable)?;
        let run: Symbol<Entry> = library.get(function.as_bytes()).map_err(readable)?;
        let run = *run;
        Ok((library, run))
    }
}

/// Has the pump pass on what was printed so far.
fn drain() {
    drop(hold());
}

/// The same, and the pump stands still until the hold ends.
fn hold() -> impl Sized {
    PUMP.get().map(Pump::hold)
}

/// Lets the pump pass on what was printed last before this process ends by itself.
fn linger_at_death() {
    extern "C" fn at_exit() {
        drain();
    }
    // SAFETY: registering a function; it takes only the pump's lock, which is never held for long.
    unsafe { libc::atexit(at_exit) };
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL] {
        // SAFETY: the handler only sleeps (which is allowed in a handler) and hands the signal on; the stack of the
        // runtime's own handler is used, because the ordinary one may be what has run out.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_fatal_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            let mut before: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, &action, &mut before) == 0 {
                let _ = BEFORE[signal as usize].set(before);
            }
        }
    }
}

/// What happened at each fatal signal before [`linger_at_death`].
static BEFORE: [OnceLock<libc::sigaction>; 32] = [const { OnceLock::new() }; 32];

extern "C" fn on_fatal_signal(signal: libc::c_int, _: *mut libc::siginfo_t, _: *mut c_void) {
    // What the runtime says of the fault, it says on this small stack, which has no room for a frame and the pump.
    threads::disown();
    let pause = libc::timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    // SAFETY: the calls may be made in a handler. With the earlier action restored, the fault happens again (or
    // `abort` raises its signal again) and is treated as if there had been no handler here.
    unsafe {
        libc::nanosleep(&pause, std::ptr::null_mut());
        match BEFORE.get(signal as usize).and_then(OnceLock::get) {
            Some(before) => libc::sigaction(signal, before, std::ptr::null_mut()),
            None => libc::sigaction(signal, &std::mem::zeroed(), std::ptr::null_mut()),
        };
    }
}

/// Opens a named pipe for reading without waiting for a writer and without ever seeing its end.
fn open_pipe(path: &Path) -> io::Result<File> {
    let pipe = rustix::fs::open(path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?;
    Ok(File::from(pipe))
}

/// The loader's error with what the system said, which it keeps in the source.
fn readable(error: libloading::Error) -> io::Error {
    let source = std::error::Error::source(&error).map(|source| format!(": {source}")).unwrap_or_default();
    io::Error::other(format!("{error}{source}"))
}

/// The function that the prelude gets for its frames.
extern "C" fn send(kind: u8, bytes: *const u8, length: usize) {
    // SAFETY: the prelude passes a slice of `length` bytes that lives until this call returns.
    let content = unsafe { std::slice::from_raw_parts(bytes, length) };
    match (PUMP.get(), threads::late()) {
        (Some(pump), None) => pump.send(kind, content),
        (Some(_), Some(run)) => send_late(run, kind, content),
        (None, _) => {}
    }
}

/// Sends what a thread says whose cell has ended.
fn send_late(run: u32, kind: u8, content: &[u8]) {
    if let Some(pump) = PUMP.get() {
        pump.send(Kind::Late as u8, &frame::late(run, kind, content));
    }
}

/// The calls of the prelude that only the host makes.
#[derive(Clone, Copy)]
struct Prelude {
    attach: extern "C" fn(extern "C" fn(u8, *const u8, usize)),
    interrupt: extern "C" fn(u8),
    language: extern "C" fn(u8),
    format: extern "C" fn(u8, i32),
    answer: unsafe extern "C" fn(u32, u8, *const u8, usize),
    flush: extern "C" fn(),
}

impl Prelude {
    /// Maps the dylib early, so that the first cell does not wait for it.
    fn load(file: &Path) -> io::Result<Prelude> {
        // SAFETY: the file is the prelude that this program built; its exported functions have these signatures
        // (kernel/prelude/src/channel.rs), and it is never unloaded.
        unsafe {
            // Globally, because cells are linked without it (see `facade`).
            let library = Library::open(Some(file), RTLD_LAZY | RTLD_GLOBAL).map_err(readable)?;
            let library = std::mem::ManuallyDrop::new(library);
            Ok(Prelude {
                attach: *library.get(b"agon_prelude_attach").map_err(readable)?,
                interrupt: *library.get(b"agon_prelude_interrupt").map_err(readable)?,
                language: *library.get(b"agon_prelude_language").map_err(readable)?,
                format: *library.get(b"agon_prelude_format").map_err(readable)?,
                answer: *library.get(b"agon_prelude_answer").map_err(readable)?,
                flush: *library.get(b"agon_prelude_flush").map_err(readable)?,
            })
        }
    }

    fn clear_interrupt(&self) {
        sleep::interrupt(false);
        (self.interrupt)(0);
    }

    fn flush(&self) {
        (self.flush)();
    }

    /// Carries out the kernel's commands until it closes the connection, which ends this process.
    fn obey(&self, mut orders: UnixStream) {
        while let Some(command) = Command::read(&mut orders) {
            match command {
                Command::Interrupt => {
                    (self.interrupt)(1);
                    sleep::interrupt(true);
                    programs::interrupt();
                }
                Command::Language(language) => (self.language)(language),
                Command::Sync(number) => {
                    if let Some(pump) = PUMP.get() {
                        pump.send(Kind::Synced as u8, &[number]);
                    }
                }
                Command::Answer { number, line } => {
                    let given = u8::from(line.is_ok());
                    let text = line.unwrap_or_else(|why| why);
                    // SAFETY: the text lives until the call returns.
                    unsafe { (self.answer)(number, given, text.as_ptr(), text.len()) };
                }
            }
        }
        programs::end();
    }
}
