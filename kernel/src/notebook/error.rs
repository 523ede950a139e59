//! What can go wrong with a notebook file, in words that name the file and the remedy.

use std::io;
use std::path::PathBuf;

/// A notebook cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum NotebookError {
    /// The file is missing or cannot be opened.
    #[error("{}: cannot be read: {error}. Check the path and the permissions", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said; not a `source`, which would be printed once more.
        error: io::Error,
    },
    /// The bytes are not JSON.
    #[error("{}: not JSON at line {line}, column {column}: {reason}. {remedy}", path.display())]
    NotJson {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What the parser expected.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The JSON lacks what makes it a notebook.
    #[error("{}: not a notebook: {reason}. Notebooks end in .ipynb and are made with JupyterLab", path.display())]
    NotNotebook {
        /// The file.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// Major version 3 or earlier.
    #[error("{}: notebook format {found} is too old (4 is needed). Convert it: jupyter nbconvert --to notebook --inplace FILE", path.display())]
    TooOld {
        /// The file.
        path: PathBuf,
        /// Its major version.
        found: u64,
    },
    /// Major version 5 or later.
    #[error("{}: notebook format {found} is newer than this program knows (4). Update agon, or save the notebook as format 4", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its major version.
        found: u64,
    },
    /// One cell is malformed.
    #[error("{}: cell {cell}: {reason}. Open the notebook in JupyterLab, remove that cell, and save", path.display())]
    BadCell {
        /// The file.
        path: PathBuf,
        /// The cell's place, from 1.
        cell: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be written; the old one is whole.
    #[error("{}: cannot be written: {error}. The old file is unchanged", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said; not a `source`, which would be printed once more.
        error: io::Error,
    },
}
