//! From the rules of a part to the table of all parts that can be reached.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Serialize, Serializer};

use super::{Board, BoardError, EdgePlace, Setup};
use crate::{Impartial, Player, Solver};

/// How the values of the parts add up.
///
/// ```
/// use agon::board::{self, Worth};
///
/// assert_eq!(board::kayles([5])?.worth(), Worth::Nimbers);
/// assert_eq!(board::misere_nim([5])?.worth(), Worth::MisereHeaps);
/// assert_eq!(serde_json::to_string(&Worth::Numbers { unit: 4 })?, r#"{"are":"numbers","unit":4}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "are", rename_all = "kebab-case")]
pub enum Worth {
    /// Values are Grundy values; they add up as nimbers.
    Nimbers,
    /// Values are the sizes of Nim heaps, and who takes the last counter loses. They add up as nimbers as long as some heap
    /// has more than one counter; without one, 0 and 1 are exchanged, so that here too 0 is what a winning move leaves
    /// (Bouton's rule).
    MisereHeaps,
    /// Values are whole multiples of `1/unit`; they add up as numbers.
    Numbers {
        /// The common denominator, a power of two.
        unit: i64,
    },
}

/// What kind of thing is chosen.
///
/// ```
/// use agon::board::{self, ControlKind};
///
/// assert!(board::nim([3])?.controls().iter().all(|control| control.kind == ControlKind::Counter));
/// let pairs = board::kayles([7])?.controls().iter().filter(|control| control.kind == ControlKind::Pair).count();
/// assert_eq!(pairs, 6);
/// # Ok::<(), agon::BoardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ControlKind {
    /// A counter: it and all behind it are taken.
    Counter,
    /// One pin.
    Pin,
    /// A pin and its neighbour to the right.
    Pair,
    /// A square to bite.
    Square,
    /// A place to go to.
    Cell,
    /// An edge to cut.
    Edge,
}

/// Something that a player can choose. It belongs to one move at most of one part of a position.
///
/// ```
/// use agon::{Player, board};
///
/// let board = board::hackenbush("BRB")?;
/// let sides: Vec<_> = board.controls().iter().filter_map(|control| control.side).collect();
/// assert_eq!(sides, [Player::Left, Player::Right, Player::Left]);
/// assert_eq!(board.controls()[0].name, "0–1");
/// # Ok::<(), agon::BoardError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Control {
    /// What it is.
    pub kind: ControlKind,
    /// The heap or row, from 1; a cell has the rows 0, 1, ….
    pub row: u32,
    /// The place in it, from 1; a cell has the columns 0, 1, ….
    pub column: u32,
    /// How it is called, if row and column do not say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The only player who may choose it; none if both may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Player>,
    /// Where an edge is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<EdgePlace>,
}

impl Control {
    pub(super) fn new(kind: ControlKind, row: u32, column: u32) -> Self {
        Self { kind, row, column, name: String::new(), side: None, place: None }
    }
}

/// A part of a position. In JSON an array: value, size, name, still, moves.
///
/// ```
/// // A row of seven pins: worth ∗2, with 7 moves that take one pin and 6 that take two.
/// let board = agon::board::kayles([7])?;
/// let row = &board.states()[board.start()[0]];
/// assert_eq!((row.name.as_str(), row.size, row.value, row.moves.len()), ("7", 7, 2, 13));
/// # Ok::<(), agon::BoardError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its value, as [`Worth`] says.
    pub value: i64,
    /// How much of it there is: counters, pins, squares, edges.
    pub size: u32,
    /// How it is written.
    pub name: String,
    /// What is seen of it besides the controls of its moves.
    pub still: Vec<usize>,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.value, self.size, &self.name, &self.still, &self.moves).serialize(serializer)
    }
}

