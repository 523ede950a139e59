//! The room as the kernel uses it: a session, and questions about texts with a cursor in them, which is written `|`.

use super::*;
use crate::language::name::Kind;

fn language(cells: &[&str]) -> Language {
    let language = Language::default();
    let reader = source::Reader { features: None, private: false, docs: 8000 };
    let mut resolver = resolve::Resolver::default();
    let clone = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    resolver.add("agon", reader.read_crate(format!("{clone}/src/lib.rs").as_ref()));
    resolver.add("agon_prelude", reader.read_crate(format!("{clone}/kernel/prelude/src/lib.rs").as_ref()));
    let mut index = tables::standard();
    index.merge(resolver.index(&[("agon_prelude", "agon")]));
    language.linked.set(index).unwrap_or_else(|_| panic!("set twice"));
    for cell in cells {
        language.remember(cell, &Ok(()));
    }
    language
}

fn with_variables(language: Language, variables: &[(&str, &str)]) -> Language {
    let variable = |(name, type_name): &(&str, &str)| Variable {
        name: (*name).to_owned(),
        type_name: (*type_name).to_owned(),
    };
    language.set_variables(variables.iter().map(variable).collect());
    language
}

/// The text without its cursor, and where that stood.
fn split(text: &str) -> (String, usize) {
    let (before, after) = text.split_once('|').unwrap();
    (format!("{before}{after}"), before.chars().count())
}

fn words(language: &Language, text: &str) -> Vec<String> {
    let (code, position) = split(text);
    language.complete(&code, position).into_iter().map(|completion| completion.text).collect()
}

#[track_caller]
fn offers(language: &Language, text: &str, wanted: &[&str], unwanted: &[&str]) {
    let found = words(language, text);
    for word in wanted {
        assert!(found.iter().any(|found| found == word), "{text}: {word} is not among {found:?}");
    }
    for word in unwanted {
        assert!(!found.iter().any(|found| found == word), "{text}: {word} is among {found:?}");
    }
}

#[test]
fn variables_items_and_what_is_imported_are_offered() {
    let language = language(&[
        "use agon::*;",
        "/// Doubles.\nfn double(n: u32) -> u32 { 2 * n }\n#[derive(Debug)]\nstruct 堆 { 大小: u32 }\nmacro_rules! twice { () => {} }",
    ]);
    let language = with_variables(language, &[("heaps", "std::vec::Vec<u32>"), ("第一堆", "堆")]);
    offers(&language, "he|", &["heaps"], &["double"]);
    language.remember("let fresh = 1; let Some(inner) = Some(2) else { panic!() };", &Ok(()));
    offers(&language, "fre|", &["fresh"], &[]);
    offers(&language, "inn|", &["inner"], &[]);
    assert!(language.has_variable("fresh") && !language.has_variable("Some"));
    offers(&language, "let y = dou|", &["double"], &["heaps"]);
    offers(&language, "第|", &["第一堆"], &[]);
    offers(&language, "let 🎲 = 堆|", &["堆"], &[]);
    offers(&language, "tw|", &["twice!"], &["twice"]);
    offers(&language, "Nim|", &["Nim", "Nimber"], &[]);
    offers(&language, "nimb|", &["Nimber"], &[]);
    offers(&language, "print|", &["println!", "print!"], &[]);
    offers(&language, "whi|", &["while"], &[]);
    offers(&language, "St|", &["String"], &[]);
    offers(&language, "let local = 1;\nloc|", &["local"], &[]);
    offers(&language, "loc|;\nlet local = 1;", &[], &["local"]);
    offers(&language, "|", &["heaps", "double"], &["while", "String"]);
    assert!(words(&language, "let new_na|").is_empty() && words(&language, "fn dou|").is_empty());
    assert!(words(&language, "// he|").is_empty() && words(&language, "\"he|").is_empty());
    assert!(words(&language, "12|").is_empty());
}

