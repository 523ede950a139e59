//! [`stream`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#streams-stdout-stderr-etc): text that a
//! cell prints.

use super::Content;
use crate::evaluator::Stream;
use serde::Serialize;

/// A piece of what a cell prints; it may end anywhere in a line.
#[derive(Clone, Debug, Serialize)]
pub struct StreamText<'a> {
    /// Where it was written to.
    pub name: Stream,
    /// The text.
    pub text: &'a str,
}

impl Content for StreamText<'_> {
    const TYPE: &'static str = "stream";
}
