//! What earlier cells have defined.
//!
//! A definition takes the place of an earlier one of the same name. One that no longer compiles, because something that it
//! mentions has been defined anew, is *set aside* ([`super::aside`]): no program contains it until its cell is run again,
//! or what it mentions changes once more.

use super::super::parts::{Import, Item, Key, Parts, Static, tokens, words};
use super::program::OPENING;
use super::spoken::Spoken;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What earlier cells have defined.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub(super) attributes: Vec<String>,
    pub(super) imports: Vec<Imported>,
    pub(super) items: Vec<Definition>,
    /// How often a type, or a function with types of its own, has become another one. The first is at the root of the crate;
    /// each later one is in a module of its own, so that the compiler does not take the two for one.
    generations: HashMap<String, u32>,
    /// What has made way for definitions of later cells, with the reason; only to be spoken of.
    departed: Vec<Spoken>,
}

/// An import with the cell that it is from.
#[derive(Clone, Debug)]
pub(super) struct Imported {
    pub import: Import,
    pub cell: usize,
    pub aside: Option<String>,
}

/// An item with the cell that it is from.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub item: Item,
    pub text: String,
    /// The cell that defined it, and how often its statics have begun anew since.
    pub cell: usize,
    renewals: u32,
    /// Whether its statics exist in the host.
    loaded: bool,
    /// Why it is set aside, if it is.
    pub aside: Option<String>,
}

/// What tells a definition of an earlier cell from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    /// The item that begins here in this cell's text.
    Item(usize, usize),
    /// The import with this text.
    Import(String),
}

impl Definitions {
    /// The definitions after the cell of this number. What it defines takes the place of what had the same name.
    pub fn with(&self, cell: usize, text: &str, parts: &Parts) -> Definitions {
        let mut new = self.clone();
        for item in &parts.items {
            if let Some(name) = item.in_generations() {
                let known = new.generations.contains_key(&name);
                let generation = new.generations.entry(name).or_default();
                // What types a new type concerns has been found out before; a function concerns only its own.
                let is_new = || {
                    let same = |old: &Definition| {
                        old.item.key == item.key && tokens(&old.text) == tokens(&text[item.range.clone()])
                    };
                    !self.items.iter().any(same)
                };
                *generation += u32::from(item.has_types && known && is_new());
            }
        }
        for range in &parts.attributes {
            let attribute = text[range.clone()].to_owned();
            if !new.attributes.contains(&attribute) {
                new.attributes.push(attribute);
            }
        }
        for import in &parts.imports {
            new.imports.retain(|old| !import.replaces_import(&old.import));
            new.items.retain(|old| !import.replaces_item(&old.item.key));
            new.imports.push(Imported { import: import.clone(), cell, aside: None });
        }
        for item in &parts.items {
            // Of two definitions with conditions (`#[cfg(…)]`) in one cell the compiler takes the one that applies.
            let is_other_case =
                |old: &Definition| old.cell == cell && old.item.is_conditional && item.is_conditional;
            new.items.retain(|old| !item.key.replaces(&old.item.key) || is_other_case(old));
            new.imports.retain(|old| !item.key.replaces_import(&old.import));
            new.departed.retain(|old| !old.is_back(&item.key));
            let text = text[item.range.clone()].to_owned();
            let item = item.clone();
            new.items.push(Definition { item, text, cell, renewals: 0, loaded: false, aside: None });
        }
        new
    }

    /// All of it as the text of a crate.
    pub fn listing(&self) -> String {
        let (macros, items): (Vec<&Definition>, Vec<&Definition>) =
            self.items().partition(|definition| definition.is_macro());
        let text = |definition: &&Definition| definition.text.clone();
        let imports = self.imports().map(|imported| imported.import.text.clone());
        let opening = self.attributes.iter().cloned().chain([OPENING.to_owned()]);
        // Macros first: the text below them can use them.
        let lines = opening.chain(macros.iter().map(text)).chain(imports).chain(items.iter().map(text));
        lines.map(|line| line + "\n").collect()
    }

    /// The items that programs contain.
    pub(super) fn items(&self) -> impl Iterator<Item = &Definition> {
        self.items.iter().filter(|definition| definition.aside.is_none())
    }

