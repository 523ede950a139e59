//! The fast ways to numbers beside the slow ones, in one run: `cargo bench --bench numbers`.
//!
//! Every line checks first that both ways agree, then says how many times faster one is.

use agon::surreal::days::{numbers_by_day, sign_expansions_by_day};
use agon::surreal::genetic::Genetic;
use agon::surreal::{Sign, SignExpansion, canonical_game, simplest_between};
use agon::{Dyadic, Game, Real};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The shortest of three runs.
fn time<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let run = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        let result = black_box(work());
        (result, start.elapsed())
    };
    let runs = [run(&mut work), run(&mut work), run(&mut work)];
    runs.into_iter().min_by_key(|(_, duration)| *duration).expect("three runs")
}

fn line(name: &str, fast: Duration, slow: Duration, slow_way: &str) {
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{name:<58} {fast:>10.2?}   {ratio:>9.1} × faster than {slow_way} ({slow:.2?})");
}

/// The numbers of a day by filling gaps, each with the path found by comparisons.
fn days_by_gaps(day: u32) -> Vec<(Dyadic, String)> {
    let mut numbers: Vec<Dyadic> = Vec::new();
    for _ in 0..=day {
        let lows = std::iter::once(None).chain(numbers.iter().map(Some));
        let highs = numbers.iter().map(Some).chain([None]);
        let new: Vec<Dyadic> =
            lows.zip(highs).filter_map(|(low, high)| simplest_between(low, high)).collect();
        let mut old = numbers.into_iter();
        numbers = new.into_iter().flat_map(|number| [Some(number), old.next()]).flatten().collect();
    }
    numbers.into_iter().map(|x| (x.clone(), path(&x, 64).to_string())).collect()
}

/// The first signs of a number, by going down the tree of days.
fn path(x: &Dyadic, most: usize) -> SignExpansion {
    descend(most, |node| x.cmp(node))
}

fn descend(most: usize, compare: impl Fn(&Dyadic) -> std::cmp::Ordering) -> SignExpansion {
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut signs = Vec::new();
    while signs.len() < most
        && let Some(node) = simplest_between(low.as_ref(), high.as_ref())
    {
        match compare(&node) {
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => {
                signs.push(Sign::Plus);
                low = Some(node);
            }
            std::cmp::Ordering::Less => {
                signs.push(Sign::Minus);
                high = Some(node);
            }
        }
    }
    signs.into_iter().collect()
}

/// Machin's formula in exact fractions, to an error below 10^(−digits).
fn pi_in_fractions(digits: u32) -> BigRational {
    let arctan = |n: i64| {
        let bound = BigRational::new(1.into(), BigInt::from(10).pow(digits + 3));
        let x = BigRational::new(1.into(), n.into());
        let square = &x * &x;
        let (mut power, mut sum, mut k) = (x.clone(), x, 1i64);
        while power > bound {
            power = -power * &square;
            k += 2;
            sum += &power / BigInt::from(k);
            if power.is_negative() {
                power = -power * &square;
                k += 2;
                sum += &power / BigInt::from(k);
            }
        }
        sum
    };
    arctan(5) * BigInt::from(16) - arctan(239) * BigInt::from(4)
}

fn main() {
    let slow_days = |day| time(|| days_by_gaps(day));
    let (slow, slow_time) = slow_days(16);
    let (fast, fast_time) = time(|| {
        let numbers = sign_expansions_by_day(16).expect("day 16").map(|signs| (signs.to_dyadic(), signs));
        numbers.collect::<Vec<_>>()
    });
    assert!(slow.iter().zip(&fast).all(|((x, text), (y, signs))| x == y && *text == signs.to_string()));
    line("numbers of days 0–16 with sign expansions", fast_time, slow_time, "gaps and descents");

    let ((), all) = time(|| {
        for signs in sign_expansions_by_day(20).expect("day 20") {
            black_box((signs.to_dyadic(), signs));
        }
    });
    println!(
        "{:<58} {all:>10.2?}   2²¹ − 1 numbers, one after the other",
        "numbers of days 0–20 with sign expansions"
    );
    let (count, list) = time(|| {
        let numbers = numbers_by_day(20);
        let expansions: Vec<SignExpansion> = numbers.iter().map(Dyadic::sign_expansion).collect();
        numbers.len() + expansions.len()
    });
    assert_eq!(count, 2 * ((1 << 21) - 1));
    println!("{:<58} {list:>10.2?}   in two lists, expansions computed from the numbers", "the same");

    let two = Dyadic::from(2);
    let compare = |x: &Dyadic| if x.is_negative() { std::cmp::Ordering::Greater } else { two.cmp(&(x * x)) };
    let (slow, slow_time) = time(|| descend(2000, compare));
    let (fast, fast_time) = time(|| Real::sqrt(2u8).signs(2000).expect("√2 is irrational"));
    assert_eq!(slow, fast);
    line("√2 to 2000 signs", fast_time, slow_time, "one comparison a sign");
    let (_, long) = time(|| Real::sqrt(2u8).signs(100_000).expect("√2 is irrational"));
    println!("{:<58} {long:>10.2?}", "√2 to 100 000 signs");

    let digits = 300;
    let (slow, slow_time) = time(|| pi_in_fractions(digits));
    let (fast, fast_time) = time(|| Real::pi().to_decimal(digits).expect("π is irrational"));
    let slow = Real::from(slow).to_decimal(digits).expect("a rational");
    assert_eq!(slow, fast);
    line("π to 300 decimals", fast_time, slow_time, "Machin in fractions");
    let (_, long) = time(|| Real::pi().to_decimal(20_000).expect("π is irrational"));
    println!("{:<58} {long:>10.2?}", "π to 20 000 decimals");

    let numbers = numbers_by_day(4);
    let pairs = || numbers.iter().flat_map(|x| numbers.iter().map(move |y| (x, y)));
    let (slow, slow_time) = time(|| {
        let mut genetic = Genetic::default();
        let mut product = |(x, y): (&Dyadic, &Dyadic)| -> Option<Game> {
            genetic.product(&canonical_game(x), &canonical_game(y)).ok()
        };
        pairs().filter_map(|pair| product(pair)?.as_number()).collect::<Vec<_>>()
    });
    let (fast, fast_time) = time(|| pairs().map(|(x, y)| x * y).collect::<Vec<_>>());
    assert_eq!(slow, fast);
    line("961 products of the numbers of day 4", fast_time, slow_time, "Conway's definition");
}
