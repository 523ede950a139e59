//! Thermographs with the axes of the theory: temperature upwards, positive values to the left.

use super::canvas::{Anchor, BLUE, Canvas, INK, ORANGE, RED};
use super::{Picture, PictureError};
use crate::partizan::{Player, Thermograph};
use crate::surreal::Dyadic;

const MOST_DIGITS: u128 = 12;

/// A thermograph: Left's wall blue, Right's wall red and dashed, the mast with an arrow.
///
/// Larger values are further *to the left*, the side of Left. Both axes have the same unit, so that walls are vertical
/// or rise at 45°. The mast of a number begins at its temperature, below the axis of values.
///
/// # Errors
/// When a coordinate has more than 12 characters.
///
/// ```
/// use agon::{Game, picture};
///
/// let game: Game = "{2||1|-1}".parse()?;
/// let picture = picture::thermograph(game.thermograph())?.titled("{2||1|-1}");
/// assert_eq!(
///     picture.description(),
///     "values grow to the left, temperature upwards; left wall: 2 at 0, 1 at 1; right wall: 1 at 0, 1 at 1; \
///      mast at 1 from temperature 1 on"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn thermograph(graph: &Thermograph) -> Result<Picture, PictureError> {
    let freezing = graph.freezing_point();
    let walls = Player::BOTH.map(|player| graph.wall(player).breakpoints());
    let points = || walls.iter().flat_map(|wall| wall.iter());
    for coordinate in points().flat_map(|point| [&point.value, &point.temperature]) {
        // What has so many bits need not be printed to be too long.
        let bits = coordinate.numerator().bits() + coordinate.exponent();
        let characters = if bits > 400 { u128::from(bits) / 4 } else { coordinate.to_string().len() as u128 };
        PictureError::unless_at_most("characters in a number", characters, MOST_DIGITS)?;
    }
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (low, high) = range(&mut points().map(|point| point.value.to_f64()));
    let (_, top) = range(&mut points().map(|point| point.temperature.to_f64()));
    // The walls of a number go on below its temperature, without a difference between them.
    let (ground, top) = (freezing.temperature.to_f64().min(0.0), top.max(0.0));
    // A bare mast has no width: some room on both sides. Above the freezing point the mast is to be seen.
    let span = (high - low).max((top - ground) * 0.5);
    let span = if span > 0.0 { span } else { 1.0 };
    let unit = (420.0 / span).min(280.0 / (top - ground).max(span * 0.25));
    let (left, above, middle) = (92.0, 76.0, (high + low) / 2.0);
    let width = unit * span;
    let x = |value: f64| left + width / 2.0 + unit * (middle - value);
    let y = |temperature: f64| above + unit * (top - temperature);
    let mut canvas = Canvas::new(2.0 * left + width, above + unit * (top - ground) + 48.0);

    // The axis of values at temperature 0, an arrow at its positive end.
    let (from, to) = ((left + width + 40.0, y(0.0)), (left - 40.0, y(0.0)));
    canvas.line(from, to, INK, 1.0, 0.7);
    canvas.polygon(&[(to.0 - 6.0, to.1), (to.0 + 3.0, to.1 - 4.0), (to.0 + 3.0, to.1 + 4.0)], INK, 0.7);
    canvas.text((to.0 - 14.0, to.1), "+", 14.0, Anchor::Middle, INK);
    canvas.text((from.0 + 8.0, from.1), "−", 14.0, Anchor::Middle, INK);
    // The axis of temperatures on the right.
    let side = left + width + 26.0;
    canvas.line((side, y(ground)), (side, 24.0), INK, 1.0, 0.7);
    canvas.polygon(&[(side, 18.0), (side - 4.0, 27.0), (side + 4.0, 27.0)], INK, 0.7);
    canvas.text((side + 12.0, 22.0), "t", 14.0, Anchor::Middle, INK);

    let places = walls.map(|wall| {
        wall.iter().map(|point| (x(point.value.to_f64()), y(point.temperature.to_f64()))).collect::<Vec<_>>()
    });
    let between: Vec<(f64, f64)> = places[0].iter().chain(places[1].iter().rev()).copied().collect();
    canvas.polygon(&between, INK, 0.08);

    let mut values: Vec<&Dyadic> = vec![&freezing.value];
    values.extend(walls.iter().filter_map(|wall| wall.first()).map(|point| &point.value));
    values.extend(points().map(|point| &point.value));
    let mut taken: Vec<f64> = Vec::new();
    for value in values {
        let (at, text) = (x(value.to_f64()), value.to_string());
        if taken.iter().any(|other| (other - at).abs() < 26.0) {
            continue;
        }
        taken.push(at);
        canvas.line((at, y(0.0) - 3.0), (at, y(0.0) + 3.0), INK, 1.0, 0.7);
        let below = if ground < 0.0 { y(ground) + 16.0 } else { y(0.0) + 16.0 };
        canvas.text((at, below), &text, 12.0, Anchor::Middle, INK);
    }
    let zero = Dyadic::zero();
    let mut temperatures: Vec<&Dyadic> = vec![&freezing.temperature, &zero];
    temperatures.extend(
        points().map(|point| &point.temperature).filter(|t| **t >= freezing.temperature || **t >= zero),
    );
    let mut taken: Vec<f64> = Vec::new();
    for temperature in temperatures {
        let at = y(temperature.to_f64());
        if taken.iter().any(|other| (other - at).abs() < 15.0) {
            continue;
        }
        taken.push(at);
        if *temperature == freezing.temperature {
            canvas.polyline(&[(side, at), (x(freezing.value.to_f64()), at)], INK, 1.0, 0.5, "2 4");
        }
        canvas.line((side - 3.0, at), (side + 3.0, at), INK, 1.0, 0.7);
        let lifted = if *temperature == zero { at - 9.0 } else { at };
        canvas.text((side + 8.0, lifted), &temperature.to_string(), 12.0, Anchor::Start, INK);
    }

    let mast = x(freezing.value.to_f64());
    let foot = y(freezing.temperature.to_f64());
    canvas.polyline(&places[0], BLUE, 4.0, 1.0, "");
    canvas.polyline(&places[1], RED, 4.0, 1.0, "10 3");
    canvas.line((mast, foot), (mast, 30.0), INK, 3.0, 1.0);
    canvas.polygon(&[(mast, 16.0), (mast - 7.0, 32.0), (mast + 7.0, 32.0)], INK, 1.0);
    canvas.disc((mast, foot), 4.5, ORANGE);
    Ok(canvas.finish(
        "A thermograph",
        format!(
            "values grow to the left, temperature upwards; left wall: {}; right wall: {}; mast at {} from temperature {} on",
            graph.left_wall(),
            graph.right_wall(),
            graph.mast(),
            freezing.temperature
        ),
    ))
}
