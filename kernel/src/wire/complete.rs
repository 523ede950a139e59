//! [`complete`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#completion): how the word at the cursor
//! may go on.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Asks how the word at the cursor may go on.
#[derive(Clone, Debug, Deserialize)]
pub struct CompleteRequest {
    /// The text of the cell.
    pub code: String,
    /// The cursor, in Unicode code points from the beginning; the end of the text if it is missing.
    #[serde(default = "end")]
    pub cursor_pos: usize,
}

/// A place behind every text.
pub fn end() -> usize {
    usize::MAX
}

impl Content for CompleteRequest {
    const TYPE: &'static str = "complete_request";
}

impl Request for CompleteRequest {
    type Reply = Reply<Completions>;
}

/// How the word at the cursor may go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Completions {
    /// The words that may stand there, without repetition.
    pub matches: Vec<String>,
    /// Where the word to be replaced begins, in code points.
    pub cursor_start: usize,
    /// Where it ends.
    pub cursor_end: usize,
    /// Types and signatures, under `_jupyter_types_experimental`.
    pub metadata: Map<String, Value>,
}

impl Content for Completions {
    const TYPE: &'static str = "complete_reply";
}
