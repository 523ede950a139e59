//! From the declarations of crates to what their modules export: `pub use` is followed, through globs and across crates.

use super::index::Index;
use super::name::{Kind, Name};
use super::source::{Declarations, Module, Use};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// After so many rounds nothing new is found: re-exports of re-exports go no deeper.
const ROUNDS: usize = 12;

/// The names that are being followed. A name that leads back to itself leads nowhere.
type Trail = Vec<(Place, String, Wanted)>;

/// What a name is looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Something that more of the path follows: a module or a type.
    Container,
    /// Whatever has the name.
    Anything,
}

/// Crates by the names under which they import each other.
#[derive(Default)]
pub struct Resolver {
    crates: BTreeMap<String, Declarations>,
    /// The macros that each crate exports.
    macros: BTreeMap<String, Vec<Rc<Name>>>,
    /// Other names of crates, in one crate or (with an empty first name) in all.
    aliases: HashMap<(String, String), String>,
    listings: HashMap<Place, Listing>,
}

/// A module, by its crate and the path in it.
type Place = (String, Vec<String>);

/// What a module exports, by space and name.
type Listing = BTreeMap<(u8, String), Target>;

#[derive(Clone, Debug)]
enum Target {
    Name(Rc<Name>),
    Module(Place),
}

impl Target {
    /// What tells it from the other meanings of its name.
    fn key(&self) -> (u8, Option<Place>) {
        match self {
            Target::Name(name) => (name.kind.space(), None),
            Target::Module(place) => (Kind::Module.space(), Some(place.clone())),
        }
    }
}

impl Resolver {
    /// Adds a crate.
    pub fn add(&mut self, name: &str, declarations: Declarations) {
        let macros = macros(&declarations.root).into_iter().map(|name| Rc::new(name.clone())).collect();
        self.macros.insert(name.to_owned(), macros);
        self.crates.insert(name.to_owned(), declarations);
    }

    #[cfg(test)]
    /// Inside `within` (or everywhere, if that is empty), `alias` means the crate `name`.
    pub fn alias(&mut self, within: &str, alias: &str, name: &str) {
        self.aliases.insert((within.to_owned(), alias.to_owned()), name.to_owned());
    }

    /// Enters into a table what the crates of `roots` export, each under its visible name, and all members.
    pub fn index(mut self, roots: &[(&str, &str)]) -> Index {
        self.settle();
        let mut index = Index::default();
        let mut known: HashMap<Place, String> = HashMap::new();
        let mut queue: VecDeque<(Place, String)> = VecDeque::new();
        for (name, visible) in roots {
            let place = ((*name).to_owned(), Vec::new());
            known.insert(place.clone(), (*visible).to_owned());
            queue.push_back((place, (*visible).to_owned()));
        }
        while let Some((place, path)) = queue.pop_front() {
            for ((_, visible), target) in self.listing(&place).into_iter().flatten() {
                let name = match target {
                    Target::Name(name) => Name { place: format!("{path}::{visible}"), ..Name::clone(name) },
                    Target::Module(of) => {
                        let found = self.module(of);
                        let path = known.entry(of.clone()).or_insert_with(|| {
                            let path = format!("{path}::{visible}");
                            queue.push_back((of.clone(), path.clone()));
                            path
                        });
                        let docs = found.map(|module| module.docs.clone()).unwrap_or_default();
                        let signature = format!("mod {path}");
                        Name {
                            name: visible.clone(),
                            kind: Kind::Module,
                            signature,
                            docs,
                            place: path.clone(),
                            ..Name::default()
                        }
                    }
                };
                index.export(&path, visible, name);
            }
        }
        let members = self.crates.values().flat_map(|declarations| &declarations.members);
        let owners: HashSet<String> = members.map(|(owner, _)| owner.clone()).collect();
        for declarations in self.crates.into_values() {
            for (owner, name) in declarations.members {
                index.add_member(&owner, name);
            }
            // A trait without methods, or one that nobody can see, gives a type nothing.
            for (owner, of) in declarations.traits.iter().filter(|(_, of)| owners.contains(of)) {
                index.add_trait(owner, of);
            }
        }
        index
    }

    fn module(&self, (name, path): &Place) -> Option<&Module> {
        let root = &self.crates.get(name)?.root;
        path.iter().try_fold(root, |module, segment| Some(&module.modules.get(segment)?.what))
    }

    /// Whether a module can be exported: a private one may have the name of a function that is.
    fn is_public(&self, (name, path): &Place) -> bool {
        let Some((last, before)) = path.split_last() else { return true };
        let parent = self.module(&(name.clone(), before.to_vec()));
        parent.and_then(|parent| parent.modules.get(last)).is_some_and(|module| module.public)
    }

    fn listing(&self, place: &Place) -> Option<&Listing> {
        self.listings.get(place)
    }

