//! The crate that is compiled for a cell.

use super::super::cell::without_cell_numbers;
use super::super::parts::{Parts, words};
use super::compiler::Span;
use super::crates::{Crates, Tokio};
use super::definitions::{Definition, Definitions, Id};
use super::manner::Trait;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The function that the host calls.
pub const ENTRY: &str = "agon_cell";

/// As long as what takes its place: part of a hash of the program.
const UNNAMED: &str = "0000000000000000";

/// What stands before everything else. The compiler names types by the crate's own name.
pub(super) const OPENING: &str = "#![allow(warnings)]
extern crate agon as agon_prelude;";

/// The crates of the prelude that cells can name, unless they have brought their own.
const CRATES: [&str; 3] = ["plotters", "polars", "tokio"];

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
    regions: Vec<Region>,
    takes: Vec<(Range<usize>, String)>,
}

/// What an earlier cell has defined, in a program.
#[derive(Debug)]
struct Region {
    here: Range<usize>,
    id: Id,
    is_macro: bool,
    /// Where the text of a definition begins; before it stand pieces of ours.
    text: usize,
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
    /// The stored variables that it moves and then assigns to: they have a value again at its end.
    pub regained: &'a [String],
    /// The new variables that it keeps.
    pub kept: &'a [String],
    /// The new variables that end before others are kept, because they borrow from them.
    pub ended: &'a [String],
    /// By which trait the error of a `?` is told.
    pub errors: Trait,
}

impl Program {
    /// Puts a program together.
    pub fn new(ingredients: &Ingredients<'_>, purpose: Purpose) -> Program {
        let all = ingredients.earlier.with(ingredients.cell, ingredients.text, ingredients.parts);
        let mut program = Program::default();
        program.open(ingredients, &all);
        program.define(ingredients, &all);
        // Types that are defined within the cell are told apart by the name of the function that they are in.
        let name = program.text.len() + program.open_entry(UNNAMED);
        program.take_variables(ingredients);
        program.run(ingredients, &all, purpose);
        program.give_back(ingredients);
        let digest = Sha256::digest(without_cell_numbers(&program.text));
        let unique: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        program.text.replace_range(name..name + UNNAMED.len(), &unique);
        program
    }

    /// Attributes, crates, and the names of ours that cells can use.
    fn open(&mut self, ingredients: &Ingredients<'_>, all: &Definitions) {
        let Ingredients { crates, earlier, text, parts, .. } = ingredients;
        for attribute in &earlier.attributes {
            self.line(attribute);
        }
        for range in &parts.attributes {
            self.piece(text, range.clone());
        }
        self.line(OPENING);
        let is_brought = |name: &str| crates.files.iter().any(|(own, _)| own == name) || all.has(name);
        for name in CRATES.into_iter().filter(|name| !is_brought(name)) {
            self.line(&format!("#[allow(unused_imports)]\nuse ::agon::{name};"));
        }
        if !all.has("dbg") {
            // Before what `use …::*` may bring of the same name.
            self.line("#[allow(unused_imports)]\nuse ::agon::dbg;");
        }
        if !crates.files.is_empty() {
            self.line(&format!("extern crate {};", super::crates::DYLIB));
        }
    }

    /// What earlier cells and this one define.
    fn define(&mut self, ingredients: &Ingredients<'_>, all: &Definitions) {
        let Ingredients { cell, parts, .. } = ingredients;
        // Macros first: the text below them can use them.
        for definition in all.items().filter(|definition| definition.is_macro()) {
            self.definition(definition, *cell, all);
        }
        for imported in all.imports().filter(|imported| !parts.imports.contains(&imported.import)) {
            let start = self.text.len();
            self.line(&imported.import.text);
            self.region(start, start, imported.id(), false);
        }
        for import in &parts.imports {
            self.mapped(&import.text, import.range.clone());
        }
        for definition in all.items().filter(|definition| !definition.is_macro()) {
            self.definition(definition, *cell, all);
        }
    }

    /// Takes variables out of the store.
    fn take_variables(&mut self, ingredients: &Ingredients<'_>) {
        let Ingredients { forgotten, taken, .. } = ingredients;
        if !forgotten.is_empty() {
            self.line(&format!("::agon::cell::forget(&{forgotten:?});"));
        }
        if !taken.is_empty() {
            self.text += "if !::agon::cell::can_take(&[";
            for Stored { name, type_name, .. } in *taken {
                self.take(name, &format!("({name:?}, ::std::any::TypeId::of::<{type_name}>()), "));
            }
            self.line("]) { return __agon_state; }");
        }
        for Stored { name, type_name, mutable } in *taken {
            let mutable = if *mutable { "mut " } else { "" };
            self.take(
                name,
                &format!("let {mutable}{name}: {type_name} = ::agon::cell::take::<{type_name}>({name:?});\n"),
            );
        }
    }