    /// The imports that programs contain.
    pub(super) fn imports(&self) -> impl Iterator<Item = &Imported> {
        self.imports.iter().filter(|imported| imported.aside.is_none())
    }

    /// The text of a macro.
    pub fn macro_named(&self, name: &str) -> Option<String> {
        let is_it = |definition: &&Definition| matches!(&definition.item.key, Key::Macro(own) if own == name);
        self.items().find(is_it).map(|definition| definition.text.clone())
    }

    /// Whether an import only names what an earlier cell has defined at the root: `use shapes::{self, Square};`.
    pub fn imports_itself(&self, import: &Import) -> bool {
        let Some(name) = &import.name else { return false };
        let is_item = || self.items().any(|definition| definition.item.key.name() == Some(name.as_str()));
        ["", "self::", "crate::"].iter().any(|root| import.text == format!("use {root}{name};")) && is_item()
    }

    /// Whether this import says nothing new.
    pub fn imports_already(&self, import: &Import) -> bool {
        self.imports().any(|imported| imported.import.text == import.text)
    }

    /// How often what an item defines has become another thing.
    pub(super) fn generation(&self, item: &Item) -> u32 {
        item.in_generations().and_then(|name| self.generations.get(&name)).copied().unwrap_or(0)
    }

    /// Whether a name has been given a meaning by a cell.
    pub(super) fn has(&self, name: &str) -> bool {
        self.items().any(|definition| definition.item.key.name() == Some(name))
            || self.imports().any(|imported| imported.import.name.as_deref() == Some(name))
    }

    /// The functions and other items of a cell that use statics which a macro makes, with the macros' names. Nothing sees such
    /// a static before the compiler does, so it cannot be declared in later cells.
    pub fn hidden_statics(&self, text: &str, parts: &Parts) -> Vec<(String, String)> {
        let makes = |text: &str| {
            words(&text.replace("'static", "")).any(|word| matches!(word, "static" | "thread_local"))
        };
        let earlier = self.items().filter(|old| old.is_macro() && makes(&old.text));
        let earlier = earlier.filter_map(|old| old.item.key.name());
        let is_macro = |item: &&Item| matches!(item.key, Key::Macro(_));
        let own = parts.items.iter().filter(|item| is_macro(item) && makes(&text[item.range.clone()]));
        let makers: Vec<&str> = earlier.chain(own.filter_map(|item| item.key.name())).collect();
        let mut found = Vec::new();
        for item in parts.items.iter().filter(|item| !is_macro(item)) {
            let calls = |name: &&&str| text[item.range.clone()].contains(&format!("{name}!"));
            found.extend(makers.iter().find(calls).map(|name| (item.key.spoken(), format!("{name}!"))));
        }
        found
    }

    /// A definition as it is spoken of.
    pub fn spoken(&self, id: &Id) -> Option<Spoken> {
        match id {
            Id::Item(..) => self.items.iter().find(|definition| definition.id() == *id).map(Spoken::of_item),
            Id::Import(_) => self.imports.iter().find(|imported| imported.id() == *id).map(Spoken::of_import),
        }
    }

    /// Whether anything is set aside.
    pub fn has_aside(&self) -> bool {
        self.items.iter().any(|definition| definition.aside.is_some())
            || self.imports.iter().any(|imported| imported.aside.is_some())
    }

    /// All definitions that are set aside.
    pub fn aside(&self) -> Vec<Spoken> {
        let items = self.items.iter().filter(|definition| definition.aside.is_some()).map(Spoken::of_item);
        let imports = self.imports.iter().filter(|imported| imported.aside.is_some());
        items.chain(imports.map(Spoken::of_import)).collect()
    }

    /// Those definitions that are not set aside and mention one of these names.
    pub fn that_mention(&self, names: &HashSet<String>) -> Vec<Id> {
        let items = self.items().map(Spoken::of_item).chain(self.imports().map(Spoken::of_import));
        items.filter(|spoken| spoken.mentions(names)).map(|spoken| spoken.id).collect()
    }

