//! `agon claims`: the ledger of the book's claims with the verdicts of the labs.

use super::notebooks;
use super::unusable::unusable;
use crate::book::audit::{Problem, ProblemKind, Row, audit};
use crate::book::lab::Lab;
use crate::notebook::Notebook;
use agon::{Evidence, Verdict};
use agon_book::Ledger;
use clap::{Args, ValueEnum};
use miette::{IntoDiagnostic, Result};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print what the book claims and what the labs have found out about it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon claims                            # all of them, by chapter\n  \
                        agon claims --verdict refuted          # what the book has wrong\n  \
                        agon claims --chapter 2                # one chapter\n  \
                        agon claims --lab nim --allow-missing  # one lab, while it is being written\n  \
                        agon claims notebooks/en/nim.ipynb     # the same, from this notebook alone\n  \
                        agon claims --json\n\n\
                        Verdicts come from the outputs that `agon run` has put into the notebooks.\n\n\
                        Exit codes: 0 every claim has one verdict, 1 a claim has none, has two, or was checked in another cell\n\
                        than the ledger says, 2 the command line cannot be understood, or names what is no notebook.")]
pub struct Claims {
    /// Executed notebooks, or folders of notebooks; only what these labs have to check, or have checked, is listed [default:
    /// notebooks, and all claims].
    paths: Vec<PathBuf>,
    /// Only claims of this chapter: its number, or the name of a file in book/claims, such as preface.
    #[arg(long, value_name = "NAME")]
    chapter: Option<String>,
    /// Only claims with this verdict.
    #[arg(long, value_enum)]
    verdict: Option<Name>,
    /// Only claims that this lab has to check: its name, or its notebook.
    #[arg(long, value_name = "NAME")]
    lab: Option<String>,
    /// Print a JSON list of objects with id, verdict, bound, witness, expected, found, lab and cell.
    #[arg(long)]
    json: bool,
    /// Claims without a verdict are no error.
    #[arg(long)]
    allow_missing: bool,
    /// The language of the wordings, zh or en [default: that of AGON_LANG, or zh].
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// The folder of the ledger [default: book/claims here, else the one this program was compiled with].
    #[arg(long, value_name = "DIR")]
    ledger: Option<PathBuf>,
}

/// The names of verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    Proven,
    VerifiedUpToBound,
    Refuted,
    Ambiguous,
    Uncheckable,
    Open,
}

impl Claims {
    /// Runs the command.
    pub fn run(mut self) -> Result<ExitCode> {
        let ledger = self.ledger()?;
        self.find_names(&ledger)?;
        let everything = self.paths.is_empty();
        if everything {
            self.paths.push("notebooks".into());
        }
        let mut labs = Vec::new();
        let mut paths = Vec::new();
        notebooks::each(&self.paths, |_, path| paths.push(path))?;
        for path in paths {
            let notebook = Notebook::read(&path).map_err(|error| unusable(error.to_string(), ""))?;
            labs.push(Lab::of(&notebook));
        }
        let lang = self.lang.clone().or_else(|| std::env::var("AGON_LANG").ok());
        let chinese = lang.is_none_or(|lang| lang.starts_with("zh"));
        let audit = audit(&ledger, &labs, chinese);
        let is_given = |lab: &str| everything || labs.iter().any(|given| given.name == lab);
        let concerns = |row: &&Row| is_given(&row.claim.lab) || row.found.is_some();
        let rows: Vec<&Row> = audit.rows.iter().filter(concerns).filter(|row| self.wants(row)).collect();
        let text = if self.json {
            let list: Vec<Value> = rows.iter().map(|row| to_json(row)).collect();
            format!("{:#}\n", Value::Array(list))
        } else {
            to_text(&rows, chinese)
        };
        // A reader that is gone (`| head`) is no reason to panic.
        let _ = std::io::stdout().write_all(text.as_bytes());
        // What the labs that were not given would have to do is not in question.
        let own = rows.iter().filter(|row| is_given(&row.claim.lab));
        let in_question: HashSet<&str> = own.map(|row| row.claim.id.as_str()).collect();
        let problems: Vec<&Problem> =
            audit.problems.iter().filter(|problem| self.minds(problem, &in_question, &ledger)).collect();
        if problems.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("{} {}:", problems.len(), if problems.len() == 1 { "problem" } else { "problems" });
        for problem in problems {
            eprintln!("  {problem}");
        }
        Ok(ExitCode::FAILURE)
    }

    fn ledger(&self) -> Result<Ledger> {
        const HERE: &str = "book/claims";
        match &self.ledger {
            Some(folder) => Ledger::read(folder).into_diagnostic(),
            None if Path::new(HERE).is_dir() => Ledger::read(Path::new(HERE)).into_diagnostic(),
            None => Ok(Ledger::compiled_in().clone()),
        }
    }

