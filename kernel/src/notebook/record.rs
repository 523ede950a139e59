//! Whether the outputs of a notebook belong to its code.
//!
//! A run leaves its record in the metadata: the hash of all code (`agon.code_sha256`), and for each cell the hashes of
//! its source and of its outputs (`agon.ran`), a line each, so that a change of one cell is a difference of a line or
//! two. Other programs (Jupyter, papermill) run cells without a record; what they leave is neither fresh nor stale but
//! unknown, unless it shows that they did not run what was changed.

use super::{Cell, CellKind, Notebook, joined};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// What the record says about the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// A run of ours made them from the code as it is.
    Recorded,
    /// There is no record, or another program has run cells since.
    Unknown,
    /// They are older than the code, for these reasons.
    Stale(Vec<Doubt>),
}

/// Why outputs do not belong to the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The id of the cell, where it is one cell's fault.
    pub cell: Option<String>,
    /// For a message: the cell's name and what is wrong.
    pub reason: String,
}

/// Where the hashes of the cells stand in the metadata.
const RAN: &str = "ran";

impl Notebook {
    /// SHA-256 of the code cells' sources, in hexadecimal.
    pub fn code_sha256(&self) -> String {
        let mut hasher = Sha256::new();
        for cell in self.cells().iter().filter(|cell| cell.kind == CellKind::Code) {
            // The length keeps a line that moves over a cell boundary from giving the same hash.
            hasher.update((cell.source.len() as u64).to_le_bytes());
            hasher.update(cell.source.as_bytes());
        }
        format!("{:x}", hasher.finalize())
    }

    /// Notes in the metadata that the outputs belong to the code as it is now.
    pub fn record_run(&mut self) {
        let hash = self.code_sha256();
        let ran: Map<String, Value> = self
            .cells()
            .iter()
            .filter(|cell| has_code(cell))
            .map(|cell| (cell.id.to_owned(), format!("{} {}", of_source(cell), of_outputs(cell)).into()))
            .collect();
        let metadata = self.root.entry("metadata").or_insert_with(|| json!({}));
        if !metadata["agon"].is_object() {
            metadata["agon"] = json!({});
        }
        metadata["agon"]["code_sha256"] = hash.into();
        metadata["agon"][RAN] = ran.into();
    }

    /// Whether the outputs belong to the code.
    pub fn freshness(&self) -> Freshness {
        let of_agon = |key: &str| self.metadata().get("agon")?.get(key);
        let Some(code) = of_agon("code_sha256").and_then(Value::as_str) else { return Freshness::Unknown };
        let same_code = code == self.code_sha256();
        let Some(ran) = of_agon(RAN).and_then(Value::as_object) else {
            let reason = "the code was changed after the run".into();
            return if same_code {
                Freshness::Recorded
            } else {
                Freshness::Stale(vec![Doubt { cell: None, reason }])
            };
        };
        let cells = self.cells();
        let seen: Vec<(&Cell, bool, bool)> = cells
            .iter()
            .filter(|cell| has_code(cell))
            .map(|cell| {
                let recorded =
                    ran.get(cell.id).and_then(Value::as_str).and_then(|hashes| hashes.split_once(' '));
                let same_source = recorded.is_some_and(|(source, _)| source == of_source(cell));
                let same_outputs = recorded.is_some_and(|(_, outputs)| outputs == of_outputs(cell));
                (cell, same_source, same_outputs)
            })
            .collect();
        let (mut doubts, mut elsewhere, mut changed) = (Vec::new(), false, None::<Changed>);
        for (place, &(cell, same_source, same_outputs)) in seen.iter().enumerate() {
            let doubt = |what: &str| Doubt {
                cell: Some(cell.id.to_owned()),
                reason: format!("{} {what}", cell.name()),
            };
            if cell.execution_count.is_none() && cell.outputs.is_empty() && !(same_source && same_outputs) {
                doubts.push(doubt("has not run"));
            } else if !same_source && same_outputs {
                // A kernel that was restarted counts from 1 again: a cell without output then looks as if it had not run
                // since. That another program ran on after it shows in a later cell.
                let ran_on = seen[place + 1..].iter().any(|&(later, _, same_outputs)| {
                    !same_outputs && later.execution_count > cell.execution_count
                });
                if !ran_on {
                    doubts.push(doubt("was changed after it ran"));
                }
            } else if !same_outputs {
                elsewhere = true;
                if !same_source {
                    changed = Some(Changed { name: cell.name(), count: cell.execution_count });
                }
            } else if let Some(changed) =
                changed.as_ref().filter(|changed| changed.count > cell.execution_count)
            {
                doubts.push(doubt(&format!("ran before {} was changed", changed.name)));
            }
        }
        match (doubts.is_empty(), elsewhere, same_code) {
            (false, ..) => Freshness::Stale(doubts),
            (true, true, _) => Freshness::Unknown,
            (true, false, true) => Freshness::Recorded,
            (true, false, false) => Freshness::Stale(vec![Doubt {
                cell: None,
                reason: "cells were moved or removed after the run".into(),
            }]),
        }
    }
}

/// A cell that another program has run since it was changed.
struct Changed {
    name: String,
    count: Option<u32>,
}

fn has_code(cell: &Cell) -> bool {
    cell.kind == CellKind::Code && !cell.source.trim().is_empty()
}

fn of_source(cell: &Cell) -> String {
    short_hash(cell.source.as_bytes())
}

