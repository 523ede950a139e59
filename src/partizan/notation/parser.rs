//! Text to game.

use crate::{partizan::game::Game, partizan::name::Name, partizan::sum::named, surreal::Dyadic};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A text that is no game: where, what stands there, and what is allowed there.
///
/// ```
/// use agon::Game;
/// let error = "{0|1".parse::<Game>().unwrap_err();
/// assert_eq!(error.position, 4);
/// assert_eq!(error.to_string(), "the text of the game ends where `,` or `}` is expected\n  {0|1\n      ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// The place of the error, counted in characters from 0.
    pub position: usize,
    /// What is allowed there.
    pub expected: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = &self.expected;
        match self.text.chars().nth(self.position) {
            Some(found) => write!(f, "`{found}` stands where {expected} is expected")?,
            None => write!(f, "the text of the game ends where {expected} is expected")?,
        }
        let line = self.text.replace(char::is_whitespace, " ");
        write!(f, "\n  {line}\n  {:>width$}", '^', width = self.position + 1)
    }
}

/// Braces nested deeper than this are refused: the parser is recursive.
const DEEPEST: usize = 200;

const GAME: &str = "a game (a number, `∗`, `↑`, `↓`, `±`, or `{`)";

impl FromStr for Game {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Game, NotationError> {
        let mut parser = Parser { chars: text.chars().collect(), position: 0, depth: 0 };
        let game = parser.game()?;
        parser.skip_space();
        if parser.position < parser.chars.len() {
            return Err(parser.expected("the end"));
        }
        Ok(game)
    }
}

impl TryFrom<String> for Game {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Game, NotationError> {
        text.parse()
    }
}

struct Parser {
    chars: Vec<char>,
    position: usize,
    depth: usize,
}

impl Parser {
    fn expected(&self, expected: &str) -> NotationError {
        let text = self.chars.iter().collect();
        NotationError { text, position: self.position, expected: expected.to_owned() }
    }

    fn skip_space(&mut self) {
        while self.chars.get(self.position).is_some_and(|c| c.is_whitespace()) {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.position).copied()
    }

    /// Takes the next character when it is one of these.
    fn take(&mut self, allowed: &[char]) -> Option<char> {
        let found = self.peek().filter(|c| allowed.contains(c))?;
        self.position += 1;
        Some(found)
    }

    fn game(&mut self) -> Result<Game, NotationError> {
        self.skip_space();
        if self.chars[self.position..].starts_with(&['+', '-']) {
            self.position += 2;
            return self.switch();
        }
        match self.peek() {
            Some('{') => self.braces(),
            Some('±') => {
                self.position += 1;
                self.switch()
            }
            _ => self.name(),
        }
    }

    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Parser) -> Result<T, NotationError>,
    ) -> Result<T, NotationError> {
        if self.depth == DEEPEST {
            return Err(self.expected(&format!("a game nested at most {DEEPEST} deep")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn switch(&mut self) -> Result<Game, NotationError> {
        let game = self.nested(Parser::game)?;
        Ok(Game::new([game.clone()], [-game]))
    }

    fn braces(&mut self) -> Result<Game, NotationError> {
        self.position += 1;
        let left = self.options('|')?;
        let right = self.options('}')?;
        Ok(Game::new(left, right))
    }

    /// Games separated by commas, up to and including the closing character.
    fn options(&mut self, close: char) -> Result<Vec<Game>, NotationError> {
        let mut options = Vec::new();
        self.skip_space();
        if self.take(&[close]).is_some() {
            return Ok(options);
        }
        loop {
            options.push(self.nested(Parser::game)?);
            self.skip_space();
            match self.take(&[',', close]) {
                Some(',') => {}
                Some(_) => return Ok(options),
                None => return Err(self.expected(&format!("`,` or `{close}`"))),
            }
        }
    }

    /// Number, ups and nimber, in this order, each at most once.
    fn name(&mut self) -> Result<Game, NotationError> {
        let start = self.position;
        let number = self.number()?;
        let ups = match self.take(&['↑', '^', '↓', 'v']) {
            Some(arrow) => {
                let count =
                    self.digits().map_or_else(|| Ok(BigInt::one()), |(_, digits)| self.integer(&digits))?;
                if matches!(arrow, '↑' | '^') { count } else { -count }
            }
            None => BigInt::zero(),
        };
        let nimber = match self.take(&['∗', '*']) {
            Some(_) => match self.digits() {
                Some((start, digits)) => digits.parse().map_err(|_| {
                    self.position = start;
                    self.expected("a nimber below 2^32")
                })?,
                None => 1,
            },
            None => 0,
        };
        if self.position == start {
            return Err(self.expected(GAME));
        }
        Ok(named(Name { number, ups, nimber }))
    }

    fn integer(&self, digits: &str) -> Result<BigInt, NotationError> {
        digits.parse().map_err(|_| self.expected("an integer"))
    }

    fn digits(&mut self) -> Option<(usize, String)> {
        let start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.position += 1;
        }
        (self.position > start).then(|| (start, self.chars[start..self.position].iter().collect()))
    }

    /// The number at this place; 0 when there is none.
    fn number(&mut self) -> Result<Dyadic, NotationError> {
        let start = self.position;
        let signed = self.take(&['-', '−']).is_some();
        let number_start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == '/' || c == '.') {
            self.position += 1;
        }
        if self.position == number_start {
            return if signed { Err(self.expected("a number")) } else { Ok(Dyadic::zero()) };
        }
        let text: String = self.chars[start..self.position].iter().collect();
        text.parse().map_err(|error| {
            self.position = start;
            self.expected(&format!("a dyadic number ({error})"))
        })
    }
}
