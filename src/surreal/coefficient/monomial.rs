//! Products of fractional powers of primes and of a power of π.

use crate::surreal::{powers::by_squares, real::constants};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The longest number whose root is taken at once, in binary digits.
const LONGEST_RADICAND: u64 = 1 << 22;
/// The highest root that is taken at once: Newton's method needs as many steps as the degree of a high one.
pub(super) const HIGHEST_ROOT: u32 = 64;
/// The longest rational factor, in binary digits.
const LONGEST_FACTOR: u64 = 1 << 22;

/// `π^k·p₁^(a₁)·…·pₙ^(aₙ)` with 0 < aᵢ < 1, a positive number.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Monomial {
    pi: i64,
    roots: BTreeMap<u64, BigRational>,
}

impl Monomial {
    pub(super) fn one() -> Monomial {
        Monomial { pi: 0, roots: BTreeMap::new() }
    }

    pub(super) fn pi(k: i64) -> Monomial {
        Monomial { pi: k, roots: BTreeMap::new() }
    }

    /// `√p` for a prime p.
    pub(super) fn square_root(prime: u64) -> Monomial {
        Monomial { pi: 0, roots: BTreeMap::from([(prime, BigRational::new(1.into(), 2.into()))]) }
    }

    pub(super) fn is_one(&self) -> bool {
        self.pi == 0 && self.roots.is_empty()
    }

    pub(super) fn pi_power(&self) -> i64 {
        self.pi
    }

    /// The primes and their exponents.
    pub(super) fn roots(&self) -> &BTreeMap<u64, BigRational> {
        &self.roots
    }

    /// This one without its power of π.
    pub(super) fn algebraic_part(&self) -> Monomial {
        Monomial { pi: 0, roots: self.roots.clone() }
    }

    /// `π^k·Π p^a` for any rational a, as a monomial and its rational factor; `None` where that has millions of digits.
    pub(super) fn from_powers(
        pi: i64,
        powers: impl IntoIterator<Item = (u64, BigRational)>,
    ) -> Option<(Monomial, BigRational)> {
        let mut roots = BTreeMap::new();
        // The factors of the numerator and of the denominator, which have no prime in common.
        let (mut above, mut below) = (BigInt::one(), BigInt::one());
        let mut size = 0u64;
        for (prime, exponent) in powers {
            let whole = exponent.floor().to_integer();
            let n = whole.magnitude().to_u32()?;
            size = size.checked_add(u64::from(n) * u64::from(u64::BITS - prime.leading_zeros()))?;
            if size > LONGEST_FACTOR {
                return None;
            }
            let side = if whole.is_negative() { &mut below } else { &mut above };
            *side *= BigInt::from(prime).pow(n);
            let fraction = exponent - BigRational::from(whole);
            if !fraction.is_zero() {
                roots.insert(prime, fraction);
            }
        }
        let factor = BigRational::new_raw(above, below);
        Some((Monomial { pi, roots }, factor))
    }

    /// The product, as a monomial and a whole factor.
    pub(super) fn times(&self, other: &Monomial) -> (Monomial, BigInt) {
        let pi = self.pi.checked_add(other.pi).expect("no power of π has an exponent of more than 63 bits");
        let (mut roots, mut factor) = (self.roots.clone(), BigInt::one());
        for (prime, exponent) in &other.roots {
            let sum = match roots.remove(prime) {
                Some(own) => own + exponent,
                None => exponent.clone(),
            };
            let rest = if sum >= BigRational::one() {
                factor *= *prime;
                sum - BigInt::one()
            } else {
                sum
            };
            if !rest.is_zero() {
                roots.insert(*prime, rest);
            }
        }
        (Monomial { pi, roots }, factor)
    }

    /// `1/m`, as a monomial and a rational factor.
    pub(super) fn recip(&self) -> (Monomial, BigRational) {
        let (mut roots, mut factor) = (BTreeMap::new(), BigInt::one());
        for (prime, exponent) in &self.roots {
            factor *= *prime;
            roots.insert(*prime, BigRational::one() - exponent);
        }
        (Monomial { pi: -self.pi, roots }, BigRational::new(BigInt::one(), factor))
    }

    /// Whole numbers around `m·2^places`.
    pub(super) fn scaled_bounds(&self, places: u64) -> (BigInt, BigInt) {
        let one = BigInt::one() << places;
        let mut bounds = (one.clone(), one);
        for (prime, exponent) in &self.roots {
            bounds = product(&bounds, &prime_power(*prime, exponent, places), places);
        }
        if self.pi != 0 {
            let pi = constants::pi(places);
            let scaled = |x: crate::Dyadic| (x.numerator() << places) >> x.exponent();
            let pi = (scaled(pi.low), scaled(pi.high) + 1);
            let mut power = whole_power(&pi, self.pi.unsigned_abs(), places);
            if self.pi < 0 {
                let square = BigInt::one() << (2 * places);
                power = (&square / power.1, square / power.0 + 1);
            }
            bounds = product(&bounds, &power, places);
        }
        bounds
    }
}

/// Bounds of the product of two positive numbers.
fn product(a: &(BigInt, BigInt), b: &(BigInt, BigInt), places: u64) -> (BigInt, BigInt) {
    ((&a.0 * &b.0) >> places, ((&a.1 * &b.1) >> places) + 1)
}

fn whole_power(base: &(BigInt, BigInt), n: u64, places: u64) -> (BigInt, BigInt) {
    let one = BigInt::one() << places;
    by_squares(base, (one.clone(), one), n, |a, b| {
        crate::interrupt::check();
        product(a, b, places)
    })
}

/// Whole numbers around `p^a·2^places`, for 0 < a < 1.
fn prime_power(prime: u64, exponent: &BigRational, places: u64) -> (BigInt, BigInt) {
    let (above, below) = (exponent.numer().to_u32(), exponent.denom().to_u32());
    if let (Some(above), Some(below)) = (above, below)
        && below <= HIGHEST_ROOT
        && u64::from(below).saturating_mul(places + 64) <= LONGEST_RADICAND
    {
        let radicand = BigUint::from(prime).pow(above) << (u64::from(below) * places);
        let root = BigInt::from(radicand.nth_root(below));
        return (root.clone(), root + 1);
    }
    // a = 0.d₁d₂d₃… in binary digits: p^a is the product of the p^(2^−i) with dᵢ = 1, and for the digits from n on lies
    // between 1 and p^(2^−n).
    let one = BigInt::one() << places;
    let mut bounds = (one.clone(), one);
    let mut root = (BigInt::from(prime) << places, BigInt::from(prime) << places);
    let mut rest = exponent.clone();
    for _ in 0..places + 8 {
        crate::interrupt::check();
        root = ((root.0 << places).sqrt(), (root.1 << places).sqrt() + 1);
        rest *= BigInt::from(2);
        if rest >= BigRational::one() {
            rest -= BigInt::one();
            bounds = product(&bounds, &root, places);
        }
    }
    bounds.1 = product(&bounds, &root, places).1;
    bounds
}
