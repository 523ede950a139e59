//! A cell taken apart: what stays (items, imports), what runs (statements), which variables it binds.

use super::super::parse::with_room;
use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, Edition, NodeOrToken, SourceFile, SyntaxKind, SyntaxNode, TextRange};
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

fn parts(text: &str) -> Option<Parts> {
    let parse = SourceFile::parse(&format!("{WRAPPER}{text}\n}}"), Edition::Edition2024);
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
            parts.items.push(Item { key, range });
        } else if child.kind() == SyntaxKind::ATTR {
            parts.attributes.push(range);
        } else {
            if let Some(binding) = let_statement(&child) {
                bindings(&binding, &mut parts.bindings);
            }
            parts.statements.push(range);
        }
    }
    Some(parts)
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
fn is_item_macro(call: &ast::MacroCall) -> bool {
    let path = call.path().map(|path| path.syntax().text().to_string()).unwrap_or_default();
    ["thread_local", "std::thread_local", "lazy_static", "lazy_static::lazy_static"].contains(&path.as_str())
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
    fn what_does_not_parse_is_one_statement() {
        assert_eq!(split("let = 1").statements, [0..7]);
        assert!(split("thread_local! { static A: u8 = 1 }").statements.is_empty());
    }
}
