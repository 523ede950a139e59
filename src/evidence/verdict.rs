//! What can be known about a statement.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// What is known about a statement.
///
/// The variants `Proven` and `VerifiedUpToBound` are sealed: other crates can match on them (with `..`), not build them.
///
/// ```compile_fail,E0639
/// let forged = agon::Verdict::Proven { certificate: "trust me".to_owned(), cases: None };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// True without a bound.
    #[non_exhaustive]
    Proven {
        /// The certificate in words, or the finite domain that was examined completely.
        certificate: String,
        /// How many cases the domain has, if it was examined completely.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cases: Option<u64>,
    },
    /// True in every case up to a bound.
    #[non_exhaustive]
    VerifiedUpToBound {
        /// The bound in words, such as `heaps ≤ 8`.
        bound: String,
        /// How many cases were examined.
        cases: u64,
    },
    /// False.
    Refuted {
        /// A case in which the statement fails.
        witness: String,
        /// What the statement says about the witness.
        #[serde(default)]
        expected: Option<String>,
        /// What is the case.
        #[serde(default)]
        found: Option<String>,
    },
    /// True or false, depending on how it is read.
    Ambiguous {
        /// The readings.
        readings: Vec<Reading>,
    },
    /// Beyond computation.
    Uncheckable {
        /// Why no computation decides it.
        reason: String,
        /// Where a reader can look.
        #[serde(default)]
        source: Option<String>,
    },
    /// Undecided.
    Open {
        /// Why it was not decided.
        reason: String,
    },
}

/// One way to read a statement, and what then is the case.
///
/// ```
/// use agon::evidence::Reading;
///
/// let reading = Reading::new("a heap may be empty", "714 positions");
/// assert_eq!((reading.reading.as_str(), reading.outcome.as_str()), ("a heap may be empty", "714 positions"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reading {
    /// How the statement is read.
    pub reading: String,
    /// What was found out about it.
    pub outcome: String,
}

impl Reading {
    /// A reading with its outcome.
    ///
    /// ```
    /// let reading = agon::evidence::Reading::new("n may be 0", "refuted by 0");
    /// assert_eq!(reading.to_string(), "n may be 0: refuted by 0");
    /// ```
    pub fn new(reading: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self { reading: reading.into(), outcome: outcome.into() }
    }
}

impl Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reading, self.outcome)
    }
}

impl Verdict {
    /// The verdict's name, as it stands in JSON.
    ///
    /// ```
    /// let even = agon::Evidence::check("2n is even", "n < 10", 0..10, |n| 2 * n % 2 == 0);
    /// assert_eq!(even.verdict().name(), "verified-up-to-bound");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Proven { .. } => "proven",
            Self::VerifiedUpToBound { .. } => "verified-up-to-bound",
            Self::Refuted { .. } => "refuted",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Uncheckable { .. } => "uncheckable",
            Self::Open { .. } => "open",
        }
    }
}

/// Such as `verified up to heaps ≤ 8 (710 cases)`.
impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven { certificate, cases: None } => write!(f, "proven by {certificate}"),
            Self::Proven { certificate, cases: Some(1) } => {
                write!(f, "proven by the only case: {certificate}")
            }
            Self::Proven { certificate, cases: Some(cases) } => {
                write!(f, "proven by all {cases} cases: {certificate}")
            }
            Self::VerifiedUpToBound { bound, cases: 1 } => write!(f, "verified up to {bound} (1 case)"),
            Self::VerifiedUpToBound { bound, cases } => write!(f, "verified up to {bound} ({cases} cases)"),
            Self::Refuted { witness, expected, found } => {
                write!(f, "refuted by {witness}")?;
                match (expected, found) {
                    (Some(expected), Some(found)) => write!(f, " (expected {expected}, found {found})"),
                    (Some(expected), None) => write!(f, " (expected {expected})"),
                    (None, Some(found)) => write!(f, " (found {found})"),
                    (None, None) => Ok(()),
                }
            }
            Self::Ambiguous { readings } => {
                f.write_str("ambiguous (")?;
                for (number, reading) in readings.iter().enumerate() {
                    write!(f, "{}{reading}", if number > 0 { "; " } else { "" })?;
                }
                f.write_str(")")
            }
            Self::Uncheckable { reason, source: None } => write!(f, "uncheckable ({reason})"),
            Self::Uncheckable { reason, source: Some(source) } => {
                write!(f, "uncheckable ({reason}; see {source})")
            }
            Self::Open { reason } => write!(f, "open ({reason})"),
        }
    }
}
