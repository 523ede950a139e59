//! `agon check`: whether notebooks still give the outputs that they hold.

use super::batch;
use super::engine::Engine;
use super::notebooks::{self, Job};
use super::terminal;
use crate::notebook::compare::{Difference, Policy, differences};
use crate::notebook::{CellKind, Notebook};
use clap::Args;
use console::{Style, strip_ansi_codes};
use miette::{Result, miette};
use serde_json::{Value, json};
use similar::{Change, ChangeTag, DiffOp, TextDiff};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run notebooks again and compare what comes out with the outputs they hold. No file is written.
#[derive(Debug, Args)]
#[command(after_help = "Tags of cells say how their outputs are compared; they can be combined:\n  \
                        (none)           all that a reader sees must be the same\n  \
                        unordered        lines and outputs may come in another order\n  \
                        tolerance=1e-6   numbers may differ by this much (by this share of them above 1)\n  \
                        timing           durations such as `12.3 ms` or `4 秒` may differ\n  \
                        ignore           anything may differ; the cell must run all the same\n\n\
                        Examples:\n  agon check                        # all of notebooks/\n  \
                        agon check notebooks/nim.ipynb\n  \
                        agon check --json notebooks/en | jq '.[] | select(.status != \"same\")'\n\n\
                        Exit codes: 0 all the same, 1 a difference or a cell that fails, 2 the command line cannot be\n\
                        understood, names what is no notebook, or nothing could be run.")]
pub struct Check {
    /// Notebooks, or folders of notebooks.
    #[arg(default_value = "notebooks")]
    paths: Vec<PathBuf>,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
    /// Print a JSON list: notebook, status (same, different, failed), cells with policy and differences, error.
    #[arg(long)]
    json: bool,
}

/// A code cell as it was stored.
struct Stored {
    index: usize,
    id: String,
    name: String,
    policy: Policy,
    outputs: Vec<Value>,
}

/// A cell that does not give what it gave.
struct Changed {
    id: String,
    name: String,
    policy: Policy,
    differences: Vec<Difference>,
}

