//! A cell taken apart: what stays (items, imports), what runs (statements), which variables it binds.

use super::parse::{parse, with_room};
use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, TextRange};
use std::ops::Range;

const WRAPPER: &str = "fn cell() {";

/// The parts of a cell, as ranges of its text.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Inner attributes (`#![…]`).
    pub attributes: Vec<Range<usize>>,
    /// Imports, one for each name.
    pub imports: Vec<Import>,
    /// Functions, types, implementations and all other items.
    pub items: Vec<Item>,
    /// What runs, in order.
    pub statements: Vec<Range<usize>>,
    /// The variables that top-level `let`s bind, in order.
    pub bindings: Vec<Binding>,
    /// Whether the cell itself awaits something.
    pub awaits: bool,
}

/// An import of one name, or of all names of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name that it brings into scope; `None` for `*` and `_`.
    pub name: Option<String>,
    /// The import by itself.
    pub text: String,
    /// Where it stands in the cell.
    pub range: Range<usize>,
}

/// An item that later cells can use.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it defines.
    pub key: Key,
    /// Where it stands.
    pub range: Range<usize>,
    /// The statics among it: each exists once, whichever cell uses it.
    pub statics: Vec<Static>,
}

/// A static, or a key of `thread_local!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Static {
    /// Its name.
    pub name: String,
    /// Its type as written.
    pub type_name: String,
    /// Whether it is `static mut`.
    pub mutable: bool,
    /// Whether it is a key of `thread_local!`.
    pub thread_local: bool,
}

/// What an item defines. An item replaces an earlier one of the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A type, trait or module.
    Type(String),
    /// A function, constant or static.
    Value(String),
    /// A macro.
    Macro(String),
    /// An implementation: its head, and the names in it. Inherent implementations of one type live side by side unless
    /// they define the same name.
    Impl(String, Vec<String>),
    /// Something else, by its text.
    Other(String),
}

/// A variable that a `let` binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// Whether it is `mut`.
    pub mutable: bool,
    /// The type, if the `let` states it without leaving anything to inference.
    pub stated_type: Option<String>,
}

/// Takes a cell's text apart. Text that does not parse is one statement: the compiler reports what is wrong.
pub fn split(text: &str) -> Parts {
    let all = || Parts { statements: std::iter::once(0..text.len()).collect(), ..Parts::default() };
    with_room(text, || parts(text)).flatten().unwrap_or_else(all)
}

/// What the cell defines that the layout of a type can depend on: types, modules, traits, constants and imports, by name,
/// each with its tokens. White space and comments do not count.
pub fn definitions(text: &str) -> Vec<(String, String)> {
    let parts = split(text);
    let imports = parts.imports.iter().filter_map(|import| Some((import.name.clone()?, import.text.clone())));
    let items = parts.items.iter().filter_map(|item| {
        let source = &text[item.range.clone()];
        match &item.key {
            Key::Type(name) => Some((name.clone(), tokens(source))),
            // A constant may be the length of an array in a type; an ordinary function cannot.
            Key::Value(name) => (!is_function(source) || words(source).any(|word| word == "const"))
                .then(|| (name.clone(), tokens(source))),
            Key::Macro(_) | Key::Impl(..) | Key::Other(_) => None,
        }
    });
    imports.chain(items).collect()
}

fn is_function(source: &str) -> bool {
    words(source).any(|word| word == "fn")
}

/// The tokens of a piece of Rust, one space between them.
fn tokens(source: &str) -> String {
    let parse = parse(source);
    let tokens = parse.tree().syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let solid = tokens.filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT));
    solid.map(|token| token.text().to_owned()).collect::<Vec<_>>().join(" ")
}

/// The identifiers in a piece of Rust.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

fn parts(text: &str) -> Option<Parts> {
    let parse = parse(&format!("{WRAPPER}{text}\n}}"));
    if !parse.errors().is_empty() {
        return None;
    }
    let body = parse.tree().syntax().descendants().find_map(ast::StmtList::cast)?;
    let mut parts = Parts::default();
    for child in body.syntax().children() {
        let range = range_of(child.text_range());
        if let Some(ast::Item::Use(item)) = ast::Item::cast(child.clone()) {
            let tree = item.use_tree()?;
            expand(&tree, "", &range, &mut parts.imports);
        } else if let Some(key) = key(&child) {
            parts.items.push(Item { key, range, statics: statics(&child) });
        } else if child.kind() == SyntaxKind::ATTR {
            parts.attributes.push(range);
        } else {
            if let Some(binding) = let_statement(&child) {
                bindings(&binding, &mut parts.bindings);
            }
            parts.awaits |= awaits(&child);
            parts.statements.push(range);
        }
    }
    Some(parts)
}

