//! Trees from the root at the top: each node over the middle of its branches, no two labels upon each other.

use super::PictureError;
use super::canvas::{Anchor, Canvas, INK, text_width};

/// How many nodes can be told apart.
pub(super) const MOST_NODES: u128 = 600;

const SIZE: f64 = 13.0;
const ROW: f64 = 78.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 16.0;

/// A node with what is below it.
pub(super) struct Node {
    /// One or two lines.
    pub lines: Vec<String>,
    pub colour: &'static str,
    pub branches: Vec<Branch>,
    /// Whether there is more below it than is shown.
    pub cut: bool,
}

/// The way to a node.
pub(super) struct Branch {
    pub colour: &'static str,
    pub width: f64,
    pub dashes: &'static str,
    pub node: Node,
}

impl Node {
    fn label_width(&self) -> f64 {
        self.lines.iter().map(|line| text_width(line, SIZE)).fold(24.0, f64::max) + GAP
    }

    fn width(&self) -> f64 {
        let below: f64 = self.branches.iter().map(|branch| branch.node.width()).sum();
        below.max(self.label_width())
    }

    fn height(&self) -> usize {
        self.branches.iter().map(|branch| branch.node.height() + 1).max().unwrap_or(0)
    }

    /// Draws what is below `left` and in the row; says where the node stands.
    fn draw(&self, canvas: &mut Canvas, left: f64, row: usize) -> (f64, f64) {
        let below: f64 = self.branches.iter().map(|branch| branch.node.width()).sum();
        let mut start = left + (self.width() - below) / 2.0;
        let y = MARGIN + 22.0 + ROW * row as f64;
        let mut ends = Vec::new();
        for branch in &self.branches {
            ends.push(branch.node.draw(canvas, start, row + 1));
            start += branch.node.width();
        }
        let x = match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => {
                // Within the own width, so that a wide label reaches over no neighbour.
                let (least, most) = (self.label_width() / 2.0, self.width() - self.label_width() / 2.0);
                (left + least).max((left + most).min((first.0 + last.0) / 2.0))
            }
            _ => left + self.width() / 2.0,
        };
        let foot = y + 11.0 * self.lines.len() as f64;
        for (branch, end) in self.branches.iter().zip(&ends) {
            let head = end.1 - 11.0 * branch.node.lines.len() as f64;
            canvas.polyline(&[(x, foot), (end.0, head)], branch.colour, branch.width, 0.9, branch.dashes);
        }
        for (index, line) in self.lines.iter().enumerate() {
            let offset = 17.0 * (index as f64 - (self.lines.len() as f64 - 1.0) / 2.0);
            let colour = if index + 1 == self.lines.len() { self.colour } else { INK };
            canvas.text((x, y + offset), line, SIZE, Anchor::Middle, colour);
        }
        if self.cut {
            canvas.text((x, foot + 8.0), "⋮", SIZE, Anchor::Middle, INK);
        }
        (x, y)
    }
}

/// Draws the tree.
pub(super) fn drawn(root: &Node) -> Canvas {
    let width = root.width() + 2.0 * MARGIN;
    let height = ROW * root.height() as f64 + 2.0 * MARGIN + 60.0;
    let mut canvas = Canvas::new(width, height);
    root.draw(&mut canvas, MARGIN, 0);
    canvas
}

/// Counts one node more.
pub(super) fn count(nodes: &mut u128) -> Result<(), PictureError> {
    *nodes += 1;
    admit(*nodes)
}

/// Refuses a tree of so many nodes.
pub(super) fn admit(nodes: u128) -> Result<(), PictureError> {
    PictureError::unless_at_most("nodes (ask for less depth)", nodes, MOST_NODES)
}
