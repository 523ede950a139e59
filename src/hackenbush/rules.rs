//! Red-blue and red-green-blue Hackenbush.

use super::edge::EdgeColour;
use super::graph::HackenbushGraph;
use super::green::GreenHackenbush;
use super::tree::{self, Carried, Edges};
use crate::impartial::SolveError;
use crate::partizan::{Game, OutcomeClass, Partizan, PartizanSolver, Player};
use crate::surreal::Dyadic;

/// Hackenbush with blue edges for Left, red ones for Right and green ones for both: a player cuts an edge, and what is no
/// longer connected with the ground is gone; who cannot cut loses.
///
/// [`value`](Partizan::value) takes the shortest way for each part of the picture (see the [module](super)'s table); a
/// [`PartizanSolver`] goes by the definition. Without green edges the value is a number.
///
/// *Bound.* Trees, loops and green parts take time in proportion to their edges or little more. For a part of several colours
/// with a cycle through two vertices or more no such way is known (red-blue Hackenbush is NP-hard already without green):
/// its positions are looked at one by one, up to `2ⁿ` of them for `n` edges above the last edge that carries all of them.
/// Some twenty such edges take moments; [`SolveError::TooManyPositions`] comes at
/// [`DEFAULT_LIMIT`](PartizanSolver::DEFAULT_LIMIT) positions.
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
    fn options(&self, player: Player, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        graph.edges_of(player).into_iter().filter_map(|edge| graph.cut(edge)).collect()
    }

    fn components(&self, graph: &HackenbushGraph) -> Vec<HackenbushGraph> {
        graph.components()
    }

    /// The value, each part of the picture by the shortest way.
    ///
    /// # Errors
    /// [`SolveError::TooManyPositions`] if a part with cycles and colours has too many positions.
    fn value(&self, graph: &HackenbushGraph) -> Result<Game, SolveError<HackenbushGraph>> {
        Quick::default().value(graph)
    }
}

/// The shortest way for each part, and a solver for the parts that have none.
struct Quick {
    edges: Edges,
    solver: PartizanSolver<Hackenbush>,
}

impl Default for Quick {
    fn default() -> Self {
        Self { edges: Edges::new(), solver: PartizanSolver::new(Hackenbush) }
    }
}

/// What is to be done, last first; a stalk may be longer than the stack is deep.
enum Step {
    /// Find the value of a picture.
    Value(HackenbushGraph),
    /// Find the value of a picture that meets the ground in one part.
    Part(HackenbushGraph),
    /// Put the last value on an edge of this colour.
    Carry(EdgeColour),
    /// Add so many of the last values.
    Add(usize),
}

impl Quick {
    fn value(&mut self, graph: &HackenbushGraph) -> Result<Game, SolveError<HackenbushGraph>> {
        let too_many = |_: SolveError<Carried>| SolveError::TooManyPositions {
            limit: PartizanSolver::<Hackenbush>::DEFAULT_LIMIT,
            position: graph.clone(),
        };
        let mut steps = vec![Step::Value(graph.clone())];
        let mut values: Vec<Game> = Vec::new();
        while let Some(step) = steps.pop() {
            crate::interrupt::check();
            let value = match step {
                Step::Value(picture) => {
                    let parts = picture.without_loops().components();
                    steps.push(Step::Add(parts.len()));
                    steps.extend(parts.into_iter().map(Step::Part));
                    continue;
                }
                Step::Add(count) => values.drain(values.len() - count..).sum(),
                Step::Carry(colour) => {
                    let carried = values.pop().expect("what the edge carries comes first");
                    self.edges.under(colour, &carried).map_err(too_many)?
                }
                Step::Part(part) if part.is_green() => Game::nimber(GreenHackenbush::nimber(&part).size()),
                Step::Part(part) => match tree::number(&part)
                    .map(Game::from)
                    .map(Ok)
                    .or_else(|| tree::game(&part, &mut self.edges))
                {
                    Some(value) => value.map_err(too_many)?,
                    None => match part.without_root() {
                        Some((colour, carried)) => {
                            steps.extend([Step::Carry(colour), Step::Value(carried)]);
                            continue;
                        }
                        None => self.solver.value(&part)?,
                    },
                },
            };
            values.push(value);
        }
        Ok(values.pop().expect("the picture has a value"))
    }
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
    /// assert_eq!(Hackenbush::winning_cuts(Player::Right, &graph)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_cuts(
        player: Player,
        graph: &HackenbushGraph,
    ) -> Result<Vec<usize>, SolveError<HackenbushGraph>> {
        let mut quick = Quick::default();
        let mut winning = Vec::new();
        for edge in graph.edges_of(player) {
            let rest = graph.cut(edge).expect("the edge is one of the picture's");
            let outcome: OutcomeClass = quick.value(&rest)?.outcome();
            if outcome.winner(player.opponent()) == player {
                winning.push(edge);
            }
        }
        Ok(winning)
    }
}
