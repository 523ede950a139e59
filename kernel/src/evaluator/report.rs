//! Compiler errors and panics as a reader sees them: one report that points into the cell.

use super::CellError;
use super::cell::{Cell, origin_of_generated};
use super::conversation::{Ending, interrupted};
use super::unshowable;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use serde_json::Value;
use std::ops::Range;

/// The name by which reports call the reader's code.
const CELL: &str = "cell";

/// What the names of files with generated code end in.
pub const GENERATED: &str = "agon_cell.rs";

/// One thing that the compiler has found, in terms of the reader's text.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// What is wrong.
    pub message: String,
    /// The error code, if it has one.
    pub code: Option<String>,
    /// Where, and what the compiler says there.
    pub labels: Vec<Mark>,
    /// What the compiler advises.
    pub helps: Vec<String>,
    /// What it says of places in earlier cells.
    pub notes: Vec<String>,
    /// As a terminal shows it; for errors without a place in the cell.
    pub rendered: String,
}

/// A place in the reader's text.
#[derive(Clone, Debug)]
pub struct Mark {
    /// In bytes.
    pub range: Range<usize>,
    /// What the compiler says of it.
    pub label: String,
    /// Whether the error is here.
    pub is_primary: bool,
}

impl Finding {
    /// The name that the compiler does not know, if that is what is wrong.
    pub fn missing_name(&self) -> Option<&str> {
        let is_missing = self.code.as_deref() == Some("E0425");
        self.message.split('`').nth(1).filter(|_| is_missing)
    }

    /// The message and what is said of places in the cell.
    pub fn messages(&self) -> Vec<&str> {
        let labels = self.labels.iter().map(|mark| mark.label.as_str());
        std::iter::once(self.message.as_str()).chain(labels).collect()
    }

    /// All that the compiler says.
    pub fn text(&self) -> String {
        [self.rendered.as_str()].into_iter().chain(self.messages()).collect::<Vec<_>>().join("\n")
    }
}

/// All compiler errors of a cell as one error. `explanations` knows why something that readers may miss is not there.
pub fn compile_error(
    cell: &Cell,
    findings: &[Finding],
    explanations: impl Fn(&Finding) -> Vec<String>,
) -> CellError {
    let mut traceback: Vec<String> = Vec::new();
    let mut explained = Vec::new();
    for finding in findings {
        traceback.extend(report(cell, finding).lines().map(str::to_owned));
        for explanation in explanations(finding) {
            if !explained.contains(&explanation) {
                traceback.push(explanation.clone());
                explained.push(explanation);
            }
        }
        // Lints have names, and no page.
        if let Some(code) = finding.code.as_ref().filter(|code| is_error_code(code)) {
            traceback.push(format!("More about {code}: https://doc.rust-lang.org/error_codes/{code}.html"));
        }
    }
    let first = findings.first().map_or_else(|| "the cell does not compile".to_owned(), message);
    let evalue = match findings.len() {
        0 | 1 => first,
        more => format!("{first} (and {} more)", more - 1),
    };
    CellError { ename: "CompileError".into(), evalue, traceback }
}

/// What the parser did not understand, as one error; `None` if it understood everything.
pub fn syntax_error(cell: &Cell) -> Option<CellError> {
    // One mistake tends to cause many errors; the first is where it is.
    let (range, message) = cell.syntax_errors().first()?;
    let finding = Finding {
        message: format!("syntax error: {message}"),
        labels: vec![Mark { range: range.clone(), label: message.clone(), is_primary: true }],
        ..Finding::default()
    };
    Some(compile_error(cell, &[finding], |_| vec![]))
}

