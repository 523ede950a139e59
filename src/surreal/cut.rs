//! The simplest number of a cut `{L | R}` whose sides may be infinite.
//!
//! A side matters only by what lies beyond it. For a finite set that is its largest (or smallest) member. For a family
//! that rises without a last member, the sign expansions converge to a sequence s, and a number lies above all members
//! exactly when it is ≥ s or begins with s; so with falling families on the right. The simplest number between is then
//! read off two sign sequences.

mod family;

pub use family::Family;

use super::{Ordinal, Sign, SignSequence, SignSequenceError, Surreal, sign_sequence::Split};
use std::fmt;
use thiserror::Error;

/// What lies beyond one side of a cut.
///
/// ```
/// use agon::surreal::{Bound, simplest_sequence};
///
/// // 1/2, 3/4, 7/8, … have the signs +−, +−+, +−++, …
/// let low = Bound::Limit("+-+^ω".parse()?);
/// assert_eq!(simplest_sequence(&low, &Bound::Unbounded), Some("+".parse()?)); // 1
/// assert_eq!(simplest_sequence(&low, &Bound::Beyond("+".parse()?)), Some("+-+^ω".parse()?)); // 1 − 1/ω
/// # Ok::<(), agon::surreal::SignSequenceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Every number: the side has no member.
    Unbounded,
    /// The numbers beyond this one.
    Beyond(SignSequence),
    /// The numbers beyond a family whose sign expansions converge to this sequence, or that begin with it.
    Limit(SignSequence),
}

/// A cut without a number, or with a side that has no finite description.
///
/// ```
/// use agon::{Surreal, surreal::{CutError, Family, simplest_in_cut}};
///
/// let (one, zero) = (Family::from([Surreal::one()]), Family::from([Surreal::zero()]));
/// let error = simplest_in_cut(&one, &zero).unwrap_err();
/// assert_eq!(error, CutError::NotANumber { left: "1".to_owned(), right: "0".to_owned() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CutError {
    /// A member of L is ≥ a member of R.
    #[error("{{{left} | {right}}} is no number: not every left member is smaller than every right one")]
    NotANumber {
        /// The left side.
        left: String,
        /// The right side.
        right: String,
    },
    /// A member whose sign expansion is not finitely described.
    #[error(transparent)]
    Signs(#[from] SignSequenceError),
}

/// The simplest number strictly between the bounds, as a sign sequence; `None` when there is none.
///
/// ```
/// use agon::surreal::{Bound, simplest_sequence};
/// let naturals = Bound::Limit("+^ω".parse()?);
/// assert_eq!(simplest_sequence(&naturals, &Bound::Unbounded).unwrap().to_string(), "+^ω");
/// let omega = Bound::Beyond("+^ω".parse()?);
/// assert_eq!(simplest_sequence(&naturals, &omega).unwrap().to_string(), "+^ω −"); // ω − 1
/// # Ok::<(), agon::surreal::SignSequenceError>(())
/// ```
#[must_use]
pub fn simplest_sequence(low: &Bound, high: &Bound) -> Option<SignSequence> {
    let sequence = |bound: &Bound| match bound {
        Bound::Unbounded => None,
        Bound::Beyond(sequence) | Bound::Limit(sequence) => Some(sequence.clone()),
    };
    let strict = |bound: &Bound| matches!(bound, Bound::Beyond(_));
    // Every beginning that both bounds go on from in the same direction is beyond one of them, so that the answer goes
    // on from it too.
    let (mut found, mut rests) = match (sequence(low), sequence(high)) {
        (Some(a), Some(b)) => {
            let Split { common, left, right } = a.split_common(&b);
            (common, [Some(left), Some(right)])
        }
        (a, b) => (SignSequence::default(), [a, b].map(|side| side.as_ref().map(Into::into))),
    };
    let sides = [(Sign::Plus, strict(low)), (Sign::Minus, strict(high))];
    loop {
        // A rest is what the bound has after `found`, as long as `found` is a beginning of it. The number found is not
        // beyond a bound that goes on away from it, nor beyond a member that is equal to it.
        let fails = [0, 1].map(|side: usize| {
            let (away, strict) = sides[side];
            rests[side].as_ref().is_some_and(|rest| rest.first().map_or(strict, |sign| sign == away))
        });
        let side = match fails {
            [false, false] => return Some(found),
            [true, true] => return None,
            [true, false] => 0,
            [false, true] => 1,
        };
        let away = sides[side].0;
        let run = rests[side].as_mut().and_then(|rest| rest.take_run());
        let length = match run {
            Some((_, length)) => length,
            None => {
                rests[side] = None;
                Ordinal::one()
            }
        };
        // The other bound goes the same way only where this one has come to its end: by one sign.
        if let Some(rest) = &mut rests[1 - side]
            && rest.take_sign() != Some(away)
        {
            rests[1 - side] = None;
        }
        found.push(away, length);
    }
}

/// A number found as the simplest of a cut.
///
/// ```
/// use agon::{Surreal, surreal::{Family, simplest_in_cut}};
///
/// // Between all natural numbers and ω lies ω − 1.
/// let found = simplest_in_cut(&Family::naturals(), &Family::from([Surreal::omega()]))?;
/// assert_eq!((found.number, found.signs.to_string()), (Some("w - 1".parse()?), "+^ω −".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Simplest {
    /// The left side.
    pub left: Family,
    /// The right side.
    pub right: Family,
    /// The sign expansion of the number.
    pub signs: SignSequence,
    /// The number, when its normal form is finite.
    pub number: Option<Surreal>,
}

impl fmt::Display for Simplest {
    /// `{0 | 1, 1/2, 1/4, …} = 1/ω, with the signs + −^ω`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{} | {}}} = ", self.left, self.right)?;
        match &self.number {
            Some(number) => write!(f, "{number}, with the signs {}", self.signs),
            None => write!(f, "the number with the signs {}", self.signs),
        }
    }
}

/// The number `{L | R}`: the simplest one above every member of L and below every member of R.
///
/// ```
/// use agon::{Surreal, surreal::{Family, simplest_in_cut}};
/// let zero = Family::from([Surreal::zero()]);
/// let omega = simplest_in_cut(&Family::naturals(), &Family::empty())?;
/// assert_eq!(omega.number, Some(Surreal::omega()));
/// let epsilon = simplest_in_cut(&zero, &Family::halves(Surreal::zero(), Surreal::one()))?;
/// assert_eq!(epsilon.to_string(), "{0 | 1, 1/2, 1/4, …} = 1/ω, with the signs + −^ω");
/// # Ok::<(), agon::surreal::CutError>(())
/// ```
///
/// # Errors
///
/// [`CutError::NotANumber`] when a member of L is ≥ a member of R; [`CutError::Signs`] when a member has no finitely
/// described sign expansion.
pub fn simplest_in_cut(left: &Family, right: &Family) -> Result<Simplest, CutError> {
    let (low, high) = (left.bound(Sign::Plus)?, right.bound(Sign::Minus)?);
    let signs = simplest_sequence(&low, &high)
        .ok_or_else(|| CutError::NotANumber { left: left.to_string(), right: right.to_string() })?;
    let number = signs.to_surreal();
    Ok(Simplest { left: left.clone(), right: right.clone(), signs, number })
}
