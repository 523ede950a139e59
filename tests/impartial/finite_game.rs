//! Games as sets: the theorems of Sprague and Grundy on all games of depth four.

use agon::impartial::{FiniteGames, ShallowGame, ShallowSums};
use agon::{Evidence, FiniteGame, Heaps, Nim, Nimber, OctalGame, Solver, Wythoff};
use proptest::prelude::*;

#[test]
fn codes_and_sets_are_the_same_games() {
    let mut solver = Solver::new(FiniteGames);
    let some = ShallowGame::all(4).filter(|game| game.code() < 300 || game.code() % 61 == 0);
    for game in some {
        let set = FiniteGame::from(game);
        assert_eq!(set.shallow(), Some(game));
        assert_eq!(set.depth(), game.depth());
        assert_eq!((set.grundy(), set.outcome()), (game.grundy(), game.outcome()));
        assert_eq!(
            solver.analyse(&set).map(|analysis| (analysis.value, analysis.outcome)),
            Ok((set.grundy(), set.outcome()))
        );
        assert_eq!(set.to_string().parse(), Ok(set));
        assert_eq!(
            set.options().into_iter().rev().map(Some).collect::<Vec<_>>(),
            game.options().map(|o| Some(o.into())).collect::<Vec<_>>()
        );
    }
    let sets: Vec<FiniteGame> = ShallowGame::all(4).take(2000).map(FiniteGame::from).collect();
    assert!(sets.is_sorted(), "Ackermann's order is the order of the codes");
    let counts =
        [0, 1, 2, 3, 4].map(|depth| ShallowGame::all(4).filter(|game| game.depth() <= depth).count());
    assert_eq!(counts, [1, 2, 4, 16, 65536]);
    assert_eq!([0, 1, 2, 3, 4, 9].map(|depth| ShallowGame::all(depth).count()), [1, 2, 4, 16, 65536, 65536]);
    assert_eq!(ShallowGame::nim_heap(4).map(FiniteGame::from), Some(FiniteGame::nim_heap(4)));
    assert_eq!(ShallowGame::nim_heap(5), None);
}

fn compare_sums(g: ShallowGame, h: ShallowGame, sums: &ShallowSums) {
    let sum = FiniteGame::from(g) + FiniteGame::from(h);
    assert_eq!(g.sum_outcome(h), sum.outcome(), "{g} + {h}");
    assert_eq!(sums.outcome(g, h), sum.outcome(), "{g} + {h}");
    assert_eq!(g.sum_grundy(h), sum.grundy(), "{g} + {h}");
    assert_eq!(sum, FiniteGame::from(h) + FiniteGame::from(g));
    assert_eq!(FiniteGame::from(g).equals(h.into()), sum.outcome().is_p());
}

#[test]
fn sums_of_codes_are_sums_of_sets() {
    let sums = ShallowSums::new();
    for (g, h) in ShallowGame::all(3).flat_map(|g| ShallowGame::all(3).map(move |h| (g, h))) {
        compare_sums(g, h, &sums);
    }
    for (f, g, h) in ShallowGame::all(2)
        .flat_map(|f| ShallowGame::all(2).flat_map(move |g| ShallowGame::all(3).map(move |h| (f, g, h))))
    {
        let [f, g, h] = [f, g, h].map(FiniteGame::from);
        assert_eq!((f + g) + h, f + (g + h));
        assert_eq!((f + g + h).depth(), f.depth() + g.depth() + h.depth());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn sums_of_deep_codes_are_sums_of_sets(g: u16, h: u16) {
        compare_sums(ShallowGame::from_code(g), ShallowGame::from_code(h), &ShallowSums::new());
    }

    #[test]
    fn any_text_is_answered(text in "[{}0*, 1-9]*") {
        if let Ok(game) = text.parse::<FiniteGame>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
    }
}

#[test]
fn the_theorems_hold_on_all_games() {
    let theorems = ShallowSums::new().theorems();
    assert_eq!(theorems.len(), 8);
    assert!(theorems.iter().all(Evidence::is_verified), "{theorems:?}");
}

#[test]
fn equivalence_is_equality_of_values() {
    let sums = ShallowSums::new();
    let classes = sums.equivalence_classes(4);
    assert_eq!(classes.len(), 5);
    assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), 65536);
    for (value, class) in (0..).zip(&classes) {
        assert!(class.iter().all(|game| game.grundy() == Nimber(value)));
        assert!(sums.outcome(class[0], class[class.len() - 1]).is_p());
    }
    // There are 4, 6, 3 and 3 options of values 0, 1, 2 and 3: all smaller values are needed, the own one is forbidden.
    let sizes = [1 << 12, 15 << 6, (15 * 63) << 3, 15 * 63 * 7, 15 * 63 * 7 * 7];
    assert_eq!(classes.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
}

#[test]
fn positions_are_sets() {
    let game = FiniteGame::of(&Nim, &Heaps::from([2, 3])).unwrap();
    assert_eq!(game, FiniteGame::nim_heap(2) + FiniteGame::nim_heap(3));
    let wythoff = FiniteGame::of(&Wythoff, &(4, 6)).unwrap();
    assert_eq!(Solver::new(Wythoff).grundy(&(4, 6)), Ok(wythoff.grundy()));
    let kayles = FiniteGame::of(&OctalGame::kayles(), &Heaps::from([12])).unwrap();
    assert_eq!((kayles.grundy(), kayles.depth()), (Nimber(4), 12));
    // Sets that are nested deeply, and sets with many shared members.
    let tower = (0..100_000).fold(FiniteGame::zero(), |inner, _| FiniteGame::new([inner]));
    assert_eq!((tower.depth(), tower.grundy()), (100_000, Nimber(0)));
    assert!(tower.to_string().len() > 200_000);
    assert_eq!(tower.to_string().parse(), Ok(tower));
    assert_eq!(FiniteGame::nim_heap(200).grundy(), Nimber(200));
}

#[test]
fn what_is_no_game_is_refused() {
    for text in ["", "{", "}", "{}{}", "{x}", "*99999", "{0}}"] {
        let message = text.parse::<FiniteGame>().unwrap_err().to_string();
        assert!(message.starts_with(&format!("`{text}` is no game")), "{message}");
    }
}
