//! [`clear_output`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#clear-output): remove what a cell
//! has shown.

use super::Content;
use serde::Serialize;

/// Removes what the cell has shown so far.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ClearOutput {
    /// Wait until the next output comes.
    pub wait: bool,
}

impl Content for ClearOutput {
    const TYPE: &'static str = "clear_output";
}
