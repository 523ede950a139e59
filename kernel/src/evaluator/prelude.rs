//! The prelude: compiled once, cached, shared by all sessions.
//!
//! polars and plotters take minutes to compile, so they are compiled into one dylib when Agon is installed or first
//! used, never by a cell. The cache (`agon` in the user's cache folder, or `$AGON_CACHE`):
//!
//! ```text
//! sessions/<process id>/   the workspace of one kernel with the engine evcxr, its build products hard links
//! rustc-<version>/         for each compiler:
//!     source/              a copy of the library and of the prelude, so that an installed kernel needs no clone
//!     template/            a workspace with one cell, where cargo builds, and the table of names for completion
//!     preludes/<hash>/     what cells link, as hard links into the template, by the hash of what it was built from, and
//!                          the facade that the compiler sees of it
//!     current              the hash of what the template holds; missing while that is changed
//!     extras/<hash>/       the template with the crates of `:dep` lines
//!     cells/               compiled cells by their content
//! ```
//!
//! A prelude that was published never changes, so a kernel goes on with its own while a newer one is built. It holds a
//! shared lock on the file `used` in its prelude; preludes that nobody uses are removed after a build, but for the last.

mod published;
mod session;
mod sources;
mod workspace;

pub use session::{close_session, session_folder};
pub use workspace::cargo_of;

use super::facade;
use super::files::{file_error, write_if_changed};
use super::toolchain::Toolchain;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why the prelude cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum PreludeError {
    /// A file of the cache or of the sources could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said; not a `source`, which would be printed once more.
        error: io::Error,
    },
    /// There is no `rustc` or `cargo`.
    #[error(
        "cannot run `{program}` ({error}): Agon compiles cells with the Rust toolchain; install it from https://rustup.rs"
    )]
    NoToolchain {
        /// The program that is missing.
        program: &'static str,
        /// What the system said.
        error: io::Error,
    },
    /// There is no folder for caches.
    #[error("this account has no cache folder: set AGON_CACHE to a folder for the compiled prelude")]
    NoCacheFolder,
    /// The sources of the library are neither in the clone nor in the cache.
    #[error("the sources of the prelude are not at {0} any more: run `agon install` again from a clone")]
    NoSources(PathBuf),
    /// Another prelude has been built since this process began.
    #[error("Agon has been updated since this kernel started: restart the kernel to add crates")]
    Outdated,
    /// cargo failed.
    #[error("cargo cannot compile what cells link:\n{0}")]
    Build(String),
}

/// The compiled prelude of one compiler.
#[derive(Clone, Debug)]
pub struct Prelude {
    root: PathBuf,
    toolchain: Toolchain,
    /// The hash of everything that decides the build products; empty if there is neither a clone nor a built prelude.
    fingerprint: String,
}

impl Prelude {
    /// The prelude for the `rustc` on this machine's path; nothing is compiled yet.
    ///
    /// # Errors
    /// [`PreludeError::NoToolchain`], [`PreludeError::NoCacheFolder`].
    pub fn locate() -> Result<Prelude, PreludeError> {
        let cache = cache_folder()?;
        let toolchain = Toolchain::find(&cache)?;
        let root = cache.join(format!("rustc-{}-{}", toolchain.version, toolchain.target));
        // No clone any more: what was installed is what there is.
        let fingerprint = sources::fingerprint_of_clone()
            .unwrap_or_else(|_| fs::read_to_string(root.join(CURRENT)).unwrap_or_default());
        Ok(Prelude { root, toolchain, fingerprint })
    }

    /// Whether [`Prelude::build`] would find everything done.
    pub fn is_built(&self) -> bool {
        !self.fingerprint.is_empty() && self.published().join(published::USED).exists()
    }

    /// Compiles what is not compiled yet; `progress` gets the name of each crate as it begins.
    ///
    /// # Errors
    /// See [`PreludeError`]. A build that fails leaves the cache as it can be built on.
    pub fn build(&self, mut progress: impl FnMut(&str)) -> Result<(), PreludeError> {
        if self.is_built() {
            return Ok(());
        }
        // Two kernels that start at once must not build at once: the second waits and finds it done.
        let _lock = self.lock()?;
        if self.is_built() {
            return Ok(());
        }
        self.build_template(&mut progress)?;
        self.sweep_preludes(1);
        Ok(())
    }

    /// Builds in the template, and publishes what came of it; the [lock](Prelude::lock) is held.
    fn build_template(&self, progress: &mut dyn FnMut(&str)) -> Result<(), PreludeError> {
        // Another prelude that stands in the template is none any more from the first change on.
        self.forget_template()?;
        self.copy_sources()?;
        let template = self.template();
        self.lay_out(&template)?;
        self.cargo_build(&template.join("cell"), progress)?;
        if !self.is_built() {
            self.publish()?;
        }
        write_if_changed(&self.root.join(CURRENT), self.fingerprint.as_bytes())
    }

    /// Makes sure that the template is what this process began with: it is what sets of crates begin with. Another
    /// version of Agon may have built there since, or `agon cache` may have removed it. The lock is held.
    fn restore_template(&self, progress: &mut dyn FnMut(&str)) -> Result<(), PreludeError> {
        if fs::read_to_string(self.root.join(CURRENT)).is_ok_and(|current| current == self.fingerprint) {
            return Ok(());
        }
        if sources::fingerprint_of_clone()? != self.fingerprint {
            return Err(PreludeError::Outdated);
        }
        self.build_template(progress)
    }

