//! Which types a new definition changes, and which variables that makes unreadable.
//!
//! Every cell is compiled as the same crate, so a type that is defined anew would keep its `TypeId`, and a stored value of
//! the old definition would be read as one of the new. A type is *affected* by a cell if its definition changes, or one
//! that it mentions, directly or through others. Variables of affected types are dropped before the new definitions take
//! effect, and affected types get a new identity (`native::program`), so that not even a `Box<dyn Any>` filled before can
//! be misread. The same goes for functions that have types of their own. Two cases are left: a type defined within a method
//! keeps its identity when the method is defined anew, and so does one that a macro makes at the top of a cell; variables
//! of the latter are dropped, but a `Box<dyn Any>` is not.
//!
//! What a definition mentions is read off its words. That errs on the side of dropping: a word that only looks like the
//! name of something that has changed counts.

use super::Variable;
use super::parse::{parse, with_room};
use super::parts::{Import, Item, Key, Parts, split, tokens, words};
use ra_ap_syntax::AstNode;
use ra_ap_syntax::ast::{self, HasName};
use std::collections::{BTreeMap, HashSet};

/// Something that the layout of a type can depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What a later definition of the same thing is known by.
    key: String,
    /// The words whose meaning it decides.
    names: Vec<String>,
    /// Its tokens. White space and comments do not count.
    text: String,
    /// If it is a module: the names that are defined or imported in it.
    inside: Vec<String>,
    /// Whether it only says what was not said before: an implementation takes no other's place.
    adds: bool,
    /// If it is said in an implementation of no trait: the type's name.
    inherent: Option<String>,
}

impl Definition {
    /// Whether it is the import with this text.
    pub fn is_import(&self, text: &str) -> bool {
        self.key == text
    }

    /// Whether the one takes the place of the other.
    pub fn is_like(&self, other: &Definition) -> bool {
        self.key == other.key
    }
}

/// What a cell defines that the layout of a type can depend on: types, traits, modules, macros, constants, imports, and
/// what implementations say of associated constants and types.
pub fn definitions(text: &str) -> Vec<Definition> {
    with_room(text, || read(text)).unwrap_or_default()
}

fn read(text: &str) -> Vec<Definition> {
    let Parts { imports, items, .. } = split(text);
    let imports = imports.into_iter().map(|Import { name, text, .. }| {
        let names = name.into_iter().collect();
        Definition { key: text.clone(), names, text, inside: vec![], adds: false, inherent: None }
    });
    let items = items.iter().flat_map(|item| of_item(item, &text[item.range.clone()]));
    imports.chain(items).collect()
}

fn of_item(Item { key, .. }: &Item, source: &str) -> Vec<Definition> {
    let named = |name: &String, key: String| Definition {
        key,
        names: vec![name.clone()],
        text: tokens(source),
        inside: vec![],
        adds: false,
        inherent: None,
    };
    match key {
        Key::Type(name) => vec![Definition { inside: inside(source), ..named(name, name.clone()) }],
        // The length of an array can be a constant or the value of a `const fn`, not that of another function.
        Key::Value(name) => {
            let mut of_words = words(source);
            let counts = !words(source).any(|word| word == "fn") || of_words.any(|word| word == "const");
            counts.then(|| named(name, name.clone())).into_iter().collect()
        }
        Key::Macro(name) => vec![named(name, format!("{name}!"))],
        // There is one implementation of a trait, which may leave out what the trait says by itself.
        Key::Impl(head, _) if head.contains(" for ") => {
            let (names, texts): (Vec<String>, Vec<String>) = associated(source).into_iter().unzip();
            let text = texts.join(" ");
            vec![Definition { key: head.clone(), names, text, inside: vec![], adds: true, inherent: None }]
        }
        // Others live side by side.
        Key::Impl(head, _) => {
            let of = implemented(source);
            let of_name = |(name, text): (String, String)| Definition {
                key: format!("{head} :: {name}"),
                names: vec![name],
                text,
                inside: vec![],
                adds: true,
                inherent: Some(of.clone()),
            };
            associated(source).into_iter().map(of_name).collect()
        }
        Key::Made(call, names) => vec![made(call, names)],
        Key::Other(_) => vec![],
    }
}

