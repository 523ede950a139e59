//! Definitions of earlier cells that a cell does without.
//!
//! A reader who changes a `struct` in one cell has its `impl` in another, which does not compile with the new one. The cell
//! is not refused for that: what no longer compiles is set aside until its own cell is run again, and the reader is told.
//! Which definitions these are, the compiler's errors say ([`Aside::learn`]), in as many rounds as it takes; a cell without
//! such errors costs nothing. What is set aside is tried again when something that it mentions changes once more, so that
//! the old `struct`, run again, brings the old `impl` back.

use super::super::parts::{Import, Key, Parts, words};
use super::compiler::Diagnostic;
use super::definitions::{Definitions, Id};
use super::diagnosis::reason;
use super::program::Program;
use super::spoken::{Said, Spoken};
use std::collections::HashSet;

/// Errors that say that there are two of something.
const CONFLICTS: [&str; 7] = ["E0119", "E0592", "E0428", "E0252", "E0254", "E0255", "E0260"];

/// After so many rounds, all that mentions what is set aside is set aside as well.
const ROUNDS: usize = 8;

/// What a cell does without of what earlier cells have defined, and what it takes back.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    /// What no longer compiles, with what the compiler says of it.
    pub out: Vec<(Id, String)>,
    /// What makes way for the like of it in the cell.
    pub replaced: Vec<Id>,
    /// What was set aside and is tried again.
    pub back: Vec<Id>,
    /// Variables whose types cannot be written, with what the compiler says of them.
    pub unwritable: Vec<(String, String)>,
    rounds: usize,
}

impl Aside {
    /// Takes back what was set aside and mentions something that the cell changes: `affected` are the types.
    pub fn trying_again(definitions: &Definitions, parts: &Parts, affected: &HashSet<String>) -> Aside {
        let mut aside = definitions.aside();
        aside.retain(|spoken| !definitions.is_replaced(&spoken.id, parts));
        let mut changed = names_changed_by(parts, definitions);
        changed.extend(affected.iter().cloned());
        let is_new = |import: &&Import| import.name.is_none() && !definitions.imports_already(import);
        let anything = parts.imports.iter().any(|import| is_new(&import));
        let mut back = Vec::new();
        loop {
            let (more, rest): (Vec<Spoken>, Vec<Spoken>) =
                aside.into_iter().partition(|spoken| anything || spoken.mentions(&changed));
            if more.is_empty() {
                return Aside { back, ..Aside::default() };
            }
            changed.extend(more.iter().flat_map(|spoken| spoken.names().to_vec()));
            back.extend(more.into_iter().map(|spoken| spoken.id));
            aside = rest;
        }
    }

    /// Takes from the compiler's errors what has to stand aside. False if they are about the cell itself.
    pub fn learn(
        &mut self,
        program: &Program,
        diagnostics: &[Diagnostic],
        definitions: &Definitions,
        parts: &Parts,
    ) -> bool {
        let mut learnt = false;
        let mut failed = Vec::new();
        for diagnostic in diagnostics {
            learnt |= self.learn_of(program, diagnostic, definitions, parts, &mut failed);
        }
        // One may fail in several places.
        let tried = self.back.clone();
        self.back.retain(|id| failed.iter().all(|(failed, _)| failed != id));
        learnt |= self.back.len() < tried.len();
        for (id, why) in failed {
            learnt |= !tried.contains(&id) && self.fail(id, why);
        }
        if !learnt && !self.back.is_empty() {
            // It may be what was taken back that confuses the compiler.
            self.back.clear();
            return true;
        }
        self.rounds += 1;
        if learnt && self.rounds > ROUNDS {
            self.widen(definitions);
        }
        learnt
    }

