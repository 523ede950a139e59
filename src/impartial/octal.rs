//! Octal games: take counters from a heap and perhaps split the rest.

use std::fmt;
use std::str::FromStr;

use super::splitting::Splitting;
use super::take_and_break::{
    CodeFault, TakeAndBreak, count_heap_options, heap_options, heaps_alone, most_options, options_of_heaps,
    places, print_code, read_code,
};
use super::{Heaps, Impartial};

/// An octal game, named by its code `d₀.d₁d₂d₃…` (Guy and Smith, 1956).
///
/// A move chooses a heap, removes `k` counters from it and leaves the rest as 0, 1 or 2 non-empty heaps: bit `i` of
/// the digit `d_k` allows exactly `i` heaps. So `7 = 4 + 2 + 1` allows everything, `3` no splitting, and `4` only
/// splitting. `d₀` can be 0, or 4: splitting a heap without taking anything.
///
/// | code | game |
/// |---|---|
/// | `0.77` | Kayles: knock down one pin, or two neighbours |
/// | `0.07` | Dawson's Kayles: remove two neighbours |
/// | `0.137` | Dawson's Chess |
/// | `0.6` | Officers |
/// | `0.007` | Treblecross |
///
/// ```
/// use agon::{Heaps, OctalGame, Solver};
///
/// let kayles: OctalGame = "0.77".parse()?;
/// assert_eq!(kayles, OctalGame::kayles());
/// assert_eq!(kayles.grundy_sequence(16), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]);
///
/// // The general solver plays whole positions.
/// let analysis = Solver::new(kayles).analyse(&Heaps::from([3, 5]))?;
/// assert_eq!(analysis.value.size(), 3 ^ 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OctalGame {
    /// `d₀, d₁, …` up to the last digit that is not 0.
    digits: Vec<u8>,
}

impl OctalGame {
    /// Kayles, `0.77`.
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// let kayles = OctalGame::kayles();
    /// assert_eq!(kayles, "0.77".parse()?);
    /// assert_eq!(kayles.grundy_sequence(8), [0, 1, 2, 3, 1, 4, 3, 2]);
    /// # Ok::<(), agon::impartial::ParseOctalError>(())
    /// ```
    #[must_use]
    pub fn kayles() -> Self {
        Self { digits: vec![0, 7, 7] }
    }

    /// Dawson's Kayles, `0.07`.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let game = OctalGame::dawsons_kayles();
    /// assert_eq!(game.grundy_sequence(10), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
    /// assert_eq!(PeriodCertificate::find(&game, 500).map(|certificate| certificate.period()), Some(34));
    /// ```
    #[must_use]
    pub fn dawsons_kayles() -> Self {
        Self { digits: vec![0, 0, 7] }
    }

    /// Dawson's Chess, `0.137`.
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// // Dawson's Chess is Dawson's Kayles with one more counter.
    /// let chess = OctalGame::dawsons_chess().grundy_sequence(100);
    /// assert_eq!(chess[..], OctalGame::dawsons_kayles().grundy_sequence(101)[1..]);
    /// ```
    #[must_use]
    pub fn dawsons_chess() -> Self {
        Self { digits: vec![0, 1, 3, 7] }
    }

