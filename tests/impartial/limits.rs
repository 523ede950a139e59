//! What is asked too large is answered by a sentence, before memory or time is spent.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use agon::impartial::{LONGEST_SEQUENCE, LimitedTotal, MiserePosition, NimState, Sum, Sums};
use agon::{
    Chomp, CoinTurning, FiniteGame, GeneralizedWythoff, GrundysGame, Heaps, HexadecimalGame, Impartial,
    Josephus, LaskersNim, Misere, MiserePeriod, MisereQuotient, MisereSolver, MooreNim, Nim, OctalGame,
    PeriodCertificate, Poset, RaceTo, Retrograde, SolveError, Solver, Staircase, StaircaseNim,
    SubtractionGame, SubtractionPeriod, Wythoff,
};

/// The message of the panic.
fn refusal<T>(ask: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(ask)).err().expect("it should be refused");
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_else(|| (*payload.downcast_ref::<&str>().expect("a panic has a text")).to_owned())
}

#[test]
fn sequences_say_how_long_they_may_be() {
    let hexadecimal: HexadecimalGame = "0.8".parse().expect("a code");
    let bash = SubtractionGame::bash(3).expect("a set");
    for count in [LONGEST_SEQUENCE + 1, 5_000_000_000, usize::MAX] {
        let refusals = [
            refusal(|| OctalGame::kayles().grundy_sequence(count)),
            refusal(|| GrundysGame.grundy_sequence(count)),
            refusal(|| hexadecimal.grundy_sequence(count)),
            refusal(|| SubtractionGame::powers_of_two().grundy_sequence(count)),
            refusal(|| SubtractionGame::every_number().grundy_sequence(count)),
            refusal(|| SubtractionPeriod::find(&bash, count)),
            refusal(|| PeriodCertificate::find(&OctalGame::kayles(), count)),
            refusal(|| CoinTurning::neighbours().grundy_sequence(count)),
            refusal(|| GeneralizedWythoff::within(1).expect("positive").p_positions(count)),
        ];
        for message in refusals {
            let expected =
                format!("a sequence of {count} values is too long: at most 268435456 (2²⁸) are computed");
            assert_eq!(message, expected);
        }
    }
}

#[test]
fn theorems_on_nim_say_how_many_positions_they_look_at() {
    for (heaps, size) in [(8, 40), (usize::MAX, 1), (2, u32::MAX)] {
        assert_eq!(
            refusal(|| NimState::theorems(heaps, size)),
            format!(
                "the positions of at most {heaps} heaps of at most {size} counters are too many: 20000000 can be labelled"
            )
        );
    }
}

#[test]
fn a_certificate_needs_a_sequence_that_can_be_computed() {
    for (preperiod, period) in [(1 << 40, 12), (12, 1 << 40), (usize::MAX, usize::MAX)] {
        let error = PeriodCertificate::check(&OctalGame::kayles(), preperiod, period).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "the check of preperiod {preperiod} and period {period} would need more than 268435456 heaps"
            )
        );
    }
}

/// The solver gives up before it lists the options.
fn is_refused<R: Impartial<Position: Debug>>(rules: R, position: R::Position) {
    let limit = Solver::<&R>::DEFAULT_LIMIT;
    let error = SolveError::TooManyPositions { limit, position: position.clone() };
    assert_eq!(Solver::new(&rules).grundy(&position), Err(error.clone()));
    assert_eq!(Solver::new(&rules).remoteness(&position), Err(error.clone()));
    assert_eq!(FiniteGame::of(&rules, &position), Err(error));
}

#[test]
fn solvers_refuse_positions_with_thousands_of_millions_of_options() {
    let heap = Heaps::from([u32::MAX]);
    let code = |code: &str| code.parse::<HexadecimalGame>().expect("a code");
    is_refused(Nim, Heaps::from([3, u32::MAX]));
    is_refused(SubtractionGame::every_number(), heap.clone());
    is_refused(SubtractionGame::bash(u32::MAX).expect("a set"), heap.clone());
    is_refused(LaskersNim, heap.clone());
    is_refused(GrundysGame, heap.clone());
    is_refused(OctalGame::kayles(), heap.clone());
    is_refused(code("0.8"), heap);
    is_refused(code("0.8"), Heaps::from([100_000]));
    is_refused(MooreNim::new(2).expect("positive"), Heaps::from([50_000; 2]));
    is_refused(StaircaseNim, vec![5, u32::MAX]);
    is_refused(RaceTo::new(u32::MAX, u32::MAX).expect("positive"), 0);
    is_refused(Wythoff, (10_000_000_000, 3));
    is_refused(Wythoff, (u64::MAX, u64::MAX));
    is_refused(GeneralizedWythoff::within(3).expect("positive"), (1_000_000, 1_000_000));
    is_refused(LimitedTotal::new(u64::MAX).expect("positive"), (1_000_000, 1_000_000));
    is_refused(Chomp, Staircase::rectangle(10_000, 10_000).expect("a rectangle"));
    is_refused(Sum(Nim, Wythoff), (Heaps::from([1]), (1, u64::MAX)));
    is_refused(Sums(Wythoff), vec![(1, 2), (1, u64::MAX)]);
    is_refused(Misere(Nim), Heaps::from([u32::MAX]).into());
    let heap = Heaps::from([u32::MAX]);
    let limit = Solver::<Nim>::DEFAULT_LIMIT;
    let error = SolveError::TooManyPositions { limit, position: heap.clone() };
    assert_eq!(MisereSolver::new(Nim).outcome(&heap), Err(error.clone()));
    assert_eq!(MisereSolver::new(Nim).genus(&heap), Err(error));
}

