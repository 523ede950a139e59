//! plotters drawings as inline SVG that can be read as well as seen.

use crate::show::{MimeBundle, Show, escape, rich};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::prelude::SVGBackend;
use serde_json::Value;

/// A finished drawing with its title and a description for readers who cannot see it.
#[derive(Clone, Debug)]
pub struct Figure {
    title: String,
    description: String,
    svg: String,
}

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
    Ok(Figure {
        title: title.to_owned(),
        description: description.to_owned(),
        svg: describe(&svg, title, description),
    })
}

/// Puts `<title>` and `<desc>` into the `<svg>` element, names its role, and lets it shrink with the page.
fn describe(svg: &str, title: &str, description: &str) -> String {
    let Some((before, rest)) = svg.split_once("<svg ") else {
        return svg.to_owned();
    };
    let Some((attributes, body)) = rest.split_once('>') else {
        return svg.to_owned();
    };
    format!(
        "{before}<svg role=\"img\" style=\"max-width:100%;height:auto\" {attributes}><title>{}</title><desc>{}</desc>{body}",
        escape(title),
        escape(description)
    )
}

impl Figure {
    /// The drawing as SVG text.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// What the drawing shows, in words.
    pub fn description(&self) -> &str {
        &self.description
    }
}

impl Show for Figure {
    fn bundle(&self) -> MimeBundle {
        rich(
            format!("[{}: {}]", self.title, self.description),
            "image/svg+xml",
            Value::String(self.svg.clone()),
        )
    }
}
