//! The connection file of a kernel that has chosen its ports itself (JEP 66): with it, other frontends find the kernel.

use crate::wire::ConnectionInfo;
use crate::wire::registration::Registration;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

/// A connection file; it goes when this value goes.
pub struct Announcement {
    path: PathBuf,
}

impl Announcement {
    /// Writes the file into Jupyter's runtime folder. A kernel that cannot still serves the one that started it.
    pub fn write(registration: &Registration, connection: &ConnectionInfo) -> Option<Announcement> {
        let id = registration.kernel_id.clone().unwrap_or_else(|| format!("agon-{}", std::process::id()));
        // The id is another program's; it must not lead out of the folder.
        let id = id.replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '_', "-");
        let folder = runtime_folder()?;
        let path = folder.join(format!("kernel-{id}.json"));
        let written = DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .and_then(|()| connection.write(&path));
        match written {
            Ok(()) => Some(Announcement { path }),
            Err(error) => {
                tracing::warn!(%error, "the connection file {} cannot be written", path.display());
                None
            }
        }
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn runtime_folder() -> Option<PathBuf> {
    match std::env::var_os("JUPYTER_RUNTIME_DIR") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(dirs::data_dir()?.join("jupyter/runtime")),
    }
}
