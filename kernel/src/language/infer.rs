//! The type of an expression, as far as declarations alone tell it. What they do not tell is not known: an answer is needed
//! while the reader types, long before a compiler could give one.

use super::cursor::segments;
use super::name::{Kind, Name};
use super::scope::Scope;
use super::types::{self, SLICE, arguments, substitute};
use ra_ap_syntax::ast::{self, HasArgList};
use ra_ap_syntax::{AstNode, AstToken, SyntaxKind};

/// How deep an expression is followed.
const DEEP: usize = 24;

/// The type of an expression.
pub fn of(scope: &Scope<'_>, expression: &ast::Expr, depth: usize) -> Option<String> {
    if depth > DEEP {
        return None;
    }
    let next = |expression: Option<ast::Expr>| of(scope, &expression?, depth + 1);
    match expression {
        ast::Expr::PathExpr(path) => of_path(scope, &segments(&path.path()?), depth),
        ast::Expr::CallExpr(call) => of_call(scope, call, depth),
        ast::Expr::MethodCallExpr(call) => {
            let receiver = next(call.receiver())?;
            of_method(scope, &receiver, call.name_ref()?.text())
        }
        ast::Expr::FieldExpr(field) => {
            let receiver = next(field.expr())?;
            let name = field.name_ref()?.text().to_string();
            let field = scope
                .members_of(&receiver)
                .into_iter()
                .find(|of| of.kind == Kind::Field && of.name == name)?;
            Some(substitute(&field.type_name, &receiver))
        }
        ast::Expr::TryExpr(inner) => first_argument(&next(inner.expr())?),
        ast::Expr::ParenExpr(inner) => next(inner.expr()),
        ast::Expr::RefExpr(inner) => next(inner.expr()),
        ast::Expr::PrefixExpr(inner) => next(inner.expr()),
        ast::Expr::CastExpr(cast) => Some(cast.ty()?.syntax().text().to_string()),
        ast::Expr::RecordExpr(record) => Some(record.path()?.syntax().text().to_string()),
        ast::Expr::MacroExpr(call) => of_macro(scope, &call.macro_call()?, depth),
        ast::Expr::Literal(literal) => of_literal(literal),
        ast::Expr::ArrayExpr(array) => {
            Some(format!("[{}]", next(array.exprs().next()).unwrap_or_else(|| "_".into())))
        }
        ast::Expr::RangeExpr(_) => Some("Range<i32>".to_owned()),
        ast::Expr::IndexExpr(index) => first_argument(&next(index.base())?),
        ast::Expr::BlockExpr(block) => next(block.stmt_list()?.tail_expr()),
        ast::Expr::IfExpr(branch) => next(branch.then_branch()?.stmt_list()?.tail_expr()),
        ast::Expr::BinExpr(binary) => {
            use ast::BinaryOp::{Assignment, CmpOp, LogicOp};
            match binary.op_kind()? {
                LogicOp(_) | CmpOp(_) => Some("bool".to_owned()),
                Assignment { .. } => None,
                _ => next(binary.lhs()),
            }
        }
        _ => None,
    }
}

/// The type of a variable by the pattern that binds it.
pub fn of_pattern(scope: &Scope<'_>, pattern: &ast::IdentPat, depth: usize) -> Option<String> {
    let parent = pattern.syntax().parent()?;
    if let Some(statement) = ast::LetStmt::cast(parent.clone()) {
        return match statement.ty() {
            Some(stated) => Some(stated.syntax().text().to_string()),
            None => of(scope, &statement.initializer()?, depth + 1),
        };
    }
    if let Some(parameter) = ast::Param::cast(parent.clone()) {
        return match parameter.ty() {
            Some(stated) => Some(stated.syntax().text().to_string()),
            None => of_closure_parameter(scope, &parameter, depth),
        };
    }
    if let Some(reference) = ast::RefPat::cast(parent.clone())
        && let Some(parameter) = reference.syntax().parent().and_then(ast::Param::cast)
    {
        return of_closure_parameter(scope, &parameter, depth);
    }
    let walk = ast::ForExpr::cast(parent)?;
    let all = of(scope, &walk.iterable()?, depth + 1)?;
    element(&all)
}

