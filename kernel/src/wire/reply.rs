//! [What every reply has in common](https://jupyter-client.readthedocs.io/en/stable/messaging.html#request-reply): a
//! status, and an error's three fields if it is `error`.

use super::Content;
use crate::evaluator::CellError;
use serde::Serialize;

/// The content of a reply: `status` beside the fields of `T`, or beside those of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Reply<T> {
    /// The request was carried out.
    Ok(T),
    /// It failed.
    Error(CellError),
}

impl<T: Content> Content for Reply<T> {
    const TYPE: &'static str = T::TYPE;
}
