//! Octal and hexadecimal games and Grundy's game: the fast sequences against the plain loop and the solver.

use std::collections::HashSet;

use agon::impartial::ParseHexadecimalError;
use agon::{
    ArithmeticPeriod, Certificate, GrundysGame, Heaps, HexadecimalGame, Impartial, Nimber, OctalGame,
    PeriodCertificate, Solver, mex,
};
use proptest::prelude::*;

use super::{numbers, reference};

/// The values of an octal game, pair by pair.
fn octal_values_pair_by_pair(game: &OctalGame, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut options = [false; 1024];
        let mut option = |value: u32| options[value as usize] = true;
        for removed in 0..=game.last_digit().min(heap) {
            let (digit, rest) = (game.digit(removed), heap - removed);
            if digit & 1 != 0 && rest == 0 {
                option(0);
            }
            if digit & 2 != 0 && rest > 0 {
                option(values[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|part| option(values[part] ^ values[rest - part]));
            }
        }
        values.push((0..).zip(options).find(|(_, there)| !there).map(|(value, _)| value).unwrap());
    }
    values
}

fn grundys_values_pair_by_pair(count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        values.push(mex((1..heap.div_ceil(2)).map(|part| values[part] ^ values[heap - part])));
    }
    values
}

#[test]
fn fast_sequences_are_the_plain_ones() {
    // Sparse and dense games, long codes (with digits beyond a block), splits without taking.
    for code in [
        "0.77",
        "0.07",
        "0.137",
        "0.6",
        "0.007",
        "0.45",
        "0.16",
        "0.56",
        "0.644",
        "0.04",
        "4.0",
        "4.3",
        "4.07",
        "4.77",
        "0.0",
        "0.1",
        "0.3",
        "0.333",
        "0.7777",
        "0.0000000006",
        "0.36",
        "0.161",
    ] {
        let game: OctalGame = code.parse().unwrap();
        assert_eq!(game.grundy_sequence(2000), octal_values_pair_by_pair(&game, 2000), "{code}");
    }
    let far = format!("0.{}7", "0".repeat(99));
    let farther = format!("0.3{}46", "0".repeat(150));
    for code in [far, farther] {
        let game: OctalGame = code.parse().unwrap();
        assert_eq!(game.grundy_sequence(1500), octal_values_pair_by_pair(&game, 1500), "{code}");
    }
    assert_eq!(GrundysGame.grundy_sequence(8000), grundys_values_pair_by_pair(8000));
    for count in 0..200 {
        let kayles = OctalGame::kayles().grundy_sequence(count);
        assert_eq!(kayles, OctalGame::kayles().grundy_sequence(200)[..count]);
    }
}

#[test]
fn many_rare_heaps_are_compared_and_not_marked() {
    // Half as many rare heaps again as are marked, and values that outgrow a row of marks.
    for code in ["0.6", "0.14"] {
        let game: OctalGame = code.parse().unwrap();
        assert_eq!(game.grundy_sequence(24_000), octal_values_pair_by_pair(&game, 24_000), "{code}");
    }
    // Heaps that have no common value left without a mark, while 0 is a sum.
    for code in ["0.3764", "0.3765"] {
        let game: OctalGame = code.parse().unwrap();
        assert_eq!(game.grundy_sequence(8000), octal_values_pair_by_pair(&game, 8000), "{code}");
    }
}

