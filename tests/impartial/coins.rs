//! Rows of coins: coin-turning games, Kayles on a row, pairing strategies.

use std::collections::BTreeSet;

use agon::impartial::{CoinRow, PairingError};
use agon::{
    Certificate, CoinTurning, Evidence, Heaps, Impartial, Nim, Nimber, OctalGame, Outcome, PairingStrategy,
    Solver, SubtractionGame, from_fn,
};

use super::{numbers, reference};

#[test]
fn coin_turning_values_are_the_published_ones() {
    let table = reference(include_str!("../reference/coin_turning.json"));
    let closed = |form: fn(u32) -> Option<Nimber>, count: usize| -> Vec<u32> {
        (0u32..).take(count).map(|coin| form(coin).map_or(0, Nimber::size)).collect()
    };
    let ruler = numbers(&table["ruler"]);
    assert_eq!(CoinTurning::ruler().grundy_sequence(ruler.len()), ruler);
    assert_eq!(closed(CoinTurning::ruler_mark, ruler.len()), ruler);
    let turtles = numbers(&table["turning_turtles"]);
    assert_eq!(CoinTurning::turning_turtles().grundy_sequence(turtles.len()), turtles);
    let mock = numbers(&table["mock_turtles_positions_from_1"]);
    assert_eq!(CoinTurning::mock_turtles().grundy_sequence(mock.len()), mock);
    assert_eq!(closed(CoinTurning::mock_turtle, mock.len()), mock);
    assert_eq!(CoinTurning::neighbours().grundy_sequence(8), [0, 1, 2, 1, 2, 1, 2, 1]);
    assert_eq!(CoinTurning::mock_turtle(1 << 31), Some(Nimber(0xffff_ffff ^ 1)));
    assert_eq!((CoinTurning::mock_turtle(u32::MAX), CoinTurning::mock_turtle(0)), (None, None));
    assert_eq!(CoinTurning::ruler_mark(0), None);
}

#[test]
fn a_row_of_coins_is_the_sum_of_its_heads() {
    let games = [
        CoinTurning::ruler(),
        CoinTurning::turning_turtles(),
        CoinTurning::mock_turtles(),
        CoinTurning::neighbours(),
    ];
    for game in games {
        let values = game.grundy_sequence(8);
        let mut whole = Solver::new(from_fn(|heads: &BTreeSet<u32>| game.options(heads)));
        let mut split = Solver::new(game);
        for heads in 0u32..1 << 7 {
            let heads: BTreeSet<u32> = (1..=7).filter(|coin| heads >> (coin - 1) & 1 == 1).collect();
            let value = heads.iter().fold(0, |sum, &coin| sum ^ values[coin as usize]);
            assert_eq!(whole.grundy(&heads), Ok(Nimber(value)), "{heads:?}");
            assert_eq!(split.grundy(&heads), Ok(Nimber(value)), "{heads:?}");
        }
    }
    // Taking powers of two from a heap is another game than Ruler or Mock Turtles.
    let powers = SubtractionGame::powers_of_two().grundy_sequence(9);
    assert_ne!(powers, CoinTurning::ruler().grundy_sequence(9));
    assert_ne!(powers, CoinTurning::mock_turtles().grundy_sequence(9));
}

#[test]
fn a_row_of_coins_turned_to_tails_is_kayles() {
    let mut solver = Solver::new(CoinRow);
    for (coins, value) in OctalGame::kayles().grundy_sequence(14).into_iter().enumerate() {
        assert_eq!(solver.grundy(&vec![true; coins]), Ok(Nimber(value)));
    }
}

/// The answer in the pairs (1, 2), (3, 4), …: complete a broken pair, or else take both coins of a pair.
fn answer_in_pairs(heads: &[bool]) -> Option<Vec<bool>> {
    let mut after = heads.to_vec();
    match heads.chunks(2).position(|pair| pair == [true, false] || pair == [false, true]) {
        Some(pair) => after[2 * pair..2 * pair + 2].fill(false),
        None => after.chunks_mut(2).find(|pair| **pair == [true, true])?.fill(false),
    }
    Some(after)
}

#[test]
fn pairs_do_not_save_the_second_player_of_a_row_of_coins() {
    for coins in (2..=12).step_by(2) {
        let row = vec![true; coins];
        assert!(PairingStrategy::check(CoinRow, row.clone(), |heads| answer_in_pairs(heads)).is_err());
        // No other strategy does either, if coins stay tails.
        assert_eq!(Solver::new(CoinRow).outcome(&row), Ok(Outcome::N));
        // If a left neighbour may be turned back, the second player wins exactly the multiples of four.
        let heads: BTreeSet<u32> = (1..=coins as u32).collect();
        let outcome = Solver::new(CoinTurning::neighbours()).outcome(&heads).unwrap();
        assert_eq!(outcome.is_p(), coins % 4 == 0);
    }
}

#[test]
fn symmetry_is_a_certificate() {
    let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
    let mirror = PairingStrategy::check(Nim, Heaps::from([9, 9]), copy).unwrap();
    let evidence = Evidence::proven("two equal heaps of 9 are lost for the player to move", &mirror).unwrap();
    assert_eq!(
        evidence.to_string(),
        "proven by a reply to every move from (9, 9) on (positions checked: 10): \
         two equal heaps of 9 are lost for the player to move"
    );
    // Twice the same game is lost, whatever the game: Kayles, pin by pin, left of a gap as right of it.
    let twice = |pins: usize| [vec![true; pins], vec![false], vec![true; pins]].concat();
    let reflect = |before: &Vec<bool>| {
        let mut after = before.clone();
        for pin in 0..before.len() {
            after[pin] = before[pin] && before[before.len() - 1 - pin];
        }
        Some(after)
    };
    for pins in 0..6 {
        let strategy = PairingStrategy::check(CoinRow, twice(pins), reflect).unwrap();
        assert!(strategy.verify());
        assert_eq!(Solver::new(CoinRow).outcome(strategy.start()), Ok(Outcome::P));
    }
}

#[test]
fn a_strategy_that_fails_shows_where() {
    let cards = SubtractionGame::bash(2).unwrap();
    let complete =
        |left: &Heaps| Some(Heaps::new([left.total() as u32 / 3 * 3].into_iter().filter(|&n| n > 0)));
    for pack in 0..30 {
        let position = Heaps::new([pack].into_iter().filter(|&n| n > 0));
        let strategy = PairingStrategy::check(&cards, position, complete);
        assert_eq!(strategy.is_ok(), pack % 3 == 0, "{pack}");
    }
    let error = PairingStrategy::check(&cards, Heaps::from([4]), complete).unwrap_err();
    assert!(matches!(error, PairingError::Illegal { .. }), "{error}");
    let error = PairingStrategy::check(&cards, Heaps::from([4]), |_| None).unwrap_err();
    assert!(error.to_string().contains("from (4) the first player moves to (3)"), "{error}");
    // Going round in a loop is no win.
    let error = PairingStrategy::check(from_fn(|n: &u8| vec![n ^ 1]), 0, |n| Some(n ^ 1)).unwrap_err();
    assert!(matches!(error, PairingError::Endless(_)), "{error}");
}
