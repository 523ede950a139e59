//! The crate that is compiled for a cell.

use super::super::cell::without_cell_numbers;
use super::super::parts::{Import, Item, Key, Parts, Static, words};
use super::crates::Crates;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The function that the host calls.
pub const ENTRY: &str = "agon_cell";

/// As long as what takes its place: part of a hash of the program.
const UNNAMED: &str = "0000000000000000";

/// What stands before everything else. The compiler names types by the crate's own name.
const OPENING: &str = "#![allow(warnings)]
extern crate agon as agon_prelude;";

/// The crates of the prelude that cells can name, unless they have brought their own.
const CRATES: [&str; 3] = ["plotters", "polars", "tokio"];

/// What earlier cells have defined.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    attributes: Vec<String>,
    imports: Vec<Import>,
    items: Vec<Definition>,
    /// How often a type has become another one. The first is at the root of the crate; each later one is in a module of
    /// its own, so that the compiler does not take the two for one.
    generations: HashMap<String, u32>,
}

#[derive(Clone, Debug)]
struct Definition {
    item: Item,
    text: String,
    /// The cell that defined it, and how often its statics have begun anew since.
    cell: usize,
    renewals: u32,
    /// Whether its statics exist in the host.
    loaded: bool,
}

impl Definitions {
    /// The definitions after the cell of this number. What it defines takes the place of what had the same name.
    pub fn with(&self, cell: usize, text: &str, parts: &Parts) -> Definitions {
        let mut new = self.clone();
        for Item { key, .. } in &parts.items {
            if let Key::Type(name) = key {
                new.generations.entry(name.clone()).or_default();
            }
        }
        for range in &parts.attributes {
            let attribute = text[range.clone()].to_owned();
            if !new.attributes.contains(&attribute) {
                new.attributes.push(attribute);
            }
        }
        for import in &parts.imports {
            new.imports
                .retain(|old| old.text != import.text && (old.name.is_none() || old.name != import.name));
            new.items.retain(|old| import.name.is_none() || old.item.key.name() != import.name.as_deref());
            new.imports.push(import.clone());
        }
        for item in &parts.items {
            new.items.retain(|old| !item.key.replaces(&old.item.key));
            new.imports.retain(|import| import.name.is_none() || import.name.as_deref() != item.key.name());
            let text = text[item.range.clone()].to_owned();
            new.items.push(Definition { item: item.clone(), text, cell, renewals: 0, loaded: false });
        }
        new
    }

    /// All of it as the text of a crate.
    pub fn listing(&self) -> String {
        let (macros, items): (Vec<&Definition>, Vec<&Definition>) =
            self.items.iter().partition(|definition| matches!(definition.item.key, Key::Macro(_)));
        let text = |definition: &&Definition| definition.text.clone();
        let imports = self.imports.iter().map(|import| import.text.clone());
        let opening = self.attributes.iter().cloned().chain([OPENING.to_owned()]);
        // Macros first: the text below them can use them.
        let lines = opening.chain(macros.iter().map(text)).chain(imports).chain(items.iter().map(text));
        lines.map(|line| line + "\n").collect()
    }

    /// Gives those of the types with these names that are known already another identity. Statics whose types mention one
    /// of the names begin anew: what they hold is of the old type. Returns their names.
    pub fn renew(&mut self, names: &HashSet<String>) -> Vec<String> {
        for (name, generation) in &mut self.generations {
            *generation += u32::from(names.contains(name));
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
        self.items.iter_mut().for_each(|item| item.loaded = loaded);
    }
}

impl Definition {
    /// The name by which the linker knows a static of this item.
    fn symbol(&self, of: &Static) -> String {
        let at = self.item.range.start + of.range.start;
        format!("agon_static_{}_{}_{at}_{}", self.cell, self.renewals, of.name)
    }

