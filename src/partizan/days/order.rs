//! The partial order of the games born by one day.

use super::day::{Day, Family};
use crate::partizan::{Comparison, Game};
use std::collections::HashMap;

/// The partial order of the games born by one day, listed from small to large: a game stands after all smaller ones.
/// Games are addressed by their index in [`games`](DayOrder::games).
///
/// The games born by day n are a distributive lattice (D. Calistrate, M. Paulhus, D. Wolfe, *On the lattice structure
/// of finite games*, 2002). Their join on day n is not the join on day n + 1: with more games there are more upper bounds.
///
/// ```
/// use agon::{Game, partizan::days::day_order};
/// let order = day_order(1)?;
/// assert_eq!(order.games(), ["-1", "0", "*", "1"].map(|g| g.parse::<Game>().unwrap()));
/// assert_eq!(order.covers(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
/// assert_eq!(order.longest_chain(), 3);
/// # Ok::<(), agon::partizan::days::DayTooLate>(())
/// ```
#[derive(Clone, Debug)]
pub struct DayOrder {
    pub(super) day: u32,
    pub(super) family: Family,
    games: Vec<Game>,
    index: HashMap<u32, usize>,
    /// Row i: the games ≤ game i.
    below: Rows,
    /// Row i: the games ≥ game i.
    above: Rows,
}

/// A square matrix of bits.
#[derive(Clone, Debug)]
struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    fn new(count: usize) -> Rows {
        let width = count.div_ceil(64);
        Rows { width, words: vec![0; width * count] }
    }

    fn set(&mut self, i: usize, j: usize) {
        self.words[i * self.width + j / 64] |= 1 << (j % 64);
    }

    fn get(&self, i: usize, j: usize) -> bool {
        self.words[i * self.width + j / 64] >> (j % 64) & 1 == 1
    }

    fn row(&self, i: usize) -> &[u64] {
        &self.words[i * self.width..(i + 1) * self.width]
    }
}

fn lowest(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(word * 64 + words[word].trailing_zeros() as usize)
}

fn lowest_common(a: &[u64], b: &[u64]) -> Option<usize> {
    let (index, word) = a.iter().zip(b).map(|(a, b)| a & b).enumerate().find(|&(_, word)| word != 0)?;
    Some(index * 64 + word.trailing_zeros() as usize)
}

fn highest_common(a: &[u64], b: &[u64]) -> Option<usize> {
    let (index, word) = a.iter().zip(b).map(|(a, b)| a & b).enumerate().rfind(|&(_, word)| word != 0)?;
    Some(index * 64 + 63 - word.leading_zeros() as usize)
}

impl DayOrder {
    pub(super) fn of(day: &Day) -> DayOrder {
        let by_size = day.linear_extension();
        let count = by_size.len();
        let (mut below, mut above) = (Rows::new(count), Rows::new(count));
        for (i, &lower) in by_size.iter().enumerate() {
            crate::interrupt::check();
            for (j, &upper) in by_size.iter().enumerate().skip(i) {
                if day.at_most(lower, upper) {
                    below.set(j, i);
                    above.set(i, j);
                }
            }
        }
        let listed = day.games();
        let games: Vec<Game> = by_size.iter().map(|&i| listed[i].clone()).collect();
        let index = games.iter().map(|game| game.value().id()).zip(0..).collect();
        DayOrder { day: day.number, family: day.family, games, index, below, above }
    }

    /// The day.
    ///
    /// ```
    /// assert_eq!(agon::partizan::days::day_order(2)?.day(), 2);
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn day(&self) -> u32 {
        self.day
    }

    /// The games, each after all smaller ones.
    ///
    /// ```
    /// use agon::{Game, partizan::days::day_order};
    ///
    /// let order = day_order(2)?;
    /// assert_eq!((order.games().len(), &order.games()[0], &order.games()[21]), (22, &Game::integer(-2), &Game::integer(2)));
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The index of a value, if it is born by this day.
    ///
    /// ```
    /// use agon::{Game, partizan::days::day_order};
    ///
    /// let order = day_order(1)?;
    /// assert_eq!((order.position(&Game::integer(-1)), order.position(&Game::integer(2))), (Some(0), None));
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn position(&self, game: &Game) -> Option<usize> {
        self.index.get(&game.value().id()).copied()
    }

