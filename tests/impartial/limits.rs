//! What is asked too large is answered by a sentence, before memory or time is spent.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agon::impartial::{GeneralizedWythoff, LONGEST_SEQUENCE};
use agon::{
    CoinTurning, GrundysGame, HexadecimalGame, OctalGame, PeriodCertificate, SubtractionGame,
    SubtractionPeriod,
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
