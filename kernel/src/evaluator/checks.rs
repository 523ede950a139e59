//! Where a cell looks at the interrupt flag besides its own statements: behind which braces.

use ra_ap_syntax::ast::{self, HasLoopBody};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken};

/// The opening brace of a function that calls itself, unless it is evaluated at compile time: without a loop it may
/// take as long as one.
pub fn recursive_head(node: &SyntaxNode) -> Option<SyntaxToken> {
    let function = ast::Fn::cast(node.clone()).filter(|function| function.abi().is_none())?;
    let name = ast::HasName::name(&function)?;
    let body = function.body()?;
    let calls_itself = body.syntax().descendants().any(|node| match ast::Expr::cast(node) {
        Some(ast::Expr::CallExpr(call)) => match call.expr() {
            Some(ast::Expr::PathExpr(path)) => path
                .path()
                .and_then(|path| path.segment()?.name_ref())
                .is_some_and(|called| called.text() == name.text()),
            _ => false,
        },
        Some(ast::Expr::MethodCallExpr(call)) => {
            call.name_ref().is_some_and(|called| called.text() == name.text())
        }
        _ => false,
    });
    if !calls_itself || is_at_compile_time(node) {
        return None;
    }
    body.stmt_list()?.l_curly_token()
}

/// The opening brace of a loop's body, unless the loop is evaluated at compile time.
pub fn loop_head(node: &SyntaxNode) -> Option<SyntaxToken> {
    let body = match ast::Expr::cast(node.clone())? {
        ast::Expr::ForExpr(expr) => expr.loop_body(),
        ast::Expr::WhileExpr(expr) => expr.loop_body(),
        ast::Expr::LoopExpr(expr) => expr.loop_body(),
        _ => None,
    }?;
    if is_at_compile_time(node) {
        return None;
    }
    body.stmt_list()?.l_curly_token()
}

fn is_at_compile_time(node: &SyntaxNode) -> bool {
    node.ancestors().any(|ancestor| match ancestor.kind() {
        SyntaxKind::CONST | SyntaxKind::STATIC | SyntaxKind::CONST_ARG => true,
        SyntaxKind::FN => ast::Fn::cast(ancestor).is_some_and(|function| function.const_token().is_some()),
        SyntaxKind::BLOCK_EXPR => {
            ast::BlockExpr::cast(ancestor).is_some_and(|block| block.const_token().is_some())
        }
        _ => false,
    })
}