    /// How two games compare.
    ///
    /// # Panics
    ///
    /// When an index is not below the number of games.
    ///
    /// ```
    /// use agon::partizan::{Comparison, days::day_order};
    ///
    /// // −1, 0, ∗, 1
    /// let order = day_order(1)?;
    /// assert_eq!((order.comparison(0, 3), order.comparison(1, 2)), (Comparison::Less, Comparison::Confused));
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn comparison(&self, i: usize, j: usize) -> Comparison {
        Comparison::from_bounds(self.above.get(i, j), self.below.get(i, j))
    }

    /// The Hasse diagram: the pairs (lower, upper) with no game of this day strictly between them.
    ///
    /// ```
    /// use agon::partizan::days::day_order;
    ///
    /// // 1 over 0 and ∗, and these over −1.
    /// assert_eq!(day_order(1)?.covers().len(), 4);
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn covers(&self) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for lower in 0..self.games.len() {
            crate::interrupt::check();
            let mut rest = self.above.row(lower).to_vec();
            rest[lower / 64] &= !(1 << (lower % 64));
            // The first of what is left is above `lower` and above nothing between: a game stands after all smaller ones.
            while let Some(upper) = lowest(&rest) {
                covers.push((lower, upper));
                rest.iter_mut().zip(self.above.row(upper)).for_each(|(rest, above)| *rest &= !above);
            }
        }
        covers
    }

    /// The least game of this day that is ≥ both. `None` when one is not born by this day or there is no least.
    ///
    /// ```
    /// use agon::{Game, partizan::days::day_order};
    /// let switch: Game = "{1|-1}".parse()?;
    /// let order = day_order(2)?;
    /// assert_eq!(order.join(&switch, &Game::zero()).unwrap().to_string(), "{1|∗}");
    /// assert_eq!(order.meet(&switch, &Game::zero()).unwrap().to_string(), "{∗|-1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn join(&self, a: &Game, b: &Game) -> Option<&Game> {
        Some(&self.games[self.join_index(self.position(a)?, self.position(b)?)?])
    }

    /// The greatest game of this day that is ≤ both. `None` when one is not born by this day or there is no greatest.
    ///
    /// ```
    /// use agon::{Game, partizan::days::day_order};
    ///
    /// // The greatest game of day 2 below 0 and ∗.
    /// let order = day_order(2)?;
    /// assert_eq!(order.meet(&Game::star(), &Game::zero()), Some(&"-1/2".parse()?));
    /// assert_eq!(order.meet(&Game::star(), &Game::integer(3)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn meet(&self, a: &Game, b: &Game) -> Option<&Game> {
        Some(&self.games[self.meet_index(self.position(a)?, self.position(b)?)?])
    }

    pub(super) fn join_index(&self, i: usize, j: usize) -> Option<usize> {
        bound(&self.above, i, j, lowest_common)
    }

    pub(super) fn meet_index(&self, i: usize, j: usize) -> Option<usize> {
        bound(&self.below, i, j, highest_common)
    }

    /// The number of games in a longest chain.
    ///
    /// ```
    /// use agon::partizan::days::day_order;
    ///
    /// assert_eq!((day_order(1)?.longest_chain(), day_order(2)?.longest_chain()), (3, 9));
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn longest_chain(&self) -> usize {
        let mut length = vec![1usize; self.games.len()];
        for (lower, upper) in self.covers() {
            length[upper] = length[upper].max(length[lower] + 1);
        }
        length.into_iter().max().unwrap_or(0)
    }

    /// The games that cover exactly one other: those that are no join of smaller ones.
    ///
    /// ```
    /// use agon::partizan::days::day_order;
    /// assert_eq!(day_order(2)?.join_irreducibles().len(), 8);
    /// # Ok::<(), agon::partizan::days::DayTooLate>(())
    /// ```
    #[must_use]
    pub fn join_irreducibles(&self) -> Vec<usize> {
        let mut covered = vec![0u32; self.games.len()];
        for (_, upper) in self.covers() {
            covered[upper] += 1;
        }
        (0..self.games.len()).filter(|&i| covered[i] == 1).collect()
    }

    /// Whether game i ≤ game j.
    pub(super) fn at_most(&self, i: usize, j: usize) -> bool {
        self.above.get(i, j)
    }
}

/// The one member of two rows whose own row is what they have in common.
fn bound(rows: &Rows, i: usize, j: usize, first: impl Fn(&[u64], &[u64]) -> Option<usize>) -> Option<usize> {
    let (a, b) = (rows.row(i), rows.row(j));
    let candidate = first(a, b)?;
    let own = rows.row(candidate);
    // Without a branch for each word: most candidates are right.
    let different = own.iter().zip(a).zip(b).fold(0, |different, ((own, a), b)| different | (own ^ (a & b)));
    (different == 0).then_some(candidate)
}
