//! Roots and fractional powers of exact real numbers.

use super::{Coefficient, Kind, Monomial, monomial::HIGHEST_ROOT};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Prime factors below this are looked for; a number without them is prime when it is smaller than the square.
const LARGEST_DIVISOR: u64 = 1_000_000;
/// The longest number that is taken apart, in binary digits.
const LONGEST: u64 = 1 << 12;

impl Coefficient {
    /// `√n` for a natural number n. `None` when n is not taken apart into its prime factors: when what is left of it without
    /// those below a million is no power of a prime below 10¹² (as 1000003·1000033), or n has more than 2¹² binary digits,
    /// unless it is a square.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert_eq!(Coefficient::sqrt(12).unwrap().to_string(), "2√3");
    /// assert_eq!(Coefficient::sqrt(49), Some(7.into()));
    /// assert_eq!(Coefficient::sqrt(-1), None);
    /// ```
    #[must_use]
    pub fn sqrt(n: impl TryInto<BigUint>) -> Option<Coefficient> {
        Coefficient::from(BigInt::from(n.try_into().ok()?)).root(2)
    }

    /// The k-th root that is ≥ 0 for x ≥ 0, and for odd k that of a negative x. `None` where there is none, or none of this
    /// kind is found: of sums only square roots are looked for, of two terms.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// let root = Coefficient::from(-24).root(3).unwrap();
    /// assert_eq!(root.to_string(), "-2·3^(1/3)");
    /// let sum = Coefficient::sqrt(8).unwrap() + 3;
    /// assert_eq!(sum.root(2).unwrap().to_string(), "1 + √2");
    /// ```
    #[must_use]
    pub fn root(&self, k: u32) -> Option<Coefficient> {
        if k == 0 || self.is_negative() && k.is_multiple_of(2) {
            return None;
        }
        if k == 1 || self.is_zero() {
            return Some(self.clone());
        }
        if self.is_negative() {
            return Some(-(-self).root(k)?);
        }
        let power = BigRational::new(BigInt::one(), k.into());
        match &self.0 {
            Kind::Rational(q) => Coefficient::rational_power(q, &power),
            Kind::Sum(terms) if terms.len() == 1 => {
                let (monomial, q) = terms.first_key_value()?;
                let k = i64::from(k);
                if monomial.pi_power() % k != 0 {
                    return None;
                }
                let roots = monomial.roots().iter().map(|(prime, exponent)| (*prime, exponent * &power));
                let (root, factor) = Monomial::from_powers(monomial.pi_power() / k, roots)?;
                Some(Coefficient::rational_power(q, &power)? * Coefficient::from_term(root, factor))
            }
            Kind::Sum(terms) if terms.len() == 2 && k == 2 => self.root_of_two_terms(),
            Kind::Sum(_) => None,
        }
    }

    /// `√(u + v) = √((u + s)/2) ± √((u − s)/2)` with `s = √(u² − v²)`, where these roots are of one term each.
    fn root_of_two_terms(&self) -> Option<Coefficient> {
        let mut terms: Vec<Coefficient> =
            self.terms().into_iter().map(|(monomial, q)| Coefficient::from_term(monomial, q)).collect();
        terms.sort_by_key(Coefficient::abs);
        let [v, u] = terms.as_slice() else { return None };
        let difference = u * u - v * v;
        if difference.count_terms() != 1 {
            return None;
        }
        let s = difference.root(2)?;
        let half = Coefficient::from(BigRational::new(BigInt::one(), 2.into()));
        let parts = [u + &s, u - &s].map(|twice| twice * &half);
        if parts.iter().any(|part| part.count_terms() != 1) {
            return None;
        }
        let [a, b] = parts.map(|part| part.root(2));
        let (a, b) = (a?, b?);
        let root = if v.is_negative() { a - b } else { a + b };
        (&root * &root == *self).then_some(root)
    }

    /// `q^a` for q > 0 and any rational a, if the prime factors of q are found where they are needed, and the result has
    /// no number of millions of digits.
    pub(in crate::surreal) fn rational_power(q: &BigRational, exponent: &BigRational) -> Option<Coefficient> {
        if !q.is_positive() {
            return None;
        }
        if q.is_one() {
            return Some(Coefficient::one());
        }
        let [above, below] = [q.numer(), q.denom()].map(|n| n.magnitude());
        let is_long = above.bits().max(below.bits()) > LONGEST;
        // A k-th power has a rational root, whether or not one knows its factors.
        if let Some(k) = exponent.denom().to_u32().filter(|k| *k <= HIGHEST_ROOT || !is_long)
            && let roots = [above.nth_root(k), below.nth_root(k)]
            && roots[0].pow(k) == *above
            && roots[1].pow(k) == *below
        {
            let n = exponent.numer().magnitude().to_u32()?;
            let bits = roots[0].bits().max(roots[1].bits());
            if bits.saturating_mul(n.into()) > 1 << 22 {
                return None;
            }
            let [above, below] = roots.map(|root| BigInt::from(root.pow(n)));
            let power = BigRational::new_raw(above, below);
            return Some(Coefficient::from(if exponent.is_negative() { power.recip() } else { power }));
        }
        let mut powers = Vec::new();
        for (n, sign) in [(above, 1), (below, -1)] {
            for (prime, count) in prime_factors(n)? {
                powers.push((prime, exponent * BigInt::from(sign * i64::from(count))));
            }
        }
        let (monomial, factor) = Monomial::from_powers(0, powers)?;
        Some(Coefficient::from_term(monomial, factor))
    }
}

/// The prime factors and how often they occur, if division by numbers up to a million finds them.
fn prime_factors(n: &BigUint) -> Option<Vec<(u64, u32)>> {
    if n.bits() > LONGEST {
        return None;
    }
    let mut rest = n.clone();
    let mut factors = Vec::new();
    let mut divisor = 2u64;
    while divisor < LARGEST_DIVISOR && !rest.is_one() && BigUint::from(divisor * divisor) <= rest {
        if divisor % 4096 == 1 {
            crate::interrupt::check();
        }
        let mut count = 0;
        while (&rest % divisor).is_zero() {
            rest /= divisor;
            count += 1;
        }
        if count > 0 {
            factors.push((divisor, count));
        }
        divisor = if divisor == 2 { 3 } else { divisor + 2 };
    }
    if !rest.is_one() {
        factors.push(large_factor(&rest)?);
    }
    Some(factors)
}

/// A number > 1 without small divisors as a power of a prime, if it is surely one.
fn large_factor(n: &BigUint) -> Option<(u64, u32)> {
    let most = LARGEST_DIVISOR * LARGEST_DIVISOR;
    // Its prime is above a million, unless n is this prime itself.
    (1..=n.bits() as u32 / 19 + 1).rev().find_map(|k| {
        let root = n.nth_root(k);
        let prime = root.to_u64().filter(|root| (2..most).contains(root))?;
        (root.pow(k) == *n).then_some((prime, k))
    })
}
