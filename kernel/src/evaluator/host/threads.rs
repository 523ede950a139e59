//! Which cell a thread belongs to.
//!
//! A thread may go on when the cell that started it has ended, and what it says then belongs to that cell, not to the one
//! that happens to run. So this process has a `pthread_create` of its own, which libraries that are loaded later find
//! before the system's: a thread that a cell's own code starts gets the number of that cell's run, and so do the threads
//! that such a thread starts. Threads of libraries (the pools of polars and tokio) get none: they work for whichever cell
//! runs. And it has a `write` of its own, by which late text leaves as a frame with the number instead of going through
//! the pipe, and by which what was printed on one of the two streams is passed on before the other one is written to: two
//! pipes keep no order between them. (Programs that a cell starts have the pipes alone.) What is printed without the end of
//! a line waits in the buffer that all threads share, and goes out under no number.

use super::super::frame::Kind;
use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

thread_local! {
    /// The run that this thread belongs to; 0 if it belongs to whichever runs.
    static RUN: Cell<u32> = const { Cell::new(0) };
}

/// The run of now.
struct Now {
    /// The number of the last run.
    last: u32,
    /// Whether it has not ended.
    running: bool,
}

/// Whoever writes text for the run of now holds this, so that a run does not end in the middle of it.
static NOW: RwLock<Now> = RwLock::new(Now { last: 0, running: false });

/// The files of the cells that have been loaded.
static CELLS: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// A run begins; returns its number, from 1 on.
pub(super) fn begin() -> u32 {
    CHANGES.store(0, Ordering::Relaxed);
    let mut now = NOW.write().unwrap_or_else(PoisonError::into_inner);
    now.last = now.last.wrapping_add(1).max(1);
    now.running = true;
    now.last
}

/// The run has ended: from now on its threads are late.
pub(super) fn end() {
    NOW.write().unwrap_or_else(PoisonError::into_inner).running = false;
}

/// This file is a cell.
pub(super) fn know(library: &str) {
    CELLS.write().unwrap_or_else(PoisonError::into_inner).push(library.to_owned());
}

/// The run that the calling thread belongs to, if it has ended.
pub(super) fn late() -> Option<u32> {
    match RUN.get() {
        0 => None,
        own => (!NOW.read().unwrap_or_else(PoisonError::into_inner).is(own)).then_some(own),
    }
}

/// From now on the calling thread belongs to whichever run there is, and what this process prints goes straight to the
/// system. This may be called in a signal handler.
pub(super) fn disown() {
    RUN.set(0);
    WRITER.store(0, Ordering::Relaxed);
}

/// The process whose streams are kept in order; 0 if there is none.
static WRITER: AtomicU32 = AtomicU32::new(0);
/// The stream that was written to last.
static LAST: AtomicU8 = AtomicU8::new(0);

/// How often a run has changed from one stream to the other.
static CHANGES: AtomicU32 = AtomicU32::new(0);
/// So often the order is kept in one run: each piece is a message, and a browser stands still at some ten thousands.
const ORDERED: u32 = 4096;

/// From now on what this process prints on its two streams is passed on in order.
pub(super) fn keep_order() {
    WRITER.store(std::process::id(), Ordering::Relaxed);
}

/// Whether this is the process whose streams are kept in order. A copy of it (`fork`) shares the pipes and the socket, and must
/// leave them alone.
pub(super) fn keeps_order() -> bool {
    WRITER.load(Ordering::Relaxed) == std::process::id()
}

/// Before a stream is written to: what stands in the pipe of the other one is older.
fn pass_on_before(kind: Kind) {
    if LAST.swap(kind as u8, Ordering::Relaxed) == kind as u8 {
        return;
    }
    let few = CHANGES.fetch_add(1, Ordering::Relaxed) < ORDERED;
    if few && keeps_order() {
        super::drain();
    }
}

impl Now {
    fn is(&self, run: u32) -> bool {
        self.running && self.last == run
    }
}

/// The run that a new thread belongs to.
fn heir() -> u32 {
    let own = match RUN.get() {
        0 => {
            let now = NOW.read().unwrap_or_else(PoisonError::into_inner);
            if now.running { now.last } else { 0 }
        }
        own => own,
    };
    if own != 0 && called_by_a_cell() { own } else { 0 }
}

/// Whether the code that starts a thread is a cell's: the first that is neither this program's nor the standard
/// library's. `std::thread::spawn` is generic, so the part of it that a cell calls lies in the cell's own file.
fn called_by_a_cell() -> bool {
    const DEEP: usize = 32;
    let mut frames = [std::ptr::null_mut::<c_void>(); DEEP];
    // SAFETY: the array has room for that many.
    let count = unsafe { libc::backtrace(frames.as_mut_ptr(), DEEP as libc::c_int) };
    let own = file_of(called_by_a_cell as *const () as *const c_void);
    let cells = CELLS.read().unwrap_or_else(PoisonError::into_inner);
    let files = frames.iter().take(usize::try_from(count).unwrap_or(0)).filter_map(|frame| file_of(*frame));
    let mut others = files.filter(|file| Some(file) != own.as_ref() && !is_of_the_system(file));
    others.next().is_some_and(|file| cells.contains(&file))
}

