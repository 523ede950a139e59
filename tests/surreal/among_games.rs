//! Short games and surreal numbers: the comparison by stops against the order of games.

use agon::partizan::{Comparison, compare, days::games_by_day};
use agon::surreal::days::numbers_by_day;
use agon::surreal::{below_dyadics, below_every_positive_number, compare_with_number};
use agon::{Certificate, Evidence, Game, Surreal};

fn number(text: &str) -> Surreal {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn up_lies_below_every_positive_number() {
    for x in [
        "1",
        "1/1024",
        "1/3",
        "1/√w",
        "2/w",
        "1/w",
        "1/(1000w)",
        "1/w^2",
        "1/w^100",
        "w^(-w)",
        "w^(-w^w)",
        "w",
    ] {
        let found = compare_with_number(&Game::up(), &number(x)).unwrap();
        assert_eq!(found.comparison(), Comparison::Less, "{found}");
        assert!(Evidence::proven(format!("↑ < {x}"), &found).is_ok());
        let found = compare_with_number(&Game::up(), &-number(x)).unwrap();
        assert_eq!(found.comparison(), Comparison::Greater, "{found}");
        assert!(found.verify());
        for name in ["*", "v", "^*", "{0|^}"] {
            let game: Game = name.parse().unwrap();
            assert_eq!(compare_with_number(&game, &number(x)).unwrap().comparison(), Comparison::Less);
        }
    }
    let evidence = below_every_positive_number(&Game::up()).unwrap();
    assert!(evidence.is_proven() && !Game::up().is_number());
    assert!(below_every_positive_number(&Game::up().times(5)).unwrap().is_proven());
    for game in [Game::star(), Game::zero(), Game::down(), "{0|{0|-1}}".parse().unwrap(), Game::integer(1)] {
        assert!(below_every_positive_number(&game).unwrap().is_open(), "{game}");
    }
    assert!(below_dyadics(&Game::up(), 200).holds() && below_dyadics(&Game::star(), 3).is_refuted());
    let deep = Game::switch(&Game::integer(5000));
    assert!(compare_with_number(&deep, &number("w")).unwrap_err().to_string().contains("birthday 5001"));
    assert!(compare_with_number(&Game::integer(1_000_000_007), &number("w")).is_ok());
}

/// A game with a name has both stops in its number, however late it is born.
#[test]
fn named_games_of_any_depth() {
    let up = Game::up().times(5000);
    for game in [Game::nimber(5000), up.clone(), &up + Game::nimber(7), -&up + Game::nimber(2000)] {
        for shift in ["0", "1/2", "-3"] {
            let sum = &game + shift.parse::<Game>().unwrap();
            let at = number(shift);
            for (x, order) in
                [("1/w", Comparison::Less), ("-1/w^w", Comparison::Greater), ("1/3", Comparison::Less)]
            {
                let found = compare_with_number(&sum, &(&at + number(x))).unwrap();
                assert_eq!(found.comparison(), order, "{found}");
                assert!(found.verify());
            }
            assert_eq!(compare_with_number(&sum, &at).unwrap().comparison(), compare(&game, &Game::zero()));
        }
    }
    // What is read from the name is what playing to the end gives.
    for k in -3..=3 {
        for n in 0..4 {
            let game = Game::up().times(k) + Game::nimber(n) + "3/4".parse::<Game>().unwrap();
            assert!(compare_with_number(&game, &number("1/w")).unwrap().verify(), "{game}");
        }
    }
}

/// A number infinitely near to a dyadic number x compares with a game as all dyadic numbers do that are near enough to x on
/// the same side; for the games of day 2 a distance of 1/64 is near enough.
#[test]
fn infinitely_near_is_like_near() {
    for game in games_by_day(2).unwrap() {
        for x in numbers_by_day(3) {
            let exact = compare_with_number(&game, &Surreal::from(&x)).unwrap();
            assert_eq!(exact.comparison(), compare(&game, &Game::from(&x)));
            for (near, distance) in [("1/64", "1/w"), ("-1/64", "-1/w"), ("1/64", "w^(-w)")] {
                let near = (Surreal::from(&x) + number(near)).to_dyadic().unwrap();
                let infinitely_near = Surreal::from(&x) + number(distance);
                let found = compare_with_number(&game, &infinitely_near).unwrap();
                assert_eq!(found.comparison(), compare(&game, &Game::from(near)), "{found}");
            }
        }
        assert_eq!(compare_with_number(&game, &number("w - 1000")).unwrap().comparison(), Comparison::Less);
    }
}
