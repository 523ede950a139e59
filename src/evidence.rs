//! What a check has established, as a value.
//!
//! A notebook, a badge on a page and an entry of a ledger of claims all need the same four answers to "is it true?":
//!
//! | verdict | meaning | made by |
//! |---|---|---|
//! | proven | true without a bound: a [`Certificate`] was checked | [`Evidence::proven`] |
//! | verified up to a bound | true in each of so many cases | [`Evidence::check`], [`Evidence::compare`] |
//! | refuted | false: here is a witness | the same two, or [`Evidence::refuted`] |
//! | open | nothing was decided, and why | [`Evidence::open`] |
//!
//! The fields are private, so that code which holds an `Evidence` cannot put another statement under a proof, and the
//! first two verdicts are made only by the functions above. (Reading one back from JSON trusts the record, as reading
//! a printed page does.) The texts are the caller's, in any language.
//!
//! ```
//! use agon::Evidence;
//!
//! let euler = Evidence::check("n² + n + 41 is prime", "n ≤ 50", 0u64..=50, |n| {
//!     let value = n * n + n + 41;
//!     (2..value).take_while(|d| d * d <= value).all(|d| value % d != 0)
//! });
//! assert!(euler.is_refuted());
//! assert_eq!(euler.to_string(), "refuted by 40: n² + n + 41 is prime");
//! ```

mod counterexample;

pub use counterexample::{Counterexample, Judgement};

use std::fmt::{self, Debug, Display};

use serde::{Deserialize, Serialize};

use crate::interrupt;

/// A statement together with what is known about it. See the [module](self).
///
/// As JSON the verdict's name stands beside its data:
///
/// ```
/// use agon::Evidence;
///
/// let even = Evidence::check("2n is even", "n < 10", 0..10, |n| 2 * n % 2 == 0);
/// assert_eq!(
///     serde_json::to_string(&even)?,
///     r#"{"statement":"2n is even","verdict":"verified-up-to-bound","bound":"n < 10","cases":10}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Evidence {
    statement: String,
    #[serde(flatten)]
    verdict: Verdict,
}

/// The four things that can be known about a statement.
///
/// The variants `Proven` and `VerifiedUpToBound` are sealed: other crates can match on them (with `..`), not build them.
///
/// ```compile_fail,E0639
/// let forged = agon::Verdict::Proven { certificate: "trust me".to_owned() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// True without a bound.
    #[non_exhaustive]
    Proven {
        /// The certificate in words.
        certificate: String,
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
    /// Undecided.
    Open {
        /// Why it was not decided.
        reason: String,
    },
}

/// A finite object whose inspection proves a statement about infinitely many cases, or a theorem's finite premise.
///
/// `Display` says in one line what was inspected; [`PeriodCertificate`](crate::PeriodCertificate) is an example.
pub trait Certificate: Display {
    /// Inspects the whole certificate again, from the definitions.
    fn verify(&self) -> bool;
}

/// A certificate did not pass its own inspection, so that nothing is proven by it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the certificate does not hold ({certificate}), so it proves nothing about: {statement}")]
pub struct CertificateRefused {
    /// What was to be proven.
    pub statement: String,
    /// The certificate in words.
    pub certificate: String,
}

/// A statement that was relied upon is refuted or open; see [`Evidence::require`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotEstablished(pub Evidence);

impl Evidence {
    /// The statement is proven by a certificate, which is inspected here once more.
    ///
    /// # Errors
    /// [`CertificateRefused`] if the inspection fails.
    ///
    /// ```
    /// use agon::{Evidence, OctalGame, PeriodCertificate};
    ///
    /// let certificate = PeriodCertificate::find(&OctalGame::kayles(), 200).expect("Kayles is periodic");
    /// let evidence = Evidence::proven("Kayles has period 12 from n = 71", &certificate)?;
    /// assert!(evidence.is_proven());
    /// # Ok::<(), agon::evidence::CertificateRefused>(())
    /// ```
    pub fn proven(
        statement: impl Into<String>,
        certificate: &(impl Certificate + ?Sized),
    ) -> Result<Self, CertificateRefused> {
        let (statement, holds) = (statement.into(), certificate.verify());
        let certificate = certificate.to_string();
        if holds {
            Ok(Self { statement, verdict: Verdict::Proven { certificate } })
        } else {
            Err(CertificateRefused { statement, certificate })
        }
    }

