//! What a board is made from: small enough to be written into a notebook, and checked when a board is made of it.

use serde::{Deserialize, Serialize};

use super::drawing::Cuts;
use super::heaps::{Bash, Kayles, Nim};
use super::squares::{Chomp, Wythoff};
use super::table::{Worth, tabulate};
use super::{Board, BoardError};
use crate::HackenbushGraph;
use crate::picture::{self, Picture, PictureError};

/// A game and its first position. In JSON: `{"game": "nim", "heaps": [3, 4, 5]}`.
///
/// ```
/// use agon::board::Setup;
///
/// let setup: Setup = serde_json::from_str(r#"{"game": "chomp", "rows": 4, "columns": 5}"#)?;
/// assert_eq!(setup.board()?.states().len(), 125);
/// let setup: Setup = serde_json::from_str(r#"{"game": "chomp", "rows": 40, "columns": 50}"#)?;
/// assert!(setup.board().unwrap_err().to_string().contains("2 to 30 squares"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Setup {
    /// Nim.
    Nim {
        /// The sizes of the heaps.
        heaps: Vec<u32>,
    },
    /// Nim in which who takes the last counter loses.
    MisereNim {
        /// The sizes of the heaps.
        heaps: Vec<u32>,
    },
    /// A subtraction game with one heap.
    Bash {
        /// The size of the heap.
        counters: u32,
        /// How many may be taken, in ascending order.
        take: Vec<u32>,
    },
    /// Wythoff's game.
    Wythoff {
        /// The sizes of the heaps.
        heaps: [u32; 2],
    },
    /// Kayles.
    Kayles {
        /// The numbers of pins in the rows.
        rows: Vec<u32>,
    },
    /// Chomp on a full rectangle.
    Chomp {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// Hackenbush, green or red-blue.
    Hackenbush {
        /// The picture.
        picture: HackenbushGraph,
    },
}

impl Setup {
    /// The board: all states that can be reached, with their values.
    ///
    /// # Errors
    /// [`BoardError`] if the position is not one that can be played by hand.
    ///
    /// ```
    /// use agon::board::Setup;
    ///
    /// let board = Setup::Bash { counters: 21, take: vec![1, 2, 3] }.board()?;
    /// assert_eq!(board.total(board.start()), 1);
    /// assert!(Setup::Nim { heaps: vec![] }.board().is_err());
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    pub fn board(self) -> Result<Board, BoardError> {
        match &self {
            Self::Nim { heaps } => tabulate(&self, &Nim::new(heaps, Worth::Nimbers)?),
            Self::MisereNim { heaps } => tabulate(&self, &Nim::new(heaps, Worth::MisereHeaps)?),
            Self::Bash { counters, take } => tabulate(&self, &Bash::new(*counters, take)?),
            Self::Wythoff { heaps } => tabulate(&self, &Wythoff::new(*heaps)?),
            Self::Kayles { rows } => tabulate(&self, &Kayles::new(rows)?),
            Self::Chomp { rows, columns } => tabulate(&self, &Chomp::new(*rows, *columns)?),
            Self::Hackenbush { picture } => {
                let cuts = Cuts::new(picture)?;
                let mut board = tabulate(&self, &cuts)?;
                board.drawing = Some(cuts.drawing());
                Ok(board)
            }
        }
    }

    /// Whether the two players have different moves.
    ///
    /// ```
    /// use agon::board;
    ///
    /// assert!(board::hackenbush("BR")?.setup().is_red_blue());
    /// assert!(!board::hackenbush("GG")?.setup().is_red_blue() && !board::nim([3])?.setup().is_red_blue());
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn is_red_blue(&self) -> bool {
        matches!(self, Self::Hackenbush { picture } if !picture.is_green())
    }

    /// The first position as a picture.
    ///
    /// # Errors
    /// [`PictureError`] if it is too large; that of a [`Board`] is not.
    ///
    /// ```
    /// use agon::board::Setup;
    ///
    /// let picture = Setup::Kayles { rows: vec![7, 3] }.picture()?;
    /// assert_eq!(picture.description(), "rows of 7, 3 pins");
    /// # Ok::<(), agon::PictureError>(())
    /// ```
    pub fn picture(&self) -> Result<Picture, PictureError> {
        match self {
            Self::Nim { heaps } | Self::MisereNim { heaps } => picture::counters(heaps),
            Self::Bash { counters, .. } => picture::counters(&[*counters]),
            Self::Wythoff { heaps: [first, second] } => picture::wythoff_corner(*first, *second),
            Self::Kayles { rows } => picture::pins(rows),
            Self::Chomp { rows, columns } => {
                let bar = crate::Staircase::rectangle(*rows as usize, *columns);
                picture::staircase(&bar.map_err(|error| PictureError::NoValue(error.to_string()))?)
            }
            Self::Hackenbush { picture } => picture::hackenbush(picture),
        }
    }
}
