//! Subtraction games and the race to a number.

use agon::impartial::{RaceTo, SubtractionError};
use agon::{
    Certificate, Evidence, Heaps, Impartial, Nimber, Outcome, Retrograde, Solver, SubtractionGame,
    SubtractionPeriod,
};
use proptest::prelude::*;

use super::{numbers, reference};

#[test]
fn the_survey_of_subtraction_sets_is_the_published_one() {
    let table = reference(include_str!("../reference/subtraction.json"));
    let entries = ["all_subsets_1_to_7", "others"].map(|part| table[part].as_array().unwrap());
    assert_eq!(entries[0].len() + entries[1].len(), 69);
    for entry in entries.into_iter().flatten() {
        let game = SubtractionGame::new(numbers(&entry["S"])).unwrap();
        let certificate = SubtractionPeriod::find(&game, 500).unwrap();
        let found = [certificate.preperiod(), certificate.period()].map(|number| number as u64);
        assert_eq!(found, ["preperiod", "period"].map(|field| entry[field].as_u64().unwrap()), "{game}");
        assert_eq!(certificate.values(), numbers(&entry["values"]), "{game}");
        assert!(certificate.verify(), "{game}");
        for (heap, value) in (0..).zip(game.grundy_sequence(2000)) {
            assert_eq!(certificate.value(heap), Nimber(value), "{game} at {heap}");
        }
    }
}

#[test]
fn powers_of_two_have_period_three_for_ever() {
    let game = SubtractionGame::powers_of_two();
    let certificate = SubtractionPeriod::find(&game, 0).unwrap();
    let evidence = Evidence::proven("taking powers of two: G(n) = n mod 3", &certificate).unwrap();
    assert!(evidence.is_proven());
    for (heap, value) in (0..).zip(game.grundy_sequence(5000)) {
        assert_eq!(certificate.value(heap), Nimber(value));
        assert_eq!(u64::from(value), heap % 3);
    }
    assert_eq!(serde_json::to_value(&certificate).unwrap()["values"], serde_json::json!([0, 1, 2]));
    // Every number has no period.
    assert_eq!(SubtractionPeriod::find(&SubtractionGame::every_number(), 1000), None);
}

#[test]
fn bash_counting_down_and_the_race_are_one_game() {
    for most in 1..=6 {
        let bash = SubtractionGame::bash(most).unwrap();
        let values = bash.grundy_sequence(60);
        assert!((0..).zip(&values).all(|(heap, &value)| value == heap % (most + 1)), "G(n) = n mod (m + 1)");
        assert_eq!(SubtractionPeriod::find(&bash, 60).unwrap().period(), most as usize + 1);
        for target in 0..40 {
            let race = RaceTo::new(target, most).unwrap();
            let labels = Retrograde::reachable_from(&race, [0]).unwrap();
            let mut lost: Vec<u32> = labels.p_positions().copied().filter(|&number| number > 0).collect();
            lost.sort_unstable();
            assert_eq!(race.numbers_to_say(), lost, "to {target} by {most}");
            assert_eq!(labels.outcome(&0).unwrap().is_p(), target % (most + 1) == 0);
            let mut solver = Solver::new(race);
            for said in 0..=target {
                assert_eq!(solver.grundy(&said).unwrap(), Nimber(values[(target - said) as usize]));
            }
        }
    }
    assert!(RaceTo::new(5, u32::MAX).unwrap().numbers_to_say() == [5] && RaceTo::new(5, 0).is_none());
    assert!(RaceTo::new(5, 2).unwrap().options(&7).is_empty());
}

