//! [`display_data`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#display-data) and
//! [`update_display_data`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#update-display-data): values
//! shown while a cell runs.

use super::Content;
use crate::evaluator::MimeBundle;
use serde::Serialize;
use serde_json::{Map, Value};

/// Shows a value.
#[derive(Clone, Debug, Serialize)]
pub struct DisplayData {
    /// The value in one or more MIME types.
    pub data: MimeBundle,
    /// Metadata of the bundle.
    pub metadata: Map<String, Value>,
    /// What is not stored in the notebook.
    pub transient: Transient,
}

impl Content for DisplayData {
    const TYPE: &'static str = "display_data";
}

/// Replaces the displays of the same id.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct UpdateDisplayData(pub DisplayData);

impl Content for UpdateDisplayData {
    const TYPE: &'static str = "update_display_data";
}

/// What is not stored in the notebook.
#[derive(Clone, Debug, Serialize)]
pub struct Transient {
    /// The name under which the display may be updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_id: Option<String>,
}
