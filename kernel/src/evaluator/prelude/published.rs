//! What cells link: a folder for each prelude that was built, which no later build changes.

use super::super::facade;
use super::super::files::{file_error, link_tree, write_if_changed};
use super::{HOST_DEPS, Prelude, PreludeError};
use std::fs::{self, File};
use std::path::PathBuf;

/// The folder of the [`facade`] in a published prelude.
pub(super) const FACADE: &str = "facade";

/// The file in a published prelude that its users lock.
pub(super) const USED: &str = "used";

impl Prelude {
    /// Says that this process uses the prelude, which is then not removed. The sign lasts as long as the process.
    ///
    /// # Errors
    /// [`PreludeError::File`].
    pub fn keep(&self) -> Result<(), PreludeError> {
        let path = self.published().join(USED);
        let file = File::options().append(true).open(&path).map_err(file_error(&path))?;
        let _ = file.set_modified(std::time::SystemTime::now());
        file.lock_shared().map_err(file_error(&path))?;
        // Never closed: the system ends the lock with the process.
        std::mem::forget(file);
        Ok(())
    }

    /// Makes what the template holds a prelude of its own, which no later build changes.
    pub(super) fn publish(&self) -> Result<(), PreludeError> {
        let unfinished = self.root.join("preludes/unfinished");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(file_error(&unfinished))?;
        }
        let target = self.template_deps(&self.template());
        // Cells link the dylib alone. Of the crates in it the compiler wants to know, not to link: of their two files one
        // is enough, and reading both would take twice the time.
        for (name, from) in [("target", target), ("host", self.template().join(HOST_DEPS))] {
            link_tree(&from, &unfinished.join(name), &[".rmeta", ".so"])?;
        }
        let dylib = unfinished.join("target").join(facade::DYLIB);
        facade::make(&dylib, &unfinished.join(FACADE), &self.toolchain).map_err(file_error(&dylib))?;
        write_if_changed(&unfinished.join(USED), b"")?;
        let published = self.published();
        if published.exists() {
            fs::remove_dir_all(&published).map_err(file_error(&published))?;
        }
        fs::rename(&unfinished, &published).map_err(file_error(&published))
    }

    /// Removes published preludes that no process uses, except the `keep` last used ones. Returns how many are left.
    pub fn sweep_preludes(&self, keep: usize) -> usize {
        let entries = fs::read_dir(self.root.join("preludes")).into_iter().flatten().flatten();
        let mut preludes: Vec<_> = entries
            .map(|entry| {
                (fs::metadata(entry.path().join(USED)).and_then(|data| data.modified()).ok(), entry.path())
            })
            .collect();
        preludes.sort();
        preludes.reverse();
        let mut left = 0;
        for (at, (_, folder)) in preludes.into_iter().enumerate() {
            let used = File::options().append(true).open(folder.join(USED));
            let in_use = used.is_ok_and(|file| file.try_lock().is_err());
            if at < keep || in_use || fs::remove_dir_all(&folder).is_err() {
                left += 1;
            }
        }
        left
    }

    pub(super) fn published(&self) -> PathBuf {
        self.root.join("preludes").join(self.fingerprint.get(..16).unwrap_or("none"))
    }
}
