//! Sides of a cut: finite sets, and infinite families with a closed description.

use super::Bound;
use crate::surreal::dyadic::is_dyadic;
use crate::surreal::{Coefficient, Ordinal, Sign, SignSequence, SignSequenceError, Surreal};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::fmt;

/// The longest power of a ratio, in binary digits.
const LONGEST_POWER: u64 = 1 << 24;

/// One side of a cut `{L | R}`.
///
/// ```
/// use agon::{Surreal, surreal::{Family, simplest_in_cut}};
/// let value = |left: &Family, right: &Family| simplest_in_cut(left, right).unwrap().number.unwrap().to_string();
/// let naturals = Family::naturals();
/// let multiples = Family::progression(Surreal::zero(), Surreal::omega());
/// let powers = Family::omega_powers(naturals.clone());
/// let roots = Family::omega_powers(Family::halves(Surreal::zero(), Surreal::one()));
/// assert_eq!(value(&multiples, &Family::empty()), "ω^2");
/// assert_eq!(value(&powers, &Family::empty()), "ω^ω");
/// assert_eq!(value(&naturals, &Family::from([Surreal::omega()])), "ω - 1");
/// assert_eq!(value(&naturals, &Family::progression(Surreal::omega(), Surreal::from(-1))), "ω/2");
/// assert_eq!(value(&naturals, &Family::halves(Surreal::zero(), Surreal::omega())), "√ω");
/// assert_eq!(value(&naturals, &roots), "ω^(1/ω)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Family(Members);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Members {
    Finite(Vec<Surreal>),
    /// `first + n·step` with a step that is not 0.
    Progression {
        first: Surreal,
        step: Surreal,
    },
    /// `limit + distance·ratioⁿ` with a distance that is not 0 and 0 < ratio < 1.
    Geometric {
        limit: Surreal,
        distance: Surreal,
        ratio: BigRational,
    },
    /// `ω^y` for all members y of an infinite family.
    OmegaPowers(Box<Family>),
}

impl Family {
    /// No number.
    ///
    /// ```
    /// use agon::surreal::{Family, simplest_in_cut};
    ///
    /// // { | } = 0
    /// let zero = simplest_in_cut(&Family::empty(), &Family::empty())?;
    /// assert_eq!(zero.number, Some(agon::Surreal::zero()));
    /// # Ok::<(), agon::surreal::CutError>(())
    /// ```
    #[must_use]
    pub fn empty() -> Family {
        Family(Members::Finite(Vec::new()))
    }

    /// 0, 1, 2, …
    ///
    /// ```
    /// use agon::surreal::{Family, simplest_in_cut};
    ///
    /// let omega = simplest_in_cut(&Family::naturals(), &Family::empty())?;
    /// assert_eq!(omega.number, Some(agon::Surreal::omega()));
    /// # Ok::<(), agon::surreal::CutError>(())
    /// ```
    #[must_use]
    pub fn naturals() -> Family {
        Family::progression(Surreal::zero(), Surreal::one())
    }

    /// `first + n·step` for n = 0, 1, 2, …
    ///
    /// ```
    /// use agon::{Surreal, surreal::Family};
    /// let odd = Family::progression(Surreal::one(), Surreal::from(2));
    /// assert_eq!(odd.member(3), Some(Surreal::from(7)));
    /// ```
    #[must_use]
    pub fn progression(first: Surreal, step: Surreal) -> Family {
        if step.is_zero() {
            return Family::from([first]);
        }
        Family(Members::Progression { first, step })
    }

    /// `limit + distance/2ⁿ` for n = 0, 1, 2, …
    ///
    /// ```
    /// use agon::{Surreal, surreal::{Family, simplest_in_cut}};
    ///
    /// // {0 | 1, 1/2, 1/4, …} = 1/ω
    /// let (zero, powers) = (Family::from([Surreal::zero()]), Family::halves(Surreal::zero(), Surreal::one()));
    /// assert_eq!(simplest_in_cut(&zero, &powers)?.number, Some(Surreal::epsilon()));
    /// # Ok::<(), agon::surreal::CutError>(())
    /// ```
    #[must_use]
    pub fn halves(limit: Surreal, distance: Surreal) -> Family {
        let half = BigRational::new(BigInt::from(1), BigInt::from(2));
        Family::geometric(limit, distance, half).unwrap_or_else(Family::empty)
    }

