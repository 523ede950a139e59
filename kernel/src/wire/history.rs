//! [`history`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#history): the cells that were run.

use super::execute::no_unless_said;
use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks for cells that were run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct HistoryRequest {
    /// Whether to give what each cell returned, too.
    #[serde(default, deserialize_with = "no_unless_said")]
    pub output: bool,
    /// Whether to give the text as typed; it is never transformed here.
    #[serde(default, deserialize_with = "no_unless_said")]
    pub raw: bool,
    /// Which cells.
    #[serde(flatten)]
    pub access: Access,
}

/// Which cells of the history are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "hist_access_type", rename_all = "lowercase")]
pub enum Access {
    /// The last ones.
    Tail {
        /// How many.
        #[serde(default)]
        n: Option<usize>,
    },
    /// Those of one session, by number.
    Range {
        /// The session: 0 is this one, a negative number counts back from it.
        #[serde(default)]
        session: i64,
        /// The first number.
        #[serde(default)]
        start: Option<i64>,
        /// The number after the last.
        #[serde(default)]
        stop: Option<i64>,
    },
    /// Those that match a pattern.
    Search {
        /// The pattern, with `*` and `?`.
        #[serde(default)]
        pattern: Option<String>,
        /// How many of the last matches; all if it is missing.
        #[serde(default)]
        n: Option<usize>,
        /// Whether to give equal cells once.
        #[serde(default, deserialize_with = "no_unless_said")]
        unique: bool,
    },
}

impl Content for HistoryRequest {
    const TYPE: &'static str = "history_request";
}

impl Request for HistoryRequest {
    type Reply = Reply<HistoryReply>;
}

/// The cells asked for, in the order in which they were run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryReply {
    /// `(session, number, input)`, or `(session, number, (input, output))` if the output was asked for.
    pub history: Vec<(i64, u32, Line)>,
}

impl Content for HistoryReply {
    const TYPE: &'static str = "history_reply";
}

/// One cell of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Line {
    /// Its text.
    Input(String),
    /// Its text, and its value as plain text.
    Both(String, Option<String>),
}
