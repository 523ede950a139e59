//! The ledger beside what the labs have found out.

use super::lab::{Finding, Lab};
use agon_book::{Chapter, Claim, Ledger};
use std::fmt;

/// A claim with its verdict, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its chapter.
    pub chapter: &'a Chapter,
    /// The claim.
    pub claim: &'a Claim,
    /// Where its verdict was found, and which.
    pub found: Option<(&'a Lab, &'a Finding)>,
}

/// Something that is not as a book should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The lab in which it has to be set right.
    pub lab: String,
    /// The claim it is about; a lab as a whole has none.
    pub claim: Option<String>,
    /// What it is.
    pub kind: ProblemKind,
}

/// The kinds of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// No cell has checked the claim.
    Missing {
        /// The cell that should.
        cell: String,
    },
    /// The claim has run and is still open.
    Open,
    /// The ledger knows no such claim.
    Unknown {
        /// The cell that names it.
        cell: String,
        /// The id in the ledger that looks most like it.
        nearest: String,
    },
    /// Two runs contradict one another.
    TwoVerdicts {
        /// The places and their verdicts.
        verdicts: Vec<(String, &'static str)>,
    },
    /// The claim was checked somewhere else than the ledger says.
    Elsewhere {
        /// Where it should run.
        expected: String,
        /// Where it has run.
        found: String,
    },
    /// The outputs are older than the code.
    Stale {
        /// The notebook.
        path: String,
    },
}

/// All claims with their verdicts, and everything that is wrong.
pub struct Audit<'a> {
    /// In the order of the ledger.
    pub rows: Vec<Row<'a>>,
    /// In the same order; then what concerns no claim of the ledger.
    pub problems: Vec<Problem>,
}

/// Compares the ledger with the labs. Of a claim that has run in both languages, the run in the reader's counts.
pub fn audit<'a>(ledger: &'a Ledger, labs: &'a [Lab], chinese: bool) -> Audit<'a> {
    let mut audit = Audit { rows: Vec::new(), problems: Vec::new() };
    for chapter in ledger.chapters() {
        for claim in &chapter.claims {
            let runs: Vec<_> = runs(labs, &claim.id).collect();
            let in_its_cell =
                |(lab, finding): &&(&Lab, &Finding)| lab.name == claim.lab && finding.cell == claim.cell;
            let own: Vec<_> = runs.iter().filter(in_its_cell).collect();
            let readers = own.iter().find(|(lab, _)| lab.is_chinese() == chinese).or(own.first());
            let found = readers.map(|run| **run).or(runs.first().copied());
            audit.rows.push(Row { chapter, claim, found });
            let kind = match found {
                None => Some(ProblemKind::Missing { cell: claim.cell.clone() }),
                Some(_) if runs.iter().any(|run| name(run) != name(&runs[0])) => {
                    Some(ProblemKind::TwoVerdicts {
                        verdicts: runs.iter().map(|run| (place(run), name(run))).collect(),
                    })
                }
                Some((_, finding)) if finding.evidence.is_open() => Some(ProblemKind::Open),
                Some(run) if own.is_empty() => Some(ProblemKind::Elsewhere {
                    expected: format!("{}, cell {}", claim.lab, claim.cell),
                    found: place(&run),
                }),
                Some(_) => None,
            };
            let problem = |kind| Problem { lab: claim.lab.clone(), claim: Some(claim.id.clone()), kind };
            audit.problems.extend(kind.map(problem));
        }
    }
    for lab in labs {
        if lab.stale {
            let kind = ProblemKind::Stale { path: lab.path.display().to_string() };
            audit.problems.push(Problem { lab: lab.name.clone(), claim: None, kind });
        }
        let shown = lab.findings.iter().filter_map(|finding| Some((&finding.cell, finding.claim.as_ref()?)));
        let mut named: Vec<_> = shown.chain(lab.named.iter().map(|(cell, claim)| (cell, claim))).collect();
        named.retain(|(_, claim)| ledger.find(claim).is_none());
        named.sort();
        named.dedup();
        audit.problems.extend(named.into_iter().map(|(cell, claim)| Problem {
            lab: lab.name.clone(),
            claim: Some(claim.clone()),
            kind: ProblemKind::Unknown {
                cell: cell.clone(),
                nearest: ledger.nearest(claim).map(|claim| claim.id.clone()).unwrap_or_default(),
            },
        }));
    }
    audit
}

