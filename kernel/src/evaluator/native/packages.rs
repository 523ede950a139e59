//! What cargo says of a build: which packages it consists of, with which features, and the files of their libraries.

use super::super::CellError;
use super::crates::DYLIB;
use super::directive::error;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Whether the packages of the graph `own` are others in the graph `new`: gone, or with other features.
pub(super) fn changes(own: &Value, new: &Value) -> bool {
    let features = |graph: &Value| -> BTreeMap<String, Value> {
        let nodes = graph["resolve"]["nodes"].as_array().into_iter().flatten();
        nodes.filter_map(|node| Some((node["id"].as_str()?.to_owned(), node["features"].clone()))).collect()
    };
    let root = own["resolve"]["root"].as_str();
    let (own, new) = (features(own), features(new));
    own.iter().any(|(id, features)| Some(id.as_str()) != root && new.get(id) != Some(features))
}

/// Whether crates of a graph work with types of the prelude, which then have to be the same, as those of a data frame have.
pub(super) fn meets(own: &Value, new: &Value) -> bool {
    let packages = |graph: &Value| -> BTreeSet<String> {
        let packages = graph["packages"].as_array().into_iter().flatten();
        let shared = packages.filter(|package| {
            package["name"]
                .as_str()
                .is_some_and(|name| ["agon", "polars"].iter().any(|own| name.split('-').next() == Some(own)))
        });
        shared.filter_map(|package| package["id"].as_str().map(str::to_owned)).collect()
    };
    !packages(own).is_disjoint(&packages(new))
}

/// The file of each dependency, by what cargo has said.
pub(super) fn libraries_of(
    dependencies: &[(String, String)],
    messages: &str,
) -> Result<Vec<(String, PathBuf)>, CellError> {
    let artifacts: Vec<Value> = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let file = |(name, package): &(String, String)| {
        let file = artifacts.iter().find_map(|artifact| library_of(artifact, package));
        let file = file.ok_or_else(|| error(format!("`{name}` has no library that cells could use")))?;
        Ok((name.clone(), file))
    };
    dependencies.iter().map(file).collect()
}

/// What the dylib's crate depends on, but for the prelude: the name by which code calls each, and cargo's id of its package.
/// (Polars may need another version of the same package, so the package's name does not tell.)
pub(super) fn dependencies_of(graph: &Value) -> Vec<(String, String)> {
    let packages = graph["packages"].as_array().into_iter().flatten();
    let is_own = |name: &str| name.starts_with(DYLIB);
    let own = packages
        .filter(|package| package["name"].as_str().is_some_and(is_own))
        .find_map(|package| package["id"].as_str());
    let mut nodes = graph["resolve"]["nodes"].as_array().into_iter().flatten();
    let node = nodes.find(|node| own.is_some() && node["id"].as_str() == own);
    let dependencies = node.and_then(|node| node["deps"].as_array()).into_iter().flatten();
    let named = dependencies.filter_map(|dependency| {
        Some((dependency["name"].as_str()?.to_owned(), dependency["pkg"].as_str()?.to_owned()))
    });
    named.filter(|(name, _)| name != "agon").collect()
}

/// The version in cargo's id of a package: `registry+https://…#name@1.0.0`, or `path+file:///…/name#1.0.0`.
pub(super) fn version(package: &str) -> &str {
    package.rsplit(['#', '@']).next().unwrap_or_default()
}

/// The file of the library, if cargo reports that of this package.
fn library_of(artifact: &Value, package: &str) -> Option<PathBuf> {
    if artifact["reason"] != "compiler-artifact" || artifact["package_id"] != package {
        return None;
    }
    let kinds = artifact["target"]["kind"].as_array()?;
    let is_library =
        kinds.iter().any(|kind| ["lib", "rlib", "dylib", "proc-macro"].iter().any(|wanted| kind == wanted));
    let mut files = artifact["filenames"].as_array()?.iter().filter_map(Value::as_str);
    let file = files.find(|file| [".rlib", ".so"].iter().any(|end| file.ends_with(end)))?;
    is_library.then(|| PathBuf::from(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_change_the_prelude_is_seen() {
        let graph = |nodes: &[(&str, &[&str])]| {
            let nodes: Vec<Value> = nodes
                .iter()
                .map(|(id, features)| serde_json::json!({"id": id, "features": features}))
                .collect();
            let packages: Vec<Value> =
                nodes.iter().map(|node| serde_json::json!({"id": node["id"], "name": node["id"]})).collect();
            serde_json::json!({"packages": packages, "resolve": {"root": "ctx", "nodes": nodes}})
        };
        let own = graph(&[("ctx", &[]), ("libc", &["std"]), ("polars-core", &[])]);
        assert!(!changes(&own, &graph(&[("more", &[]), ("libc", &["std"]), ("polars-core", &[])])));
        assert!(changes(&own, &graph(&[("libc", &["std", "extra"]), ("polars-core", &[])])));
        assert!(changes(&own, &graph(&[("libc", &["std"])])));
        assert!(meets(&own, &graph(&[("polars-core", &[])])));
        assert!(!meets(&own, &graph(&[("libc", &[]), ("polar", &[])])));
    }

    #[test]
    fn of_two_versions_of_a_package_the_one_that_is_meant_is_found() {
        let (old, new) = (
            "registry+https://example.org/index#md-5@0.9.0",
            "registry+https://example.org/index#md-5@1.0.0",
        );
        let graph = serde_json::json!({
            "packages": [{"name": "md-5", "id": old}, {"name": DYLIB, "id": "path+file:///x/cell#agon_extras@1.0.0"}],
            "resolve": {"nodes": [
                {"id": old, "deps": []},
                {"id": "path+file:///x/cell#agon_extras@1.0.0", "deps": [{"name": "agon", "pkg": "a"}, {"name": "md5", "pkg": old}]},
            ]},
        });
        assert_eq!(dependencies_of(&graph), [("md5".to_owned(), old.to_owned())]);
        assert!(dependencies_of(&Value::Null).is_empty());
        let artifact = |package: &str, file: &str| {
            serde_json::json!({
                "reason": "compiler-artifact",
                "package_id": package,
                "target": {"kind": ["lib"], "name": "md5"},
                "filenames": [format!("/t/deps/lib{file}.rlib"), format!("/t/deps/lib{file}.rmeta")],
            })
        };
        let found = [artifact(new, "new"), artifact(old, "old")].iter().find_map(|a| library_of(a, old));
        assert_eq!(found, Some("/t/deps/libold.rlib".into()));
        assert_eq!([version(old), version("path+file:///x/tokio#0.2.0")], ["0.9.0", "0.2.0"]);
    }
}