    /// The reader's statements, and behind them what becomes of the variables that they bind.
    fn run(&mut self, ingredients: &Ingredients<'_>, all: &Definitions, purpose: Purpose) {
        let Ingredients { crates, text, parts, regained, kept, ended, errors, .. } = ingredients;
        let failure = match errors {
            Trait::Display => "Failure",
            Trait::Debug => "DebugFailure",
        };
        // Whether the cell came to where its new variables are kept; `return Ok(())` ends it before.
        self.line("let __agon_kept = ::std::cell::Cell::new(false);");
        self.line(&format!(
            "{{ let mut __agon_code = ::std::option::Option::Some(|| -> ::std::result::Result<(), ::agon::cell::{failure}> {{"
        ));
        let runtime = if crates.tokio.is_some() { super::crates::DYLIB } else { "agon::cell" };
        if parts.awaits {
            self.line(&format!("::{runtime}::block_on(async {{"));
        } else if crates.tokio != Some(Tokio::Early) && speaks_of_tokio(text, all) {
            // A task can be spawned where nothing awaits.
            self.line(&format!("let __agon_runtime = ::{runtime}::enter();"));
        }
        for range in &parts.statements {
            self.piece(text, range.clone());
        }
        for name in *ended {
            self.line(&format!("::std::mem::drop({name});"));
        }
        for name in *kept {
            let keep = match purpose {
                Purpose::Run => give_back(name),
                Purpose::Probe => format!("let () = ::agon::cell::probe(&{name});"),
            };
            self.put(name, true, &keep);
        }
        if purpose == Purpose::Run {
            for name in *regained {
                // The closure owns what it moves.
                self.put(name, false, &give_back(name));
            }
            self.line("__agon_kept.set(true);");
        }
        if parts.awaits {
            self.line(&format!("::std::result::Result::Ok::<(), ::agon::cell::{failure}>(()) }})?;"));
        }
        let told = match errors {
            Trait::Display => "",
            Trait::Debug => ".map_err(::std::convert::Into::into)",
        };
        self.line(&format!(
            "::std::result::Result::Ok(()) }});\n::agon::cell::run(&mut || (__agon_code.take().unwrap())(){told}); }};"
        ));
    }

    /// Puts the variables back that the cell has taken, and ends its function.
    fn give_back(&mut self, ingredients: &Ingredients<'_>) {
        let Ingredients { parts, returned, kept, .. } = ingredients;
        if !kept.is_empty() {
            self.line("if !__agon_kept.get() { ::agon::cell::left_early(); }");
        }
        for name in *returned {
            // A variable that the cell binds anew is given back only if the cell did not come to its end.
            let anew = kept.contains(name) || parts.bindings.iter().any(|binding| binding.name == *name);
            let put = give_back(name);
            let text = if anew {
                format!(
                    "if !__agon_kept.get() {{ {put} }} else {{ ::agon::cell::discard(::std::boxed::Box::new({name})); }}"
                )
            } else {
                put
            };
            self.put(name, false, &text);
        }
        self.line("__agon_state }");
    }

    /// Begins the function that the host calls; returns where in the line its own name ends in `unique`.
    fn open_entry(&mut self, unique: &str) -> usize {
        let before = format!("#[unsafe(export_name = {ENTRY:?})]\npub extern \"C\" fn {ENTRY}_");
        self.line(&format!("{before}{unique}(__agon_state: *mut u8) -> *mut u8 {{"));
        before.len()
    }

    /// The variable whose taking a place of the program is about: its type cannot be written there.
    pub fn taken_at(&self, at: usize) -> Option<&str> {
        self.takes.iter().find(|(range, _)| range.contains(&at)).map(|(_, name)| name.as_str())
    }

    /// Where something is wrong: the place itself, or, if that stands in a macro of the reader's, the call of it.
    pub fn site<'a>(&self, span: &'a Span) -> Option<&'a Span> {
        let place = span.in_program()?;
        let is_in_macro = self.region_at(place.byte_start).is_some_and(|region| region.is_macro);
        let call = || self.site(&place.expansion.as_ref()?.span);
        if is_in_macro { call().or(Some(place)) } else { Some(place) }
    }

    /// The definition of an earlier cell that a place of the program is in, and the place in its text.
    pub fn earlier_at(&self, at: usize) -> Option<(&Id, usize)> {
        self.region_at(at).map(|region| (&region.id, at.saturating_sub(region.text)))
    }

    fn region_at(&self, at: usize) -> Option<&Region> {
        self.regions.iter().find(|region| region.here.contains(&at))
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
        let generation = all.generation(item);
        let name = item.key.name().unwrap_or("");
        let module = definition.module(generation);
        let before = self.text.len();
        if generation > 0 {
            // As visible as the type: other cells may pass it on.
            let visibility = if item.is_public { "pub" } else { "pub(crate)" };
            self.line(&format!("{visibility} use {module}::{name};\nmod {module} {{ use super::*;"));
        }
        let begin = self.text.len();
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
        if definition.cell != cell {
            self.region(before, begin, definition.id(), definition.is_macro());
        }
    }

    fn region(&mut self, before: usize, text: usize, id: Id, is_macro: bool) {
        self.regions.push(Region { here: before..self.text.len(), id, is_macro, text });
    }

    fn take(&mut self, name: &str, text: &str) {
        let start = self.text.len();
        self.text += text;
        self.takes.push((start..self.text.len(), name.to_owned()));
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

fn give_back(name: &str) -> String {
    format!("::agon::cell::put({name:?}, ::std::boxed::Box::new({name}));")
}

/// Whether the cell, or what it may call, uses tokio.
fn speaks_of_tokio(text: &str, all: &Definitions) -> bool {
    let speaks = |text: &str| words(text).any(|word| word == "tokio");
    speaks(text)
        || all.items().any(|definition| speaks(&definition.text))
        || all.imports().any(|imported| speaks(&imported.import.text))
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
                regained: &[],
                kept,
                ended: &[],
                errors: Trait::Display,
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
