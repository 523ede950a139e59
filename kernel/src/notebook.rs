//! The notebook document: `.ipynb` files in and out, and what a run puts into them.
//!
//! A [`Notebook`] keeps the JSON of its file as it is, so that metadata this program knows nothing of survives, and
//! offers typed views of what it does know ([`Cell`]). [`Notebook::write`] lays the file out exactly as Jupyter does,
//! so that a change of one cell is a difference of a few lines. [`Recorder`] turns what a running cell says into the
//! outputs of the format.
//!
//! The crate `nbformat` was looked at and not taken: its typed cells drop unknown keys of outputs and of the document,
//! write an empty source as `[""]`, and do not order the keys.
//!
//! Source: <https://nbformat.readthedocs.io/en/latest/format_description.html> (nbformat 4.5).

mod atomic;
pub mod compare;
mod error;
mod format;
pub mod lang;
mod outputs;
mod parameters;
mod record;
pub mod run;

pub use atomic::write as write_atomically;
pub use error::NotebookError;
pub use outputs::{Recorder, overwritten};
pub use parameters::Parameter;
pub use record::Freshness;

use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The three kinds of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Code in the language of the kernel, with outputs.
    Code,
    /// Prose.
    Markdown,
    /// Text that is neither run nor rendered.
    Raw,
}

/// A view of one cell.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// Its place in the notebook, from 0.
    pub index: usize,
    /// Its id: letters, digits, `-` and `_`; unique in the notebook.
    pub id: &'a str,
    /// Code, Markdown or raw.
    pub kind: CellKind,
    /// Its text, lines joined.
    pub source: String,
    /// The tags of its metadata.
    pub tags: Vec<&'a str>,
    /// The number in the brackets of `In [n]`.
    pub execution_count: Option<u32>,
    /// Its outputs in the JSON of the format; empty unless it is a code cell.
    pub outputs: &'a [Value],
    /// All its metadata.
    pub metadata: &'a Map<String, Value>,
    /// Files that its Markdown names as `attachment:NAME`, as MIME bundles.
    pub attachments: Option<&'a Map<String, Value>>,
}

impl Cell<'_> {
    /// Whether the cell bears this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.contains(&tag)
    }

    /// How a message names the cell: its place as a reader counts, and its id.
    pub fn name(&self) -> String {
        format!("cell {} (id {})", self.index + 1, self.id)
    }
}

/// A notebook in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Notebook {
    path: PathBuf,
    root: Map<String, Value>,
}

static NO_METADATA: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

impl Notebook {
    /// Reads a notebook. Cells without an id get one that depends on their place and text only, and the minor version
    /// is raised to 5; nothing is written back until [`Notebook::write`].
    ///
    /// # Errors
    /// The file cannot be read, is no regular file, is not JSON, is not a notebook, or is of another major version than
    /// 4; the message names the file, the cell where there is one, and the remedy.
    pub fn read(path: &Path) -> Result<Self, NotebookError> {
        let bytes = read_regular(path).map_err(|error| NotebookError::Read { path: path.into(), error })?;
        Self::parse(&bytes, path)
    }

    /// As [`Notebook::read`], from the bytes of a file; `path` serves messages and pictures beside the notebook.
    ///
    /// # Errors
    /// Those of [`Notebook::read`], but for reading.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, NotebookError> {
        Ok(Self { path: path.into(), root: format::parse(bytes, path)? })
    }

    /// Writes the notebook as Jupyter would: keys sorted, indented by one, not escaped to ASCII, a newline at the end.
    /// The new file takes the place of the old one in one step and keeps its permissions; a file that would not
    /// change is left alone.
    ///
    /// # Errors
    /// The folder or the file cannot be written. The old file is whole then.
    pub fn write(&self, path: &Path) -> Result<(), NotebookError> {
        atomic::write(path, self.to_json().as_bytes())
            .map_err(|error| NotebookError::Write { path: path.into(), error })
    }

    /// The text that [`Notebook::write`] puts into the file.
    pub fn to_json(&self) -> String {
        format::to_json(&self.root)
    }

    /// Where the notebook was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The cells in order.
    pub fn cells(&self) -> Vec<Cell<'_>> {
        self.raw_cells().iter().enumerate().map(|(index, cell)| view(index, cell)).collect()
    }

    /// Replaces the outputs and the execution count of the code cell at `index`; another cell is left as it is.
    pub fn set_outputs(&mut self, index: usize, outputs: Vec<Value>, execution_count: Option<u32>) {
        let cells = self.root.get_mut("cells").and_then(Value::as_array_mut);
        let Some(cell) = cells.and_then(|cells| cells.get_mut(index)).and_then(Value::as_object_mut) else {
            return;
        };
        if cell.get("cell_type").and_then(Value::as_str) == Some("code") {
            cell.insert("outputs".into(), Value::Array(outputs));
            cell.insert("execution_count".into(), json!(execution_count));
        }
    }

    /// The metadata of the document.
    pub fn metadata(&self) -> &Map<String, Value> {
        self.root.get("metadata").and_then(Value::as_object).unwrap_or(&NO_METADATA)
    }

    /// The language of the code cells: that of the kernel, or `rust`.
    pub fn language(&self) -> &str {
        let of = |key: &str, field: &str| self.metadata().get(key)?.get(field)?.as_str();
        of("kernelspec", "language").or_else(|| of("language_info", "name")).unwrap_or("rust")
    }

    /// The language of the prose as a BCP 47 tag: metadata `lang`, or what its letters show when the notebook does not say.
    pub fn lang(&self) -> &str {
        let shown = || {
            let cells = self.cells().into_iter().filter(|cell| cell.kind == CellKind::Markdown);
            lang::of_prose(cells.map(|cell| cell.source)).unwrap_or(lang::DEFAULT)
        };
        self.metadata().get("lang").and_then(Value::as_str).unwrap_or_else(shown)
    }

    /// Whether the prose is Chinese; if not, the program speaks English.
    pub fn is_chinese(&self) -> bool {
        self.lang().split('-').next().is_some_and(|language| language.eq_ignore_ascii_case("zh"))
    }

    fn raw_cells(&self) -> &[Value] {
        self.root.get("cells").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// The bytes of a regular file. A device or a pipe may never end.
fn read_regular(path: &Path) -> std::io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "not a regular file"));
    }
    std::fs::read(path)
}

