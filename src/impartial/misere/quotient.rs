//! Misère quotients: the commutative monoids that decide sums of heaps.

mod automaton;
mod congruence;
mod extension;
mod judge;
mod outcomes;
mod proof;
mod search;
mod sums;

use std::fmt;

use serde::Serialize;

use crate::impartial::{Heaps, Impartial, Outcome, SolveError};
pub(super) use search::Search;
use sums::run;

/// The misère quotient of the heaps `1, …, n` of a game: a finite commutative monoid with a subset, the *P-portion*, and
/// an element for each heap, such that a sum of heaps (any number of each) is P under misère play exactly when the
/// product of their elements lies in the P-portion (Plambeck 2005; Plambeck and Siegel 2008).
///
/// Two sums have the same element exactly when they can replace each other in every sum of these heaps.
///
/// It is found heap by heap, as a guess that is then proven for all of the infinitely many sums. The guess for a new heap
/// is that sums of the smaller heaps which could replace each other so far still can, so that finitely many sums decide;
/// where the proof refutes this, the monoid is found as a learner finds an automaton: sums that some experiment (a sum added
/// to both) tells apart are different elements, until the table that this gives contradicts no position.
///
/// The proof is repeated by [`verify`](crate::Certificate::verify): the pairs (element of a sum, elements beside which a move
/// in the sum leads into the P-portion) are finitely many, and in each of them the element lies in the P-portion exactly when
/// no option's does (for a sum without moves, which is won: not at all). It is enough to look at the least of these pairs.
///
/// Most of the time the first guess is right, and a heap takes a millisecond: the 180 smallest heaps of Kayles (order 40) take
/// one or two seconds. Each wrong guess costs a new table; the heaps of 4.7 up to 25, each of which brings new elements (order
/// 210), take half a second as well. Where many sums have to be played out by the rules it can be hours, as with Dawson's
/// Kayles from heap 25 on. It can be [interrupted](crate::interrupt).
/// [`MiserePeriod`](crate::MiserePeriod) proves that larger heaps bring nothing new.
///
/// ```
/// use agon::{Heaps, MisereQuotient, Nim, OctalGame, Outcome};
///
/// let nim = MisereQuotient::of_heaps(&Nim, 3)?;
/// assert_eq!(nim.to_string(), "the misère quotient of the heaps 1–3: order 6, 2 P-elements");
/// assert_eq!(nim.outcome(&Heaps::from([1, 2, 3]))?, Outcome::P);
/// let kayles_with_threes = MisereQuotient::of_heaps(&"0.123".parse::<OctalGame>()?, 9)?;
/// assert_eq!((kayles_with_threes.order(), kayles_with_threes.p_portion().len()), (20, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MisereQuotient {
    /// For each heap, from 1: what it can become, as counts of the heaps.
    moves: Vec<Vec<Heaps>>,
    /// One sum for each element, the empty one first.
    representatives: Vec<Heaps>,
    /// `step[element][heap]`: the element after one heap more.
    step: Vec<Vec<usize>>,
    lost: Vec<bool>,
}

/// Why a misère quotient was not found.
///
/// ```
/// use agon::{Heaps, MisereQuotient, Nim, impartial::QuotientError};
///
/// let nim = MisereQuotient::of_heaps(&Nim, 3)?;
/// assert_eq!(nim.outcome(&Heaps::from([1, 4])), Err(QuotientError::NoSuchHeap { heap: 4, largest: 3 }));
/// assert_eq!(
///     MisereQuotient::of_heaps(&Nim, 5000).unwrap_err().to_string(),
///     "a misère quotient is found for the heaps up to 2048 at most, and not up to 5000"
/// );
/// # Ok::<(), QuotientError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// A move leads to a larger heap than the ones that were asked for.
    #[error(
        "heap {heap} can become {option}, which has a heap above {largest}: the heaps must be closed under moves"
    )]
    NotClosed {
        /// The heap.
        heap: u32,
        /// What it can become.
        option: Heaps,
        /// The largest heap of the quotient.
        largest: u32,
    },
    /// Play need not end, or is too long.
    #[error(transparent)]
    Endless(#[from] SolveError<Heaps>),
    /// The quotient is infinite, or larger than the search may go.
    #[error(
        "the quotient has more than {limit} elements (it may be infinite; MisereQuotient::with_limit looks further)"
    )]
    TooLarge {
        /// How many elements were allowed.
        limit: usize,
    },
    /// More heaps than a search takes in, all of whose options it holds.
    #[error(
        "a misère quotient is found for the heaps up to {} at most, and not up to {largest}",
        MisereQuotient::MOST_HEAPS
    )]
    TooManyHeaps {
        /// The largest heap that was asked for.
        largest: u32,
    },
    /// A heap that is not among those of the quotient.
    #[error("the quotient is about the heaps up to {largest}, and not about heap {heap}")]
    NoSuchHeap {
        /// The heap.
        heap: u32,
        /// The largest heap of the quotient.
        largest: u32,
    },
}

