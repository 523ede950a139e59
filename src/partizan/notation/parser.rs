//! Text to game.

use super::{
    super::{
        name::{LARGEST_LISTED_NIMBER, Name},
        player::Player,
        sum::named,
        uptimal::LAST_POWER,
    },
    Game, SUBSCRIPTS, SUPERSCRIPTS,
};
use crate::surreal::Dyadic;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::{collections::HashSet, fmt, str::FromStr};
use thiserror::Error;

/// A text that is no game: where, what stands there, and what is allowed there.
///
/// ```
/// use agon::Game;
/// let error = "{0|1".parse::<Game>().unwrap_err();
/// assert_eq!((error.position, error.column()), (4, 5));
/// assert_eq!(error.to_string(), "the text of the game ends at column 5 where `,` or `}` is expected\n  {0|1\n      ^");
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

impl NotationError {
    /// The place of the error, counted in characters from 1.
    ///
    /// ```
    /// let error = "{0|1".parse::<agon::Game>().unwrap_err();
    /// assert_eq!(error.column(), 5);
    /// ```
    #[must_use]
    pub fn column(&self) -> usize {
        self.position + 1
    }
}

/// Multiples of a game in a text may have so many different followers without a name.
const MOST_FOLLOWERS: usize = 500;

/// So many characters of a long text are shown on either side of an error.
const SHOWN: usize = 40;

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, column) = (&self.expected, self.column());
        match self.text.chars().nth(self.position) {
            Some(found) => write!(f, "`{found}` stands at column {column} where {expected} is expected")?,
            None => write!(f, "the text of the game ends at column {column} where {expected} is expected")?,
        }
        let start = self.position.saturating_sub(SHOWN);
        let line: String = self.text.chars().skip(start).take(2 * SHOWN).collect();
        let (before, after) = (
            if start > 0 { "…" } else { "" },
            if self.text.chars().nth(start + 2 * SHOWN).is_some() { "…" } else { "" },
        );
        let line = line.replace(char::is_whitespace, " ");
        let width = before.chars().count() + column - start;
        write!(f, "\n  {before}{line}{after}\n  {:>width$}", '^')
    }
}

const GAME: &str = "a game (a number, `∗`, `↑`, `↓`, `±`, `⧾`, `⧿`, or `{`)";

impl FromStr for Game {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Game, NotationError> {
        Parser { chars: text.chars().collect(), position: 0, open: Vec::new(), large_nimber: None }.parse()
    }
}

impl TryFrom<String> for Game {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Game, NotationError> {
        text.parse()
    }
}

/// What a game that is no number begins with.
const NEGATED: [char; 17] =
    ['{', '±', '⧾', '⧿', '↑', '^', '⇑', '⇈', '⤊', '↓', 'v', '⇓', '⇊', '⤋', '∗', '*', '⋆'];

#[expect(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]
fn has_few_followers(game: &Game) -> bool {
    let mut known = HashSet::from([game.clone()]);
    let mut pending = vec![game.clone()];
    while let Some(follower) = pending.pop() {
        if known.len() > MOST_FOLLOWERS {
            return false;
        }
        if follower.value().name().is_none() {
            let options = Player::BOTH.into_iter().flat_map(|player| follower.options(player));
            pending.extend(options.filter(|option| known.insert((*option).clone())).cloned());
        }
    }
    true
}

struct Parser {
    chars: Vec<char>,
    position: usize,
    /// What has begun and waits for a game, outermost first.
    open: Vec<Open>,
    /// Where a nimber stands that has too many options to be listed.
    large_nimber: Option<usize>,
}

enum Open {
    /// `-` before a game.
    Negative,
    /// `±`, `⧾` or `⧿` before a game.
    Prefix(fn(&Game) -> Game),
    /// An integer, where it stands, and `·` before a game.
    Times(BigInt, usize),
    /// A game and `+` or `-` behind it.
    Sum(Game, fn(Game, Game) -> Game),
    Braces(Braces),
}

/// `{` and what was read behind it.
struct Braces {
    /// `_{…}`, which may hold a single game.
    subscript: bool,
    /// Games separated by commas; between two lists stands a bar.
    lists: Vec<Vec<Game>>,
    bars: Vec<Bar>,
}

