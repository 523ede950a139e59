//! Conway's definitions of sum, product and inverse against the arithmetic of rationals.

use super::conway::Forms;
use agon::surreal::days::numbers_by_day;
use agon::surreal::genetic::{
    Genetic, inverse, number_forms, operations_are_well_defined, products_of_games_are_well_defined,
};
use agon::surreal::{canonical_game, standard_form};
use agon::{Dyadic, Game};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

#[test]
fn products_by_definition_are_those_of_dyadics() {
    let mut genetic = Genetic::default();
    let numbers = numbers_by_day(4);
    for x in &numbers {
        for y in &numbers {
            let [a, b] = [x, y].map(canonical_game);
            assert_eq!(genetic.product(&a, &b).unwrap().as_number(), Some(x * y), "{x}·{y}");
            assert_eq!(genetic.sum(&a, &b).unwrap().as_number(), Some(x + y), "{x}+{y}");
        }
    }
    let numbers = numbers_by_day(3);
    for x in &numbers {
        for y in &numbers {
            let [a, b] = [x, y].map(|x| standard_form(x).unwrap());
            assert_eq!(genetic.product(&a, &b).unwrap().as_number(), Some(x * y), "{x}·{y}");
            assert_eq!(genetic.sum(&a, &b).unwrap().as_number(), Some(x + y), "{x}+{y}");
        }
    }
}

/// The library's sums by definition are the forms of the oracle, option for option.
#[test]
fn sums_by_definition_keep_every_option() {
    let mut genetic = Genetic::default();
    let mut forms = Forms::default();
    let games: Vec<Game> =
        ["{-1|1}", "{0|0}", "{0,1|}", "{{-1|1}|1,2}", "{0|^}"].map(|t| t.parse().unwrap()).into();
    for x in &games {
        for y in &games {
            let sum = forms.import(&genetic.sum(x, y).unwrap());
            let (a, b) = (forms.import(x), forms.import(y));
            assert_eq!(sum, forms.sum(a, b), "{} + {}", x.literal(), y.literal());
        }
    }
    let late = Game::integer(100);
    assert!(genetic.sum(&late, &late).unwrap_err().to_string().contains("formal birthday 100"));
    assert!(genetic.product(&Game::integer(1_000_000_007), &Game::zero()).is_err());
    let late = number_forms(4).unwrap_err().to_string();
    assert!(late.contains("the forms of numbers born by day 4") && late.contains("day 0 to 3"), "{late}");
}

#[test]
fn sums_and_products_depend_on_values_alone_for_numbers() {
    for day in 0..=2 {
        assert!(operations_are_well_defined(day).unwrap().holds());
    }
    assert!(operations_are_well_defined(4).unwrap_err().to_string().contains("day 4"));
    // Every form of day 3 with some forms of each value, among them forms whose options are no canonical forms.
    let mut genetic = Genetic::default();
    let others: Vec<Game> =
        ["{|}", "{-1|1}", "{0|}", "{{-1|1}|}", "{0|1}", "{{-1|2}|{0|}}", "{-2,-1|-1/2,{0|1}}", "{1,{-1|}|}"]
            .map(|text| text.parse().unwrap())
            .into();
    for x in number_forms(3).unwrap() {
        for y in &others {
            let (a, b) = (x.as_number().unwrap(), y.as_number().unwrap());
            let case = format!("{} and {}", x.literal(), y.literal());
            assert_eq!(genetic.product(&x, y).unwrap().as_number(), Some(&a * &b), "{case}");
            assert_eq!(genetic.sum(&x, y).unwrap().as_number(), Some(a + b), "{case}");
        }
    }
}

#[test]
fn products_of_games_depend_on_the_forms() {
    let json = super::reference();
    let known = &json["game_product_not_well_defined"];
    let mut genetic = Genetic::default();
    let [star, same]: [Game; 2] = ["{0|0}", "{-1,0|0,1}"].map(|text| text.parse().unwrap());
    assert_eq!(star, same);
    let products = [&star, &same].map(|form| genetic.product(form, &star).unwrap().to_string());
    assert_eq!(products, ["star_times_star", "star2form_times_star"].map(|key| known[key].as_str().unwrap()));
    assert!(products_of_games_are_well_defined().is_refuted());
}

#[test]
fn inverses_close_in() {
    for x in numbers_by_day(4).into_iter().filter(Dyadic::is_positive) {
        let exact = BigRational::one() / BigRational::from(x.clone());
        for form in [canonical_game(&x), standard_form(&x).unwrap()] {
            let mut gap: Option<BigRational> = None;
            for rounds in 0..=5 {
                let Ok(cut) = inverse(&form, rounds) else { break };
                assert!(cut.left.iter().all(|option| option.value < exact), "{cut}");
                assert!(cut.right.iter().all(|option| option.value > exact), "{cut}");
                if let (Some(low), Some(high)) = cut.bounds() {
                    let narrower = high - low;
                    assert!(gap.is_none_or(|gap| narrower <= gap), "{cut}");
                    gap = Some(narrower);
                }
                for option in cut.left.iter().chain(&cut.right) {
                    if let Some((x_option, y)) = &option.made_from {
                        let x = BigRational::from(x.clone());
                        assert_eq!(&option.value * x_option, BigRational::one() + (x_option - x) * y);
                    }
                }
            }
        }
        // Where the inverse is dyadic it is found exactly.
        if let Ok(dyadic) = Dyadic::try_from(&exact) {
            let cut = inverse(&canonical_game(&x), 6).unwrap();
            assert_eq!(cut.simplest().unwrap(), Some(dyadic.into()), "{cut}");
        }
    }
    assert!(inverse(&Game::integer(-1), 3).is_err() && inverse(&Game::up(), 3).is_err());
    let many = inverse(&standard_form(&Dyadic::new(11, 3)).unwrap(), 60).unwrap_err().to_string();
    assert!(many.contains("more than 2000 options"), "{many}");
    assert!(inverse(&Game::integer(BigInt::from(1) << 100), 5).is_ok());
}

#[test]
fn quotients_are_exact() {
    for x in numbers_by_day(4) {
        for y in numbers_by_day(4) {
            let quotient = x.quotient(&y);
            assert_eq!(quotient.is_none(), y.is_zero());
            if let Some(quotient) = quotient.and_then(|quotient| quotient.to_rational()) {
                assert_eq!(quotient * BigRational::from(y), BigRational::from(x.clone()));
            }
        }
    }
    assert!(Dyadic::new(-1, 1).quotient(&Dyadic::from(3)).unwrap().to_rational().unwrap().is_negative());
}
