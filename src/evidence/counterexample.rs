//! A case in which a statement fails, and the answers that a law may give about a case.

use std::fmt::{Debug, Display};

/// A case in which a statement fails.
///
/// ```
/// use agon::Counterexample;
///
/// let counterexample = Counterexample::new("(4, 11)", "P", "N");
/// assert_eq!(counterexample.found.as_deref(), Some("N"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Counterexample {
    /// The case.
    pub witness: String,
    /// What the statement says about it.
    pub expected: Option<String>,
    /// What is the case.
    pub found: Option<String>,
}

impl Counterexample {
    /// A case with what the statement says about it and what is the case.
    ///
    /// ```
    /// use agon::{Counterexample, Evidence};
    ///
    /// let evidence = Evidence::refuted("the value of Kayles is n", Counterexample::new(4, 4, 1));
    /// assert_eq!(evidence.to_string(), "refuted by 4 (expected 4, found 1): the value of Kayles is n");
    /// ```
    pub fn new(witness: impl Display, expected: impl Display, found: impl Display) -> Self {
        Self {
            witness: witness.to_string(),
            expected: Some(expected.to_string()),
            found: Some(found.to_string()),
        }
    }

    /// A case in which a statement without values fails.
    ///
    /// ```
    /// assert_eq!(agon::Counterexample::witness(2).witness, "2");
    /// ```
    pub fn witness(witness: impl Display) -> Self {
        Self { witness: witness.to_string(), expected: None, found: None }
    }
}

/// What a law may answer about a case: `bool`, or `Result<(), Counterexample>`.
///
/// ```
/// use agon::evidence::Judgement;
///
/// assert!(true.counterexample(&7).is_none());
/// assert_eq!(false.counterexample(&7).unwrap().witness, "7");
/// ```
#[diagnostic::on_unimplemented(
    message = "a law answers `true` or `false`, or `Ok(())` or `Err(Counterexample)`, not `{Self}`",
    label = "this law answers with `{Self}`"
)]
pub trait Judgement {
    /// The counterexample that the case is, if it is one.
    ///
    /// ```
    /// use agon::{Counterexample, evidence::Judgement};
    ///
    /// // A plain `false` names the case; a longer answer stands as it is.
    /// assert_eq!(false.counterexample(&[1, 2]), Some(Counterexample::witness("[1, 2]")));
    /// let answer = Err(Counterexample::new("{1, 2}", 0, 3));
    /// assert_eq!(answer.counterexample(&[1, 2]), Some(Counterexample::new("{1, 2}", 0, 3)));
    /// ```
    fn counterexample(self, case: &dyn Debug) -> Option<Counterexample>;
}

impl Judgement for bool {
    fn counterexample(self, case: &dyn Debug) -> Option<Counterexample> {
        (!self).then(|| Counterexample::witness(format_args!("{case:?}")))
    }
}

impl Judgement for Result<(), Counterexample> {
    fn counterexample(self, _case: &dyn Debug) -> Option<Counterexample> {
        self.err()
    }
}
