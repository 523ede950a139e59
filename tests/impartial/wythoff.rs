//! Wythoff's game: the golden ratio in exact integers.

use std::collections::BTreeSet;

use agon::{Evidence, Nimber, Outcome, Retrograde, Solver, Wythoff};

use super::{numbers, reference};

fn wythoff_pairs(largest: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=largest).flat_map(move |b| (0..=b).map(move |a| (a, b)))
}

#[test]
fn the_golden_ratio_and_retrograde_agree_on_the_496_positions() {
    let labels = Retrograde::label(&Wythoff, wythoff_pairs(30)).unwrap();
    let evidence = Evidence::compare(
        "P iff (a, b) = (⌊nφ⌋, ⌊nφ²⌋)",
        "0 ≤ a ≤ b ≤ 30",
        wythoff_pairs(30),
        |&(a, b)| Wythoff::is_p(a, b),
        |pair| labels.outcome(pair) == Some(Outcome::P),
    );
    assert_eq!(
        evidence.to_string(),
        "verified up to 0 ≤ a ≤ b ≤ 30 (496 cases): P iff (a, b) = (⌊nφ⌋, ⌊nφ²⌋)"
    );
}

#[test]
fn wythoff_values_and_p_positions_are_the_published_ones() {
    let table = reference(include_str!("../reference/wythoff.json"));
    let mut solver = Solver::new(Wythoff);
    for (a, row) in (0u64..).zip(table["table"].as_array().unwrap()) {
        for (b, value) in (0u64..).zip(numbers(row)) {
            let (least, most) = (a.min(b), a.max(b));
            assert_eq!(solver.grundy(&(least, most)).unwrap(), Nimber(value), "({a}, {b})");
        }
    }
    let published: Vec<(u64, u64)> = serde_json::from_value(table["p_positions"].clone()).unwrap();
    assert_eq!((0..60).map(|n| Wythoff::cold(n).unwrap()).collect::<Vec<_>>(), published);
}

#[test]
fn cold_moves_are_the_winning_moves() {
    let mut solver = Solver::new(Wythoff);
    for (a, b) in wythoff_pairs(40) {
        let winning: BTreeSet<_> = solver.winning_moves(&(a, b)).unwrap().into_iter().collect();
        assert_eq!(Wythoff::cold_moves(a, b), Vec::from_iter(winning), "({a}, {b})");
    }
}

#[test]
fn the_two_wythoff_sequences_are_complementary() {
    let pairs: Vec<(u64, u64)> = (1..=10_000).map(|n| Wythoff::cold(n).unwrap()).collect();
    let last = pairs.last().unwrap().0;
    let mut all: Vec<u64> = pairs.iter().flat_map(|&(a, b)| [a, b]).filter(|&x| x <= last).collect();
    all.sort_unstable();
    assert_eq!(all, Vec::from_iter(1..=last));
    for (n, &(a, b)) in (1..).zip(&pairs) {
        assert_eq!(b - a, n);
        assert_eq!((Wythoff::partner(a), Wythoff::partner(b)), (Some(b), Some(a)));
    }
}

#[test]
fn golden_floors_are_exact_to_the_end_of_64_bits() {
    // ⌊nφ⌋ is the number a with a² − an − n² < 0 < (a + 1)² − (a + 1)n − n², since x² − xn − n² vanishes at x = nφ.
    let below = |a: u64, n: u64| {
        let (a, n) = (num_bigint::BigInt::from(a), num_bigint::BigInt::from(n));
        &a * &a - &a * &n - &n * &n < num_bigint::BigInt::ZERO
    };
    // The last pair that fits, by bisection.
    let last = {
        let (mut low, mut high) = (0, u64::MAX);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if Wythoff::cold(middle).is_some() { low = middle } else { high = middle - 1 }
        }
        low
    };
    assert_eq!(last, 7_046_029_254_386_353_130);
    // Fibonacci numbers are where floating point goes wrong first.
    let fibonacci = std::iter::successors(Some((1u64, 1u64)), |&(a, b)| Some((b, a.checked_add(b)?)));
    let near = fibonacci.flat_map(|(f, _)| [f - 1, f, f + 1]).filter(|&n| 0 < n && n <= last);
    for n in near.chain(last - 100..=last) {
        let (a, b) = Wythoff::cold(n).unwrap();
        assert!(below(a, n) && !below(a + 1, n), "{n}");
        assert!(Wythoff::is_p(b, a));
        assert_eq!(Wythoff::partner(b), Some(a));
        assert_eq!(Wythoff::partner(a), Some(b));
    }
    assert!(!Wythoff::is_p(0, u64::MAX));
    assert!(Wythoff::cold_moves(u64::MAX, u64::MAX).contains(&(0, 0)));
    // Every number has a partner; only its size may be too large.
    for x in u64::MAX - 50..=u64::MAX {
        assert!(Wythoff::partner(x).is_none_or(|y| Wythoff::is_p(x, y)), "{x}");
    }
}
