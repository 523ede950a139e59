//! Wythoff's game: two heaps; take from one, or equally from both.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Impartial;
use crate::listing::admit_options;

/// Wythoff's game. A position is a pair `(a, b)` with `a ≤ b`; a move takes any positive number of counters from one
/// heap, or the same number from both.
///
/// *Wythoff's theorem* (1907): the player to move loses exactly in the positions `(⌊nφ⌋, ⌊nφ²⌋)` for `n = 0, 1, 2, …`,
/// where `φ = (1 + √5)/2`. All floors here are exact: `⌊nφ⌋ = ⌊(n + ⌊√(5n²)⌋)/2⌋` by integer square roots.
///
/// ```
/// use agon::{Impartial, Wythoff};
///
/// assert_eq!(Wythoff.options(&(1, 2)), [(0, 2), (0, 1), (1, 1), (0, 1)]);
/// assert_eq!(Wythoff::cold(4), Some((6, 10)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wythoff;

impl Impartial for Wythoff {
    type Position = (u64, u64);

    /// The pair may be given in either order; the options are in ascending order.
    fn options(&self, &(a, b): &(u64, u64)) -> Vec<(u64, u64)> {
        let (a, b) = ordered(a, b);
        admit_options(a.saturating_mul(2).saturating_add(b), 2);
        let first = (0..a).map(|to| (to, b));
        let second = (0..b).map(|to| ordered(a, to));
        let both = (1..=a).map(|taken| (a - taken, b - taken));
        first.chain(second).chain(both).collect()
    }

    fn reachable_at_least(&self, position: &(u64, u64)) -> u64 {
        smaller_pairs(position)
    }
}

impl Wythoff {
    /// The `n`th cold (lost) position `(⌊nφ⌋, ⌊nφ²⌋)`; `None` if a heap would not fit 64 bits
    /// (see [`cold_big`](Self::cold_big)).
    ///
    /// ```
    /// use agon::Wythoff;
    ///
    /// let first: Vec<_> = (0..10).filter_map(Wythoff::cold).collect();
    /// assert_eq!(
    ///     first,
    ///     [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)]
    /// );
    /// ```
    #[must_use]
    pub fn cold(n: u64) -> Option<(u64, u64)> {
        let a = u64::try_from(golden_floor(n.into())).ok()?;
        Some((a, a.checked_add(n)?))
    }

    /// The `n`th cold position for an `n` of any size.
    ///
    /// ```
    /// use agon::Wythoff;
    /// use num_bigint::BigUint;
    ///
    /// let (a, b) = Wythoff::cold_big(&BigUint::from(10u32).pow(30));
    /// assert_eq!(a.to_string(), "1618033988749894848204586834365");
    /// assert_eq!(b.to_string(), "2618033988749894848204586834365");
    /// ```
    #[must_use]
    pub fn cold_big(n: &BigUint) -> (BigUint, BigUint) {
        let a: BigUint = (n + (n * n * 5u32).sqrt()) >> 1u32;
        let b = &a + n;
        (a, b)
    }

    /// Whether the player to move loses, by Wythoff's theorem.
    ///
    /// ```
    /// use agon::Wythoff;
    ///
    /// assert!(Wythoff::is_p(4, 7) && Wythoff::is_p(7, 4));
    /// assert!(!Wythoff::is_p(4, 11));
    /// ```
    #[must_use]
    pub fn is_p(a: u64, b: u64) -> bool {
        let (a, b) = ordered(a, b);
        Self::cold(b - a) == Some((a, b))
    }

    /// The heap that makes a cold position together with a heap of `x`: every number stands in exactly one cold
    /// pair (the sequences `⌊nφ⌋` and `⌊nφ²⌋` are complementary). `None` if the partner would not fit 64 bits.
    ///
    /// ```
    /// use agon::Wythoff;
    ///
    /// assert_eq!(Wythoff::partner(4), Some(7));
    /// assert_eq!(Wythoff::partner(7), Some(4));
    /// ```
    #[must_use]
    pub fn partner(x: u64) -> Option<u64> {
        // ⌊(x + 1)/φ⌋ = ⌊(x + 1)φ⌋ − (x + 1) of the numbers ⌊nφ⌋ with n ≥ 1 are at most x.
        let above = u128::from(x) + 1;
        let below = u64::try_from(golden_floor(above) - above).ok()?;
        if golden_floor(below.into()) == u128::from(x) { x.checked_add(below) } else { Some(below) }
    }

    /// The winning moves by Wythoff's theorem, in ascending order: at most three.
    ///
    /// ```
    /// use agon::Wythoff;
    ///
    /// assert_eq!(Wythoff::cold_moves(4, 11), [(4, 7)]);
    /// assert_eq!(Wythoff::cold_moves(5, 6), [(1, 2), (3, 5)]);
    /// assert_eq!(Wythoff::cold_moves(4, 7), []);
    /// ```
    #[must_use]
    pub fn cold_moves(a: u64, b: u64) -> Vec<(u64, u64)> {
        let (a, b) = ordered(a, b);
        if Self::is_p(a, b) {
            return Vec::new();
        }
        let first = Self::partner(b).filter(|&to| to < a).map(|to| ordered(to, b));
        let second = Self::partner(a).filter(|&to| to < b).map(|to| ordered(a, to));
        let both = Self::cold(b - a).filter(|&(to, _)| to < a);
        let mut moves: Vec<_> = [first, second, both].into_iter().flatten().collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

/// The number of pairs that are reached from a pair by making its heaps smaller, itself included, in whatever order the
/// two stand.
pub(super) fn smaller_pairs(&(a, b): &(u64, u64)) -> u64 {
    let (a, b) = ordered(a, b);
    let (a, b) = (u128::from(a), u128::from(b));
    // The smaller heap x ≤ a goes with x, …, b.
    let pairs = (a + 1).saturating_mul(b + 1) - a * (a + 1) / 2;
    pairs.try_into().unwrap_or(u64::MAX)
}

fn ordered(a: u64, b: u64) -> (u64, u64) {
    (a.min(b), a.max(b))
}

/// `⌊nφ⌋` for `n ≤ 2⁶⁴`, exactly.
fn golden_floor(n: u128) -> u128 {
    match n.checked_mul(n).and_then(|square| square.checked_mul(5)) {
        Some(radicand) => (n + radicand.isqrt()) / 2,
        // From n ≈ 8.2 · 10¹⁸ on the radicand has more than 128 bits; ⌊nφ⌋ itself has at most 65.
        None => Wythoff::cold_big(&BigUint::from(n)).0.to_u128().expect("⌊nφ⌋ ≤ 2n"),
    }
}
