//! What readers can do about errors that the compiler explains to those who have a Cargo.toml and a `main`.

use super::super::cell::Cell;
use super::super::report::Finding;
use super::directive::of_ipython;
use super::library;

/// What to do about an error. `own_tokio`: whether the tokio of cells is the prelude's.
pub fn advice(cell: &Cell, finding: &Finding, own_tokio: bool) -> Option<String> {
    let tokio = || not_in_tokio(&finding.message).filter(|_| own_tokio);
    tokio()
        .or_else(|| unlinked(finding))
        .or_else(|| inconvertible(&finding.message))
        .or_else(|| not_imported(&finding.message))
        .or_else(|| program(cell, finding))
}

fn not_in_tokio(message: &str) -> Option<String> {
    let is_absent =
        ["cannot find", "could not find", "unresolved import"].iter().any(|begin| message.starts_with(begin));
    if !is_absent || !(message.contains("in `tokio`") || message.contains("`tokio::")) {
        return None;
    }
    let said = if message.contains("`main`") {
        "A cell awaits by itself: without `#[tokio::main]`, give the function a name and write `name().await`"
    } else {
        "The tokio that is there from the start has no macros, and not all of the rest. All of it, compiled once: \
         `:dep tokio = { version = \"1\", features = [\"full\"] }` at the start of a cell"
    };
    Some(said.to_owned())
}

/// A crate that is not there.
fn unlinked(finding: &Finding) -> Option<String> {
    const SAID: &str = "unlinked crate `";
    let said = finding.messages().into_iter().find_map(|said| said.split_once(SAID))?.1;
    let name = said.split('`').next()?;
    Some(format!(
        "`:dep {name}` at the start of the cell adds the newest `{name}` of crates.io, if there is one"
    ))
}

/// A name of the library in a cell that has not imported it.
fn not_imported(message: &str) -> Option<String> {
    let name = message.strip_prefix("cannot find ")?.strip_suffix("` in this scope")?.split('`').nth(1)?;
    library::has(name).then(|| format!("`{name}` is a part of agon: begin with `use agon::*;`"))
}

/// An error that has no `Display`.
fn inconvertible(message: &str) -> Option<String> {
    let is_it = message.starts_with("`?` couldn't convert the error") && message.contains("Display`");
    is_it.then(|| {
        "`:efmt {:?}` lets `?` tell errors by `Debug`; or say it in words: `.map_err(|error| …)?`".to_owned()
    })
}

/// A command such as `!ls`, which happens to be an expression of Rust.
fn program(cell: &Cell, finding: &Finding) -> Option<String> {
    let at = finding.labels.iter().find(|mark| mark.is_primary)?.range.start;
    let before = cell.original().get(..at)?.matches('\n').count();
    let name = finding.missing_name()?;
    let line = cell.line(before + 1)?.trim();
    line.strip_prefix('!')?.trim_start().starts_with(name).then(|| of_ipython(line)).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::super::cell::Pace;
    use super::super::super::report::Mark;
    use super::*;

    fn advised(code: &str, message: &str, label: &str) -> Option<String> {
        let mark = Mark { range: 1..2, label: label.to_owned(), is_primary: true };
        let code_of_error = message.starts_with("cannot find value").then(|| "E0425".to_owned());
        let finding = Finding {
            message: message.to_owned(),
            code: code_of_error,
            labels: vec![mark],
            ..Finding::default()
        };
        advice(&Cell::new(code, 0, Pace::Plain), &finding, true)
    }

    #[test]
    fn what_is_not_there_is_told_with_the_remedy() {
        for (code, message, label, words) in [
            ("tokio::join!(a)", "cannot find `join` in `tokio`", "", "\"full\""),
            ("use tokio::x;", "unresolved import `tokio::x`", "", "\"full\""),
            ("f()", "cannot find `main` in `tokio`", "", "awaits by itself"),
            ("rand::f()", "cannot find", "use of unresolved module or unlinked crate `rand`", "`:dep rand`"),
            ("Nim", "cannot find value `Nim` in this scope", "", "`use agon::*;`"),
            ("mex(1)", "cannot find function `mex` in this scope", "", "is a part of agon"),
            ("f()?", "`?` couldn't convert the error: `(): std::fmt::Display` is not satisfied", "", ":efmt"),
            ("!ls -l", "cannot find value `ls` in this scope", "", "Command::new(\"ls\")"),
        ] {
            assert!(advised(code, message, label).is_some_and(|said| said.contains(words)), "{code}");
        }
        for (code, name) in [("!flag", "other"), ("x + 1", "x")] {
            assert_eq!(
                advised(code, &format!("cannot find value `{name}` in this scope"), ""),
                None,
                "{code}"
            );
        }
    }
}
