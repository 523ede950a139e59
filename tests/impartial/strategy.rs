//! Best play and winning strategies.

use agon::impartial::{StrategyCertificate, StrategyError};
use agon::{
    Certificate, Chomp, Evidence, Heaps, Impartial, Nim, Outcome, Retrograde, Solver, Staircase, Wythoff,
    from_fn,
};

/// The definition of remoteness, read aloud.
fn remoteness<R: Impartial>(rules: &R, position: &R::Position) -> u32 {
    let options: Vec<u32> = rules.options(position).iter().map(|option| remoteness(rules, option)).collect();
    match options.iter().filter(|&n| n % 2 == 0).min() {
        Some(win) => win + 1,
        None => options.iter().max().map_or(0, |loss| loss + 1),
    }
}

#[test]
fn remoteness_is_what_the_definition_says() {
    let mut nim = Solver::new(Nim);
    for heaps in Heaps::multisets(0..=3, 0..=3) {
        assert_eq!(nim.remoteness(&heaps), Ok(remoteness(&Nim, &heaps)), "{heaps}");
    }
    let mut wythoff = Solver::new(Wythoff);
    for (a, b) in (0..=4).flat_map(|a| (a..=4).map(move |b| (a, b))) {
        assert_eq!(wythoff.remoteness(&(a, b)), Ok(remoteness(&Wythoff, &(a, b))));
    }
}

#[test]
fn best_play_is_play_to_the_end_by_the_winner() {
    let mut solver = Solver::new(Wythoff);
    for (a, b) in (0..=12).flat_map(|a| (a..=12).map(move |b| (a, b))) {
        let play = solver.best_play(&(a, b)).unwrap();
        assert_eq!(play.outcome(), solver.outcome(&(a, b)).unwrap());
        assert_eq!((play.positions()[0], play.positions().last()), ((a, b), Some(&(0, 0))));
        for pair in play.positions().windows(2) {
            assert!(Wythoff.options(&pair[0]).contains(&pair[1]));
            assert_ne!(solver.outcome(&pair[0]), solver.outcome(&pair[1]));
        }
    }
    let json = serde_json::to_string(&solver.best_play(&(1, 1)).unwrap()).unwrap();
    assert_eq!(json, r#"{"positions":[[1,1],[0,0]]}"#);
}

#[test]
fn a_game_of_a_million_moves_is_played_to_its_end() {
    let chain = from_fn(|n: &u32| n.checked_sub(1).into_iter().collect());
    let mut solver = Solver::new(&chain);
    assert_eq!(solver.grundy(&1_000_000).map(Outcome::from), Ok(Outcome::P));
    assert_eq!(solver.best_play(&1_000_000).unwrap().remoteness(), 1_000_000);
    let strategy = StrategyCertificate::find(&chain, &1_000_000).unwrap();
    assert_eq!(strategy.safe_positions().len(), 500_001);
    assert!(strategy.verify());
}

#[test]
fn strategies_prove_what_retrograde_analysis_finds() {
    let start = Staircase::rectangle(4, 5).unwrap();
    let labels = Retrograde::reachable_from(&Chomp, [start.clone()]).unwrap();
    for (shape, outcome) in labels.iter() {
        let strategy = StrategyCertificate::find(Chomp, shape).unwrap();
        assert!(strategy.verify(), "{strategy}");
        assert_eq!(strategy.outcome(), outcome, "{shape}");
        assert!(strategy.safe_positions().iter().all(|safe| labels.outcome(safe) == Some(Outcome::P)));
    }
    let kernel = StrategyCertificate::kernel(Chomp, &start).unwrap();
    assert!(kernel.verify());
    assert_eq!(kernel.safe_positions().len(), labels.p_positions().count());
    let sparse = StrategyCertificate::find(Chomp, &start).unwrap();
    assert!(sparse.safe_positions().len() < kernel.safe_positions().len());
    let again = StrategyCertificate::check(Chomp, &start, sparse.safe_positions().to_vec()).unwrap();
    assert_eq!(again.to_string(), sparse.to_string());
    assert!(Evidence::proven("the first player wins 4 × 5", &again).unwrap().is_proven());
    let json: serde_json::Value = serde_json::to_value(&again).unwrap();
    assert_eq!(
        (json["start"].to_string(), json["outcome"].to_string()),
        ("[5,5,5,5]".into(), "\"N\"".into())
    );
}

#[test]
fn wrong_strategies_are_refused_with_the_place() {
    let check =
        |safe: &[(u64, u64)]| StrategyCertificate::check(Wythoff, &(1, 2), safe.iter().copied()).map(|_| ());
    assert!(check(&[(0, 0), (1, 2)]).is_ok());
    assert!(matches!(check(&[]), Err(StrategyError::Start { start: (1, 2) })));
    assert!(matches!(check(&[(1, 2)]), Err(StrategyError::Unanswered { from: (1, 2), .. })));
    assert!(matches!(
        check(&[(0, 0), (1, 2), (1, 1)]),
        Err(StrategyError::Inside { from: (1, 2), to: (1, 1) })
    ));
    // A kernel of a game that need not end proves nothing.
    let circle = from_fn(|n: &u32| vec![(n + 1) % 4]);
    let error = StrategyCertificate::check(&circle, &0, [0, 2]).unwrap_err();
    assert!(matches!(error, StrategyError::Endless(_)) && error.to_string().contains("loop"), "{error}");
    assert!(
        StrategyCertificate::find(&circle, &0).is_err() && StrategyCertificate::kernel(&circle, &0).is_err()
    );
}
