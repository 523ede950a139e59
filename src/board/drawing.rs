//! Boards of Hackenbush: a part is the set of its standing edges.

use super::BoardError;
use super::layout::{Drawing, EdgePlace, Layout};
use super::table::{Control, ControlKind, Rules, Worth, unless};
use crate::hackenbush::{Edge, EdgeColour, ParseHackenbushError};
use crate::{Dyadic, GreenHackenbush, Hackenbush, HackenbushGraph, Partizan, Player};

/// What can be read as a Hackenbush picture: a picture, or its text.
///
/// ```
/// use agon::{HackenbushGraph, board};
///
/// // A text will do, and so will a picture that one has.
/// let picture: HackenbushGraph = "GG(G, GG)".parse()?;
/// assert_eq!(board::hackenbush(&picture)?, board::hackenbush("GG(G, GG)")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait IntoPicture {
    /// The picture.
    ///
    /// # Errors
    /// For a text that is no picture.
    ///
    /// ```
    /// use agon::board::IntoPicture;
    ///
    /// assert_eq!("BRB".into_picture()?.edges().len(), 3);
    /// assert!("blue".into_picture().is_err());
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    fn into_picture(self) -> Result<HackenbushGraph, ParseHackenbushError>;
}

impl IntoPicture for &str {
    fn into_picture(self) -> Result<HackenbushGraph, ParseHackenbushError> {
        self.parse()
    }
}

impl IntoPicture for HackenbushGraph {
    fn into_picture(self) -> Result<HackenbushGraph, ParseHackenbushError> {
        Ok(self)
    }
}

impl IntoPicture for &HackenbushGraph {
    fn into_picture(self) -> Result<HackenbushGraph, ParseHackenbushError> {
        Ok(self.clone())
    }
}

/// Sets of edges by their bits.
type Edges = u32;

const MOST_EDGES: usize = 24;

/// Hackenbush on one picture.
pub(super) struct Cuts<'a> {
    picture: &'a HackenbushGraph,
}

impl<'a> Cuts<'a> {
    pub(super) fn new(picture: &'a HackenbushGraph) -> Result<Self, BoardError> {
        let count = picture.edges().len();
        unless(
            (1..=MOST_EDGES).contains(&count),
            || format!("a picture with {count} edges"),
            "take one with 1 to 24 edges",
        )?;
        unless(
            picture.is_green() || picture.is_red_blue(),
            || format!("the picture {picture} with green and other edges"),
            "let all edges be green (G), or all blue and red (B, R)",
        )?;
        Ok(Self { picture })
    }

    fn edges(&self, part: Edges) -> impl Iterator<Item = usize> {
        (0..self.picture.edges().len()).filter(move |edge| part >> edge & 1 == 1)
    }

    /// The edges of `part` that hang together with those of `seed` above the ground; from the ground itself if there is no
    /// seed.
    fn connected(&self, part: Edges, seed: Option<usize>) -> Edges {
        let ends = |edge: usize| [self.picture.edges()[edge].from, self.picture.edges()[edge].to];
        let mut reached: Edges = seed.map_or(0, |edge| 1 << edge);
        let mut vertices: Vec<u32> = seed.map_or(vec![0], |edge| ends(edge).to_vec());
        loop {
            let touches = |&vertex: &u32| (seed.is_none() || vertex != 0) && vertices.contains(&vertex);
            let next = self.edges(part & !reached).find(|&edge| ends(edge).iter().any(touches));
            let Some(edge) = next else { return reached };
            reached |= 1 << edge;
            vertices.extend(ends(edge));
        }
    }

    /// What stands on the ground, taken apart where only the ground connects it.
    fn parts(&self, edges: Edges) -> Vec<Edges> {
        let mut standing = self.connected(edges, None);
        let mut parts = Vec::new();
        while standing != 0 {
            let part = self.connected(standing, Some(standing.trailing_zeros() as usize));
            parts.push(part);
            standing &= !part;
        }
        parts
    }

    fn graph(&self, part: Edges) -> Result<HackenbushGraph, BoardError> {
        let edges = self.edges(part).map(|edge| self.picture.edges()[edge]);
        HackenbushGraph::new(edges).map_err(|error| BoardError::NoValue(error.to_string()))
    }

    pub(super) fn drawing(&self) -> Drawing {
        Layout::of(self.picture).drawing
    }
}

impl Rules for Cuts<'_> {
    type Part = Edges;

    fn controls(&self) -> Vec<Control> {
        let layout = Layout::of(self.picture);
        let control = |((number, edge), place): ((u32, &Edge), EdgePlace)| Control {
            name: format!("{}–{}", edge.from.min(edge.to), edge.from.max(edge.to)),
            side: match edge.colour {
                EdgeColour::Blue => Some(Player::Left),
                EdgeColour::Red => Some(Player::Right),
                EdgeColour::Green => None,
            },
            place: Some(place),
            ..Control::new(ControlKind::Edge, 1, number)
        };
        (1..).zip(self.picture.edges()).zip(layout.places).map(control).collect()
    }

    fn start(&self) -> Vec<Edges> {
        self.parts(Edges::MAX >> (Edges::BITS as usize - self.picture.edges().len()))
    }

    fn moves(&self, &part: &Edges) -> Vec<(usize, Vec<Edges>)> {
        self.edges(part).map(|edge| (edge, self.parts(part & !(1 << edge)))).collect()
    }

    fn still(&self, _: &Edges) -> Vec<usize> {
        Vec::new()
    }

    fn size(&self, part: &Edges) -> u32 {
        part.count_ones()
    }

    fn name(&self, &part: &Edges) -> String {
        match self.graph(part) {
            // The ends of edges are their names on the board, so a graph must keep them.
            Ok(graph) if graph.is_tree() => graph.to_string(),
            Ok(graph) if graph.is_green() => format!("[{}]", graph.edge_list().replace('G', "")),
            Ok(graph) => format!("[{}]", graph.edge_list()),
            Err(_) => String::new(),
        }
    }

    fn values(&self, parts: &[Edges]) -> Result<(Worth, Vec<i64>), BoardError> {
        if self.picture.is_green() {
            let value = |&part| Ok(i64::from(GreenHackenbush::nimber(&self.graph(part)?).size()));
            let values: Result<_, BoardError> = parts.iter().map(value).collect();
            return Ok((Worth::Nimbers, values?));
        }
        let number = |&part: &Edges| {
            let graph = self.graph(part)?;
            let value = Hackenbush.value(&graph).map_err(|error| BoardError::NoValue(error.to_string()))?;
            value.as_number().ok_or_else(|| BoardError::NoValue(format!("{graph} is no number")))
        };
        let numbers: Vec<Dyadic> = parts.iter().map(number).collect::<Result<_, BoardError>>()?;
        let unit = numbers.iter().map(Dyadic::exponent).max().unwrap_or(0);
        let in_units = |number: &Dyadic| {
            let value = Dyadic::new(number.numerator() << (unit - number.exponent()), 0).to_i64();
            value.ok_or_else(|| BoardError::NoValue(format!("{number} is too long a number")))
        };
        let values: Result<_, BoardError> = numbers.iter().map(in_units).collect();
        Ok((Worth::Numbers { unit: 1 << unit }, values?))
    }
}
