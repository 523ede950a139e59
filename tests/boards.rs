//! Boards against slow solvers that know none of the theorems by which the tables were made.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use agon::board::{self, Board, BoardError, Worth};
use agon::{
    Chomp, GreenHackenbush, Hackenbush, HackenbushGraph, Heaps, Impartial, Nim, OctalGame, Partizan, Player,
    Staircase, SubtractionGame, Wythoff,
};

type Position = Vec<usize>;

/// All positions of a board, the later ones of a play before the earlier ones.
fn positions(board: &Board) -> Vec<Position> {
    let mut seen: HashSet<Position> = HashSet::from([board.start().to_vec()]);
    let mut open = vec![board.start().to_vec()];
    while let Some(position) = open.pop() {
        for (at, step) in board.moves(&position, None) {
            let after = board.after(&position, at, step);
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    let size = |position: &Position| position.iter().map(|&state| board.states()[state].size).sum::<u32>();
    let mut all: Vec<Position> = seen.into_iter().collect();
    all.sort_by_key(|position| (size(position), position.clone()));
    all
}

/// Who wins when `player` is to move, by the rules of play alone.
fn wins(
    board: &Board,
    known: &HashMap<(Position, Option<Player>), bool>,
    position: &Position,
    player: Option<Player>,
) -> bool {
    let opponent = player.map(Player::opponent);
    let moves = board.moves(position, player);
    if moves.is_empty() {
        // Whoever took the last counter has lost.
        return board.worth() == Worth::MisereHeaps;
    }
    moves.iter().any(|(at, step)| !known[&(board.after(position, *at, step), opponent)])
}

/// The board's winning moves are those after which the opponent loses, in every position; its tables are closed under moves,
/// and a control has one move at most.
fn is_perfect(board: &Board, sides: &[Option<Player>]) {
    let count = board.states().len();
    let named = board.states().iter().flat_map(|state| &state.moves);
    assert!(
        named
            .clone()
            .all(|step| step.control < board.controls().len() && step.to.iter().all(|&to| to < count))
    );
    assert!(
        board.states().iter().flat_map(|state| &state.still).all(|&control| control < board.controls().len())
    );
    let mut known: HashMap<(Position, Option<Player>), bool> = HashMap::new();
    for position in positions(board) {
        for &side in sides {
            let moves = board.moves(&position, side);
            let controls: HashSet<usize> = moves.iter().map(|(_, step)| step.control).collect();
            assert_eq!(controls.len(), moves.len(), "two moves for one control in {}", board.text(&position));
            let winning = board.winning_moves(&position, side);
            for (at, step) in moves {
                let lost = !known[&(board.after(&position, at, step), side.map(Player::opponent))];
                assert_eq!(winning.contains(&(at, step)), lost, "{} by {side:?}", board.text(&position));
            }
            let won = wins(board, &known, &position, side);
            known.insert((position.clone(), side), won);
        }
    }
}

/// Board and ruleset have the same moves in every position.
fn has_the_rules<P: Eq + Hash + Debug>(
    board: &Board,
    read: impl Fn(&[usize]) -> P,
    options: impl Fn(&P) -> Vec<P>,
) {
    for position in positions(board) {
        let found: HashSet<P> = board
            .moves(&position, None)
            .iter()
            .map(|(at, step)| read(&board.after(&position, *at, step)))
            .collect();
        assert_eq!(found, options(&read(&position)).into_iter().collect(), "{}", board.text(&position));
    }
}

/// The names of the parts.
fn names<'a>(board: &'a Board, position: &[usize]) -> Vec<&'a str> {
    position.iter().map(|&state| board.states()[state].name.as_str()).collect()
}

fn heaps(board: &Board, position: &[usize]) -> Heaps {
    names(board, position).iter().map(|name| name.parse::<u32>().expect("a size")).collect()
}

