//! The names of what every cell links: agon, polars and plotters from their sources, the standard library from a table
//! that comes with the program, because few installations have its sources.
//!
//! Reading the sources takes some seconds, so it is done once for each compiled prelude (by `agon install`, or in the
//! background of the first session), and the table kept beside it.

use super::index::Index;
use super::packages::{Package, Packages};
use super::resolve::Resolver;
use super::source::Reader;
use crate::evaluator::AddedCrates;
use crate::evaluator::prelude::Prelude;
use std::path::{Path, PathBuf};

/// The standard library's names; `std_table.rs` says how they come about.
const STD: &[u8] = include_bytes!("std.json");

/// A change of the table's form or of what is read makes old tables useless.
const VERSION: u32 = 2;

/// How the file of a table is called.
const PREFIX: &str = "names-";

/// How much of a doc comment is kept: all of the library's own, the beginning of others'.
const OWN_DOCS: usize = 8 << 10;
const OTHER_DOCS: usize = 1500;

/// Crates that polars consists of, but whose names no cell sees.
pub const INNER: [&str; 13] = [
    "polars-arrow-format",
    "polars-async",
    "polars-buffer",
    "polars-compute",
    "polars-config",
    "polars-expr",
    "polars-mem-engine",
    "polars-ooc",
    "polars-parquet",
    "polars-parquet-format",
    "polars-row",
    "polars-stream",
    "polars-arrow",
];

/// All names that cells can use without a `:dep`.
pub fn all(prelude: &Prelude) -> Index {
    let mut index = standard();
    match linked(prelude) {
        Some(linked) => index.merge(linked),
        None => tracing::warn!("the names of agon, polars and plotters are not known"),
    }
    index
}

/// The standard library alone.
pub fn standard() -> Index {
    serde_json::from_slice(STD).unwrap_or_else(|error| {
        tracing::error!(%error, "the names of the standard library cannot be read");
        Index::default()
    })
}

/// The names of what cells link, from the table beside the prelude, or from the sources if there is none yet.
fn linked(prelude: &Prelude) -> Option<Index> {
    let path = file(prelude);
    if let Ok(text) = std::fs::read(&path)
        && let Ok(index) = serde_json::from_slice(&text)
    {
        return Some(index);
    }
    let index = read(&prelude.template().join("cell"), prelude.sysroot())?;
    let text = serde_json::to_vec(&index).unwrap_or_default();
    match crate::notebook::write_atomically(&path, &text) {
        Ok(()) => remove_others(&path),
        Err(error) => tracing::warn!(%error, "the names cannot be kept in {}", path.display()),
    }
    Some(index)
}

/// Tables of earlier preludes are of no use any more; whoever still has one has it in memory.
fn remove_others(path: &Path) {
    let folder = path.parent().map(std::fs::read_dir);
    for entry in folder.into_iter().flatten().flatten().flatten() {
        let is_table = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_table && entry.path() != path {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn file(prelude: &Prelude) -> PathBuf {
    let fingerprint = prelude.fingerprint();
    let short = fingerprint.get(..16).unwrap_or(fingerprint);
    prelude.template().join(format!("{PREFIX}{VERSION}-{short}.json"))
}

/// Reads the sources of a workspace's crates.
fn read(workspace: &Path, sysroot: &Path) -> Option<Index> {
    let packages = Packages::of(workspace, sysroot)?;
    let mut resolver = Resolver::default();
    for Package { name, root, features, .. } in packages.libraries() {
        let (Some(family), false) = (family(name), INNER.contains(&name)) else { continue };
        let docs = if family == "agon" { OWN_DOCS } else { OTHER_DOCS };
        let reader = Reader { features: Some(features), private: false, docs };
        resolver.add(&name.replace('-', "_"), reader.read_crate(&root));
    }
    Some(resolver.index(&[("agon_prelude", "agon"), ("polars", "polars"), ("plotters", "plotters")]))
}

/// The names that added crates export. What they re-export of others is known if those are of the same family, as
/// `rand_core` is of `rand`.
pub fn of_crates(added: &AddedCrates) -> Option<Index> {
    if added.names.is_empty() {
        return None;
    }
    let packages = Packages::of(&added.workspace, &added.sysroot)?;
    let packages = packages.libraries();
    let find = |id: &str| packages.iter().find(|package| package.id == id);
    let own = packages.iter().find(|package| package.root.starts_with(&added.workspace))?;
    let direct = own.dependencies.iter().filter(|(name, _)| added.names.iter().any(|known| known == name));
    // By the name under which code calls it.
    let mut wanted: Vec<(&str, &Package<'_>)> =
        direct.filter_map(|(name, id)| Some((*name, find(id)?))).collect();
    let mut at = 0;
    while let Some(&(_, package)) = wanted.get(at) {
        for (name, id) in &package.dependencies {
            let is_relative = name.starts_with(&package.name.replace('-', "_"));
            if is_relative && !wanted.iter().any(|(known, _)| known == name) {
                wanted.extend(find(id).map(|found| (*name, found)));
            }
        }
        at += 1;
    }
    let mut resolver = Resolver::default();
    for (name, package) in wanted {
        let features = Some(package.features.clone());
        let reader = Reader { features, private: false, docs: OTHER_DOCS };
        resolver.add(name, reader.read_crate(&package.root));
    }
    let roots: Vec<(&str, &str)> = added.names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    Some(resolver.index(&roots))
}

/// Whose package this is, if cells know the family.
pub fn family(name: &str) -> Option<&'static str> {
    ["polars", "plotters", "agon"]
        .into_iter()
        .find(|family| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}
