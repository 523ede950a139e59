//! Pictures: graphs that stand on the ground.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::edge::{Edge, EdgeColour};
use crate::partizan::Player;
use crate::surreal::{Sign, SignExpansion};

/// A Hackenbush picture: coloured edges between vertices, each connected with the ground, which is vertex 0.
///
/// Loops and parallel edges are allowed. Vertices and edges keep their names: edges are counted from 0 in the order in
/// which they were given. Two pictures are `==` when they have the same edges in the same order. The module's
/// [table](super) shows the notation. In JSON a picture is the list of its edges as text.
///
/// ```
/// use agon::HackenbushGraph;
/// use agon::hackenbush::{Edge, EdgeColour::{Blue, Green}};
///
/// let graph = HackenbushGraph::new([Edge::new(0, 1, Blue), Edge::new(1, 2, Green)])?;
/// assert_eq!(graph, "BG".parse()?);
/// assert_eq!(graph.edge_list(), "0-1B, 1-2G");
/// let error = HackenbushGraph::new([Edge::new(1, 2, Green)]).unwrap_err();
/// assert_eq!(error.to_string(), "the edge 1-2G is not connected with the ground, vertex 0: it would fall before the first move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HackenbushGraph {
    /// The greatest name of a vertex, plus 1.
    vertices: u32,
    edges: Vec<Edge>,
}

/// Edges that are no picture.
///
/// ```
/// use agon::HackenbushGraph;
/// use agon::hackenbush::{Edge, EdgeColour::Green};
///
/// let error = HackenbushGraph::new([Edge::new(0, u32::MAX, Green)]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a picture may have at most 4194304 edges, and vertices numbered up to 4194304; this one has 4294967295"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HackenbushGraphError {
    /// An edge hangs in the air.
    #[error(
        "the edge {edge} is not connected with the ground, vertex 0: it would fall before the first move"
    )]
    Floating {
        /// The edge.
        edge: Edge,
    },
    /// The picture is too large.
    #[error("a picture may have at most {limit} edges, and vertices numbered up to {limit}; this one has {found}", limit = HackenbushGraph::MOST_EDGES)]
    TooLarge {
        /// The number of edges, or the vertex.
        found: u64,
    },
}

/// The edges at each vertex; a loop is listed once.
pub(super) struct Incidence {
    start: Vec<usize>,
    edges: Vec<usize>,
}

impl Incidence {
    pub(super) fn at(&self, vertex: u32) -> &[usize] {
        &self.edges[self.start[vertex as usize]..self.start[vertex as usize + 1]]
    }
}

/// The vertices in an order in which each comes after the one through which it is reached from the ground.
pub(super) struct Search {
    pub(super) order: Vec<u32>,
    /// The edge through which each vertex was reached; `None` for the ground and for names without a vertex.
    pub(super) reached_by: Vec<Option<usize>>,
}

impl HackenbushGraph {
    /// The most edges that a picture may have, and the greatest name of a vertex.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let most = format!("G{}", HackenbushGraph::MOST_EDGES + 1);
    /// assert!(most.parse::<HackenbushGraph>().is_err());
    /// ```
    pub const MOST_EDGES: u32 = 1 << 22;

    /// The picture with these edges.
    ///
    /// # Errors
    /// [`HackenbushGraphError`] if an edge is not connected with the ground, or if there are too many.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    /// use agon::hackenbush::{Edge, EdgeColour::{Blue, Red}, HackenbushGraphError};
    ///
    /// let table = HackenbushGraph::new([Edge::new(0, 1, Blue), Edge::new(1, 2, Red), Edge::new(2, 0, Blue)])?;
    /// assert_eq!(table.edges().len(), 3);
    /// let edge = Edge::new(5, 6, Blue);
    /// assert_eq!(HackenbushGraph::new([edge]), Err(HackenbushGraphError::Floating { edge }));
    /// # Ok::<(), HackenbushGraphError>(())
    /// ```
    pub fn new(edges: impl IntoIterator<Item = Edge>) -> Result<Self, HackenbushGraphError> {
        let edges: Vec<Edge> = edges.into_iter().collect();
        let greatest = edges.iter().map(|edge| edge.from.max(edge.to)).max().unwrap_or(0);
        let found = (edges.len() as u64).max(greatest.into());
        if found > Self::MOST_EDGES.into() {
            return Err(HackenbushGraphError::TooLarge { found });
        }
        let graph = Self { vertices: greatest + 1, edges };
        let search = graph.search(|_| true);
        match graph.edges.iter().find(|edge| !search.reaches(edge.from)) {
            Some(&edge) => Err(HackenbushGraphError::Floating { edge }),
            None => Ok(graph),
        }
    }

