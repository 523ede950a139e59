//! What the cells of a session have declared.

use super::index::Index;
use super::name::{Kind, Name};
use super::source::{Declarations, Reader, Use};
use crate::evaluator::Variable;
use std::collections::BTreeMap;

/// The module in which cells declare.
const OWN: &str = "crate";

/// Declarations of cells; of equal names the newest counts.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    cells: Vec<Declarations>,
    index: Index,
    uses: Vec<Use>,
    variables: Vec<Variable>,
    crates: Vec<Name>,
}

/// How a cell is read: all of it, private or not.
fn reader() -> Reader {
    Reader { features: None, private: true, docs: 64 << 10 }
}

impl Memory {
    /// What one cell alone declares.
    pub fn of_cell(code: &str) -> Memory {
        let mut memory = Memory::default();
        memory.add(code);
        memory
    }

    /// Adds the declarations of a cell.
    pub fn add(&mut self, code: &str) {
        let declarations = reader().read_cell(code);
        let root = &declarations.root;
        self.uses.retain(|old| old.name.is_none() || !root.uses.iter().any(|new| new.what.name == old.name));
        self.uses.extend(root.uses.iter().map(|item| item.what.clone()));
        for (name, type_name) in &declarations.variables {
            self.variables.retain(|old| old.name != *name);
            self.variables.push(Variable { name: name.clone(), type_name: type_name.clone() });
        }
        if !(root.items.is_empty() && root.modules.is_empty() && declarations.members.is_empty()) {
            self.cells.push(declarations);
            self.index = index(&self.cells);
        }
    }

    /// Replaces the known variables. Until this is called after a cell, what it has bound is known by name alone.
    pub fn set_variables(&mut self, variables: Vec<Variable>) {
        self.variables = variables;
    }

    /// Replaces the crates that the session has added.
    pub fn set_crates(&mut self, names: &[String]) {
        self.crates = names.iter().map(|name| super::words::added_crate(name)).collect();
    }

    /// The crates that the session has added.
    pub fn crates(&self) -> &[Name] {
        &self.crates
    }

    /// The session's variables.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The imports.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// The declared items.
    pub fn items(&self) -> impl Iterator<Item = &Name> {
        self.index.module(&[OWN]).map(|(_, name)| name)
    }

    /// Members and modules.
    pub fn index(&self) -> &Index {
        &self.index
    }
}

fn index(cells: &[Declarations]) -> Index {
    let mut items: BTreeMap<(u8, &str), Name> = BTreeMap::new();
    let mut members: BTreeMap<(&str, u8, &str), &Name> = BTreeMap::new();
    let mut index = Index::default();
    for cell in cells {
        for item in &cell.root.items {
            let name = &item.what;
            if name.kind == Kind::Type {
                // The fields and variants of an earlier definition are gone; its methods may stand in other cells.
                members.retain(|(owner, ..), member| {
                    *owner != name.name || matches!(member.kind, Kind::Method | Kind::Function)
                });
            }
            items.insert((name.kind.space(), &name.name), name.clone());
        }
        for (name, inner) in &cell.root.modules {
            let module = Name {
                name: name.clone(),
                kind: Kind::Module,
                signature: format!("mod {name}"),
                docs: inner.what.docs.clone(),
                place: format!("{OWN}::{name}"),
                ..Name::default()
            };
            for item in &inner.what.items {
                index.export(&module.place, &item.what.name, item.what.clone());
            }
            items.insert((Kind::Module.space(), name), module);
        }
        for (owner, member) in &cell.members {
            members.insert((owner, member.kind.space(), &member.name), member);
        }
        for (owner, of) in &cell.traits {
            index.add_trait(owner, of);
        }
    }
    for name in items.into_values() {
        index.export(OWN, &name.name.clone(), name);
    }
    for ((owner, ..), member) in members {
        index.add_member(owner, member.clone());
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_declaration_counts() {
        let mut memory = Memory::default();
        for code in [
            "struct 堆 { 大小: u8 }\nimpl 堆 { fn 加倍(&self) -> u8 { 2 } }\nuse agon::Nim;",
            "/// New.\nstruct 堆 { left: u64, right: u64 }\nuse agon::*;",
            "fn f(n: u8) -> Vec<u8> { vec![n] }\nlet x = f(1);",
        ] {
            memory.add(code);
        }
        let members: Vec<&str> = memory.index().own_members("堆").map(|name| name.name.as_str()).collect();
        assert_eq!(members, ["left", "right", "加倍"]);
        let items: Vec<&str> = memory.items().map(|name| name.signature.as_str()).collect();
        assert_eq!(items, ["struct 堆 { left: u64, right: u64 }", "fn f(n: u8) -> Vec<u8>"]);
        assert_eq!(memory.uses().len(), 2);
    }
}
