//! The requests of the shell channel that wait for their turn.

use super::Call;
use super::dispatch::{Handler, handler};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How long a cell of a subshell waits for the cell of another shell to end, from when it was sent, before it is refused.
pub const PATIENCE: Duration = Duration::from_secs(10);

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
    since: Instant,
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
    /// Refuse it: it is the cell of a subshell, and a cell of another shell runs on.
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
    /// Adds a request, which has come at this moment.
    pub fn push(&mut self, call: Call, since: Instant) {
        let entry = Entry { handler: handler(&call), call, since, given_up: None };
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

    /// When the next cell of a subshell has waited long enough, if one waits at the head of its line.
    pub fn deadline(&self, moment: Moment<'_>) -> Option<Instant> {
        let Moment::Running(running) = moment else { return None };
        let others = self.lines.iter().filter(|(shell, _)| shell.is_some() && shell.as_deref() != running);
        let heads = others.filter_map(|(_, line)| line.waiting.values().next());
        heads.filter(|head| head.is_cell()).map(|head| head.since + PATIENCE).min()
    }

    /// The request whose turn it is now.
    pub fn next(&mut self, moment: Moment<'_>, now: Instant) -> Option<Turn> {
        let candidates = self.lines.iter().filter_map(|(shell, line)| {
            let number = match moment {
                Moment::Starting => line.easy.first(),
                Moment::Running(subshell) if shell.as_deref() == subshell => None,
                Moment::Free | Moment::Running(_) => line.waiting.keys().next(),
            };
            let number = *number?;
            let head = &line.waiting[&number];
            // While another shell runs a cell, the next one waits, and what comes after it: in a subshell for a while only,
            // because that is there to get answers meanwhile.
            let is_patient = shell.is_none() || now < head.since + PATIENCE;
            let must_wait = matches!(moment, Moment::Running(_))
                && head.is_cell()
                && head.given_up.is_none()
                && !super::language::is_question(&head.call)
                && is_patient;
            (!must_wait).then_some((number, shell))
        });
        let (number, shell) = candidates.min()?;
        let shell = shell.clone();
        let line = self.lines.get_mut(&shell)?;
        line.easy.remove(&number);
        let Entry { call, handler, given_up, .. } = line.waiting.remove(&number)?;
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
        std::iter::from_fn(|| queue.next(moment, Instant::now())).map(gist).collect()
    }

    /// The same when everything has waited long.
    fn all_late(queue: &mut Queue, moment: Moment<'_>) -> Vec<String> {
        std::iter::from_fn(|| queue.next(moment, Instant::now() + PATIENCE)).map(gist).collect()
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
            queue.push(call(msg_type, subshell, number), Instant::now());
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
        assert_eq!(all(&mut mixed(), Moment::Running(None)), ["answer 4"]);
        assert_eq!(all_late(&mut mixed(), Moment::Running(None)), ["refuse 2", "answer 3", "answer 4"]);
        assert_eq!(all_late(&mut mixed(), Moment::Running(Some("a"))), ["answer 4"]);
        let mut behind = mixed();
        gist(behind.next(Moment::Free, Instant::now()).unwrap());
        assert_eq!(all(&mut behind, Moment::Running(Some("b"))), ["answer 1"]);
        assert_eq!(all_late(&mut behind, Moment::Running(Some("b"))), ["refuse 2", "answer 3"]);
    }

    #[test]
    fn who_waits_for_a_cell_is_known() {
        let queue = mixed();
        let since = queue.lines[&Some("a".to_owned())].waiting[&3].since;
        assert_eq!(queue.deadline(Moment::Running(None)), Some(since + PATIENCE));
        assert_eq!(queue.deadline(Moment::Running(Some("a"))), None);
        assert_eq!(queue.deadline(Moment::Free), None);
    }

    #[test]
    fn cells_that_are_given_up_are_those_that_wait_in_this_shell() {
        let mut queue = mixed();
        queue.give_up_cells(GivenUp::Interrupted, None);
        queue.give_up_cells(GivenUp::Aborted, None);
        queue.push(cell(6), Instant::now());
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
            let now = Instant::now();
            queue.push(cell(number), now);
            assert!(queue.next(Moment::Starting, now).is_none());
            assert!(queue.next(Moment::Running(None), now).is_none());
        }
        assert_eq!(all(&mut queue, Moment::Free).len(), 100_000);
    }
}
