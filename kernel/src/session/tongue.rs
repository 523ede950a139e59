//! The language in which the prelude speaks in the cells of a session: that of the document they stand in.
//!
//! No message of the protocol says it. `AGON_LANG` decides where it is set. Otherwise it is the metadata `lang` of a
//! notebook: of the one that Jupyter Server names to the kernel it starts, or else of the first in the working folder that
//! has it, because other clients at least start a kernel beside its notebook. Quarto tells it in a comm before the first
//! cell.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The target of the comm in which Quarto describes the document.
pub const QUARTO: &str = "quarto_kernel_setup";

/// In how many notebooks of a folder a language is looked for.
const LOOKED_AT: usize = 8;

/// The language that the cells to come shall speak, until the evaluator has been told.
#[derive(Default)]
pub struct Tongue(Mutex<Option<String>>);

impl Tongue {
    /// Notes the language of the document in which the session was started, unless a comm has told another.
    pub fn find(&self) {
        let named = || std::env::var_os("JPY_SESSION_NAME").map(PathBuf::from);
        if let Some(tag) = unless_decided(|| {
            named().and_then(|file| of_notebook(&file)).or_else(|| of_folder(Path::new(".")))
        }) {
            self.wanted().get_or_insert(tag);
        }
    }

    /// Notes the language of the document that Quarto is making, from what its comm says.
    pub fn learn(&self, data: &Map<String, Value>) {
        if let Some(tag) = unless_decided(|| of_quarto(data)) {
            *self.wanted() = Some(tag);
        }
    }

    /// What is new since the last call.
    pub fn take(&self) -> Option<String> {
        self.wanted().take()
    }

    fn wanted(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is found, unless `AGON_LANG` has decided already.
fn unless_decided(find: impl FnOnce() -> Option<String>) -> Option<String> {
    if std::env::var_os("AGON_LANG").is_some() { None } else { find() }
}

/// The language of a notebook, if it is one that can be read and says so.
fn of_notebook(file: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Notebook {
        metadata: Metadata,
    }
    #[derive(Deserialize)]
    struct Metadata {
        lang: Option<String>,
    }
    let text = std::fs::read(file).ok()?;
    serde_json::from_slice::<Notebook>(&text).ok()?.metadata.lang
}

/// The language of the first notebook of a folder, by name, that says one.
fn of_folder(folder: &Path) -> Option<String> {
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut notebooks: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "ipynb")).collect();
    notebooks.sort();
    notebooks.iter().take(LOOKED_AT).find_map(|file| of_notebook(file))
}

/// The language of a document of Quarto's: the notebook's own, or that of its header.
fn of_quarto(data: &Map<String, Value>) -> Option<String> {
    let options = data.get("options")?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let folder = text(options.get("run_path")).unwrap_or_default();
    let input = text(options.get("input")).map(|input| Path::new(&folder).join(input));
    input.and_then(|file| of_notebook(&file)).or_else(|| text(options.pointer("/format/metadata/lang")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn notebook(folder: &Path, name: &str, metadata: Value) {
        std::fs::write(folder.join(name), json!({"cells": [], "metadata": metadata}).to_string()).unwrap();
    }

    #[test]
    fn a_folder_speaks_as_its_first_notebook_that_says_how() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(of_folder(folder.path()), None);
        std::fs::write(folder.path().join("0-broken.ipynb"), "{").unwrap();
        notebook(folder.path(), "1-silent.ipynb", json!({}));
        notebook(folder.path(), "2.ipynb", json!({"lang": "en"}));
        notebook(folder.path(), "3.ipynb", json!({"lang": "zh-CN"}));
        assert_eq!(of_folder(folder.path()).as_deref(), Some("en"));
        assert_eq!(of_notebook(&folder.path().join("3.ipynb")).as_deref(), Some("zh-CN"));
    }

    #[test]
    fn the_notebook_of_a_document_goes_before_its_header() {
        let folder = tempfile::tempdir().unwrap();
        notebook(folder.path(), "lab.ipynb", json!({"lang": "zh-CN"}));
        let said = |input: &str| {
            let options =
                json!({"input": input, "run_path": folder.path(), "format": {"metadata": {"lang": "en"}}});
            of_quarto(json!({"options": options}).as_object().unwrap())
        };
        assert_eq!(said("lab.ipynb").as_deref(), Some("zh-CN"));
        assert_eq!(said("page.qmd").as_deref(), Some("en"));
        assert_eq!(of_quarto(&Map::new()), None);
    }
}
