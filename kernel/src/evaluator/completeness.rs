//! Whether the text of a cell is ready to run, as the parser sees it.
//!
//! A text is *complete* if it parses as a cell, *incomplete* if some continuation may, and *invalid* if none can.

use super::directive_lines::blanked;
use super::parse::{parse, with_room};
use ra_ap_syntax::{NodeOrToken, SyntaxKind, SyntaxToken, T, TextSize};

/// Whether a console should run what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It is ready to run.
    Complete,
    /// More is to come.
    Incomplete {
        /// What the next line should begin with.
        indent: String,
    },
    /// Nothing that follows can make it right.
    Invalid,
}

/// One level of indentation.
const INDENT: &str = "    ";

/// The longest text that is parsed, in bytes: far more than anybody types at a prompt.
const LONGEST: usize = 16 << 10;

/// Judges the text of a cell.
///
/// Lines of directives (`:dep …`) are left out of account, as they are not Rust. A text of more than 16 KiB counts as
/// complete: the compiler will judge it.
pub fn completeness(code: &str) -> Completeness {
    if code.len() > LONGEST {
        return Completeness::Complete;
    }
    with_room(code, || judge(code)).unwrap_or(Completeness::Complete)
}

fn judge(code: &str) -> Completeness {
    let code = blanked(code);
    if is_open_literal(&code) {
        // The next line belongs to a string or a comment, where indentation is the author's own.
        return Completeness::Incomplete { indent: String::new() };
    }
    let tokens = significant_tokens(&code);
    let Some(last) = tokens.last() else {
        return Completeness::Complete;
    };
    match open_brackets(&tokens) {
        None => return Completeness::Invalid,
        Some(0) => {}
        Some(depth) => {
            return Completeness::Incomplete { indent: INDENT.repeat(depth) };
        }
    }
    const OPENING: &str = "fn cell() {\n";
    let parsed = parse(&format!("{OPENING}{code}\n}}"));
    let end = last.text_range().end() + TextSize::of(OPENING);
    let errors = parsed.errors();
    if errors.is_empty() {
        Completeness::Complete
    } else if errors.iter().all(|error| error.range().start() >= end) {
        // The parser wants more just where the text ends.
        let goes_on = last.kind().is_punct() && !matches!(last.kind(), T![')'] | T![']'] | T!['}']);
        Completeness::Incomplete { indent: if goes_on { INDENT.to_owned() } else { String::new() } }
    } else {
        Completeness::Invalid
    }
}

/// Whether the code ends inside a string or a block comment: then it swallows a word put after it.
fn is_open_literal(code: &str) -> bool {
    let probed = parse(&format!("{code}\nprobe"));
    probed.syntax_node().last_token().is_some_and(|last| last.text() != "probe")
}

fn significant_tokens(code: &str) -> Vec<SyntaxToken> {
    let parsed = parse(code);
    let elements = parsed.syntax_node().descendants_with_tokens();
    elements.filter_map(NodeOrToken::into_token).filter(|token| !token.kind().is_trivia()).collect()
}

/// How many brackets are open at the end; `None` if one is closed that was not opened.
fn open_brackets(tokens: &[SyntaxToken]) -> Option<usize> {
    let mut open: Vec<SyntaxKind> = Vec::new();
    for kind in tokens.iter().map(SyntaxToken::kind) {
        let opening = match kind {
            T!['('] | T!['['] | T!['{'] => {
                open.push(kind);
                continue;
            }
            T![')'] => T!['('],
            T![']'] => T!['['],
            T!['}'] => T!['{'],
            _ => continue,
        };
        if open.pop() != Some(opening) {
            return None;
        }
    }
    Some(open.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_cells() {
        for code in [
            "",
            "  \n",
            "// a remark",
            "1 + 1",
            "let x = 5;",
            "let x = 5; x",
            "fn f() -> u8 { 1 }",
            "use std::fmt;\nstruct P { x: u8 }\nimpl P { fn x(&self) -> u8 { self.x } }",
            "#[derive(Debug)]\nstruct P;",
            "#![allow(unused)]\nlet x = 1;",
            "let s = \"{ ( [\"; let c = '{';",
            "let r = r#\"\"\"#; r",
            "/* /* nested */ */ ()",
            ":dep serde = \"1\"\nuse serde::Serialize;",
            ":vars",
            "if true { 1 } else { 2 }",
            "println!(\"∗{}\", 3)",
            "std::fs::read(\"x\")?",
            "macro_rules! m { () => {} }\nm!();",
        ] {
            assert_eq!(completeness(code), Completeness::Complete, "{code}");
        }
    }

    #[test]
    fn incomplete_cells_and_their_indentation() {
        for (code, indent) in [
            ("fn f() {", "    "),
            ("fn f() {\n    for x in [1, 2] {", "        "),
            ("foo(1,", "    "),
            ("let x =", "    "),
            ("let x = 5", ""),
            ("1 +", "    "),
            ("x.", "    "),
            ("if true { 1 } else", ""),
            ("#[derive(Debug)]", ""),
            ("let s = \"abc", ""),
            ("let s = \"abc \\\"", ""),
            ("let s = r#\"abc\"", ""),
            ("/* a remark", ""),
            ("fn f()", ""),
            ("impl P", ""),
        ] {
            assert_eq!(completeness(code), Completeness::Incomplete { indent: indent.to_owned() }, "{code}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(code in "([a-z∗ \n\"'#!:;.,=(){}\\[\\]/*<>|&0-9\\\\]|let|fn|r#\"){0,40}") {
            completeness(&code);
        }
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        for piece in ["(", "{", "[", "-", "&", "x(", "if x {", "|", "a="] {
            completeness(&piece.repeat(4_000));
        }
        assert_eq!(completeness(&"(".repeat(LONGEST + 1)), Completeness::Complete);
    }

    #[test]
    fn invalid_cells() {
        for code in ["fn f() }", "(]", "let = 5;", "1 2", "x + ;", "foo bar", "struct 5 {}", ")"] {
            assert_eq!(completeness(code), Completeness::Invalid, "{code}");
        }
    }
}
