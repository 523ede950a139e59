//! Fast paths of the theory of impartial games against their slow oracles, in one run: `cargo bench --bench theory`.

#[path = "../tests/oracle/nim_product.rs"]
mod nim_product;

use std::hint::black_box;
use std::time::{Duration, Instant};

use agon::{Nimber64, Nimber128};
use nim_product::ConwaysRules;

fn main() {
    nim_products();
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
