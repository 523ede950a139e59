//! Relatives of Wythoff's game: what may be taken from both heaps is given more or less freedom.

use std::collections::HashSet;
use std::fmt;

use super::Impartial;
use super::sequence::admitted;
use super::wythoff::smaller_pairs;
use crate::interrupt;
use crate::listing::admit_options;

/// Fraenkel's generalized Wythoff game (1998). A move takes any positive number from one heap, or `k` from one heap and
/// `l` from the other, where `0 < k ≤ l < sk + t`. With `s = t = 1` it is [`Wythoff`](super::Wythoff); with `s = 1` the two
/// numbers may differ by less than `t` ([`within`](Self::within)).
///
/// The lost positions are `(Aₙ, Bₙ)` with `Aₙ` the least number that occurs in no earlier pair, and
/// `Bₙ = s·Aₙ + t·n` (Fraenkel, *Heap games, numeration systems and sequences*).
///
/// ```
/// use agon::{Outcome, Solver};
/// use agon::impartial::GeneralizedWythoff;
///
/// let game = GeneralizedWythoff::within(2).expect("t is positive");
/// assert_eq!(game.p_positions(5), [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13)]);
/// assert_eq!(Solver::new(game).outcome(&(4, 10)), Ok(Outcome::P));
/// assert_eq!(game.cold(1_000_000), Some((1_414_213, 3_414_213)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GeneralizedWythoff {
    s: u64,
    t: u64,
}

impl Impartial for GeneralizedWythoff {
    type Position = (u64, u64);

    /// The pair may be given in either order; options are pairs in ascending order, some of them listed twice.
    fn options(&self, &(a, b): &(u64, u64)) -> Vec<(u64, u64)> {
        let mut options = from_one_heap(a, b);
        for from_a in 1..=a {
            interrupt::check();
            // Not so few that `from_a` is too much beside them, and not so many that they are too much beside it.
            let least = (from_a.saturating_sub(self.t - 1)).div_ceil(self.s).max(1);
            let most = b.min(self.s.saturating_mul(from_a).saturating_add(self.t - 1));
            admit_options((options.len() as u64).saturating_add(most.saturating_sub(least)), 2);
            options.extend((least..=most).map(|from_b| ordered(a - from_a, b - from_b)));
        }
        options
    }

    fn reachable_at_least(&self, position: &(u64, u64)) -> u64 {
        smaller_pairs(position)
    }
}

impl GeneralizedWythoff {
    /// The game with these `s` and `t`; `None` if one of them is 0.
    ///
    /// ```
    /// use agon::GeneralizedWythoff;
    ///
    /// // B = 2A + n, where A is the least number that has not occurred.
    /// let game = GeneralizedWythoff::new(2, 1).expect("both are positive");
    /// assert_eq!(game.p_positions(4), [(0, 0), (1, 3), (2, 6), (4, 11)]);
    /// assert_eq!(GeneralizedWythoff::new(0, 1), None);
    /// ```
    #[must_use]
    pub fn new(s: u64, t: u64) -> Option<Self> {
        (s > 0 && t > 0).then_some(Self { s, t })
    }

    /// `t`-Wythoff: the numbers taken from both heaps differ by less than `t`. `None` for 0.
    ///
    /// ```
    /// use agon::GeneralizedWythoff;
    ///
    /// // With t = 1 it is Wythoff's game itself.
    /// let wythoff = GeneralizedWythoff::within(1).expect("t is positive");
    /// assert_eq!(wythoff.p_positions(4), [(0, 0), (1, 2), (3, 5), (4, 7)]);
    /// ```
    #[must_use]
    pub fn within(t: u64) -> Option<Self> {
        Self::new(1, t)
    }

    /// The first lost positions, in ascending order; fewer than `count` if a heap would not fit 64 bits. It can be
    /// [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::GeneralizedWythoff;
    ///
    /// let game = GeneralizedWythoff::within(3).expect("t is positive");
    /// // The differences are 0, 3, 6, …
    /// assert!(game.p_positions(100).iter().zip(0..).all(|((a, b), n)| b - a == 3 * n));
    /// ```
    #[must_use]
    pub fn p_positions(&self, count: usize) -> Vec<(u64, u64)> {
        let (mut pairs, mut larger) = (Vec::new(), HashSet::new());
        let mut next = 0u64;
        for n in (0u64..).take(admitted(count)) {
            interrupt::check();
            while larger.remove(&next) {
                next += 1;
            }
            let partner =
                self.s.checked_mul(next).zip(self.t.checked_mul(n)).and_then(|(x, y)| x.checked_add(y));
            let Some(partner) = partner else {
                break;
            };
            pairs.push((next, partner));
            larger.insert(partner);
            next += 1;
            if n == 0 {
                larger.clear();
            }
        }
        pairs
    }

