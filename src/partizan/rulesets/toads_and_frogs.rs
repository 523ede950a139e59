//! Toads and Frogs: Left's toads go right, Right's frogs go left, each over at most one of the others.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::listing::admit_options;
use crate::partizan::{Partizan, Player};

/// Toads and Frogs (R. Guy). Left moves a toad one square to the right onto an empty square, or over one frog onto the
/// empty square behind it; Right moves frogs to the left in the same way, over toads. Nothing is removed; who cannot
/// move loses.
///
/// ```
/// use agon::{Partizan, ToadsAndFrogs};
///
/// assert_eq!(ToadsAndFrogs.value(&"TT...FF".parse()?)?.to_string(), "∗");
/// assert_eq!(ToadsAndFrogs.value(&"TTT..FFF".parse()?)?.to_string(), "±1/8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ToadsAndFrogs;

/// What stands on a square of a [`ToadStrip`].
///
/// ```
/// use agon::{ToadStrip, partizan::rulesets::ToadsAndFrogsSquare::{Empty, Frog, Toad}};
///
/// assert_eq!("T.F".parse::<ToadStrip>()?.squares(), [Toad, Empty, Frog]);
/// # Ok::<(), agon::partizan::rulesets::ParseToadStripError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ToadsAndFrogsSquare {
    /// `T`, Left's.
    Toad,
    /// `F`, Right's.
    Frog,
    /// `.`, nothing.
    Empty,
}

use ToadsAndFrogsSquare::{Empty, Frog, Toad};

/// A strip of squares with toads (`T`), frogs (`F`) and empty squares (`.`, read also as `_`).
///
/// ```
/// use agon::ToadStrip;
///
/// assert_eq!("TT.FF".parse::<ToadStrip>()?.squares().len(), 5);
/// assert_eq!("TT_FF".parse(), Ok("TT.FF".parse::<ToadStrip>()?));
/// assert!("TT-FF".parse::<ToadStrip>().is_err());
/// # Ok::<(), agon::partizan::rulesets::ParseToadStripError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ToadStrip(Vec<ToadsAndFrogsSquare>);

/// A text that is no strip of toads and frogs.
///
/// ```
/// use agon::ToadStrip;
///
/// let error = "TT-FF".parse::<ToadStrip>().unwrap_err();
/// assert_eq!((error.found, error.position), ('-', 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{found}` at character {place} of `{input}` is no square: write T for a toad, F for a frog, . or _ for an empty square",
    place = .position + 1
)]
pub struct ParseToadStripError {
    /// The text.
    pub input: String,
    /// The character.
    pub found: char,
    /// Its place, counted in characters from 0.
    pub position: usize,
}

impl ToadStrip {
    /// A strip with these squares, from left to right.
    ///
    /// ```
    /// use agon::{ToadStrip, partizan::rulesets::ToadsAndFrogsSquare::{Empty, Frog, Toad}};
    ///
    /// assert_eq!(ToadStrip::new([Toad, Empty, Empty, Frog]).to_string(), "T..F");
    /// ```
    pub fn new(squares: impl IntoIterator<Item = ToadsAndFrogsSquare>) -> Self {
        Self(squares.into_iter().collect())
    }

    /// The squares, from left to right.
    ///
    /// ```
    /// assert_eq!("TT.FF".parse::<agon::ToadStrip>()?.squares().len(), 5);
    /// # Ok::<(), agon::partizan::rulesets::ParseToadStripError>(())
    /// ```
    #[must_use]
    pub fn squares(&self) -> &[ToadsAndFrogsSquare] {
        &self.0
    }
}

impl ToadsAndFrogs {
    /// The player's moves, as (from, to) counted from 0 at the left; [`options`](Partizan::options) has the same order.
    ///
    /// ```
    /// use agon::{Player, ToadsAndFrogs};
    ///
    /// assert_eq!(ToadsAndFrogs::moves(Player::Left, &"TTF.".parse()?), [(1, 3)]);
    /// # Ok::<(), agon::partizan::rulesets::ParseToadStripError>(())
    /// ```
    #[must_use]
    pub fn moves(player: Player, strip: &ToadStrip) -> Vec<(usize, usize)> {
        let (own, other) = if player == Player::Left { (Toad, Frog) } else { (Frog, Toad) };
        let ahead = |from: usize, steps: usize| match player {
            Player::Left => from.checked_add(steps),
            Player::Right => from.checked_sub(steps),
        };
        let stands = |at: Option<usize>, what| at.and_then(|at| strip.0.get(at)) == Some(&what);
        let to = |from: usize| {
            let (next, beyond) = (ahead(from, 1), ahead(from, 2));
            let lands = if stands(next, other) { beyond } else { next };
            lands.filter(|_| stands(lands, Empty))
        };
        let own_squares = (0..strip.0.len()).filter(|&from| strip.0[from] == own);
        own_squares.filter_map(|from| Some((from, to(from)?))).collect()
    }
}

impl Partizan for ToadsAndFrogs {
    type Position = ToadStrip;

    /// One for each move.
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ squares together.
    fn options(&self, player: Player, strip: &ToadStrip) -> Vec<ToadStrip> {
        let after = |(from, to)| {
            let mut squares = strip.0.clone();
            squares.swap(from, to);
            ToadStrip(squares)
        };
        let moves = Self::moves(player, strip);
        admit_options(moves.len() as u64, strip.0.len());
        moves.into_iter().map(after).collect()
    }

    /// `TTFF` can never move and nothing can pass it: it is a wall. So are frogs at the left end and toads at the right.
    fn components(&self, strip: &ToadStrip) -> Vec<ToadStrip> {
        let mut parts = Vec::new();
        let mut rest = &strip.0[..];
        loop {
            let wall = rest.windows(4).position(|four| four == [Toad, Toad, Frog, Frog]);
            let part = &rest[..wall.unwrap_or(rest.len())];
            let start = part.iter().position(|&square| square != Frog).unwrap_or(part.len());
            let end = part.iter().rposition(|&square| square != Toad).map_or(start, |last| last + 1);
            if part[start..end].contains(&Empty) {
                parts.push(ToadStrip(part[start..end].to_vec()));
            }
            match wall {
                Some(wall) => rest = &rest[wall + 4..],
                None => return parts,
            }
        }
    }
}

impl fmt::Display for ToadStrip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: &ToadsAndFrogsSquare| match square {
            Toad => 'T',
            Frog => 'F',
            Empty => '.',
        };
        f.pad(&self.0.iter().map(letter).collect::<String>())
    }
}

/// As readable as `Display`.
impl fmt::Debug for ToadStrip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ToadStrip {
    type Err = ParseToadStripError;

    fn from_str(input: &str) -> Result<Self, ParseToadStripError> {
        let square = |(position, found)| match found {
            'T' | 't' => Ok(Toad),
            'F' | 'f' => Ok(Frog),
            '.' | '_' => Ok(Empty),
            _ => Err(ParseToadStripError { input: input.to_owned(), found, position }),
        };
        input.trim().chars().enumerate().map(square).collect::<Result<_, _>>().map(Self)
    }
}

impl TryFrom<String> for ToadStrip {
    type Error = ParseToadStripError;

    fn try_from(text: String) -> Result<Self, ParseToadStripError> {
        text.parse()
    }
}

impl From<ToadStrip> for String {
    fn from(strip: ToadStrip) -> Self {
        strip.to_string()
    }
}
