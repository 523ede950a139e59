//! The book's claims in cells: a cell names a claim and says how it was settled; the wording is the ledger's.
//!
//! ```ignore
//! claim("000-p11-laws").exhaust(say("三个比特的全部取值", "all values of three bits"), bits, |[a, b, c]| …);
//! ```
//!
//! Each verdict is shown at once, as a badge with the claim's id and place, and returned.

use crate::badge::{self, EVIDENCE};
use crate::channel::{self, Kind};
use crate::language::{Language, current};
use crate::show::MimeBundle;
use agon::evidence::{CertificateRefused, Judgement, Reading};
use agon::{Certificate, Counterexample, Evidence};
use agon_book::Ledger;
use serde_json::{Value, json};
use std::fmt::Debug;
use std::sync::Mutex;

/// A claim of the book that waits for its verdict.
#[derive(Clone, Copy, Debug)]
#[must_use = "a claim without a verdict says nothing"]
pub struct Claim {
    entry: &'static agon_book::Claim,
}

/// The claim of this id in the ledger (`book/claims/`).
///
/// # Panics
/// When the ledger has no such claim; the message names the nearest.
#[track_caller]
pub fn claim(id: &str) -> Claim {
    let ledger = Ledger::compiled_in();
    match ledger.find(id) {
        Some(entry) => Claim { entry },
        None => {
            let nearest = ledger.nearest(id).map_or("", |claim| &claim.id);
            match current() {
                Language::Chinese => panic!("书的论断表里没有 `{id}`；最接近的是 `{nearest}`"),
                Language::English => {
                    panic!("the ledger of the book's claims has no `{id}`; the nearest is `{nearest}`")
                }
            }
        }
    }
}

// What is generic here only forwards; `settle` is compiled once, here.
impl Claim {
    /// Our wording of the claim in the reader's language.
    pub fn wording(&self) -> &'static str {
        badge::wording(self.entry)
    }

    /// Examines cases up to a bound, as [`Evidence::check`] does.
    pub fn check<C: Debug, J: Judgement>(
        self,
        bound: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        law: impl FnMut(&C) -> J,
    ) -> Evidence {
        self.with(Evidence::check(self.wording(), bound, cases, law))
    }

    /// Compares what the claim says with what is the case, up to a bound, as [`Evidence::compare`] does.
    pub fn compare<C: Debug, V: PartialEq + Debug>(
        self,
        bound: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        expected: impl FnMut(&C) -> V,
        found: impl FnMut(&C) -> V,
    ) -> Evidence {
        self.with(Evidence::compare(self.wording(), bound, cases, expected, found))
    }

    /// Examines all cases of a finite domain, as [`Evidence::exhaust`] does.
    pub fn exhaust<C: Debug, J: Judgement>(
        self,
        domain: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        law: impl FnMut(&C) -> J,
    ) -> Evidence {
        self.with(Evidence::exhaust(self.wording(), domain, cases, law))
    }

    /// A certificate proves the claim.
    ///
    /// # Errors
    /// [`CertificateRefused`] if the certificate does not pass its own inspection.
    pub fn proven(self, certificate: &(impl Certificate + ?Sized)) -> Result<Evidence, CertificateRefused> {
        Ok(self.with(Evidence::proven(self.wording(), certificate)?))
    }

    /// A counterexample refutes the claim.
    pub fn refuted(self, counterexample: Counterexample) -> Evidence {
        self.with(Evidence::refuted(self.wording(), counterexample))
    }

    /// The claim can be read in several ways; each comes with what was found out about it: a text, or evidence.
    pub fn ambiguous<R: Into<String>, O: ReadingOutcome>(
        self,
        readings: impl IntoIterator<Item = (R, O)>,
    ) -> Evidence {
        let readings =
            readings.into_iter().map(|(reading, outcome)| Reading::new(reading, outcome.in_words()));
        self.with(Evidence::ambiguous(self.wording(), readings))
    }

    /// No computation decides the claim: why, and where a reader can look (a text, or `None`).
    pub fn uncheckable<'a>(self, reason: impl Into<String>, source: impl Into<Option<&'a str>>) -> Evidence {
        self.with(Evidence::uncheckable(self.wording(), reason, source))
    }

    /// The claim is settled by this evidence, whose own statement the badge shows beside the claim.
    pub fn with(self, evidence: Evidence) -> Evidence {
        settle(self.entry, &evidence);
        evidence
    }
}

/// What was found out about one reading of a claim.
pub trait ReadingOutcome {
    /// The outcome in the reader's language.
    fn in_words(self) -> String;
}

impl ReadingOutcome for &str {
    fn in_words(self) -> String {
        self.to_owned()
    }
}

impl ReadingOutcome for String {
    fn in_words(self) -> String {
        self
    }
}

impl ReadingOutcome for &Evidence {
    fn in_words(self) -> String {
        badge::in_words(self.verdict())
    }
}

impl ReadingOutcome for Evidence {
    fn in_words(self) -> String {
        badge::in_words(self.verdict())
    }
}

/// The evidence that the running cell has shown under a claim, last.
static SHOWN: Mutex<Option<Value>> = Mutex::new(None);

fn settle(claim: &agon_book::Claim, evidence: &Evidence) {
    let bundle = badge::bundle(evidence, Some(claim));
    channel::send(Kind::Display, &json!({"data": bundle, "metadata": {}}));
    *SHOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(badge::record(evidence, None));
}

/// Whether a cell's value is the evidence whose badge the cell has just shown: a cell may end with `claim(…).check(…)`
/// and shows one badge, not two.
pub(crate) fn was_shown(value: &MimeBundle) -> bool {
    let shown = SHOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    shown.is_some() && shown.as_ref() == value.get(EVIDENCE)
}

/// What earlier cells have shown no longer counts.
pub(crate) fn begin_cell() {
    *SHOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
}
