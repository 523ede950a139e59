//! The requests of the shell channel that wait for their turn.

use super::dispatch::{Handler, handler};
use super::{Call, dispatch};
use std::collections::{HashSet, VecDeque};

/// Waiting requests, in the order in which they came.
#[derive(Default)]
pub struct Queue {
    waiting: VecDeque<Entry>,
}

struct Entry {
    call: Call,
    given_up: Option<GivenUp>,
}

/// Why a cell is answered without running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// A cell before it failed.
    Aborted,
    /// A frontend interrupted it.
    Interrupted,
}

/// A request whose turn has come, and how to serve it.
pub enum Turn {
    /// Answer it.
    Answer(Call, fn(&super::Session, &Call)),
    /// Run it.
    Run(Call),
    /// Refuse it: it is the cell of a subshell, and a cell of another shell runs.
    Refuse(Call),
    /// Answer it without running it.
    GiveUp(Call, GivenUp),
}

/// What the evaluator is doing when the next request is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment<'a> {
    /// It is not there yet: everything else overtakes the cells.
    Starting,
    /// It is free.
    Free,
    /// It runs a cell of this shell, whose other requests wait; so do the cells of the main shell.
    Running(Option<&'a str>),
}

impl Queue {
    /// Adds a request.
    pub fn push(&mut self, call: Call) {
        self.waiting.push_back(Entry { call, given_up: None });
    }

    /// Gives up the cells of a shell that wait now; everything else keeps its place.
    pub fn give_up_cells(&mut self, reason: GivenUp, subshell: Option<&str>) {
        let is_cell = |entry: &&mut Entry| {
            matches!(handler(&entry.call), Handler::Cell) && entry.call.subshell() == subshell
        };
        for entry in self.waiting.iter_mut().filter(is_cell) {
            entry.given_up.get_or_insert(reason);
        }
    }

    /// The request whose turn it is.
    pub fn next(&mut self, moment: Moment<'_>) -> Option<Turn> {
        // The shells in which a request has to wait, and so all that come after it.
        let mut waiting: HashSet<Option<&str>> = HashSet::new();
        if let Moment::Running(subshell) = moment {
            waiting.insert(subshell);
        }
        let position = self.waiting.iter().position(|Entry { call, given_up }| {
            let subshell = call.subshell();
            let is_cell = matches!(handler(call), Handler::Cell);
            match moment {
                Moment::Starting => !is_cell || given_up.is_some(),
                Moment::Free => true,
                Moment::Running(_) if waiting.contains(&subshell) => false,
                Moment::Running(_) if is_cell && subshell.is_none() => {
                    waiting.insert(subshell);
                    false
                }
                Moment::Running(_) => true,
            }
        })?;
        let Entry { call, given_up } = self.waiting.remove(position)?;
        Some(match (given_up, dispatch::handler(&call)) {
            (Some(reason), _) => Turn::GiveUp(call, reason),
            (None, Handler::Cell) if matches!(moment, Moment::Running(_)) => Turn::Refuse(call),
            (None, Handler::Cell) => Turn::Run(call),
            (None, Handler::InTurn(handle) | Handler::AtOnce(handle) | Handler::Beside(handle)) => {
                Turn::Answer(call, handle)
            }
        })
    }
}
