//! Where a page comes from, so that somebody else can make it again.

use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// What the foot of a page says about its origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provenance {
    /// The notebook, as a path from the root of the project.
    pub source: String,
    /// SHA-256 of the notebook's file: what `sha256sum` says of it.
    pub source_sha256: String,
    /// SHA-256 of `Cargo.lock`: which versions the cells were compiled with. Not said when empty.
    pub lock_sha256: String,
    /// What `rustc --version` says. Not said when empty.
    pub rustc: String,
    /// The version of agon.
    pub agon: String,
    /// When the page was made, to the minute. Right after a run this is when its cells ran.
    pub date: String,
    /// How long each code cell took in the run that was just made: its number and seconds. Notebooks do not keep it, so that
    /// a run that changes nothing changes no file.
    pub times: Vec<(u32, f64)>,
    /// The command that makes it again.
    pub command: String,
}

impl Provenance {
    /// The provenance of the notebook in the file `path`, now. What is not known of the run that made the outputs
    /// (`lockfile`, `rustc`) is empty.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of(path: &Path, lockfile: &[u8], rustc: &str, command: &str) -> io::Result<Self> {
        Ok(Self {
            source: path.display().to_string(),
            source_sha256: sha256(&std::fs::read(path)?),
            lock_sha256: if lockfile.is_empty() { String::new() } else { sha256(lockfile) },
            rustc: rustc.trim().into(),
            agon: env!("CARGO_PKG_VERSION").into(),
            date: date(),
            times: Vec::new(),
            command: command.into(),
        })
    }
}

/// The seconds of `SOURCE_DATE_EPOCH`, by which builds are made to give the same bytes.
static FIXED_DATE: OnceLock<Option<i64>> = OnceLock::new();

/// Takes `SOURCE_DATE_EPOCH` out of the environment. Build scripts of C libraries ask for it, too, so that a cargo that saw
/// another date would compile polars anew. Called first in `main`.
#[allow(unsafe_code)]
pub fn take_date() {
    const NAME: &str = "SOURCE_DATE_EPOCH";
    let _ = FIXED_DATE.set(std::env::var(NAME).ok().and_then(|seconds| seconds.parse().ok()));
    // SAFETY: called at the start of `main`, before any other thread exists.
    unsafe { std::env::remove_var(NAME) };
}

/// Whether pages get the date from the environment, so that two runs give the same bytes.
pub fn is_date_fixed() -> bool {
    FIXED_DATE.get().copied().flatten().is_some()
}

/// Now, to the minute; or the date that was taken from the environment.
pub fn date() -> String {
    let fixed = FIXED_DATE.get().copied().flatten();
    let fixed = fixed.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    let now = fixed.map_or_else(jiff::Zoned::now, |time| time.to_zoned(jiff::tz::TimeZone::UTC));
    now.strftime("%Y-%m-%d %H:%M %:z").to_string()
}

fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ipynb");
        std::fs::write(&path, "abc").unwrap();
        let provenance = Provenance::of(&path, b"", "rustc 1.95.0\n", "agon run a.ipynb").unwrap();
        assert_eq!(
            provenance.source_sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(provenance.rustc, "rustc 1.95.0");
        assert!(Provenance::of(&folder.path().join("none"), b"", "", "").is_err());
    }
}
