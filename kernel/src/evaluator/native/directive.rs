//! Lines such as `:dep rand = "0.9"` at the start of a cell.

use super::super::cell::{Cell, Pace};
use super::super::conversation::interrupted;
use super::super::directive_lines;
use super::super::parts::split;
use super::super::{CellError, Evaluator, Output, Payload, Stream, Variable};
use super::NativeEvaluator;
use super::compiler::Product;
use super::crates::{Crates, Requirement};
use super::diagnosis::{Answer, answers};
use super::program::{Program, Purpose};
use serde_json::Value;

/// What a directive asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// `:dep NAME = REQUIREMENT`: a crate for this and all later cells.
    Dep(Requirement),
    /// `:vars`: the stored variables.
    Vars,
    /// `:type EXPRESSION`: the type of an expression.
    Type(String),
    /// `:time`: how long this cell took to compile and to run.
    Time,
    /// `:opt LEVEL`: how much later cells are optimised.
    Opt(String),
    /// `:clear`: forget everything.
    Clear,
    /// `:help`: this list.
    Help,
}

/// The list that `:help` shows.
pub const HELP: &str = "\
:dep NAME = \"VERSION\"   use a crate from crates.io in this and all later cells; also { version = …, features = […] }
:vars                   the variables that are stored, with their types
:type EXPRESSION        the type of an expression
:time                   how long this cell takes to compile and to run
:opt LEVEL              optimise later cells by 0, 1, 2 or 3 (2 is usual)
:clear                  forget all variables, functions and types
:help                   this list";

const NAMES: [&str; 7] = ["dep", "vars", "type", "time", "opt", "clear", "help"];

/// The directives at the start of a cell, and the cell with their lines blank, so that all lines keep their numbers.
///
/// # Errors
/// `Directive` for one that does not exist, with the nearest that does.
pub fn split_off(code: &str) -> Result<(Vec<Directive>, String), CellError> {
    let directives = directive_lines::lines(code).filter(|(_, directive)| *directive);
    let directives = directives.map(|(line, _)| parse(line.trim().trim_start_matches(':')));
    Ok((directives.collect::<Result<_, _>>()?, directive_lines::blanked(code)))
}

fn parse(text: &str) -> Result<Directive, CellError> {
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let argument = argument.trim().to_owned();
    match name {
        "dep" => Requirement::parse(&argument).map(Directive::Dep),
        "vars" => Ok(Directive::Vars),
        "type" | "t" => Ok(Directive::Type(argument)),
        "time" => Ok(Directive::Time),
        "opt" if ["0", "1", "2", "3"].contains(&argument.as_str()) => Ok(Directive::Opt(argument)),
        "opt" => Err(error(format!("`:opt {argument}`: the level is 0, 1, 2 or 3"))),
        "clear" => Ok(Directive::Clear),
        "help" => Ok(Directive::Help),
        unknown => {
            let nearest = NAMES.iter().min_by_key(|known| distance(known, unknown)).unwrap_or(&"help");
            Err(error(format!(
                "there is no directive `:{unknown}`; did you mean `:{nearest}`? `:help` lists all"
            )))
        }
    }
}

impl NativeEvaluator {
    /// Does what a directive asks for.
    ///
    /// # Errors
    /// `Directive`, or the compiler's errors.
    pub fn carry_out(
        &mut self,
        directive: Directive,
        outputs: &mut dyn FnMut(Output),
    ) -> Result<(), CellError> {
        match directive {
            Directive::Dep(requirement) => self.require(requirement, outputs)?,
            Directive::Vars => outputs(table_of(&self.variables())),
            Directive::Type(expression) => outputs(text_result(self.type_of(&expression)?)),
            // The caller measures.
            Directive::Time => {}
            Directive::Opt(level) => {
                self.optimisation = level;
                self.renew_compiler();
            }
            Directive::Clear => self.reset()?,
            Directive::Help => outputs(page(HELP)),
        }
        Ok(())
    }

