//! Octal games: take counters from a heap and perhaps split the rest.

use std::fmt;
use std::str::FromStr;

use super::{Heaps, Impartial};
use crate::interrupt;

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
    #[must_use]
    pub fn kayles() -> Self {
        Self { digits: vec![0, 7, 7] }
    }

    /// Dawson's Kayles, `0.07`.
    #[must_use]
    pub fn dawsons_kayles() -> Self {
        Self { digits: vec![0, 0, 7] }
    }

    /// Dawson's Chess, `0.137`.
    #[must_use]
    pub fn dawsons_chess() -> Self {
        Self { digits: vec![0, 1, 3, 7] }
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
        let mut options = Vec::new();
        for (removed, digit) in (0..=heap).zip(&self.digits) {
            let rest = heap - removed;
            if digit & 1 != 0 && rest == 0 {
                options.push(Heaps::default());
            }
            if digit & 2 != 0 && rest > 0 {
                options.push(Heaps::from([rest]));
            }
            if digit & 4 != 0 {
                options.extend((1..=rest / 2).map(|part| Heaps::from([part, rest - part])));
            }
        }
        options
    }

    /// The Grundy values `G(0), …, G(count − 1)` of single heaps.
    ///
    /// The cost is quadratic: forty thousand heaps of Kayles take a second, a hundred thousand some five. It can be [interrupted](crate::interrupt).
    ///
    /// ```
    /// use agon::OctalGame;
    ///
    /// let values = OctalGame::kayles().grundy_sequence(25);
    /// assert_eq!(values[15..], [7, 1, 4, 3, 2, 1, 4, 6, 7, 4]);
    /// ```
    #[must_use]
    pub fn grundy_sequence(&self, count: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        // `seen[v] == n` says that heap n has an option of value v; the length stays a power of two above every
        // nim-sum of two values, so that no index needs to be compared with it.
        let mut seen: Vec<usize> = vec![usize::MAX; 2];
        for heap in 0..count {
            interrupt::check();
            for (removed, digit) in (0..=heap).zip(&self.digits) {
                let rest = heap - removed;
                if digit & 1 != 0 && rest == 0 {
                    seen[0] = heap;
                }
                if digit & 2 != 0 && rest > 0 {
                    seen[values[rest] as usize] = heap;
                }
                if digit & 4 != 0 && rest > 1 {
                    let (low, high) = (&values[1..=rest / 2], &values[rest.div_ceil(2)..rest]);
                    let mask = seen.len() - 1;
                    for (a, b) in low.iter().zip(high.iter().rev()) {
                        seen[(a ^ b) as usize & mask] = heap;
                    }
                }
            }
            let value = seen.iter().take_while(|&&mark| mark == heap).count();
            if 2 * (value + 1) > seen.len() {
                seen.resize((2 * (value + 1)).next_power_of_two(), usize::MAX);
            }
            values.push(
                u32::try_from(value).expect("no value exceeds the longest play, which is under 2n moves"),
            );
        }
        values
    }
}

/// A heap of size 0 is nothing: it is dropped from the options and the components.
impl Impartial for OctalGame {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps) -> Vec<Heaps> {
        let mut options = Vec::new();
        for chosen in heaps.distinct().filter(|&size| size > 0) {
            let mut others: Vec<u32> = heaps.sizes().iter().copied().filter(|&size| size > 0).collect();
            others.remove(others.partition_point(|&size| size < chosen));
            options.extend(
                self.heap_options(chosen)
                    .iter()
                    .map(|parts| others.iter().chain(parts.sizes()).copied().collect::<Heaps>()),
            );
        }
        options
    }

    fn components(&self, heaps: &Heaps) -> Vec<Heaps> {
        heaps.sizes().iter().filter(|&&size| size > 0).map(|&size| Heaps::from([size])).collect()
    }
}

impl fmt::Display for OctalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut code = format!("{}.", self.digit(0));
        code.extend(self.digits.iter().skip(1).map(|&digit| char::from(b'0' + digit)));
        if self.digits.len() < 2 {
            code.push('0');
        }
        f.pad(&code)
    }
}

/// As readable as `Display`.
impl fmt::Debug for OctalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no octal code.
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
    #[error("`{digit}` in `{code}` is no octal digit: 0 to 7")]
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
        let Some((whole, fraction)) = code.split_once('.') else {
            return Err(ParseOctalError::NoPoint { code: code.to_owned() });
        };
        let first = match whole {
            "" | "0" => 0,
            "4" => 4,
            _ => {
                return Err(ParseOctalError::Whole { code: code.to_owned(), whole: whole.to_owned() });
            }
        };
        let mut digits = vec![first];
        for digit in fraction.chars() {
            match digit.to_digit(8) {
                Some(value) => digits.push(value as u8),
                None => {
                    return Err(ParseOctalError::Digit { code: code.to_owned(), digit });
                }
            }
        }
        digits.truncate(digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1));
        Ok(Self { digits })
    }
}
