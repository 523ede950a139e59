//! [Subshells](https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-subshells) (JEP 91): shells beside
//! the main one, whose requests do not wait for a cell of another shell.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks for a new subshell.
#[derive(Clone, Debug, Deserialize)]
pub struct CreateSubshellRequest {}

impl Content for CreateSubshellRequest {
    const TYPE: &'static str = "create_subshell_request";
}

impl Request for CreateSubshellRequest {
    type Reply = Reply<CreatedSubshell>;
}

/// A subshell has been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreatedSubshell {
    /// What the headers of its requests name.
    pub subshell_id: String,
}

impl Content for CreatedSubshell {
    const TYPE: &'static str = "create_subshell_reply";
}

/// Asks to end a subshell.
#[derive(Clone, Debug, Deserialize)]
pub struct DeleteSubshellRequest {
    /// Which one.
    pub subshell_id: String,
}

impl Content for DeleteSubshellRequest {
    const TYPE: &'static str = "delete_subshell_request";
}

impl Request for DeleteSubshellRequest {
    type Reply = Reply<DeletedSubshell>;
}

/// A subshell has been ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DeletedSubshell {}

impl Content for DeletedSubshell {
    const TYPE: &'static str = "delete_subshell_reply";
}

/// Asks which subshells there are.
#[derive(Clone, Debug, Deserialize)]
pub struct ListSubshellRequest {}

impl Content for ListSubshellRequest {
    const TYPE: &'static str = "list_subshell_request";
}

impl Request for ListSubshellRequest {
    type Reply = Reply<SubshellList>;
}

/// The subshells, without the main shell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubshellList {
    /// Their ids.
    pub subshell_id: Vec<String>,
}

impl Content for SubshellList {
    const TYPE: &'static str = "list_subshell_reply";
}
