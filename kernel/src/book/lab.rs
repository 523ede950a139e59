//! An executed notebook as a lab of the book.

use crate::notebook::run::EVIDENCE;
use crate::notebook::{CellKind, Freshness, Notebook};
use agon::Evidence;
use serde::Deserialize;
use serde_json::Value;

/// What an executed notebook says about itself and about the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Lab {
    /// The stem of its file, by which the ledger knows it; the same in both languages.
    pub name: String,
    /// The file.
    pub path: std::path::PathBuf,
    /// The language of its prose.
    pub lang: String,
    /// Its chapter (metadata `agon.chapter`).
    pub chapter: Option<String>,
    /// Its place in the chapter (metadata `agon.order`).
    pub order: Option<f64>,
    /// Its title: metadata `agon.title`, or the first heading, or the name. Formulas between dollars.
    pub title: String,
    /// Whether the code was changed after it ran.
    pub stale: bool,
    /// The evidence in its outputs, in order.
    pub findings: Vec<Finding>,
    /// The claims that its code names, with the cell that does: (cell, claim).
    pub named: Vec<(String, String)>,
}

/// One piece of evidence in an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the cell.
    pub cell: String,
    /// The claim of the book that it is about, if it is about one.
    pub claim: Option<String>,
    /// What was found out.
    pub evidence: Evidence,
}

impl Lab {
    /// Reads what the outputs of a notebook hold. Evidence that cannot be read counts for nothing; making its page
    /// reports it.
    pub fn of(notebook: &Notebook) -> Lab {
        let cells = notebook.cells();
        let mut lab = Lab {
            name: notebook.path().file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            path: notebook.path().to_owned(),
            lang: notebook.lang().to_owned(),
            chapter: None,
            order: None,
            title: String::new(),
            stale: matches!(notebook.freshness(), Freshness::Stale(_)),
            findings: Vec::new(),
            named: Vec::new(),
        };
        let about = |key: &str| notebook.metadata().get("agon")?.get(key);
        lab.chapter = about("chapter").and_then(Value::as_str).map(str::to_owned);
        lab.order = about("order").and_then(Value::as_f64);
        let heading = cells.iter().filter(|cell| cell.kind == CellKind::Markdown).find_map(|cell| {
            let mut lines = cell.source.lines();
            lines.find_map(|line| line.strip_prefix("# ").map(|title| title.trim().to_owned()))
        });
        let title = about("title").and_then(Value::as_str).map(str::to_owned);
        lab.title = title.or(heading).unwrap_or_else(|| lab.name.clone());
        for cell in cells.iter().filter(|cell| cell.kind == CellKind::Code) {
            lab.named.extend(named(&cell.source).map(|claim| (cell.id.to_owned(), claim.to_owned())));
            for value in cell.outputs.iter().filter_map(|output| output.get("data")?.get(EVIDENCE)) {
                let Ok(evidence) = Evidence::deserialize(value) else { continue };
                let claim = value.get("claim").and_then(Value::as_str).map(str::to_owned);
                lab.findings.push(Finding { cell: cell.id.to_owned(), claim, evidence });
            }
        }
        lab
    }

    /// Whether the lab speaks Chinese; if not, it speaks English.
    pub fn is_chinese(&self) -> bool {
        self.lang.split('-').next().is_some_and(|language| language.eq_ignore_ascii_case("zh"))
    }

    /// What counts: the book's claims, where the lab settles any. A conjecture that it offers to be refuted is no mistake of
    /// the book.
    pub fn counted(&self) -> impl Iterator<Item = &Finding> {
        let settles_claims = self.findings.iter().any(|finding| finding.claim.is_some());
        self.findings.iter().filter(move |finding| finding.claim.is_some() || !settles_claims)
    }

    /// How many different things were found to have each verdict; a claim that is shown twice counts once.
    pub fn count(&self, verdict: &str) -> usize {
        let with_verdict = self.counted().filter(|finding| finding.evidence.verdict().name() == verdict);
        let mut seen = std::collections::HashSet::new();
        with_verdict.filter(|finding| finding.claim.as_ref().is_none_or(|claim| seen.insert(claim))).count()
    }
}

/// The ids in the calls `claim("…")` of a text.
fn named(source: &str) -> impl Iterator<Item = &str> {
    const CALL: &str = "claim(\"";
    source.match_indices(CALL).filter_map(move |(at, _)| {
        let of_other_name = source[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let id = source[at + CALL.len()..].split('"').next()?;
        (!of_other_name && !id.is_empty()).then_some(id)
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;
    use std::path::Path;

    /// A notebook of cells (id, source, evidence in its outputs).
    pub fn notebook(path: &str, metadata: Value, cells: &[(&str, &str, Vec<Value>)]) -> Notebook {
        let cells: Vec<Value> = cells
            .iter()
            .map(|(id, source, evidence)| {
                let outputs: Vec<Value> = evidence
                    .iter()
                    .map(|evidence| json!({"output_type": "display_data", "metadata": {}, "data": {EVIDENCE: evidence}}))
                    .collect();
                json!({"cell_type": "code", "id": id, "metadata": {}, "source": source, "outputs": outputs, "execution_count": 1})
            })
            .collect();
        let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells});
        Notebook::parse(root.to_string().as_bytes(), Path::new(path)).unwrap()
    }

    #[test]
    fn a_lab_knows_its_place_and_its_findings() {
        let evidence = json!({"statement": "s", "verdict": "refuted", "witness": "3", "claim": "000-p1-x"});
        let open = json!({"statement": "s", "verdict": "open", "reason": "r"});
        let metadata =
            json!({"agon": {"chapter": "chapter-1", "order": 2.5, "title": "值 $g(n)$"}, "lang": "en"});
        let lab = Lab::of(&notebook(
            "notebooks/en/nim.ipynb",
            metadata,
            &[
                ("a", "claim(\"000-p1-x\").check();\nreclaim(\"no\")", vec![evidence.clone(), evidence]),
                ("b", "1", vec![open]),
            ],
        ));
        assert_eq!((lab.name.as_str(), lab.is_chinese(), lab.title.as_str()), ("nim", false, "值 $g(n)$"));
        assert_eq!((lab.chapter.as_deref(), lab.order), (Some("chapter-1"), Some(2.5)));
        // The open question is not the book's.
        assert_eq!(["refuted", "open", "proven"].map(|verdict| lab.count(verdict)), [1, 0, 0]);
        assert_eq!(lab.named, [("a".to_owned(), "000-p1-x".to_owned())]);
        let plain = Lab::of(&notebook("x.ipynb", json!({}), &[]));
        assert_eq!((plain.title.as_str(), plain.is_chinese(), plain.stale), ("x", true, false));
    }
}