#[test]
fn nim() -> Result<(), BoardError> {
    for sizes in [vec![3, 4, 5], vec![1, 2, 3], vec![7], vec![1, 1, 2, 5]] {
        let board = board::nim(sizes)?;
        is_perfect(&board, &[None]);
        has_the_rules(&board, |position| heaps(&board, position), |heaps| Nim.options(heaps));
    }
    Ok(())
}

#[test]
fn misere_nim() -> Result<(), BoardError> {
    for sizes in [vec![3, 4, 5], vec![1, 1, 1], vec![1], vec![1, 1, 2, 5], vec![2, 2]] {
        let board = board::misere_nim(sizes)?;
        is_perfect(&board, &[None]);
        has_the_rules(&board, |position| heaps(&board, position), |heaps| Nim.options(heaps));
    }
    Ok(())
}

#[test]
fn bash() -> Result<(), BoardError> {
    for (counters, set) in
        [(21, vec![1, 2, 3]), (30, vec![1, 3, 4]), (13, vec![2, 5]), (9, vec![1, 2, 4, 8, 16])]
    {
        let board = board::bash(counters, set.clone())?;
        is_perfect(&board, &[None]);
        let game = SubtractionGame::new(set).expect("a set");
        // The ruleset drops a heap of 0, the board keeps it.
        let without_nothing =
            |heaps: Heaps| heaps.sizes().iter().copied().filter(|&size| size > 0).collect::<Heaps>();
        has_the_rules(
            &board,
            |position| without_nothing(heaps(&board, position)),
            |heaps| game.options(heaps),
        );
    }
    Ok(())
}

#[test]
fn wythoff() -> Result<(), BoardError> {
    for (a, b) in [(5, 8), (8, 5), (7, 7), (0, 3)] {
        let board = board::wythoff(a, b)?;
        is_perfect(&board, &[None]);
        let read = |position: &[usize]| {
            let heaps = heaps_of_pair(names(&board, position)[0]);
            (u64::from(heaps[0].min(heaps[1])), u64::from(heaps[0].max(heaps[1])))
        };
        has_the_rules(&board, read, |pair| Wythoff.options(pair));
    }
    Ok(())
}

fn heaps_of_pair(text: &str) -> Vec<u32> {
    text.trim_matches(['(', ')']).split(", ").map(|part| part.parse().expect("a size")).collect()
}

#[test]
fn kayles() -> Result<(), BoardError> {
    for rows in [vec![7, 3], vec![5], vec![2, 2, 1], vec![9]] {
        let board = board::kayles(rows)?;
        is_perfect(&board, &[None]);
        has_the_rules(&board, |position| heaps(&board, position), |heaps| OctalGame::kayles().options(heaps));
    }
    Ok(())
}

#[test]
fn chomp() -> Result<(), BoardError> {
    for (rows, columns) in [(4, 5), (2, 7), (1, 4), (5, 5)] {
        let board = board::chomp(rows, columns)?;
        is_perfect(&board, &[None]);
        let read = |position: &[usize]| names(&board, position)[0].parse::<Staircase>().expect("a staircase");
        has_the_rules(&board, read, |shape| Chomp.options(shape));
    }
    Ok(())
}

/// A Hackenbush position in a form in which alike positions are equal.
fn pictures(graphs: impl IntoIterator<Item = HackenbushGraph>) -> Vec<HackenbushGraph> {
    let mut parts: Vec<HackenbushGraph> = graphs.into_iter().flat_map(|graph| graph.components()).collect();
    parts.sort_unstable();
    parts
}

fn read_pictures(board: &Board, position: &[usize]) -> Vec<HackenbushGraph> {
    let read = |name: &str| name.trim_matches(['[', ']']).parse::<HackenbushGraph>().expect("a picture");
    pictures(names(board, position).into_iter().map(read))
}