    /// What is written otherwise than it stands in the text, in order: statics are exported where they are defined first,
    /// and only declared in later cells.
    fn edits(&self, generation: u32) -> Vec<(Range<usize>, String)> {
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
        }
        edits.sort_by_key(|(range, _)| range.start);
        edits
    }
}

impl Key {
    fn name(&self) -> Option<&str> {
        match self {
            Key::Type(name) | Key::Value(name) | Key::Macro(name) => Some(name),
            Key::Impl(..) | Key::Other(_) => None,
        }
    }

    fn replaces(&self, old: &Key) -> bool {
        match (self, old) {
            (Key::Impl(head, names), Key::Impl(old_head, old_names)) => {
                let of_trait = head.contains(" for ");
                head == old_head && (of_trait || names.iter().any(|name| old_names.contains(name)))
            }
            (new, old) => new == old,
        }
    }
}

/// A variable that the cell can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// Its type as the compiler can read it.
    pub type_name: String,
    /// Whether it was bound with `mut`.
    pub mutable: bool,
}

/// The text of a crate, with where its pieces come from.
#[derive(Debug, Default)]
pub struct Program {
    /// The text.
    pub text: String,
    pieces: Vec<Piece>,
    puts: Vec<(Range<usize>, Put)>,
}

/// A variable put into the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its name.
    pub name: String,
    /// Whether the cell has bound it, or only gives it back.
    pub new: bool,
}

#[derive(Debug)]
struct Piece {
    here: Range<usize>,
    there: Range<usize>,
}

/// What a program is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To run.
    Run,
    /// To ask for the types of the new variables.
    Probe,
}

/// Everything that a program is made from.
pub struct Ingredients<'a> {
    /// The number of the cell.
    pub cell: usize,
    /// The extra crates.
    pub crates: &'a Crates,
    /// What earlier cells define and this one does not redefine.
    pub earlier: &'a Definitions,
    /// The cell's text.
    pub text: &'a str,
    /// Its parts.
    pub parts: &'a Parts,
    /// Stored variables that are dropped first.
    pub forgotten: &'a [String],
    /// The stored variables that it may use.
    pub taken: &'a [Stored],
    /// Those of them that it gives back.
    pub returned: &'a [String],
    /// The new variables that it keeps.
    pub kept: &'a [String],
}

