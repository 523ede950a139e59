//! Evidence: the agreed JSON, and what cannot be claimed.

use agon::evidence::{Judgement, Reading};
use agon::{Certificate, Counterexample, Evidence, OctalGame, PeriodCertificate};

#[test]
fn evidence_is_the_agreed_json() {
    let certificate = PeriodCertificate::find(&OctalGame::kayles(), 168).unwrap();
    let cases = [
        (
            Evidence::proven("s", &certificate).unwrap(),
            r#"{"statement":"s","verdict":"proven","certificate":"the Guy–Smith periodicity theorem (octal game 0.77: preperiod 71, period 12, heaps 0–167 checked)"}"#,
        ),
        (
            Evidence::check("s", "b", [1, 2], |_| true),
            r#"{"statement":"s","verdict":"verified-up-to-bound","bound":"b","cases":2}"#,
        ),
        (
            Evidence::refuted("s", Counterexample::new("w", 1, 2)),
            r#"{"statement":"s","verdict":"refuted","witness":"w","expected":"1","found":"2"}"#,
        ),
        (
            Evidence::refuted("s", Counterexample::witness("w")),
            r#"{"statement":"s","verdict":"refuted","witness":"w","expected":null,"found":null}"#,
        ),
        (
            Evidence::exhaust("s", "d", [1, 2], |_| true),
            r#"{"statement":"s","verdict":"proven","certificate":"d","cases":2}"#,
        ),
        (
            Evidence::ambiguous("s", [Reading::new("a", "true"), Reading::new("b", "false")]),
            r#"{"statement":"s","verdict":"ambiguous","readings":[{"reading":"a","outcome":"true"},{"reading":"b","outcome":"false"}]}"#,
        ),
        (
            Evidence::uncheckable("s", "history", "a book"),
            r#"{"statement":"s","verdict":"uncheckable","reason":"history","source":"a book"}"#,
        ),
        (
            Evidence::uncheckable("s", "opinion", None),
            r#"{"statement":"s","verdict":"uncheckable","reason":"opinion","source":null}"#,
        ),
        (Evidence::open("s", "r"), r#"{"statement":"s","verdict":"open","reason":"r"}"#),
    ];
    for (evidence, json) in cases {
        assert_eq!(serde_json::to_string(&evidence).unwrap(), json);
        assert_eq!(serde_json::from_str::<Evidence>(json).unwrap(), evidence);
        let flags = [
            evidence.is_proven(),
            evidence.is_verified(),
            evidence.is_refuted(),
            evidence.is_ambiguous(),
            evidence.is_uncheckable(),
            evidence.is_open(),
        ];
        assert!(json.contains(&format!(r#""verdict":"{}""#, evidence.verdict().name())));
        assert_eq!(flags.iter().filter(|&&flag| flag).count(), 1);
        assert_eq!(evidence.clone().require().is_ok(), evidence.holds());
    }
    let short = r#"{"statement":"s","verdict":"refuted","witness":"w"}"#;
    assert!(serde_json::from_str::<Evidence>(short).unwrap().is_refuted());
}

#[test]
fn a_certificate_that_fails_proves_nothing() {
    struct Broken;
    impl std::fmt::Display for Broken {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a broken certificate")
        }
    }
    impl Certificate for Broken {
        fn verify(&self) -> bool {
            false
        }
    }
    let refused = Evidence::proven("1 = 0", &Broken).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the certificate does not hold (a broken certificate), so it proves nothing about: 1 = 0"
    );
}

#[test]
fn a_check_stops_at_the_first_witness_and_never_verifies_nothing() {
    let mut examined = 0;
    let evidence = Evidence::check("n < 3", "n ≤ 9", 0..=9, |n| {
        examined += 1;
        *n < 3
    });
    assert_eq!((examined, evidence.to_string().as_str()), (4, "refuted by 3: n < 3"));
    let nothing = Evidence::check("n < 3", "no n", Vec::<u8>::new(), |_| true);
    assert_eq!(nothing.to_string(), "open (no case was examined): n < 3");
    assert!(Ok::<(), Counterexample>(()).counterexample(&0).is_none());
    assert_eq!(Evidence::check("s", "b", [0], |_| true).to_string(), "verified up to b (1 case): s");
}

#[test]
fn a_complete_examination_proves_or_refutes() {
    let refuted = Evidence::exhaust("n < 3", "0 ≤ n ≤ 9", 0..=9, |n| *n < 3);
    assert_eq!(refuted.to_string(), "refuted by 3: n < 3");
    assert!(Evidence::exhaust("s", "nothing", Vec::<u8>::new(), |_| true).is_open());
    assert_eq!(
        Evidence::exhaust("s", "n = 0", [0], |_| true).to_string(),
        "proven by the only case: n = 0: s"
    );
}

#[test]
fn one_reading_is_no_ambiguity() {
    assert!(Evidence::ambiguous("s", [Reading::new("the only one", "true")]).is_open());
    assert!(Evidence::ambiguous("s", []).is_open());
}
