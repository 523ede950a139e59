//! [`connect`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#connect): the ports of the channels.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks for the ports.
#[derive(Clone, Debug, Deserialize)]
pub struct ConnectRequest {}

impl Content for ConnectRequest {
    const TYPE: &'static str = "connect_request";
}

impl Request for ConnectRequest {
    type Reply = Reply<Ports>;
}

/// The ports, as they stand in the connection file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ports {
    /// Shell.
    pub shell_port: u16,
    /// Iopub.
    pub iopub_port: u16,
    /// Stdin.
    pub stdin_port: u16,
    /// Heartbeat.
    pub hb_port: u16,
    /// Control.
    pub control_port: u16,
}

impl Content for Ports {
    const TYPE: &'static str = "connect_reply";
}
