//! Values of pictures of any shape, block by block.
//!
//! A *block* is a part of a picture that no single vertex holds together: a bridge, or a largest set of edges of which any
//! two lie on a common cycle. Blocks hang on one another like a tree, each on one vertex, its *foot*. By the colon
//! principle (*Winning Ways*, chapter 7) the blocks that stand upon a vertex matter by their value alone, so that they
//! become a game which the vertex carries. What is left is a single block, with games on its vertices:
//!
//! - an edge that carries a game is their ordinal sum ([`Edges`]);
//! - a green block with nimbers is a nim-sum, by the fusion principle;
//! - a block of one colour with integers of that colour's sign is an integer: only one player can move;
//! - else a player cuts an edge, after which the rest is taken apart again, or moves in one of the games.
//!
//! Blocks that are alike are looked at once, and blocks are found alike by a refinement of colours.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::edge::{Edge, EdgeColour};
use super::graph::HackenbushGraph;
use super::tree::Edges;
use crate::partizan::{Game, Player};
use crate::surreal::Dyadic;

/// The values of blocks, remembered.
pub(super) struct Blocks {
    edges: Edges,
    values: HashMap<Picture, Game>,
}

/// There are more positions than may be looked at.
pub(super) struct TooMany;

/// A picture whose vertices carry games. The ground carries a game too, which stands beside the picture.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Picture {
    graph: HackenbushGraph,
    carried: Vec<Game>,
}

impl Blocks {
    /// The most blocks that are held.
    pub(super) const LIMIT: usize = 5_000_000;

    pub(super) fn new() -> Self {
        Self { edges: Edges::new(), values: HashMap::new() }
    }

    pub(super) fn value(&mut self, graph: &HackenbushGraph) -> Result<Game, TooMany> {
        let root = Picture::without_loops(graph);
        let mut pending: Vec<Picture> = Vec::new();
        loop {
            if let Some(value) = self.known_value(&root, &mut pending)? {
                return Ok(value);
            }
            while let Some(block) = pending.last().cloned() {
                crate::interrupt::check();
                if !self.values.contains_key(&block) {
                    if self.values.len() + pending.len() > Self::LIMIT {
                        return Err(TooMany);
                    }
                    // What a block waits for comes before it, and then it is asked again.
                    let Some(value) = self.value_by_options(&block, &mut pending)? else { continue };
                    self.values.insert(block, value);
                }
                pending.pop();
            }
        }
    }

    /// The value of a block by its definition; `None` if blocks are unknown on which it depends, which are listed then.
    fn value_by_options(
        &mut self,
        block: &Picture,
        unknown: &mut Vec<Picture>,
    ) -> Result<Option<Game>, TooMany> {
        let mut options = [Vec::new(), Vec::new()];
        let mut complete = true;
        for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
            for option in block.options(player) {
                match self.known_value(&option, unknown)? {
                    Some(value) => options.push(value),
                    None => complete = false,
                }
            }
        }
        let [left, right] = options;
        Ok(complete.then(|| Game::new(left, right).canonical_form()))
    }

    /// The value of what is connected with the ground, the upper blocks first; `None` as above.
    fn known_value(
        &mut self,
        picture: &Picture,
        unknown: &mut Vec<Picture>,
    ) -> Result<Option<Game>, TooMany> {
        let mut carried: Vec<Option<Game>> = picture.carried.iter().cloned().map(Some).collect();
        for (foot, edges) in picture.graph.blocks() {
            let value = match edges[..] {
                [edge] => match &carried[edge.other_end(foot) as usize] {
                    Some(game) => Some(self.edges.under(edge.colour, game).map_err(|_| TooMany)?),
                    None => None,
                },
                _ => Picture::normal_block(foot, &edges, &carried).and_then(|block| {
                    let value = block.value_of_one_colour().or_else(|| self.values.get(&block).cloned());
                    if value.is_none() {
                        unknown.push(block);
                    }
                    value
                }),
            };
            let sum = carried[foot as usize].take();
            carried[foot as usize] = sum.zip(value).map(|(sum, value)| sum + value);
        }
        Ok(carried.swap_remove(0))
    }
}

