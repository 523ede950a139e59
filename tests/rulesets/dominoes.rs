//! Domineering and Cram.

use agon::{
    Cram, Domineering, Game, Impartial, Nimber, OctalGame, Partizan, PartizanSolver, Player, Region,
    Retrograde, Solver,
};

use super::{Definition, game, reference};

fn region(text: &str) -> Region {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The subsets of a board, as lists of whether each square is free.
fn boards(rows: usize, columns: usize) -> impl Iterator<Item = Vec<Vec<bool>>> {
    (0..1u32 << (rows * columns)).map(move |mask| {
        (0..rows).map(|r| (0..columns).map(|c| mask >> (r * columns + c) & 1 == 1).collect()).collect()
    })
}

/// The moves on a board by the rule and nothing else.
fn moves(player: Player, board: &Vec<Vec<bool>>) -> Vec<Vec<Vec<bool>>> {
    let (down, along) = if player == Player::Left { (1, 0) } else { (0, 1) };
    let mut options = Vec::new();
    for r in 0..board.len() {
        for c in 0..board[r].len() {
            let second = board.get(r + down).and_then(|row| row.get(c + along)) == Some(&true);
            if board[r][c] && second {
                let mut option = board.clone();
                option[r][c] = false;
                option[r + down][c + along] = false;
                options.push(option);
            }
        }
    }
    options
}

fn as_region(board: &[Vec<bool>]) -> Region {
    let line = |row: &Vec<bool>| row.iter().map(|&free| if free { '.' } else { '#' }).collect::<String>();
    region(&board.iter().map(line).collect::<Vec<_>>().join("\n"))
}

#[test]
fn domineering_agrees_with_the_reference() {
    let table = reference(include_str!("../reference/domineering.json"));
    let mut solver = PartizanSolver::new(Domineering);
    for row in table["rectangles"].as_array().unwrap() {
        let side = |name: &str| u32::try_from(row[name].as_u64().unwrap()).unwrap();
        let board = Domineering::rectangle(side("rows"), side("cols")).unwrap();
        let value = solver.value(&board).unwrap();
        assert!(value.identical(&game(row["value"].as_str().unwrap()).canonical_form()), "{board} = {value}");
        assert_eq!(value.outcome().to_string(), row["outcome"]);
        assert_eq!(value.birthday().to_string(), row["birthday"].to_string());
    }
    for (name, shape) in table["shapes"].as_object().unwrap() {
        let cells: Vec<(u32, u32)> = serde_json::from_value(shape["cells"].clone()).unwrap();
        let value = solver.value(&Region::from_squares(cells).unwrap()).unwrap();
        assert_eq!(value, game(shape["value"].as_str().unwrap()), "{name}");
    }
}

#[test]
fn every_small_board_has_its_value_by_definition() {
    let mut solver = PartizanSolver::new(Domineering);
    let mut definition = Definition::new();
    for board in boards(3, 3).chain(boards(2, 4)).chain(boards(4, 2)).chain(boards(1, 7)) {
        let region = as_region(&board);
        let value = solver.value(&region).unwrap();
        assert!(definition.has_value(&board, &value, &moves), "{region} = {value}");
        assert_eq!(solver.value(&region.quarter_turn()).unwrap(), -&value, "{region}");
        for player in Player::BOTH {
            let options: Vec<Region> = moves(player, &board).iter().map(|board| as_region(board)).collect();
            assert_eq!(Domineering.options(player, &region), options);
        }
    }
}

#[test]
fn larger_rectangles_keep_their_values() {
    let mut solver = PartizanSolver::new(Domineering);
    let mut definition = Definition::new();
    for (rows, columns, value) in [(2, 3, "{2|-1/2}"), (2, 5, "1/2"), (4, 5, "1"), (5, 5, "0")] {
        let board = Domineering::rectangle(rows, columns).unwrap();
        let found = solver.value(&board).unwrap();
        assert_eq!(found, game(value), "{rows} × {columns}");
        if rows == 2 {
            let whole = vec![vec![true; columns as usize]; rows as usize];
            assert!(definition.has_value(&whole, &found, &moves), "{rows} × {columns}");
        }
        assert_eq!(solver.value(&board.quarter_turn()).unwrap(), -found);
    }
}

#[test]
fn winning_placements_lead_to_lost_positions() {
    let mut solver = PartizanSolver::new(Domineering);
    let board = Domineering::rectangle(4, 4).unwrap();
    let winning = solver.winning_moves(Player::Left, &board).unwrap();
    assert!(!winning.is_empty());
    for option in winning {
        assert_ne!(solver.outcome(&option).unwrap().winner(Player::Right), Player::Right);
    }
}

#[test]
fn a_board_of_any_size_falls_into_its_parts() {
    // 300 L-shapes on a diagonal, and a strip of a thousand squares.
    let squares = (0..300).flat_map(|k| [(2 * k, 2 * k), (2 * k + 1, 2 * k), (2 * k + 1, 2 * k + 1)]);
    // Neighbouring shapes would touch side by side only if they shared a row or column.
    let shapes = Region::from_squares(squares.map(|(r, c)| (r + r / 2, c + c / 2))).unwrap();
    assert_eq!(Domineering.value(&shapes), Ok(Game::star().times(300)));
    let strip = Domineering::rectangle(1, 300).unwrap();
    assert_eq!(Domineering.value(&strip), Ok(Game::integer(-150)));
    // A strip that is longer than a packed board: Right places ⌊n/2⌋ dominoes.
    let strip = Domineering::rectangle(1, 301).unwrap();
    assert_eq!(PartizanSolver::new(Domineering).value(&strip), Ok(Game::integer(-150)));
    let error = Domineering::rectangle(100_000, 100_000).unwrap_err().to_string();
    assert!(error.contains("100000 × 100000"), "{error}");
}

#[test]
fn texts_of_regions() {
    assert_eq!(region("  ..#\n #.. \n"), region("..#|#.."));
    assert_eq!(region("").area(), 0);
    assert_eq!(Domineering.value(&region("")), Ok(Game::zero()));
    for (text, found) in [("..|.", "row 2"), ("x.", "`x` in row 1"), ("..|.o", "`o` in row 2")] {
        let error = text.parse::<Region>().unwrap_err().to_string();
        assert!(error.contains(found) && error.contains(text), "{error}");
    }
    let json = serde_json::to_string(&region(".#|..")).unwrap();
    assert_eq!(json, "\".#|..\"");
    assert_eq!(serde_json::from_str::<Region>(&json).unwrap(), region(".#|.."));
    // Without squares there is one board, however many rows it was to have.
    for empty in [Region::rectangle(u32::MAX, 0), Region::rectangle(0, 5), Region::from_squares([])] {
        let empty = empty.unwrap();
        assert_eq!((empty.rows(), empty.columns(), empty.to_string().parse()), (0, 0, Ok(empty.clone())));
    }
}

#[test]
fn cram_on_a_strip_is_dawsons_kayles() {
    let octal: OctalGame = "0.07".parse().unwrap();
    let mut solver = Solver::new(Cram);
    for (squares, value) in (0..).zip(octal.grundy_sequence(60)) {
        let strip = Region::rectangle(1, squares).unwrap();
        assert_eq!(solver.grundy(&strip), Ok(Nimber(value)), "{squares}");
    }
}

#[test]
fn cram_outcomes_are_those_of_retrograde_analysis_and_of_symmetry() {
    let mut solver = Solver::new(Cram);
    let labels = Retrograde::reachable_from(&Cram, [Region::rectangle(3, 4).unwrap()]).unwrap();
    for (region, outcome) in labels.iter() {
        assert_eq!(solver.outcome(region), Ok(outcome), "{region}");
    }
    for (rows, columns) in [(2, 2), (2, 4), (4, 4), (2, 6), (2, 3), (2, 5), (4, 3), (2, 7), (4, 5)] {
        let value = solver.grundy(&Region::rectangle(rows, columns).unwrap()).unwrap();
        assert_eq!(value == Nimber::ZERO, rows % 2 == 0 && columns % 2 == 0, "{rows} × {columns}");
    }
    let board = region("..|..|#.");
    assert_eq!(Cram.options(&board).len(), 5);
}
