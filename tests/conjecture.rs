//! Conjectures: the answer is that of a plain loop, whatever the threads do; what is known survives an interrupt.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use agon::evidence::Domain;
use agon::{Counterexample, Evidence, conjecture, interrupt};

/// The interrupt flag belongs to the process: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[test]
fn the_first_counterexample_is_found_wherever_it_is() {
    let _turn = alone();
    for first in [0, 1, 2, 63, 64, 4_999, 99_999] {
        // Later cases fail much faster than the first one is reached, so threads come upon them before.
        let law = |n: u64| n < first || (n > first && n.is_multiple_of(3));
        let found = conjecture("s").over(0..100_000u64).check(law);
        assert_eq!(found, Evidence::check("s", "0 … 99999", 0..100_000u64, |n| law(*n)));
        assert_eq!(found.to_string(), format!("refuted by {first}: s"));
    }
    let none = conjecture("s").over(0..100_000u64).check(|_| true);
    assert_eq!(none, Evidence::check("s", "0 … 99999", 0..100_000u64, |_| true));
}

#[test]
fn every_case_is_examined_once() {
    let _turn = alone();
    let (sum, count) = (AtomicU64::new(0), AtomicU64::new(0));
    let evidence = conjecture("s").over(1..=12_345u64).bound("n ≤ 12345").check(|n| {
        sum.fetch_add(n, Ordering::Relaxed);
        count.fetch_add(1, Ordering::Relaxed);
        true
    });
    assert_eq!(evidence.to_string(), "verified up to n ≤ 12345 (12345 cases): s");
    assert_eq!((sum.into_inner(), count.into_inner()), (12_345 * 12_346 / 2, 12_345));
}

#[test]
fn domains_have_their_cases_in_order() {
    fn cases<D: Domain>(domain: D) -> Vec<D::Case> {
        (0..domain.size()).map(|index| domain.case(index)).collect()
    }
    assert_eq!(cases(-2..=1i8), [-2, -1, 0, 1]);
    assert_eq!(cases(i8::MIN..=i8::MAX).len(), 256);
    assert_eq!(cases(250..=255u8), [250, 251, 252, 253, 254, 255]);
    assert_eq!((0..=u64::MAX).size(), u64::MAX);
    assert_eq!((i64::MIN..i64::MAX).case(u64::MAX - 1), i64::MAX - 1);
    #[allow(clippy::reversed_empty_ranges)]
    let empty = (5..=4u32).size() + (5..2i32).size() + (3..3usize).size();
    assert_eq!(empty, 0);
    assert_eq!(cases((0..=1u8, ['x', 'y'])), [(0, 'x'), (0, 'y'), (1, 'x'), (1, 'y')]);
    let triples = cases((0..=1u8, vec![7], 0..3usize));
    assert_eq!(triples, [(0, 7, 0), (0, 7, 1), (0, 7, 2), (1, 7, 0), (1, 7, 1), (1, 7, 2)]);
}

#[test]
fn nothing_examined_is_nothing_known() {
    let _turn = alone();
    let empty = conjecture("s").over(Vec::<u8>::new()).check(|_| true);
    assert_eq!(empty.to_string(), "open (no case was examined): s");
}

#[test]
fn three_domains_may_have_more_cases_than_can_be_counted() {
    let _turn = alone();
    let triples = (1..=6u8, 0..=u64::MAX, 0..=u64::MAX);
    let evidence = conjecture("c < 9").over(triples).check(|(_, _, c)| c < 9);
    assert_eq!(evidence.to_string(), "refuted by (1, 0, 9): c < 9");
}

#[test]
fn a_law_may_say_what_was_expected() {
    let _turn = alone();
    let evidence = conjecture("n² < 50")
        .over(0..=9u32)
        .check(|n| if n * n < 50 { Ok(()) } else { Err(Counterexample::new(n, "< 50", n * n)) });
    assert_eq!(evidence.to_string(), "refuted by 8 (expected < 50, found 64): n² < 50");
}

#[test]
fn a_panic_of_the_law_is_a_panic_unless_a_counterexample_comes_first() {
    let _turn = alone();
    let check = |first: u32| {
        conjecture("s").over(0..=1000u32).check(move |n| {
            assert!(n < 600, "{n} is too large");
            n != first
        })
    };
    assert_eq!(check(599).to_string(), "refuted by 599: s");
    let payload = catch_unwind(|| check(601)).unwrap_err();
    assert_eq!(payload.downcast_ref::<String>().unwrap(), "600 is too large");
}

#[test]
fn an_interrupted_search_goes_on_from_where_it_was() {
    let _turn = alone();
    const CASES: u64 = 20_000;
    static EXAMINED: AtomicU64 = AtomicU64::new(0);
    let mut search = conjecture("n < 19999").over(0..CASES).law(|n| {
        if EXAMINED.fetch_add(1, Ordering::Relaxed) == 10_000 {
            interrupt::request();
        }
        n < CASES - 1
    });
    let stopped = catch_unwind(AssertUnwindSafe(|| search.run())).unwrap_err();
    assert!(stopped.is::<interrupt::Interrupted>());
    interrupt::clear();
    let so_far = search.examined();
    assert!(so_far > 0 && so_far < CASES, "{so_far}");
    assert_eq!(format!("{search:?}"), format!("Search(n < 19999: {so_far} of 20000 cases examined)"));
    assert_eq!(search.run().to_string(), "refuted by 19999: n < 19999");
    assert_eq!(search.examined(), CASES - 1);
    let all = EXAMINED.load(Ordering::Relaxed);
    assert!(all < 2 * CASES, "what was examined before the interrupt is not examined again: {all}");
}