/// The bound is at most the number of positions below, and never so large that a position that was solved is refused.
fn is_a_lower_bound<R: Impartial<Position: Debug>>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) {
    for position in positions {
        let reachable = Retrograde::reachable_from(rules, [position.clone()]).expect("it ends").len() as u64;
        assert!(rules.reachable_at_least(&position) <= reachable, "{position:?}: {reachable}");
        let mut solver = Solver::with_limit(rules, usize::MAX);
        solver.grundy(&position).expect("there is room");
        assert!(rules.reachable_at_least(&position) <= solver.known() as u64, "{position:?}");
    }
}

#[test]
fn what_is_said_to_be_reachable_is() {
    let heaps = || Heaps::multisets(0..=3, 0..=5);
    let pairs = || (0..7).flat_map(|a| (0..7).map(move |b| (a, b)));
    is_a_lower_bound(&Nim, heaps());
    is_a_lower_bound(&LaskersNim, heaps());
    is_a_lower_bound(&GrundysGame, heaps());
    for game in ["2, 3", "1-3, 5", "1, 2, 4, 8, …", "1, 2, 3, …"] {
        is_a_lower_bound(&game.parse::<SubtractionGame>().expect("a set"), heaps());
    }
    for code in ["0.77", "0.137", "4.3", "0.F", "8.07", "0.29"] {
        let game: HexadecimalGame = code.parse().expect("a code");
        is_a_lower_bound(&game, heaps());
        for heap in 0..40 {
            let at_least = game.reachable_at_least(&Heaps::from([heap]));
            assert_eq!(at_least, game.heap_options(heap).len() as u64, "{code} at {heap}");
        }
    }
    for most in 1..4 {
        is_a_lower_bound(&MooreNim::new(most).expect("positive"), heaps());
        is_a_lower_bound(&RaceTo::new(10, most as u32).expect("positive"), 0..=11);
        is_a_lower_bound(&LimitedTotal::new(most as u64).expect("positive"), pairs());
        is_a_lower_bound(&GeneralizedWythoff::within(most as u64).expect("positive"), pairs());
    }
    is_a_lower_bound(&Wythoff, pairs());
    is_a_lower_bound(&Misere(Nim), heaps().map(MiserePosition::from));
    is_a_lower_bound(&StaircaseNim, heaps().map(|heaps| heaps.sizes().to_vec()));
    is_a_lower_bound(
        &Chomp,
        heaps().filter_map(|heaps| Staircase::new(heaps.sizes().iter().rev().copied()).ok()),
    );
    is_a_lower_bound(&Sum(Nim, Wythoff), heaps().take(20).map(|heaps| (heaps, (2, 3))));
    is_a_lower_bound(&Sums(Wythoff), pairs().map(|pair| vec![pair, (2, 3)]));
    // Exactly.
    assert!(pairs().all(|(a, b)| {
        let reachable = Retrograde::reachable_from(&Wythoff, [(a.min(b), a.max(b))]).expect("it ends");
        Wythoff.reachable_at_least(&(a, b)) == reachable.len() as u64
    }));
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let crowd = Josephus::new(1 << 40, 3).expect("a circle");
    assert_eq!(
        refusal(|| crowd.order()),
        "the order in which 1099511627776 people leave is too long: it is found for at most 10000000; `survivor` has no \
         such limit"
    );
    assert!(refusal(|| FiniteGame::nim_heap(100_000)).starts_with("∗100000 has too many members of members"));
    assert!(Staircase::rectangle(usize::MAX, 1).unwrap_err().to_string().ends_with("at most 16384 rows"));
    for game in [CoinTurning::turning_turtles(), CoinTurning::mock_turtles(), CoinTurning::ruler()] {
        let message = refusal(|| Solver::new(game).grundy(&BTreeSet::from([4_000_000_000])));
        assert!(message.starts_with("the moves that turn coin 4000000000 are too many"), "{message}");
    }
}

