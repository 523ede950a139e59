//! [`error`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#execution-errors): how a cell failed.
//!
//! [`CellError`] has exactly the fields of this content, so that one value serves the broadcast and the reply.

use super::Content;
use crate::evaluator::CellError;

impl Content for CellError {
    const TYPE: &'static str = "error";
}