    /// Games that have names, each with its code. Names differ in case and in the apostrophe without harm.
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// for (name, code) in OctalGame::NAMED {
    ///     assert_eq!(OctalGame::named(name)?, code.parse()?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const NAMED: [(&'static str, &'static str); 7] = [
        ("Kayles", "0.77"),
        ("Dawson's Kayles", "0.07"),
        ("Dawson's Chess", "0.137"),
        ("Treblecross", "0.007"),
        ("Officers", "0.6"),
        ("Guiles", "0.15"),
        ("dominoes on a strip", "0.07"),
    ];

    /// A game of [`NAMED`](Self::NAMED).
    ///
    /// # Errors
    /// [`UnknownOctalGame`], which lists the names.
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// assert_eq!(OctalGame::named("treblecross")?.to_string(), "0.007");
    /// assert!(OctalGame::named("chess").unwrap_err().to_string().contains("Dawson's Chess"));
    /// # Ok::<(), agon::impartial::UnknownOctalGame>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, UnknownOctalGame> {
        let letters = |name: &str| -> String {
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        Self::NAMED
            .iter()
            .find(|(known, _)| letters(known) == letters(name))
            .and_then(|(_, code)| code.parse().ok())
            .ok_or_else(|| UnknownOctalGame { name: name.to_owned() })
    }

    /// The digit `d_k`: bit `i` says whether the rest, after `k` counters are removed, may form `i` non-empty heaps.
    ///
    /// ```
    /// let dawson: agon::OctalGame = "0.137".parse()?;
    /// assert_eq!([dawson.digit(0), dawson.digit(3), dawson.digit(4)], [0, 7, 0]);
    /// # Ok::<(), agon::impartial::ParseOctalError>(())
    /// ```
    #[must_use]
    pub fn digit(&self, k: usize) -> u8 {
        self.digits.get(k).copied().unwrap_or(0)
    }

    /// The place of the last digit that is not 0, that is, the most counters that a move can remove.
    ///
    /// ```
    /// assert_eq!(agon::OctalGame::dawsons_chess().last_digit(), 3);
    /// ```
    #[must_use]
    pub fn last_digit(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// What a single heap can become: positions of at most two heaps, each once.
    ///
    /// ```
    /// use agon::{Heaps, OctalGame};
    ///
    /// let options = OctalGame::kayles().heap_options(3);
    /// assert_eq!(options, [Heaps::from([2]), Heaps::from([1, 1]), Heaps::from([1])]);
    /// ```
    #[must_use]
    pub fn heap_options(&self, heap: u32) -> Vec<Heaps> {
        heap_options(&self.digits, heap)
    }

    /// The Grundy values `G(0), …, G(count − 1)` of single heaps.
    ///
    /// Most games take time in proportion to `count²`, with a small constant; where few heaps are rare, as in Kayles (see
    /// *Winning Ways*, chapter 4, on sparse spaces), in proportion to `count`: a million heaps of Kayles take less than a
    /// second. No period is used. It can be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If `count` is more than [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// let values = OctalGame::kayles().grundy_sequence(25);
    /// assert_eq!(values[15..], [7, 1, 4, 3, 2, 1, 4, 6, 7, 4]);
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        let [ends, singles, pairs] = [1, 2, 4].map(|bit| places(&self.digits, bit));
        Splitting { ends, singles, pairs, unequal: false }.grundy_sequence(count)
    }
}

/// A heap of size 0 is nothing: it is dropped from the options and the components.
impl Impartial for OctalGame {
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

impl TakeAndBreak for OctalGame {
    const PARTS: usize = 2;

    fn last_digit(&self) -> usize {
        Self::last_digit(self)
    }

    fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        Self::grundy_sequence(self, count)
    }
}

impl fmt::Display for OctalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&print_code(&self.digits))
    }
}

/// As readable as `Display`.
impl fmt::Debug for OctalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// There is no octal game of this name.
///
/// ```
/// let error = agon::OctalGame::named("chess").unwrap_err();
/// assert!(error.to_string().starts_with("no octal game is known as `chess`; there are Kayles; "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no octal game is known as `{name}`; there are {}", OctalGame::NAMED.map(|(name, _)| name).join("; "))]
pub struct UnknownOctalGame {
    name: String,
}

/// A text that is no octal code.
///
/// ```
/// use agon::{OctalGame, impartial::ParseOctalError};
///
/// assert!(matches!("77".parse::<OctalGame>(), Err(ParseOctalError::NoPoint { .. })));
/// assert_eq!(
///     "0.78".parse::<OctalGame>().unwrap_err().to_string(),
///     "`8` in `0.78` is no octal digit: 0 to 7; with 8 to F, which allow three heaps, it is a HexadecimalGame"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseOctalError {
    /// The point is missing.
    #[error("`{code}` has no point: an octal code looks like 0.77, .137 or 4.007")]
    NoPoint {
        /// The text.
        code: String,
    },
    /// The digit before the point would allow a move that changes nothing, or is no digit.
    #[error(
        "`{code}` begins with `{whole}`: before the point stands 0 (or nothing), or 4 (a heap may be split)"
    )]
    Whole {
        /// The text.
        code: String,
        /// What stands before the point.
        whole: String,
    },
    /// A character after the point is no octal digit.
    #[error(
        "`{digit}` in `{code}` is no octal digit: 0 to 7{}",
        if digit.is_ascii_hexdigit() { "; with 8 to F, which allow three heaps, it is a HexadecimalGame" } else { "" }
    )]
    Digit {
        /// The text.
        code: String,
        /// The character.
        digit: char,
    },
}

/// Reads what `Display` prints; the 0 before the point may be left out. Zeros at the end do not matter.
impl FromStr for OctalGame {
    type Err = ParseOctalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = text.trim();
        let digits = read_code(code, 8, &[4]).map_err(|fault| {
            let code = code.to_owned();
            match fault {
                CodeFault::NoPoint => ParseOctalError::NoPoint { code },
                CodeFault::Whole(whole) => ParseOctalError::Whole { code, whole },
                CodeFault::Digit(digit) => ParseOctalError::Digit { code, digit },
            }
        })?;
        Ok(Self { digits })
    }
}