#[derive(Clone, Copy)]
struct Bar {
    length: usize,
    position: usize,
}

impl Parser {
    fn parse(mut self) -> Result<Game, NotationError> {
        loop {
            crate::interrupt::check();
            let Some(game) = self.begin()? else { continue };
            if let Some(game) = self.complete(game)? {
                return Ok(game);
            }
        }
    }

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

    fn take_all(&mut self, text: &[char]) -> bool {
        let found = self.chars[self.position..].starts_with(text);
        self.position += if found { text.len() } else { 0 };
        found
    }

    /// Where a game is expected: the game, if it is a name, or `None` when something was opened before it.
    fn begin(&mut self) -> Result<Option<Game>, NotationError> {
        self.skip_space();
        if self.take(&['±']).is_some() || self.take_all(&['+', '-']) {
            self.open.push(Open::Prefix(Game::switch));
            return Ok(None);
        }
        if self.take(&['⧾']).is_some() || self.take_all(&['+', '_']) {
            return self.subscript(Game::tiny);
        }
        if self.take(&['⧿']).is_some() || self.take_all(&['-', '_']) {
            return self.subscript(Game::miny);
        }
        if self.take(&['{']).is_some() {
            self.open_braces(false);
            return self.after_list();
        }
        // `-` belongs to a number if there is one; before anything else it is the negative.
        let negated = self.chars.get(self.position + 1).is_some_and(|next| NEGATED.contains(next));
        if negated && self.take(&['-', '−']).is_some() {
            self.open.push(Open::Negative);
            return Ok(None);
        }
        let start = self.position;
        let game = self.name()?;
        if !matches!(self.peek(), Some('·' | '×')) {
            return Ok(Some(game));
        }
        let factor = game.as_number().filter(Dyadic::is_integer);
        let factor = factor.ok_or_else(|| self.expected("the end, or an integer before `·`"))?;
        self.position += 1;
        self.open.push(Open::Times(factor.numerator(), start));
        Ok(None)
    }

    fn open_braces(&mut self, subscript: bool) {
        self.open.push(Open::Braces(Braces { subscript, lists: vec![Vec::new()], bars: Vec::new() }));
    }

    /// `₁₂`, `1`, `_1`, `_{1/2}` or another game behind ⧾ and ⧿.
    fn subscript(&mut self, prefix: fn(&Game) -> Game) -> Result<Option<Game>, NotationError> {
        let mut digits = String::new();
        while let Some(digit) = self.peek().and_then(|c| SUBSCRIPTS.iter().position(|&s| s == c)) {
            digits.push_str(&digit.to_string());
            self.position += 1;
        }
        if let Ok(number) = digits.parse::<BigInt>() {
            return Ok(Some(prefix(&Game::integer(number))));
        }
        self.open.push(Open::Prefix(prefix));
        self.take(&['_']);
        if self.take(&['{']).is_some() {
            self.open_braces(true);
            return self.after_list();
        }
        Ok(None)
    }

    /// The operator behind a game, if there is one; `1±1` is the sum of 1 and ±1.
    fn operator(&mut self) -> Option<fn(Game, Game) -> Game> {
        self.skip_space();
        if self.peek() == Some('±') {
            return Some(|a, b| a + b);
        }
        match self.take(&['+', '-', '−'])? {
            '+' => Some(|a, b| a + b),
            _ => Some(|a, b| a - b),
        }
    }

