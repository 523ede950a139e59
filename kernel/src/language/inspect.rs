//! What stands at the cursor: its declaration and its docs.

use super::cursor::{self, Cursor};
use super::index::Index;
use super::memory::Memory;
use super::name::{Kind, Name};
use super::scope::Scope;
use super::{infer, words};
use crate::evaluator::directive_lines::blanked;
use ra_ap_syntax::ast::{self, AstNode};
use ra_ap_syntax::{SyntaxKind, SyntaxToken, T};

/// How many lines of docs a tooltip shows.
const LINES: usize = 12;

/// What is known of the name at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name. One name may mean several things, such as a module and a macro.
    pub names: Vec<Name>,
    /// For types, traits and modules: what is in them, one declaration a line.
    pub contents: Vec<String>,
}

impl Description {
    /// As plain text: what fits a tooltip, or everything.
    pub fn text(&self, everything: bool) -> String {
        self.write(everything, |signature| signature.to_owned(), |heading| format!("{heading}:"))
    }

    /// The same as Markdown.
    pub fn markdown(&self, everything: bool) -> String {
        let code = |text: &str| format!("```rust\n{text}\n```");
        self.write(everything, code, |heading| format!("**{heading}**"))
    }

    fn write(
        &self,
        everything: bool,
        code: impl Fn(&str) -> String,
        heading: impl Fn(&str) -> String,
    ) -> String {
        let mut parts = Vec::new();
        for name in &self.names {
            parts.push(code(&name.signature));
            let is_news =
                !name.place.is_empty() && name.place != name.name && !name.signature.ends_with(&name.place);
            // Nobody writes the prelude's path.
            if is_news && !name.place.starts_with("std::prelude::") {
                parts.push(name.place.clone());
            }
            let docs = if everything { name.docs.clone() } else { beginning(&name.docs) };
            if !docs.is_empty() {
                parts.push(docs);
            }
        }
        if everything && !self.contents.is_empty() {
            let title =
                if self.names.iter().any(|name| name.kind == Kind::Module) { "Names" } else { "Members" };
            parts.push(heading(title));
            parts.push(code(&self.contents.join("\n")));
        }
        parts.join("\n\n")
    }
}

/// The first lines of docs; code blocks are not cut in two.
fn beginning(docs: &str) -> String {
    let mut lines: Vec<&str> = docs.lines().take(LINES).collect();
    if lines.len() == docs.lines().count() {
        return docs.to_owned();
    }
    if lines.iter().filter(|line| line.trim_start().starts_with("```")).count() % 2 == 1 {
        let opening = lines.iter().rposition(|line| line.trim_start().starts_with("```"));
        lines.truncate(opening.unwrap_or(0));
    }
    while lines.last().is_some_and(|line| line.trim().is_empty() || line.starts_with('#')) {
        lines.pop();
    }
    lines.join("\n") + "\n…"
}

/// What the tables know.
#[derive(Debug, Default)]
pub struct Finding {
    /// What is known of the name, if anything is.
    pub description: Option<Description>,
    /// Whether somebody else may know more.
    is_open: bool,
}

impl Finding {
    /// Whether somebody else may know more.
    pub fn needs_more(&self) -> bool {
        self.is_open
    }

    /// Whether there is an answer.
    pub fn is_good(&self) -> bool {
        self.description.is_some() || !self.is_open
    }
}

/// What stands at the cursor, or the function whose arguments are written there.
pub fn inspect(linked: &Index, session: &Memory, cursor: &Cursor) -> Finding {
    // `println!|(…)` is about the macro.
    let before_bang = cursor.before.strip_suffix('!').filter(|before| before.ends_with(cursor::is_of_name));
    if let Some(before) = before_bang.filter(|_| cursor.word.is_empty()) {
        return inspect(linked, session, &Cursor::new(&(before.to_owned() + "!()"), before.chars().count()));
    }
    let word = cursor.whole_word();
    if cursor.line().trim_start() == ":" {
        let wanted = format!(":{word}");
        let names: Vec<Name> = words::directives().filter(|name| name.name == wanted).collect();
        return Finding { description: described(names, Vec::new()), is_open: false };
    }
    let code = cursor.before.clone() + &word;
    let cell = Memory::of_cell(&blanked(&code));
    let Some((_parsed, mark)) = cursor.parsed() else { return Finding::default() };
    let scope = Scope { linked, session, cell: &cell, mark: &mark };
    let inner = cursor::inside_macro(&mark);
    let place = inner.as_ref().map_or(&mark, |(_, mark)| mark);
    let found = if word.is_empty() { Vec::new() } else { at(&scope, place, &word) };
    let mut found = if found.is_empty() { called(&scope, place) } else { found };
    // `figure(…)` is about the function, though a module has the same name.
    let is_path = cursor.rest().trim_start().starts_with("::");
    if !is_path && found.iter().any(|name| name.kind != Kind::Module) {
        found.retain(|name| name.kind != Kind::Module);
    }
    let contents = found.iter().flat_map(|name| contents(&scope, name)).collect();
    let is_settled = |name: &Name| match name.kind {
        // The compiler has said what type it has.
        Kind::Variable => !name.type_name.is_empty() && scope.locals(|local| local == name.name).is_empty(),
        // Whose they are depends on a type that may be mistaken.
        Kind::Method | Kind::Field => false,
        _ => true,
    };
    let is_open = found.is_empty() || !found.iter().all(is_settled);
    Finding { description: described(found, contents), is_open }
}