impl MisereQuotient {
    /// The greatest order that [`of_heaps`](Self::of_heaps) looks for.
    ///
    /// ```
    /// assert_eq!(agon::MisereQuotient::DEFAULT_LIMIT, 1024);
    /// ```
    pub const DEFAULT_LIMIT: usize = 1024;

    /// The most heaps of a quotient.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// assert!(MisereQuotient::of_heaps(&Nim, MisereQuotient::MOST_HEAPS + 1).is_err());
    /// ```
    pub const MOST_HEAPS: u32 = 2048;

    /// The quotient of the heaps `1, …, largest` of a game whose moves change one heap (into any number of heaps).
    ///
    /// # Errors
    /// [`QuotientError`], in particular if the quotient has more than [`DEFAULT_LIMIT`](Self::DEFAULT_LIMIT) elements.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// // The heaps 1, 2, 3 of Nim need the group of the four nimbers, and two elements more for positions without rich heaps.
    /// let nim = MisereQuotient::of_heaps(&Nim, 3)?;
    /// assert_eq!(nim.order(), 4 + 2);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    pub fn of_heaps<R>(rules: &R, largest: u32) -> Result<Self, QuotientError>
    where
        R: Impartial<Position = Heaps> + ?Sized,
    {
        Self::with_limit(rules, largest, Self::DEFAULT_LIMIT)
    }

    /// The same, for quotients of up to `limit` elements.
    ///
    /// # Errors
    /// [`QuotientError`].
    ///
    /// ```
    /// use agon::{MisereQuotient, OctalGame, impartial::QuotientError};
    ///
    /// let game: OctalGame = "4.7".parse()?;
    /// let error = MisereQuotient::with_limit(&game, 20, 100).unwrap_err();
    /// assert_eq!(error, QuotientError::TooLarge { limit: 100 });
    /// assert_eq!(MisereQuotient::with_limit(&game, 20, 200)?.order(), 122);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_limit<R>(rules: &R, largest: u32, limit: usize) -> Result<Self, QuotientError>
    where
        R: Impartial<Position = Heaps> + ?Sized,
    {
        if largest > Self::MOST_HEAPS {
            return Err(QuotientError::TooManyHeaps { largest });
        }
        let mut search = Search::new(limit);
        for heap in 1..=largest {
            search.add_heap(rules.options(&Heaps::from([heap])))?;
        }
        search.finish()
    }

