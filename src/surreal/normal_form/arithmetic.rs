//! The ring operations of normal forms: those of polynomials in ω, with surreal exponents.

use super::Surreal;
use crate::surreal::Coefficient;
use crate::surreal::operators::{integer_operators, owned_operators};
use std::{
    cmp::Ordering,
    collections::BTreeMap,
    iter::Sum,
    ops::{Add, Div, Mul, Neg, Sub},
};

impl Neg for &Surreal {
    type Output = Surreal;

    fn neg(self) -> Surreal {
        Surreal::from_terms(self.terms.iter().map(|(y, r)| (y.clone(), -r)).collect())
    }
}

impl Neg for Surreal {
    type Output = Surreal;

    fn neg(self) -> Surreal {
        -&self
    }
}

impl Add<&Surreal> for &Surreal {
    type Output = Surreal;

    fn add(self, other: &Surreal) -> Surreal {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some((y, _)), Some((z, _))) => y.cmp(z),
            };
            let from_left = if order.is_ge() { left.next() } else { None };
            let from_right = if order.is_le() { right.next() } else { None };
            match (from_left, from_right) {
                (Some((_, r)), Some((_, s))) if (r + s).is_zero() => {}
                (Some((y, r)), Some((_, s))) => terms.push((y.clone(), r + s)),
                (one, another) => terms.extend(one.or(another).cloned()),
            }
        }
        Surreal::from_terms(terms)
    }
}

impl Sub<&Surreal> for &Surreal {
    type Output = Surreal;

    fn sub(self, other: &Surreal) -> Surreal {
        self + -other
    }
}

impl Mul<&Surreal> for &Surreal {
    type Output = Surreal;

    /// `ω^y·ω^z = ω^(y + z)`, and the rest by distribution.
    fn mul(self, other: &Surreal) -> Surreal {
        let mut sums: BTreeMap<Surreal, Coefficient> = BTreeMap::new();
        for (y, r) in &self.terms {
            crate::interrupt::check();
            for (z, s) in &other.terms {
                *sums.entry(y + z).or_insert_with(Coefficient::zero) += r * s;
            }
        }
        Surreal::from_terms(sums.into_iter().rev().filter(|(_, r)| !r.is_zero()).collect())
    }
}

impl Div<&Surreal> for &Surreal {
    type Output = Surreal;

    /// The exact quotient.
    ///
    /// # Panics
    ///
    /// Where [`checked_div`](Surreal::checked_div) has an error: for the divisor 0, and when the quotient has no finite normal
    /// form.
    fn div(self, divisor: &Surreal) -> Surreal {
        self.checked_div(divisor).unwrap_or_else(|error| panic!("{error}"))
    }
}

owned_operators!(
    Surreal: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign,
    Div div DivAssign div_assign
);
integer_operators!(
    Surreal, i64: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign,
    Div div DivAssign div_assign
);

impl Sum for Surreal {
    fn sum<I: Iterator<Item = Surreal>>(numbers: I) -> Surreal {
        numbers.fold(Surreal::zero(), |total, number| total + number)
    }
}

impl Surreal {
    /// `|x|`.
    ///
    /// ```
    /// use agon::Surreal;
    ///
    /// assert_eq!("1 - w".parse::<Surreal>()?.abs(), "w - 1".parse()?);
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    #[must_use]
    pub fn abs(&self) -> Surreal {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Whether this is `ω^y` with coefficient 1, and its y.
    pub(super) fn as_omega_pow(&self) -> Option<&Surreal> {
        match self.terms.as_slice() {
            [(exponent, coefficient)] if coefficient.is_one() => Some(exponent),
            _ => None,
        }
    }
}
