//! What the kernel and rust-analyzer's process say to each other, one line of JSON a message.

use super::super::name::Name;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The first line to the process.
#[derive(Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The workspace of the prelude.
    pub workspace: PathBuf,
    /// The toolchain, which has the standard library's sources.
    pub sysroot: PathBuf,
}

/// All further lines to the process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// What is asked.
    pub wish: Wish,
    /// The text of a crate, and a place in it, in bytes.
    pub text: String,
    /// The place.
    pub at: usize,
}

/// What can be asked of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wish {
    /// The names that can stand there.
    Complete,
    /// The name that stands there.
    Inspect,
    /// The function whose arguments are written there.
    Call,
}

/// The lines from the process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// It has read and analysed what it needs to answer quickly.
    Ready,
    /// The answer to the question of this number; questions are counted from 1 on.
    Answer(u64, Vec<Name>),
}
