//! Fast paths of the theory of impartial games against their slow oracles, in one run: `cargo bench --bench theory`.

#[path = "../tests/oracle/nim_product.rs"]
mod nim_product;

use std::hint::black_box;
use std::time::{Duration, Instant};

use agon::impartial::{ChompTable, ShallowGame, ShallowSums};
use agon::{
    Chomp, FiniteGame, Heaps, MiserePeriod, MisereQuotient, MisereSolver, Nimber64, Nimber128, OctalGame,
    Retrograde, Staircase,
};
use nim_product::ConwaysRules;

fn main() {
    nim_products();
    chomp_tables();
    shallow_sums();
    misere_quotients();
}

/// The seconds that one call takes: the best of many short runs, since the machine may do other things as well.
fn seconds(mut call: impl FnMut()) -> f64 {
    let (mut calls, mut best) = (1u32, f64::INFINITY);
    let begin = Instant::now();
    while best.is_infinite() || begin.elapsed() < Duration::from_millis(300) {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        let time = start.elapsed();
        if time < Duration::from_millis(2) && calls < 1 << 20 {
            calls *= 2;
        } else {
            best = best.min(time.as_secs_f64() / f64::from(calls));
        }
    }
    best
}

fn report(what: &str, fast: f64, slow: f64) {
    println!("{what:<58} {:>10.3} µs {:>12.3} µs  ratio {:>9.1}", fast * 1e6, slow * 1e6, slow / fast);
}

/// Numbers that look random.
fn scrambled(count: u64) -> Vec<u64> {
    (1..=count)
        .map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 17).wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .collect()
}

fn nim_products() {
    let numbers = scrambled(4096);
    let pairs = || numbers.iter().zip(numbers.iter().rev());
    let fast = seconds(|| {
        for (&a, &b) in pairs() {
            black_box(Nimber64::new(a) * Nimber64::new(b));
        }
    }) / numbers.len() as f64;
    let mut rules = ConwaysRules::default();
    let slow = seconds(|| {
        for (&a, &b) in pairs().take(8) {
            black_box(rules.product(a.into(), b.into()));
        }
    }) / 8.0;
    report("64-bit nim product: polynomials / Conway's rules", fast, slow);
    println!("{:<58} {:>10.1} M/s", "64-bit nim products", 1e-6 / fast);
    let wide = |n: u64| u128::from(n) << 64 | u128::from(n.rotate_left(23));
    let fast = seconds(|| {
        for (&a, &b) in pairs() {
            black_box(Nimber128::new(wide(a)) * Nimber128::new(wide(b)));
        }
    }) / numbers.len() as f64;
    let slow = seconds(|| {
        for (&a, &b) in pairs().take(2) {
            black_box(rules.product(wide(a), wide(b)));
        }
    }) / 2.0;
    report("128-bit nim product: polynomials / Conway's rules", fast, slow);
}

fn chomp_tables() {
    let bar = Staircase::rectangle(8, 8).expect("the sides are positive");
    let fast = seconds(|| {
        black_box(ChompTable::new(8, 8)).expect("the rectangle is small");
    });
    let slow = seconds(|| {
        black_box(Retrograde::reachable_from(&Chomp, [bar.clone()])).expect("Chomp ends");
    });
    report("Chomp 8 × 8 (12869 staircases): table / retrograde", fast, slow);
    let large = seconds(|| {
        black_box(ChompTable::new(12, 12)).expect("the rectangle is small");
    });
    println!("{:<58} {:>10.1} M/s", "staircases of Chomp 12 × 12 (2704155)", 2.704_155 / large);
}

fn shallow_sums() {
    let sums = ShallowSums::new();
    let pairs: Vec<(ShallowGame, ShallowGame)> = scrambled(256)
        .iter()
        .map(|&n| (ShallowGame::from_code(n as u16), ShallowGame::from_code((n >> 16) as u16)))
        .collect();
    let fast = seconds(|| {
        for &(g, h) in &pairs {
            black_box(sums.outcome(g, h));
        }
    }) / pairs.len() as f64;
    let slow = seconds(|| {
        for &(g, h) in &pairs[..16] {
            black_box((FiniteGame::from(g) + FiniteGame::from(h)).outcome());
        }
    }) / 16.0;
    report("outcome of a sum of two games of depth 4: bits / sets", fast, slow);
    let zero = ShallowGame::from_code(0);
    let row = seconds(|| {
        black_box(sums.distinguisher(zero, ShallowGame::from_code(2)));
    });
    println!("{:<58} {:>10.1} M/s", "outcomes compared in a row of 65536", 65536e-6 / row);
}

fn misere_quotients() {
    let kayles = OctalGame::kayles();
    let quotient = MisereQuotient::of_heaps(&kayles, 9).expect("the quotient is finite");
    let sum = Heaps::from([2, 3, 5, 7, 8, 9, 9]);
    let fast = seconds(|| {
        black_box(quotient.outcome(&sum)).expect("the heaps are in the quotient");
    });
    let slow = seconds(|| {
        black_box(MisereSolver::new(&kayles).outcome(&sum)).expect("Kayles ends");
    });
    report("misère Kayles, seven rows of pins: quotient / solver", fast, slow);
    let learn = seconds(|| {
        black_box(MisereQuotient::of_heaps(&kayles, 9)).expect("the quotient is finite");
    });
    println!(
        "{:<58} {:>10.3} ms (order {})",
        "the misère quotient of Kayles to 9, proven",
        learn * 1e3,
        quotient.order()
    );
    let solve = seconds(|| {
        black_box(MiserePeriod::find(&kayles, 167)).expect("the quotient is finite");
    });
    println!("{:<58} {:>10.3} ms", "all heaps of misère Kayles, period proven", solve * 1e3);
}
