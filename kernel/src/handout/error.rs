//! Why a page cannot be made.

use std::path::PathBuf;

/// A notebook that does not become a page. Messages name the cell and the remedy; the caller adds the file.
#[derive(Debug, thiserror::Error)]
pub enum HandoutError {
    /// A formula that KaTeX does not understand.
    #[error(
        "{cell}: the formula `{formula}` cannot be rendered: {reason}. See https://katex.org/docs/supported for what is understood"
    )]
    Formula {
        /// The cell.
        cell: String,
        /// The formula as typed.
        formula: String,
        /// What KaTeX said.
        reason: String,
    },
    /// A reference to a formula that nobody labelled.
    #[error(
        "{cell}: `\\ref{{{label}}}` has no formula with `\\label{{{label}}}` in this notebook. Add the label or correct the name"
    )]
    UnknownLabel {
        /// The cell.
        cell: String,
        /// The name referred to.
        label: String,
    },
    /// Two formulas with one label.
    #[error("{cell}: `\\label{{{label}}}` is used twice in this notebook. Rename one of them")]
    DoubledLabel {
        /// The cell with the second use.
        cell: String,
        /// The name.
        label: String,
    },
    /// Pictures that a blind reader would miss: each with its cell and the remedy.
    #[error("{}", .0.join("\n"))]
    NoAlternativeText(Vec<String>),
    /// A picture file of the prose that cannot be embedded.
    #[error("{cell}: the picture {} cannot be embedded: {reason}", path.display())]
    Picture {
        /// The cell.
        cell: String,
        /// The file.
        path: PathBuf,
        /// What stands in the way.
        reason: String,
    },
    /// HTML whose elements lie within one another by the hundred.
    #[error("{cell}: its HTML is nested too deeply to be shown. Close the elements that it opens")]
    TooDeep {
        /// The cell.
        cell: String,
    },
    /// A board that is not what the library writes.
    #[error("{cell}: the board in its outputs cannot be read: {reason}. Run the cell again")]
    Board {
        /// The cell.
        cell: String,
        /// What is wrong.
        reason: String,
    },
    /// Evidence that is not what the library writes.
    #[error("{cell}: the evidence in its outputs cannot be read: {reason}. Run the cell again")]
    Evidence {
        /// The cell.
        cell: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The code is newer than the outputs, for these reasons.
    #[error(
        "the outputs are older than the code: {}. Run the notebook again (agon run), or export it with --allow-stale",
        .0.join("; ")
    )]
    Stale(Vec<String>),
    /// The page itself could not be put together.
    #[error("the page could not be put together: {0}")]
    Template(#[from] askama::Error),
}
