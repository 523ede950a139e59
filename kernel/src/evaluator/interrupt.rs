//! Stopping a cell, whatever it is doing.

use super::Interrupt;
use super::frame::Command;
use super::link::Commands;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What an engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Nothing.
    Idle,
    /// A compiler runs.
    Compiling,
    /// The cell runs in the host.
    Running,
}

/// While a cell compiles, its compiler is killed. While it runs, the first request raises the flag that loops look at,
/// the second ends the process.
pub struct Stop {
    phase: AtomicU8,
    requests: AtomicU32,
    commands: Commands,
    host: Arc<Mutex<Child>>,
}

impl Stop {
    /// Stops what `host` runs and what this process compiles.
    pub fn new(commands: Commands, host: Arc<Mutex<Child>>) -> Stop {
        Stop { phase: AtomicU8::new(Phase::Idle as u8), requests: AtomicU32::new(0), commands, host }
    }

    /// A new cell: earlier requests were not for it.
    pub fn forget(&self) {
        self.requests.store(0, Ordering::SeqCst);
    }

    /// Notes what the engine does from now on.
    pub fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::SeqCst);
        // A request that came while the compiler finished is meant for the run that now begins.
        if phase == Phase::Running && self.was_requested() {
            self.commands.send(Command::Interrupt);
        }
    }

    /// Whether the current cell shall stop.
    pub fn was_requested(&self) -> bool {
        self.requests.load(Ordering::SeqCst) > 0
    }

    /// Whether the cell runs on although it shall stop.
    pub fn is_unheard(&self) -> bool {
        self.was_requested() && self.is_in(Phase::Running)
    }

    /// Carries an earlier request out once more while the cell still compiles.
    pub fn repeat(&self) {
        if self.was_requested() && self.is_in(Phase::Compiling) {
            kill_compilers();
        }
    }

    /// Ends the child, whatever it is doing, with the programs that it has started.
    pub fn end_child(&self) {
        end_family(&mut self.host.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn is_in(&self, phase: Phase) -> bool {
        self.phase.load(Ordering::SeqCst) == phase as u8
    }
}

impl Interrupt for Stop {
    fn interrupt(&self) {
        if self.is_in(Phase::Idle) {
            return;
        }
        let earlier = self.requests.fetch_add(1, Ordering::SeqCst);
        if self.is_in(Phase::Compiling) {
            kill_compilers();
        } else if earlier == 0 {
            self.commands.send(Command::Interrupt);
        } else {
            self.end_child();
        }
    }

    fn end(&self) {
        self.end_child();
    }
}

/// Ends a host, and the programs that its cells have started; who wants to outlive the kernel makes a session of its own
/// (`setsid`).
pub fn end_family(host: &mut Child) {
    // A host leads a group of its own (`host::run_if_asked`); one that has not come to that has started nothing. What it
    // has started may go on without it, and hold its output.
    let _ = host.kill();
    end_group(host.id());
}

/// Ends the programs of a host that is gone.
pub fn end_group(host: u32) {
    if let Some(host) = i32::try_from(host).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(host, Signal::KILL);
    }
}

/// Kills the descendants of this process except those that are this program, too (the hosts of cells, the language
/// service), and their own descendants: what is left is cargo and its compilers.
pub fn kill_compilers() {
    let is_compiler = |process: u32| executable(process) != executable(std::process::id());
    let mut family = vec![std::process::id()];
    let parents = parents();
    let mut at = 0;
    while at < family.len() {
        let parent = family[at];
        family.extend(
            parents
                .iter()
                .filter(|(child, of)| *of == parent && is_compiler(*child))
                .map(|(child, _)| *child),
        );
        at += 1;
    }
    for process in family.into_iter().skip(1).rev() {
        if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

/// The file that a process runs.
fn executable(process: u32) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/{process}/exe")).ok()
}

/// All processes of the machine, each with its parent.
fn parents() -> Vec<(u32, u32)> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let with_parent = processes.filter_map(|entry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The command's name stands in parentheses and may hold anything; the parent is the second field behind it.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        Some((process, parent))
    });
    with_parent.collect()
}