#[test]
fn members_follow_the_type() {
    let language = language(&[
        "use agon::*;",
        "struct Heap { size: u32 }\nimpl Heap { fn new(size: u32) -> Self { Heap { size } } fn halves(&self) -> Vec<Heap> { vec![] } fn name(&self) -> String { String::new() } }",
    ]);
    let language = with_variables(
        language,
        &[
            ("heap", "Heap"),
            ("all", "std::vec::Vec<Heap>"),
            ("text", "std::string::String"),
            ("n", "u32"),
            ("nimber", "prelude::agon::Nimber"),
        ],
    );
    for text in [
        "heap.|",
        "Heap::new(3).|",
        "all[0].|",
        "let x = Heap::new(1);\nx.|",
        "fn f(h: &Heap) { h.| }",
        "for h in &all { h.| }",
        "println!(\"{}\", heap.|",
        "println!(\"{}\", heap.|)",
        "all.pop().unwrap().|",
        "heap.halves().first().unwrap().|",
        "(&heap).|",
    ] {
        offers(&language, text, &["size", "halves"], &["new", "push", "heap"]);
    }
    offers(&language, "heap.ha|", &["halves"], &["size"]);
    offers(&language, "all.|", &["push", "len", "iter", "sort", "binary_search"], &["halves"]);
    offers(&language, "all.iter().|", &["map", "filter"], &["push"]);
    offers(&language, "text.|", &["push_str", "trim", "chars"], &[]);
    offers(&language, "heap.name().tr|", &["trim"], &[]);
    offers(&language, "n.cou|", &["count_ones"], &[]);
    offers(&language, "\"abc\".to_up|", &["to_uppercase"], &[]);
    offers(&language, "format!(\"a\").|", &["push_str"], &[]);
    offers(&language, "OctalGame::kayles().gr|", &["grundy_sequence"], &[]);
    offers(&language, "Some(heap).unw|", &["unwrap", "unwrap_or"], &[]);
}

#[test]
fn fields_attributes_and_types_have_places_of_their_own() {
    let language = language(&[
        "use agon::*;",
        "#[derive(Clone)]\nstruct Pile<T> { size: u32, label: T }\nimpl<T> Pile<T> { fn label(&self) -> &T { &self.label } }\nenum Outcome { Won }",
    ]);
    let language =
        with_variables(language, &[("pile", "Pile<std::string::String>"), ("heaps", "std::vec::Vec<u32>")]);
    for text in [
        "Pile { si|",
        "Pile { label: 1, | }",
        "let Pile { si|, .. } = pile;",
        "impl Pile<u8> { fn f() -> Self { Self { si| } } }",
    ] {
        offers(&language, text, &["size"], &["heaps", "sink"]);
    }
    offers(&language, "pile.label.|", &["push_str"], &["size"]);
    offers(&language, "pile.|", &["size", "label", "clone"], &[]);
    offers(&language, "Outcome::|", &["Won"], &["N", "P"]);
    offers(&language, "#[der|", &["derive"], &["derive!"]);
    offers(&language, "#[derive(Clone, Par|", &["PartialEq", "PartialOrd"], &[]);
    offers(&language, "fn f(x: &s|", &["str"], &["show_as", "say!"]);
    offers(&language, ":type hea|", &["heaps"], &[]);
    offers(&language, "async fn f() {}\nf().aw|", &["await"], &[]);
    assert!(words(&language, "println!|").is_empty());
    offers(&language, "let x = 1;\n:v|", &[], &[":vars"]);
    assert_eq!(words(&language, "let y = le|")[0], "let");
    assert!(words(&language, "let y = !|").contains(&"heaps".to_owned()));
}

#[test]
fn closures_bind_elements() {
    let language = with_variables(
        language(&["use agon::*;"]),
        &[("heaps", "std::vec::Vec<u32>"), ("kayles", "agon::OctalGame")],
    );
    for text in [
        "heaps.iter().map(|n| n.¦",
        "heaps.iter().filter(|&n| n.¦)",
        "heaps.iter().copied().rev().map(|n| n.¦)",
    ] {
        let (before, after) = text.split_once('¦').unwrap();
        let found = language.complete(&format!("{before}{after}"), before.chars().count());
        assert!(found.iter().any(|found| found.text == "count_ones"), "{text}");
        assert!(!found.iter().any(|found| found.text == "push"), "{text}");
    }
    // What a generic method gives back is unknown, not a type called `B`.
    let text = "let sum = heaps.iter().fold(0, |a, b| a + b);\nsum";
    assert_eq!(language.inspect(text, text.len()).unwrap().text(false), "let sum");
}

#[test]
fn paths_lead_through_modules_types_and_imports() {
    let language = language(&[
        "enum Player { Left, Right }\nmod inner { pub fn answer() -> u8 { 42 } }\nuse std::collections;",
    ]);
    offers(&language, "agon::|", &["Nim", "mex", "show", "impartial"], &["heaps"]);
    offers(&language, "agon::impartial::ni|", &["nim_sum"], &["Nim"]);
    offers(&language, "use agon::{mex, Nim|}", &["Nim", "Nimber"], &["mex"]);
    offers(&language, "use std::coll|", &["collections"], &[]);
    offers(&language, "use std::collections::{Hash|", &["HashMap", "HashSet"], &["BTreeMap"]);
    offers(&language, "collections::BT|", &["BTreeMap"], &[]);
    offers(&language, "use ag|", &["agon"], &[]);
    offers(&language, "Player::|", &["Left", "Right"], &[]);
    offers(&language, "inner::|", &["answer"], &[]);
    offers(&language, "Vec::|", &["new", "with_capacity"], &[]);
    offers(&language, "std::f64::consts::P|", &["PI"], &[]);
    offers(&language, "agon::OctalGame::|", &["kayles"], &[]);
    let (code, position) = split("Vec::with|");
    let found = language.complete(&code, position);
    assert_eq!((found[0].text.as_str(), found[0].kind), ("with_capacity", Kind::Function));
    assert!(found[0].signature.contains("fn with_capacity(capacity: usize) -> Self"));
}

