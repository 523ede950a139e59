//! The text of pictures: stalks and trees by their colours, graphs by their edges.

use std::fmt;
use std::str::FromStr;

use super::edge::{Edge, EdgeColour};
use super::graph::{HackenbushGraph, HackenbushGraphError};

/// A text that is no picture.
///
/// ```
/// use agon::HackenbushGraph;
///
/// let error = "GG(G, X)".parse::<HackenbushGraph>().unwrap_err();
/// assert_eq!(error.to_string(), "`X` stands where a colour (B, R or G) is expected\n  GG(G, X)\n        ^");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseHackenbushError {
    /// A character stands where something else is expected.
    #[error("{}", pointer(text, *position, expected))]
    Unexpected {
        /// The text.
        text: String,
        /// The place, counted in characters from 0.
        position: usize,
        /// What is allowed there.
        expected: &'static str,
    },
    /// The edges are no picture.
    #[error(transparent)]
    Graph(#[from] HackenbushGraphError),
}

fn pointer(text: &str, position: usize, expected: &str) -> String {
    let line = text.replace(char::is_whitespace, " ");
    let found = match text.chars().nth(position) {
        Some(found) => format!("`{found}` stands"),
        None => "the text of the picture ends".to_owned(),
    };
    format!("{found} where {expected} is expected\n  {line}\n  {}^", " ".repeat(position))
}

struct Parser {
    chars: Vec<char>,
    position: usize,
    edges: Vec<Edge>,
}

const COLOUR: &str = "a colour (B, R or G)";

impl Parser {
    fn expected(&self, expected: &'static str) -> ParseHackenbushError {
        ParseHackenbushError::Unexpected {
            text: self.chars.iter().collect(),
            position: self.position,
            expected,
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.position).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.position += 1;
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.position += usize::from(found);
        found
    }

    fn colour(&mut self) -> Option<EdgeColour> {
        let colour = self.peek().and_then(EdgeColour::of_letter)?;
        self.position += 1;
        Some(colour)
    }

    fn number(&mut self) -> Option<u64> {
        let start = self.position;
        let mut number = 0u64;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit.into());
            self.position += 1;
        }
        (self.position > start).then_some(number)
    }

    /// Branches side by side, each a run of colours that may carry branches in parentheses.
    fn branches(&mut self) -> Result<(), ParseHackenbushError> {
        let mut forks = vec![0];
        loop {
            self.skip_space();
            let mut top = *forks.last().expect("the ground is never closed");
            let mut empty = true;
            while let Some(colour) = self.colour() {
                let count = self.number().unwrap_or(1);
                let found = self.edges.len() as u64 + count;
                if found > HackenbushGraph::MOST_EDGES.into() {
                    return Err(HackenbushGraphError::TooLarge { found }.into());
                }
                for _ in 0..count {
                    let new = self.edges.len() as u32 + 1;
                    self.edges.push(Edge::new(top, new, colour));
                    top = new;
                }
                empty = false;
                self.skip_space();
            }
            if empty {
                return Err(self.expected(COLOUR));
            }
            if self.take('(') {
                forks.push(top);
                continue;
            }
            while forks.len() > 1 && self.take(')') {
                forks.pop();
                self.skip_space();
            }
            match (self.take(','), forks.len()) {
                (true, _) => {}
                (false, 1) if self.peek().is_none() => return Ok(()),
                (false, 1) => return Err(self.expected("a colour, `(`, `,` or the end")),
                (false, _) => return Err(self.expected("a colour, `(`, `,` or `)`")),
            }
        }
    }

    /// `0-1B, 1-2, …`
    fn edge_list(&mut self) -> Result<(), ParseHackenbushError> {
        loop {
            self.skip_space();
            let from = self.vertex()?;
            if !self.take('-') {
                return Err(self.expected("`-` between the two ends of an edge"));
            }
            let to = self.vertex()?;
            let colour = self.colour().unwrap_or(EdgeColour::Green);
            self.edges.push(Edge::new(from, to, colour));
            let before = self.position;
            self.skip_space();
            if self.peek().is_none() {
                return Ok(());
            }
            if !self.take(',') && self.position == before {
                return Err(self.expected("a colour (B, R or G), `,` or the end"));
            }
        }
    }

    fn vertex(&mut self) -> Result<u32, ParseHackenbushError> {
        let number =
            self.number().ok_or_else(|| self.expected("the number of a vertex (the ground is 0)"))?;
        match u32::try_from(number) {
            Ok(vertex) if vertex <= HackenbushGraph::MOST_EDGES => Ok(vertex),
            _ => Err(HackenbushGraphError::TooLarge { found: number }.into()),
        }
    }
}

