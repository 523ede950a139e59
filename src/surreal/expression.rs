//! Sums, products and powers as texts, for every kind of number that is written so.
//!
//! ```text
//! sum     = ["+"] signed { ("+" | "-") signed }
//! signed  = { "-" } product
//! product = factor { ("*" | "·" | "×") { "-" } factor | "/" { "-" } power { power } }
//! factor  = power { power }
//! power   = atom [ "^" { "-" } power | superscript ]
//! atom    = number | symbol | "√" atom | "(" sum ")"
//! ```

use num_bigint::BigInt;
use num_rational::BigRational;

/// Brackets, roots and powers inside each other.
pub(super) const DEEPEST: u32 = 64;

/// The numbers that a text is made of, and what its operations mean for them.
pub(super) trait Algebra {
    type Value;
    type Error;

    /// The words for symbols that are read.
    const WORDS: &'static Words;
    /// What is expected where a number should begin.
    const OPERAND: &'static str;
    /// What is expected where one has come to its end.
    const AFTER: &'static str;

    fn syntax(&self, position: usize, expected: &'static str) -> Self::Error;
    fn too_deep(&self) -> Self::Error;
    fn number(&self, number: BigRational) -> Result<Self::Value, Self::Error>;
    /// Whether a symbol begins with this character.
    fn is_symbol(&self, first: char) -> bool;
    /// Reads the symbol that begins here.
    fn symbol(&self, text: &mut Text) -> Result<Self::Value, Self::Error>;
    fn negative(&self, a: Self::Value) -> Result<Self::Value, Self::Error>;
    fn sum(&self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    fn product(&self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    fn quotient(&self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    fn power(&self, base: Self::Value, exponent: Self::Value) -> Result<Self::Value, Self::Error>;
    fn root(&self, a: Self::Value) -> Result<Self::Value, Self::Error>;

    /// `a b`, without a sign of multiplication.
    fn juxtaposed(&self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error> {
        self.product(a, b)
    }
}

/// The characters of a text and how far it has been read.
pub(super) struct Text {
    /// With symbols in place of the words for them.
    chars: Vec<char>,
    /// Where each of them begins in the reader's text, and the length of that.
    places: Vec<usize>,
    position: usize,
}

/// Words and the symbols that they stand for, such as `sqrt` for √.
pub(super) type Words = [(&'static str, char)];

impl Text {
    fn new(text: &str, words: &Words) -> Text {
        let (mut chars, mut places, mut rest, mut place) = (Vec::new(), Vec::new(), text, 0);
        while let Some(first) = rest.chars().next() {
            let word = words.iter().find(|(word, _)| rest.starts_with(word));
            let (symbol, read) =
                word.map_or((first, first.len_utf8()), |(word, symbol)| (*symbol, word.len()));
            chars.push(symbol);
            places.push(place);
            place += rest[..read].chars().count();
            rest = &rest[read..];
        }
        places.push(place);
        Text { chars, places, position: 0 }
    }

    /// The next character that is no space.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.position).is_some_and(|c| c.is_whitespace()) {
            self.position += 1;
        }
        self.chars.get(self.position).copied()
    }

    pub(super) fn take(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|c| wanted.contains(&c));
        self.position += usize::from(found);
        found
    }

    /// Takes the characters from here on, as long as they are wanted.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let taken: String = self.chars[self.position..].iter().take_while(|c| wanted(**c)).collect();
        self.position += taken.chars().count();
        taken
    }

    /// Takes what stands before the first of these words, and the word itself.
    pub(super) fn take_through(&mut self, word: &str) -> Option<String> {
        let rest: String = self.chars[self.position..].iter().collect();
        let (before, _) = rest.split_once(word)?;
        self.position += before.chars().count() + word.chars().count();
        Some(before.to_owned())
    }

    /// The characters right before and right after this place, spaces included.
    pub(super) fn around(&self) -> (&[char], &[char]) {
        self.chars.split_at(self.position)
    }

    /// This place in the reader's text, counted in characters from 0.
    pub(super) fn place(&self) -> usize {
        self.places[self.position]
    }

    /// Whether an odd number of signs − stands here.
    fn minus_signs(&mut self) -> bool {
        let mut negative = false;
        while self.take(&['-', '−']) {
            negative = !negative;
        }
        negative
    }

    /// The number that is written above the line here.
    fn superscript(&mut self) -> Option<BigInt> {
        const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let start = self.position;
        let negative = self.take(&['⁻']);
        let raised = self.take_while(|c| DIGITS.contains(&c));
        let digits: Vec<u8> = raised
            .chars()
            .filter_map(|c| DIGITS.iter().position(|digit| *digit == c))
            .map(|d| d as u8)
            .collect();
        let number =
            BigInt::from_radix_be(num_bigint::Sign::Plus, &digits, 10).filter(|_| !digits.is_empty());
        if number.is_none() {
            self.position = start;
        }
        number.map(|n| if negative { -n } else { n })
    }
}

struct Reader<'a, A> {
    algebra: &'a A,
    text: Text,
    depth: u32,
}

/// The value of the whole text.
pub(super) fn read<A: Algebra>(algebra: &A, text: &str) -> Result<A::Value, A::Error> {
    let mut reader = Reader { algebra, text: Text::new(text, A::WORDS), depth: 0 };
    let value = reader.sum()?;
    match reader.text.peek() {
        None => Ok(value),
        Some(_) => Err(reader.expected(A::AFTER)),
    }
}

impl<A: Algebra> Reader<'_, A> {
    fn expected(&self, expected: &'static str) -> A::Error {
        self.algebra.syntax(self.text.place(), expected)
    }

    fn nested(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<A::Value, A::Error>,
    ) -> Result<A::Value, A::Error> {
        if self.depth == DEEPEST {
            return Err(self.algebra.too_deep());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn signed(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<A::Value, A::Error>,
    ) -> Result<A::Value, A::Error> {
        let negative = self.text.minus_signs();
        let value = inner(self)?;
        if negative { self.algebra.negative(value) } else { Ok(value) }
    }

    fn sum(&mut self) -> Result<A::Value, A::Error> {
        self.text.take(&['+']);
        let mut total = self.signed(Self::product)?;
        loop {
            let term = match self.text.peek() {
                Some('+') => {
                    self.text.take(&['+']);
                    self.signed(Self::product)?
                }
                Some('-' | '−') => self.signed(Self::product)?,
                _ => return Ok(total),
            };
            total = self.algebra.sum(total, term)?;
        }
    }

    fn product(&mut self) -> Result<A::Value, A::Error> {
        let mut total = self.factor()?;
        loop {
            if self.text.take(&['*', '·', '×']) {
                let factor = self.signed(Self::factor)?;
                total = self.algebra.product(total, factor)?;
            } else if self.text.take(&['/']) {
                let divisor = self.signed(Self::power)?;
                total = self.algebra.quotient(total, divisor)?;
                total = self.juxtaposed(total)?;
            } else {
                return Ok(total);
            }
        }
    }

    fn factor(&mut self) -> Result<A::Value, A::Error> {
        let first = self.power()?;
        self.juxtaposed(first)
    }

    /// The value with all factors that follow without a sign.
    fn juxtaposed(&mut self, mut total: A::Value) -> Result<A::Value, A::Error> {
        while self.text.peek().is_some_and(|c| matches!(c, '√' | '(') || self.algebra.is_symbol(c)) {
            let factor = self.power()?;
            total = self.algebra.juxtaposed(total, factor)?;
        }
        Ok(total)
    }

    fn power(&mut self) -> Result<A::Value, A::Error> {
        let base = self.atom()?;
        let exponent = if self.text.take(&['^']) {
            self.nested(|reader| reader.signed(Self::power))?
        } else if let Some(exponent) = self.text.superscript() {
            self.algebra.number(exponent.into())?
        } else {
            return Ok(base);
        };
        self.algebra.power(base, exponent)
    }

    fn atom(&mut self) -> Result<A::Value, A::Error> {
        match self.text.peek() {
            Some('√') => {
                self.text.take(&['√']);
                let radicand = self.nested(Self::atom)?;
                self.algebra.root(radicand)
            }
            Some('(') => {
                self.text.take(&['(']);
                let inner = self.nested(Self::sum)?;
                if self.text.take(&[')']) { Ok(inner) } else { Err(self.expected("a closing bracket")) }
            }
            Some(digit) if digit.is_ascii_digit() || digit == '.' => self.number(),
            Some(symbol) if self.algebra.is_symbol(symbol) => self.algebra.symbol(&mut self.text),
            _ => Err(self.expected(A::OPERAND)),
        }
    }

    fn number(&mut self) -> Result<A::Value, A::Error> {
        let whole = self.text.take_while(|c| c.is_ascii_digit());
        let mut decimals = String::new();
        if self.text.chars.get(self.text.position) == Some(&'.') {
            self.text.position += 1;
            decimals = self.text.take_while(|c| c.is_ascii_digit());
            if decimals.is_empty() {
                return Err(self.expected("a decimal"));
            }
        }
        let scale = BigInt::from(10).pow(u32::try_from(decimals.len()).unwrap_or(u32::MAX));
        let numerator: BigInt = format!("{whole}{decimals}").parse().map_err(|_| self.expected("a digit"))?;
        let is_whole = decimals.is_empty();
        self.algebra.number(if is_whole { numerator.into() } else { BigRational::new(numerator, scale) })
    }
}
