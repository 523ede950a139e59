//! Misère play: Nim, genera and quotients against play with real heaps.

use agon::impartial::{Genus, MiserePosition, NimState, QuotientError, Sum};
use agon::{
    Certificate, Evidence, Heaps, Impartial, Misere, MiserePeriod, MisereQuotient, MisereSolver, Nim, Nimber,
    OctalGame, Outcome, Retrograde, Solver, from_fn,
};
use serde_json::Value;

use super::reference;

/// Grundy's game: split a heap into two unequal ones.
fn grundys_game() -> impl Impartial<Position = Heaps> {
    from_fn(|heaps: &Heaps| {
        let sizes = heaps.sizes();
        (0..sizes.len())
            .flat_map(|at| {
                (1..sizes[at].div_ceil(2)).map(move |part| {
                    let mut rest = sizes.to_vec();
                    let whole = rest.swap_remove(at);
                    rest.extend([part, whole - part]);
                    Heaps::from(rest)
                })
            })
            .collect()
    })
}

#[test]
fn boutons_rule_is_what_retrograde_analysis_finds() {
    let positions: Vec<Heaps> = Heaps::multisets(0..=4, 0..=6).collect();
    let labels = Retrograde::reachable_from(&Misere(Nim), positions.iter().cloned().map(Into::into)).unwrap();
    let mut solver = MisereSolver::new(Nim);
    for heaps in &positions {
        let outcome = labels.outcome(&MiserePosition::Playing(heaps.clone())).unwrap();
        assert_eq!(Nim.misere_outcome(heaps), outcome, "{heaps}");
        assert_eq!(solver.outcome(heaps), Ok(outcome), "{heaps}");
        let moves: Vec<Heaps> =
            Nim.misere_bouton_moves(heaps).into_iter().map(|chosen| chosen.result).collect();
        let mut found = solver.winning_moves(heaps).unwrap();
        found.sort_unstable();
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, found, "{heaps}");
    }
}

#[test]
fn misere_nim_is_the_published_one() {
    let table = reference(include_str!("../reference/nim_variants.json"));
    let published: Vec<Heaps> = serde_json::from_value(table["misere_nim3_P_heaps_lt_8"].clone()).unwrap();
    let found: Vec<Heaps> =
        Heaps::multisets(3..=3, 0..=7).filter(|heaps| Nim.misere_outcome(heaps).is_p()).collect();
    assert_eq!(found, published);
}

#[test]
fn the_theorems_of_the_five_states_hold() {
    let theorems = NimState::theorems(4, 6);
    assert_eq!(theorems.len(), 10);
    assert!(theorems.iter().all(Evidence::is_verified), "{theorems:?}");
    for heaps in Heaps::multisets(0..=3, 0..=5) {
        let state = NimState::of(&heaps);
        assert_eq!(Solver::new(Nim).outcome(&heaps), Ok(state.normal_outcome()), "{heaps}");
    }
}

#[test]
fn genera_are_the_published_ones_and_those_of_real_heaps() {
    let table = reference(include_str!("../reference/misere.json"));
    let games = table["genus"].as_object().unwrap();
    assert_eq!(games.len(), 6);
    for (name, rows) in games {
        match name.as_str() {
            "grundys_game" => compare_genera(name, &grundys_game(), rows),
            "kayles_0.77" => compare_genera(name, &OctalGame::kayles(), rows),
            code => compare_genera(name, &code.parse::<OctalGame>().unwrap(), rows),
        }
    }
}

fn compare_genera(name: &str, rules: &impl Impartial<Position = Heaps>, rows: &Value) {
    let mut solver = MisereSolver::new(rules);
    let mut with_heaps = MisereSolver::new(Sum(rules, Nim));
    let mut normal = Solver::new(rules);
    let rows: Vec<(u32, Nimber, Vec<Nimber>)> = serde_json::from_value(rows.clone()).unwrap();
    for (heap, value, misere) in rows {
        let genus = solver.genus(&Heaps::from([heap])).unwrap();
        assert_eq!(genus.normal(), value, "{name} {heap}");
        let published: Vec<Nimber> = (0..misere.len()).map(|n| genus.misere(n)).collect();
        assert_eq!(published, misere, "{name} {heap}: {genus}");
    }
    for heap in 0..=9 {
        let position = Heaps::from([heap]);
        let genus = solver.genus(&position).unwrap();
        assert_eq!(genus.normal(), normal.grundy(&position).unwrap());
        assert_eq!(genus.misere(0), solver.grundy(&position).unwrap());
        for twos in 0..=6 {
            let sum = (position.clone(), Heaps::new(std::iter::repeat_n(2, twos)));
            assert_eq!(Ok(genus.misere(twos)), with_heaps.grundy(&sum), "{name}: {heap} and {twos} twos");
        }
    }
}

