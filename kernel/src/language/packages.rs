//! Where the sources of what cells link are, as cargo tells it.

use crate::evaluator::prelude::cargo_of;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The packages of a workspace.
pub struct Packages(Value);

/// A package with a library.
pub struct Package<'a> {
    /// Its name, with hyphens.
    pub name: &'a str,
    /// Cargo's name for this version of it.
    pub id: &'a str,
    /// The root file of its library.
    pub root: PathBuf,
    /// The edition of its code.
    pub edition: &'a str,
    /// The features that are switched on.
    pub features: BTreeSet<String>,
    /// What it links, by the names it uses: name and id.
    pub dependencies: Vec<(&'a str, &'a str)>,
}

impl Packages {
    /// Asks the toolchain's cargo, which reads nothing but the lock file and the manifests.
    pub fn of(workspace: &Path, sysroot: &Path) -> Option<Packages> {
        let output = Command::new(cargo_of(sysroot))
            .args(["metadata", "--format-version", "1", "--offline", "--locked"])
            // Nobody has fetched what only other systems need.
            .args(["--filter-platform", env!("AGON_TARGET")])
            .current_dir(workspace)
            .env("RUSTC", sysroot.join("bin/rustc"))
            .stdin(Stdio::null())
            .output()
            .ok()?;
        if !output.status.success() {
            tracing::warn!(
                "cargo does not say where the sources are: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            return None;
        }
        serde_json::from_slice(&output.stdout).ok().map(Packages)
    }

    /// The packages that have a library.
    pub fn libraries(&self) -> Vec<Package<'_>> {
        let nodes = self.0["resolve"]["nodes"].as_array().into_iter().flatten();
        let nodes: BTreeMap<&str, &Value> = nodes.map(|node| (text(&node["id"]), node)).collect();
        let packages = self.0["packages"].as_array().into_iter().flatten();
        packages
            .filter_map(|package| {
                let target = package["targets"].as_array()?.iter().find(|target| is_library(target))?;
                let root = PathBuf::from(target["src_path"].as_str()?);
                let id = text(&package["id"]);
                let node = nodes.get(id).copied().unwrap_or(&Value::Null);
                let list = |key: &str| node[key].as_array().into_iter().flatten();
                Some(Package {
                    name: text(&package["name"]),
                    id,
                    root,
                    edition: text(&package["edition"]),
                    features: list("features").map(|feature| text(feature).to_owned()).collect(),
                    dependencies: list("deps").map(|of| (text(&of["name"]), text(&of["pkg"]))).collect(),
                })
            })
            .collect()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn is_library(target: &Value) -> bool {
    let kinds = target["kind"].as_array().into_iter().flatten();
    kinds.filter_map(Value::as_str).any(|kind| ["lib", "dylib", "rlib", "cdylib"].contains(&kind))
}