/// What calls of macros among the items of a cell make.
pub fn of_calls(items: &[Item]) -> Vec<Definition> {
    let is_call = |item: &&Item| matches!(item.key, Key::Made(..));
    items.iter().filter(is_call).flat_map(|item| of_item(item, "")).collect()
}

/// What a call of a macro makes. What is new in it takes no other's place: that there are two, the compiler says.
pub fn made(call: &str, names: &[String]) -> Definition {
    let text = tokens(call.trim().trim_end_matches(';'));
    Definition { key: text.clone(), names: names.to_vec(), text, inside: vec![], adds: true, inherent: None }
}

/// The names that a module defines or imports, at whatever depth.
fn inside(source: &str) -> Vec<String> {
    let parse = parse(source);
    let Some(module) = parse.tree().syntax().children().find_map(ast::Module::cast) else { return vec![] };
    let imported = |tree: ast::UseTree| {
        let last = tree.path()?.segment()?.name_ref()?.text().to_string();
        tree.use_tree_list().is_none().then_some(last)
    };
    let nodes: Vec<_> = module.syntax().descendants().collect();
    let defined = nodes.iter().cloned().filter_map(ast::Name::cast).map(|name| name.text().to_string());
    defined.chain(nodes.iter().cloned().filter_map(ast::UseTree::cast).filter_map(imported)).collect()
}

/// The name of the type that an implementation is for.
fn implemented(source: &str) -> String {
    let parse = parse(source);
    let of = parse.tree().syntax().descendants().find_map(ast::Impl::cast).and_then(|of| of.self_ty());
    let path = of.and_then(|of| ast::PathType::cast(of.syntax().clone())?.path()?.segment()?.name_ref());
    path.map(|name| name.text().to_string()).unwrap_or_default()
}

/// The associated constants, types and `const fn`s of an implementation: names and texts.
fn associated(source: &str) -> Vec<(String, String)> {
    let parse = parse(source);
    let list = parse.tree().syntax().descendants().find_map(ast::AssocItemList::cast);
    let item = |item: ast::AssocItem| {
        let name = match &item {
            ast::AssocItem::Const(item) => item.name(),
            ast::AssocItem::TypeAlias(item) => item.name(),
            ast::AssocItem::Fn(item) => item.const_token().and_then(|_| item.name()),
            ast::AssocItem::MacroCall(_) => None,
        };
        Some((name?.text().to_string(), tokens(&item.syntax().text().to_string())))
    };
    list.into_iter().flat_map(|list| list.assoc_items()).filter_map(item).collect()
}

/// What is defined so far.
#[derive(Clone, Default)]
pub struct Types(BTreeMap<String, Definition>);

impl Types {
    /// Records the definitions of a cell that has run.
    pub fn define(&mut self, cell: &[Definition]) {
        for new in cell {
            // A definition and an import of one name replace each other.
            let replaces =
                |old: &Definition| !new.adds && !old.adds && !new.names.is_empty() && old.names == new.names;
            self.0.retain(|key, old| key.ends_with('!') || !replaces(old));
            self.0.insert(new.key.clone(), new.clone());
        }
    }

    /// Forgets definitions that are not there any more.
    pub fn forget(&mut self, gone: &[Definition]) {
        self.0.retain(|key, _| !gone.iter().any(|gone| gone.key == *key));
    }

