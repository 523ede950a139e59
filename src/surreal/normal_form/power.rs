//! Powers of normal forms with natural exponents.

use super::Surreal;
use crate::surreal::{coefficient, powers::by_squares};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// A normal form with whole coefficients, none of them 0.
type Whole = BTreeMap<Surreal, BigInt>;

/// The largest exponent for several terms.
const MOST_POWER: u32 = 1 << 14;

impl Surreal {
    /// `xⁿ`.
    ///
    /// ```
    /// use agon::Surreal;
    /// let x: Surreal = "w - 1".parse()?;
    /// assert_eq!(x.pow(3).to_string(), "ω^3 - 3ω^2 + 3ω - 1");
    /// # Ok::<(), agon::surreal::SurrealError>(())
    /// ```
    /// # Panics
    ///
    /// When the power of a number with several terms would have more than 2¹⁴ of them by its exponent alone, or a coefficient
    /// more than 2²⁷ bits.
    #[must_use]
    pub fn pow(&self, n: u32) -> Surreal {
        let Some(rational) = self.rational_terms() else { return self.irrational_pow(n) };
        // Over one denominator all that remains to be multiplied is whole: sums and products of fractions would reduce
        // each of them.
        let denominator = rational.iter().fold(BigInt::one(), |lcm, (_, r)| lcm.lcm(r.denom()));
        let whole = |r: &BigRational| r.numer() * (&denominator / r.denom());
        let base: Vec<(Surreal, BigInt)> = rational.into_iter().map(|(y, r)| (y.clone(), whole(r))).collect();
        let bits = base.iter().map(|(_, a)| a.bits() - 1).max().unwrap_or(0).max(denominator.bits() - 1);
        let is_long = base.len() > 1 && n > MOST_POWER;
        assert!(
            !is_long && bits.saturating_mul(n.into()) <= 1 << 27,
            "a {n}th power of {} terms is too large",
            base.len()
        );
        let power = match base.as_slice() {
            [a, b] => binomial(a, b, n),
            _ => {
                let one = Whole::from([(Surreal::zero(), BigInt::one())]);
                by_squares(&base.into_iter().collect(), one, n.into(), product)
            }
        };
        let denominator = denominator.pow(n);
        let terms =
            power.into_iter().rev().map(|(y, a)| (y, BigRational::new(a, denominator.clone()).into()));
        Surreal::from_terms(terms.collect())
    }

    /// The terms, if all coefficients are rational.
    fn rational_terms(&self) -> Option<Vec<(&Surreal, &BigRational)>> {
        self.terms.iter().map(|(y, r)| Some((y, r.as_rational()?))).collect()
    }

    fn irrational_pow(&self, n: u32) -> Surreal {
        let bits = self.terms.iter().map(|(_, r)| coefficient::size(r)).max().unwrap_or(0);
        let is_long = self.terms.len() > 1 && n > MOST_POWER;
        assert!(
            !is_long && bits.saturating_mul(n.into()) <= 1 << 27,
            "a {n}th power of {} terms is too large",
            self.terms.len()
        );
        if let [(y, r)] = self.terms.as_slice() {
            return Surreal::from_terms(vec![(y * i64::from(n), r.pow(n))]);
        }
        by_squares(self, Surreal::one(), n.into(), |a, b| a * b)
    }
}

/// `(ω^y·a + ω^z·b)ⁿ = Σ C(n, k)·ω^(y(n − k) + zk)·a^(n − k)·b^k`.
fn binomial((y, a): &(Surreal, BigInt), (z, b): &(Surreal, BigInt), n: u32) -> Whole {
    let powers = |x: &BigInt| -> Vec<BigInt> {
        std::iter::successors(Some(BigInt::one()), |power| Some(power * x)).take(n as usize + 1).collect()
    };
    let (a_powers, b_powers) = (powers(a), powers(b));
    let step = z - y;
    let mut exponent = y * Surreal::from(i64::from(n));
    let mut choices = BigInt::one();
    let mut power = Whole::new();
    for k in 0..=n {
        crate::interrupt::check();
        power.insert(exponent.clone(), &choices * &a_powers[(n - k) as usize] * &b_powers[k as usize]);
        exponent += &step;
        choices = choices * (n - k) / (k + 1);
    }
    power
}

fn product(left: &Whole, right: &Whole) -> Whole {
    let mut sums = Whole::new();
    for (y, a) in left {
        crate::interrupt::check();
        for (z, b) in right {
            *sums.entry(y + z).or_default() += a * b;
        }
    }
    sums.retain(|_, sum| !sum.is_zero());
    sums
}
