//! The numbers among the games: dyadic rationals, the days they are born on, and their sign expansions.
//!
//! | question | where |
//! |---|---|
//! | exact arithmetic with `m/2^k` | [`Dyadic`] |
//! | the simplest number in a gap | [`simplest_between`] |
//! | the path `+−+` to a number in the tree of days | [`SignExpansion`] |
//! | the numbers of day n, two ways | [`days`] |
//! | a number as a game `{L | R}` | [`canonical_game`], [`standard_form`] |
//!
//! The numbers born on finite days are exactly the dyadic rationals. One has birthday |m| as an integer m, and
//! ⌊|x|⌋ + 1 + k as x = m/2^k with m odd and k ≥ 1: so 1/2 is born on day 2, and 5/2 on day 4.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, chapters 0–3; H. Gonshor, *An Introduction to the Theory of Surreal
//! Numbers*, chapter 2.

mod arithmetic;
mod cut;
pub mod days;
mod dyadic;
mod forms;
mod normal_form;
mod operators;
mod ordinal;
mod sign_expansion;
mod sign_sequence;
mod simplest;

pub use cut::{Bound, CutError, Family, Simplest, simplest_in_cut, simplest_sequence};
pub use dyadic::{Dyadic, DyadicError};
pub use forms::{StandardFormError, canonical_game, standard_form};
pub use normal_form::{DivisionError, Quotient, Surreal, SurrealError};
pub use ordinal::Ordinal;
pub use sign_expansion::{Sign, SignExpansion, SignExpansionError};
pub use sign_sequence::{SignSequence, SignSequenceError};
pub use simplest::simplest_between;
