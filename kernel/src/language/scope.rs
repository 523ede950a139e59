//! What names mean at a place: variables and declarations of the cell, those of the session, imports, what is always there.

use super::index::Index;
use super::memory::Memory;
use super::name::{Kind, Name};
use super::{infer, types, words};
use ra_ap_syntax::ast::{self, HasName};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken};
use std::collections::HashSet;

/// What is known at a place.
pub struct Scope<'a> {
    /// What every cell links.
    pub linked: &'a Index,
    /// The cells before.
    pub session: &'a Memory,
    /// This cell.
    pub cell: &'a Memory,
    /// The place.
    pub mark: &'a SyntaxToken,
}

/// The modules whose names need no import.
const ALWAYS: [&[&str]; 1] = [&["std", "prelude", "v1"]];

impl Scope<'_> {
    /// All names that can stand at the place without a path and go on as `wanted` says, nearest first.
    pub fn names(&self, wanted: impl Fn(&str) -> bool) -> Vec<Name> {
        let variables = self.variables(&wanted);
        once(variables.into_iter().chain(self.items(&wanted)))
    }

    /// What a name means without a path.
    pub fn named(&self, wanted: &str) -> Vec<Name> {
        self.names(|name| name == wanted)
    }

    /// The variables that can be seen, those of the cell before those of the session.
    pub fn variables(&self, wanted: impl Fn(&str) -> bool) -> Vec<Name> {
        let of_session = self.session.variables().iter().filter(|variable| wanted(&variable.name));
        let of_session = of_session.map(|variable| self.variable(&variable.name, &variable.type_name));
        once(self.locals(&wanted).into_iter().chain(of_session))
    }

    /// What is declared, imported or always there. Types of variables are not asked for here: finding them out asks here.
    fn items(&self, wanted: impl Fn(&str) -> bool) -> Vec<Name> {
        let is_wanted = |name: &&Name| wanted(&name.name);
        let mut names: Vec<Name> =
            self.cell.items().chain(self.session.items()).filter(is_wanted).cloned().collect();
        // What a reader has imported by name, and the library, come before what is always there, and that before the many
        // names of polars and plotters.
        let mut others = Vec::new();
        for of in self.cell.uses().iter().chain(self.session.uses()) {
            let is_own =
                of.path.first().is_none_or(|first| !["polars", "plotters"].contains(&first.as_str()));
            match &of.name {
                Some(name) if wanted(name) => {
                    let found = match of.path.as_slice() {
                        [only] => self.crates().filter(|known| known.name == *only).collect(),
                        path => self.at(path),
                    };
                    names.extend(found.into_iter().map(|found| Name { name: name.clone(), ..found }));
                }
                Some(_) => {}
                None => {
                    let of_module = self.module(&of.path).into_iter().filter(|name| wanted(&name.name));
                    if is_own { names.extend(of_module) } else { others.extend(of_module) }
                }
            }
        }
        for path in ALWAYS {
            names.extend(self.linked.module(path).filter(|(name, _)| wanted(name)).map(visible));
        }
        let macros =
            self.linked.module(&["std"]).filter(|(name, found)| found.kind == Kind::Macro && wanted(name));
        names.extend(macros.map(visible));
        names.extend(words::primitives().chain(self.crates()).filter(|name| wanted(&name.name)));
        names.extend(others);
        names
    }

    /// The crates that can be named.
    fn crates(&self) -> impl Iterator<Item = Name> {
        words::crates().chain(self.session.crates().iter().cloned())
    }

    /// What stands at a path: exports of a module, members of a type, or, for a single name, the item of that name.
    pub fn at(&self, path: &[String]) -> Vec<Name> {
        match path {
            [] => Vec::new(),
            [name] => once(self.items(|item| item == name)),
            [before @ .., last] => {
                self.children(before).into_iter().filter(|name| name.name == *last).collect()
            }
        }
    }

    /// What can stand behind a path and `::`.
    pub fn children(&self, path: &[String]) -> Vec<Name> {
        let exports = self.module(path);
        if !exports.is_empty() {
            return exports;
        }
        let Some(owner) = path.last() else { return Vec::new() };
        let own = self.own_type().filter(|_| owner == "Self");
        let owner = own.as_deref().and_then(types::head).unwrap_or(owner);
        let mut members = self.own_members(owner);
        members.retain(|member| member.kind != Kind::Field);
        // Functions that make a value come before the methods, which a path can name, too.
        members.sort_by_key(|member| member.kind == Kind::Method);
        members
    }

    /// What a module exports; the path begins with a crate, a module of the session, or a name that was imported.
    fn module(&self, path: &[String]) -> Vec<Name> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        match first.as_str() {
            "crate" | "self" if rest.is_empty() => {
                self.cell.items().chain(self.session.items()).cloned().collect()
            }
            "core" | "alloc" => {
                let path: Vec<&str> = std::iter::once("std").chain(rest.iter().map(String::as_str)).collect();
                self.linked.module(&path).map(visible).collect()
            }
            _ => {
                let found: Vec<Name> = self.linked.module(path).map(visible).collect();
                if !found.is_empty() {
                    return found;
                }
                let own: Vec<&str> =
                    std::iter::once("crate").chain(path.iter().map(String::as_str)).collect();
                let own =
                    [self.cell.index(), self.session.index()].map(|index| index.module(&own).map(visible));
                let own: Vec<Name> = own.into_iter().flatten().collect();
                if own.is_empty() { self.through_imports(first, rest) } else { own }
            }
        }
    }

    fn through_imports(&self, first: &str, rest: &[String]) -> Vec<Name> {
        for of in self.cell.uses().iter().chain(self.session.uses()) {
            let mut path = of.path.clone();
            match &of.name {
                Some(name) if name == first => {}
                Some(_) => continue,
                None => path.push(first.to_owned()),
            }
            path.extend(rest.iter().cloned());
            // An import of the form `use a; use a::b;` would lead back here.
            if path.first().is_some_and(|start| start == first) && of.name.is_some() {
                let found: Vec<Name> = self.linked.module(&path).map(visible).collect();
                if !found.is_empty() {
                    return found;
                }
                continue;
            }
            let found: Vec<Name> = self.linked.module(&path).map(visible).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The members of a type or trait that are declared for it; of equal names the nearest.
    pub fn own_members(&self, owner: &str) -> Vec<Name> {
        let own = [self.cell, self.session];
        // A type of the reader's own has nothing to do with one of the same name in a library.
        let hides = own
            .iter()
            .flat_map(|memory| memory.items())
            .any(|item| item.kind == Kind::Type && item.name == owner);
        let own = own.into_iter().map(Memory::index);
        let all = own.chain((!hides).then_some(self.linked));
        once(all.flat_map(|index| index.own_members(owner)).cloned())
    }

    /// The members of a value of a type, nearest first: its own, those of its traits, those of what it dereferences to.
    pub fn members_of(&self, type_name: &str) -> Vec<Name> {
        let all = [self.cell.index(), self.session.index(), self.linked];
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut next = Some(type_name.to_owned());
        while let Some(type_name) = next.take() {
            let Some(owner) = types::head(&type_name).filter(|owner| seen.insert((*owner).to_owned())) else {
                break;
            };
            found.extend(self.own_members(owner));
            for of in all.iter().flat_map(|index| index.telling_traits_of(owner)) {
                found.extend(self.own_members(of));
            }
            next = types::dereferenced(&type_name);
        }
        once(found)
    }

    /// The variables that the cell has bound around the place, the newest first.
    pub fn locals(&self, wanted: impl Fn(&str) -> bool) -> Vec<Name> {
        let mut names: Vec<Name> = self
            .patterns()
            .filter_map(|pattern| {
                let name = pattern.name()?.text().to_string();
                wanted(&name).then(|| {
                    let type_name = infer::of_pattern(self, &pattern, 0).unwrap_or_default();
                    self.variable(&name, &type_name)
                })
            })
            .collect();
        names.reverse();
        once(names)
    }

    /// The patterns whose variables can be seen from the place, in the order of the text.
    fn patterns(&self) -> impl Iterator<Item = ast::IdentPat> {
        let at = self.mark.text_range().start();
        let root = self.mark.parent_ancestors().last();
        let patterns = root.into_iter().flat_map(|root| root.descendants()).filter_map(ast::IdentPat::cast);
        patterns.filter(move |pattern| {
            let scope = pattern.syntax().ancestors().find(is_scope);
            pattern.syntax().text_range().end() <= at
                && scope.is_some_and(|scope| scope.text_range().contains(at))
                && !is_being_bound(pattern, at)
        })
    }

    /// The type of a variable that can be seen from the place.
    pub fn type_of_variable(&self, name: &str, depth: usize) -> Option<String> {
        let of_name = |pattern: &ast::IdentPat| pattern.name().is_some_and(|its| its.text() == name);
        if let Some(pattern) = self.patterns().filter(of_name).last() {
            return infer::of_pattern(self, &pattern, depth);
        }
        let variable = self.session.variables().iter().find(|variable| variable.name == name);
        variable.map(|variable| variable.type_name.clone()).filter(|name| !name.is_empty())
    }

    /// The type whose `impl` stands around the place.
    pub fn own_type(&self) -> Option<String> {
        let block = self.mark.parent_ancestors().find_map(ast::Impl::cast)?;
        Some(block.self_ty()?.syntax().text().to_string())
    }

    fn variable(&self, name: &str, type_name: &str) -> Name {
        let type_name = readable(type_name);
        let signature =
            if type_name.is_empty() { format!("let {name}") } else { format!("let {name}: {type_name}") };
        // The variable tells what its type is about.
        let docs = types::head(&type_name).and_then(|head| {
            let of_type = |found: &Name| found.kind == Kind::Type && found.name == head;
            self.cell
                .items()
                .chain(self.session.items())
                .find(|name| of_type(name))
                .map(|name| name.docs.clone())
        });
        Name {
            name: name.to_owned(),
            kind: Kind::Variable,
            signature,
            docs: docs.unwrap_or_default(),
            type_name,
            ..Name::default()
        }
    }
}

/// A type as a reader would write it: without the paths that only the compiler needs.
pub fn readable(type_name: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for c in type_name.chars().chain([' ']) {
        if super::cursor::is_of_name(c) || c == ':' {
            word.push(c);
            continue;
        }
        let is_bound = word.ends_with(':') && !word.ends_with("::");
        text += if is_bound { &word } else { word.rsplit("::").next().unwrap_or_default() };
        word.clear();
        text.push(c);
    }
    text.trim_end().to_owned()
}

fn visible((name, found): (&str, &Name)) -> Name {
    Name { name: name.to_owned(), ..found.clone() }
}

/// The first of each name.
fn once(names: impl IntoIterator<Item = Name>) -> Vec<Name> {
    let mut seen = HashSet::new();
    names.into_iter().filter(|name| seen.insert((name.kind.space(), name.name.clone()))).collect()
}

/// Whether bindings in this node end with it.
fn is_scope(node: &SyntaxNode) -> bool {
    use SyntaxKind::{CLOSURE_EXPR, FN, FOR_EXPR, IF_EXPR, MATCH_ARM, SOURCE_FILE, STMT_LIST, WHILE_EXPR};
    [STMT_LIST, FN, CLOSURE_EXPR, FOR_EXPR, MATCH_ARM, IF_EXPR, WHILE_EXPR, SOURCE_FILE]
        .contains(&node.kind())
}

/// Whether the place is in the statement that binds the variable, before which it does not exist.
fn is_being_bound(pattern: &ast::IdentPat, at: ra_ap_syntax::TextSize) -> bool {
    let statement =
        pattern.syntax().ancestors().take_while(|node| !is_scope(node)).find_map(ast::LetStmt::cast);
    statement.is_some_and(|statement| statement.syntax().text_range().contains(at))
}
