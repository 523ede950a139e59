//! Sign sequences as texts: `+^ω −^(ω^2)`, `+−−(+−)^ω`, `[√2]·ω`.

use super::{Block, Irrational, Run, SignSequence};
use crate::surreal::{Ordinal, Sign, Surreal, SurrealError};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The longest run that is written out.
const WRITTEN_OUT: u8 = 32;

/// Irrational numbers with more factors 2 in their denominators are shown without their first runs, if so many are enough.
const SHOWN_BINARY_PLACES: u64 = 64;
const MOST_SHOWN_RUNS: usize = 16;

/// The expansion of 0, as Gonshor writes it.
const EMPTY: &str = "()";

/// A number without a finitely described sign expansion, or a text that describes none.
///
/// ```
/// use agon::{SignSequence, Surreal, surreal::SignSequenceError};
///
/// assert!(matches!("+^".parse::<SignSequence>(), Err(SignSequenceError::Syntax { .. })));
/// // The signs of ω^(1/3) would be found from those of 1/3, which have no last run.
/// let root = Surreal::omega_pow("1/3".parse()?);
/// assert!(matches!(root.sign_sequence(), Err(SignSequenceError::EndlessExponent { .. })));
/// # Ok::<(), agon::surreal::SurrealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignSequenceError {
    /// A coefficient with a very long period.
    #[error("the sign expansion of {number} has a period of more than {limit} signs")]
    LongPeriod {
        /// The coefficient.
        number: BigRational,
        /// The longest period that is written down.
        limit: u64,
    },
    /// A dyadic coefficient with too many signs.
    #[error(
        "a sign expansion of more than {bits} signs, as of a number with the denominator 2^{bits}, is not written down"
    )]
    TooFine {
        /// The k of the denominator 2^k.
        bits: u64,
    },
    /// An exponent whose own sign expansion has infinitely many runs.
    #[error(
        "the sign expansion of ω^({exponent}) has no finite description here, since that of {exponent} has infinitely \
         many runs; exponents may have dyadic coefficients only, at every level"
    )]
    EndlessExponent {
        /// The exponent.
        exponent: Surreal,
    },
    /// A text that is no sign sequence.
    #[error(
        "`{input}` is no sign sequence: at character {place} {expected} was expected; write signs, runs such as \
         +^5, +^ω or −^(ω^2 + 1), periods such as (+−)^ω, and the signs of irrational numbers such as [√2] or, each ω \
         times, [√2]·ω",
        place = .position + 1
    )]
    Syntax {
        /// The text.
        input: String,
        /// The place, counted in characters from 0.
        position: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// What stands between square brackets is no irrational number.
    #[error(
        "`{input}`: {number} is no irrational number in square brackets; write for example [√2] or [π/2]{reason}"
    )]
    NotIrrational {
        /// The text.
        input: String,
        /// What stands in the brackets.
        number: String,
        /// Why it cannot be read, after a semicolon; empty for a rational number.
        reason: String,
    },
    /// The length of a run is no ordinal.
    #[error("`{input}`: {error}")]
    Length {
        /// The text.
        input: String,
        /// What is wrong with the length.
        error: SurrealError,
    },
}

fn written_out((_, length): &Run) -> Option<usize> {
    length.to_natural()?.to_u8().filter(|length| *length <= WRITTEN_OUT).map(usize::from)
}

fn write_run(text: &mut String, run: &Run) {
    let (sign, length) = run;
    let sign = sign.to_string();
    match written_out(run) {
        Some(length) => text.push_str(&sign.repeat(length)),
        None if length.is_finite() || *length == Ordinal::omega() => {
            text.push_str(&format!("{sign}^{length}"))
        }
        None => text.push_str(&format!("{sign}^({length})")),
    }
}

impl Irrational {
    /// First runs and the rest, if a few runs are all that makes the denominators long.
    fn without_long_runs(self) -> Vec<Block> {
        let is_short = |signs: &Irrational| signs.number.binary_point() <= SHOWN_BINARY_PLACES;
        let mut blocks = Vec::new();
        let mut rest = self.clone();
        // The long run itself is the last to be taken off.
        let begins_long = |signs: &Irrational| signs.number.abs().floor() >= BigInt::from(WRITTEN_OUT);
        while (!is_short(&rest) || !blocks.is_empty() && begins_long(&rest)) && blocks.len() < MOST_SHOWN_RUNS
        {
            let (run, behind) = rest.take_run();
            blocks.push(Block::Run(run));
            rest = behind;
        }
        if !is_short(&rest) {
            return vec![Block::Irrational(self)];
        }
        blocks.push(Block::Irrational(rest));
        blocks
    }
}

impl SignSequence {
    /// The blocks, where the signs of irrational numbers begin as early as they can, `+^ω [√2]` instead of `+^(ω + 2) [2√2 - …]`,
    /// but not with a long run: `+ −^1000 [√2]` instead of a number with a denominator of a thousand digits.
    fn blocks_to_show(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for block in &self.blocks {
            if let (Some(Block::Run(run)), Block::Irrational(signs)) = (blocks.last(), block)
                && let Some((left, longer)) = signs.absorb(run)
            {
                let sign = run.0;
                blocks.pop();
                blocks.push(Block::Run((sign, left)));
                blocks.extend(longer.without_long_runs());
            } else if let Block::Irrational(signs) = block {
                blocks.extend(signs.clone().without_long_runs());
            } else {
                blocks.push(block.clone());
            }
        }
        blocks
    }
}

