//! Sums and products of rational numbers without needless greatest common divisors.
//!
//! `BigRational` reduces every sum and product, and its gcd takes a step for each binary digit: for whole numbers of a
//! million digits, whose denominator is 1, that is most of a minute, and all for nothing.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

/// `a + b`.
pub(super) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    match (a.is_integer(), b.is_integer()) {
        (true, true) => BigRational::from(a.numer() + b.numer()),
        // p/q + n = (p + n·q)/q, in lowest terms like p/q.
        (false, true) => BigRational::new_raw(a.numer() + b.numer() * a.denom(), a.denom().clone()),
        (true, false) => sum(b, a),
        (false, false) => a + b,
    }
}

/// `a·b`.
pub(super) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() {
        return BigRational::from(a.numer() * b.numer());
    }
    let (left, right) = (common_divisor(a.numer(), b.denom()), common_divisor(b.numer(), a.denom()));
    BigRational::new_raw(
        (a.numer() / &left) * (b.numer() / &right),
        (a.denom() / &right) * (b.denom() / &left),
    )
}

/// The number `n/d` for d > 0, in lowest terms.
pub(super) fn quotient(n: BigInt, d: &BigInt) -> BigRational {
    let divisor = common_divisor(&n, d);
    BigRational::new_raw(n / &divisor, d / divisor)
}

/// The gcd for d > 0. One step of Euclid's algorithm first: the numbers may be of very different lengths.
fn common_divisor(n: &BigInt, d: &BigInt) -> BigInt {
    if d.is_one() { BigInt::one() } else { (n % d).gcd(d) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_operators_of_rational_numbers() {
        let numbers: Vec<BigRational> = (-12..=12)
            .flat_map(|n: i64| (1..=9).map(move |d: i64| BigRational::new(n.into(), d.into())))
            .collect();
        for a in &numbers {
            for b in &numbers {
                assert_eq!(sum(a, b), a + b, "{a} + {b}");
                assert_eq!(product(a, b), a * b, "{a}·{b}");
                assert_eq!(
                    quotient(a.numer() * 6, b.denom()),
                    BigRational::new(a.numer() * 6, b.denom().clone())
                );
                for result in [sum(a, b), product(a, b)] {
                    assert_eq!(result, BigRational::new(result.numer().clone(), result.denom().clone()));
                }
            }
        }
    }
}