/// `cell` has passed [`format::parse`]; what that guarantees is not checked again here.
fn view(index: usize, cell: &Value) -> Cell<'_> {
    let metadata = cell.get("metadata").and_then(Value::as_object).unwrap_or(&NO_METADATA);
    let tags = metadata.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Cell {
        index,
        id: cell.get("id").and_then(Value::as_str).unwrap_or_default(),
        kind: match cell.get("cell_type").and_then(Value::as_str) {
            Some("code") => CellKind::Code,
            Some("markdown") => CellKind::Markdown,
            _ => CellKind::Raw,
        },
        source: cell.get("source").map(joined).unwrap_or_default(),
        tags: tags.iter().filter_map(Value::as_str).collect(),
        execution_count: cell
            .get("execution_count")
            .and_then(Value::as_u64)
            .and_then(|n| u32::try_from(n).ok()),
        outputs: cell.get("outputs").and_then(Value::as_array).map_or(&[], Vec::as_slice),
        metadata,
        attachments: cell.get("attachments").and_then(Value::as_object),
    }
}

/// The text of a multi-line string of the format: a string, or a list of strings to be joined.
pub fn joined(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notebook(cells: Value, metadata: Value) -> Notebook {
        let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells});
        Notebook::parse(root.to_string().as_bytes(), Path::new("test.ipynb")).unwrap()
    }

    #[test]
    fn views_show_what_a_cell_holds() {
        let notebook = notebook(
            json!([
                {"cell_type": "markdown", "id": "intro", "metadata": {}, "source": ["```\n", "# no\n", "```\n", "## 尼姆 ##\n", "text"]},
                {"cell_type": "code", "id": "run", "metadata": {"tags": ["hide-input"]}, "execution_count": 7,
                 "source": "1 + 1", "outputs": [{"output_type": "stream", "name": "stdout", "text": "x"}]},
            ]),
            json!({}),
        );
        let cells = notebook.cells();
        assert_eq!((cells[0].kind, cells[1].kind), (CellKind::Markdown, CellKind::Code));
        assert_eq!((cells[1].source.as_str(), cells[1].execution_count), ("1 + 1", Some(7)));
        assert!(cells[1].has_tag("hide-input"));
        assert_eq!(joined(&cells[1].outputs[0]["text"]), "x");
        assert_eq!(cells[1].name(), "cell 2 (id run)");
    }

    #[test]
    fn only_regular_files_are_read() {
        for path in ["/dev/zero", "/"] {
            let said = Notebook::read(Path::new(path)).unwrap_err().to_string();
            assert!(said.contains(path) && said.contains("not a regular file"), "{said}");
        }
    }

    #[test]
    fn languages_have_defaults() {
        let plain = notebook(json!([]), json!({}));
        assert_eq!((plain.language(), plain.lang()), ("rust", "zh-CN"));
        let python = notebook(json!([]), json!({"language_info": {"name": "python"}, "lang": "en"}));
        assert_eq!((python.language(), python.lang()), ("python", "en"));
        let cell = json!({"cell_type": "markdown", "source": ["# Nim\n", "who wins?"], "metadata": {}});
        assert_eq!(notebook(json!([cell]), json!({})).lang(), "en");
    }
}