impl fmt::Display for SignSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.pad(EMPTY);
        }
        let mut text = String::new();
        let mut after_power = false;
        for block in self.blocks_to_show() {
            let power = match &block {
                Block::Run(run) => written_out(run).is_none(),
                Block::Repeated(_) => false,
                Block::Irrational(_) => true,
            };
            if !text.is_empty() && (power || after_power) {
                text.push(' ');
            }
            match &block {
                Block::Run(run) => write_run(&mut text, run),
                Block::Irrational(Irrational { number, degree }) => {
                    text.push_str(&format!("[{number}]"));
                    if !degree.is_zero() {
                        text.push_str(&format!("·{}", Ordinal::omega_pow(degree.clone())));
                    }
                }
                Block::Repeated(word) => {
                    text.push('(');
                    for run in word {
                        write_run(&mut text, run);
                    }
                    text.push_str(")^ω");
                }
            }
            after_power = power || matches!(block, Block::Repeated(_));
        }
        f.pad(&text)
    }
}

impl fmt::Debug for SignSequence {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for SignSequence {
    type Err = SignSequenceError;

    fn from_str(input: &str) -> Result<SignSequence, SignSequenceError> {
        if input.trim() == EMPTY {
            return Ok(SignSequence::default());
        }
        let mut reader = Reader { input, chars: input.chars().collect(), position: 0 };
        let mut sequence = SignSequence::default();
        loop {
            match reader.peek() {
                None => return Ok(sequence),
                Some('(') => {
                    reader.position += 1;
                    let mut word = Vec::new();
                    while reader.peek() != Some(')') {
                        word.push(reader.run()?);
                    }
                    reader.position += 1;
                    if word.is_empty() {
                        return Err(reader.expected("a sign inside the brackets"));
                    }
                    if reader.peek() != Some('^') {
                        return Err(reader.expected("^ω after a period"));
                    }
                    reader.position += 1;
                    if !matches!(reader.peek(), Some('ω' | 'w')) {
                        return Err(reader.expected("ω"));
                    }
                    reader.position += 1;
                    sequence.push_repeated(word);
                }
                Some('[') => {
                    let signs = reader.irrational()?;
                    sequence.push_irrational(signs);
                }
                Some(_) => {
                    let (sign, length) = reader.run()?;
                    sequence.push(sign, length);
                }
            }
        }
    }
}

struct Reader<'a> {
    input: &'a str,
    chars: Vec<char>,
    position: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.position).is_some_and(|c| c.is_whitespace()) {
            self.position += 1;
        }
        self.chars.get(self.position).copied()
    }

    fn expected(&self, expected: &'static str) -> SignSequenceError {
        SignSequenceError::Syntax { input: self.input.to_owned(), position: self.position, expected }
    }

    fn run(&mut self) -> Result<Run, SignSequenceError> {
        let sign = match self.peek() {
            Some('+') => Sign::Plus,
            Some('-' | '−') => Sign::Minus,
            _ => return Err(self.expected("+, − or [")),
        };
        self.position += 1;
        if self.peek() != Some('^') {
            return Ok((sign, Ordinal::one()));
        }
        self.position += 1;
        let length = self.length()?;
        if length.is_zero() {
            return Err(self.expected("a length of at least 1"));
        }
        Ok((sign, length))
    }

    /// `[√2]`, `[√2]·ω^2`
    fn irrational(&mut self) -> Result<Irrational, SignSequenceError> {
        let start = self.position + 1;
        let Some(length) = self.chars[start..].iter().position(|c| *c == ']') else {
            self.position = self.chars.len();
            return Err(self.expected("a closing bracket"));
        };
        self.position = start + length + 1;
        let number: String = self.chars[start..start + length].iter().collect();
        let not_irrational = |reason: String| SignSequenceError::NotIrrational {
            input: self.input.to_owned(),
            number: number.clone(),
            reason,
        };
        let surreal: Surreal = number.parse().map_err(|error| not_irrational(format!("; {error}")))?;
        let irrational = surreal.to_coefficient().filter(|number| number.as_rational().is_none());
        let number = irrational.ok_or_else(|| not_irrational(String::new()))?;
        let mut degree = Ordinal::zero();
        if matches!(self.peek(), Some('·' | '*' | '×')) {
            self.position += 1;
            if !matches!(self.peek(), Some('ω' | 'w')) {
                return Err(self.expected("a power of ω"));
            }
            self.position += 1;
            degree = Ordinal::one();
            if self.peek() == Some('^') {
                self.position += 1;
                degree = self.length()?;
            }
        }
        Ok(Irrational { number, degree })
    }

    fn length(&mut self) -> Result<Ordinal, SignSequenceError> {
        let start = self.position;
        let length = match self.peek() {
            Some('ω' | 'w') => {
                self.position += 1;
                Ordinal::omega()
            }
            Some('(') => {
                let mut depth = 0;
                let end = self.chars[start..].iter().position(|c| {
                    depth += i32::from(*c == '(') - i32::from(*c == ')');
                    depth == 0
                });
                let end = end.ok_or_else(|| self.expected("a closing bracket"))?;
                self.position = start + end + 1;
                let text: String = self.chars[start..self.position].iter().collect();
                text.parse()
                    .map_err(|error| SignSequenceError::Length { input: self.input.to_owned(), error })?
            }
            _ => {
                let digits: String = self.chars[start..].iter().take_while(|c| c.is_ascii_digit()).collect();
                self.position += digits.len();
                let length: BigUint = digits.parse().map_err(|_| self.expected("the length of the run"))?;
                Ordinal::from(length)
            }
        };
        Ok(length)
    }
}

impl TryFrom<String> for SignSequence {
    type Error = SignSequenceError;

    fn try_from(text: String) -> Result<SignSequence, SignSequenceError> {
        text.parse()
    }
}

impl From<SignSequence> for String {
    fn from(sequence: SignSequence) -> String {
        sequence.to_string()
    }
}