    /// Nobody takes the template for a finished one until it has been built again. Whoever removes it calls this first;
    /// the lock is held.
    ///
    /// # Errors
    /// [`PreludeError::File`].
    pub fn forget_template(&self) -> Result<(), PreludeError> {
        let path = self.root.join(CURRENT);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file_error(&path)(error)),
            _ => Ok(()),
        }
    }

    /// The lock under which the template and the published preludes change.
    ///
    /// # Errors
    /// [`PreludeError::File`].
    pub fn lock(&self) -> Result<File, PreludeError> {
        fs::create_dir_all(&self.root).map_err(file_error(&self.root))?;
        let path = self.root.join("lock");
        let file = File::create(&path).map_err(file_error(&path))?;
        file.lock().map_err(file_error(&path))?;
        Ok(file)
    }

    /// What cells link.
    pub fn products(&self) -> Products {
        Products { target: self.published().join("target"), host: self.published().join("host") }
    }

    /// The arguments by which a cell finds the prelude without reading all of it; empty where that cannot be done.
    pub fn facade(&self) -> Vec<String> {
        facade::arguments(&self.published().join(published::FACADE), &self.toolchain)
    }

    /// What cells link in a workspace that was made from the template.
    pub fn products_in(&self, workspace: &Path) -> Products {
        Products { target: self.template_deps(workspace), host: workspace.join(HOST_DEPS) }
    }

    /// Where the child finds shared libraries: the prelude and the compiler's own `libstd`.
    pub fn library_path(&self, products: &Products) -> std::ffi::OsString {
        let own = [
            products.target.clone(),
            self.toolchain.sysroot.join("lib/rustlib").join(&self.toolchain.target).join("lib"),
        ];
        let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let all = own.into_iter().chain(std::env::split_paths(&inherited));
        std::env::join_paths(all).unwrap_or_default()
    }

    /// The dependency line by which a cell's crate names the prelude.
    pub fn dependency(&self) -> String {
        format!("{{ package = \"agon-prelude\", path = {:?} }}", self.root.join("source/kernel/prelude"))
    }

    /// The folder in which cargo builds.
    pub fn template(&self) -> PathBuf {
        self.root.join("template")
    }

    /// The folder for crates of `:dep` lines.
    pub fn extras(&self) -> PathBuf {
        self.root.join("extras")
    }

    /// The folder for compiled cells.
    pub fn cell_cache(&self) -> PathBuf {
        self.root.join("cells")
    }

    /// The folder of the toolchain.
    pub fn sysroot(&self) -> &Path {
        &self.toolchain.sysroot
    }

    /// The compiler itself, without the detour of rustup.
    pub fn rustc(&self) -> PathBuf {
        self.toolchain.rustc()
    }

    /// The target triple.
    pub fn target(&self) -> &str {
        &self.toolchain.target
    }

    /// The hash of everything that decides the build products.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn template_deps(&self, workspace: &Path) -> PathBuf {
        workspace.join("cell/target").join(&self.toolchain.target).join("debug/deps")
    }

    /// The folder for a set of extra crates. Another prelude has another folder.
    pub fn extras_folder(&self, requirements: &[String]) -> PathBuf {
        let hash =
            Sha256::new().chain_update(&self.fingerprint).chain_update(requirements.join("\n")).finalize();
        let name: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        self.extras().join(name)
    }
}

/// What rustc needs to compile a cell: compiled dependencies of the target, and those that run while compiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Products {
    /// For the target; the prelude's dylib among them.
    pub target: PathBuf,
    /// For the host.
    pub host: PathBuf,
}

impl Products {
    /// The prelude's dylib.
    pub fn dylib(&self) -> PathBuf {
        self.target.join(facade::DYLIB)
    }
}

/// The file that names the prelude in the template, by its hash.
const CURRENT: &str = "current";

/// Below a workspace: what was compiled to run while compiling.
const HOST_DEPS: &str = "cell/target/debug/deps";

/// Where everything compiled is kept.
///
/// # Errors
/// [`PreludeError::NoCacheFolder`].
pub fn cache_folder() -> Result<PathBuf, PreludeError> {
    match std::env::var_os("AGON_CACHE") {
        Some(folder) => std::path::absolute(&folder).map_err(file_error(Path::new(&folder))),
        None => Ok(dirs::cache_dir().ok_or(PreludeError::NoCacheFolder)?.join("agon")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prelude(root: &Path, fingerprint: &str) -> Prelude {
        let toolchain = Toolchain::find(root).unwrap();
        Prelude { root: root.to_owned(), toolchain, fingerprint: fingerprint.to_owned() }
    }

    fn publish(prelude: &Prelude) {
        write_if_changed(&prelude.published().join(published::USED), b"").unwrap();
    }

    #[test]
    fn a_prelude_that_a_process_uses_outlives_the_removal_of_all() {
        let folder = tempfile::tempdir().unwrap();
        let (used, other) =
            (prelude(folder.path(), &"1".repeat(64)), prelude(folder.path(), &"2".repeat(64)));
        publish(&used);
        publish(&other);
        used.keep().unwrap();
        other.forget_template().unwrap();
        assert_eq!(other.sweep_preludes(0), 1);
        assert!(used.is_built() && !other.is_built());
    }

    #[test]
    fn a_template_that_is_another_or_none_is_not_built_upon() {
        let folder = tempfile::tempdir().unwrap();
        let ours = prelude(folder.path(), &"1".repeat(64));
        let restore = || ours.restore_template(&mut |_| ());
        write_if_changed(&folder.path().join(CURRENT), ours.fingerprint.as_bytes()).unwrap();
        restore().unwrap();
        // The sources are not those of this prelude either, so that nothing is compiled.
        write_if_changed(&folder.path().join(CURRENT), b"another").unwrap();
        assert!(matches!(restore(), Err(PreludeError::Outdated)));
        ours.forget_template().unwrap();
        ours.forget_template().unwrap();
        assert!(matches!(restore(), Err(PreludeError::Outdated)));
    }
}