#[test]
fn directives_are_completed_with_their_colon() {
    let language = language(&[]);
    assert_eq!(words(&language, ":de|"), [":dep"]);
    assert_eq!(language.word_at(":de", 3), (0, 3));
    assert_eq!(language.word_at("let 堆x", 6), (4, 6));
    offers(&language, ":dep rand = \"1\"\n:|", &[":vars", ":time"], &[]);
    assert_eq!(words(&language, "std::de|").iter().filter(|word| word.starts_with(':')).count(), 0);
}

#[test]
fn descriptions_have_signature_and_docs() {
    let language = language(&[
        "use agon::*;\n/// Doubles a heap.\n///\n/// For ever.\nfn double(n: u32) -> u32 { 2 * n }",
    ]);
    let language = with_variables(language, &[("heaps", "std::vec::Vec<u32>")]);
    let text = |text: &str| {
        let (code, position) = split(text);
        language.inspect(&code, position).map(|found| found.text(false)).unwrap_or_default()
    };
    assert_eq!(text("dou|ble(3)"), "fn double(n: u32) -> u32\n\nDoubles a heap.\n\nFor ever.");
    assert!(text("double(3, |)").starts_with("fn double"));
    assert!(text("hea|ps").starts_with("let heaps: Vec<u32>"));
    assert!(text("me|x([1])").contains("fn mex") && text("mex|").contains("agon::mex"));
    assert!(text("heaps.le|n()").contains("fn len(&self) -> usize"));
    assert!(text("println|!(\"\")").contains("Prints"));
    assert!(text("agon::Nim|").contains("struct Nim"));
    assert!(text("whi|le true {}").contains("loop"));
    assert!(text(":de|p x").contains("crates.io"));
    assert_eq!(text("nonsense|"), "");
    let (code, position) = split("agon::Nimber|");
    let found = language.inspect(&code, position).unwrap();
    assert!(found.markdown(true).starts_with("```rust\npub struct Nimber"));
    assert!(found.text(true).contains("Members:") && !found.text(false).contains("Members:"));
    let answer = language.describe("agon::OctalGame::kayles").unwrap().text(false);
    assert!(answer.contains("fn kayles()"), "{answer}");
}

#[test]
fn answers_come_at_once() {
    let language = language(&["use agon::*;", "use std::collections::*;"]);
    let code = format!("{}\nheaps.", "let x = vec![1, 2, 3].iter().map(|n| n + 1).max();\n".repeat(200));
    let begin = std::time::Instant::now();
    for _ in 0..10 {
        language.complete(&code, code.chars().count());
        language.complete("Ni", 2);
    }
    assert!(begin.elapsed().as_millis() < 2_000, "{:?} for twenty answers", begin.elapsed());
}

#[test]
fn an_answer_is_not_surprised_by_any_text() {
    let language = language(&[]);
    for code in [
        "",
        ".",
        "::",
        ":",
        "a::",
        "((((",
        "x.y.z.",
        "use ",
        "use {",
        "#[",
        "'",
        "r#",
        "1.",
        "..",
        "|x|",
        "\u{0}",
        "堆.",
        "macro_rules! m {",
        "m!(.)",
        "fn",
        "let",
        "impl X for ",
    ] {
        for position in 0..=code.chars().count() + 1 {
            language.complete(code, position);
            language.inspect(code, position);
        }
    }
    let deep = "(".repeat(20_000);
    language.complete(&deep, 20_000);
    language.complete(&"x".repeat(LONGEST + 1), 5);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(code in "([a-z堆🎲 \n\"'#!:;.,=(){}\\[\\]/*<>|&0-9\\\\]|let|fn|use |agon::){0,30}", position in 0usize..40) {
        let language = Language::default();
        let (start, end) = language.word_at(&code, position);
        assert!(start <= end && end <= code.chars().count());
        language.complete(&code, position);
        language.inspect(&code, position);
    }
}
