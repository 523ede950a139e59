//! What a check has established, as a value.
//!
//! A notebook, a badge on a page and an entry of a ledger of claims all need the same answers to "is it true?":
//!
//! | verdict | meaning | made by |
//! |---|---|---|
//! | proven | true without a bound: a [`Certificate`] was checked | [`Evidence::proven`] |
//! | | or the domain is finite and was examined completely | [`Evidence::exhaust`] |
//! | verified up to a bound | true in each of so many cases | [`Evidence::check`], [`Evidence::compare`], [`conjecture`](conjecture()) |
//! | refuted | false: here is a witness | the same, or [`Evidence::refuted`] |
//! | ambiguous | it can be read in several ways, which come out differently | [`Evidence::ambiguous`] |
//! | uncheckable | no computation decides it (history, opinion, a theorem about infinite sets) | [`Evidence::uncheckable`] |
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

mod conjecture;
mod counterexample;
mod panicked;
mod verdict;

pub use conjecture::{Conjecture, ConjectureOver, Domain, SEARCH_THREAD, Search, conjecture};
pub use counterexample::{Counterexample, Judgement};
pub use panicked::panicked_case;
pub use verdict::{Reading, Verdict};

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

/// A finite object whose inspection proves a statement about infinitely many cases, or a theorem's finite premise.
///
/// `Display` says in one line what was inspected; [`PeriodCertificate`](crate::PeriodCertificate) is an example.
///
/// ```
/// use std::fmt;
///
/// use agon::{Certificate, Evidence};
///
/// /// A factor proves that a number is composite.
/// struct Factor {
///     number: u64,
///     factor: u64,
/// }
///
/// impl fmt::Display for Factor {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{} = {} · {}", self.number, self.factor, self.number / self.factor)
///     }
/// }
///
/// impl Certificate for Factor {
///     fn verify(&self) -> bool {
///         (2..self.number).contains(&self.factor) && self.number.is_multiple_of(self.factor)
///     }
/// }
///
/// let euler = Evidence::proven("2³² + 1 is composite", &Factor { number: (1 << 32) + 1, factor: 641 })?;
/// assert_eq!(euler.to_string(), "proven by 4294967297 = 641 · 6700417: 2³² + 1 is composite");
/// # Ok::<(), agon::evidence::CertificateRefused>(())
/// ```
pub trait Certificate: Display {
    /// Inspects the whole certificate again, from the definitions.
    ///
    /// ```
    /// use agon::{Certificate, OctalGame, PeriodCertificate};
    ///
    /// let certificate = PeriodCertificate::find(&OctalGame::dawsons_kayles(), 400).expect("Dawson's Kayles is periodic");
    /// assert!(certificate.verify());
    /// ```
    fn verify(&self) -> bool;
}

/// A certificate did not pass its own inspection, so that nothing is proven by it.
///
/// ```
/// use agon::{Certificate, Evidence};
///
/// struct IsEven(u32);
///
/// impl std::fmt::Display for IsEven {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "{} = 2 · {}", self.0, self.0 / 2)
///     }
/// }
///
/// impl Certificate for IsEven {
///     fn verify(&self) -> bool {
///         self.0.is_multiple_of(2)
///     }
/// }
///
/// let refused = Evidence::proven("91 is composite", &IsEven(91)).unwrap_err();
/// assert_eq!((refused.statement.as_str(), refused.certificate.as_str()), ("91 is composite", "91 = 2 · 45"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the certificate does not hold ({certificate}), so it proves nothing about: {statement}")]
pub struct CertificateRefused {
    /// What was to be proven.
    pub statement: String,
    /// The certificate in words.
    pub certificate: String,
}

