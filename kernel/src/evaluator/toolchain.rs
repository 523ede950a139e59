//! Which compiler `rustc` is on this machine.
//!
//! Behind the name stands as a rule rustup, which reads its settings and starts the compiler that they mean; asking it
//! twice takes as long as compiling a cell. What it answered is kept in the cache, under everything that the answer
//! depends on.

use super::prelude::PreludeError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// A compiler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Toolchain {
    /// Its folder, with `bin` and `lib`.
    pub sysroot: PathBuf,
    /// The target triple.
    pub target: String,
    /// The release and the commit that it was built from.
    pub version: String,
    /// The compiler itself, as it was when the question was answered.
    stamp: Option<(SystemTime, u64)>,
}

impl Toolchain {
    /// The compiler that is found first; answers are kept in `cache`.
    ///
    /// # Errors
    /// [`PreludeError::NoToolchain`].
    pub fn find(cache: &Path) -> Result<Toolchain, PreludeError> {
        let Some(question) = question_to_rustup() else { return Toolchain::ask() };
        let kept = cache.join("toolchains").join(question);
        let read = fs::read(&kept).ok().and_then(|text| serde_json::from_slice::<Toolchain>(&text).ok());
        if let Some(toolchain) =
            read.filter(|known| known.stamp.is_some() && known.stamp == stamp(&known.rustc()))
        {
            return Ok(toolchain);
        }
        let toolchain = Toolchain::ask()?;
        // What cannot be kept is asked again another time.
        if let Ok(text) = serde_json::to_vec(&toolchain)
            && fs::create_dir_all(cache.join("toolchains")).is_ok()
        {
            let _ = crate::notebook::write_atomically(&kept, &text);
        }
        Ok(toolchain)
    }

    /// The compiler without the detour of rustup.
    pub fn rustc(&self) -> PathBuf {
        self.sysroot.join("bin/rustc")
    }

    fn ask() -> Result<Toolchain, PreludeError> {
        let sysroot = PathBuf::from(output(Path::new("rustc"), &["--print", "sysroot"])?.trim());
        let rustc = sysroot.join("bin/rustc");
        let version = output(if rustc.exists() { &rustc } else { Path::new("rustc") }, &["-vV"])?;
        let field = |name: &str| {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or("unknown").trim().to_owned()
        };
        let commit: String = field("commit-hash:").chars().take(9).collect();
        Ok(Toolchain {
            stamp: stamp(&rustc),
            sysroot,
            target: field("host:"),
            version: format!("{}-{commit}", field("release:")),
        })
    }
}

/// A name for everything that decides what rustup answers; `None` if `rustc` is not rustup's.
fn question_to_rustup() -> Option<String> {
    let folders = std::env::var_os("PATH")?;
    let rustc =
        std::env::split_paths(&folders).map(|folder| folder.join("rustc")).find(|file| file.is_file())?;
    // rustup is installed once and linked under the names of all tools.
    let rustup = rustc.with_file_name("rustup");
    if stamp(&rustup)?.1 != stamp(&rustc)?.1 {
        return None;
    }
    let home = std::env::var_os("RUSTUP_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(dirs::home_dir()?.join(".rustup")))?;
    let folder = std::env::current_dir().ok()?;
    let files = folder
        .ancestors()
        .flat_map(|folder| ["rust-toolchain", "rust-toolchain.toml"].map(|name| folder.join(name)))
        .chain([rustup, home.join("settings.toml")]);
    let stamps: Vec<_> = files.filter_map(|file| Some((stamp(&file)?, file))).collect();
    let all = format!("{folder:?} {:?} {stamps:?}", std::env::var_os("RUSTUP_TOOLCHAIN"));
    Some(Sha256::digest(all).iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}

/// When a file changed last, and its length.
fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

fn output(program: &Path, arguments: &[&str]) -> Result<String, PreludeError> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| PreludeError::NoToolchain { program: "rustc", error })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_is_asked() {
        let cache = tempfile::tempdir().unwrap();
        let asked = Toolchain::ask().unwrap();
        for _ in 0..2 {
            let found = Toolchain::find(cache.path()).unwrap();
            assert_eq!((&found.sysroot, &found.version), (&asked.sysroot, &asked.version));
        }
        assert!(asked.rustc().is_file() && asked.version.starts_with(|c: char| c.is_ascii_digit()));
    }
}
