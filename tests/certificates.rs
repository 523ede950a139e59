//! Every certificate passes its inspection, says in a line what was inspected, and is written by serde.

use agon::hackenbush::FusionCertificate;
use agon::impartial::{PairingStrategy, StrategyCertificate, SubtractionPeriod};
use agon::partizan::Comparison;
use agon::partizan::days::{all_small_order, day_order};
use agon::surreal::{AllSmallCertificate, compare_with_number};
use agon::{
    Certificate, Chomp, Game, GreenHackenbush, Heaps, HexadecimalGame, MisereQuotient, Nim, OctalGame,
    OutcomeClass, PartizanSolver, PeriodCertificate, Player, Solver, SubtractionGame, Surreal,
    TopplingDominoes,
};
use serde::Serialize;
use serde_json::{Value, json};

fn written(certificate: &(impl Certificate + Serialize)) -> (String, Value) {
    assert!(certificate.verify(), "{certificate}");
    (certificate.to_string(), serde_json::to_value(certificate).expect("a certificate is written"))
}

#[test]
fn certificates_are_printed_and_written() {
    let copy = |heaps: &Heaps| heaps.replace(*heaps.sizes().last()?, *heaps.sizes().first()?);
    let (text, json) = written(&PairingStrategy::check(Nim, Heaps::from([7, 7]), copy).unwrap());
    assert_eq!(text, "a reply to every move from (7, 7) on (positions checked: 8)");
    assert_eq!(json, json!({"start": [7, 7], "positions": 8}));

    let game: SubtractionGame = "1, 3, 4".parse().unwrap();
    let (_, json) = written(&SubtractionPeriod::find(&game, 100).unwrap());
    assert_eq!((&json["preperiod"], &json["period"]), (&json!(0), &json!(7)));

    let (text, json) = written(&day_order(1).unwrap().distributive_lattice().unwrap());
    assert_eq!(text, "6 joins and meets of the 4 games born by day 1, 2 of them join-irreducible");
    assert_eq!(json, json!({"day": 1, "family": "all", "games": 4, "join_irreducibles": 2}));
    if let Ok(certificate) = all_small_order(1).unwrap().distributive_lattice() {
        let (text, json) = written(&certificate);
        assert!(text.contains("2 all-small games"), "{text}");
        assert_eq!(json["family"], "all-small");
    }

    let epsilon = Surreal::epsilon();
    let (_, json) = written(&compare_with_number(&Game::up(), &epsilon).unwrap());
    assert_eq!((&json["game"], &json["comparison"]), (&json!("↑"), &json!("less")));
    let (_, json) = written(&AllSmallCertificate::find(&Game::up()).unwrap().unwrap());
    assert_eq!(json, json!({"game": "↑", "positions": 3}));

    written(&StrategyCertificate::find(Nim, &Heaps::from([1, 2, 3])).unwrap());
    written(&Chomp::strategy_stealing(3, 4).unwrap());
    written(&MisereQuotient::of_heaps(&OctalGame::kayles(), 4).unwrap());
    let green = GreenHackenbush::certificate(&"0-1, 1-2, 2-3, 3-1, 3-4".parse().unwrap());
    let (_, json) = written(&green);
    assert_eq!(serde_json::from_value::<FusionCertificate>(json).unwrap(), green);
}

#[test]
fn a_period_is_read_back_only_if_it_holds() {
    fn there_and_back<G>(certificate: &PeriodCertificate<G>)
    where
        G: agon::impartial::TakeAndBreak + std::str::FromStr<Err: std::fmt::Display>,
    {
        let (_, json) = written(certificate);
        assert_eq!(&serde_json::from_value::<PeriodCertificate<G>>(json.clone()).unwrap(), certificate);
        for (field, forged) in [
            ("game", json!("no code")),
            ("preperiod", json!(certificate.preperiod() + 1)),
            ("preperiod", json!(usize::MAX)),
            ("period", json!(0)),
            ("values", json!([])),
        ] {
            let mut record = json.clone();
            record[field] = forged;
            assert!(serde_json::from_value::<PeriodCertificate<G>>(record).is_err(), "{field}");
        }
        let mut record = json;
        let last = certificate.checked_to();
        record["values"][last] = json!(record["values"][last].as_u64().unwrap() + 1);
        let error = serde_json::from_value::<PeriodCertificate<G>>(record).unwrap_err();
        assert!(error.to_string().contains("are not those of"), "{error}");
    }
    there_and_back(&PeriodCertificate::find(&OctalGame::kayles(), 200).unwrap());
    let nim: HexadecimalGame = "0.3".parse().unwrap();
    there_and_back(&PeriodCertificate::find(&nim, 100).unwrap());
}

#[test]
fn analyses_are_written() {
    let analysis = Solver::new(Nim).analyse(&Heaps::from([3, 4, 5])).unwrap();
    let json = serde_json::to_value(&analysis).unwrap();
    assert_eq!(json["winning_moves"], json!([[1, 4, 5]]));
    let row = "LRL".parse().unwrap();
    let json = serde_json::to_value(PartizanSolver::new(TopplingDominoes).analyse(&row).unwrap()).unwrap();
    assert_eq!((&json["value"], &json["outcome"]), (&json!("1/2"), &json!("left")));
    for player in Player::BOTH {
        let text = serde_json::to_string(&player).unwrap();
        assert_eq!(serde_json::from_str::<Player>(&text).unwrap(), player);
    }
    assert_eq!(serde_json::from_str::<Comparison>(r#""confused""#).unwrap(), Comparison::Confused);
    assert_eq!(serde_json::from_str::<OutcomeClass>(r#""previous""#).unwrap(), OutcomeClass::Previous);
}
