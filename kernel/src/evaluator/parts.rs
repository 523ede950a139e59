//! A cell taken apart: what stays (items, imports), what runs (statements), which variables it binds.

mod assigned;
mod key;
mod made;

use super::parse::{parse, with_room};
use key::key;
pub use key::{Key, is_item_macro};
use ra_ap_syntax::ast::{self, HasName, HasVisibility};
use ra_ap_syntax::{AstNode, Direction, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange};
use std::ops::Range;

const WRAPPER: &str = "fn cell() {";

/// The parts of a cell, as ranges of its text.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Inner attributes (`#![…]`).
    pub attributes: Vec<Range<usize>>,
    /// Imports, one for each name.
    pub imports: Vec<Import>,
    /// Those imports that only name what an earlier cell has defined at the root; no program may contain them.
    pub idle_imports: Vec<Import>,
    /// Functions, types, implementations and all other items.
    pub items: Vec<Item>,
    /// What runs, in order.
    pub statements: Vec<Range<usize>>,
    /// The variables that top-level `let`s bind, in order.
    pub bindings: Vec<Binding>,
    /// The names that statements assign to, at whatever depth.
    pub assigned: Vec<String>,
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
    /// The statics in it, at whatever depth: each exists once, whichever cell uses it.
    pub statics: Vec<Static>,
    /// Where `pub(crate)` must stand if the item is to be used from another module as it is from its own: before itself
    /// and before its private fields. Offsets in the item.
    pub private: Vec<usize>,
    /// Whether it is `pub` without restriction.
    pub is_public: bool,
    /// Whether it is a function with types of its own.
    pub has_types: bool,
    /// Whether it exists only under a condition (`#[cfg(…)]`).
    pub is_conditional: bool,
}

/// A static, or a key of `thread_local!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Static {
    /// Where it stands, or the whole `thread_local!` that it stands in, as offsets in the item.
    pub range: Range<usize>,
    /// `pub`, `pub(crate)`, or nothing.
    pub visibility: String,
    /// Its name.
    pub name: String,
    /// Its type, all lifetimes that a static's type may leave out written down.
    pub type_name: String,
    /// Whether it is `static mut`.
    pub mutable: bool,
    /// Whether it is a key of `thread_local!`.
    pub thread_local: bool,
}

/// A variable that a `let` binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// Whether it is `mut`.
    pub mutable: bool,
    /// The type, if the `let` states one that means the same in every cell. All others the compiler is asked for.
    pub stated_type: Option<String>,
}

/// Takes a cell's text apart. Text that does not parse is one statement: the compiler reports what is wrong.
pub fn split(text: &str) -> Parts {
    let all = || Parts { statements: std::iter::once(0..text.len()).collect(), ..Parts::default() };
    with_room(text, || parts(text)).flatten().unwrap_or_else(all)
}

/// The tokens of a piece of Rust, one space between them. A comma before a closing brace makes no difference.
pub fn tokens(source: &str) -> String {
    let parse = parse(source);
    let tokens = parse.tree().syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let solid = tokens.filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT));
    solid
        .map(|token| token.text().to_owned())
        .collect::<Vec<_>>()
        .join(" ")
        .replace(", }", "}")
        .replace(" }", "}")
}

/// The identifiers in a piece of Rust; `r#type` is `type`.
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
            let (statics, private) = (statics(&child), private(&child));
            let (is_public, has_types) = (is_public(&child), has_types(&child));
            let is_conditional = is_conditional(&child);
            parts.items.push(Item { key, range, statics, private, is_public, has_types, is_conditional });
        } else if child.kind() == SyntaxKind::ATTR {
            parts.attributes.push(range);
        } else {
            if let Some(binding) = let_statement(&child) {
                bindings(&binding, &mut parts.bindings);
            }
            parts.awaits |= awaits(&child);
            parts.assigned.extend(assigned::assigned(&child));
            parts.statements.push(range);
        }
    }
    Some(parts)
}

/// Macros of tokio and of futures that await what they are given.
const AWAITING: [&str; 4] = ["join", "try_join", "select", "select_biased"];