    /// The words whose meaning the definitions of a cell change, directly or inside another definition. `gone` are
    /// definitions that are there no more from this cell on.
    pub fn affected(&self, cell: &[Definition], gone: &[Definition]) -> HashSet<String> {
        let mut affected: HashSet<String> = gone.iter().flat_map(|gone| self.decided_by(gone)).collect();
        let mut added: Vec<(&String, &Vec<String>)> = vec![];
        for new in cell {
            match self.0.get(&new.key) {
                Some(old) if old.text == new.text => {}
                Some(old) => affected.extend(self.decided_by(old).into_iter().chain(self.decided_by(new))),
                None if new.adds => added.extend(new.inherent.iter().map(|of| (of, &new.names))),
                // It may hide something of the same name that came through `use …::*` or from the standard library.
                None => affected.extend(self.decided_by(new)),
            }
        }
        // What a type says by itself hides what a trait says of it. If the type is new, all that mentions it is affected anyway.
        added.retain(|(of, _)| !affected.contains(*of));
        affected.extend(added.into_iter().flat_map(|(_, names)| names.iter().cloned()));
        loop {
            let mentions =
                |definition: &&Definition| words(&definition.text).any(|word| affected.contains(word));
            let more: Vec<String> =
                self.0.values().filter(mentions).flat_map(|of| self.decided_by(of)).collect();
            let before = affected.len();
            affected.extend(more);
            if affected.len() == before {
                return affected;
            }
        }
    }

    /// The words whose meaning a definition decides: its names, and all that is in a module whose names are imported at
    /// once.
    fn decided_by(&self, definition: &Definition) -> Vec<String> {
        let mut names = definition.names.clone();
        let is_glob = |import: &Definition| import.names.is_empty() && import.key.ends_with("::*;");
        let opened = |module: &Definition| {
            self.0
                .values()
                .chain([definition])
                .filter(|import| is_glob(import))
                .any(|import| words(&import.key).any(|word| module.names.iter().any(|name| name == word)))
        };
        if is_glob(definition) {
            // What it imports may hide something else, as far as it is known what that is.
            let within = self
                .0
                .values()
                .filter(|of| words(&definition.key).any(|word| of.names.iter().any(|name| name == word)));
            names.extend(within.flat_map(|module| module.inside.iter().cloned()));
        } else if opened(definition) {
            names.extend(definition.inside.iter().cloned());
        }
        names
    }

    /// The variables whose type is defined differently by `cell`, directly or inside another type.
    pub fn outdated(&self, cell: &[Definition], gone: &[Definition], variables: &[Variable]) -> Vec<String> {
        let affected = self.affected(cell, gone);
        let of_affected =
            |variable: &&Variable| own_words(&variable.type_name).any(|word| affected.contains(word));
        variables.iter().filter(of_affected).map(|variable| variable.name.clone()).collect()
    }
}

