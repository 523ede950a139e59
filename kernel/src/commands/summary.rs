//! The table at the end of a run: what was checked.

use crate::notebook::run::Summary;
use console::{Alignment, pad_str, strip_ansi_codes};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::Duration;

/// One notebook's line.
pub struct Row {
    lab: String,
    cells: String,
    verdicts: [usize; VERDICTS.len()],
    /// How long it took; `None` if a cell failed.
    time: Option<Duration>,
    page: String,
    error: Option<String>,
}

/// The verdicts of evidence, as its JSON names them, in the order of the columns.
const VERDICTS: [&str; 6] = ["proven", "verified-up-to-bound", "refuted", "ambiguous", "uncheckable", "open"];
const HEAD: [&str; 10] =
    ["lab", "cells", "proven", "verified", "refuted", "ambiguous", "uncheckable", "open", "time", "page"];

impl Row {
    /// The line of a notebook that ran to its end.
    pub fn new(notebook: &Path, page: &Path, summary: &Summary, time: Duration) -> Row {
        let count =
            |verdict: &str| summary.evidence.iter().filter(|evidence| evidence["verdict"] == verdict).count();
        Row {
            lab: notebook.display().to_string(),
            cells: summary.cells.to_string(),
            verdicts: VERDICTS.map(count),
            time: Some(time),
            page: page.display().to_string(),
            error: None,
        }
    }

    /// The line of a notebook that did not, and why.
    pub fn failed(notebook: &Path, error: &str) -> Row {
        Row {
            lab: notebook.display().to_string(),
            cells: "failed".into(),
            verdicts: [0; VERDICTS.len()],
            time: None,
            page: "none".into(),
            error: Some(strip_ansi_codes(error).into_owned()),
        }
    }

    fn fields(&self) -> Vec<String> {
        let mut fields = vec![self.lab.clone(), self.cells.clone()];
        fields.extend(self.verdicts.map(|count| count.to_string()));
        let time = self.time.map(|time| format!("{:.1} s", time.as_secs_f64()));
        fields.extend([time.unwrap_or_default(), self.page.clone()]);
        fields
    }

    fn to_json(&self) -> Value {
        let verdicts: Map<String, Value> = VERDICTS
            .iter()
            .zip(self.verdicts)
            .map(|(name, count)| ((*name).to_owned(), count.into()))
            .collect();
        json!({
            "lab": self.lab,
            "cells": self.cells.parse::<usize>().ok(),
            "verdicts": verdicts,
            "seconds": self.time.map(|time| time.as_secs_f64()),
            "page": self.error.is_none().then_some(&self.page),
            "error": self.error,
        })
    }
}

/// The lines as a JSON list, for scripts.
pub fn json(rows: &[Row]) -> String {
    format!("{:#}\n", Value::Array(rows.iter().map(Row::to_json).collect()))
}

/// The lines under a head, in columns.
pub fn table(rows: &[Row]) -> String {
    let mut lines = vec![HEAD.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(Row::fields));
    let width = |column: usize| {
        lines.iter().map(|line| console::measure_text_width(&line[column])).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let fields = line.iter().enumerate().map(|(column, field)| {
            let to_the_left = column == 0 || column == HEAD.len() - 1;
            let alignment = if to_the_left { Alignment::Left } else { Alignment::Right };
            pad_str(field, widths[column], alignment, None).into_owned()
        });
        text += fields.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_counted_and_columns_line_up() {
        let summary = Summary {
            cells: 7,
            evidence: vec![
                json!({"verdict": "proven"}),
                json!({"verdict": "refuted"}),
                json!({"verdict": "proven"}),
            ],
            ..Summary::default()
        };
        let rows = [
            Row::new(Path::new("数.ipynb"), Path::new("out/数.html"), &summary, Duration::from_millis(1234)),
            Row::failed(Path::new("b.ipynb"), "cell 1 failed"),
        ];
        let table = table(&rows);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), HEAD);
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>(),
            ["数.ipynb", "7", "2", "0", "1", "0", "0", "0", "1.2", "s", "out/数.html"]
        );
        let last_column =
            |line: &str, word: &str| console::measure_text_width(&line[..line.find(word).unwrap()]);
        assert_eq!(last_column(lines[0], "page"), last_column(lines[1], "out/"));
        assert_eq!(last_column(lines[0], "page"), last_column(lines[2], "none"));
        let rows: Value = serde_json::from_str(&json(&rows)).unwrap();
        assert_eq!((&rows[0]["verdicts"]["proven"], &rows[0]["error"]), (&json!(2), &Value::Null));
        assert_eq!((&rows[1]["page"], &rows[1]["error"]), (&Value::Null, &json!("cell 1 failed")));
    }
}
