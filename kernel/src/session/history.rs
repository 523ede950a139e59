//! The execution count, and the cells of this and of earlier sessions.
//!
//! A thread of its own ([`writer`]) keeps them in a database ([`database`]) in the user's data folder, so that a disk that
//! is slow, full or shared with another kernel never holds a cell up. Without a database that can be used, the cells of
//! this session are kept in memory, and everything but the past works as usual.

mod database;
#[cfg(test)]
mod tests;
mod writer;

use super::dispatch::Answer;
use super::{Call, Session, locked};
use crate::wire::Reply;
use crate::wire::history::{HistoryReply, HistoryRequest};
use crossbeam_channel::{Sender, bounded};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use writer::{Order, Writer};

/// How long a question may wait for the database, and the end of the kernel for what is still to be written.
const PATIENCE: Duration = Duration::from_secs(2);

/// The variable that names the file of the history, or switches it off.
const VARIABLE: &str = "AGON_HISTORY";

/// Where the cells of all sessions are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file.
    File(PathBuf),
    /// Nowhere: only this session's cells are known, until it ends.
    Memory,
}

impl Place {
    /// The place that `stated` or the environment names, or the user's data folder. `off` stands for no file.
    pub fn find(stated: Option<&Path>) -> Place {
        let named = stated.map(Path::to_owned).or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        match named {
            Some(name) if ["", "off", "0"].iter().any(|off| name.as_os_str() == *off) => Place::Memory,
            Some(name) => Place::File(name),
            None => dirs::data_dir()
                .map_or(Place::Memory, |data| Place::File(data.join("agon").join("history.sqlite"))),
        }
    }
}

/// Keeps the histories of one kernel.
pub struct Archive {
    orders: Sender<Order>,
    tracks: AtomicUsize,
}

impl Archive {
    /// Opens the place in the background.
    pub fn open(place: Place) -> io::Result<Archive> {
        let (orders, inbox) = crossbeam_channel::unbounded();
        std::thread::Builder::new()
            .name("history".to_owned())
            .spawn(move || Writer::open(&place).serve(&inbox))?;
        Ok(Archive { orders, tracks: AtomicUsize::new(0) })
    }

    /// A new history in this archive: of the session, or of a subshell.
    pub fn begin(&self) -> History {
        let track = self.tracks.fetch_add(1, Ordering::Relaxed);
        History { count: 0, track, orders: self.orders.clone() }
    }

    /// Waits, within reason, until everything has been written.
    pub fn close(&self) {
        let (done, wait) = bounded(1);
        post(&self.orders, Order::Close(done));
        if wait.recv_timeout(PATIENCE).is_err() {
            tracing::warn!("the history cannot be written in time: its last cells are lost");
        }
    }
}

/// The cells of one session, or of one subshell, which counts for itself; the first has the number 1.
pub struct History {
    count: u32,
    track: usize,
    orders: Sender<Order>,
}

impl History {
    /// The number of the last cell that counted; 0 before the first.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Notes a cell that begins, and returns its number.
    pub fn begin(&mut self, input: &str) -> u32 {
        self.count = self.count.saturating_add(1);
        let (track, number, input) = (self.track, self.count, input.to_owned());
        post(&self.orders, Order::Begin { track, number, input });
        self.count
    }

    /// Notes the value of a cell that has ended.
    pub fn end(&mut self, number: u32, output: Option<String>) {
        if let Some(output) = output {
            post(&self.orders, Order::End { track: self.track, number, output });
        }
    }

    /// The cells that a request asks for, in the order in which they were run.
    pub fn select(&self, request: &HistoryRequest) -> HistoryReply {
        let (answer, wait) = bounded(1);
        post(&self.orders, Order::Select { track: self.track, request: request.clone(), answer });
        wait.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            tracing::warn!("the history does not answer in time");
            HistoryReply { history: Vec::new() }
        })
    }
}

/// Tells the writer. If it has gone, there is nobody to remember anything, and cells run all the same.
fn post(orders: &Sender<Order>, order: Order) {
    let _ = orders.send(order);
}

impl Answer for HistoryRequest {
    fn answer(self, session: &Session, call: &Call) -> Self::Reply {
        Reply::Ok(locked(&session.shared_history(call)).select(&self))
    }
}