    /// The names that the ledger uses, for what was typed. A misspelt filter would print nothing and call it success.
    fn find_names(&mut self, ledger: &Ledger) -> Result<()> {
        let chapters: Vec<&str> = ledger.chapters().iter().map(|chapter| chapter.name.as_str()).collect();
        let mut labs: Vec<&str> = ledger.claims().map(|claim| claim.lab.as_str()).collect();
        labs.sort_unstable();
        labs.dedup();
        for (kind, wanted, known) in [("chapter", &mut self.chapter, chapters), ("lab", &mut self.lab, labs)]
        {
            let Some(typed) = wanted else { continue };
            match known.iter().find(|name| is_meant(name, typed)) {
                Some(name) => *typed = (*name).to_owned(),
                None => {
                    return Err(miette::miette!(
                        help = format!("the ledger has: {}", known.join(", ")),
                        "the ledger has no claims of the {kind} `{typed}`"
                    ));
                }
            }
        }
        Ok(())
    }

    fn wants(&self, row: &Row) -> bool {
        let verdict = row.found.map(|(_, finding)| finding.evidence.verdict().name());
        let name = self.verdict.and_then(|name| name.to_possible_value());
        self.chapter.as_ref().is_none_or(|chapter| row.chapter.name == *chapter)
            && self.lab.as_ref().is_none_or(|lab| row.claim.lab == *lab)
            && name.is_none_or(|name| verdict == Some(name.get_name()))
    }

    /// Whether a problem belongs to what was asked for. What names no claim of the ledger does by its lab.
    fn minds(&self, problem: &Problem, in_question: &HashSet<&str>, ledger: &Ledger) -> bool {
        let pending = matches!(problem.kind, ProblemKind::Missing { .. } | ProblemKind::Open);
        if pending && self.allow_missing {
            return false;
        }
        match problem.claim.as_deref().filter(|claim| ledger.find(claim).is_some()) {
            Some(claim) => in_question.contains(claim),
            None => self.lab.as_ref().is_none_or(|lab| problem.lab == *lab) && self.chapter.is_none(),
        }
    }
}

/// Whether somebody who types `typed` means the chapter or the lab `name`: a file stands for its name, in whatever folder, and
/// a number for the chapter.
fn is_meant(name: &str, typed: &str) -> bool {
    let file = typed.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_lowercase();
    let stem = file.strip_suffix(".ipynb").or(file.strip_suffix(".toml")).unwrap_or(&file);
    name == stem || name == stem.replace(' ', "-") || name.strip_prefix("chapter-") == Some(stem)
}

fn to_json(row: &Row) -> Value {
    let verdict = row.found.map(|(_, finding)| finding.evidence.verdict());
    let (mut bound, mut witness, mut expected, mut found) = (None, None, None, None);
    match verdict {
        Some(Verdict::VerifiedUpToBound { bound: reached, .. }) => bound = Some(reached),
        Some(Verdict::Refuted { witness: case, expected: stated, found: right }) => {
            (witness, expected, found) = (Some(case), stated.as_ref(), right.as_ref());
        }
        _ => {}
    }
    let (lab, cell) =
        row.found.map_or((&row.claim.lab, &row.claim.cell), |(lab, finding)| (&lab.name, &finding.cell));
    json!({
        "id": row.claim.id, "verdict": verdict.map(Verdict::name), "bound": bound, "witness": witness,
        "expected": expected, "found": found, "lab": lab, "cell": cell,
    })
}

/// The claims under the titles of their chapters, and how many have which verdict.
fn to_text(rows: &[&Row], chinese: bool) -> String {
    let mut text = String::new();
    let mut chapter = "";
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for row in rows {
        if row.chapter.name != chapter {
            chapter = &row.chapter.name;
            let title = if chinese { &row.chapter.zh } else { &row.chapter.en };
            let _ = writeln!(text, "{}{title}\n", if text.is_empty() { "" } else { "\n" });
        }
        let evidence: Option<&Evidence> = row.found.map(|(_, finding)| &finding.evidence);
        let name = evidence.map_or("no verdict", |evidence| evidence.verdict().name());
        *counts.entry(name).or_default() += 1;
        let claim = row.claim;
        let place = if chinese { claim.place.clone() } else { claim.place_in_english() };
        let _ = writeln!(text, "{}  {place}  {name}  ({}, cell {})", claim.id, claim.lab, claim.cell);
        let _ = writeln!(text, "    {}", if chinese { &claim.zh } else { &claim.en });
        if let Some(evidence) = evidence {
            let _ = writeln!(text, "    {}", evidence.verdict());
        }
    }
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let _ = match rows.len() {
        0 => writeln!(text, "no claims"),
        number => {
            let plural = if number == 1 { "claim" } else { "claims" };
            writeln!(text, "\n{number} {plural}: {}", counts.join(", "))
        }
    };
    text
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn what_a_person_types_is_understood() {
        for typed in ["nim", "Nim", "nim.ipynb", "en/nim", "notebooks/en/nim.ipynb", "./notebooks/nim.ipynb"]
        {
            assert!(is_meant("nim", typed), "{typed}");
        }
        for typed in ["2", "chapter-2", "Chapter 2", "book/claims/chapter-2.toml"] {
            assert!(is_meant("chapter-2", typed), "{typed}");
        }
        for (name, typed) in [("nim", "ni"), ("chapter-1", "2"), ("chapter-1", ""), ("nim", "nim/")] {
            assert_eq!(is_meant(name, typed), typed == "nim/", "{name} {typed}");
        }
    }
}