/// The file that an address was loaded from; this program has an empty name. (`dladdr` would look for a symbol as well,
/// which takes it milliseconds in a library as large as the prelude.)
fn file_of(address: *const c_void) -> Option<String> {
    struct Search {
        address: u64,
        found: Option<String>,
    }
    unsafe extern "C" fn visit(file: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> libc::c_int {
        // SAFETY: the loader describes one of its files, and hands on the pointer from below.
        let (file, search) = unsafe { (&*file, &mut *search.cast::<Search>()) };
        // SAFETY: the file has that many headers.
        let headers = unsafe { std::slice::from_raw_parts(file.dlpi_phdr, usize::from(file.dlpi_phnum)) };
        let is_here = headers.iter().filter(|header| header.p_type == libc::PT_LOAD).any(|header| {
            let begin = file.dlpi_addr + header.p_vaddr;
            (begin..begin + header.p_memsz).contains(&search.address)
        });
        if is_here {
            // SAFETY: the name lives as long as the file is loaded.
            let name = unsafe { CStr::from_ptr(file.dlpi_name) };
            search.found = Some(name.to_string_lossy().into_owned());
        }
        libc::c_int::from(is_here)
    }
    let mut search = Search { address: address as u64, found: None };
    // SAFETY: `visit` gets the pointer that it expects, and the call ends before the search goes.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}

fn is_of_the_system(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    ["libstd-", "libc.", "libgcc_s.", "libpthread."].iter().any(|start| name.starts_with(start))
}

type Body = extern "C-unwind" fn(*mut c_void) -> *mut c_void;
type Create =
    unsafe extern "C" fn(*mut libc::pthread_t, *const libc::pthread_attr_t, Body, *mut c_void) -> libc::c_int;

/// What a thread of a cell begins with.
struct Birth {
    run: u32,
    body: Body,
    argument: *mut c_void,
}

extern "C-unwind" fn be_born(birth: *mut c_void) -> *mut c_void {
    // SAFETY: `pthread_create` below has made it from a box, for this call alone.
    let Birth { run, body, argument } = *unsafe { Box::from_raw(birth.cast::<Birth>()) };
    RUN.set(run);
    body(argument)
}

/// The system's function of this name; a thread that a cell starts learns which cell that is.
///
/// # Safety
/// As for the system's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_create(
    thread: *mut libc::pthread_t,
    attributes: *const libc::pthread_attr_t,
    body: Body,
    argument: *mut c_void,
) -> libc::c_int {
    static SYSTEM: OnceLock<Option<Create>> = OnceLock::new();
    let system = SYSTEM.get_or_init(|| {
        // SAFETY: the name ends in a zero; what the system finds is its own function, of this signature.
        unsafe {
            let found = libc::dlsym(libc::RTLD_NEXT, c"pthread_create".as_ptr());
            (!found.is_null()).then(|| std::mem::transmute::<*mut c_void, Create>(found))
        }
    });
    let Some(system) = system else { return libc::EAGAIN };
    match heir() {
        // SAFETY: the caller's own arguments.
        0 => unsafe { system(thread, attributes, body, argument) },
        run => {
            let birth = Box::into_raw(Box::new(Birth { run, body, argument })).cast();
            // SAFETY: the caller's own arguments, but for the body, which gets the box that it wants.
            let code = unsafe { system(thread, attributes, be_born, birth) };
            if code != 0 {
                // SAFETY: no thread was made that could have taken it.
                drop(unsafe { Box::from_raw(birth.cast::<Birth>()) });
            }
            code
        }
    }
}

/// The system's function of this name, except for what a late thread prints.
///
/// # Safety
/// As for the system's: `bytes` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: libc::c_int, bytes: *const c_void, length: usize) -> isize {
    // SAFETY: the caller's own arguments.
    let system = || unsafe { libc::syscall(libc::SYS_write, file, bytes, length) as isize };
    // Then the pointer may be anything, and the length is the system's to judge.
    if length.cast_signed() <= 0 {
        return system();
    }
    // SAFETY: the caller's promise.
    let text = || unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) }.to_vec();
    print(file, system, text)
}

/// The system's function of this name, except for what a late thread prints.
///
/// # Safety
/// As for the system's: `pieces` points to `count` descriptions of bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn writev(file: libc::c_int, pieces: *const libc::iovec, count: libc::c_int) -> isize {
    // SAFETY: the caller's own arguments.
    let system = || unsafe { libc::syscall(libc::SYS_writev, file, pieces, count) as isize };
    // As above.
    if count <= 0 {
        return system();
    }
    let text = || {
        // SAFETY: the caller's promise.
        let pieces = unsafe { std::slice::from_raw_parts(pieces, usize::try_from(count).unwrap_or(0)) };
        let bytes = pieces.iter().filter(|piece| piece.iov_len > 0).map(|piece| {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts(piece.iov_base.cast::<u8>(), piece.iov_len) }
        });
        bytes.collect::<Vec<_>>().concat()
    };
    print(file, system, text)
}

fn print(file: libc::c_int, system: impl Fn() -> isize, text: impl Fn() -> Vec<u8>) -> isize {
    let kind = match file {
        libc::STDOUT_FILENO => Kind::Stdout,
        libc::STDERR_FILENO => Kind::Stderr,
        _ => return system(),
    };
    let own = RUN.get();
    if own == 0 {
        pass_on_before(kind);
        return system();
    }
    let now = NOW.read().unwrap_or_else(PoisonError::into_inner);
    if now.is(own) {
        pass_on_before(kind);
        return system();
    }
    drop(now);
    let text = text();
    super::send_late(own, kind as u8, &text);
    text.len().cast_signed()
}
