//! Combinatorial game theory with evidence: impartial games, `{L | R}` games, surreal numbers, and values that say
//! what a check has established.
//!
//! | room | what lives there |
//! |---|---|
//! | [`impartial`] | rulesets, nimbers and their field, mex, the memoising [`Solver`], [`Retrograde`] analysis; [`Nim`], [`SubtractionGame`], [`Wythoff`], [`OctalGame`] (Kayles), [`HexadecimalGame`], [`GrundysGame`], [`MooreNim`], [`StaircaseNim`], [`CoinTurning`], [`Chomp`], [`PosetGame`]; [`Misere`] play, games as sets ([`FiniteGame`]) |
//! | [`partizan`] | games `{L | R}`: order, sum, negation, canonical form, outcome, [`Thermograph`]s, atomic weights, [days](partizan::days) |
//! | [`partizan::rulesets`] | [`Domineering`] and [`Cram`], [`ToadsAndFrogs`], [`TopplingDominoes`]; values by the [`PartizanSolver`] |
//! | [`hackenbush`] | green, red-blue and mixed pictures: stalks, trees, graphs; colon and fusion principles with proof |
//! | [`surreal`] | dyadic numbers, sign expansions, the simplest number between two others, numbers by day; real numbers as cuts, [`Ordinal`]s, [`Surreal`] numbers with ω |
//! | [`board`] | positions to play by hand: moves and values as tables |
//! | [`evidence`] | [`Evidence`]: proven, verified up to a bound, refuted by a witness, ambiguous, …; every [`Certificate`] prints itself, can be inspected again and is written by serde; [`conjecture`](conjecture()) |
//! | [`picture`] | pictures as SVG with a title and a description: sequences, tables, Hackenbush, trees, thermographs |
//! | [`interrupt`] | how a long computation is stopped without losing its results |
//! | [`progress`] | how far a long computation is |
//!
//! The names that one reaches for every day stand at the root of the crate.
//!
//! # Example
//!
//! Bouton's theorem says that a Nim position is lost for the player to move exactly when the nim-sum of its heaps is
//! zero. Retrograde analysis knows nothing of nim-sums; the two agree on every position of at most four heaps of at
//! most eight counters:
//!
//! ```
//! use agon::{Evidence, Heaps, Nim, Nimber, Outcome, Retrograde};
//!
//! let positions: Vec<Heaps> = Heaps::multisets(1..=4, 0..=8).collect();
//! let labels = Retrograde::label(&Nim, positions.iter().cloned())?;
//! let bouton = Evidence::check(
//!     "a Nim position is P iff its nim-sum is 0",
//!     "1–4 heaps, heaps ≤ 8",
//!     positions.iter().filter(|heaps| !heaps.is_terminal()),
//!     |heaps| (heaps.nim_sum() == Nimber::ZERO) == (labels.outcome(heaps) == Some(Outcome::P)),
//! );
//! assert_eq!(
//!     bouton.to_string(),
//!     "verified up to 1–4 heaps, heaps ≤ 8 (710 cases): a Nim position is P iff its nim-sum is 0"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod board;
pub mod evidence;
pub mod hackenbush;
mod hash;
pub mod impartial;
pub mod interrupt;
mod listing;
pub mod partizan;
pub mod picture;
pub mod progress;
pub mod surreal;

pub use board::{Board, BoardError};
pub use evidence::{Certificate, Counterexample, Evidence, Verdict, conjecture};
pub use hackenbush::{GreenHackenbush, Hackenbush, HackenbushGraph};
pub use impartial::{
    Analysis, ArithmeticPeriod, BestPlay, Chomp, CoinRow, CoinTurning, FiniteGame, GeneralizedWythoff, Genus,
    GrundysGame, Heaps, HexadecimalGame, Impartial, Josephus, LaskersNim, LimitedTotal, Misere, MiserePeriod,
    MisereQuotient, MisereSolver, MooreNim, Nim, Nimber, Nimber64, Nimber128, OctalGame, Outcome,
    PairingStrategy, PeriodCertificate, Poset, PosetGame, RaceTo, Retrograde, SolveError, Solver, Staircase,
    StaircaseNim, StrategyCertificate, SubtractionGame, SubtractionPeriod, Wythoff, from_fn, mex, nim_sum,
};
pub use partizan::days::count_all_small;
pub use partizan::rulesets::{
    Cram, Domineering, DominoRow, Region, ToadStrip, ToadsAndFrogs, TopplingDominoes,
};
pub use partizan::{
    Comparison, Game, OutcomeClass, Partizan, PartizanAnalysis, PartizanSolver, Player, Thermograph,
    partizan_from_fn,
};
pub use picture::{Picture, PictureError};
pub use surreal::genetic::Genetic;
pub use surreal::{
    BigInt, BigRational, BigUint, Dyadic, Ordinal, Polynomial, Real, SignExpansion, SignSequence, Surreal,
    simplest_between, simplest_in_cut,
};
