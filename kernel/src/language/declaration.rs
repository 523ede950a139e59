//! Declarations as a reader wants to see them: on one line, without bodies, and without what only their authors can use.

use super::name::{Kind, Name};
use ra_ap_syntax::ast;
use ra_ap_syntax::{AstNode, AstToken, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken};

/// A declaration longer than this many bytes loses what stands in its braces, unless it is a function's.
const LONG: usize = 240;

/// The declaration of a node on one line: without docs, attributes and bodies, and without what is long.
pub fn declaration(node: &SyntaxNode) -> String {
    let line = beginning(node, None);
    if line.len() <= LONG || node.kind() == SyntaxKind::FN {
        return line;
    }
    let brace = line.find('{').filter(|at| *at < LONG);
    let end = brace.unwrap_or_else(|| line.floor_char_boundary(LONG));
    format!("{}{}", &line[..end], if brace.is_some() { "{ … }" } else { "…" })
}

/// The declaration of a struct without the fields that nobody can see.
pub fn declaration_of_struct(item: &ast::Struct, is_public: impl Fn(&SyntaxNode) -> bool) -> String {
    let Some(list) = item.field_list() else { return declaration(item.syntax()) };
    let (open, close, fields): (_, _, Vec<SyntaxNode>) = match &list {
        ast::FieldList::RecordFieldList(list) => {
            (" { ", " }", list.fields().map(|field| field.syntax().clone()).collect())
        }
        ast::FieldList::TupleFieldList(list) => {
            ("(", ")", list.fields().map(|field| field.syntax().clone()).collect())
        }
    };
    if fields.iter().all(&is_public) {
        return declaration(item.syntax());
    }
    let visible = fields.iter().filter(|field| is_public(field)).map(declaration);
    let shown: Vec<String> = visible.chain(["…".to_owned()]).collect();
    format!("{}{open}{}{close}", beginning(item.syntax(), Some(list.syntax())), shown.join(", "))
}

/// A node on one line up to its body, or to one of its children.
fn beginning(node: &SyntaxNode, end: Option<&SyntaxNode>) -> String {
    let mut text = String::new();
    for element in node.children_with_tokens() {
        match element.kind() {
            SyntaxKind::ATTR | SyntaxKind::COMMENT => {}
            SyntaxKind::BLOCK_EXPR | SyntaxKind::ASSOC_ITEM_LIST | SyntaxKind::SEMICOLON => break,
            _ => match element {
                NodeOrToken::Node(node) if Some(&node) == end => break,
                NodeOrToken::Node(node) => text += &without_comments(&node),
                NodeOrToken::Token(token) => text += token.text(),
            },
        }
    }
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    [("( ", "("), (", )", ")"), (" )", ")"), (",)", ")"), (", }", " }")]
        .iter()
        .fold(line, |line, (before, after)| line.replace(before, after))
}

/// The text of a node without the comments and attributes in it.
fn without_comments(node: &SyntaxNode) -> String {
    let tokens = node.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let is_wanted = |token: &SyntaxToken| {
        ast::Comment::cast(token.clone()).is_none()
            && !token.parent_ancestors().any(|parent| parent.kind() == SyntaxKind::ATTR)
    };
    tokens.filter(is_wanted).map(|token| token.text().to_owned()).collect()
}

/// One of plotters' colours, each of which a macro defines: `define_color!(RED, 255, 0, 0, "Red");`.
pub fn colour(call: &ast::MacroCall) -> Option<Name> {
    let is_colour = call.path()?.syntax().text() == "define_color";
    let tokens = call.token_tree().filter(|_| is_colour)?;
    let tokens = || tokens.syntax().children_with_tokens().filter_map(|element| element.into_token());
    let name = tokens().find(|token| token.kind() == SyntaxKind::IDENT)?.text().to_owned();
    let docs = tokens().filter_map(ast::String::cast).last()?.value().ok()?.into_owned();
    let numbers =
        tokens().filter(|token| matches!(token.kind(), SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER));
    let type_name = if numbers.count() > 3 { "RGBAColor" } else { "RGBColor" }.to_owned();
    let signature = format!("pub const {name}: {type_name}");
    Some(Name { name, kind: Kind::Constant, signature, docs, place: String::new(), type_name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::parse::parse;

    #[test]
    fn fields_that_nobody_can_see_are_left_out() {
        for (code, expected) in [
            ("pub struct A { pub x: u8, y: u8 }", "pub struct A { pub x: u8, … }"),
            ("pub struct A<F: Fn(u8)>(F);", "pub struct A<F: Fn(u8)>(…)"),
            (
                "/// Docs.\n#[derive(Debug)]\npub struct A(\n    /// One.\n    pub u8,\n);",
                "pub struct A(pub u8)",
            ),
            ("struct A;", "struct A"),
        ] {
            let item = parse(code).syntax_node().descendants().find_map(ast::Struct::cast).unwrap();
            let is_public = |field: &SyntaxNode| field.text().to_string().contains("pub ");
            assert_eq!(declaration_of_struct(&item, is_public), expected);
        }
    }
}
