//! The period of an octal game under misère play, with the finite check that proves it for ever.

use std::fmt;

use serde::{Serialize, Serializer};

use super::quotient::Search;
use super::{MisereQuotient, QuotientError};
use crate::evidence::Certificate;
use crate::impartial::period::{first_alike, proven_period, window};
use crate::impartial::{Heaps, OctalGame, Outcome};

/// A complete solution of an octal game under misère play: the [`MisereQuotient`] of *all* of its heaps, and the proof that
/// their elements are periodic from some heap on.
///
/// *Periodicity theorem for misère play* (Plambeck 2005; Plambeck and Siegel 2008). Let `k` be the place of the last non-zero
/// digit of the code, and let `Φ(h)` be the element of heap `h` in the quotient of the heaps below `2e + 2p + k`. If
/// `Φ(n + p) = Φ(n)` for all `n` with `n ≥ e` and `n + p < 2e + 2p + k`, where `e, p ≥ 1`, then larger heaps bring no new
/// elements, and it holds for all `n ≥ e`.
///
/// The reason is that of the theorem for normal play ([`PeriodCertificate`](crate::PeriodCertificate)): the options of a larger
/// heap `n + p` have the elements of the options of `n`, so that one heap can replace the other in every sum.
///
/// ```
/// use agon::{Certificate, Heaps, MiserePeriod, OctalGame, Outcome};
///
/// let kayles = MiserePeriod::find(&OctalGame::kayles(), 200)?.expect("misère Kayles is periodic");
/// assert_eq!((kayles.preperiod(), kayles.period(), kayles.checked_to()), (71, 12, 167));
/// assert_eq!(kayles.quotient().order(), 40);
/// assert_eq!(kayles.outcome(&Heaps::from([9])), Outcome::P);
/// assert_eq!(kayles.outcome(&Heaps::from([1_000_000, 4_000_000_000])), Outcome::P);
/// assert!(kayles.verify());
/// # Ok::<(), agon::impartial::QuotientError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MiserePeriod {
    #[serde(serialize_with = "as_text")]
    game: OctalGame,
    preperiod: usize,
    period: usize,
    /// Of the heaps that enter the check.
    quotient: MisereQuotient,
}