/// Reads the notations in the module's [table](super); the bare ground is `0` or nothing.
impl FromStr for HackenbushGraph {
    type Err = ParseHackenbushError;

    fn from_str(text: &str) -> Result<Self, ParseHackenbushError> {
        let mut parser = Parser { chars: text.trim_end().chars().collect(), position: 0, edges: Vec::new() };
        match text.trim() {
            "" | "0" => {}
            listed if listed.starts_with(|c: char| c.is_ascii_digit()) => parser.edge_list()?,
            _ => parser.branches()?,
        }
        Ok(Self::new(parser.edges)?)
    }
}

impl TryFrom<String> for HackenbushGraph {
    type Error = ParseHackenbushError;

    fn try_from(text: String) -> Result<Self, ParseHackenbushError> {
        text.parse()
    }
}

/// Runs of at least this many edges are printed with their number.
const COUNTED: usize = 5;

/// Trees by their colours, other graphs by their edges, the bare ground as `0`.
impl fmt::Display for HackenbushGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.edges().is_empty() {
            return f.pad("0");
        }
        match self.branches_text() {
            Some(text) => f.pad(&text),
            None => f.pad(&self.edge_list()),
        }
    }
}

/// What is still to be printed, last first.
enum Piece {
    Text(&'static str),
    /// The branch that begins with this edge.
    Branch(usize),
}

impl HackenbushGraph {
    fn branches_text(&self) -> Option<String> {
        let carriers = self.carriers()?;
        let incidence = self.incidence();
        let above = |vertex: u32| {
            let carrier = carriers[vertex as usize];
            incidence.at(vertex).iter().copied().filter(move |&edge| Some(edge) != carrier)
        };
        let mut text = String::new();
        let mut pending = Vec::new();
        let push = |vertex: u32, pending: &mut Vec<Piece>| {
            let start = pending.len();
            for edge in above(vertex) {
                if pending.len() > start {
                    pending.push(Piece::Text(", "));
                }
                pending.push(Piece::Branch(edge));
            }
            pending[start..].reverse();
        };
        push(0, &mut pending);
        while let Some(piece) = pending.pop() {
            let mut edge = match piece {
                Piece::Text(part) => {
                    text.push_str(part);
                    continue;
                }
                Piece::Branch(edge) => edge,
            };
            let mut run = (self.edges()[edge].colour, 0);
            loop {
                let Edge { from, to, colour } = self.edges()[edge];
                if colour != run.0 {
                    push_run(run, &mut text);
                    run = (colour, 0);
                }
                run.1 += 1;
                let top = if carriers[to as usize] == Some(edge) { to } else { from };
                let mut branches = above(top);
                match (branches.next(), branches.next()) {
                    (Some(only), None) => edge = only,
                    (first, _) => {
                        push_run(run, &mut text);
                        if first.is_some() {
                            text.push('(');
                            pending.push(Piece::Text(")"));
                            push(top, &mut pending);
                        }
                        break;
                    }
                }
            }
        }
        Some(text)
    }
}

fn push_run((colour, count): (EdgeColour, usize), text: &mut String) {
    if count < COUNTED {
        text.extend(std::iter::repeat_n(colour.letter(), count));
    } else {
        text.push_str(&format!("{colour}{count}"));
    }
}
