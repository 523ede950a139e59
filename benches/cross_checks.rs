//! The cross-checks of a first lab, all of them in one breath, beside oracles that know the rules and nothing else:
//! `cargo bench --bench cross_checks`.
//!
//! The fast side of each line is itself a check: a theorem against an algorithm of the library that does not use it. Its
//! answers must also be those of the slow side.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::hint::black_box;
use std::time::{Duration, Instant};

use agon::impartial::ChompTable;
use agon::surreal::days::{numbers_by_construction, numbers_by_day};
use agon::surreal::simplest_between;
use agon::{Dyadic, Heaps, Nim, OctalGame, Outcome, PeriodCertificate, Retrograde, Wythoff, mex};

fn main() {
    println!("{:<44} {:>12} {:>12} {:>11}", "", "library", "definition", "ratio");
    let all = [
        compare("Nim: Bouton's theorem, 710 positions", nim, nim_by_definition),
        compare("Wythoff: the golden ratio, 496 positions", wythoff, wythoff_by_definition),
        compare("Kayles: period 12 from 71, proven", kayles, kayles_by_definition),
        compare("Chomp 6 × 6: 923 shapes, who wins", chomp, chomp_by_definition),
        compare("numbers of days 0–4", days, days_by_definition),
    ];
    let [fast, slow] = [0, 1].map(|side| all.iter().map(|times| times[side]).sum::<Duration>());
    line("all together (goal: 10 ms)", fast, slow);
}

/// The least of ten times of the one, the time of the other.
fn compare<T: PartialEq + Debug>(name: &str, fast: fn() -> T, slow: fn() -> T) -> [Duration; 2] {
    let timed = |work: fn() -> T| {
        let start = Instant::now();
        let result = black_box(work());
        (result, start.elapsed())
    };
    let (result, first) = timed(fast);
    let least = (1..10).map(|_| timed(fast).1).fold(first, Duration::min);
    let (expected, time) = timed(slow);
    assert_eq!(result, expected, "{name}");
    line(name, least, time);
    [least, time]
}

fn line(name: &str, fast: Duration, slow: Duration) {
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{name:<44} {fast:>12.2?} {slow:>12.2?} {ratio:>9.1} ×");
}

/// Whether the player to move loses: no option is lost for the opponent. Every position below it is decided, each once.
fn lost<P: Clone + Eq + Hash>(at: &P, options: &dyn Fn(&P) -> Vec<P>, known: &mut HashMap<P, bool>) -> bool {
    if let Some(&known) = known.get(at) {
        return known;
    }
    let result = !options(at).iter().fold(false, |won, option| won | lost(option, options, known));
    known.insert(at.clone(), result);
    result
}

/// One to four heaps of at most eight counters, but for those without counters: 710 positions.
fn nim_positions() -> Vec<Heaps> {
    Heaps::multisets(1..=4, 0..=8).filter(|heaps| !heaps.is_terminal()).collect()
}

/// Retrograde analysis, which knows of no nim-sums, against Bouton's theorem.
fn nim() -> Vec<bool> {
    let positions = nim_positions();
    let labels = Retrograde::label(&Nim, Heaps::multisets(1..=4, 0..=8)).expect("no option is missing");
    let by_theorem: Vec<bool> = positions.iter().map(|heaps| heaps.nim_sum().size() == 0).collect();
    assert!(by_theorem.len() == 710);
    assert!(
        positions
            .iter()
            .zip(&by_theorem)
            .all(|(at, lost)| labels.outcome(at).map(Outcome::is_p) == Some(*lost))
    );
    by_theorem
}

fn nim_by_definition() -> Vec<bool> {
    let options = |heaps: &Vec<u32>| {
        let smaller = |(i, &size): (usize, &u32)| (0..size).map(move |left| (i, left)).collect::<Vec<_>>();
        let moves: Vec<(usize, u32)> = heaps.iter().enumerate().flat_map(smaller).collect();
        moves
            .into_iter()
            .map(|(i, left)| {
                let mut after = heaps.clone();
                after[i] = left;
                after
            })
            .collect()
    };
    let mut known = HashMap::new();
    nim_positions().iter().map(|heaps| lost(&heaps.sizes().to_vec(), &options, &mut known)).collect()
}

/// The pairs 0 ≤ a ≤ b ≤ 30.
fn wythoff_positions() -> impl Iterator<Item = (usize, usize)> {
    (0..=30).flat_map(|a| (a..=30).map(move |b| (a, b)))
}

