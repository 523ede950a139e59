//! Where a Hackenbush board draws its edges, and where they are touched.

use serde::Serialize;

use crate::HackenbushGraph;
use crate::hackenbush::{EdgeCurve, HackenbushLayout, Point};

/// The size of a drawing in pixels, and the height of its ground from above.
///
/// ```
/// // A board of Hackenbush has a drawing, and says in JSON how large it is.
/// let board = serde_json::to_value(agon::board::hackenbush("GG(G, G)")?)?;
/// assert!(board["drawing"]["ground"].as_u64() < board["drawing"]["height"].as_u64());
/// assert!(serde_json::to_value(agon::board::nim([3])?)?["drawing"].is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Drawing {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The y of the ground.
    pub ground: u32,
}

/// Where an edge is drawn and where it is touched.
///
/// ```
/// let board = agon::board::hackenbush("BR")?;
/// let places: Vec<_> = board.controls().iter().filter_map(|control| control.place.as_ref()).collect();
/// // A stalk is straight, and y grows downwards.
/// assert!(places[0].path.starts_with('M') && places[0].path.contains(" L"));
/// assert!(places[0].at.0 == places[1].at.0 && places[0].at.1 > places[1].at.1);
/// # Ok::<(), agon::BoardError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EdgePlace {
    /// The curve, as the `d` of an SVG path.
    pub path: String,
    /// The point at which the edge is chosen.
    pub at: (i32, i32),
}

/// The layout of a picture in pixels, so large that the points where edges are touched are a finger apart.
pub(super) struct Layout {
    pub(super) drawing: Drawing,
    pub(super) places: Vec<EdgePlace>,
}

/// A finger, in pixels.
const FINGER: f64 = 46.0;

impl Layout {
    pub(super) fn of(picture: &HackenbushGraph) -> Self {
        let layout = HackenbushLayout::of(picture);
        // Along each edge the point that is farthest from those chosen before; the middle if there is a choice.
        let mut touched: Vec<Point> = Vec::new();
        let mut closest = f64::INFINITY;
        for curve in &layout.edges {
            let mut best: Option<(f64, Point)> = None;
            for part in [0.5, 0.6, 0.7, 0.4, 0.3, 0.8] {
                let point = along(curve.from, &curve.controls, curve.to, part);
                let apart = touched.iter().map(|other| distance(point, *other)).fold(1.0, f64::min);
                if best.is_none_or(|(before, _)| apart > before + 1e-9) {
                    best = Some((apart, point));
                }
            }
            if let Some((apart, point)) = best {
                closest = closest.min(apart);
                touched.push(point);
            }
        }
        let unit = (FINGER / closest).clamp(56.0, 110.0);
        let points =
            || layout.edges.iter().flat_map(|curve| curve.controls.iter().chain([&curve.from, &curve.to]));
        let right = points().map(|p| p.0).fold(layout.width, f64::max);
        let left = points().map(|p| p.0).fold(0.0, f64::min);
        let top = points().map(|p| p.1).fold(layout.height, f64::max);
        let margin = FINGER / 2.0 + 6.0;
        let place = |(x, y): Point| (margin + unit * (x - left), margin + unit * (top - y));
        let edge = |(curve, touch): (&EdgeCurve, &Point)| {
            let letter = ["L", "Q", "C"].get(curve.controls.len()).unwrap_or(&"L");
            let points: Vec<String> = [curve.from]
                .iter()
                .chain(&curve.controls)
                .chain([&curve.to])
                .map(|&point| {
                    let (x, y) = place(point);
                    format!("{x:.0} {y:.0}")
                })
                .collect();
            let (x, y) = place(*touch);
            EdgePlace {
                path: format!("M{} {letter}{}", points[0], points[1..].join(" ")),
                at: (x.round() as i32, y.round() as i32),
            }
        };
        let ground = place((0.0, 0.0)).1;
        Self {
            drawing: Drawing {
                width: place((right, 0.0)).0 as u32 + margin as u32,
                height: ground as u32 + 18,
                ground: ground.round() as u32,
            },
            places: layout.edges.iter().zip(&touched).map(edge).collect(),
        }
    }
}

/// A point of a Bézier curve, by De Casteljau.
fn along(from: Point, controls: &[Point], to: Point, part: f64) -> Point {
    let mut points: Vec<Point> = [from].into_iter().chain(controls.iter().copied()).chain([to]).collect();
    while points.len() > 1 {
        let between = |pair: &[Point]| {
            (pair[0].0 + part * (pair[1].0 - pair[0].0), pair[0].1 + part * (pair[1].1 - pair[0].1))
        };
        points = points.windows(2).map(between).collect();
    }
    points[0]
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
