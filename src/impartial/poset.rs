//! Finite partially ordered sets, and the games on them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Impartial, SolveError, Solver, StrategyStealing};
use crate::interrupt;

/// A partial order of at most 128 elements, which are numbered from 0.
///
/// ```
/// use agon::impartial::Poset;
///
/// let divisors = Poset::divisors(12)?;
/// assert_eq!(divisors.len(), 6);
/// assert_eq!(divisors.names(), ["1", "2", "3", "4", "6", "12"]);
/// assert!(divisors.at_most(1, 3) && !divisors.at_most(2, 3));
/// # Ok::<(), agon::impartial::PosetError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Poset {
    names: Vec<String>,
    /// For each element the elements that are at least as great, as bits.
    above: Vec<u128>,
}

/// Why there is no such partial order.
///
/// ```
/// use agon::{Poset, PosetGame, impartial::PosetError};
///
/// assert_eq!(Poset::divisors(0), Err(PosetError::DivisorsOfZero));
/// assert_eq!(Poset::new(2, [(0, 5)]), Err(PosetError::NoSuchElement { element: 5, len: 2 }));
/// // Two elements side by side: neither is the least.
/// assert_eq!(PosetGame::chomp(Poset::new(2, [])?), Err(PosetError::NoLeast));
/// # Ok::<(), PosetError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PosetError {
    /// More than 128 elements.
    #[error("a poset has at most {} elements here, and this one would have more", Poset::MOST)]
    TooLarge,
    /// Zero has no finite set of divisors.
    #[error("0 is divisible by every number: ask for the divisors of a number from 1 on")]
    DivisorsOfZero,
    /// A relation that names an element which is not there.
    #[error("there is no element {element}: the {len} elements are numbered from 0")]
    NoSuchElement {
        /// The element.
        element: usize,
        /// How many there are.
        len: usize,
    },
    /// Two elements that would each be below the other.
    #[error("{a} and {b} would each be below the other")]
    Cycle {
        /// One of them.
        a: String,
        /// The other.
        b: String,
    },
    /// Chomp needs a least element, which is poisoned.
    #[error("Chomp needs a least element, to be poisoned; this poset has none")]
    NoLeast,
    /// Strategy stealing needs a greatest element, other than the poisoned one.
    #[error("strategy stealing needs a greatest element that is not poisoned; this poset has none")]
    NoGreatest,
}

impl Poset {
    /// The most elements.
    ///
    /// ```
    /// use agon::{Poset, impartial::PosetError};
    ///
    /// assert!(Poset::chain(Poset::MOST).is_ok());
    /// assert_eq!(Poset::chain(Poset::MOST + 1), Err(PosetError::TooLarge));
    /// ```
    pub const MOST: usize = 128;

