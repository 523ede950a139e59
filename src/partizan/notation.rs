//! The text of games: printer here, parser in `parser`; each reads what the other writes.
//!
//! | text | game |
//! |---|---|
//! | `3`, `-5/8`, `0.125`, `1/(2^5000)` | a number |
//! | `∗`, `∗3` (`*`, `*3`) | a nimber |
//! | `↑`, `↓`, `↑2` (`^`, `v`, `^2`, `⇑`, `↑↑`) | a multiple of ↑ |
//! | `↑²`, `↓³`, `↑²∗` | a power of ↑, as in [`Game::up_power`] |
//! | `↑[2]`, `v[3]` (`^[2]`) | a sum of powers, `↑ + ↑²` |
//! | `1∗`, `1/2↑2∗3` | number + ups + nimber, in this order |
//! | `±1`, `±{2\|1}` (`+-1`) | the switch `{x \| −x}` |
//! | `⧾₁`, `⧾_{1/2}` (`+_1`) | tiny, `{0 \|\| 0 \| −x}` |
//! | `⧿₁`, `⧿_{1/2}` (`-_1`) | miny, `{x \| 0 \|\| 0}` |
//! | `-{2\|1}`, `-↑2∗` | the negative of what follows |
//! | `{2\|0} + ±1 - ∗`, `1/2 - {1\|0}`, `1±1` | a sum, also inside braces; signs before a game bind closer |
//! | `*-1`, `^-2` | the sums `∗ − 1` and `↑ − 2`: a star and an arrow take no sign |
//! | `3·{2\|0}`, `-2·↑` (`×`) | the sum of so many copies |
//! | `{0,∗\|1}` | any game, by its options |
//! | `{2\|\|1\|0}` | the same as `{2\|{1\|0}}`: longer bars divide first |

mod parser;

pub use parser::NotationError;

use super::{game::Game, name::written_out, player::Player};
use crate::surreal::Dyadic;
use std::fmt;

pub(super) const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// What is still to be printed, last first: a form can be nested deeper than the stack.
enum Piece<'a> {
    Text(&'static str),
    Game(&'a Game),
    /// `{…|…}`, whatever name the game may have.
    Braces(&'a Game),
}

impl Game {
    /// The form as it was built: its options between braces, canonical ones by name.
    ///
    /// ```
    /// use agon::Game;
    /// assert_eq!("{0, {-1|1} | 2}".parse::<Game>()?.literal(), "{0,{-1|1}|2}");
    /// assert_eq!(Game::zero().literal(), "{|}");
    /// # Ok::<(), agon::partizan::NotationError>(())
    /// ```
    #[must_use]
    pub fn literal(&self) -> String {
        let mut text = String::new();
        print(Piece::Braces(self), &mut text).expect("writing to a string succeeds");
        text
    }
}

fn print(piece: Piece<'_>, out: &mut impl fmt::Write) -> fmt::Result {
    let mut pending = vec![piece];
    while let Some(piece) = pending.pop() {
        let game = match piece {
            Piece::Text(text) => {
                out.write_str(text)?;
                continue;
            }
            Piece::Braces(game) => game,
            Piece::Game(game) if game.is_canonical() => {
                if let Some(name) = game.value().name() {
                    write!(out, "{name}")?;
                    continue;
                }
                if let Some(number) = switch_of_number(game) {
                    pending.extend([Piece::Game(number), Piece::Text("±")]);
                    continue;
                }
                if let Some((sign, number)) = tiny_of_number(game) {
                    write!(out, "{sign}{}", subscript(&number))?;
                    continue;
                }
                game
            }
            Piece::Game(game) => game,
        };
        let start = pending.len();
        pending.push(Piece::Text("{"));
        for player in Player::BOTH {
            for (index, option) in game.options(player).iter().enumerate() {
                if index > 0 {
                    pending.push(Piece::Text(","));
                }
                pending.push(Piece::Game(option));
            }
            pending.push(Piece::Text(if player == Player::Left { "|" } else { "}" }));
        }
        pending[start..].reverse();
    }
    Ok(())
}

/// The x of `{x|−x}` with a number x.
fn switch_of_number(game: &Game) -> Option<&Game> {
    match (game.left_options(), game.right_options()) {
        ([left], [right]) if left.is_number() && left.value() == right.value().negative() => Some(left),
        _ => None,
    }
}

/// ⧾ and the x of `{0||0|−x}`, or ⧿ and the x of `{x|0||0}`, with a number x > 0.
fn tiny_of_number(game: &Game) -> Option<(char, Dyadic)> {
    let only = |game: &Game, player| match game.options(player) {
        [option] => Some(option.clone()),
        _ => None,
    };
    for (sign, player) in [('⧾', Player::Left), ('⧿', Player::Right)] {
        let threat = only(game, player.opponent()).filter(|threat| threat.value().name().is_none());
        if let Some(threat) = threat
            && only(game, player)? == Game::zero()
            && only(&threat, player)? == Game::zero()
            && let Some(number) = only(&threat, player.opponent())?.as_number()
        {
            return Some((sign, number.abs()));
        }
    }
    None
}

fn subscript(number: &Dyadic) -> String {
    if !number.is_integer() {
        return format!("_{{{}}}", written_out(number));
    }
    let digit = |c: char| c.to_digit(10).map_or(c, |digit| SUBSCRIPTS[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

impl fmt::Display for Game {
    /// The canonical form, by name where it has one: `1/2`, `∗2`, `↑∗`, `±1`, `⧾₁`, `{2|1}`. [`Game::literal`] shows the form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let canonical = self.canonical_form();
        if f.width().is_none() && f.precision().is_none() {
            return print(Piece::Game(&canonical), f);
        }
        let mut text = String::new();
        print(Piece::Game(&canonical), &mut text)?;
        f.pad(&text)
    }
}

impl fmt::Debug for Game {
    /// The same as `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Game> for String {
    /// The text that parses to an identical game.
    fn from(game: Game) -> String {
        if game.is_canonical() { game.to_string() } else { game.literal() }
    }
}
