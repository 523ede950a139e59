//! Wythoff's game: the golden ratio in exact integers.

use std::collections::BTreeSet;

use agon::impartial::{GeneralizedWythoff, LimitedTotal};
use agon::{Evidence, Impartial, Nimber, Outcome, Retrograde, Solver, Wythoff, mex};

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

/// The table by its definition.
fn wythoff_by_definition(rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0; columns]; rows];
    for (a, b) in (0..rows).flat_map(|a| (0..columns).map(move |b| (a, b))) {
        let one = (0..a).map(|to| table[to][b]).chain((0..b).map(|to| table[a][to]));
        table[a][b] = mex(one.chain((1..=a.min(b)).map(|taken| table[a - taken][b - taken])));
    }
    table
}

#[test]
fn the_table_is_the_one_of_the_definition() {
    for (rows, columns) in
        [(0, 0), (0, 5), (5, 0), (1, 1), (1, 9), (9, 1), (64, 65), (130, 130), (70, 300), (300, 70)]
    {
        let table = Wythoff::table(rows, columns).unwrap();
        let expected = wythoff_by_definition(rows, columns);
        for (a, row) in expected.iter().enumerate() {
            assert_eq!(table.row(a), Some(row.as_slice()), "{rows} × {columns}, row {a}");
        }
        assert_eq!((table.row(rows), table.value(0, columns)), (None, None));
    }
    let table = Wythoff::table(1000, 1000).unwrap();
    for n in (0..).take_while(|&n| Wythoff::cold(n).unwrap().1 < 1000) {
        let (a, b) = Wythoff::cold(n).unwrap();
        assert_eq!(table.value(a as usize, b as usize), Some(Nimber(0)));
    }
    assert_eq!(Wythoff::table(2, 3).unwrap().to_string(), "0 1 2\n1 2 0");
    let error = Wythoff::table(1 << 20, 1 << 20).unwrap_err();
    assert!(error.to_string().contains("1048576 × 1048576"), "{error}");
    assert!(Wythoff::table(usize::MAX, 0).is_err());
}

#[test]
fn generalized_wythoff_has_the_lost_positions_of_the_theorem() {
    for (s, t) in (1..=3).flat_map(|s| (1..=4).map(move |t| (s, t))) {
        let game = GeneralizedWythoff::new(s, t).unwrap();
        let labels = Retrograde::label(&game, wythoff_pairs(30)).unwrap();
        let lost: BTreeSet<(u64, u64)> = labels.p_positions().copied().collect();
        let listed: BTreeSet<(u64, u64)> =
            game.p_positions(31).into_iter().filter(|&(_, b)| b <= 30).collect();
        assert_eq!(lost, listed, "{game}");
        let cold: Vec<_> = (0..2000).filter_map(|n| game.cold(n)).collect();
        assert_eq!(cold, if s == 1 { game.p_positions(2000) } else { vec![] }, "{game}");
    }
    let wythoff = GeneralizedWythoff::within(1).unwrap();
    assert_eq!(wythoff.p_positions(100), (0..100).map(|n| Wythoff::cold(n).unwrap()).collect::<Vec<_>>());
    for pair in wythoff_pairs(12) {
        let options: BTreeSet<_> = wythoff.options(&pair).into_iter().collect();
        assert_eq!(options, Wythoff.options(&pair).into_iter().collect::<BTreeSet<_>>());
    }
    assert!(GeneralizedWythoff::new(0, 1).is_none() && GeneralizedWythoff::within(0).is_none());
    assert_eq!(GeneralizedWythoff::within(u64::MAX).unwrap().cold(u64::MAX), None);
    assert_eq!(GeneralizedWythoff::within(u64::MAX).unwrap().p_positions(9), [(0, 0), (1, u64::MAX)][..1]);
}

#[test]
fn a_limited_total_is_bashs_game() {
    for limit in 1..=5 {
        let game = LimitedTotal::new(limit).unwrap();
        let labels = Retrograde::label(&game, wythoff_pairs(20)).unwrap();
        for pair in wythoff_pairs(20) {
            let lost = (pair.0 + pair.1) % (limit + 1) == 0;
            assert_eq!(labels.outcome(&pair).unwrap().is_p(), lost, "{pair:?}, at most {limit}");
        }
    }
    // Freely from one heap, and no two from both, is Nim; from both at once (1, 1), and the diagonal is lost no more.
    let labels =
        Retrograde::label(&LimitedTotal::new(1).unwrap().freely_from_one(), wythoff_pairs(15)).unwrap();
    assert!(wythoff_pairs(15).all(|(a, b)| labels.outcome(&(a, b)).unwrap().is_p() == (a == b)));
    assert!(LimitedTotal::new(0).is_none());
}