#[test]
fn large_nim_heaps_are_sets_soon() {
    let heap = FiniteGame::nim_heap(2000);
    assert_eq!((heap.grundy().size(), heap.depth()), (2000, 2000));
    assert!(heap > FiniteGame::nim_heap(1999));
}

#[test]
fn the_divisors_of_a_large_number_are_found_by_its_factors() {
    let divisors = Poset::divisors(u64::MAX).expect("128 divisors");
    assert_eq!(divisors.len(), 128);
    assert_eq!(Poset::divisors(1 << 63).expect("powers of two").len(), 64);
    assert_eq!(Poset::divisors(2_147_483_647 * 3).expect("a prime and 3").names()[2], "2147483647");
    assert!(Poset::divisors(3_u64.pow(39)).is_ok() && Poset::divisors(2_u64.pow(40) * 81).is_err());
    for n in 1..300u64 {
        let divisors: Vec<String> = (1..=n).filter(|d| n % d == 0).map(|d| d.to_string()).collect();
        assert_eq!(Poset::divisors(n).expect("few").names(), divisors);
    }
}

#[test]
fn misere_quotients_have_a_largest_heap() {
    for largest in [MisereQuotient::MOST_HEAPS + 1, u32::MAX] {
        let error = MisereQuotient::of_heaps(&OctalGame::kayles(), largest).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a misère quotient is found for the heaps up to 2048 at most, and not up to {largest}")
        );
    }
    // A period that is found needs no more heaps.
    let game = "0.123".parse().expect("a code");
    assert!(MiserePeriod::find(&game, u32::MAX).expect("few elements").is_some());
    let names = [0, 1, 3].map(|largest| MisereQuotient::of_heaps(&Nim, largest).expect("finite").to_string());
    assert_eq!(
        names.each_ref().map(|name| name.split(':').next().expect("a text")),
        ["no heap", "the heap 1", "the heaps 1–3"].map(|heaps| format!("the misère quotient of {heaps}"))
    );
}

#[test]
fn options_are_not_listed_where_they_would_fill_the_memory() {
    let heap = Heaps::from([u32::MAX]);
    let code: HexadecimalGame = "0.8".parse().expect("a code");
    let bar = Staircase::rectangle(10_000, 10_000).expect("a rectangle");
    let every_number = SubtractionGame::every_number();
    for message in [
        refusal(|| Nim.options(&heap)),
        refusal(|| Nim.options(&Heaps::from([5, 33_000_000]))),
        refusal(|| every_number.options(&heap)),
        refusal(|| every_number.numbers(u32::MAX)),
        refusal(|| LaskersNim.options(&heap)),
        refusal(|| GrundysGame.options(&heap)),
        refusal(|| OctalGame::kayles().options(&heap)),
        refusal(|| OctalGame::kayles().heap_options(u32::MAX)),
        refusal(|| code.options(&Heaps::from([100_000]))),
        refusal(|| MooreNim::new(2).expect("positive").options(&Heaps::from([50_000; 2]))),
        refusal(|| StaircaseNim.options(&vec![5, u32::MAX])),
        refusal(|| RaceTo::new(u32::MAX, u32::MAX).expect("positive").options(&0)),
        refusal(|| Wythoff.options(&(3, 10_000_000_000))),
        refusal(|| Wythoff.options(&(u64::MAX, u64::MAX))),
        refusal(|| GeneralizedWythoff::within(u64::MAX).expect("positive").options(&(1_000_000, 1_000_000))),
        refusal(|| LimitedTotal::new(u64::MAX).expect("positive").options(&(1_000_000, 1_000_000))),
        refusal(|| Chomp.options(&bar)),
    ] {
        assert!(
            message.contains("are too many to be listed: together they may have at most 33554432"),
            "{message}"
        );
    }
    let error = Retrograde::reachable_from(&Wythoff, [(3, 10_000_000_000)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "from (3, 10000000000) more than 20000000 positions can be reached: too many to be labelled"
    );
}

#[test]
fn long_ranges_are_not_listed() {
    let game = SubtractionGame::bash((1 << 25) + 1).unwrap();
    let values = game.grundy_sequence((1 << 25) + 4);
    assert_eq!(values[values.len() - 3..], [(1 << 25) + 1, 0, 1]);
}
