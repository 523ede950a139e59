//! [`iopub_welcome`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#welcome-message) (JEP 65): tells a
//! subscriber that from now on it misses nothing.

use super::Content;
use serde::Serialize;

/// Answers a subscription.
#[derive(Clone, Debug, Serialize)]
pub struct IopubWelcome<'a> {
    /// The topic subscribed to; bytes that are not UTF-8 have become U+FFFD.
    pub subscription: &'a str,
}

impl Content for IopubWelcome<'_> {
    const TYPE: &'static str = "iopub_welcome";
}
