//! P-positions of games on two heaps.

use super::canvas::{Anchor, BLUE, Canvas, INK, ORANGE, listed, round_step};
use super::{Picture, PictureError};
use crate::impartial::Wythoff;

const MOST: u128 = 500;
const SIDE: f64 = 480.0;
const MARGIN: f64 = 44.0;

/// The pairs (a, b) with a, b ≤ `bound` for which `is_p` holds, as dots; a to the right, b upwards.
///
/// # Errors
/// With a bound above 500.
///
/// ```
/// use agon::picture;
///
/// // Nim with two heaps.
/// let picture = picture::p_positions(20, |a, b| a == b)?;
/// assert_eq!(picture.svg().matches("<circle").count(), 21);
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn p_positions(bound: u32, is_p: impl Fn(u32, u32) -> bool) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("heap sizes", bound, MOST)?;
    let positions: Vec<(u32, u32)> = (0..=bound)
        .flat_map(|a| (0..=bound).map(move |b| (a, b)))
        .filter(|&(a, b)| {
            crate::interrupt::check();
            is_p(a, b)
        })
        .collect();
    let mut canvas = plane(bound);
    dots(&mut canvas, bound, &positions);
    Ok(canvas.finish(format!("P-positions (a, b) with a, b ≤ {bound}"), description(&positions)))
}

/// The P-positions of Wythoff's game by Wythoff's theorem, near the lines `b = φa` and `a = φb`, φ = (1 + √5)/2.
///
/// # Errors
/// With a bound above 500.
///
/// ```
/// use agon::picture;
///
/// let picture = picture::wythoff(10)?;
/// assert_eq!(picture.title(), "P-positions of Wythoff's game up to 10");
/// assert!(picture.description().contains("9 dots (a, b): (0, 0), (1, 2), (2, 1), (3, 5), (4, 7)"));
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn wythoff(bound: u32) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("heap sizes", bound, MOST)?;
    let mut positions: Vec<(u32, u32)> = (0..=u64::from(bound))
        .map_while(Wythoff::cold)
        .filter(|&(_, b)| b <= u64::from(bound))
        .flat_map(|(a, b)| [(a as u32, b as u32), (b as u32, a as u32)])
        .collect();
    positions.sort_unstable();
    positions.dedup();
    let mut canvas = plane(bound);
    let golden = f64::from(bound) * 2.0 / (1.0 + 5f64.sqrt());
    for (end, name, offset) in [
        ((golden, f64::from(bound)), "b = φa", (-4.0, -12.0)),
        ((f64::from(bound), golden), "a = φb", (26.0, -10.0)),
    ] {
        let to = place(bound, end);
        canvas.polyline(&[place(bound, (0.0, 0.0)), to], ORANGE, 1.5, 1.0, "6 4");
        canvas.text((to.0 + offset.0, to.1 + offset.1), name, 12.0, Anchor::Middle, ORANGE);
    }
    dots(&mut canvas, bound, &positions);
    Ok(canvas.finish(
        format!("P-positions of Wythoff's game up to {bound}"),
        format!("{}; they follow two lines of slopes φ and 1/φ", description(&positions)),
    ))
}

fn description(positions: &[(u32, u32)]) -> String {
    let pairs = positions.iter().map(|(a, b)| format!("({a}, {b})"));
    format!("{} dots (a, b): {}", positions.len(), listed(pairs, 40))
}

fn unit(bound: u32) -> f64 {
    SIDE / f64::from(bound.max(1))
}

fn place(bound: u32, (a, b): (f64, f64)) -> (f64, f64) {
    (MARGIN + unit(bound) * a, MARGIN + SIDE - unit(bound) * b)
}

/// A grid with both axes.
fn plane(bound: u32) -> Canvas {
    let mut canvas = Canvas::new(2.0 * MARGIN + SIDE + 14.0, 2.0 * MARGIN + SIDE);
    let far = f64::from(bound.max(1));
    for tick in (0..=bound as usize).step_by(round_step(bound as usize, 10)) {
        let (at, opacity) = (tick as f64, if tick == 0 { 0.7 } else { 0.15 });
        canvas.line(place(bound, (at, 0.0)), place(bound, (at, far)), INK, 1.0, opacity);
        canvas.line(place(bound, (0.0, at)), place(bound, (far, at)), INK, 1.0, opacity);
        let (below, left) = (place(bound, (at, 0.0)), place(bound, (0.0, at)));
        canvas.text((below.0, below.1 + 14.0), &tick.to_string(), 11.0, Anchor::Middle, INK);
        canvas.text((left.0 - 8.0, left.1), &tick.to_string(), 11.0, Anchor::End, INK);
    }
    let (right, top) = (place(bound, (far, 0.0)), place(bound, (0.0, far)));
    canvas.text((right.0 + 16.0, right.1), "a", 14.0, Anchor::Middle, INK);
    canvas.text((top.0, top.1 - 16.0), "b", 14.0, Anchor::Middle, INK);
    canvas
}

fn dots(canvas: &mut Canvas, bound: u32, positions: &[(u32, u32)]) {
    let radius = (unit(bound) * 0.35).clamp(1.0, 6.0);
    for &(a, b) in positions {
        canvas.disc(place(bound, (f64::from(a), f64::from(b))), radius, BLUE);
    }
}