#[test]
fn green_hackenbush() -> Result<(), BoardError> {
    for text in ["GG(G, GG), G3", "G5", "0-1, 1-2, 2-0, 1-3, 3-4, 4-1", "0-0, 0-1, 0-1, 1-2"] {
        let board = board::hackenbush(text)?;
        is_perfect(&board, &[None]);
        let options = |parts: &Vec<HackenbushGraph>| {
            let one = |at: usize| {
                GreenHackenbush.options(&parts[at]).into_iter().map(move |option| {
                    let others = parts
                        .iter()
                        .enumerate()
                        .filter(|&(other, _)| other != at)
                        .map(|(_, part)| part.clone());
                    pictures(others.chain([option]))
                })
            };
            (0..parts.len()).flat_map(one).collect()
        };
        has_the_rules(&board, |position| read_pictures(&board, position), options);
    }
    Ok(())
}

#[test]
fn red_blue_hackenbush() -> Result<(), BoardError> {
    for text in ["BRB(B, R), RB, B(R, B)", "BRR, RB", "B, R", "0-1B, 1-2R, 2-0B, 2-3R, 3-1B"] {
        let board = board::hackenbush(text)?;
        assert!(matches!(board.worth(), Worth::Numbers { .. }));
        is_perfect(&board, &[Some(Player::Left), Some(Player::Right)]);
        for player in Player::BOTH {
            for position in positions(&board) {
                let found: HashSet<_> = board
                    .moves(&position, Some(player))
                    .iter()
                    .map(|(at, step)| read_pictures(&board, &board.after(&position, *at, step)))
                    .collect();
                let parts = read_pictures(&board, &position);
                let expected: HashSet<_> = (0..parts.len())
                    .flat_map(|at| {
                        let others = || parts.iter().enumerate().filter(move |&(other, _)| other != at);
                        let options = Hackenbush.options(player, &parts[at]).into_iter();
                        options
                            .map(move |option| {
                                pictures(others().map(|(_, part)| part.clone()).chain([option]))
                            })
                            .collect::<Vec<_>>()
                    })
                    .collect();
                assert_eq!(found, expected, "{player} in {}", board.text(&position));
            }
        }
    }
    Ok(())
}

#[test]
fn what_cannot_be_played_by_hand_is_refused_and_told_what_can() {
    for (result, allowed) in [
        (board::nim([]), "1 to 8 heaps"),
        (board::nim([3, 0]), "1 to 20 counters"),
        (board::nim([21]), "1 to 20 counters"),
        (board::misere_nim([0]), "1 to 20 counters"),
        (board::bash(0, 1..=3), "1 to 60 counters"),
        (board::bash(21, []), "a set of numbers"),
        (board::bash(21, 0..=3), "a set of numbers"),
        (board::bash(3, [4, 5]), "a set of numbers"),
        (board::wythoff(16, 2), "at most 15"),
        (board::wythoff(0, 0), "not both empty"),
        (board::kayles([16]), "1 to 15 pins"),
        (board::kayles([1; 5]), "1 to 4 rows"),
        (board::chomp(1, 1), "2 to 30 squares"),
        (board::chomp(u32::MAX, 2), "2 to 30 squares"),
        (board::hackenbush("GB"), "all edges be green"),
        (board::hackenbush("G25"), "1 to 24 edges"),
        (board::hackenbush("G(G, G, G, G, G, G, G, G, G, G, G, G)"), "fewer branches"),
        (board::hackenbush("x"), "x"),
    ] {
        let error = result.expect_err(allowed).to_string();
        assert!(error.contains(allowed), "{error}");
    }
    // The largest of each kind are small enough.
    for board in [board::nim([20; 8]), board::bash(60, 1..), board::wythoff(15, 15), board::kayles([15; 4])] {
        assert!(
            serde_json::to_string(&board.expect("it is allowed")).expect("tables are JSON").len() < 100_000
        );
    }
    for (rows, columns) in [(5, 6), (6, 5), (3, 10), (2, 15), (30, 1)] {
        assert!(
            serde_json::to_string(&board::chomp(rows, columns).expect("it is allowed"))
                .expect("tables are JSON")
                .len()
                < 100_000
        );
    }
}
