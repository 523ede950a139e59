//! The main shell and its subshells (JEP 91): each counts and remembers its cells for itself.
//!
//! What a subshell can do is decided by the one process in which cells run. It holds the variables of all shells and hands
//! them from cell to cell, so one cell runs at a time: while a cell of another shell runs, a cell of a subshell waits, for
//! ten seconds at most ([`super::queue::PATIENCE`]), and is then refused with [`busy`]; everything else (completion,
//! inspection, history, comms, pages of help, …) is answered at once.

use super::dispatch::Answer;
use super::history::{Archive, History};
use super::{Call, Session};
use crate::evaluator::CellError;
use crate::wire::Reply;
use crate::wire::subshell::{
    CreateSubshellRequest, CreatedSubshell, DeleteSubshellRequest, DeletedSubshell, ListSubshellRequest,
    SubshellList,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// A history that requests of one shell share.
pub type SharedHistory = Arc<Mutex<History>>;

/// All shells of a kernel.
pub struct Shells {
    archive: Archive,
    main: SharedHistory,
    subshells: Mutex<BTreeMap<String, SharedHistory>>,
}

impl Shells {
    /// The main shell alone.
    pub fn new(archive: Archive) -> Shells {
        let main = Arc::new(Mutex::new(archive.begin()));
        Shells { archive, main, subshells: Mutex::default() }
    }

    /// The history of the main shell.
    pub fn main(&self) -> SharedHistory {
        Arc::clone(&self.main)
    }

    /// The history of a shell; `None` if there is no such subshell.
    pub fn history(&self, subshell: Option<&str>) -> Option<SharedHistory> {
        match subshell {
            None => Some(self.main()),
            Some(id) => self.subshells().get(id).cloned(),
        }
    }

    /// Waits, within reason, until the histories have been written.
    pub fn close(&self) {
        self.archive.close();
    }

    fn subshells(&self) -> MutexGuard<'_, BTreeMap<String, SharedHistory>> {
        // The map is consistent between any two statements that change it.
        self.subshells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answer for CreateSubshellRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        let subshell_id = Uuid::new_v4().to_string();
        let history = Arc::new(Mutex::new(session.shells.archive.begin()));
        session.shells.subshells().insert(subshell_id.clone(), history);
        Reply::Ok(CreatedSubshell { subshell_id })
    }
}

impl Answer for DeleteSubshellRequest {
    /// A cell of the subshell that is running runs to its end.
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        match session.shells.subshells().remove(&self.subshell_id) {
            Some(_) => Reply::Ok(DeletedSubshell {}),
            None => Reply::Error(unknown(&self.subshell_id)),
        }
    }
}

impl Answer for ListSubshellRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        Reply::Ok(SubshellList { subshell_id: session.shells.subshells().keys().cloned().collect() })
    }
}

/// The error for a subshell that does not exist, or not any more.
pub fn unknown(id: &str) -> CellError {
    let evalue = format!("there is no subshell {id:?}");
    CellError { ename: "UnknownSubshell".to_owned(), traceback: vec![evalue.clone()], evalue }
}

/// The error for a cell of a subshell while a cell of another shell runs.
pub fn busy() -> CellError {
    let evalue = "another cell is running, and this kernel runs one cell at a time: all cells share the variables of one \
                  process. Run this cell again when the other one has ended, or interrupt that one. Completion, \
                  inspection, history and `name?` work meanwhile";
    CellError { ename: "Busy".to_owned(), evalue: evalue.to_owned(), traceback: vec![evalue.to_owned()] }
}
