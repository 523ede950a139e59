//! Octal games: values by three ways, periods with their windows.

use agon::{Certificate, Heaps, Nimber, OctalGame, PeriodCertificate, Solver, from_fn, mex};
use serde_json::Value;

use super::{numbers, reference};

#[test]
fn kayles_is_the_published_kayles() {
    let table = reference(include_str!("../reference/kayles.json"));
    let kayles: OctalGame = table["code"].as_str().unwrap().parse().unwrap();
    assert_eq!(kayles, OctalGame::kayles());
    assert_eq!(kayles.grundy_sequence(200), numbers(&table["values"]));
    assert_period(&kayles, &table);
}

#[test]
fn dawsons_games_are_the_published_ones() {
    let table = reference(include_str!("../reference/dawson.json"));
    assert_eq!(OctalGame::dawsons_kayles().to_string(), "0.07");
    assert_eq!(OctalGame::dawsons_chess().to_string(), "0.137");
    for code in ["0.07", "0.137", "0.4"] {
        let game: OctalGame = code.parse().unwrap();
        let values = numbers(&table[code]["values"]);
        assert_eq!(game.grundy_sequence(values.len()), values, "{code}");
        assert_period(&game, &table[code]);
    }
}

/// The certificate has the numbers of a reference entry with `period`, `residue_values` and `exceptions`.
fn assert_period(game: &OctalGame, entry: &Value) {
    let certificate = PeriodCertificate::find(game, 1000).unwrap();
    assert_period_numbers(&certificate, &entry["period"]);
    assert_eq!(certificate.residue_values(), numbers(&entry["residue_values"]), "{game}");
    let exceptions: Vec<(usize, u32, u32)> = serde_json::from_value(entry["exceptions"].clone()).unwrap();
    let found = certificate.exceptions().into_iter();
    assert_eq!(
        found.map(|e| (e.heap, e.value.size(), e.periodic_value.size())).collect::<Vec<_>>(),
        exceptions,
        "{game}"
    );
    assert!(certificate.verify(), "{game}");
    // Far beyond the window the values still repeat.
    for (heap, value) in (0..).zip(game.grundy_sequence(1000)) {
        assert_eq!(certificate.value(heap), Nimber(value), "{game} at {heap}");
    }
}

fn assert_period_numbers(certificate: &PeriodCertificate, published: &Value) {
    let game = certificate.game();
    let published =
        ["first_periodic", "period", "theorem_checked_to"].map(|field| published[field].as_u64().unwrap());
    let found = [certificate.preperiod(), certificate.period(), certificate.checked_to()];
    assert_eq!(found.map(|number| number as u64), published, "{game}");
}

#[test]
fn the_survey_of_octal_games_is_the_published_one() {
    let table = reference(include_str!("../reference/octal_survey.json"));
    let games = table["games"].as_object().unwrap();
    assert_eq!(games.len(), 32);
    for (code, entry) in games {
        let game: OctalGame = code.parse().unwrap();
        let values = numbers(&entry["values"]);
        assert_eq!(game.grundy_sequence(values.len()), values, "{code}");
        // The published bound: heaps ≤ 1500.
        match (PeriodCertificate::find(&game, 1501), &entry["period"]) {
            (None, Value::Null) => {}
            (Some(certificate), published) => assert_period_numbers(&certificate, published),
            (None, published) => panic!("{code}: no period found, published {published}"),
        }
    }
}

#[test]
fn other_take_and_break_games_are_the_published_ones() {
    let table = reference(include_str!("../reference/misc_heaps.json"));
    for (name, code) in [("treblecross_0_007", "0.007"), ("officers_0_6", "0.6")] {
        let values = numbers(&table[name]);
        assert_eq!(code.parse::<OctalGame>().unwrap().grundy_sequence(values.len()), values, "{name}");
    }
    // Lasker's Nim has the endless code 4.333…: a ruleset in one line.
    let lasker = from_fn(|heaps: &Heaps| {
        let splits = |h: u32| (1..=h / 2).map(move |part| vec![part, h - part]);
        let mut options = Vec::new();
        for (at, &heap) in heaps.sizes().iter().enumerate() {
            for parts in (0..heap).map(|to| vec![to]).chain(splits(heap)) {
                let mut sizes = heaps.sizes().to_vec();
                sizes.remove(at);
                options.push(sizes.into_iter().chain(parts).filter(|&size| size > 0).collect());
            }
        }
        options
    });
    let mut solver = Solver::new(lasker);
    for (heap, value) in (0..=9).zip(numbers(&table["laskers_nim"])) {
        assert_eq!(solver.grundy(&Heaps::from([heap])).unwrap(), Nimber(value), "{heap}");
    }
}

