//! The arithmetic of each field, from that of the field of half its width.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::BitXor;
use std::str::FromStr;

use super::polynomial;

/// The machine words whose values, read as nimbers, are a field: `u8`, `u16`, `u32`, `u64`, `u128`.
///
/// The trait is sealed; use it through [`WideNimber`](super::WideNimber).
///
/// ```
/// use agon::impartial::{NimWord, WideNimber};
///
/// /// Whether the word is the square of its square root, as every element of the field is.
/// fn sqrt_is_exact<W: NimWord>(word: W) -> bool {
///     WideNimber::new(word).sqrt().square() == WideNimber::new(word)
/// }
/// assert!(sqrt_is_exact(200u8) && sqrt_is_exact(60_000u16) && sqrt_is_exact(u128::MAX));
/// ```
pub trait NimWord:
    field::Field + Copy + Ord + Hash + Debug + Display + FromStr + BitXor<Output = Self> + 'static
{
    /// The width of the word: the field has `2^BITS` elements.
    ///
    /// ```
    /// use agon::impartial::{NimWord, WideNimber};
    ///
    /// // All elements but 0 satisfy x^(2^BITS − 1) = 1.
    /// let order = (1 << <u8 as NimWord>::BITS) - 1;
    /// assert!((1..=255u8).all(|x| WideNimber::new(x).pow(order) == WideNimber::ONE));
    /// ```
    const BITS: u32;
}

pub(super) mod field {
    /// The operations of the field of all values of a word.
    pub trait Field: Sized {
        const ZERO: Self;
        const ONE: Self;
        fn product(self, other: Self) -> Self;
        fn square(self) -> Self;
        fn sqrt(self) -> Self;
        /// Of a number that is not 0.
        fn inverse(self) -> Self;
    }
}

use field::Field;

/// Nim products of numbers below `2^bits` by halving: `(aF ⊕ b)(cF ⊕ d) = (ac ⊕ ad ⊕ bc)F ⊕ bd ⊕ ac ⊗ F/2` for the
/// Fermat 2-power `F = 2^(bits/2)`. It makes the tables of the fast products while the library is compiled.
pub(super) const fn product_by_halves(a: u64, b: u64, bits: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let bottom = product_by_halves(a0, b0, half);
    let top = product_by_halves(a1, b1, half);
    let all = product_by_halves(a0 ^ a1, b0 ^ b1, half);
    (all ^ bottom) << half | bottom ^ product_by_halves(top, 1 << (half - 1), half)
}

/// Logarithms in the field of 256 elements: its multiplicative group is cyclic.
struct Logarithms {
    power: [u8; 510],
    logarithm: [u8; 256],
}

static GF256: Logarithms = logarithms();

const fn logarithms() -> Logarithms {
    let mut generator = 2;
    loop {
        let mut tables = Logarithms { power: [0; 510], logarithm: [0; 256] };
        let (mut power, mut exponent) = (1, 0);
        loop {
            tables.power[exponent] = power as u8;
            tables.power[exponent + 255] = power as u8;
            tables.logarithm[power as usize] = exponent as u8;
            power = product_by_halves(power, generator, 8);
            exponent += 1;
            if power == 1 {
                break;
            }
        }
        if exponent == 255 {
            return tables;
        }
        generator += 1;
    }
}

fn power(exponent: usize) -> u8 {
    GF256.power[exponent]
}

fn logarithm(a: u8) -> usize {
    GF256.logarithm[a as usize].into()
}

impl NimWord for u8 {
    const BITS: u32 = 8;
}

impl Field for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn product(self, other: Self) -> Self {
        if self == 0 || other == 0 { 0 } else { power(logarithm(self) + logarithm(other)) }
    }

    fn square(self) -> Self {
        self.product(self)
    }

    /// Half the logarithm, modulo the 255 elements of the group.
    fn sqrt(self) -> Self {
        if self == 0 { 0 } else { power(logarithm(self) * 128 % 255) }
    }

    fn inverse(self) -> Self {
        power(255 - logarithm(self))
    }
}

/// The field of a word from the field of its halves: `a = a₁F ⊕ a₀` with `F² = F ⊕ F/2`, whose other root is `F ⊕ 1`.
macro_rules! quadratic_extension {
    ($word:ident, $half:ident, $product:expr) => {
        impl NimWord for $word {
            const BITS: u32 = $word::BITS;
        }

        impl Field for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn product(self, other: Self) -> Self {
                $product(self, other)
            }

            /// `a² = a₁²F ⊕ a₀² ⊕ a₁² ⊗ F/2`
            fn square(self) -> Self {
                const HALF: $half = 1 << ($half::BITS - 1);
                let (top, bottom) = ((self >> $half::BITS) as $half, self as $half);
                let top = top.square();
                join(top.into(), (bottom.square() ^ top.product(HALF)).into(), $half::BITS)
            }

            /// The equation of `square`, solved for `a₁` and `a₀`.
            fn sqrt(self) -> Self {
                const HALF: $half = 1 << ($half::BITS - 1);
                let (top, bottom) = ((self >> $half::BITS) as $half, self as $half);
                join(top.sqrt().into(), (bottom ^ top.product(HALF)).sqrt().into(), $half::BITS)
            }

            /// The conjugate `a₁F ⊕ a₁ ⊕ a₀` over the norm `a₀(a₀ ⊕ a₁) ⊕ a₁² ⊗ F/2`, which lies in the smaller field.
            fn inverse(self) -> Self {
                const HALF: $half = 1 << ($half::BITS - 1);
                let (top, bottom) = ((self >> $half::BITS) as $half, self as $half);
                let conjugate = top ^ bottom;
                let norm = bottom.product(conjugate) ^ top.square().product(HALF);
                let inverse = norm.inverse();
                join(top.product(inverse).into(), conjugate.product(inverse).into(), $half::BITS)
            }
        }
    };
}

/// `top · 2^bits + bottom`.
fn join<W: std::ops::Shl<u32, Output = W> + BitXor<Output = W>>(top: W, bottom: W, bits: u32) -> W {
    top << bits ^ bottom
}

quadratic_extension!(u16, u8, product_of_bytes);
quadratic_extension!(u32, u16, |a: u32, b: u32| polynomial::product(a.into(), b.into()) as u32);
quadratic_extension!(u64, u32, polynomial::product);
quadratic_extension!(u128, u64, polynomial::wide_product);

/// Karatsuba: three products in the field of 256 elements, and one by `F/2`.
fn product_of_bytes(a: u16, b: u16) -> u16 {
    let ([a0, a1], [b0, b1]) = (a.to_le_bytes(), b.to_le_bytes());
    let (bottom, top) = (a0.product(b0), a1.product(b1));
    let all = (a0 ^ a1).product(b0 ^ b1);
    u16::from_le_bytes([bottom ^ top.product(0x80), all ^ bottom])
}
