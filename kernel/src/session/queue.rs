//! The requests of the shell channel that wait for their turn.

use super::Call;
use super::dispatch::{Handler, handler};
use std::collections::{BTreeMap, BTreeSet};

/// Waiting requests, in the order in which they came. Whatever waits, the next one is found at once: a frontend may send
/// thousands of cells.
#[derive(Default)]
pub struct Queue {
    arrived: u64,
    /// The line of each shell in which a request waits.
    lines: BTreeMap<Option<String>, Line>,
}

/// What waits in one shell, by the number of its arrival.
#[derive(Default)]
struct Line {
    waiting: BTreeMap<u64, Entry>,
    /// Those of them that need no evaluator.
    easy: BTreeSet<u64>,
}

struct Entry {
    call: Call,
    handler: Handler,
    given_up: Option<GivenUp>,
}

impl Entry {
    fn is_cell(&self) -> bool {
        matches!(self.handler, Handler::Cell)
    }
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
        let entry = Entry { handler: handler(&call), call, given_up: None };
        self.arrived += 1;
        let line = self.lines.entry(entry.call.subshell().map(str::to_owned)).or_default();
        if !entry.is_cell() {
            line.easy.insert(self.arrived);
        }
        line.waiting.insert(self.arrived, entry);
    }

    /// Gives up the cells of a shell that wait now; everything else keeps its place.
    pub fn give_up_cells(&mut self, reason: GivenUp, subshell: Option<&str>) {
        let Some(line) = self.lines.get_mut(&subshell.map(str::to_owned)) else { return };
        for (number, entry) in line.waiting.iter_mut().filter(|(_, entry)| entry.is_cell()) {
            entry.given_up.get_or_insert(reason);
            line.easy.insert(*number);
        }
    }

    /// The request whose turn it is.
    pub fn next(&mut self, moment: Moment<'_>) -> Option<Turn> {
        let candidates = self.lines.iter().filter_map(|(shell, line)| {
            let number = match moment {
                Moment::Starting => line.easy.first(),
                Moment::Running(subshell) if shell.as_deref() == subshell => None,
                Moment::Free | Moment::Running(_) => line.waiting.keys().next(),
            };
            let number = *number?;
            // While a subshell runs a cell, the main shell's next one waits, and what comes after it.
            let must_wait =
                matches!(moment, Moment::Running(_)) && shell.is_none() && line.waiting[&number].is_cell();
            (!must_wait).then_some((number, shell))
        });
        let (number, shell) = candidates.min()?;
        let shell = shell.clone();
        let line = self.lines.get_mut(&shell)?;
        line.easy.remove(&number);
        let Entry { call, handler, given_up } = line.waiting.remove(&number)?;
        if line.waiting.is_empty() {
            self.lines.remove(&shell);
        }
        Some(match (given_up, handler) {
            (Some(reason), _) => Turn::GiveUp(call, reason),
            (None, Handler::Cell) if matches!(moment, Moment::Running(_)) => Turn::Refuse(call),
            (None, Handler::Cell) => Turn::Run(call),
            (None, Handler::InTurn(handle) | Handler::AtOnce(handle) | Handler::Beside(handle)) => {
                Turn::Answer(call, handle)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Channel;
    use super::*;
    use crate::wire::signature::Signer;
    use crate::wire::{Author, Message, Parent};
    use serde_json::json;

    /// A request whose content is its number.
    fn call(msg_type: &str, subshell: Option<&str>, number: usize) -> Call {
        let mut frames =
            Author::new("").compose(&[], &Parent::of(b"{}"), msg_type, &json!({}), &json!(number));
        if let Some(subshell) = subshell {
            let mut header: serde_json::Value = serde_json::from_slice(&frames[2]).unwrap();
            header["subshell_id"] = subshell.into();
            frames[2] = header.to_string().into_bytes();
        }
        Call { message: Message::parse(frames, &Signer::new("")).unwrap(), channel: Channel::Shell }
    }

    fn cell(number: usize) -> Call {
        call("execute_request", None, number)
    }

    /// What a turn is, with the number of its request.
    fn gist(turn: Turn) -> String {
        let (word, call) = match turn {
            Turn::Answer(call, _) => ("answer", call),
            Turn::Run(call) => ("run", call),
            Turn::Refuse(call) => ("refuse", call),
            Turn::GiveUp(call, reason) => (if reason == GivenUp::Aborted { "abort" } else { "drop" }, call),
        };
        format!("{word} {}", call.message.content)
    }

    fn all(queue: &mut Queue, moment: Moment<'_>) -> Vec<String> {
        std::iter::from_fn(|| queue.next(moment)).map(gist).collect()
    }

    fn mixed() -> Queue {
        let mut queue = Queue::default();
        for (number, (msg_type, subshell)) in [
            ("execute_request", None),
            ("history_request", None),
            ("execute_request", Some("a")),
            ("history_request", Some("a")),
            ("history_request", Some("b")),
            ("execute_request", None),
        ]
        .into_iter()
        .enumerate()
        {
            queue.push(call(msg_type, subshell, number));
        }
        queue
    }

    #[test]
    fn each_moment_has_its_order() {
        assert_eq!(
            all(&mut mixed(), Moment::Free),
            ["run 0", "answer 1", "run 2", "answer 3", "answer 4", "run 5"]
        );
        assert_eq!(all(&mut mixed(), Moment::Starting), ["answer 1", "answer 3", "answer 4"]);
        assert_eq!(all(&mut mixed(), Moment::Running(None)), ["refuse 2", "answer 3", "answer 4"]);
        assert_eq!(all(&mut mixed(), Moment::Running(Some("a"))), ["answer 4"]);
        let mut behind = mixed();
        gist(behind.next(Moment::Free).unwrap());
        assert_eq!(all(&mut behind, Moment::Running(Some("b"))), ["answer 1", "refuse 2", "answer 3"]);
    }

    #[test]
    fn cells_that_are_given_up_are_those_that_wait_in_this_shell() {
        let mut queue = mixed();
        queue.give_up_cells(GivenUp::Interrupted, None);
        queue.give_up_cells(GivenUp::Aborted, None);
        queue.push(cell(6));
        assert_eq!(
            all(&mut queue, Moment::Starting),
            ["drop 0", "answer 1", "answer 3", "answer 4", "drop 5"]
        );
        assert_eq!(all(&mut queue, Moment::Free), ["run 2", "run 6"]);
    }

    #[test]
    fn a_hundred_thousand_cells_hold_nothing_up() {
        let mut queue = Queue::default();
        // If each look went through all of them, this would take minutes.
        for number in 0..100_000 {
            queue.push(cell(number));
            assert!(queue.next(Moment::Starting).is_none() && queue.next(Moment::Running(None)).is_none());
        }
        assert_eq!(all(&mut queue, Moment::Free).len(), 100_000);
    }
}