#[test]
fn arithmetic_periods_hold_beyond_their_check() {
    let mut found = Vec::new();
    for code in 1..=255u32 {
        let game: HexadecimalGame = format!("0.{code:02X}").parse().unwrap();
        let Some(certificate) = ArithmeticPeriod::find(&game, 150) else { continue };
        assert!(certificate.verify());
        assert!(certificate.checked_to() < 150);
        let values = game.grundy_sequence(500);
        for (heap, &value) in (0..).zip(&values) {
            assert_eq!(certificate.value(heap), Some(Nimber(value)), "{certificate}, heap {heap}");
        }
        let json = serde_json::to_string(&certificate).unwrap();
        assert_eq!(serde_json::from_str::<ArithmeticPeriod>(&json).unwrap(), certificate);
        found.push(game.to_string());
    }
    assert!(found.len() >= 5 && found.contains(&"0.8".to_owned()), "{found:?}");
    // A long one.
    let game: HexadecimalGame = "0.29".parse().unwrap();
    let certificate = ArithmeticPeriod::find(&game, 300).expect("its values grow");
    assert_eq!((certificate.period(), certificate.saltus()), (53, 16));
    for (heap, value) in (0..).zip(game.grundy_sequence(2000)) {
        assert_eq!(certificate.value(heap), Some(Nimber(value)));
    }
    // Two equal heaps reach 0, which three heaps do not always.
    for (code, found) in [("0.FF", (1, 1, 1)), ("0.0F", (1, 2, 1)), ("0.FB", (5, 4, 4)), ("0.8F", (7, 7, 4))]
    {
        let certificate = ArithmeticPeriod::find(&code.parse().unwrap(), 100).expect(code);
        assert_eq!((certificate.preperiod(), certificate.period(), certificate.saltus()), found, "{code}");
        assert!(certificate.verify());
        for (heap, value) in (0..).zip(certificate.game().grundy_sequence(1000)) {
            assert_eq!(certificate.value(heap), Some(Nimber(value)), "{code} at {heap}");
        }
    }
    // A periodic game has none.
    assert_eq!(ArithmeticPeriod::find(&OctalGame::kayles().into(), 300), None);
}

