//! The days, their lattices, and the all-small games.

use super::{conway::Forms, day, games_json};
use agon::partizan::days::{
    DayOrder, all_small_by_day, all_small_order, antichains, count_all_small, day_order, games_by_day,
};
use agon::partizan::{Comparison, compare};
use agon::{Certificate, Evidence, Game};
use std::collections::HashSet;

/// Every pair of antichains, canonicalised.
fn by_definition(day: u32, all_small: bool) -> HashSet<Game> {
    let mut games = HashSet::from([Game::zero()]);
    for _ in 0..day {
        let sides = antichains(&games.into_iter().collect::<Vec<_>>());
        let pairs = sides.iter().flat_map(|left| sides.iter().map(move |right| (left, right)));
        let dicotic = pairs.filter(|(left, right)| !all_small || left.is_empty() == right.is_empty());
        games = dicotic.map(|(l, r)| Game::new(l.iter().cloned(), r.iter().cloned())).collect();
    }
    games
}

#[test]
fn days_hold_what_the_definition_makes() {
    for n in 0..=3 {
        let listed = day(n);
        assert_eq!(listed.iter().cloned().collect::<HashSet<_>>(), by_definition(n, false));
        let all_small = all_small_by_day(n).unwrap();
        assert_eq!(all_small.iter().cloned().collect::<HashSet<_>>(), by_definition(n, true));
        assert_eq!(listed.iter().filter(|g| g.is_all_small()).cloned().collect::<Vec<_>>(), all_small);
        assert_eq!(count_all_small(n).unwrap(), all_small.len() as u64);
        for games in [listed, all_small] {
            assert!(games.iter().all(Game::is_canonical));
            assert!(games.is_sorted_by_key(Game::birthday));
        }
    }
    // Siegel, Combinatorial Game Theory, notes to III.1.
    assert_eq!([0, 1, 2, 3, 4].map(|n| count_all_small(n).unwrap()), [1, 2, 7, 67, 534_483]);
    for error in [
        games_by_day(4).unwrap_err(),
        all_small_by_day(5).unwrap_err(),
        all_small_order(4).unwrap_err(),
        count_all_small(5).unwrap_err(),
        day_order(9).unwrap_err(),
    ] {
        assert!(error.to_string().contains(&format!("ask for day 0 to {}", error.last)), "{error}");
    }
}

#[test]
fn all_small_games_of_day_4_are_listed() {
    let games = all_small_by_day(4).unwrap();
    assert_eq!(games.len() as u64, count_all_small(4).unwrap());
    assert_eq!(games.iter().collect::<HashSet<_>>().len(), games.len());
    assert!(games.is_sorted_by_key(Game::birthday));
    for game in games.iter().step_by(997) {
        assert!(game.is_all_small() && game.birthday() <= 4u8.into());
        let again = Game::new(game.left_options().to_vec(), game.right_options().to_vec());
        assert!(again.canonical_form().identical(game), "{game}");
        assert!((-game).is_all_small());
    }
}

#[test]
fn the_order_of_a_day_is_the_order_of_its_games() {
    let json = games_json();
    for (n, counts) in json["counts"].as_array().unwrap().iter().enumerate() {
        let order = day_order(n.try_into().unwrap()).unwrap();
        let games = order.games();
        let mut comparable = 0u64;
        for (i, a) in games.iter().enumerate() {
            assert_eq!(order.position(a), Some(i));
            for (j, b) in games.iter().enumerate() {
                let stored = order.comparison(i, j);
                comparable += u64::from(i < j && stored == Comparison::Less);
                assert!(
                    i >= j || !matches!(stored, Comparison::Greater | Comparison::Equal),
                    "{a} before {b}"
                );
                if n < 3 || (i * 31 + j) % 41 == 0 {
                    assert_eq!(stored, compare(a, b), "{a} and {b}");
                }
            }
        }
        if n < 3 {
            assert_eq!(counts["comparable_pairs"], comparable);
            assert_eq!(counts["longest_chain"], order.longest_chain());
        }
    }
}

