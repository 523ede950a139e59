//! [`input`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#messages-on-the-stdin-router-dealer-channel):
//! the only question that a kernel asks. It goes to the frontend that sent the cell.

use super::Content;
use serde::{Deserialize, Serialize};

/// Asks the reader for a line.
#[derive(Clone, Debug, Serialize)]
pub struct InputRequest<'a> {
    /// What stands before the box.
    pub prompt: &'a str,
    /// Do not show what is typed.
    pub password: bool,
}

impl Content for InputRequest<'_> {
    const TYPE: &'static str = "input_request";
}

/// What the reader has typed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct InputReply {
    /// The line, without its end.
    pub value: String,
}

impl Content for InputReply {
    const TYPE: &'static str = "input_reply";
}