/// Whether a statement awaits outside of functions, closures and `async` blocks of its own.
fn awaits(statement: &SyntaxNode) -> bool {
    let has_own_context = |node: &SyntaxNode| match node.kind() {
        SyntaxKind::FN | SyntaxKind::CLOSURE_EXPR => true,
        SyntaxKind::BLOCK_EXPR => {
            ast::BlockExpr::cast(node.clone()).is_some_and(|block| block.async_token().is_some())
        }
        _ => false,
    };
    // Inside a macro's parentheses there are only tokens.
    let is_await = |node: &SyntaxNode| match node.kind() {
        SyntaxKind::AWAIT_EXPR => true,
        SyntaxKind::TOKEN_TREE => {
            node.children_with_tokens().any(|token| token.kind() == SyntaxKind::AWAIT_KW)
        }
        _ => false,
    };
    statement.descendants().filter(is_await).any(|node| {
        !node
            .ancestors()
            .take_while(|ancestor| ancestor != statement)
            .any(|ancestor| has_own_context(&ancestor))
    })
}

/// The statics that an item defines.
fn statics(node: &SyntaxNode) -> Vec<Static> {
    let of = |item: &ast::Static, thread_local: bool| {
        Some(Static {
            name: item.name()?.text().to_string(),
            type_name: item.ty()?.syntax().text().to_string(),
            mutable: item.mut_token().is_some(),
            thread_local,
        })
    };
    if let Some(item) = ast::Static::cast(node.clone()) {
        return of(&item, false).into_iter().collect();
    }
    let Some(call) = node.descendants().find_map(ast::MacroCall::cast).filter(is_item_macro) else {
        return vec![];
    };
    let body = call.token_tree().map(|tree| tree.syntax().text().to_string()).unwrap_or_default();
    let inside = body.get(1..body.len().saturating_sub(1)).unwrap_or("");
    // The last `static` of a list may go without its semicolon.
    let parse = parse(&format!("{inside};"));
    let items = parse.tree().syntax().descendants().filter_map(ast::Static::cast).collect::<Vec<_>>();
    items.iter().filter_map(|item| of(item, true)).collect()
}

fn range_of(range: TextRange) -> Range<usize> {
    usize::from(range.start()) - WRAPPER.len()..usize::from(range.end()) - WRAPPER.len()
}

fn let_statement(node: &SyntaxNode) -> Option<ast::LetStmt> {
    ast::LetStmt::cast(node.clone())
}

