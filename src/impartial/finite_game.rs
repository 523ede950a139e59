//! Games as sets: a game is the set of its options.

mod arena;
mod shallow;

pub use shallow::{ShallowGame, ShallowSums};

use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::recursion::Memo;
use super::{Impartial, Nimber, Outcome, SolveError, Solver};
use crate::interrupt;
use arena::arena;

/// An impartial game with nothing but its options: a hereditarily finite set, that is, a finite set of such sets.
///
/// `{}` is the game without moves, 0; `{0}` is `∗`; `{0, ∗}` is `∗2`; `{∗}` is another game of value 0. Two values are `==`
/// when they are the same set; as games they [may still be equal](Self::equals). Grundy value and outcome are found by
/// their definitions when a set is made.
///
/// Equal sets are kept once, for the rest of the program, so that a value is one number: it copies, compares and hashes
/// at once; when all sets have 2²⁸ members together, making another one panics. The order is Ackermann's: by the greatest member, then by the next.
///
/// ```
/// use agon::{FiniteGame, Nimber, Outcome};
///
/// let zero = FiniteGame::zero();
/// let star = FiniteGame::new([zero]);
/// let reversible = FiniteGame::new([star]);
/// assert_eq!((reversible.grundy(), reversible.outcome()), (Nimber(0), Outcome::P));
/// assert!(reversible != zero && reversible.equals(zero));
/// assert_eq!((star + star).to_string(), "{∗}");
/// assert_eq!("{0, {{}}, {0, *2}}".parse::<FiniteGame>()?.to_string(), "{0, ∗, {0, ∗2}}");
/// # Ok::<(), agon::impartial::ParseFiniteGameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FiniteGame(u32);

impl FiniteGame {
    /// The largest Nim heap that is made as a set: its members take half a gigabyte.
    ///
    /// ```
    /// use agon::FiniteGame;
    ///
    /// assert_eq!(FiniteGame::LARGEST_HEAP, 16_384);
    /// assert!(std::panic::catch_unwind(|| FiniteGame::nim_heap(FiniteGame::LARGEST_HEAP + 1)).is_err());
    /// ```
    pub const LARGEST_HEAP: u32 = 1 << 14;

    /// The game without moves.
    ///
    /// ```
    /// use agon::{FiniteGame, Outcome};
    ///
    /// let zero = FiniteGame::zero();
    /// assert!(zero.options().is_empty());
    /// assert_eq!(zero.outcome(), Outcome::P);
    /// ```
    #[must_use]
    pub fn zero() -> Self {
        Self::new([])
    }

    /// The game with these options. An option that is named twice is one option.
    ///
    /// ```
    /// use agon::{FiniteGame, Nimber};
    ///
    /// // {0, ∗2} has the value 1: the least number that is missing.
    /// let game = FiniteGame::new([FiniteGame::zero(), FiniteGame::nim_heap(2)]);
    /// assert_eq!((game.to_string(), game.grundy()), ("{0, ∗2}".to_owned(), Nimber(1)));
    /// ```
    #[must_use]
    pub fn new(options: impl IntoIterator<Item = Self>) -> Self {
        let options = options.into_iter().collect();
        arena().intern(options)
    }

    /// `∗n = {0, ∗, …, ∗(n−1)}`. It has `n` options, and they together `n(n − 1)/2`, which are kept.
    ///
    /// # Panics
    /// If `n` is more than [`LARGEST_HEAP`](Self::LARGEST_HEAP).
    ///
    /// ```
    /// use agon::{FiniteGame, Nimber};
    ///
    /// let heap = FiniteGame::nim_heap(7);
    /// assert_eq!((heap.grundy(), heap.depth(), heap.options().len()), (Nimber(7), 7, 7));
    /// ```
    #[must_use]
    pub fn nim_heap(n: u32) -> Self {
        assert!(
            n <= Self::LARGEST_HEAP,
            "∗{n} has too many members of members to be a set: n is at most {}; `Nimber({n})` is its value",
            Self::LARGEST_HEAP
        );
        let mut heaps = Vec::new();
        for _ in 0..n {
            interrupt::check();
            heaps.push(Self::new(heaps.iter().copied()));
        }
        Self::new(heaps)
    }

