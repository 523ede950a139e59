//! Impartial games: both players have the same moves, and a player who cannot move loses.
//!
//! A *ruleset* ([`Impartial`]) says which positions are reached in one move. By the theorem of Sprague (1935) and Grundy
//! (1939) each position of a finite, loop-free impartial game is equal to one Nim heap, its *Grundy value*: the [`mex`] of
//! the values of its options. A sum of positions has the nim-sum ([`Nimber`], `+`) of their values, and a position is lost
//! for the player to move (outcome [`P`](Outcome::P)) exactly when its value is 0.
//!
//! | question | answer |
//! |---|---|
//! | what is a position worth, who wins, by which move? | [`Solver`]: [`grundy`](Solver::grundy), [`outcome`](Solver::outcome), [`winning_moves`](Solver::winning_moves), [`analyse`](Solver::analyse) |
//! | how is it played to the end? | [`Solver::best_play`] |
//! | a winning strategy that anyone can check | [`StrategyCertificate`] |
//! | is a rule of thumb right? | [`Retrograde`]: outcomes without Grundy values, the independent witness |
//! | a game of one's own, in one line | [`from_fn`] |
//! | several games at once | [`Sum`], [`Sums`], [`Solver::grundy_of_sum`] |
//! | who wins if the last move loses? | [`MisereSolver`], [`Misere`], [`Genus`], [`MisereQuotient`], [`MiserePeriod`] |
//! | heaps of counters | [`Heaps`], [`Nim`], [`Wythoff`] |
//! | a bar of chocolate with a poisoned square | [`Chomp`], [`Staircase`], [`ChompTable`]; on other orders [`Poset`], [`PosetGame`]; [`StrategyStealing`] |
//! | a game as the set of its options | [`FiniteGame`]; the 65,536 of depth four, [`ShallowGame`], [`ShallowSums`] |
//! | sums and products of values | [`Nimber`], [`Nimber64`], [`Nimber128`]; as vectors, [`NimSpan`] |
//! | relatives of Nim | [`MooreNim`], [`StaircaseNim`], [`LaskersNim`]; [`GeneralizedWythoff`], [`LimitedTotal`] |
//! | take from a set of numbers: Bash, powers of two | [`SubtractionGame`], [`RaceTo`]; the period with a proof: [`SubtractionPeriod`] |
//! | take-and-break games such as Kayles | [`OctalGame`], [`HexadecimalGame`], [`GrundysGame`]; their period *with a proof*: [`PeriodCertificate`] |
//! | rows of coins | [`CoinTurning`] (Ruler, Mock Turtles, Turning Turtles), [`CoinRow`] |
//! | a strategy of replies, checked against all play | [`PairingStrategy`] |
//! | who is left of a circle? | [`Josephus`] |
//!
//! Each ruleset is one file: rules, notation, closed forms if there are any.
//!
//! ```
//! use agon::{Impartial, Nimber, Outcome, Solver};
//!
//! /// Take one, two or three counters from a single heap.
//! struct TakeUpToThree;
//!
//! impl Impartial for TakeUpToThree {
//!     type Position = u32;
//!
//!     fn options(&self, counters: &u32) -> Vec<u32> {
//!         (1..=3).filter_map(|taken| counters.checked_sub(taken)).collect()
//!     }
//! }
//!
//! let mut solver = Solver::new(TakeUpToThree);
//! assert_eq!(solver.grundy(&21)?, Nimber(1));
//! assert_eq!(solver.outcome(&20)?, Outcome::P);
//! assert_eq!(solver.winning_moves(&21)?, [20]);
//! # Ok::<(), agon::SolveError<u32>>(())
//! ```

mod arithmetic_period;
mod best_play;
mod chomp;
mod coin_row;
mod coin_turning;
mod finite_game;
mod from_fn;
mod generalized_wythoff;
mod grundys_game;
mod heaps;
mod hexadecimal;
mod josephus;
mod laskers_nim;
mod mex;
mod misere;
mod moore;
mod nim;
mod nim_field;
mod nimber;
mod octal;
mod outcome;
mod pairing;
mod period;
mod poset;
mod race;
mod recursion;
mod retrograde;
mod sequence;
mod solver;
mod span;
mod splitting;
mod splitting_in_three;
mod staircase;
mod staircase_nim;
mod strategy;
mod subtraction;
mod subtraction_period;
mod sum;
mod take_and_break;
mod wythoff;
mod wythoff_table;

use std::hash::Hash;

