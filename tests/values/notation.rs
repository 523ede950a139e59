//! Text to game and back.

use super::{day, game, number};
use agon::{Dyadic, Game};

#[test]
fn every_game_of_day_3_is_printed_and_read_back() {
    for g in day(3) {
        for text in [g.to_string(), g.literal(), String::from(g.clone()), g.to_string().replace('∗', "*")] {
            assert!(game(&text).identical(&g), "{text}");
        }
        assert!(!g.to_string().contains(' '));
    }
}

#[test]
fn other_ways_to_write_a_game() {
    for (written, plain, printed) in [
        ("{2||1|0}", "{2|{1|0}}", "{2|{1|0}}"),
        ("{2|1||0}", "{{2|1}|0}", "{{2|1}|0}"),
        ("{4|3||2|1}", "{{4|3}|{2|1}}", "{{4|3}|{2|1}}"),
        ("{3|||2||1|0}", "{3|{2|{1|0}}}", "{3|{2|{1|0}}}"),
        ("{2, 1 || 0 | -1, -2}", "{2,1|{0|-1,-2}}", "{2|{0|-2}}"),
        ("{|| 0 | 1}", "{|{0|1}}", "0"),
        ("{0| || }", "{{0|}|}", "2"),
        ("{0||0|-1}", "{0|{0|-1}}", "⧾₁"),
        ("⧾₁", "{0|{0|-1}}", "⧾₁"),
        ("+_1", "{0|{0|-1}}", "⧾₁"),
        ("⧾_1", "{0|{0|-1}}", "⧾₁"),
        ("⧾1", "{0|{0|-1}}", "⧾₁"),
        ("⧾₁₂", "{0|{0|-12}}", "⧾₁₂"),
        ("⧾_{1/2}", "{0|{0|-1/2}}", "⧾_{1/2}"),
        ("⧾_1/2", "{0|{0|-1/2}}", "⧾_{1/2}"),
        ("⧾_{1|0}", "{0|{0|{0|-1}}}", "{0|⧾₁}"),
        ("⧿₂", "{{2|0}|0}", "⧿₂"),
        ("-_2", "{{2|0}|0}", "⧿₂"),
        ("⧿_{3/4}", "{{3/4|0}|0}", "⧿_{3/4}"),
        ("{1|⧾₂}", "{1|||0||0|-2}", "{1|⧾₂}"),
        ("⇑", "^2", "↑2"),
        ("⇓*", "v2*", "↓2∗"),
        ("⤊*2", "^3*2", "↑3∗2"),
        ("3↑*2", "{3|3*3}", "3↑∗2"),
        ("↑3", "^3", "↑3"),
        ("±{2||1|0}", "{{2|{1|0}}|{{0|-1}|-2}}", "{{2|{1|0}}|{{0|-1}|-2}}"),
        ("±1", "{1|-1}", "±1"),
        ("±1/2", "{1/2|-1/2}", "±1/2"),
        ("-1/2*", "{-1/2|-1/2}", "-1/2∗"),
        ("-{2|1}", "{-1|-2}", "{-1|-2}"),
        ("−↑2∗", "{v|0}", "↓2∗"),
        ("-⧾₂", "{{2|0}|0}", "⧿₂"),
        ("{9|-{1|0}}", "{9|{0|-1}}", "{9|{0|-1}}"),
        ("↑↑", "^2", "↑2"),
        ("vvv*2", "v3*2", "↓3∗2"),
        ("⇈∗", "^2*", "↑2∗"),
        ("-⇊", "^2", "↑2"),
        ("1±1", "{2|0}", "{2|0}"),
        ("1/2 ± 1", "{3/2|-1/2}", "{3/2|-1/2}"),
        ("3·↑", "^3", "↑3"),
        ("-2·{2|0}", "-2", "-2"),
        ("2·3×↑* - ↑", "^5", "↑5"),
        ("2·-↑", "v2", "↓2"),
        ("{3·∗|0·{5|3}}", "{*|0}", "↓"),
        ("*-1", "-1*", "-1∗"),
        ("↑²", "{0|v*}", "{0|↓∗}"),
        ("^[2]", "{^|*}", "{↑|∗}"),
        ("2·↑²∗ - ↑²", "{0|v*}", "{0|↓∗}"),
        ("v³ + ↑[3]", "{^|*}", "{↑|∗}"),
        ("1↑¹*2", "1^*2", "1↑∗2"),
        ("^-2", "-2^", "-2↑"),
    ] {
        assert_eq!(game(written), game(plain), "{written}");
        assert_eq!(game(written).to_string(), printed, "{written}");
        assert!(game(printed).identical(&game(plain).canonical_form()), "{written}");
    }
    assert_eq!(game("⧾₁"), -game("⧿₁"));
}

#[test]
fn sums_are_read() {
    for (text, parts) in [
        ("{2|0}+{1|-1}", vec!["{2|0}", "±1"]),
        ("1 - {1|0} - *", vec!["1", "-{1|0}", "∗"]),
        ("1+-1", vec!["1", "-1"]),
        ("±1-1", vec!["±1", "-1"]),
        ("-{2|1}+1/2^2*3", vec!["-{2|1}", "1/2↑2∗3"]),
        ("1 + +-1 − -_1", vec!["1", "±1", "⧾₁"]),
        ("{1+1|0-*}", vec!["{2|∗}"]),
    ] {
        let sum: Game = parts.iter().map(|part| part.parse::<Game>().unwrap()).sum();
        assert_eq!(text.parse::<Game>(), Ok(sum), "{text}");
    }
    for (text, column) in [("1+", 3), ("{1|0}+}", 7), ("1 + + 1", 5)] {
        assert_eq!(text.parse::<Game>().unwrap_err().column(), column, "{text}");
    }
}

