//! Boards that the reader plays on: `play(nim([3, 4, 5]))?`.

use crate::channel::{self, Kind};
use crate::language::{Language, current};
use crate::show::{MimeBundle, Show, rich, text};
use agon::board::{Board, BoardError};
use agon_book::board;
use serde_json::json;

/// What can be played: a board, or what was to become one.
pub trait Playable {
    /// The board.
    ///
    /// # Errors
    /// Why there is none.
    fn board(self) -> Result<Board, BoardError>;
}

impl Playable for Board {
    fn board(self) -> Result<Board, BoardError> {
        Ok(self)
    }
}

impl Playable for &Board {
    fn board(self) -> Result<Board, BoardError> {
        Ok(self.clone())
    }
}

impl Playable for Result<Board, BoardError> {
    fn board(self) -> Result<Board, BoardError> {
        self
    }
}

/// Shows a board on which the reader plays against perfect play: `play(nim([3, 4, 5]))?`, `play(wythoff(5, 8))?`,
/// `play(kayles([7, 3]))?`, `play(chomp(4, 5))?`, `play(bash(21, 1..=3))?`, `play(hackenbush("GG(G, GG), G3"))?`,
/// `play(hackenbush("BRB, RB"))?`, `play(misere_nim([3, 4, 5]))?`.
///
/// # Errors
/// [`BoardError`] if the position cannot be played by hand; it says which ones can.
pub fn play(board: impl Playable) -> Result<(), BoardError> {
    let bundle = board.board()?.bundle();
    channel::send(Kind::Display, &json!({"data": bundle, "metadata": {}}));
    Ok(())
}

impl Show for Board {
    fn bundle(&self) -> MimeBundle {
        let chinese = current() == Language::Chinese;
        let mut bundle = rich(board::text(self, chinese), "text/html", board::alone(self, chinese));
        bundle.insert(board::MIME.to_owned(), serde_json::to_value(self.setup()).unwrap_or_default());
        bundle
    }
}

/// A board without its `?`.
impl<T: Show> Show for Result<T, BoardError> {
    fn bundle(&self) -> MimeBundle {
        match self {
            Ok(value) => value.bundle(),
            Err(error) => text(error),
        }
    }
}
