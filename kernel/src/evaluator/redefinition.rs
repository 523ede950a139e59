//! Which variables a new definition of a type makes unreadable.
//!
//! Every cell is compiled as the same crate, so a type that is defined anew keeps its `TypeId`, and a stored value of
//! the old definition would be read as one of the new. Such variables are dropped before the new definition takes effect.

use super::Variable;
use super::parts::words;
use std::collections::{HashMap, HashSet};

/// What the layout of the reader's types depends on: names with the text of their definitions.
#[derive(Default)]
pub struct Types(HashMap<String, String>);

impl Types {
    /// Records the definitions of a cell that has run.
    pub fn define(&mut self, types: &[(String, String)]) {
        self.0.extend(types.iter().cloned());
    }

    /// The names whose meaning `types` changes, directly or inside another definition.
    pub fn affected(&self, types: &[(String, String)]) -> HashSet<String> {
        let changed = |(name, text): &&(String, String)| self.0.get(name).is_some_and(|old| old != text);
        let mut affected: HashSet<String> =
            types.iter().filter(changed).map(|(name, _)| name.clone()).collect();
        loop {
            let contains = |(name, text): &(&String, &String)| {
                !affected.contains(*name) && words(text).any(|word| affected.contains(word))
            };
            let containing: Vec<String> =
                self.0.iter().filter(contains).map(|(name, _)| name.clone()).collect();
            if containing.is_empty() {
                return affected;
            }
            affected.extend(containing);
        }
    }

    /// The variables whose type is defined differently by `types`, directly or inside another type.
    pub fn outdated(&self, types: &[(String, String)], variables: &[Variable]) -> Vec<String> {
        let affected = self.affected(types);
        let of_affected =
            |variable: &&Variable| words(&variable.type_name).any(|word| affected.contains(word));
        variables.iter().filter(of_affected).map(|variable| variable.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }

    #[test]
    fn only_variables_that_contain_a_changed_type_are_outdated() {
        let mut known = Types::default();
        known.define(&types(&[
            ("P", "struct P { x: u8 }"),
            ("Q", "struct Q(Vec<P>);"),
            ("R", "struct R(u8);"),
        ]));
        let variable = |name: &str, of: &str| Variable { name: name.into(), type_name: of.into() };
        let variables =
            [variable("p", "P"), variable("q", "Option<Q>"), variable("r", "R"), variable("n", "u8")];
        assert!(known.outdated(&types(&[("P", "struct P { x: u8 }")]), &variables).is_empty());
        assert_eq!(known.outdated(&types(&[("P", "struct P { x: u64 }")]), &variables), ["p", "q"]);
        assert!(known.outdated(&types(&[("S", "struct S;")]), &variables).is_empty());
    }
}