/// The words in a type that can be names of the reader's: not those of paths into the standard library or the prelude.
fn own_words(ty: &str) -> impl Iterator<Item = &str> {
    const OTHERS: [&str; 6] = ["std", "core", "alloc", "agon_prelude", "agon", "polars"];
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '#');
    ty.split(move |c| !is_word(c))
        .filter(|path| !OTHERS.contains(&path.trim_start_matches(':').split("::").next().unwrap_or("")))
        .flat_map(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(cells: &[&str]) -> Types {
        let mut known = Types::default();
        cells.iter().for_each(|cell| known.define(&definitions(cell)));
        known
    }

    fn outdated(known: &Types, cell: &str, types: &[&str]) -> Vec<String> {
        let variable = |of: &&str| Variable { name: of.to_string(), type_name: of.to_string() };
        known.outdated(&definitions(cell), &[], &types.iter().map(variable).collect::<Vec<_>>())
    }

    #[test]
    fn only_variables_that_contain_a_changed_type_are_outdated() {
        let known = known(&["struct P { x: u8 }", "struct Q(Vec<P>);", "struct R(u8);"]);
        let types = ["P", "core::option::Option<Q>", "R", "u8"];
        assert!(outdated(&known, "struct P { x: u8, /* the same */ }", &["u8"]).is_empty());
        assert!(outdated(&known, "struct P {\n  x: u8 // the same\n}", &types).is_empty());
        assert_eq!(outdated(&known, "struct P { x: u64 }", &types), types[..2]);
        assert!(outdated(&known, "struct S;", &types).is_empty());
    }

    #[test]
    fn a_layout_can_depend_on_more_than_types() {
        let layouts = [
            ("const N: usize = 3;", "struct A([u8; N]);", "const N: usize = 4;"),
            ("const fn n() -> usize { 3 }", "struct A([u8; n()]);", "const fn n() -> usize { 4 }"),
            ("type T = u8;", "struct A(T);", "type T = u64;"),
            ("mod m { pub type T = u8; }", "struct A(m::T);", "mod m { pub type T = u64; }"),
            ("mod m { pub type T = u8; }\nuse m::*;", "struct A(T);", "mod m { pub type T = u64; }"),
            ("macro_rules! t { () => { u8 } }", "struct A(t!());", "macro_rules! t { () => { u64 } }"),
            (
                "struct B; impl B { const N: usize = 3; }",
                "struct A([u8; B::N]);",
                "impl B { const N: usize = 4; }",
            ),
            (
                "trait T { const N: usize = 3; } struct B; impl T for B {}",
                "struct A([u8; B::N]);",
                "impl B { const N: usize = 4; }",
            ),
            (
                "trait T { type Out; } impl T for u8 { type Out = u8; }",
                "struct A<X: T>(X::Out);",
                "impl T for u8 { type Out = u64; }",
            ),
            ("use std::num::NonZeroU8 as T;", "struct A(T);", "use std::num::NonZeroU64 as T;"),
            ("use std::num::NonZeroU8 as T;", "struct A(T);", "struct T(u64);"),
            // The library's name, hidden by the reader's own.
            ("use agon::*;", "struct A(Nimber);", "struct Nimber(u64);"),
            ("mod m { pub struct Nimber(u64); }\nuse agon::*;", "struct A(Nimber);", "use m::*;"),
        ];
        for (before, layout, after) in layouts {
            let known = known(&[before, layout]);
            assert_eq!(outdated(&known, after, &["A", "u8"]), ["A"], "{layout} after {after}");
            assert!(outdated(&known, before, &["A"]).is_empty(), "{before} again");
        }
    }

    #[test]
    fn what_is_set_aside_changes_what_it_was_part_of() {
        let known = known(&[
            "use agon::*;",
            "struct Nimber(u64);",
            "struct A(Nimber);",
            "trait T { type Out; }\nimpl T for u8 { type Out = u8; }\nstruct B<X: T>(X::Out);",
            "struct C; impl C { const N: usize = 3; }\nimpl C { fn f() {} }\nstruct D([u8; C::N]);",
        ]);
        let variable = |of: &str| Variable { name: of.into(), type_name: of.into() };
        let variables = ["A", "B<u8>", "C", "D", "u8"].map(variable);
        let gone = |text: &str| known.outdated(&[], &definitions(text), &variables);
        assert_eq!(gone("struct Nimber(u64);"), ["A"]);
        assert_eq!(gone("impl T for u8 { type Out = u8; }"), ["B<u8>"]);
        assert_eq!(gone("impl C { const N: usize = 3; }"), ["D"]);
        assert!(gone("impl C { fn f() {} }").is_empty());
        // Blocks of one type live side by side.
        for again in ["impl C { fn f() {} }", "impl C { const N: usize = 3; }", "impl C { fn g() {} }"] {
            assert!(known.outdated(&definitions(again), &[], &variables).is_empty(), "{again}");
        }
    }

    #[test]
    fn what_changes_no_layout_keeps_the_variables() {
        let known = known(&[
            "use agon::*;",
            "struct P { x: u8 }\nimpl P { fn f(&self) -> u8 { 1 } }",
            "trait Size { type Unit; }\nstruct A<T: Size>(T::Unit);",
            "fn f() {}",
            "struct Grid<const N: usize>([u8; N]);",
        ]);
        for cell in [
            "struct Board; impl Board { const N: usize = 3; }",
            "impl P { fn f(&self) -> u8 { 2 } }",
            "impl Size for P { type Unit = u8; }",
            "fn f() -> u8 { 1 }",
            "use polars::prelude::*;",
            "struct Nimber(u64);",
        ] {
            assert!(
                outdated(&known, cell, &["P", "A<P>", "Grid<2>", "agon_prelude::impartial::nimber::Nimber"])
                    .is_empty(),
                "{cell}"
            );
        }
    }
}
