//! Toppling Dominoes: a row of dominoes on end; one of a player's own falls and takes all on one side with it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::listing::admit_options;
use crate::partizan::{Partizan, Player};

/// Toppling Dominoes (*Lessons in Play*; A. Fink, R. Nowakowski, A. Siegel and D. Wolfe, *Toppling conjectures*). A player
/// topples a domino of his or her own colour, or a grey one, to the left or to the right: it falls and so does every
/// domino on that side. Who cannot move loses.
///
/// A row of n of Left's dominoes is the integer n, of n grey ones `∗n`.
///
/// ```
/// use agon::{Partizan, TopplingDominoes};
///
/// assert_eq!(TopplingDominoes.value(&"LLL".parse()?)?.to_string(), "3");
/// assert_eq!(TopplingDominoes.value(&"EE".parse()?)?.to_string(), "∗2");
/// assert_eq!(TopplingDominoes.value(&"LR".parse()?)?.to_string(), "∗");
/// assert_eq!(TopplingDominoes.value(&"LRRL".parse()?)?.to_string(), "↑");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TopplingDominoes;

/// A domino of a [`DominoRow`].
///
/// ```
/// use agon::{DominoRow, partizan::rulesets::Domino};
///
/// assert_eq!("LRE".parse::<DominoRow>()?.dominoes(), [Domino::Left, Domino::Right, Domino::Either]);
/// # Ok::<(), agon::partizan::rulesets::ParseDominoRowError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domino {
    /// `L`, toppled by Left alone (blue).
    Left,
    /// `R`, toppled by Right alone (red).
    Right,
    /// `E`, toppled by either player (grey or green).
    Either,
}

/// A row of dominoes: `L`, `R` and `E`.
///
/// ```
/// use agon::DominoRow;
///
/// assert_eq!("LER".parse::<DominoRow>()?.dominoes().len(), 3);
/// assert!("LXR".parse::<DominoRow>().is_err());
/// # Ok::<(), agon::partizan::rulesets::ParseDominoRowError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DominoRow(Vec<Domino>);

/// A text that is no row of dominoes.
///
/// ```
/// use agon::DominoRow;
///
/// let error = "LXR".parse::<DominoRow>().unwrap_err();
/// assert_eq!((error.found, error.position), ('X', 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{found}` at character {place} of `{input}` is no domino: write L for Left's, R for Right's, E for either player's",
    place = .position + 1
)]
pub struct ParseDominoRowError {
    /// The text.
    pub input: String,
    /// The character.
    pub found: char,
    /// Its place, counted in characters from 0.
    pub position: usize,
}

impl DominoRow {
    /// A row of these dominoes, from left to right.
    ///
    /// ```
    /// use agon::{DominoRow, partizan::rulesets::Domino};
    ///
    /// assert_eq!(DominoRow::new([Domino::Left, Domino::Either]).to_string(), "LE");
    /// ```
    pub fn new(dominoes: impl IntoIterator<Item = Domino>) -> Self {
        Self(dominoes.into_iter().collect())
    }

    /// The dominoes, from left to right.
    ///
    /// ```
    /// assert_eq!("LER".parse::<agon::DominoRow>()?.dominoes().len(), 3);
    /// # Ok::<(), agon::partizan::rulesets::ParseDominoRowError>(())
    /// ```
    #[must_use]
    pub fn dominoes(&self) -> &[Domino] {
        &self.0
    }
}

impl TopplingDominoes {
    /// The dominoes that the player can topple, counted from 0 at the left. Each falls to the left or to the right.
    ///
    /// ```
    /// use agon::{Player, TopplingDominoes};
    ///
    /// // Grey ones serve both players.
    /// let row = "LER".parse()?;
    /// assert_eq!(TopplingDominoes::topplers(Player::Left, &row), [0, 1]);
    /// assert_eq!(TopplingDominoes::topplers(Player::Right, &row), [1, 2]);
    /// # Ok::<(), agon::partizan::rulesets::ParseDominoRowError>(())
    /// ```
    #[must_use]
    pub fn topplers(player: Player, row: &DominoRow) -> Vec<usize> {
        let own = if player == Player::Left { Domino::Left } else { Domino::Right };
        (0..row.0.len()).filter(|&index| row.0[index] == own || row.0[index] == Domino::Either).collect()
    }
}

impl Partizan for TopplingDominoes {
    type Position = DominoRow;

    /// For each domino what is left when it falls to the right, then when it falls to the left.
    ///
    /// # Panics
    /// If the options would have more than 2²⁵ dominoes together.
    fn options(&self, player: Player, row: &DominoRow) -> Vec<DominoRow> {
        let rest = |index: usize| [&row.0[..index], &row.0[index + 1..]].map(|part| DominoRow(part.to_vec()));
        let topplers = Self::topplers(player, row);
        // The two options of a domino have together as many dominoes as the row has others.
        admit_options(topplers.len() as u64, row.0.len());
        topplers.into_iter().flat_map(rest).collect()
    }

    /// The row or its mirror image, whichever is less.
    fn components(&self, row: &DominoRow) -> Vec<DominoRow> {
        let mirrored = DominoRow::new(row.0.iter().rev().copied());
        vec![mirrored.min(row.clone())]
    }
}

impl fmt::Display for DominoRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |domino: &Domino| match domino {
            Domino::Left => 'L',
            Domino::Right => 'R',
            Domino::Either => 'E',
        };
        f.pad(&self.0.iter().map(letter).collect::<String>())
    }
}

/// As readable as `Display`.
impl fmt::Debug for DominoRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for DominoRow {
    type Err = ParseDominoRowError;

    fn from_str(input: &str) -> Result<Self, ParseDominoRowError> {
        let domino = |(position, found)| match found {
            'L' | 'l' => Ok(Domino::Left),
            'R' | 'r' => Ok(Domino::Right),
            'E' | 'e' => Ok(Domino::Either),
            _ => Err(ParseDominoRowError { input: input.to_owned(), found, position }),
        };
        input.trim().chars().enumerate().map(domino).collect::<Result<_, _>>().map(Self)
    }
}

impl TryFrom<String> for DominoRow {
    type Error = ParseDominoRowError;

    fn try_from(text: String) -> Result<Self, ParseDominoRowError> {
        text.parse()
    }
}

impl From<DominoRow> for String {
    fn from(row: DominoRow) -> Self {
        row.to_string()
    }
}
