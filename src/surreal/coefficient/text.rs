//! Exact real numbers as texts: `1 + 3√2/4 - π^2`.

use super::{Coefficient, Monomial};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use std::{collections::BTreeMap, fmt};

/// Larger primes have a root of their own: the product of two would not be taken apart by a reader.
const LARGEST_JOINED: u64 = 1_000_000;
/// Larger powers are written with their exponents: 3^(9/10) instead of 19683^(1/10).
const LARGEST_RADICAND: u64 = 1_000_000;

/// `√6`, `12^(1/3)`, `3^(99/100)`, `π^2`.
fn factors(monomial: &Monomial) -> Vec<String> {
    let mut by_degree: BTreeMap<u32, Vec<(u64, u32)>> = BTreeMap::new();
    let mut texts = Vec::new();
    for (prime, exponent) in monomial.roots() {
        match (exponent.numer().to_u32(), exponent.denom().to_u32()) {
            (Some(above), Some(below)) if *prime < LARGEST_JOINED => {
                by_degree.entry(below).or_default().push((*prime, above));
            }
            _ if *exponent == BigRational::new(1.into(), 2.into()) => texts.push(format!("√{prime}")),
            _ => texts.push(format!("{prime}^({exponent})")),
        }
    }
    let mut joined = Vec::new();
    for (degree, powers) in by_degree {
        let small = powers.iter().try_fold(1u64, |product, (prime, power)| {
            product.checked_mul(prime.checked_pow(*power)?).filter(|product| *product <= LARGEST_RADICAND)
        });
        match (degree, small) {
            (2, _) => {
                let radicand: BigUint = powers.iter().map(|(prime, _)| BigUint::from(*prime)).product();
                joined.push(format!("√{radicand}"));
            }
            (_, Some(radicand)) => joined.push(format!("{radicand}^(1/{degree})")),
            (_, None) => {
                joined.extend(powers.iter().map(|(prime, power)| format!("{prime}^({power}/{degree})")))
            }
        }
    }
    joined.extend(texts);
    joined
}

/// `π`, `π^2`.
fn pi(k: u64) -> String {
    if k == 1 { "π".to_owned() } else { format!("π^{k}") }
}

/// `m·q` for q > 0.
fn term(monomial: &Monomial, q: &BigRational) -> String {
    let (mut above, mut below) = (factors(monomial), Vec::new());
    let k = monomial.pi_power();
    if k > 0 {
        above.push(pi(k.unsigned_abs()));
    } else if k < 0 {
        below.push(pi(k.unsigned_abs()));
    }
    let mut text = above.join("·");
    if text.is_empty() {
        text = q.numer().to_string();
    } else if !q.numer().is_one() {
        let sign = if text.starts_with(|c: char| c.is_ascii_digit()) { "·" } else { "" };
        text = format!("{}{sign}{text}", q.numer());
    }
    match (q.denom().is_one(), below.first()) {
        (true, None) => text,
        (true, Some(pi)) => format!("{text}/{pi}"),
        (false, None) => format!("{text}/{}", q.denom()),
        (false, Some(pi)) => format!("{text}/({}{pi})", q.denom()),
    }
}

impl fmt::Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut terms: Vec<(Monomial, BigRational)> = self.terms().into_iter().collect();
        // √2 - 1 instead of -1 + √2
        if let Some(first) = terms.iter().position(|(_, q)| q.is_positive()) {
            terms[..=first].rotate_right(1);
        }
        for (monomial, q) in terms {
            text.push_str(match (text.is_empty(), q.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            text.push_str(&term(&monomial, &q.abs()));
        }
        f.pad(if text.is_empty() { "0" } else { &text })
    }
}

impl fmt::Debug for Coefficient {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
