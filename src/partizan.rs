//! Games in which Left and Right have their own moves: `G = {L | R}`, normal play (who cannot move loses).
//!
//! | question | where |
//! |---|---|
//! | build a game, read its options | [`Game`] |
//! | `G ≤ H` by Conway's definition, confused games | [`Comparison`], [`compare`] |
//! | `G + H`, `−G`, `n·G` | the operators of [`Game`] |
//! | the one simplest form of a value | [`Game::canonical_form`] |
//! | who wins, and by which move | [`OutcomeClass`], [`Game::winning_moves`] |
//! | text to game and back | [`Game::from_str`](std::str::FromStr), [`NotationError`] |
//! | positions of a ruleset to values and winning moves | [`Partizan`], [`PartizanSolver`], [`partizan_from_fn`] |
//! | Domineering, Toads and Frogs, Toppling Dominoes | [`rulesets`] |
//! | the 1, 4, 22, 1474 games of days 0 to 3, their lattices, the all-small ones | [`days`] |
//! | stops, mean, temperature, thermograph | [`thermograph`], [`Thermograph`] |
//! | what a move gains | [`Game::incentives`] |
//! | cooling, heating, overheating, Norton products | [`cooling`] |
//! | games up to infinitesimals; how many ↑ a game is worth | [`Game::reduced_canonical_form`], [`Game::atomic_weight`] |
//! | one game on top of another | [`Game::ordinal_sum`] |
//! | why games have no product | [`Game::product`], [`NoProduct`] |
//!
//! A [`Game`] is two things at once: a *form*, the options as they were written, and a *value*, what the form is worth.
//! `==`, `<` and hashing speak of values, [`Game::identical`] of forms. The value is computed when the game is built and
//! is kept as a canonical form in one table for the whole program, so that comparing for equality is comparing two
//! pointers. Canonical forms stay in that table until the program ends; forms are freed with their last owner.
//! Games can be shared between threads.
//!
//! Games may be nested deeper than the stack. Numbers, nimbers and multiples of ↑ are computed in closed form at any size.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, chapters 7–10; A. N. Siegel, *Combinatorial Game Theory*, chapter II.
//!
//! ```
//! use agon::{Game, Player};
//!
//! let game: Game = "{1|-1} + *".parse()?;
//! assert_eq!(game.to_string(), "{1∗|-1∗}");
//! assert_eq!((game.mean().to_string(), game.temperature().to_string()), ("0".to_owned(), "1".to_owned()));
//! assert_eq!(game.winning_moves(Player::Left).len(), 1);
//! # Ok::<(), agon::partizan::NotationError>(())
//! ```

mod atomic_weight;
mod canonical;
pub mod cooling;
pub mod days;

mod game;
mod incentive;
mod memo;
mod name;
mod notation;
mod order;
mod ordinal_sum;
mod outcome;
mod player;
mod product;
mod recursion;
mod reduced;
mod ruleset;
pub mod rulesets;
mod solver;
mod stops;
mod sum;
pub mod thermograph;
mod uptimal;
mod value;

pub use atomic_weight::NotAllSmall;
pub use game::Game;
pub use notation::NotationError;
pub use order::{Comparison, compare};
pub use outcome::OutcomeClass;
pub use player::Player;
pub use product::NoProduct;
pub use ruleset::{Partizan, PartizanFromFn, partizan_from_fn};
pub use solver::{PartizanAnalysis, PartizanSolver};
pub use thermograph::Thermograph;
pub use uptimal::Uptimal;