/// The rules of an octal code, read digit by digit; slow, and written without the library's own loops.
fn octal_values_by_definition(code: &str, count: usize) -> Vec<u32> {
    let (whole, fraction) = code.split_once('.').unwrap();
    let digits: Vec<u32> = format!("{whole}{fraction}").chars().map(|c| c.to_digit(8).unwrap()).collect();
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut options = Vec::new();
        for left in 0..heap {
            for right in 0..heap - left {
                let removed = heap - left - right;
                let parts = u32::from(left > 0) + u32::from(right > 0);
                if digits.get(removed).is_some_and(|digit| digit >> parts & 1 == 1) {
                    options.push(values[left] ^ values[right]);
                }
            }
        }
        if digits[0] == 4 {
            options.extend((1..heap).map(|left| values[left] ^ values[heap - left]));
        }
        values.push(mex(options));
    }
    values
}

#[test]
fn octal_sequences_agree_with_the_definition_and_with_the_solver() {
    for code in
        ["0.77", "0.137", "4.007", "4.3", "0.6", "0.75", "0.123", "0.0007", "4.0", "0.0", "0.35", "4.7"]
    {
        let game: OctalGame = code.parse().unwrap();
        let values = game.grundy_sequence(60);
        assert_eq!(values, octal_values_by_definition(code, 60), "{code}");
        let mut solver = Solver::new(&game);
        for (heap, &value) in (0..).zip(&values) {
            assert_eq!(solver.grundy(&Heaps::from([heap])).unwrap(), Nimber(value), "{code} at {heap}");
        }
    }
}

#[test]
fn octal_codes_are_read_and_printed() {
    for (text, printed) in
        [("0.77", "0.77"), (".137", "0.137"), (" 4.007 ", "4.007"), ("0.770", "0.77"), ("4.", "4.0")]
    {
        let game: OctalGame = text.parse().unwrap();
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<OctalGame>().unwrap(), game);
    }
    for (text, part) in
        [("77", "no point"), ("1.7", "`1`"), ("0.78", "`8`"), ("0.7x", "`x`"), ("", "no point")]
    {
        let message = text.parse::<OctalGame>().unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_period_is_refused_when_its_window_fails() {
    let kayles = OctalGame::kayles();
    for (preperiod, period) in [(0, 12), (71, 0), (70, 12), (71, 6), (1, 1), (usize::MAX, 1)] {
        assert!(PeriodCertificate::check(&kayles, preperiod, period).is_err(), "{preperiod}, {period}");
    }
    // A multiple of the period, or a later start, is true as well.
    for (preperiod, period) in [(71, 24), (100, 12)] {
        let certificate = PeriodCertificate::check(&kayles, preperiod, period).unwrap();
        assert_eq!(certificate.value(1_000_003), Nimber(numbers_of_kayles(1_000_003)));
    }
    for heaps in [0, 1, 2, 167] {
        assert!(PeriodCertificate::find(&kayles, heaps).is_none());
    }
}

fn numbers_of_kayles(heap: u64) -> u32 {
    [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][(heap % 12) as usize]
}

#[test]
fn a_hexadecimal_code_is_named_where_an_octal_one_is_asked_for() {
    for (code, digit) in [("0.8", '8'), ("0.7A", 'A'), (".f", 'f')] {
        let message = code.parse::<OctalGame>().unwrap_err().to_string();
        assert!(
            message.starts_with(&format!("`{digit}` in `{code}` is no octal digit: 0 to 7; ")),
            "{message}"
        );
        assert!(
            message.ends_with("HexadecimalGame") && code.parse::<agon::HexadecimalGame>().is_ok(),
            "{message}"
        );
    }
    assert!("0.7x".parse::<OctalGame>().unwrap_err().to_string().ends_with("is no octal digit: 0 to 7"));
}

#[test]
fn the_first_periodic_heap_counts_the_empty_one() {
    for (code, first) in [("0.33", 0), ("0.77", 71), ("0.137", 52)] {
        let game: OctalGame = code.parse().unwrap();
        let found = PeriodCertificate::find(&game, 1000).unwrap();
        assert_eq!((found.first_periodic_heap(), found.preperiod()), (first, first.max(1)), "{code}");
        // A certificate from a later heap says the same.
        let later = PeriodCertificate::check(&game, found.preperiod() + 10, found.period()).unwrap();
        assert_eq!(later.first_periodic_heap(), first, "{code}");
    }
}