    /// Takes from one error what makes way, and adds to `failed` what does not compile. True if something new makes way.
    fn learn_of(
        &mut self,
        program: &Program,
        diagnostic: &Diagnostic,
        definitions: &Definitions,
        parts: &Parts,
        failed: &mut Vec<(Id, String)>,
    ) -> bool {
        let places = |primary: bool| {
            let spans = diagnostic.spans.iter().filter(move |span| span.is_primary || !primary);
            spans.filter_map(|span| Some(program.site(span)?.byte_start)).collect::<Vec<_>>()
        };
        let (primary, all) = (places(true), places(false));
        let is_own = |places: &[usize]| places.iter().any(|at| program.origin(*at).is_some());
        if let Some(name) = primary.iter().find_map(|at| program.taken_at(*at)) {
            let is_new = self.unwritable.iter().all(|(known, _)| known != name);
            if is_new {
                self.unwritable.push((name.to_owned(), reason(diagnostic)));
            }
            return is_new;
        }
        let is_conflict = CONFLICTS.contains(&diagnostic.code()) && is_own(&all);
        // A constant may fail in the text of a function for what the cell calls it with.
        let by_call = diagnostic.code() == "E0080" && names_changed_by(parts, definitions).is_empty();
        if is_own(&primary) && !is_conflict || by_call {
            return false;
        }
        let mut learnt = false;
        for at in if is_conflict { all } else { primary } {
            let Some((id, _)) = program.earlier_at(at) else { continue };
            match is_conflict {
                // A type does not make way for an implementation that it derives.
                true if definitions.spoken(id).is_some_and(|spoken| spoken.is_type) => {}
                true if !self.back.contains(id) => {
                    if !self.replaced.contains(id) {
                        self.replaced.push(id.clone());
                        learnt = true;
                    }
                }
                _ => failed.push((id.clone(), reason(diagnostic))),
            }
        }
        learnt
    }

    /// Notes that a definition does not compile; false if that was known.
    fn fail(&mut self, id: Id, why: String) -> bool {
        let new = self.out.iter().all(|(known, _)| *known != id);
        if new {
            self.out.push((id, why));
        }
        new
    }

    fn widen(&mut self, definitions: &Definitions) {
        loop {
            let spoken = self.out.iter().filter_map(|(id, _)| definitions.spoken(id));
            let names: HashSet<String> = spoken.flat_map(|spoken| spoken.names().to_vec()).collect();
            let mut learnt = false;
            for id in definitions.that_mention(&names) {
                match self.back.iter().position(|back| *back == id) {
                    Some(at) => drop(self.back.remove(at)),
                    None => learnt |= self.fail(id, "it uses what is set aside".to_owned()),
                }
            }
            if !learnt {
                return;
            }
        }
    }

