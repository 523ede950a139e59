//! [Comms](https://jupyter-client.readthedocs.io/en/stable/messaging.html#custom-messages): connections between a widget
//! in the frontend and its counterpart in the kernel.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Opens a comm.
#[derive(Clone, Debug, Deserialize)]
pub struct CommOpen {
    /// The name of the new comm.
    pub comm_id: String,
    /// What should stand at the kernel's end. A comm for nobody in particular is refused like any other.
    #[serde(default)]
    pub target_name: String,
    /// What the frontend says at the beginning.
    #[serde(default)]
    pub data: Map<String, Value>,
}

impl Content for CommOpen {
    const TYPE: &'static str = "comm_open";
}

/// Says something to the other end. No comm is ever open here, so nobody reads what it says.
pub enum CommMsg {}

impl Content for CommMsg {
    const TYPE: &'static str = "comm_msg";
}

/// Ends a comm, or refuses to open it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CommClose {
    /// The comm.
    pub comm_id: String,
    /// A last word to the other end.
    #[serde(default)]
    pub data: Map<String, Value>,
}

impl Content for CommClose {
    const TYPE: &'static str = "comm_close";
}

/// Asks which comms are open.
#[derive(Clone, Debug, Deserialize)]
pub struct CommInfoRequest {
    /// Only those with this target.
    #[serde(default)]
    pub target_name: Option<String>,
}

impl Content for CommInfoRequest {
    const TYPE: &'static str = "comm_info_request";
}

impl Request for CommInfoRequest {
    type Reply = Reply<CommInfo>;
}

/// The open comms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CommInfo {
    /// Their targets by id.
    pub comms: BTreeMap<String, CommTarget>,
}

impl Content for CommInfo {
    const TYPE: &'static str = "comm_info_reply";
}

/// What stands at the kernel's end of a comm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommTarget {
    /// Its name.
    pub target_name: String,
}