impl Picture {
    /// A loop falls when and only when what stands on its vertex does: it is an edge with a free end.
    fn without_loops(graph: &HackenbushGraph) -> Self {
        let (loops, edges): (Vec<Edge>, Vec<Edge>) =
            graph.edges().iter().copied().partition(|edge| edge.from == edge.to);
        let mut carried = vec![Game::zero(); graph.vertices() as usize];
        for edge in loops {
            carried[edge.from as usize] += match edge.colour {
                EdgeColour::Blue => Game::integer(1),
                EdgeColour::Red => Game::integer(-1),
                EdgeColour::Green => Game::star(),
            };
        }
        Self { graph: HackenbushGraph::grounded(edges), carried }
    }

    /// What a player can leave of a block: edges may no longer be connected with the ground.
    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let edges = self.graph.edges();
        // Equal edges stand side by side in a block, and cutting either is the same.
        let differs = move |index: usize| index == 0 || edges[index] != edges[index - 1];
        let may_cut = move |index: &usize| edges[*index].colour.can_be_cut_by(player) && differs(*index);
        let cuts = (0..edges.len()).filter(may_cut).map(move |index| {
            let rest = edges.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, edge)| *edge);
            Self { graph: HackenbushGraph::grounded(rest.collect()), carried: self.carried.clone() }
        });
        let moves = self.carried.iter().enumerate().flat_map(move |(vertex, game)| {
            game.options(player).iter().map(move |option| {
                let mut carried = self.carried.clone();
                carried[vertex] = option.clone();
                Self { graph: self.graph.clone(), carried }
            })
        });
        cuts.chain(moves)
    }

    /// The value of a block without a move for one of the players, or without a move that distinguishes them.
    fn value_of_one_colour(&self) -> Option<Game> {
        let edges = self.graph.edges();
        let colour = edges.first()?.colour;
        if edges.iter().any(|edge| edge.colour != colour) {
            return None;
        }
        let mut carried = self.carried.iter();
        if colour == EdgeColour::Green {
            let sum = carried.try_fold(edges.len() as u32 % 2, |sum, game| Some(sum ^ game.as_nimber()?))?;
            return Some(Game::nimber(sum));
        }
        let (sign, of_the_other) = match colour {
            EdgeColour::Blue => (1, Dyadic::is_negative as fn(&Dyadic) -> bool),
            _ => (-1, Dyadic::is_positive as fn(&Dyadic) -> bool),
        };
        let sum = carried.try_fold(Dyadic::from(sign * edges.len() as i64), |sum, game| {
            let number = game.as_number()?;
            (number.is_integer() && !of_the_other(&number)).then(|| sum + number)
        });
        sum.map(Game::from)
    }
}

impl HackenbushGraph {
    /// The blocks of what is connected with the ground, each with its foot, upper blocks before those on which they stand.
    /// The picture has no loops.
    fn blocks(&self) -> Vec<(u32, Vec<Edge>)> {
        let (edges, incidence) = (self.edges(), self.incidence());
        // Depth-first search (R. Tarjan): the lowest vertex to which an edge leads from at or above each vertex. Where that
        // is not below the vertex underneath, what was met in between is a block.
        let mut number = vec![0usize; self.vertices() as usize];
        let mut lowest = number.clone();
        let mut seen = 1;
        (number[0], lowest[0]) = (1, 1);
        let mut path: Vec<(u32, usize, Option<usize>)> = vec![(0, 0, None)];
        let (mut met, mut blocks) = (Vec::new(), Vec::new());
        while let Some((vertex, next, carrier)) = path.last_mut() {
            let (v, carrier) = (*vertex as usize, *carrier);
            if let Some(&index) = incidence.at(*vertex).get(*next) {
                *next += 1;
                let end = edges[index].other_end(*vertex);
                let e = end as usize;
                if Some(index) == carrier || number[e] > number[v] {
                    continue;
                }
                met.push(index);
                if number[e] == 0 {
                    seen += 1;
                    (number[e], lowest[e]) = (seen, seen);
                    path.push((end, 0, Some(index)));
                } else {
                    lowest[v] = lowest[v].min(number[e]);
                }
                continue;
            }
            path.pop();
            if let (Some(&(below, ..)), Some(carrier)) = (path.last(), carrier) {
                let b = below as usize;
                lowest[b] = lowest[b].min(lowest[v]);
                if lowest[v] >= number[b] {
                    let start = met.iter().rposition(|&index| index == carrier).expect("it was met");
                    blocks.push((below, met.drain(start..).map(|index| edges[index]).collect()));
                }
            }
        }
        blocks
    }
}

