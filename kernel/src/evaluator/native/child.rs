//! The host of the cells, started by this engine itself, and the next one, which stands ready.

use super::super::interrupt::{end_family, end_group};
use super::super::prelude::{Prelude, Products};
use super::super::{CellError, host};
use super::manner::Manner;
use crossbeam_channel::{Receiver, Sender};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
    /// What is loaded.
    products: Products,
    folder: PathBuf,
    /// What `:env` says.
    environment: Vec<(String, String)>,
    child: Arc<Mutex<Child>>,
    orders: Option<ChildStdin>,
    /// The process of the next host: it has loaded the prelude and waits for its first order.
    spare: Option<Child>,
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
        let products = prelude.products();
        let mut child = command(prelude, &products, folder, &[]).spawn().map_err(CellError::unavailable)?;
        let (orders, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        if let Some(output) = output {
            watch(output, Arc::clone(&child), sender.clone());
        }
        Ok(Host {
            prelude: prelude.clone(),
            products,
            folder: folder.to_owned(),
            environment: vec![],
            child,
            orders,
            spare: None,
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
    ///
    /// # Errors
    /// `Unavailable` when the last host is gone and another cannot be started.
    pub fn run(&mut self, library: &Path, entry: &str, manner: &Manner) -> Result<(), CellError> {
        if self.orders.is_none() {
            self.start_again()?;
        }
        if let Some(orders) = &mut self.orders {
            let (manner, library) = (manner.numbers(), library.display());
            // On the way of the order itself, so that the cell cannot begin before it knows them.
            let _ = writeln!(orders, "{}{manner}\n{}{library} {entry}", host::MANNER, host::RUN);
        }
        Ok(())
    }

    /// Starts the next host after one has died or was ended.
    ///
    /// # Errors
    /// `Unavailable` when the process cannot be started; the next run tries again.
    pub fn start_again(&mut self) -> Result<(), CellError> {
        self.orders = None;
        // One that has died meanwhile is no help.
        let ready =
            self.spare.take().and_then(|mut child| matches!(child.try_wait(), Ok(None)).then_some(child));
        let mut child = match ready {
            Some(child) => child,
            None => command(&self.prelude, &self.products, &self.folder, &self.environment)
                .spawn()
                .map_err(CellError::unavailable)?,
        };
        let (orders, output) = (child.stdin.take(), child.stdout.take());
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = child;
        self.orders = orders;
        if let Some(orders) = &mut self.orders {
            let _ = writeln!(orders, "{}", host::BEGIN);
        }
        if let Some(output) = output {
            watch(output, Arc::clone(&self.child), self.sender.clone());
        }
        Ok(())
    }

    /// Makes the next host ready, beside whatever else happens.
    pub fn prepare_next(&mut self) {
        if self.spare.is_none() {
            // Without one, the next start only takes longer.
            self.spare = command(&self.prelude, &self.products, &self.folder, &self.environment)
                .env(host::SPARE, "1")
                .spawn()
                .ok();
        }
    }

    /// Changes what hosts load that start from now on; true if its prelude is another file, so that the present host
    /// cannot go on.
    pub fn use_products(&mut self, products: &Products) -> bool {
        let same = |a: &Path, b: &Path| match (std::fs::metadata(a), std::fs::metadata(b)) {
            // A link or a copy; one that was built anew has another time.
            (Ok(a), Ok(b)) => a.len() == b.len() && a.modified().ok() == b.modified().ok(),
            _ => false,
        };
        let before = std::mem::replace(&mut self.products, products.clone());
        if before == *products {
            return false;
        }
        self.end_spare();
        !same(&before.dylib(), &products.dylib())
    }

    /// Sets an environment variable of the hosts that start from now on.
    pub fn set_environment(&mut self, name: String, value: String) {
        self.environment.push((name, value));
        self.end_spare();
    }

    /// Ends the host and waits until it is gone.
    pub fn end(&mut self) {
        if self.orders.is_none() {
            return;
        }
        end_family(&mut self.child.lock().unwrap_or_else(PoisonError::into_inner));
        while !matches!(self.replies.recv(), Ok(Reply::Died(_)) | Err(_)) {}
    }

    /// Notes that the host is gone.
    pub fn is_gone(&mut self) {
        self.orders = None;
    }

    fn end_spare(&mut self) {
        if let Some(mut child) = self.spare.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.end_spare();
    }
}

fn command(
    prelude: &Prelude,
    products: &Products,
    folder: &Path,
    environment: &[(String, String)],
) -> Command {
    // The system's own link to this program is good even when the file has been replaced.
    let mut command = Command::new("/proc/self/exe");
    command
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .env(host::SESSION, folder)
        .env(host::PRELUDE, products.dylib())
        .env("LD_LIBRARY_PATH", prelude.library_path(products))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

/// How long a host that has closed its output is left before it is asked again whether it has ended. Nearly always it has.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// Passes on what the host replies, and at last how it ended.
fn watch(output: std::process::ChildStdout, child: Arc<Mutex<Child>>, replies: Sender<Reply>) {
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            // The pump puts notices for evcxr on the same line.
            if line == host::COMPLETE {
                let _ = replies.send(Reply::Done);
            }
        }
        let ended = loop {
            // Not `wait`: what holds the lock meanwhile could not end a process that goes on without its output.
            let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
            match child.try_wait() {
                Ok(None) => drop(child),
                ended => {
                    // What its cells have started would be nobody's.
                    end_group(child.id());
                    break ended.map_or_else(
                        |error| error.to_string(),
                        |status| status.unwrap_or_default().to_string(),
                    );
                }
            }
            std::thread::sleep(LOOK_AGAIN);
        };
        let _ = replies.send(Reply::Died(ended));
    });
}
