//! Toads and Frogs, Toppling Dominoes.

use agon::{DominoRow, Game, Partizan, PartizanSolver, Player, ToadStrip, ToadsAndFrogs, TopplingDominoes};

use super::{Definition, game, reference};

/// All texts of at most so many of the letters.
fn texts(letters: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// The moves of toads and frogs as replacements in the text.
fn hops(player: Player, strip: &String) -> Vec<String> {
    let patterns = match player {
        Player::Left => [("T.", ".T"), ("TF.", ".FT")],
        Player::Right => [(".F", "F."), (".TF", "FT.")],
    };
    let mut options = Vec::new();
    for (before, after) in patterns {
        for (at, _) in strip.match_indices(before) {
            options.push(format!("{}{after}{}", &strip[..at], &strip[at + before.len()..]));
        }
    }
    options
}

fn topples(player: Player, row: &String) -> Vec<String> {
    let own = if player == Player::Left { ['L', 'E'] } else { ['R', 'E'] };
    row.match_indices(own).flat_map(|(at, _)| [row[..at].to_owned(), row[at + 1..].to_owned()]).collect()
}

#[test]
fn toads_and_frogs_agree_with_the_reference() {
    let table = reference(include_str!("../reference/toads_and_frogs.json"));
    let mut solver = PartizanSolver::new(ToadsAndFrogs);
    for (text, value) in table.as_object().unwrap() {
        let strip: ToadStrip = text.parse().unwrap();
        assert_eq!(solver.value(&strip).unwrap(), game(value.as_str().unwrap()), "{text}");
    }
}

#[test]
fn every_short_strip_has_its_value_by_definition() {
    let mut solver = PartizanSolver::new(ToadsAndFrogs);
    let mut definition = Definition::new();
    for text in texts("TF.", 7) {
        let strip: ToadStrip = text.parse().unwrap();
        let value = solver.value(&strip).unwrap();
        assert!(definition.has_value(&text, &value, &hops), "{text} = {value}");
        for player in Player::BOTH {
            let mut moves: Vec<String> =
                ToadsAndFrogs.options(player, &strip).iter().map(ToString::to_string).collect();
            let mut expected = hops(player, &text);
            moves.sort();
            expected.sort();
            assert_eq!(moves, expected, "{text}");
        }
    }
}

#[test]
fn walls_divide_long_strips() {
    // Four stuck pieces between two halves, each with its own value.
    let mut solver = PartizanSolver::new(ToadsAndFrogs);
    let halves: Vec<ToadStrip> = ["TT..F", "T.FF"].iter().map(|text| text.parse().unwrap()).collect();
    let sum = solver.value_of_sum(&halves).unwrap();
    assert_eq!(solver.value(&"TT..FTTFFT.FF".parse().unwrap()).unwrap(), sum);
    let mut definition = Definition::new();
    let joined = "TT.FTTFFT.F".to_owned();
    let value = solver.value(&joined.parse().unwrap()).unwrap();
    assert!(definition.has_value(&joined, &value, &hops));
}

#[test]
fn every_short_row_of_dominoes_has_its_value_by_definition() {
    let mut solver = PartizanSolver::new(TopplingDominoes);
    let mut definition = Definition::new();
    for text in texts("LRE", 6) {
        let row: DominoRow = text.parse().unwrap();
        let value = solver.value(&row).unwrap();
        assert!(definition.has_value(&text, &value, &topples), "{text} = {value}");
        let swapped: String = text
            .chars()
            .map(|c| match c {
                'L' => 'R',
                'R' => 'L',
                c => c,
            })
            .collect();
        assert_eq!(solver.value(&swapped.parse().unwrap()).unwrap(), -value, "{text}");
    }
}

#[test]
fn rows_of_one_colour_are_integers_and_nimbers() {
    let mut solver = PartizanSolver::new(TopplingDominoes);
    for n in 0..30 {
        let mut value = |letter: &str| solver.value(&letter.repeat(n).parse().unwrap()).unwrap();
        assert_eq!(value("L"), Game::integer(n as i64));
        assert_eq!(value("R"), Game::integer(-(n as i64)));
        assert_eq!(value("E"), Game::nimber(n as u32));
    }
}

#[test]
fn every_number_is_one_row_of_two_colours_and_a_palindrome() {
    // A. Fink, R. Nowakowski, A. Siegel, D. Wolfe: each number is the value of exactly one row of L and R.
    let mut solver = PartizanSolver::new(TopplingDominoes);
    let mut rows_of: std::collections::HashMap<Game, Vec<String>> = std::collections::HashMap::new();
    for text in texts("LR", 9) {
        let value = solver.value(&text.parse().unwrap()).unwrap();
        if value.is_number() {
            rows_of.entry(value).or_default().push(text);
        }
    }
    for (value, rows) in &rows_of {
        assert_eq!(rows.len(), 1, "{value}: {rows:?}");
        assert!(rows[0].chars().eq(rows[0].chars().rev()), "{value}: {rows:?}");
    }
    for number in ["1/2", "1/4", "3/4", "-1/4", "2", "5/2"] {
        assert!(rows_of.contains_key(&game(number)), "{number}");
    }
}

#[test]
fn what_is_no_strip_is_refused() {
    let error = "TT-F".parse::<ToadStrip>().unwrap_err().to_string();
    assert!(error.contains("`-` at character 3 of `TT-F`"), "{error}");
    let error = "LLX".parse::<DominoRow>().unwrap_err().to_string();
    assert!(error.contains("`X` at character 3 of `LLX`"), "{error}");
    assert_eq!(serde_json::to_string(&"ler".parse::<DominoRow>().unwrap()).unwrap(), "\"LER\"");
    assert_eq!(serde_json::from_str::<ToadStrip>("\"t.f\"").unwrap().to_string(), "T.F");
}