/// Whether the compiler's book has a page on it.
fn is_error_code(code: &str) -> bool {
    code.strip_prefix('E')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// What to say of a closure of an earlier cell, or of another variable that ended with its cell.
pub fn closure_is_gone(name: &str) -> String {
    format!(
        "`{name}` was a closure, or borrowed from its cell, and so lived there only: write `fn {name}(…)`, \
         give it a type (`let {name}: Box<dyn Fn(…) -> …> = Box::new(…);`), or clone what it refers to"
    )
}

/// What went wrong, in words for someone who did not write the code around the cell.
fn message(finding: &Finding) -> String {
    if unshowable::is_about_showing(&finding.message) {
        let told = unshowable::explained(&finding.message);
        let is_general = told.contains("neither `Debug`") && unshowable::is_by_display(&finding.rendered);
        return if is_general { unshowable::WITHOUT_DISPLAY.to_owned() } else { told };
    }
    if finding.code.as_deref() == Some("E0069") {
        return "`return;` does not end a cell: write `return Ok(());`, or put the code into a `fn`"
            .to_owned();
    }
    if finding.message.starts_with(OPTION_LEFT) && finding.message.contains(CELLS_CLOSURE) {
        return "`?` leaves a cell with an error, and an `Option` has none: write `.ok_or(\"…\")?`, or \
                `let Some(…) = … else { … };`"
            .to_owned();
    }
    finding.message.clone()
}

/// How the compiler speaks of a `?` behind an `Option`, and of the code around a cell.
const OPTION_LEFT: &str = "the `?` operator can only be used on `Result`s, not `Option`s";
const CELLS_CLOSURE: &str = "in a closure that returns `Result";

fn report(cell: &Cell, finding: &Finding) -> String {
    let source = cell.original();
    let character = |byte: usize| source[..byte.min(source.len())].chars().count();
    if finding.labels.is_empty() {
        // Of a place in the code around the cell, the reader gets the words alone.
        let is_outside = finding.rendered.is_empty() || finding.rendered.contains(GENERATED);
        return if is_outside { format!("Error: {}", message(finding)) } else { finding.rendered.clone() };
    }
    let begin =
        finding.labels.iter().find(|mark| mark.is_primary).map_or(0, |mark| character(mark.range.start));
    let about_showing = unshowable::is_about_showing(&finding.message);
    let shown = finding.labels.iter().filter(|mark| !about_showing || !unshowable::is_internal(&mark.label));
    let labels = shown.map(|mark| {
        let said = if about_showing { unshowable::label(&mark.label) } else { &mark.label };
        let range = character(mark.range.start)..character(mark.range.end.max(mark.range.start));
        let color = if mark.is_primary { Color::Red } else { Color::Blue };
        Label::new((CELL, range)).with_message(said).with_color(color)
    });
    let mut report = Report::build(ReportKind::Error, (CELL, begin..begin))
        .with_config(Config::default().with_index_type(IndexType::Char))
        .with_message(message(finding))
        .with_labels(labels);
    if let Some(code) = &finding.code {
        report = report.with_code(code);
    }
    for help in finding.helps.iter().filter(|help| !(about_showing && unshowable::is_idle(help))) {
        report = report.with_help(help);
    }
    let mut text = Vec::new();
    for note in &finding.notes {
        report = report.with_note(note);
    }
    match report.finish().write((CELL, Source::from(source)), &mut text) {
        Ok(()) => merge_colours(&for_any_page(&String::from_utf8_lossy(&text))),
        Err(_) => finding.rendered.clone(),
    }
}

/// The report's greys are made for black terminals and hardly seen on white paper: code gets the page's own colour, what stands
/// around it the grey of the page's palette.
fn for_any_page(text: &str) -> String {
    let palette = |text: String, grey: &str, other: &str| {
        text.replace(&format!("\u{1b}[38;5;{grey}m"), &format!("\u{1b}[{other}m"))
    };
    [("249", "39"), ("246", "90"), ("240", "90")]
        .iter()
        .fold(text.to_owned(), |text, (grey, other)| palette(text, grey, other))
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

/// How a cell ended that has run, by what its host said. `source` gives the generated text of a file, if it is one;
/// `cells` are the cells of the session by number, the last of them the one that ran.
///
/// # Errors
/// The cell was left by `?`, by an interrupt (if it was `stopped`), or by a panic.
pub fn outcome(
    ending: Ending,
    stopped: bool,
    cells: &[Cell],
    source: impl Fn(&str) -> Option<String>,
) -> Result<(), CellError> {
    if let Some(error) = ending.failure_error() {
        return Err(error);
    }
    match ending.panic {
        _ if !ending.unwound => Ok(()),
        _ if ending.interrupted => Err(interrupted(&[])),
        // A thread that was stopped has left its lock or its `join` to panic in the cell's own.
        caught if stopped => Err(interrupted_by(caught.as_ref())),
        caught => Err(panic(cells, &caught.unwrap_or_default(), ending.case.as_deref(), source)),
    }
}

/// The error of a cell that was stopped, and that panicked on its way out.
fn interrupted_by(panic: Option<&Value>) -> CellError {
    let mut error = interrupted(&[]);
    if let Some(message) = panic.and_then(|panic| panic["message"].as_str()) {
        error.traceback.push(format!("On its way to the end, the cell panicked: {message}"));
    }
    error
}

/// A panic that the cell did not catch; `panic` is what the prelude reported, `case` what a law was examining.
fn panic(
    cells: &[Cell],
    panic: &Value,
    case: Option<&str>,
    source: impl Fn(&str) -> Option<String>,
) -> CellError {
    let mut message = panic["message"].as_str().unwrap_or("the cell was left by unwinding").to_owned();
    if let Some(case) = case {
        message += &format!(" (in the case {})", shortened(case));
    }
    let mut traceback = vec![format!("\u{1b}[31mPanic\u{1b}[0m: {message}")];
    if let Some(file) = panic["file"].as_str() {
        let line = panic["line"].as_u64().unwrap_or(0) as usize;
        let origin = source(file).and_then(|generated| origin_of_generated(&generated, line));
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

/// A case in a line.
fn shortened(case: &str) -> String {
    const LONGEST: usize = 200;
    let end: String = case.chars().take(LONGEST).collect();
    if end.len() < case.len() { end + "…" } else { end }
}

/// The path of a library's file from its crate on.
fn short(file: &str) -> &str {
    file.rsplit_once("/registry/src/")
        .and_then(|(_, rest)| rest.split_once('/'))
        .map_or(file, |(_, rest)| rest)
}

/// The reader's functions on the way to a panic, innermost first, without the frames of the machinery.
fn frames_of_cells(backtrace: &str) -> Vec<String> {
    let symbols = backtrace.lines().filter_map(|line| Some(line.trim().split_once(": ")?.1));
    let names = symbols.filter_map(|name| name.strip_prefix("ctx::").or_else(|| name.strip_prefix("cell::")));
    let own = names.filter(|name| !name.starts_with("run_user_code_") && !name.starts_with("agon_cell"));
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
    fn a_panic_after_an_interrupt_is_the_interrupts() {
        let ending = || {
            let mut ending = Ending::default();
            ending.panic = Some(serde_json::json!({"message": "a thread ended"}));
            ending.unwound = true;
            ending
        };
        let error = outcome(ending(), true, &[], |_| None).unwrap_err();
        assert_eq!(error.ename, "Interrupted");
        assert!(error.traceback.concat().contains("a thread ended"));
        assert_eq!(outcome(ending(), false, &[], |_| None).unwrap_err().ename, "Panic");
    }

    #[test]
    fn only_the_readers_functions_are_named() {
        let backtrace = "  0: std::panicking\n  1: ctx::mex::{{closure}}\n  2: ctx::run_user_code_3\n";
        assert_eq!(frames_of_cells(backtrace), ["mex"]);
    }
}
