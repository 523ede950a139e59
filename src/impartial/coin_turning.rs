//! Coin-turning games: turn some coins of a row; the rightmost one goes from heads to tails.

use std::collections::BTreeSet;
use std::fmt;

use super::sequence::admitted;
use super::{Impartial, Nimber, mex};
use crate::interrupt;

/// A coin-turning game (Lenstra; *Winning Ways*, chapter 14). Coins lie in a row, numbered from 1; a move turns the
/// coins of a set that the rules allow, of which the rightmost must go from heads to tails. A position is the set of
/// the coins that show heads.
///
/// *A position is the sum of its heads*: its value is the nim-sum of the values of the coins, each alone on heads.
///
/// | game | a move turns | value of coin `n` |
/// |---|---|---|
/// | [`turning_turtles`](Self::turning_turtles) | one or two coins | `n` |
/// | [`mock_turtles`](Self::mock_turtles) | up to three coins | the `n`th odious number |
/// | [`ruler`](Self::ruler) | coins next to each other, any number | the greatest power of 2 that divides `n` |
/// | [`neighbours`](Self::neighbours) | one coin or two next to each other | 1, 2, 1, 2, … |
///
/// Rules of your own: [`new`](Self::new).
///
/// ```
/// use std::collections::BTreeSet;
///
/// use agon::{Nimber, Solver};
/// use agon::impartial::CoinTurning;
///
/// let ruler = CoinTurning::ruler();
/// assert_eq!(ruler.grundy_sequence(9), [0, 1, 2, 1, 4, 1, 2, 1, 8]);
/// let heads = BTreeSet::from([3, 4, 6]);
/// assert_eq!(Solver::new(ruler).grundy(&heads)?, Nimber(1 ^ 4 ^ 2));
/// # Ok::<(), agon::SolveError<BTreeSet<u32>>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CoinTurning<F = fn(u32) -> Vec<Vec<u32>>> {
    turns: F,
}

impl<F: Fn(u32) -> Vec<Vec<u32>>> CoinTurning<F> {
    /// The game in which `turns(n)` lists, for each move whose rightmost coin is `n`, the other coins that turn: coins
    /// left of `n`, from 1 on, in any order. Coins outside of `1..n` are not there and do not turn.
    ///
    /// ```
    /// use agon::impartial::CoinTurning;
    ///
    /// // Twins: exactly two coins turn.
    /// let twins = CoinTurning::new(|n| (1..n).map(|other| vec![other]).collect());
    /// assert_eq!(twins.grundy_sequence(6), [0, 0, 1, 2, 3, 4]);
    /// ```
    pub fn new(turns: F) -> Self {
        Self { turns }
    }

    /// The values of the coins `1, …, count − 1`, each alone on heads, by mex. Entry 0 is 0: there is no such coin.
    /// It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::CoinTurning;
    ///
    /// // Ruler: the greatest power of two that divides the number of the coin.
    /// assert_eq!(CoinTurning::ruler().grundy_sequence(9), [0, 1, 2, 1, 4, 1, 2, 1, 8]);
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::with_capacity(admitted(count));
        for coin in (0u32..).take(count) {
            interrupt::check();
            let sum = |others: Vec<u32>| {
                let there = others.into_iter().filter(|other| (1..coin).contains(other));
                there.fold(0, |sum, other| sum ^ values[other as usize])
            };
            let value = if coin == 0 { 0 } else { mex((self.turns)(coin).into_iter().map(sum)) };
            values.push(value);
        }
        values
    }
}

impl CoinTurning {
    /// Turning Turtles: one or two coins. A disguise of Nim, since coin `n` is a heap of `n`.
    ///
    /// Coins have numbers up to 2²³: whoever asks for the moves of a greater one gets a panic, since they are too many.
    ///
    /// ```
    /// use agon::CoinTurning;
    ///
    /// assert_eq!(CoinTurning::turning_turtles().grundy_sequence(6), [0, 1, 2, 3, 4, 5]);
    /// ```
    #[must_use]
    pub fn turning_turtles() -> Self {
        Self::new(|n| {
            let n = listed(n, 1 << 23);
            std::iter::once(Vec::new()).chain((1..n).map(|other| vec![other])).collect()
        })
    }

    /// Mock Turtles: one, two or three coins.
    ///
    /// The values are the odious numbers, those with an odd number of ones in binary: [`mock_turtle`](Self::mock_turtle).
    ///
    /// Coins have numbers up to 4096: whoever asks for the moves of a greater one gets a panic, since they are too many.
    ///
    /// ```
    /// use agon::CoinTurning;
    ///
    /// assert_eq!(CoinTurning::mock_turtles().grundy_sequence(6), [0, 1, 2, 4, 7, 8]);
    /// ```
    #[must_use]
    pub fn mock_turtles() -> Self {
        Self::new(|n| {
            let n = listed(n, 1 << 12);
            let mut turns = vec![Vec::new()];
            for first in 1..n {
                turns.push(vec![first]);
                turns.extend((first + 1..n).map(|second| vec![first, second]));
            }
            turns
        })
    }

