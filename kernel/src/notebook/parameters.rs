//! Parameters of a notebook, as papermill has them: the cell with the tag `parameters` holds the defaults, and a cell
//! with the tag `injected-parameters` behind it the values of this run.

use super::Notebook;
use crate::evaluator::lets::{Let, is_expression, lets};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::str::FromStr;

/// The tag of the cell with the defaults.
const PARAMETERS: &str = "parameters";
/// The tag of the cell with the values of a run.
const INJECTED: &str = "injected-parameters";

/// A value for a parameter: `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The parameter.
    pub name: String,
    /// A Rust expression.
    pub value: String,
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once('=') else {
            return Err("write it as NAME=VALUE, such as max_heap=100".into());
        };
        let (name, value) = (name.trim(), value.trim());
        if !is_expression(value) {
            return Err(format!(
                "`{value}` is not a value of Rust; texts stand in quotes, such as '{name}=\"{value}\"'"
            ));
        }
        Ok(Self { name: name.into(), value: value.into() })
    }
}

/// Why parameters cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// Nothing says what the parameters are.
    #[error("{}: no cell has the tag `parameters`, so there is nothing to set; tag the cell with the default values", .0.display())]
    NoCell(PathBuf),
    /// There is no such parameter.
    #[error("{}: there is no parameter `{name}`; the cell with the tag `parameters` has {known}", path.display())]
    Unknown {
        /// The notebook.
        path: PathBuf,
        /// The name that was given.
        name: String,
        /// Those that exist.
        known: String,
    },
}

impl Notebook {
    /// Puts a cell with these values behind the cell with the defaults, in place of the one that an earlier run put
    /// there. A value gets the type that the default is declared with; without one, it has its own.
    ///
    /// # Errors
    /// The notebook has no cell of parameters, or no parameter of a name.
    pub fn set_parameters(&mut self, parameters: &[Parameter]) -> Result<(), ParameterError> {
        let path = self.path.clone();
        let cells = self.cells();
        let Some(defaults) = cells.iter().find(|cell| cell.has_tag(PARAMETERS)) else {
            return Err(ParameterError::NoCell(path));
        };
        let (index, known) = (defaults.index, lets(&defaults.source));
        let mut lines = Vec::new();
        for Parameter { name, value } in parameters {
            let Some(default) = known.iter().rfind(|default| default.name == *name) else {
                return Err(ParameterError::Unknown { path, name: name.clone(), known: names(&known) });
            };
            lines.push(default.with_value(value));
        }
        let earlier = cells.iter().find(|cell| cell.has_tag(INJECTED)).map(|cell| cell.index);
        let ids: Vec<&str> = cells.iter().map(|cell| cell.id).collect();
        let id = earlier.map_or_else(|| free_id(&ids), |at| ids[at].to_owned());
        let cell = json!({
            "cell_type": "code", "id": id, "metadata": {"tags": [INJECTED]}, "execution_count": null,
            "outputs": [], "source": lines.join("\n"),
        });
        if let Some(cells) = self.root.get_mut("cells").and_then(Value::as_array_mut) {
            match earlier {
                Some(at) => cells[at] = cell,
                None => cells.insert(index + 1, cell),
            }
        }
        Ok(())
    }
}

fn names(known: &[Let]) -> String {
    let names: Vec<String> = known.iter().map(|default| format!("`{}`", default.name)).collect();
    if names.is_empty() { "no `let`".into() } else { names.join(", ") }
}

fn free_id(taken: &[&str]) -> String {
    let mut id = INJECTED.to_owned();
    while taken.contains(&id.as_str()) {
        id.push('-');
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn notebook(tag: &str) -> Notebook {
        let code = |id: &str, tags: Value, source: &str| {
            json!({"cell_type": "code", "id": id, "metadata": {"tags": tags}, "source": source,
                   "outputs": [], "execution_count": null})
        };
        let cells = json!([
            code("setup", json!([]), "use agon::*;"),
            code("defaults", json!([tag]), "let n: u32 = 3;\nlet code = \"0.77\";"),
            code("use", json!([]), "n"),
        ]);
        let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells});
        Notebook::parse(root.to_string().as_bytes(), Path::new("lab.ipynb")).unwrap()
    }

    fn set(notebook: &mut Notebook, parameters: &[&str]) -> Result<(), ParameterError> {
        let parameters: Vec<Parameter> = parameters.iter().map(|text| text.parse().unwrap()).collect();
        notebook.set_parameters(&parameters)
    }

    #[test]
    fn values_stand_behind_the_defaults_and_keep_their_types() {
        let mut notebook = notebook("parameters");
        set(&mut notebook, &["n=500", "code = \"0.07\""]).unwrap();
        let cells = notebook.cells();
        let ids: Vec<&str> = cells.iter().map(|cell| cell.id).collect();
        assert_eq!(ids, ["setup", "defaults", "injected-parameters", "use"]);
        assert_eq!(cells[2].source, "let n: u32 = 500;\nlet code = \"0.07\";");
        assert!(cells[2].has_tag("injected-parameters"));
        // Once more: the new values replace the old ones.
        set(&mut notebook, &["n=7"]).unwrap();
        assert_eq!(notebook.cells().len(), 4);
        assert_eq!(notebook.cells()[2].source, "let n: u32 = 7;");
    }

    #[test]
    fn errors_name_what_there_is() {
        let unknown = set(&mut notebook("parameters"), &["m=1"]).unwrap_err().to_string();
        assert!(unknown.contains("`m`") && unknown.contains("`n`, `code`"), "{unknown}");
        let none = set(&mut notebook("other"), &["n=1"]).unwrap_err().to_string();
        assert!(none.contains("lab.ipynb") && none.contains("`parameters`"), "{none}");
        assert!("n".parse::<Parameter>().unwrap_err().contains("NAME=VALUE"));
        assert!("code=0.7 7".parse::<Parameter>().unwrap_err().contains("quotes"));
    }
}
