//! Subtraction games: from a heap take a number of counters that belongs to a set.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::sequence::admitted;
use super::take_and_break::{heaps_alone, most_options, options_of_heaps};
use super::{Heaps, Impartial, mex};
use crate::interrupt;
use crate::listing::admit_options;

/// The subtraction game of a set `S` of positive numbers: a move takes `s ∈ S` counters from one heap (*Winning Ways*,
/// chapter 4).
///
/// | set | game |
/// |---|---|
/// | `{1, 2}` | counting down by 1 or 2; taking 1 or 2 cards of a pack |
/// | `{1, …, m}` | Bash's game, [`bash`](Self::bash): `G(n) = n mod (m + 1)` |
/// | `{1, 2, 4, 8, …}` | powers of two, [`powers_of_two`](Self::powers_of_two): `G(n) = n mod 3` |
/// | `{1, 2, 3, …}` | a Nim heap, [`every_number`](Self::every_number): `G(n) = n` |
///
/// The values of a finite set are periodic; [`SubtractionPeriod`](super::SubtractionPeriod) proves the period.
///
/// ```
/// use agon::{Heaps, Solver};
/// use agon::impartial::SubtractionGame;
///
/// let game: SubtractionGame = "1, 3, 4".parse()?;
/// assert_eq!(game, SubtractionGame::new([4, 3, 1])?);
/// assert_eq!(game.grundy_sequence(15), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0]);
/// assert_eq!(Solver::new(game).winning_moves(&Heaps::from([10]))?, [Heaps::from([9]), Heaps::from([7])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubtractionGame {
    set: SubtractionSet,
}

/// What may be taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum SubtractionSet {
    /// In ascending order, not empty, with a gap between each and the next: a set may have thousands of millions of numbers.
    Finite(Vec<RangeInclusive<u32>>),
    PowersOfTwo,
    EveryNumber,
}

/// Why there is no such subtraction game.
///
/// ```
/// use agon::{SubtractionGame, impartial::SubtractionError};
///
/// assert_eq!(SubtractionGame::new([]), Err(SubtractionError::Empty));
/// assert_eq!(SubtractionGame::new([0, 1]), Err(SubtractionError::Zero));
/// assert_eq!("9-3".parse::<SubtractionGame>(), Err(SubtractionError::Backwards { from: 9, to: 3 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubtractionError {
    /// Nothing can be taken.
    #[error("a subtraction set has at least one number")]
    Empty,
    /// Taking nothing would be a move.
    #[error("0 is in the set, but a move has to take something: all numbers must be at least 1")]
    Zero,
    /// A range whose end comes before its beginning.
    #[error("`{from}-{to}` runs backwards, since {from} is more than {to}: write {to}-{from}")]
    Backwards {
        /// What stands first.
        from: u32,
        /// What stands last.
        to: u32,
    },
    /// A text that is no set.
    #[error(
        "`{part}` in `{text}` is no number below 2³²: write a set such as 1, 3, 4 or 1-10, or 1, 2, 4, 8, … for the \
         powers of two, or 1, 2, 3, … for every number"
    )]
    Parse {
        /// The text.
        text: String,
        /// The part that is no number.
        part: String,
    },
}

impl SubtractionGame {
    /// The game of a finite set, in which order and repetitions do not matter.
    ///
    /// # Errors
    /// [`SubtractionError`] if the set is empty or has a 0.
    ///
    /// ```
    /// use agon::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::new([4, 1, 3, 1])?.numbers(10), [1, 3, 4]);
    /// assert!(SubtractionGame::new([0, 1]).is_err());
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    pub fn new(set: impl IntoIterator<Item = u32>) -> Result<Self, SubtractionError> {
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for number in set {
            interrupt::check();
            match ranges.last_mut() {
                Some(last) if last.end().checked_add(1) == Some(number) => *last = *last.start()..=number,
                _ => ranges.push(number..=number),
            }
        }
        Self::of_ranges(ranges)
    }

