//! The workspace of one kernel with the engine evcxr.

use super::super::files::{file_error, link_tree};
use super::{Prelude, PreludeError, cache_folder};
use std::fs;
use std::path::{Path, PathBuf};

impl Prelude {
    /// Makes the workspace of a session at `folder`: the template's build products as hard links.
    ///
    /// # Errors
    /// [`PreludeError::File`].
    pub fn open_session(&self, folder: &Path) -> Result<(), PreludeError> {
        sweep_sessions();
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(file_error(folder))?;
        }
        // Nobody may build in the template meanwhile, and it may be another version's.
        let _lock = self.lock()?;
        self.restore_template(&mut |_| ())?;
        self.lay_out(folder)?;
        link_tree(&self.template().join("cell/target"), &folder.join("cell/target"), &[""])
    }
}

/// The folder for the session of this process. It is known without asking the compiler, so that a kernel can answer
/// at once.
///
/// # Errors
/// [`PreludeError::NoCacheFolder`].
pub fn session_folder() -> Result<PathBuf, PreludeError> {
    Ok(cache_folder()?.join("sessions").join(std::process::id().to_string()))
}

/// Removes the folder of this process's session, if there is one.
pub fn close_session() {
    if let Ok(folder) = session_folder() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Removes the folders of sessions whose process has ended without doing so.
fn sweep_sessions() {
    let Ok(cache) = cache_folder() else { return };
    for entry in fs::read_dir(cache.join("sessions")).into_iter().flatten().flatten() {
        let process = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if !process.is_some_and(crate::session::is_alive) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
