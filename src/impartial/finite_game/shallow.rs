//! The 65,536 games of depth at most four, as bit sets.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FiniteGame;
use crate::evidence::Evidence;
use crate::impartial::{Nimber, Outcome};
use crate::interrupt;

/// A game whose longest play has at most four moves, by its Ackermann code: bit `i` says whether the game with code `i`
/// is an option.
///
/// There are 1, 2, 4, 16 and 65,536 games of depth at most 0, 1, 2, 3 and 4. The options of all of them are among the 16 with
/// codes below 16; so 16 bits are a game, and questions about all games are loops over numbers.
///
/// ```
/// use agon::impartial::ShallowGame;
///
/// assert_eq!(ShallowGame::all(3).count(), 16);
/// assert_eq!(ShallowGame::all(4).filter(|game| game.outcome().is_p()).count(), 4096);
/// // The codes of 0, ∗, ∗2, ∗3 and ∗4:
/// assert_eq!([0, 1, 3, 11, 2059].map(|code| ShallowGame::from_code(code).grundy().size()), [0, 1, 2, 3, 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShallowGame(u16);

/// The games below 16 which are P; an option's own options are among the games before it.
const LOST: u16 = {
    let (mut lost, mut game) = (0, 0);
    while game < 16 {
        if game & lost == 0 {
            lost |= 1 << game;
        }
        game += 1;
    }
    lost
};

/// For each game below 16 the games below 16 with which its sum is P.
const PARTNERS: [u16; 16] = {
    let mut partners = [0; 16];
    let mut g = 0;
    while g < 16 {
        let mut h = 0;
        while h < 16 {
            // A move in `g` leads to a row above, a move in `h` to a bit before.
            let mut wins = h as u16 & partners[g] != 0;
            let mut option = 0;
            while option < g {
                wins = wins || g >> option & 1 == 1 && partners[option] >> h & 1 == 1;
                option += 1;
            }
            if !wins {
                partners[g] |= 1 << h;
            }
            h += 1;
        }
        g += 1;
    }
    partners
};

/// The Grundy values of the games below 16, and of their sums.
const VALUES: [u8; 16] = SUM_VALUES[0];
const SUM_VALUES: [[u8; 16]; 16] = {
    let mut values = [[0; 16]; 16];
    let mut g = 0;
    while g < 16 {
        let mut h = 0;
        while h < 16 {
            let (mut seen, mut option) = (0u32, 0);
            while option < 16 {
                if g >> option & 1 == 1 {
                    seen |= 1 << values[option][h];
                }
                if h >> option & 1 == 1 {
                    seen |= 1 << values[g][option];
                }
                option += 1;
            }
            values[g][h] = seen.trailing_ones() as u8;
            h += 1;
        }
        g += 1;
    }
    values
};

impl ShallowGame {
    /// The game with this code; every code is a game.
    ///
    /// ```
    /// use agon::impartial::ShallowGame;
    ///
    /// // 6 = 2¹ + 2²: the games with the codes 1 and 2, ∗ and {∗}, are the options.
    /// assert_eq!(ShallowGame::from_code(6).to_string(), "{∗, {∗}}");
    /// ```
    #[must_use]
    pub const fn from_code(code: u16) -> Self {
        Self(code)
    }

    /// The sum of `2^c` over the codes `c` of the options.
    ///
    /// ```
    /// use agon::FiniteGame;
    ///
    /// // {∗} = {1}: 2¹.
    /// let game: FiniteGame = "{*}".parse()?;
    /// assert_eq!(game.shallow().map(|game| game.code()), Some(2));
    /// # Ok::<(), agon::impartial::ParseFiniteGameError>(())
    /// ```
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// All games of at most this depth, by code. No depth has more than the 65,536 games of depth 4.
    ///
    /// ```
    /// use agon::impartial::ShallowGame;
    ///
    /// assert_eq!([0, 1, 2, 3].map(|depth| ShallowGame::all(depth).count()), [1, 2, 4, 16]);
    /// ```
    pub fn all(depth: u32) -> impl Iterator<Item = Self> {
        let last = match depth {
            0 => 0,
            1 => 1,
            2 => 3,
            3 => 15,
            _ => u16::MAX,
        };
        (0..=last).map(Self)
    }

