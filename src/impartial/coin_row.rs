//! A row of coins: turn one coin to tails, or two that lie next to each other.

use super::Impartial;

/// A row of coins, of which a move turns one from heads to tails, or two neighbours; no coin is turned back, and whoever
/// finds only tails loses. A position says which coins show heads.
///
/// It is Kayles, pin by pin, so that the first player wins every row of heads: the middle first, then symmetry. With
/// 2n coins, answering each move on the partner of the coin in the pairs (1, 2), (3, 4), … does *not* work, because a move
/// may turn coins of two pairs; [`PairingStrategy`](super::PairingStrategy) finds the witness.
///
/// ```
/// use agon::{Impartial, Nimber, Solver};
/// use agon::impartial::CoinRow;
///
/// assert_eq!(CoinRow.options(&vec![true, true]), [[false, true], [false, false], [true, false]]);
/// assert_eq!(Solver::new(CoinRow).grundy(&vec![true; 6])?, Nimber(3));
/// # Ok::<(), agon::SolveError<Vec<bool>>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CoinRow;

impl Impartial for CoinRow {
    type Position = Vec<bool>;

    fn options(&self, heads: &Vec<bool>) -> Vec<Vec<bool>> {
        let turn = |first: usize, count: usize| {
            let coins = heads.get(first..first + count)?;
            coins.iter().all(|&shows_heads| shows_heads).then(|| {
                let mut after = heads.clone();
                after[first..first + count].fill(false);
                after
            })
        };
        (0..heads.len()).flat_map(|first| [turn(first, 1), turn(first, 2)]).flatten().collect()
    }
}