/// A statement that was relied upon is neither proven nor verified; see [`Evidence::require`].
///
/// ```
/// use agon::Evidence;
///
/// let error = Evidence::open("Grundy's game is periodic", "nobody knows").require().unwrap_err();
/// assert!(error.0.is_open());
/// assert_eq!(error.to_string(), "open (nobody knows): Grundy's game is periodic");
/// ```
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
            Ok(Self { statement, verdict: Verdict::Proven { certificate, cases: None } })
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
    /// use agon::{Counterexample, Evidence, mex};
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
        law: impl FnMut(&C) -> J,
    ) -> Self {
        let statement = statement.into();
        match examine(cases, law) {
            Ok(0) => Self::open(statement, NO_CASE),
            Ok(cases) => Self::verified(statement, bound.into(), cases),
            Err(counterexample) => Self::refuted(statement, counterexample),
        }
    }

    pub(crate) fn verified(statement: String, bound: String, cases: u64) -> Self {
        Self { statement, verdict: Verdict::VerifiedUpToBound { bound, cases } }
    }

    /// Examines every case of a statement about finitely many, which proves it, up to the first in which the law fails.
    ///
    /// `domain` says what the cases are. The caller answers for their being all of them; the law answers as in
    /// [`Evidence::check`].
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// let bits = (0..8u8).map(|n| [n & 1, n >> 1 & 1, n >> 2 & 1]);
    /// let associative = Evidence::exhaust("(a ⊕ b) ⊕ c = a ⊕ (b ⊕ c) in each bit", "three bits", bits, |[a, b, c]| {
    ///     (a ^ b) ^ c == a ^ (b ^ c)
    /// });
    /// assert_eq!(
    ///     associative.to_string(),
    ///     "proven by all 8 cases: three bits: (a ⊕ b) ⊕ c = a ⊕ (b ⊕ c) in each bit"
    /// );
    /// ```
    pub fn exhaust<C: Debug, J: Judgement>(
        statement: impl Into<String>,
        domain: impl Into<String>,
        cases: impl IntoIterator<Item = C>,
        law: impl FnMut(&C) -> J,
    ) -> Self {
        let statement = statement.into();
        match examine(cases, law) {
            Ok(0) => Self::open(statement, NO_CASE),
            Ok(cases) => {
                let certificate = domain.into();
                Self { statement, verdict: Verdict::Proven { certificate, cases: Some(cases) } }
            }
            Err(counterexample) => Self::refuted(statement, counterexample),
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

    /// The statement can be read in several ways, and they come out differently.
    ///
    /// With fewer than two readings there is nothing to choose between: the statement is then open.
    ///
    /// ```
    /// use agon::Evidence;
    /// use agon::evidence::Reading;
    ///
    /// let evidence = Evidence::ambiguous(
    ///     "0 is a natural number",
    ///     [Reading::new("ISO 80000-2", "true"), Reading::new("Peano 1889", "false")],
    /// );
    /// assert!(evidence.is_ambiguous() && !evidence.holds());
    /// assert_eq!(
    ///     evidence.to_string(),
    ///     "ambiguous (ISO 80000-2: true; Peano 1889: false): 0 is a natural number"
    /// );
    /// ```
    pub fn ambiguous(statement: impl Into<String>, readings: impl IntoIterator<Item = Reading>) -> Self {
        let readings: Vec<Reading> = readings.into_iter().collect();
        if readings.len() < 2 {
            return Self::open(statement, ONE_READING);
        }
        Self { statement: statement.into(), verdict: Verdict::Ambiguous { readings } }
    }

    /// No computation decides the statement; `source` is where a reader can look, if a place is known.
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// let evidence = Evidence::uncheckable(
    ///     "Bouton analysed Nim in 1901",
    ///     "history",
    ///     "C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901–1902) 35–39",
    /// );
    /// assert!(evidence.is_uncheckable() && !evidence.holds());
    /// let opinion = Evidence::uncheckable("Nim is beautiful", "an opinion", None);
    /// assert_eq!(opinion.to_string(), "uncheckable (an opinion): Nim is beautiful");
    /// ```
    pub fn uncheckable<'a>(
        statement: impl Into<String>,
        reason: impl Into<String>,
        source: impl Into<Option<&'a str>>,
    ) -> Self {
        let source = source.into().map(str::to_owned);
        Self { statement: statement.into(), verdict: Verdict::Uncheckable { reason: reason.into(), source } }
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
    ///
    /// ```
    /// let even = agon::Evidence::check("2n is even", "n < 10", 0..10, |n| 2 * n % 2 == 0);
    /// assert_eq!(even.statement(), "2n is even");
    /// ```
    #[must_use]
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// What is known about it.
    ///
    /// ```
    /// use agon::{Evidence, Verdict};
    ///
    /// let squares = Evidence::check("n² ≥ n", "n < 10", 0..10u32, |n| n * n >= *n);
    /// assert!(matches!(squares.verdict(), Verdict::VerifiedUpToBound { cases: 10, .. }));
    /// ```
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Whether the statement is proven, by a certificate or by all of its finitely many cases.
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// assert!(Evidence::exhaust("x⁴ ≡ 0 or 1 (mod 5)", "x mod 5", 0..5, |x| x * x * x * x % 5 < 2).is_proven());
    /// // As many cases of an infinite set prove nothing.
    /// assert!(!Evidence::check("x² ≥ x", "x < 5", 0..5, |x| x * x >= *x).is_proven());
    /// ```
    #[must_use]
    pub fn is_proven(&self) -> bool {
        matches!(self.verdict, Verdict::Proven { .. })
    }

    /// Whether the statement was found true in every case up to a bound.
    ///
    /// ```
    /// let gauss = agon::Evidence::compare("1 + … + n", "n ≤ 9", 0..=9u32, |n| n * (n + 1) / 2, |n| (1..=*n).sum());
    /// assert!(gauss.is_verified());
    /// ```
    #[must_use]
    pub fn is_verified(&self) -> bool {
        matches!(self.verdict, Verdict::VerifiedUpToBound { .. })
    }

    /// Whether the statement is false.
    ///
    /// ```
    /// let fermat = agon::Evidence::check("2ⁿ + 1 is no square", "n ≤ 9", 0..=9u32, |n| ((1 << n) + 1u32).isqrt().pow(2) != (1 << n) + 1);
    /// assert!(fermat.is_refuted()); // 2³ + 1 = 3²
    /// ```
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self.verdict, Verdict::Refuted { .. })
    }

    /// Whether the statement has readings that come out differently.
    ///
    /// ```
    /// use agon::{Evidence, evidence::Reading};
    ///
    /// let readings = [Reading::new("the last move wins", "true"), Reading::new("the last move loses", "false")];
    /// assert!(Evidence::ambiguous("one heap of one is won", readings).is_ambiguous());
    /// ```
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        matches!(self.verdict, Verdict::Ambiguous { .. })
    }

    /// Whether the statement is beyond computation.
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// assert!(Evidence::uncheckable("Nim is older than Bouton", "history", None).is_uncheckable());
    /// ```
    #[must_use]
    pub fn is_uncheckable(&self) -> bool {
        matches!(self.verdict, Verdict::Uncheckable { .. })
    }

    /// Whether the statement is undecided.
    ///
    /// ```
    /// use agon::Evidence;
    ///
    /// assert!(Evidence::open("Grundy's game is periodic", "nobody knows").is_open());
    /// // Without a case nothing is verified.
    /// assert!(Evidence::check("n is even", "n < 0", 0..0, |n| n % 2 == 0).is_open());
    /// ```
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Open { .. })
    }

    /// Whether the statement stands: proven, or verified up to its bound.
    ///
    /// ```
    /// use agon::{Counterexample, Evidence};
    ///
    /// assert!(Evidence::check("n² ≥ n", "n < 10", 0..10u32, |n| n * n >= *n).holds());
    /// assert!(!Evidence::open("Grundy's game is periodic", "nobody knows").holds());
    /// assert!(!Evidence::refuted("every prime is odd", Counterexample::witness(2)).holds());
    /// ```
    #[must_use]
    pub fn holds(&self) -> bool {
        self.is_proven() || self.is_verified()
    }

    /// Goes on only if the statement stands; a cell that ends with `evidence.require()?` fails otherwise.
    ///
    /// # Errors
    /// [`NotEstablished`], which holds the evidence, if the statement does not stand.
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

