//! The crate that is compiled for a cell.

use super::split::{Import, Item, Key, Parts};
use std::ops::Range;

/// The function that the host calls.
pub const ENTRY: &str = "agon_cell";

/// What earlier cells have defined.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    attributes: Vec<String>,
    imports: Vec<Import>,
    items: Vec<(Key, String)>,
}

impl Definitions {
    /// The definitions after a cell whose text is `text`. What it defines takes the place of what had the same name.
    pub fn with(&self, text: &str, parts: &Parts) -> Definitions {
        let mut new = self.clone();
        for range in &parts.attributes {
            let attribute = text[range.clone()].to_owned();
            if !new.attributes.contains(&attribute) {
                new.attributes.push(attribute);
            }
        }
        for import in &parts.imports {
            new.imports
                .retain(|old| old.text != import.text && (old.name.is_none() || old.name != import.name));
            new.items.retain(|(key, _)| import.name.is_none() || key.name() != import.name.as_deref());
            new.imports.push(import.clone());
        }
        for Item { key, range } in &parts.items {
            new.items.retain(|(old, _)| !key.replaces(old));
            new.imports.retain(|import| import.name.is_none() || import.name.as_deref() != key.name());
            new.items.push((key.clone(), text[range.clone()].to_owned()));
        }
        new
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
    puts: Vec<(Range<usize>, String)>,
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
        let Ingredients { earlier, text, parts, forgotten, taken, returned, kept } = ingredients;
        let mut program = Program::default();
        for attribute in &earlier.attributes {
            program.line(attribute);
        }
        for range in &parts.attributes {
            program.piece(text, range.clone());
        }
        program.line("#![allow(warnings)]\nextern crate agon as prelude;\n#[allow(unused_imports)]\nuse agon::{plotters, polars};");
        let outdated = earlier.with(text, parts);
        // Macros first: the text below them can use them.
        let is_macro = |key: &Key| matches!(key, Key::Macro(_));
        for (key, item) in outdated.items.iter().filter(|(key, _)| is_macro(key)) {
            if !parts.items.iter().any(|own| own.key == *key) {
                program.line(item);
            }
        }
        for item in parts.items.iter().filter(|item| is_macro(&item.key)) {
            program.piece(text, item.range.clone());
        }
        for import in outdated.imports.iter().filter(|import| !parts.imports.contains(import)) {
            program.line(&import.text);
        }
        for import in &parts.imports {
            program.mapped(&import.text, import.range.clone());
        }
        for (key, item) in outdated.items.iter().filter(|(key, _)| !is_macro(key)) {
            if !parts.items.iter().any(|own| own.key == *key) {
                program.line(item);
            }
        }
        for item in parts.items.iter().filter(|item| !is_macro(&item.key)) {
            program.piece(text, item.range.clone());
        }
        program.line(&format!(
            "#[unsafe(no_mangle)]\npub extern \"C\" fn {ENTRY}(state: *mut u8) -> *mut u8 {{"
        ));
        if !forgotten.is_empty() {
            program.line(&format!("agon::cell::forget(&{forgotten:?});"));
        }
        for variable in *taken {
            let Stored { name, type_name, mutable } = variable;
            let mutable = if *mutable { "mut " } else { "" };
            program.line(&format!(
                "let {mutable}{name}: {type_name} = agon::cell::take::<{type_name}>({name:?});"
            ));
        }
        program.line("let agon_done = { let mut agon_code = Some(|| -> Result<(), agon::cell::Failure> {");
        for range in &parts.statements {
            program.piece(text, range.clone());
        }
        for name in *kept {
            match purpose {
                Purpose::Run => program.put(name, &format!("agon::cell::put({name:?}, Box::new({name}));")),
                Purpose::Probe => program.put(name, &format!("let () = agon::cell::probe(&{name});")),
            }
        }
        program.line("Ok(()) });\nagon::cell::run(&mut || (agon_code.take().unwrap())()) };");
        for name in *returned {
            // A variable that the cell binds anew is given back only if the cell did not come to its end.
            let anew = kept.contains(name) || parts.bindings.iter().any(|binding| binding.name == *name);
            let condition = if anew { "if !agon_done " } else { "" };
            program.put(name, &format!("{condition}{{ agon::cell::put({name:?}, Box::new({name})); }}"));
        }
        program.line("state }");
        program
    }

    /// Where a place of the program stands in the cell's text.
    pub fn origin(&self, at: usize) -> Option<usize> {
        let piece = self.pieces.iter().find(|piece| piece.here.contains(&at) || piece.here.end == at)?;
        Some((piece.there.start + (at - piece.here.start)).min(piece.there.end))
    }

    /// The variable whose keeping a place of the program is about.
    pub fn put_at(&self, at: usize) -> Option<&str> {
        self.puts.iter().find(|(range, _)| range.contains(&at)).map(|(_, name)| name.as_str())
    }

    fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    fn put(&mut self, name: &str, text: &str) {
        let start = self.text.len();
        self.line(text);
        self.puts.push((start..self.text.len(), name.to_owned()));
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
    use super::super::split::split;
    use super::*;

    fn program(earlier: &Definitions, text: &str) -> Program {
        let parts = split(text);
        let (forgotten, taken, returned, kept) = (&[][..], &[][..], &[][..], &[][..]);
        Program::new(
            &Ingredients { earlier, text, parts: &parts, forgotten, taken, returned, kept },
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
            definitions = definitions.with(text, &split(text));
        }
        let text = program(&definitions, "f()").text;
        assert!(text.contains("{ 2 }") && !text.contains("{ 1 }"));
        assert!(text.contains("fn a()") && text.contains("fn b()") && !text.contains("use a::X"));
        let text = program(&definitions, "impl P { fn a() { loop {} } }").text;
        assert_eq!(text.matches("fn a()").count(), 1);
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
