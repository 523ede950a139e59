//! The stdin channel: a cell asks the frontend that sent it for a line.

use super::Session;
use super::execution::Job;
use crate::evaluator::Question;
use crate::wire::input::{InputReply, InputRequest};
use crate::wire::{Content, Message};
use serde_json::json;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long a frontend has to connect to the stdin channel: it may have sent its cell by the shell channel first.
const PATIENCE: Duration = Duration::from_secs(5);

/// The question that waits for a reply; a cell asks one at a time.
#[derive(Default)]
pub struct Input(Mutex<Option<Pending>>);

struct Pending {
    msg_id: String,
    identities: Vec<Vec<u8>>,
    question: Question,
}

impl Input {
    /// Asks the frontend that sent the cell. The answer goes to the cell when it comes; this does not wait for it.
    pub fn ask(&self, session: &Session, job: &Job, question: Question) {
        if !job.allow_stdin {
            let why = "this frontend takes no questions (its execute_request does not say allow_stdin): bind the value \
                       in the cell instead (`let name = …;`)";
            return question.answer(Err(why.to_owned()));
        }
        // What was printed before the question stands above it.
        session.iopub.flush();
        let msg_id = Uuid::new_v4().to_string();
        let request = InputRequest { prompt: question.prompt(), password: question.is_hidden() };
        let frames = session.author.compose_as(
            &msg_id,
            &job.identities,
            &job.parent,
            InputRequest::TYPE,
            &json!({}),
            &request,
        );
        let pending = Pending { msg_id, identities: job.identities.clone(), question: question.clone() };
        self.replace(Some(pending));
        let deadline = Instant::now() + PATIENCE;
        while !session.stdin.try_send(frames.clone()) {
            if session.interrupts.requested() || Instant::now() >= deadline {
                let why = "the frontend that sent this cell cannot be asked: it is not connected to the stdin channel";
                return question.answer(Err(why.to_owned()));
            }
            session.interrupts.pause(Duration::from_millis(50));
        }
    }

    /// A message has come on the stdin channel. Whatever does not answer the question that waits is dropped.
    pub fn receive(&self, message: &Message) {
        let msg_type = message.header.msg_type.as_str();
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A reply need not name its question; one that names another comes too late.
        let answered = pending.take_if(|pending| {
            msg_type == InputReply::TYPE
                && message.identities == pending.identities
                && message.in_reply_to.as_ref().is_none_or(|id| *id == pending.msg_id)
        });
        drop(pending);
        match answered {
            Some(pending) => pending.question.answer(match message.content::<InputReply>() {
                Ok(reply) => Ok(reply.value),
                Err(error) => Err(format!("the frontend's answer cannot be read: {error}")),
            }),
            None => tracing::info!(msg_type, "dropped: it answers no question"),
        }
    }

    /// The cell has ended: nobody waits for an answer any more.
    pub fn withdraw(&self) {
        self.replace(None);
    }

    fn replace(&self, pending: Option<Pending>) {
        let before = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), pending);
        // Outside of the lock, because it tells the cell.
        drop(before);
    }
}
