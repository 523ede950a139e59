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
//!     current              the hash of the last one
//!     extras/<hash>/       the template with the crates of `:dep` lines
//!     cells/               compiled cells by their content
//! ```
//!
//! A prelude that was published never changes, so a kernel goes on with its own while a newer one is built. It holds a
//! shared lock on the file `used` in its prelude; preludes that nobody uses are removed after a build, but for the last.

use super::facade;
use super::files::{file_error, files, link_tree, mirror, write_if_changed};
use super::toolchain::Toolchain;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// The manifest of a workspace in which one cell is compiled.
///
/// The cell is optimised like evcxr's (2), and checks what a native one checks; the library as in a release build, because labs compute in it; everything
/// else at 1, which compiles in two thirds of the time of 3.
const WORKSPACE: &str = r#"[workspace]
resolver = "3"
members = ["cell"]

[profile.dev]
opt-level = 2
debug = false
incremental = true
debug-assertions = false
overflow-checks = true

[profile.dev.package."*"]
opt-level = 1
debug-assertions = false
overflow-checks = false

[profile.dev.package.agon]
opt-level = 3
overflow-checks = true

[profile.dev.package.agon-prelude]
opt-level = 1
overflow-checks = true
"#;

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
        let fingerprint = fingerprint_of_clone()
            .unwrap_or_else(|_| fs::read_to_string(root.join("current")).unwrap_or_default());
        Ok(Prelude { root, toolchain, fingerprint })
    }

    /// Whether [`Prelude::build`] would find everything done.
    pub fn is_built(&self) -> bool {
        !self.fingerprint.is_empty() && self.published().join(USED).exists()
    }

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
        fingerprint_of_clone()?;
        for part in SOURCES {
            mirror(&Path::new(CLONE).join(part), &self.root.join("source").join(part))?;
        }
        let template = self.root.join("template");
        self.lay_out(&template)?;
        self.cargo_build(&template.join("cell"), &mut progress)?;
        self.publish()?;
        write_if_changed(&self.root.join("current"), self.fingerprint.as_bytes())?;
        self.sweep_preludes(1);
        Ok(())
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

    /// Makes what the template holds a prelude of its own, which no later build changes.
    fn publish(&self) -> Result<(), PreludeError> {
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

    fn published(&self) -> PathBuf {
        self.root.join("preludes").join(self.fingerprint.get(..16).unwrap_or("none"))
    }

    /// Makes the workspace of a session at `folder`: the template's build products as hard links.
    ///
    /// # Errors
    /// [`PreludeError::File`].
    pub fn open_session(&self, folder: &Path) -> Result<(), PreludeError> {
        sweep_sessions();
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(file_error(folder))?;
        }
        self.lay_out(folder)?;
        link_tree(&self.root.join("template/cell/target"), &folder.join("cell/target"), &[""])
    }

    /// What cells link.
    pub fn products(&self) -> Products {
        Products { target: self.published().join("target"), host: self.published().join("host") }
    }

    /// The arguments by which a cell finds the prelude without reading all of it; empty where that cannot be done.
    pub fn facade(&self) -> Vec<String> {
        facade::arguments(&self.published().join(FACADE), &self.toolchain)
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

    /// Compiles a dylib named `name` from the text `library` with extra dependencies; returns cargo's messages (JSON, one
    /// a line). What the workspace `before` has compiled is not compiled again; `progress` gets the name of each crate that is. Whoever calls this holds the
    /// [lock](Prelude::lock).
    ///
    /// # Errors
    /// See [`PreludeError`].
    pub fn build_extras(
        &self,
        folder: &Path,
        name: &str,
        dependencies: &str,
        library: &str,
        before: Option<&Path>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<String, PreludeError> {
        // The template must still be what this process began with; the caller holds the lock.
        if fs::read_to_string(self.root.join("current")).unwrap_or_default() != self.fingerprint {
            return Err(PreludeError::Outdated);
        }
        self.write_workspace(folder, name, "dylib", dependencies, library)?;
        for workspace in [Some(self.root.join("template").as_path()), before].into_iter().flatten() {
            link_tree(&workspace.join("cell/target"), &folder.join("cell/target"), &[""])?;
        }
        self.cargo_build(&folder.join("cell"), progress)
    }

    /// What the crate in a folder that was built depends on: the output of `cargo metadata`.
    ///
    /// # Errors
    /// See [`PreludeError`].
    pub fn dependency_graph(&self, folder: &Path) -> Result<String, PreludeError> {
        let output = Command::new(cargo_of(self.sysroot()))
            .args(["metadata", "--format-version=1", "--filter-platform", &self.toolchain.target])
            .current_dir(folder.join("cell"))
            .env("RUSTC", self.rustc())
            .env("CARGO_TERM_COLOR", "never")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| PreludeError::NoToolchain { program: "cargo", error })?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(PreludeError::Build(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    /// Writes the workspace of a cell as evcxr will want it.
    fn lay_out(&self, folder: &Path) -> Result<(), PreludeError> {
        self.write_workspace(folder, "ctx", "cdylib", "", "pub use agon as _;\n")
    }

    /// Writes a workspace with one crate that links the prelude.
    fn write_workspace(
        &self,
        folder: &Path,
        name: &str,
        kind: &str,
        dependencies: &str,
        library: &str,
    ) -> Result<(), PreludeError> {
        write_if_changed(&folder.join("Cargo.toml"), WORKSPACE.as_bytes())?;
        let lock = self.root.join("source/Cargo.lock");
        write_if_changed(&folder.join("Cargo.lock"), &fs::read(&lock).map_err(file_error(&lock))?)?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"{kind}\"]\n\
             path = \"src/lib.rs\"\n\n[dependencies]\nagon = {}\n{dependencies}\n",
            self.dependency()
        );
        write_if_changed(&folder.join("cell/Cargo.toml"), manifest.as_bytes())?;
        write_if_changed(&folder.join("cell/src/lib.rs"), library.as_bytes())
    }

    /// Builds the crate in a folder; returns cargo's messages.
    fn cargo_build(&self, cell: &Path, progress: &mut dyn FnMut(&str)) -> Result<String, PreludeError> {
        let mut cargo = Command::new(cargo_of(self.sysroot()))
            .args(["build", "--message-format=json-render-diagnostics", "--target", &self.toolchain.target])
            .current_dir(cell)
            // As evcxr calls it later: other flags would make cargo compile everything anew.
            .env("RUSTC", self.rustc())
            .env("CARGO_TARGET_DIR", "target")
            .env("CARGO_BUILD_BUILD_DIR", "target")
            .env("RUSTFLAGS", "-Cprefer-dynamic")
            .env("CARGO_TERM_COLOR", "never")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| PreludeError::NoToolchain { program: "cargo", error })?;
        // Both pipes are read at once: cargo waits when one is full.
        let messages =
            cargo.stdout.take().map(|stdout| std::thread::spawn(move || io::read_to_string(stdout)));
        let mut said = Vec::new();
        if let Some(stderr) = cargo.stderr.take() {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(name) = line.trim_start().strip_prefix("Compiling ") {
                    progress(name);
                } else {
                    said.push(line);
                }
            }
        }
        let status = cargo.wait().map_err(|error| PreludeError::NoToolchain { program: "cargo", error })?;
        let messages =
            messages.and_then(|thread| thread.join().ok()).and_then(Result::ok).unwrap_or_default();
        if status.success() { Ok(messages) } else { Err(PreludeError::Build(said.join("\n"))) }
    }
}

/// The cargo that belongs to the compiler of a toolchain.
pub fn cargo_of(sysroot: &Path) -> PathBuf {
    // The same compiler for all, whatever toolchain file stands near one folder or the other.
    let own = sysroot.join("bin/cargo");
    if own.exists() { own } else { PathBuf::from("cargo") }
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

/// The folder of the [`facade`] in a published prelude.
const FACADE: &str = "facade";

/// The file in a published prelude that its users lock.
const USED: &str = "used";

/// Below a workspace: what was compiled to run while compiling.
const HOST_DEPS: &str = "cell/target/debug/deps";

/// A hash of everything that decides the build products.
fn fingerprint_of_clone() -> Result<String, PreludeError> {
    let mut hash = Sha256::new();
    hash.update(WORKSPACE);
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