/// The table of Grundy values against Wythoff's formula.
fn wythoff() -> Vec<bool> {
    let table = Wythoff::table(31, 31).expect("a small table");
    let by_formula: Vec<bool> = wythoff_positions().map(|(a, b)| Wythoff::is_p(a as u64, b as u64)).collect();
    assert!(by_formula.len() == 496);
    assert!(
        wythoff_positions()
            .zip(&by_formula)
            .all(|((a, b), lost)| table.value(a, b).map(|value| value.size() == 0) == Some(*lost))
    );
    by_formula
}

fn wythoff_by_definition() -> Vec<bool> {
    let options = |&(a, b): &(usize, usize)| {
        let one = (0..a).map(move |left| (left, b)).chain((0..b).map(move |left| (a, left)));
        one.chain((1..=a.min(b)).map(move |taken| (a - taken, b - taken))).collect()
    };
    let mut known = HashMap::new();
    wythoff_positions().map(|at| lost(&at, &options, &mut known)).collect()
}

/// The values of the heaps that the periodicity theorem needs.
fn kayles() -> Vec<u32> {
    let certificate = PeriodCertificate::check(&OctalGame::kayles(), 71, 12).expect("Kayles is periodic");
    (0..=certificate.checked_to() as u64).map(|heap| certificate.value(heap).size()).collect()
}

fn kayles_by_definition() -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=167usize {
        let rests = (1..=2).filter_map(|taken| heap.checked_sub(taken));
        let options: HashSet<u32> = rests
            .flat_map(|rest| (0..=rest).map(move |a| (a, rest - a)))
            .map(|(a, b)| values[a] ^ values[b])
            .collect();
        values.push(mex(options));
    }
    assert!((71..168 - 12).all(|heap| values[heap] == values[heap + 12]));
    values
}

/// The number of lost shapes, and whether each rectangle is lost: by strategy stealing, the single square only.
fn chomp() -> (usize, Vec<bool>) {
    let table = ChompTable::new(6, 6).expect("a small table");
    let squares = (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns)));
    let lost: Vec<bool> = squares
        .map(|(rows, columns)| {
            let shape = agon::Staircase::rectangle(rows, columns).expect("a rectangle");
            table.outcome(&shape).is_some_and(Outcome::is_p)
        })
        .collect();
    assert!(lost.iter().enumerate().all(|(index, &lost)| lost == (index == 0)));
    (table.p_positions().count(), lost)
}

fn chomp_by_definition() -> (usize, Vec<bool>) {
    // Six row lengths. The poisoned square is not eaten.
    let options = |rows: &[u32; 6]| {
        let squares = (0..6).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
        squares
            .filter(|&square| square != (0, 0))
            .map(|(row, column)| {
                let mut after = *rows;
                after[row..].iter_mut().for_each(|length| *length = column.min(*length));
                after
            })
            .collect()
    };
    let mut known = HashMap::new();
    lost(&[6; 6], &options, &mut known);
    assert!(known.len() == 923);
    let rectangles = (1..=6usize).flat_map(|rows| (1..=6u32).map(move |columns| (rows, columns)));
    let rectangle = |(rows, columns): (usize, u32)| {
        let mut shape = [0; 6];
        shape[..rows].fill(columns);
        known[&shape]
    };
    (known.values().filter(|&&lost| lost).count(), rectangles.map(rectangle).collect())
}

/// The numbers by their sign expansions against the simplest numbers between those of the day before.
fn days() -> Vec<Vec<Dyadic>> {
    let mut by_gaps: Vec<Dyadic> = Vec::new();
    (0..=4)
        .map(|day| {
            let lows = std::iter::once(None).chain(by_gaps.iter().map(Some));
            let highs = by_gaps.iter().map(Some).chain([None]);
            let new: Vec<Dyadic> =
                lows.zip(highs).filter_map(|(low, high)| simplest_between(low, high)).collect();
            by_gaps.extend(new);
            by_gaps.sort_unstable();
            let numbers = numbers_by_day(day);
            assert_eq!(numbers, by_gaps);
            numbers
        })
        .collect()
}

/// Every `{L | R}` of numbers of the day before, equal ones once.
fn days_by_definition() -> Vec<Vec<Dyadic>> {
    let day = |day| numbers_by_construction(day).expect("day 4 can be constructed");
    (0..=4).map(|n| day(n).iter().map(|game| game.as_number().expect("a number")).collect()).collect()
}
