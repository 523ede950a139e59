//! Rulesets on boards and strips. Each is one file: rules, notation, what is known in closed form.
//!
//! | ruleset | positions | moves |
//! |---|---|---|
//! | [`Domineering`] | [`Region`], any set of squares | Left places a vertical domino, Right a horizontal one |
//! | [`Cram`] | [`Region`] | either player places a domino either way (the impartial twin of Domineering) |
//! | [`ToadsAndFrogs`] | [`ToadStrip`] | Left moves a toad to the right, Right a frog to the left |
//! | [`TopplingDominoes`] | [`DominoRow`] | a player topples a domino of his or her colour to one side |
//!
//! Hackenbush has a room of its own: [`hackenbush`](crate::hackenbush).
//!
//! ```
//! use agon::{Domineering, Partizan, ToadsAndFrogs, TopplingDominoes};
//!
//! assert_eq!(Domineering.value(&Domineering::rectangle(2, 2)?)?.to_string(), "±1");
//! assert_eq!(ToadsAndFrogs.value(&"T.F".parse()?)?.to_string(), "∗");
//! assert_eq!(TopplingDominoes.value(&"LRL".parse()?)?.to_string(), "1/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cram;
mod domineering;
mod region;
mod toads_and_frogs;
mod toppling_dominoes;

pub use cram::Cram;
pub use domineering::{Domineering, Placement};
pub use region::{Region, RegionError, Square};
pub use toads_and_frogs::{ParseToadStripError, ToadStrip, ToadsAndFrogs, ToadsAndFrogsSquare};
pub use toppling_dominoes::{Domino, DominoRow, ParseDominoRowError, TopplingDominoes};
