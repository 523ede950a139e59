//! Stops, means, temperatures, thermographs, cooling and heating.

use super::{day, game, games_json, named_json, number, text};
use agon::partizan::thermograph::Wall;
use agon::{Dyadic, Game, Player};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};

fn zero() -> Dyadic {
    Dyadic::zero()
}

#[test]
fn reference_values() {
    for row in games_json()["day2_games"].as_array().unwrap() {
        let g = game(text(&row["name"]));
        assert_eq!(g.left_stop().to_string(), row["left_stop"], "{g}");
        assert_eq!(g.right_stop().to_string(), row["right_stop"], "{g}");
        assert_eq!(g.mean().to_string(), row["mean"], "{g}");
        assert_eq!(g.temperature().to_string(), row["temperature"], "{g}");
    }
    let mut histogram: BTreeMap<String, u64> = BTreeMap::new();
    for g in day(3) {
        *histogram.entry(g.temperature().to_string()).or_default() += 1;
    }
    assert_eq!(serde_json::to_value(histogram).unwrap(), games_json()["day3_temperature_histogram"]);
    for counts in games_json()["counts"].as_array().unwrap() {
        let games = day(counts["day"].as_u64().unwrap().try_into().unwrap());
        let count = |what: fn(&Game) -> bool| Json::from(games.iter().filter(|g| what(g)).count());
        assert_eq!(count(Game::is_infinitesimal), counts["infinitesimals_born_by"]);
        assert_eq!(count(Game::is_all_small), counts["dicotic_born_by"]);
    }
}

#[test]
fn named_games_have_the_reference_walls() {
    for row in named_json()["games"].as_array().unwrap() {
        let g = game(text(&row["value"]));
        assert_eq!(g.left_stop(), number(text(&row["left_stop"])), "{g}");
        assert_eq!(g.right_stop(), number(text(&row["right_stop"])), "{g}");
        assert_eq!(g.mean(), number(text(&row["mean"])), "{g}");
        assert_eq!(g.temperature(), number(text(&row["temperature"])), "{g}");
        for (side, wall) in
            [("left_wall", g.thermograph().left_wall()), ("right_wall", g.thermograph().right_wall())]
        {
            let points: Vec<[String; 2]> = wall
                .breakpoints()
                .iter()
                .map(|point| [point.temperature.to_string(), point.value.to_string()])
                .collect();
            assert_eq!(serde_json::to_value(points).unwrap(), row[side], "{side} of {g}");
        }
    }
}

/// Scores at the temperatures 0, 1/16, 2/16, …, in sixteenths, by the definition: taxed options, until the walls meet.
fn scores(g: &Game, known: &mut HashMap<Game, [Vec<i64>; 2]>) -> [Vec<i64>; 2] {
    const STEPS: i64 = 16 * 4;
    if let Some(scores) = known.get(g) {
        return scores.clone();
    }
    let result = if let Some(x) = g.as_number() {
        let x = (x * Dyadic::from(16)).to_i64().unwrap();
        [vec![x; STEPS as usize], vec![x; STEPS as usize]]
    } else {
        let mut options = |player| -> Vec<[Vec<i64>; 2]> {
            g.options(player).iter().map(|option| scores(option, known)).collect()
        };
        let (left, right) = (options(Player::Left), options(Player::Right));
        let (mut left_wall, mut right_wall) = (Vec::new(), Vec::new());
        let mut mast = None;
        for t in 0..STEPS {
            let best_left = left.iter().map(|option| option[1][t as usize] - t).max().unwrap();
            let best_right = right.iter().map(|option| option[0][t as usize] + t).min().unwrap();
            assert!(mast.is_some() || best_left >= best_right, "the walls of {g} meet between two steps");
            if mast.is_none() && best_left == best_right {
                mast = Some(best_left);
            }
            left_wall.push(mast.unwrap_or(best_left));
            right_wall.push(mast.unwrap_or(best_right));
        }
        [left_wall, right_wall]
    };
    known.insert(g.clone(), result.clone());
    result
}

