//! What the prelude is made from: the sources in the clone, and their copy in the cache.

use super::super::files::{file_error, files, mirror};
use super::{Prelude, PreludeError};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Where the sources of this program were when it was compiled.
const CLONE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The parts of the clone that the prelude is made from.
const SOURCES: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "book/Cargo.toml",
    "book/src",
    "book/claims",
    "kernel/prelude/Cargo.toml",
    "kernel/prelude/src",
];

/// A hash of everything that decides the build products.
pub(super) fn fingerprint_of_clone() -> Result<String, PreludeError> {
    let mut hash = Sha256::new();
    hash.update(super::workspace::WORKSPACE);
    for part in SOURCES {
        let path = Path::new(CLONE).join(part);
        if !path.exists() {
            return Err(PreludeError::NoSources(path));
        }
        for file in files(&path)? {
            hash.update(file.strip_prefix(CLONE).unwrap_or(&file).to_string_lossy().as_bytes());
            hash.update(fs::read(&file).map_err(file_error(&file))?);
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Prelude {
    /// Copies the sources of the clone into the cache, if they are those that this process began with.
    ///
    /// # Errors
    /// [`PreludeError::Outdated`] if they have changed; see [`PreludeError`].
    pub(super) fn copy_sources(&self) -> Result<(), PreludeError> {
        if fingerprint_of_clone()? != self.fingerprint {
            return Err(PreludeError::Outdated);
        }
        for part in SOURCES {
            mirror(&Path::new(CLONE).join(part), &self.root.join("source").join(part))?;
        }
        Ok(())
    }
}
