//! The table of names: modules with what they export, and types with their members.

use super::name::{Kind, Name};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Traits that almost every type implements and whose methods are seldom called by name.
const QUIET: [&str; 24] = [
    "Debug",
    "Display",
    "Hash",
    "Drop",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Default",
    "From",
    "Index",
    "IndexMut",
    "Deref",
    "DerefMut",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "AddAssign",
    "SubAssign",
    "Binary",
    "LowerHex",
];

/// The table of names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Index {
    names: Vec<Name>,
    /// By path: visible name, and what it is. A module's own place is its path.
    modules: BTreeMap<String, Vec<(String, usize)>>,
    /// By the name of a type or trait.
    members: BTreeMap<String, Vec<usize>>,
    /// The traits that a type implements.
    traits: BTreeMap<String, BTreeSet<String>>,
}

impl Index {
    /// Enters an exported name under its visible name.
    pub fn export(&mut self, module: &str, visible: &str, name: Name) {
        let index = self.names.len();
        self.names.push(name);
        self.modules.entry(module.to_owned()).or_default().push((visible.to_owned(), index));
    }

    /// Enters a member of a type or trait.
    pub fn add_member(&mut self, owner: &str, name: Name) {
        let index = self.names.len();
        self.names.push(name);
        self.members.entry(owner.to_owned()).or_default().push(index);
    }

    /// Enters that a type implements a trait.
    pub fn add_trait(&mut self, owner: &str, name: &str) {
        self.traits.entry(owner.to_owned()).or_default().insert(name.to_owned());
    }

    /// Adds all that another table knows.
    pub fn merge(&mut self, other: Index) {
        let shift = self.names.len();
        self.names.extend(other.names);
        for (module, exports) in other.modules {
            let exports = exports.into_iter().map(|(name, index)| (name, index + shift));
            self.modules.entry(module).or_default().extend(exports);
        }
        for (owner, members) in other.members {
            self.members.entry(owner).or_default().extend(members.into_iter().map(|index| index + shift));
        }
        for (owner, traits) in other.traits {
            self.traits.entry(owner).or_default().extend(traits);
        }
    }

    /// What the module at a path exports, with its visible names. The path may lead through re-exported modules.
    pub fn module<'a>(&'a self, path: &[impl AsRef<str>]) -> impl Iterator<Item = (&'a str, &'a Name)> {
        let exports = self.place_of(path).and_then(|place| self.modules.get(&place));
        exports.into_iter().flatten().map(|(name, index)| (name.as_str(), &self.names[*index]))
    }

    /// The place under which the module at a path is known.
    fn place_of(&self, path: &[impl AsRef<str>]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let mut place = first.as_ref().to_owned();
        for segment in rest {
            let (_, index) =
                self.modules.get(&place)?.iter().find(|(name, index)| {
                    name == segment.as_ref() && self.names[*index].kind == Kind::Module
                })?;
            place = self.names[*index].place.clone();
        }
        self.modules.contains_key(&place).then_some(place)
    }

    /// What stands at a path: exports, or members of a type there.
    #[cfg(test)]
    pub fn at(&self, path: &[String]) -> Vec<&Name> {
        let Some((last, before)) = path.split_last() else { return Vec::new() };
        let mut found: Vec<&Name> =
            self.module(before).filter(|(name, _)| name == last).map(|(_, name)| name).collect();
        if let Some(owner) = before.last().filter(|_| found.is_empty()) {
            found.extend(self.own_members(owner).filter(|member| member.name == *last));
        }
        found
    }

    /// The members that a type or trait of this name declares itself.
    pub fn own_members<'a>(&'a self, owner: &str) -> impl Iterator<Item = &'a Name> {
        self.members.get(owner).into_iter().flatten().map(|index| &self.names[*index])
    }

    /// The members of all types and traits.
    pub fn members(&self) -> impl Iterator<Item = &Name> {
        self.members.values().flatten().map(|index| &self.names[*index])
    }

    /// The traits that a type of this name implements and whose methods are called by name.
    pub fn telling_traits_of<'a>(&'a self, owner: &str) -> impl Iterator<Item = &'a str> {
        let traits = self.traits.get(owner).into_iter().flatten().map(String::as_str);
        traits.filter(|name| !QUIET.contains(name))
    }
}