/// What the one parameter of a closure is that goes through the elements of something: `heaps.iter().map(|heap| …)`.
fn of_closure_parameter(scope: &Scope<'_>, parameter: &ast::Param, depth: usize) -> Option<String> {
    const EACH: [&str; 22] = [
        "all",
        "any",
        "filter",
        "filter_map",
        "find",
        "find_map",
        "flat_map",
        "for_each",
        "inspect",
        "is_some_and",
        "map",
        "map_while",
        "max_by_key",
        "min_by_key",
        "partition",
        "position",
        "retain",
        "skip_while",
        "sort_by_key",
        "take_while",
        "and_then",
        "sort_by_cached_key",
    ];
    let list = parameter.syntax().parent().and_then(ast::ParamList::cast)?;
    let closure = list.syntax().parent().and_then(ast::ClosureExpr::cast)?;
    let call = closure.syntax().parent()?.parent().and_then(ast::MethodCallExpr::cast)?;
    let goes_through = EACH.contains(&&*call.name_ref()?.text()) && list.params().count() == 1;
    element(&of(scope, &call.receiver().filter(|_| goes_through)?, depth + 1)?)
}

/// What walking through a value gives, one after the other.
fn element(type_name: &str) -> Option<String> {
    match types::head(type_name)? {
        "Vec" | SLICE | "VecDeque" | "HashSet" | "BTreeSet" | "BinaryHeap" | "Option" | "Range"
        | "RangeInclusive" | "Iter" | "IterMut" | "IntoIter" => first_argument(type_name),
        // `impl Iterator<Item = Nim>`
        _ => item(type_name),
    }
}

fn item(type_name: &str) -> Option<String> {
    let given = arguments(type_name).into_iter().find_map(|argument| argument.strip_prefix("Item"));
    Some(given?.trim_start().strip_prefix('=')?.trim().to_owned())
}

fn first_argument(type_name: &str) -> Option<String> {
    arguments(type_name).first().map(|argument| (*argument).to_owned())
}

fn of_path(scope: &Scope<'_>, path: &[String], depth: usize) -> Option<String> {
    if let [name] = path {
        if name == "self" {
            return scope.own_type();
        }
        if let Some(type_name) = scope.type_of_variable(name, depth) {
            return Some(type_name);
        }
    }
    let found = scope
        .at(path)
        .into_iter()
        .find(|name| name.kind.space() == Kind::Constant.space() || name.kind == Kind::Type)?;
    match found.kind {
        // `let p = Point;`, where `Point` has no fields.
        Kind::Type => Some(found.name),
        Kind::Constant | Kind::Variant => Some(own(scope, &found, path)),
        _ => None,
    }
}

/// What a name's type is where it was found: `Self` is the type before the last `::`.
fn own(scope: &Scope<'_>, found: &Name, path: &[String]) -> String {
    let owner = match path {
        [.., owner, _] if owner == "Self" => scope.own_type(),
        [.., owner, _] => Some(owner.clone()),
        _ => None,
    };
    match owner {
        Some(owner) => substitute(&found.type_name, &owner),
        None => found.type_name.clone(),
    }
}

fn of_call(scope: &Scope<'_>, call: &ast::CallExpr, depth: usize) -> Option<String> {
    let Some(ast::Expr::PathExpr(callee)) = call.expr() else { return None };
    let path = segments(&callee.path()?);
    let argument = call.arg_list().and_then(|list| list.args().next());
    match path.last()?.as_str() {
        wrapper @ ("Some" | "Ok") => {
            let inner = argument.and_then(|argument| of(scope, &argument, depth + 1));
            let name = if wrapper == "Some" { "Option" } else { "Result" };
            return Some(format!("{name}<{}>", inner.unwrap_or_else(|| "_".to_owned())));
        }
        // `Vec::<u8>::new()`, `Box::new(x)`
        "new"
            if path.len() > 1
                && ["Box", "Rc", "Arc", "Cell", "RefCell", "Mutex"]
                    .contains(&path[path.len() - 2].as_str()) =>
        {
            let inner = argument.and_then(|argument| of(scope, &argument, depth + 1));
            return Some(format!("{}<{}>", path[path.len() - 2], inner.unwrap_or_else(|| "_".to_owned())));
        }
        _ => {}
    }
    let callee = scope
        .at(&path)
        .into_iter()
        .find(|name| matches!(name.kind, Kind::Function | Kind::Method | Kind::Variant | Kind::Type))?;
    match callee.kind {
        // A tuple struct is made by its name.
        Kind::Type => Some(callee.name),
        _ => Some(own(scope, &callee, &path)),
    }
}