    /// `∗n`, for `n ≤ 4`; `None` for larger ones, whose longest play is longer.
    ///
    /// ```
    /// use agon::impartial::ShallowGame;
    ///
    /// assert_eq!(ShallowGame::nim_heap(2).map(ShallowGame::code), Some(3));
    /// assert_eq!(ShallowGame::nim_heap(5), None);
    /// ```
    #[must_use]
    pub fn nim_heap(n: u32) -> Option<Self> {
        [0, 1, 3, 11, 2059].get(n as usize).copied().map(Self)
    }

    /// The options, by code.
    ///
    /// ```
    /// use agon::impartial::ShallowGame;
    ///
    /// let codes: Vec<u16> = ShallowGame::from_code(0b1011).options().map(ShallowGame::code).collect();
    /// assert_eq!(codes, [0, 1, 3]); // 0, ∗ and ∗2: the game is ∗3
    /// ```
    pub fn options(self) -> impl Iterator<Item = Self> {
        (0..16).filter(move |option| self.0 >> option & 1 == 1).map(Self)
    }

    /// The length of the longest play.
    ///
    /// ```
    /// use agon::impartial::ShallowGame;
    ///
    /// // {∗} has the code 2¹, since ∗ has the code 1.
    /// assert_eq!(ShallowGame::from_code(2).depth(), 2);
    /// assert_eq!(ShallowGame::all(2).count(), 4);
    /// ```
    #[must_use]
    pub const fn depth(self) -> u32 {
        match self.0 {
            0 => 0,
            1 => 1,
            2..4 => 2,
            4..16 => 3,
            _ => 4,
        }
    }

    /// The mex of the Grundy values of the options; at most 4.
    ///
    /// ```
    /// use agon::{Nimber, impartial::ShallowGame};
    ///
    /// // No option of {∗} has the value 0.
    /// assert_eq!(ShallowGame::from_code(2).grundy(), Nimber(0));
    /// ```
    #[must_use]
    pub fn grundy(self) -> Nimber {
        let seen = self.options().fold(0u32, |seen, option| seen | 1 << VALUES[option.0 as usize]);
        Nimber(seen.trailing_ones())
    }

    /// P if no option is P.
    ///
    /// ```
    /// use agon::{Outcome, impartial::ShallowGame};
    ///
    /// assert_eq!(ShallowGame::from_code(2).outcome(), Outcome::P);
    /// assert_eq!(ShallowGame::from_code(3).outcome(), Outcome::N);
    /// ```
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        if self.0 & LOST == 0 { Outcome::P } else { Outcome::N }
    }

    /// The outcome of a sum, by its definition: a move is a move in one of the two games. See [`ShallowSums`] for many.
    ///
    /// ```
    /// use agon::{FiniteGame, impartial::ShallowGame};
    ///
    /// let (g, h) = (ShallowGame::from_code(12345), ShallowGame::from_code(54321));
    /// assert_eq!(g.sum_outcome(h), (FiniteGame::from(g) + FiniteGame::from(h)).outcome());
    /// ```
    #[must_use]
    pub fn sum_outcome(self, other: Self) -> Outcome {
        let wins = self.0 & other.partners() | other.0 & self.partners();
        if wins == 0 { Outcome::P } else { Outcome::N }
    }

    /// The games below 16 with which the sum is P.
    fn partners(self) -> u16 {
        (0..16u16).fold(0, |partners, small| {
            let wins = small & partners | self.0 & PARTNERS[small as usize];
            if wins == 0 { partners | 1 << small } else { partners }
        })
    }

    /// The Grundy value of a sum, by its definition as a mex over all moves in one of the two games.
    ///
    /// ```
    /// use agon::{Nimber, impartial::ShallowGame};
    ///
    /// let heap = |n| ShallowGame::nim_heap(n).expect("at most 4");
    /// assert_eq!(heap(3).sum_grundy(heap(2)), Nimber(1));
    /// ```
    #[must_use]
    pub fn sum_grundy(self, other: Self) -> Nimber {
        let options = |game: Self, values: [u8; 16]| {
            game.options().fold(0u32, |seen, option| seen | 1 << values[option.0 as usize])
        };
        Nimber((options(self, other.sum_values()) | options(other, self.sum_values())).trailing_ones())
    }

    /// The values of the sums with the games below 16.
    fn sum_values(self) -> [u8; 16] {
        let mut values = [0; 16];
        for small in 0..16u16 {
            let in_small =
                Self(small).options().fold(0u32, |seen, option| seen | 1 << values[option.0 as usize]);
            let in_self = self
                .options()
                .fold(0u32, |seen, option| seen | 1 << SUM_VALUES[small as usize][option.0 as usize]);
            values[small as usize] = (in_small | in_self).trailing_ones() as u8;
        }
        values
    }
}

