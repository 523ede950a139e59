//! Calls of the reader's macros that stand for items: `shape!(Square { side: u8 });` where `shape!` makes a struct.
//!
//! A call is a statement by its form, and items in a statement are seen in their own cell only. Whether a macro makes items
//! is read off its definition: each of its arms must be items and nothing else.

use super::super::cell::without_marks;
use super::super::parse::parse;
use super::{Item, Key, Parts, tokens, words};
use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind};
use std::collections::HashMap;

/// Names that a call mentions and does not define.
const COMMON: [&str; 17] = [
    "Arc",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "Rc",
    "Result",
    "Some",
    "String",
    "Vec",
];

impl Parts {
    /// Counts those statements among the items that call a macro which makes items. `definition` finds the text of a macro
    /// that is not the cell's own.
    pub fn lift_calls(&mut self, text: &str, definition: impl Fn(&str) -> Option<String>) {
        let own = |name: &str| {
            let mut items = self.items.iter().rev();
            let own = items.find(|item| matches!(&item.key, Key::Macro(own) if own == name))?;
            Some(text[own.range.clone()].to_owned())
        };
        let statements = std::mem::take(&mut self.statements);
        let mut items = Vec::new();
        for mut range in statements {
            let key = call(&text[range.clone()]).and_then(|(name, call)| {
                let definition = own(&name).or_else(|| definition(&name))?;
                makes_items(&definition).then(|| Key::Made(tokens(&call), types(&call, &definition)))
            });
            let Some(key) = key else {
                self.statements.push(range);
                continue;
            };
            if text[range.clone()].trim_end_matches(';').ends_with('}') {
                range.end -= text[range.clone()].len() - text[range.clone()].trim_end_matches(';').len();
            }
            items.push(Item {
                key,
                range,
                statics: vec![],
                private: vec![],
                is_public: false,
                has_types: false,
                is_conditional: false,
            });
        }
        self.items.extend(items);
    }
}

/// The name of the macro that a statement calls and does nothing else, and the call without marks.
fn call(statement: &str) -> Option<(String, String)> {
    let text = without_marks(statement);
    let text = text.trim();
    // In braces it stands for itself, otherwise it ends with a semicolon, like an item.
    let (text, rest) = text.split_at(text.rfind([')', ']', '}'])? + 1);
    if !text.ends_with('}') && rest.trim() != ";" {
        return None;
    }
    let parse = parse(&format!("{text};"));
    let only = parse.tree().syntax().children().find_map(ast::MacroCall::cast)?;
    let name = only.path()?.syntax().text().to_string();
    let range = only.syntax().text_range();
    let is_all = usize::from(range.start()) == 0 && usize::from(range.end()) >= text.len();
    (is_all && words(&name).eq([name.as_str()])).then(|| (name, text.to_owned()))
}

/// The types that a call may define: what it names, and what the macro names itself.
fn types(call: &str, definition: &str) -> Vec<String> {
    let named = words(call).filter(|word| word.starts_with(char::is_uppercase) && !COMMON.contains(word));
    let all: Vec<&str> = words(definition).collect();
    let own = all.windows(2).filter(|two| matches!(two[0], "struct" | "enum" | "union")).map(|two| two[1]);
    named.chain(own).map(str::to_owned).collect()
}

/// Whether what a macro stands for is items, whichever of its arms matches.
fn makes_items(definition: &str) -> bool {
    let parsed = parse(&without_marks(definition));
    let Some(rules) = parsed.tree().syntax().descendants().find_map(ast::MacroRules::cast) else {
        return false;
    };
    let (Some(name), Some(body)) = (rules.name(), rules.token_tree()) else { return false };
    let trees = body.syntax().children_with_tokens().filter_map(NodeOrToken::into_node);
    let trees: Vec<String> = trees
        .filter(|tree| tree.kind() == SyntaxKind::TOKEN_TREE)
        .map(|tree| tree.text().to_string())
        .collect();
    let arms: Vec<&[String]> = trees.chunks(2).collect();
    let mut makes_something = false;
    let is_items = arms.iter().all(|arm| {
        let [pattern, made] = arm else { return false };
        let items = written_out(&made[1..made.len() - 1], &kinds(pattern));
        let made = parse(&items);
        made.errors().is_empty()
            && made.tree().syntax().children().all(|child| match ast::Item::cast(child) {
                // The rest of a list goes to the macro itself.
                Some(ast::Item::MacroCall(call)) => {
                    call.path().is_some_and(|path| path.syntax().text() == &*name.text())
                }
                Some(_) => {
                    makes_something = true;
                    true
                }
                None => false,
            })
    });
    is_items && makes_something
}

