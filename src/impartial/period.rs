//! The period of a take-and-break game, with the finite check that proves it for ever.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::sequence::LONGEST_SEQUENCE;
use super::take_and_break::TakeAndBreak;
use super::{Nimber, OctalGame};
use crate::evidence::Certificate;

/// A proof that the Grundy values of an octal or hexadecimal game are periodic from some heap on.
///
/// *Periodicity theorem* (Guy and Smith, 1956). Let `k` be the place of the last non-zero digit of the code, and `h` the
/// most heaps that a move can leave of one: 2 in an [`OctalGame`], 3 in a
/// [`HexadecimalGame`](super::HexadecimalGame). If `G(n + p) = G(n)` for all `n` with `e ≤ n < he + (h − 1)p + k`, where
/// `e, p ≥ 1`, then it holds for all `n ≥ e`.
///
/// For a larger heap `n + p`, an option leaves `h` heaps of together at least `n + p − k`; the largest of them has at
/// least `e + p` counters and can be made smaller by `p` without a change of its value, and the options of `n` arise in
/// this way. So the values have to be known for the heaps up to `he + hp + k − 1`, which is [`checked_to`](Self::checked_to).
///
/// A certificate can only be made by that check. (`e ≥ 1`, because an empty heap is no heap: a digit distinguishes them.)
///
/// ```
/// use agon::{Certificate, OctalGame, PeriodCertificate};
///
/// let kayles = PeriodCertificate::find(&OctalGame::kayles(), 1000).expect("Kayles is periodic");
/// assert_eq!((kayles.preperiod(), kayles.period(), kayles.checked_to()), (71, 12, 167));
/// assert_eq!(kayles.exceptions().len(), 14);
/// assert_eq!(kayles.value(1_000_000_000_000).size(), 1);
/// assert!(kayles.verify());
/// ```
///
/// In JSON a certificate is the code, preperiod, period, and all values that entered the check. Reading it back computes
/// the values again and refuses a record that differs from them:
///
/// ```
/// use agon::{OctalGame, PeriodCertificate};
///
/// let chess = PeriodCertificate::find(&"0.137".parse::<OctalGame>()?, 500).expect("Dawson's chess is periodic");
/// let json = serde_json::to_string(&chess)?;
/// assert!(json.starts_with(r#"{"game":"0.137","preperiod":52,"period":34,"values":[0,1,1,2,0,3,"#), "{json}");
/// assert_eq!(serde_json::from_str::<PeriodCertificate>(&json)?, chess);
/// assert!(serde_json::from_str::<PeriodCertificate>(&json.replace("[0,1,1", "[0,1,2")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodCertificate<G = OctalGame> {
    game: G,
    preperiod: usize,
    period: usize,
    /// `G(0), …, G(checked_to)`.
    values: Vec<u32>,
}

/// A heap before the periodic part whose value differs from the one that the period would give.
///
/// ```
/// use agon::{Nimber, OctalGame, PeriodCertificate};
///
/// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
/// // G(70) = 6, but all large n ≡ 10 (mod 12) have the value 2.
/// let last = kayles.exceptions()[13];
/// assert_eq!((last.heap, last.value, last.periodic_value), (70, Nimber(6), Nimber(2)));
/// # Ok::<(), agon::impartial::PeriodError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PeriodException {
    /// The size of the heap.
    pub heap: usize,
    /// Its value.
    pub value: Nimber,
    /// The value of all large heaps whose size is congruent to this one.
    pub periodic_value: Nimber,
}

/// Why a period was not proven.
///
/// ```
/// use agon::{OctalGame, PeriodCertificate, impartial::PeriodError};
///
/// let kayles = OctalGame::kayles();
/// assert!(matches!(PeriodCertificate::check(&kayles, 71, 11), Err(PeriodError::Mismatch { heap: 71, .. })));
/// assert!(matches!(PeriodCertificate::check(&kayles, 0, 12), Err(PeriodError::NotPositive { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PeriodError<G = OctalGame> {
    /// Preperiod and period count heaps from 1.
    #[error("preperiod {preperiod} and period {period} must both be at least 1")]
    NotPositive {
        /// The preperiod.
        preperiod: usize,
        /// The period.
        period: usize,
    },
    /// The check would need the values of more than [`LONGEST_SEQUENCE`] heaps.
    #[error(
        "the check of preperiod {preperiod} and period {period} would need more than {} heaps",
        LONGEST_SEQUENCE
    )]
    TooLarge {
        /// The preperiod.
        preperiod: usize,
        /// The period.
        period: usize,
    },
    /// Two values that should be equal are not.
    #[error("{game} does not repeat: G({heap}) = {value}, but G({heap} + {period}) = {later}")]
    Mismatch {
        /// The game.
        game: G,
        /// The period.
        period: usize,
        /// The first heap in the window whose value is not repeated.
        heap: usize,
        /// Its value.
        value: Nimber,
        /// The value one period later.
        later: Nimber,
    },
}

