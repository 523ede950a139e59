//! The JSON of nbformat 4: what is accepted, what is set right, and how it is laid out.

use super::NotebookError;
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

/// The version written: cells have ids since 4.5.
const MINOR: u64 = 5;

/// Reads and checks a notebook; every cell of the result has a kind, a unique id, a source and metadata, and every
/// code cell has outputs and an execution count.
pub fn parse(bytes: &[u8], path: &Path) -> Result<Map<String, Value>, NotebookError> {
    // Windows' editors put a mark before UTF-8.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let value: Value = serde_json::from_slice(bytes).map_err(|error| not_json(bytes, path, &error))?;
    let not_notebook = |reason: &str| NotebookError::NotNotebook { path: path.into(), reason: reason.into() };
    let Value::Object(mut root) = value else {
        return Err(not_notebook("the JSON is not an object"));
    };
    match root.get("nbformat").and_then(Value::as_u64) {
        None => return Err(not_notebook("it has no `nbformat` number")),
        Some(4) => {}
        Some(found) if found < 4 => {
            return Err(NotebookError::TooOld { path: path.into(), found });
        }
        Some(found) => {
            return Err(NotebookError::TooNew { path: path.into(), found });
        }
    }
    if root.get("nbformat_minor").and_then(Value::as_u64).is_none_or(|minor| minor < MINOR) {
        root.insert("nbformat_minor".into(), json!(MINOR));
    }
    if !root.entry("metadata").or_insert_with(|| json!({})).is_object() {
        return Err(not_notebook("its `metadata` is not an object"));
    }
    let Some(Value::Array(cells)) = root.get_mut("cells") else {
        return Err(not_notebook("it has no list of `cells`"));
    };
    let mut ids = HashSet::new();
    for (index, cell) in cells.iter_mut().enumerate() {
        complete_cell(cell, index, &mut ids).map_err(|reason| NotebookError::BadCell {
            path: path.into(),
            cell: index + 1,
            reason: reason.into(),
        })?;
    }
    Ok(root)
}

fn not_json(bytes: &[u8], path: &Path, error: &serde_json::Error) -> NotebookError {
    let conflict = bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"<<<<<<< "));
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let remedy = if is_utf16 {
        "The file is in UTF-16: save it as UTF-8"
    } else if bytes.is_empty() {
        "The file is empty: restore it, or make a new notebook in JupyterLab"
    } else if conflict {
        "The file holds the marks of a merge conflict: resolve it first"
    } else {
        "Restore the file from its last good version"
    };
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
    NotebookError::NotJson { path: path.into(), line: error.line(), column: error.column(), reason, remedy }
}

fn complete_cell(cell: &mut Value, index: usize, ids: &mut HashSet<String>) -> Result<(), &'static str> {
    let cell = cell.as_object_mut().ok_or("it is not an object")?;
    let is_code = match cell.get("cell_type").and_then(Value::as_str) {
        Some("code") => true,
        Some("markdown" | "raw") => false,
        Some(_) => return Err("its `cell_type` is none of code, markdown, raw"),
        None => return Err("it has no `cell_type`"),
    };
    let is_text = |value: &Value| match value {
        Value::String(_) => true,
        Value::Array(lines) => lines.iter().all(Value::is_string),
        _ => false,
    };
    if !cell.get("source").is_some_and(is_text) {
        return Err("its `source` is neither a string nor a list of strings");
    }
    if !cell.entry("metadata").or_insert_with(|| json!({})).is_object() {
        return Err("its `metadata` is not an object");
    }
    if is_code {
        cell.entry("execution_count").or_insert(Value::Null);
        let outputs = cell.entry("outputs").or_insert_with(|| json!([]));
        if !outputs.as_array().is_some_and(|outputs| outputs.iter().all(Value::is_object)) {
            return Err("its `outputs` are not a list of objects");
        }
    }
    let kept = cell.get("id").and_then(Value::as_str).filter(|id| is_valid_id(id) && !ids.contains(*id));
    let id = kept.map_or_else(|| new_id(cell, index, ids), str::to_owned);
    cell.insert("id".into(), id.clone().into());
    ids.insert(id);
    Ok(())
}

