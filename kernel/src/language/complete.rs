//! How the word at the cursor may go on.

use super::cursor::{self, Cursor};
use super::index::Index;
use super::memory::Memory;
use super::name::{Kind, Name};
use super::scope::Scope;
use super::{infer, types, words};
use crate::evaluator::directive_lines::{self, blanked};
use ra_ap_syntax::ast::{self, AstNode};
use ra_ap_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use std::collections::HashSet;

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
    /// The members that the cell itself declares: of these, nobody else needs to know.
    pub own: HashSet<String>,
    /// Whether one of them begins with the very letters of the word.
    pub is_exact: bool,
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
            Place::Module | Place::Word => !self.is_exact,
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
        return Candidates { names, ..Candidates::default() };
    }
    // The parser does not look into attributes.
    let line = cursor.line();
    if line.rfind("#[derive(").is_some_and(|at| !line[at..].contains(')')) {
        let names = matching(words::derives().collect(), &cursor.word);
        return Candidates { names, ..Candidates::default() };
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
        Context::Nothing => return Candidates::default(),
        Context::Required(of) => {
            let functions = scope.own_members(&of).into_iter();
            (
                functions.filter(|name| matches!(name.kind, Kind::Method | Kind::Function)).collect(),
                Place::Elsewhere,
            )
        }
        Context::Field(of) => (fields(&scope, &of), Place::Member),
        Context::Attribute => (words::attributes().collect(), Place::Elsewhere),
        Context::TypeName => {
            let names = scope.names(likely).into_iter();
            (
                names.filter(|name| matches!(name.kind, Kind::Type | Kind::Trait | Kind::Module)).collect(),
                Place::Word,
            )
        }
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
        Context::Word => {
            // Behind what the cell has bound, the words of the language: they are short, and typed all the time.
            let locals = scope.locals(likely);
            (locals.into_iter().chain(words::keywords()).chain(scope.names(likely)).collect(), Place::Word)
        }
    };
    let mut names = matching(names, &cursor.word);
    if matches!(place, Place::Member | Place::Guess) && !cursor.word.is_empty() {
        names.extend(
            words::keywords().filter(|name| name.name == "await" && name.name.starts_with(&cursor.word)),
        );
    }
    let is_exact = names.iter().any(|name| name.name.starts_with(&cursor.word));
    let own = cell.index().members().map(|member| member.name.clone()).collect();
    Candidates { names, place, own, is_exact }
}

fn is_directive(cursor: &Cursor) -> bool {
    let line = cursor.line();
    line.trim_start() == ":"
        && (!cursor.word.is_empty() || line == ":")
        && directive_lines::lines(&cursor.before).last().is_some_and(|(_, is_directive)| is_directive)
}

/// What the parser says of a place.
enum Context {
    /// A new name is made up here, or none can stand here.
    Nothing,
    /// The name of a function that implements one of this trait.
    Required(String),
    /// The name of a field of this type.
    Field(String),
    /// The name of an attribute.
    Attribute,
    /// A type's name.
    TypeName,
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
    if let Some(attribute) = mark.parent_ancestors().find_map(ast::Attr::cast) {
        let text = attribute.syntax().text().to_string();
        let inside = text.trim_start_matches(['#', '!', '[', ' ']);
        return match inside {
            _ if inside.contains(['(', '=']) => Context::Nothing,
            _ => Context::Attribute,
        };
    }
    // `vec!|`: the brackets come next.
    let before = |token: &SyntaxToken| token.prev_token();
    if before(mark).is_some_and(|bang| {
        bang.kind() == SyntaxKind::BANG && before(&bang).is_some_and(|name| name.kind() == SyntaxKind::IDENT)
    }) {
        return Context::Nothing;
    }
    if let Some(of) = of_field(&parent) {
        return Context::Field(of);
    }
    if let Some(of) = of_trait(&parent) {
        return Context::Required(of);
    }
    if parent.kind() == SyntaxKind::NAME {
        // A pattern may also be the name of a constant or a variant.
        let in_arm = parent.ancestors().any(|node| node.kind() == SyntaxKind::MATCH_ARM);
        let is_pattern = parent.parent().is_some_and(|node| node.kind() == SyntaxKind::IDENT_PAT);
        return if in_arm && is_pattern { Context::Word } else { Context::Nothing };
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
        (true, false) if path.syntax().parent().is_some_and(|node| ast::PathType::can_cast(node.kind())) => {
            Context::TypeName
        }
        (true, false) => Context::Word,
        (false, _) => Context::Path(before),
    }
}

/// The trait that a function is written for: `impl Score for Pile { fn | }`.
fn of_trait(name: &SyntaxNode) -> Option<String> {
    let function = ast::Name::cast(name.clone())?.syntax().parent().and_then(ast::Fn::cast)?;
    let block = function.syntax().parent()?.parent().and_then(ast::Impl::cast)?;
    types::head(&block.trait_()?.syntax().text().to_string()).map(str::to_owned)
}

/// The type of which a field is named: `Pile { | }` makes one, or is a pattern.
fn of_field(name: &SyntaxNode) -> Option<String> {
    let path = name.ancestors().take(5).find_map(|node| {
        if let Some(field) =
            ast::RecordExprField::cast(node.clone()).filter(|field| field.colon_token().is_none())
        {
            return field.syntax().ancestors().find_map(ast::RecordExpr::cast)?.path();
        }
        let field = ast::RecordPatField::cast(node).filter(|field| field.colon_token().is_none())?;
        field.syntax().ancestors().find_map(ast::RecordPat::cast)?.path()
    });
    Some(path?.syntax().text().to_string())
}

/// The fields of a struct that is written down: `Pile { size: 3, | }`.
fn fields(scope: &Scope<'_>, of: &str) -> Vec<Name> {
    let own = scope.own_type().filter(|_| of == "Self");
    let owner = types::head(own.as_deref().unwrap_or(of)).unwrap_or_default();
    scope.own_members(owner).into_iter().filter(|name| name.kind == Kind::Field).collect()
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
    let mut found: Vec<Name> = match exact.is_empty() {
        true => names.into_iter().filter(|name| goes_on(&name.name, word)).collect(),
        false => exact,
    };
    // An underscore in front says that a name is not meant for readers.
    found.sort_by_key(|name| name.name.starts_with('_'));
    found
}

/// Whether a name begins with the word, be it in other letters, capital or small.
fn goes_on(name: &str, word: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    word.chars().flat_map(char::to_lowercase).all(|letter| letters.next() == Some(letter))
}

/// The names as words to put in, each once.
pub fn offered(names: impl Iterator<Item = Name>) -> Vec<Completion> {
    let mut seen = HashSet::new();
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