/// A move of a part. In JSON an array: the control, then the states that it leaves.
///
/// ```
/// // The middle one of three pins: what is left are two rows.
/// let board = agon::board::kayles([3])?;
/// let row = &board.states()[board.start()[0]];
/// let step = row.moves.iter().find(|step| step.to.len() == 2).expect("a move that splits the row");
/// assert_eq!(board.controls()[step.control].column, 2);
/// assert_eq!(serde_json::to_string(step)?, format!("[{},{},{}]", step.control, step.to[0], step.to[1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// What is chosen.
    pub control: usize,
    /// What takes the place of the part.
    pub to: Vec<usize>,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([self.control].iter().chain(&self.to))
    }
}

/// The rules of a board, part by part.
pub(super) trait Rules {
    /// A part of a position.
    type Part: Clone + Eq + Hash;

    fn controls(&self) -> Vec<Control>;
    fn start(&self) -> Vec<Self::Part>;
    /// Each control that may be chosen, with what is left of the part.
    fn moves(&self, part: &Self::Part) -> Vec<(usize, Vec<Self::Part>)>;
    fn still(&self, part: &Self::Part) -> Vec<usize>;
    fn size(&self, part: &Self::Part) -> u32;
    fn name(&self, part: &Self::Part) -> String;
    fn values(&self, parts: &[Self::Part]) -> Result<(Worth, Vec<i64>), BoardError>;
}

/// The most parts and the most moves of a table: a page with the table has some tens of kilobytes.
const MOST_PARTS: usize = 1_000;
const MOST_MOVES: usize = 8_000;

/// The board of a setup whose rules are `rules`.
pub(super) fn tabulate<R: Rules>(setup: &Setup, rules: &R) -> Result<Board, BoardError> {
    let mut parts: Vec<R::Part> = Vec::new();
    let mut known: HashMap<R::Part, usize> = HashMap::new();
    let mut place = |part: R::Part, parts: &mut Vec<R::Part>| {
        *known.entry(part).or_insert_with_key(|part| {
            parts.push(part.clone());
            parts.len() - 1
        })
    };
    let start = rules.start().into_iter().map(|part| place(part, &mut parts)).collect();
    let (mut moves, mut count) = (Vec::new(), 0);
    while moves.len() < parts.len() {
        let of_part = rules.moves(&parts[moves.len()]);
        count += of_part.len();
        if parts.len() > MOST_PARTS || count > MOST_MOVES {
            return Err(BoardError::Size {
                found: "this position".into(),
                allowed: format!(
                    "it can fall into more than {MOST_PARTS} parts, or these have more than {MOST_MOVES} moves; \
                     choose a smaller one, or one with fewer branches"
                ),
            });
        }
        let reached = of_part.into_iter().map(|(control, left)| Move {
            control,
            to: left.into_iter().map(|part| place(part, &mut parts)).collect(),
        });
        moves.push(reached.collect::<Vec<_>>());
    }
    let (worth, values) = rules.values(&parts)?;
    let state = |((part, moves), value): ((&R::Part, Vec<Move>), i64)| State {
        value,
        size: rules.size(part),
        name: rules.name(part),
        still: rules.still(part),
        moves,
    };
    let states = parts.iter().zip(moves).zip(values).map(state).collect();
    Ok(Board { setup: setup.clone(), worth, controls: rules.controls(), states, start, drawing: None })
}

/// The Grundy values of positions of an impartial ruleset.
pub(super) fn grundy_values<R: Impartial>(
    rules: R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(Worth, Vec<i64>), BoardError>
where
    R::Position: std::fmt::Debug,
{
    let mut solver = Solver::new(rules);
    let mut value = |position| solver.grundy(&position).map(|value| i64::from(value.size()));
    let values: Result<Vec<i64>, _> = positions.into_iter().map(&mut value).collect();
    Ok((Worth::Nimbers, values.map_err(|error| BoardError::NoValue(error.to_string()))?))
}

/// Nothing but a size that can be played by hand.
pub(super) fn unless(
    allowed: bool,
    found: impl FnOnce() -> String,
    what: &'static str,
) -> Result<(), BoardError> {
    if allowed { Ok(()) } else { Err(BoardError::Size { found: found(), allowed: what.to_owned() }) }
}