    /// Examines the cases one after the other, up to the first in which the law fails.
    ///
    /// The law answers with a `bool` (a failing case is then its own witness, by `Debug`) or with
    /// `Result<(), Counterexample>`, which can say what was expected and found. No case at all verifies nothing: the
    /// statement is then open. The loop can be [interrupted](crate::interrupt).
    ///
    /// ```
    /// use agon::{Counterexample, Evidence, Verdict, mex};
    ///
    /// let evidence = Evidence::check("mex S = |S|", "|S| ≤ 2", [vec![], vec![0], vec![0, 2]], |set| {
    ///     let (expected, found) = (set.len() as u32, mex(set.iter().copied()));
    ///     if found == expected { Ok(()) } else { Err(Counterexample::new(format!("{set:?}"), expected, found)) }
    /// });
    /// assert_eq!(evidence.to_string(), "refuted by [0, 2] (expected 2, found 1): mex S = |S|");
    /// ```
    pub fn check<C: Debug, J: Judgement>(
        statement: impl Into<String>,
        bound: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        mut law: impl FnMut(&C) -> J,
    ) -> Self {
        let mut count = 0;
        for case in cases {
            interrupt::check();
            if let Some(counterexample) = law(&case).counterexample(&case) {
                return Self::refuted(statement, counterexample);
            }
            count += 1;
        }
        if count == 0 {
            return Self::open(statement, "no case was examined");
        }
        Self {
            statement: statement.into(),
            verdict: Verdict::VerifiedUpToBound { bound: bound.into(), cases: count },
        }
    }

    /// Examines whether two ways to compute the same thing agree in every case: what a theorem says (`expected`),
    /// and what is the case by definition (`found`).
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// let gauss = Evidence::compare("1 + … + n = n(n + 1)/2", "n ≤ 100", 0u32..=100, |n| n * (n + 1) / 2, |n| (1..=*n).sum());
    /// assert!(gauss.holds());
    /// let wrong = Evidence::compare("2ⁿ > n²", "n ≤ 100", 0u32..=100, |_| true, |n| 1u128 << n > (n * n).into());
    /// assert_eq!(wrong.to_string(), "refuted by 2 (expected true, found false): 2ⁿ > n²");
    /// ```
    pub fn compare<C: Debug, V: PartialEq + Debug>(
        statement: impl Into<String>,
        bound: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        mut expected: impl FnMut(&C) -> V,
        mut found: impl FnMut(&C) -> V,
    ) -> Self {
        Self::check(statement, bound, cases, |case| {
            let (expected, found) = (expected(case), found(case));
            if expected == found {
                Ok(())
            } else {
                Err(Counterexample::new(format!("{case:?}"), format!("{expected:?}"), format!("{found:?}")))
            }
        })
    }

    /// The statement is false, as the counterexample shows.
    ///
    /// ```
    /// use agon::{Counterexample, Evidence};
    ///
    /// let evidence = Evidence::refuted("every prime is odd", Counterexample::witness(2));
    /// assert!(evidence.is_refuted() && !evidence.holds());
    /// ```
    pub fn refuted(statement: impl Into<String>, counterexample: Counterexample) -> Self {
        let Counterexample { witness, expected, found } = counterexample;
        Self { statement: statement.into(), verdict: Verdict::Refuted { witness, expected, found } }
    }

    /// The statement is undecided.
    ///
    /// ```
    /// let evidence = agon::Evidence::open("Grundy's game is periodic", "no period up to 2³⁵ is known");
    /// assert!(evidence.is_open());
    /// ```
    pub fn open(statement: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { statement: statement.into(), verdict: Verdict::Open { reason: reason.into() } }
    }

    /// The statement.
    #[must_use]
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// What is known about it.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Whether a certificate proves the statement.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        matches!(self.verdict, Verdict::Proven { .. })
    }

    /// Whether the statement was found true in every case up to a bound.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        matches!(self.verdict, Verdict::VerifiedUpToBound { .. })
    }

    /// Whether the statement is false.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self.verdict, Verdict::Refuted { .. })
    }

    /// Whether the statement is undecided.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Open { .. })
    }

    /// Whether the statement stands: proven, or verified up to its bound.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.is_proven() || self.is_verified()
    }

    /// Goes on only if the statement stands; a cell that ends with `evidence.require()?` fails otherwise.
    ///
    /// # Errors
    /// [`NotEstablished`], which holds the evidence, if the statement is refuted or open.
    ///
    /// ```
    /// use agon::{Counterexample, Evidence};
    ///
    /// let evidence = Evidence::refuted("every prime is odd", Counterexample::witness(2));
    /// assert_eq!(evidence.require().unwrap_err().to_string(), "refuted by 2: every prime is odd");
    /// ```
    pub fn require(self) -> Result<Self, NotEstablished> {
        if self.holds() { Ok(self) } else { Err(NotEstablished(self)) }
    }
}

/// The verdict in words, then the statement: one line, as long as the texts are.
impl Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.statement)
    }
}

/// Such as `verified up to heaps ≤ 8 (710 cases)`.
impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven { certificate } => write!(f, "proven by {certificate}"),
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
            Self::Open { reason } => write!(f, "open ({reason})"),
        }
    }
}
