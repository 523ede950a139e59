//! The plain `let`s of a cell: a lab's parameters.

use super::parse::{parse, with_room};
use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, SyntaxKind};

/// `let name: ty = …;` at the top of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Let {
    /// The name.
    pub name: String,
    /// Whether it is `mut`.
    pub mutable: bool,
    /// The type as it is written.
    pub ty: Option<String>,
}

impl Let {
    /// The statement with another value.
    pub fn with_value(&self, value: &str) -> String {
        let mutable = if self.mutable { "mut " } else { "" };
        let ty = self.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
        format!("let {mutable}{}{ty} = {value};", self.name)
    }
}

/// The `let`s of a cell that bind one name, in order. A text that does not parse has none.
pub fn lets(code: &str) -> Vec<Let> {
    with_room(code, || {
        let parsed = parse(&format!("fn cell() {{\n{code}\n}}"));
        let body = parsed.tree().syntax().descendants().find_map(ast::StmtList::cast);
        body.iter().flat_map(|body| body.statements()).filter_map(one).collect()
    })
    .unwrap_or_default()
}

fn one(statement: ast::Stmt) -> Option<Let> {
    let ast::Stmt::LetStmt(statement) = statement else { return None };
    let Some(ast::Pat::IdentPat(pattern)) = statement.pat() else { return None };
    Some(Let {
        name: pattern.name()?.text().to_string(),
        mutable: pattern.mut_token().is_some(),
        ty: statement.ty().map(|ty| ty.syntax().text().to_string()),
    })
}

/// Whether a text is one expression of Rust.
pub fn is_expression(text: &str) -> bool {
    let check = || {
        let parsed = parse(&format!("const VALUE: () = {text}\n;"));
        let root = parsed.tree().syntax().clone();
        let constant = root.first_child().and_then(ast::Const::cast);
        let value = constant.and_then(|constant| constant.body());
        parsed.errors().is_empty()
            && root.children().count() == 1
            && !root.descendants_with_tokens().any(|part| part.kind() == SyntaxKind::COMMENT)
            && value.is_some_and(|value| value.syntax().text() == text.trim())
    };
    with_room(text, check).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_are_found_with_their_types() {
        let code = "use agon::*;\nlet n: u32 = 3; // heaps\nlet mut code: &str = \"let x = 1;\";\nlet (a, b) = (1, 2);\nlet plain = 7;\nif true { let inner = 1; }";
        let found: Vec<String> = lets(code).iter().map(|found| found.with_value("v")).collect();
        assert_eq!(found, ["let n: u32 = v;", "let mut code: &str = v;", "let plain = v;"]);
        assert!(lets("let n = (").len() <= 1);
    }

    #[test]
    fn values_are_single_expressions() {
        for good in
            ["3", "-3", "500u64", "\"0.77\"", "vec![1, 2]", "Heaps::from([3, 4])", "{ 1 }", "(1, 'a')", " 3 "]
        {
            assert!(is_expression(good), "{good}");
        }
        for bad in ["", "3; let x = 1", "3 4", "let", "3 // n", "1; fn f() {}", "(", "fn f() {}"] {
            assert!(!is_expression(bad), "{bad}");
        }
    }
}