    /// `limit + distance·ratioⁿ` for n = 0, 1, 2, …; `None` unless 0 < ratio < 1.
    ///
    /// ```
    /// use agon::{Surreal, surreal::{Family, simplest_in_cut}};
    /// use num_rational::BigRational;
    /// let number = |text: &str| text.parse::<Surreal>().unwrap();
    /// let quarter = || BigRational::new(1.into(), 4.into());
    /// // 1/4, 1/4 + 1/16, … rises to 1/3; the right side must fall to 1/3 as well.
    /// let low = Family::geometric(number("1/3"), number("-1/12"), quarter()).unwrap();
    /// let high = Family::geometric(number("1/3"), number("1/6"), quarter()).unwrap();
    /// assert_eq!(simplest_in_cut(&low, &high)?.number, Some(number("1/3")));
    /// // 1/2, 1/2 − 1/16, 1/2 − 1/16 − 1/64, … falls to 5/12, and 3/8 is simpler than all others in the gap.
    /// let high = Family::geometric(number("5/12"), number("1/12"), quarter()).unwrap();
    /// assert_eq!(simplest_in_cut(&low, &high)?.number, Some(number("3/8")));
    /// # Ok::<(), agon::surreal::CutError>(())
    /// ```
    #[must_use]
    pub fn geometric(limit: Surreal, distance: Surreal, ratio: BigRational) -> Option<Family> {
        if !ratio.is_positive() || ratio >= BigRational::one() {
            return None;
        }
        if distance.is_zero() {
            return Some(Family::from([limit]));
        }
        Some(Family(Members::Geometric { limit, distance, ratio }))
    }

    /// `ω^y` for all members y of a family.
    ///
    /// ```
    /// use agon::surreal::Family;
    /// let powers = Family::omega_powers(Family::naturals());
    /// assert_eq!(powers.member(2).map(|number| number.to_string()).as_deref(), Some("ω^2"));
    /// ```
    #[must_use]
    pub fn omega_powers(exponents: Family) -> Family {
        match exponents.0 {
            Members::Finite(exponents) => {
                Family(Members::Finite(exponents.into_iter().map(Surreal::omega_pow).collect()))
            }
            endless => Family(Members::OmegaPowers(Box::new(Family(endless)))),
        }
    }

    /// The member number n, if there are so many. Those of an infinite family rise, or fall, with n. Also `None` where `ratioⁿ`
    /// would have more than 2²⁴ binary digits.
    ///
    /// ```
    /// use agon::{Surreal, surreal::Family};
    /// let halves = Family::halves(Surreal::zero(), Surreal::one());
    /// assert_eq!(halves.member(3).map(|number| number.to_string()).as_deref(), Some("1/8"));
    /// assert_eq!(Family::empty().member(0), None);
    /// assert_eq!(halves.member(u32::MAX), None);
    /// ```
    #[must_use]
    pub fn member(&self, n: u32) -> Option<Surreal> {
        Some(match &self.0 {
            Members::Finite(numbers) => numbers.get(n as usize)?.clone(),
            Members::Progression { first, step } => first + step * &Surreal::from(i64::from(n)),
            Members::Geometric { limit, distance, ratio } => {
                // The denominator is the larger of the two.
                if ratio.denom().bits().saturating_mul(n.into()) > LONGEST_POWER {
                    return None;
                }
                let power = BigRational::new_raw(ratio.numer().pow(n), ratio.denom().pow(n));
                limit + distance * &Surreal::from(power)
            }
            Members::OmegaPowers(exponents) => Surreal::omega_pow(exponents.member(n)?),
        })
    }

