//! Roots and fractional powers of exact real numbers.

use super::{Coefficient, Kind, Monomial, monomial::HIGHEST_ROOT};
use crate::surreal::powers::by_squares;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Prime factors below this are looked for.
const LARGEST_DIVISOR: u64 = 1_000_000;
/// The longest number that is taken apart, in binary digits.
const LONGEST: u64 = 1 << 12;

impl Coefficient {
    /// `√n` for a natural number n. `None` when n is not taken apart into its prime factors: when what is left of it without
    /// those below a million is no power of a prime below 2⁶⁴ (as 1000003·1000033), or n has more than 2¹² binary digits,
    /// unless it is a square.
    ///
    /// ```
    /// use agon::surreal::Coefficient;
    /// assert_eq!(Coefficient::sqrt(12).unwrap().to_string(), "2√3");
    /// assert_eq!(Coefficient::sqrt(49), Some(7.into()));
    /// assert_eq!(Coefficient::sqrt(u64::MAX - 58).unwrap().to_string(), "√18446744073709551557"); // a prime
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

/// The prime factors and how often they occur, if division by numbers up to a million leaves a power of a prime.
fn prime_factors(n: &BigUint) -> Option<Vec<(u64, u32)>> {
    if n.bits() > LONGEST {
        return None;
    }
    let mut rest = n.clone();
    let mut factors = Vec::new();
    let mut divisor = 2;
    loop {
        if rest.is_one() {
            return Some(factors);
        }
        // Asked before each search for a divisor: a large prime need not be divided by a million numbers.
        if let Some(prime) = rest.to_u64().filter(|&n| is_prime(n)) {
            factors.push((prime, 1));
            return Some(factors);
        }
        let Some(prime) = least_divisor(&rest, divisor) else {
            factors.push(large_factor(&rest)?);
            return Some(factors);
        };
        divisor = prime;
        let mut count = 0;
        while (&rest % divisor).is_zero() {
            rest /= divisor;
            count += 1;
        }
        factors.push((divisor, count));
    }
}

/// The least divisor from this one on, below a million.
fn least_divisor(n: &BigUint, from: u64) -> Option<u64> {
    let small = n.to_u64();
    (from..LARGEST_DIVISOR).find(|&divisor| {
        if divisor % 4096 == 1 {
            crate::interrupt::check();
        }
        match small {
            Some(n) => n % divisor == 0,
            None => (n % divisor).is_zero(),
        }
    })
}

/// A number without divisors below a million as a power of a prime below 2⁶⁴, if it is one.
fn large_factor(n: &BigUint) -> Option<(u64, u32)> {
    (1..=n.bits() as u32 / 19 + 1).find_map(|k| {
        let root = n.nth_root(k);
        let prime = root.to_u64().filter(|&root| is_prime(root))?;
        (root.pow(k) == *n).then_some((prime, k))
    })
}

/// Whether n is prime, by the test of Miller and Rabin: the first twelve primes as bases decide it for all n below 2⁶⁴
/// (J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases, *Math. Comp.* 86, 2017).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&prime| n != prime && n.is_multiple_of(prime)) {
        return false;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().filter(|&&base| base != n).all(|&base| {
        let mut power = by_squares(&base, 1, (n - 1) >> twos, |&a, &b| times(a, b));
        if power == 1 {
            return true;
        }
        (0..twos).any(|_| {
            let is_minus_one = power == n - 1;
            power = times(power, power);
            is_minus_one
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_without_divisors() {
        let by_division = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..20_000).all(|n| is_prime(n) == by_division(n)));
        // A strong pseudoprime to the bases 2, 3, 5, 7 and 11, a Carmichael number, and the largest primes below 2³² and 2⁶⁴.
        assert!(![2_152_302_898_747, 825_265].into_iter().any(is_prime));
        assert!([4_294_967_291, 18_446_744_073_709_551_557].into_iter().all(is_prime));
    }

    #[test]
    fn prime_factors_multiply_to_the_number() {
        for n in (1u64..3000).chain([1_000_003 * 12, 999_983 * 999_983, 6 * 4_294_967_291, u64::MAX]) {
            let Some(factors) = prime_factors(&n.into()) else { panic!("{n}") };
            assert!(factors.iter().all(|(prime, count)| is_prime(*prime) && *count > 0), "{n}");
            assert!(factors.is_sorted_by_key(|(prime, _)| *prime), "{n}");
            assert_eq!(factors.iter().map(|(prime, count)| prime.pow(*count)).product::<u64>(), n);
        }
        assert_eq!(prime_factors(&(1_000_003u64 * 1_000_033).into()), None);
        let square = BigUint::from(18_446_744_073_709_551_557u64).pow(2);
        assert_eq!(prime_factors(&square), Some(vec![(18_446_744_073_709_551_557, 2)]));
    }
}