    /// From edges that are known to be connected with the ground.
    pub(super) fn grounded(edges: Vec<Edge>) -> Self {
        let greatest = edges.iter().map(|edge| edge.from.max(edge.to)).max().unwrap_or(0);
        Self { vertices: greatest + 1, edges }
    }

    /// A stalk: edges of these colours one upon the other, from the ground upwards.
    ///
    /// # Errors
    /// [`HackenbushGraphError::TooLarge`].
    ///
    /// ```
    /// use agon::{HackenbushGraph, hackenbush::EdgeColour};
    ///
    /// let bamboo = HackenbushGraph::stalk([EdgeColour::Green; 7])?;
    /// assert_eq!(bamboo.to_string(), "G7");
    /// # Ok::<(), agon::hackenbush::HackenbushGraphError>(())
    /// ```
    pub fn stalk(colours: impl IntoIterator<Item = EdgeColour>) -> Result<Self, HackenbushGraphError> {
        // One more than allowed is enough to see that there are too many.
        let colours = colours.into_iter().take(Self::MOST_EDGES as usize + 1);
        Self::new((0..).zip(colours).map(|(below, colour)| Edge::new(below, below + 1, colour)))
    }

    /// The edges, in the order in which they were given.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let stalk: HackenbushGraph = "BRB".parse()?;
    /// let colours: Vec<char> = stalk.edges().iter().map(|edge| edge.colour.letter()).collect();
    /// assert_eq!(colours, ['B', 'R', 'B']);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Vertices have the names 0 (the ground) to this number, exclusive; some names may have no edge.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// assert_eq!("G3".parse::<HackenbushGraph>()?.vertices(), 4);
    /// assert_eq!(HackenbushGraph::default().vertices(), 1); // the ground
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Whether all edges are green.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// assert!("GG(G, GG)".parse::<HackenbushGraph>()?.is_green());
    /// assert!(!"GB".parse::<HackenbushGraph>()?.is_green());
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn is_green(&self) -> bool {
        self.edges.iter().all(|edge| edge.colour == EdgeColour::Green)
    }