impl Picture {
    /// A block with its foot as the ground and its vertices in an order that depends, as far as a refinement of colours can
    /// see, on nothing but its shape; the foot carries nothing. `None` if a game is unknown that a vertex carries.
    fn normal_block(foot: u32, edges: &[Edge], carried: &[Option<Game>]) -> Option<Self> {
        let mut vertices = vec![foot];
        let mut place: HashMap<u32, usize> = HashMap::from([(foot, 0)]);
        for vertex in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
            place.entry(vertex).or_insert_with(|| {
                vertices.push(vertex);
                vertices.len() - 1
            });
        }
        let carried = |place: usize| match place {
            0 => Some(Game::zero()),
            _ => carried[vertices[place] as usize].clone(),
        };
        let games: Vec<Game> = (0..vertices.len()).map(carried).collect::<Option<_>>()?;
        let ends = |edge: &Edge| (place[&edge.from], place[&edge.to]);
        let edges: Vec<(usize, usize, EdgeColour)> =
            edges.iter().map(|edge| (ends(edge).0, ends(edge).1, edge.colour)).collect();
        let order = shape_order(&games, &edges);
        let mut names = vec![0; order.len()];
        for (name, &place) in (0..).zip(&order) {
            names[place] = name;
        }
        let renamed = |&(a, b, colour): &(usize, usize, EdgeColour)| {
            Edge::new(names[a].min(names[b]), names[a].max(names[b]), colour)
        };
        let mut edges: Vec<Edge> = edges.iter().map(renamed).collect();
        edges.sort_unstable();
        let carried = order.iter().map(|&place| games[place].clone()).collect();
        Some(Self { graph: HackenbushGraph::grounded(edges), carried })
    }
}

/// The vertices of a block, the foot first. Each gets a colour by what it carries; then, round after round, by its colour
/// and those around it. While two have the same colour, one of them is given a colour of its own, and so forth.
fn shape_order(carried: &[Game], edges: &[(usize, usize, EdgeColour)]) -> Vec<usize> {
    /// Beyond so many vertices the pictures that can be solved are hardly alike, and the rounds take long.
    const MOST_VERTICES: usize = 40;
    let hash = |game: &Game| {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        hasher.finish()
    };
    let mut colours: Vec<u64> = carried.iter().map(hash).collect();
    colours[0] = 1;
    let mut order: Vec<usize> = (0..colours.len()).collect();
    if colours.len() > MOST_VERTICES {
        return order;
    }
    let mut different = 0;
    loop {
        loop {
            let mut around = vec![0u64; colours.len()];
            for &(a, b, colour) in edges {
                around[a] = around[a].wrapping_add(mix(colours[b], colour as u64));
                around[b] = around[b].wrapping_add(mix(colours[a], colour as u64));
            }
            for (colour, around) in colours.iter_mut().zip(around) {
                *colour = mix(*colour, around);
            }
            let mut sorted = colours.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() <= different {
                break;
            }
            different = sorted.len();
        }
        order[1..].sort_by_key(|&vertex| colours[vertex]);
        let Some(twins) = order[1..].windows(2).find(|pair| colours[pair[0]] == colours[pair[1]]) else {
            return order;
        };
        let chosen = twins[0];
        colours[chosen] = mix(colours[chosen], 1);
        different += 1;
    }
}

/// A number that depends on two others and on their order.
fn mix(a: u64, b: u64) -> u64 {
    let product =
        u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b.wrapping_add(0xd1b5_4a32_d192_ed03) | 1);
    (product >> 64) as u64 ^ product as u64
}
