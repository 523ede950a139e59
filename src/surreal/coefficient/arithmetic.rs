//! Sums, products and quotients of exact real numbers.

use super::{Coefficient, Kind, Monomial};
use crate::surreal::{
    operators::{integer_operators, owned_operators},
    powers::by_squares,
    rational,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::{Add, Mul, Neg, Sub},
};

/// The longest quotient of polynomials in π.
const LONGEST_QUOTIENT: i64 = 1 << 10;

/// The largest degree of a field in which an inverse is looked for.
const LARGEST_DEGREE: usize = 64;

impl Neg for &Coefficient {
    type Output = Coefficient;

    fn neg(self) -> Coefficient {
        match &self.0 {
            Kind::Rational(q) => Coefficient::from(-q),
            Kind::Sum(terms) => {
                Coefficient::from_terms(terms.iter().map(|(monomial, q)| (monomial.clone(), -q)).collect())
            }
        }
    }
}

impl Neg for Coefficient {
    type Output = Coefficient;

    fn neg(self) -> Coefficient {
        -&self
    }
}

impl Add<&Coefficient> for &Coefficient {
    type Output = Coefficient;

    fn add(self, other: &Coefficient) -> Coefficient {
        if let (Kind::Rational(q), Kind::Rational(r)) = (&self.0, &other.0) {
            return Coefficient::from(rational::sum(q, r));
        }
        let mut terms = self.terms();
        for (monomial, q) in other.terms() {
            *terms.entry(monomial).or_insert_with(BigRational::zero) += q;
        }
        Coefficient::from_terms(terms)
    }
}

impl Sub<&Coefficient> for &Coefficient {
    type Output = Coefficient;

    fn sub(self, other: &Coefficient) -> Coefficient {
        match (&self.0, &other.0) {
            (Kind::Rational(q), Kind::Rational(r)) => Coefficient::from(rational::sum(q, &-r)),
            _ => self + -other,
        }
    }
}

impl Mul<&Coefficient> for &Coefficient {
    type Output = Coefficient;

    fn mul(self, other: &Coefficient) -> Coefficient {
        match (&self.0, &other.0) {
            (Kind::Rational(q), Kind::Rational(r)) => Coefficient::from(rational::product(q, r)),
            (Kind::Rational(q), Kind::Sum(terms)) | (Kind::Sum(terms), Kind::Rational(q)) => {
                Coefficient::from_terms(
                    terms.iter().map(|(monomial, r)| (monomial.clone(), rational::product(q, r))).collect(),
                )
            }
            (Kind::Sum(left), Kind::Sum(right)) => {
                // Over common denominators the sums are of whole numbers.
                let (left, below) = over_common_denominator(left);
                let (right, other_below) = over_common_denominator(right);
                let mut terms: BTreeMap<Monomial, BigInt> = BTreeMap::new();
                for (m, a) in &left {
                    crate::interrupt::check();
                    for (n, b) in &right {
                        let (monomial, factor) = m.times(n);
                        let product = a * b;
                        *terms.entry(monomial).or_default() +=
                            if factor.is_one() { product } else { product * factor };
                    }
                }
                let denominator = below * other_below;
                let reduced = |(monomial, n)| (monomial, rational::quotient(n, &denominator));
                Coefficient::from_terms(terms.into_iter().map(reduced).collect())
            }
        }
    }
}

/// The terms as whole numbers over one denominator.
fn over_common_denominator(terms: &BTreeMap<Monomial, BigRational>) -> (Vec<(&Monomial, BigInt)>, BigInt) {
    let denominator = terms.values().fold(BigInt::one(), |common, q| {
        if q.is_integer() || common == *q.denom() { common } else { common.lcm(q.denom()) }
    });
    let whole = |q: &BigRational| {
        if denominator.is_one() { q.numer().clone() } else { q.numer() * (&denominator / q.denom()) }
    };
    (terms.iter().map(|(monomial, q)| (monomial, whole(q))).collect(), denominator)
}

owned_operators!(
    Coefficient: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign
);
integer_operators!(
    Coefficient, i64: Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign
);

