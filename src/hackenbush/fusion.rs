//! The fusion and colon principles for green pictures, with the finite check that proves a value.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::edge::Edge;
use super::graph::HackenbushGraph;
use crate::evidence::Certificate;
use crate::impartial::Nimber;

/// The Grundy value of a picture all of whose edges count as green, with the reasons.
///
/// *Fusion principle*: the vertices of a cycle may be drawn together into one without a change of value; the edges of the
/// cycle become loops, each worth `∗`. So all vertices between which there are two ways without a common edge become one.
///
/// *Colon principle*: what stands on a vertex may be replaced by anything of the same value. So an edge that carries a
/// picture of value x (the nim-sum of its branches) is a stalk of x + 1 edges.
///
/// Only bridges, edges without which the picture falls apart, are left between fused vertices. The certificate holds for
/// each vertex the fused vertex to which it belongs, and for each edge its label: 1 for a loop, and x + 1 for a bridge that
/// carries x. The value is the nim-sum of the labels at the ground.
/// (*Winning Ways*, chapter 7; T. Ferguson, *Game Theory*, I.6.)
///
/// ```
/// use agon::{Certificate, HackenbushGraph, Nimber, hackenbush::FusionCertificate};
///
/// // A stalk with a triangle on top, and a branch on a corner of the triangle.
/// let graph: HackenbushGraph = "0-1, 1-2, 2-3, 3-1, 3-4".parse()?;
/// let certificate = FusionCertificate::of(&graph);
/// assert_eq!(certificate.labels(), [1, 1, 1, 1, 1].map(Nimber));
/// assert_eq!(certificate.value(), Nimber(1));
/// assert!(certificate.verify());
/// assert_eq!(
///     certificate.to_string(),
///     "the fusion and colon principles (5 edges, 3 of them on cycles: value ∗)"
/// );
/// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FusionCertificate {
    graph: HackenbushGraph,
    value: Nimber,
    /// For each vertex the vertex that stands for all that are fused with it.
    fused: Vec<u32>,
    labels: Vec<Nimber>,
}

/// A picture taken apart into fused vertices and bridges.
pub(super) struct Fusion {
    /// The vertices, each after the one below it.
    pub(super) order: Vec<u32>,
    /// The edge through which each vertex was reached.
    pub(super) carrier: Vec<Option<usize>>,
    /// For each vertex the lowest one fused with it.
    pub(super) fused: Vec<u32>,
    pub(super) is_bridge: Vec<bool>,
    /// For each lowest vertex the nim-sum of the labels upon the fused vertex.
    pub(super) values: Vec<u32>,
    pub(super) labels: Vec<u32>,
}

impl Fusion {
    pub(super) fn of(graph: &HackenbushGraph) -> Self {
        let edges = graph.edges();
        let count = graph.vertices() as usize;
        let (order, carrier, is_bridge) = bridges(graph);
        let mut fused: Vec<u32> = (0..graph.vertices()).collect();
        for &vertex in &order[1..] {
            let edge = carrier[vertex as usize].expect("every vertex but the ground has a carrier");
            if !is_bridge[edge] {
                fused[vertex as usize] = fused[edges[edge].other_end(vertex) as usize];
            }
        }
        let mut values = vec![0u32; count];
        let mut labels = vec![1u32; edges.len()];
        for (index, edge) in edges.iter().enumerate() {
            if !is_bridge[index] {
                values[fused[edge.from as usize] as usize] ^= 1;
            }
        }
        for &vertex in order[1..].iter().rev() {
            if fused[vertex as usize] == vertex
                && let Some(edge) = carrier[vertex as usize]
            {
                labels[edge] = values[vertex as usize] + 1;
                values[fused[edges[edge].other_end(vertex) as usize] as usize] ^= labels[edge];
            }
        }
        Self { order, carrier, fused, is_bridge, values, labels }
    }
}

/// Depth-first search: the vertices in the order of their discovery, the edge through which each was discovered, and which
/// edges are bridges. An edge down to `v` is one when nothing at or above `v` has another edge to below it (R. Tarjan).
fn bridges(graph: &HackenbushGraph) -> (Vec<u32>, Vec<Option<usize>>, Vec<bool>) {
    const UNSEEN: usize = usize::MAX;
    let (edges, incidence) = (graph.edges(), graph.incidence());
    let count = graph.vertices() as usize;
    let mut number = vec![UNSEEN; count];
    let mut lowest = vec![UNSEEN; count];
    let mut carrier: Vec<Option<usize>> = vec![None; count];
    let mut is_bridge = vec![false; edges.len()];
    let mut order = vec![0u32];
    (number[0], lowest[0]) = (0, 0);
    let mut path = vec![(0u32, 0usize)];
    while let Some((vertex, next)) = path.last_mut() {
        let v = *vertex as usize;
        if let Some(&index) = incidence.at(*vertex).get(*next) {
            *next += 1;
            let end = edges[index].other_end(*vertex);
            let e = end as usize;
            if carrier[v] == Some(index) {
                continue;
            }
            if number[e] == UNSEEN {
                (number[e], lowest[e]) = (order.len(), order.len());
                carrier[e] = Some(index);
                order.push(end);
                path.push((end, 0));
            } else {
                lowest[v] = lowest[v].min(number[e]);
            }
            continue;
        }
        path.pop();
        if let Some(&(below, _)) = path.last() {
            let b = below as usize;
            lowest[b] = lowest[b].min(lowest[v]);
            if let Some(index) = carrier[v] {
                is_bridge[index] = lowest[v] > number[b];
            }
        }
    }
    (order, carrier, is_bridge)
}