impl Check {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        match self.check() {
            // 1 is for differences alone.
            Err(report) => {
                eprintln!("{report:?}");
                Ok(ExitCode::from(2))
            }
            done => done,
        }
    }

    fn check(&self) -> Result<ExitCode> {
        let mut jobs = notebooks::rust_jobs(&self.paths)?;
        let stored = jobs.iter().map(stored).collect::<Result<Vec<_>>>()?;
        let outcomes = batch::run_all(self.engine, &mut jobs, |number, job, _, _| {
            Ok(compare(&stored[number], &job.notebook))
        })?;
        let (mut rows, mut text, mut same) = (Vec::new(), String::new(), 0);
        for ((job, outcome), stored) in jobs.iter().zip(outcomes).zip(&stored) {
            let name = job.name();
            match outcome {
                Ok(changed) => {
                    same += usize::from(changed.is_empty());
                    rows.push(to_json(&name, &changed));
                    if !changed.is_empty() || !terminal::is_quiet() {
                        text += &report(&name, stored.len(), &changed);
                    }
                }
                Err(failure) => {
                    let report = failure.report(&name, "`agon run` shows the same error");
                    rows.push(json!({"notebook": name, "status": "failed", "cells": [],
                                     "error": strip_ansi_codes(&report.to_string())}));
                    eprintln!("{report:?}");
                }
            }
        }
        if self.json {
            terminal::print(&format!("{:#}\n", Value::Array(rows)));
        } else {
            if jobs.len() > 1 && !terminal::is_quiet() {
                let _ = writeln!(text, "{} notebooks, {same} the same", jobs.len());
            }
            terminal::print(&text);
        }
        Ok(if same == jobs.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn stored(job: &Job) -> Result<Vec<Stored>> {
    let cells = job.notebook.cells().into_iter().filter(|cell| cell.kind == CellKind::Code);
    cells
        .map(|cell| {
            let policy = Policy::of(&cell).map_err(|reason| miette!("{}: {reason}", job.name()))?;
            Ok(Stored {
                index: cell.index,
                id: cell.id.to_owned(),
                name: cell.name(),
                policy,
                outputs: cell.outputs.to_vec(),
            })
        })
        .collect()
}

fn compare(stored: &[Stored], notebook: &Notebook) -> Vec<Changed> {
    let cells = notebook.cells();
    let changed = stored.iter().filter_map(|cell| {
        let differences = differences(&cell.outputs, cells.get(cell.index)?.outputs, cell.policy);
        (!differences.is_empty()).then(|| Changed {
            id: cell.id.clone(),
            name: cell.name.clone(),
            policy: cell.policy,
            differences,
        })
    });
    changed.collect()
}

fn to_json(name: &str, changed: &[Changed]) -> Value {
    let cells: Vec<Value> = changed
        .iter()
        .map(|cell| {
            let parts = cell.differences.iter();
            let parts =
                parts.map(|part| json!({"part": part.part, "stored": part.stored, "found": part.found}));
            json!({"cell": cell.id, "policy": cell.policy.name(), "differences": parts.collect::<Vec<_>>()})
        })
        .collect();
    let status = if changed.is_empty() { "same" } else { "different" };
    json!({"notebook": name, "status": status, "cells": cells, "error": null})
}

/// How many lines of one difference are shown.
const LINES: usize = 40;
/// How many characters of a line are shown, and how many of them stand before the first that differs.
const COLUMNS: usize = 160;
const BEFORE: usize = 60;

/// What a person reads about one notebook.
fn report(name: &str, cells: usize, changed: &[Changed]) -> String {
    if changed.is_empty() {
        return format!("{name}: {} ({cells} cells)\n", Style::new().green().apply_to("the same"));
    }
    let count = format!("{} of {cells} cells differ", changed.len());
    let mut text = format!("{name}: {}\n", Style::new().red().bold().apply_to(count));
    for cell in changed {
        let policy = match cell.policy.name() {
            name if name == "exact" => String::new(),
            name => format!(" [{name}]"),
        };
        let _ = writeln!(text, "\n  {}{policy}", Style::new().bold().apply_to(&cell.name));
        // The plain text says what the other forms of the same output say too.
        let is_plain = |part: &Difference| !part.part.contains('/') || part.part == "text/plain";
        let shown: Vec<&Difference> = match cell.differences.iter().filter(|part| is_plain(part)).collect() {
            plain if Vec::is_empty(&plain) => cell.differences.iter().collect(),
            plain => plain,
        };
        let others: Vec<&str> = cell
            .differences
            .iter()
            .filter(|part| !shown.contains(part))
            .map(|part| part.part.as_str())
            .collect();
        for part in shown {
            let _ = writeln!(text, "  {}", Style::new().dim().apply_to(format!("{}:", part.part)));
            text += &diff(part);
        }
        if !others.is_empty() {
            let _ =
                writeln!(text, "  {}", Style::new().dim().apply_to(format!("also: {}", others.join(", "))));
        }
    }
    text.push('\n');
    text
}

/// The lines that went and came, with two lines around them.
fn diff(part: &Difference) -> String {
    if part.part.starts_with("image/") && part.part != "image/svg+xml" {
        return format!("    a picture of {} bytes, now {} (base64)\n", part.stored.len(), part.found.len());
    }
    let [stored, found] = [&part.stored, &part.found].map(|text| in_lines(text));
    let diff = TextDiff::from_lines(&stored, &found);
    let (mut lines, mut left_out) = (Vec::new(), 0);
    for (number, group) in diff.grouped_ops(2).iter().enumerate() {
        if number > 0 {
            lines.push(Style::new().dim().apply_to("    …".to_owned()).to_string());
        }
        let changes = group.iter().flat_map(|op| diff.iter_changes(op).map(move |change| (op, change)));
        for (op, change) in changes {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ("-", Style::new().red()),
                ChangeTag::Insert => ("+", Style::new().green()),
                ChangeTag::Equal => (" ", Style::new().dim()),
            };
            if lines.len() >= LINES {
                left_out += 1;
                continue;
            }
            let line = excerpt(change.value().trim_end_matches('\n'), same_until(&diff, op, &change));
            lines.push(style.apply_to(format!("    {sign} {line}")).to_string());
        }
    }
    if left_out > 0 {
        lines.push(format!("    … {left_out} more lines"));
    }
    lines.join("\n") + "\n"
}

/// How many characters a changed line begins with that stand in its counterpart, too.
fn same_until(diff: &TextDiff<'_, '_, '_, str>, op: &DiffOp, change: &Change<&str>) -> usize {
    let (old, new) = (op.old_range(), op.new_range());
    let place = match change.tag() {
        ChangeTag::Equal => None,
        ChangeTag::Delete => change.old_index().map(|index| index - old.start),
        ChangeTag::Insert => change.new_index().map(|index| index - new.start),
    };
    let Some(place) = place.filter(|place| *place < old.len() && *place < new.len()) else { return 0 };
    let [stored, found] = [diff.old_slices()[old.start + place], diff.new_slices()[new.start + place]];
    stored.chars().zip(found.chars()).take_while(|(stored, found)| stored == found).count()
}

/// A line, or what of a long one stands around the character `at`.
fn excerpt(line: &str, at: usize) -> String {
    let length = line.chars().count();
    if length <= COLUMNS {
        return line.to_owned();
    }
    let start = at.saturating_sub(BEFORE).min(length - COLUMNS);
    let shown: String = line.chars().skip(start).take(COLUMNS).collect();
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{shown}{}", dots(start > 0), dots(start + COLUMNS < length))
}

/// Markup in lines of one element, so that a difference is a line and not a page.
fn in_lines(text: &str) -> String {
    let text = if text.trim_start().starts_with('<') { text.replace("><", ">\n<") } else { text.to_owned() };
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(part: &str, stored: &str, found: &str) -> Difference {
        Difference { part: part.into(), stored: stored.into(), found: found.into() }
    }

    fn shown(difference: &Difference) -> String {
        strip_ansi_codes(&diff(difference)).into_owned()
    }

    #[test]
    fn a_diff_shows_what_went_and_what_came() {
        let (old, new): (Vec<String>, Vec<String>) =
            (0..20).map(|n| (n.to_string(), if n == 10 { "ten".into() } else { n.to_string() })).unzip();
        let text = shown(&difference("stdout", &old.join("\n"), &new.join("\n")));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(lines, ["8", "9", "- 10", "+ ten", "11", "12"]);
        assert_eq!(shown(&difference("stdout", "", "a")), "    + a\n");
    }

    #[test]
    fn long_differences_are_cut() {
        let text = shown(&difference("stdout", "", &"x\n".repeat(100)));
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.contains("60 more lines"));
        let text = shown(&difference(
            "text/html",
            "<p>a</p><p>b</p>",
            &format!("<p>a</p><p>{}</p>", "c".repeat(500)),
        ));
        assert!(text.lines().all(|line| line.chars().count() < COLUMNS + 10) && text.contains("- <p>b</p>"));
        assert!(shown(&difference("image/png", "AAAA", "")).contains("4 bytes, now 0"));
    }

    #[test]
    fn of_a_long_line_the_place_that_differs_is_shown() {
        let line = |word: &str| format!("{}{word}{}", "a".repeat(1000), "b".repeat(1000));
        let text = shown(&difference("text/plain", &line("数 one"), &line("数 two")));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("a数 oneb") && lines[1].contains("a数 twob"), "{text}");
        assert!(lines.iter().all(|line| line.chars().count() < COLUMNS + 10), "{text}");
        assert!(lines.iter().all(|line| line.contains(" …a") && line.ends_with("b…")), "{text}");
        // At the end of a line as much is shown as of any other.
        let text = shown(&difference("text/plain", &format!("{}1", "a".repeat(500)), &"a".repeat(500)));
        assert!(text.lines().next().is_some_and(|line| line.ends_with("aa1")), "{text}");
    }

    #[test]
    fn the_plain_text_speaks_for_the_other_forms() {
        let changed = Changed {
            id: "a".into(),
            name: "cell 2 (id a)".into(),
            policy: Policy::default(),
            differences: vec![
                difference("text/html", "<b>1</b>", "<b>2</b>"),
                difference("text/plain", "1", "2"),
            ],
        };
        let text = strip_ansi_codes(&report("x.ipynb", 3, &[changed])).into_owned();
        assert!(text.contains("1 of 3 cells differ") && text.contains("also: text/html"), "{text}");
        assert!(text.contains("- 1") && !text.contains("<b>"), "{text}");
    }
}