impl Program {
    /// Puts a program together.
    pub fn new(ingredients: &Ingredients<'_>, purpose: Purpose) -> Program {
        let Ingredients { cell, crates, earlier, text, parts, forgotten, taken, returned, kept } =
            ingredients;
        let mut program = Program::default();
        for attribute in &earlier.attributes {
            program.line(attribute);
        }
        for range in &parts.attributes {
            program.piece(text, range.clone());
        }
        program.line(OPENING);
        let is_brought = |name: &str| crates.files.iter().any(|(own, _)| own == name);
        for name in CRATES.into_iter().filter(|name| !is_brought(name)) {
            program.line(&format!("#[allow(unused_imports)]\nuse ::agon::{name};"));
        }
        if !crates.files.is_empty() {
            program.line(&format!("extern crate {};", super::crates::DYLIB));
        }
        let all = earlier.with(*cell, text, parts);
        let is_macro = |definition: &&Definition| matches!(definition.item.key, Key::Macro(_));
        // Macros first: the text below them can use them.
        for definition in all.items.iter().filter(is_macro) {
            program.definition(definition, *cell, &all);
        }
        for import in all.imports.iter().filter(|import| !parts.imports.contains(import)) {
            program.line(&import.text);
        }
        for import in &parts.imports {
            program.mapped(&import.text, import.range.clone());
        }
        for definition in all.items.iter().filter(|definition| !is_macro(definition)) {
            program.definition(definition, *cell, &all);
        }
        // Types that are defined within the cell are told apart by the name of the function that they are in.
        let name = program.text.len() + program.open_entry(UNNAMED);
        if !forgotten.is_empty() {
            program.line(&format!("::agon::cell::forget(&{forgotten:?});"));
        }
        if !taken.is_empty() {
            let wanted = taken.iter().map(|Stored { name, type_name, .. }| {
                format!("({name:?}, ::std::any::TypeId::of::<{type_name}>())")
            });
            let wanted = wanted.collect::<Vec<_>>().join(", ");
            program.line(&format!("if !::agon::cell::can_take(&[{wanted}]) {{ return agon_state; }}"));
        }
        for variable in *taken {
            let Stored { name, type_name, mutable } = variable;
            let mutable = if *mutable { "mut " } else { "" };
            program.line(&format!(
                "let {mutable}{name}: {type_name} = ::agon::cell::take::<{type_name}>({name:?});"
            ));
        }
        // Whether the cell came to where its new variables are kept; `return Ok(())` ends it before.
        program.line("let agon_kept = ::std::cell::Cell::new(false);");
        program.line("{ let mut agon_code = ::std::option::Option::Some(|| -> ::std::result::Result<(), ::agon::cell::Failure> {");
        if parts.awaits {
            let runtime = if crates.own_tokio { super::crates::DYLIB } else { "agon::cell" };
            program.line(&format!("::{runtime}::block_on(async {{"));
        }
        for range in &parts.statements {
            program.piece(text, range.clone());
        }
        for name in *kept {
            match purpose {
                Purpose::Run => program.put(
                    name,
                    true,
                    &format!("::agon::cell::put({name:?}, ::std::boxed::Box::new({name}));"),
                ),
                Purpose::Probe => program.put(name, true, &format!("let () = ::agon::cell::probe(&{name});")),
            }
        }
        if purpose == Purpose::Run {
            program.line("agon_kept.set(true);");
        }
        if parts.awaits {
            program.line("::std::result::Result::Ok::<(), ::agon::cell::Failure>(()) })?;");
        }
        program.line(
            "::std::result::Result::Ok(()) });\n::agon::cell::run(&mut || (agon_code.take().unwrap())()); };",
        );
        for name in *returned {
            // A variable that the cell binds anew is given back only if the cell did not come to its end.
            let anew = kept.contains(name) || parts.bindings.iter().any(|binding| binding.name == *name);
            let put = format!("::agon::cell::put({name:?}, ::std::boxed::Box::new({name}));");
            let text = if anew {
                format!(
                    "if !agon_kept.get() {{ {put} }} else {{ ::agon::cell::discard(::std::boxed::Box::new({name})); }}"
                )
            } else {
                put
            };
            program.put(name, false, &text);
        }
        program.line("agon_state }");
        let digest = Sha256::digest(without_cell_numbers(&program.text));
        let unique: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        program.text.replace_range(name..name + UNNAMED.len(), &unique);
        program
    }

    /// Begins the function that the host calls; returns where in the line its own name ends in `unique`.
    fn open_entry(&mut self, unique: &str) -> usize {
        let before = format!("#[unsafe(export_name = {ENTRY:?})]\npub extern \"C\" fn {ENTRY}_");
        self.line(&format!("{before}{unique}(agon_state: *mut u8) -> *mut u8 {{"));
        before.len()
    }

    /// Where a place of the program stands in the cell's text.
    pub fn origin(&self, at: usize) -> Option<usize> {
        let piece = self.pieces.iter().find(|piece| piece.here.contains(&at) || piece.here.end == at)?;
        Some((piece.there.start + (at - piece.here.start)).min(piece.there.end))
    }

    /// The variable whose keeping a place of the program is about.
    pub fn put_at(&self, at: usize) -> Option<&Put> {
        self.puts.iter().find(|(range, _)| range.contains(&at)).map(|(_, put)| put)
    }

