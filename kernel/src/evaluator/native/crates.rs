//! Crates that a reader adds with `:dep`.
//!
//! They are compiled once for each set of requirements, with the prelude's own flags, into one dylib that links the
//! prelude's: what they keep in statics exists once, and a crate that both have exists once, unless they want other features of
//! it than the prelude does. The folder of a set stands in the cache beside the template, whose build products it begins with.

use super::super::CellError;
use super::super::prelude::{Prelude, PreludeError, Products};
use super::cargo_words::for_readers;
use super::directive::error;
use super::packages::{changes, dependencies_of, libraries_of, meets, version};
use super::requirement::Requirement;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The name by which cells know the dylib's crate.
pub const DYLIB: &str = "agon_extras";

/// The name of the dylib of a set. The loader takes two libraries of one name for one library, and a session may load several.
fn dylib_of(folder: &Path) -> String {
    let set = folder.file_name().unwrap_or_default().to_string_lossy();
    format!("{DYLIB}_{set}")
}

/// What is written into the folder of a set when it is finished: a [`Record`].
const RECORD: &str = "crates.json";

/// The workspace in the folder of a set whose crates are built without the prelude.
const ALONE: &str = "alone";

/// A compiled set of crates.
#[derive(Clone, Debug, Default)]
pub struct Crates {
    /// The workspace, whose products replace the prelude's.
    folder: PathBuf,
    /// For each crate the name that cells know it by, and its file.
    pub files: Vec<(String, PathBuf)>,
    /// The dylib.
    pub dylib: PathBuf,
    /// The tokio that is among them, if it is not the prelude's: cells that await then run on it.
    pub tokio: Option<Tokio>,
    /// Whether they were built without the prelude, in a workspace of their own.
    alone: bool,
}

/// A tokio that is not the prelude's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Tokio {
    /// One of the versions before 1.
    Early,
    /// One from version 1 on: where nothing awaits, a cell can enter its runtime.
    Modern,
}

