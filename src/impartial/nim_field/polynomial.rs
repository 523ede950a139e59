//! Products of 64-bit nimbers as products of polynomials.
//!
//! All fields of 2⁶⁴ elements are isomorphic. In one of them, the polynomials over ℤ₂ modulo
//! `f = X⁶⁴ + X⁴ + X³ + X + 1`, a product is a carry-less product of integers and a few shifts. An isomorphism sends
//! `X` to a nimber that is a root of `f`; it is linear over ℤ₂, so that eight table look-ups, one a byte, apply it.

use super::word::product_by_halves;

/// A root of `f` among the nimbers below 2⁶⁴ (the tests verify that it is one).
const ROOT: u64 = 0x67b6_b273_eb5d_60f6;

/// A linear map of ℤ₂⁶⁴: the images of the eight bytes, each at its place.
type ByteMap = [[u64; 256]; 8];

/// From polynomials (bit `i` for `Xⁱ`) to nimbers, and back.
static TO_NIMBER: ByteMap = byte_map(&powers_of_the_root());
static FROM_NIMBER: ByteMap = byte_map(&inverse_matrix(powers_of_the_root()));

/// `2⁶³`, the half of the Fermat 2-power `2⁶⁴`, as a polynomial.
static HALF: u64 = inverse_matrix(powers_of_the_root())[63];

const fn powers_of_the_root() -> [u64; 64] {
    let mut powers = [1; 64];
    let mut at = 1;
    while at < 64 {
        powers[at] = product_by_halves(powers[at - 1], ROOT, 64);
        at += 1;
    }
    powers
}

/// The inverse of a matrix over ℤ₂ that is given by its columns, by Gauss and Jordan.
const fn inverse_matrix(mut columns: [u64; 64]) -> [u64; 64] {
    // The same column operations turn `columns` into the identity and the identity into the inverse.
    let mut inverse = [0; 64];
    let mut at = 0;
    while at < 64 {
        inverse[at] = 1 << at;
        at += 1;
    }
    let mut row = 0;
    while row < 64 {
        let mut pivot = row;
        while columns[pivot] >> row & 1 == 0 {
            pivot += 1;
        }
        (columns[row], columns[pivot]) = (columns[pivot], columns[row]);
        (inverse[row], inverse[pivot]) = (inverse[pivot], inverse[row]);
        let mut other = 0;
        while other < 64 {
            if other != row && columns[other] >> row & 1 == 1 {
                columns[other] ^= columns[row];
                inverse[other] ^= inverse[row];
            }
            other += 1;
        }
        row += 1;
    }
    inverse
}

const fn byte_map(columns: &[u64; 64]) -> ByteMap {
    let mut map = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut byte = 1;
        while byte < 256usize {
            let rest = byte & (byte - 1);
            map[place][byte] = map[place][rest] ^ columns[8 * place + byte.trailing_zeros() as usize];
            byte += 1;
        }
        place += 1;
    }
    map
}

#[inline(always)]
fn apply(map: &ByteMap, x: u64) -> u64 {
    let [a, b, c, d, e, f, g, h] = x.to_le_bytes().map(usize::from);
    (map[0][a] ^ map[1][b] ^ map[2][c] ^ map[3][d]) ^ (map[4][e] ^ map[5][f] ^ map[6][g] ^ map[7][h])
}

/// The nim product of nimbers below 2⁶⁴.
#[inline]
pub(super) fn product(a: u64, b: u64) -> u64 {
    apply(&TO_NIMBER, reduce(carryless(apply(&FROM_NIMBER, a), apply(&FROM_NIMBER, b))))
}

/// The nim product of nimbers below 2¹²⁸: Karatsuba over the nimbers below 2⁶⁴, all of it in polynomials.
pub(super) fn wide_product(a: u128, b: u128) -> u128 {
    let halves = |x: u128| (apply(&FROM_NIMBER, (x >> 64) as u64), apply(&FROM_NIMBER, x as u64));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (bottom, top) = (carryless(a0, b0), reduce(carryless(a1, b1)));
    let all = carryless(a0 ^ a1, b0 ^ b1);
    let high = apply(&TO_NIMBER, reduce(all ^ bottom));
    let low = apply(&TO_NIMBER, reduce(bottom ^ carryless(top, HALF)));
    u128::from(high) << 64 | u128::from(low)
}

/// The product of two polynomials of degree below 64.
///
/// Integer multiplication carries; but if only every fourth bit of the factors is set, a column of the product sums to
/// at most 16, so that its lowest bit, the parity, is not disturbed by the columns before it. The exception is a sum of
/// 16 itself, which takes all sixteen bits of a class in both factors; then one factor gives up its uppermost bits.
#[inline(always)]
fn carryless(a: u64, b: u64) -> u128 {
    let full = a & a >> 32;
    let full = full & full >> 16;
    let full = full & full >> 8;
    if full & full >> 4 & 0xf != 0 {
        return carryless_with_full_class(a, b);
    }
    carryless_in_classes(a, b)
}

#[cold]
#[inline(never)]
fn carryless_with_full_class(a: u64, b: u64) -> u128 {
    let top = (60..64).filter(|bit| a >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(b) << bit);
    carryless_in_classes(a & (u64::MAX >> 4), b) ^ top
}

/// The product, if no four-step class of bits is full in `a`.
#[inline(always)]
fn carryless_in_classes(a: u64, b: u64) -> u128 {
    const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
    const EVERY_FOURTH_WIDE: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
    let split = |x: u64| [0, 1, 2, 3].map(|class| u128::from(x & (EVERY_FOURTH << class)));
    let (x, y) = (split(a), split(b));
    let times = |i: usize, j: usize| x[i].wrapping_mul(y[j]);
    let mut sum = (times(0, 0) ^ times(1, 3) ^ times(2, 2) ^ times(3, 1)) & EVERY_FOURTH_WIDE;
    sum |= (times(0, 1) ^ times(1, 0) ^ times(2, 3) ^ times(3, 2)) & (EVERY_FOURTH_WIDE << 1);
    sum |= (times(0, 2) ^ times(1, 1) ^ times(2, 0) ^ times(3, 3)) & (EVERY_FOURTH_WIDE << 2);
    sum | (times(0, 3) ^ times(1, 2) ^ times(2, 1) ^ times(3, 0)) & (EVERY_FOURTH_WIDE << 3)
}

/// The remainder modulo `f`, of a polynomial of degree below 127: `X⁶⁴ = X⁴ + X³ + X + 1`.
#[inline(always)]
fn reduce(x: u128) -> u64 {
    let (high, low) = ((x >> 64) as u64, x as u64);
    // What the shifts below push over the edge once more.
    let high = high ^ high >> 63 ^ high >> 61 ^ high >> 60;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_root_is_a_root() {
        let power = |n: u32| (0..n).fold(ROOT, |x, _| product_by_halves(x, x, 64));
        let (second, fourth, last) = (power(1), power(2), power(6));
        assert_eq!(last ^ fourth ^ product_by_halves(second, ROOT, 64) ^ ROOT ^ 1, 0);
    }

    proptest! {
        #[test]
        fn carryless_products_are_the_schoolbook_ones(a: u64, b: u64) {
            let class = 0x1111_1111_1111_1111;
            for (a, b) in [(a, b), (u64::MAX, b), (a, u64::MAX), (u64::MAX, u64::MAX), (a | class, b | class << 2)] {
                let slow = (0..64).filter(|bit| b >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(a) << bit);
                prop_assert_eq!(carryless(a, b), slow);
                prop_assert_eq!(product(a, b), product_by_halves(a, b, 64));
            }
        }
    }
}
