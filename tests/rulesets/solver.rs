//! The solver at its edges: long games, loops, broken rulesets, any finite game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agon::{
    Cram, Domineering, DominoRow, Game, GreenHackenbush, Hackenbush, HackenbushGraph, Heaps, Impartial, Nim,
    OutcomeClass, Partizan, PartizanSolver, Player, SolveError, Solver, ToadStrip, ToadsAndFrogs,
    TopplingDominoes, partizan_from_fn,
};
use proptest::prelude::*;

use super::Definition;

#[test]
fn a_very_long_game_needs_no_deep_stack() {
    let down = partizan_from_fn(|player, n: &u32| match player {
        Player::Left => n.checked_sub(1).into_iter().collect(),
        Player::Right => vec![],
    });
    let mut solver = PartizanSolver::new(down);
    assert_eq!(solver.value(&200_000), Ok(Game::integer(200_000)));
    assert_eq!(solver.known(), 200_001);
    assert_eq!(solver.winning_moves(Player::Left, &7), Ok(vec![6]));
    assert_eq!(solver.winning_moves(Player::Right, &7), Ok(vec![]));
}

#[test]
fn loops_are_named_and_leave_the_solver_usable() {
    // Left counts down from 9; 10 → 11 → 12 → 10 is a loop of alternate moves.
    let rules = partizan_from_fn(|player, n: &u32| match (player, n) {
        (Player::Left, 1..=9) => vec![n - 1],
        (Player::Left, 10 | 12) => vec![(n - 9) % 3 + 10],
        (Player::Right, 11) => vec![5, 12],
        _ => vec![],
    });
    let mut solver = PartizanSolver::new(&rules);
    let error = solver.value(&11).unwrap_err();
    assert!(matches!(&error, SolveError::Loop { cycle } if cycle.contains(&11)), "{error}");
    assert_eq!(solver.analyse(&11).unwrap_err(), error);
    assert_eq!(solver.value(&5), Ok(Game::integer(5)));
    assert_eq!(rules.value(&3), Ok(Game::integer(3)));
}

#[test]
fn a_position_that_is_its_own_component_among_others_is_a_loop() {
    struct Broken;
    impl Partizan for Broken {
        type Position = u8;
        fn options(&self, _: Player, _: &u8) -> Vec<u8> {
            vec![]
        }
        fn components(&self, n: &u8) -> Vec<u8> {
            if *n == 0 { vec![0] } else { vec![*n, 0] }
        }
    }
    assert_eq!(PartizanSolver::new(Broken).value(&3), Err(SolveError::Loop { cycle: vec![3] }));
    assert_eq!(PartizanSolver::new(Broken).value(&0), Ok(Game::zero()));
}

#[test]
fn an_impartial_game_has_nimbers_as_values() {
    let as_partizan = partizan_from_fn(|_, heaps: &Heaps| Nim.options(heaps));
    let (mut values, mut grundy) = (PartizanSolver::new(as_partizan), Solver::new(Nim));
    for heaps in Heaps::multisets(0..=3, 0..=4) {
        let nimber = grundy.grundy(&heaps).unwrap();
        assert_eq!(values.value(&heaps), Ok(Game::nimber(nimber.size())), "{heaps}");
        let moves = grundy.winning_moves(&heaps).unwrap();
        assert_eq!(values.winning_moves(Player::Left, &heaps), Ok(moves.clone()));
        assert_eq!(values.winning_moves(Player::Right, &heaps), Ok(moves));
    }
}

#[test]
fn a_panic_in_the_rules_leaves_what_is_known() {
    let rules = partizan_from_fn(|_, n: &u32| {
        assert!(*n != 40, "the rules fail");
        (0..*n).rev().take(2).collect()
    });
    let mut solver = PartizanSolver::new(rules);
    assert_eq!(solver.value(&30), Ok(Game::zero()));
    assert!(catch_unwind(AssertUnwindSafe(|| solver.value(&50))).is_err());
    assert_eq!(solver.known(), 31);
    assert_eq!(solver.value(&39), Ok(Game::zero()));
}

#[test]
fn an_analysis_lists_both_players_moves() {
    let rules = partizan_from_fn(|player, n: &i32| match (player, n) {
        (Player::Left, 0) => vec![1, -1, 1],
        (Player::Right, 0) => vec![-1],
        _ => vec![],
    });
    let analysis = PartizanSolver::new(rules).analyse(&0).unwrap();
    assert_eq!(analysis.outcome, OutcomeClass::Next);
    assert_eq!(analysis.left_wins_by, [1, -1]);
    assert_eq!(analysis.to_string(), "0 = ∗, N: Left wins by 1, -1; Right wins by -1");
}

/// A loop-free game of so many positions: position n leads to smaller ones.
fn any_rules() -> impl Strategy<Value = Vec<[Vec<usize>; 2]>> {
    let masks = prop::collection::vec((any::<u16>(), any::<u16>(), any::<u16>(), any::<u16>()), 1..10);
    masks.prop_map(|masks| {
        let list = |n: usize, mask: u16| (0..n).filter(|i| mask >> i & 1 == 1).collect();
        // Few options each, so that the values are varied.
        masks.iter().enumerate().map(|(n, m)| [list(n, m.0 & m.1), list(n, m.2 & m.3)]).collect()
    })
}

proptest! {
    #[test]
    fn values_of_any_game_are_right(rules in any_rules()) {
        let options = |player: Player, n: &usize| rules[*n][player as usize].clone();
        let mut solver = PartizanSolver::new(partizan_from_fn(options));
        let mut definition = Definition::new();
        for n in 0..rules.len() {
            let value = solver.value(&n).unwrap();
            prop_assert!(value.is_canonical());
            prop_assert!(definition.has_value(&n, &value, &options), "{} of {:?}", value, rules);
            for player in Player::BOTH {
                let wins = |option: &usize| {
                    let form = definition.form(option, &options);
                    !definition.forms.wins_moving_first(player.opponent(), form)
                };
                let expected: Vec<usize> = rules[n][player as usize].iter().copied().filter(wins).collect();
                prop_assert_eq!(solver.winning_moves(player, &n).unwrap(), expected);
            }
        }
    }
}

#[test]
fn options_that_would_fill_the_memory_are_refused() {
    let strip = Domineering::rectangle(1, 100_000).unwrap();
    let toads: ToadStrip = "T.".repeat(50_000).parse().unwrap();
    let row: DominoRow = "L".repeat(50_000).parse().unwrap();
    let stalk: HackenbushGraph = "G50000".parse().unwrap();
    let refusals: [(&dyn Fn(), &str); 6] = [
        (
            &|| drop(Domineering.options(Player::Right, &strip)),
            "99999 options of size 100000 are too many to be listed",
        ),
        (&|| drop(Cram.options(&strip)), "99999 options of size 100000 are too many to be listed"),
        (
            &|| drop(ToadsAndFrogs.options(Player::Left, &toads)),
            "50000 options of size 100000 are too many to be listed",
        ),
        (
            &|| drop(TopplingDominoes.options(Player::Left, &row)),
            "50000 options of size 50000 are too many to be listed",
        ),
        (
            &|| drop(Hackenbush.options(Player::Left, &stalk)),
            "50000 options of size 50000 are too many to be listed",
        ),
        (&|| drop(GreenHackenbush.options(&stalk)), "50000 options of size 50000 are too many to be listed"),
    ];
    for (ask, beginning) in refusals {
        let payload = catch_unwind(AssertUnwindSafe(ask)).unwrap_err();
        let message = payload.downcast_ref::<String>().expect("a panic has a text");
        assert!(message.starts_with(beginning), "{message}");
    }
}
