//! Compiler errors and panics as a reader sees them: one report that points into the cell.

use super::CellError;
use super::cell::{Cell, Place, origin_of_generated};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use evcxr::CompilationError;
use serde_json::Value;

/// The name by which reports call the reader's code.
const CELL: &str = "cell";

/// All compiler errors of a cell as one error. `closures` are names that earlier cells gave to closures.
pub fn compile_error(cell: &Cell, errors: &[CompilationError], closures: &[String]) -> CellError {
    let mut traceback = Vec::new();
    for error in errors {
        traceback.extend(report(cell, error).lines().map(str::to_owned));
        let unknown =
            |name: &&String| error.code() == Some("E0425") && error.message().contains(&format!("`{name}`"));
        if let Some(name) = closures.iter().find(unknown) {
            traceback.push(format!(
                "`{name}` was a closure, and closures live in their own cell only: write `fn {name}(…)`, \
                 or give it a type: `let {name}: Box<dyn Fn(…) -> …> = Box::new(…);`"
            ));
        }
        if let Some(code) = error.code() {
            traceback.push(format!("More about {code}: https://doc.rust-lang.org/error_codes/{code}.html"));
        }
    }
    let first = errors.first().map_or_else(|| "the cell does not compile".to_owned(), message);
    let evalue = match errors.len() {
        0 | 1 => first,
        more => format!("{first} (and {} more)", more - 1),
    };
    CellError { ename: "CompileError".into(), evalue, traceback }
}

/// What went wrong, in words for someone who did not write the code around the cell.
fn message(error: &CompilationError) -> String {
    let message = error.message();
    if message.contains("evcxr_display") {
        return "the value of the last expression cannot be shown: its type has neither `Debug` nor `Show`; \
                add `#[derive(Debug)]`, or end the cell with `;`"
            .to_owned();
    }
    message
}

fn report(cell: &Cell, error: &CompilationError) -> String {
    let source = cell.original();
    let mut labels = Vec::new();
    let mut begin = 0;
    for spanned in error.spanned_messages().iter().chain(error.help_spanned()) {
        let Some(span) = spanned.span else { continue };
        let start = cell.origin(Place { line: span.start_line, column: span.start_column });
        let end = cell.origin(Place { line: span.end_line, column: span.end_column });
        let range = character(source, start)..character(source, end).max(character(source, start));
        if spanned.is_primary {
            begin = range.start;
        }
        let color = if spanned.is_primary { Color::Red } else { Color::Blue };
        labels.push(Label::new((CELL, range)).with_message(&spanned.label).with_color(color));
    }
    let mut report = Report::build(ReportKind::Error, (CELL, begin..begin))
        .with_config(Config::default().with_index_type(IndexType::Char))
        .with_message(message(error))
        .with_labels(labels);
    if let Some(code) = error.code() {
        report = report.with_code(code);
    }
    for help in error.help() {
        report = report.with_help(help);
    }
    let mut text = Vec::new();
    match report.finish().write((CELL, Source::from(source)), &mut text) {
        Ok(()) => merge_colours(&String::from_utf8_lossy(&text)),
        Err(_) => error.rendered(),
    }
}

/// The report colours each character by itself; runs of one colour need it only once.
fn merge_colours(text: &str) -> String {
    const RESET: &str = "\u{1b}[0m";
    let mut merged = String::with_capacity(text.len() / 4);
    let mut colour = "";
    let mut rest = text;
    while let Some(at) = rest.find(RESET) {
        let (before, after) = (&rest[..at], &rest[at + RESET.len()..]);
        if let Some(start) = before.rfind("\u{1b}[")
            && let Some(end) = before[start..].find('m')
        {
            colour = &before[start..=start + end];
        }
        merged += before;
        rest = match after.strip_prefix(colour) {
            Some(same) if !colour.is_empty() => same,
            _ => {
                merged += RESET;
                colour = "";
                after
            }
        };
    }
    merged + rest
}

/// The index of a place among the characters of a text.
fn character(text: &str, place: Place) -> usize {
    let before: usize =
        text.split_inclusive('\n').take(place.line - 1).map(|line| line.chars().count()).sum();
    (before + place.column - 1).min(text.chars().count())
}

/// A panic that the cell did not catch. `panic` is what the prelude reported, `generated` the crate that was compiled,
/// `cells` the cells of the session by number, the last of them the one that ran.
pub fn panic(cells: &[Cell], panic: &Value, generated: &str) -> CellError {
    let message = panic["message"].as_str().unwrap_or("the cell was left by unwinding").to_owned();
    let mut traceback = vec![format!("\u{1b}[31mPanic\u{1b}[0m: {message}")];
    if let Some(file) = panic["file"].as_str() {
        let line = panic["line"].as_u64().unwrap_or(0) as usize;
        let in_cell = file.ends_with("src/lib.rs") && !file.contains("/source/");
        let origin = origin_of_generated(generated, line).filter(|_| in_cell);
        let place =
            match origin.and_then(|(number, line)| Some((number, line, cells.get(number)?.line(line)?))) {
                Some((number, line, text)) if number + 1 == cells.len() => {
                    format!("line {line} of the cell: {}", text.trim())
                }
                Some((_, line, text)) => format!("line {line} of an earlier cell: {}", text.trim()),
                None => format!("{}:{line}", short(file)),
            };
        traceback.push(format!("  --> {place}"));
    }
    for function in frames_of_cells(panic["backtrace"].as_str().unwrap_or("")) {
        traceback.push(format!("      in {function}"));
    }
    CellError { ename: "Panic".into(), evalue: message, traceback }
}

/// The path of a library's file from its crate on.
fn short(file: &str) -> &str {
    file.rsplit_once("/registry/src/")
        .and_then(|(_, rest)| rest.split_once('/'))
        .map_or(file, |(_, rest)| rest)
}

/// The reader's functions on the way to a panic, innermost first, without the frames of the machinery.
fn frames_of_cells(backtrace: &str) -> Vec<String> {
    let names = backtrace.lines().filter_map(|line| line.trim().split_once(": ")?.1.strip_prefix("ctx::"));
    let own = names.filter(|name| !name.starts_with("run_user_code_"));
    own.map(|name| name.trim_end_matches("::{{closure}}").to_owned()).take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_colour_are_coloured_once() {
        let red = |text: &str| format!("\u{1b}[31m{text}\u{1b}[0m");
        assert_eq!(
            merge_colours(&format!("a{}{}{} {}", red("x"), red("y"), red("z"), red("w"))),
            format!("a{} {}", red("xyz"), red("w"))
        );
        assert_eq!(merge_colours("plain"), "plain");
        assert_eq!(
            merge_colours(&format!("{}\u{1b}[32mg\u{1b}[0m", red("r"))),
            format!("{}\u{1b}[32mg\u{1b}[0m", red("r"))
        );
    }

    #[test]
    fn only_the_readers_functions_are_named() {
        let backtrace = "  0: std::panicking\n  1: ctx::mex::{{closure}}\n  2: ctx::run_user_code_3\n";
        assert_eq!(frames_of_cells(backtrace), ["mex"]);
    }
}
