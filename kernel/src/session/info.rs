//! What the kernel says about itself, and questions that need nothing but the question.

use super::dispatch::Answer;
use super::{Call, Session, language};
use crate::evaluator::completeness::{Completeness, completeness};
use crate::wire::connect::{ConnectRequest, Ports};
use crate::wire::is_complete::{IsCompleteReply, IsCompleteRequest};
use crate::wire::kernel_info::{HelpLink, KernelInfo, LanguageInfo};
use crate::wire::{PROTOCOL_VERSION, Reply, Request};

const LINKS: [(&str, &str); 3] = [
    ("The Rust Programming Language", "https://doc.rust-lang.org/book/"),
    ("The Rust Standard Library", "https://doc.rust-lang.org/std/"),
    ("Polars", "https://docs.rs/polars/"),
];

/// The content of `kernel_info_reply` for cells compiled by this version of rustc.
pub fn kernel_info(rustc: &str) -> KernelInfo {
    let version = env!("CARGO_PKG_VERSION");
    KernelInfo {
        protocol_version: PROTOCOL_VERSION.to_owned(),
        implementation: "agon".to_owned(),
        implementation_version: version.to_owned(),
        language_info: LanguageInfo {
            name: "rust".to_owned(),
            version: rustc.to_owned(),
            mimetype: "text/x-rustsrc".to_owned(),
            file_extension: ".rs".to_owned(),
            pygments_lexer: "rust".to_owned(),
            codemirror_mode: "rust".to_owned(),
        },
        banner: format!("Agon {version}: mathematical games in Rust {rustc}"),
        debugger: false,
        help_links: LINKS.map(|(text, url)| HelpLink { text: text.to_owned(), url: url.to_owned() }).to_vec(),
        supported_features: vec!["kernel subshells".to_owned()],
    }
}

impl Answer for IsCompleteRequest {
    fn answer(self, _: &Session, _: &Call) -> <Self as Request>::Reply {
        if language::asks(&self.code) {
            return IsCompleteReply::Complete;
        }
        match completeness(&self.code) {
            Completeness::Complete => IsCompleteReply::Complete,
            Completeness::Incomplete { indent } => IsCompleteReply::Incomplete { indent },
            Completeness::Invalid => IsCompleteReply::Invalid,
        }
    }
}

impl Answer for ConnectRequest {
    fn answer(self, session: &Session, _: &Call) -> Self::Reply {
        let file = &session.connection;
        Reply::Ok(Ports {
            shell_port: file.shell_port,
            iopub_port: file.iopub_port,
            stdin_port: file.stdin_port,
            hb_port: file.hb_port,
            control_port: file.control_port,
        })
    }
}
