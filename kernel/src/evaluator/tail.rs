//! The last expression of a cell: whether its value is the result.

use super::parts::is_item_macro;
use ra_ap_syntax::ast;

/// What the last expression of a cell is for.
pub enum Tail {
    /// Its value is the cell's result.
    Value,
    /// A macro in braces, which may have a value, or stand for items or statements.
    Braces,
    /// An item.
    Leaves,
    /// `return`, `break` or `continue`.
    Jumps,
}

/// What a last expression is for.
pub fn kind_of_tail(tail: &ast::Expr) -> Tail {
    match tail {
        ast::Expr::ReturnExpr(_) | ast::Expr::BreakExpr(_) | ast::Expr::ContinueExpr(_) => Tail::Jumps,
        ast::Expr::BlockExpr(_) | ast::Expr::IfExpr(_) | ast::Expr::MatchExpr(_) if diverges(tail) => {
            Tail::Jumps
        }
        ast::Expr::MacroExpr(call) => {
            if call.macro_call().is_some_and(|call| is_item_macro(&call)) {
                return Tail::Leaves;
            }
            let braces =
                call.macro_call().and_then(|call| call.token_tree()).and_then(|tree| tree.l_curly_token());
            if braces.is_some() { Tail::Braces } else { Tail::Value }
        }
        _ => Tail::Value,
    }
}

/// Whether an expression shows by its form that it never has a value, whose type the compiler could then not infer.
fn diverges(expression: &ast::Expr) -> bool {
    let block = |block: Option<ast::BlockExpr>| {
        block.and_then(|block| block.stmt_list()?.tail_expr()).is_some_and(|tail| diverges(&tail))
    };
    match expression {
        ast::Expr::ReturnExpr(_) | ast::Expr::BreakExpr(_) | ast::Expr::ContinueExpr(_) => true,
        // A labelled block may end with a `break` that gives it its value.
        ast::Expr::BlockExpr(inner) => inner.label().is_none() && block(Some(inner.clone())),
        ast::Expr::IfExpr(choice) => {
            block(choice.then_branch())
                && match choice.else_branch() {
                    Some(ast::ElseBranch::Block(other)) => block(Some(other)),
                    Some(ast::ElseBranch::IfExpr(other)) => diverges(&ast::Expr::IfExpr(other)),
                    None => false,
                }
        }
        ast::Expr::MatchExpr(choice) => choice.match_arm_list().is_some_and(|arms| {
            let mut arms = arms.arms().map(|arm| arm.expr().is_some_and(|arm| diverges(&arm))).peekable();
            arms.peek().is_some() && arms.all(|diverges| diverges)
        }),
        ast::Expr::MacroExpr(call) => {
            let name = call.macro_call().and_then(|call| call.path()?.segment()?.name_ref());
            name.is_some_and(|name| {
                ["panic", "todo", "unimplemented", "unreachable"].contains(&&*name.text())
            })
        }
        _ => false,
    }
}
