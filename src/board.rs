//! Boards: positions to play by hand, with everything that perfect play has to look up.
//!
//! A [`Board`] is a position of a game as tables: *controls* (what a player can choose: a counter, a square, an edge), and
//! *states*, the parts into which the position can fall. A state has a value and its moves; a move names its control and
//! the states that take the place of this one. Who plays on a board needs no rules, only these tables: the value of a
//! position is the sum of those of its parts, and a move is a winning one if it leaves
//!
//! - nim-sum 0, where both players have the same moves, in misère Nim with 0 and 1 exchanged once all heaps are small;
//! - a number `≥ 0` for Left and `≤ 0` for Right in red-blue Hackenbush.
//!
//! | call | game |
//! |---|---|
//! | [`nim`] | take any number of counters from one heap |
//! | [`misere_nim`] | the same, but who takes the last counter loses |
//! | [`bash`] | take a number of counters of a set from the only heap |
//! | [`wythoff`] | two heaps: take from one, or equally from both |
//! | [`kayles`] | knock down one pin or two neighbours |
//! | [`chomp`](fn@chomp) | bite off a square with all below and to the right of it |
//! | [`hackenbush`](fn@hackenbush) | cut an edge: green, or red and blue |
//!
//! ```
//! use agon::board;
//!
//! let board = board::nim([3, 4, 5])?;
//! assert_eq!((board.text(board.start()), board.total(board.start())), ("(3, 4, 5)".into(), 2));
//! let winning = board.winning_moves(board.start(), None);
//! let after = board.after(board.start(), winning[0].0, winning[0].1);
//! assert_eq!(board.text(&after), "(1, 4, 5)");
//! # Ok::<(), agon::board::BoardError>(())
//! ```

mod drawing;
mod heaps;
mod layout;
mod setup;
mod squares;
mod table;

pub use drawing::IntoPicture;
pub use layout::{Drawing, EdgePlace};
pub use setup::Setup;
pub use table::{Control, ControlKind, Move, State, Worth};

use crate::Player;
use crate::hackenbush::ParseHackenbushError;
use serde::Serialize;

/// A position to play, as tables. See the [module](self).
///
/// ```
/// use agon::board;
///
/// // Kayles with five pins: knock down the middle one, and mirror the opponent from then on.
/// let board = board::kayles([5])?;
/// let (at, step) = board.winning_moves(board.start(), None)[0];
/// assert_eq!(board.text(&board.after(board.start(), at, step)), "(2, 2)");
/// # Ok::<(), agon::BoardError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Board {
    #[serde(skip)]
    setup: Setup,
    worth: Worth,
    controls: Vec<Control>,
    states: Vec<State>,
    start: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<Drawing>,
}

/// Why a position is no board.
///
/// ```
/// let error = agon::board::nim([3, 99]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Nim with the heaps [3, 99] cannot be played on a board: take 1 to 8 heaps of 1 to 20 counters"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The position is too large to be played by hand, or too small.
    #[error("{found} cannot be played on a board: {allowed}")]
    Size {
        /// What was asked for.
        found: String,
        /// What is possible.
        allowed: String,
    },
    /// A text that is no Hackenbush picture.
    #[error(transparent)]
    Picture(#[from] ParseHackenbushError),
    /// The values could not be computed.
    #[error("the values of the position are not known: {0}")]
    NoValue(String),
}

/// Nim with heaps of these sizes: `nim([3, 4, 5])`.
///
/// # Errors
/// [`BoardError::Size`] if there are not 1 to 8 heaps of 1 to 20 counters.
///
/// ```
/// let board = agon::board::nim([3, 4, 5])?;
/// assert_eq!(board.text(board.start()), "(3, 4, 5)");
/// assert_eq!(board.total(board.start()), 2);
/// // One heap of the three has a winning move.
/// assert_eq!(board.winning_moves(board.start(), None).len(), 1);
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn nim(heaps: impl Into<Vec<u32>>) -> Result<Board, BoardError> {
    Setup::Nim { heaps: heaps.into() }.board()
}

/// Misère Nim: as [`nim`], but who takes the last counter loses.
///
/// # Errors
/// As [`nim`].
///
/// ```
/// let board = agon::board::misere_nim([1, 1, 5])?;
/// // In normal play the whole heap of five would be taken; here one counter of it stays.
/// let winning = board.winning_moves(board.start(), None);
/// assert_eq!(winning.len(), 1);
/// assert_eq!(board.text(&board.after(board.start(), winning[0].0, winning[0].1)), "(1, 1, 1)");
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn misere_nim(heaps: impl Into<Vec<u32>>) -> Result<Board, BoardError> {
    Setup::MisereNim { heaps: heaps.into() }.board()
}