    /// The order of `len` elements that some relations `(below, above)` generate.
    ///
    /// # Errors
    /// [`PosetError`] if there are too many elements, or if the relations contradict each other.
    ///
    /// ```
    /// use agon::impartial::Poset;
    ///
    /// let n_shape = Poset::new(4, [(0, 2), (1, 2), (1, 3)])?;
    /// assert!(n_shape.at_most(0, 2) && !n_shape.at_most(0, 3));
    /// assert_eq!(Poset::new(2, [(0, 1), (1, 0)]).unwrap_err().to_string(), "0 and 1 would each be below the other");
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    pub fn new(len: usize, relations: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, PosetError> {
        let mut poset = Self::from_order((0..len).map(|n| n.to_string()), |a, b| a == b)?;
        for (below, above) in relations {
            for element in [below, above] {
                if element >= len {
                    return Err(PosetError::NoSuchElement { element, len });
                }
            }
            poset.above[below] |= 1 << above;
        }
        // Warshall's closure.
        for middle in 0..len {
            for element in 0..len {
                if poset.at_most(element, middle) {
                    poset.above[element] |= poset.above[middle];
                }
            }
        }
        let name = |n: usize| poset.names[n].clone();
        let cycle = (0..len).flat_map(|a| (0..a).map(move |b| (b, a)));
        match cycle.into_iter().find(|&(a, b)| poset.at_most(a, b) && poset.at_most(b, a)) {
            Some((a, b)) => Err(PosetError::Cycle { a: name(a), b: name(b) }),
            None => Ok(poset),
        }
    }

    /// `at_most` is trusted to be a partial order; all callers are in this file.
    fn from_order(
        names: impl IntoIterator<Item = String>,
        at_most: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, PosetError> {
        let names: Vec<String> = names.into_iter().take(Self::MOST + 1).collect();
        if names.len() > Self::MOST {
            return Err(PosetError::TooLarge);
        }
        let above = |a: usize| (0..names.len()).filter(|&b| at_most(a, b)).fold(0, |set, b| set | 1 << b);
        let above = (0..names.len()).map(above).collect();
        Ok(Self { names, above })
    }

    /// A chain of `len` elements, each above the one before.
    ///
    /// # Errors
    /// [`PosetError::TooLarge`].
    ///
    /// ```
    /// use agon::{Nimber, Poset, PosetGame, Solver};
    ///
    /// // The game on a chain is a Nim heap.
    /// let game = PosetGame::new(Poset::chain(5)?);
    /// assert_eq!(Solver::new(&game).grundy(&game.start())?, Nimber(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chain(len: usize) -> Result<Self, PosetError> {
        Self::from_order((0..len).map(|n| n.to_string()), |a, b| a <= b)
    }

    /// The grid of the given sides: tuples of coordinates from 1, compared coordinate by coordinate. Chomp on
    /// a grid of two sides is [`Chomp`](crate::Chomp) on a rectangle.
    ///
    /// # Errors
    /// [`PosetError::TooLarge`].
    ///
    /// ```
    /// use agon::impartial::Poset;
    ///
    /// assert_eq!(Poset::grid(&[2, 3])?.names(), ["(1, 1)", "(1, 2)", "(1, 3)", "(2, 1)", "(2, 2)", "(2, 3)"]);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    pub fn grid(sides: &[usize]) -> Result<Self, PosetError> {
        let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
        for &side in sides {
            if tuples.len().saturating_mul(side) > Self::MOST {
                return Err(PosetError::TooLarge);
            }
            let longer = |tuple: &Vec<usize>| {
                let tuple = tuple.clone();
                (1..=side).map(move |last| [tuple.as_slice(), &[last]].concat())
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let name = |tuple: &Vec<usize>| {
            let coordinates: Vec<String> = tuple.iter().map(usize::to_string).collect();
            format!("({})", coordinates.join(", "))
        };
        Self::from_order(tuples.iter().map(name), |a, b| {
            tuples[a].iter().zip(&tuples[b]).all(|(x, y)| x <= y)
        })
    }

    /// The divisors of a number, ordered by divisibility (Schuh's game of divisors, 1952).
    ///
    /// They are found by trial division, so that a number of twenty digits with two large prime factors takes half a minute. It can
    /// be [interrupted](crate::interrupt).
    ///
    /// # Errors
    /// [`PosetError`] for 0, or if there are too many divisors.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// let divisors = Poset::divisors(12)?;
    /// assert_eq!(divisors.names(), ["1", "2", "3", "4", "6", "12"]);
    /// assert!(Poset::divisors(0).is_err());
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    pub fn divisors(n: u64) -> Result<Self, PosetError> {
        if n == 0 {
            return Err(PosetError::DivisorsOfZero);
        }
        let mut divisors = vec![1];
        let (mut left, mut prime, mut root) = (n, 2, n.isqrt());
        while left > 1 {
            interrupt::check();
            if prime > root {
                // What is left is a prime.
                prime = left;
            }
            let mut of_power = if left.is_multiple_of(prime) { divisors.clone() } else { Vec::new() };
            while left.is_multiple_of(prime) {
                left /= prime;
                of_power.iter_mut().for_each(|divisor| *divisor *= prime);
                divisors.extend_from_slice(&of_power);
                if divisors.len() > Self::MOST {
                    return Err(PosetError::TooLarge);
                }
                root = left.isqrt();
            }
            prime += if prime == 2 { 1 } else { 2 };
        }
        divisors.sort_unstable();
        Self::from_order(divisors.iter().map(u64::to_string), |a, b| divisors[b].is_multiple_of(divisors[a]))
    }

    /// The subsets of a set of `n` elements, ordered by inclusion; the number of a subset has its elements as bits.
    ///
    /// # Errors
    /// [`PosetError::TooLarge`] from 8 elements on.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// let cube = Poset::subsets(3)?;
    /// assert_eq!(cube.len(), 8);
    /// assert!(Poset::subsets(8).is_err());
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    pub fn subsets(n: u32) -> Result<Self, PosetError> {
        let count = 1usize.checked_shl(n).filter(|&count| count <= Self::MOST).ok_or(PosetError::TooLarge)?;
        let name = |set: usize| {
            let members: Vec<String> =
                (0..n).filter(|i| set >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
            format!("{{{}}}", members.join(", "))
        };
        Self::from_order((0..count).map(name), |a, b| a & b == a)
    }

    /// The number of elements.
    ///
    /// ```
    /// assert_eq!(agon::Poset::grid(&[3, 4])?.len(), 12);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no element.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// assert!(Poset::chain(0)?.is_empty() && !Poset::subsets(0)?.is_empty());
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The elements in words.
    ///
    /// ```
    /// assert_eq!(agon::Poset::subsets(2)?.names(), ["{}", "{1}", "{2}", "{1, 2}"]);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether `a ≤ b`; `false` if one of them is no element.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// // 2 divides 6, and 4 does not.
    /// let divisors = Poset::divisors(12)?; // 1, 2, 3, 4, 6, 12
    /// assert!(divisors.at_most(1, 4) && !divisors.at_most(3, 4) && !divisors.at_most(0, 99));
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn at_most(&self, a: usize, b: usize) -> bool {
        b < self.len() && self.above.get(a).is_some_and(|above| above >> b & 1 == 1)
    }

    /// The element below all others, if there is one.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// assert_eq!(Poset::divisors(12)?.least(), Some(0));
    /// assert_eq!(Poset::new(3, [(0, 2), (1, 2)])?.least(), None);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn least(&self) -> Option<usize> {
        (0..self.len()).find(|&a| (0..self.len()).all(|b| self.at_most(a, b)))
    }

    /// The element above all others, if there is one.
    ///
    /// ```
    /// use agon::Poset;
    ///
    /// assert_eq!(Poset::divisors(12)?.greatest(), Some(5));
    /// assert_eq!(Poset::new(3, [(0, 1), (0, 2)])?.greatest(), None);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn greatest(&self) -> Option<usize> {
        (0..self.len()).find(|&b| (0..self.len()).all(|a| self.at_most(a, b)))
    }

    fn everything(&self) -> u128 {
        (0..self.len()).fold(0, |set, element| set | 1 << element)
    }
}

/// What is left of a poset: the elements as bits. `Debug` and `Display` name their numbers.
///
/// ```
/// use agon::{Poset, PosetGame};
///
/// let game = PosetGame::new(Poset::divisors(12)?);
/// // 4 is taken with 12.
/// let rest = game.take(game.start(), 3).expect("4 is there");
/// assert_eq!(rest.to_string(), "{0, 1, 2, 4}");
/// # Ok::<(), agon::impartial::PosetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Remaining(u128);

impl Remaining {
    /// The numbers of the elements, ascending.
    ///
    /// ```
    /// use agon::{Poset, PosetGame};
    ///
    /// let game = PosetGame::new(Poset::divisors(12)?);
    /// let rest = game.take(game.start(), 1).expect("2 is there");
    /// let names: Vec<&str> = rest.elements().map(|element| game.poset().names()[element].as_str()).collect();
    /// assert_eq!(names, ["1", "3"]);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    pub fn elements(self) -> impl Iterator<Item = usize> {
        (0..Poset::MOST).filter(move |element| self.0 >> element & 1 == 1)
    }
}