    /// The direction in which an infinite family goes, `+` when it rises.
    fn direction(&self) -> Option<Sign> {
        let (rises, falls) = match &self.0 {
            Members::Finite(_) => return None,
            Members::Progression { step, .. } => (step.is_positive(), step.is_negative()),
            Members::Geometric { distance, .. } => (distance.is_negative(), distance.is_positive()),
            Members::OmegaPowers(exponents) => return exponents.direction(),
        };
        match (rises, falls) {
            (true, _) => Some(Sign::Plus),
            (_, true) => Some(Sign::Minus),
            _ => None,
        }
    }

    /// What lies beyond the family, above it for `+` and below it for `−`.
    pub(super) fn bound(&self, side: Sign) -> Result<Bound, SignSequenceError> {
        let members = match &self.0 {
            Members::Finite(numbers) => numbers.clone(),
            _ if self.direction() == Some(side) => return Ok(Bound::Limit(self.limit(side)?)),
            _ => self.member(0).into_iter().collect(),
        };
        let last = if side == Sign::Plus { members.iter().max() } else { members.iter().min() };
        match last {
            Some(number) => Ok(Bound::Beyond(number.sign_sequence()?)),
            None => Ok(Bound::Unbounded),
        }
    }

    /// The limit of the sign expansions of the members.
    fn limit(&self, direction: Sign) -> Result<SignSequence, SignSequenceError> {
        // Only the terms down to the exponent of the step matter; what stands below is smaller than every step.
        let split = |number: &Surreal, y: &Surreal| {
            let (head, rest): (Vec<_>, Vec<_>) = number.terms().iter().cloned().partition(|(z, _)| z > y);
            let coefficient = rest.into_iter().find(|(z, _)| z == y).map(|(_, r)| r);
            (Surreal::from_terms(head), coefficient.unwrap_or_else(Coefficient::zero))
        };
        let endless = |sign: Sign| SignSequence::from_runs([(sign, Ordinal::omega())]);
        match &self.0 {
            Members::Finite(_) => Ok(SignSequence::default()),
            Members::Progression { first, step } => {
                let y = step.leading_term().map(|(y, _)| y.clone()).unwrap_or_default();
                split(first, &y).0.sign_sequence_with(&y, &endless(direction))
            }
            Members::Geometric { limit, distance, .. } => {
                let y = distance.leading_term().map(|(y, _)| y.clone()).unwrap_or_default();
                let (head, r) = split(limit, &y);
                // A dyadic r is approached by r ∓ 2^(−n), with the signs of r, one away from the direction, and then
                // one after the other in the direction; any other real by its own beginnings.
                let mut real = SignSequence::try_from(&r)?;
                if r.as_rational().is_some_and(is_dyadic) {
                    real.push_sign(direction.reverse());
                    real = real.then(&endless(direction));
                }
                head.sign_sequence_with(&y, &real)
            }
            Members::OmegaPowers(exponents) => match exponents.limit(direction)?.finite_runs() {
                Some(runs) => Ok(SignSequence::omega_power(&runs)),
                None => Err(SignSequenceError::EndlessExponent {
                    exponent: exponents.member(0).unwrap_or_default(),
                }),
            },
        }
    }
}

impl<const N: usize> From<[Surreal; N]> for Family {
    fn from(numbers: [Surreal; N]) -> Family {
        Family(Members::Finite(numbers.into()))
    }
}

impl From<Vec<Surreal>> for Family {
    fn from(numbers: Vec<Surreal>) -> Family {
        Family(Members::Finite(numbers))
    }
}

impl fmt::Display for Family {
    /// The first members, `1, 1/2, 1/4, …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = match &self.0 {
            Members::Finite(numbers) => numbers.iter().map(Surreal::to_string).collect(),
            _ => {
                let first = (0..3).filter_map(|n| self.member(n)).map(|number| number.to_string());
                first.chain(["…".to_owned()]).collect()
            }
        };
        f.pad(&shown.join(", "))
    }
}