#[test]
fn thermographs_of_day_3_follow_the_definition() {
    let mut known = HashMap::new();
    for g in day(3) {
        let defined = scores(&g, &mut known);
        let thermograph = g.thermograph();
        for (t, sixteenths) in (0..).zip(0..defined[0].len()) {
            let t = Dyadic::new(t, 4);
            for player in Player::BOTH {
                let defined = Dyadic::new(defined[player as usize][sixteenths], 4);
                assert_eq!(thermograph.score(player, &t), defined, "{g} at {t}");
            }
        }
        let freezing = thermograph.freezing_point();
        assert_eq!((&freezing.temperature, &freezing.value), (&g.temperature(), &g.mean()));
        if !g.is_number() {
            let at = |player| thermograph.score(player, &freezing.temperature);
            assert!(Player::BOTH.map(at).iter().all(|score| *score == freezing.value), "{g}");
        }
        for player in Player::BOTH {
            let points = thermograph.wall(player).breakpoints();
            for pair in points.windows(2) {
                let (time, change) =
                    (&pair[1].temperature - &pair[0].temperature, &pair[1].value - &pair[0].value);
                assert!(time.is_positive() && (change.is_zero() || change.abs() == time), "{g}");
                assert!(if player == Player::Left { !change.is_positive() } else { !change.is_negative() });
            }
            for triple in points.windows(3) {
                let level = |i: usize| triple[i].value == triple[i + 1].value;
                assert!(level(0) != level(1), "a point of the wall of {g} lies within a line");
            }
        }
    }
}

#[test]
fn the_thermograph_of_a_negative_is_the_mirror_image() {
    let mirrored = |wall: &Wall| -> Vec<(Dyadic, Dyadic)> {
        wall.breakpoints().iter().map(|p| (p.temperature.clone(), -&p.value)).collect()
    };
    let plain = |wall: &Wall| -> Vec<(Dyadic, Dyadic)> {
        wall.breakpoints().iter().map(|p| (p.temperature.clone(), p.value.clone())).collect()
    };
    for g in day(3) {
        let negative = -&g;
        let (a, b) = (g.thermograph(), negative.thermograph());
        assert_eq!(mirrored(a.left_wall()), plain(b.right_wall()));
        assert_eq!(mirrored(a.right_wall()), plain(b.left_wall()));
        assert_eq!((g.mean(), g.temperature()), (-negative.mean(), negative.temperature()));
    }
}

fn stop_by_definition(g: &Game, first: Player) -> Dyadic {
    if let Some(x) = g.as_number() {
        return x;
    }
    let stops = g.options(first).iter().map(|option| stop_by_definition(option, first.opponent()));
    if first == Player::Left { stops.max().unwrap() } else { stops.min().unwrap() }
}

#[test]
fn stops_obey_their_laws_on_day_3() {
    for g in day(3) {
        for first in Player::BOTH {
            assert_eq!(g.stop(first), stop_by_definition(&g, first), "{g}");
        }
        assert!(g.left_stop() >= g.mean() && g.mean() >= g.right_stop());
        assert_eq!(g.is_hot(), g.left_stop() > g.right_stop());
        assert!(!g.is_number() || g.left_stop() == g.right_stop());
        // G is below every number above its left stop, and not below any number below it.
        let step = Dyadic::new(1, 6);
        assert!(g < Game::from(g.left_stop() + &step) && g > Game::from(g.right_stop() - &step));
        if !g.is_number() {
            assert!(!(g <= Game::from(g.left_stop() - &step)) && !(g >= Game::from(g.right_stop() + &step)));
        }
    }
}

fn check_sum(g: &Game, h: &Game) {
    let sum = g + h;
    let [left, right] = [Game::left_stop, Game::right_stop];
    assert!(left(g) + right(h) <= left(&sum) && left(&sum) <= left(g) + left(h), "{g} + {h}");
    assert!(right(g) + right(h) <= right(&sum) && right(&sum) <= right(g) + left(h), "{g} + {h}");
    assert_eq!(sum.mean(), g.mean() + h.mean(), "{g} + {h}");
    assert!(sum.temperature() <= g.temperature().max(h.temperature()), "{g} + {h}");
    if g.temperature() < h.temperature() {
        assert!(sum.is_number() || sum.temperature() == h.temperature(), "{g} + {h}");
    }
}

#[test]
fn means_add_and_temperatures_do_not_rise() {
    let (day_2, day_3) = (day(2), day(3));
    for g in &day_2 {
        for h in &day_2 {
            check_sum(g, h);
        }
    }
    for (i, g) in day_3.iter().enumerate() {
        for h in day_2.iter().skip(i % 3).step_by(3) {
            check_sum(g, h);
        }
        let other = &day_3[i * 577 % day_3.len()];
        check_sum(g, other);
    }
}

