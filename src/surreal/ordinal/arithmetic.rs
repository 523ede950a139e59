//! Sums, products and powers of ordinals: the ordinary ones and the natural ones.

use super::Ordinal;
use crate::surreal::operators::{integer_operators, owned_operators};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::{
    cmp::Ordering,
    collections::BTreeMap,
    ops::{Add, Mul},
};

impl Add<&Ordinal> for &Ordinal {
    type Output = Ordinal;

    /// First α, then β: the terms of α below the leading term of β are absorbed.
    fn add(self, other: &Ordinal) -> Ordinal {
        let Some((lead, coefficient)) = other.terms.first() else { return self.clone() };
        let mut terms: Vec<_> =
            self.terms.iter().take_while(|(exponent, _)| exponent >= lead).cloned().collect();
        match terms.last_mut() {
            Some((exponent, total)) if exponent == lead => {
                *total += coefficient;
                terms.extend_from_slice(&other.terms[1..]);
            }
            _ => terms.extend_from_slice(&other.terms),
        }
        Ordinal::from_terms(terms)
    }
}

impl Mul<&Ordinal> for &Ordinal {
    type Output = Ordinal;

    /// β copies of α, one after the other: `α·(ω^β·n) = ω^(deg α + β)·n` for β > 0, and `α·n` multiplies the leading
    /// coefficient of α.
    fn mul(self, other: &Ordinal) -> Ordinal {
        let Some((degree, leading)) = self.terms.first() else { return Ordinal::zero() };
        let copies = other.terms.iter().map(|(exponent, coefficient)| {
            if exponent.is_zero() {
                let mut terms = self.terms.clone();
                terms[0].1 = leading * coefficient;
                Ordinal::from_terms(terms)
            } else {
                Ordinal::from_terms(vec![(degree + exponent, coefficient.clone())])
            }
        });
        copies.fold(Ordinal::zero(), |total, part| total + part)
    }
}

owned_operators!(Ordinal: Add add AddAssign add_assign, Mul mul MulAssign mul_assign);
integer_operators!(Ordinal, u64: Add add AddAssign add_assign, Mul mul MulAssign mul_assign);

