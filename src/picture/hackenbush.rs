//! Hackenbush pictures.

use super::canvas::{BLUE, Canvas, GREEN, INK, RED, listed};
use super::{Picture, PictureError};
use crate::hackenbush::{EdgeColour, HackenbushGraph, HackenbushLayout, Point};

const MOST_EDGES: u128 = 1000;

/// A Hackenbush picture on its ground, by its [`HackenbushLayout`].
///
/// Red edges have long dashes, green ones beside other colours short dashes, so that they are told apart without
/// colours.
///
/// # Errors
/// With more than 1000 edges.
///
/// ```
/// use agon::picture;
///
/// let picture = picture::hackenbush(&"BR(B, G)".parse()?)?;
/// assert_eq!(picture.description(), "edges from the ground 0: 0-1B, 1-2R, 2-3B, 2-4G (B blue, R red, G green)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hackenbush(graph: &HackenbushGraph) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("edges", graph.edges().len(), MOST_EDGES)?;
    let layout = HackenbushLayout::of(graph);
    // Curves reach beyond the vertices; their control points bound them.
    let points =
        || layout.edges.iter().flat_map(|curve| curve.controls.iter().chain([&curve.from, &curve.to]));
    let bound =
        |of: fn(&Point) -> f64, start: f64, choose: fn(f64, f64) -> f64| points().map(of).fold(start, choose);
    let (left, right) = (bound(|p| p.0, 0.0, f64::min), bound(|p| p.0, layout.width, f64::max));
    let (top, bottom) = (bound(|p| p.1, layout.height, f64::max), bound(|p| p.1, 0.0, f64::min));
    let unit = (1200.0 / (right - left).max(1.0)).min(900.0 / (top - bottom).max(1.0)).clamp(14.0, 56.0);
    let margin = 28.0;
    let place = |&(x, y): &Point| (margin + unit * (x - left), margin + unit * (top - y));
    let (width, height) = (2.0 * margin + unit * (right - left), 2.0 * margin + unit * (top - bottom));
    let mut canvas = Canvas::new(width, height);
    let ground = margin + unit * top;
    canvas.line((4.0, ground), (width - 4.0, ground), INK, 2.5, 1.0);
    let ticks = ((width - 12.0) / 12.0) as u32;
    for tick in 0..ticks {
        let x = 14.0 + 12.0 * f64::from(tick);
        canvas.line((x, ground + 1.0), (x - 7.0, ground + 9.0), INK, 1.0, 0.6);
    }
    let mixed = !graph.is_green() && !graph.is_red_blue();
    for (edge, curve) in graph.edges().iter().zip(&layout.edges) {
        let (colour, dashes) = match edge.colour {
            EdgeColour::Blue => (BLUE, ""),
            EdgeColour::Red => (RED, "13 5"),
            EdgeColour::Green => (GREEN, if mixed { "3 6" } else { "" }),
        };
        let rest: Vec<Point> = curve.controls.iter().chain([&curve.to]).map(place).collect();
        canvas.curve(place(&curve.from), &rest, colour, (unit * 0.1).clamp(2.0, 5.0), dashes);
    }
    for vertex in layout.vertices.iter().flatten() {
        canvas.disc(place(vertex), (unit * 0.09).clamp(2.0, 4.5), INK);
    }
    let description = if graph.edges().is_empty() {
        "the bare ground".to_owned()
    } else {
        format!("edges from the ground 0: {} (B blue, R red, G green)", listed(graph.edges(), 60))
    };
    let count = graph.edges().len();
    let edges = if count == 1 { "edge" } else { "edges" };
    Ok(canvas.finish(format!("A Hackenbush picture with {count} {edges}"), description))
}