#[test]
fn the_order_of_day_3_follows_the_definition() {
    let order = day_order(3).unwrap();
    let mut forms = Forms::default();
    let imported: Vec<usize> = order.games().iter().map(|g| forms.import(g)).collect();
    for i in 0..imported.len() {
        for j in (i % 23..imported.len()).step_by(23) {
            let (a, b) = (imported[i], imported[j]);
            let defined = Comparison::from_bounds(forms.at_most(a, b), forms.at_most(b, a));
            assert_eq!(order.comparison(i, j), defined, "{} and {}", order.games()[i], order.games()[j]);
        }
    }
}

fn least(order: &DayOrder, candidates: &[usize], at_most: fn(Comparison) -> bool) -> Option<usize> {
    let mut candidates_copy = candidates.iter().copied();
    candidates_copy.find(|&k| candidates.iter().all(|&other| at_most(order.comparison(k, other))))
}

#[test]
fn covers_joins_and_meets_follow_their_definitions() {
    let below = |c| matches!(c, Comparison::Less | Comparison::Equal);
    let above = |c| matches!(c, Comparison::Greater | Comparison::Equal);
    for order in [day_order(1), day_order(2), all_small_order(2), all_small_order(3)] {
        let order = order.unwrap();
        let count = order.games().len();
        let strictly = |i, j| order.comparison(i, j) == Comparison::Less;
        let covers: HashSet<(usize, usize)> = order.covers().into_iter().collect();
        for i in 0..count {
            for j in 0..count {
                let covered = strictly(i, j) && !(0..count).any(|k| strictly(i, k) && strictly(k, j));
                assert_eq!(covers.contains(&(i, j)), covered);
                let bounds = |ok: fn(Comparison) -> bool| -> Vec<usize> {
                    (0..count).filter(|&k| ok(order.comparison(i, k)) && ok(order.comparison(j, k))).collect()
                };
                let (a, b) = (&order.games()[i], &order.games()[j]);
                let join = least(&order, &bounds(below), below).map(|k| &order.games()[k]);
                let meet = least(&order, &bounds(above), above).map(|k| &order.games()[k]);
                assert_eq!((order.join(a, b), order.meet(a, b)), (join, meet), "{a} and {b}");
            }
        }
    }
    let order = day_order(2).unwrap();
    assert_eq!(order.join(&Game::zero(), &Game::integer(3)), None);
    // The all-small games of a day lack nothing of a lattice but a least and a greatest element.
    for n in 0..=3 {
        let order = all_small_order(n).unwrap();
        let games = order.games();
        for (i, a) in games.iter().enumerate() {
            for (j, b) in games.iter().enumerate() {
                let any = |ok: fn(Comparison) -> bool| {
                    (0..games.len()).any(|k| ok(order.comparison(i, k)) && ok(order.comparison(j, k)))
                };
                assert_eq!(order.join(a, b).is_some(), any(below), "{a} and {b}");
                assert_eq!(order.meet(a, b).is_some(), any(above), "{a} and {b}");
            }
        }
    }
    let [up, up_star] = [Game::up(), Game::up() + Game::star()];
    assert_eq!(all_small_order(2).unwrap().join(&up, &up_star), None);
}

#[test]
fn days_are_distributive_lattices() {
    // Twice as many join-irreducibles as games the day before, and a chain that meets each of them.
    for (n, before, covers) in [(1, 1, 4), (2, 4, 36), (3, 22, 4662)] {
        let order = day_order(n).unwrap();
        let certificate = order.distributive_lattice().unwrap();
        assert_eq!(certificate.join_irreducibles(), 2 * before);
        assert_eq!(order.longest_chain(), 2 * before + 1);
        assert_eq!(order.covers().len(), covers);
        assert!(certificate.verify());
        assert!(Evidence::proven("a distributive lattice", &certificate).unwrap().is_proven());
    }
    let error = all_small_order(2).unwrap().distributive_lattice().unwrap_err();
    assert_eq!(error.day, 2);
}
