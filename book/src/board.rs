//! Boards on pages: a position that the reader plays against Agon.
//!
//! A board is one block of HTML. Without a script it is a picture of the position, its text, who wins and by which move; all
//! of that is complete and readable. Where scripts run, [`SCRIPT`] puts the playable board in its place: it looks
//! moves and values up in the tables of [`agon::Board`], which stand in an attribute of the block, and knows no rules.
//!
//! Notebooks carry a board as [`MIME`], its setup as data; a page is made from that alone, never from their HTML.

mod words;

use agon::board::{Board, Control, ControlKind, Move, Setup, Worth};
use agon::picture::escape;
use agon::{Dyadic, Player};
use serde::Serialize;
use words::Words;

/// How a board is known in the outputs of a notebook: the JSON of an [`agon::board::Setup`].
pub const MIME: &str = "application/vnd.agon.board+json";

/// The program that makes boards playable; it stands once on a page, behind the boards.
pub const SCRIPT: &str = include_str!("board/board.js");

/// How boards look.
pub const STYLE: &str = include_str!("board/board.css");

/// What the script gets.
#[derive(Serialize)]
struct Data<'a> {
    game: &'static words::Game,
    rules: String,
    #[serde(flatten)]
    board: &'a Board,
    words: &'static Words,
}

/// The block for a board, in Chinese or English.
#[must_use]
pub fn block(board: &Board, chinese: bool) -> String {
    let words = Words::of(chinese);
    let game = words.game(board.setup());
    let data =
        serde_json::to_string(&Data { game, rules: rules(board, words), board, words }).unwrap_or_default();
    let (title, facts) = (title(board, words), facts(board, words));
    let picture = board
        .setup()
        .picture()
        .map(|picture| picture.titled(title.clone()).described(facts.join(words.space)).svg().to_owned());
    let facts: String = facts.iter().map(|fact| format!("<p>{}</p>", escape(fact))).collect();
    format!(
        "<div class=\"agon-board\" lang=\"{}\" data-board=\"{}\"><div class=\"agon-still\">{}<p><strong>{}</strong></p><p>{}</p>{facts}</div></div>",
        if chinese { "zh-CN" } else { "en" },
        escape(&data),
        picture.unwrap_or_default(),
        escape(&title),
        escape(&rules(board, words)),
    )
}

/// The block with style and script, for a place that has neither: an output of Jupyter. They are one line each, because
/// notebooks keep outputs line by line.
#[must_use]
pub fn alone(board: &Board, chinese: bool) -> String {
    format!(
        "<style>{}</style>\n{}\n<script>{}</script>",
        in_one_line(STYLE),
        block(board, chinese),
        in_one_line(SCRIPT)
    )
}

/// A script in which comments have lines of their own and every statement its semicolon, or a style sheet, in one line.
fn in_one_line(code: &str) -> String {
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<_>>().join(" ")
}

/// The position and all that is known of it, as text.
#[must_use]
pub fn text(board: &Board, chinese: bool) -> String {
    let words = Words::of(chinese);
    format!("{}\n{}", title(board, words), facts(board, words).join("\n"))
}

fn title(board: &Board, words: &Words) -> String {
    format!("{}{}{}", words.game(board.setup()).name, words.colon, board.text(board.start()))
}

/// The rules in a sentence; a subtraction game's name the numbers.
fn rules(board: &Board, words: &Words) -> String {
    let rules = words.game(board.setup()).rules;
    match board.setup() {
        Setup::Bash { take, .. } => {
            let numbers: Vec<String> = take.iter().map(u32::to_string).collect();
            rules.replace("{numbers}", &numbers.join(words.comma))
        }
        _ => rules.to_owned(),
    }
}

/// The value, and who wins by which moves.
fn facts(board: &Board, words: &Words) -> Vec<String> {
    let start = board.start();
    let total = in_words(board, board.total(start));
    let outcome = |player: Option<Player>, lost: &str| {
        let moves: Vec<String> = board
            .winning_moves(start, player)
            .iter()
            .map(|(at, step)| label(board, words, *at, step))
            .collect();
        let won = match player {
            None => words.first_wins,
            Some(Player::Left) => words.left_wins,
            Some(Player::Right) => words.right_wins,
        };
        if moves.is_empty() { lost.to_owned() } else { won.replace("{moves}", &moves.join(words.or)) }
    };
    match board.worth() {
        Worth::Nimbers => vec![words.value.replace("{total}", &total), outcome(None, words.first_loses)],
        Worth::MisereHeaps => {
            let nim_sum = start.iter().fold(0, |sum, &state| sum ^ board.states()[state].value);
            let nim_sum = words.misere_value.replace("{total}", &nim_sum.to_string());
            vec![nim_sum, outcome(None, words.misere_loses)]
        }
        Worth::Numbers { .. } => {
            let value = words.number.replace("{total}", &total);
            let (left, right) = (words.left_loses, words.right_loses);
            vec![value, outcome(Some(Player::Left), left), outcome(Some(Player::Right), right)]
        }
    }
}

/// A value as it is written.
fn in_words(board: &Board, value: i64) -> String {
    match board.worth() {
        Worth::Nimbers | Worth::MisereHeaps => value.to_string(),
        Worth::Numbers { unit } => Dyadic::new(value, u64::from(unit.trailing_zeros())).to_string(),
    }
}

/// A move in words, as the script says it too.
fn label(board: &Board, words: &Words, at: usize, step: &Move) -> String {
    let Control { kind, row, column, name, side, .. } = &board.controls()[step.control];
    let before = board.states()[board.start()[at]].size;
    let left: u32 = step.to.iter().map(|&state| board.states()[state].size).sum();
    let pattern = match (kind, side) {
        (ControlKind::Counter, _) => words.game(board.setup()).counter,
        (ControlKind::Pin, _) => words.pin,
        (ControlKind::Pair, _) => words.pair,
        (ControlKind::Square, _) => words.square,
        (ControlKind::Cell, _) => words.cell,
        (ControlKind::Edge, None) => words.edge,
        (ControlKind::Edge, Some(Player::Left)) => words.blue_edge,
        (ControlKind::Edge, Some(Player::Right)) => words.red_edge,
    };
    let next = column + 1;
    [
        ("{row}", row.to_string()),
        ("{column}", column.to_string()),
        ("{next}", next.to_string()),
        ("{take}", (before - left).to_string()),
        ("{left}", left.to_string()),
        ("{name}", name.clone()),
    ]
    .iter()
    .fold(pattern.to_owned(), |text, (place, value)| text.replace(place, value))
}
