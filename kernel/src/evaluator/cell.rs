//! The text of a cell, made ready to run.
//!
//! The reader's code is parsed and a few pieces are inserted, never anything removed or moved:
//!
//! * behind the first token of each statement a comment with its line, by which a panic finds its way back into the cell;
//! * at the head of each loop and of each function that calls itself, and behind each statement of the cell itself, a look
//!   at the interrupt flag ([`checks`](super::checks)); around a loop
//!   that [`is_light`] a macro that does without it as long as the loop is short;
//! * around a `let` that binds a closure, or what the engine has found it cannot store, a macro that hides it from the
//!   engine: a closure's type has no name, so it cannot be stored, but the rest of the cell can use it;
//! * around the last expression the call that shows its value.
//!
//! [`Cell::origin`] maps a place in the text that was compiled back to the text that the reader wrote.

use super::checks::{loop_head, recursive_head};
use super::directive_lines::blanked;
use super::light::is_light;
use super::parse::{parse, with_room};
use super::parts::is_item_macro;
use super::redefinition::{Definition, definitions};
use super::syntax;
use super::tail::{Tail, kind_of_tail};
use ra_ap_syntax::ast;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange};
use std::ops::Range;

/// The call at loop heads and behind statements; `agon` is the prelude's name in cells. (No insertion may begin a line with a colon: to evcxr
/// such a line is a directive.)
const CHECK: &str = "::agon::interrupt::check();";
/// How the comment begins that says from which cell and line a statement is. All are equally long, so that the same code
/// gives the same columns whichever cell it is in.
const MARK: &str = "/*@";
const MARK_DIGITS: usize = 5;
const RESULT: &str = "agon::result!(";
const LOCAL: &str = "agon::local!{";
const LIGHT: &str = "agon::light!{";
const WRAPPER: &str = "fn cell() {";

/// How the loops of a cell look at the interrupt flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Short light loops do without, so that they can be vectorised.
    Fast,
    /// All loops do, and the text is as near as can be to the reader's: for reports, and for an engine that has no second
    /// try.
    Plain,
}

/// In which order insertions at one place follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Mark,
    CloseLoop,
    Close,
    Check,
    Open,
    OpenLoop,
}

/// A cell as the reader wrote it and as it is compiled.
#[derive(Clone, Debug)]
pub struct Cell {
    number: usize,
    original: String,
    compiled: String,
    /// Byte offset in the original, and what was inserted there; in order.
    insertions: Vec<(usize, String)>,
    /// What the cell defines that the layout of a type can depend on.
    definitions: Vec<Definition>,
    /// The variables that hold closures, or cannot be stored for another reason, and so live in this cell only.
    closures: Vec<String>,
    /// What the parser did not understand, with where.
    syntax_errors: Vec<(Range<usize>, String)>,
    /// Whether a macro in braces at the end is taken for an expression.
    is_guess: bool,
}