    /// Whether a cell defines the same thing itself.
    pub fn is_replaced(&self, id: &Id, parts: &Parts) -> bool {
        let by_import = |replaces: &dyn Fn(&Import) -> bool| parts.imports.iter().any(replaces);
        let by_item = |replaces: &dyn Fn(&Key) -> bool| parts.items.iter().any(|item| replaces(&item.key));
        let item = self.items.iter().find(|definition| definition.id() == *id);
        let import = self.imports.iter().find(|imported| imported.id() == *id);
        item.is_some_and(|old| {
            by_import(&|new| new.replaces_item(&old.item.key)) || by_item(&|new| new.replaces(&old.item.key))
        }) || import.is_some_and(|old| {
            by_import(&|new| new.replaces_import(&old.import))
                || by_item(&|new| new.replaces_import(&old.import))
        })
    }

    /// Sets a definition aside (with the reason), or takes it back (`None`).
    pub fn set_aside(&mut self, id: &Id, why: Option<String>) {
        match id {
            Id::Item(..) => {
                let definition = self.items.iter_mut().find(|definition| definition.id() == *id);
                definition.into_iter().for_each(|definition| definition.aside = why.clone());
            }
            Id::Import(_) => {
                let imported = self.imports.iter_mut().find(|imported| imported.id() == *id);
                imported.into_iter().for_each(|imported| imported.aside = why.clone());
            }
        }
    }

    /// Takes a definition out for good, with the reason.
    pub fn replace(&mut self, id: &Id, why: String) {
        let spoken = self.spoken(id);
        self.departed.extend(spoken.map(|spoken| spoken.set_aside(why)));
        self.items.retain(|definition| definition.id() != *id);
        self.imports.retain(|imported| imported.id() != *id);
    }

    /// What a cell takes away without a word: names in implementations that it replaces by others without them; `now` is
    /// how readers know the cell.
    pub fn lost(&self, parts: &Parts, now: &str) -> Vec<Spoken> {
        let mut lost = Vec::new();
        for old in self.items().filter(|old| !old.item.key.is_of_trait()) {
            let Key::Impl(head, names) = &old.item.key else { continue };
            if !self.is_replaced(&old.id(), parts) {
                continue;
            }
            let has = |key: &Key, name: &String| matches!(key, Key::Impl(new, names) if new == head && names.contains(name));
            let spoken = Spoken::of_item(old);
            let why = format!("is gone with the `{}` that cell {now} replaced", spoken.name);
            let missing = names.iter().filter(|name| !parts.items.iter().any(|new| has(&new.key, name)));
            lost.extend(missing.map(|name| spoken.lost(name, why.clone())));
        }
        lost
    }

    /// Notes what is lost.
    pub fn lose(&mut self, lost: Vec<Spoken>) {
        self.departed.extend(lost);
    }

    /// What is not there, though an earlier cell has defined it, with the reason.
    pub fn absent(&self) -> Vec<Spoken> {
        self.aside().into_iter().chain(self.departed.iter().cloned()).collect()
    }

    /// What a cell takes the place of.
    pub fn replaced_by(&self, parts: &Parts) -> Vec<Spoken> {
        let replaced = self.items().filter(|old| self.is_replaced(&old.id(), parts));
        replaced.map(Spoken::of_item).collect()
    }

    /// Gives those of the types with these names that are known already another identity. Statics whose types mention one
    /// of the names begin anew: what they hold is of the old type. Returns their names.
    pub fn renew(&mut self, names: &HashSet<String>) -> Vec<String> {
        let functions = self.items.iter().filter(|definition| definition.item.has_types);
        let functions =
            functions.filter(|definition| words(&definition.text).any(|word| names.contains(word)));
        let functions: HashSet<String> =
            functions.filter_map(|definition| definition.item.in_generations()).collect();
        for (name, generation) in &mut self.generations {
            *generation += u32::from(names.contains(name) || functions.contains(name));
        }
        let mentions = |of: &Static| words(&of.type_name).any(|word| names.contains(word));
        let mut renewed = Vec::new();
        for old in self.items.iter_mut().filter(|old| old.loaded && old.item.statics.iter().any(mentions)) {
            (old.renewals, old.loaded) = (old.renewals + 1, false);
            renewed.extend(old.item.statics.iter().map(|of| of.name.clone()));
        }
        renewed
    }

    /// Notes that the host has loaded what is defined, or that it is gone with all of it.
    pub fn set_loaded(&mut self, loaded: bool) {
        // What is set aside was in no program.
        let concerned = |definition: &&mut Definition| !loaded || definition.aside.is_none();
        self.items.iter_mut().filter(concerned).for_each(|definition| definition.loaded = loaded);
    }
}

