//! Grundy sequences as columns.

use super::canvas::{Anchor, BLUE, Canvas, INK, ORANGE, VIOLET, listed, round_step};
use super::{Picture, PictureError};
use crate::impartial::{PeriodCertificate, TakeAndBreak};

const MOST_HEAPS: u128 = 2000;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 46.0;

/// The values `g(0), g(1), …` as columns.
///
/// # Errors
/// With more than 2000 values.
///
/// ```
/// use agon::{OctalGame, picture};
///
/// let picture = picture::grundy_values(&OctalGame::kayles().grundy_sequence(30))?;
/// assert_eq!(picture.title(), "Grundy values g(0) to g(29)");
/// assert!(picture.description().starts_with("columns of heights 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6"));
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn grundy_values(values: &[u32]) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("values", values.len(), MOST_HEAPS)?;
    let (canvas, _) = columns(values, |_| BLUE);
    let title = match values.len() {
        0 => "No Grundy values".to_owned(),
        count => format!("Grundy values g(0) to g({})", count - 1),
    };
    Ok(canvas.finish(title, format!("columns of heights {}", listed(values, 60))))
}

/// The values of heaps below `heaps` of a game whose period is proven.
///
/// Exceptions (values of the preperiod that differ from the periodic ones) are orange, as is the mark `e` under the
/// preperiod; periods are blue and violet by turns, each with a mark under it, the first named `p`.
///
/// # Errors
/// With more than 2000 heaps.
///
/// ```
/// use agon::{OctalGame, PeriodCertificate, picture};
///
/// let kayles = PeriodCertificate::check(&OctalGame::kayles(), 71, 12)?;
/// let picture = picture::grundy_period(&kayles, 120)?;
/// assert_eq!(picture.title(), "0.77: preperiod 71, period 12");
/// assert!(picture.description().ends_with("14 exceptions at 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grundy_period<G: TakeAndBreak>(
    certificate: &PeriodCertificate<G>,
    heaps: usize,
) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("heaps", heaps, MOST_HEAPS)?;
    let (preperiod, period) = (certificate.preperiod(), certificate.period());
    let values: Vec<u32> = (0..heaps as u64).map(|heap| certificate.value(heap).size()).collect();
    let exceptions: Vec<usize> = certificate.exceptions().iter().map(|exception| exception.heap).collect();
    let colour = |heap: usize| match heap.checked_sub(preperiod) {
        None if exceptions.binary_search(&heap).is_ok() => ORANGE,
        None => BLUE,
        Some(beyond) if beyond / period % 2 == 0 => BLUE,
        Some(_) => VIOLET,
    };
    let (mut canvas, width) = columns(&values, colour);
    let y = HEIGHT - BOTTOM + 28.0;
    let mut mark = |from: usize, to: usize, name: Option<String>, colour: &str| {
        let (from, end) = (LEFT + width * from as f64 + 1.0, LEFT + width * to.min(heaps) as f64 - 1.0);
        if end > from {
            canvas.line((from, y), (end, y), colour, 3.0, 1.0);
        }
        if let Some(name) = name.filter(|_| end > from) {
            canvas.text(((from + end) / 2.0, y + 11.0), &name, 11.0, Anchor::Middle, INK);
        }
    };
    mark(0, preperiod, Some(format!("e = {preperiod}")), ORANGE);
    for (turn, start) in (preperiod..heaps).step_by(period).enumerate() {
        let name = (turn == 0).then(|| format!("p = {period}"));
        mark(start, start.saturating_add(period), name, if turn % 2 == 0 { BLUE } else { VIOLET });
    }
    let description = format!(
        "columns of the values of heaps 0 to {}, the largest {}; from heap {preperiod} on they repeat with period {period}; \
         {} exceptions at {}",
        heaps.saturating_sub(1),
        values.iter().max().unwrap_or(&0),
        exceptions.len(),
        listed(&exceptions, 60)
    );
    Ok(canvas.finish(format!("{}: preperiod {preperiod}, period {period}", certificate.game()), description))
}

/// Columns with axes, and how wide a column is.
fn columns(values: &[u32], colour: impl Fn(usize) -> &'static str) -> (Canvas, f64) {
    let count = values.len().max(1);
    let width = (860.0 / count as f64).clamp(1.0, 18.0);
    let most = values.iter().copied().max().unwrap_or(0).max(1);
    let (ground, up) = (HEIGHT - BOTTOM, (HEIGHT - BOTTOM - TOP) / f64::from(most));
    let mut canvas = Canvas::new(LEFT + width * count as f64 + 24.0, HEIGHT);
    let right = LEFT + width * count as f64;
    let step = round_step(most as usize, 8);
    for value in (0..=most as usize).step_by(step) {
        let y = ground - up * value as f64;
        canvas.line((LEFT, y), (right, y), INK, 1.0, if value == 0 { 0.7 } else { 0.15 });
        canvas.text((LEFT - 6.0, y), &value.to_string(), 11.0, Anchor::End, INK);
    }
    for (heap, &value) in values.iter().enumerate() {
        let height = up * f64::from(value);
        let gap = if width < 3.0 { 0.0 } else { width * 0.15 };
        let x = LEFT + width * heap as f64 + gap;
        let corners = |top: f64| {
            let end = x + width - 2.0 * gap;
            [(x, ground), (x, top), (end, top), (end, ground)]
        };
        // A zero is a mark upon the ground, so that its colour is seen too.
        canvas.polygon(&corners(ground - height.max(1.5)), colour(heap), 0.9);
    }
    let labels = round_step(count, 14);
    for heap in (0..count).step_by(labels) {
        let x = LEFT + width * (heap as f64 + 0.5);
        canvas.text((x, ground + 12.0), &heap.to_string(), 11.0, Anchor::Middle, INK);
    }
    canvas.text((right + 12.0, ground), "n", 13.0, Anchor::Middle, INK);
    canvas.text((LEFT, 9.0), "g(n)", 13.0, Anchor::Middle, INK);
    (canvas, width)
}