    /// The game that begins in a position: all that the ruleset says about it, as a set.
    ///
    /// # Errors
    /// [`SolveError`] if a loop or too many positions can be reached.
    ///
    /// ```
    /// use agon::{FiniteGame, Heaps, Nim};
    ///
    /// // ∗ + ∗2, as an abstract game.
    /// let game = FiniteGame::of(&Nim, &Heaps::from([1, 2]))?;
    /// assert_eq!(game, FiniteGame::nim_heap(1) + FiniteGame::nim_heap(2));
    /// # Ok::<(), agon::SolveError<Heaps>>(())
    /// ```
    pub fn of<R: Impartial + ?Sized>(
        rules: &R,
        position: &R::Position,
    ) -> Result<Self, SolveError<R::Position>> {
        let mut sets = Memo::new(Solver::<&R>::DEFAULT_LIMIT);
        sets.admit(position, rules.reachable_at_least(position))?;
        sets.evaluate(
            position,
            |position| ((), rules.options(position)),
            |(), options| Self::new(options.iter().copied()),
        )
    }

    /// The options, the greatest first.
    ///
    /// ```
    /// use agon::FiniteGame;
    ///
    /// let game: FiniteGame = "{0, *2, {*3}}".parse()?;
    /// let options: Vec<String> = game.options().iter().map(ToString::to_string).collect();
    /// assert_eq!(options, ["{∗3}", "∗2", "0"]);
    /// # Ok::<(), agon::impartial::ParseFiniteGameError>(())
    /// ```
    #[must_use]
    pub fn options(self) -> Vec<Self> {
        arena().options(self).to_vec()
    }

    /// The length of the longest play.
    ///
    /// ```
    /// use agon::FiniteGame;
    ///
    /// let (g, h) = (FiniteGame::nim_heap(3), FiniteGame::nim_heap(5));
    /// assert_eq!((g.depth(), (g + h).depth()), (3, 3 + 5));
    /// ```
    #[must_use]
    pub fn depth(self) -> u32 {
        arena().facts(self).depth
    }

    /// The mex of the Grundy values of the options.
    ///
    /// ```
    /// use agon::{FiniteGame, Nimber};
    ///
    /// let sum = FiniteGame::nim_heap(3) + FiniteGame::nim_heap(5);
    /// assert_eq!(sum.grundy(), Nimber(3) + Nimber(5));
    /// ```
    #[must_use]
    pub fn grundy(self) -> Nimber {
        arena().facts(self).grundy
    }

    /// P if no option is P, else N; Grundy values are not asked.
    ///
    /// ```
    /// use agon::{FiniteGame, Outcome};
    ///
    /// // Every game is its own negative.
    /// let game: FiniteGame = "{*2, {*3}}".parse()?;
    /// assert_eq!((game + game).outcome(), Outcome::P);
    /// # Ok::<(), agon::impartial::ParseFiniteGameError>(())
    /// ```
    #[must_use]
    pub fn outcome(self) -> Outcome {
        arena().facts(self).outcome
    }

    /// Whether the two games are equal: their sum is P, so that they can replace each other in all sums.
    ///
    /// ```
    /// use agon::FiniteGame;
    ///
    /// // {∗2} has another form than 0 and is equal to it.
    /// let star = FiniteGame::new([FiniteGame::zero()]);
    /// let two = FiniteGame::new([FiniteGame::zero(), star]);
    /// let game = FiniteGame::new([two]);
    /// assert!(game != FiniteGame::zero() && game.equals(FiniteGame::zero()));
    /// ```
    #[must_use]
    pub fn equals(self, other: Self) -> bool {
        (self + other).outcome().is_p()
    }

    /// The same game by its code, if its longest play has at most four moves.
    ///
    /// ```
    /// use agon::{FiniteGame, impartial::ShallowGame};
    ///
    /// assert_eq!(FiniteGame::nim_heap(2).shallow(), Some(ShallowGame::from_code(0b11)));
    /// assert_eq!(FiniteGame::nim_heap(5).shallow(), None);
    /// ```
    #[must_use]
    pub fn shallow(self) -> Option<ShallowGame> {
        if self.depth() > 4 {
            return None;
        }
        let codes = self.options().into_iter().map(Self::shallow);
        codes
            .map(|option| option.map(|option| 1 << option.code()))
            .sum::<Option<u16>>()
            .map(ShallowGame::from_code)
    }

    fn is_nim_heap(self) -> bool {
        // The members of a Nim heap are Nim heaps of all smaller depths.
        let facts = arena().facts(self);
        facts.is_nim_heap
    }
}

/// `G + H = {g + H : g ∈ G} ∪ {G + h : h ∈ H}`: a move is a move in one of the two. The result is this set itself, of
/// depth `depth G + depth H`, and not a simpler equal game.
///
/// ```
/// use agon::FiniteGame;
///
/// let (g, h) = (FiniteGame::nim_heap(2), FiniteGame::nim_heap(3));
/// assert_eq!(g + h, h + g);
/// assert_eq!((g + h).grundy(), g.grundy() + h.grundy());
/// assert!((g + h).equals(FiniteGame::nim_heap(1)));
/// ```
impl Add for FiniteGame {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = Memo::new(usize::MAX).evaluate(
            &(self, other),
            |&(g, h)| {
                let first = g.options().into_iter().map(|option| (option, h));
                let second = h.options().into_iter().map(|option| (g, option));
                ((), first.chain(second).collect())
            },
            |(), options| Self::new(options.iter().copied()),
        );
        sum.unwrap_or_else(|_| unreachable!("no set is a member of a member of itself"))
    }
}

