//! [`interrupt`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-interrupt): stop the running cell.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks to stop the running cell.
#[derive(Clone, Debug, Deserialize)]
pub struct InterruptRequest {}

impl Content for InterruptRequest {
    const TYPE: &'static str = "interrupt_request";
}

impl Request for InterruptRequest {
    type Reply = Reply<Interrupting>;
}

/// The interrupt is on its way; the cell's own reply tells how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interrupting {}

impl Content for Interrupting {
    const TYPE: &'static str = "interrupt_reply";
}
