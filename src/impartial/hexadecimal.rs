//! Hexadecimal games: take counters from a heap and split the rest into at most three.

use std::fmt;
use std::str::FromStr;

use super::splitting::Splitting;
use super::splitting_in_three;
use super::take_and_break::{
    CodeFault, TakeAndBreak, count_heap_options, heap_options, heaps_alone, most_options, options_of_heaps,
    places, print_code, read_code,
};
use super::{Heaps, Impartial, OctalGame};

/// A hexadecimal game, named by its code `d₀.d₁d₂d₃…`: as an [`OctalGame`], with one more bit, so that the digits go up to
/// `F = 8 + 4 + 2 + 1`. Bit `i` of the digit `d_k` allows a move to remove `k` counters and leave exactly `i` non-empty heaps,
/// `i ≤ 3`. `d₀` can be 0, 4, 8 or C.
///
/// ```
/// use agon::{Heaps, Nimber, OctalGame, PeriodCertificate, Solver};
/// use agon::impartial::HexadecimalGame;
///
/// // Take one counter, and leave three heaps.
/// let game: HexadecimalGame = "0.8".parse()?;
/// assert_eq!(game.grundy_sequence(12), [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]);
/// assert_eq!(Solver::new(&game).grundy(&Heaps::from([4, 7]))?, Nimber(1 ^ 2));
///
/// let game: HexadecimalGame = "0.F".parse()?;
/// let certificate = PeriodCertificate::find(&game, 100).expect("it is periodic");
/// assert_eq!((certificate.preperiod(), certificate.period()), (1, 2));
///
/// // Every octal game is a hexadecimal game.
/// assert_eq!(HexadecimalGame::from(OctalGame::kayles()), "0.77".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct HexadecimalGame {
    /// `d₀, d₁, …` up to the last digit that is not 0.
    digits: Vec<u8>,
}

impl HexadecimalGame {
    /// The digit `d_k`.
    ///
    /// ```
    /// let game: agon::HexadecimalGame = "0.F3".parse()?;
    /// assert_eq!([1, 2, 3].map(|k| game.digit(k)), [15, 3, 0]);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn digit(&self, k: usize) -> u8 {
        self.digits.get(k).copied().unwrap_or(0)
    }

    /// The place of the last digit that is not 0, that is, the most counters that a move can remove.
    ///
    /// ```
    /// let game: agon::HexadecimalGame = "0.0080".parse()?;
    /// assert_eq!(game.last_digit(), 3);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn last_digit(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// What a single heap can become: positions of at most three heaps, each once.
    ///
    /// ```
    /// use agon::Heaps;
    /// use agon::impartial::HexadecimalGame;
    ///
    /// let game: HexadecimalGame = "0.8".parse()?;
    /// assert_eq!(game.heap_options(6), [Heaps::from([1, 1, 3]), Heaps::from([1, 2, 2])]);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn heap_options(&self, heap: u32) -> Vec<Heaps> {
        heap_options(&self.digits, heap)
    }

    /// The Grundy values `G(0), …, G(count − 1)` of single heaps.
    ///
    /// The cost is quadratic, not cubic: the sums of two heaps are kept as sets of bits. A code without splits in three is
    /// as fast as an [`OctalGame`]. It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::HexadecimalGame;
    ///
    /// let game: HexadecimalGame = "0.29".parse()?;
    /// assert_eq!(game.grundy_sequence(8), [0, 0, 1, 0, 1, 2, 0, 1]);
    /// # Ok::<(), agon::impartial::ParseHexadecimalError>(())
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        let [ends, singles, pairs, triples] = [1, 2, 4, 8].map(|bit| places(&self.digits, bit));
        let moves = Splitting { ends, singles, pairs, unequal: false };
        if triples.is_empty() {
            moves.grundy_sequence(count)
        } else {
            splitting_in_three::grundy_sequence(&moves, &triples, count)
        }
    }
}

impl From<OctalGame> for HexadecimalGame {
    fn from(game: OctalGame) -> Self {
        Self { digits: (0..=game.last_digit()).map(|k| game.digit(k)).collect() }
    }
}

impl TakeAndBreak for HexadecimalGame {
    const PARTS: usize = 3;

    fn last_digit(&self) -> usize {
        Self::last_digit(self)
    }

    fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        Self::grundy_sequence(self, count)
    }
}

/// A heap of size 0 is nothing: it is dropped from the options and the components.
impl Impartial for HexadecimalGame {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        options_of_heaps(heaps, |heap| self.heap_options(heap))
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        heaps_alone(heaps)
    }

    fn reachable_at_least(&self, heaps: &Heaps) -> u64 {
        most_options(heaps, |heap| count_heap_options(&self.digits, heap))
    }
}

impl fmt::Display for HexadecimalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&print_code(&self.digits))
    }
}

/// As readable as `Display`.
impl fmt::Debug for HexadecimalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no hexadecimal code.
///
/// ```
/// use agon::{HexadecimalGame, impartial::ParseHexadecimalError};
///
/// assert!(matches!("77".parse::<HexadecimalGame>(), Err(ParseHexadecimalError::NoPoint { .. })));
/// assert!(matches!("0.G".parse::<HexadecimalGame>(), Err(ParseHexadecimalError::Digit { digit: 'G', .. })));
/// // 1 before the point would be a move that takes nothing.
/// assert!(matches!("1.7".parse::<HexadecimalGame>(), Err(ParseHexadecimalError::Whole { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseHexadecimalError {
    /// The point is missing.
    #[error("`{code}` has no point: a hexadecimal code looks like 0.8, .F3 or 8.007")]
    NoPoint {
        /// The text.
        code: String,
    },
    /// The digit before the point would allow a move that changes nothing, or is no digit.
    #[error(
        "`{code}` begins with `{whole}`: before the point stands 0 (or nothing), or 4, 8 or C (a heap may be split)"
    )]
    Whole {
        /// The text.
        code: String,
        /// What stands before the point.
        whole: String,
    },
    /// A character after the point is no hexadecimal digit.
    #[error("`{digit}` in `{code}` is no hexadecimal digit: 0 to 9 or A to F")]
    Digit {
        /// The text.
        code: String,
        /// The character.
        digit: char,
    },
}

/// Reads what `Display` prints; small letters are digits too, and the 0 before the point may be left out. Zeros at the
/// end do not matter.
impl FromStr for HexadecimalGame {
    type Err = ParseHexadecimalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = text.trim();
        let digits = read_code(code, 16, &[4, 8, 12]).map_err(|fault| {
            let code = code.to_owned();
            match fault {
                CodeFault::NoPoint => ParseHexadecimalError::NoPoint { code },
                CodeFault::Whole(whole) => ParseHexadecimalError::Whole { code, whole },
                CodeFault::Digit(digit) => ParseHexadecimalError::Digit { code, digit },
            }
        })?;
        Ok(Self { digits })
    }
}
