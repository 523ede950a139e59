//! [`is_complete`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#code-completeness): whether a console
//! should run what was typed, or ask for another line.

use super::{Content, Request};
use serde::{Deserialize, Serialize};

/// Asks whether the code is ready to run.
#[derive(Clone, Debug, Deserialize)]
pub struct IsCompleteRequest {
    /// The text typed so far.
    pub code: String,
}

impl Content for IsCompleteRequest {
    const TYPE: &'static str = "is_complete_request";
}

impl Request for IsCompleteRequest {
    type Reply = IsCompleteReply;
}

/// Whether the code is ready to run. Unlike other replies, this one uses `status` for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum IsCompleteReply {
    /// It is.
    Complete,
    /// More is to come.
    Incomplete {
        /// What the next line begins with.
        indent: String,
    },
    /// Nothing that follows can make it right.
    Invalid,
}

impl Content for IsCompleteReply {
    const TYPE: &'static str = "is_complete_reply";
}
