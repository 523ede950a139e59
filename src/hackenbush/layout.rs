//! Where to draw what: the ground at y = 0, y upwards, neighbours about one unit apart.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::graph::HackenbushGraph;

/// A place, as (x, y).
///
/// ```
/// use agon::hackenbush::{HackenbushLayout, Point};
///
/// let top: Option<Point> = HackenbushLayout::of(&"GGG".parse()?).vertices[3];
/// assert_eq!(top, Some((0.0, 3.0)));
/// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
/// ```
pub type Point = (f64, f64);

/// How an edge is drawn: from one end to the other, as a Bézier curve.
///
/// ```
/// use agon::hackenbush::HackenbushLayout;
///
/// // A straight edge has no control point, a loop has two.
/// let layout = HackenbushLayout::of(&"0-1, 1-1".parse()?);
/// assert_eq!((layout.edges[0].controls.len(), layout.edges[1].controls.len()), (0, 2));
/// assert_eq!(layout.edges[1].from, layout.edges[1].to);
/// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EdgeCurve {
    /// The end [`Edge::from`](super::Edge::from). An edge at the ground has a foot of its own there.
    pub from: Point,
    /// The end [`Edge::to`](super::Edge::to).
    pub to: Point,
    /// None for a straight edge, one for a bent one among parallel edges, two for a loop.
    pub controls: Vec<Point>,
}

/// Coordinates for the vertices and edges of a picture.
///
/// Trees are drawn without crossings: each vertex one unit above the one below it, over the middle of its branches, and
/// branches side by side. Other graphs are drawn in layers by their distance from the ground, each vertex near the
/// mean of its neighbours.
///
/// ```
/// use agon::{HackenbushGraph, hackenbush::HackenbushLayout};
///
/// let layout = HackenbushLayout::of(&"GG(G, G)".parse::<HackenbushGraph>()?);
/// assert_eq!(layout.vertices, [None, Some((0.5, 1.0)), Some((0.5, 2.0)), Some((0.0, 3.0)), Some((1.0, 3.0))]);
/// assert_eq!(layout.edges[0].from, (0.5, 0.0));
/// assert_eq!((layout.width, layout.height), (1.0, 3.0));
/// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HackenbushLayout {
    /// The places of the vertices; none for the ground, which is the line y = 0, and for names without a vertex.
    pub vertices: Vec<Option<Point>>,
    /// The curves of the edges.
    pub edges: Vec<EdgeCurve>,
    /// The greatest x of a vertex or a foot; the least is 0.
    pub width: f64,
    /// The greatest y of a vertex; the least is 0.
    pub height: f64,
}

/// How often the layers of a graph are sorted and moved.
const SWEEPS: usize = 24;

impl HackenbushLayout {
    /// The layout of a picture. The same picture always has the same layout.
    ///
    /// ```
    /// use agon::hackenbush::HackenbushLayout;
    ///
    /// let layout = HackenbushLayout::of(&"G3, G5".parse()?);
    /// assert_eq!((layout.width, layout.height), (1.0, 5.0));
    /// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
    /// ```
    #[must_use]
    pub fn of(graph: &HackenbushGraph) -> Self {
        let layers = Layers::of(graph);
        let x = match graph.carriers() {
            Some(carriers) => tree_places(graph, &layers, &carriers),
            None => graph_places(graph, &layers),
        };
        let place = |vertex: u32| (x[vertex as usize], f64::from(layers.height[vertex as usize]));
        let mut layout = Self {
            vertices: vec![None; graph.vertices() as usize],
            edges: curves(graph, &layers, place),
            width: 0.0,
            height: 0.0,
        };
        for &vertex in layers.order.iter().filter(|&&vertex| vertex != 0) {
            layout.vertices[vertex as usize] = Some(place(vertex));
        }
        layout.settle();
        layout
    }

