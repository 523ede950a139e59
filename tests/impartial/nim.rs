//! Nim: Bouton's theorem, Grundy values and retrograde analysis.

use std::collections::BTreeSet;

use agon::{Evidence, Heaps, Impartial, Nim, OctalGame, Outcome, Retrograde, Solver, from_fn};

use super::reference;

#[test]
fn bouton_grundy_and_retrograde_agree_on_the_710_positions() {
    let positions: Vec<Heaps> = Heaps::multisets(1..=4, 0..=8).collect();
    let labels = Retrograde::label(&Nim, positions.iter().cloned()).unwrap();
    let mut solver = Solver::new(Nim);
    let evidence = Evidence::check(
        "nim-sum, Grundy value and retrograde analysis agree",
        "1–4 heaps, heaps ≤ 8",
        positions.iter().filter(|heaps| !heaps.is_terminal()),
        |heaps| {
            let value = solver.grundy(heaps).unwrap();
            value == heaps.nim_sum() && labels.outcome(heaps) == Some(Outcome::from(value))
        },
    );
    assert_eq!(
        evidence.to_string(),
        "verified up to 1–4 heaps, heaps ≤ 8 (710 cases): nim-sum, Grundy value and retrograde analysis agree"
    );
}

#[test]
fn bouton_moves_are_the_winning_moves() {
    let mut solver = Solver::new(Nim);
    let evidence = Evidence::compare(
        "Bouton's moves are all the winning moves",
        "at most 4 heaps, heaps ≤ 6",
        Heaps::multisets(0..=4, 0..=6),
        |heaps| Nim.bouton_moves(heaps).into_iter().map(|m| m.result).collect::<BTreeSet<_>>(),
        |heaps| solver.winning_moves(heaps).unwrap().into_iter().collect(),
    );
    assert!(evidence.holds(), "{evidence}");
}

#[test]
fn a_value_is_the_mex_of_its_options_without_any_splitting() {
    // The oracle of `components`: the same rules as one undivided game.
    let mut whole = Solver::new(from_fn(|heaps: &Heaps| Nim.options(heaps)));
    let mut split = Solver::new(Nim);
    for heaps in Heaps::multisets(0..=3, 0..=6) {
        assert_eq!(whole.grundy(&heaps), split.grundy(&heaps), "{heaps}");
    }
    let kayles = OctalGame::kayles();
    let mut whole = Solver::new(from_fn(|heaps: &Heaps| kayles.options(heaps)));
    let mut split = Solver::new(&kayles);
    for heaps in Heaps::multisets(0..=3, 0..=5) {
        assert_eq!(whole.grundy(&heaps), split.grundy(&heaps), "{heaps}");
    }
}

#[test]
fn the_p_positions_of_three_heaps_are_the_published_ones() {
    let table = reference(include_str!("../reference/nim_variants.json"));
    let published: Vec<Heaps> = serde_json::from_value(table["nim3_P_heaps_lt_8"].clone()).unwrap();
    let labels = Retrograde::label(&Nim, Heaps::multisets(3..=3, 0..=7)).unwrap();
    assert_eq!(labels.p_positions().collect::<Vec<_>>(), published.iter().collect::<Vec<_>>());
    assert_eq!(labels.len(), 120);
}