impl Coefficient {
    /// `|x|`.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert_eq!((Coefficient::sqrt(2).unwrap() - 2).abs().to_string(), "2 - √2");
    /// ```
    #[must_use]
    pub fn abs(&self) -> Coefficient {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// `xⁿ`.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let x = Coefficient::sqrt(2).unwrap() + 1;
    /// assert_eq!(x.pow(3).to_string(), "7 + 5√2");
    /// ```
    /// # Panics
    ///
    /// When the power has a number of more than 2²⁷ binary digits, counting two for each factor π.
    #[must_use]
    pub fn pow(&self, n: u32) -> Coefficient {
        let is_small = self.is_one() || self.is_zero() || size(self).saturating_mul(n.into()) <= 1 << 27;
        assert!(is_small, "a {n}th power of this number is too large");
        if let Kind::Rational(q) = &self.0 {
            return Coefficient::from(BigRational::new_raw(q.numer().pow(n), q.denom().pow(n)));
        }
        by_squares(self, Coefficient::one(), n.into(), |a, b| a * b)
    }

    /// `1/x`. `None` for 0; for a number in whose terms π has different powers, such as π + 1, whose inverse is no sum of
    /// this kind; and for one in a field of degree above 64, such as 1 + 2^(1/100).
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let golden = (Coefficient::sqrt(5).unwrap() + 1).checked_div(&2.into()).unwrap();
    /// assert_eq!(golden.recip(), Some(&golden - 1));
    /// assert_eq!((Coefficient::pi() + 1).recip(), None);
    /// ```
    #[must_use]
    pub fn recip(&self) -> Option<Coefficient> {
        let terms = match &self.0 {
            Kind::Rational(q) => return (!q.is_zero()).then(|| Coefficient::from(q.recip())),
            Kind::Sum(terms) => terms,
        };
        // x = m·y where the terms of y begin with a rational number: the field of y is as small as can be.
        let (inverse, factor) = terms.first_key_value()?.0.recip();
        let inverse = Coefficient::from_term(inverse, factor);
        let rest = self * &inverse;
        match &rest.0 {
            Kind::Rational(q) => Some(inverse * Coefficient::from(q.recip())),
            Kind::Sum(_) if rest.is_algebraic() => Some(inverse * algebraic_inverse(&rest)?),
            Kind::Sum(_) => None,
        }
    }

    /// `self / divisor`. `None` for the divisor 0, and where the quotient is no sum of this kind, or is not found, as for
    /// [`recip`](Coefficient::recip), or has more than 2¹⁰ powers of π.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let pi = Coefficient::pi();
    /// assert_eq!((pi.pow(2) - 1).checked_div(&(&pi + 1)), Some(&pi - 1));
    /// assert_eq!(pi.checked_div(&(&pi + 1)), None);
    /// ```
    #[must_use]
    pub fn checked_div(&self, divisor: &Coefficient) -> Option<Coefficient> {
        if let Some(inverse) = divisor.recip() {
            return Some(self * inverse);
        }
        // Long division of polynomials in π.
        let (least, degree) = divisor.pi_powers()?;
        let leading = divisor.coefficient_of_pi(degree).recip()?;
        let Some((lowest, highest)) = self.pi_powers() else { return Some(Coefficient::zero()) };
        if (highest - degree).saturating_sub(lowest - least) >= LONGEST_QUOTIENT {
            return None;
        }
        let (mut rest, mut quotient) = (self.clone(), Coefficient::zero());
        while let Some((_, highest)) = rest.pi_powers() {
            crate::interrupt::check();
            if highest - degree < lowest - least {
                return None;
            }
            let power = Coefficient::from_term(Monomial::pi(highest - degree), BigRational::one());
            let term = rest.coefficient_of_pi(highest) * &leading * power;
            rest -= &term * divisor;
            quotient += term;
        }
        Some(quotient)
    }

    /// The smallest and the largest exponent of π; `None` for 0.
    fn pi_powers(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Kind::Rational(q) => (!q.is_zero()).then_some((0, 0)),
            Kind::Sum(terms) => {
                let powers = || terms.keys().map(Monomial::pi_power);
                Some((powers().min()?, powers().max()?))
            }
        }
    }

