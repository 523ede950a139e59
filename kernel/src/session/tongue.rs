//! The language in which the prelude speaks in the cells of a session: that of the document they stand in.
//!
//! No message of the protocol says it. `AGON_LANG` decides where it is set. Otherwise it is the language of a notebook, by its
//! metadata `lang` or its prose: of the one that Jupyter Server names to the kernel it starts, or else of one in the working folder, because
//! other clients at least start a kernel beside its notebook. Where the notebooks of a folder differ, the cells tell which
//! of them it is: nbconvert runs them in their order. Quarto tells it in a comm before the first cell.

use crate::notebook::{joined, lang};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The target of the comm in which Quarto describes the document.
pub const QUARTO: &str = "quarto_kernel_setup";

/// In how many notebooks of a folder a language is looked for.
const LOOKED_AT: usize = 64;

/// The language that the cells to come shall speak, until the evaluator has been told.
#[derive(Default)]
pub struct Tongue(Mutex<State>);

#[derive(Default)]
struct State {
    wanted: Option<String>,
    /// The notebooks of the folder in which the cells so far may stand, while these differ in language.
    possible: Vec<Document>,
    /// How many cells there have been.
    cells: usize,
}

/// A notebook whose language is known.
struct Document {
    lang: String,
    /// What its cells of code say, blank ones left out.
    code: Vec<String>,
}

impl Tongue {
    /// Notes the language of the document in which the session was started, unless a comm has told another.
    pub fn find(&self) {
        if is_decided() {
            return;
        }
        let named = std::env::var_os("JPY_SESSION_NAME").map(PathBuf::from);
        let found = match named.and_then(|file| of_notebook(&file)) {
            Some(document) => vec![document],
            None => of_folder(Path::new(".")),
        };
        let mut state = self.state();
        if state.wanted.is_none() {
            state.choose(found);
        }
    }

    /// Notes the language of the document that Quarto is making, from what its comm says.
    pub fn learn(&self, data: &Map<String, Value>) {
        if let Some(tag) = of_quarto(data).filter(|_| !is_decided()) {
            *self.state() = State { wanted: Some(tag), ..State::default() };
        }
    }

    /// Notes what the next cell says of the notebook that it stands in.
    pub fn recognise(&self, code: &str) {
        let mut state = self.state();
        if state.possible.is_empty() || code.trim().is_empty() {
            return;
        }
        let at = state.cells;
        state.cells += 1;
        let mut possible = std::mem::take(&mut state.possible);
        possible.retain(|document| document.code.get(at).is_some_and(|cell| cell == code.trim()));
        state.choose(possible);
    }

    /// What is new since the last call.
    pub fn take(&self) -> Option<String> {
        self.state().wanted.take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes the language of the first of these notebooks, and remembers them while they differ.
    fn choose(&mut self, possible: Vec<Document>) {
        let Some(first) = possible.first() else { return };
        self.wanted = Some(first.lang.clone());
        if possible.iter().any(|document| document.lang != first.lang) {
            self.possible = possible;
        }
    }
}

/// Whether `AGON_LANG` has decided already.
fn is_decided() -> bool {
    std::env::var_os("AGON_LANG").is_some()
}

/// A notebook, if it is one that can be read, and says or shows its language.
fn of_notebook(file: &Path) -> Option<Document> {
    #[derive(Deserialize)]
    struct Notebook {
        metadata: Metadata,
        #[serde(default)]
        cells: Vec<Cell>,
    }
    #[derive(Deserialize)]
    struct Metadata {
        lang: Option<String>,
    }
    #[derive(Deserialize)]
    struct Cell {
        cell_type: String,
        source: Value,
    }
    let text = std::fs::read(file).ok()?;
    let notebook = serde_json::from_slice::<Notebook>(&text).ok()?;
    let texts = |kind: &'static str| {
        notebook.cells.iter().filter(move |cell| cell.cell_type == kind).map(|cell| joined(&cell.source))
    };
    let code = texts("code").map(|code| code.trim().to_owned()).filter(|code| !code.is_empty()).collect();
    let shown = || lang::of_prose(texts("markdown")).map(str::to_owned);
    Some(Document { code, lang: notebook.metadata.lang.clone().or_else(shown)? })
}

