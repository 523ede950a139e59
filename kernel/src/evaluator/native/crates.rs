//! Crates that a reader adds with `:dep`.
//!
//! They are compiled once for each set of requirements, with the prelude's own flags, into one dylib that links the
//! prelude's: what they keep in statics exists once, and a crate that both have exists once, unless they want other features of
//! it than the prelude does. The folder of a set stands in the cache beside the template, whose build products it begins with.

use super::super::CellError;
use super::super::prelude::{Prelude, PreludeError, Products};
use super::cargo_words::for_readers;
use super::directive::error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
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

/// A line of a `[dependencies]` table.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// What stands before the equals sign.
    name: String,
    value: toml::Value,
}

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

impl Requirement {
    /// Reads what follows `:dep`. A name alone means any version; a path counts from the folder that the kernel runs in.
    ///
    /// # Errors
    /// `Directive`, saying what is not understood.
    pub fn parse(line: &str) -> Result<Requirement, CellError> {
        let line = line.trim();
        if line.is_empty() {
            return Err(error(
                "`:dep` wants a crate: `:dep name = \"version\"`, or `:dep ./folder`".to_owned(),
            ));
        }
        if line.starts_with(['.', '/']) {
            return Requirement::of_folder(line);
        }
        let line = if line.contains('=') { line.to_owned() } else { format!("{line} = \"*\"") };
        let table: toml::Table = toml::from_str(&line).map_err(|problem| {
            error(format!(
                "`:dep {line}` is not a line of a [dependencies] table ({}): write `:dep name = \"version\"` or \
                 `:dep name = {{ version = \"…\", features = [\"…\"] }}`",
                problem.message()
            ))
        })?;
        let mut lines = table.into_iter();
        let (Some((name, mut value)), None) = (lines.next(), lines.next()) else {
            return Err(error(format!("`:dep {line}`: one crate a line")));
        };
        // Notebooks of earlier years spell `default_features`, which the edition of our manifests refuses.
        if let Some(table) = value.as_table_mut() {
            *table = std::mem::take(table)
                .into_iter()
                .map(|(key, value)| (key.replace('_', "-"), value))
                .collect();
        }
        if let Some(path) = value.get_mut("path")
            && let Some(absolute) = path.as_str().and_then(|path| std::path::absolute(path).ok())
        {
            *path = absolute.to_string_lossy().into_owned().into();
        }
        Ok(Requirement { name, value })
    }

    /// The crate in a folder, by the name that its manifest says.
    fn of_folder(folder: &str) -> Result<Requirement, CellError> {
        let path = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
        let manifest = path.join("Cargo.toml");
        let wrong = |problem: String| error(format!("`:dep {folder}`: {}: {problem}", manifest.display()));
        let text = std::fs::read_to_string(&manifest).map_err(|problem| wrong(problem.to_string()))?;
        let table: toml::Table =
            toml::from_str(&text).map_err(|problem| wrong(problem.message().to_owned()))?;
        let name = table.get("package").and_then(|package| package.get("name")?.as_str());
        let name = name.ok_or_else(|| wrong("it names no package".to_owned()))?.to_owned();
        let path = toml::Value::String(path.to_string_lossy().into_owned());
        Ok(Requirement { name, value: toml::Table::from_iter([("path".to_owned(), path)]).into() })
    }

    /// The name that tells it from other requirements.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line as it stands in a manifest.
    pub fn line(&self) -> String {
        format!("{} = {}", self.name, self.value)
    }

    /// Whether its source can change without the requirement changing.
    pub fn is_local(&self) -> bool {
        self.value.get("path").is_some()
    }
}

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

/// Whether the packages of the graph `own` are others in the graph `new`: gone, or with other features.
fn changes(own: &Value, new: &Value) -> bool {
    let features = |graph: &Value| -> BTreeMap<String, Value> {
        let nodes = graph["resolve"]["nodes"].as_array().into_iter().flatten();
        nodes.filter_map(|node| Some((node["id"].as_str()?.to_owned(), node["features"].clone()))).collect()
    };
    let root = own["resolve"]["root"].as_str();
    let (own, new) = (features(own), features(new));
    own.iter().any(|(id, features)| Some(id.as_str()) != root && new.get(id) != Some(features))
}

/// Whether crates of a graph work with types of the prelude, which then have to be the same, as those of a data frame have.
fn meets(own: &Value, new: &Value) -> bool {
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
fn libraries_of(
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

/// What the dylib's crate depends on, but for the prelude: the name by which code calls each, and cargo's id of its package.
/// (Polars may need another version of the same package, so the package's name does not tell.)
fn dependencies_of(graph: &Value) -> Vec<(String, String)> {
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
fn version(package: &str) -> &str {
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
    fn requirements_are_read_as_cargo_reads_them() {
        let read = |line: &str| Requirement::parse(line).unwrap();
        assert_eq!(read("rand-core").line(), "rand-core = \"*\"");
        assert_eq!(read("r = { package = \"rand\", version = \"1\" }").name(), "r");
        assert!(
            read("x = { path = \"y\" }").is_local() && !read("x = { path = \"y\" }").line().contains("\"y\"")
        );
        assert_eq!(
            read("x = { version = \"1\", default_features = false }"),
            read("x = { version = \"1\", default-features = false }")
        );
        for wrong in ["x = ", "x = \"1\"\ny = \"2\"", "= 1", "x = { version = \"1\""] {
            assert!(Requirement::parse(wrong).unwrap_err().evalue.contains(":dep"), "{wrong}");
        }
    }

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
        let of = |id: &str| tokio_of(&[("tokio".to_owned(), id.to_owned())]);
        assert_eq!(of("registry+https://example.org/index#tokio@1.48.0"), Some(Tokio::Modern));
        assert_eq!(of("path+file:///x/tokio#0.2.0"), Some(Tokio::Early));
        assert_eq!([version(old), version("path+file:///x/tokio#0.2.0")], ["0.9.0", "0.2.0"]);
    }
}