fn described(names: Vec<Name>, contents: Vec<String>) -> Option<Description> {
    (!names.is_empty()).then_some(Description { names, contents })
}

/// What the name under the mark is.
fn at(scope: &Scope<'_>, mark: &SyntaxToken, word: &str) -> Vec<Name> {
    let Some(parent) = mark.parent() else { return Vec::new() };
    for node in parent.ancestors().take(3) {
        let receiver = if let Some(call) = ast::MethodCallExpr::cast(node.clone()) {
            call.receiver().filter(|_| call.name_ref().is_some_and(|name| name.syntax() == &parent))
        } else if let Some(field) = ast::FieldExpr::cast(node.clone()) {
            field.expr().filter(|_| field.name_ref().is_some_and(|name| name.syntax() == &parent))
        } else if let Some(path) = ast::Path::cast(node.clone()) {
            return of_path(scope, &path, word);
        } else {
            None
        };
        if let Some(receiver) = receiver {
            let Some(type_name) = infer::of(scope, &receiver, 0) else { return Vec::new() };
            return scope.members_of(&type_name).into_iter().filter(|name| name.name == word).collect();
        }
    }
    let named = scope.named(word);
    if !named.is_empty() {
        return named;
    }
    words::keywords().filter(|name| name.name == word).collect()
}

fn of_path(scope: &Scope<'_>, path: &ast::Path, word: &str) -> Vec<Name> {
    let (mut before, _) = cursor::before(path);
    if before.is_empty() {
        let mut found = scope.named(word);
        // `println` in `println!(…)` is the macro, whatever else is called so.
        let is_macro = path.syntax().parent().is_some_and(|node| node.kind() == SyntaxKind::MACRO_CALL);
        if is_macro && found.iter().any(|name| name.kind == Kind::Macro) {
            found.retain(|name| name.kind == Kind::Macro);
        }
        if found.is_empty() {
            found.extend(words::keywords().filter(|name| name.name == word));
        }
        return found;
    }
    before.push(word.to_owned());
    scope.at(&before)
}

/// The function or method in whose parentheses the mark stands.
fn called(scope: &Scope<'_>, mark: &SyntaxToken) -> Vec<Name> {
    for list in mark.parent_ancestors().filter_map(ast::ArgList::cast) {
        let Some(call) = list.syntax().parent() else { continue };
        if let Some(call) = ast::MethodCallExpr::cast(call.clone())
            && let (Some(name), Some(receiver)) = (call.name_ref(), call.receiver())
            && let Some(type_name) = infer::of(scope, &receiver, 0)
        {
            let name = name.text().to_string();
            return scope.members_of(&type_name).into_iter().filter(|member| member.name == name).collect();
        }
        if let Some(call) = ast::CallExpr::cast(call)
            && let Some(ast::Expr::PathExpr(callee)) = call.expr()
            && let Some(path) = callee.path()
        {
            return scope.at(&cursor::segments(&path));
        }
    }
    // The arguments of a macro are a tree of tokens.
    let macros = mark.parent_ancestors().filter_map(ast::MacroCall::cast);
    for call in macros {
        let bang = call.syntax().children_with_tokens().any(|element| element.kind() == T![!]);
        if let Some(name) = call.path().and_then(|path| path.segment()?.name_ref()).filter(|_| bang) {
            let found = scope.named(name.text());
            return found.into_iter().filter(|name| name.kind == Kind::Macro).collect();
        }
    }
    Vec::new()
}

/// What is in a type, a trait or a module.
fn contents(scope: &Scope<'_>, name: &Name) -> Vec<String> {
    match name.kind {
        Kind::Type | Kind::Trait => {
            scope.own_members(&name.name).into_iter().map(|member| member.signature).collect()
        }
        Kind::Module => {
            let path: Vec<String> = name.place.split("::").map(str::to_owned).collect();
            scope.children(&path).into_iter().map(|name| name.signature).collect()
        }
        _ => Vec::new(),
    }
}