#[test]
fn genera_of_nim_are_the_tame_ones() {
    let mut solver = MisereSolver::new(Nim);
    for heaps in Heaps::multisets(0..=3, 0..=5) {
        let genus = solver.genus(&heaps).unwrap();
        assert!(genus.is_tame(), "{heaps}: {genus}");
        assert_eq!(genus.outcome(), Nim.misere_outcome(&heaps));
    }
    let names: Vec<String> = [vec![], vec![1], vec![2], vec![2, 2], vec![2, 3], vec![4]]
        .into_iter()
        .map(|heaps| solver.genus(&Heaps::from(heaps)).unwrap().to_string())
        .collect();
    assert_eq!(names, ["0^{120}", "1^{031}", "2^{20}", "0^{02}", "1^{13}", "4^{46}"]);
    let json = serde_json::to_string(&Genus::from_options([])).unwrap();
    assert_eq!(json, r#"{"normal":0,"misere":[1,2,0]}"#);
}

#[test]
fn misere_kayles_is_the_published_one() {
    let table = reference(include_str!("../reference/misere.json"));
    let published: Vec<Heaps> =
        serde_json::from_value(table["kayles_misere_P_up_to_3_heaps_le_9"].clone()).unwrap();
    let mut solver = MisereSolver::new(OctalGame::kayles());
    let found: Vec<Heaps> =
        Heaps::multisets(1..=3, 1..=9).filter(|heaps| solver.outcome(heaps).unwrap().is_p()).collect();
    // The reference holds every other one: (1), (9), (1, 8), …; (4), (1, 5), … are P too.
    assert_eq!(found.iter().step_by(2).collect::<Vec<_>>(), published.iter().collect::<Vec<_>>());
    let quotient = MisereQuotient::of_heaps(&OctalGame::kayles(), 9).unwrap();
    for heaps in Heaps::multisets(0..=4, 0..=9) {
        assert_eq!(quotient.outcome(&heaps).unwrap(), solver.outcome(&heaps).unwrap(), "{heaps}");
    }
}

#[test]
fn quotients_are_the_published_ones() {
    // Bounded searches of the reference, which its orders do not exceed; and the orders of Nim in the literature.
    let octal = |code: &str| code.parse::<OctalGame>().unwrap();
    for (code, largest, order, lost) in
        [("0.3", 4, 2, 1), ("0.33", 4, 6, 2), ("0.123", 6, 6, 2), ("0.123", 9, 20, 5), ("0.75", 6, 8, 2)]
    {
        let quotient = MisereQuotient::of_heaps(&octal(code), largest).unwrap();
        assert_eq!((quotient.order(), quotient.p_portion().len()), (order, lost), "{code} to {largest}");
        examine(&octal(code), &quotient, 4);
    }
    // Many heaps, and orders beyond the reference.
    for (code, largest, order, lost) in
        [("0.75", 40, 8, 2), ("0.123", 20, 20, 5), ("0.77", 11, 18, 6), ("0.07", 12, 12, 3)]
    {
        let quotient = MisereQuotient::of_heaps(&octal(code), largest).unwrap();
        assert_eq!((quotient.order(), quotient.p_portion().len()), (order, lost), "{code} to {largest}");
        assert!(quotient.verify());
        let mut solver = MisereSolver::new(octal(code));
        for sum in Heaps::multisets(0..=3, 0..=9) {
            assert_eq!(quotient.outcome(&sum).unwrap(), solver.outcome(&sum).unwrap(), "{code}: {sum}");
        }
    }
    for (largest, order) in [(0, 1), (1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18)] {
        let quotient = MisereQuotient::of_heaps(&Nim, largest).unwrap();
        assert_eq!(quotient.order(), order, "Nim to {largest}");
        examine(&Nim, &quotient, 3);
    }
}

/// The laws of a commutative monoid, and who wins sums of some heaps.
fn examine(rules: &impl Impartial<Position = Heaps>, quotient: &MisereQuotient, heaps: usize) {
    assert!(quotient.verify());
    let table = quotient.multiplication_table();
    let all = 0..quotient.order();
    for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
        assert_eq!(table[a][b], table[b][a]);
        assert!(all.clone().all(|c| table[table[a][b]][c] == table[a][table[b][c]]));
    }
    assert!(all.clone().all(|a| table[0][a] == a));
    for (number, sum) in quotient.elements().iter().enumerate() {
        assert_eq!(quotient.element(sum), Ok(number));
    }
    let mut solver = MisereSolver::new(rules);
    for sum in Heaps::multisets(0..=heaps, 0..=quotient.largest_heap()) {
        assert_eq!(quotient.outcome(&sum).unwrap(), solver.outcome(&sum).unwrap(), "{sum}");
    }
}