impl Imported {
    pub(super) fn id(&self) -> Id {
        Id::Import(self.import.text.clone())
    }
}

impl Definition {
    pub(super) fn id(&self) -> Id {
        Id::Item(self.cell, self.item.range.start)
    }

    pub(super) fn is_macro(&self) -> bool {
        matches!(self.item.key, Key::Macro(_))
    }

    /// The name by which the linker knows a static of this item.
    fn symbol(&self, of: &Static) -> String {
        let at = self.item.range.start + of.range.start;
        format!("agon_static_{}_{}_{at}_{}", self.cell, self.renewals, of.name)
    }

    /// The module in which it stands once it has become another thing so often.
    pub(super) fn module(&self, generation: u32) -> String {
        let name = self.item.key.name().unwrap_or("");
        format!("agon_{generation}_{}", name.trim_start_matches("r#"))
    }

    /// What is written otherwise than it stands in the text, in order: statics are exported where they are defined first,
    /// and only declared in later cells.
    pub(super) fn edits(&self, generation: u32) -> Vec<(Range<usize>, String)> {
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for of in &self.item.statics {
            let Static { range, visibility, name, type_name, mutable, thread_local } = of;
            let symbol = self.symbol(of);
            let type_name = if *thread_local {
                format!("::std::thread::LocalKey<{type_name}>")
            } else {
                type_name.clone()
            };
            if self.loaded {
                let kind = if *mutable { "unsafe static mut" } else { "safe static" };
                let declaration = format!(
                    "unsafe extern \"Rust\" {{ #[link_name = {symbol:?}] {visibility} {kind} {name}: {type_name}; }}"
                );
                match edits.last_mut() {
                    // Another key of the same `thread_local!`.
                    Some((before, text)) if before == range => text.push_str(&declaration),
                    _ => edits.push((range.clone(), declaration)),
                }
            } else if *thread_local {
                let export = format!(
                    "\n#[unsafe(export_name = {symbol:?})]\nstatic agon_key_{name}: {type_name} = {name};\n"
                );
                edits.push((range.end..range.end, export));
            } else {
                edits.push((range.start..range.start, format!("#[unsafe(export_name = {symbol:?})] ")));
            }
        }
        if generation > 0 {
            edits.extend(self.item.private.iter().map(|at| (*at..*at, "pub(crate) ".to_owned())));
            // `pub(in …)` names a module around it by where that stands.
            let named = format!("in crate::{}", self.item.key.name().unwrap_or("?"));
            let places = self.text.match_indices(&named).map(|(at, _)| at + "in crate::".len());
            edits.extend(places.map(|at| (at..at, format!("{}::", self.module(generation)))));
        }
        edits.sort_by_key(|(range, _)| range.start);
        edits
    }
}

impl Item {
    /// The name by which it is counted how often it has become another thing.
    fn in_generations(&self) -> Option<String> {
        match &self.key {
            Key::Type(name) => Some(name.clone()),
            Key::Value(name) => self.has_types.then(|| format!("fn {name}")),
            _ => None,
        }
    }
}

impl Import {
    fn replaces_import(&self, old: &Import) -> bool {
        old.text == self.text || (old.name.is_some() && old.name == self.name)
    }

    fn replaces_item(&self, old: &Key) -> bool {
        self.name.is_some() && old.name() == self.name.as_deref()
    }
}