/// Why a statement of which no case was examined is open. This reason and [`ONE_READING`] are the only ones that are not the
/// caller's; who shows evidence in another language than English can know them by these names.
///
/// ```
/// use agon::{Evidence, Verdict, evidence::NO_CASE};
///
/// let nothing = Evidence::check("n is even", "n < 0", 0..0, |n| n % 2 == 0);
/// assert_eq!(nothing.verdict(), &Verdict::Open { reason: NO_CASE.to_owned() });
/// ```
pub const NO_CASE: &str = "no case was examined";

/// Why a statement that is said to be ambiguous, and has one reading or none, is open.
///
/// ```
/// use agon::{Evidence, Verdict, evidence::{ONE_READING, Reading}};
///
/// let evidence = Evidence::ambiguous("0 is a natural number", [Reading::new("ISO 80000-2", "true")]);
/// assert_eq!(evidence.verdict(), &Verdict::Open { reason: ONE_READING.to_owned() });
/// ```
pub const ONE_READING: &str = "fewer than two readings were given";

/// How many cases obey the law, or the first that does not.
fn examine<C: Debug, J: Judgement>(
    cases: impl IntoIterator<Item = C>,
    mut law: impl FnMut(&C) -> J,
) -> Result<u64, Counterexample> {
    let mut count = 0;
    for case in cases {
        interrupt::check();
        let named = panicked::name(|| format!("{case:?}"));
        if let Some(counterexample) = law(&case).counterexample(&case) {
            return Err(counterexample);
        }
        drop(named);
        count += 1;
    }
    Ok(count)
}

/// The verdict in words, then the statement: one line, as long as the texts are.
impl Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.statement)
    }
}
