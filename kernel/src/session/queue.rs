//! The requests of the shell channel that wait for their turn.

use super::dispatch::{Handler, handler};
use super::{Call, dispatch};
use std::collections::VecDeque;

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
    /// Refuse it.
    GiveUp(Call, GivenUp),
}

impl Queue {
    /// Adds a request.
    pub fn push(&mut self, call: Call) {
        self.waiting.push_back(Entry { call, given_up: None });
    }

    /// Gives up the cells that wait now; everything else keeps its place.
    pub fn give_up_cells(&mut self, reason: GivenUp) {
        for entry in self.waiting.iter_mut().filter(|entry| matches!(handler(&entry.call), Handler::Cell)) {
            entry.given_up.get_or_insert(reason);
        }
    }

    /// The request whose turn it is. While cells cannot run yet, the others overtake them.
    pub fn next(&mut self, cells_can_run: bool) -> Option<Turn> {
        let can_be_served = |entry: &Entry| {
            cells_can_run || entry.given_up.is_some() || !matches!(handler(&entry.call), Handler::Cell)
        };
        let position = self.waiting.iter().position(can_be_served)?;
        let Entry { call, given_up } = self.waiting.remove(position)?;
        Some(match (given_up, dispatch::handler(&call)) {
            (Some(reason), _) => Turn::GiveUp(call, reason),
            (None, Handler::Cell) => Turn::Run(call),
            (None, Handler::InTurn(handle) | Handler::AtOnce(handle)) => Turn::Answer(call, handle),
        })
    }
}