impl Key {
    /// The name that it defines, if that is one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Key::Type(name) | Key::Value(name) | Key::Macro(name) => Some(name),
            Key::Impl(..) | Key::Made(..) | Key::Other(_) => None,
        }
    }

    /// The names that it gives a meaning to.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let inside = match self {
            Key::Impl(_, names) | Key::Made(_, names) => names.as_slice(),
            _ => &[],
        };
        self.name().into_iter().chain(inside.iter().map(String::as_str))
    }

    /// Whether it is an implementation of a trait.
    pub(super) fn is_of_trait(&self) -> bool {
        matches!(self, Key::Impl(head, _) if head.contains(" for "))
    }

    fn replaces(&self, old: &Key) -> bool {
        match (self, old) {
            (Key::Impl(head, names), Key::Impl(old_head, old_names)) => {
                head == old_head && (self.is_of_trait() || names.iter().any(|name| old_names.contains(name)))
            }
            (Key::Made(call, _), Key::Made(old, _)) => call == old,
            (new, old) => new == old,
        }
    }

    fn replaces_import(&self, old: &Import) -> bool {
        old.name.is_some() && old.name.as_deref() == self.name()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parts::split;
    use super::*;

    fn after(cells: &[&str]) -> Definitions {
        let all = cells.iter().enumerate();
        all.fold(Definitions::default(), |definitions, (number, text)| {
            definitions.with(number, text, &split(text))
        })
    }

    #[test]
    fn what_is_set_aside_is_in_no_program_and_comes_back() {
        let mut definitions = after(&["struct P;", "impl P { fn a() {} }\nfn f() {}\nuse a::X;"]);
        let ids = [Id::Item(1, 0), Id::Item(1, 21), Id::Import("use a::X;".into())];
        for id in &ids {
            definitions.set_aside(id, Some("since".into()));
        }
        assert_eq!(definitions.listing().lines().last(), Some("struct P;"));
        let names: Vec<String> = definitions.aside().into_iter().map(|spoken| spoken.name).collect();
        assert_eq!(names, ["impl P", "f", "use a::X"]);
        definitions.set_aside(&ids[1], None);
        assert!(definitions.listing().contains("fn f"));
        // Its own cell, run again, brings it back as well.
        let text = "impl P { fn a() { } }";
        assert!(
            definitions.is_replaced(&ids[0], &split(text)) && !definitions.is_replaced(&ids[2], &split(text))
        );
        assert_eq!(definitions.with(2, text, &split(text)).aside().len(), 1);
    }

    #[test]
    fn a_function_with_types_of_its_own_becomes_another_when_they_change() {
        let (first, other) = ("fn f() { struct Local(u8); }", "fn f() { struct Local(P); }");
        let generation = |cells: &[&str], names: &[&str]| {
            let mut definitions = after(cells);
            definitions.renew(&names.iter().map(|name| (*name).to_owned()).collect());
            let item = definitions.items.last().map(|definition| definition.item.clone());
            definitions.generation(&item.unwrap())
        };
        assert_eq!(generation(&[first], &["P"]), 0);
        assert_eq!(generation(&[first, other], &[]), 1);
        assert_eq!(generation(&[first, "fn f() {\n  struct Local(u8); // the same\n}"], &[]), 0);
        assert_eq!(generation(&[first, first], &[]), 0);
        assert_eq!(generation(&[first, other, other], &[]), 1);
        assert_eq!(generation(&[first, other], &["P"]), 2);
        assert_eq!(generation(&["fn g() {}", "fn g() { 1; }"], &[]), 0);
    }

    #[test]
    fn blocks_of_extern_functions_take_each_others_place() {
        let definitions = after(&[
            "unsafe extern \"C\" { fn f(); }",
            "unsafe extern \"C\" { fn g(); }",
            "unsafe extern \"C\" { fn f() -> u8; }",
        ]);
        let text = definitions.listing();
        assert!(!text.contains("f();") && text.contains("g();") && text.contains("f() -> u8;"));
    }

    #[test]
    fn what_goes_with_a_block_is_known_until_it_is_defined_again() {
        let mut definitions = after(&["struct P;\nimpl P { fn a() {} fn b() {} }"]);
        let lost = |definitions: &Definitions, text: &str| -> Vec<String> {
            definitions.lost(&split(text), "[2]").into_iter().map(|lost| lost.name).collect()
        };
        assert!(lost(&definitions, "impl P { fn a() {} }\nimpl P { fn b() {} }").is_empty());
        assert!(lost(&definitions, "impl P { fn c() {} }").is_empty());
        let text = "impl P { fn a() {} }";
        assert_eq!(lost(&definitions, text), ["b"]);
        definitions.lose(definitions.lost(&split(text), "[2]"));
        definitions = definitions.with(2, text, &split(text));
        let absent = definitions.absent();
        assert_eq!(absent[0].reason(), "is gone with the `impl P` that cell [2] replaced");
        let text = "impl P { fn b() {} }";
        assert!(definitions.with(3, text, &split(text)).absent().is_empty());
    }
}
