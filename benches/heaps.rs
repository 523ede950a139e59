//! How much faster are the fast paths of heap games than the plain loops? Each pair is timed in the same run and must
//! give the same numbers: `cargo bench --bench heaps`, and `-- --full` for Grundy's game to 2²¹ heaps.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use agon::{GrundysGame, HexadecimalGame, OctalGame, Wythoff, mex};

fn main() {
    let full = std::env::args().any(|argument| argument == "--full");
    let codes: [(&str, usize); 4] = [("0.77", 40_000), ("0.07", 40_000), ("0.6", 20_000), ("0.007", 20_000)];
    for (code, heaps) in codes {
        let game: OctalGame = code.parse().expect("an octal code");
        let fast = timed(5, || game.grundy_sequence(heaps));
        report(&format!("{code} to {heaps}, pair by pair"), &fast, timed(1, || pair_by_pair(&game, heaps)));
        if code == "0.77" {
            report(
                &format!("{code} to {heaps}, rare and common heaps"),
                &fast,
                timed(1, || rare_and_common(heaps)),
            );
        }
    }
    let (million, time) = timed(1, || OctalGame::kayles().grundy_sequence(1_000_000));
    println!("0.77 to 1000000: {time:.2?}, the last value is {:?}", million.last());
    let heaps = if full { 1 << 21 } else { 1 << 18 };
    let fast = timed(1, || GrundysGame.grundy_sequence(heaps));
    report(
        &format!("Grundy's game to {heaps}, rare heaps, then pairs up to the last one needed"),
        &fast,
        timed(1, || grundy_scalar(heaps)),
    );
    let game: HexadecimalGame = "0.8F".parse().expect("a hexadecimal code");
    let fast = timed(3, || game.grundy_sequence(600));
    report("0.8F to 600, by definition", &fast, timed(1, || triple_by_triple(&game, 600)));
    let table = |size: usize| {
        let table = Wythoff::table(size, size).expect("a small table");
        (0..size).flat_map(|a| table.row(a).expect("a row of the table").to_vec()).collect::<Vec<u32>>()
    };
    report(
        "Wythoff's table 800 × 800, by definition",
        &timed(3, || table(800)),
        timed(1, || wythoff_by_definition(800)),
    );
    let (_, time) = timed(3, || Wythoff::table(4000, 4000));
    println!("Wythoff's table 4000 × 4000: {time:.2?}");
}

/// The result, and the least time of so many runs.
fn timed<T>(runs: usize, mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut once = || {
        let start = Instant::now();
        let result = black_box(run());
        (result, start.elapsed())
    };
    let (result, mut least) = once();
    for _ in 1..runs {
        least = least.min(once().1);
    }
    (result, least)
}

fn report(name: &str, fast: &(Vec<u32>, Duration), slow: (Vec<u32>, Duration)) {
    assert!(fast.0 == slow.0, "{name}: the fast path is wrong");
    let ratio = slow.1.as_secs_f64() / fast.1.as_secs_f64();
    println!("{name}: {:.2?} against {:.2?}, {ratio:.1} times as fast", fast.1, slow.1);
}

/// An octal game by a loop over all pairs, with one mark a value.
fn pair_by_pair(game: &OctalGame, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![usize::MAX; 4096];
    for heap in 0..count {
        for removed in 0..=game.last_digit().min(heap) {
            let (digit, rest) = (game.digit(removed), heap - removed);
            if digit & 1 != 0 && rest == 0 {
                seen[0] = heap;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[values[rest] as usize] = heap;
            }
            if digit & 4 != 0 && rest > 1 {
                let partners = values[rest.div_ceil(2)..rest].iter().rev();
                for (a, b) in values[1..=rest / 2].iter().zip(partners) {
                    seen[(a ^ b) as usize & 4095] = heap;
                }
            }
        }
        values.push(seen.iter().take_while(|&&mark| mark == heap).count() as u32);
    }
    values
}

/// Kayles by its sparse space: a value with an odd number of ones needs the rare heaps only; for the others, all pairs
/// are looked at.
fn rare_and_common(count: usize) -> Vec<u32> {
    let (mut values, mut rare): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut seen = [usize::MAX; 16];
    for heap in 0..count {
        for removed in (1..=2).filter(|&removed| removed <= heap) {
            let rest = heap - removed;
            seen[values[rest] as usize] = heap;
            for &part in rare.iter().take_while(|&&part| part < rest) {
                seen[(values[part] ^ values[rest - part]) as usize & 15] = heap;
            }
            if rest > 1 {
                let partners = values[rest.div_ceil(2)..rest].iter().rev();
                for (a, b) in values[1..=rest / 2].iter().zip(partners) {
                    let sum = a ^ b;
                    if sum.count_ones().is_multiple_of(2) {
                        seen[sum as usize & 15] = heap;
                    }
                }
            }
        }
        let value = seen.iter().take_while(|&&mark| mark == heap).count() as u32;
        if heap > 0 && value.count_ones().is_multiple_of(2) {
            rare.push(heap);
        }
        values.push(value);
    }
    values
}

/// Grundy's game by its sparse space (all binary digits but the lowest), one pair after the other: the rare heaps, then
/// pairs until all rare sums below the least common value that is left have occurred.
fn grundy_scalar(count: usize) -> Vec<u32> {
    let is_rare = |value: u32| (value & !1).count_ones().is_multiple_of(2);
    let (mut values, mut rare): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut seen = vec![usize::MAX; 1024];
    for heap in 0..count {
        for &part in rare.iter().take_while(|&&part| part < heap).filter(|&&part| 2 * part != heap) {
            seen[(values[part] ^ values[heap - part]) as usize & 1023] = heap;
        }
        let common =
            (0..).find(|&value| !is_rare(value) && seen[value as usize] != heap).expect("some value is left");
        let mut lacking = (0..common).filter(|&value| is_rare(value) && seen[value as usize] != heap).count();
        for part in 1..heap.div_ceil(2) {
            if lacking == 0 {
                break;
            }
            let sum = (values[part] ^ values[heap - part]) & 1023;
            if seen[sum as usize] != heap {
                seen[sum as usize] = heap;
                lacking -= usize::from(sum < common && is_rare(sum));
            }
        }
        let value = (0..common).find(|&value| seen[value as usize] != heap).unwrap_or(common);
        if heap > 0 && is_rare(value) {
            rare.push(heap);
        }
        values.push(value);
    }
    values
}

fn triple_by_triple(game: &HexadecimalGame, count: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let options = game.heap_options(heap);
        let sums: HashSet<u32> = options
            .iter()
            .map(|parts| parts.sizes().iter().fold(0, |sum, &part| sum ^ values[part as usize]))
            .collect();
        values.push(mex(sums));
    }
    values
}

fn wythoff_by_definition(size: usize) -> Vec<u32> {
    let mut table = vec![0; size * size];
    for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
        let one = (0..a).map(|to| table[to * size + b]).chain((0..b).map(|to| table[a * size + to]));
        let both = (1..=a.min(b)).map(|taken| table[(a - taken) * size + b - taken]);
        table[a * size + b] = mex(one.chain(both));
    }
    table
}
