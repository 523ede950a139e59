//! The period of a subtraction game, with the finite check that proves it for ever.

use std::fmt;

use serde::Serialize;

use super::period::first_alike;
use super::{Nimber, SubtractionGame};
use crate::evidence::Certificate;
use crate::interrupt;

/// A proof that the Grundy values of a subtraction game are periodic from some heap on.
///
/// *A finite set.* A value depends on the `m = max S` values before it and on nothing else. So if a window of `m`
/// values occurs a second time, `p` heaps later, then everything that follows the first occurrence follows the second:
/// `G(n + p) = G(n)` for all `n ≥ e`, where the first occurrence begins. As the values are at most `|S|`, there are
/// finitely many windows, and one of them must recur.
///
/// *Powers of two.* The numbers taken are 1 or 2 modulo 3, never 0 (each is twice the one before, and 2 · 1 ≡ 2, 2 · 2 ≡ 1),
/// so that no option of `n` has the residue of `n`; and from `n ≡ 1` the residue 0 is reached by taking 1, from `n ≡ 2` the
/// residues 1 and 0 by taking 1 and 2. By induction `G(n) = n mod 3`.
///
/// A certificate can only be made by that check.
///
/// ```
/// use agon::{Certificate, Nimber};
/// use agon::impartial::{SubtractionGame, SubtractionPeriod};
///
/// let game: SubtractionGame = "1, 3, 4".parse()?;
/// let certificate = SubtractionPeriod::find(&game, 100).expect("a window recurs");
/// assert_eq!((certificate.preperiod(), certificate.period()), (0, 7));
/// assert_eq!(certificate.value(1_000_000_000_000), Nimber(1));
/// assert!(certificate.verify());
/// assert_eq!(
///     certificate.to_string(),
///     "a window of 4 values that recurs (subtraction game {1, 3, 4}: preperiod 0, period 7, heaps 0–10 checked)"
/// );
///
/// let powers = SubtractionPeriod::find(&SubtractionGame::powers_of_two(), 10).expect("3 is proven");
/// assert_eq!((powers.preperiod(), powers.period()), (0, 3));
/// # Ok::<(), agon::impartial::SubtractionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubtractionPeriod {
    game: SubtractionGame,
    preperiod: usize,
    period: usize,
    /// `G(0), …`: up to the end of the second window; for the powers of two, `G(0), G(1), G(2)`.
    values: Vec<u32>,
}

impl SubtractionPeriod {
    /// The least period, with the least preperiod, that the values of the heaps below `heaps` prove, if they prove one.
    ///
    /// `None` says only that this bound was not enough; except for the set of every number, which has no period. It can
    /// be [interrupted](crate::interrupt).
    ///
    /// # Panics
    /// If the set is finite, and `heaps` is more than both its greatest number and
    /// [`LONGEST_SEQUENCE`](super::LONGEST_SEQUENCE).
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// // Bash's game has the period m + 1.
    /// let bash = SubtractionGame::bash(9)?;
    /// assert_eq!(SubtractionPeriod::find(&bash, 100).map(|certificate| certificate.period()), Some(10));
    /// assert!(SubtractionPeriod::find(&bash, 10).is_none(), "too few heaps to see a window twice");
    /// assert!(SubtractionPeriod::find(&SubtractionGame::every_number(), 100).is_none());
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn find(game: &SubtractionGame, heaps: usize) -> Option<Self> {
        let Some(greatest) = game.greatest() else {
            let powers = Self { game: game.clone(), preperiod: 0, period: 3, values: vec![0, 1, 2] };
            return powers.verify().then_some(powers);
        };
        let window = greatest as usize;
        if heaps <= window {
            return None;
        }
        let mut values = game.grundy_sequence(heaps);
        for period in 1..heaps.saturating_sub(window) {
            interrupt::check();
            let repeats = |n: &usize| values[*n] == values[n + period];
            let end = heaps - period;
            let preperiod = (0..end).rev().take_while(repeats).last().unwrap_or(end);
            if preperiod + window <= end {
                values.truncate(preperiod + period + window);
                return Some(Self { game: game.clone(), preperiod, period, values });
            }
        }
        None
    }

    /// The game.
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// let game = SubtractionGame::new([1, 3, 4])?;
    /// assert_eq!(SubtractionPeriod::find(&game, 100).map(|certificate| certificate.game().clone()), Some(game));
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &SubtractionGame {
        &self.game
    }