/// Bash's game and other subtraction games: from one heap as many counters may be taken as the set says: `bash(21, 1..=3)`,
/// `bash(30, [1, 3, 4])`.
///
/// # Errors
/// [`BoardError::Size`] if there are not 1 to 60 counters, or if the set is empty or has a 0.
///
/// ```
/// let board = agon::board::bash(21, 1..=3)?;
/// assert_eq!(board.total(board.start()), 21 % 4);
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn bash(counters: u32, take: impl IntoIterator<Item = u32>) -> Result<Board, BoardError> {
    // More than there are counters can never be taken, and `1..` has no end that one would wait for.
    let mut take: Vec<u32> = take.into_iter().take(1000).filter(|&number| number <= counters).collect();
    take.sort_unstable();
    take.dedup();
    Setup::Bash { counters, take }.board()
}

/// Wythoff's game with two heaps: `wythoff(5, 8)`.
///
/// # Errors
/// [`BoardError::Size`] if a heap has more than 15 counters, or both have none.
///
/// ```
/// let board = agon::board::wythoff(4, 7)?;
/// // The third lost pair, with the difference 3.
/// assert_eq!((board.total(board.start()), board.winning_moves(board.start(), None).len()), (0, 0));
/// assert!(agon::board::wythoff(0, 0).is_err());
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn wythoff(first: u32, second: u32) -> Result<Board, BoardError> {
    Setup::Wythoff { heaps: [first, second] }.board()
}

/// Kayles with rows of so many pins: `kayles([7, 3])`.
///
/// # Errors
/// [`BoardError::Size`] if there are not 1 to 4 rows of 1 to 15 pins.
///
/// ```
/// let board = agon::board::kayles([7, 3])?;
/// // Rows of 7 and 3 pins are worth ∗2 and ∗3.
/// assert_eq!(board.total(board.start()), 2 ^ 3);
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn kayles(rows: impl Into<Vec<u32>>) -> Result<Board, BoardError> {
    Setup::Kayles { rows: rows.into() }.board()
}

/// Chomp on a bar of `rows` × `columns` squares: `chomp(4, 5)`.
///
/// # Errors
/// [`BoardError::Size`] if there are not 2 to 30 squares.
///
/// ```
/// let board = agon::board::chomp(3, 3)?;
/// // On a square the only winning bite leaves one row and one column.
/// let winning = board.winning_moves(board.start(), None);
/// let control = &board.controls()[winning[0].1.control];
/// assert_eq!((winning.len(), control.row, control.column), (1, 2, 2));
/// assert!(agon::board::chomp(1, 1).is_err());
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn chomp(rows: u32, columns: u32) -> Result<Board, BoardError> {
    Setup::Chomp { rows, columns }.board()
}

/// Hackenbush on a picture, given or written as in [`hackenbush`](mod@crate::hackenbush): `hackenbush("GG(G, GG), G3")`,
/// `hackenbush("BRB, RB")`. All its edges are green, or none is.
///
/// # Errors
/// [`BoardError`] for a text that is no picture, for green edges beside others, for more than 24 edges, and for a picture
/// that can fall into too many parts.
///
/// ```
/// let board = agon::board::hackenbush("BRB, RB")?;
/// assert!(board.moves(board.start(), None).len() > board.moves(board.start(), Some(agon::Player::Left)).len());
/// assert!(agon::board::hackenbush("BG").is_err());
/// # Ok::<(), agon::BoardError>(())
/// ```
pub fn hackenbush(picture: impl IntoPicture) -> Result<Board, BoardError> {
    Setup::Hackenbush { picture: picture.into_picture()? }.board()
}

