//! Why something is not there, and what to do about it.

use super::super::cell::without_marks;
use super::super::parts::words;
use super::diagnosis::{self, as_readers_write};

/// What to say of a variable that was moved in the cell of this number.
pub fn moved(name: &str, number: &str) -> String {
    format!("`{name}` was moved in cell {number}; clone it there to keep it: `{name}.clone()`")
}

/// What to say of a variable that contains `what`, whose type has no name.
pub fn unnameable(name: &str, what: &str) -> String {
    if what.starts_with(diagnosis::LOCAL) {
        return format!(
            "`{name}` contains {what}, which is defined inside a block, so that no other cell can name it: define it at the top of \
             a cell"
        );
    }
    if what == diagnosis::NOT_INFERRED {
        return format!(
            "the type of `{name}` could not be inferred in its cell: say it there (`let {name}: … = …;`)"
        );
    }
    format!(
        "`{name}` contains {what}, whose type has no name, so it lived in its own cell only: collect it, box it (`Box<dyn …>`), or write a `fn`"
    )
}

/// What to say of a variable whose type has a name that cells cannot write.
pub fn unwritable(name: &str, type_name: &str, why: &str) -> String {
    format!(
        "`{name}` is a `{}`, a type that no other cell can name ({why}), so it can be used in its own cell only: make the type \
         `pub`, or keep what you need of it in a variable of another type",
        as_readers_write(type_name)
    )
}

/// What to say of a variable that borrows from its cell.
pub fn borrows(name: &str) -> String {
    format!(
        "`{name}` borrowed from something that ended with its cell, so it lived there only: clone what it refers to, or borrow it anew in this cell"
    )
}

/// What to say of a name that stood in a call of a reader's macro, in the cell of this number.
pub fn made_by_macro(name: &str, by: &str, number: &str) -> String {
    format!(
        "`{name}` stood in a call of `{by}!` in cell {number}. What a macro defines there lives in that cell only: call it in a module \
         (`mod made {{ use super::*; {by}!(…); }}`, and then `use made::*;`) and let it define what is `pub`"
    )
}

/// The name of the macro that a statement calls and does nothing else, and the words in the call.
pub fn macro_call(statement: &str) -> Option<(String, Vec<String>)> {
    let text = without_marks(statement);
    let (name, rest) = text.trim().split_once('!')?;
    let name = name.trim();
    let is_call = words(name).eq([name]) && rest.trim_start().starts_with(['(', '[', '{']);
    is_call.then(|| (name.to_owned(), words(rest).map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_macros_are_told_from_other_statements() {
        let call = |statement: &str| macro_call(statement).map(|(name, words)| (name, words.join(" ")));
        assert_eq!(
            call("shape/*@00003:1*/!(Square { side: u8 });"),
            Some(("shape".into(), "Square side u8".into()))
        );
        for other in ["let x = shape!(a);", "!flag", "a.b!(c)", "x != (y)"] {
            assert_eq!(call(other), None, "{other}");
        }
    }
}
