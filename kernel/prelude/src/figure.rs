//! plotters drawings as inline SVG that can be read as well as seen.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::prelude::SVGBackend;

/// A finished drawing: a picture of the library, whoever drew it.
pub use agon::Picture as Figure;

/// Draws with plotters: `figure("Kayles", "the values g(0)…g(24)", (640, 320), |area| { … Ok(()) })`.
///
/// The title and the description become the SVG's `<title>` and `<desc>`; a description is required, so that no figure
/// reaches a handout without one.
///
/// # Errors
/// What the drawing closure returns, unchanged.
pub fn figure(
    title: &str,
    description: &str,
    size: (u32, u32),
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<Figure, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area)?;
        area.present()?;
    }
    Ok(Figure::new(title, description, &svg))
}
