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
//! The blocks of the picture itself are looked up in a table of subsets if they are red and blue, and not too large.
//! Blocks that are alike are looked at once, and blocks are found alike by a refinement of colours.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::edge::{Edge, EdgeColour};
use super::graph::HackenbushGraph;
use super::subsets;
use super::tree::Edges;
use crate::partizan::{Game, Player};
use crate::surreal::Dyadic;

/// The values of blocks, remembered.
pub(super) struct Blocks {
    edges: Edges,
    values: HashMap<Picture, Game, BuildHasherDefault<Mixer>>,
}

/// There are more positions than may be looked at.
pub(super) struct TooMany;

/// What there is to say about a picture at once.
enum Known {
    Value(Game),
    /// The value depends on that of this block.
    Needs(Picture),
}

/// A block whose value is being computed.
struct Frame {
    block: Picture,
    /// The options whose values are not known yet.
    waiting: Vec<(Player, Picture)>,
    /// The values of the other options, Left's and Right's.
    options: [Vec<Game>; 2],
}

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
        Self { edges: Edges::new(), values: HashMap::default() }
    }

    pub(super) fn value(&mut self, graph: &HackenbushGraph) -> Result<Game, TooMany> {
        let root = Picture::without_loops(graph);
        let mut path: Vec<Frame> = Vec::new();
        loop {
            let block = match self.known_value(&root)? {
                Known::Value(value) => return Ok(value),
                Known::Needs(block) => block,
            };
            let numbers: Vec<_> = block.carried.iter().map(Game::as_number).collect();
            if let Some(number) = subsets::number(block.graph.edges(), &numbers) {
                self.values.insert(block, Game::from(number));
                continue;
            }
            path.push(Frame::new(block));
            while let Some(frame) = path.last_mut() {
                crate::interrupt::check();
                let Some((player, option)) = frame.waiting.last() else {
                    let [left, right] = std::mem::take(&mut frame.options);
                    let block = path.pop().expect("it is the last").block;
                    self.values.insert(block, Game::new(left, right).canonical_form());
                    continue;
                };
                match self.known_value(option)? {
                    Known::Value(value) => {
                        frame.options[*player as usize].push(value);
                        frame.waiting.pop();
                    }
                    // The option is asked again when the block is known.
                    Known::Needs(_) if self.values.len() + path.len() >= Self::LIMIT => return Err(TooMany),
                    Known::Needs(block) => path.push(Frame::new(block)),
                }
            }
        }
    }

    /// The value of what is connected with the ground, the upper blocks first; or the first block on the way that is not known.
    fn known_value(&mut self, picture: &Picture) -> Result<Known, TooMany> {
        let mut carried = picture.carried.clone();
        for (foot, edges) in picture.graph.blocks() {
            let value = match edges[..] {
                [edge] => {
                    let game = &carried[edge.other_end(foot) as usize];
                    self.edges.under(edge.colour, game).map_err(|_| TooMany)?
                }
                _ => {
                    let block = Picture::normal_block(foot, &edges, &carried);
                    match block.value_of_one_colour().or_else(|| self.values.get(&block).cloned()) {
                        Some(value) => value,
                        None => return Ok(Known::Needs(block)),
                    }
                }
            };
            carried[foot as usize] += value;
        }
        Ok(Known::Value(carried.swap_remove(0)))
    }
}

impl Frame {
    fn new(block: Picture) -> Self {
        let options_of = |player| block.options(player).map(move |option| (player, option));
        let waiting = Player::BOTH.into_iter().flat_map(options_of).collect();
        Self { block, waiting, options: [Vec::new(), Vec::new()] }
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
    /// see, on nothing but its shape; the foot carries nothing.
    fn normal_block(foot: u32, edges: &[Edge], carried: &[Game]) -> Self {
        const NOWHERE: usize = usize::MAX;
        let mut place = vec![NOWHERE; carried.len()];
        let (mut vertices, mut games) = (0, Vec::new());
        let ends = edges.iter().flat_map(|edge| [edge.from, edge.to]);
        for vertex in std::iter::once(foot).chain(ends) {
            let place = &mut place[vertex as usize];
            if *place == NOWHERE {
                *place = vertices;
                vertices += 1;
                games.push(if vertex == foot { Game::zero() } else { carried[vertex as usize].clone() });
            }
        }
        let mut edges: Vec<(usize, usize, EdgeColour)> = edges
            .iter()
            .map(|edge| (place[edge.from as usize], place[edge.to as usize], edge.colour))
            .collect();
        let order = shape_order(&games, &edges);
        let mut names = vec![0; vertices];
        for (name, &place) in order.iter().enumerate() {
            names[place] = name;
        }
        for (a, b, _) in &mut edges {
            (*a, *b) = (names[*a].min(names[*b]), names[*a].max(names[*b]));
        }
        edges.sort_unstable();
        let edges = edges.into_iter().map(|(a, b, colour)| Edge::new(a as u32, b as u32, colour)).collect();
        let carried = order.iter().map(|&place| games[place].clone()).collect();
        Self { graph: HackenbushGraph::grounded(edges), carried }
    }
}

/// The vertices of a block, the foot first. Each gets a colour by what it carries; then, round after round, by its colour
/// and those around it. While two have the same colour, one of them is given a colour of its own, and so forth.
fn shape_order(carried: &[Game], edges: &[(usize, usize, EdgeColour)]) -> Vec<usize> {
    /// Beyond so many vertices the pictures that can be solved are hardly alike, and the rounds take long.
    const MOST_VERTICES: usize = 40;
    let hash = |game: &Game| {
        let mut hasher = Mixer::default();
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

/// Blocks need to be told apart fast, and nobody chooses them to collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
