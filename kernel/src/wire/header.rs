//! [The header of a message](https://jupyter-client.readthedocs.io/en/stable/messaging.html#message-header), and how a
//! message refers to the one that caused it.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Who sent which kind of message, and when.
///
/// Only `msg_id` and `msg_type` are required of a frontend: the others carry no meaning that a reply depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Unique for each message.
    pub msg_id: String,
    /// The kind of message, which decides how its content is read.
    pub msg_type: String,
    /// Unique for each running process that sends messages.
    #[serde(default, deserialize_with = "any")]
    pub session: String,
    /// The user's name.
    #[serde(default, deserialize_with = "any")]
    pub username: String,
    /// ISO 8601 time at which the message was made.
    #[serde(default, deserialize_with = "any")]
    pub date: String,
    /// The version of the protocol.
    #[serde(default, deserialize_with = "any")]
    pub version: String,
    /// The subshell that a request is meant for; none is the main shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subshell_id: Option<String>,
}

/// A text; anything else, such as `null`, is none.
fn any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        _ => Ok(String::new()),
    }
}

/// The `parent_header` of an outgoing message: the bytes of the header that it answers, verbatim.
///
/// Copying bytes rather than a parsed header keeps fields that the kernel does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent(Arc<[u8]>);

impl Parent {
    /// The parent of a message that nothing caused: `{}`.
    pub fn none() -> Parent {
        Parent(Arc::from(&b"{}"[..]))
    }

    /// The header frame of the message to be answered.
    pub fn of(header_frame: &[u8]) -> Parent {
        Parent(Arc::from(header_frame))
    }

    /// The frame to send.
    pub fn frame(&self) -> &[u8] {
        &self.0
    }
}