    /// The game of a set that is given as ranges, in any order.
    fn of_ranges(mut ranges: Vec<RangeInclusive<u32>>) -> Result<Self, SubtractionError> {
        ranges.sort_unstable_by_key(|range| *range.start());
        let mut set: Vec<RangeInclusive<u32>> = Vec::new();
        for range in ranges {
            match set.last_mut() {
                Some(last) if last.end().checked_add(1).is_none_or(|next| *range.start() <= next) => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => set.push(range),
            }
        }
        match set.first().map(RangeInclusive::start) {
            None => Err(SubtractionError::Empty),
            Some(0) => Err(SubtractionError::Zero),
            Some(_) => Ok(Self { set: SubtractionSet::Finite(set) }),
        }
    }

    /// Bash's game: take one to `most` counters. `G(n) = n mod (most + 1)`.
    ///
    /// # Errors
    /// [`SubtractionError::Empty`] if `most` is 0.
    ///
    /// ```
    /// use agon::impartial::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::bash(3)?.grundy_sequence(9), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    pub fn bash(most: u32) -> Result<Self, SubtractionError> {
        if most == 0 { Err(SubtractionError::Empty) } else { Self::of_ranges(vec![1..=most]) }
    }

    /// Take 1, 2, 4, 8, … counters. (The names *Ruler* and *Mock Turtles* belong to
    /// [coin-turning games](super::CoinTurning), which are different.)
    ///
    /// ```
    /// use agon::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::powers_of_two().grundy_sequence(9), [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    /// ```
    #[must_use]
    pub fn powers_of_two() -> Self {
        Self { set: SubtractionSet::PowersOfTwo }
    }

    /// Take any positive number: heaps of [`Nim`](super::Nim).
    ///
    /// ```
    /// use agon::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::every_number().grundy_sequence(5), [0, 1, 2, 3, 4]);
    /// ```
    #[must_use]
    pub fn every_number() -> Self {
        Self { set: SubtractionSet::EveryNumber }
    }

    /// The numbers that may be taken from a heap of `heap` counters, in ascending order.
    ///
    /// # Panics
    /// If there are more than 2²⁵.
    ///
    /// ```
    /// use agon::impartial::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::powers_of_two().numbers(10), [1, 2, 4, 8]);
    /// ```
    #[must_use]
    pub fn numbers(&self, heap: u32) -> Vec<u32> {
        admit_options(self.count(heap), 1);
        match &self.set {
            SubtractionSet::Finite(set) => {
                set.iter().flat_map(|range| *range.start()..=heap.min(*range.end())).collect()
            }
            SubtractionSet::PowersOfTwo => {
                (0..u32::BITS).map(|exponent| 1 << exponent).take_while(|&number| number <= heap).collect()
            }
            SubtractionSet::EveryNumber => (1..=heap).collect(),
        }
    }

    /// How many [`numbers`](Self::numbers) there are.
    fn count(&self, heap: u32) -> u64 {
        match &self.set {
            SubtractionSet::Finite(set) => {
                let up_to = |range: &RangeInclusive<u32>| {
                    (u64::from(heap.min(*range.end())) + 1).saturating_sub(u64::from(*range.start()))
                };
                set.iter().map(up_to).sum()
            }
            SubtractionSet::PowersOfTwo => u64::from(heap.checked_ilog2().map_or(0, |exponent| exponent + 1)),
            SubtractionSet::EveryNumber => heap.into(),
        }
    }

    /// The greatest number of the set; `None` if the set is infinite.
    ///
    /// ```
    /// use agon::SubtractionGame;
    ///
    /// assert_eq!(SubtractionGame::new([1, 3, 4])?.greatest(), Some(4));
    /// assert_eq!(SubtractionGame::powers_of_two().greatest(), None);
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn greatest(&self) -> Option<u32> {
        match &self.set {
            SubtractionSet::Finite(set) => set.last().map(|range| *range.end()),
            SubtractionSet::PowersOfTwo | SubtractionSet::EveryNumber => None,
        }
    }

    /// The Grundy values `G(0), …, G(count − 1)` of single heaps, by mex. (From a heap of which any
    /// number may be taken, every smaller one is reached: these alone, where the cost would be quadratic, have their value
    /// `G(n) = n` by the formula.) It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::SubtractionGame;
    ///
    /// // Take 2 or 3: two equal values each, 0 0 1 1 2 with period 5.
    /// assert_eq!(SubtractionGame::new([2, 3])?.grundy_sequence(10), [0, 0, 1, 1, 2, 0, 0, 1, 1, 2]);
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        let end = admitted(count) as u32;
        let any_number = match &self.set {
            SubtractionSet::EveryNumber => end,
            SubtractionSet::Finite(set) if *set[0].start() == 1 => end.min(set[0].end().saturating_add(1)),
            SubtractionSet::Finite(_) | SubtractionSet::PowersOfTwo => 0,
        };
        let mut values: Vec<u32> = Vec::with_capacity(count);
        values.extend(0..any_number);
        for heap in any_number..end {
            interrupt::check();
            let after = |number: u32| values[(heap - number) as usize];
            let value = match &self.set {
                // Not listed: a range may be long.
                SubtractionSet::Finite(set) => {
                    mex(set.iter().flat_map(|range| *range.start()..=heap.min(*range.end())).map(after))
                }
                _ => mex(self.numbers(heap).into_iter().map(after)),
            };
            values.push(value);
        }
        values
    }
}

