//! How the word at the cursor may go on.

use super::cursor::{self, Cursor};
use super::index::Index;
use super::memory::Memory;
use super::name::{Kind, Name};
use super::scope::Scope;
use super::{infer, words};
use crate::evaluator::directive_lines::blanked;
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

/// What the tables offer.
#[derive(Debug, Default)]
pub struct Candidates {
    /// The names that go on like the word at the cursor, likeliest first.
    pub names: Vec<Name>,
    /// What stands before it.
    pub place: Place,
}

/// What stands before the word at the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// No name of something that exists can stand here, or it is a directive's.
    #[default]
    Elsewhere,
    /// A value of known type, and a dot.
    Member,
    /// A value of unknown type, and a dot: the names are those that are likely.
    Guess,
    /// A type's path.
    Type,
    /// A module's path, whose exports the tables know.
    Module,
    /// Nothing.
    Word,
}

impl Candidates {
    /// Whether somebody else may know more.
    pub fn needs_more(&self) -> bool {
        match self.place {
            Place::Elsewhere => false,
            Place::Member | Place::Guess | Place::Type => true,
            // All names that there are: the tables have them, and rust-analyzer takes half a second to write them down.
            Place::Module | Place::Word => self.names.is_empty(),
        }
    }

    /// Whether the names are those that a reader has in mind, as far as one can tell.
    pub fn is_good(&self) -> bool {
        self.place == Place::Elsewhere || self.place != Place::Guess && !self.names.is_empty()
    }
}

/// The names that may stand at the cursor.
pub fn complete(linked: &Index, session: &Memory, cursor: &Cursor) -> Candidates {
    if is_directive(cursor) {
        let wanted = format!(":{}", cursor.word);
        let names = words::directives().filter(|name| name.name.starts_with(&wanted)).collect();
        return Candidates { names, place: Place::Elsewhere };
    }
    if cursor.word.starts_with(|c: char| c.is_ascii_digit()) {
        return Candidates::default();
    }
    let Some((_parsed, mark)) = cursor.parsed() else { return Candidates::default() };
    let cell = Memory::of_cell(&blanked(&cursor.before));
    let scope = Scope { linked, session, cell: &cell, mark: &mark };
    // What a macro is given is understood by itself, but its variables are bound around it.
    let inner = cursor::inside_macro(&mark);
    let place = inner.as_ref().map_or(&mark, |(_, mark)| mark);
    let likely = |name: &str| goes_on(name, &cursor.word);
    let (names, place) = match context(place) {
        Context::Declaration => return Candidates::default(),
        Context::Member(receiver) => members(&scope, receiver),
        Context::Path(path) => {
            let names = scope.children(&path);
            let of_type = names.iter().all(|name| {
                matches!(name.kind, Kind::Method | Kind::Function | Kind::Variant | Kind::Constant)
            });
            (names, if of_type { Place::Type } else { Place::Module })
        }
        Context::Import => {
            let modules = scope.names(likely).into_iter().filter(|name| name.kind == Kind::Module);
            (modules.collect(), Place::Elsewhere)
        }
        Context::Word if cursor.word.is_empty() => {
            // Everything would be too much; what the reader has made is what may be meant.
            (scope.variables(likely).into_iter().chain(session.items().cloned()).collect(), Place::Word)
        }
        Context::Word => (scope.names(likely).into_iter().chain(words::keywords()).collect(), Place::Word),
    };
    Candidates { names: matching(names, &cursor.word), place }
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

fn members(scope: &Scope<'_>, receiver: Option<ast::Expr>) -> (Vec<Name>, Place) {
    let type_name = receiver.and_then(|receiver| infer::of(scope, &receiver, 0));
    let (mut names, place) = match type_name {
        Some(type_name) => (scope.members_of(&type_name), Place::Member),
        None => {
            let types = scope.session.items().filter(|item| item.kind == Kind::Type);
            let likely = types.map(|item| item.name.as_str()).chain(LIKELY);
            (likely.flat_map(|owner| scope.own_members(owner)).collect(), Place::Guess)
        }
    };
    names.retain(|name| matches!(name.kind, Kind::Method | Kind::Field));
    (names, place)
}

/// The names that go on like this; if there are none, those that differ in capital and small letters.
pub fn matching(names: Vec<Name>, word: &str) -> Vec<Name> {
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

/// The names as words to put in, each once.
pub fn offered(names: impl Iterator<Item = Name>) -> Vec<Completion> {
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