fn runs<'a>(labs: &'a [Lab], claim: &'a str) -> impl Iterator<Item = (&'a Lab, &'a Finding)> {
    let findings = labs.iter().flat_map(|lab| lab.findings.iter().map(move |finding| (lab, finding)));
    findings.filter(move |(_, finding)| finding.claim.as_deref() == Some(claim))
}

fn name(run: &(&Lab, &Finding)) -> &'static str {
    run.1.evidence.verdict().name()
}

fn place((lab, finding): &(&Lab, &Finding)) -> String {
    format!("{}, cell {}", lab.path.display(), finding.cell)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lab, claim) = (&self.lab, self.claim.as_deref().unwrap_or_default());
        match &self.kind {
            ProblemKind::Missing { cell } => {
                write!(f, "{claim}: no cell has checked it; the ledger expects it in {lab}, cell {cell}")
            }
            ProblemKind::Open => write!(f, "{claim}: it has run in {lab} and is still open"),
            ProblemKind::Unknown { cell, nearest } => {
                write!(
                    f,
                    "{claim}: named in {lab}, cell {cell}, but not in the ledger; the nearest is {nearest}"
                )
            }
            ProblemKind::TwoVerdicts { verdicts } => {
                let verdicts: Vec<_> =
                    verdicts.iter().map(|(place, verdict)| format!("{verdict} ({place})")).collect();
                write!(f, "{claim}: it has different verdicts: {}", verdicts.join(", "))
            }
            ProblemKind::Elsewhere { expected, found } => {
                write!(f, "{claim}: it has run in {found}; the ledger expects it in {expected}")
            }
            ProblemKind::Stale { path } => {
                write!(f, "{path}: its code was changed after it ran; run it again: agon run {path}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lab::tests::notebook;
    use super::*;
    use serde_json::{Value, json};

    fn evidence(claim: &str, verdict: &str) -> Value {
        json!({"statement": "s", "verdict": verdict, "claim": claim, "reason": "r", "witness": "w",
               "certificate": "c", "bound": "b", "cases": 3, "readings": []})
    }

    fn lab(path: &str, lang: &str, cells: &[(&str, &str, Vec<Value>)]) -> Lab {
        Lab::of(&notebook(path, json!({"lang": lang}), cells))
    }

    #[test]
    fn every_kind_of_problem_is_found_and_named() {
        let ledger = Ledger::compiled_in();
        let laws = ledger.find("000-p11-laws").unwrap();
        assert_eq!((laws.lab.as_str(), laws.cell.as_str()), ("binary", "xor-laws"));
        let labs = [
            lab("binary.ipynb", "zh-CN", &[("xor-laws", "", vec![evidence("000-p11-laws", "proven")])]),
            lab(
                "en/binary.ipynb",
                "en",
                &[
                    (
                        "xor-laws",
                        "",
                        vec![evidence("000-p11-laws", "proven"), evidence("000-p11-inverse", "open")],
                    ),
                    ("elsewhere", "", vec![evidence("000-p11-xor53", "proven")]),
                    ("pairwise-balance", "", vec![evidence("000-p11-pairwise", "proven")]),
                    ("wrong", "claim(\"000-p11-pairwize\")", vec![]),
                ],
            ),
            lab(
                "errata.ipynb",
                "zh-CN",
                &[(
                    "again",
                    "",
                    vec![evidence("000-p11-laws", "proven"), evidence("000-p11-pairwise", "refuted")],
                )],
            ),
        ];
        let audit = audit(ledger, &labs, false);
        assert_eq!(audit.rows.len(), 367);
        let row = audit.rows.iter().find(|row| row.claim.id == laws.id).unwrap();
        assert_eq!(row.found.unwrap().0.lang, "en", "the run in the reader's language counts");
        let about = |claim: &str| {
            let problems = audit.problems.iter().filter(|problem| problem.claim.as_deref() == Some(claim));
            problems.map(Problem::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(about("000-p11-laws"), "", "shown again with the same verdict");
        for (claim, message) in [
            ("000-p11-inverse", "still open"),
            (
                "000-p11-xor53",
                "en/binary.ipynb, cell elsewhere; the ledger expects it in binary, cell xor-values",
            ),
            (
                "000-p11-pairwise",
                "proven (en/binary.ipynb, cell pairwise-balance), refuted (errata.ipynb, cell again)",
            ),
            (
                "000-p11-pairwize",
                "binary, cell wrong, but not in the ledger; the nearest is 000-p11-pairwise",
            ),
            ("000-p11-subset", "expects it in binary, cell subset-xor"),
        ] {
            assert!(about(claim).contains(message), "{claim}: {}", about(claim));
        }
    }
}
