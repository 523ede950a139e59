//! The workspaces in which cargo builds: the template, those of sessions, those with the crates of `:dep` lines.

use super::super::files::{file_error, link_tree, write_if_changed};
use super::{Prelude, PreludeError};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The manifest of a workspace in which one cell is compiled.
///
/// The cell is optimised like evcxr's (2), and checks what a native one checks; the library as in a release build, because labs compute in it; everything
/// else at 1, which compiles in two thirds of the time of 3.
pub(super) const WORKSPACE: &str = r#"[workspace]
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

impl Prelude {
    /// Writes the workspace of a dylib named `name` that links the prelude and extra dependencies. Whoever calls this holds
    /// the [lock](Prelude::lock).
    ///
    /// # Errors
    /// See [`PreludeError`].
    pub fn lay_out_extras(
        &self,
        folder: &Path,
        name: &str,
        dependencies: &str,
        library: &str,
        progress: &mut dyn FnMut(&str),
    ) -> Result<(), PreludeError> {
        self.restore_template(progress)?;
        let dependencies = format!("agon = {}\n{dependencies}", self.dependency());
        self.write_workspace(folder, name, "dylib", &dependencies, library)
    }

    /// Writes the workspace of an empty crate named `name` that has the dependencies alone, without the prelude. The lock is
    /// held.
    ///
    /// # Errors
    /// See [`PreludeError`].
    pub fn lay_out_alone(&self, folder: &Path, name: &str, dependencies: &str) -> Result<(), PreludeError> {
        self.write_workspace(folder, name, "rlib", dependencies, "")
    }

    /// Builds a workspace that was laid out; returns cargo's messages (JSON, one a line). What the template or one of the
    /// workspaces `before` has compiled is not compiled again; `progress` gets the name of each crate that is. The lock is
    /// held.
    ///
    /// # Errors
    /// See [`PreludeError`].
    pub fn build_extras(
        &self,
        folder: &Path,
        before: &[PathBuf],
        progress: &mut dyn FnMut(&str),
    ) -> Result<String, PreludeError> {
        for workspace in [self.template()].iter().chain(before) {
            link_tree(&workspace.join("cell/target"), &folder.join("cell/target"), &[""])?;
        }
        self.cargo_build(&folder.join("cell"), progress)
    }

    /// Compiles the text `library` to a dylib named `name` that holds crates which were built without the prelude, and links
    /// the prelude's dylib: what is in that already is not in this one.
    ///
    /// # Errors
    /// [`PreludeError::Build`] with what the compiler says.
    pub fn link_extras(
        &self,
        folder: &Path,
        name: &str,
        library: &str,
        crates: &[(String, PathBuf)],
    ) -> Result<(), PreludeError> {
        let source = folder.join("linked/src/lib.rs");
        write_if_changed(&source, library.as_bytes())?;
        let products = self.products_in(folder);
        let file = products.target.join(format!("lib{name}.so"));
        let mut rustc = Command::new(self.rustc());
        rustc
            .args(["--crate-type=dylib", "--edition=2024", "--cap-lints=allow"])
            .args(["-Cprefer-dynamic", "-Copt-level=1", &format!("--crate-name={name}")])
            // As cargo would say it: the crate is another one with other crates in it.
            .arg(format!("-Cmetadata={}", folder.display()))
            .arg(format!("--target={}", self.target()))
            .arg(format!("--extern=agon={}", products.dylib().display()))
            .arg(format!("-Ldependency={}", products.target.display()))
            .arg(format!("-Ldependency={}", products.host.display()))
            .args(crates.iter().map(|(name, file)| format!("--extern={name}={}", file.display())))
            .arg("-o")
            .arg(&file)
            .arg(&source)
            .stdin(Stdio::null());
        let output = rustc.output().map_err(|error| PreludeError::NoToolchain { program: "rustc", error })?;
        if output.status.success() {
            Ok(())
        } else {
            Err(PreludeError::Build(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    /// What the crate in a folder depends on: the output of `cargo metadata`.
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
    pub(super) fn lay_out(&self, folder: &Path) -> Result<(), PreludeError> {
        let agon = format!("agon = {}\n", self.dependency());
        self.write_workspace(folder, "ctx", "cdylib", &agon, "pub use agon as _;\n")
    }

    /// Writes a workspace with one crate.
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
             path = \"src/lib.rs\"\n\n[dependencies]\n{dependencies}\n"
        );
        write_if_changed(&folder.join("cell/Cargo.toml"), manifest.as_bytes())?;
        write_if_changed(&folder.join("cell/src/lib.rs"), library.as_bytes())
    }

    /// Builds the crate in a folder; returns cargo's messages.
    pub(super) fn cargo_build(
        &self,
        cell: &Path,
        progress: &mut dyn FnMut(&str),
    ) -> Result<String, PreludeError> {
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
