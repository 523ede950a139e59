//! [`status`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-status): whether the kernel works.

use super::Content;
use serde::Serialize;

/// Tells every frontend what the kernel is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// What it is doing.
    pub execution_state: ExecutionState,
}

/// What a kernel can be doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExecutionState {
    /// It has just started; said once.
    Starting,
    /// It has begun to serve the parent message.
    Busy,
    /// It has served the parent message, and everything that it had to say about it has been said.
    Idle,
}

impl Content for Status {
    const TYPE: &'static str = "status";
}
