//! Bars of Chomp, staircases, and bites.

use super::canvas::{Anchor, Canvas, INK, ORANGE, RED, listed};
use super::{Picture, PictureError};
use crate::impartial::Staircase;

const MOST_ON_A_SIDE: u128 = 60;
const SQUARE: f64 = 34.0;

/// A staircase as squares, the poisoned one (1, 1) marked ☠.
///
/// # Errors
/// With a side of more than 60 squares.
///
/// ```
/// use agon::{Staircase, picture};
///
/// let picture = picture::staircase(&Staircase::new([4, 2, 2])?)?;
/// assert_eq!(picture.title(), "The staircase [4, 2, 2]");
/// assert_eq!(picture.svg().matches("<rect").count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn staircase(shape: &Staircase) -> Result<Picture, PictureError> {
    let canvas = squares(shape, None)?;
    Ok(canvas.finish(
        format!("The staircase {shape}"),
        format!(
            "rows of {} squares; the first square of the first row is poisoned",
            listed(shape.rows(), 60)
        ),
    ))
}

/// A move of Chomp: the bitten square (row, column) is marked, and what goes with it has a broken look.
///
/// # Errors
/// If the square is not in the staircase or is the poisoned one, or with a side of more than 60 squares.
///
/// ```
/// use agon::{Staircase, picture};
///
/// let bar = Staircase::rectangle(3, 4)?;
/// let picture = picture::chomp_bite(&bar, 2, 3)?;
/// assert_eq!(picture.title(), "Chomp: [4, 4, 4] becomes [4, 2, 2]");
/// assert!(picture::chomp_bite(&bar, 1, 1).unwrap_err().to_string().starts_with("(1, 1) is no square"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chomp_bite(shape: &Staircase, row: usize, column: u32) -> Result<Picture, PictureError> {
    let rest = shape.bite(row, column).ok_or(PictureError::NoBite { row, column })?;
    let canvas = squares(shape, Some((row, column)))?;
    Ok(canvas.finish(
        format!("Chomp: {shape} becomes {rest}"),
        format!(
            "rows of {} squares; the bite at row {row}, column {column} takes {} of them and leaves rows of {}",
            listed(shape.rows(), 60),
            shape.squares() - rest.squares(),
            listed(rest.rows(), 60)
        ),
    ))
}

fn squares(shape: &Staircase, bite: Option<(usize, u32)>) -> Result<Canvas, PictureError> {
    let columns = shape.rows().first().copied().unwrap_or(0);
    PictureError::unless_at_most("rows", shape.rows().len(), MOST_ON_A_SIDE)?;
    PictureError::unless_at_most("columns", columns, MOST_ON_A_SIDE)?;
    let side = SQUARE.min(900.0 / f64::from(columns.max(shape.rows().len() as u32)));
    let margin = 4.0;
    let mut canvas = Canvas::new(
        2.0 * margin + side * f64::from(columns),
        2.0 * margin + side * shape.rows().len() as f64,
    );
    for (row, &length) in (1..).zip(shape.rows()) {
        for column in 1..=length {
            let corner = (margin + side * f64::from(column - 1), margin + side * (row - 1) as f64);
            let middle = (corner.0 + side / 2.0, corner.1 + side / 2.0);
            let taken = bite.is_some_and(|(r, c)| row >= r && column >= c);
            let inset = side * 0.04;
            let (place, size) =
                ((corner.0 + inset, corner.1 + inset), (side - 2.0 * inset, side - 2.0 * inset));
            if taken {
                canvas.rectangle(place, size, RED, 0.12, 0.25);
            } else {
                canvas.rectangle(place, size, ORANGE, 0.45, 0.8);
            }
            if (row, column) == (1, 1) {
                canvas.text(middle, "☠", side * 0.6, Anchor::Middle, INK);
            }
            if bite == Some((row, column)) {
                let arm = side * 0.22;
                for sign in [-1.0, 1.0] {
                    let (from, to) =
                        ((middle.0 - arm, middle.1 - arm * sign), (middle.0 + arm, middle.1 + arm * sign));
                    canvas.line(from, to, RED, side * 0.1, 1.0);
                }
            }
        }
    }
    Ok(canvas)
}