impl From<ShallowGame> for FiniteGame {
    fn from(game: ShallowGame) -> Self {
        FiniteGame::new(game.options().map(FiniteGame::from))
    }
}

/// As the set of its options.
impl fmt::Display for ShallowGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&FiniteGame::from(*self), f)
    }
}

/// As readable as `Display`.
impl fmt::Debug for ShallowGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The outcomes of all sums of two games of depth at most four, and what follows from them.
///
/// Only the definitions of sum and outcome are used: no value, no theorem. Each of the 2³² outcomes takes two operations.
///
/// ```
/// use agon::impartial::{ShallowGame, ShallowSums};
///
/// let sums = ShallowSums::new();
/// let (zero, reversible) = (ShallowGame::from_code(0), ShallowGame::from_code(2));
/// // {∗} and 0 have the same outcome in all 65,536 sums; ∗ and ∗2 are told apart by ∗ itself.
/// assert_eq!(sums.distinguisher(zero, reversible), None);
/// let (star, star2) = (ShallowGame::from_code(1), ShallowGame::from_code(3));
/// assert_eq!(sums.distinguisher(star, star2), Some(star));
/// ```
#[derive(Debug, Clone)]
pub struct ShallowSums {
    /// For each game the games below 16 with which its sum is P.
    partners: Vec<u16>,
    /// All codes in order: a loop over three slices is one of vectors.
    codes: Vec<u16>,
}

/// For each of the 65,536 games `x`: 1 if `g + x` is P, else 0.
type Row = Vec<u16>;

impl Default for ShallowSums {
    fn default() -> Self {
        Self::new()
    }
}