/// Multiples and denominators of any size are quick where the value has a name, and refused with a remedy elsewhere.
#[test]
fn very_large_numbers_in_texts() {
    let many = format!("1{}", "0".repeat(5000));
    assert_eq!(game(&format!("{many}·*")), Game::zero());
    assert_eq!(game(&format!("{many}1·↑*")).to_string(), format!("↑{many}1∗"));
    assert_eq!(game(&format!("-{many}·3/4")).as_number(), Some(number(&format!("-{many}")) * number("3/4")));
    assert_eq!(game("10000000000000000001·{3|1}"), game("20000000000000000002±1"));
    assert_eq!(game("100·⧾₁"), game("⧾₁").times(100));
    let hot = game("{2||1|0} + {0||-1|-3} + {1/2|↑∗}");
    let wide = game_error(&format!("1000·{hot}")).to_string();
    assert!(wide.contains("a smaller factor"), "{wide}");
    let error = game_error("100000000000·⧾₁ - 1");
    assert_eq!(error.column(), 1);
    assert!(error.to_string().contains("`1` stands at column 1 where a smaller factor"), "{error}");
    assert!(error.to_string().contains("more than 500 different followers"), "{error}");

    let fine = Dyadic::new(-3, 1 << 24);
    for (value, printed) in [
        (Game::from(fine.clone()), "-3/(2^16777216)"),
        (Game::from(fine) + Game::up() + Game::nimber(2), "-3/(2^16777216)↑∗2"),
        (Game::tiny(&Game::from(Dyadic::new(1, 5000))), "⧾_{1/(2^5000)}"),
        (Game::new([Game::from(Dyadic::new(1, 2000))], [Game::zero()]), "{1/(2^2000)|0}"),
    ] {
        assert_eq!(value.to_string(), printed);
        assert_eq!(game(printed), value);
    }
    assert_eq!(game("1/(2^2)"), game("1/4"));
    for (text, column, expected) in [
        ("1(2^3)", 2, "a denominator such as `(2^5000)`"),
        ("1/(2^3", 3, "a denominator"),
        ("1/(2^16777217)", 1, "a dyadic number (`1/2^16777217` has a denominator above"),
        ("1/(2^)", 1, "a dyadic number"),
    ] {
        let error = game_error(text);
        assert_eq!(error.column(), column, "{error}");
        assert!(error.expected.starts_with(expected), "{error}");
    }
}

fn game_error(text: &str) -> agon::partizan::NotationError {
    text.parse::<Game>().unwrap_err()
}

#[test]
fn errors_have_a_column() {
    for (text, column, expected) in [
        ("{0||1}", 3, "`|` (a longer bar"),
        ("{0|1|2}", 5, "`,` or `}`"),
        ("{0|1||2|3|4}", 10, "`,` or `}`"),
        ("{0||1||2}", 6, "`,` or `}`"),
        ("{}", 2, "a game"),
        ("{0}", 3, "`,` or `|`"),
        ("⧾", 2, "a game"),
        ("⧾_{1", 5, "`}`, `,` or `|`"),
        ("⧾_{1,2}", 7, "`|`"),
        ("⧾_{}", 4, "a game"),
        ("±", 2, "a game"),
        ("--1", 2, "a number"),
        ("-{1|", 5, "a game"),
        ("{1|-1} {0|}", 8, "the end"),
        ("⇑2", 2, "the end"),
    ] {
        let error = text.parse::<Game>().unwrap_err();
        assert_eq!(error.column(), column, "{text}: {error}");
        assert!(error.expected.starts_with(expected), "{text}: {error}");
        assert!(error.to_string().contains(&format!("at column {column} ")), "{error}");
    }
    let long = format!("{{{}|?}}", ["0"; 500].join(","));
    let error = long.parse::<Game>().unwrap_err();
    let message = error.to_string();
    let lines: Vec<Vec<char>> = message.lines().map(|line| line.chars().collect()).collect();
    let caret = lines[2].iter().position(|&c| c == '^').unwrap();
    assert_eq!(lines[1][caret], '?', "{message}");
}

/// A large nimber is a name; a game of which it is a part would list its options.
#[test]
fn large_nimbers_in_texts() {
    for (text, printed) in
        [("*4000000000", "∗4000000000"), ("-*5000000 + 1^2", "1↑2∗5000000"), ("3·*5000000", "∗5000000")]
    {
        assert_eq!(game(text).to_string(), printed);
    }
    for (text, column) in [
        ("{*4000000000|}", 3),
        ("±*5000000", 3),
        ("{1|-1} + *4294967295", 11),
        ("*5000000 - {2|1}", 2),
        ("+_*5000000", 4),
    ] {
        let error = game_error(text);
        assert_eq!(error.column(), column, "{error}");
        assert!(error.to_string().contains("a nimber up to 4194304 as a part of other games"), "{error}");
    }
}

#[test]
fn powers_of_up_have_limits() {
    for (text, column) in [("↑⁰", 2), ("^[101]", 2), ("v¹⁰¹", 2), ("↑[2", 4), ("^[x]", 3)] {
        let error = game_error(text);
        assert_eq!(error.column(), column, "{error}");
        assert!(error.to_string().contains("a power of ↑"), "{error}");
    }
}
