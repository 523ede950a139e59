//! Ordinal sums, incentives, products, and the laws of sums.

use super::{day, game};
use agon::{Dyadic, Game, OutcomeClass, Player, SignExpansion};
use proptest::prelude::*;

/// The outcomes a sum can have, from those of its parts.
fn possible(a: OutcomeClass, b: OutcomeClass) -> &'static [OutcomeClass] {
    use OutcomeClass::{Left, Next, Previous, Right};
    match (a, b) {
        (Previous, Previous) => &[Previous],
        (Previous | Left, Previous | Left) => &[Left],
        (Previous | Right, Previous | Right) => &[Right],
        (Previous, Next) | (Next, Previous) => &[Next],
        (Left, Next) | (Next, Left) => &[Left, Next],
        (Right, Next) | (Next, Right) => &[Right, Next],
        _ => &[Left, Right, Next, Previous],
    }
}

#[test]
fn outcomes_of_sums() {
    let (day_2, day_3) = (day(2), day(3));
    for g in &day_3 {
        for h in &day_2 {
            let sum = g + h;
            assert!(possible(g.outcome(), h.outcome()).contains(&sum.outcome()), "{g} + {h}");
            assert!((h + g).identical(&sum));
        }
    }
}

#[test]
fn canonical_forms_of_day_3_are_unique_and_additive() {
    let games = day(3);
    for (i, g) in games.iter().enumerate().step_by(2) {
        let written = game(&format!("{{{}|}}", g.literal()));
        assert!(written.canonical_form().is_canonical());
        assert!(g.canonical_form().canonical_form().identical(g));
        let h = &games[(i * 701 + 13) % games.len()];
        let sum = g + h;
        assert_eq!(sum.sum_by_definition(&Game::zero()), sum);
        assert_eq!(g.sum_by_definition(h), sum, "{g} + {h}");
        assert_eq!(&sum - h, *g);
        assert_eq!(-&sum, -g - h);
        let k = &games[(i * 89 + 5) % games.len()];
        if i % 4 == 0 {
            assert_eq!(&sum + k, g + (h + k), "{g} + {h} + {k}");
        }
    }
}

#[test]
fn hackenbush_strings_are_ordinal_sums() {
    for length in 1..=7u32 {
        for mask in 0..1u32 << length {
            let signs: String = (0..length).map(|i| if mask >> i & 1 == 1 { '+' } else { '-' }).collect();
            let edge = |sign: char| Game::integer(if sign == '+' { 1 } else { -1 });
            let number = Dyadic::from(&signs.parse::<SignExpansion>().unwrap());
            // Read from the ground, every prefix is a form, and what comes above it matters by value only.
            let upwards = signs.chars().map(edge).reduce(|below, above| below.ordinal_sum(&above)).unwrap();
            let downwards =
                signs.chars().rev().map(edge).reduce(|above, below| below.ordinal_sum(&above)).unwrap();
            assert_eq!((upwards.as_number(), downwards.as_number()), (Some(number.clone()), Some(number)));
        }
    }
}

#[test]
fn ordinal_sums_obey_the_colon_principle() {
    let games = day(2);
    for base in games.iter().chain([&game("{-1|1}"), &game("{*|*}")]) {
        let stacked: Vec<Game> = games.iter().map(|top| base.ordinal_sum(top)).collect();
        for (top, g) in games.iter().zip(&stacked) {
            for (other, h) in games.iter().zip(&stacked) {
                assert!(!(top >= other) || g >= h, "{base} : {top} and {base} : {other}");
            }
            // One step of the definition, with the base as it is written.
            let options = |player: Player| -> Vec<Game> {
                let above = top.options(player).iter().map(|option| base.ordinal_sum(option));
                base.options(player).iter().cloned().chain(above).collect()
            };
            assert!(Game::new(options(Player::Left), options(Player::Right)).identical(g));
            assert_eq!(-g, (-base).ordinal_sum(&-top));
        }
    }
    for n in 0..6u32 {
        for m in 0..6u32 {
            assert_eq!(Game::nimber(n).ordinal_sum(&Game::nimber(m)), Game::nimber(n + m));
        }
    }
}

#[test]
fn incentives_are_never_favourable() {
    for g in day(3) {
        for player in Player::BOTH {
            let incentives = g.incentives(player);
            assert_eq!(incentives.len(), g.options(player).len());
            assert!(!incentives.iter().any(|gain| *gain >= Game::zero()), "{g}");
            assert_eq!((-&g).incentives(player.opponent()).len(), incentives.len());
            for (option, gain) in g.options(player).iter().zip(&incentives) {
                let moved = if player == Player::Left { &g + gain } else { &g - gain };
                assert_eq!(moved, *option);
            }
        }
    }
}

#[test]
fn only_numbers_have_products() {
    let games = day(2);
    for g in &games {
        for h in &games {
            match g.product(h) {
                Ok(product) => {
                    assert_eq!(h.product(g), Ok(product.clone()));
                    if g.is_number() && h.is_number() {
                        assert_eq!(g.product_by_definition(h).unwrap(), product, "{g} · {h}");
                    }
                }
                Err(error) => {
                    let integer = |g: &Game| g.as_number().is_some_and(|x| x.is_integer());
                    assert!(!(integer(g) || integer(h) || g.is_number() && h.is_number()));
                    let message = error.to_string();
                    assert!(message.starts_with(&format!("{g} and {h} have no product")), "{message}");
                }
            }
        }
    }
    // The witness in the message.
    let [two, other_two] = ["{1|}", "{0,1|}"].map(game);
    assert!(two == other_two && two.product_by_definition(&Game::star()).unwrap() == Game::zero());
    assert_eq!(other_two.product_by_definition(&Game::star()).unwrap(), Game::nimber(2));
    assert_eq!(game("^").product(&Game::integer(i64::MAX)).unwrap(), Game::up().times(i64::MAX));
}

/// Values of day 4 and later: options among those of day 3.
fn any_value() -> impl Strategy<Value = Game> {
    let listed = day(3);
    let option = (0..listed.len()).prop_map(move |i| listed[i].clone());
    let side = prop::collection::vec(option, 1..3);
    (side.clone(), side).prop_map(|(left, right)| Game::new(left, right).canonical_form())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn laws_beyond_day_3(g in any_value(), h in any_value()) {
        let sum = &g + &h;
        prop_assert!((&sum - &h).identical(&g));
        prop_assert_eq!(sum.mean(), g.mean() + h.mean());
        prop_assert!(sum.temperature() <= g.temperature().max(h.temperature()));
        prop_assert_eq!(g <= h, &h - &g >= Game::zero());
        prop_assert_eq!(sum.to_string().parse::<Game>(), Ok(sum.clone()));
        let reduced = g.reduced_canonical_form();
        prop_assert!((&g - &reduced).is_infinitesimal());
        prop_assert_eq!((&reduced + &h.reduced_canonical_form()).reduced_canonical_form(), sum.reduced_canonical_form());
        for t in [0, 1, 3] {
            let t = Dyadic::new(t, 1);
            prop_assert_eq!(sum.cooled(&t), Ok(g.cooled(&t).unwrap() + h.cooled(&t).unwrap()));
        }
    }
}