    /// Whether no edge is green, so that the value is a number.
    ///
    /// ```
    /// use agon::{Hackenbush, HackenbushGraph, Partizan};
    ///
    /// let (number, up_star): (HackenbushGraph, HackenbushGraph) = ("BR".parse()?, "GB".parse()?);
    /// assert!(number.is_red_blue() && Hackenbush.value(&number)?.is_number());
    /// assert!(!up_star.is_red_blue() && !Hackenbush.value(&up_star)?.is_number());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_red_blue(&self) -> bool {
        self.edges.iter().all(|edge| edge.colour != EdgeColour::Green)
    }

    /// Whether the picture has no cycle: trees side by side.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// assert!("B(R, G), R".parse::<HackenbushGraph>()?.is_tree());
    /// assert!(!"0-1, 1-2, 2-0".parse::<HackenbushGraph>()?.is_tree());
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn is_tree(&self) -> bool {
        self.search(|_| true).order.len() == self.edges.len() + 1
    }

    /// For each vertex the edge that carries it, if the picture has no cycle; `None` there for the ground and for names
    /// that have no vertex.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let graph: HackenbushGraph = "B(R, G)".parse()?;
    /// assert_eq!(graph.carriers(), Some(vec![None, Some(0), Some(1), Some(2)]));
    /// assert_eq!("0-1, 1-0".parse::<HackenbushGraph>()?.carriers(), None);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn carriers(&self) -> Option<Vec<Option<usize>>> {
        let search = self.search(|_| true);
        (search.order.len() == self.edges.len() + 1).then_some(search.reached_by)
    }

    /// The colours from the ground upwards, if the picture is one stalk.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    /// use agon::hackenbush::EdgeColour::{Blue, Red};
    ///
    /// assert_eq!("BRB".parse::<HackenbushGraph>()?.stalk_colours(), Some(vec![Blue, Red, Blue]));
    /// assert_eq!("B, R".parse::<HackenbushGraph>()?.stalk_colours(), None);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn stalk_colours(&self) -> Option<Vec<EdgeColour>> {
        let incidence = self.incidence();
        let degree = |vertex| incidence.at(vertex).len();
        let search = self.search(|_| true);
        let is_stalk = search.order.len() == self.edges.len() + 1
            && degree(0) <= 1
            && search.order.iter().all(|&vertex| degree(vertex) <= 2);
        let colour = |vertex: &u32| search.reached_by[*vertex as usize].map(|edge| self.edges[edge].colour);
        is_stalk.then(|| search.order.iter().filter_map(colour).collect())
    }

    /// The sign expansion that a red-blue stalk is: + for blue, − for red, from the ground upwards (Berlekamp's rule).
    /// The number with this expansion is the value of the stalk.
    ///
    /// `None` if the picture is no stalk, has a green edge, or has more than a million edges after the first run.
    ///
    /// ```
    /// use agon::{Dyadic, HackenbushGraph};
    ///
    /// let stalk: HackenbushGraph = "BRRB".parse()?;
    /// let expansion = stalk.sign_expansion().expect("a red-blue stalk");
    /// assert_eq!(expansion.to_string(), "+−−+");
    /// assert_eq!(expansion.to_dyadic(), Dyadic::new(3, 3)); // 1 − 1/2 − 1/4 + 1/8
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn sign_expansion(&self) -> Option<SignExpansion> {
        let sign = |colour| match colour {
            EdgeColour::Blue => Some('+'),
            EdgeColour::Red => Some('-'),
            EdgeColour::Green => None,
        };
        let text: String = self.stalk_colours()?.into_iter().map(sign).collect::<Option<_>>()?;
        text.parse().ok()
    }

    /// The red-blue stalk with this sign expansion.
    ///
    /// # Errors
    /// [`HackenbushGraphError::TooLarge`].
    ///
    /// ```
    /// use agon::{Dyadic, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::from_sign_expansion(&Dyadic::new(5, 3).sign_expansion())?;
    /// assert_eq!(stalk.to_string(), "BRBR");
    /// # Ok::<(), agon::hackenbush::HackenbushGraphError>(())
    /// ```
    pub fn from_sign_expansion(expansion: &SignExpansion) -> Result<Self, HackenbushGraphError> {
        Self::stalk(expansion.signs().map(|sign| match sign {
            Sign::Plus => EdgeColour::Blue,
            Sign::Minus => EdgeColour::Red,
        }))
    }

    /// The edges that a player may cut, counted from 0.
    ///
    /// ```
    /// use agon::{HackenbushGraph, Player};
    ///
    /// // Anyone may cut the green edge.
    /// let picture: HackenbushGraph = "0-1B, 1-2R, 1-3G".parse()?;
    /// assert_eq!((picture.edges_of(Player::Left), picture.edges_of(Player::Right)), (vec![0, 2], vec![1, 2]));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn edges_of(&self, player: Player) -> Vec<usize> {
        (0..self.edges.len()).filter(|&index| self.edges[index].colour.can_be_cut_by(player)).collect()
    }

    /// The edges that are gone when this one is cut: itself and those that are no longer connected with the ground.
    /// `None` if there is no such edge.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let graph: HackenbushGraph = "GG(G, GG)".parse()?;
    /// assert_eq!(graph.falling(3), Some(vec![3, 4]));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn falling(&self, edge: usize) -> Option<Vec<usize>> {
        self.edges.get(edge)?;
        let search = self.search(|index| index != edge);
        let falls = |&index: &usize| index == edge || !search.reaches(self.edges[index].from);
        Some((0..self.edges.len()).filter(falls).collect())
    }

    /// The picture after an edge was cut; vertices keep their names, edges their order. `None` if there is no such edge.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let graph: HackenbushGraph = "0-1B, 1-2R, 2-0R, 2-3G".parse()?;
    /// assert_eq!(graph.cut(2).map(|g| g.to_string()).as_deref(), Some("BRG"));
    /// assert_eq!(graph.cut(1).map(|g| g.to_string()).as_deref(), Some("B, RG"));
    /// assert_eq!(graph.cut(4), None);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn cut(&self, edge: usize) -> Option<Self> {
        self.edges.get(edge)?;
        let search = self.search(|index| index != edge);
        let stays = |&(index, edge_there): &(usize, &Edge)| index != edge && search.reaches(edge_there.from);
        Some(Self::grounded(self.edges.iter().enumerate().filter(stays).map(|(_, edge)| *edge).collect()))
    }

    /// The same picture with red and blue exchanged: the negative game.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let picture: HackenbushGraph = "0-1B, 1-2R, 1-3G".parse()?;
    /// assert_eq!(picture.mirrored().edge_list(), "0-1R, 1-2B, 1-3G");
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let opposite = |edge: &Edge| Edge { colour: edge.colour.opposite(), ..*edge };
        Self { vertices: self.vertices, edges: self.edges.iter().map(opposite).collect() }
    }

    /// The edges as text, `0-1B, 1-2G`.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    ///
    /// let tree: HackenbushGraph = "B(R, G)".parse()?;
    /// assert_eq!(tree.edge_list(), "0-1B, 1-2R, 1-3G");
    /// assert_eq!(tree.edge_list().parse(), Ok(tree));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn edge_list(&self) -> String {
        self.edges.iter().map(Edge::to_string).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn incidence(&self) -> Incidence {
        let mut start = vec![0; self.vertices as usize + 1];
        let ends = |edge: &Edge| [Some(edge.from), Some(edge.to).filter(|&to| to != edge.from)];
        for vertex in self.edges.iter().flat_map(ends).flatten() {
            start[vertex as usize + 1] += 1;
        }
        for vertex in 0..self.vertices as usize {
            start[vertex + 1] += start[vertex];
        }
        let mut next = start.clone();
        let mut edges = vec![0; start[self.vertices as usize]];
        for (index, edge) in self.edges.iter().enumerate() {
            for vertex in ends(edge).into_iter().flatten() {
                edges[next[vertex as usize]] = index;
                next[vertex as usize] += 1;
            }
        }
        Incidence { start, edges }
    }

    /// What can be reached from the ground through edges that are there, breadth first.
    pub(super) fn search(&self, is_there: impl Fn(usize) -> bool) -> Search {
        let incidence = self.incidence();
        let mut search = Search { order: vec![0], reached_by: vec![None; self.vertices as usize] };
        let mut next = 0;
        while let Some(&vertex) = search.order.get(next) {
            next += 1;
            for &index in incidence.at(vertex).iter().filter(|&&index| is_there(index)) {
                let end = self.edges[index].other_end(vertex);
                if !search.reaches(end) {
                    search.reached_by[end as usize] = Some(index);
                    search.order.push(end);
                }
            }
        }
        search
    }
}

impl Search {
    pub(super) fn reaches(&self, vertex: u32) -> bool {
        vertex == 0 || self.reached_by[vertex as usize].is_some()
    }
}

impl Default for HackenbushGraph {
    /// The bare ground.
    fn default() -> Self {
        Self::grounded(Vec::new())
    }
}

/// As readable as `Display`.
impl fmt::Debug for HackenbushGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<HackenbushGraph> for String {
    fn from(graph: HackenbushGraph) -> Self {
        graph.edge_list()
    }
}