    /// Ruler: any number of coins next to each other. The values are read off the marks of a ruler:
    /// [`ruler_mark`](Self::ruler_mark).
    ///
    /// Coins have numbers up to 16384, as those of [`mock_turtles`](Self::mock_turtles) up to 4096.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use agon::{CoinTurning, Nimber, Solver};
    ///
    /// assert_eq!(Solver::new(CoinTurning::ruler()).grundy(&BTreeSet::from([4, 6]))?, Nimber(4) + Nimber(2));
    /// # Ok::<(), agon::SolveError<BTreeSet<u32>>>(())
    /// ```
    #[must_use]
    pub fn ruler() -> Self {
        Self::new(|n| {
            let n = listed(n, 1 << 14);
            (1..=n).map(|first| (first..n).collect()).collect()
        })
    }

    /// One coin, or two next to each other; as in every coin-turning game, the right one must show heads, the left one
    /// may be turned back to heads. (If coins are only ever turned to tails, see [`CoinRow`](super::CoinRow).)
    ///
    /// ```
    /// use agon::CoinTurning;
    ///
    /// // Coin n is worth mex {0, G(n − 1)}.
    /// assert_eq!(CoinTurning::neighbours().grundy_sequence(6), [0, 1, 2, 1, 2, 1]);
    /// ```
    #[must_use]
    pub fn neighbours() -> Self {
        Self::new(|n| if n > 1 { vec![Vec::new(), vec![n - 1]] } else { vec![Vec::new()] })
    }

    /// The value of coin `n` of Mock Turtles in closed form: `2(n − 1)` or `2(n − 1) + 1`, whichever has an odd number of
    /// ones in binary. `None` for coin 0, which is not there, and if the value is no [`Nimber`].
    ///
    /// ```
    /// use agon::impartial::CoinTurning;
    ///
    /// let values: Vec<u32> = (1..9).filter_map(CoinTurning::mock_turtle).map(|value| value.size()).collect();
    /// assert_eq!(values, [1, 2, 4, 7, 8, 11, 13, 14]);
    /// ```
    #[must_use]
    pub fn mock_turtle(coin: u32) -> Option<Nimber> {
        let even = coin.checked_sub(1)?.checked_mul(2)?;
        Some(Nimber(even | u32::from(even.count_ones() % 2 == 0)))
    }

    /// The value of coin `n` of Ruler in closed form: the greatest power of two that divides `n`. `None` for coin 0.
    ///
    /// ```
    /// use agon::Nimber;
    /// use agon::impartial::CoinTurning;
    ///
    /// assert_eq!(CoinTurning::ruler_mark(48), Some(Nimber(16)));
    /// ```
    #[must_use]
    pub fn ruler_mark(coin: u32) -> Option<Nimber> {
        (coin > 0).then(|| Nimber(1 << coin.trailing_zeros()))
    }
}

/// The number of the coin, if the moves whose rightmost coin it is can be listed.
///
/// # Panics
/// If there are too many.
fn listed(coin: u32, most: u32) -> u32 {
    assert!(
        coin <= most,
        "the moves that turn coin {coin} are too many to be listed: in this game coins have numbers up to {most}"
    );
    coin
}

/// Coin 0 is not there; a position that has it on heads is treated as if it had not.
impl<F: Fn(u32) -> Vec<Vec<u32>>> Impartial for CoinTurning<F> {
    type Position = BTreeSet<u32>;

    fn options(&self, heads: &BTreeSet<u32>) -> Vec<BTreeSet<u32>> {
        let coins = heads.iter().copied().filter(|&coin| coin > 0);
        coins
            .flat_map(|coin| {
                (self.turns)(coin).into_iter().map(move |others| {
                    let mut after = heads.clone();
                    after.remove(&coin);
                    for other in others.into_iter().filter(|other| (1..coin).contains(other)) {
                        if !after.remove(&other) {
                            after.insert(other);
                        }
                    }
                    after
                })
            })
            .collect()
    }

    fn components(&self, heads: &BTreeSet<u32>) -> Vec<BTreeSet<u32>> {
        heads.iter().filter(|&&coin| coin > 0).map(|&coin| BTreeSet::from([coin])).collect()
    }
}

impl<F> fmt::Debug for CoinTurning<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CoinTurning(…)")
    }
}
