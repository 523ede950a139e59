//! Fast paths of the rulesets beside slow ways to the same values, in one run: `cargo bench -p agon --bench rulesets`.
//! Each line shows both times and their ratio; the values are compared first.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use agon::hackenbush::{Edge, EdgeColour};
use agon::{
    Domineering, Game, GreenHackenbush, Hackenbush, HackenbushGraph, Partizan, PartizanSolver, Player,
    Region, Solver, partizan_from_fn,
};

/// The result and the shortest of three times.
fn time<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut shortest = Duration::MAX;
    let mut result = None;
    for _ in 0..3 {
        let start = Instant::now();
        result = Some(work());
        shortest = shortest.min(start.elapsed());
    }
    (result.expect("three runs"), shortest)
}

fn compare<T: PartialEq + Debug>(what: &str, fast: impl FnMut() -> T, slow: impl FnMut() -> T) {
    let ((a, fast), (b, slow)) = (time(fast), time(slow));
    assert_eq!(a, b, "{what}");
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{what:<58} {fast:>12.3?} {slow:>12.3?} {ratio:>10.0} ×");
}

/// A tree of so many edges; the same in every run.
fn tree(edges: u32, colours: &[EdgeColour]) -> HackenbushGraph {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u32 % below
    };
    let mut edge = |new: u32| {
        let below = new - 1 - random(new.min(4));
        Edge::new(below, new, colours[random(colours.len() as u32) as usize])
    };
    HackenbushGraph::new((1..=edges).map(&mut edge)).expect("each edge stands on one before it")
}

fn main() {
    use EdgeColour::{Blue, Green, Red};
    println!("{:<58} {:>12} {:>12} {:>12}", "", "fast", "slow", "ratio");

    let board = Domineering::rectangle(3, 5).expect("a small board");
    compare(
        "Domineering 3 × 5: parts and mirror images | whole boards",
        || PartizanSolver::new(Domineering).value(&board).expect("a finite game"),
        || {
            let whole = |player: Player, region: &Region| Domineering.options(player, region);
            partizan_from_fn(whole).value(&board).expect("a finite game")
        },
    );

    let bamboo = tree(22, &[Green]);
    compare(
        "green tree of 22 edges: colon principle | solver",
        || GreenHackenbush::nimber(&bamboo),
        || Solver::new(GreenHackenbush).grundy(&bamboo).expect("a finite game"),
    );
    let ends = (0..7u32).flat_map(|a| (a + 1..7).map(move |b| (a, b))).filter(|(a, b)| (a + b) % 3 != 0);
    let graph = HackenbushGraph::new(ends.map(|(a, b)| Edge::new(a, b, Green))).expect("a connected graph");
    compare(
        &format!("green graph of {} edges: fusion principle | solver", graph.edges().len()),
        || GreenHackenbush::nimber(&graph),
        || Solver::new(GreenHackenbush).grundy(&graph).expect("a finite game"),
    );
    let red_blue = tree(18, &[Blue, Red]);
    compare(
        "red-blue tree of 18 edges: edge by edge | solver",
        || Hackenbush.value(&red_blue).expect("a finite game"),
        || PartizanSolver::new(Hackenbush).value(&red_blue).expect("a finite game"),
    );
    let mixed = tree(12, &[Blue, Red, Green]);
    compare(
        "tree of 12 edges in three colours: edge by edge | solver",
        || Hackenbush.value(&mixed).expect("a finite game"),
        || PartizanSolver::new(Hackenbush).value(&mixed).expect("a finite game"),
    );

    let large = tree(1_000_000, &[Green]);
    let (cuts, elapsed) = time(|| GreenHackenbush::winning_cuts(&large).len());
    println!("green tree of 10⁶ edges, its {cuts} winning cuts: {elapsed:.3?}");
    let start = Instant::now();
    let mut solver = PartizanSolver::new(Domineering);
    let value = solver.value(&Domineering::rectangle(4, 7).expect("a small board")).expect("a finite game");
    assert_eq!(value, Game::integer(1));
    println!("Domineering 4 × 7 = {value}: {:.3?}, {} positions", start.elapsed(), solver.known());
}
