//! Requests that do not wait for a cell: interrupt, shutdown, and the reply to a debugger.

use super::dispatch::{Answer, Handler, handler, serve as dispatch};
use super::{Call, Event, Session, shell};
use crate::wire::debug::{DebugReply, DebugRequest};
use crate::wire::interrupt::{InterruptRequest, Interrupting};
use crate::wire::shutdown::{Shutdown, ShutdownRequest};
use crate::wire::{Content, Reply, Request};
use serde_json::json;

/// Serves a message of the control channel, at once. Only a cell goes to the evaluator's queue.
pub fn serve(session: &Session, call: Call) {
    match handler(&call) {
        Handler::InTurn(handle) | Handler::AtOnce(handle) | Handler::Beside(handle) => {
            dispatch(session, &call, handle)
        }
        Handler::Cell => shell::post(&session.events, Event::Call(call)),
    }
}

impl Answer for InterruptRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        interrupt(session);
        Reply::Ok(Interrupting {})
    }
}

/// Interrupts the running cell, or those that wait for the evaluator to start.
pub fn interrupt(session: &Session) {
    if !session.interrupts.interrupt() {
        shell::post(&session.events, Event::Interrupted);
    }
}

impl Answer for DebugRequest {
    fn answer(self, _: &Session, _: &Call) -> Self::Reply {
        DebugReply {
            seq: self.seq.saturating_add(1),
            r#type: "response",
            request_seq: self.seq,
            success: false,
            message: format!("this kernel has no debugger, so it cannot serve {:?}", self.command),
            command: self.command,
        }
    }
}

/// Replies, tells the other frontends, and ends the kernel. A shutdown whose content cannot be read is still meant.
pub fn shutdown(session: &Session, call: &Call) {
    let restart = call.message.content::<ShutdownRequest>().is_ok_and(|request| request.restart);
    let reply: <ShutdownRequest as Request>::Reply = Reply::Ok(Shutdown { restart });
    session.reply(call, Shutdown::TYPE, &json!({}), &reply);
    session.iopub.publish(&call.message.as_parent, &reply);
    tracing::info!(restart, "a frontend ends the kernel");
    shell::post(&session.events, Event::Stop);
}
