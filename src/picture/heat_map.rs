//! Tables of values, the larger the stronger their colour.

use super::canvas::{Anchor, BLUE, Canvas, INK, ORANGE, listed, round_step};
use super::{Picture, PictureError};
use crate::impartial::WythoffTable;

const MOST_ON_A_SIDE: u128 = 128;

/// The values of (row, column) as a table from the upper left corner; zeros (P-positions) are orange. Numbers are written
/// into the squares as long as there is room for them.
///
/// # Errors
/// With a side of more than 128 squares.
///
/// ```
/// use agon::{nim_sum, picture};
///
/// let nim = picture::heat_map(8, 8, |a, b| nim_sum([a as u32, b as u32]))?;
/// assert_eq!(nim.title(), "Values of (a, b), a < 8, b < 8");
/// assert!(nim.description().contains("8 of 64 are 0; the largest is 7"));
/// # Ok::<(), agon::picture::PictureError>(())
/// ```
pub fn heat_map(
    rows: usize,
    columns: usize,
    value: impl Fn(usize, usize) -> u32,
) -> Result<Picture, PictureError> {
    PictureError::unless_at_most("rows", rows, MOST_ON_A_SIDE)?;
    PictureError::unless_at_most("columns", columns, MOST_ON_A_SIDE)?;
    let values: Vec<Vec<u32>> = (0..rows)
        .map(|row| {
            crate::interrupt::check();
            (0..columns).map(|column| value(row, column)).collect()
        })
        .collect();
    let most = values.iter().flatten().copied().max().unwrap_or(0);
    let digits = most.to_string().len() as f64;
    let square = (720.0 / rows.max(columns).max(1) as f64).clamp(5.0, 36.0);
    let size = (square * 0.5).min(square * 1.5 / digits);
    let margin = 32.0;
    let mut canvas = Canvas::new(margin + square * columns as f64 + 8.0, margin + square * rows as f64 + 8.0);
    for (row, line) in values.iter().enumerate() {
        for (column, &value) in line.iter().enumerate() {
            let corner = (margin + square * column as f64, margin + square * row as f64);
            let (colour, opacity) = match value {
                0 => (ORANGE, 0.75),
                value => (BLUE, 0.06 + 0.69 * f64::from(value) / f64::from(most)),
            };
            let border = if square < 12.0 { 0.0 } else { 0.2 };
            canvas.rectangle(corner, (square, square), colour, opacity, border);
            if size >= 7.0 {
                let middle = (corner.0 + square / 2.0, corner.1 + square / 2.0);
                canvas.text(middle, &value.to_string(), size, Anchor::Middle, INK);
            }
        }
    }
    let ticks = |count: usize| {
        let step = if square >= 18.0 { 1 } else { round_step(count, 16) };
        (0..count).step_by(step).map(move |index| (index, margin + square * (index as f64 + 0.5)))
    };
    for (row, y) in ticks(rows) {
        canvas.text((margin - 6.0, y), &row.to_string(), 11.0, Anchor::End, INK);
    }
    for (column, x) in ticks(columns) {
        canvas.text((x, margin - 10.0), &column.to_string(), 11.0, Anchor::Middle, INK);
    }
    let zeros = values.iter().flatten().filter(|&&value| value == 0).count();
    let first = values.first().map(|line| listed(line, 20)).unwrap_or_default();
    Ok(canvas.finish(
        format!("Values of (a, b), a < {rows}, b < {columns}"),
        format!(
            "a table with rows a and columns b; {zeros} of {} are 0; the largest is {most}; row 0 is {first}",
            rows * columns
        ),
    ))
}

/// The nim-values of Wythoff's game.
///
/// # Errors
/// With a side of more than 128 squares.
///
/// ```
/// use agon::{Wythoff, picture};
///
/// let picture = picture::wythoff_table(&Wythoff::table(11, 11)?)?;
/// assert_eq!(picture.title(), "Nim-values of Wythoff's game, a < 11, b < 11");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wythoff_table(table: &WythoffTable) -> Result<Picture, PictureError> {
    let (rows, columns) = (table.rows(), table.columns());
    let picture = heat_map(rows, columns, |a, b| table.value(a, b).map_or(0, |value| value.size()))?;
    Ok(picture.titled(format!("Nim-values of Wythoff's game, a < {rows}, b < {columns}")))
}
