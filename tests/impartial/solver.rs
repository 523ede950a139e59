//! The solver at its edges: long games, loops, broken rulesets.

use agon::impartial::RetrogradeError;
use agon::{Heaps, Impartial, Nim, Nimber, Retrograde, SolveError, Solver, from_fn};

#[test]
fn a_very_long_game_needs_no_deep_stack() {
    let mut solver = Solver::new(from_fn(|n: &u32| n.checked_sub(1).into_iter().collect()));
    assert_eq!(solver.grundy(&300_001), Ok(Nimber(1)));
    assert_eq!(solver.known(), 300_002);
}

#[test]
fn loops_are_named_and_leave_the_solver_usable() {
    // 0 … 9 is a loop-free tail; 10 → 11 → 12 → 10 is a loop.
    let rules = from_fn(|n: &u32| match n {
        0 => vec![],
        1..=9 => vec![n - 1],
        12 => vec![5, 10],
        _ => vec![n + 1],
    });
    let mut solver = Solver::new(&rules);
    let error = solver.grundy(&11).unwrap_err();
    assert_eq!(error, SolveError::Loop { cycle: vec![11, 12, 10] });
    assert!(error.to_string().contains("11 → 12 → 10 → 11"), "{error}");
    assert_eq!(solver.winning_moves(&11).unwrap_err(), error);
    assert_eq!(solver.grundy(&5), Ok(Nimber(1)));
    let error = Retrograde::reachable_from(&rules, [11]).unwrap_err();
    let RetrogradeError::Undecided { position: 11, ref cycle, undecided: 3 } = error else {
        panic!("{error}");
    };
    assert_eq!(*cycle, [11, 12, 10]);
    assert!(error.to_string().ends_with("a loop, 11 → 12 → 10 → 11"), "{error}");
}

#[test]
fn a_position_that_is_its_own_component_among_others_is_a_loop() {
    struct Broken;
    impl Impartial for Broken {
        type Position = u8;
        fn options(&self, _: &u8) -> Vec<u8> {
            vec![]
        }
        fn components(&self, n: &u8) -> Vec<u8> {
            if *n == 0 { vec![0] } else { vec![*n, 0] }
        }
    }
    assert_eq!(Solver::new(Broken).grundy(&3), Err(SolveError::Loop { cycle: vec![3] }));
    assert_eq!(Solver::new(Broken).grundy(&0), Ok(Nimber::ZERO));
}

#[test]
fn an_analysis_shows_every_winning_move_once() {
    let mut solver = Solver::new(Nim);
    let analysis = solver.analyse(&Heaps::from([2, 2, 3])).unwrap();
    // Either of the equal heaps, or the third.
    assert_eq!(analysis.winning_moves, [Heaps::from([1, 2, 3]), Heaps::from([0, 2, 2])]);
    let lost = solver.analyse(&Heaps::from([1, 2, 3])).unwrap();
    assert_eq!(lost.to_string(), "(1, 2, 3) = 0, P");
}
