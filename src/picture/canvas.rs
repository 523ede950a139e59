//! What all pictures are drawn with: shapes, text, and colours for light and dark pages.

use super::{Picture, escape};
use std::fmt::Write;

/// Left's colour; also that of ordinary data.
pub(super) const BLUE: &str = "#3f87d0";
/// Right's colour.
pub(super) const RED: &str = "#d9505a";
/// The colour of what both players may take.
pub(super) const GREEN: &str = "#35a06a";
/// What is exceptional or marked.
pub(super) const ORANGE: &str = "#e0862d";
/// A second colour for data.
pub(super) const VIOLET: &str = "#9a72d0";
/// The colour of the text around the picture.
pub(super) const INK: &str = "currentColor";

const FONTS: &str =
    "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing under way: x to the right, y downwards, in pixels.
pub(super) struct Canvas {
    width: f64,
    height: f64,
    body: String,
}

/// A coordinate with at most two decimals.
fn short(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect::<Vec<_>>().join(" ")
}

/// About how wide a text of this size is.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| if ('\u{2E80}'..='\u{FFEF}').contains(&c) { 1.0 } else { 0.58 }).sum::<f64>() * size
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Writing to a string never fails.
    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.body.write_fmt(element).expect("a string takes any text");
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64, opacity: f64) {
        self.polyline(&[from, to], colour, width, opacity, "");
    }

    /// A line through points; `dashes` as in SVG, empty for a solid one.
    pub(super) fn polyline(
        &mut self,
        points: &[(f64, f64)],
        colour: &str,
        width: f64,
        opacity: f64,
        dashes: &str,
    ) {
        let dashes =
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        self.put(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{}\" \
             stroke-linejoin=\"round\"{dashes}/>",
            list(points),
            short(width),
            short(opacity)
        ));
    }

    pub(super) fn polygon(&mut self, points: &[(f64, f64)], colour: &str, opacity: f64) {
        self.put(format_args!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"{}\"/>",
            list(points),
            short(opacity)
        ));
    }

    /// A path in SVG's notation.
    pub(super) fn curve(
        &mut self,
        start: (f64, f64),
        rest: &[(f64, f64)],
        colour: &str,
        width: f64,
        dashes: &str,
    ) {
        let command = ["L", "Q", "C"].get(rest.len().saturating_sub(1)).unwrap_or(&"L");
        self.put(format_args!(
            "<path d=\"M {} {command} {}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\"{}/>",
            list(&[start]),
            list(rest),
            short(width),
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") }
        ));
    }

    /// A filled disc.
    pub(super) fn disc(&mut self, centre: (f64, f64), radius: f64, colour: &str) {
        self.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\"/>",
            short(centre.0),
            short(centre.1),
            short(radius)
        ));
    }

    /// A rectangle by its upper left corner: filled with so much opacity, its border with another.
    pub(super) fn rectangle(
        &mut self,
        corner: (f64, f64),
        size: (f64, f64),
        colour: &str,
        opacity: f64,
        border_opacity: f64,
    ) {
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" fill-opacity=\"{}\" \
             stroke=\"{INK}\" stroke-opacity=\"{}\"/>",
            short(corner.0),
            short(corner.1),
            short(size.0),
            short(size.1),
            short(opacity),
            short(border_opacity)
        ));
    }

    /// A text whose middle has the height of the point.
    pub(super) fn text(&mut self, at: (f64, f64), text: &str, size: f64, anchor: Anchor, colour: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // The baseline is moved by numbers: not all readers know `dominant-baseline`.
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
            short(at.0),
            short(at.1 + size * 0.35),
            short(size),
            escape(text)
        ));
    }

    /// The finished picture.
    pub(super) fn finish(self, title: impl Into<String>, description: impl Into<String>) -> Picture {
        let (width, height) = (short(self.width), short(self.height));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" fill=\"{INK}\" font-family=\"{FONTS}\">{}</svg>",
            self.body
        );
        Picture::new(title, description, &svg)
    }
}

/// A round step so that about `most` of them make the range.
pub(super) fn round_step(range: usize, most: usize) -> usize {
    let mut step = 1usize;
    loop {
        for factor in [1, 2, 5] {
            let round = step.saturating_mul(factor);
            if range / round <= most {
                return round;
            }
        }
        step = step.saturating_mul(10);
    }
}

/// A list for a description, cut after so many items.
pub(super) fn listed<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut items = items.into_iter();
    let mut text = items.by_ref().take(most).map(|item| item.to_string()).collect::<Vec<_>>().join(", ");
    if items.next().is_some() {
        text.push_str(", …");
    }
    text
}
