//! The one table of requests: which message is served by what, and when.

use super::{Call, Session, comm, control, subshell};
use crate::evaluator::CellError;
use crate::wire::comm::{CommClose, CommInfoRequest, CommMsg, CommOpen};
use crate::wire::complete::CompleteRequest;
use crate::wire::connect::ConnectRequest;
use crate::wire::debug::DebugRequest;
use crate::wire::execute::{ExecuteReply, ExecuteRequest};
use crate::wire::history::HistoryRequest;
use crate::wire::inspect::InspectRequest;
use crate::wire::interrupt::InterruptRequest;
use crate::wire::is_complete::IsCompleteRequest;
use crate::wire::kernel_info::KernelInfoRequest;
use crate::wire::shutdown::ShutdownRequest;
use crate::wire::status::ExecutionState;
use crate::wire::subshell::{CreateSubshellRequest, DeleteSubshellRequest, ListSubshellRequest};
use crate::wire::{Content, Reply, Request};
use serde_json::json;

/// A row of the table.
pub struct Route {
    msg_type: &'static str,
    /// How the message is served.
    pub handler: Handler,
}

/// How a message is served.
#[derive(Clone, Copy)]
pub enum Handler {
    /// In its turn: after the cells that were sent before it.
    InTurn(fn(&Session, &Call)),
    /// At once, also on the shell channel: what it asks for cannot wait for a cell.
    AtOnce(fn(&Session, &Call)),
    /// At once, and on a thread of its own ([`super::assistance`]): a reader who types does not wait for a cell, nor does a
    /// cell for an answer that takes thought.
    Beside(fn(&Session, &Call)),
    /// By the evaluator ([`super::execution`]).
    Cell,
}

/// Every message that the kernel knows.
pub const ROUTES: &[Route] = &[
    Route { msg_type: ExecuteRequest::TYPE, handler: Handler::Cell },
    Route::answered::<KernelInfoRequest>(),
    Route::answered_beside::<CompleteRequest>(),
    Route::answered_beside::<InspectRequest>(),
    Route::answered::<IsCompleteRequest>(),
    Route::answered::<HistoryRequest>(),
    Route::answered::<CommInfoRequest>(),
    Route::answered::<ConnectRequest>(),
    Route::answered::<DebugRequest>(),
    Route::answered::<CreateSubshellRequest>(),
    Route::answered::<DeleteSubshellRequest>(),
    Route::answered::<ListSubshellRequest>(),
    Route { msg_type: CommOpen::TYPE, handler: Handler::InTurn(comm::open) },
    Route { msg_type: CommMsg::TYPE, handler: Handler::InTurn(comm::ignore) },
    Route { msg_type: CommClose::TYPE, handler: Handler::InTurn(comm::ignore) },
    Route::answered_at_once::<InterruptRequest>(),
    Route { msg_type: ShutdownRequest::TYPE, handler: Handler::AtOnce(control::shutdown) },
];

impl Route {
    const fn answered<R: Answer>() -> Route {
        Route { msg_type: R::TYPE, handler: Handler::InTurn(answer::<R>) }
    }

    const fn answered_beside<R: Answer>() -> Route {
        Route { msg_type: R::TYPE, handler: Handler::Beside(answer::<R>) }
    }

    const fn answered_at_once<R: Answer>() -> Route {
        Route { msg_type: R::TYPE, handler: Handler::AtOnce(answer::<R>) }
    }
}

/// A request with a reply that can be given at once.
pub trait Answer: Request {
    /// The content of the reply.
    fn answer(self, session: &Session, call: &Call) -> Self::Reply;
}

impl Answer for KernelInfoRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        Reply::Ok(session.info.clone())
    }
}

/// What serves the message; a message that is not in the table is said to be unknown, and needs no reply.
pub fn handler(call: &Call) -> Handler {
    let msg_type = &call.message.header.msg_type;
    ROUTES
        .iter()
        .find(|route| route.msg_type == msg_type)
        .map_or(Handler::InTurn(unknown), |route| route.handler)
}

/// Serves a message between "busy" and "idle".
pub fn serve(session: &Session, call: &Call, serve: fn(&Session, &Call)) {
    session.iopub.status(&call.message.as_parent, ExecutionState::Busy);
    serve(session, call);
    session.iopub.status(&call.message.as_parent, ExecutionState::Idle);
}

/// Reads the request and sends its answer.
pub fn answer<R: Answer>(session: &Session, call: &Call) {
    let msg_type = R::Reply::TYPE;
    match call.message.content::<R>() {
        Ok(request) => session.reply(call, msg_type, &json!({}), &request.answer(session, call)),
        Err(error) => session.reply(call, msg_type, &json!({}), &Reply::<()>::Error(malformed(call, &error))),
    }
}

/// The error for a request whose content cannot be read.
pub fn malformed(call: &Call, error: &serde_json::Error) -> CellError {
    let msg_type = &call.message.header.msg_type;
    tracing::warn!(msg_type, %error, "a request cannot be read");
    let evalue = format!("the content of this {msg_type} cannot be read: {error}");
    CellError { ename: "MalformedRequest".to_owned(), traceback: vec![evalue.clone()], evalue }
}

/// Refuses a request to a subshell that does not exist.
pub fn unknown_subshell(session: &Session, call: &Call) {
    refuse(session, call, subshell::unknown(call.subshell().unwrap_or_default()));
}

/// Answers a request with an error. What is no request needs no reply.
pub fn refuse(session: &Session, call: &Call, error: CellError) {
    let msg_type = call.message.header.msg_type.as_str();
    if msg_type == ExecuteRequest::TYPE {
        session.reply(call, ExecuteReply::TYPE, &json!({}), &ExecuteReply::failed(0, error));
    } else if let Some(action) = msg_type.strip_suffix("_request") {
        session.reply(call, &format!("{action}_reply"), &json!({}), &Reply::<()>::Error(error));
    }
}

fn unknown(_: &Session, call: &Call) {
    tracing::warn!(msg_type = call.message.header.msg_type, "an unknown message was ignored");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_message_has_one_row() {
        let types: HashSet<_> = ROUTES.iter().map(|route| route.msg_type).collect();
        assert_eq!(types.len(), ROUTES.len());
    }
}