impl FusionCertificate {
    /// The value of the picture, whatever the colours of its edges, with the reasons; in time proportional to its size.
    ///
    /// ```
    /// use agon::{Certificate, Nimber, hackenbush::FusionCertificate};
    ///
    /// // A triangle on a stalk: its edges are three loops, 1 ⊕ 1 ⊕ 1, and the edge below makes it 1 + 1.
    /// let certificate = FusionCertificate::of(&"0-1, 1-2, 2-3, 3-1".parse()?);
    /// assert_eq!(certificate.value(), Nimber(2));
    /// assert!(certificate.verify());
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn of(graph: &HackenbushGraph) -> Self {
        let fusion = Fusion::of(graph);
        Self {
            graph: graph.clone(),
            value: Nimber(fusion.values[0]),
            fused: fusion.fused,
            labels: fusion.labels.into_iter().map(Nimber).collect(),
        }
    }

    /// The picture.
    ///
    /// ```
    /// use agon::{HackenbushGraph, hackenbush::FusionCertificate};
    ///
    /// let stalks: HackenbushGraph = "G3, G5".parse()?;
    /// assert_eq!(FusionCertificate::of(&stalks).graph(), &stalks);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn graph(&self) -> &HackenbushGraph {
        &self.graph
    }

    /// Its Grundy value.
    ///
    /// ```
    /// use agon::{GreenHackenbush, Nimber};
    ///
    /// // A triangle on the ground is three loops: 1 ⊕ 1 ⊕ 1.
    /// let triangle = GreenHackenbush::certificate(&"0-1, 1-2, 2-0".parse()?);
    /// assert_eq!((triangle.value(), triangle.loops()), (Nimber(1), vec![0, 1, 2]));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> Nimber {
        self.value
    }

    /// For each vertex the one that stands for all that are fused with it; itself if there are none.
    ///
    /// ```
    /// use agon::hackenbush::FusionCertificate;
    ///
    /// // The corners 1, 2, 3 of a triangle are one vertex.
    /// let certificate = FusionCertificate::of(&"0-1, 1-2, 2-3, 3-1, 3-4".parse()?);
    /// assert_eq!(certificate.fused(), [0, 1, 1, 1, 4]);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn fused(&self) -> &[u32] {
        &self.fused
    }

    /// For each edge the length of the green stalk that the edge is worth together with all that it carries.
    ///
    /// ```
    /// use agon::{Nimber, hackenbush::FusionCertificate};
    ///
    /// // From the ground upwards: an edge that carries ∗1 and ∗2 is a stalk of 1 + 3.
    /// let certificate = FusionCertificate::of(&"G(G, GG)".parse()?);
    /// assert_eq!(certificate.labels(), [4, 1, 2, 1].map(Nimber));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn labels(&self) -> &[Nimber] {
        &self.labels
    }

    /// The edges on cycles, which become loops.
    ///
    /// ```
    /// use agon::hackenbush::FusionCertificate;
    ///
    /// let certificate = FusionCertificate::of(&"0-1, 1-2, 2-3, 3-1, 3-4".parse()?);
    /// assert_eq!(certificate.loops(), [1, 2, 3]);
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn loops(&self) -> Vec<usize> {
        (0..self.graph.edges().len()).filter(|&edge| self.is_loop(edge)).collect()
    }

    fn is_loop(&self, edge: usize) -> bool {
        let Edge { from, to, .. } = self.graph.edges()[edge];
        self.fused[from as usize] == self.fused[to as usize]
    }

    /// The nim-sum of the labels at a fused vertex, but for one edge.
    fn nim_sum_at(&self, vertex: u32, without: Option<usize>, at: &HashMap<u32, Vec<usize>>) -> Nimber {
        let edges = at.get(&vertex).into_iter().flatten();
        edges.filter(|&&edge| Some(edge) != without).map(|&edge| self.labels[edge]).sum()
    }
}

impl Certificate for FusionCertificate {
    /// Takes each edge away and looks whether its ends hang together still: they must be fused exactly then. With bridges
    /// alone between them, the fused vertices must be a tree. Last, each label must follow from those that it carries.
    fn verify(&self) -> bool {
        let Self { graph, fused, labels, value } = self;
        let edges = graph.edges();
        if fused.len() != graph.vertices() as usize || labels.len() != edges.len() {
            return false;
        }
        let bridge_count = (0..edges.len()).filter(|&edge| !self.is_loop(edge)).count();
        let mut names: Vec<u32> = graph.search(|_| true).order.iter().map(|&v| fused[v as usize]).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() != bridge_count + 1 {
            return false;
        }
        // At each fused vertex: the loops once, and the bridges that it carries.
        let mut at: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut carried_by: HashMap<usize, u32> = HashMap::new();
        for (index, edge) in edges.iter().enumerate() {
            crate::interrupt::check();
            let rest = graph.search(|other| other != index);
            let falls = [edge.from, edge.to].into_iter().find(|&end| !rest.reaches(end));
            if falls.is_none() != self.is_loop(index) {
                return false;
            }
            let below = falls.map_or(edge.from, |top| edge.other_end(top));
            at.entry(fused[below as usize]).or_default().push(index);
            carried_by.extend(falls.map(|top| (index, fused[top as usize])));
        }
        let follows = |edge: usize| match carried_by.get(&edge) {
            None => labels[edge] == Nimber::STAR,
            Some(&top) => labels[edge].size().checked_sub(1) == Some(self.nim_sum_at(top, None, &at).size()),
        };
        (0..edges.len()).all(follows) && *value == self.nim_sum_at(fused[0], None, &at)
    }
}

impl fmt::Display for FusionCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges = self.graph.edges().len();
        match self.loops().len() {
            0 => write!(f, "the colon principle ({edges} edges: value {})", self.value),
            loops => write!(
                f,
                "the fusion and colon principles ({edges} edges, {loops} of them on cycles: value {})",
                self.value
            ),
        }
    }
}
