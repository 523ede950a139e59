//! Fast paths beside their definitions, in one run: `cargo bench --bench values`.
//!
//! Each line gives both times and how often the slow one holds the fast one. The slow sides are the definitions: every
//! pair of antichains canonicalised, comparisons and sums of unsimplified forms, scores on a grid of temperatures.

#![allow(clippy::mutable_key_type, reason = "a game hashes and compares by the fixed id of its value")]

#[path = "../tests/oracle/conway.rs"]
mod conway;

use agon::partizan::days::{antichains, count_all_small, day_order, games_by_day};
use agon::{Dyadic, Game, Player};
use conway::Forms;
use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn report(what: &str, (fast, slow): (Duration, Duration)) {
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{what:<52} {fast:>12.3?} {slow:>12.3?} {ratio:>9.1}×");
}

/// The largest amount of memory this process has held, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
}

/// Day n by its definition.
fn day_by_definition(n: u32) -> HashSet<Game> {
    let mut games = HashSet::from([Game::zero()]);
    for _ in 0..n {
        let sides = antichains(&games.into_iter().collect::<Vec<_>>());
        let form = |left: &Vec<Game>, right: &Vec<Game>| Game::new(left.clone(), right.clone());
        games = sides.iter().flat_map(|left| sides.iter().map(move |right| form(left, right))).collect();
    }
    games
}

fn scores(g: &Game, known: &mut HashMap<Game, [Vec<i64>; 2]>) -> [Vec<i64>; 2] {
    if let Some(scores) = known.get(g) {
        return scores.clone();
    }
    let result = if let Some(x) = g.as_number() {
        let x = (x * Dyadic::from(16)).to_i64().expect("born by day 3");
        [vec![x; 64], vec![x; 64]]
    } else {
        let [left, right] = Player::BOTH
            .map(|player| g.options(player).iter().map(|option| scores(option, known)).collect::<Vec<_>>());
        let mut walls = [Vec::new(), Vec::new()];
        let mut mast = None;
        for t in 0..64 {
            let best = left.iter().map(|option| option[1][t] - t as i64).max().expect("an option");
            let least = right.iter().map(|option| option[0][t] + t as i64).min().expect("an option");
            mast = mast.or((best <= least).then_some(best));
            walls[0].push(mast.unwrap_or(best));
            walls[1].push(mast.unwrap_or(least));
        }
        walls
    };
    known.insert(g.clone(), result.clone());
    result
}

fn main() {
    // First, while nothing is in the table of values yet.
    let (cold, day_3) = timed(|| games_by_day(3).expect("day 3 is listed"));
    let memory = peak_memory().unwrap_or_else(|| "unknown".to_owned());
    println!("{} games of day 3 in {cold:.3?}, in a process of {memory}", day_3.len());
    println!("{:<52} {:>12} {:>12} {:>10}", "", "fast", "definition", "ratio");

    let (slow, by_definition) = timed(|| day_by_definition(3));
    assert_eq!(by_definition.len(), day_3.len());
    report("1474 games of day 3, table of values empty", (cold, slow));
    let (fast, _) = timed(|| black_box(games_by_day(3)));
    report("1474 games of day 3 again", (fast, slow));

    let (fast, order) = timed(|| day_order(3).expect("day 3 is listed"));
    let mut forms = Forms::default();
    let imported: Vec<usize> = order.games().iter().map(|g| forms.import(g)).collect();
    let part = imported.len() / 8;
    let (slow, _) = timed(|| {
        for &a in &imported[..part] {
            for &b in &imported {
                black_box(forms.at_most(a, b));
            }
        }
    });
    report("order of day 3, 2 172 676 pairs", (fast, slow * (imported.len() as u32) / part as u32));
    let (fast, certificate) = timed(|| order.distributive_lattice());
    println!(
        "{:<52} {fast:>12.3?}",
        certificate.expect("a distributive lattice").to_string().split(',').next().unwrap_or("")
    );
    let (fast, count) = timed(|| count_all_small(4).expect("day 4 is counted"));
    println!("{:<52} {fast:>12.3?}", format!("{count} all-small games of day 4 counted"));

    let (fast, _) = timed(|| day_3.iter().map(|g| g.thermograph()).filter(|t| t.mast().is_zero()).count());
    let (slow, _) = timed(|| {
        let mut known = HashMap::new();
        day_3.iter().map(|g| scores(g, &mut known)).map(|walls| walls[0][0]).sum::<i64>()
    });
    report("thermographs of day 3 (definition: 64 temperatures)", (fast, slow));

    let day_2 = games_by_day(2).expect("day 2 is listed");
    let pairs: Vec<(&Game, &Game)> =
        day_3.iter().step_by(16).flat_map(|g| day_2.iter().map(move |h| (g, h))).collect();
    let (fast, sums) = timed(|| pairs.iter().map(|(g, h)| *g + *h).collect::<Vec<Game>>());
    let (slow, positive) = timed(|| {
        let zero = forms.import(&Game::zero());
        let sum_is_positive = |(g, h): &(&Game, &Game)| {
            let (g, h) = (forms.import(g), forms.import(h));
            let sum = forms.sum(g, h);
            forms.at_most(zero, sum)
        };
        pairs.iter().map(sum_is_positive).collect::<Vec<bool>>()
    });
    assert!(sums.iter().zip(positive).all(|(sum, positive)| (*sum >= Game::zero()) == positive));
    report(&format!("{} sums of days 3 and 2, compared with 0", pairs.len()), (fast, slow));

    let hot: Game =
        (1..=9).map(|n| Game::new([Game::integer(2 * n)], [Game::new([n.into()], [(-n).into()])])).sum();
    let (fast, _) = timed(|| black_box((&hot + Game::up()).mean()));
    println!("{:<52} {fast:>12.3?}", "mean of a sum of nine hot games and ↑");
}