#[test]
fn misere_periods_hold_for_larger_heaps() {
    // The heaps beyond the window are looked at one by one, and sums of small ones are played.
    for (code, order, lost, preperiod, period) in [
        ("0.123", 20, 5, 5, 5),
        ("0.75", 8, 2, 8, 2),
        ("0.77", 40, 9, 71, 12),
        ("0.3", 2, 1, 1, 2),
        ("0.333", 6, 2, 1, 4),
    ] {
        let game: OctalGame = code.parse().unwrap();
        let solution = MiserePeriod::find(&game, 200).unwrap().unwrap();
        let quotient = solution.quotient();
        assert_eq!((quotient.order(), quotient.p_portion().len()), (order, lost), "{code}");
        assert_eq!((solution.preperiod(), solution.period()), (preperiod, period), "{code}");
        assert!(solution.verify(), "{code}");
        let beyond = MisereQuotient::of_heaps(&game, solution.checked_to() + 2 * period as u32).unwrap();
        assert_eq!(beyond.order(), order);
        for (heap, element) in (0..).zip(beyond.pretending_function()) {
            assert_eq!(solution.element(heap), element, "{code}: {heap}");
        }
        let mut solver = MisereSolver::new(&game);
        for sum in Heaps::multisets(1..=2, 0..=14).chain(Heaps::multisets(3..=5, 1..=6)) {
            assert_eq!(solution.outcome(&sum), solver.outcome(&sum).unwrap(), "{code}: {sum}");
        }
    }
    assert_eq!(MiserePeriod::find(&OctalGame::kayles(), 166), Ok(None));
}

#[test]
fn quotients_of_many_codes_agree_with_play() {
    // All codes with two digits; the order is bounded, so that the large ones are refused.
    for (first, second) in (0..8).flat_map(|first| (0..8).map(move |second| (first, second))) {
        let game: OctalGame = format!("0.{first}{second}").parse().unwrap();
        let quotient = match MisereQuotient::with_limit(&game, 9, 64) {
            Err(QuotientError::TooLarge { limit: 64 }) => continue,
            quotient => quotient.unwrap(),
        };
        examine(&game, &quotient, 3);
    }
}

#[test]
fn quotients_know_their_bounds() {
    let quotient = MisereQuotient::of_heaps(&Nim, 2).unwrap();
    let error = quotient.outcome(&Heaps::from([1, 5])).unwrap_err();
    assert_eq!(error, QuotientError::NoSuchHeap { heap: 5, largest: 2 });
    let grows = from_fn(|heaps: &Heaps| if heaps.sizes() == [1] { vec![Heaps::from([3])] } else { vec![] });
    let error = MisereQuotient::of_heaps(&grows, 2).unwrap_err();
    assert!(error.to_string().contains("heap 1 can become (3)"), "{error}");
    // Moves that lead to larger heaps, and heaps without moves.
    let up = from_fn(|heaps: &Heaps| match heaps.sizes() {
        [1] => vec![Heaps::from([3])],
        [2] => vec![Heaps::from([1, 3]), Heaps::from([])],
        _ => vec![],
    });
    let quotient = MisereQuotient::of_heaps(&up, 3).unwrap();
    assert!(quotient.verify());
    // A heap of 1 is one move, a heap of 3 is nothing, a heap of 2 is a heap of Nim of two.
    for (sum, outcome) in [
        (vec![], Outcome::N),
        (vec![3, 3], Outcome::N),
        (vec![1, 3], Outcome::P),
        (vec![2], Outcome::N),
        (vec![2, 2], Outcome::P),
        (vec![1, 2, 2, 3], Outcome::N),
    ] {
        assert_eq!(quotient.outcome(&Heaps::new(sum.iter().copied())), Ok(outcome), "{sum:?}");
    }
    let error = MisereQuotient::with_limit(&Nim, 8, 12).unwrap_err();
    assert_eq!(error, QuotientError::TooLarge { limit: 12 });
    let looping = from_fn(|heaps: &Heaps| vec![heaps.clone()]);
    assert!(matches!(MisereQuotient::of_heaps(&looping, 1), Err(QuotientError::Endless(_))));
}

#[test]
fn normal_play_tools_play_misere() {
    let start = MiserePosition::from(Heaps::from([1, 1, 5]));
    let play = Solver::new(Misere(Nim)).best_play(&start).unwrap();
    assert_eq!(play.outcome(), Outcome::N);
    assert_eq!(play.positions()[1], Heaps::from([1, 1, 1]).into());
    assert_eq!(play.positions().last(), Some(&MiserePosition::Over));
}
