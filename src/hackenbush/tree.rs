//! Values of edges that carry something, and of red-blue trees, edge by edge.
//!
//! By the colon principle (*Winning Ways*, chapter 7) the value of an edge that carries a picture H depends on the colour
//! and on the value of H alone: it is the ordinal sum of the edge and H,
//! `{0, c:Hᴸ | c:Hᴿ}` for blue, `{c:Hᴸ | 0, c:Hᴿ}` for red, `{0, c:Hᴸ | 0, c:Hᴿ}` for green.

use num_bigint::BigInt;

use super::edge::EdgeColour;
use super::graph::HackenbushGraph;
use crate::impartial::SolveError;
use crate::partizan::{Game, Partizan, PartizanSolver, Player};
use crate::surreal::Dyadic;

/// A single edge with a game on top; `None` is the bare ground.
pub(super) type Carried = Option<Game>;

/// The rules of one edge of a colour that carries a game: play above it, or cut it.
struct EdgeUnder(EdgeColour);

impl Partizan for EdgeUnder {
    type Position = Carried;

    fn options(&self, player: Player, position: &Carried) -> Vec<Carried> {
        let Some(carried) = position else { return Vec::new() };
        let cut = self.0.can_be_cut_by(player).then_some(None);
        cut.into_iter().chain(carried.options(player).iter().cloned().map(Some)).collect()
    }
}

/// Values of edges that carry games, remembered.
pub(super) struct Edges {
    blue: PartizanSolver<EdgeUnder>,
    red: PartizanSolver<EdgeUnder>,
    green: PartizanSolver<EdgeUnder>,
}

impl Edges {
    pub(super) fn new() -> Self {
        let solver = |colour| PartizanSolver::new(EdgeUnder(colour));
        Self {
            blue: solver(EdgeColour::Blue),
            red: solver(EdgeColour::Red),
            green: solver(EdgeColour::Green),
        }
    }

    /// The ordinal sum of an edge and what it carries.
    pub(super) fn under(&mut self, colour: EdgeColour, carried: &Game) -> Result<Game, SolveError<Carried>> {
        // 1:(x + ε) = 1:x + ε for a number x and an all-small ε: by induction over ε the options are 0, which another of
        // Left's dominates, and 1:x + ε' for the options ε' of ε; then number translation.
        if let (Some((number, rest)), false) = (carried.number_and_rest(), colour == EdgeColour::Green) {
            return Ok(Game::from(number_under(colour, &number)) + rest);
        }
        if let (Some(height), EdgeColour::Green) =
            (carried.as_nimber().and_then(|n| n.checked_add(1)), colour)
        {
            return Ok(Game::nimber(height));
        }
        let solver = match colour {
            EdgeColour::Blue => &mut self.blue,
            EdgeColour::Red => &mut self.red,
            EdgeColour::Green => &mut self.green,
        };
        solver.value(&Some(carried.canonical_form()))
    }
}

/// The number `1:x` for a blue edge that carries x: `(x + p)/2^(p−1)` with the least `p ≥ 1` for which `x + p > 1`; for a red
/// edge the mirror image (*Winning Ways*, chapter 3). In the tree of days it is x below a first sign + (or −).
pub(super) fn number_under(colour: EdgeColour, carried: &Dyadic) -> Dyadic {
    if colour == EdgeColour::Red {
        return -number_under(EdgeColour::Blue, &-carried);
    }
    let above: BigInt = (&Dyadic::one() - carried).floor() + 1;
    let p = above.max(BigInt::from(1));
    let raised = carried + &Dyadic::from(p.clone());
    let halvings =
        u64::try_from(p - 1).expect("the number was computed, and has as many edges as this at least");
    Dyadic::new(raised.numerator().clone(), raised.exponent() + halvings)
}

/// The number that a tree without green edges is worth; `None` if there is a cycle or a green edge.
///
/// What stands on each vertex is added up from the top to the ground.
pub(super) fn number(graph: &HackenbushGraph) -> Option<Dyadic> {
    let search = graph.search(|_| true);
    if !graph.is_red_blue() || search.order.len() != graph.edges().len() + 1 {
        return None;
    }
    let mut sums = vec![Dyadic::zero(); graph.vertices() as usize];
    for &vertex in search.order.iter().rev() {
        crate::interrupt::check();
        let Some(carrier) = search.reached_by[vertex as usize] else { continue };
        let edge = graph.edges()[carrier];
        let carried = std::mem::take(&mut sums[vertex as usize]);
        sums[edge.other_end(vertex) as usize] += number_under(edge.colour, &carried);
    }
    Some(sums.swap_remove(0))
}
