//! Reduced canonical forms and atomic weights.

use super::{day, game};
use agon::partizan::days::all_small_by_day;
use agon::{Game, Player};
use std::collections::{HashMap, HashSet};

/// G and H differ by an infinitesimal: by definition both stops of G − H are 0.
fn close(g: &Game, h: &Game) -> bool {
    (g - h).is_infinitesimal()
}

/// G ≥ H up to an infinitesimal.
fn at_least(g: &Game, h: &Game) -> bool {
    !(g - h).right_stop().is_negative()
}

/// No option of a hot follower is Inf-dominated or Inf-reversible, and every other follower is a number.
fn is_reduced(g: &Game, known: &mut HashSet<Game>) -> bool {
    if g.is_number() || known.contains(g) {
        return true;
    }
    let better = |player: Player, a: &Game, b: &Game| match player {
        Player::Left => at_least(a, b),
        Player::Right => at_least(b, a),
    };
    let reduced = g.is_hot()
        && Player::BOTH.into_iter().all(|player| {
            let options = g.options(player);
            let dominated = options
                .iter()
                .enumerate()
                .any(|(i, a)| options.iter().enumerate().any(|(j, b)| i != j && better(player, b, a)));
            let opponent = player.opponent();
            let reversible = |option: &Game| {
                !option.is_number() && option.options(opponent).iter().any(|a| better(opponent, a, g))
            };
            !dominated && !options.iter().any(reversible) && options.iter().all(|o| is_reduced(o, known))
        });
    if reduced {
        known.insert(g.clone());
    }
    reduced
}

#[test]
fn reduced_canonical_forms_of_day_3() {
    let mut known = HashSet::new();
    let mut classes: HashMap<Game, Vec<Game>> = HashMap::new();
    for g in day(3) {
        let reduced = g.reduced_canonical_form();
        assert!(close(&g, &reduced), "{g} and {reduced}");
        assert!(is_reduced(&reduced, &mut known), "{reduced} from {g}");
        assert_eq!(reduced.reduced_canonical_form(), reduced);
        assert_eq!((-&g).reduced_canonical_form(), -&reduced);
        assert!(reduced.birthday() <= g.birthday(), "{reduced} from {g}");
        assert!(g.is_hot() || reduced.is_number());
        classes.entry(reduced).or_default().push(g);
    }
    // One form for each class: forms that differ are not close.
    let forms: Vec<&Game> = classes.keys().collect();
    for (i, a) in forms.iter().enumerate() {
        for b in &forms[..i] {
            assert!(a.mean() != b.mean() || !close(a, b), "{a} and {b}");
        }
    }
    let born = |n: u32| day(n).iter().map(Game::reduced_canonical_form).collect::<HashSet<_>>().len();
    assert_eq!([0, 1, 2, 3].map(born), [1, 3, 10, 61]);
}

#[test]
fn atomic_weights_of_day_3() {
    let games = all_small_by_day(3).unwrap();
    let weight = |g: &Game| g.atomic_weight().unwrap();
    let far_star = Game::nimber(64);
    for (i, g) in games.iter().enumerate() {
        let w = weight(g);
        assert_eq!(weight(&-g), -&w, "{g}");
        // The definition: G − w·↑ + ✩ lies strictly between ↓ and ↑.
        let rest = g - w.norton_multiply(&Game::up()).unwrap() + &far_star;
        assert!(Game::down() < rest && rest < Game::up(), "{g} weighs {w}");
        // The two-ahead rule.
        assert!(!(w >= Game::integer(2)) || *g > Game::zero(), "{g}");
        assert!(!(w >= Game::integer(1)) || !(*g <= Game::zero()), "{g}");
        for h in games[i..].iter().step_by(3) {
            assert_eq!(weight(&(g + h)), &w + weight(h), "{g} + {h}");
        }
    }
}

#[test]
fn only_all_small_games_have_an_atomic_weight() {
    for (text, position, mover) in [
        ("1", "1", Player::Left),
        ("-1/2*", "-1", Player::Right),
        ("⧾₁", "-1", Player::Right),
        ("{^|{1|0}}", "1", Player::Left),
    ] {
        let error = game(text).atomic_weight().unwrap_err();
        assert_eq!((error.position, error.mover), (game(position), mover), "{text}");
        assert!(!game(text).is_all_small());
    }
    for (text, weight) in
        [("0", "0"), ("*5", "0"), ("^7*3", "7"), ("v1000000000000", "-1000000000000"), ("{^4|v4}", "{2|-2}")]
    {
        assert_eq!(game(text).atomic_weight().unwrap(), game(weight), "{text}");
    }
}

#[test]
fn powers_of_up_follow_their_definitions() {
    let power = |n| Game::up_power(n).unwrap();
    for n in 1..=12 {
        let sum: Game = (1..=n).map(power).sum();
        assert_eq!(Game::up_power_sum(n), Some(sum));
        assert!(power(n) > Game::zero() && power(n).partial_cmp(&Game::star()).is_none());
        assert!((1..20).all(|k| power(n + 1).times(k) < power(n)), "{n}");
    }
    assert_eq!((Game::up_power(101), Game::up_power_sum(101)), (None, None));
    assert!(Game::up_power(100).is_some_and(|game| game > Game::zero()));
}

#[test]
fn uptimals_are_found_and_read_back() {
    let digits = -2..=2i64;
    for (a, b, c) in
        digits.clone().flat_map(|a| digits.clone().flat_map(move |b| (-1..=1).map(move |c| (a, b, c))))
    {
        for star in 0..=1 {
            let powers = [(1, a), (2, b), (3, c)].map(|(n, d)| Game::up_power(n).unwrap().times(d));
            let game = powers.iter().sum::<Game>() + Game::nimber(star);
            let uptimal = game.uptimal().unwrap_or_else(|| panic!("{a} {b} {c} {star}: {game}"));
            let mut expected: Vec<_> = [a, b, c].map(agon::BigInt::from).into();
            while expected.last().is_some_and(|last| *last == 0.into()) {
                expected.pop();
            }
            assert_eq!((uptimal.digits(), uptimal.nimber()), (&expected[..], star));
            assert_eq!(uptimal.to_string().parse::<Game>(), Ok(game));
        }
    }
}

/// Whatever is found is the game, and what is not found is no sum of few powers.
#[test]
fn uptimals_of_day_3() {
    let mut sums = HashSet::new();
    for (a, b, c) in (-4..=4i64).flat_map(|a| (-3..=3).flat_map(move |b| (-2..=2).map(move |c| (a, b, c)))) {
        let powers = [(1, a), (2, b), (3, c)].map(|(n, d)| Game::up_power(n).unwrap().times(d));
        let sum = powers.iter().sum::<Game>();
        sums.extend((0..8).map(|nimber| &sum + Game::nimber(nimber)));
    }
    for game in super::day(3) {
        match game.uptimal() {
            Some(uptimal) => assert_eq!(uptimal.to_string().parse::<Game>(), Ok(game)),
            None => assert!(!sums.contains(&game), "{game}"),
        }
    }
}