    /// Writes an item, with its edits; `cell` is the cell that is compiled, whose own text is mapped.
    fn definition(&mut self, definition: &Definition, cell: usize, all: &Definitions) {
        let Definition { item, text, .. } = definition;
        let generation = match &item.key {
            Key::Type(name) => all.generations.get(name).copied().unwrap_or(0),
            _ => 0,
        };
        let name = item.key.name().unwrap_or("");
        let module = format!("agon_{generation}_{}", name.trim_start_matches("r#"));
        if generation > 0 {
            self.line(&format!("use {module}::{name};\nmod {module} {{ use super::*;"));
        }
        let mut done = 0;
        let copy = |program: &mut Program, part: Range<usize>| {
            let start = program.text.len();
            program.text += &text[part.clone()];
            if definition.cell == cell {
                let there = item.range.start + part.start..item.range.start + part.end;
                program.pieces.push(Piece { here: start..program.text.len(), there });
            }
        };
        for (range, edit) in definition.edits(generation) {
            copy(self, done..range.start);
            self.text += &edit;
            done = range.end;
        }
        copy(self, done..text.len());
        self.line(if generation > 0 { "\n}" } else { "" });
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    fn put(&mut self, name: &str, new: bool, text: &str) {
        let start = self.text.len();
        self.line(text);
        self.puts.push((start..self.text.len(), Put { name: name.to_owned(), new }));
    }

    fn piece(&mut self, cell: &str, range: Range<usize>) {
        let start = self.text.len();
        self.text += &cell[range.clone()];
        self.pieces.push(Piece { here: start..self.text.len(), there: range });
        self.text.push('\n');
    }

    fn mapped(&mut self, text: &str, there: Range<usize>) {
        let start = self.text.len();
        self.text += text;
        self.pieces.push(Piece { here: start..self.text.len(), there });
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parts::split;
    use super::*;

    fn program(earlier: &Definitions, text: &str) -> Program {
        let parts = split(text);
        let (forgotten, taken, returned, kept) = (&[][..], &[][..], &[][..], &[][..]);
        Program::new(
            &Ingredients {
                cell: 1,
                crates: &Crates::default(),
                earlier,
                text,
                parts: &parts,
                forgotten,
                taken,
                returned,
                kept,
            },
            Purpose::Run,
        )
    }

    #[test]
    fn a_definition_takes_the_place_of_its_predecessor() {
        let mut definitions = Definitions::default();
        for text in [
            "fn f() -> u8 { 1 }\nuse a::X;",
            "struct P;\nimpl P { fn a() {} }",
            "impl P { fn b() {} }",
            "fn f() -> u8 { 2 }\nstruct X;",
        ] {
            definitions = definitions.with(0, text, &split(text));
        }
        let text = program(&definitions, "f()").text;
        assert!(text.contains("{ 2 }") && !text.contains("{ 1 }"));
        assert!(text.contains("fn a()") && text.contains("fn b()") && !text.contains("use a::X"));
        let text = program(&definitions, "impl P { fn a() { loop {} } }").text;
        assert_eq!(text.matches("fn a()").count(), 1);
    }

    #[test]
    fn a_static_is_defined_once() {
        let text = "static N: AtomicU8 = AtomicU8::new(0);\nthread_local! { static K: u8 = 1 }";
        let mut definitions = Definitions::default().with(0, text, &split(text));
        assert!(program(&definitions, "N").text.contains("static N: AtomicU8 = "));
        definitions.set_loaded(true);
        let text = program(&definitions, "N").text;
        assert!(text.contains("safe static N: AtomicU8;") && !text.contains("AtomicU8::new"));
        assert!(
            text.contains("safe static K: ::std::thread::LocalKey<u8>;") && !text.contains("thread_local!")
        );
    }

    #[test]
    fn places_map_back_to_the_cell() {
        let cell = "fn f() {}\nlet x = f();";
        let program = program(&Definitions::default(), cell);
        let at = program.text.find("x = f").unwrap();
        assert_eq!(program.origin(at), cell.find("x = f"));
        assert_eq!(program.origin(0), None);
    }
}