/// A place in a text: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Cell {
    /// Parses a cell; `number` tells it from the other cells of its session. Code that does not parse is left as it is:
    /// the compiler's report is the best there is.
    pub fn new(code: &str, number: usize, pace: Pace) -> Cell {
        Cell::hiding(code, number, pace, &[])
    }

    /// The same, for an engine that cannot store these variables: like closures they live in this cell only.
    pub fn hiding(code: &str, number: usize, pace: Pace, unstorable: &[String]) -> Cell {
        let cell = Cell {
            number,
            original: code.to_owned(),
            compiled: code.to_owned(),
            insertions: vec![],
            definitions: definitions(&blanked(code)),
            closures: vec![],
            syntax_errors: vec![],
            is_guess: false,
        };
        let bare = cell.clone();
        with_room(code, || cell.parsed(pace, unstorable)).unwrap_or(bare)
    }

    /// A cell that binds a name to an expression, which is all that the reader has written. It is not made to stop.
    pub fn binding(name: &str, expression: &str, number: usize) -> Cell {
        let (before, after) = (format!("let {name} = ("), "\n);".to_owned());
        let compiled = format!("{before}{expression}{after}");
        let wrapped = Cell::new(&compiled, number, Pace::Plain);
        let insertions = vec![(0, before), (expression.len(), after)];
        Cell { original: expression.to_owned(), compiled, insertions, ..wrapped }
    }

    /// The same, its value shown by another trait: `how` is what the call that shows it begins with.
    pub fn shown_by(mut self, how: &str) -> Cell {
        for (_, text) in self.insertions.iter_mut().filter(|(_, text)| text == RESULT) {
            text.push_str(how);
        }
        self.insert();
        self
    }

    fn parsed(mut self, pace: Pace, unstorable: &[String]) -> Cell {
        let source = format!("{WRAPPER}{}\n}}", blanked(&self.original));
        let parse = parse(&source);
        let range = |range: TextRange| {
            let inside = |at: usize| at.saturating_sub(WRAPPER.len()).min(self.original.len());
            inside(range.start().into())..inside(range.end().into())
        };
        self.syntax_errors =
            syntax::errors(&parse).into_iter().map(|(place, message)| (range(place), message)).collect();
        let tree = parse.tree();
        let mut items = tree.syntax().children();
        if let (Some(wrapper), Some(_)) = (items.next(), items.next())
            && self.syntax_errors.is_empty()
        {
            // A closing brace of the reader's has ended the wrapper.
            let brace = usize::from(wrapper.text_range().end()) - 1 - WRAPPER.len();
            self.syntax_errors.push((brace..brace + 1, "this brace closes nothing".to_owned()));
        }
        if self.syntax_errors.is_empty()
            && let Some(body) = tree.syntax().descendants().find_map(ast::StmtList::cast)
        {
            self.prepare(&body, pace, unstorable);
        }
        self
    }

    /// The number that tells it from the other cells of its session.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What the compiler gets.
    pub fn compiled(&self) -> &str {
        &self.compiled
    }

    /// What the cell defines that the layout of a type can depend on.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// What the parser did not understand, with where in the reader's text. Such a cell is not compiled: put into the
    /// code around it, it might mean something else.
    pub fn syntax_errors(&self) -> &[(Range<usize>, String)] {
        &self.syntax_errors
    }

    /// The variables that end with the cell: closures, and what else cannot be stored.
    pub fn closures(&self) -> &[String] {
        &self.closures
    }

    /// Whether something in the cell is compiled in another way than the reader may have meant it: light loops, and a macro
    /// in braces at the end, which is taken for an expression.
    pub fn may_be_meant_otherwise(&self) -> bool {
        self.is_guess || self.insertions.iter().any(|(_, text)| text == LIGHT)
    }

    /// A line of the reader's text, counted from 1.
    pub fn line(&self, line: usize) -> Option<&str> {
        self.original.lines().nth(line.checked_sub(1)?)
    }

    /// The reader's text.
    pub fn original(&self) -> &str {
        &self.original
    }

    /// Where a byte of the compiled text stands in the reader's text. A byte of an insertion maps to where that was
    /// inserted.
    pub fn origin(&self, compiled: usize) -> usize {
        let mut shift = 0;
        for (at, text) in &self.insertions {
            if at + shift >= compiled {
                break;
            }
            shift += text.len().min(compiled - (at + shift));
        }
        compiled - shift
    }

    /// The byte of the compiled text at a place.
    pub fn compiled_offset(&self, place: Place) -> usize {
        let mut start = 0;
        for line in self.compiled.split_inclusive('\n').take(place.line.saturating_sub(1)) {
            start += line.len();
        }
        let line = self.compiled[start..].lines().next().unwrap_or("");
        start + line.char_indices().nth(place.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at)
    }

    fn prepare(&mut self, body: &ast::StmtList, pace: Pace, unstorable: &[String]) {
        let mut insertions: Vec<(usize, Rank, String)> = Vec::new();
        for child in body.syntax().children() {
            if let Some(at) = after_first_token(&child) {
                let line = self.original[..at].matches('\n').count() + 1;
                insertions.push((at, Rank::Mark, format!("{MARK}{:0MARK_DIGITS$}:{line}*/", self.number)));
            }
            let range = original_range(child.text_range());
            let closure = closure_binding(&child);
            let hidden = closure.map_or_else(|| bindings_with(&child, unstorable), |name| vec![name]);
            if !hidden.is_empty() {
                insertions.push((range.0, Rank::Open, LOCAL.to_owned()));
                insertions.push((range.1, Rank::Close, "}".to_owned()));
                self.closures.extend(hidden);
            }
            if is_statement(&child) {
                insertions.push((range.1, Rank::Check, CHECK.to_owned()));
            }
        }
        for node in body.syntax().descendants() {
            let behind = |brace: SyntaxToken| original_range(brace.text_range()).1;
            let recursive = recursive_head(&node).map(behind);
            insertions.extend(recursive.map(|brace| (brace, Rank::Check, CHECK.to_owned())));
            let Some(brace) = loop_head(&node).map(behind) else { continue };
            if pace == Pace::Fast && is_light(&node) {
                let range = original_range(node.text_range());
                insertions.push((range.0, Rank::OpenLoop, LIGHT.to_owned()));
                insertions.push((brace - 1, Rank::Mark, " => ".to_owned()));
                insertions.push((range.1, Rank::CloseLoop, "}".to_owned()));
            } else {
                insertions.push((brace, Rank::Check, CHECK.to_owned()));
            }
        }
        if let Some(tail) = body.tail_expr() {
            let range = original_range(tail.syntax().text_range());
            let kind = kind_of_tail(&tail);
            self.is_guess = matches!(kind, Tail::Braces) && pace == Pace::Fast;
            match kind {
                Tail::Braces if !self.is_guess => insertions.push((range.1, Rank::Close, ";".to_owned())),
                Tail::Value | Tail::Braces => {
                    insertions.push((range.0, Rank::Open, RESULT.to_owned()));
                    insertions.push((range.1, Rank::Close, ");".to_owned()));
                }
                Tail::Leaves => {}
                // So that what the compiler says of it is about the reader's code, not about what follows.
                Tail::Jumps => insertions.push((range.1, Rank::Close, ";".to_owned())),
            }
        }
        insertions.sort_by_key(|(at, rank, _)| (*at, *rank));
        self.insertions = insertions.into_iter().map(|(at, _, text)| (at, text)).collect();
        self.insert();
    }

    /// Writes what is compiled.
    fn insert(&mut self) {
        let mut compiled = String::with_capacity(self.original.len() * 2);
        let mut done = 0;
        for (at, text) in &self.insertions {
            compiled += &self.original[done..*at];
            compiled += text;
            done = *at;
        }
        compiled += &self.original[done..];
        self.compiled = compiled;
    }
}

