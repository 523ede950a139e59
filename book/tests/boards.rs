//! Boards on pages: their words in both languages, and nothing that leaves its attribute.

use std::collections::{BTreeMap, BTreeSet};

use agon::board::{self, Board};
use agon_book::board::{SCRIPT, STYLE, alone, block, text};
use serde_json::Value;

fn boards() -> Vec<Board> {
    [
        board::nim([3, 4, 5]),
        board::bash(21, 1..=3),
        board::wythoff(5, 8),
        board::kayles([7, 3]),
        board::chomp(4, 5),
        board::hackenbush("GG(G, GG), G3"),
        board::hackenbush("BR, BR, R"),
        board::misere_nim([3, 4, 5]),
    ]
    .into_iter()
    .map(|board| board.expect("it can be played"))
    .collect()
}

/// What the script reads.
fn data(html: &str) -> Value {
    let (_, rest) = html.split_once("data-board=\"").expect("the attribute");
    let (json, _) = rest.split_once('"').expect("its end");
    let plain = json.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&plain).expect("the attribute is JSON")
}

/// The places for values in each text.
fn places(value: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let texts =
        value.as_object().expect("an object").iter().filter_map(|(name, text)| Some((name, text.as_str()?)));
    let places = |text: &str| {
        text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
    };
    texts.map(|(name, text)| (name.clone(), places(text))).collect()
}

#[test]
fn both_languages_say_the_same() {
    for board in boards() {
        let [chinese, english] = [true, false].map(|chinese| data(&block(&board, chinese)));
        assert_eq!(places(&chinese["words"]), places(&english["words"]));
        assert_eq!(places(&chinese["game"]), places(&english["game"]));
        assert_eq!(chinese["states"], english["states"]);
        let foreign = |text: &str| text.chars().any(|c| ('\u{2E80}'..='\u{FFEF}').contains(&c));
        assert!(!foreign(&block(&board, false)) && !foreign(&text(&board, false)));
        for text in [
            text(&board, true),
            text(&board, false),
            chinese["rules"].to_string(),
            english["rules"].to_string(),
        ] {
            assert!(!text.contains('{'), "a place without a value: {text}");
        }
    }
}

#[test]
fn the_script_finds_every_word_that_it_asks_for() {
    let data = data(&block(&boards()[0], false));
    for name in SCRIPT.split("words.").skip(1) {
        let name: String = name.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        assert!(data["words"][&name].is_string(), "{name}");
    }
}

#[test]
fn a_block_stands_without_the_script_and_loads_nothing() {
    for board in boards() {
        let html = block(&board, true);
        assert!(html.contains("<svg") && html.contains("<title>"));
        assert!(html.contains("值是") || html.contains("nim 和是"));
        for part in ["<script", "http:", "https:", "onclick", "url("] {
            let own = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assert!(!own.contains(part), "{part}");
        }
    }
    for part in ["eval(", "innerHTML", "import", "fetch(", "https:", "</script", "Function("] {
        assert!(!SCRIPT.contains(part) && !STYLE.contains(part), "{part}");
    }
}

#[test]
fn a_cell_keeps_style_and_script_in_a_line_each() {
    let html = alone(&boards()[0], true);
    assert_eq!(html.lines().count(), 3);
    assert!(!html.contains("// ") && html.len() < 40_000, "{} bytes", html.len());
}
