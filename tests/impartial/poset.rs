//! Games on posets against the games that they are.

use agon::impartial::{Poset, PosetError, PosetGame, StealingError};
use agon::{Certificate, Chomp, Evidence, Heaps, Nim, Nimber, Retrograde, Solver};

#[test]
fn chomp_is_the_game_on_a_grid() {
    for (rows, columns) in (1..=4).flat_map(|m| (1..=5).map(move |n| (m, n))) {
        let grid = PosetGame::chomp(Poset::grid(&[rows, columns]).unwrap()).unwrap();
        let openings: Vec<String> = Chomp::winning_openings(rows, columns as u32)
            .unwrap()
            .iter()
            .map(|(row, column)| format!("({row}, {column})"))
            .collect();
        assert_eq!(grid.winning_openings().unwrap(), openings, "{rows} × {columns}");
        let n = 2u64.pow(rows as u32 - 1) * 3u64.pow(columns as u32 - 1);
        let schuh = PosetGame::chomp(Poset::divisors(n).unwrap()).unwrap();
        let numbers: Vec<String> = Chomp::winning_openings(rows, columns as u32)
            .unwrap()
            .iter()
            .map(|&(row, column)| (2u64.pow(row as u32 - 1) * 3u64.pow(column - 1)).to_string())
            .collect();
        assert_eq!(schuh.winning_openings().unwrap(), numbers, "{n}");
    }
}

#[test]
fn nim_is_the_game_on_chains() {
    for heaps in Heaps::multisets(0..=3, 0..=4) {
        let mut relations = Vec::new();
        let mut len = 0;
        for &size in heaps.sizes() {
            relations.extend((len + 1..len + size as usize).map(|n| (n - 1, n)));
            len += size as usize;
        }
        let game = PosetGame::new(Poset::new(len, relations).unwrap());
        let start = game.start();
        assert_eq!(Solver::new(&game).grundy(&start).unwrap(), heaps.nim_sum(), "{heaps}");
        let labels = Retrograde::reachable_from(&game, [start]).unwrap();
        assert_eq!(labels.outcome(&start).unwrap().is_p(), Nim.bouton_moves(&heaps).is_empty());
    }
    assert_eq!(
        Solver::new(PosetGame::new(Poset::chain(9).unwrap()))
            .grundy(&PosetGame::new(Poset::chain(9).unwrap()).start()),
        Ok(Nimber(9))
    );
}

#[test]
fn strategies_are_stolen_from_every_poset_with_a_top() {
    let posets = [
        Poset::subsets(4).unwrap(),
        Poset::divisors(360).unwrap(),
        Poset::grid(&[2, 3, 3]).unwrap(),
        Poset::chain(7).unwrap(),
        Poset::new(5, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)]).unwrap(),
    ];
    for poset in posets {
        let names = poset.names().to_vec();
        // With a poisoned least element, and without poison.
        for game in [PosetGame::chomp(poset.clone()).unwrap(), PosetGame::new(poset)] {
            let stealing = game.strategy_stealing().unwrap();
            assert!(Evidence::proven("the first player wins", &stealing).is_ok(), "{stealing}");
            let openings = game.winning_openings().unwrap();
            assert!(openings.contains(stealing.winning_move()), "{names:?}: {stealing}");
            assert_eq!(stealing.is_stolen(), !openings.contains(stealing.harmless_move()));
        }
    }
    // Gale and Neyman: in the game of subsets the whole set seems to win always.
    for n in 1..=4 {
        let game = PosetGame::chomp(Poset::subsets(n).unwrap()).unwrap();
        assert!(!game.strategy_stealing().unwrap().is_stolen());
    }
}

#[test]
fn strategies_are_stolen_from_every_rectangle() {
    for (rows, columns) in (1..=5).flat_map(|m| (1..=5u32).map(move |n| (m, n))) {
        let Ok(stealing) = Chomp::strategy_stealing(rows, columns) else {
            assert_eq!((rows, columns), (1, 1));
            continue;
        };
        assert!(stealing.verify(), "{stealing}");
        assert!(Chomp::winning_openings(rows, columns).unwrap().contains(stealing.winning_move()));
    }
}

#[test]
fn posets_that_do_not_fit_are_refused() {
    assert_eq!(Poset::grid(&[12, 12]), Err(PosetError::TooLarge));
    assert_eq!(Poset::subsets(8), Err(PosetError::TooLarge));
    assert_eq!(Poset::subsets(200), Err(PosetError::TooLarge));
    assert_eq!(Poset::chain(1000), Err(PosetError::TooLarge));
    assert_eq!(Poset::divisors(0), Err(PosetError::DivisorsOfZero));
    assert_eq!(Poset::new(2, [(0, 2)]), Err(PosetError::NoSuchElement { element: 2, len: 2 }));
    let two = Poset::new(2, []).unwrap();
    assert_eq!(PosetGame::chomp(two.clone()), Err(PosetError::NoLeast));
    assert_eq!(
        PosetGame::new(two).strategy_stealing().unwrap_err(),
        StealingError::Poset(PosetError::NoGreatest)
    );
    let point = PosetGame::chomp(Poset::chain(1).unwrap()).unwrap();
    assert!(point.strategy_stealing().is_err());
    assert!(Poset::new(0, []).unwrap().is_empty());
    assert_eq!(Poset::chain(128).unwrap().len(), 128);
}