impl fmt::Display for Remaining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements: Vec<String> = self.elements().map(|element| element.to_string()).collect();
        f.pad(&format!("{{{}}}", elements.join(", ")))
    }
}

/// As readable as `Display`.
impl fmt::Debug for Remaining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The game on a poset: take an element together with everything above it. Whoever takes the last element wins, or
/// loses, if the least element is poisoned ([`chomp`](Self::chomp)).
///
/// Nim is the game on some chains side by side, Chomp that on a grid with a poisoned corner, Schuh's game that on the
/// divisors of a number with a poisoned 1.
///
/// ```
/// use agon::{Nimber, Solver, impartial::{Poset, PosetGame}};
///
/// // Chains of 2 and 3 elements: the Nim position (2, 3).
/// let nim = PosetGame::new(Poset::new(5, [(0, 1), (2, 3), (3, 4)])?);
/// let start = nim.start();
/// assert_eq!(Solver::new(&nim).grundy(&start)?, Nimber(2) + Nimber(3));
/// // Chomp in three dimensions, 2 × 2 × 2: the corner opposite to the poison wins.
/// let cube = PosetGame::chomp(Poset::grid(&[2, 2, 2])?)?;
/// assert_eq!(cube.winning_openings()?, ["(2, 2, 2)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PosetGame {
    poset: Poset,
    poisoned: Option<usize>,
}

