//! Pictures of games as SVG text, with a title and a description in words.
//!
//! | picture | function |
//! |---|---|
//! | a Grundy sequence; with preperiod, exceptions and periods coloured | [`grundy_values`], [`grundy_period`] |
//! | P-positions of a game on two heaps; Wythoff's with the golden lines | [`p_positions`], [`wythoff`] |
//! | values in a table, the larger the stronger their colour | [`heat_map`], [`wythoff_table`] |
//! | a Hackenbush picture | [`hackenbush`] |
//! | heaps of counters, rows of pins, Wythoff's queen | [`counters`], [`pins`], [`wythoff_corner`] |
//! | a bar of Chomp or a staircase, with a bite | [`staircase`], [`chomp_bite`] |
//! | the tree of play from a position, or of a form `{L | R}` | [`play_tree`], [`game_tree`] |
//! | the numbers as a tree with signs; on a line, day by day | [`birthday_tree`], [`number_line`] |
//! | a thermograph | [`thermograph`] |
//! | the order of the games of a day | [`hasse_diagram`] |
//!
//! Each function gives title and description in English; [`Picture::titled`] and [`Picture::described`] replace them.
//! Inside the pictures there are only symbols, so that a picture serves readers of any language. Lines and text have
//! the colour of the text around (`currentColor`), and the other colours can be seen on light and dark pages.
//!
//! ```
//! use agon::{OctalGame, picture};
//!
//! let kayles = picture::grundy_values(&OctalGame::kayles().grundy_sequence(100))?;
//! assert!(kayles.svg().starts_with("<svg"));
//! # Ok::<(), agon::PictureError>(())
//! ```

mod boards;
mod canvas;
mod chomp;
mod game_tree;
mod grundy;
mod hackenbush;
mod hasse;
mod heat_map;
mod numbers;
mod p_positions;
mod thermograph;
mod tree;

pub use boards::{counters, pins, wythoff_corner};
pub use chomp::{chomp_bite, staircase};
pub use game_tree::{game_tree, play_tree};
pub use grundy::{grundy_period, grundy_values};
pub use hackenbush::hackenbush;
pub use hasse::hasse_diagram;
pub use heat_map::{heat_map, wythoff_table};
pub use numbers::{birthday_tree, number_line};
pub use p_positions::{p_positions, wythoff};
pub use thermograph::thermograph;

use std::fmt;

/// A drawing as SVG, with its title and a description for readers who cannot see it.
///
/// ```
/// use agon::{Staircase, picture};
///
/// let bar = picture::staircase(&Staircase::rectangle(2, 3)?)?.titled("2 × 3");
/// assert_eq!(bar.to_string(), "2 × 3: rows of 3, 3 squares; the first square of the first row is poisoned");
/// assert!(bar.svg().starts_with("<svg ") && bar.svg().contains("<title>2 × 3</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    title: String,
    description: String,
    svg: String,
    /// The places in `svg` between which title and description stand.
    words: (usize, usize),
}

/// Why there is no picture.
///
/// ```
/// use agon::{Staircase, picture};
///
/// let error = picture::chomp_bite(&Staircase::rectangle(2, 3)?, 1, 1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "(1, 1) is no square that may be bitten: take one of the bar other than the poisoned (1, 1)"
/// );
/// # Ok::<(), agon::impartial::StaircaseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Nobody could see anything in so large a picture.
    #[error("a picture with {count} {what} is too large to be seen: at most {most}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much of it, or more.
        count: u128,
        /// How much of it a picture may have.
        most: u128,
    },
    /// A bite needs a square of the bar that is not the poisoned one.
    #[error(
        "({row}, {column}) is no square that may be bitten: take one of the bar other than the poisoned (1, 1)"
    )]
    NoBite {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: u32,
    },
    /// The values to be drawn could not be computed.
    #[error("the values of the tree are not known: {0}")]
    NoValue(String),
}

impl PictureError {
    fn unless_at_most(what: &'static str, count: impl TryInto<u128>, most: u128) -> Result<(), Self> {
        let count = count.try_into().unwrap_or(u128::MAX);
        if count > most { Err(Self::TooLarge { what, count, most }) } else { Ok(()) }
    }
}

impl Picture {
    /// Makes a picture of an SVG drawing from anywhere: title and description become its first elements, its role is
    /// named, it may shrink with the page, and its paper is white wherever it is shown: what draws it takes that for granted.
    /// A text without an `<svg …>` element is kept as it is.
    ///
    /// ```
    /// use agon::Picture;
    ///
    /// let dot = Picture::new("a < b", "one dot", "<svg width=\"9\" height=\"9\"><circle r=\"4\"/></svg>");
    /// assert!(dot.svg().contains("<title>a &lt; b</title><desc>one dot</desc><circle"));
    /// assert_eq!(dot.to_string(), "a < b: one dot");
    /// ```
    #[must_use]
    pub fn new(title: impl Into<String>, description: impl Into<String>, svg: &str) -> Self {
        let (title, description) = (title.into(), description.into());
        let place = svg.find("<svg").and_then(|start| Some((start + 4, start + svg[start..].find('>')? + 1)));
        let Some((name, end)) = place else {
            return Self { title, description, svg: svg.to_owned(), words: (0, 0) };
        };
        const LOOK: &str = "role=\"img\" style=\"max-width:100%;height:auto;background:#fff\"";
        let head = format!("{} {LOOK}{}", &svg[..name], &svg[name..end]);
        let words = (head.len(), head.len());
        let mut picture = Self { title, description, svg: head + &svg[end..], words };
        picture.write_words();
        picture
    }

    fn write_words(&mut self) {
        let (start, end) = self.words;
        if start == 0 {
            return;
        }
        let words =
            format!("<title>{}</title><desc>{}</desc>", escape(&self.title), escape(&self.description));
        self.svg.replace_range(start..end, &words);
        self.words = (start, start + words.len());
    }

    /// The same drawing under another title.
    ///
    /// ```
    /// use agon::Picture;
    ///
    /// let dot = Picture::new("dot", "one dot", "<svg><circle r=\"4\"/></svg>").titled("a point").described("a black one");
    /// assert_eq!(dot.to_string(), "a point: a black one");
    /// assert!(dot.svg().contains("<title>a point</title>"));
    /// ```
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self.write_words();
        self
    }

    /// The same drawing with another description.
    ///
    /// ```
    /// use agon::picture;
    ///
    /// let heaps = picture::counters(&[3, 4, 5])?.described("Nim, to be won by taking two from the first heap");
    /// assert!(heaps.svg().contains("<desc>Nim, to be won by taking two from the first heap</desc>"));
    /// # Ok::<(), agon::PictureError>(())
    /// ```
    #[must_use]
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self.write_words();
        self
    }

    /// The title.
    ///
    /// ```
    /// assert_eq!(agon::picture::counters(&[3, 4, 5])?.title(), "Heaps of counters");
    /// # Ok::<(), agon::PictureError>(())
    /// ```
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the drawing shows, in words.
    ///
    /// ```
    /// assert_eq!(agon::picture::counters(&[3, 4, 5])?.description(), "heaps of 3, 4, 5");
    /// # Ok::<(), agon::PictureError>(())
    /// ```
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The drawing as SVG text.
    ///
    /// ```
    /// let svg = agon::picture::pins(&[3])?.svg().to_owned();
    /// assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    /// # Ok::<(), agon::PictureError>(())
    /// ```
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }
}

/// Title and description.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}: {}", self.title, self.description))
    }
}

/// Text made safe for HTML and XML.
///
/// ```
/// assert_eq!(agon::picture::escape("a < b & c"), "a &lt; b &amp; c");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