/// Of what a reader sees, and of the number of the run: a cell that ran again elsewhere has another one as a rule.
fn of_outputs(cell: &Cell) -> String {
    let mut outputs = Value::Array(cell.outputs.iter().map(without_layout).collect());
    outputs.sort_all_objects();
    short_hash(format!("{:?} {outputs}", cell.execution_count).as_bytes())
}

/// An output without what other programs write differently.
fn without_layout(output: &Value) -> Value {
    let mut output = output.clone();
    if let Some(output) = output.as_object_mut() {
        output.retain(|key, _| !matches!(key.as_str(), "metadata" | "execution_count"));
    }
    for (key, value) in output.as_object_mut().into_iter().flatten() {
        match key.as_str() {
            "text" => *value = joined(value).into(),
            "data" => {
                for (_, part) in value.as_object_mut().into_iter().flatten() {
                    if part.as_array().is_some_and(|lines| lines.iter().all(Value::is_string)) {
                        *part = joined(part).into();
                    }
                }
            }
            _ => {}
        }
    }
    output
}

fn short_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn notebook() -> Notebook {
        let code = |id: &str, source: &str, count: u32, text: &str| {
            let outputs = if text.is_empty() {
                json!([])
            } else {
                json!([{"output_type": "stream", "name": "stdout", "text": text}])
            };
            json!({"cell_type": "code", "id": id, "metadata": {}, "source": source, "outputs": outputs,
                   "execution_count": count})
        };
        let cells = json!([
            code("define", "let n = 1;", 1, ""),
            {"cell_type": "markdown", "id": "text", "metadata": {}, "source": "prose"},
            code("print", "println!(\"{n}\")", 2, "1\n"),
            code("more", "n + 1;", 3, ""),
        ]);
        let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {"agon": 3}, "cells": cells});
        Notebook::parse(root.to_string().as_bytes(), Path::new("test.ipynb")).unwrap()
    }

    fn recorded() -> Notebook {
        let mut notebook = notebook();
        assert_eq!(notebook.freshness(), Freshness::Unknown, "nothing is recorded yet");
        notebook.record_run();
        assert_eq!(notebook.freshness(), Freshness::Recorded);
        notebook
    }

    fn doubts(notebook: &Notebook) -> Vec<String> {
        match notebook.freshness() {
            Freshness::Stale(doubts) => doubts.into_iter().map(|doubt| doubt.reason).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_a_change_of_code_makes_outputs_stale() {
        let mut notebook = recorded();
        notebook.root["cells"][1]["source"] = json!("other prose");
        notebook.root["cells"][2]["outputs"][0]["text"] = json!(["1\n"]);
        notebook.root["cells"][2]["outputs"][0]["metadata"] = json!({"scrolled": true});
        assert_eq!(notebook.freshness(), Freshness::Recorded);
        notebook.root["cells"][0]["source"] = json!("let n = 2;");
        assert_eq!(doubts(&notebook), ["cell 1 (id define) was changed after it ran"]);
    }

    #[test]
    fn cells_that_have_not_run_or_are_gone_are_named() {
        let mut notebook = recorded();
        notebook.root["cells"][2]["outputs"] = json!([]);
        notebook.root["cells"][2]["execution_count"] = Value::Null;
        assert_eq!(doubts(&notebook), ["cell 3 (id print) has not run"]);
        let mut notebook = recorded();
        notebook.root["cells"].as_array_mut().unwrap().pop();
        assert_eq!(doubts(&notebook), ["cells were moved or removed after the run"]);
        let mut notebook = recorded();
        notebook.root["cells"].as_array_mut().unwrap().swap(2, 3);
        assert_eq!(doubts(&notebook).len(), 1);
    }

    #[test]
    fn what_another_program_has_run_is_unknown_unless_it_ran_too_little() {
        let mut notebook = recorded();
        notebook.root["cells"][0]["source"] = json!("let n = 2;");
        notebook.root["cells"][0]["execution_count"] = json!(7);
        assert_eq!(
            doubts(&notebook),
            ["cell 3 (id print)", "cell 4 (id more)"]
                .map(|cell| format!("{cell} ran before cell 1 (id define) was changed"))
        );
        for (cell, count) in [(2, 8), (3, 9)] {
            notebook.root["cells"][cell]["execution_count"] = json!(count);
        }
        assert_eq!(notebook.freshness(), Freshness::Unknown);
    }

    #[test]
    fn a_restarted_kernel_that_counts_the_same_is_known_by_later_outputs() {
        let mut notebook = recorded();
        notebook.root["cells"][0]["source"] = json!("let n = 2;");
        notebook.root["cells"][2]["outputs"][0]["text"] = json!("2\n");
        assert_eq!(notebook.freshness(), Freshness::Unknown);
        // What comes before a changed cell does not tell whether that one has run.
        notebook.root["cells"][3]["source"] = json!("n + 2;");
        assert_eq!(doubts(&notebook), ["cell 4 (id more) was changed after it ran"]);
    }

    #[test]
    fn a_record_without_cells_still_tells_whether_the_code_was_changed() {
        let mut notebook = recorded();
        notebook.root["metadata"]["agon"].as_object_mut().unwrap().remove(RAN);
        assert_eq!(notebook.freshness(), Freshness::Recorded);
        notebook.root["cells"][3]["source"] = json!("n;");
        assert_eq!(doubts(&notebook).len(), 1);
    }
}