impl Ord for FiniteGame {
    fn cmp(&self, other: &Self) -> Ordering {
        arena().compare(*self, *other)
    }
}

impl PartialOrd for FiniteGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The options in braces, the least first; Nim heaps by their names `0`, `∗`, `∗2`, …. A set that has a member in many
/// places is written out in each of them, so that the text of a sum of large games is long.
impl fmt::Display for FiniteGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, the last first.
        enum Piece {
            Game(FiniteGame),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut pieces = vec![Piece::Game(*self)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Game(game) if game.is_nim_heap() => text.push_str(&game.grundy().to_string()),
                Piece::Game(game) => {
                    text.push('{');
                    pieces.push(Piece::Text("}"));
                    for (at, option) in game.options().into_iter().enumerate() {
                        if at > 0 {
                            pieces.push(Piece::Text(", "));
                        }
                        pieces.push(Piece::Game(option));
                    }
                }
            }
        }
        f.pad(&text)
    }
}

/// As readable as `Display`.
impl fmt::Debug for FiniteGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<FiniteGame> for String {
    fn from(game: FiniteGame) -> Self {
        game.to_string()
    }
}

impl TryFrom<String> for FiniteGame {
    type Error = ParseFiniteGameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// A text that is no set of sets.
///
/// ```
/// use agon::FiniteGame;
///
/// assert!("{0, *2".parse::<FiniteGame>().unwrap_err().to_string().starts_with("`{0, *2` is no game: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no game: {problem}; write sets as {{}} or {{0, *, {{*2}}}}, with *n for n ≤ {}",
    FiniteGame::LARGEST_HEAP_READ
)]
pub struct ParseFiniteGameError {
    text: String,
    problem: String,
}

impl FiniteGame {
    /// The largest Nim heap that is read from a text.
    const LARGEST_HEAP_READ: u32 = 1000;
}

/// Reads what `Display` prints: sets in braces, with commas or spaces between the options, and Nim heaps by name.
impl FromStr for FiniteGame {
    type Err = ParseFiniteGameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |problem: String| ParseFiniteGameError { text: text.to_owned(), problem };
        // The members so far of the sets that are open; those of the text itself come first.
        let mut open: Vec<Vec<Self>> = vec![Vec::new()];
        let mut rest = text.trim();
        while let Some(first) = rest.chars().next() {
            let mut taken = first.len_utf8();
            let complete = match first {
                '{' => {
                    open.push(Vec::new());
                    None
                }
                '}' => match open.pop() {
                    Some(options) if !open.is_empty() => Some(Self::new(options)),
                    _ => return Err(error("a closing brace without an opening one".to_owned())),
                },
                '0' => Some(Self::zero()),
                '*' | '∗' => {
                    let digits = rest[taken..].bytes().take_while(u8::is_ascii_digit).count();
                    let size = &rest[taken..taken + digits];
                    taken += digits;
                    let n = if size.is_empty() { Some(1) } else { size.parse().ok() };
                    let n = n.filter(|&n| n <= Self::LARGEST_HEAP_READ);
                    Some(Self::nim_heap(n.ok_or_else(|| error(format!("the heap *{size} is too large")))?))
                }
                ',' | ' ' | '\n' | '\t' => None,
                other => return Err(error(format!("`{other}` has no meaning here"))),
            };
            if let (Some(game), Some(set)) = (complete, open.last_mut()) {
                set.push(game);
            }
            rest = &rest[taken..];
        }
        match open.as_slice() {
            [games] if games.len() == 1 => Ok(games[0]),
            [games] => Err(error(format!("it has {} games, and one is asked for", games.len()))),
            _ => Err(error("a brace is not closed".to_owned())),
        }
    }
}

/// The ruleset of abstract games: a position is a set, a move goes to a member.
///
/// ```
/// use agon::{FiniteGame, Nimber, Solver, impartial::FiniteGames};
///
/// let game: FiniteGame = "{0, *2, {*3}}".parse()?;
/// assert_eq!(Solver::new(FiniteGames).grundy(&game)?, Nimber(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FiniteGames;

impl Impartial for FiniteGames {
    type Position = FiniteGame;

    fn options(&self, game: &FiniteGame) -> Vec<FiniteGame> {
        game.options()
    }
}