    /// Moves all so that the least x is 0, and measures.
    fn settle(&mut self) {
        let feet = self.edges.iter().flat_map(|curve| [curve.from, curve.to]);
        let points: Vec<Point> = self.vertices.iter().flatten().copied().chain(feet).collect();
        let least = points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
        if points.is_empty() {
            return;
        }
        let ends = self
            .edges
            .iter_mut()
            .flat_map(|EdgeCurve { from, to, controls }| [from, to].into_iter().chain(controls));
        for point in self.vertices.iter_mut().flatten().chain(ends) {
            point.0 -= least;
        }
        self.width = points.iter().map(|p| p.0 - least).fold(0.0, f64::max);
        self.height = points.iter().map(|p| p.1).fold(0.0, f64::max);
    }
}

/// Vertices by their distance from the ground.
struct Layers {
    order: Vec<u32>,
    height: Vec<u32>,
    /// The vertices at distance 1, 2, …
    rows: Vec<Vec<u32>>,
}

impl Layers {
    fn of(graph: &HackenbushGraph) -> Self {
        let search = graph.search(|_| true);
        let mut height = vec![0u32; graph.vertices() as usize];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for &vertex in &search.order {
            let Some(edge) = search.reached_by[vertex as usize] else { continue };
            let row = height[graph.edges()[edge].other_end(vertex) as usize] as usize;
            height[vertex as usize] = row as u32 + 1;
            if row == rows.len() {
                rows.push(Vec::new());
            }
            rows[row].push(vertex);
        }
        Self { order: search.order, height, rows }
    }
}

/// Leaves one unit apart from left to right, every other vertex over the middle of its outermost branches.
fn tree_places(graph: &HackenbushGraph, layers: &Layers, carriers: &[Option<usize>]) -> Vec<f64> {
    let incidence = graph.incidence();
    let mut x = vec![0.0; carriers.len()];
    let mut leaves = 0.0;
    let mut pending = vec![0u32];
    while let Some(vertex) = pending.pop() {
        let above = incidence.at(vertex).iter().filter(|&&edge| Some(edge) != carriers[vertex as usize]);
        let start = pending.len();
        pending.extend(above.rev().map(|&edge| graph.edges()[edge].other_end(vertex)));
        if pending.len() == start && vertex != 0 {
            x[vertex as usize] = leaves;
            leaves += 1.0;
        }
    }
    let mut outermost: Vec<Option<(f64, f64)>> = vec![None; carriers.len()];
    for &vertex in layers.order.iter().rev() {
        if let Some((left, right)) = outermost[vertex as usize] {
            x[vertex as usize] = (left + right) / 2.0;
        }
        if let Some(edge) = carriers[vertex as usize] {
            let here = x[vertex as usize];
            let below = &mut outermost[graph.edges()[edge].other_end(vertex) as usize];
            *below = Some(below.map_or((here, here), |(left, right)| (left.min(here), right.max(here))));
        }
    }
    x
}

/// Each layer sorted by the mean place of the neighbours, then spread so that vertices are at least one unit apart.
fn graph_places(graph: &HackenbushGraph, layers: &Layers) -> Vec<f64> {
    let incidence = graph.incidence();
    let mut x = vec![0.0; graph.vertices() as usize];
    let mut rows = layers.rows.clone();
    for row in &rows {
        for (index, &vertex) in row.iter().enumerate() {
            x[vertex as usize] = index as f64 - (row.len() as f64 - 1.0) / 2.0;
        }
    }
    for sweep in 0..SWEEPS {
        crate::interrupt::check();
        for index in 0..rows.len() {
            let row = if sweep % 2 == 0 { index } else { rows.len() - 1 - index };
            let mean = |vertex: &u32| {
                let neighbours =
                    incidence.at(*vertex).iter().map(|&edge| graph.edges()[edge].other_end(*vertex));
                let places: Vec<f64> =
                    neighbours.filter(|&v| v != 0 && v != *vertex).map(|v| x[v as usize]).collect();
                if places.is_empty() {
                    x[*vertex as usize]
                } else {
                    places.iter().sum::<f64>() / places.len() as f64
                }
            };
            let mut wanted: Vec<(f64, u32)> =
                rows[row].iter().map(|vertex| (mean(vertex), *vertex)).collect();
            wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
            spread(&mut wanted);
            for &(place, vertex) in &wanted {
                x[vertex as usize] = place;
            }
            rows[row] = wanted.into_iter().map(|(_, vertex)| vertex).collect();
        }
    }
    x
}

