//! [`shutdown`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-shutdown): end the kernel.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks the kernel to end.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ShutdownRequest {
    /// Whether another kernel will be started in its place.
    #[serde(default)]
    pub restart: bool,
}

impl Content for ShutdownRequest {
    const TYPE: &'static str = "shutdown_request";
}

impl Request for ShutdownRequest {
    type Reply = Reply<Shutdown>;
}

/// The kernel ends. Sent to the frontend that asked, and broadcast to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shutdown {
    /// Whether another kernel will be started in its place.
    pub restart: bool,
}

impl Content for Shutdown {
    const TYPE: &'static str = "shutdown_reply";
}