impl Ordinal {
    /// `α^β`: β factors α. `None` when the result would need a natural number of more than 2²⁴ binary digits, or more
    /// than 2¹² terms.
    ///
    /// ```
    /// use agon::Ordinal;
    /// let omega = Ordinal::omega();
    /// assert_eq!(Ordinal::from(2).pow(&omega), Some(omega.clone()));
    /// assert_eq!(omega.pow(&omega).unwrap().to_string(), "ω^ω");
    /// assert_eq!("w + 1".parse::<Ordinal>()?.pow(&2.into()).unwrap().to_string(), "ω^2 + ω + 1");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn pow(&self, exponent: &Ordinal) -> Option<Ordinal> {
        if exponent.is_zero() || *self == Ordinal::one() {
            return Some(Ordinal::one());
        }
        if self.is_zero() {
            return Some(Ordinal::zero());
        }
        // β = λ + n with λ = 0 or a limit.
        let (limit, finite) = match exponent.terms.split_last() {
            Some(((last, n), rest)) if last.is_zero() => (Ordinal::from_terms(rest.to_vec()), n.clone()),
            _ => (exponent.clone(), BigUint::zero()),
        };
        let infinite = if limit.is_zero() { Ordinal::one() } else { self.pow_limit(&limit) };
        Some(infinite * self.pow_natural(&finite)?)
    }

    /// `α^λ` for a limit λ: `n^(ω·μ) = ω^μ` for natural n ≥ 2, and `α^λ = ω^(deg α · λ)` for infinite α.
    fn pow_limit(&self, limit: &Ordinal) -> Ordinal {
        if !self.is_finite() {
            return Ordinal::omega_pow(self.degree() * limit);
        }
        // λ = ω·μ: each exponent of λ loses a 1 on its left, which changes only finite ones.
        let quotient = limit.terms.iter().map(|(exponent, coefficient)| {
            let shorter = match exponent.to_natural() {
                Some(n) => Ordinal::from(n - 1u8),
                None => exponent.clone(),
            };
            (shorter, coefficient.clone())
        });
        Ordinal::omega_pow(Ordinal::from_terms(quotient.collect()))
    }

    fn pow_natural(&self, n: &BigUint) -> Option<Ordinal> {
        if let Some(base) = self.to_natural() {
            let n = n.to_u32().filter(|n| base.bits().saturating_mul(u64::from(*n)) <= 1 << 24);
            return n.map(|n| Ordinal::from(base.pow(n)));
        }
        if n.is_zero() {
            return Some(Ordinal::one());
        }
        if self.is_limit() {
            // α^n = ω^(deg α·(n − 1))·α, since all but the last factor matter by their degrees alone.
            return Some(Ordinal::omega_pow(self.degree() * Ordinal::from(n - 1u8)) * self);
        }
        // Each further factor brings as many terms as α has beyond the first.
        let most = (1u64 << 12) / (self.terms.len() as u64 - 1);
        let n = n.to_u32().filter(|n| u64::from(*n) <= most)?;
        let mut power = self.clone();
        for _ in 1..n {
            crate::interrupt::check();
            power = &power * self;
        }
        Some(power)
    }

    /// The one γ with `self + γ = other`; `None` when `other < self`.
    ///
    /// ```
    /// use agon::Ordinal;
    /// let omega = Ordinal::omega();
    /// assert_eq!(Ordinal::from(3).left_difference(&omega), Some(omega.clone()));
    /// assert_eq!(omega.left_difference(&(&omega + Ordinal::from(3))), Some(3.into()));
    /// ```
    #[must_use]
    pub fn left_difference(&self, other: &Ordinal) -> Option<Ordinal> {
        let common = self.terms.iter().zip(&other.terms).take_while(|(a, b)| a == b).count();
        let (mine, theirs) = (&self.terms[common..], &other.terms[common..]);
        match (mine.first(), theirs.first()) {
            (None, _) => Some(Ordinal::from_terms(theirs.to_vec())),
            (Some(_), None) => None,
            (Some((exponent, n)), Some((larger, m))) => match exponent.cmp(larger) {
                Ordering::Less => Some(Ordinal::from_terms(theirs.to_vec())),
                Ordering::Equal if n < m => {
                    let mut terms = theirs.to_vec();
                    terms[0].1 -= n;
                    Some(Ordinal::from_terms(terms))
                }
                _ => None,
            },
        }
    }

    /// The natural (Hessenberg) sum: normal forms are added as polynomials in ω. It is the sum of α and β as surreal
    /// numbers.
    ///
    /// ```
    /// use agon::Ordinal;
    /// let [a, b]: [Ordinal; 2] = ["w + 1".parse()?, "w^2 + w".parse()?];
    /// assert_eq!(a.natural_sum(&b).to_string(), "ω^2 + ω·2 + 1");
    /// assert_eq!((a + b).to_string(), "ω^2 + ω");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn natural_sum(&self, other: &Ordinal) -> Ordinal {
        collect(self.terms.iter().chain(&other.terms).cloned())
    }

    /// The natural (Hessenberg) product: normal forms are multiplied as polynomials in ω, exponents by natural sums. It
    /// is the product of α and β as surreal numbers.
    ///
    /// ```
    /// use agon::Ordinal;
    /// let [a, b]: [Ordinal; 2] = ["w + 1".parse()?, "w + 2".parse()?];
    /// assert_eq!(a.natural_product(&b).to_string(), "ω^2 + ω·3 + 2");
    /// assert_eq!((a * b).to_string(), "ω^2 + ω·2 + 1");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn natural_product(&self, other: &Ordinal) -> Ordinal {
        collect(
            self.terms
                .iter()
                .flat_map(|(a, m)| other.terms.iter().map(move |(b, n)| (a.natural_sum(b), m * n))),
        )
    }

    /// `β` with `ω^c·β = self`, and the rest below `ω^c`: division by a power of ω from the left.
    pub(in crate::surreal) fn div_rem_omega_pow(&self, c: &Ordinal) -> (Ordinal, Ordinal) {
        let split = self.terms.partition_point(|(exponent, _)| exponent >= c);
        let quotient = self.terms[..split].iter().map(|(exponent, coefficient)| {
            let shorter = c.left_difference(exponent).expect("an exponent that is at least c");
            (shorter, coefficient.clone())
        });
        (Ordinal::from_terms(quotient.collect()), Ordinal::from_terms(self.terms[split..].to_vec()))
    }
}

fn collect(terms: impl Iterator<Item = (Ordinal, BigUint)>) -> Ordinal {
    let mut sums: BTreeMap<Ordinal, BigUint> = BTreeMap::new();
    for (exponent, coefficient) in terms {
        *sums.entry(exponent).or_default() += coefficient;
    }
    Ordinal::from_terms(sums.into_iter().rev().collect())
}