/// The text without the numbers of the cells that its pieces are from.
pub fn without_cell_numbers(generated: &str) -> String {
    let mut pieces = generated.split(MARK);
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        text += MARK;
        text += after_number(piece).unwrap_or(piece);
    }
    text
}

/// The text without marks.
pub fn without_marks(generated: &str) -> String {
    let mut pieces = generated.split(MARK);
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        match after_number(piece).and_then(|rest| rest.split_once("*/")) {
            Some((_, rest)) => text += rest,
            None => {
                text += MARK;
                text += piece;
            }
        }
    }
    text
}

/// What stands behind the number of a cell in a mark; `None` if this is no mark but something that a reader has written.
fn after_number(piece: &str) -> Option<&str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, line) = piece.split_once("*/")?.0.split_once(':')?;
    (number.len() == MARK_DIGITS && digits(number) && digits(line)).then(|| &piece[MARK_DIGITS..])
}

/// The cell and its line that a line of a generated crate came from, found by the comments left there.
pub fn origin_of_generated(generated: &str, line: usize) -> Option<(usize, usize)> {
    let lines: Vec<&str> = generated.lines().collect();
    (0..line.min(lines.len())).rev().find_map(|index| {
        let (_, mark) = lines[index].rsplit_once(MARK)?;
        let (cell, of_cell) = mark.split_once("*/")?.0.split_once(':')?;
        Some((cell.parse().ok()?, of_cell.parse::<usize>().ok()? + (line - 1 - index)))
    })
}

/// Byte range in the reader's text of a range in the parsed text.
fn original_range(range: TextRange) -> (usize, usize) {
    (usize::from(range.start()) - WRAPPER.len(), usize::from(range.end()) - WRAPPER.len())
}

fn after_first_token(statement: &SyntaxNode) -> Option<usize> {
    let token = statement
        .descendants_with_tokens()
        .filter_map(|element| element.into_token())
        .find(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT))?;
    Some(original_range(token.text_range()).1)
}