/// Whether a statement awaits outside of functions, closures and `async` blocks of its own.
fn awaits(statement: &SyntaxNode) -> bool {
    let has_own_context = |node: &SyntaxNode| match node.kind() {
        SyntaxKind::FN | SyntaxKind::CLOSURE_EXPR => true,
        SyntaxKind::BLOCK_EXPR => {
            ast::BlockExpr::cast(node.clone()).is_some_and(|block| block.async_token().is_some())
        }
        SyntaxKind::TOKEN_TREE => is_async(node),
        _ => false,
    };
    // Inside a macro's parentheses there are only tokens.
    let is_await = |node: &SyntaxNode| match node.kind() {
        SyntaxKind::AWAIT_EXPR => true,
        SyntaxKind::MACRO_CALL => {
            let path = ast::MacroCall::cast(node.clone()).and_then(|call| call.path());
            let name = path.and_then(|path| path.segment()?.name_ref());
            name.is_some_and(|name| AWAITING.contains(&&*name.text()))
        }
        SyntaxKind::TOKEN_TREE => {
            let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
            let mut macros = tokens.clone().zip(tokens.clone().skip(1));
            let is_awaiting = |name: &SyntaxToken| AWAITING.contains(&name.text());
            tokens.clone().any(|token| token.kind() == SyntaxKind::AWAIT_KW)
                || macros.any(|(name, sign)| sign.kind() == SyntaxKind::BANG && is_awaiting(&name))
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

/// Whether braces in a macro's parentheses are those of an `async` block.
fn is_async(tree: &SyntaxNode) -> bool {
    let before = tree.siblings_with_tokens(Direction::Prev).skip(1);
    let solid = before.filter(|one| !matches!(one.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT));
    let mut solid = solid.skip_while(|one| one.kind() == SyntaxKind::MOVE_KW);
    solid.next().is_some_and(|one| one.kind() == SyntaxKind::ASYNC_KW)
}

/// The statics that an item defines or contains, in the order of the text.
fn statics(item: &SyntaxNode) -> Vec<Static> {
    let start = item.text_range().start();
    let mut found = Vec::new();
    for node in item.descendants() {
        if let Some(of) = ast::Static::cast(node.clone()) {
            found.extend(static_of(&of, node.text_range() - start, false));
        } else if let Some(call) = ast::MacroCall::cast(node).filter(is_item_macro) {
            let around = call.syntax().ancestors().take_while(|node| {
                matches!(node.kind(), SyntaxKind::MACRO_CALL | SyntaxKind::MACRO_EXPR | SyntaxKind::EXPR_STMT)
            });
            let range = around.last().map_or(call.syntax().text_range(), |node| node.text_range());
            let body = call.token_tree().map(|tree| tree.syntax().text().to_string()).unwrap_or_default();
            let inside = body.get(1..body.len().saturating_sub(1)).unwrap_or("");
            // The last `static` of a list may go without its semicolon.
            let parse = parse(&format!("{inside};"));
            let items = parse.tree().syntax().descendants().filter_map(ast::Static::cast).collect::<Vec<_>>();
            found.extend(items.iter().filter_map(|of| static_of(of, range - start, true)));
        }
    }
    found
}

fn static_of(item: &ast::Static, range: TextRange, thread_local: bool) -> Option<Static> {
    Some(Static {
        range: range.start().into()..range.end().into(),
        visibility: item
            .visibility()
            .map(|visibility| visibility.syntax().text().to_string())
            .unwrap_or_default(),
        name: item.name()?.text().to_string(),
        type_name: with_static_lifetimes(item.ty()?.syntax()),
        mutable: item.mut_token().is_some(),
        thread_local,
    })
}

/// A type in which every reference says how long it lives. In a static that is for ever, unless the reference belongs
/// to the signature of a function.
pub fn with_static_lifetimes(ty: &SyntaxNode) -> String {
    let mut text = String::new();
    for token in ty.descendants_with_tokens().filter_map(NodeOrToken::into_token) {
        let node = token.parent();
        let in_signature = || {
            node.iter().flat_map(SyntaxNode::ancestors).take_while(|node| node != ty).any(|node| {
                matches!(
                    node.kind(),
                    SyntaxKind::FN_PTR_TYPE
                        | SyntaxKind::PARENTHESIZED_ARG_LIST
                        | SyntaxKind::PARAM_LIST
                        | SyntaxKind::RET_TYPE
                )
            }) || ty.kind() == SyntaxKind::FN_PTR_TYPE
        };
        let is_reference = token.kind() == SyntaxKind::AMP
            && node.as_ref().is_some_and(|node| node.kind() == SyntaxKind::REF_TYPE);
        let has_lifetime =
            || token.next_token().is_some_and(|next| next.kind() == SyntaxKind::LIFETIME_IDENT);
        match token.text() {
            "'_" if !in_signature() => text += "'static",
            other => text += other,
        }
        if is_reference && !has_lifetime() && !in_signature() {
            text += "'static ";
        }
    }
    text
}

/// See [`Item::private`].
fn private(item: &SyntaxNode) -> Vec<usize> {
    let start = item.text_range().start();
    let mut found = Vec::new();
    let mut note = |node: &SyntaxNode, visible: bool| {
        let first = node.children_with_tokens().find(|child| {
            !matches!(child.kind(), SyntaxKind::ATTR | SyntaxKind::WHITESPACE | SyntaxKind::COMMENT)
        });
        found.extend(first.filter(|_| !visible).map(|child| usize::from(child.text_range().start() - start)));
    };
    let visible = |owner: &dyn HasVisibility| owner.visibility().is_some();
    match ast::Item::cast(item.clone()) {
        Some(ast::Item::Struct(of)) => {
            note(item, visible(&of));
            match of.field_list() {
                Some(ast::FieldList::RecordFieldList(list)) => {
                    list.fields().for_each(|field| note(field.syntax(), visible(&field)));
                }
                Some(ast::FieldList::TupleFieldList(list)) => {
                    list.fields().for_each(|field| note(field.syntax(), visible(&field)));
                }
                None => {}
            }
        }
        Some(ast::Item::Union(of)) => {
            note(item, visible(&of));
            let fields = of.record_field_list().into_iter().flat_map(|list| list.fields());
            fields.for_each(|field| note(field.syntax(), visible(&field)));
        }
        Some(ast::Item::Enum(of)) => note(item, visible(&of)),
        Some(ast::Item::Trait(of)) => note(item, visible(&of)),
        Some(ast::Item::Module(of)) => note(item, visible(&of)),
        Some(ast::Item::TypeAlias(of)) => note(item, visible(&of)),
        Some(ast::Item::Fn(of)) => note(item, visible(&of)),
        _ => {}
    }
    found
}

fn has_types(item: &SyntaxNode) -> bool {
    let is_type =
        |node: SyntaxNode| matches!(node.kind(), SyntaxKind::STRUCT | SyntaxKind::ENUM | SyntaxKind::UNION);
    item.kind() == SyntaxKind::FN && item.descendants().any(is_type)
}

fn is_conditional(item: &SyntaxNode) -> bool {
    let mut attributes = item.children().filter_map(ast::Attr::cast);
    attributes.any(|attribute| words(&attribute.syntax().text().to_string()).any(|word| word == "cfg"))
}

fn is_public(item: &SyntaxNode) -> bool {
    let visibility = item.children().find_map(ast::Visibility::cast);
    visibility.is_some_and(|visibility| visibility.syntax().text() == "pub")
}

fn range_of(range: TextRange) -> Range<usize> {
    usize::from(range.start()) - WRAPPER.len()..usize::from(range.end()) - WRAPPER.len()
}

fn let_statement(node: &SyntaxNode) -> Option<ast::LetStmt> {
    ast::LetStmt::cast(node.clone())
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

/// Types that nobody defines anew.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "str",
];

fn bindings(binding: &ast::LetStmt, found: &mut Vec<Binding>) {
    let Some(pattern) = binding.pat() else { return };
    let refutable = binding.let_else().is_some();
    let simple = matches!(pattern, ast::Pat::IdentPat(_));
    let stated = binding.ty().filter(|_| simple).map(|ty| ty.syntax().text().to_string());
    let stated = stated.filter(|ty| words(ty).all(|word| PRIMITIVES.contains(&word)) && !ty.contains('&'));
    for name in pattern.syntax().descendants().filter_map(ast::IdentPat::cast) {
        let Some(text) = name.name().map(|name| name.text().to_string()) else { continue };
        // In a pattern that may fail, a capital letter is a constant or a variant that is compared with.
        if refutable && text.starts_with(char::is_uppercase) {
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
        let text = "use std::{fmt, collections::{HashMap as M, *}, io::{self}};\nfn f() {}\nlet (mut a, b): (u8, u8) = (1, 2);\nimpl P { fn g(&self) {} }\nlet c: (u8, bool) = d;\nlet d: Vec<u8> = e;\na + b;";
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
        assert_eq!(
            bound,
            [("a", true, None), ("b", false, None), ("c", false, Some("(u8, bool)")), ("d", false, None)]
        );
        let statements: Vec<_> = parts.statements.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(
            statements,
            ["let (mut a, b): (u8, u8) = (1, 2);", "let c: (u8, bool) = d;", "let d: Vec<u8> = e;", "a + b;"]
        );
    }

    #[test]
    fn private_things_are_found() {
        let text = "/// A move.\n#[derive(Debug)]\nstruct Move { /// from\n from: u8, pub to: u8 }\npub struct T(u8, pub u8);\nenum E { A }";
        let parts = split(text);
        let marked = |item: &Item| {
            let mut source = text[item.range.clone()].to_owned();
            item.private.iter().rev().for_each(|at| source.insert_str(*at, "@"));
            source
        };
        let marked: Vec<String> = parts.items.iter().map(marked).collect();
        assert_eq!(
            marked,
            [
                "/// A move.\n#[derive(Debug)]\n@struct Move { /// from\n @from: u8, pub to: u8 }",
                "pub struct T(@u8, pub u8);",
                "@enum E { A }",
            ]
        );
    }

    #[test]
    fn statics_and_awaiting_are_noticed() {
        let statics = |text: &str| split(text).items.remove(0).statics;
        let names = |text: &str| {
            statics(text).into_iter().map(|s| (s.name, s.type_name, s.thread_local)).collect::<Vec<_>>()
        };
        let inner =
            "fn f() -> u8 { static A: AtomicU8 = AtomicU8::new(0); thread_local!(static B: u8 = 1); 0 }";
        assert_eq!(names(inner), [("A".into(), "AtomicU8".into(), false), ("B".into(), "u8".into(), true)]);
        let ranges: Vec<&str> = statics(inner).iter().map(|of| &inner[of.range.clone()]).collect();
        assert_eq!(ranges, ["static A: AtomicU8 = AtomicU8::new(0);", "thread_local!(static B: u8 = 1);"]);
        for (ty, full) in [
            ("[&str; 2]", "[&'static str; 2]"),
            ("&'static [&str]", "&'static [&'static str]"),
            ("fn(&str) -> &str", "fn(&str) -> &str"),
            ("&[fn(&u8)]", "&'static [fn(&u8)]"),
            ("Cow<'_, str>", "Cow<'static, str>"),
        ] {
            assert_eq!(names(&format!("static A: {ty} = x;")), [("A".into(), full.into(), false)]);
        }
        assert_eq!(names("static mut A: [u8; 2] = [0; 2];"), [("A".into(), "[u8; 2]".into(), false)]);
        assert_eq!(
            names("thread_local! { pub static B: Cell<u8> = const { Cell::new(1) }; static C: u8 = 2 }"),
            [("B".into(), "Cell<u8>".into(), true), ("C".into(), "u8".into(), true)]
        );
        assert!(
            split("f().await;").awaits
                && split("let x = g(f().await)?;").awaits
                && split("agon::result!(f().await);").awaits
                && split("let (a, b) = tokio::join!(f(), g());").awaits
                && split("agon::result!(tokio/*@*/::join!(f(), g()));").awaits
        );
        assert!(!split("agon::result!(runtime.block_on(async move { g().await }));").awaits);
        assert!(split("agon::result!(h(async { 1 }, g().await));").awaits);
        assert!(!split("let f = async { g().await };").awaits && !split("let f = async |x| x.await;").awaits);
    }

    #[test]
    fn what_does_not_parse_is_one_statement() {
        assert_eq!(split("let = 1").statements, [0..7]);
        assert!(split("thread_local! { static A: u8 = 1 }").statements.is_empty());
    }
}