/// The kinds of a pattern's variables: `$name:ident`.
fn kinds(pattern: &str) -> HashMap<&str, &str> {
    let variables = pattern.split('$').skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(':')?;
        let kind = words(rest).next()?;
        words(name.trim()).eq([name.trim()]).then(|| (name.trim(), kind))
    });
    variables.collect()
}

/// What an arm makes, each variable replaced by the simplest thing of its kind, each repetition written once.
fn written_out(made: &str, kinds: &HashMap<&str, &str>) -> String {
    let mut out = String::new();
    let mut rest = made;
    while let Some(at) = rest.find('$') {
        out += &rest[..at];
        rest = &rest[at + 1..];
        if rest.starts_with('(') {
            let Some(end) = closing(rest) else { return rest.to_owned() };
            out += &written_out(&rest[1..end], kinds);
            rest = &rest[end + 1..];
            // A separator, if there is one, and the sign of repetition.
            let sign = rest.find(['*', '+', '?']).unwrap_or(rest.len().saturating_sub(1));
            rest = rest.get(sign + 1..).unwrap_or("");
            out.push(' ');
            continue;
        }
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        out += match kinds.get(&rest[..length]).copied() {
            Some("lifetime") => "'a",
            Some("vis") => "",
            Some("block") => "{}",
            Some("literal") => "0",
            Some("item") => "fn x() {}",
            _ => "x",
        };
        rest = &rest[length..];
    }
    out + rest
}

/// Where the parenthesis closes with which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::super::split;
    use super::*;

    #[test]
    fn macros_of_items_are_told_from_others() {
        for (definition, expected) in [
            ("macro_rules! f { ($name:ident) => { fn $name() -> u8 { 1 } }; }", true),
            (
                "macro_rules! s { ($(#[$m:meta])* $v:vis struct $n:ident { $($f:ident : $t:ty),* $(,)? }) => { $(#[$m])* $v struct $n { $($f: $t),* } impl $n {} }; }",
                true,
            ),
            (
                "macro_rules! i { ($($t:ty),+) => { $(impl Name for $t { const N: &'static str = stringify!($t); })+ }; }",
                true,
            ),
            ("macro_rules! r { () => {}; ($n:ident $($rest:tt)*) => { struct $n; r!($($rest)*); }; }", true),
            ("macro_rules! l { ($n:ident) => { let $n = 1; }; }", false),
            ("macro_rules! e { ($e:expr) => { $e + 1 }; }", false),
            ("macro_rules! p { ($e:expr) => { println!(\"{}\", $e); }; }", false),
            ("macro_rules! b { ($n:ident) => { fn $n() {} $n(); }; }", false),
            (
                "macro_rules! x { ($n:ident) => { struct $n; }; ($n:ident = $e:expr) => { let $n = $e; }; }",
                false,
            ),
        ] {
            assert_eq!(makes_items(definition), expected, "{definition}");
        }
    }

    #[test]
    fn calls_become_items() {
        let text = "macro_rules! shape { ($n:ident { $($f:ident: $t:ty),* }) => { struct $n { $($f: $t),* } } }\nshape/*@00003:2*/!(Square { side: u8, name: String });\nshape! { Dot {} }\nother!(Square);\nlet x = 1;";
        let mut parts = split(text);
        parts.lift_calls(text, |_| None);
        let statements: Vec<&str> = parts.statements.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(statements, ["other!(Square);", "let x = 1;"]);
        let made: Vec<&Key> = parts.items.iter().map(|item| &item.key).skip(1).collect();
        assert!(
            matches!(made[..], [Key::Made(_, square), Key::Made(_, dot)] if square[0] == "Square" && dot[0] == "Dot")
        );
    }
}
