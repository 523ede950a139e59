//! [`execute`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#execute): run a cell. Beside request and
//! reply, `execute_input` tells all frontends of the cell, and `execute_result` of its value.

use super::{Content, Reply};
use crate::evaluator::{CellError, MimeBundle, Payload};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Asks to run a cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ExecuteRequest {
    /// The text of the cell.
    pub code: String,
    /// Run it without a trace: no output, no count, no history.
    #[serde(default, deserialize_with = "no_unless_said")]
    pub silent: bool,
    /// Whether the cell counts and enters the history; a silent cell never does.
    #[serde(default)]
    pub store_history: Option<bool>,
    /// Expressions to evaluate after the cell has succeeded, by name.
    #[serde(default)]
    pub user_expressions: Option<BTreeMap<String, String>>,
    /// Whether the cell may ask the reader for input; a frontend that does not say so cannot be asked.
    #[serde(default)]
    pub allow_stdin: Option<bool>,
    /// Whether the requests that wait behind this one are given up if it fails.
    #[serde(default = "yes", deserialize_with = "yes_unless_said")]
    pub stop_on_error: bool,
}

fn yes() -> bool {
    true
}

/// Some frontends say `null` where others say nothing.
fn yes_unless_said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(true))
}

pub(super) fn no_unless_said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(false))
}

impl ExecuteRequest {
    /// Whether the cell counts and enters the history. A blank one does not, as in IPython: clients send some between cells.
    pub fn counts(&self) -> bool {
        self.store_history.unwrap_or(true) && !self.silent && !self.code.trim().is_empty()
    }
}

impl Content for ExecuteRequest {
    const TYPE: &'static str = "execute_request";
}

/// How a cell ended. The count is there whatever the status is.
#[derive(Clone, Debug, Serialize)]
pub struct ExecuteReply {
    /// The count of the cell, or the present one if the cell did not count.
    pub execution_count: u32,
    /// Success or the error.
    #[serde(flatten)]
    pub status: Reply<Executed>,
}

impl Content for ExecuteReply {
    const TYPE: &'static str = "execute_reply";
}

/// What is said of a cell that succeeded.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Executed {
    /// The values of the request's `user_expressions`.
    pub user_expressions: BTreeMap<String, Reply<ExpressionValue>>,
    /// Things to do for the frontend, such as showing a page of help.
    pub payload: Vec<Payload>,
}

/// The value of one user expression.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ExpressionValue {
    /// The value in one or more MIME types.
    pub data: MimeBundle,
    /// Metadata of the bundle.
    pub metadata: Map<String, Value>,
}

impl ExpressionValue {
    /// The value of an expression that shows none, such as `()`: a page that has asked for a text gets one.
    pub fn unit() -> ExpressionValue {
        let data = [("text/plain".to_owned(), Value::from("()"))].into_iter().collect();
        ExpressionValue { data, ..ExpressionValue::default() }
    }
}

/// Tells every frontend which cell runs.
#[derive(Clone, Debug, Serialize)]
pub struct ExecuteInput<'a> {
    /// The text of the cell.
    pub code: &'a str,
    /// Its count.
    pub execution_count: u32,
}

impl Content for ExecuteInput<'_> {
    const TYPE: &'static str = "execute_input";
}

/// The value of the cell's last expression.
#[derive(Clone, Debug, Serialize)]
pub struct ExecuteResult {
    /// The count of the cell.
    pub execution_count: u32,
    /// The value in one or more MIME types.
    pub data: MimeBundle,
    /// Metadata of the bundle.
    pub metadata: Map<String, Value>,
}

impl Content for ExecuteResult {
    const TYPE: &'static str = "execute_result";
}

impl ExecuteReply {
    /// The reply for a cell that failed or was given up.
    pub fn failed(execution_count: u32, error: CellError) -> ExecuteReply {
        ExecuteReply { execution_count, status: Reply::Error(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_request_needs_only_code() {
        let request: ExecuteRequest = serde_json::from_value(json!({"code": "1"})).unwrap();
        assert!(request.counts() && request.stop_on_error && !request.silent);
        let nothing = json!({
            "code": "1", "silent": null, "store_history": null, "stop_on_error": null, "allow_stdin": null, "user_expressions": null,
        });
        let nothing: ExecuteRequest = serde_json::from_value(nothing).unwrap();
        assert_eq!(nothing, request);
        let silent: ExecuteRequest =
            serde_json::from_value(json!({"code": "1", "silent": true, "store_history": true})).unwrap();
        assert!(!silent.counts(), "a silent cell never counts");
        let blank: ExecuteRequest = serde_json::from_value(json!({"code": " \n"})).unwrap();
        assert!(!blank.counts(), "a blank cell does not count");
    }

    #[test]
    fn the_reply_has_its_count_whatever_the_status() {
        let ok = ExecuteReply { execution_count: 2, status: Reply::Ok(Executed::default()) };
        assert_eq!(
            serde_json::to_value(ok).unwrap(),
            json!({"status": "ok", "execution_count": 2, "user_expressions": {}, "payload": []})
        );
        let payload = vec![Payload::Page { data: MimeBundle::new(), start: 0 }];
        let payloads = ExecuteReply {
            execution_count: 2,
            status: Reply::Ok(Executed { payload, ..Executed::default() }),
        };
        assert_eq!(
            serde_json::to_value(payloads).unwrap()["payload"],
            json!([{"source": "page", "data": {}, "start": 0}])
        );
        let error = CellError { ename: "Panic".into(), evalue: "no".into(), traceback: vec!["no".into()] };
        assert_eq!(
            serde_json::to_value(ExecuteReply::failed(3, error)).unwrap(),
            json!({"status": "error", "execution_count": 3, "ename": "Panic", "evalue": "no", "traceback": ["no"]})
        );
    }
}