fn of_method(scope: &Scope<'_>, receiver: &str, method: &str) -> Option<String> {
    match (types::head(receiver)?, method) {
        (_, "clone" | "to_owned") if types::head(receiver) != Some("str") => {
            return Some(receiver.to_owned());
        }
        (_, "to_string") => return Some("String".to_owned()),
        ("Option" | "Result", "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default") => {
            return first_argument(receiver);
        }
        ("Vec" | SLICE, "iter" | "into_iter") => return Some(format!("Iter<{}>", first_argument(receiver)?)),
        (_, "iter" | "into_iter") if item(receiver).is_some() => return Some(receiver.to_owned()),
        ("Option" | "Result", _) => {}
        (
            _,
            "by_ref" | "chain" | "cloned" | "copied" | "filter" | "inspect" | "peekable" | "rev" | "skip"
            | "skip_while" | "step_by" | "take" | "take_while",
        ) if element(receiver).is_some() => return Some(format!("Iter<{}>", element(receiver)?)),
        (_, "enumerate") if element(receiver).is_some() => {
            return Some(format!("Iter<(usize, {})>", element(receiver)?));
        }
        (_, "next" | "last" | "max" | "min") if element(receiver).is_some() => {
            return Some(format!("Option<{}>", element(receiver)?));
        }
        _ => {}
    }
    let found =
        scope.members_of(receiver).into_iter().find(|of| of.name == method && of.kind == Kind::Method)?;
    let type_name = match &found.type_name {
        // What a method of the slice gives back speaks of the slice's elements, also when a vector is asked.
        type_name if found.place == SLICE => {
            let slice = types::dereferenced(receiver).unwrap_or_else(|| receiver.to_owned());
            substitute(type_name, &slice)
        }
        type_name => substitute(type_name, receiver),
    };
    let is_parameter = |name: &str| name.len() == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    let is_known = |name: &str| {
        !is_parameter(name) || scope.at(&[name.to_owned()]).iter().any(|item| item.kind == Kind::Type)
    };
    Some(type_name).filter(|name| types::head(name).is_none_or(is_known) && !name.is_empty())
}

fn of_macro(scope: &Scope<'_>, call: &ast::MacroCall, depth: usize) -> Option<String> {
    let name = call.path()?.segment()?.name_ref()?.text().to_string();
    match name.as_str() {
        "format" => Some("String".to_owned()),
        "vec" => {
            let text = call.token_tree()?.syntax().text().to_string();
            let inside = text.get(1..text.len().saturating_sub(1))?;
            let parsed = crate::evaluator::parse::parse(&format!("fn cell() {{ [{inside}]; }}"));
            let array = parsed.syntax_node().descendants().find_map(ast::ArrayExpr::cast)?;
            let first = array.exprs().next().and_then(|first| of(scope, &first, depth + 1));
            Some(format!("Vec<{}>", first.unwrap_or_else(|| "_".to_owned())))
        }
        "df" => Some("Result<DataFrame>".to_owned()),
        _ => None,
    }
}

fn of_literal(literal: &ast::Literal) -> Option<String> {
    let token = literal.token();
    let suffix = |of: Option<&str>, usual: &str| Some(of.unwrap_or(usual).to_owned());
    match token.kind() {
        SyntaxKind::STRING => Some("&str".to_owned()),
        SyntaxKind::CHAR => Some("char".to_owned()),
        SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => Some("bool".to_owned()),
        SyntaxKind::INT_NUMBER => suffix(ast::IntNumber::cast(token)?.suffix(), "i32"),
        SyntaxKind::FLOAT_NUMBER => suffix(ast::FloatNumber::cast(token)?.suffix(), "f64"),
        _ => None,
    }
}
