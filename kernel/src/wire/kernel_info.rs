//! [`kernel_info`](https://jupyter-client.readthedocs.io/en/stable/messaging.html#kernel-info): what this kernel is.

use super::{Content, Reply, Request};
use serde::{Deserialize, Serialize};

/// Asks what this kernel is.
#[derive(Clone, Debug, Deserialize)]
pub struct KernelInfoRequest {}

impl Content for KernelInfoRequest {
    const TYPE: &'static str = "kernel_info_request";
}

impl Request for KernelInfoRequest {
    type Reply = Reply<KernelInfo>;
}

/// What this kernel is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KernelInfo {
    /// The version of the protocol.
    pub protocol_version: String,
    /// The name of the kernel.
    pub implementation: String,
    /// Its version.
    pub implementation_version: String,
    /// The language of the cells.
    pub language_info: LanguageInfo,
    /// What a terminal frontend shows at start.
    pub banner: String,
    /// Whether `debug_request` is served (superseded by `supported_features`, still read by frontends).
    pub debugger: bool,
    /// Entries of the help menu.
    pub help_links: Vec<HelpLink>,
    /// Optional parts of the protocol, as listed in its specification.
    pub supported_features: Vec<String>,
}

impl Content for KernelInfo {
    const TYPE: &'static str = "kernel_info_reply";
}

/// The language of the cells, for highlighting and for export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LanguageInfo {
    /// Its name.
    pub name: String,
    /// The version of its compiler.
    pub version: String,
    /// The MIME type of a script.
    pub mimetype: String,
    /// The ending of a script's name.
    pub file_extension: String,
    /// The name of the Pygments lexer.
    pub pygments_lexer: String,
    /// The name of the CodeMirror mode.
    pub codemirror_mode: String,
}

/// An entry of the help menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpLink {
    /// What it says.
    pub text: String,
    /// Where it leads.
    pub url: String,
}
