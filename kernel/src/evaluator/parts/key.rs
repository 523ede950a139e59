//! By what an item is known, so that another takes its place.

use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode};

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
    /// they define the same name. So do blocks of `extern` functions.
    Impl(String, Vec<String>),
    /// What a call of a reader's macro makes: the call, and the types that it may define.
    Made(String, Vec<String>),
    /// Something else, by its text.
    Other(String),
}

/// What a node defines; `None` if it is a statement.
pub(super) fn key(node: &SyntaxNode) -> Option<Key> {
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
        Some(ast::Item::ExternBlock(block)) => Some(extern_block(&block)),
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
    let head = head(item.syntax(), list.as_ref().map(AstNode::syntax));
    let names = list.into_iter().flat_map(|list| list.assoc_items()).filter_map(|member| match member {
        ast::AssocItem::Fn(item) => item.name(),
        ast::AssocItem::Const(item) => item.name(),
        ast::AssocItem::TypeAlias(item) => item.name(),
        ast::AssocItem::MacroCall(_) => None,
    });
    Key::Impl(head, names.map(|name| name.text().to_string()).collect())
}

fn extern_block(block: &ast::ExternBlock) -> Key {
    let list = block.extern_item_list();
    let head = head(block.syntax(), list.as_ref().map(AstNode::syntax));
    let names = list.into_iter().flat_map(|list| list.extern_items()).filter_map(|item| match item {
        ast::ExternItem::Fn(item) => item.name(),
        ast::ExternItem::Static(item) => item.name(),
        ast::ExternItem::TypeAlias(item) => item.name(),
        ast::ExternItem::MacroCall(_) => None,
    });
    Key::Impl(head, names.map(|name| name.text().to_string()).collect())
}

/// The tokens of an item before its list of members, without attributes and comments.
fn head(item: &SyntaxNode, list: Option<&SyntaxNode>) -> String {
    let end = list.map_or(item.text_range().end(), |list| list.text_range().start());
    let inside = item.children_with_tokens().filter(|child| child.kind() != SyntaxKind::ATTR);
    let tokens = inside.flat_map(|child| match child {
        NodeOrToken::Node(node) => {
            node.descendants_with_tokens().filter_map(NodeOrToken::into_token).collect::<Vec<_>>()
        }
        NodeOrToken::Token(token) => vec![token],
    });
    tokens
        .filter(|token| token.text_range().end() <= end)
        .filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT))
        .map(|token| token.text().to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