/// The notebooks of a folder whose language is known, by name.
fn of_folder(folder: &Path) -> Vec<Document> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let files = entries.flatten().map(|entry| entry.path());
    let mut notebooks: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "ipynb")).collect();
    notebooks.sort();
    notebooks.iter().take(LOOKED_AT).filter_map(|file| of_notebook(file)).collect()
}

/// The language of a document of Quarto's: the notebook's own, or that of its header.
fn of_quarto(data: &Map<String, Value>) -> Option<String> {
    let options = data.get("options")?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let folder = text(options.get("run_path")).unwrap_or_default();
    let input = text(options.get("input")).map(|input| Path::new(&folder).join(input));
    input
        .and_then(|file| Some(of_notebook(&file)?.lang))
        .or_else(|| text(options.pointer("/format/metadata/lang")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn notebook(folder: &Path, name: &str, metadata: Value, code: &[&str]) {
        let cell = |source: &&str| json!({"cell_type": "code", "source": [source], "outputs": [{}]});
        let cells: Vec<Value> = code.iter().map(cell).collect();
        std::fs::write(folder.join(name), json!({"cells": cells, "metadata": metadata}).to_string()).unwrap();
    }

    fn languages(documents: &[Document]) -> Vec<&str> {
        documents.iter().map(|document| document.lang.as_str()).collect()
    }

    #[test]
    fn notebooks_of_a_folder_say_their_languages() {
        let folder = tempfile::tempdir().unwrap();
        assert!(of_folder(folder.path()).is_empty());
        std::fs::write(folder.path().join("0-broken.ipynb"), "{").unwrap();
        notebook(folder.path(), "1-silent.ipynb", json!({}), &[]);
        notebook(folder.path(), "2.ipynb", json!({"lang": "en"}), &[]);
        notebook(folder.path(), "3.ipynb", json!({"lang": "zh-CN"}), &["1\n", " ", "2"]);
        let found = of_folder(folder.path());
        assert_eq!(languages(&found), ["en", "zh-CN"]);
        assert_eq!(found[1].code, ["1", "2"]);
    }

    #[test]
    fn cells_tell_which_notebook_they_stand_in() {
        let document = |(lang, code): (&str, &[&str])| Document {
            lang: lang.to_owned(),
            code: code.iter().map(|&cell| cell.to_owned()).collect(),
        };
        let said = |cells: &[&str]| {
            let tongue = Tongue::default();
            let folder: [(&str, &[&str]); 3] =
                [("zh", &["a", "b"]), ("zh", &["c"]), ("en", &["a", "d", "e"])];
            tongue.state().choose(folder.map(document).into());
            let mut said = vec![tongue.take()];
            for cell in cells {
                tongue.recognise(cell);
                said.push(tongue.take());
            }
            said.into_iter().flatten().collect::<Vec<_>>().join(" ")
        };
        // First the language of the first notebook, then what follows from each cell.
        assert_eq!(said(&["", "a\n", "d", "b"]), "zh zh en");
        assert_eq!(said(&["c", "a", "d"]), "zh zh");
        assert_eq!(said(&["x", "a", "d"]), "zh");
        let alike = Tongue::default();
        alike.state().choose(vec![document(("en", &[])), document(("en", &["a"]))]);
        assert!(alike.state().possible.is_empty(), "nothing is left to be told");
    }

    #[test]
    fn the_notebook_of_a_document_goes_before_its_header() {
        let folder = tempfile::tempdir().unwrap();
        notebook(folder.path(), "lab.ipynb", json!({"lang": "zh-CN"}), &[]);
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