    /// The `n`th lost position if `s = 1`, in closed form: `Aₙ = ⌊nα⌋`, where `α = (2 − t + √(t² + 4))/2`, by integer square
    /// roots. `None` if `s > 1`, or if `n²(t² + 4)` has more than 128 bits or a heap more than 64.
    ///
    /// ```
    /// use agon::GeneralizedWythoff;
    ///
    /// let wythoff = GeneralizedWythoff::within(1).expect("t is positive");
    /// // ⌊1000φ⌋ and ⌊1000φ²⌋
    /// assert_eq!(wythoff.cold(1000), Some((1618, 2618)));
    /// assert_eq!(GeneralizedWythoff::new(2, 1).and_then(|game| game.cold(1)), None);
    /// ```
    #[must_use]
    pub fn cold(&self, n: u64) -> Option<(u64, u64)> {
        if self.s != 1 {
            return None;
        }
        let (wide, t) = (u128::from(n), u128::from(self.t));
        let radicand = wide.checked_mul(wide)?.checked_mul(t.checked_mul(t)?.checked_add(4)?)?;
        // √(n²(t² + 4)) ≥ nt, so that nothing below is negative.
        let twice = radicand.isqrt() + 2 * wide - wide.checked_mul(t)?;
        let a = u64::try_from(twice / 2).ok()?;
        Some((a, a.checked_add(n.checked_mul(self.t)?)?))
    }
}

impl fmt::Display for GeneralizedWythoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})-Wythoff", self.s, self.t)
    }
}

/// Two heaps, from which a move may take any numbers together, as long as their total is at most a limit; that is one of
/// two readings, which [`freely_from_one`](Self::freely_from_one) changes to the other.
///
/// | reading | a move takes | lost positions |
/// |---|---|---|
/// | [`new`](Self::new) | 1 to `limit` counters in all, from one heap or both | `a + b` divisible by `limit + 1`: Bash's game on the total |
/// | [`freely_from_one`](Self::freely_from_one) | any positive number from one heap, or some from both, 2 to `limit` in all | no closed form is claimed |
///
/// ```
/// use agon::{Outcome, Solver};
/// use agon::impartial::LimitedTotal;
///
/// let game = LimitedTotal::new(3).expect("the limit is positive");
/// assert_eq!(Solver::new(game).outcome(&(3, 5)), Ok(Outcome::P));
/// assert_eq!(Solver::new(game.freely_from_one()).outcome(&(3, 5)), Ok(Outcome::N));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LimitedTotal {
    limit: u64,
    freely_from_one: bool,
}

impl Impartial for LimitedTotal {
    type Position = (u64, u64);

    /// The pair may be given in either order; options are pairs in ascending order, some of them listed twice.
    fn options(&self, &(a, b): &(u64, u64)) -> Vec<(u64, u64)> {
        let mut options = if self.freely_from_one { from_one_heap(a, b) } else { Vec::new() };
        for from_a in 0..=a.min(self.limit) {
            interrupt::check();
            admit_options((options.len() as u64).saturating_add(b.min(self.limit - from_a)), 2);
            let taken = (0..=b.min(self.limit - from_a)).filter(|&from_b| from_a + from_b > 0);
            options.extend(taken.map(|from_b| ordered(a - from_a, b - from_b)));
        }
        options
    }

    fn reachable_at_least(&self, position: &(u64, u64)) -> u64 {
        smaller_pairs(position)
    }
}

impl LimitedTotal {
    /// The game in which a move takes at most `limit` counters in all; `None` for 0.
    ///
    /// ```
    /// use agon::{LimitedTotal, Outcome, Solver};
    ///
    /// let game = LimitedTotal::new(3).expect("the limit is positive");
    /// // Lost if the total is divisible by 4.
    /// assert_eq!(Solver::new(game).outcome(&(1, 7)), Ok(Outcome::P));
    /// assert_eq!(LimitedTotal::new(0), None);
    /// ```
    #[must_use]
    pub fn new(limit: u64) -> Option<Self> {
        (limit > 0).then_some(Self { limit, freely_from_one: false })
    }

    /// The same limit for moves in both heaps, but none for moves in one.
    ///
    /// ```
    /// use agon::{LimitedTotal, Solver};
    ///
    /// let game = LimitedTotal::new(2).expect("the limit is positive").freely_from_one();
    /// // From one heap all may be taken, whatever the limit is.
    /// assert!(Solver::new(game).winning_moves(&(0, 9))?.contains(&(0, 0)));
    /// # Ok::<(), agon::SolveError<(u64, u64)>>(())
    /// ```
    #[must_use]
    pub fn freely_from_one(self) -> Self {
        Self { freely_from_one: true, ..self }
    }
}

fn ordered(a: u64, b: u64) -> (u64, u64) {
    (a.min(b), a.max(b))
}

/// The positions after a move in one heap.
fn from_one_heap(a: u64, b: u64) -> Vec<(u64, u64)> {
    admit_options(a.saturating_add(b), 2);
    let first = (0..a).map(|to| ordered(to, b));
    first.chain((0..b).map(|to| ordered(a, to))).collect()
}