    /// A game has ended: closes what waits for it. The whole game, if nothing is open any more.
    fn complete(&mut self, mut game: Game) -> Result<Option<Game>, NotationError> {
        loop {
            if !matches!(
                self.open.last(),
                Some(Open::Negative | Open::Prefix(_) | Open::Times(..) | Open::Sum(..))
            ) && let Some(add) = self.operator()
            {
                self.open.push(Open::Sum(game, add));
                return Ok(None);
            }
            match self.open.last_mut() {
                None => {
                    return if self.position < self.chars.len() {
                        Err(self.expected("the end"))
                    } else {
                        Ok(Some(game))
                    };
                }
                Some(Open::Negative) => {
                    game = -game;
                    self.open.pop();
                }
                Some(Open::Prefix(prefix)) => {
                    let prefix = *prefix;
                    self.admit_options()?;
                    game = prefix(&game);
                    self.open.pop();
                }
                Some(Open::Times(factor, start)) => {
                    let Some(copies) = game.times_as_long_as(factor, has_few_followers) else {
                        self.position = *start;
                        return Err(self.expected(&format!(
                            "a smaller factor (so many copies have more than {MOST_FOLLOWERS} different followers; Game::times \
                             has no such bound)"
                        )));
                    };
                    game = copies;
                    self.open.pop();
                }
                Some(Open::Sum(sum, add)) => {
                    let (sum, add) = (std::mem::take(sum), *add);
                    if [&sum, &game].iter().any(|game| game.value().name().is_none()) {
                        self.admit_options()?;
                    }
                    game = add(sum, game);
                    self.open.pop();
                }
                Some(Open::Braces(braces)) => {
                    braces.lists.last_mut().expect("braces begin with a list").push(game);
                    if self.take(&[',']).is_some() {
                        return Ok(None);
                    }
                    match self.after_list()? {
                        Some(closed) => game = closed,
                        None => return Ok(None),
                    }
                }
            }
        }
    }

    /// Behind a list that may be empty: bars, and the closing brace. `None` where another game is expected.
    fn after_list(&mut self) -> Result<Option<Game>, NotationError> {
        let Some(Open::Braces(mut braces)) = self.open.pop() else { return Ok(None) };
        loop {
            self.skip_space();
            let position = self.position;
            while self.take(&['|']).is_some() {}
            let length = self.position - position;
            let list_is_empty = braces.lists.last().is_some_and(Vec::is_empty);
            if length > 0 {
                // A bar of the same length belongs to another pair of braces, unless a longer one stands between.
                let longer_between = braces.bars.iter().rev().find(|bar| bar.length >= length);
                if longer_between.is_some_and(|bar| bar.length == length) {
                    self.position = position;
                    return Err(self.expected("`,` or `}`"));
                }
                braces.bars.push(Bar { length, position });
                braces.lists.push(Vec::new());
            } else if self.peek() == Some('}')
                && (!braces.bars.is_empty() || braces.subscript && !list_is_empty)
            {
                let game = self.close(braces)?;
                self.position += 1;
                return Ok(Some(game));
            } else if list_is_empty {
                // `{`, or a bar, and no brace behind it.
                self.open.push(Open::Braces(braces));
                return Ok(None);
            } else {
                return Err(self.expected(match (braces.bars.is_empty(), braces.subscript) {
                    (false, _) => "`,` or `}`",
                    (true, false) => "`,` or `|`",
                    (true, true) => "`}`, `,` or `|`",
                }));
            }
        }
    }

    /// Refuses what would list the options of a large nimber; alone, and in sums of names, it is only a name.
    fn admit_options(&mut self) -> Result<(), NotationError> {
        match self.large_nimber {
            None => Ok(()),
            Some(position) => {
                self.position = position;
                Err(self
                    .expected(&format!("a nimber up to {LARGEST_LISTED_NIMBER} as a part of other games")))
            }
        }
    }

    /// The game between braces; the parser stands before the closing one.
    fn close(&mut self, braces: Braces) -> Result<Game, NotationError> {
        let Braces { mut lists, bars, .. } = braces;
        if bars.is_empty() {
            let [game] = &mut lists[0][..] else { return Err(self.expected("`|`")) };
            return Ok(std::mem::take(game));
        }
        self.admit_options()?;
        let mut options = self.options(lists, &bars)?;
        Ok(options.pop().expect("lists with a bar between them are one game"))
    }

    /// `a||b|c` is `a` on one side and `{b|c}` on the other: the longest bar divides first. Without a bar, the list.
    fn options(&mut self, mut lists: Vec<Vec<Game>>, bars: &[Bar]) -> Result<Vec<Game>, NotationError> {
        let longest = bars.iter().enumerate().max_by_key(|(_, bar)| bar.length);
        let Some((middle, bar)) = longest else { return Ok(lists.pop().unwrap_or_default()) };
        if bar.length > 1 && bars.len() == 1 {
            self.position = bar.position;
            return Err(self.expected("`|` (a longer bar needs a shorter one on one of its sides)"));
        }
        let right = lists.split_off(middle + 1);
        let left = self.options(lists, &bars[..middle])?;
        let right = self.options(right, &bars[middle + 1..])?;
        Ok(vec![Game::new(left, right)])
    }