fn key(node: &SyntaxNode) -> Option<Key> {
    let named = |name: Option<ast::Name>| name.map(|name| name.text().to_string());
    let other = || Some(Key::Other(node.text().to_string()));
    match ast::Item::cast(node.clone()) {
        Some(ast::Item::Struct(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::Enum(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::Union(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::Trait(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::TypeAlias(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::Module(item)) => Some(Key::Type(named(item.name())?)),
        Some(ast::Item::Fn(item)) => Some(Key::Value(named(item.name())?)),
        Some(ast::Item::Const(item)) => named(item.name()).map(Key::Value).or_else(other),
        Some(ast::Item::Static(item)) => Some(Key::Value(named(item.name())?)),
        Some(ast::Item::MacroRules(item)) => Some(Key::Macro(named(item.name())?)),
        Some(ast::Item::Impl(item)) => Some(implementation(&item)),
        Some(ast::Item::MacroCall(call)) => is_item_macro(&call).then(other)?,
        Some(_) => other(),
        None => {
            let call = node.descendants().find_map(ast::MacroCall::cast)?;
            (call.syntax().text_range().start() == node.text_range().start() && is_item_macro(&call))
                .then(other)?
        }
    }
}

/// Macros that stand for items; all others are statements.
pub fn is_item_macro(call: &ast::MacroCall) -> bool {
    let path = call.path().map(|path| path.syntax().text().to_string()).unwrap_or_default();
    ["thread_local", "std::thread_local"].contains(&path.as_str())
}

fn implementation(item: &ast::Impl) -> Key {
    let list = item.assoc_item_list();
    let end =
        list.as_ref().map_or(item.syntax().text_range().end(), |list| list.syntax().text_range().start());
    let tokens = item.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let head = tokens
        .filter(|token| token.text_range().end() <= end)
        .filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT))
        .map(|token| token.text().to_owned())
        .collect::<Vec<_>>()
        .join(" ");
    let names = list.into_iter().flat_map(|list| list.assoc_items()).filter_map(|member| match member {
        ast::AssocItem::Fn(item) => item.name(),
        ast::AssocItem::Const(item) => item.name(),
        ast::AssocItem::TypeAlias(item) => item.name(),
        ast::AssocItem::MacroCall(_) => None,
    });
    Key::Impl(head, names.map(|name| name.text().to_string()).collect())
}

/// One import for each name of a tree: `use a::{b, c as d, e::*}` is three.
fn expand(tree: &ast::UseTree, prefix: &str, range: &Range<usize>, imports: &mut Vec<Import>) {
    let own = tree.path().map(|path| path.syntax().text().to_string()).unwrap_or_default();
    let path = match (prefix, own.as_str()) {
        (prefix, "") => prefix.to_owned(),
        ("", own) => own.to_owned(),
        (prefix, own) => format!("{prefix}::{own}"),
    };
    if let Some(list) = tree.use_tree_list() {
        for tree in list.use_trees() {
            expand(&tree, &path, range, imports);
        }
        return;
    }
    if tree.star_token().is_some() {
        imports.push(Import { name: None, text: format!("use {path}::*;"), range: range.clone() });
        return;
    }
    // `use a::{self}` imports `a`.
    let target = path.strip_suffix("::self").unwrap_or(&path);
    let (name, suffix) = match tree.rename() {
        Some(rename) => match rename.name() {
            Some(name) => (Some(name.text().to_string()), format!(" as {}", name.text())),
            None => (None, " as _".to_owned()),
        },
        None => (target.rsplit("::").next().map(str::to_owned), String::new()),
    };
    imports.push(Import { name, text: format!("use {target}{suffix};"), range: range.clone() });
}

fn bindings(binding: &ast::LetStmt, found: &mut Vec<Binding>) {
    let Some(pattern) = binding.pat() else { return };
    let simple = matches!(pattern, ast::Pat::IdentPat(_));
    let stated = binding.ty().filter(|_| simple).map(|ty| ty.syntax().text().to_string());
    let stated = stated.filter(|ty| {
        !ty.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "_" || word == "impl")
    });
    for name in pattern.syntax().descendants().filter_map(ast::IdentPat::cast) {
        let Some(text) = name.name().map(|name| name.text().to_string()) else { continue };
        // A capital letter is a constant or a variant that is compared with.
        if text.starts_with(char::is_uppercase) {
            continue;
        }
        found.retain(|earlier| earlier.name != text);
        found.push(Binding { name: text, mutable: name.mut_token().is_some(), stated_type: stated.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_comes_apart() {
        let text = "use std::{fmt, collections::{HashMap as M, *}, io::{self}};\nfn f() {}\nlet (mut a, b): (u8, u8) = (1, 2);\nimpl P { fn g(&self) {} }\nlet c: Vec<u8> = vec![];\na + b;";
        let parts = split(text);
        let imports: Vec<_> =
            parts.imports.iter().map(|import| (import.name.as_deref(), import.text.as_str())).collect();
        assert_eq!(
            imports,
            [
                (Some("fmt"), "use std::fmt;"),
                (Some("M"), "use std::collections::HashMap as M;"),
                (None, "use std::collections::*;"),
                (Some("io"), "use std::io;"),
            ]
        );
        assert_eq!(parts.items[0].key, Key::Value("f".into()));
        assert_eq!(parts.items[1].key, Key::Impl("impl P".into(), vec!["g".into()]));
        let bound: Vec<_> =
            parts.bindings.iter().map(|b| (b.name.as_str(), b.mutable, b.stated_type.as_deref())).collect();
        assert_eq!(bound, [("a", true, None), ("b", false, None), ("c", false, Some("Vec<u8>"))]);
        let statements: Vec<_> = parts.statements.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(statements, ["let (mut a, b): (u8, u8) = (1, 2);", "let c: Vec<u8> = vec![];", "a + b;"]);
    }

    #[test]
    fn what_a_layout_can_depend_on_is_named() {
        let text =
            "use a::{X, y as Z};\nconst N: usize = 3; // drei\nfn f() {}\nconst fn g() -> u8 { 1 }\nmod m {}";
        let names: Vec<String> = definitions(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["X", "Z", "N", "g", "m"]);
        assert_eq!(definitions("struct P { x: u8 }"), definitions("struct P {\n  x: u8 // here\n}"));
    }

    #[test]
    fn statics_and_awaiting_are_noticed() {
        let statics = |text: &str| split(text).items.remove(0).statics;
        let names = |text: &str| {
            statics(text).into_iter().map(|s| (s.name, s.type_name, s.thread_local)).collect::<Vec<_>>()
        };
        assert_eq!(names("static mut A: [u8; 2] = [0; 2];"), [("A".into(), "[u8; 2]".into(), false)]);
        assert_eq!(
            names("thread_local! { pub static B: Cell<u8> = const { Cell::new(1) }; static C: u8 = 2 }"),
            [("B".into(), "Cell<u8>".into(), true), ("C".into(), "u8".into(), true)]
        );
        assert!(
            split("f().await;").awaits
                && split("let x = g(f().await)?;").awaits
                && split("agon::result!(f().await);").awaits
        );
        assert!(!split("let f = async { g().await };").awaits && !split("let f = async |x| x.await;").awaits);
    }

    #[test]
    fn what_does_not_parse_is_one_statement() {
        assert_eq!(split("let = 1").statements, [0..7]);
        assert!(split("thread_local! { static A: u8 = 1 }").statements.is_empty());
    }
}