    /// Finds out what all modules export. Globs may go in circles, so each round builds on the one before, until nothing is
    /// added any more.
    fn settle(&mut self) {
        let mut places: Vec<Place> = Vec::new();
        for (name, declarations) in &self.crates {
            collect(&declarations.root, &(name.clone(), Vec::new()), &mut places);
        }
        for _ in 0..ROUNDS {
            let next: HashMap<Place, Listing> =
                places.iter().map(|place| (place.clone(), self.make_listing(place))).collect();
            let size = |all: &HashMap<Place, Listing>| all.values().map(Listing::len).sum::<usize>();
            let is_done = size(&next) == size(&self.listings);
            self.listings = next;
            if is_done {
                return;
            }
        }
    }

    fn make_listing(&self, place: &Place) -> Listing {
        let mut listing = Listing::new();
        let Some(module) = self.module(place) else { return listing };
        for item in module.items.iter().filter(|item| item.public && item.what.kind != Kind::Macro) {
            let name = &item.what;
            listing.insert((name.kind.space(), name.name.clone()), Target::Name(Rc::new(name.clone())));
        }
        if place.1.is_empty() {
            for name in self.macros.get(&place.0).into_iter().flatten() {
                listing.insert((Kind::Macro.space(), name.name.clone()), Target::Name(Rc::clone(name)));
            }
        }
        for (name, _) in module.modules.iter().filter(|(_, inner)| inner.public) {
            let mut path = place.1.clone();
            path.push(name.clone());
            listing
                .entry((Kind::Module.space(), name.clone()))
                .or_insert(Target::Module((place.0.clone(), path)));
        }
        let exports = || module.uses.iter().filter(|item| item.public).map(|item| &item.what);
        for Use { path, name } in exports() {
            if let Some(name) = name {
                for target in self.find(place, path, &mut Trail::new()) {
                    if matches!(&target, Target::Module(of) if !self.is_public(of)) {
                        continue;
                    }
                    let space = match &target {
                        Target::Name(name) => name.kind.space(),
                        Target::Module(_) => Kind::Module.space(),
                    };
                    listing.insert((space, name.clone()), target);
                }
            }
        }
        for Use { path, .. } in exports().filter(|of| of.name.is_none()) {
            for target in self.find(place, path, &mut Trail::new()) {
                if let Target::Module(of) = target {
                    for (key, target) in self.listing(&of).into_iter().flatten() {
                        // A glob never hides what a module says itself.
                        listing.entry(key.clone()).or_insert_with(|| target.clone());
                    }
                }
            }
        }
        listing
    }

    /// What a path means in a module.
    fn find(&self, from: &Place, path: &[String], trail: &mut Trail) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let start = match first.as_str() {
            "crate" | "$crate" => vec![Target::Module((from.0.clone(), Vec::new()))],
            "self" => vec![Target::Module(from.clone())],
            "super" => {
                let mut path = from.1.clone();
                path.pop();
                vec![Target::Module((from.0.clone(), path))]
            }
            name => {
                let wanted = if rest.is_empty() { Wanted::Anything } else { Wanted::Container };
                let mut found = self.in_module(from, name, wanted, trail);
                if found.is_empty() || !rest.is_empty() {
                    found.extend(self.crate_named(&from.0, name).map(Target::Module));
                }
                found
            }
        };
        let last = rest.len().saturating_sub(1);
        rest.iter().enumerate().fold(start, |targets, (index, segment)| {
            let wanted = if index == last { Wanted::Anything } else { Wanted::Container };
            targets.iter().flat_map(|target| self.inside(target, segment, wanted, trail)).collect()
        })
    }

    fn crate_named(&self, within: &str, name: &str) -> Option<Place> {
        let alias = |within: &str| self.aliases.get(&(within.to_owned(), name.to_owned()));
        let name = alias(within).or_else(|| alias("")).map_or(name, String::as_str);
        self.crates.contains_key(name).then(|| (name.to_owned(), Vec::new()))
    }

    /// A segment of a path behind a module or a type.
    fn inside(&self, target: &Target, segment: &str, wanted: Wanted, trail: &mut Trail) -> Vec<Target> {
        match target {
            Target::Module(place) if segment == "super" => {
                let mut path = place.1.clone();
                path.pop();
                vec![Target::Module((place.0.clone(), path))]
            }
            Target::Module(place) => self.in_module(place, segment, wanted, trail),
            Target::Name(owner) => {
                let members = self.crates.values().flat_map(|of| &of.members);
                let variant = members.filter(|(of, name)| *of == owner.name && name.name == segment);
                variant.take(1).map(|(_, name)| Target::Name(Rc::new(name.clone()))).collect()
            }
        }
    }

    /// What a name means in a module, private or not: whoever follows a path may stand inside.
    fn in_module(&self, place: &Place, name: &str, wanted: Wanted, trail: &mut Trail) -> Vec<Target> {
        let step = (place.clone(), name.to_owned(), wanted);
        if trail.contains(&step) {
            return Vec::new();
        }
        trail.push(step);
        let mut found = self.declared_in(place, name, wanted, trail);
        trail.pop();
        let mut seen = HashSet::new();
        found.retain(|target| seen.insert(target.key()));
        found
    }

    fn declared_in(&self, place: &Place, name: &str, wanted: Wanted, trail: &mut Trail) -> Vec<Target> {
        let Some(module) = self.module(place) else { return Vec::new() };
        let mut found: Vec<Target> = module
            .items
            .iter()
            .filter(|item| item.what.name == name)
            .map(|item| Target::Name(Rc::new(item.what.clone())))
            .collect();
        if module.modules.contains_key(name) {
            let mut path = place.1.clone();
            path.push(name.to_owned());
            found.push(Target::Module((place.0.clone(), path)));
            if wanted == Wanted::Container {
                return found;
            }
        }
        if place.1.is_empty() {
            let of_crate = self.macros.get(&place.0).into_iter().flatten();
            found.extend(of_crate.filter(|item| item.name == name).cloned().map(Target::Name));
        }
        for item in module.uses.iter().filter(|item| item.what.name.as_deref() == Some(name)) {
            // `use vec;` in a module that has no `vec` of its own would find itself.
            if item.what.path != [name] {
                found.extend(self.find(place, &item.what.path, trail));
            } else {
                found.extend(self.crate_named(&place.0, name).map(Target::Module));
            }
        }
        if found.is_empty() {
            let globs = module.uses.iter().filter(|item| item.what.name.is_none());
            let targets: Vec<Target> =
                globs.flat_map(|item| self.find(place, &item.what.path, trail)).collect();
            for target in targets {
                let Target::Module(of) = target else { continue };
                let spaces = [Kind::Module, Kind::Macro, Kind::Function].map(Kind::space);
                let exports = self.listing(&of);
                found.extend(
                    spaces.iter().filter_map(|space| exports?.get(&(*space, name.to_owned())).cloned()),
                );
            }
        }
        found
    }
}