impl Board {
    /// What the board was made from.
    ///
    /// ```
    /// use agon::board::{self, Setup};
    ///
    /// assert_eq!(board::chomp(2, 3)?.setup(), &Setup::Chomp { rows: 2, columns: 3 });
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How values add up.
    ///
    /// ```
    /// use agon::board::{self, Worth};
    ///
    /// assert_eq!(board::nim([3, 4, 5])?.worth(), Worth::Nimbers);
    /// // The stalk is worth 3/4, so all values are whole numbers of quarters.
    /// assert_eq!(board::hackenbush("BRB")?.worth(), Worth::Numbers { unit: 4 });
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// What can be chosen.
    ///
    /// ```
    /// // Three pins, and two pairs of neighbours.
    /// assert_eq!(agon::board::kayles([3])?.controls().len(), 5);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// The parts that positions consist of; positions name them by their place here.
    ///
    /// ```
    /// // A heap of three can become one of two, of one, or none.
    /// let board = agon::board::nim([3])?;
    /// assert_eq!(board.states().iter().map(|state| state.value).max(), Some(3));
    /// assert_eq!(board.states().len(), 4);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The first position.
    ///
    /// ```
    /// let board = agon::board::nim([3, 4, 5])?;
    /// assert_eq!(board.start().len(), 3);
    /// let values: Vec<i64> = board.start().iter().map(|&part| board.states()[part].value).collect();
    /// assert_eq!(values, [3, 4, 5]);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// The value of a position: the nim-sum of the values of its parts, or their sum; in misère Nim as
    /// [`Worth::MisereHeaps`] says.
    ///
    /// # Panics
    /// As the other questions about a position, if it names a state that the board does not have.
    ///
    /// ```
    /// use agon::board;
    ///
    /// let total = |board: &board::Board| board.total(board.start());
    /// assert_eq!(total(&board::nim([1, 1, 1])?), 1);
    /// // Whoever takes the last counter loses: three single counters are lost for the player to move.
    /// assert_eq!(total(&board::misere_nim([1, 1, 1])?), 0);
    /// // BRB is worth 3/4 and RB −1/2: together a quarter, in units of a quarter.
    /// assert_eq!(total(&board::hackenbush("BRB, RB")?), 1);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn total(&self, position: &[usize]) -> i64 {
        let values = position.iter().map(|&state| self.states[state].value);
        match self.worth {
            Worth::Nimbers => values.fold(0, |sum, value| sum ^ value),
            Worth::MisereHeaps => {
                let is_rich = position.iter().any(|&state| self.states[state].value > 1);
                values.fold(i64::from(!is_rich), |sum, value| sum ^ value)
            }
            Worth::Numbers { .. } => values.sum(),
        }
    }

    /// The moves of a player, each with the place in `position` of the part that it changes. Without a player: all moves.
    ///
    /// ```
    /// use agon::{Player, board};
    ///
    /// let board = board::hackenbush("BRB")?;
    /// assert_eq!(board.moves(board.start(), None).len(), 3);
    /// assert_eq!(board.moves(board.start(), Some(Player::Right)).len(), 1);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, position: &[usize], player: Option<Player>) -> Vec<(usize, &Move)> {
        let may = |step: &&Move| {
            let side = self.controls[step.control].side;
            player.is_none() || side.is_none() || side == player
        };
        let of_part =
            |(at, &state): (usize, &usize)| self.states[state].moves.iter().map(move |step| (at, step));
        position.iter().enumerate().flat_map(of_part).filter(|(_, step)| may(step)).collect()
    }

    /// The position after a move of the part at `at`.
    ///
    /// ```
    /// let board = agon::board::kayles([3])?;
    /// // The pin in the middle is knocked down, and two rows stand.
    /// let after = |step: &(usize, &agon::board::Move)| board.text(&board.after(board.start(), step.0, step.1));
    /// assert!(board.moves(board.start(), None).iter().any(|step| after(step) == "(1, 1)"));
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn after(&self, position: &[usize], at: usize, step: &Move) -> Vec<usize> {
        [&position[..at], &step.to, &position[at + 1..]].concat()
    }

    /// The moves after which the opponent loses. In red-blue Hackenbush the player must be named.
    ///
    /// ```
    /// use agon::{Player, board};
    ///
    /// let nim = board::nim([1, 4, 5])?;
    /// assert!(nim.winning_moves(nim.start(), None).is_empty());
    /// // 3/4 − 1/2: of three blue edges, Left cuts the top of the first stalk, so that 1/2 − 1/2 is left.
    /// let stalks = board::hackenbush("BRB, RB")?;
    /// assert_eq!(stalks.winning_moves(stalks.start(), Some(Player::Left)).len(), 1);
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, position: &[usize], player: Option<Player>) -> Vec<(usize, &Move)> {
        let wins = |&(at, step): &(usize, &Move)| {
            let total = self.total(&self.after(position, at, step));
            match (self.worth, player) {
                (Worth::Nimbers | Worth::MisereHeaps, _) => total == 0,
                (Worth::Numbers { .. }, Some(Player::Left)) => total >= 0,
                (Worth::Numbers { .. }, Some(Player::Right)) => total <= 0,
                (Worth::Numbers { .. }, None) => false,
            }
        };
        self.moves(position, player).into_iter().filter(wins).collect()
    }

    /// A position as text, `(3, 4, 5)`.
    ///
    /// ```
    /// use agon::board;
    ///
    /// let (nim, chomp) = (board::nim([3, 4, 5])?, board::chomp(2, 3)?);
    /// assert_eq!(nim.text(nim.start()), "(3, 4, 5)");
    /// assert_eq!(chomp.text(chomp.start()), "[3, 3]");
    /// # Ok::<(), agon::BoardError>(())
    /// ```
    #[must_use]
    pub fn text(&self, position: &[usize]) -> String {
        let names: Vec<&str> = position.iter().map(|&state| self.states[state].name.as_str()).collect();
        let names = names.join(", ");
        match self.setup {
            Setup::Nim { .. } | Setup::MisereNim { .. } | Setup::Kayles { .. } => format!("({names})"),
            _ if names.is_empty() => "0".to_owned(),
            _ => names,
        }
    }
}
