//! What a command line names and cannot be used. The program says so before it has done anything, and ends with 2.

use miette::{Diagnostic, Report};

/// Something that the command line names: missing, or not what the command takes.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{what}")]
pub struct Unusable {
    what: String,
    #[help]
    remedy: Option<&'static str>,
}

/// The error for it; `what` names it. There may be no remedy (`""`) beyond what that says.
pub fn unusable(what: impl Into<String>, remedy: &'static str) -> Report {
    let remedy = (!remedy.is_empty()).then_some(remedy);
    Unusable { what: what.into(), remedy }.into()
}