    /// The number of elements.
    ///
    /// ```
    /// use agon::{MisereQuotient, OctalGame};
    ///
    /// assert_eq!(MisereQuotient::of_heaps(&OctalGame::kayles(), 40)?.order(), 40);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    /// The largest heap.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// assert_eq!(MisereQuotient::of_heaps(&Nim, 3)?.largest_heap(), 3);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn largest_heap(&self) -> u32 {
        self.moves.len() as u32
    }

    /// A sum of heaps for each element, in the order in which elements are numbered; the first is the empty sum, whose
    /// element is the identity.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// let nim = MisereQuotient::of_heaps(&Nim, 2)?;
    /// let sums: Vec<String> = nim.elements().iter().map(ToString::to_string).collect();
    /// assert_eq!(sums, ["()", "(1)", "(2)", "(1, 2)", "(2, 2)", "(1, 2, 2)"]);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn elements(&self) -> Vec<Heaps> {
        self.representatives.clone()
    }

    /// The numbers of the elements of the P-portion, ascending.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// // (1) and (2, 2) are lost, with all sums that behave as they do.
    /// let nim = MisereQuotient::of_heaps(&Nim, 2)?;
    /// let lost: Vec<String> = nim.p_portion().iter().map(|&element| nim.elements()[element].to_string()).collect();
    /// assert_eq!(lost, ["(1)", "(2, 2)"]);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn p_portion(&self) -> Vec<usize> {
        (0..self.order()).filter(|&element| self.lost[element]).collect()
    }

    /// The numbers of the elements of the single heaps `0, 1, …`: Plambeck's *pretending function*. Each heap may pretend to be
    /// any sum of this element.
    ///
    /// ```
    /// use agon::{MisereQuotient, OctalGame};
    ///
    /// let game: OctalGame = "0.75".parse()?;
    /// let quotient = MisereQuotient::of_heaps(&game, 9)?;
    /// assert_eq!(quotient.pretending_function(), [0, 1, 2, 1, 2, 6, 2, 6, 2, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pretending_function(&self) -> Vec<usize> {
        // The empty heap has the element of the empty sum.
        [0].into_iter().chain(self.step[0].iter().copied()).collect()
    }

    /// What a heap of the quotient can become, in ascending order; `None` for other heaps.
    ///
    /// ```
    /// use agon::{Heaps, MisereQuotient, Nim};
    ///
    /// let nim = MisereQuotient::of_heaps(&Nim, 2)?;
    /// assert_eq!(nim.heap_options(2), Some(&[Heaps::from([]), Heaps::from([1])][..]));
    /// assert_eq!(nim.heap_options(3), None);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn heap_options(&self, heap: u32) -> Option<&[Heaps]> {
        self.moves.get((heap as usize).checked_sub(1)?).map(Vec::as_slice)
    }

    /// The number of the element of a sum of heaps.
    ///
    /// # Errors
    /// [`QuotientError::NoSuchHeap`].
    ///
    /// ```
    /// use agon::{Heaps, MisereQuotient, Nim};
    ///
    /// // 2 + 2 + 2 can stand for 2, but two heaps of 2 not for none.
    /// let nim = MisereQuotient::of_heaps(&Nim, 2)?;
    /// assert_eq!(nim.element(&Heaps::from([2, 2, 2]))?, nim.element(&Heaps::from([2]))?);
    /// assert_ne!(nim.element(&Heaps::from([2, 2]))?, nim.element(&Heaps::from([]))?);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    pub fn element(&self, sum: &Heaps) -> Result<usize, QuotientError> {
        let largest = self.largest_heap();
        sum.sizes().iter().filter(|&&heap| heap > 0).try_fold(0, |element, &heap| {
            let step = self.step[element].get(heap as usize - 1);
            step.copied().ok_or(QuotientError::NoSuchHeap { heap, largest })
        })
    }

    /// Who wins a sum of heaps under misère play.
    ///
    /// # Errors
    /// [`QuotientError::NoSuchHeap`].
    ///
    /// ```
    /// use agon::{Heaps, MisereQuotient, OctalGame, Outcome};
    ///
    /// let kayles = MisereQuotient::of_heaps(&OctalGame::kayles(), 12)?;
    /// assert_eq!(kayles.outcome(&Heaps::from([4, 8]))?, Outcome::P);
    /// assert!(kayles.outcome(&Heaps::from([13])).is_err());
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    pub fn outcome(&self, sum: &Heaps) -> Result<Outcome, QuotientError> {
        self.element(sum).map(|element| if self.lost[element] { Outcome::P } else { Outcome::N })
    }

    /// The product of two elements, by number; `None` if there is no such element.
    ///
    /// ```
    /// use agon::{Heaps, MisereQuotient, Nim};
    ///
    /// let nim = MisereQuotient::of_heaps(&Nim, 2)?;
    /// let [one, two] = [1, 2].map(|heap| nim.element(&Heaps::from([heap])));
    /// let product = nim.product(one?, two?).expect("both are elements");
    /// assert_eq!(product, nim.element(&Heaps::from([1, 2]))?);
    /// assert_eq!(nim.product(0, 99), None);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn product(&self, a: usize, b: usize) -> Option<usize> {
        let word = self.representatives.get(b)?;
        (a < self.order()).then(|| run(&self.step, a, word))
    }

    /// The products of all elements.
    ///
    /// ```
    /// use agon::{MisereQuotient, Nim};
    ///
    /// // One heap of one counter: two of them are as good as none.
    /// let quotient = MisereQuotient::of_heaps(&Nim, 1)?;
    /// assert_eq!(quotient.multiplication_table(), [[0, 1], [1, 0]]);
    /// assert_eq!(quotient.p_portion(), [1]);
    /// # Ok::<(), agon::impartial::QuotientError>(())
    /// ```
    #[must_use]
    pub fn multiplication_table(&self) -> Vec<Vec<usize>> {
        let row = |a: usize| self.representatives.iter().map(|word| run(&self.step, a, word)).collect();
        (0..self.order()).map(row).collect()
    }
}

impl MisereQuotient {
    /// Heap `h` of this one is heap `sizes[h − 1]` of the other.
    fn renamed(self, sizes: &[u32]) -> Self {
        let size = |heap: &u32| sizes[*heap as usize - 1];
        let sum = |sum: &Heaps| sum.sizes().iter().map(size).collect();
        let mut places: Vec<usize> = (0..sizes.len()).collect();
        places.sort_unstable_by_key(|&place| sizes[place]);
        let by_size = |row: &Vec<usize>| places.iter().map(|&place| row[place]).collect();
        Self {
            moves: places.iter().map(|&place| self.moves[place].iter().map(sum).collect()).collect(),
            representatives: self.representatives.iter().map(sum).collect(),
            step: self.step.iter().map(by_size).collect(),
            lost: self.lost,
        }
    }
}

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.p_portion().len();
        let noun = if lost == 1 { "P-element" } else { "P-elements" };
        let heaps = match self.moves.len() {
            0 => "no heap".to_owned(),
            1 => "the heap 1".to_owned(),
            largest => format!("the heaps 1–{largest}"),
        };
        write!(f, "the misère quotient of {heaps}: order {}, {lost} {noun}", self.order())
    }
}