    /// Number, ups and nimber, in this order, each at most once.
    fn name(&mut self) -> Result<Game, NotationError> {
        let start = self.position;
        let number = self.number()?;
        let arrow = self.take(&['↑', '^', '⇑', '⇈', '⤊', '↓', 'v', '⇓', '⇊', '⤋']);
        let power = self.power_of_up(arrow)?;
        let ups = match arrow {
            None => BigInt::zero(),
            Some(_) if power.is_some() => BigInt::zero(),
            Some(arrow) => {
                let count = match arrow {
                    '⇑' | '⇈' | '⇓' | '⇊' => BigInt::from(2),
                    '⤊' | '⤋' => BigInt::from(3),
                    _ => match self.digits() {
                        Some((_, digits)) => self.integer(&digits)?,
                        None => {
                            std::iter::from_fn(|| self.take(&[arrow])).fold(BigInt::one(), |ups, _| ups + 1)
                        }
                    },
                };
                if matches!(arrow, '↑' | '^' | '⇑' | '⇈' | '⤊') { count } else { -count }
            }
        };
        let nimber = match self.take(&['∗', '*', '⋆']) {
            Some(_) => match self.digits() {
                Some((start, digits)) => {
                    let nimber = digits.parse().map_err(|_| {
                        self.position = start;
                        self.expected("a nimber below 2^32")
                    })?;
                    if nimber > LARGEST_LISTED_NIMBER {
                        self.large_nimber.get_or_insert(start);
                    }
                    nimber
                }
                None => 1,
            },
            None => 0,
        };
        if self.position == start {
            return Err(self.expected(GAME));
        }
        let name = named(Name { number, ups, nimber });
        Ok(match power {
            Some(power) => power + name,
            None => name,
        })
    }

    /// `²` or `[2]` behind an arrow.
    fn power_of_up(&mut self, arrow: Option<char>) -> Result<Option<Game>, NotationError> {
        let Some(arrow @ ('↑' | '^' | '↓' | 'v')) = arrow else { return Ok(None) };
        let start = self.position;
        let mut digits = String::new();
        let is_sum = self.take(&['[']).is_some();
        if is_sum {
            digits = self.digits().map(|(_, digits)| digits).unwrap_or_default();
            if self.take(&[']']).is_none() {
                return Err(self.expected("a power of ↑ and `]`, as in `↑[2]`"));
            }
        } else {
            while let Some(digit) = self.peek().and_then(|c| SUPERSCRIPTS.iter().position(|&s| s == c)) {
                digits.push_str(&digit.to_string());
                self.position += 1;
            }
            if digits.is_empty() {
                return Ok(None);
            }
        }
        let game = digits.parse().ok().and_then(if is_sum { Game::up_power_sum } else { Game::up_power });
        let Some(game) = game else {
            self.position = start;
            return Err(self.expected(&format!("a power of ↑ from 1 to {LAST_POWER}")));
        };
        Ok(Some(if matches!(arrow, '↑' | '^') { game } else { -game }))
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
        if self.position > number_start && self.take_all(&['(', '2', '^']) {
            return self.long_fraction(start);
        }
        if self.position == number_start {
            return if signed { Err(self.expected("a number")) } else { Ok(Dyadic::zero()) };
        }
        let text: String = self.chars[start..self.position].iter().collect();
        self.dyadic(&text, start)
    }

    /// `m/(2^k)`, read up to the exponent.
    fn long_fraction(&mut self, start: usize) -> Result<Dyadic, NotationError> {
        let bracket = self.position - 3;
        self.digits();
        let text: String = self.chars[start..self.position].iter().filter(|c| **c != '(').collect();
        if self.chars[bracket - 1] != '/' || self.take(&[')']).is_none() {
            self.position = bracket;
            return Err(self.expected("a denominator such as `(2^5000)` behind `/`"));
        }
        self.dyadic(&text, start)
    }

    fn dyadic(&mut self, text: &str, start: usize) -> Result<Dyadic, NotationError> {
        text.parse().map_err(|error| {
            self.position = start;
            self.expected(&format!("a dyadic number ({error})"))
        })
    }
}