    /// Whether a cell changes nothing that stands aside.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty() && self.replaced.is_empty() && self.back.is_empty()
    }

    /// The definitions as a program has them. `number` is how readers know a cell, `now` how they know this one.
    pub fn applied(
        &self,
        definitions: &Definitions,
        parts: &Parts,
        now: &str,
        number: impl Fn(usize) -> String,
    ) -> Definitions {
        let mut new = definitions.clone();
        self.back.iter().for_each(|id| new.set_aside(id, None));
        let causes = self.causes(definitions, parts);
        for (id, _) in &self.out {
            let Some(spoken) = definitions.spoken(id) else { continue };
            let remedy = format!("run cell {} again, changed", number(spoken.cell));
            let why = match causes_of(&spoken, &causes) {
                (_, names) if names.is_empty() => {
                    format!("no longer compiles since what it uses changed in cell {now}: {remedy}")
                }
                (FAILED, names) => {
                    format!("does not compile while {} is set aside: it is back when that is", quoted(&names))
                }
                (_, names) => {
                    format!("no longer compiles since {} changed in cell {now}: {remedy}", quoted(&names))
                }
            };
            new.set_aside(id, Some(why));
        }
        for id in &self.replaced {
            new.replace(id, format!("has made way for what cell {now} defines in its place"));
        }
        new
    }

    /// The names by whose change a definition can fail to compile: types, all others, and what fails itself.
    fn causes(&self, definitions: &Definitions, parts: &Parts) -> [Vec<String>; 3] {
        let (types, others): (Vec<&Key>, Vec<&Key>) =
            parts.items.iter().map(|item| &item.key).partition(|key| matches!(key, Key::Type(_)));
        let names = |keys: Vec<&Key>| -> Vec<String> {
            keys.into_iter().flat_map(Key::names).map(str::to_owned).collect()
        };
        let mut others = names(others);
        others.extend(parts.imports.iter().filter_map(|import| import.name.clone()));
        let spoken = self.out.iter().filter_map(|(id, _)| definitions.spoken(id));
        [names(types), others, spoken.flat_map(|spoken| spoken.names().to_vec()).collect()]
    }

    /// What the reader is told when the cell has compiled; `number` is how readers know a cell.
    pub fn notice(
        &self,
        definitions: &Definitions,
        parts: &Parts,
        lost: &[Spoken],
        number: impl Fn(usize) -> String,
    ) -> String {
        let named = |spoken: &Spoken| format!("`{}` (cell {})", spoken.name, number(spoken.cell));
        let mut text = String::new();
        let out: Vec<(Spoken, &String)> =
            self.out.iter().filter_map(|(id, why)| Some((definitions.spoken(id)?, why))).collect();
        if !out.is_empty() {
            let causes = self.causes(definitions, parts);
            let own = [causes[0].clone(), causes[1].clone(), vec![]];
            let mut names: Vec<String> =
                out.iter().flat_map(|(spoken, _)| causes_of(spoken, &own).1).collect();
            names.sort();
            names.dedup();
            text += &match names.len() {
                0 => "What earlier cells rely on has changed.".to_owned(),
                1 => format!("{} has changed.", quoted(&names)),
                _ => format!("{} have changed.", quoted(&names)),
            };
            text += " What no longer compiles is set aside until its cell is run again, changed:\n";
            for (spoken, why) in &out {
                text += &format!("  {}: {why}\n", named(spoken));
            }
        }
        let list = |ids: &[Id]| {
            let spoken = ids.iter().filter_map(|id| definitions.spoken(id));
            spoken.map(|spoken| named(&spoken)).collect::<Vec<_>>().join(", ")
        };
        if !self.replaced.is_empty() {
            text += &format!("This cell's own takes the place of {}\n", list(&self.replaced));
        }
        for spoken in lost {
            text += &format!("`{}` of cell {} {}\n", spoken.name, number(spoken.cell), spoken.reason());
        }
        if !self.back.is_empty() {
            text += &format!("Compiles again, and is back: {}\n", list(&self.back));
        }
        text
    }

    /// What to say to a reader who uses what is not there: for each definition that the compiler may speak of.
    pub fn explanations(
        &self,
        definitions: &Definitions,
        said: &Said<'_>,
        number: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let meant = definitions.absent().into_iter().filter(|spoken| spoken.is_meant_by(said));
        let explain = |spoken: Spoken| {
            let (name, cell) = (&spoken.name, number(spoken.cell));
            if self.out.iter().any(|(id, _)| *id == spoken.id) {
                return format!(
                    "`{name}` of cell {cell} does not compile with what this cell defines: bring it here, changed, or run \
                     this cell without it first, and then cell {cell}, changed"
                );
            }
            format!("`{name}` of cell {cell} {}", spoken.reason())
        };
        meant.map(explain).collect()
    }
}

/// The names that a cell gives a meaning to, or of which it says something new.
fn names_changed_by(parts: &Parts, definitions: &Definitions) -> HashSet<String> {
    const SIGNS: [&str; 7] = ["impl", "for", "unsafe", "where", "dyn", "mut", "extern"];
    let new = parts.imports.iter().filter(|import| !definitions.imports_already(import));
    let mut names: HashSet<String> = new.filter_map(|import| import.name.clone()).collect();
    for item in &parts.items {
        names.extend(item.key.names().map(str::to_owned));
        if let Key::Impl(head, _) = &item.key {
            names.extend(words(head).filter(|word| !SIGNS.contains(word)).map(str::to_owned));
        }
    }
    names
}

/// The group of causes that are definitions which fail to compile themselves.
const FAILED: usize = 2;

/// Those of the likely causes that a definition mentions, from the first group of which it mentions any, and which group
/// that is.
fn causes_of(spoken: &Spoken, groups: &[Vec<String>; 3]) -> (usize, Vec<String>) {
    let mentioned: HashSet<&str> = words(&spoken.text).collect();
    let of_group = |group: &Vec<String>| {
        let is_cause = |name: &&String| mentioned.contains(name.as_str()) && !spoken.names().contains(name);
        let mut names: Vec<String> = group.iter().filter(is_cause).cloned().collect();
        names.sort();
        names.dedup();
        names
    };
    groups.iter().map(of_group).enumerate().find(|(_, names)| !names.is_empty()).unwrap_or_default()
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => quoted.concat(),
    }
}