impl MiserePeriod {
    /// The least period that the heaps up to `largest` prove, if they prove one; it looks at larger heaps one by one and stops
    /// where it finds it.
    ///
    /// `None` says only that this bound was not enough.
    ///
    /// # Errors
    /// [`QuotientError::TooLarge`] if some of the heaps need more than [`MisereQuotient::DEFAULT_LIMIT`] elements,
    /// [`QuotientError::TooManyHeaps`] beyond [`MisereQuotient::MOST_HEAPS`].
    ///
    /// ```
    /// use agon::impartial::{MiserePeriod, QuotientError};
    /// use agon::OctalGame;
    ///
    /// let game: OctalGame = "0.123".parse()?;
    /// let solution = MiserePeriod::find(&game, 100)?.expect("0.123 is periodic");
    /// assert_eq!((solution.quotient().order(), solution.preperiod(), solution.period()), (20, 5, 5));
    /// // The heaps of 4.7 need more and more elements.
    /// let error = MiserePeriod::with_limit(&"4.7".parse()?, 100, 50).unwrap_err();
    /// assert_eq!(error, QuotientError::TooLarge { limit: 50 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(game: &OctalGame, largest: u32) -> Result<Option<Self>, QuotientError> {
        Self::with_limit(game, largest, MisereQuotient::DEFAULT_LIMIT)
    }

    /// The same, for quotients of up to `limit` elements.
    ///
    /// # Errors
    /// [`QuotientError::TooLarge`]; [`QuotientError::TooManyHeaps`] if the heaps up to
    /// [`MOST_HEAPS`](MisereQuotient::MOST_HEAPS) prove no period and `largest` is more.
    ///
    /// ```
    /// use agon::{MiserePeriod, OctalGame, impartial::QuotientError};
    ///
    /// // Misère Kayles needs 40 elements.
    /// let kayles = OctalGame::kayles();
    /// assert!(MiserePeriod::with_limit(&kayles, 200, 40)?.is_some());
    /// assert_eq!(MiserePeriod::with_limit(&kayles, 200, 39), Err(QuotientError::TooLarge { limit: 39 }));
    /// # Ok::<(), QuotientError>(())
    /// ```
    pub fn with_limit(game: &OctalGame, largest: u32, limit: usize) -> Result<Option<Self>, QuotientError> {
        let mut search = Search::new(limit);
        // The element of the empty heap is the identity.
        let mut elements = vec![0];
        for heap in 1..=largest {
            if heap > MisereQuotient::MOST_HEAPS {
                return Err(QuotientError::TooManyHeaps { largest });
            }
            search.add_heap(game.heap_options(heap))?;
            elements.truncate(1);
            elements.extend(search.elements_of_heaps());
            if let Some((preperiod, period)) = proven_period(game, &elements) {
                let quotient = search.finish()?;
                return Ok(Some(Self { game: game.clone(), preperiod, period, quotient }));
            }
        }
        Ok(None)
    }

    /// The game.
    ///
    /// ```
    /// use agon::MiserePeriod;
    ///
    /// let solution = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!(solution.game().to_string(), "0.123");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &OctalGame {
        &self.game
    }

    /// The quotient of all heaps of the game: of those up to [`checked_to`](Self::checked_to), whose elements all larger heaps
    /// share.
    ///
    /// ```
    /// use agon::MiserePeriod;
    ///
    /// let solution = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!((solution.quotient().order(), solution.quotient().p_portion().len()), (20, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn quotient(&self) -> &MisereQuotient {
        &self.quotient
    }

    /// `e`: from this heap on the elements are periodic.
    ///
    /// ```
    /// use agon::MiserePeriod;
    ///
    /// let solution = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!(solution.preperiod(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// `p`: `Φ(n + p) = Φ(n)` for all `n ≥ e`.
    ///
    /// ```
    /// use agon::MiserePeriod;
    ///
    /// let solution = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!(solution.period(), 5);
    /// assert_eq!(solution.element(1_000_003), solution.element(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn period(&self) -> usize {
        self.period
    }

    /// The largest heap that entered the check: `2e + 2p + k − 1`.
    ///
    /// ```
    /// use agon::MiserePeriod;
    ///
    /// // e = p = 5 and k = 3
    /// let solution = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!(solution.checked_to(), 2 * 5 + 2 * 5 + 3 - 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn checked_to(&self) -> u32 {
        self.quotient.largest_heap()
    }

    /// The number of the element of a heap of any size.
    ///
    /// ```
    /// use agon::OctalGame;
    /// use agon::impartial::MiserePeriod;
    ///
    /// let kayles = MiserePeriod::find(&OctalGame::kayles(), 200)?.expect("misère Kayles is periodic");
    /// assert_eq!(kayles.element(1_000_000_000_000), kayles.element(76));
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn element(&self, heap: u64) -> usize {
        self.quotient.pretending_function()[first_alike(heap, self.preperiod, self.period)]
    }

    /// Who wins a sum of heaps of any sizes under misère play.
    ///
    /// ```
    /// use agon::{Heaps, MiserePeriod, Outcome};
    ///
    /// let game = MiserePeriod::find(&"0.123".parse()?, 100)?.expect("0.123 is periodic");
    /// assert_eq!(game.outcome(&Heaps::from([1])), Outcome::P);
    /// assert_eq!(game.outcome(&Heaps::from([1_000_001])), game.outcome(&Heaps::from([6])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, sum: &Heaps) -> Outcome {
        let alike = |&size: &u32| first_alike(u64::from(size), self.preperiod, self.period) as u32;
        let sum: Heaps = sum.sizes().iter().map(alike).collect();
        // Every heap is alike one of the quotient's.
        self.quotient.outcome(&sum).unwrap_or(Outcome::N)
    }
}

fn as_text<S: Serializer>(game: &OctalGame, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(game)
}

impl Certificate for MiserePeriod {
    /// Proves the quotient again, for the moves of the game, and looks at the window of the theorem.
    fn verify(&self) -> bool {
        let elements = self.quotient.pretending_function();
        let has_moves_of_game = |heap: u32| {
            let mut options = self.game.heap_options(heap);
            options.sort_unstable();
            self.quotient.heap_options(heap) == Some(&options[..])
        };
        window(&self.game, self.preperiod, self.period) == Some(elements.len())
            && (self.preperiod..elements.len() - self.period)
                .all(|n| elements[n] == elements[n + self.period])
            && (1..=self.checked_to()).all(has_moves_of_game)
            && self.quotient.verify()
    }
}

impl fmt::Display for MiserePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, preperiod, period, quotient } = self;
        write!(
            f,
            "the periodicity theorem for misère play (octal game {game}: preperiod {preperiod}, period {period}, quotient of \
             order {}, heaps 1–{} checked)",
            quotient.order(),
            self.checked_to()
        )
    }
}