impl PosetGame {
    /// The game in which the last element wins.
    ///
    /// ```
    /// use agon::{Outcome, Poset, PosetGame, Solver};
    ///
    /// // Two chains of the same length: the second player mirrors.
    /// let game = PosetGame::new(Poset::new(4, [(0, 1), (2, 3)])?);
    /// assert_eq!(Solver::new(&game).outcome(&game.start())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(poset: Poset) -> Self {
        Self { poset, poisoned: None }
    }

    /// Chomp: the least element is poisoned, so that whoever is left with it alone has no move.
    ///
    /// # Errors
    /// [`PosetError::NoLeast`].
    ///
    /// ```
    /// use agon::{Poset, PosetGame};
    ///
    /// // The subsets of {1, 2}: take the whole set, and two equal moves are left.
    /// let game = PosetGame::chomp(Poset::subsets(2)?)?;
    /// assert_eq!(game.winning_openings()?, ["{1, 2}"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chomp(poset: Poset) -> Result<Self, PosetError> {
        let poisoned = Some(poset.least().ok_or(PosetError::NoLeast)?);
        Ok(Self { poset, poisoned })
    }

    /// The poset.
    ///
    /// ```
    /// use agon::{Poset, PosetGame};
    ///
    /// assert_eq!(PosetGame::new(Poset::chain(3)?).poset(), &Poset::chain(3)?);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn poset(&self) -> &Poset {
        &self.poset
    }

    /// The position with all elements.
    ///
    /// ```
    /// use agon::{Poset, PosetGame};
    ///
    /// assert_eq!(PosetGame::new(Poset::chain(3)?).start().elements().count(), 3);
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Remaining {
        Remaining(self.poset.everything())
    }

    /// What is left after an element is taken together with everything above it; `None` if it is not there, or poisoned.
    ///
    /// ```
    /// use agon::impartial::{Poset, PosetGame};
    ///
    /// let game = PosetGame::new(Poset::divisors(12)?);
    /// let start = game.start();
    /// assert_eq!(start.elements().count(), 6);
    /// // The least element carries all others.
    /// let least = game.poset().least().expect("1 divides all of them");
    /// assert_eq!(game.take(start, least).map(|rest| rest.elements().count()), Some(0));
    /// # Ok::<(), agon::impartial::PosetError>(())
    /// ```
    #[must_use]
    pub fn take(&self, position: Remaining, element: usize) -> Option<Remaining> {
        let there = element < self.poset.len() && position.0 >> element & 1 == 1;
        (there && self.poisoned != Some(element)).then(|| Remaining(position.0 & !self.poset.above[element]))
    }

    fn moves(&self, position: Remaining) -> impl Iterator<Item = (usize, Remaining)> {
        position.elements().filter_map(move |element| Some((element, self.take(position, element)?)))
    }

    /// The names of the elements with which the first player may begin to win.
    ///
    /// # Errors
    /// [`SolveError::TooManyPositions`] if the poset has too many parts.
    ///
    /// ```
    /// use agon::impartial::{Poset, PosetGame};
    ///
    /// // The divisors of 2²·3² are a 3 × 3 grid: the opening is 2·3.
    /// let schuh = PosetGame::chomp(Poset::divisors(36)?)?;
    /// assert_eq!(schuh.winning_openings()?, ["6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_openings(&self) -> Result<Vec<String>, SolveError<Remaining>> {
        let mut solver = Solver::new(self);
        // The whole first, so that the others are known.
        solver.grundy(&self.start())?;
        let mut winning = Vec::new();
        for (element, rest) in self.moves(self.start()) {
            if solver.outcome(&rest)?.is_p() {
                winning.push(self.poset.names[element].clone());
            }
        }
        Ok(winning)
    }

    /// Why the first player wins, if there is a greatest element which is not poisoned: to take it alone is a harmless
    /// move. Moves are given by the names of their elements.
    ///
    /// # Errors
    /// [`StealingError`] if there is no such element, or too many positions.
    ///
    /// ```
    /// use agon::{Certificate, impartial::{Poset, PosetGame}};
    ///
    /// let stealing = PosetGame::chomp(Poset::divisors(72)?)?.strategy_stealing()?;
    /// assert_eq!((stealing.harmless_move().as_str(), stealing.winning_move().as_str()), ("72", "12"));
    /// assert!(stealing.is_stolen() && stealing.verify());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strategy_stealing(&self) -> Result<StrategyStealing<Self, String>, StealingError> {
        let start = self.start();
        let greatest = self.poset.greatest().ok_or(PosetError::NoGreatest)?;
        let left = self.take(start, greatest).ok_or(PosetError::NoGreatest)?;
        let mut solver = Solver::new(self);
        solver.grundy(&start)?;
        let mut reply = None;
        for (element, rest) in self.moves(left) {
            if solver.outcome(&rest)?.is_p() {
                reply = Some((self.poset.names[element].clone(), rest));
                break;
            }
        }
        let harmless = (self.poset.names[greatest].clone(), left);
        Ok(StrategyStealing { rules: self.clone(), start, harmless, reply })
    }
}

/// Why no strategy was stolen.
///
/// ```
/// use agon::{Poset, PosetGame, impartial::{PosetError, StealingError}};
///
/// // 0 below 1 and 2: no element is above all others.
/// let game = PosetGame::chomp(Poset::new(3, [(0, 1), (0, 2)])?)?;
/// assert_eq!(game.strategy_stealing().err(), Some(StealingError::Poset(PosetError::NoGreatest)));
/// # Ok::<(), PosetError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StealingError {
    /// The poset has no harmless move.
    #[error(transparent)]
    Poset(#[from] PosetError),
    /// The game has too many positions.
    #[error(transparent)]
    Solve(#[from] SolveError<Remaining>),
}

impl Impartial for PosetGame {
    type Position = Remaining;

    fn options(&self, position: &Remaining) -> Vec<Remaining> {
        self.moves(*position).map(|(_, rest)| rest).collect()
    }
}
