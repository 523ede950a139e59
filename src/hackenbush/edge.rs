//! Edges and their colours.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::partizan::Player;

/// Who may cut an edge.
///
/// ```
/// use agon::{Player, hackenbush::EdgeColour};
///
/// assert!(EdgeColour::Green.can_be_cut_by(Player::Left) && !EdgeColour::Red.can_be_cut_by(Player::Left));
/// assert_eq!(EdgeColour::of_letter('b'), Some(EdgeColour::Blue));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EdgeColour {
    /// `B`: cut by Left.
    Blue,
    /// `R`: cut by Right.
    Red,
    /// `G`: cut by either player.
    Green,
}

impl EdgeColour {
    /// `B`, `R` or `G`.
    ///
    /// ```
    /// use agon::hackenbush::EdgeColour::{Blue, Green, Red};
    ///
    /// assert_eq!([Blue, Red, Green].map(|colour| colour.letter()), ['B', 'R', 'G']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The colour with this letter, large or small; `None` for other letters.
    ///
    /// ```
    /// use agon::hackenbush::EdgeColour;
    ///
    /// assert_eq!(EdgeColour::of_letter('b'), Some(EdgeColour::Blue));
    /// assert_eq!(EdgeColour::of_letter('x'), None);
    /// assert_eq!(EdgeColour::Green.letter(), 'G');
    /// ```
    #[must_use]
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'B' | 'b' => Some(Self::Blue),
            'R' | 'r' => Some(Self::Red),
            'G' | 'g' => Some(Self::Green),
            _ => None,
        }
    }

    /// Whether the player may cut edges of this colour.
    ///
    /// ```
    /// use agon::{Player, hackenbush::EdgeColour};
    ///
    /// assert!(EdgeColour::Green.can_be_cut_by(Player::Right) && !EdgeColour::Blue.can_be_cut_by(Player::Right));
    /// ```
    #[must_use]
    pub const fn can_be_cut_by(self, player: Player) -> bool {
        match self {
            Self::Blue => matches!(player, Player::Left),
            Self::Red => matches!(player, Player::Right),
            Self::Green => true,
        }
    }

    /// The colour when the players change places.
    ///
    /// ```
    /// use agon::hackenbush::EdgeColour;
    ///
    /// assert_eq!(EdgeColour::Blue.opposite(), EdgeColour::Red);
    /// assert_eq!(EdgeColour::Green.opposite(), EdgeColour::Green);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
            Self::Green => Self::Green,
        }
    }
}

/// The letter.
impl fmt::Display for EdgeColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// An edge of a picture. Its ends may be the same vertex.
///
/// ```
/// use agon::HackenbushGraph;
/// use agon::hackenbush::{Edge, EdgeColour};
///
/// let graph: HackenbushGraph = "0-1B, 1-2R".parse()?;
/// assert_eq!(graph.edges()[1], Edge { from: 1, to: 2, colour: EdgeColour::Red });
/// # Ok::<(), agon::hackenbush::ParseHackenbushError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edge {
    /// One end.
    pub from: u32,
    /// The other end.
    pub to: u32,
    /// Who may cut it.
    pub colour: EdgeColour,
}

impl Edge {
    /// The edge between two vertices.
    ///
    /// ```
    /// use agon::HackenbushGraph;
    /// use agon::hackenbush::{Edge, EdgeColour, FusionCertificate};
    ///
    /// // A green loop on the ground is worth as much as an edge: ∗.
    /// let petal = HackenbushGraph::new([Edge::new(0, 0, EdgeColour::Green)])?;
    /// assert_eq!(FusionCertificate::of(&petal).value(), agon::Nimber::STAR);
    /// # Ok::<(), agon::hackenbush::HackenbushGraphError>(())
    /// ```
    #[must_use]
    pub const fn new(from: u32, to: u32, colour: EdgeColour) -> Self {
        Self { from, to, colour }
    }

    /// The end that is not this vertex (or is the same again, at a loop).
    ///
    /// ```
    /// use agon::hackenbush::{Edge, EdgeColour};
    ///
    /// let edge = Edge::new(0, 1, EdgeColour::Blue);
    /// assert_eq!((edge.other_end(0), edge.other_end(1)), (1, 0));
    /// assert_eq!(edge.to_string(), "0-1B");
    /// ```
    #[must_use]
    pub const fn other_end(&self, vertex: u32) -> u32 {
        if self.from == vertex { self.to } else { self.from }
    }
}

/// As the edge is written: `0-1B`.
impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}{}", self.from, self.to, self.colour))
    }
}

/// As readable as `Display`.
impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
