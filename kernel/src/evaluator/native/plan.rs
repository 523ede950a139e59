//! What a cell changes about what stands already: definitions, types, variables.

use super::super::Evaluator;
use super::super::cell::{Cell, without_marks};
use super::super::parts::{Key, Parts};
use super::super::redefinition;
use super::NativeEvaluator;
use super::aside::Aside;
use super::definitions::{Definitions, Id};
use super::program::Stored;
use super::spoken::Spoken;

/// What a cell changes about what stands already, if it compiles.
pub struct Plan {
    /// The definitions of earlier cells, those of redefined types renewed.
    pub definitions: Definitions,
    /// What of them stands aside, or does so no more.
    pub aside: Aside,
    /// What of that the layout of types depends on: no more there, and there again.
    pub gone: Vec<redefinition::Definition>,
    pub returned: Vec<redefinition::Definition>,
    /// What the cell says of it.
    pub said: Vec<redefinition::Definition>,
    /// Methods and other names in implementations that the cell replaces by others without them.
    pub lost: Vec<Spoken>,
    /// Statics that begin anew.
    pub renewed: Vec<String>,
    /// Variables that are dropped before the cell runs.
    pub forgotten: Vec<String>,
    /// Those of them whose types the cell defines anew.
    pub outdated: Vec<String>,
    /// And those whose names it gives to functions, constants or statics.
    pub renamed: Vec<String>,
    /// The variables that the cell mentions and that are still there.
    pub taken: Vec<Stored>,
}

impl NativeEvaluator {
    /// What a cell will change. Nothing changes yet: it may not compile.
    pub(super) fn plan(&self, cell: &Cell, parts: &Parts, aside: Aside) -> Plan {
        let read = |spoken: Spoken| match spoken.is_made {
            true => vec![redefinition::made(&without_marks(&spoken.text), spoken.names())],
            false => redefinition::definitions(&spoken.text),
        };
        let said = said(cell, parts);
        let read_all = |ids: &mut dyn Iterator<Item = &Id>| -> Vec<redefinition::Definition> {
            ids.filter_map(|id| self.definitions.spoken(id)).flat_map(read).collect()
        };
        let mut gone = read_all(&mut aside.out.iter().map(|(id, _)| id).chain(&aside.replaced));
        // What the cell takes the place of may have said more than it does: another constant of an implementation.
        let is_said = |old: &redefinition::Definition| said.iter().any(|new| new.is_like(old));
        let replaced = self.definitions.replaced_by(parts).into_iter().flat_map(read);
        gone.extend(replaced.filter(|old| !is_said(old)));
        let returned = read_all(&mut aside.back.iter());
        let changes: Vec<_> = returned.iter().chain(&said).cloned().collect();
        let number = self.number_of(self.cells.len().saturating_sub(1));
        let mut definitions = aside.applied(&self.definitions, parts, &number, |cell| self.number_of(cell));
        let lost = definitions.lost(parts, &number);
        definitions.lose(lost.clone());
        let renewed = definitions.renew(&self.types.affected(&changes, &gone));
        let outdated = self.types.outdated(&changes, &gone, &self.variables());
        let mut taken = self.mentioned(cell.compiled());
        // A function, constant or static of the cell takes the name of a variable.
        let is_defined = |name: &&String| {
            parts.items.iter().any(|item| matches!(&item.key, Key::Value(own) if own == *name))
        };
        let renamed: Vec<String> =
            self.variables.iter().map(|variable| &variable.name).filter(is_defined).cloned().collect();
        let unwritable = |name: &String| aside.unwritable.iter().any(|(unwritable, _)| unwritable == name);
        taken.retain(|Stored { name, .. }| {
            !outdated.contains(name) && !renamed.contains(name) && !unwritable(name)
        });
        let forgotten = self.forgotten.iter().chain(&outdated).chain(&renamed).cloned().collect();
        Plan { definitions, aside, gone, returned, said, lost, renewed, forgotten, outdated, renamed, taken }
    }

    /// What a cell will change if all that was set aside and may now compile does.
    pub(super) fn hopeful_plan(&self, cell: &Cell, parts: &Parts) -> Plan {
        let plan = self.plan(cell, parts, Aside::default());
        if !self.definitions.has_aside() {
            return plan;
        }
        let affected = self.types.affected(&plan.said, &[]);
        let aside = Aside::trying_again(&self.definitions, parts, &affected);
        if aside.is_empty() { plan } else { self.plan(cell, parts, aside) }
    }

    /// The number by which readers know a cell, as it stands beside it.
    pub(super) fn number_of(&self, cell: usize) -> String {
        format!("[{}]", self.numbers.get(cell).copied().unwrap_or(self.number))
    }

    /// Carries out what the cell changes.
    pub(super) fn commit(&mut self, plan: &Plan) {
        self.types.forget(&plan.gone);
        self.types.define(&plan.returned);
        self.types.define(&plan.said);
        self.definitions = plan.definitions.clone();
        self.forgotten.clone_from(&plan.forgotten);
        self.variables.retain(|variable| !plan.renamed.contains(&variable.name));
        for name in &plan.outdated {
            self.miss(name, format!("`{name}` was of a type that has been defined anew"));
        }
    }

    /// What the reader is to be told of what the cell changes.
    pub(super) fn notices(&self, cell: &Cell, parts: &Parts, plan: &Plan) -> Vec<String> {
        let mut notices = Vec::new();
        for (what, names) in [
            ("statics that held the old type begin anew", &plan.renewed),
            ("variables of the old type are gone", &plan.outdated),
        ] {
            if !names.is_empty() {
                notices.push(format!("A type is defined anew; {what}: {}\n", names.join(", ")));
            }
        }
        let of_aside = plan.aside.notice(&self.definitions, parts, &plan.lost, |cell| self.number_of(cell));
        if !of_aside.is_empty() {
            notices.push(of_aside);
        }
        for (user, maker) in plan.definitions.hidden_statics(cell.compiled(), parts) {
            notices.push(format!(
                "`{user}` uses a static that `{maker}` makes: it begins anew in each cell. Written out, it keeps its value.\n"
            ));
        }
        notices
    }
}

/// What a cell defines that the layout of a type can depend on, with what its macros make.
fn said(cell: &Cell, parts: &Parts) -> Vec<redefinition::Definition> {
    let idle = &parts.idle_imports;
    let is_idle = |of: &&redefinition::Definition| idle.iter().any(|import| of.is_import(&import.text));
    let own = cell.definitions().iter().filter(|of| !is_idle(of)).cloned();
    own.chain(redefinition::of_calls(&parts.items)).collect()
}
