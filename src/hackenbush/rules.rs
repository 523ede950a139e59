//! Red-blue and red-green-blue Hackenbush.

use super::blocks::{Blocks, TooMany};
use super::graph::HackenbushGraph;
use super::green::GreenHackenbush;
use super::tree;
use crate::impartial::SolveError;
use crate::listing::admit_options;
use crate::partizan::{Game, OutcomeClass, Partizan, Player};
use crate::surreal::Dyadic;

/// Hackenbush with blue edges for Left, red ones for Right and green ones for both: a player cuts an edge, and what is no
/// longer connected with the ground is gone; who cannot cut loses.
///
/// [`value`](Partizan::value) takes the shortest way for each part of the picture (see the [module](super)'s table); a
/// [`PartizanSolver`](crate::PartizanSolver) goes by the definition. Without green edges the value is a number.
///
/// *Bound.* Trees, loops and green parts take time in proportion to their edges or little more, and so do parts that hang
/// together in single vertices. For a block, a part with cycles that no single vertex holds together, no such way is known
/// (red-blue Hackenbush is NP-hard already without green): what can be left of it is looked at, up to `2ⁿ` positions for
/// `n` edges. A red-blue block of 24 edges takes a few seconds, one with green edges about as long with sixteen; long
/// cycles with few chords and bundles of equal edges take moments. [`SolveError::TooManyPositions`] comes at five million
/// blocks, after some gigabytes.
///
/// ```
/// use agon::{Hackenbush, HackenbushGraph, Partizan, PartizanSolver};
///
/// let flower: HackenbushGraph = "G(B, B, R)".parse()?;
/// let value = Hackenbush.value(&flower)?;
/// assert_eq!(value, PartizanSolver::new(Hackenbush).value(&flower)?);
/// assert_eq!(value, Hackenbush.value(&"GB".parse()?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hackenbush;

impl Partizan for Hackenbush {
    type Position = HackenbushGraph;

    /// What is left after each cut, in the order of [`HackenbushGraph::edges_of`].
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ edges together.
    fn options(&self, player: Player, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        let edges = graph.edges_of(player);
        admit_options(edges.len() as u64, graph.edges().len());
        edges.into_iter().filter_map(|edge| graph.cut(edge)).collect()
    }

    fn components(&self, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        graph.components()
    }

    /// The value, each part of the picture by the shortest way.
    ///
    /// # Errors
    /// [`SolveError::TooManyPositions`] if a part with cycles and colours has too many positions.
    fn value(&self, graph: &HackenbushGraph) -> Result<Game, SolveError<HackenbushGraph>> {
        quick_value(&mut Blocks::new(), graph)
    }
}

/// The value, each part by the shortest way; blocks are remembered from one picture to the next.
fn quick_value(blocks: &mut Blocks, graph: &HackenbushGraph) -> Result<Game, SolveError<HackenbushGraph>> {
    let part = |part: HackenbushGraph| match tree::number(&part) {
        Some(number) => Ok(Game::from(number)),
        None if part.is_green() => Ok(Game::nimber(GreenHackenbush::nimber(&part).size())),
        None => blocks
            .value(&part)
            .map_err(|TooMany| SolveError::TooManyPositions { limit: Blocks::LIMIT, position: part }),
    };
    let values: Vec<Game> = graph.components().into_iter().map(part).collect::<Result<_, _>>()?;
    Ok(values.into_iter().sum())
}

impl Hackenbush {
    /// The number that a forest of red and blue edges is worth, in one pass over its edges: the branches on a vertex add up,
    /// and an edge that carries x is worth `(x + p)/2^(p−1)` if it is blue, with the least `p ≥ 1` for which `x + p > 1`, and
    /// the mirror image of that if it is red. `None` if there is a cycle or a green edge.
    ///
    /// ```
    /// use agon::{Dyadic, Hackenbush};
    ///
    /// assert_eq!(Hackenbush::number_of_tree(&"B(R, R)".parse()?), Some(Dyadic::new(1, 2)));
    /// assert_eq!(Hackenbush::number_of_tree(&"B(B, RR), R".parse()?), Some(Dyadic::new(-1, 1)));
    /// assert_eq!(Hackenbush::number_of_tree(&"G".parse()?), None);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn number_of_tree(graph: &HackenbushGraph) -> Option<Dyadic> {
        tree::number(graph)
    }

    /// The edges with whose cut the player, moving first, wins, in ascending order.
    ///
    /// # Errors
    /// As [`value`](Partizan::value).
    ///
    /// ```
    /// use agon::{Hackenbush, Player};
    ///
    /// // 1/2 − 1/4 > 0: Left wins by cutting the topmost edge, so that 1/2 − 1/2 is left; Right has no winning cut.
    /// let graph = "BR, RBB".parse()?;
    /// assert_eq!(Hackenbush::winning_cuts(Player::Left, &graph)?, [4]);
    /// assert!(Hackenbush::winning_cuts(Player::Right, &graph)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_cuts(
        player: Player,
        graph: &HackenbushGraph,
    ) -> Result<Vec<usize>, SolveError<HackenbushGraph>> {
        let mut blocks = Blocks::new();
        let mut winning = Vec::new();
        for edge in graph.edges_of(player) {
            let rest = graph.cut(edge).expect("the edge is one of the picture's");
            let outcome: OutcomeClass = quick_value(&mut blocks, &rest)?.outcome();
            if outcome.winner(player.opponent()) == player {
                winning.push(edge);
            }
        }
        Ok(winning)
    }
}