impl<G: TakeAndBreak> PeriodCertificate<G> {
    /// Checks that the game has this period from heap `preperiod` on.
    ///
    /// # Errors
    /// [`PeriodError`], which names the first heap at which the check fails.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// assert!(PeriodCertificate::check(&OctalGame::kayles(), 71, 12).is_ok());
    /// let error = PeriodCertificate::check(&OctalGame::kayles(), 70, 12).unwrap_err();
    /// assert_eq!(error.to_string(), "0.77 does not repeat: G(70) = ∗6, but G(70 + 12) = ∗2");
    /// ```
    pub fn check(game: &G, preperiod: usize, period: usize) -> Result<Self, PeriodError<G>> {
        if preperiod == 0 || period == 0 {
            return Err(PeriodError::NotPositive { preperiod, period });
        }
        let count = window(game, preperiod, period).ok_or(PeriodError::TooLarge { preperiod, period })?;
        Self::from_values(game, preperiod, period, game.grundy_sequence(count))
    }

    /// The least period that the values of the heaps below `heaps` prove, if they prove one.
    ///
    /// `None` says only that this bound was not enough.
    ///
    /// # Panics
    /// If `heaps` is more than [`LONGEST_SEQUENCE`].
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// // The window of Kayles ends with heap 167.
    /// assert!(PeriodCertificate::find(&OctalGame::kayles(), 168).is_some());
    /// assert!(PeriodCertificate::find(&OctalGame::kayles(), 167).is_none());
    /// ```
    #[must_use]
    pub fn find(game: &G, heaps: usize) -> Option<Self> {
        let mut values = game.grundy_sequence(heaps);
        let (preperiod, period) = proven_period(game, &values)?;
        values.truncate(window(game, preperiod, period)?);
        Self::from_values(game, preperiod, period, values).ok()
    }

    fn from_values(
        game: &G,
        preperiod: usize,
        period: usize,
        values: Vec<u32>,
    ) -> Result<Self, PeriodError<G>> {
        match (preperiod..values.len() - period).find(|&n| values[n] != values[n + period]) {
            None => Ok(Self { game: game.clone(), preperiod, period, values }),
            Some(heap) => Err(PeriodError::Mismatch {
                game: game.clone(),
                period,
                heap,
                value: Nimber(values[heap]),
                later: Nimber(values[heap + period]),
            }),
        }
    }

    /// The game.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
    /// assert_eq!(kayles.game().to_string(), "0.77");
    /// # Ok::<(), agon::impartial::PeriodError>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// `e`: from this heap on the values are periodic.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// // The last exception of Kayles is heap 70.
    /// let kayles = PeriodCertificate::find(&OctalGame::kayles(), 200).expect("Kayles is periodic");
    /// assert_eq!(kayles.preperiod(), 71);
    /// ```
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// The first heap from which the values are periodic, heap 0 included, as in tables that begin with `G(0)`; the
    /// [`preperiod`](Self::preperiod) is at least 1, for a heap is not empty.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// // Take one or two counters and leave at most one heap: 0, 1, 2, 0, 1, 2, …
    /// let game: OctalGame = "0.33".parse()?;
    /// let period = PeriodCertificate::find(&game, 100).expect("it is Bash's game");
    /// assert_eq!((period.first_periodic_heap(), period.preperiod(), period.period()), (0, 1, 3));
    /// # Ok::<(), agon::impartial::ParseOctalError>(())
    /// ```
    #[must_use]
    pub fn first_periodic_heap(&self) -> usize {
        let repeats = |&n: &usize| self.values[n] == self.values[n + self.period];
        (0..self.preperiod).rev().take_while(repeats).last().unwrap_or(self.preperiod)
    }

    /// `p`: `G(n + p) = G(n)` for all `n ≥ e`.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let guiles = OctalGame::named("Guiles")?;
    /// assert_eq!(PeriodCertificate::find(&guiles, 500).map(|certificate| certificate.period()), Some(10));
    /// # Ok::<(), agon::impartial::UnknownOctalGame>(())
    /// ```
    #[must_use]
    pub fn period(&self) -> usize {
        self.period
    }

    /// The largest heap whose value entered the check: `2e + 2p + k − 1` for an octal game.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
    /// assert_eq!(kayles.checked_to(), 2 * 71 + 2 * 12 + 2 - 1);
    /// # Ok::<(), agon::impartial::PeriodError>(())
    /// ```
    #[must_use]
    pub fn checked_to(&self) -> usize {
        self.values.len() - 1
    }