pub use arithmetic_period::ArithmeticPeriod;
pub use best_play::BestPlay;
pub use chomp::{Chomp, ChompTable, StrategyStealing};
pub use coin_row::CoinRow;
pub use coin_turning::CoinTurning;
pub use finite_game::{FiniteGame, FiniteGames, ParseFiniteGameError, ShallowGame, ShallowSums};
pub use from_fn::{FromFn, from_fn};
pub use generalized_wythoff::{GeneralizedWythoff, LimitedTotal};
pub use grundys_game::GrundysGame;
pub use heaps::{Heaps, ParseHeapsError};
pub use hexadecimal::{HexadecimalGame, ParseHexadecimalError};
pub use josephus::{Josephus, JosephusError};
pub use laskers_nim::LaskersNim;
pub use mex::mex;
pub use misere::{
    Genus, Misere, MiserePeriod, MiserePosition, MisereQuotient, MisereSolver, NimState, QuotientError,
};
pub use moore::MooreNim;
pub use nim::{Nim, NimMove, nim_sum};
pub use nim_field::{
    NimWord, Nimber64, Nimber128, ParseWideNimberError, WideNimber, nim_products_by_definition,
};
pub use nimber::{Nimber, ParseNimberError};
pub use octal::{OctalGame, ParseOctalError, UnknownOctalGame};
pub use outcome::Outcome;
pub use pairing::{PairingError, PairingStrategy};
pub use period::{PeriodCertificate, PeriodError, PeriodException};
pub use poset::{Poset, PosetError, PosetGame, Remaining, StealingError};
pub use race::RaceTo;
pub use retrograde::{Retrograde, RetrogradeError};
pub use sequence::LONGEST_SEQUENCE;
pub use solver::{Analysis, SolveError, Solver};
pub use span::NimSpan;
pub use staircase::{Staircase, StaircaseError};
pub use staircase_nim::StaircaseNim;
pub use strategy::{StrategyCertificate, StrategyError};
pub use subtraction::{SubtractionError, SubtractionGame};
pub use subtraction_period::SubtractionPeriod;
pub use sum::{Sum, Sums};
pub use take_and_break::TakeAndBreak;
pub use wythoff::Wythoff;
pub use wythoff_table::{WythoffTable, WythoffTableError};

/// A ruleset: which positions can be reached from a position in one move.
///
/// See the [module](self) for an example of an implementation, and [`from_fn`] for a shorter way.
///
/// ```
/// use agon::{Impartial, Nimber, Solver};
///
/// /// Take one counter, or the larger half of a heap.
/// struct Half;
///
/// impl Impartial for Half {
///     type Position = u32;
///
///     fn options(&self, &heap: &u32) -> Vec<u32> {
///         if heap > 0 { vec![heap - 1, heap / 2] } else { Vec::new() }
///     }
/// }
///
/// assert_eq!(Solver::new(Half).grundy(&3)?, Nimber(2));
/// # Ok::<(), agon::SolveError<u32>>(())
/// ```
pub trait Impartial {
    /// A position. Positions that are equal in the game should be equal as values, so that each is solved once.
    ///
    /// ```
    /// use agon::{Impartial, Nim, Solver};
    ///
    /// /// The value of any position of any game.
    /// fn size_of<R: Impartial<Position: std::fmt::Debug>>(rules: R, position: R::Position) -> u32 {
    ///     Solver::new(rules).grundy(&position).expect("play ends").size()
    /// }
    /// assert_eq!(size_of(Nim, [3, 4, 5].into()), 2);
    /// ```
    type Position: Clone + Eq + Hash;

    /// The positions that the player to move can reach; none if the game is over. An option may be listed twice.
    ///
    /// # Panics
    /// The rulesets of this crate panic, with a sentence, where the options would have more than 2²⁵ heaps, squares or edges
    /// together; a [`Solver`] refuses most of these positions before.
    ///
    /// ```
    /// use agon::{Heaps, Impartial, Nim, Wythoff};
    ///
    /// assert_eq!(Nim.options(&Heaps::from([2])), [Heaps::from([0]), Heaps::from([1])]);
    /// // Take one counter from either heap, or from both: an option may be listed twice.
    /// assert_eq!(Wythoff.options(&(1, 1)), [(0, 1), (0, 1), (0, 0)]);
    /// ```
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// The independent components whose sum the position is: each move changes one of them.
    ///
    /// By default the position is its own only component. A ruleset that splits its positions makes its solver
    /// exponentially faster, since the value of a sum is the nim-sum of the components' values.
    ///
    /// ```
    /// use agon::{Heaps, Impartial, OctalGame, Wythoff};
    ///
    /// // The rows of Kayles are independent of each other; the two heaps of Wythoff's game are not.
    /// assert_eq!(OctalGame::kayles().components(&Heaps::from([5, 7])), [Heaps::from([5]), Heaps::from([7])]);
    /// assert_eq!(Wythoff.components(&(5, 7)), [(5, 7)]);
    /// ```
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// A lower bound, quickly found, on the number of positions that a solver has to hold to solve this one, which are among
    /// those that can be reached from it. It spares a solver the listing of a thousand million options only to find that
    /// they are too many.
    ///
    /// By default 0: nothing is known.
    ///
    /// ```
    /// use agon::{Heaps, Impartial, Nim, SolveError, Solver, Wythoff};
    ///
    /// assert_eq!(Wythoff.reachable_at_least(&(1, 2)), 5);
    /// let heaps = Heaps::from([3, 4_000_000_000]);
    /// assert!(matches!(Solver::new(Nim).grundy(&heaps), Err(SolveError::TooManyPositions { .. })));
    /// ```
    fn reachable_at_least(&self, _position: &Self::Position) -> u64 {
        0
    }
}

impl<R: Impartial + ?Sized> Impartial for &R {
    type Position = R::Position;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        (**self).options(position)
    }

    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        (**self).components(position)
    }

    fn reachable_at_least(&self, position: &Self::Position) -> u64 {
        (**self).reachable_at_least(position)
    }
}