impl ShallowSums {
    /// The outcomes.
    ///
    /// ```
    /// use agon::impartial::{ShallowGame, ShallowSums};
    ///
    /// // Of the sums of a game with all 65,536 games, those with games of the same value are P.
    /// let sums = ShallowSums::new();
    /// let game = ShallowGame::from_code(54321);
    /// assert!(ShallowGame::all(4).all(|other| sums.outcome(game, other).is_p() == (other.grundy() == game.grundy())));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            partners: ShallowGame::all(4).map(ShallowGame::partners).collect(),
            codes: (0..=u16::MAX).collect(),
        }
    }

    /// The outcome of `g + h`.
    ///
    /// ```
    /// use agon::{Outcome, impartial::{ShallowGame, ShallowSums}};
    ///
    /// let (sums, star) = (ShallowSums::new(), ShallowGame::from_code(1));
    /// assert_eq!(sums.outcome(star, star), Outcome::P);
    /// ```
    #[must_use]
    pub fn outcome(&self, g: ShallowGame, h: ShallowGame) -> Outcome {
        let wins = g.0 & self.partners[h.0 as usize] | h.0 & self.partners[g.0 as usize];
        if wins == 0 { Outcome::P } else { Outcome::N }
    }

    fn row(&self, g: ShallowGame) -> Row {
        let mine = self.partners[g.0 as usize];
        let lost = |(&theirs, &x): (&u16, &u16)| u16::from(g.0 & theirs | x & mine == 0);
        self.partners.iter().zip(&self.codes).map(lost).collect()
    }

    /// The first `x` at which the row of a game is not the one that is expected.
    fn departure(&self, g: ShallowGame, expected: &[u16]) -> Option<ShallowGame> {
        const AT_ONCE: usize = 2048;
        let mine = self.partners[g.0 as usize];
        let wrong = |theirs: u16, x: u16, expected: u16| u16::from(g.0 & theirs | x & mine == 0) ^ expected;
        let chunks =
            self.partners.chunks(AT_ONCE).zip(self.codes.chunks(AT_ONCE)).zip(expected.chunks(AT_ONCE));
        for ((partners, codes), expected) in chunks {
            let cases = || partners.iter().zip(codes).zip(expected);
            // Without an early end, for the vectors.
            if cases().fold(0, |any, ((&theirs, &x), &expected)| any | wrong(theirs, x, expected)) != 0 {
                return cases()
                    .find(|&((&p, &x), &e)| wrong(p, x, e) != 0)
                    .map(|((_, &x), _)| ShallowGame(x));
            }
        }
        None
    }

    /// The first game `x` for which `g + x` and `h + x` have different outcomes. `None` says that the two games are
    /// equivalent, as far as the 65,536 games can tell: the definition of equality, up to depth four.
    ///
    /// ```
    /// use agon::impartial::{ShallowGame, ShallowSums};
    ///
    /// let (sums, game) = (ShallowSums::new(), ShallowGame::from_code);
    /// // 0 and {∗} are equal; ∗2 and ∗3 differ, and ∗2 shows it.
    /// assert_eq!(sums.distinguisher(game(0), game(2)), None);
    /// assert_eq!(sums.distinguisher(game(3), game(11)), Some(game(3)));
    /// ```
    #[must_use]
    pub fn distinguisher(&self, g: ShallowGame, h: ShallowGame) -> Option<ShallowGame> {
        self.departure(g, &self.row(h))
    }

    /// The games of at most a depth, in classes of games that no sum with one of the 65,536 tells apart, by their least
    /// members. For depth four this looks at some 2³² outcomes.
    ///
    /// ```
    /// use agon::impartial::ShallowSums;
    ///
    /// let classes = ShallowSums::new().equivalence_classes(3);
    /// assert_eq!(classes.iter().map(Vec::len).collect::<Vec<_>>(), [4, 6, 3, 3]);
    /// ```
    #[must_use]
    pub fn equivalence_classes(&self, depth: u32) -> Vec<Vec<ShallowGame>> {
        let mut classes: Vec<(Row, Vec<ShallowGame>)> = Vec::new();
        for game in ShallowGame::all(depth) {
            interrupt::check();
            match classes.iter_mut().find(|(row, _)| self.departure(game, row).is_none()) {
                Some((_, class)) => class.push(game),
                None => classes.push((self.row(game), vec![game])),
            }
        }
        classes.into_iter().map(|(_, class)| class).collect()
    }

    /// The theorems of Sprague and Grundy, each examined on all games of depth at most four. `S` is the Grundy value,
    /// found as a mex; outcomes are found by their definition.
    ///
    /// Three of them run through pairs of games, some 2³³ in all, in a few seconds.
    ///
    /// ```
    /// use agon::impartial::ShallowSums;
    ///
    /// let theorems = ShallowSums::new().theorems_of_single_games();
    /// assert_eq!(theorems[1].to_string(), "verified up to depth 4 (65536 cases): G + ∗S(G) is P");
    /// assert!(theorems.iter().all(|theorem| theorem.holds()));
    /// ```
    #[must_use]
    pub fn theorems(&self) -> Vec<Evidence> {
        let mut theorems = self.theorems_of_single_games();
        theorems.extend(self.theorems_of_pairs());
        theorems
    }

    /// Those of the [theorems](Self::theorems) that speak of one game.
    ///
    /// ```
    /// use agon::impartial::ShallowSums;
    ///
    /// let theorems = ShallowSums::new().theorems_of_single_games();
    /// assert!(theorems.iter().all(|theorem| theorem.is_verified()));
    /// assert_eq!(theorems[0].statement(), "S(∗n) = n");
    /// ```
    #[must_use]
    pub fn theorems_of_single_games(&self) -> Vec<Evidence> {
        let games = || ShallowGame::all(4);
        let heap = |game: &ShallowGame| ShallowGame::nim_heap(game.grundy().size());
        let is_p = |g: ShallowGame, h: ShallowGame| self.outcome(g, h).is_p();
        vec![
            Evidence::check("S(∗n) = n", "n ≤ 4", 0..=4, |&n| {
                ShallowGame::nim_heap(n).is_some_and(|heap| heap.grundy() == Nimber(n))
            }),
            Evidence::check("G + ∗S(G) is P", "depth 4", games(), |game| {
                heap(game).is_some_and(|heap| is_p(*game, heap))
            }),
            Evidence::check("G + G is P", "depth 4", games(), |&game| is_p(game, game)),
            Evidence::check("G is P iff S(G) = 0", "depth 4", games(), |game| {
                game.outcome().is_p() == (game.grundy() == Nimber::ZERO)
            }),
        ]
    }

    /// Those of the [theorems](Self::theorems) that speak of two games.
    ///
    /// ```no_run
    /// use agon::impartial::ShallowSums;
    ///
    /// for theorem in ShallowSums::new().theorems_of_pairs() {
    ///     println!("{theorem}");
    /// }
    /// ```
    #[must_use]
    pub fn theorems_of_pairs(&self) -> Vec<Evidence> {
        let heaps: Vec<ShallowGame> = (0..=4).filter_map(ShallowGame::nim_heap).collect();
        let in_sums_with = |heap: &ShallowGame| self.row(*heap);
        let of_heaps: Vec<Row> = heaps.iter().map(in_sums_with).collect();
        let with_value = |heap: &ShallowGame| {
            ShallowGame::all(4).map(|game| u16::from(game.grundy() == heap.grundy())).collect()
        };
        let of_equal_value: Vec<Row> = heaps.iter().map(with_value).collect();
        let follows = |g: ShallowGame, rows: &[Row]| {
            rows.get(g.grundy().size() as usize).is_some_and(|row| self.departure(g, row).is_none())
        };
        let lost = || ShallowGame::all(4).filter(|game| game.outcome().is_p());
        let against_all = "depth 4, each game against all 65536";
        vec![
            Evidence::check("G + H is P iff S(G) = S(H)", against_all, ShallowGame::all(4), |&g| {
                follows(g, &of_equal_value)
            }),
            Evidence::check("S(G + H) = S(G) ⊕ S(H)", "depth 4 and depth 3", ShallowGame::all(4), |&g| {
                ShallowGame::all(3).all(|h| g.sum_grundy(h) == g.grundy() + h.grundy())
            }),
            Evidence::check("if A is P, then G + A has the outcome of G", against_all, lost(), |&a| {
                self.departure(a, &of_heaps[0]).is_none()
            }),
            Evidence::check(
                "G + X and ∗S(G) + X have one outcome for all X",
                against_all,
                ShallowGame::all(4),
                |&g| follows(g, &of_heaps),
            ),
        ]
    }
}
