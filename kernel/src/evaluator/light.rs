//! Loops whose turns cost next to nothing.
//!
//! A look at the interrupt flag at the head of a loop costs little, but it keeps the loop from being vectorised, which makes
//! an inner loop over numbers up to five times slower. Such a loop may do without while it is short: the prelude's
//! `light!` compiles its body twice and chooses by the number of turns that the iterator announces.
//!
//! What a turn costs can only be guessed from the text, so the guess is narrow: a `for` loop without other loops, closures,
//! macros and calls in it, except methods that numbers, slices and options have.

use ra_ap_syntax::ast::{self, HasArgList, HasLoopBody};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode};

/// A body longer than this, in bytes, is not compiled twice.
const LONGEST: u32 = 600;

/// Methods of the standard library that cost next to nothing, unless somebody gave their names to others: then an
/// interrupt comes late.
const CHEAP: &[&str] = &[
    "abs",
    "abs_diff",
    "as_mut",
    "as_ref",
    "bytes",
    "ceil",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_neg",
    "checked_rem",
    "checked_sub",
    "clamp",
    "copied",
    "count_ones",
    "count_zeros",
    "div_ceil",
    "div_euclid",
    "enumerate",
    "floor",
    "get",
    "get_mut",
    "ilog2",
    "is_empty",
    "is_multiple_of",
    "is_none",
    "is_power_of_two",
    "is_some",
    "isqrt",
    "iter",
    "iter_mut",
    "leading_zeros",
    "len",
    "max",
    "min",
    "mul_add",
    "overflowing_add",
    "overflowing_mul",
    "overflowing_sub",
    "pow",
    "powi",
    "push",
    "rem_euclid",
    "rev",
    "rotate_left",
    "rotate_right",
    "round",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "signum",
    "skip",
    "sqrt",
    "step_by",
    "swap",
    "take",
    "to_owned",
    "trailing_zeros",
    "trunc",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_shl",
    "wrapping_shr",
    "wrapping_sub",
    "zip",
];

/// Whether a loop is so light that it need not look at the interrupt flag in every turn.
pub fn is_light(node: &SyntaxNode) -> bool {
    let Some(expr) = ast::ForExpr::cast(node.clone()) else { return false };
    let (Some(body), Some(_), Some(_)) = (expr.loop_body(), expr.pat(), expr.iterable()) else {
        return false;
    };
    u32::from(body.syntax().text_range().len()) <= LONGEST
        && node.descendants().skip(1).all(|part| is_cheap(&part))
}

fn is_cheap(part: &SyntaxNode) -> bool {
    match part.kind() {
        SyntaxKind::METHOD_CALL_EXPR => ast::MethodCallExpr::cast(part.clone()).is_some_and(|call| {
            let is_known = call.name_ref().is_some_and(|name| CHEAP.contains(&&*name.text()));
            is_known && call.arg_list().is_some_and(|arguments| arguments.args().count() <= 2)
        }),
        // A tuple struct or a variant, by the custom of capitals; anything else may take its time.
        SyntaxKind::CALL_EXPR => ast::CallExpr::cast(part.clone()).is_some_and(|call| {
            let Some(ast::Expr::PathExpr(function)) = call.expr() else { return false };
            let name = function.path().and_then(|path| path.segment()).and_then(|segment| segment.name_ref());
            name.is_some_and(|name| name.text().starts_with(char::is_uppercase))
        }),
        SyntaxKind::FOR_EXPR | SyntaxKind::WHILE_EXPR | SyntaxKind::LOOP_EXPR => false,
        SyntaxKind::CLOSURE_EXPR | SyntaxKind::AWAIT_EXPR | SyntaxKind::YIELD_EXPR | SyntaxKind::ASM_EXPR => {
            false
        }
        SyntaxKind::MACRO_CALL | SyntaxKind::ATTR => false,
        kind => !ast::Item::can_cast(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn light(code: &str) -> bool {
        let parsed = parse(&format!("fn cell() {{ {code} }}"));
        let tree = parsed.tree();
        let first = tree.syntax().descendants().find(|node| ast::ForExpr::can_cast(node.kind()));
        first.is_some_and(|node| is_light(&node))
    }

    #[test]
    fn a_light_loop_computes_with_numbers() {
        for code in [
            "for j in (i * i..=n).step_by(i) { composite[j] = true; }",
            "'row: for (x, y) in a.iter().zip(&b) { if *x > 3 { continue 'row; } s = s.wrapping_add(x * y); }",
            "for k in 1..=n { let g = table[k] ^ table[n - k]; if g == 0 { break; } best = best.max(Some(g)); }",
        ] {
            assert!(light(code), "{code}");
        }
    }

    #[test]
    fn what_may_take_its_time_is_not_light() {
        for code in [
            "for n in 0..9 { fibonacci(n); }",
            "for n in 0..9 { for m in 0..n { s += m; } }",
            "for n in 0..9 { println!(\"{n}\"); }",
            "for n in v.iter().filter(|n| slow(n)) { s += n; }",
            "for game in games { total += game.grundy(); }",
            "for n in 0..9 { request.await; }",
            "for n in 0..9 { fn f() {} }",
        ] {
            assert!(!light(code), "{code}");
        }
    }
}
