//! Our own scripts on a page: one for [reading](PAGE), one for [boards](BOARDS). The policy of the page names them by their
//! hashes, so that they run and nothing else does.

use super::theme::base64;
use sha2::{Digest, Sha256};

/// Copies code, and marks the present section in the contents.
pub const PAGE: &str = include_str!("../../../book/theme/page.js");

/// Makes boards playable.
pub const BOARDS: &str = agon_book::board::SCRIPT;

/// What the content security policy says of scripts, behind `default-src 'none'`.
pub fn policy<'a>(scripts: impl Iterator<Item = &'a str>) -> String {
    let hashes: String =
        scripts.map(|script| format!(" 'sha256-{}'", base64(&Sha256::digest(script)))).collect();
    if hashes.is_empty() { hashes } else { format!("; script-src{hashes}") }
}
