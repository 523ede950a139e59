//! The numbers among the games: dyadic rationals, real numbers, ordinals, and the surreal numbers that contain them all.
//!
//! | question | where |
//! |---|---|
//! | exact arithmetic with `m/2^k` | [`Dyadic`] |
//! | the simplest number in a gap | [`simplest_between`] |
//! | the path `+−+` to a number in the tree of days | [`SignExpansion`] |
//! | the numbers of day n, three ways | [`days`] |
//! | a number as a game `{L | R}` | [`canonical_game`], [`standard_form`] |
//! | sum, product and inverse by definition, on forms | [`genetic`] |
//! | 1/3, √2, roots of polynomials, π, e as cuts, to any number of signs | [`Real`], [`Polynomial`] |
//! | √2 + π compared exactly: real numbers as coefficients | [`Coefficient`] |
//! | ordinals below ε₀ | [`Ordinal`] |
//! | ω, 1/ω, √2·ω + π, √ω, ω^ω: numbers in Conway normal form | [`Surreal`] |
//! | sign expansions and birthdays beyond the finite days | [`SignSequence`] |
//! | `{0, 1, 2, … | }`, `{0 | 1, 1/2, 1/4, …}` | [`Family`], [`simplest_in_cut`] |
//! | ↑ against 1/ω | [`compare_with_number`], [`below_every_positive_number`] |
//!
//! The numbers born on finite days are exactly the dyadic rationals. One has birthday |m| as an integer m, and
//! ⌊|x|⌋ + 1 + k as x = m/2^k with m odd and k ≥ 1: so 1/2 is born on day 2, and 5/2 on day 4. The other real numbers are
//! born on day ω, together with ω and 1/ω.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, chapters 0–3; H. Gonshor, *An Introduction to the Theory of Surreal
//! Numbers*, chapters 2 and 5.
//!
//! ```
//! use agon::{Ordinal, Surreal};
//!
//! let x: Surreal = "(w + 1)^2 / 2 - 1/w".parse()?;
//! assert_eq!(x.to_string(), "ω^2/2 + ω + 1/2 - 1/ω");
//! assert_eq!("1/3".parse::<Surreal>()?.sign_sequence()?.len(), Ordinal::omega());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod among_games;
mod arithmetic;
mod coefficient;
mod cut;
pub mod days;
mod dyadic;
mod expression;
mod forms;
pub mod genetic;
mod normal_form;
mod operators;
mod ordinal;
mod powers;
mod rational;
mod real;
mod sign_expansion;
mod sign_sequence;
mod simplest;

/// Whole numbers of any size and their quotients, as they enter [`Surreal`], [`Real`] and [`SignSequence`]:
/// `BigRational::new(2.into(), 3.into())` is 2/3.
pub use num_bigint::{BigInt, BigUint};
pub use num_rational::BigRational;

pub use among_games::{
    AllSmallCertificate, GameTooDeep, NumberComparison, below_dyadics, below_every_positive_number,
    compare_with_number,
};
pub use coefficient::{Coefficient, NotExact};
pub use cut::{Bound, CutError, Family, Simplest, simplest_in_cut, simplest_sequence};
pub use dyadic::{Dyadic, DyadicError};
pub use forms::{StandardFormError, canonical_game, standard_form};
pub use normal_form::{DivisionError, Quotient, Surreal, SurrealError};
pub use ordinal::Ordinal;
pub use real::{Cut, Enclosure, Polynomial, PolynomialError, Real, RealError, Undecided};
pub use sign_expansion::{Sign, SignExpansion, SignExpansionError};
pub use sign_sequence::{SignSequence, SignSequenceError};
pub use simplest::simplest_between;