#[test]
fn records_of_arithmetic_periods_that_were_changed_are_refused() {
    let certificate = ArithmeticPeriod::find(&"0.8".parse().unwrap(), 60).unwrap();
    let json = serde_json::to_string(&certificate).unwrap();
    for (from, to) in [
        ("\"0.8\"", "\"0.9\""),
        ("\"saltus\":1", "\"saltus\":0"),
        ("\"saltus\":1", "\"saltus\":2"),
        ("\"period\":3", "\"period\":0"),
        ("\"preperiod\":1", "\"preperiod\":0"),
        ("[0,0,0,0,1", "[0,0,0,0,2"),
    ] {
        let changed = json.replace(from, to);
        assert_ne!(changed, json);
        assert!(serde_json::from_str::<ArithmeticPeriod>(&changed).is_err(), "{changed}");
    }
    for values in ["[]", "[0]"] {
        let shortened = format!(r#"{{"game":"0.8","preperiod":1,"period":3,"saltus":1,"values":{values}}}"#);
        let error = serde_json::from_str::<ArithmeticPeriod>(&shortened).unwrap_err();
        assert!(error.to_string().contains("does not pass its check"), "{error}");
    }
}

#[test]
fn values_beyond_a_byte_are_the_plain_ones() {
    let game = OctalGame::named("Treblecross").unwrap();
    let values = game.grundy_sequence(14_000);
    assert!(values.iter().max() > Some(&255));
    assert_eq!(values, octal_values_pair_by_pair(&game, 14_000));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_octal_game_has_the_plain_values(split in any::<bool>(), digits in proptest::collection::vec(0u32..8, 0..6)) {
        let digits: String = digits.iter().map(u32::to_string).collect();
        let game: OctalGame = format!("{}.{digits}", if split { 4 } else { 0 }).parse().unwrap();
        prop_assert_eq!(game.grundy_sequence(700), octal_values_pair_by_pair(&game, 700));
        // Read as hexadecimal, the code is the same game.
        let same = HexadecimalGame::from(game.clone());
        prop_assert_eq!(same.to_string(), game.to_string());
        prop_assert_eq!(same.grundy_sequence(300), game.grundy_sequence(300));
    }

    #[test]
    fn any_hexadecimal_game_has_the_values_of_the_definition(
        split in 0u32..4, digits in proptest::collection::vec(0u32..16, 0..4)
    ) {
        let hexadecimal = |digit: u32| char::from_digit(digit, 16).unwrap();
        let code: String = [hexadecimal(4 * split), '.'].into_iter().chain(digits.into_iter().map(hexadecimal)).collect();
        let game: HexadecimalGame = code.parse().unwrap();
        prop_assert_eq!(game.to_string().parse::<HexadecimalGame>(), Ok(game.clone()));
        let values = game.grundy_sequence(60);
        let mut solver = Solver::new(&game);
        for (heap, &value) in (0..).zip(&values) {
            prop_assert_eq!(solver.grundy(&Heaps::from([heap])), Ok(Nimber(value)), "{} at {}", game, heap);
        }
    }

    #[test]
    fn any_text_is_answered(text: String) {
        let _ = text.parse::<HexadecimalGame>();
        let _ = text.parse::<OctalGame>();
        let _ = OctalGame::named(&text);
    }
}

#[test]
fn hexadecimal_values_beyond_a_word_are_the_ones_of_the_definition() {
    // The values of 0.8 grow for ever, a third of the heap.
    let table = reference(include_str!("../reference/misc_heaps.json"));
    let published = numbers(&table["kenyons_ratio_hex_0_8"]);
    let game: HexadecimalGame = "0.8".parse().unwrap();
    let values = game.grundy_sequence(600);
    assert_eq!(values[..published.len()], published);
    assert!((3..600).all(|heap| values[heap] as usize == (heap - 1) / 3), "G(n) = ⌊(n − 1)/3⌋");
    for code in ["0.8F", "8.1", "C.0", "0.09", "0.F0B"] {
        let game: HexadecimalGame = code.parse().unwrap();
        let mut by_definition: Vec<u32> = Vec::new();
        for heap in 0..150 {
            let sum =
                |parts: &Heaps| parts.sizes().iter().fold(0, |sum, &part| sum ^ by_definition[part as usize]);
            by_definition.push(mex(game.heap_options(heap).iter().map(sum)));
        }
        assert_eq!(game.grundy_sequence(150), by_definition, "{code}");
    }
}

#[test]
fn options_leave_the_heaps_that_the_digits_allow() {
    let game: HexadecimalGame = "C.0F".parse().unwrap();
    for heap in 0u32..14 {
        let mut expected = HashSet::new();
        for (a, b) in (0..=heap).flat_map(|a| (0..=a).map(move |b| (a, b))) {
            for c in (0..=b).filter(|c| a + b + c <= heap) {
                let parts = Heaps::new([a, b, c].into_iter().filter(|&part| part > 0));
                match heap - a - b - c {
                    0 if parts.len() >= 2 => expected.insert(parts),
                    2 => expected.insert(parts),
                    _ => false,
                };
            }
        }
        let options = game.heap_options(heap);
        assert_eq!(options.len(), expected.len(), "each once at {heap}");
        assert_eq!(options.into_iter().collect::<HashSet<_>>(), expected, "{heap}");
    }
    // Two heaps that are not equal.
    let split: Vec<Heaps> = GrundysGame.options(&Heaps::from([2, 7]));
    assert_eq!(split, [[1, 2, 6], [2, 2, 5], [2, 3, 4]].map(Heaps::from));
}

#[test]
fn grundys_game_is_the_published_one() {
    let table = reference(include_str!("../reference/grundys_game.json"));
    let values = GrundysGame.grundy_sequence(6000);
    let published = numbers(&table["values"]);
    assert_eq!(values[..published.len()], published);
    let rare: Vec<(usize, u32)> = serde_json::from_value(table["rare"].clone()).unwrap();
    let found = (0..).zip(values.iter().copied()).filter(|(_, value)| (value & 0xfffe).count_ones() % 2 == 0);
    // The table has every second one.
    assert_eq!(found.step_by(2).collect::<Vec<_>>(), rare);
    let most = values.iter().max().unwrap();
    assert_eq!(
        (most.to_string(), values.iter().position(|value| value == most)),
        ("75".to_owned(), Some(5744))
    );
    let mut solver = Solver::new(GrundysGame);
    for (heap, &value) in (0..80).zip(&values) {
        assert_eq!(solver.grundy(&Heaps::from([heap])), Ok(Nimber(value)));
    }
}

#[test]
fn codes_that_agree_for_long_differ_at_last() {
    let table = reference(include_str!("../reference/octal_disputes.json"));
    for (codes, entry) in table.as_object().unwrap() {
        let (left, right) = codes.split_once(" vs ").unwrap();
        let values = |code: &str| code.parse::<OctalGame>().unwrap().grundy_sequence(700);
        let (left, right) = (values(left), values(right));
        let first = left.iter().zip(&right).position(|(a, b)| a != b).map(|heap| heap as u64);
        assert_eq!(first, entry["first_difference_by_shift"]["0"].as_u64(), "{codes}");
    }
}

#[test]
fn periods_of_hexadecimal_games_hold_far_beyond_their_windows() {
    let mut proven = 0;
    for code in (0..16).flat_map(|a| (0..16).map(move |b| format!("0.{a:X}{b:X}"))) {
        let game: HexadecimalGame = code.parse().unwrap();
        let Some(certificate) = PeriodCertificate::find(&game, 150) else {
            continue;
        };
        proven += 1;
        let window = 3 * (certificate.preperiod() + certificate.period()) + game.last_digit();
        assert_eq!(certificate.checked_to() + 1, window);
        assert!(
            certificate.verify() && certificate.to_string().contains(&format!("hexadecimal game {game}:"))
        );
        for (heap, value) in (0..).zip(game.grundy_sequence(500)) {
            assert_eq!(certificate.value(heap), Nimber(value), "{code} at {heap}");
        }
    }
    assert!(proven > 50, "{proven}");
    // The window of the theorem is wider by a preperiod and a period than for octal games.
    let kayles = HexadecimalGame::from(OctalGame::kayles());
    let certificate = PeriodCertificate::check(&kayles, 71, 12).unwrap();
    assert_eq!(certificate.checked_to(), 250);
    let error = PeriodCertificate::check(&kayles, 70, 12).unwrap_err();
    assert_eq!(error.to_string(), "0.77 does not repeat: G(70) = ∗6, but G(70 + 12) = ∗2");
}

#[test]
fn hexadecimal_codes_are_read_and_printed() {
    for (text, printed) in
        [("0.8", "0.8"), (".f3", "0.F3"), (" c.007 ", "C.007"), ("0.F0", "0.F"), ("8.", "8.0")]
    {
        let game: HexadecimalGame = text.parse().unwrap();
        assert_eq!(game.to_string(), printed);
    }
    for (text, part) in [
        ("8", "no point"),
        ("1.7", "`1`"),
        ("0.G", "`G`"),
        ("2.1", "`2`"),
        ("40.1", "`40`"),
        ("", "no point"),
    ] {
        let error: ParseHexadecimalError = text.parse::<HexadecimalGame>().unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn named_octal_games_are_what_their_codes_say() {
    for (name, code) in OctalGame::NAMED {
        assert_eq!(OctalGame::named(name).unwrap().to_string(), code);
        assert_eq!(OctalGame::named(&name.to_uppercase().replace('\'', "’")).unwrap().to_string(), code);
    }
    assert_eq!(OctalGame::named("Kayles"), Ok(OctalGame::kayles()));
    assert_eq!(OctalGame::named("dawsons chess"), Ok(OctalGame::dawsons_chess()));
    assert!(OctalGame::named("").is_err());
    // Placing dominoes on a strip is Dawson's Kayles: the strip as a ruleset of its own.
    let strip = agon::from_fn(|strip: &Vec<bool>| {
        let places = (1..strip.len()).filter(|&at| !strip[at - 1] && !strip[at]);
        places
            .map(|at| {
                let mut after = strip.clone();
                after[at - 1..=at].fill(true);
                after
            })
            .collect()
    });
    let mut solver = Solver::new(strip);
    for (squares, value) in OctalGame::dawsons_kayles().grundy_sequence(15).into_iter().enumerate() {
        assert_eq!(solver.grundy(&vec![false; squares]), Ok(Nimber(value)), "{squares}");
    }
}
