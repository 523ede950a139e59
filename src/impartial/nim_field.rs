//! The field of nimbers: multiplication, inverses, roots and powers.

mod polynomial;
mod word;

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use word::NimWord;

use super::{Nimber, mex};
use crate::interrupt;

/// A nimber below 2⁸, 2¹⁶, 2³², 2⁶⁴ or 2¹²⁸, by the type of its size: an element of a finite field.
///
/// Conway's nim product is the simplest multiplication that makes a field together with the nim-sum:
/// `a ⊗ b = mex {a′⊗b ⊕ a⊗b′ ⊕ a′⊗b′ : a′ < a, b′ < b}`. In it the Fermat 2-powers `F = 2, 4, 16, 256, 65536, …` (that is,
/// `2^(2^k)`) satisfy `F ⊗ a = F·a` for `a < F` and `F ⊗ F = F ⊕ F/2` (*On Numbers and Games*, chapter 6). So the
/// nimbers below a Fermat 2-power are closed under all four operations, and each machine word holds a whole field: no
/// product leaves its type, and none overflows.
///
/// [`Nimber`], the value of a position, is the 32-bit member of the family and multiplies in the same way; this type
/// is for larger fields. A value is widened by `From`: `Nimber64::from(Nimber(5))`.
///
/// ```
/// use agon::{Nimber64, Nimber128};
///
/// let a = Nimber64::new(1 << 63);
/// assert_eq!(a * a, Nimber64::new(16_017_865_340_936_038_689));
/// assert_eq!(a.inverse().map(|inverse| a * inverse), Some(Nimber64::ONE));
/// assert_eq!(a.sqrt() * a.sqrt(), a);
/// // The larger fields contain the smaller ones.
/// assert_eq!(Nimber128::new(2) * Nimber128::new(2), Nimber128::new(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct WideNimber<W>(W);

/// A nimber below 2⁶⁴.
///
/// ```
/// use agon::Nimber64;
///
/// // 2³² is a Fermat 2-power: F ⊗ F = F ⊕ F/2.
/// let f = Nimber64::new(1 << 32);
/// assert_eq!(f * f, Nimber64::new(3 << 31));
/// ```
pub type Nimber64 = WideNimber<u64>;
/// A nimber below 2¹²⁸.
///
/// ```
/// use agon::Nimber128;
///
/// let f = Nimber128::new(1 << 64);
/// assert_eq!(f * f, Nimber128::new(3 << 63));
/// ```
pub type Nimber128 = WideNimber<u128>;

impl<W: NimWord> WideNimber<W> {
    /// The value of the game without moves; it is neutral in sums.
    ///
    /// ```
    /// use agon::Nimber64;
    ///
    /// let a = Nimber64::new(12_345);
    /// assert_eq!((a + Nimber64::ZERO, a * Nimber64::ZERO), (a, Nimber64::ZERO));
    /// ```
    pub const ZERO: Self = Self(W::ZERO);
    /// `∗`; it is neutral in products.
    ///
    /// ```
    /// use agon::Nimber64;
    ///
    /// let a = Nimber64::new(12_345);
    /// assert_eq!(a * Nimber64::ONE, a);
    /// ```
    pub const ONE: Self = Self(W::ONE);

    /// The nimber `∗size`.
    ///
    /// ```
    /// use agon::impartial::WideNimber;
    ///
    /// // A byte is a field, too: 16 ⊗ 16 = 16 ⊕ 8.
    /// assert_eq!(WideNimber::new(16u8) * WideNimber::new(16u8), WideNimber::new(24));
    /// ```
    pub const fn new(size: W) -> Self {
        Self(size)
    }

    /// The size of the Nim heap with this value.
    ///
    /// ```
    /// assert_eq!((agon::Nimber64::new(4) * agon::Nimber64::new(4)).size(), 6);
    /// ```
    #[must_use]
    pub const fn size(self) -> W {
        self.0
    }

    /// The number by which this one multiplies to 1; `None` for 0.
    ///
    /// ```
    /// use agon::impartial::WideNimber;
    ///
    /// assert_eq!(WideNimber::<u8>::new(4).inverse(), Some(WideNimber::new(15)));
    /// assert_eq!(WideNimber::<u8>::ZERO.inverse(), None);
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        (self != Self::ZERO).then(|| Self(self.0.inverse()))
    }

    /// `self ⊗ self`. Squaring is additive: `(a ⊕ b)² = a² ⊕ b²`.
    ///
    /// ```
    /// use agon::Nimber64;
    ///
    /// let (a, b) = (Nimber64::new(12_345), Nimber64::new(1 << 40));
    /// assert_eq!((a + b).square(), a.square() + b.square());
    /// ```
    #[must_use]
    pub fn square(self) -> Self {
        Self(self.0.square())
    }

    /// The square root. Every nimber has exactly one.
    ///
    /// ```
    /// use agon::Nimber64;
    ///
    /// assert_eq!(Nimber64::new(2).sqrt(), Nimber64::new(3));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    /// The product of `exponent` factors `self`; 1 if there are none.
    ///
    /// ```
    /// use agon::Nimber64;
    ///
    /// // The multiplicative group of the nimbers below 2⁶⁴ has 2⁶⁴ − 1 elements.
    /// assert_eq!(Nimber64::new(12_345).pow((1 << 64) - 1), Nimber64::ONE);
    /// ```
    #[must_use]
    pub fn pow(self, exponent: u128) -> Self {
        (0..u128::BITS - exponent.leading_zeros()).rev().fold(Self::ONE, |power, bit| {
            let square = power.square();
            if exponent >> bit & 1 == 1 { square * self } else { square }
        })
    }
}

