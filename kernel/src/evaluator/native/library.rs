//! The names that `use agon::*;` brings.

use super::super::parts::words;

/// The roots of the library and of the prelude.
const ROOTS: [&str; 2] =
    [include_str!("../../../../src/lib.rs"), include_str!("../../../prelude/src/lib.rs")];

/// Whether a name is public at the root of what cells know as `agon`.
pub fn has(name: &str) -> bool {
    ROOTS.iter().flat_map(|root| root.split("\npub use ").skip(1)).any(|rest| {
        let tree = rest.split(';').next().unwrap_or_default();
        let segments = tree.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        segments.filter(|path| !path.ends_with("::")).any(|path| path.rsplit("::").next() == Some(name))
    }) && words(name).eq([name])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_exports_is_known() {
        for name in ["Nim", "Heaps", "mex", "Game", "show", "claim", "grundy_plot", "play", "nim", "Surreal"]
        {
            assert!(has(name), "{name}");
        }
        for name in ["impartial", "agon", "pub", "", "Chessboard", "hackenbush_of"] {
            assert!(!has(name), "{name}");
        }
    }
}
