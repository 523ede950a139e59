//! What rust-analyzer is shown: the prelude, the crates whose names cells use, the standard library, and one file that
//! holds the cell.
//!
//! The crates are given one by one, as in a `rust-project.json`: what cargo would find is ten times as much, and most of it
//! no cell can name. What is not given counts as unknown, which costs some types inside of libraries and no name of theirs.

use super::super::packages::{Package, Packages};
use super::super::tables::{INNER, family};
use ra_ap_ide::{AnalysisHost, FileId, SourceRoot};
use ra_ap_ide_db::{ChangeWithProcMacros, FxHashMap};
use ra_ap_project_model::{CargoConfig, ProjectJson, ProjectWorkspace};
use ra_ap_vfs::file_set::FileSetConfig;
use ra_ap_vfs::{AbsPathBuf, Change, Vfs, VfsPath};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Crates of other families whose traits and types cells meet.
const OTHERS: [&str; 5] = ["num-bigint", "num-integer", "num-rational", "num-traits", "bitflags"];

/// The folder of the cell's file. There is no such folder: the file exists in memory.
const CELL: &str = "/agon-cell";

/// The standard library's crates, and which of them each needs.
const STANDARD: [(&str, &[usize]); 3] = [("core", &[]), ("alloc", &[0]), ("std", &[0, 1])];

/// rust-analyzer with everything that cells link.
pub struct Project {
    /// rust-analyzer.
    pub host: AnalysisHost,
    /// The cell's file.
    pub file: FileId,
    text: String,
}

/// The folder with the sources of the standard library, which not every toolchain has.
pub fn standard_library(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib/src/rust/library")
}

impl Project {
    /// Reads all sources; nothing is analysed yet.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn load(workspace: &Path, sysroot: &Path) -> Result<Project, String> {
        let packages =
            Packages::of(workspace, sysroot).ok_or("cargo does not name the packages of the prelude")?;
        let description = description(&packages.libraries(), sysroot);
        let data = serde_json::from_value(description).map_err(|error| error.to_string())?;
        let base = AbsPathBuf::try_from(workspace.to_string_lossy().as_ref())
            .map_err(|path| format!("{path} is not absolute"))?;
        let project = ProjectJson::new(None, &base, data);
        let workspace = ProjectWorkspace::load_inline(project, &CargoConfig::default(), &|_| ());

        let mut files = Vfs::default();
        let file = VfsPath::new_real_path(format!("{CELL}/lib.rs"));
        files.set_file_contents(file.clone(), Some(Vec::new()));
        let mut sets = FileSetConfig::builder();
        let mut local = Vec::new();
        for root in workspace.to_roots() {
            for folder in &root.include {
                read(folder.as_ref(), &mut files);
            }
            sets.add_file_set(root.include.iter().cloned().map(VfsPath::from).collect());
            local.push(root.is_local);
        }
        let mut change = ChangeWithProcMacros::default();
        let sets = sets.build().partition(&files).into_iter().enumerate();
        // Libraries do not change: what is known of them stays known when the cell changes.
        let is_local = |at: usize| local.get(at).copied().unwrap_or(false);
        change.set_roots(
            sets.map(
                |(at, set)| {
                    if is_local(at) { SourceRoot::new_local(set) } else { SourceRoot::new_library(set) }
                },
            )
            .collect(),
        );
        let find = |path: &VfsPath| files.file_id(path).map(|(file, _)| file);
        let (graph, _) =
            workspace.to_crate_graph(&mut |path| find(&path.to_path_buf().into()), &FxHashMap::default());
        change.set_crate_graph(graph);
        let file = find(&file).ok_or("the cell has no file")?;
        for (file, changed) in files.take_changes() {
            if let Change::Create(text, _) | Change::Modify(text, _) = changed.change {
                change.change_file(file, String::from_utf8(text).ok());
            }
        }
        let mut host = AnalysisHost::default();
        host.apply_change(change);
        Ok(Project { host, file, text: String::new() })
    }

    /// Replaces the text of the cell's file. Whoever asks again because the answer was slow gets it at once.
    pub fn set_text(&mut self, text: String) {
        if text == self.text {
            return;
        }
        self.text.clone_from(&text);
        let mut change = ChangeWithProcMacros::default();
        change.change_file(self.file, Some(text));
        self.host.apply_change(change);
    }
}

/// The project as `rust-project.json` has it.
fn description(packages: &[Package<'_>], sysroot: &Path) -> Value {
    let wanted: Vec<&Package<'_>> = packages
        .iter()
        .filter(|package| family(package.name).is_some() || OTHERS.contains(&package.name))
        .filter(|package| !INNER.contains(&package.name))
        .collect();
    let place = |id: &str| wanted.iter().position(|package| package.id == id);
    let mut crates: Vec<Value> = wanted
        .iter()
        .map(|package| {
            let links = package.dependencies.iter();
            let links = links.filter_map(|(name, id)| Some(json!({ "crate": place(id)?, "name": name })));
            let features: Vec<String> =
                package.features.iter().map(|feature| format!("feature={feature:?}")).collect();
            json!({
                "display_name": package.name.replace('-', "_"),
                "root_module": package.root,
                "edition": package.edition,
                "deps": links.collect::<Vec<_>>(),
                "cfg": features,
                "is_workspace_member": false,
                "source": { "include_dirs": [package.root.parent()], "exclude_dirs": [] },
            })
        })
        .collect();
    let prelude = wanted.iter().position(|package| package.name == "agon-prelude");
    crates.push(json!({
        "display_name": "cell",
        "root_module": format!("{CELL}/lib.rs"),
        "edition": "2024",
        "deps": prelude.map(|prelude| json!({ "crate": prelude, "name": "agon" })).into_iter().collect::<Vec<_>>(),
        "is_workspace_member": true,
    }));
    let library = standard_library(sysroot);
    let standard = STANDARD.iter().map(|(name, needs)| {
        let links = needs.iter().map(|at| json!({ "crate": at, "name": STANDARD[*at].0 }));
        let root = library.join(name).join("src/lib.rs");
        json!({
            "display_name": name,
            "root_module": root,
            "edition": "2024",
            "deps": links.collect::<Vec<_>>(),
            "is_workspace_member": false,
            "source": { "include_dirs": [root.parent()], "exclude_dirs": [] },
        })
    });
    json!({
        "sysroot": sysroot,
        "sysroot_src": library,
        "sysroot_project": { "crates": standard.collect::<Vec<_>>() },
        "crates": crates,
    })
}

/// Reads the Rust files in a folder and those below it.
fn read(folder: &Path, files: &mut Vfs) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let (Ok(text), Some(path)) = (std::fs::read(&path), path.to_str())
        {
            files.set_file_contents(VfsPath::new_real_path(path.to_owned()), Some(text));
        }
    }
}
