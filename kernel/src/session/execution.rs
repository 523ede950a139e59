//! The life of an `execute_request`: busy → execute_input → outputs → reply → idle.

use super::dispatch::malformed;
use super::subshell::SharedHistory;
use super::{Call, Session, locked};
use crate::evaluator::{CellError, Payload};
use crate::wire::author::now;
use crate::wire::display::{DisplayData, Transient};
use crate::wire::execute::{ExecuteInput, ExecuteReply, ExecuteRequest, Executed, ExpressionValue};
use crate::wire::status::ExecutionState;
use crate::wire::{Content, Parent, Reply};
use serde_json::{Map, json};
use std::collections::BTreeMap;

/// A cell that has begun, and whose reply is still to be sent.
pub struct Execution {
    call: Call,
    request: ExecuteRequest,
    history: SharedHistory,
    execution_count: u32,
    started: String,
}

/// What the evaluator's thread needs to know of a cell.
pub struct Job {
    /// What the outputs name as their parent.
    pub parent: Parent,
    /// The way to the frontend that sent the cell.
    pub identities: Vec<Vec<u8>>,
    /// Whether that frontend can be asked.
    pub allow_stdin: bool,
    /// The text of the cell.
    pub code: String,
    /// Publish nothing.
    pub silent: bool,
    /// The count that a result shows.
    pub execution_count: u32,
    /// What to evaluate after success.
    pub user_expressions: BTreeMap<String, String>,
}

/// How a cell ended.
pub struct Outcome {
    /// The values of the user expressions, or why the cell failed.
    pub result: Result<BTreeMap<String, Reply<ExpressionValue>>, CellError>,
    /// The cell's value as plain text, for the history.
    pub text: Option<String>,
    /// What a frontend shall do, if the cell succeeded.
    pub payload: Vec<Payload>,
}

impl Outcome {
    /// Of a cell that failed without running.
    pub fn failed(error: CellError) -> Outcome {
        Outcome { result: Err(error), text: None, payload: Vec::new() }
    }
}

impl Execution {
    /// Begins a cell: counts it, and shows it to every frontend. A request that cannot be read is answered with an error
    /// and is done.
    pub fn begin(session: &Session, call: Call) -> Option<Execution> {
        let parent = &call.message.as_parent;
        let history = session.shared_history(&call);
        session.iopub.status(parent, ExecutionState::Busy);
        let request: ExecuteRequest = match call.message.content() {
            Ok(request) => request,
            Err(error) => {
                let count = locked(&history).count();
                let reply = ExecuteReply::failed(count, malformed(&call, &error));
                session.reply(&call, ExecuteReply::TYPE, &json!({}), &reply);
                session.iopub.status(parent, ExecutionState::Idle);
                return None;
            }
        };
        let execution_count =
            if request.counts() { locked(&history).begin(&request.code) } else { locked(&history).count() };
        if !request.silent {
            session.iopub.publish(parent, &ExecuteInput { code: &request.code, execution_count });
        }
        Some(Execution { call, request, history, execution_count, started: now() })
    }

    /// The work for the evaluator's thread.
    pub fn job(&self) -> Job {
        Job {
            parent: self.call.message.as_parent.clone(),
            identities: self.call.message.identities.clone(),
            allow_stdin: self.request.allow_stdin.unwrap_or(false),
            code: self.request.code.clone(),
            silent: self.request.silent,
            execution_count: self.execution_count,
            user_expressions: self.request.user_expressions.clone().unwrap_or_default(),
        }
    }

    /// The text of the cell.
    pub fn code(&self) -> &str {
        &self.request.code
    }

    /// The shell in which the cell runs.
    pub fn subshell(&self) -> Option<&str> {
        self.call.subshell()
    }

    /// Tells the frontends once more that this cell runs, after something else has been said to be done meanwhile.
    pub fn still_busy(&self, session: &Session) {
        session.iopub.status(&self.call.message.as_parent, ExecutionState::Busy);
    }

    /// Whether the cells that wait behind this one are given up if it fails.
    pub fn stops_on_error(&self) -> bool {
        self.request.stop_on_error && !self.request.silent
    }

    /// Shows pages of help in the notebook to a frontend that says it takes no questions: no reader sits before it who would
    /// see them beside it (nbconvert, papermill).
    fn show_pages(&self, session: &Session, payload: &[Payload]) {
        if self.request.allow_stdin != Some(false) || self.request.silent {
            return;
        }
        for payload in payload {
            if let Payload::Page { data, .. } = payload {
                let (metadata, transient) = (Map::new(), Transient { display_id: None });
                let display = DisplayData { data: data.clone(), metadata, transient };
                session.iopub.publish(&self.call.message.as_parent, &display);
            }
        }
    }

    /// Ends a cell: its error, if any, is shown once; then comes the reply, after all output has been sent, then "idle".
    pub fn finish(self, session: &Session, outcome: Outcome) {
        let parent = &self.call.message.as_parent;
        if self.request.counts() {
            locked(&self.history).end(self.execution_count, outcome.text);
        }
        let status = match outcome.result {
            Ok(user_expressions) => {
                self.show_pages(session, &outcome.payload);
                Reply::Ok(Executed { user_expressions, payload: outcome.payload })
            }
            Err(error) => {
                if !self.request.silent {
                    session.iopub.publish(parent, &error);
                }
                Reply::Error(error)
            }
        };
        session.iopub.flush();
        let metadata = json!({
            "started": self.started,
            "status": if matches!(status, Reply::Ok(_)) { "ok" } else { "error" },
        });
        let reply = ExecuteReply { execution_count: self.execution_count, status };
        session.reply(&self.call, ExecuteReply::TYPE, &metadata, &reply);
        session.iopub.status(parent, ExecutionState::Idle);
    }
}

/// Answers a cell that is given up because an earlier one failed. It neither counts nor shows an output.
pub fn abort(session: &Session, call: &Call) {
    let evalue = "the cell did not run, because a cell before it failed".to_owned();
    let error = CellError { ename: "Aborted".to_owned(), traceback: vec![evalue.clone()], evalue };
    let reply = ExecuteReply::failed(locked(&session.shared_history(call)).count(), error);
    session.reply(call, ExecuteReply::TYPE, &json!({"status": "aborted"}), &reply);
}
