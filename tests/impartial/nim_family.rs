//! Relatives of Nim: Moore, staircases, Lasker, sums of different games.

use std::collections::BTreeSet;

use agon::impartial::{LaskersNim, Sum};
use agon::{
    Evidence, Heaps, Impartial, MooreNim, Nim, Nimber, Outcome, Retrograde, Solver, StaircaseNim, from_fn,
};
use proptest::prelude::*;
use serde_json::Value;

use super::{numbers, reference};

#[test]
fn moores_theorem_and_retrograde_agree() {
    let table = reference(include_str!("../reference/nim_variants.json"));
    for most in 1..=4 {
        let moore = MooreNim::new(most).unwrap();
        let positions: Vec<Heaps> = Heaps::multisets(4..=4, 0..=5).collect();
        let labels = Retrograde::label(&moore, positions.iter().cloned()).unwrap();
        let evidence = Evidence::compare(
            "Moore's theorem",
            "4 heaps, heaps ≤ 5",
            &positions,
            |heaps| moore.outcome(heaps),
            |heaps| labels.outcome(heaps).unwrap(),
        );
        assert!(evidence.is_verified(), "{evidence}");
        if let Value::Array(_) = &table[format!("moore{most}_4heaps_lt_6_P")] {
            let published: Vec<Heaps> =
                serde_json::from_value(table[format!("moore{most}_4heaps_lt_6_P")].clone()).unwrap();
            assert_eq!(labels.p_positions().collect::<Vec<_>>(), published.iter().collect::<Vec<_>>());
        }
    }
    assert_eq!(MooreNim::new(0), None);
}

#[test]
fn moores_first_game_is_nim() {
    let moore = MooreNim::new(1).unwrap();
    for heaps in Heaps::multisets(0..=3, 0..=5) {
        let options: BTreeSet<Heaps> = Nim.options(&heaps).into_iter().collect();
        assert_eq!(moore.options(&heaps), options.into_iter().collect::<Vec<_>>());
        assert_eq!(moore.outcome(&heaps), Outcome::from(heaps.nim_sum()));
    }
}

/// Whether the second position comes from the first by making at most `most` heaps smaller, and at least one.
fn is_moore_move(most: usize, from: &Heaps, to: &Heaps) -> bool {
    // Sorted and padded with empty heaps, the fewest heaps change if equal ones are matched.
    let mut to: Vec<u32> =
        std::iter::repeat_n(0, from.len() - to.len()).chain(to.sizes().iter().copied()).collect();
    let mut changed = Vec::new();
    for &size in from.sizes() {
        match to.iter().position(|&other| other == size) {
            Some(at) => drop(to.remove(at)),
            None => changed.push(size),
        }
    }
    (1..=most).contains(&changed.len()) && changed.iter().zip(&to).all(|(before, after)| after < before)
}

proptest! {
    #[test]
    fn moores_winning_move_is_legal_and_wins(most in 1usize..5, sizes in proptest::collection::vec(0u32..1000, 0..8)) {
        let (moore, heaps) = (MooreNim::new(most).unwrap(), Heaps::from(sizes));
        match moore.winning_move(&heaps) {
            None => prop_assert!(moore.outcome(&heaps).is_p()),
            Some(after) => {
                prop_assert!(moore.outcome(&heaps).is_n() && moore.outcome(&after).is_p());
                prop_assert!(is_moore_move(most, &heaps, &after), "{} to {}", heaps, after);
            }
        }
    }

    #[test]
    fn staircases_have_the_value_of_their_odd_steps(steps in proptest::collection::vec(0u32..4, 0..5)) {
        let mut solver = Solver::new(StaircaseNim);
        prop_assert_eq!(solver.grundy(&steps), Ok(StaircaseNim::value(&steps)));
        prop_assert_eq!(solver.winning_moves(&steps), Ok(StaircaseNim::winning_moves(&steps)));
    }
}

#[test]
fn the_largest_numbers_are_answered() {
    let heaps = Heaps::from([u32::MAX, u32::MAX, 1]);
    assert!(is_moore_move(2, &heaps, &MooreNim::new(2).unwrap().winning_move(&heaps).unwrap()));
    let everything = MooreNim::new(usize::MAX).unwrap();
    assert_eq!(everything.winning_move(&heaps), Some(Heaps::default()));
    assert!(StaircaseNim::winning_moves(&[u32::MAX, u32::MAX]).len() == 1);
}

#[test]
fn a_quarter_of_the_short_staircases_is_lost() {
    let table = reference(include_str!("../reference/nim_variants.json"));
    let mut steps = vec![vec![]];
    for _ in 0..4 {
        steps = steps
            .iter()
            .flat_map(|s: &Vec<u32>| (0..4).map(move |n| [s.as_slice(), &[n]].concat()))
            .collect();
    }
    let labels = Retrograde::reachable_from(&StaircaseNim, steps.iter().cloned()).unwrap();
    let lost = steps.iter().filter(|steps| labels.outcome(steps) == Some(Outcome::P)).count();
    assert_eq!(Some(lost as u64), table["staircase_4steps_lt_4_P_count"].as_u64());
}

#[test]
fn laskers_closed_form_is_the_published_one() {
    let published = numbers(&reference(include_str!("../reference/misc_heaps.json"))["laskers_nim"]);
    let mut solver = Solver::new(LaskersNim);
    for (heap, value) in (0..).zip(published) {
        assert_eq!(LaskersNim::heap_value(heap), Some(Nimber(value)));
        if heap < 60 {
            assert_eq!(solver.grundy(&Heaps::from([heap])), Ok(Nimber(value)));
        }
    }
    assert_eq!(LaskersNim::heap_value(u32::MAX), None);
    // Components change nothing.
    let mut whole = Solver::new(from_fn(|heaps: &Heaps| LaskersNim.options(heaps)));
    for heaps in Heaps::multisets(0..=2, 0..=5) {
        assert_eq!(whole.grundy(&heaps).ok(), LaskersNim::value(&heaps), "{heaps}");
    }
}

#[test]
fn four_components_are_won_by_cutting_the_tallest_stalk_to_three() {
    // Two heaps of 3 counters and two green stalks, of 3 and 5 segments: a cut leaves a shorter stalk.
    let stalks = from_fn(|stalks: &Vec<u32>| {
        let cut = |at: usize, to: u32| {
            let mut after = stalks.clone();
            after[at] = to;
            after
        };
        (0..stalks.len())
            .flat_map(|at| (0..stalks[at]).map(move |to| (at, to)))
            .map(|(at, to)| cut(at, to))
            .collect()
    });
    let mut solver = Solver::new(Sum(Nim, stalks));
    let analysis = solver.analyse(&(Heaps::from([3, 3]), vec![3, 5])).unwrap();
    assert_eq!(analysis.value, [3, 3, 3, 5].map(Nimber).into_iter().sum());
    assert_eq!(analysis.winning_moves, [(Heaps::from([3, 3]), vec![3, 3])]);
    assert_eq!(Nim.bouton_moves(&Heaps::from([3, 3, 3, 5])).len(), 1);
}
