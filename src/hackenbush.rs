//! Hackenbush: a picture of coloured edges that stands on the ground; cut an edge, and what hangs in the air is gone.
//!
//! A picture is a [`HackenbushGraph`] whose vertex 0 is the ground. Left cuts blue edges, Right red ones, and either
//! player green ones; who cannot cut loses.
//!
//! | pictures | value | by |
//! |---|---|---|
//! | green, any graph (竹节游戏) | a nimber | the colon and fusion principles: [`GreenHackenbush`], with proof [`FusionCertificate`] |
//! | red and blue, one stalk | a number | its colours are the signs of the number: [`HackenbushGraph::sign_expansion`] |
//! | red and blue, trees | a number | edge by edge: [`Hackenbush::number_of_tree`] |
//! | all colours, trees | any game | edge by edge, by the colon principle: [`Hackenbush`] |
//! | all colours, any graph | any game | the same for parts that single vertices hold together; blocks of cycles of 24 edges each if they are red and blue, of some sixteen if not |
//!
//! [`Partizan::value`](crate::Partizan::value) of [`Hackenbush`] chooses the way; a solver for [`Hackenbush`] or
//! [`GreenHackenbush`] knows none of these theorems. [`HackenbushLayout`] says where to draw what.
//!
//! | text | picture |
//! |---|---|
//! | `BRB` | a stalk: blue on the ground, then red, then blue |
//! | `G5`, `B2R3` | runs of edges of a colour |
//! | `G3, G5` | two stalks side by side |
//! | `GG(G, GG)` | a stalk of two with two branches at its top |
//! | `0-1B, 1-2G, 2-0` | edges of a graph by their ends, green unless said otherwise |
//!
//! ```
//! use agon::{GreenHackenbush, Hackenbush, HackenbushGraph, Nimber, Partizan};
//!
//! // Branches of 1 and 2 upon a stalk of 2: they add up to ∗3, and the stalk below adds 2 on top.
//! let tree: HackenbushGraph = "GG(G, GG)".parse()?;
//! assert_eq!(GreenHackenbush::nimber(&tree), Nimber(5));
//! assert_eq!(Hackenbush.value(&"BRR".parse()?)?.to_string(), "1/4");
//! assert_eq!(Hackenbush.value(&"GB".parse()?)?.to_string(), "↑∗");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sources: E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, chapters 1, 2, 7; J. Conway, *On Numbers and Games*,
//! chapters 13 and 15.

mod blocks;
mod edge;
mod fusion;
mod graph;
mod green;
mod layout;
mod normal;
mod notation;
mod rules;
mod subsets;
mod tree;

pub use edge::{Edge, EdgeColour};
pub use fusion::FusionCertificate;
pub use graph::{HackenbushGraph, HackenbushGraphError};
pub use green::GreenHackenbush;
pub use layout::{EdgeCurve, HackenbushLayout, Point};
pub use notation::ParseHackenbushError;
pub use rules::Hackenbush;