    /// Adds a crate, or changes the version of one.
    fn require(
        &mut self,
        requirement: Requirement,
        outputs: &mut dyn FnMut(Output),
    ) -> Result<(), CellError> {
        let mut requirements = self.requirements.clone();
        requirements.retain(|old| old.name() != requirement.name());
        requirements.push(requirement);
        requirements.sort_by(|a, b| a.name().cmp(b.name()));
        let crates = Crates::build(&self.prelude, &requirements);
        self.crates =
            crates.map_err(|error| if self.stop.was_requested() { interrupted(&[]) } else { error })?;
        self.requirements = requirements;
        self.renew_compiler();
        if self.host.use_products(&self.crates.products(&self.prelude)) {
            let lost = self.variables();
            self.lose_host_state();
            self.host.end();
            self.link.forget_host();
            self.host.start_again()?;
            if !lost.is_empty() {
                let names: Vec<String> = lost.into_iter().map(|variable| variable.name).collect();
                let text = format!(
                    "The new crate changes polars' own dependencies; variables are gone: {}\n",
                    names.join(", ")
                );
                outputs(Output::Text { stream: Stream::Stderr, text });
            }
        }
        Ok(())
    }

    /// The type of an expression, which is not evaluated.
    fn type_of(&self, expression: &str) -> Result<String, CellError> {
        let cell = Cell::new(&format!("let agon_type = ({expression});"), self.cells.len(), Pace::Plain);
        let parts = split(cell.compiled());
        let plan = self.plan(&cell);
        let kept = ["agon_type".to_owned()];
        let program = Program::new(&self.ingredients(&cell, &parts, &plan, &[], &kept), Purpose::Probe);
        let source = self.write(&program, "type")?;
        match self.compiler.compile(&source, &source.with_extension("rmeta"), Product::Types) {
            Ok(()) => Err(error(format!("the type of `{expression}` could not be found out"))),
            Err(diagnostics) => match answers(&program, &diagnostics).remove("agon_type") {
                Some(Answer::Named(name)) => Ok(name),
                Some(Answer::Unnameable(what)) => Ok(what),
                None => Err(self.compile_error(&cell, &program, &plan, &diagnostics)),
            },
        }
    }
}

fn text_result(text: String) -> Output {
    let data = [("text/plain".to_owned(), Value::String(text))].into_iter().collect();
    Output::Result { data, metadata: Default::default() }
}

fn page(text: &str) -> Output {
    let data = [("text/plain".to_owned(), Value::String(text.to_owned()))].into_iter().collect();
    Output::Payload(Payload::Page { data, start: 0 })
}

fn table_of(variables: &[Variable]) -> Output {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let row = |variable: &Variable| {
        format!("<tr><td>{}</td><td>{}</td></tr>", variable.name, escape(&variable.type_name))
    };
    let lines: Vec<String> =
        variables.iter().map(|variable| format!("{}: {}", variable.name, variable.type_name)).collect();
    let html = format!("<table>{}</table>", variables.iter().map(row).collect::<String>());
    let data = [
        ("text/plain".to_owned(), Value::String(lines.join("\n"))),
        ("text/html".to_owned(), Value::String(html)),
    ];
    Output::Result { data: data.into_iter().collect(), metadata: Default::default() }
}

/// An error of a directive.
pub fn error(evalue: String) -> CellError {
    CellError { ename: "Directive".into(), traceback: evalue.lines().map(str::to_owned).collect(), evalue }
}

/// How many letters have to be changed, added or left out (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_leave_blank_lines_behind() {
        let (directives, rest) = split_off(":dep rand = \"0.9\"\n\n:time\nlet x = 1;\n:vars").unwrap();
        assert_eq!(
            directives,
            [Directive::Dep(Requirement::parse("rand = \"0.9\"").unwrap()), Directive::Time]
        );
        assert_eq!(rest.trim_start(), "let x = 1;\n:vars");
        assert_eq!(rest.lines().count(), 5);
    }

    #[test]
    fn an_unknown_directive_suggests_the_nearest() {
        assert!(split_off(":var").unwrap_err().evalue.contains("`:vars`"));
        assert!(split_off(":dpe x = \"1\"").unwrap_err().evalue.contains("`:dep`"));
        assert!(split_off(":dep rand = 1.0.").unwrap_err().evalue.contains(":dep"));
        assert!(split_off(":opt 7").is_err());
    }
}