    /// The algebraic number by which `π^k` is multiplied.
    fn coefficient_of_pi(&self, k: i64) -> Coefficient {
        let terms = self.terms().into_iter().filter(|(monomial, _)| monomial.pi_power() == k);
        Coefficient::from_terms(terms.map(|(monomial, q)| (monomial.algebraic_part(), q)).collect())
    }
}

/// `1/x` for an algebraic x that is not 0, by linear equations in the field that its roots generate.
fn algebraic_inverse(x: &Coefficient) -> Option<Coefficient> {
    let terms = x.terms();
    // All products of the roots in x, but for rational factors: a basis of the field.
    let mut basis: BTreeSet<Monomial> = BTreeSet::from([Monomial::one()]);
    let mut pending = vec![Monomial::one()];
    while let Some(known) = pending.pop() {
        for root in terms.keys() {
            let (monomial, _) = known.times(root);
            if basis.insert(monomial.clone()) {
                pending.push(monomial);
            }
        }
        if basis.len() > LARGEST_DEGREE {
            return None;
        }
    }
    let place: BTreeMap<&Monomial, usize> =
        basis.iter().enumerate().map(|(i, monomial)| (monomial, i)).collect();
    let degree = basis.len();
    // x·Σ cⱼ·bⱼ = 1: one equation for each element of the basis, the right side in the last column.
    let mut rows = vec![vec![BigRational::zero(); degree + 1]; degree];
    for (j, element) in basis.iter().enumerate() {
        for (root, q) in &terms {
            let (monomial, factor) = element.times(root);
            rows[place[&monomial]][j] += q * factor;
        }
    }
    rows[place[&Monomial::one()]][degree] = BigRational::one();
    let solution = solve(rows)?;
    Some(Coefficient::from_terms(basis.into_iter().zip(solution).collect()))
}

/// The solution of linear equations with exactly one, by elimination.
fn solve(mut rows: Vec<Vec<BigRational>>) -> Option<Vec<BigRational>> {
    let size = rows.len();
    for column in 0..size {
        crate::interrupt::check();
        let pivot = (column..size).find(|&row| !rows[row][column].is_zero())?;
        rows.swap(column, pivot);
        let scale = rows[column][column].recip();
        for entry in &mut rows[column] {
            *entry *= &scale;
        }
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column].clone();
            if factor.is_zero() {
                continue;
            }
            for (entry, own) in row.iter_mut().zip(&pivot) {
                *entry -= &factor * own;
            }
        }
    }
    Some(rows.into_iter().filter_map(|mut row| row.pop()).collect())
}

/// A bound for the degree of the field that these numbers generate; `None` if there is none, for the sake of π, or a large one.
pub(in crate::surreal) fn field_degree<'a>(numbers: impl Iterator<Item = &'a Coefficient>) -> Option<u64> {
    let mut denominators: BTreeMap<u64, BigInt> = BTreeMap::new();
    for number in numbers {
        if !number.is_algebraic() {
            return None;
        }
        for monomial in number.terms().keys() {
            for (prime, exponent) in monomial.roots() {
                let common = denominators.entry(*prime).or_insert_with(BigInt::one);
                *common = common.lcm(exponent.denom());
            }
        }
    }
    denominators.values().try_fold(1u64, |degree, k| degree.checked_mul(k.to_u64()?))
}

/// How many binary digits the numbers in a term have, at most, counting two for each π.
pub(in crate::surreal) fn size(number: &Coefficient) -> u64 {
    let digits = |n: &BigInt| n.bits();
    match &number.0 {
        Kind::Rational(q) => digits(q.numer()).max(digits(q.denom())),
        Kind::Sum(terms) => {
            let term = |(monomial, q): (&Monomial, &BigRational)| {
                let primes: u64 =
                    monomial.roots().keys().map(|p| u64::from(u64::BITS - p.leading_zeros())).sum();
                digits(q.numer()).max(digits(q.denom()))
                    + primes
                    + monomial.pi_power().unsigned_abs().saturating_mul(2)
            };
            terms.iter().map(term).max().unwrap_or(0)
        }
    }
}