fn is_valid_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Eight hexadecimal digits as Jupyter makes them, but from the cell's place and text: reading a file twice gives the
/// same ids, so that links into a page stay good.
fn new_id(cell: &Map<String, Value>, index: usize, taken: &HashSet<String>) -> String {
    let source = cell.get("source").map(super::joined).unwrap_or_default();
    (0u64..)
        .map(|attempt| format!("{:x}", Sha256::digest(format!("{index} {attempt} {source}")))[..8].to_owned())
        .find(|id| !taken.contains(id))
        .expect("there are more attempts than cells")
}

/// The notebook as Jupyter lays it out.
pub fn to_json(root: &Map<String, Value>) -> String {
    let mut root = Value::Object(root.clone());
    for cell in root["cells"].as_array_mut().into_iter().flatten() {
        split_texts(cell);
    }
    // Does nothing where the map is ordered by itself, which depends on features that other crates may turn on.
    root.sort_all_objects();
    let mut bytes = Vec::new();
    let mut serializer =
        Serializer::with_formatter(&mut bytes, JupyterFormatter(PrettyFormatter::with_indent(b" ")));
    root.serialize(&mut serializer).expect("a JSON value is written to memory");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// Texts become lists of lines: sources, streams, and what outputs and attachments hold in a MIME type that is text.
fn split_texts(cell: &mut Value) {
    let split = |value: &mut Value| {
        if value.is_string() || value.as_array().is_some_and(|lines| lines.iter().all(Value::is_string)) {
            *value = split_lines(&super::joined(value)).into();
        }
    };
    let split_bundle = |bundle: &mut Value| {
        for (mime, value) in bundle.as_object_mut().into_iter().flatten() {
            if mime != "application/json" && !mime.ends_with("+json") {
                split(value);
            }
        }
    };
    split(&mut cell["source"]);
    if let Some(attachments) = cell.get_mut("attachments").and_then(Value::as_object_mut) {
        attachments.values_mut().for_each(split_bundle);
    }
    for output in cell.get_mut("outputs").and_then(Value::as_array_mut).into_iter().flatten() {
        for key in ["text", "data"] {
            match output.get_mut(key) {
                Some(text) if key == "text" => split(text),
                Some(data) => split_bundle(data),
                None => {}
            }
        }
    }
}

/// Python's `str.splitlines(keepends=True)`, which Jupyter splits with.
fn split_lines(text: &str) -> Vec<&str> {
    let is_end = |c: char| {
        matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((at, end)) = rest.char_indices().find(|(_, c)| is_end(*c)) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { end.len_utf8() };
        let (line, after) = rest.split_at(at + length);
        lines.push(line);
        rest = after;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// serde_json's pretty printer with Python's notation for floats (`1e-05`, `1e+16`).
struct JupyterFormatter(PrettyFormatter<'static>);

impl Formatter for JupyterFormatter {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let scientific = format!("{value:e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        match exponent.parse::<i32>() {
            Ok(-4..16) | Err(_) => write!(writer, "{value:?}"),
            Ok(exponent) => {
                let sign = if exponent < 0 { '-' } else { '+' };
                write!(writer, "{mantissa}e{sign}{:02}", exponent.unsigned_abs())
            }
        }
    }
    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        self.0.write_char_escape(writer, escape)
    }
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }
    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }
    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }
    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }
    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }
    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }
    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Map<String, Value>, NotebookError> {
        parse(text.as_bytes(), Path::new("lab.ipynb"))
    }

    /// Written by Python's `json.dumps(…, sort_keys=True, indent=1, ensure_ascii=False)` of nbformat.
    const JUPYTER: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "a1",
   "metadata": {},
   "source": [
    "# 尼姆 \"∗2\"\n",
    "tab\tbell\u0007"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "future": {
    "x": []
   },
   "id": "b2",
   "metadata": {
    "tags": [
     "ignore"
    ],
    "z": [
     1e-05,
     1e+16,
     0.1,
     2.5e-07,
     12345678901234567
    ]
   },
   "outputs": [
    {
     "data": {
      "application/vnd.agon.evidence+json": {
       "verdict": "proven"
      },
      "text/plain": [
       "1\n",
       "2"
      ]
     },
     "execution_count": 1,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
   "source": []
  }
 ],
 "metadata": {
  "custom": null
 },
 "nbformat": 4,
 "nbformat_minor": 5,
 "unknown": true
}
"##;

    #[test]
    fn a_jupyter_file_comes_back_byte_for_byte() {
        assert_eq!(to_json(&read(JUPYTER).unwrap()), JUPYTER);
    }

    #[test]
    fn missing_and_doubled_ids_are_set_right() {
        let cell = r#"{"cell_type": "raw", "metadata": {}, "source": "same"}"#;
        let with_id = r#"{"cell_type": "raw", "id": "x", "metadata": {}, "source": "a"}"#;
        let text = format!(
            r#"{{"nbformat": 4, "nbformat_minor": 2, "metadata": {{}}, "cells": [{cell}, {cell}, {with_id}, {with_id}]}}"#
        );
        let (first, again) = (read(&text).unwrap(), read(&text).unwrap());
        assert_eq!(first, again, "the ids depend on the file alone");
        assert_eq!(first["nbformat_minor"], 5);
        let ids: HashSet<_> =
            first["cells"].as_array().unwrap().iter().map(|cell| cell["id"].as_str()).collect();
        assert_eq!(ids.len(), 4);
        assert!(ids.contains(&Some("x")));
    }

    #[test]
    fn a_mark_of_utf8_is_no_part_of_the_notebook() {
        let marked = format!("\u{feff}{JUPYTER}");
        assert_eq!(to_json(&read(&marked).unwrap()), JUPYTER);
        let utf16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let message = parse(&utf16, Path::new("lab.ipynb")).unwrap_err().to_string();
        assert!(message.contains("save it as UTF-8"), "{message}");
    }

    #[test]
    fn lines_are_pythons() {
        assert_eq!(split_lines("a\nb"), ["a\n", "b"]);
        assert_eq!(split_lines("a\r\nb\rc\u{2028}"), ["a\r\n", "b\r", "c\u{2028}"]);
        assert!(split_lines("").is_empty());
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        for (text, parts) in [
            ("", &["lab.ipynb", "empty"][..]),
            ("{\n<<<<<<< HEAD\n", &["line 2", "merge conflict"]),
            ("[]", &["not an object"]),
            ("{}", &["nbformat"]),
            (r#"{"nbformat": 3, "worksheets": []}"#, &["too old", "nbconvert"]),
            (r#"{"nbformat": 5, "cells": []}"#, &["newer", "Update agon"]),
            (r#"{"nbformat": 4, "metadata": {}}"#, &["cells"]),
            (
                r#"{"nbformat": 4, "cells": [{"cell_type": "raw", "source": ""}, {"cell_type": "heading"}]}"#,
                &["cell 2", "cell_type"],
            ),
            (r#"{"nbformat": 4, "cells": [{"cell_type": "raw", "source": [1]}]}"#, &["cell 1", "source"]),
            (
                r#"{"nbformat": 4, "cells": [{"cell_type": "code", "source": "", "outputs": [2]}]}"#,
                &["cell 1", "outputs"],
            ),
        ] {
            let message = read(text).unwrap_err().to_string();
            for part in parts {
                assert!(message.contains(part), "{text}: {message}");
            }
        }
    }
}