    /// `e`: from this heap on the values are periodic.
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// // {2, 4, 7}: 0 0 1 1 2 2 0 3, then 1 0 2 for ever.
    /// let certificate = SubtractionPeriod::find(&SubtractionGame::new([2, 4, 7])?, 100).expect("a window recurs");
    /// assert_eq!((certificate.preperiod(), certificate.period()), (8, 3));
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// `p`: `G(n + p) = G(n)` for all `n ≥ e`.
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// let certificate = SubtractionPeriod::find(&SubtractionGame::powers_of_two(), 10).expect("3 is proven");
    /// assert_eq!(certificate.period(), 3);
    /// ```
    #[must_use]
    pub fn period(&self) -> usize {
        self.period
    }

    /// The largest heap whose value entered the check.
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// // The window of four values recurs seven heaps later: heaps 0 to 10.
    /// let certificate = SubtractionPeriod::find(&SubtractionGame::new([1, 3, 4])?, 100).expect("a window recurs");
    /// assert_eq!(certificate.checked_to(), 10);
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn checked_to(&self) -> usize {
        self.values.len() - 1
    }

    /// The value of a heap of any size.
    ///
    /// ```
    /// use agon::{Nimber, SubtractionGame, SubtractionPeriod};
    ///
    /// let powers = SubtractionPeriod::find(&SubtractionGame::powers_of_two(), 10).expect("3 is proven");
    /// // 10¹⁸ ≡ 1 (mod 3)
    /// assert_eq!(powers.value(1_000_000_000_000_000_000), Nimber(1));
    /// ```
    #[must_use]
    pub fn value(&self, heap: u64) -> Nimber {
        Nimber(self.values[first_alike(heap, self.preperiod, self.period)])
    }

    /// The values before the period, then one period.
    ///
    /// ```
    /// use agon::{SubtractionGame, SubtractionPeriod};
    ///
    /// let certificate = SubtractionPeriod::find(&SubtractionGame::new([1, 3, 4])?, 100).expect("a window recurs");
    /// assert_eq!(certificate.values(), [0, 1, 0, 1, 2, 3, 2]);
    /// # Ok::<(), agon::impartial::SubtractionError>(())
    /// ```
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values[..self.preperiod + self.period]
    }
}

impl Certificate for SubtractionPeriod {
    /// Computes the values again and checks that the window recurs; for the powers of two, that residues modulo 3
    /// behave as the proof says.
    fn verify(&self) -> bool {
        match self.game.greatest() {
            Some(greatest) => {
                let window = greatest as usize;
                let values = self.game.grundy_sequence(self.preperiod + self.period + window);
                let at = |start: usize| values.get(start..start + window);
                values == self.values && at(self.preperiod) == at(self.preperiod + self.period)
            }
            None => {
                let residues = [1, 2];
                let doubled = residues.iter().all(|residue| residues.contains(&(2 * residue % 3)));
                let never_stays = residues.iter().all(|residue| residue % 3 != 0);
                let reaches = (0..3u32).all(|n| (0..n).all(|less| residues.contains(&(n - less))));
                self.game == SubtractionGame::powers_of_two()
                    && (self.preperiod, self.period, self.values.as_slice()) == (0, 3, &[0, 1, 2])
                    && (doubled && never_stays && reaches)
            }
        }
    }
}

impl fmt::Display for SubtractionPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, preperiod, period, .. } = self;
        match game.greatest() {
            Some(window) => write!(
                f,
                "a window of {window} values that recurs (subtraction game {game}: preperiod {preperiod}, \
                 period {period}, heaps 0–{} checked)",
                self.checked_to()
            ),
            None => write!(f, "the residues modulo {period} of the numbers taken (subtraction game {game})"),
        }
    }
}

/// The game in its notation, preperiod, period, and the values up to the end of the first period. A certificate is not
/// read back: it is found again.
impl Serialize for SubtractionPeriod {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut record = serializer.serialize_struct("SubtractionPeriod", 4)?;
        record.serialize_field("game", &self.game.to_string())?;
        record.serialize_field("preperiod", &self.preperiod)?;
        record.serialize_field("period", &self.period)?;
        record.serialize_field("values", self.values())?;
        record.end()
    }
}
