//! How the word at the cursor may go on.

use super::cursor::{self, Cursor};
use super::index::Index;
use super::memory::Memory;
use super::name::{Kind, Name};
use super::scope::Scope;
use super::{infer, words};
use ra_ap_syntax::ast::{self, AstNode};
use ra_ap_syntax::{SyntaxKind, SyntaxToken};

/// The most that is offered: nobody reads a longer list.
const MOST: usize = 500;

/// The types whose methods are offered when nothing is known of a value.
const LIKELY: [&str; 6] = ["Iterator", "Option", "Result", "Vec", "str", "Expr"];

/// A word that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub text: String,
    /// What it names.
    pub kind: Kind,
    /// Its declaration.
    pub signature: String,
}

/// Where the text to be replaced begins: a directive is replaced with its colon.
pub fn start(cursor: &Cursor) -> usize {
    if is_directive(cursor) { cursor.start - 1 } else { cursor.start }
}

/// The words that may stand at the cursor, likeliest first.
pub fn complete(linked: &Index, session: &Memory, cursor: &Cursor) -> Vec<Completion> {
    if is_directive(cursor) {
        let wanted = format!(":{}", cursor.word);
        return offered(words::directives().filter(|name| name.name.starts_with(&wanted)));
    }
    if cursor.word.starts_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let Some((_parsed, mark)) = cursor.parsed() else { return Vec::new() };
    let cell = Memory::of_cell(&super::without_directives(&cursor.before));
    let scope = Scope { linked, session, cell: &cell, mark: &mark };
    // What a macro is given is understood by itself, but its variables are bound around it.
    let inner = cursor::inside_macro(&mark);
    let place = inner.as_ref().map_or(&mark, |(_, mark)| mark);
    let likely = |name: &str| goes_on(name, &cursor.word);
    let names = match context(place) {
        Context::Declaration => return Vec::new(),
        Context::Member(receiver) => members(&scope, receiver),
        Context::Path(path) => scope.children(&path),
        Context::Import => scope.names(likely).into_iter().filter(|name| name.kind == Kind::Module).collect(),
        Context::Word if cursor.word.is_empty() => {
            // Everything would be too much; what the reader has made is what may be meant.
            scope.variables(likely).into_iter().chain(session.items().cloned()).collect()
        }
        Context::Word => scope.names(likely).into_iter().chain(words::keywords()).collect(),
    };
    offered(matching(names, &cursor.word).into_iter())
}

fn is_directive(cursor: &Cursor) -> bool {
    let line = cursor.line();
    line.trim_start() == ":" && (!cursor.word.is_empty() || line == ":")
}

/// What the parser says of a place.
enum Context {
    /// A new name is made up here.
    Declaration,
    /// Behind a dot.
    Member(Option<ast::Expr>),
    /// Behind a path.
    Path(Vec<String>),
    /// At the beginning of an import.
    Import,
    /// Anywhere else.
    Word,
}

fn context(mark: &SyntaxToken) -> Context {
    let Some(parent) = mark.parent() else { return Context::Word };
    if parent.kind() == SyntaxKind::NAME {
        // A pattern may also be the name of a constant or a variant.
        let in_arm = parent.ancestors().any(|node| node.kind() == SyntaxKind::MATCH_ARM);
        let is_pattern = parent.parent().is_some_and(|node| node.kind() == SyntaxKind::IDENT_PAT);
        return if in_arm && is_pattern { Context::Word } else { Context::Declaration };
    }
    for node in parent.ancestors() {
        if let Some(call) = ast::MethodCallExpr::cast(node.clone())
            && call.name_ref().is_some_and(|name| name.syntax() == &parent)
        {
            return Context::Member(call.receiver());
        }
        if let Some(field) = ast::FieldExpr::cast(node.clone())
            && field.name_ref().is_some_and(|name| name.syntax() == &parent)
        {
            return Context::Member(field.expr());
        }
        if let Some(path) = ast::Path::cast(node.clone())
            && path
                .segment()
                .and_then(|segment| segment.name_ref())
                .is_some_and(|name| name.syntax() == &parent)
        {
            return of_path(&path);
        }
    }
    Context::Word
}

fn of_path(path: &ast::Path) -> Context {
    let (before, is_import) = cursor::before(path);
    match (before.is_empty(), is_import) {
        (true, true) => Context::Import,
        (true, false) => Context::Word,
        (false, _) => Context::Path(before),
    }
}

fn members(scope: &Scope<'_>, receiver: Option<ast::Expr>) -> Vec<Name> {
    let type_name = receiver.and_then(|receiver| infer::of(scope, &receiver, 0));
    let mut names = match type_name {
        Some(type_name) => scope.members_of(&type_name),
        None => {
            let types = scope.session.items().filter(|item| item.kind == Kind::Type);
            let likely = types.map(|item| item.name.as_str()).chain(LIKELY);
            likely.flat_map(|owner| scope.own_members(owner)).collect()
        }
    };
    names.retain(|name| matches!(name.kind, Kind::Method | Kind::Field));
    names
}

/// The names that go on like this; if there are none, those that differ in capital and small letters.
fn matching(names: Vec<Name>, word: &str) -> Vec<Name> {
    let exact: Vec<Name> = names.iter().filter(|name| name.name.starts_with(word)).cloned().collect();
    if !exact.is_empty() {
        return exact;
    }
    names.into_iter().filter(|name| goes_on(&name.name, word)).collect()
}

/// Whether a name begins with the word, be it in other letters, capital or small.
fn goes_on(name: &str, word: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    word.chars().flat_map(char::to_lowercase).all(|letter| letters.next() == Some(letter))
}

fn offered(names: impl Iterator<Item = Name>) -> Vec<Completion> {
    let mut seen = std::collections::HashSet::new();
    names
        .map(|name| Completion {
            text: if name.kind == Kind::Macro { format!("{}!", name.name) } else { name.name },
            kind: name.kind,
            signature: name.signature,
        })
        .filter(|completion| seen.insert(completion.text.clone()))
        .take(MOST)
        .collect()
}
