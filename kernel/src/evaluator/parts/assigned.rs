//! Which names a statement assigns to: a variable that was moved has a value again.

use ra_ap_syntax::ast::{self, BinaryOp};
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, T};

/// The names on the left of assignments in a statement, at whatever depth. Inside a macro's parentheses there are only
/// tokens: a name before `=` counts.
pub(super) fn assigned(statement: &SyntaxNode) -> Vec<String> {
    let mut names = Vec::new();
    for node in statement.descendants() {
        if node.kind() == SyntaxKind::TOKEN_TREE {
            names.extend(in_tokens(&node));
        } else if let Some(assignment) = ast::BinExpr::cast(node)
            && matches!(assignment.op_kind(), Some(BinaryOp::Assignment { op: None }))
        {
            let left = assignment.lhs().into_iter();
            let inside = left.flat_map(|left| left.syntax().descendants().filter_map(ast::NameRef::cast));
            names.extend(inside.map(|name| name.text().to_string()));
        }
    }
    names
}

fn in_tokens(tree: &SyntaxNode) -> Vec<String> {
    let tokens = tree.children_with_tokens().filter_map(NodeOrToken::into_token);
    let solid: Vec<SyntaxToken> = tokens.filter(|token| !token.kind().is_trivia()).collect();
    let is_assignment = |three: &&[SyntaxToken]| {
        let [name, sign, next] = three else { return false };
        let is_longer =
            matches!(next.kind(), T![=] | T![>]) && next.text_range().start() == sign.text_range().end();
        name.kind() == SyntaxKind::IDENT && sign.kind() == T![=] && !is_longer
    };
    // What is assigned need not be a token, but a tree.
    let last = solid.last().cloned();
    let padded: Vec<SyntaxToken> = solid.into_iter().chain(last).collect();
    padded.windows(3).filter(is_assignment).map(|three| three[0].text().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::split;

    #[test]
    fn assignments_are_seen_at_any_depth() {
        for (code, names) in [
            ("s = s + \"x\";", vec!["s"]),
            ("if true { s = f(s); } let t = 1;", vec!["s"]),
            ("(a, [b, _]) = (b, [a, 0]);", vec!["a", "b"]),
            ("t.0 = String::new();", vec!["t"]),
            ("light!(for i in 0..9 { s = s + \"x\"; });", vec!["s"]),
            ("each!({ s = [1] })", vec!["s"]),
            ("n += 1; let u = n == 2; match n { m => m };", vec![]),
            ("check!(n == 2, n => 3, n <= 4)", vec![]),
        ] {
            let assigned = split(code).assigned;
            let known = |name: &&str| assigned.iter().any(|assigned| assigned == name);
            assert!(
                names.iter().all(known) && (names.is_empty() == assigned.is_empty()),
                "{code}: {assigned:?}"
            );
        }
    }
}
