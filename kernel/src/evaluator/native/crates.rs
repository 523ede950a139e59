//! Crates that a reader adds with `:dep`.
//!
//! They are compiled once for each set of requirements, with the prelude's own flags, into one dylib that links the
//! prelude's: their types agree with the prelude's, and what they keep in statics exists once. The folder of a set stands
//! in the cache beside the template, whose build products it begins with.

use super::super::CellError;
use super::super::prelude::Prelude;
use super::directive::error;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The name of the dylib's crate.
pub const DYLIB: &str = "agon_extras";

/// A compiled set of crates.
#[derive(Clone, Debug, Default)]
pub struct Crates {
    /// The workspace, whose dependency folders replace the template's.
    pub folder: PathBuf,
    /// For each crate the name that cells know it by, and its file.
    pub files: Vec<(String, PathBuf)>,
    /// The dylib.
    pub dylib: PathBuf,
}

impl Crates {
    /// The set that `requirements` (lines of a `[dependencies]` table) describe, compiled now if it was not yet.
    ///
    /// # Errors
    /// `Directive`, with what cargo says.
    pub fn build(prelude: &Prelude, requirements: &[String]) -> Result<Crates, CellError> {
        let folder = prelude.extras_folder(requirements);
        let record = folder.join("crates.json");
        if let Some(crates) = read(&folder, &record) {
            return Ok(crates);
        }
        let lines = requirements.join("\n");
        // With the prelude in sight, what it holds already is not put into this dylib a second time.
        let mut library = "pub extern crate agon;\n".to_owned();
        library.extend(requirements.iter().map(|line| format!("pub extern crate {};\n", crate_name(line))));
        let messages = prelude
            .build_extras(&folder, DYLIB, &lines, &library)
            .map_err(|failure| error(failure.to_string()))?;
        let artifacts: Vec<Value> =
            messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut files = Vec::new();
        for requirement in requirements {
            let (name, package) = (crate_name(requirement), package_name(requirement));
            let file = artifacts.iter().find_map(|artifact| artifact_of(artifact, &package));
            let file =
                file.ok_or_else(|| error(format!("`{package}` has no library that cells could use")))?;
            files.push((name, file));
        }
        let listing: Vec<Value> = files.iter().map(|(name, file)| serde_json::json!([name, file])).collect();
        std::fs::write(&record, Value::Array(listing).to_string()).map_err(CellError::unavailable)?;
        read(&folder, &record).ok_or_else(|| error("the compiled crates cannot be read".to_owned()))
    }
}

fn read(folder: &Path, record: &Path) -> Option<Crates> {
    let listing: Vec<(String, PathBuf)> =
        serde_json::from_str(&std::fs::read_to_string(record).ok()?).ok()?;
    let deps = listing.first()?.1.parent()?;
    let dylib =
        [deps.to_owned(), deps.parent()?.to_owned()].map(|folder| folder.join(format!("lib{DYLIB}.so")));
    let dylib = dylib.into_iter().find(|file| file.exists())?;
    Some(Crates { folder: folder.to_owned(), files: listing, dylib })
}

/// The name by which code calls the crate of a requirement.
fn crate_name(requirement: &str) -> String {
    requirement.split('=').next().unwrap_or("").trim().replace('-', "_")
}

/// The name of the package: the key, unless the requirement renames it.
fn package_name(requirement: &str) -> String {
    let renamed = requirement.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
    renamed.map_or_else(|| requirement.split('=').next().unwrap_or("").trim().to_owned(), str::to_owned)
}

/// The library file among the products that cargo reports for a package.
fn artifact_of(artifact: &Value, package: &str) -> Option<PathBuf> {
    let id = artifact["package_id"].as_str().filter(|_| artifact["reason"] == "compiler-artifact")?;
    // `registry+https://…#name@1.0.0`, or `path+file:///…/name#1.0.0`
    let (place, fragment) = id.rsplit_once('#')?;
    let named =
        fragment.split_once('@').map_or_else(|| place.rsplit('/').next().unwrap_or(""), |(name, _)| name);
    let kinds = artifact["target"]["kind"].as_array()?;
    let is_library =
        kinds.iter().any(|kind| ["lib", "rlib", "dylib", "proc-macro"].iter().any(|wanted| kind == wanted));
    let files = artifact["filenames"].as_array()?.iter().filter_map(Value::as_str);
    let file = files.into_iter().find(|file| [".rlib", ".so"].iter().any(|end| file.ends_with(end)))?;
    (named == package && is_library).then(|| PathBuf::from(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_name_crates_and_packages() {
        assert_eq!(crate_name("rand-core = \"1\""), "rand_core");
        assert_eq!(package_name("r = { package = \"rand\", version = \"1\" }"), "rand");
        assert_eq!(package_name("itertools = \"*\""), "itertools");
    }

    #[test]
    fn the_library_of_a_package_is_found() {
        let artifact = serde_json::json!({
            "reason": "compiler-artifact",
            "package_id": "registry+https://example.org/index#itoa@1.0.0",
            "target": {"kind": ["lib"], "name": "itoa"},
            "filenames": ["/t/deps/libitoa-1.rlib", "/t/deps/libitoa-1.rmeta"],
        });
        assert_eq!(artifact_of(&artifact, "itoa"), Some("/t/deps/libitoa-1.rlib".into()));
        assert_eq!(artifact_of(&artifact, "ryu"), None);
    }
}
