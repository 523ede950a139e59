//! π and e between dyadic bounds: series in whole numbers, with every rounding counted.

use super::Enclosure;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Digits beyond those asked for, so that the rounding errors, fewer than 2^guard, stay behind them.
fn guard(bits: u64) -> u64 {
    // Each series has at most `bits + guard` terms, every term two errors below 1, and π takes the series 16 and 4 times.
    8 + u64::from((bits + 128).ilog2())
}

/// Whole numbers around `x·2^(bits + guard)`, given x scaled by 2^(bits + guard) with an error ≤ `error`.
fn rounded(sum: BigInt, error: u64, bits: u64, guard: u64) -> Enclosure {
    let low: BigInt = (&sum - error) >> guard;
    let high: BigInt = -(-(sum + error) >> guard);
    Enclosure::scaled(low, high, bits)
}

pub(in crate::surreal) fn pi(bits: u64) -> Enclosure {
    let bits = bits + 2;
    let guard = guard(bits) + 6;
    let one = BigInt::one() << (bits + guard);
    let (fifth, errors_fifth) = arctan_of_inverse(5, &one);
    let (other, errors_other) = arctan_of_inverse(239, &one);
    rounded(fifth * 16 - other * 4, errors_fifth * 16 + errors_other * 4, bits, guard)
}

/// `one·arctan(1/n) = one/n − one/(3n³) + one/(5n⁵) − …`, and a bound of the error.
fn arctan_of_inverse(n: u32, one: &BigInt) -> (BigInt, u64) {
    let square = n * n;
    let mut power = one / n;
    let mut sum = power.clone();
    let mut terms = 1u64;
    while !power.is_zero() {
        crate::interrupt::check();
        // Rounded down, `power` is less than 1 + 1/n² + … < 2 too small; divided by an odd number ≥ 3 and rounded down,
        // the term is less than 2 off.
        power /= square;
        let term = &power / (2 * terms + 1);
        if terms % 2 == 1 {
            sum -= term
        } else {
            sum += term
        }
        terms += 1;
    }
    // What is left of an alternating series is smaller than its first term, which is smaller than 2.
    (sum, 2 * terms + 2)
}

pub(super) fn e(bits: u64) -> Enclosure {
    let bits = bits + 2;
    let guard = guard(bits);
    let mut term = BigInt::one() << (bits + guard);
    let mut sum = term.clone();
    let mut k = 1u64;
    while !term.is_zero() {
        crate::interrupt::check();
        // 1/k! rounded down k times, each time after a division by 2 or more: less than 2 too small.
        term /= k;
        sum += &term;
        k += 1;
    }
    // The terms after the last sum up to less than twice the first of them, which is smaller than 2.
    rounded(sum, 2 * k + 4, bits, guard)
}