#[test]
fn a_pack_of_cards_is_lost_by_the_first_player_iff_three_divides_it() {
    let cards = SubtractionGame::bash(2).unwrap();
    let labels =
        Retrograde::label(&cards, (0..=100).map(|cards| Heaps::new([cards].into_iter().filter(|&n| n > 0))))
            .unwrap();
    for n in 1..=50 {
        assert_eq!(
            labels.outcome(&Heaps::from([2 * n])),
            Some(if n % 3 == 0 { Outcome::P } else { Outcome::N })
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_game_is_read_as_it_is_printed_and_its_solver_agrees(set in proptest::collection::btree_set(1u32..20, 1..6)) {
        let game = SubtractionGame::new(set.iter().copied()).unwrap();
        prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
        let values = game.grundy_sequence(60);
        let mut solver = Solver::new(&game);
        for (heap, &value) in (0..).zip(&values) {
            prop_assert_eq!(solver.grundy(&Heaps::from([heap])), Ok(Nimber(value)));
        }
        if let Some(certificate) = SubtractionPeriod::find(&game, 1000) {
            prop_assert!(certificate.verify());
            for (heap, value) in (0..).zip(game.grundy_sequence(1500)) {
                prop_assert_eq!(certificate.value(heap), Nimber(value));
            }
        }
    }

    #[test]
    fn any_text_is_answered(text: String) {
        let _ = text.parse::<SubtractionGame>();
    }
}

#[test]
fn sets_are_read_and_refused() {
    for (text, printed) in [
        ("1,3,4", "{1, 3, 4}"),
        ("{4 1 3 3}", "{1, 3, 4}"),
        ("1-3, 7", "{1, 2, 3, 7}"),
        ("1, 2, 4, 8, …", "{1, 2, 4, 8, …}"),
        ("1,2,4,...", "{1, 2, 4, 8, …}"),
        ("{1, 2, 3, …}", "{1, 2, 3, …}"),
    ] {
        assert_eq!(text.parse::<SubtractionGame>().unwrap().to_string(), printed, "{text}");
        assert_eq!(printed.parse(), text.parse::<SubtractionGame>());
    }
    assert_eq!("".parse::<SubtractionGame>(), Err(SubtractionError::Empty));
    assert_eq!("0, 1".parse::<SubtractionGame>(), Err(SubtractionError::Zero));
    let backwards = "1, 5-3".parse::<SubtractionGame>().unwrap_err();
    assert_eq!(backwards.to_string(), "`5-3` runs backwards, since 5 is more than 3: write 3-5");
    assert_eq!(SubtractionGame::bash(0), Err(SubtractionError::Empty));
    for text in ["1, x", "1, 5, …", "-3", "1-", "+1"] {
        let error = text.parse::<SubtractionGame>().unwrap_err();
        assert!(matches!(error, SubtractionError::Parse { .. }), "{error}");
    }
    assert_eq!(SubtractionGame::every_number().grundy_sequence(5), [0, 1, 2, 3, 4]);
    assert_eq!(SubtractionGame::powers_of_two().numbers(u32::MAX).len(), 32);
}

#[test]
fn a_set_of_millions_of_numbers_is_kept_as_ranges() {
    let all = SubtractionGame::bash(u32::MAX).unwrap();
    assert_eq!("2-4294967295, 1".parse(), Ok(all.clone()));
    assert_eq!((all.to_string(), all.greatest()), ("{1-4294967295}".to_owned(), Some(u32::MAX)));
    assert_eq!(all.to_string().parse(), Ok(all.clone()));
    assert_eq!(all.grundy_sequence(1000), (0..1000).collect::<Vec<_>>());
    assert_eq!(SubtractionPeriod::find(&all, 1000), None);
    let most = SubtractionGame::new([3, 1]).unwrap();
    assert_eq!(most.to_string(), "{1, 3}");
    assert_eq!(SubtractionGame::bash(100).unwrap().to_string().matches(',').count(), 99);
    assert_eq!("1-50, 20-101".parse::<SubtractionGame>().unwrap().to_string(), "{1-101}");
}

proptest! {
    #[test]
    fn ranges_are_the_numbers_in_them(set in prop::collection::vec(1u32..40, 1..30), heap in 0u32..50) {
        let game = SubtractionGame::new(set.iter().copied()).unwrap();
        let mut sorted = set.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(game.greatest(), sorted.last().copied());
        prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
        prop_assert_eq!(SubtractionGame::new(sorted.iter().rev().copied()), Ok(game.clone()));
        sorted.retain(|&number| number <= heap);
        prop_assert_eq!(game.numbers(heap), sorted);
    }
}