/// A statement that runs, as opposed to an item.
fn is_statement(child: &SyntaxNode) -> bool {
    matches!(child.kind(), SyntaxKind::LET_STMT | SyntaxKind::EXPR_STMT)
        && !child.descendants().find_map(ast::MacroCall::cast).is_some_and(|call| is_item_macro(&call))
}

/// The name that a `let` gives to a closure, unless it says a type that the closure becomes.
fn closure_binding(statement: &SyntaxNode) -> Option<String> {
    let binding = ast::LetStmt::cast(statement.clone())?;
    let closure = matches!(binding.initializer()?, ast::Expr::ClosureExpr(_)) && binding.ty().is_none();
    let ast::Pat::IdentPat(pattern) = binding.pat()? else { return None };
    closure.then(|| Some(ast::HasName::name(&pattern)?.text().to_string()))?
}

/// The names that a `let` binds, if one of these is among them.
fn bindings_with(statement: &SyntaxNode, wanted: &[String]) -> Vec<String> {
    let Some(pattern) = ast::LetStmt::cast(statement.clone()).and_then(|binding| binding.pat()) else {
        return vec![];
    };
    let names = pattern.syntax().descendants().filter_map(ast::IdentPat::cast);
    let names: Vec<String> =
        names.filter_map(|name| Some(ast::HasName::name(&name)?.text().to_string())).collect();
    if names.iter().any(|name| wanted.contains(name)) { names } else { vec![] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_expression_is_shown_and_statements_know_their_line() {
        let cell = Cell::new("let x = 40;\nx + 2", 7, Pace::Plain);
        assert_eq!(
            cell.compiled(),
            "let/*@00007:1*/ x = 40;::agon::interrupt::check();\nagon::result!(x/*@00007:2*/ + 2);"
        );
        assert_eq!(
            Cell::new("a;b", 7, Pace::Plain).compiled(),
            "a/*@00007:1*/;::agon::interrupt::check();agon::result!(b/*@00007:1*/);"
        );
        assert_eq!(Cell::new("x;", 7, Pace::Plain).compiled(), "x/*@00007:1*/;::agon::interrupt::check();");
        assert_eq!(Cell::new("// 只有注释", 7, Pace::Plain).compiled(), "// 只有注释");
        assert_eq!(Cell::new("", 7, Pace::Plain).compiled(), "");
    }

    #[test]
    fn closures_stay_in_their_cell() {
        let cell = Cell::new("let f = |x: u8| x + 1;\nlet g: fn(u8) -> u8 = |x| x;", 7, Pace::Plain);
        assert_eq!(
            cell.compiled(),
            "agon::local!{let/*@00007:1*/ f = |x: u8| x + 1;}::agon::interrupt::check();\n\
             let/*@00007:2*/ g: fn(u8) -> u8 = |x| x;::agon::interrupt::check();"
        );
        assert_eq!(cell.closures(), ["f"]);
        assert_eq!(Cell::new("let mut f = |x: u8| x;", 7, Pace::Plain).closures(), ["f"]);
        let hidden =
            Cell::hiding("let (low, high) = pair.bounds(); low", 7, Pace::Plain, &["high".to_owned()]);
        assert!(hidden.compiled().starts_with("agon::local!{let/*@00007:1*/ (low, high) = pair.bounds();}"));
        assert_eq!(hidden.closures(), ["low", "high"]);
    }

    #[test]
    fn loops_look_at_the_interrupt_flag_but_not_at_compile_time() {
        assert_eq!(
            Cell::new("for i in 0..9 { f(i) }", 7, Pace::Plain).compiled(),
            "agon::result!(for/*@00007:1*/ i in 0..9 {::agon::interrupt::check(); f(i) });"
        );
        assert_eq!(
            Cell::new("const fn f() { loop {} }", 7, Pace::Plain).compiled(),
            "const/*@00007:1*/ fn f() { loop {} }"
        );
        assert_eq!(
            Cell::new("const N: u8 = { while false {} 1 };", 7, Pace::Plain).compiled(),
            "const/*@00007:1*/ N: u8 = { while false {} 1 };"
        );
    }

    #[test]
    fn functions_that_call_themselves_look_at_the_interrupt_flag() {
        let compiled = |code: &str| Cell::new(code, 7, Pace::Plain).compiled().to_owned();
        for code in
            ["fn f(n: u8) -> u8 {f(n)}", "impl T { fn f(&self) {self.f()} }", "mod m { fn f() {self::f()} }"]
        {
            assert!(compiled(code).contains("{::agon::interrupt::check();"), "{code}");
        }
        for code in ["const fn f(n: u8) -> u8 {f(n)}", "fn f() {g()}", "extern \"C\" fn f() {f()}"] {
            assert!(!compiled(code).contains("interrupt"), "{code}");
        }
    }

    #[test]
    fn numbers_of_cells_are_no_part_of_the_text() {
        let text = "let/*@00007:12*/ x; \"/*@1\" \"/*@00001\" /*@";
        assert_eq!(without_cell_numbers(text), "let/*@:12*/ x; \"/*@1\" \"/*@00001\" /*@");
    }

    #[test]
    fn light_loops_may_be_vectorised() {
        let light = |code: &str| Cell::new(code, 7, Pace::Fast).compiled().to_owned();
        assert_eq!(
            light("a;for i in 0..n {s += i}b"),
            "a/*@00007:1*/;::agon::interrupt::check();agon::light!{for/*@00007:1*/ i in 0..n  => {s += i}}\
             ::agon::interrupt::check();agon::result!(b/*@00007:1*/);"
        );
        assert_eq!(
            light("for i in 0..n {'a: for j in 0..i {v[j] = i;}}"),
            "agon::result!(for/*@00007:1*/ i in 0..n {::agon::interrupt::check();\
             agon::light!{'a: for j in 0..i  => {v[j] = i;}}});"
        );
    }

    #[test]
    fn directives_and_code_that_does_not_parse_stay_as_they_are() {
        assert_eq!(
            Cell::new(":dep 骰子 = \"1\"\n1", 7, Pace::Plain).compiled(),
            ":dep 骰子 = \"1\"\nagon::result!(1/*@00007:2*/);"
        );
        assert_eq!(Cell::new("let = ;", 7, Pace::Plain).compiled(), "let = ;");
        assert_eq!(
            Cell::new("} fn escape() {", 7, Pace::Plain).syntax_errors(),
            [(0..1, "this brace closes nothing".to_owned())]
        );
        for broken in ["1 +", "fn f() {", "}", "let = ;", "/* open"] {
            assert!(!Cell::new(broken, 7, Pace::Plain).syntax_errors().is_empty(), "{broken}");
        }
        assert!(Cell::new("let x = 1;\nx", 7, Pace::Plain).syntax_errors().is_empty());
        assert_eq!(
            Cell::new("thread_local! { static A: u8 = 1 }", 7, Pace::Plain).compiled(),
            "thread_local/*@00007:1*/! { static A: u8 = 1 }"
        );
    }

    #[test]
    fn every_place_of_the_compiled_text_maps_back() {
        let code = "#[derive(Debug)] // 棋\nstruct 棋(u8);\nfor i in 0..3 { let 甲 = i; }\n棋(3)";
        let cell = Cell::new(code, 7, Pace::Plain);
        let mut mapped = 0;
        for (at, character) in cell.compiled().char_indices() {
            let origin = cell.origin(at);
            assert!(code.is_char_boundary(origin), "{at} is mapped into a character");
            mapped += usize::from(code[origin..].starts_with(character));
        }
        // Each character of the reader's text is hit by itself, and a few of ours by chance.
        assert!(mapped >= code.chars().count());
        let last =
            cell.compiled_offset(Place { line: 4, column: "agon::result!(棋/*@00007:4*/(".chars().count() });
        assert_eq!(&code[cell.origin(last)..], "(3)");
        assert_eq!(cell.definitions().len(), 1);
    }

    #[test]
    fn a_generated_line_finds_its_cell_line() {
        let cell = Cell::new("let a = 1;\nassert_eq!(\n    a,\n    2\n);", 7, Pace::Plain);
        let generated = format!("fn run() {{\n{}\nstore();\n}}", cell.compiled());
        let line = generated.lines().position(|line| line.contains("    2")).unwrap() + 1;
        assert_eq!(origin_of_generated(&generated, line), Some((7, 4)));
    }
}
