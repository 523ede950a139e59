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
pub mod days;
mod dyadic;
mod forms;
mod sign_expansion;
mod simplest;

pub use dyadic::{Dyadic, DyadicError};
pub use forms::{StandardFormError, canonical_game, standard_form};
pub use sign_expansion::{Sign, SignExpansion, SignExpansionError};
pub use simplest::simplest_between;
