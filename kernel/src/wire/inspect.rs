//! [`inspect`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#introspection): what stands at the cursor.

use super::complete::end;
use super::{Content, Reply, Request};
use crate::evaluator::MimeBundle;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Asks what stands at the cursor.
#[derive(Clone, Debug, Deserialize)]
pub struct InspectRequest {
    /// The text of the cell.
    pub code: String,
    /// The cursor, in Unicode code points from the beginning; the end of the text if it is missing.
    #[serde(default = "end")]
    pub cursor_pos: usize,
    /// 0 for what fits into a tooltip, 1 for everything.
    #[serde(default)]
    pub detail_level: u8,
}

impl Content for InspectRequest {
    const TYPE: &'static str = "inspect_request";
}

impl Request for InspectRequest {
    type Reply = Reply<Inspection>;
}

/// What stands at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Inspection {
    /// Whether anything is known.
    pub found: bool,
    /// The description in one or more MIME types.
    pub data: MimeBundle,
    /// Metadata of the bundle.
    pub metadata: Map<String, Value>,
}

impl Content for Inspection {
    const TYPE: &'static str = "inspect_reply";
}
