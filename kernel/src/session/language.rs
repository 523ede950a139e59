//! Completion and inspection. There is no language service yet, so nothing is known about any place; this file is where
//! one answers, and the answers are well formed without it.

use crate::wire::complete::{CompleteRequest, Completions};
use crate::wire::inspect::{InspectRequest, Inspection};
use serde_json::Map;

/// How the word at the cursor may go on.
pub fn complete(request: &CompleteRequest) -> Completions {
    let cursor = request.cursor_pos.min(request.code.chars().count());
    Completions { matches: Vec::new(), cursor_start: cursor, cursor_end: cursor, metadata: Map::new() }
}

/// What stands at the cursor.
pub fn inspect(request: &InspectRequest) -> Inspection {
    let InspectRequest { code, cursor_pos, detail_level } = request;
    tracing::debug!(code, cursor_pos, detail_level, "nothing is known about this place");
    Inspection::default()
}