/// Moves sorted places apart to at least one unit, with as little movement of the mean of each crowd as possible.
fn spread(places: &mut [(f64, u32)]) {
    // Crowds of places that touch each other, as (centre, first, end).
    let mut crowds: Vec<(f64, usize, usize)> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let mut crowd = (place.0, index, index + 1);
        while let Some(&(centre, first, end)) = crowds.last() {
            let (size, size_before) = ((crowd.2 - crowd.1) as f64, (end - first) as f64);
            if crowd.0 - centre >= (size + size_before) / 2.0 {
                break;
            }
            crowds.pop();
            let total = size + size_before;
            crowd = ((crowd.0 * size + centre * size_before) / total, first, crowd.2);
        }
        crowds.push(crowd);
    }
    for (centre, first, end) in crowds {
        let start = centre - ((end - first) as f64 - 1.0) / 2.0;
        for (index, place) in places[first..end].iter_mut().enumerate() {
            place.0 = start + index as f64;
        }
    }
}

/// The curves of the edges: feet on the ground, parallel edges bent apart, loops beside their vertex.
fn curves(graph: &HackenbushGraph, layers: &Layers, place: impl Fn(u32) -> Point) -> Vec<EdgeCurve> {
    let ends = |index: usize| {
        let edge = graph.edges()[index];
        (edge.from.min(edge.to), edge.from.max(edge.to))
    };
    let mut parallel: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    for index in 0..graph.edges().len() {
        parallel.entry(ends(index)).or_default().push(index);
    }
    // Loops of the ground stand to the right of everything.
    let right = layers.order.iter().map(|&vertex| place(vertex).0).fold(0.0, f64::max);
    let curve = |index: usize| {
        let (low, high) = ends(index);
        let beside = &parallel[&(low, high)];
        let rank = beside.iter().position(|&other| other == index).unwrap_or(0) as f64;
        let offset = rank - (beside.len() as f64 - 1.0) / 2.0;
        let edge = graph.edges()[index];
        if low == high {
            let foot = if low == 0 { (right + 1.0 + rank, 0.0) } else { place(low) };
            let grow = if low == 0 { 1.0 } else { 1.0 + rank / 2.0 };
            let controls = [-0.6, 0.6].map(|dx| (foot.0 + dx * grow, foot.1 + 0.8 * grow)).to_vec();
            return EdgeCurve { from: foot, to: foot, controls };
        }
        let top = place(high);
        let bottom = if low == 0 { (top.0 + offset / 2.0, 0.0) } else { place(low) };
        let (dx, dy) = (top.0 - bottom.0, top.1 - bottom.1);
        // An edge along a layer passes over the vertices between its ends.
        let over = if low != 0 && dy == 0.0 && dx.abs() > 1.5 { dx / 2.0 } else { 0.0 };
        let bend = if low == 0 { 0.0 } else { offset + over };
        let controls = if bend == 0.0 {
            Vec::new()
        } else {
            // Perpendicular to the edge, half a unit for each rank.
            let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
            let middle = ((top.0 + bottom.0) / 2.0, (top.1 + bottom.1) / 2.0);
            vec![(middle.0 - dy / length * bend, middle.1 + dx / length * bend)]
        };
        let (from, to) = if edge.from == low { (bottom, top) } else { (top, bottom) };
        EdgeCurve { from, to, controls }
    };
    (0..graph.edges().len()).map(curve).collect()
}
