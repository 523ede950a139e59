//! [`debug`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#debug-request): the Debug Adapter Protocol,
//! wrapped in Jupyter messages.

use super::{Content, Request};
use serde::{Deserialize, Serialize};

/// A request of the [Debug Adapter Protocol](https://microsoft.github.io/debug-adapter-protocol/specification).
#[derive(Clone, Debug, Deserialize)]
pub struct DebugRequest {
    /// Its number.
    #[serde(default)]
    pub seq: i64,
    /// What it asks for.
    #[serde(default)]
    pub command: String,
}

impl Content for DebugRequest {
    const TYPE: &'static str = "debug_request";
}

impl Request for DebugRequest {
    type Reply = DebugReply;
}

/// A response of the Debug Adapter Protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DebugReply {
    /// Its number.
    pub seq: i64,
    /// Always `response`.
    pub r#type: &'static str,
    /// The number of the request.
    pub request_seq: i64,
    /// Whether the request was carried out.
    pub success: bool,
    /// What was asked for.
    pub command: String,
    /// Why it was not carried out.
    pub message: String,
}

impl Content for DebugReply {
    const TYPE: &'static str = "debug_reply";
}
