//! The host of the cells, started by this engine itself.

use super::super::prelude::Prelude;
use super::super::{CellError, host};
use crossbeam_channel::{Receiver, Sender};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// How a run ended, as far as the process is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The function returned.
    Done,
    /// The process ended; how, in the system's words.
    Died(String),
}

/// A host that is started again whenever it dies.
pub struct Host {
    prelude: Prelude,
    /// The workspace whose prelude is loaded.
    workspace: PathBuf,
    folder: PathBuf,
    child: Arc<Mutex<Child>>,
    orders: ChildStdin,
    sender: Sender<Reply>,
    replies: Receiver<Reply>,
}

impl Host {
    /// Starts a host that connects to the socket in `folder`.
    ///
    /// # Errors
    /// `Unavailable` when the process cannot be started.
    pub fn start(prelude: &Prelude, folder: &Path) -> Result<Host, CellError> {
        let (sender, replies) = crossbeam_channel::unbounded();
        let workspace = prelude.template();
        let mut child = spawn(prelude, &workspace, folder)?;
        let (orders, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        let orders = orders.ok_or_else(|| CellError::unavailable("the host has no input"))?;
        if let Some(output) = output {
            watch(output, Arc::clone(&child), sender.clone());
        }
        Ok(Host {
            prelude: prelude.clone(),
            workspace,
            folder: folder.to_owned(),
            child,
            orders,
            sender,
            replies,
        })
    }

    /// The process, for ending it from another thread; the handle stays good when the host is started again.
    pub fn process(&self) -> Arc<Mutex<Child>> {
        Arc::clone(&self.child)
    }

    /// How runs end.
    pub fn replies(&self) -> &Receiver<Reply> {
        &self.replies
    }

    /// Has the host load a library and call its entry. A host that is gone answers with [`Reply::Died`].
    pub fn run(&mut self, library: &Path, entry: &str) {
        let _ = writeln!(self.orders, "LOAD_AND_RUN {} {entry}", library.display());
    }

    /// Starts the next host after one has died or was ended.
    ///
    /// # Errors
    /// `Unavailable` when the process cannot be started.
    pub fn start_again(&mut self) -> Result<(), CellError> {
        let mut child = spawn(&self.prelude, &self.workspace, &self.folder)?;
        let orders = child.stdin.take();
        let output = child.stdout.take();
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = child;
        self.orders = orders.ok_or_else(|| CellError::unavailable("the host has no input"))?;
        if let Some(output) = output {
            watch(output, Arc::clone(&self.child), self.sender.clone());
        }
        Ok(())
    }

    /// Changes the workspace for hosts that start from now on; true if its prelude is another file, so that the present
    /// host cannot go on.
    pub fn use_workspace(&mut self, workspace: &Path) -> bool {
        let same = |a: &Path, b: &Path| match (std::fs::metadata(a), std::fs::metadata(b)) {
            (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
            _ => false,
        };
        let before = std::mem::replace(&mut self.workspace, workspace.to_owned());
        !same(&self.prelude.dylib(&before), &self.prelude.dylib(workspace))
    }

    /// Ends the host and waits until it is gone.
    pub fn end(&mut self) {
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        while !matches!(self.replies.recv(), Ok(Reply::Died(_)) | Err(_)) {}
    }
}

fn spawn(prelude: &Prelude, workspace: &Path, folder: &Path) -> Result<Child, CellError> {
    Command::new(std::env::current_exe().map_err(CellError::unavailable)?)
        .env(host::SESSION, folder)
        .env(host::PRELUDE, prelude.dylib(workspace))
        .env("LD_LIBRARY_PATH", prelude.library_path(workspace))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(CellError::unavailable)
}

/// Passes on what the host replies, and at last how it ended.
fn watch(output: std::process::ChildStdout, child: Arc<Mutex<Child>>, replies: Sender<Reply>) {
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            // The pump puts notices for evcxr on the same line.
            if line == host::COMPLETE {
                let _ = replies.send(Reply::Done);
            }
        }
        let ended = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
        let _ = replies
            .send(Reply::Died(ended.map_or_else(|error| error.to_string(), |status| status.to_string())));
    });
}
