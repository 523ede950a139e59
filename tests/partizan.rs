//! Laws of `{L | R}` games over all games of days 2 and 3, the library against Conway's definitions, and the notation.

#![allow(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]

#[path = "oracle/conway.rs"]
mod conway;

use agon::partizan::days::{antichains, games_by_day};
use agon::partizan::{Comparison, NotationError, compare};
use agon::{Dyadic, Game, OutcomeClass, Player};
use conway::Forms;
use proptest::prelude::*;
use serde_json::Value as Json;
use std::collections::HashSet;

fn reference(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn games_json() -> Json {
    reference(include_str!("reference/games_by_day.json"))
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn day(n: u32) -> Vec<Game> {
    games_by_day(n).unwrap()
}

/// Every `{L | R}` with L and R among the four games of day 1, dominated and reversible options included.
fn forms_of_day_2() -> Vec<Game> {
    let before = day(1);
    let subset = |mask: usize| -> Vec<Game> {
        (0..4).filter(|i| mask >> i & 1 == 1).map(|i| before[i].clone()).collect()
    };
    (0..256).map(|masks| Game::new(subset(masks / 16), subset(masks % 16))).collect()
}

#[test]
fn games_by_day_agree_with_the_reference() {
    let json = games_json();
    for counts in json["counts"].as_array().unwrap() {
        let games = day(counts["day"].as_u64().unwrap().try_into().unwrap());
        let count = |what: &dyn Fn(&Game) -> bool| Json::from(games.iter().filter(|g| what(g)).count());
        assert_eq!(Json::from(games.len()), counts["born_by"]);
        assert_eq!(
            count(&|g| g.birthday() == u8::try_from(counts["day"].as_u64().unwrap()).unwrap().into()),
            counts["born_on"]
        );
        assert_eq!(count(&Game::is_number), counts["numbers_born_by"]);
        assert_eq!(count(&|g| g.as_nimber().is_some()), counts["nimbers_born_by"]);
        assert_eq!(count(&|g| *g == -g), counts["self_negative"]);
        for class in [OutcomeClass::Left, OutcomeClass::Right, OutcomeClass::Next, OutcomeClass::Previous] {
            assert_eq!(count(&|g| g.outcome() == class), counts["outcomes"][class.to_string()]);
        }
    }
    for (n, expected) in json["antichains_of_previous_day"].as_array().unwrap().iter().enumerate() {
        assert_eq!(Json::from(antichains(&day(n.try_into().unwrap())).len()), *expected);
    }
    let error = games_by_day(4).unwrap_err().to_string();
    assert!(error.contains("day 4") && error.contains("ask for day 0 to 3"), "{error}");
}

#[test]
fn the_22_games_of_day_2_have_the_reference_options_and_order() {
    let json = games_json();
    let rows = json["day2_games"].as_array().unwrap();
    let games: Vec<Game> = rows.iter().map(|row| game(text(&row["name"]))).collect();
    assert_eq!(games.iter().collect::<HashSet<_>>(), day(2).iter().collect());
    for (row, g) in rows.iter().zip(&games) {
        let options = |side: &str| -> Vec<Game> {
            row[side].as_array().unwrap().iter().map(|o| game(text(o))).collect()
        };
        assert!(Game::new(options("L"), options("R")).identical(g), "{g}");
        assert_eq!(g.outcome().to_string(), row["outcome"]);
        assert_eq!(g.birthday().to_string(), row["birthday"].to_string());
    }
    for (a, row) in games.iter().zip(json["day2_le_matrix"].as_array().unwrap()) {
        for (b, expected) in games.iter().zip(row.as_array().unwrap()) {
            assert_eq!(a <= b, expected == 1, "{a} <= {b}");
        }
    }
}

#[test]
fn the_1474_games_of_day_3_are_those_of_the_reference() {
    let json = games_json();
    let named: HashSet<Game> =
        json["day3_games"].as_array().unwrap().iter().map(|name| game(text(name))).collect();
    assert_eq!(named.len(), 1474);
    assert_eq!(named, day(3).into_iter().collect());
}

#[test]
fn named_games_agree_with_the_reference() {
    let json = reference(include_str!("reference/named_games.json"));
    for row in json["games"].as_array().unwrap() {
        let g = game(text(&row["value"]));
        let options = |side: &str| -> Vec<Game> {
            row["canonical"][side].as_array().unwrap().iter().map(|option| game(text(option))).collect()
        };
        assert!(Game::new(options("L"), options("R")).identical(&g), "{g}");
        assert!(g.is_canonical() || text(&row["value"]).starts_with('{'), "{g}");
        assert_eq!(g.outcome().to_string(), row["outcome"]);
        assert_eq!(g.birthday().to_string(), row["birthday"].to_string(), "{g}");
    }
    let up = Game::up();
    assert_eq!(&up + &up + Game::star(), Game::new([Game::zero()], [up.clone()]));
    assert_eq!(up.times(2), game("{0|^*}"));
    assert!(up.times(2) > Game::star());
    let tiny = game("{0|{0|-1}}");
    assert!((1..=6).all(|n| tiny.times(n) < up));
    assert_eq!(game("{2|0}") + game("{1|-1}"), Game::integer(1));
}

#[test]
fn order_and_canonical_form_follow_the_definition_on_all_forms_of_day_2() {
    let games = forms_of_day_2();
    let mut forms = Forms::default();
    let written: Vec<usize> = games.iter().map(|g| forms.import(g)).collect();
    for (a, &form_a) in games.iter().zip(&written) {
        let canonical = forms.import(&a.canonical_form());
        assert!(forms.equal(form_a, canonical), "{}", a.literal());
        let [left, right] = Player::BOTH.map(|first| forms.wins_moving_first(first, form_a));
        let class = match (left, right) {
            (true, true) => OutcomeClass::Next,
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
            (false, false) => OutcomeClass::Previous,
        };
        assert_eq!(a.outcome(), class, "{}", a.literal());
        for (b, &form_b) in games.iter().zip(&written) {
            let defined =
                Comparison::from_bounds(forms.at_most(form_a, form_b), forms.at_most(form_b, form_a));
            assert_eq!(compare(a, b), defined, "{} and {}", a.literal(), b.literal());
            assert_eq!(a == b, defined == Comparison::Equal);
            assert_eq!(a == b, a.canonical_form().identical(&b.canonical_form()));
        }
    }
    assert_eq!(games.into_iter().collect::<HashSet<_>>().len(), 22);
}

#[test]
fn sums_follow_the_definition_on_day_2() {
    let games = day(2);
    let mut forms = Forms::default();
    for a in &games {
        for b in &games {
            let (form_a, form_b) = (forms.import(a), forms.import(b));
            let (defined, fast) = (forms.sum(form_a, form_b), forms.import(&(a + b)));
            assert!(forms.equal(defined, fast), "{a} + {b}");
            assert_eq!(a.sum_by_definition(b), a + b);
        }
    }
}

#[test]
fn laws_hold_on_day_2() {
    let games = day(2);
    let zero = Game::zero();
    for a in &games {
        assert!(a.is_canonical() && a.canonical_form().identical(a));
        assert!((a + &zero).identical(a));
        for b in &games {
            assert_eq!(a + b, b + a);
            assert_eq!(-(a + b), -a - b);
            assert_eq!(a <= b, b - a >= zero, "{a} <= {b}");
            assert_eq!(compare(a, b), compare(b, a).reverse());
            assert_eq!(compare(a, b), compare(&(a - b), &zero));
            for c in &games {
                assert_eq!((a + b) + c, a + (b + c));
                assert!(!(a <= b && b <= c) || a <= c, "{a} <= {b} <= {c}");
            }
        }
    }
}

#[test]
fn laws_hold_on_day_3() {
    let (games, day_2) = (day(3), day(2));
    let all: HashSet<&Game> = games.iter().collect();
    let zero = Game::zero();
    for a in &games {
        assert_eq!(a - a, zero);
        assert!((-(-a)).identical(a));
        assert!(all.contains(&-a));
        assert!(Game::new(a.left_options().iter().cloned(), a.right_options().iter().cloned()).identical(a));
        assert_eq!(a.winning_moves(Player::Left).is_empty(), *a <= zero);
        assert_eq!(a.winning_moves(Player::Right).is_empty(), *a >= zero);
        for (i, b) in day_2.iter().enumerate() {
            if (a.to_string().len() + i) % 5 == 0 {
                assert_eq!(a <= b, b - a >= zero, "{a} <= {b}");
            }
        }
    }
}

#[test]
fn named_values_follow_the_definition() {
    let mut forms = Forms::default();
    let star = forms.import(&Game::star());
    let up = forms.import(&Game::new([Game::zero()], [Game::star()]));
    let down = forms.import(&Game::new([Game::star()], [Game::zero()]));
    let zero = forms.form(vec![], vec![]);
    assert_eq!(forms.import(&Game::up()), up);
    assert!(star != zero);
    let mut named = Vec::new();
    for ups in -3i64..=3 {
        for n in 0u32..=3 {
            let value = Game::up().times(ups) + Game::nimber(n);
            let mut defined = forms.import(&Game::nimber(n));
            for _ in 0..ups.abs() {
                defined = forms.sum(defined, if ups > 0 { up } else { down });
            }
            let canonical = forms.import(&value);
            assert!(forms.equal(canonical, defined), "{value}");
            named.extend(["0", "1", "-1", "1/2"].map(|x| game(x) + &value));
        }
    }
    for a in &named {
        assert_eq!(a.to_string().parse::<Game>().as_ref(), Ok(a));
        let rebuilt = Game::new(a.left_options().iter().cloned(), a.right_options().iter().cloned());
        assert!(rebuilt.identical(a), "{a} rebuilt as {rebuilt}");
        let options = Player::BOTH.map(|player| a.options(player).iter().map(Game::birthday).max());
        assert_eq!(
            a.birthday(),
            options.into_iter().flatten().max().map_or(0u8.into(), |day| day + 1u8),
            "{a}"
        );
    }
    let imported: Vec<usize> = named.iter().map(|a| forms.import(a)).collect();
    for (a, &form_a) in named.iter().zip(&imported) {
        for (b, &form_b) in named.iter().zip(&imported) {
            assert_eq!(a <= b, forms.at_most(form_a, form_b), "{a} <= {b}");
        }
    }
}

#[test]
fn numbers_are_recognised_by_value() {
    for (form, number) in [
        ("{*|*}", Some("0")),
        ("{0|^}", None),
        ("{-1|1}", Some("0")),
        ("{0,*|}", Some("1")),
        ("{1/4|1}", Some("1/2")),
        ("{5/4|2}", Some("3/2")),
        ("{v|^}", Some("0")),
        ("{-1,{-1|*}|1}", Some("1/2")),
        ("{0|{1|1}}", Some("1")),
        ("{0|0}", None),
        ("{1|-1}", None),
        ("{2|1/2}", None),
        ("{1|1}", None),
    ] {
        assert_eq!(game(form).as_number(), number.map(|x| x.parse::<Dyadic>().unwrap()), "{form}");
    }
}

#[test]
fn the_options_of_a_large_nimber_are_too_many() {
    for game in [Game::nimber(u32::MAX), Game::nimber(1 << 23) + Game::integer(3)] {
        let refused = std::panic::catch_unwind(|| game.left_options().len()).unwrap_err();
        let sentence = refused.downcast_ref::<String>().unwrap();
        assert!(sentence.contains("too many options to be listed: n is at most 4194304"), "{sentence}");
    }
    assert_eq!(Game::nimber(1000).right_options().len(), 1000);
}

#[test]
fn values_of_any_size_are_cheap() {
    let large = Game::integer(1_000_000_000);
    assert_eq!(&large + Game::integer(-1_000_000_000), Game::zero());
    assert_eq!((&large + Game::star()).to_string(), "1000000000∗");
    assert!(game("{5|-5}") < large && game("{0|{0|-7}}") < large);
    assert_eq!(game("{0|1000000000}"), Game::integer(1));
    assert_eq!(Game::nimber(4_000_000_000) + Game::nimber(4_000_000_001), Game::star());
    assert_eq!(Game::up().times(i64::MIN).to_string(), "↓9223372036854775808");
    assert_eq!((game("{1|-1}") + &large).to_string(), "{1000000001|999999999}");
    let mut nested = Game::zero();
    for _ in 0..100_000 {
        nested = Game::new([nested, Game::integer(-1)], [Game::integer(2_000_000)]);
    }
    assert_eq!(nested.to_string(), "100000");
    assert!(nested.literal().len() > 100_000);
}

#[test]
fn threads_agree_on_values() {
    let compute = || -> Vec<Game> {
        let games = day(2);
        games.iter().flat_map(|a| games.iter().map(move |b| a + b)).collect()
    };
    let handles: Vec<_> = (0..4).map(|_| std::thread::spawn(compute)).collect();
    let here = compute();
    assert!(handles.into_iter().all(|handle| handle.join().unwrap() == here));
}

#[test]
fn texts_of_games() {
    for (written, printed, literal) in [
        ("0", "0", "{|}"),
        ("{|}", "0", "{|}"),
        (" { 0 | 1 } ", "1/2", "{0|1}"),
        ("-3/8", "-3/8", "{-1/2|-1/4}"),
        ("−0.375", "-3/8", "{-1/2|-1/4}"),
        ("*2", "∗2", "{0,∗|0,∗}"),
        ("^", "↑", "{0|∗}"),
        ("v2*", "↓2∗", "{↓|0}"),
        ("1/2^3*2", "1/2↑3∗2", "{1/2|1/2↑2∗3}"),
        ("+-1", "±1", "{1|-1}"),
        ("{1|-1}", "±1", "{1|-1}"),
        ("±{2|1}", "{{2|1}|{-1|-2}}", "{{2|1}|{-1|-2}}"),
        ("{0,*|-1}", "{0,∗|-1}", "{0,∗|-1}"),
        ("{0,{-1|1},1/2|}", "1", "{0,{-1|1},1/2|}"),
        ("{0,0,0|}", "1", "{0|}"),
    ] {
        let parsed = game(written);
        assert_eq!(parsed.to_string(), printed, "{written}");
        assert_eq!(parsed.literal(), literal, "{written}");
    }
    assert_eq!(format!("{:>4}|{:<3}|{:?}", Game::star(), Game::up(), game("{0|1}")), "   ∗|↑  |1/2");
    let json = serde_json::to_string(&game("{-1|1}")).unwrap();
    assert_eq!(json, "\"{-1|1}\"");
    assert!(serde_json::from_str::<Game>(&json).unwrap().identical(&game("{-1|1}")));
}

#[test]
fn errors_name_the_place_and_what_is_allowed() {
    for (text, position, expected) in [
        ("", 0, "a game (a number, `∗`, `↑`, `↓`, `±`, `⧾`, `⧿`, or `{`)"),
        ("{0 1}", 3, "`,` or `|`"),
        ("{0|1", 4, "`,` or `}`"),
        ("{0|1}}", 5, "the end"),
        ("{0,|}", 3, "a game (a number, `∗`, `↑`, `↓`, `±`, `⧾`, `⧿`, or `{`)"),
        ("{x|1}", 1, "a game (a number, `∗`, `↑`, `↓`, `±`, `⧾`, `⧿`, or `{`)"),
        ("*9999999999", 1, "a nimber below 2^32"),
        ("-", 1, "a number"),
        ("{0|1|2}", 4, "`,` or `}`"),
        ("∗1∗", 2, "the end"),
    ] {
        let error = text.parse::<Game>().unwrap_err();
        assert_eq!((error.position, error.expected.as_str()), (position, expected), "{text}");
    }
    let third: NotationError = "{0|1/3}".parse::<Game>().unwrap_err();
    assert_eq!(third.position, 3);
    assert!(third.to_string().contains("its denominator is 3"), "{third}");
    let deep = "{".repeat(100_000).parse::<Game>().unwrap_err();
    assert_eq!(deep.position, 100_000);
    assert!(deep.to_string().lines().all(|line| line.chars().count() < 150), "{deep}");
}

/// Forms of any shape, not simplified.
fn any_form() -> impl Strategy<Value = Game> {
    let name = (-4i64..=4, 0u64..=3, -2i64..=2, 0u32..=3)
        .prop_map(|(m, k, ups, n)| Game::from(Dyadic::new(m, k)) + Game::up().times(ups) + Game::nimber(n));
    name.prop_recursive(3, 12, 3, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(left, right)| Game::new(left, right))
    })
}

proptest! {
    #[test]
    fn printed_forms_parse_to_identical_games(g in any_form()) {
        let text = String::from(g.clone());
        prop_assert!(game(&text).identical(&g), "{}", text);
        prop_assert!(game(&g.literal()).identical(&g));
        prop_assert!(game(&g.to_string()).identical(&g.canonical_form()));
        let ascii = text.replace('∗', " *").replace(',', " , ").replace('↑', "^").replace('↓', "v").replace('±', "+-");
        let ascii = ascii.replace("^ *", "^*").replace("v *", "v*");
        if let Ok(parsed) = ascii.parse::<Game>() {
            prop_assert_eq!(parsed, g);
        }
    }

    #[test]
    fn random_text_never_panics(text in "[{}|,0-9/.*^v±∗↑↓⇑⧾⧿₁_ +-]{0,20}") {
        if let Err(error) = text.parse::<Game>() {
            prop_assert!(error.position <= text.chars().count());
        }
    }

    #[test]
    fn mirroring_twice_gives_the_form_back(g in any_form()) {
        prop_assert!((-(-&g)).identical(&g));
        prop_assert_eq!(&g - &g, Game::zero());
    }
}
