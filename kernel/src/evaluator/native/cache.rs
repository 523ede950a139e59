//! Compiled cells by their content: an unchanged cell is compiled once.

use super::super::cell::without_cell_numbers;
use super::super::parts::words;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use uuid::Uuid;

/// Macros whose values come from elsewhere.
const READERS: [&str; 5] = ["include", "include_str", "include_bytes", "env", "option_env"];

/// The most that the cache keeps, in bytes.
const LIMIT: u64 = 256 << 20;

/// A folder of files named by the hash of what they were made from.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    salt: String,
}

impl Cache {
    /// The cache in `folder`; `salt` is everything that decides the products besides the program.
    pub fn new(folder: PathBuf, salt: String) -> Cache {
        Cache { folder, salt }
    }

    /// The name under which the products of a program are kept. Which cells its pieces are from does not matter; what
    /// reads files or the environment while it compiles is like nothing that was compiled before.
    pub fn key(&self, program: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(&self.salt);
        hash.update([0]);
        hash.update(without_cell_numbers(program));
        if words(program).any(|word| READERS.contains(&word)) {
            hash.update(Uuid::new_v4());
        }
        // Half of the hash is as good as unique, and paths that contain it stay short.
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Copies a product to `to`, if it is there. (A copy: the same file is never mapped twice into one process.)
    pub fn fetch(&self, key: &str, kind: &str, to: &Path) -> bool {
        fs::copy(self.path(key, kind), to).is_ok()
    }

    /// The text of a product, if it is there.
    pub fn text(&self, key: &str, kind: &str) -> Option<String> {
        fs::read_to_string(self.path(key, kind)).ok()
    }

    /// Keeps a product. It appears at once or not at all, so that kernels can share the folder; what cannot be kept is
    /// made again another time.
    pub fn keep(&self, key: &str, kind: &str, content: &[u8]) {
        if let Err(error) = self.try_keep(key, kind, content) {
            tracing::debug!("a compiled cell is not kept: {error}");
        }
    }

    fn try_keep(&self, key: &str, kind: &str, content: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let temporary = tempfile::NamedTempFile::new_in(&self.folder)?;
        fs::write(temporary.path(), content)?;
        temporary.persist(self.path(key, kind))?;
        // Now and then is often enough.
        if key.starts_with("00") { self.shrink() } else { Ok(()) }
    }

    /// Removes the oldest products until the limit is kept.
    fn shrink(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder)?.flatten() {
            if let Ok(data) = entry.metadata() {
                files.push((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len(), entry.path()));
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if total <= LIMIT {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= length;
            }
        }
        Ok(())
    }

    fn path(&self, key: &str, kind: &str) -> PathBuf {
        self.folder.join(format!("{key}.{kind}"))
    }
}
