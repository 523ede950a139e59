//! Agon beside other libraries, in one process: `cargo run --release --manifest-path benches/peers/Cargo.toml`, and
//! `-- --full` for Domineering 4 × 7, which takes the peer most of a minute.
//!
//! Each line shows both times and how often the first goes into the second; a line is printed only if
//! both say the same of the values: their number, or mean, temperature and stops.

use agon::partizan::days::{antichains, games_by_day};
use agon::{Domineering, Game, Nimber64, PartizanSolver, Player, ToadStrip, ToadsAndFrogs};
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::domineering::Domineering as PeerDomineering;
use cgt::short::partizan::games::toads_and_frogs::ToadsAndFrogs as PeerToads;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use cgt::total::TotalWrapper;
use nimber::FiniteNimber;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn compare<T: PartialEq + Debug>(what: &str, agon: impl FnOnce() -> T, peer: impl FnOnce() -> T) {
    let ((ours, fast), (theirs, slow)) = (time(agon), time(peer));
    assert_eq!(ours, theirs, "{what}");
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{what:<60} {fast:>12.3?} {slow:>12.3?} {ratio:>9.1} ×");
}

/// What identifies a value well enough here, in words that both libraries use: mean, temperature, both stops.
fn figures(g: &Game) -> [String; 4] {
    [g.mean().to_string(), g.temperature().to_string(), g.left_stop().to_string(), g.right_stop().to_string()]
}

fn peer_figures(g: &CanonicalForm) -> [String; 4] {
    [g.mean().to_string(), g.temperature().to_string(), g.left_stop().to_string(), g.right_stop().to_string()]
}

/// A game of ours for the peer, built from its canonical options.
fn translate(g: &Game, known: &mut HashMap<String, CanonicalForm>) -> CanonicalForm {
    let name = g.to_string();
    if let Some(peer) = known.get(&name) {
        return peer.clone();
    }
    let [left, right] =
        Player::BOTH.map(|player| g.options(player).iter().map(|option| translate(option, known)).collect());
    let peer = CanonicalForm::new_from_moves(left, right);
    known.insert(name, peer.clone());
    peer
}

fn domineering(rows: u32, columns: u32) {
    let board = Domineering::rectangle(rows, columns).expect("a small board");
    let text = vec![".".repeat(columns as usize); rows as usize].join("|");
    compare(
        &format!("Domineering {rows} × {columns}: canonical form | cgt"),
        || figures(&PartizanSolver::new(Domineering).value(&board).expect("a finite game")),
        || {
            let peer: PeerDomineering = text.parse().expect("a board");
            peer_figures(&peer.canonical_form(&ParallelTranspositionTable::new()))
        },
    );
}

fn main() {
    println!("{:<60} {:>12} {:>12} {:>11}", "", "agon", "peer", "ratio");

    // First, while nothing is in the table of values yet. The peer gets the games of day 2 as they are.
    let day_2 = games_by_day(2).expect("day 2 is listed");
    let mut known = HashMap::new();
    let sides: Vec<Vec<CanonicalForm>> = antichains(&day_2)
        .iter()
        .map(|side| side.iter().map(|g| translate(g, &mut known)).collect())
        .collect();
    compare(
        "the games of day 3, from those of day 2 | cgt",
        || games_by_day(3).expect("day 3 is listed").len(),
        || {
            let form = |left: &Vec<CanonicalForm>, right: &Vec<CanonicalForm>| {
                CanonicalForm::new_from_moves(left.clone(), right.clone())
            };
            let games = sides.iter().flat_map(|left| sides.iter().map(move |right| form(left, right)));
            games.map(TotalWrapper::new).collect::<BTreeSet<_>>().len()
        },
    );

    let games = games_by_day(3).expect("day 3 is listed");
    let peers: Vec<CanonicalForm> = games.iter().map(|g| translate(g, &mut known)).collect();
    compare(
        "x ≤ y for all pairs of day 3 | cgt",
        || games.iter().map(|x| games.iter().filter(|y| x <= *y).count()).sum::<usize>(),
        || peers.iter().map(|x| peers.iter().filter(|y| CanonicalForm::leq(x, y)).count()).sum::<usize>(),
    );
    compare(
        "x + y for pairs of day 3, each eleventh of each | cgt",
        || {
            let some = || games.iter().step_by(11);
            some().flat_map(|x| some().map(move |y| (x + y).birthday().to_string())).collect::<Vec<_>>()
        },
        || {
            let some = || peers.iter().step_by(11);
            some().flat_map(|x| some().map(move |y| (x + y).birthday().to_string())).collect::<Vec<_>>()
        },
    );
    compare(
        "thermographs of day 3: temperatures | cgt",
        || games.iter().map(|g| g.temperature().to_string()).collect::<Vec<_>>(),
        || peers.iter().map(|g| g.temperature().to_string()).collect::<Vec<_>>(),
    );

    domineering(4, 4);
    domineering(4, 5);
    domineering(4, 6);
    if std::env::args().any(|argument| argument == "--full") {
        domineering(4, 7);
    }

    let strip = "TTTTT..FFFFF";
    compare(
        &format!("Toads and Frogs {strip} | cgt"),
        || {
            let strip: ToadStrip = strip.parse().expect("a strip");
            figures(&PartizanSolver::new(ToadsAndFrogs).value(&strip).expect("a finite game"))
        },
        || {
            let peer: PeerToads = strip.parse().expect("a strip");
            peer_figures(&peer.canonical_form(&ParallelTranspositionTable::new()))
        },
    );
    let factors: Vec<u64> = (1..=300u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    compare(
        "90 000 nim products of 64 bits | nimber",
        || {
            let product = |a: u64, b: u64| (Nimber64::new(a) * Nimber64::new(b)).size();
            factors.iter().flat_map(|a| factors.iter().map(move |b| product(*a, *b))).fold(0, |x, y| x ^ y)
        },
        || {
            let peers: Vec<FiniteNimber> = factors.iter().map(|n| FiniteNimber::from(*n)).collect();
            let mut sum = FiniteNimber::from(0);
            for a in &peers {
                for b in &peers {
                    sum += a * b;
                }
            }
            black_box(sum).as_slice().first().copied().unwrap_or(0)
        },
    );
}