    /// The value of a heap of any size.
    ///
    /// ```
    /// use agon::{Nimber, OctalGame, PeriodCertificate};
    ///
    /// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
    /// assert_eq!(kayles.value(70), Nimber(6));
    /// assert_eq!(kayles.value(u64::MAX), Nimber(8));
    /// # Ok::<(), agon::impartial::PeriodError>(())
    /// ```
    #[must_use]
    pub fn value(&self, heap: u64) -> Nimber {
        Nimber(self.values[first_alike(heap, self.preperiod, self.period)])
    }

    /// The values of the periodic part: entry `r` belongs to the large heaps that are `r` modulo the period.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
    /// assert_eq!(kayles.residue_values(), [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
    /// # Ok::<(), agon::impartial::PeriodError>(())
    /// ```
    #[must_use]
    pub fn residue_values(&self) -> Vec<u32> {
        (0..self.period).map(|residue| self.periodic_value(residue)).collect()
    }

    fn periodic_value(&self, heap: usize) -> u32 {
        let periods = self.preperiod.div_ceil(self.period) * self.period;
        self.values[self.preperiod + (periods - self.preperiod + heap) % self.period]
    }

    /// The heaps before the periodic part, heap 0 included, whose values differ from the periodic ones.
    ///
    /// ```
    /// use agon::{OctalGame, PeriodCertificate};
    ///
    /// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
    /// let heaps: Vec<usize> = kayles.exceptions().iter().map(|exception| exception.heap).collect();
    /// assert_eq!(heaps, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    /// # Ok::<(), agon::impartial::PeriodError>(())
    /// ```
    #[must_use]
    pub fn exceptions(&self) -> Vec<PeriodException> {
        (0..self.preperiod)
            .map(|heap| PeriodException {
                heap,
                value: Nimber(self.values[heap]),
                periodic_value: Nimber(self.periodic_value(heap)),
            })
            .filter(|exception| exception.value != exception.periodic_value)
            .collect()
    }
}

/// The least heap whose value is that of this one by the period.
pub(super) fn first_alike(heap: u64, preperiod: usize, period: usize) -> usize {
    match heap.checked_sub(preperiod as u64) {
        None => heap as usize,
        Some(beyond) => preperiod + (beyond % period as u64) as usize,
    }
}

/// The preperiod and the least period of which the values, from heap 0, fill the window.
pub(super) fn proven_period<G: TakeAndBreak>(game: &G, values: &[impl PartialEq]) -> Option<(usize, usize)> {
    let heaps = values.len();
    (1..heaps).find_map(|period| {
        let repeats = |n: &usize| values[*n] == values[n + period];
        let preperiod = (1..heaps - period).rev().take_while(repeats).last()?;
        window(game, preperiod, period).filter(|&count| count <= heaps).map(|_| (preperiod, period))
    })
}

/// How many heaps, from heap 0, the periodicity theorem needs: `he + hp + k`; `None` if they are too many.
pub(super) fn window<G: TakeAndBreak>(game: &G, preperiod: usize, period: usize) -> Option<usize> {
    let count = preperiod.checked_add(period)?.checked_mul(G::PARTS)?.checked_add(game.last_digit())?;
    Some(count).filter(|&count| count <= LONGEST_SEQUENCE)
}

impl<G: TakeAndBreak> Certificate for PeriodCertificate<G> {
    /// Computes the values again and checks the window of the theorem.
    fn verify(&self) -> bool {
        Self::check(&self.game, self.preperiod, self.period).as_ref() == Ok(self)
    }
}

impl<G: TakeAndBreak> Display for PeriodCertificate<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, preperiod, period, .. } = self;
        write!(
            f,
            "the Guy–Smith periodicity theorem ({} {game}: preperiod {preperiod}, period {period}, heaps 0–{} checked)",
            if G::PARTS == 2 { "octal game" } else { "hexadecimal game" },
            self.checked_to()
        )
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "PeriodCertificate")]
struct Record {
    game: String,
    preperiod: usize,
    period: usize,
    values: Vec<u32>,
}

impl<G: TakeAndBreak> Serialize for PeriodCertificate<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, preperiod, period, values } = self;
        let (game, values) = (game.to_string(), values.clone());
        Record { game, preperiod: *preperiod, period: *period, values }.serialize(serializer)
    }
}

impl<'de, G: TakeAndBreak + FromStr<Err: Display>> Deserialize<'de> for PeriodCertificate<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Record { game, preperiod, period, values } = Record::deserialize(deserializer)?;
        let game: G = game.parse().map_err(D::Error::custom)?;
        // The record is as long as the check, so that a short text cannot ask for a long computation.
        if window(&game, preperiod, period) != Some(values.len()) {
            return Err(D::Error::custom(format!(
                "{} values do not make the check of preperiod {preperiod} and period {period} of {game}",
                values.len()
            )));
        }
        let certificate = Self::check(&game, preperiod, period).map_err(D::Error::custom)?;
        if certificate.values != values {
            return Err(D::Error::custom(format!("the values are not those of {game}")));
        }
        Ok(certificate)
    }
}
