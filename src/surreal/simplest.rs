//! The simplest number in a gap.

use super::Dyadic;
use num_bigint::BigInt;

/// The simplest number strictly between the bounds, where `None` is no bound: the one with the earliest birthday, which
/// is unique. `None` when there is no number between, that is when `low ≥ high`.
///
/// By the simplicity theorem this is the value of `{low | high}` (*On Numbers and Games*, theorem 11). When 0 fits it is
/// 0; else when an integer fits it is the one nearest to 0; else it is the number in the gap with the smallest denominator.
///
/// ```
/// use agon::{Dyadic, surreal::simplest_between};
/// let [quarter, one] = [Dyadic::new(1, 2), Dyadic::one()];
/// assert_eq!(simplest_between(Some(&quarter), Some(&one)), Some(Dyadic::new(1, 1)));
/// assert_eq!(simplest_between(Some(&one), None), Some(2.into()));
/// assert_eq!(simplest_between(Some(&one), Some(&one)), None);
/// ```
///
/// # Panics
///
/// When the number between has an exponent above [`LARGEST_EXPONENT`](Dyadic::LARGEST_EXPONENT).
#[must_use]
pub fn simplest_between(low: Option<&Dyadic>, high: Option<&Dyadic>) -> Option<Dyadic> {
    if let (Some(low), Some(high)) = (low, high)
        && low >= high
    {
        return None;
    }
    match (low, high) {
        (Some(low), high) if !low.is_negative() => Some(simplest_above(low, high)),
        (low, Some(high)) if !high.is_positive() => {
            Some(-simplest_above(&-high, low.map(|low| -low).as_ref()))
        }
        _ => Some(Dyadic::zero()),
    }
}

/// The same for `0 ≤ low < high`.
fn simplest_above(low: &Dyadic, high: Option<&Dyadic>) -> Dyadic {
    let integer = Dyadic::from(low.floor() + 1);
    let high = match high {
        Some(high) if integer >= *high => high,
        _ => return integer,
    };
    // Over a common denominator: the multiple of the largest power of 2 strictly between two integers a < b. That power
    // is the highest binary digit in which a and b − 1 differ; with b = a + 1 there is none, and the middle is the answer.
    let (a, b, exponent) = low.align(high);
    let last = &b - 1;
    let differing = (&a ^ &last).bits();
    if differing == 0 {
        return Dyadic::new(a * 2 + 1, exponent + 1);
    }
    let digit: u64 = differing - 1;
    let numerator: BigInt = (last >> digit) << digit;
    Dyadic::new(numerator, exponent)
}