/// What the dylib offers to cells, if it has a tokio of its own.
const MODERN_RUNTIME: &str = "\
fn runtime() -> &'static tokio::runtime::Runtime {
    static RUNTIME: std::sync::OnceLock<tokio::runtime::Runtime> = std::sync::OnceLock::new();
    RUNTIME.get_or_init(|| tokio::runtime::Runtime::new().expect(\"the system gives threads for the runtime\"))
}
pub fn block_on<T>(future: impl std::future::Future<Output = T>) -> T {
    runtime().block_on(agon::cell::interruptible(future))
}
pub fn enter() -> tokio::runtime::EnterGuard<'static> { runtime().enter() }
";

/// The same for the versions before 1.
const EARLY_RUNTIME: &str = "\
pub fn block_on<T>(future: impl std::future::Future<Output = T>) -> T {
    static RUNTIME: std::sync::Mutex<Option<tokio::runtime::Runtime>> = std::sync::Mutex::new(None);
    let mut runtime = RUNTIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let new = || tokio::runtime::Runtime::new().expect(\"the system gives threads for the runtime\");
    runtime.get_or_insert_with(new).block_on(agon::cell::interruptible(future))
}
";

impl Crates {
    /// The set that `requirements` describe, compiled now if it was not yet; it begins with what the set `before` has. `progress` gets
    /// the name of each crate that is compiled.
    ///
    /// # Errors
    /// `Directive`, with what cargo says.
    pub fn build(
        prelude: &Prelude,
        requirements: &[Requirement],
        before: &Crates,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Crates, CellError> {
        if requirements.is_empty() {
            return Ok(Crates::default());
        }
        let mut lines: Vec<String> = requirements.iter().map(Requirement::line).collect();
        lines.sort();
        let folder = prelude.extras_folder(&lines);
        let local = requirements.iter().any(Requirement::is_local);
        if let Some(crates) = read(&folder).filter(|_| !local) {
            return Ok(crates);
        }
        let _lock = prelude.lock().map_err(failed)?;
        // Another kernel may have built it while this one waited.
        if let Some(crates) = read(&folder).filter(|_| !local) {
            return Ok(crates);
        }
        let before = Some(before.folder.as_path()).filter(|before| *before != folder);
        let had_finished = folder.join(RECORD).exists();
        let built = compile(prelude, &lines, &folder, before, progress);
        if built.is_err() && !had_finished {
            // Hundreds of megabytes that nobody would ever use. A set that was finished before may be in use.
            let _ = std::fs::remove_dir_all(&folder);
        }
        built
    }

    /// The folder of the package that depends on them.
    pub fn package(&self) -> PathBuf {
        self.folder.join("cell")
    }

    /// What cells link: the workspace's, or the prelude's own if there are no extra crates.
    pub fn products(&self, prelude: &Prelude) -> Products {
        match (self.files.is_empty(), self.alone) {
            (true, _) => prelude.products(),
            (false, false) => prelude.products_in(&self.folder),
            (false, true) => prelude.products_in(&self.folder.join(ALONE)),
        }
    }

    /// The content of the dylib, if there is one.
    pub fn content(&self) -> Option<String> {
        let dylib = std::fs::read(&self.dylib).ok()?;
        Some(Sha256::digest(dylib).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// What tells these crates from others that were in the same place before.
    pub fn fingerprint(&self) -> String {
        let changed = self.dylib.metadata().and_then(|data| data.modified());
        changed.map(|time| format!("{time:?}")).unwrap_or_default()
    }
}

/// Compiles the set whose lines these are in its folder; the prelude's lock is held.
///
/// Cargo gives each package of a build one set of features, so a crate that wants more of a package than the prelude does
/// would have the prelude compiled anew, which takes minutes, and end the process that holds the variables. Then the crates are
/// built [`alone`], unless their types meet those of the prelude.
fn compile(
    prelude: &Prelude,
    lines: &[String],
    folder: &Path,
    before: Option<&Path>,
    progress: &mut dyn FnMut(&str),
) -> Result<Crates, CellError> {
    let before: Vec<PathBuf> = before
        .into_iter()
        .flat_map(|before| [before.to_owned(), before.join(ALONE)])
        .filter(|workspace| workspace.join("cell/target").exists())
        .collect();
    let requirements = lines.join("\n");
    prelude.lay_out_extras(folder, &dylib_of(folder), &requirements, "", progress).map_err(failed)?;
    let own = graph_of(prelude, &prelude.template())?;
    let both = graph_of(prelude, folder);
    if both.as_ref().map_or(true, |both| changes(&own, both)) {
        prelude.lay_out_alone(&folder.join(ALONE), &dylib_of(folder), &requirements).map_err(failed)?;
        let graph = graph_of(prelude, &folder.join(ALONE))?;
        if (both.is_err() || !meets(&own, &graph))
            && let Some(crates) = alone(prelude, &graph, folder, &before, progress)?
        {
            return Ok(crates);
        }
    }
    together(prelude, &both?, &requirements, folder, &before, progress)
}

fn failed(failure: PreludeError) -> CellError {
    match failure {
        PreludeError::Build(said) => error(format!("cargo cannot add the crate:\n{}", for_readers(&said))),
        other => error(other.to_string()),
    }
}

/// What the crate of a workspace depends on.
fn graph_of(prelude: &Prelude, workspace: &Path) -> Result<Value, CellError> {
    let graph = prelude.dependency_graph(workspace).map_err(failed)?;
    Ok(serde_json::from_str(&graph).unwrap_or_default())
}

/// The crates in one build with the prelude.
fn together(
    prelude: &Prelude,
    graph: &Value,
    requirements: &str,
    folder: &Path,
    before: &[PathBuf],
    progress: &mut dyn FnMut(&str),
) -> Result<Crates, CellError> {
    let mut build = |library: &str| {
        prelude.lay_out_extras(folder, &dylib_of(folder), requirements, library, progress).map_err(failed)?;
        prelude.build_extras(folder, before, progress).map_err(failed)
    };
    // Only what cargo reports says how the library of a package is called, so it is built before it is used.
    let alone = "pub extern crate agon;\n";
    let dependencies = dependencies_of(graph);
    let files = libraries_of(&dependencies, &build(alone)?)?;
    let mut tokio = tokio_of(&dependencies).filter(|tokio| *tokio == Tokio::Early);
    // With the prelude in sight, what it holds already is not put into this dylib a second time.
    let library = alone.to_owned() + &uses_of(&files);
    let mut built = build(&(library.clone() + runtime_of(tokio)));
    if tokio.is_some() && built.as_ref().is_err_and(is_of_the_runtime) {
        // This version, or these features of it, have no runtime that could be used like that: the prelude's then waits.
        tokio = None;
        built = build(&library);
    }
    built?;
    finish(prelude, folder, files, tokio, false)
}

/// The crates in a build of their own, linked to the prelude afterwards. `None` if they cannot be linked, or bring a tokio of
/// the prelude's version that has no runtime of its own.
fn alone(
    prelude: &Prelude,
    graph: &Value,
    folder: &Path,
    before: &[PathBuf],
    progress: &mut dyn FnMut(&str),
) -> Result<Option<Crates>, CellError> {
    let workspace = folder.join(ALONE);
    let messages = prelude.build_extras(&workspace, before, progress).map_err(failed)?;
    let dependencies = dependencies_of(graph);
    let files = libraries_of(&dependencies, &messages)?;
    let library = format!("pub extern crate agon;\n{}", uses_of(&files));
    let link =
        |library: &str| prelude.link_extras(&workspace, &dylib_of(folder), library, &files).map_err(failed);
    let mut tokio = tokio_of(&dependencies);
    let mut linked = link(&(library.clone() + runtime_of(tokio)));
    if tokio == Some(Tokio::Early) && linked.as_ref().is_err_and(is_of_the_runtime) {
        tokio = None;
        linked = link(&library);
    }
    if let Err(failure) = linked {
        // A compiler that was interrupted has refused nothing.
        if !["error: ", "error["].iter().any(|refusal| failure.evalue.contains(refusal)) {
            return Err(failure);
        }
        tracing::info!(failure.evalue, "crates that were built alone cannot be linked");
        return Ok(None);
    }
    finish(prelude, folder, files, tokio, true).map(Some)
}

/// The tokio among the crates that cells can name.
fn tokio_of(dependencies: &[(String, String)]) -> Option<Tokio> {
    let (_, package) = dependencies.iter().find(|(name, _)| name == "tokio")?;
    Some(if version(package).starts_with("0.") { Tokio::Early } else { Tokio::Modern })
}

fn runtime_of(tokio: Option<Tokio>) -> &'static str {
    match tokio {
        None => "",
        Some(Tokio::Early) => EARLY_RUNTIME,
        Some(Tokio::Modern) => MODERN_RUNTIME,
    }
}

fn uses_of(files: &[(String, PathBuf)]) -> String {
    files.iter().map(|(name, _)| format!("pub extern crate {name};\n")).collect()
}

/// Whether the compiler has refused the code of [`runtime_of`], as opposed to a build that was stopped.
fn is_of_the_runtime(failure: &CellError) -> bool {
    failure.evalue.contains("error[E") && failure.evalue.contains("src/lib.rs")
}

/// Writes down what was compiled in a workspace.
fn finish(
    prelude: &Prelude,
    folder: &Path,
    files: Vec<(String, PathBuf)>,
    tokio: Option<Tokio>,
    alone: bool,
) -> Result<Crates, CellError> {
    let crates = Crates { folder: folder.to_owned(), files, dylib: PathBuf::new(), tokio, alone };
    let target = crates.products(prelude).target;
    let places = target.parent().into_iter().chain([target.as_path()]);
    let name = format!("lib{}.so", dylib_of(folder));
    let dylib = places.map(|place| place.join(&name)).find(|file| file.exists());
    let dylib = dylib.ok_or_else(|| error("the compiled crates cannot be found".to_owned()))?;
    let record = Record { files: crates.files.clone(), dylib: dylib.clone(), tokio, alone };
    let text = serde_json::to_string(&record).map_err(CellError::unavailable)?;
    std::fs::write(folder.join(RECORD), text).map_err(CellError::unavailable)?;
    Ok(Crates { dylib, ..crates })
}

fn read(folder: &Path) -> Option<Crates> {
    let record = std::fs::read_to_string(folder.join(RECORD)).ok()?;
    let Record { files, dylib, tokio, alone } = serde_json::from_str(&record).ok()?;
    dylib.exists().then(|| Crates { folder: folder.to_owned(), files, dylib, tokio, alone })
}

/// What is written down of a compiled set.
#[derive(Deserialize, Serialize)]
struct Record {
    files: Vec<(String, PathBuf)>,
    dylib: PathBuf,
    tokio: Option<Tokio>,
    alone: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_of_tokio_differ_in_their_runtimes() {
        let of = |id: &str| tokio_of(&[("tokio".to_owned(), id.to_owned())]);
        assert_eq!(of("registry+https://example.org/index#tokio@1.48.0"), Some(Tokio::Modern));
        assert_eq!(of("path+file:///x/tokio#0.2.0"), Some(Tokio::Early));
    }
}
