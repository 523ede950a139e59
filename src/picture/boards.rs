//! First positions of games with counters and pins.

use super::canvas::{Anchor, BLUE, Canvas, GREEN, INK, ORANGE, listed};
use super::{Picture, PictureError};

const MOST_ROWS: u128 = 60;
const STEP: f64 = 30.0;
const MARGIN: f64 = 8.0;

/// Heaps of counters, a row for each, with its size in front.
///
/// # Errors
/// With more than 60 heaps, or more than 60 counters in one.
///
/// ```
/// let picture = agon::picture::counters(&[3, 4, 5])?;
/// assert_eq!(picture.to_string(), "Heaps of counters: heaps of 3, 4, 5");
/// assert_eq!(picture.svg().matches("<circle").count(), 12);
/// # Ok::<(), agon::PictureError>(())
/// ```
pub fn counters(heaps: &[u32]) -> Result<Picture, PictureError> {
    let mut canvas = rows(heaps)?;
    for (row, &heap) in heaps.iter().enumerate() {
        for column in 0..heap {
            canvas.disc(place(row, column), STEP * 0.4, BLUE);
        }
    }
    Ok(canvas.finish("Heaps of counters", format!("heaps of {}", listed(heaps, 60))))
}

/// Rows of pins, with their number in front.
///
/// # Errors
/// With more than 60 rows, or more than 60 pins in one.
///
/// ```
/// assert_eq!(agon::picture::pins(&[7, 3])?.to_string(), "Rows of pins: rows of 7, 3 pins");
/// # Ok::<(), agon::PictureError>(())
/// ```
pub fn pins(sizes: &[u32]) -> Result<Picture, PictureError> {
    let mut canvas = rows(sizes)?;
    for (row, &size) in sizes.iter().enumerate() {
        for column in 0..size {
            let (x, y) = place(row, column);
            canvas.polygon(
                &[
                    (x - 3.0, y - 6.0),
                    (x + 3.0, y - 6.0),
                    (x + 7.0, y + 5.0),
                    (x + 4.0, y + 13.0),
                    (x - 4.0, y + 13.0),
                    (x - 7.0, y + 5.0),
                ],
                ORANGE,
                1.0,
            );
            canvas.disc((x, y - 8.0), 5.0, ORANGE);
        }
    }
    Ok(canvas.finish("Rows of pins", format!("rows of {} pins", listed(sizes, 60))))
}

/// Wythoff's game as a queen who goes to the corner (0, 0): from her square she goes straight up, to the left, or along the
/// diagonal. The larger heap goes downwards.
///
/// # Errors
/// With more than 40 counters in a heap.
///
/// ```
/// let picture = agon::picture::wythoff_corner(5, 8)?;
/// assert_eq!(picture.title(), "Wythoff's game from (5, 8)");
/// # Ok::<(), agon::PictureError>(())
/// ```
pub fn wythoff_corner(first: u32, second: u32) -> Result<Picture, PictureError> {
    let (across, down) = (first.min(second), first.max(second));
    PictureError::unless_at_most("counters in a heap", down, 40)?;
    let at = |n: u32| 2.0 * MARGIN + STEP * (f64::from(n) + 1.0);
    let mut canvas = Canvas::new(at(across) + STEP / 2.0 + MARGIN, at(down) + STEP / 2.0 + MARGIN);
    for column in 0..=across {
        canvas.text((at(column), MARGIN + STEP / 2.0), &column.to_string(), 13.0, Anchor::Middle, INK);
        for row in 0..=down {
            let corner = (at(column) - STEP / 2.0, at(row) - STEP / 2.0);
            let goal = (row, column) == (0, 0);
            let dark = (row + column) % 2 == 1;
            let (colour, opacity) = if goal { (GREEN, 0.5) } else { (INK, if dark { 0.12 } else { 0.03 }) };
            canvas.rectangle(corner, (STEP, STEP), colour, opacity, 0.25);
            let reached = row == down
                || column == across
                || i64::from(down) - i64::from(row) == i64::from(across) - i64::from(column);
            if reached && (row, column) != (down, across) {
                canvas.disc((at(column), at(row)), 3.5, BLUE);
            }
        }
    }
    for row in 0..=down {
        canvas.text((MARGIN + STEP / 2.0, at(row)), &row.to_string(), 13.0, Anchor::Middle, INK);
    }
    canvas.disc((at(across), at(down)), STEP * 0.36, ORANGE);
    Ok(canvas.finish(
        format!("Wythoff's game from ({first}, {second})"),
        "the queen goes up, to the left or along the diagonal, to the corner (0, 0)",
    ))
}

fn place(row: usize, column: u32) -> (f64, f64) {
    (MARGIN + STEP * (f64::from(column) + 1.9), MARGIN + STEP * (row as f64 + 0.5))
}

/// A canvas with the sizes of its rows in front of them.
fn rows(sizes: &[u32]) -> Result<Canvas, PictureError> {
    let longest = sizes.iter().copied().max().unwrap_or(0);
    PictureError::unless_at_most("rows", sizes.len(), MOST_ROWS)?;
    PictureError::unless_at_most("things in a row", longest, MOST_ROWS)?;
    let (width, _) = place(0, longest);
    let mut canvas = Canvas::new(width, 2.0 * MARGIN + STEP * sizes.len() as f64);
    for (row, size) in sizes.iter().enumerate() {
        let (_, y) = place(row, 0);
        canvas.text((MARGIN + STEP * 0.5, y), &size.to_string(), 15.0, Anchor::Middle, INK);
    }
    Ok(canvas)
}