/// A heap of size 0 is nothing: it is dropped from the options and the components.
impl Impartial for SubtractionGame {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        options_of_heaps(heaps, |heap| {
            self.numbers(heap).into_iter().map(|number| Heaps::from([heap - number])).collect()
        })
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        heaps_alone(heaps)
    }

    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        most_options(heaps, |heap| self.count(heap))
    }
}

/// How many numbers that follow one another are printed one by one.
const MOST_LISTED: u32 = 100;

/// The numbers in braces; more than a hundred that follow one another are a range, such as `1-1000`.
impl fmt::Display for SubtractionGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = match &self.set {
            SubtractionSet::Finite(set) => {
                let in_words = |range: &RangeInclusive<u32>| {
                    if range.end() - range.start() < MOST_LISTED {
                        range.clone().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
                    } else {
                        format!("{}-{}", range.start(), range.end())
                    }
                };
                set.iter().map(in_words).collect::<Vec<_>>().join(", ")
            }
            SubtractionSet::PowersOfTwo => "1, 2, 4, 8, …".to_owned(),
            SubtractionSet::EveryNumber => "1, 2, 3, …".to_owned(),
        };
        f.pad(&format!("{{{set}}}"))
    }
}

/// Reads what `Display` prints. The braces may be left out, a comma or a space separates two numbers, and `1-10` stands
/// for all the numbers from 1 to 10.
impl FromStr for SubtractionGame {
    type Err = SubtractionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        let inner = trimmed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(trimmed);
        let parts: Vec<&str> = inner.split([',', ' ']).filter(|part| !part.is_empty()).collect();
        if let [start @ .., "…" | "..."] = parts.as_slice() {
            match start {
                ["1", "2", "4"] | ["1", "2", "4", "8"] | ["1", "2", "4", "8", "16"] => {
                    return Ok(Self::powers_of_two());
                }
                ["1", "2", "3"] | ["1", "2", "3", "4"] => return Ok(Self::every_number()),
                _ => {}
            }
        }
        let mut ranges = Vec::new();
        for part in parts {
            let number = |digits: &str| {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                plain
                    .then(|| digits.parse::<u32>().ok())
                    .flatten()
                    .ok_or_else(|| SubtractionError::Parse { text: text.to_owned(), part: part.to_owned() })
            };
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (number(from)?, number(to)?);
            if from > to {
                return Err(SubtractionError::Backwards { from, to });
            }
            ranges.push(from..=to);
        }
        Self::of_ranges(ranges)
    }
}