impl<W: NimWord> Add for WideNimber<W> {
    type Output = Self;

    // Nim addition is exclusive or; that is the theorem, not a slip.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<W: NimWord> Sub for WideNimber<W> {
    type Output = Self;

    // A nimber is its own negative.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn sub(self, other: Self) -> Self {
        self + other
    }
}

impl<W: NimWord> Neg for WideNimber<W> {
    type Output = Self;

    fn neg(self) -> Self {
        self
    }
}

impl<W: NimWord> Mul for WideNimber<W> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self(self.0.product(other.0))
    }
}

impl<W: NimWord> AddAssign for WideNimber<W> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<W: NimWord> SubAssign for WideNimber<W> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<W: NimWord> MulAssign for WideNimber<W> {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<W: NimWord> Sum for WideNimber<W> {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl<W: NimWord> Product for WideNimber<W> {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ONE, Mul::mul)
    }
}

impl From<Nimber> for Nimber64 {
    fn from(nimber: Nimber) -> Self {
        Self(nimber.size().into())
    }
}

impl From<Nimber> for Nimber128 {
    fn from(nimber: Nimber) -> Self {
        Self(nimber.size().into())
    }
}

impl From<Nimber64> for Nimber128 {
    fn from(nimber: Nimber64) -> Self {
        Self(nimber.0.into())
    }
}

impl<W: NimWord> fmt::Display for WideNimber<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            zero if zero == W::ZERO => f.pad("0"),
            one if one == W::ONE => f.pad("∗"),
            size => f.pad(&format!("∗{size}")),
        }
    }
}

/// As readable as `Display`.
impl<W: NimWord> fmt::Debug for WideNimber<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no nimber of this width.
///
/// ```
/// use agon::Nimber64;
///
/// assert_eq!(
///     "*x".parse::<Nimber64>().unwrap_err().to_string(),
///     "`*x` is no nimber below 2^64: write 0, * or *n (∗ is welcome too)"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no nimber below 2^{bits}: write 0, * or *n (∗ is welcome too)")]
pub struct ParseWideNimberError {
    text: String,
    bits: u32,
}

/// Reads what `Display` prints, with `*` or `∗`.
///
/// ```
/// use agon::Nimber64;
///
/// assert_eq!("*18446744073709551615".parse(), Ok(Nimber64::new(u64::MAX)));
/// assert!("*18446744073709551616".parse::<Nimber64>().is_err());
/// ```
impl<W: NimWord> FromStr for WideNimber<W> {
    type Err = ParseWideNimberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let size = match trimmed.strip_prefix(['*', '∗']) {
            Some("") => Some(W::ONE),
            // `from_str` of the integers would let a sign pass.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            None if trimmed == "0" => Some(W::ZERO),
            _ => None,
        };
        size.map(Self).ok_or_else(|| ParseWideNimberError { text: text.to_owned(), bits: W::BITS })
    }
}

/// The nim product. The nimbers below 2³² are a field, so that it never leaves the type; see [`WideNimber`].
///
/// ```
/// use agon::Nimber;
///
/// assert_eq!(Nimber(4) * Nimber(8), Nimber(11));
/// assert_eq!(Nimber(16) * Nimber(5), Nimber(80));
/// ```
impl Mul for Nimber {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self((WideNimber(self.0) * WideNimber(other.0)).0)
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::STAR, Mul::mul)
    }
}

impl Nimber {
    /// The nimber by which this one multiplies to `∗`, the neutral element of the product; `None` for 0.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// assert_eq!(Nimber(2).inverse(), Some(Nimber(3)));
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        WideNimber(self.0).inverse().map(|inverse| Self(inverse.0))
    }

    /// The nim product with itself.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// // ∗2 is a root of x² = x ⊕ 1.
    /// assert_eq!(Nimber(2).square(), Nimber(2) + Nimber::STAR);
    /// ```
    #[must_use]
    pub fn square(self) -> Self {
        Self(WideNimber(self.0).square().0)
    }

    /// The square root; every nimber has exactly one.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// assert_eq!(Nimber(6).sqrt(), Nimber(4));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Self {
        Self(WideNimber(self.0).sqrt().0)
    }

    /// The nim product of `exponent` factors `self`.
    ///
    /// ```
    /// use agon::Nimber;
    ///
    /// assert_eq!(Nimber(2).pow(3), Nimber::STAR);
    /// ```
    #[must_use]
    pub fn pow(self, exponent: u128) -> Self {
        Self(WideNimber(self.0).pow(exponent).0)
    }
}

/// The products `a ⊗ b` for `a, b < size` by the definition,
/// `a ⊗ b = mex {a′⊗b ⊕ a⊗b′ ⊕ a′⊗b′ : a′ < a, b′ < b}`: the slow witness of the fast product.
///
/// The cost grows with the fourth power of `size` (64 takes some hundredths of a second). It can be
/// [interrupted](crate::interrupt).
///
/// ```
/// let table = agon::impartial::nim_products_by_definition(16);
/// assert_eq!(table[7][..8], [0, 7, 9, 14, 10, 13, 3, 4]);
/// ```
#[must_use]
pub fn nim_products_by_definition(size: u32) -> Vec<Vec<u32>> {
    let mut table: Vec<Vec<u32>> = Vec::new();
    for a in 0..size as usize {
        let mut row: Vec<u32> = Vec::new();
        for b in 0..size as usize {
            interrupt::check();
            let excluded = table[..a]
                .iter()
                .flat_map(|earlier| row.iter().zip(earlier).map(move |(ab, &aa_bb)| earlier[b] ^ ab ^ aa_bb));
            row.push(mex(excluded));
        }
        table.push(row);
    }
    table
}