#[test]
fn number_avoidance() {
    // If a player can win G + x at all by moving first, then by a move in G, unless G is a number.
    let numbers: Vec<Game> = ["-1", "-1/2", "-1/8", "0", "1/4", "1", "3/2"].iter().map(|x| game(x)).collect();
    for g in day(3).iter().filter(|g| !g.is_number()) {
        for x in &numbers {
            let wins = |position: &Game, player| {
                let class = position.outcome();
                class.winner(player) == player
            };
            let moves =
                |player: Player| g.options(player).iter().map(|option| option + x).collect::<Vec<_>>();
            for player in Player::BOTH {
                let in_game = moves(player).iter().any(|next| !wins(next, player.opponent()));
                assert_eq!(wins(&(g + x), player), in_game, "{g} + {x}");
            }
        }
    }
}

#[test]
fn cooling_follows_the_thermograph_and_adds() {
    let temperatures = ["0", "1/8", "1/4", "1/2", "3/4", "1", "3/2", "5"].map(number);
    for g in day(3) {
        for t in &temperatures {
            let cooled = g.cooled(t).unwrap();
            assert_eq!(cooled.mean(), g.mean());
            for player in Player::BOTH {
                assert_eq!(cooled.stop(player), g.thermograph().score(player, t), "{g} cooled by {t}");
            }
            if g.temperature() >= *t && !g.is_number() {
                assert_eq!(cooled.temperature(), g.temperature() - t, "{g} cooled by {t}");
            } else {
                assert_eq!(cooled.as_number(), Some(g.mean()), "{g} cooled by {t}");
            }
        }
        assert_eq!(g.cooled(&zero()).unwrap(), g);
    }
    let games = day(2);
    for g in &games {
        for h in &games {
            for t in &temperatures {
                let cooled = |g: &Game| g.cooled(t).unwrap();
                assert_eq!(cooled(&(g + h)), cooled(g) + cooled(h), "{g} + {h} cooled by {t}");
            }
        }
    }
    let error = Game::star().cooled(&number("-1/2")).unwrap_err();
    assert!(error.to_string().contains("-1/2 is negative"), "{error}");
}

#[test]
fn cooling_undoes_heating() {
    for g in day(2) {
        for t in ["1/4", "1", "2"] {
            let heated = g.heated(&game(t));
            assert_eq!(heated.cooled(&number(t)).unwrap(), g, "{g} heated by {t}");
        }
    }
    // Heating keeps neither sums nor the order.
    let (g, h, one) = (game("{*|-1}"), game("-1*"), game("1"));
    assert!(g > h && g.heated(&one).partial_cmp(&h.heated(&one)).is_none());
    assert!((&g + Game::star()).heated(&one) != g.heated(&one) + Game::star().heated(&one));
}

#[test]
fn norton_products_are_linear_and_keep_the_order() {
    let games = day(2);
    for unit in ["1", "1/2", "^", "1*", "{2|1}", "⧾₁"].map(game) {
        let product = |g: &Game| g.norton_multiply(&unit).unwrap();
        assert_eq!(product(&Game::integer(3)), unit.times(3));
        for g in &games {
            assert_eq!(product(&-g), -product(g));
            for h in &games {
                assert_eq!(product(&(g + h)), product(g) + product(h), "({g} + {h})·{unit}");
                assert_eq!(product(g) >= product(h), g >= h, "{g}·{unit} and {h}·{unit}");
            }
        }
    }
    assert!(games.iter().all(|g| g.norton_multiply(&Game::integer(1)).as_ref() == Ok(g)));
    assert!(games.iter().all(|g| g.overheated(&game("1"), &game("-1/2")).is_ok()));
    let error = Game::up().norton_multiply(&Game::star()).unwrap_err();
    assert!(error.to_string().contains("∗ is not"), "{error}");
    assert!(Game::up().overheated(&Game::zero(), &Game::zero()).is_err());
}

#[test]
fn overheating_follows_its_definition() {
    // ∫₁∗¹ of an even-tempered value: Siegel's warming of integers keeps them, and a switch gains 1 for each move.
    let [star_one, one] = [game("1*"), game("1")];
    for (g, overheated) in
        [("3", "3*"), ("*", "±1"), ("1/2", "{1|*}"), ("{1|-1}", "±{2*}"), ("^", "{1||0|-2}")]
    {
        let expected = match overheated.strip_prefix("±{2*}") {
            Some(_) => game("{2*|-2*}"),
            None => game(overheated),
        };
        assert_eq!(game(g).overheated(&star_one, &one).unwrap(), expected, "{g}");
    }
}