fn collect(module: &Module, place: &Place, places: &mut Vec<Place>) {
    places.push(place.clone());
    for (name, inner) in &module.modules {
        let mut path = place.1.clone();
        path.push(name.clone());
        collect(&inner.what, &(place.0.clone(), path), places);
    }
}

/// The macros that a crate exports stand at its root, wherever they are written.
fn macros(module: &Module) -> Vec<&Name> {
    let own = module.items.iter().filter(|item| item.public && item.what.kind == Kind::Macro);
    let mut found: Vec<&Name> = own.map(|item| &item.what).collect();
    for inner in module.modules.values() {
        found.extend(macros(&inner.what));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::source::Reader;
    use super::*;

    fn index(crates: &[(&str, &str)]) -> Index {
        let reader = Reader { features: None, private: false, docs: 1000 };
        let mut resolver = Resolver::default();
        for (name, text) in crates {
            resolver.add(name, reader.read_cell(text));
        }
        let roots: Vec<(&str, &str)> = crates.iter().map(|(name, _)| (*name, *name)).collect();
        resolver.index(&roots)
    }

    fn names(index: &Index, path: &[&str]) -> Vec<String> {
        index.module(path).map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn exports_are_followed_through_globs_and_crates() {
        let index = index(&[
            (
                "outer",
                "pub use inner::prelude::*; pub use inner::hidden::{Deep as Renamed, Number::One}; pub mod own { pub use super::Renamed; pub use inner::prelude; } use inner::prelude::f as private;",
            ),
            (
                "inner",
                "mod hidden { /// Deep down.\n pub struct Deep { pub x: u8, y: u8 } pub enum Number { One, Two } impl Deep { pub fn at(&self) -> u8 { 1 } fn no(&self) {} } } pub mod prelude { pub use crate::hidden::*; pub fn f() {} fn g() {} pub use super::prelude::*; } #[macro_export] macro_rules! m { () => {} } #[cfg(test)] pub mod tests {} #[doc(hidden)] pub fn secret() {}",
            ),
        ]);
        assert_eq!(names(&index, &["outer"]), ["Deep", "Number", "Renamed", "own", "One", "f"]);
        assert_eq!(names(&index, &["outer", "own"]), ["Renamed", "prelude"]);
        assert_eq!(names(&index, &["outer", "own", "prelude"]), ["Deep", "Number", "f"]);
        assert_eq!(names(&index, &["inner"]), ["prelude", "m"]);
        let deep = index.at(&["outer".into(), "Renamed".into()]);
        assert_eq!((deep[0].name.as_str(), deep[0].docs.as_str()), ("Deep", "Deep down."));
        let members: Vec<&str> = index.own_members("Deep").map(|m| m.name.as_str()).collect();
        assert_eq!(members, ["x", "at"]);
        assert_eq!(index.at(&["outer".into(), "Number".into(), "Two".into()])[0].kind, Kind::Variant);
    }
}
