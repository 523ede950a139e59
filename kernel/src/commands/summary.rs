//! The table at the end of a run: what was checked.

use crate::notebook::run::Summary;
use console::{Alignment, pad_str};
use std::path::Path;
use std::time::Duration;

/// One notebook's line.
pub struct Row {
    lab: String,
    cells: String,
    verdicts: [usize; VERDICTS.len()],
    seconds: String,
    page: String,
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
            seconds: format!("{:.1} s", time.as_secs_f64()),
            page: page.display().to_string(),
        }
    }

    /// The line of a notebook that did not.
    pub fn failed(notebook: &Path) -> Row {
        Row {
            lab: notebook.display().to_string(),
            cells: "failed".into(),
            verdicts: [0; VERDICTS.len()],
            seconds: String::new(),
            page: "none".into(),
        }
    }

    fn fields(&self) -> Vec<String> {
        let mut fields = vec![self.lab.clone(), self.cells.clone()];
        fields.extend(self.verdicts.map(|count| count.to_string()));
        fields.extend([self.seconds.clone(), self.page.clone()]);
        fields
    }
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
    use serde_json::json;

    #[test]
    fn verdicts_are_counted_and_columns_line_up() {
        let summary = Summary {
            cells: 7,
            evidence: vec![
                json!({"verdict": "proven"}),
                json!({"verdict": "refuted"}),
                json!({"verdict": "proven"}),
            ],
            failure: None,
        };
        let rows = [
            Row::new(Path::new("数.ipynb"), Path::new("out/数.html"), &summary, Duration::from_millis(1234)),
            Row::failed(Path::new("b.ipynb")),
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
    }
}
