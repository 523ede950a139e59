//! Lines such as `:dep rand = "0.9"` at the start of a cell: which there are, and how they are read. What they do is in
//! [`super::carry_out`].

use super::super::CellError;
use super::super::directive_lines;
use super::compiler::RELEASE;
use super::manner::{Format, Trait};
use super::requirement::Requirement;

/// What a directive asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// `:dep NAME = REQUIREMENT`, in one line or in several that follow each other: crates for this and all later cells.
    Dep(Vec<Requirement>),
    /// `:show_deps`: the crates that were added.
    ShowDeps,
    /// `:vars`: the stored variables.
    Vars,
    /// `:type EXPRESSION`: the type of an expression.
    Type(String),
    /// `:explain CODE`: what the compiler says of an error; without a code, of the last one.
    Explain(Option<String>),
    /// `:last_error_json`: the last errors as the compiler has written them.
    LastErrorJson,
    /// `:load FILE`: run the code of a file.
    Load(String),
    /// `:time`: how long this cell took to compile and to run.
    Time,
    /// `:timing`: the same for all later cells, or not any more.
    Timing,
    /// `:opt LEVEL`: how much later cells are optimised, [`RELEASE`] at most; without a level, 2 or 0 by turns.
    Opt(Option<String>),
    /// `:fmt FORMAT`: how values are shown that do not know how to show themselves.
    Fmt(Format),
    /// `:efmt FORMAT`: how the error of a `?` is told; without a format, how it is now.
    Efmt(Option<Trait>),
    /// `:types`: say the type of each value, or not any more.
    Types,
    /// `:last_compile_dir`: where the programs of cells are.
    LastCompileDir,
    /// `:env NAME=VALUE`: the environment of the process of the cells.
    Env(String, String),
    /// `:build_env NAME=VALUE`: the environment of the compiler.
    BuildEnv(String, String),
    /// `:restart`: another process.
    Restart,
    /// `:clear`: forget everything.
    Clear,
    /// `:quit`: end the kernel.
    Quit,
    /// `:version`: of this program and of the compiler.
    Version,
    /// `:help`: this list.
    Help,
    /// One that means something to evcxr only: what to say of it.
    Nothing(&'static str),
}

/// The list that `:help` shows. Each line of it that begins with a colon is a directive.
pub const HELP: &str = "\
:dep NAME = \"VERSION\"   use a crate from crates.io in this and all later cells; also { version = …, features = […] }, and :dep FOLDER
:show_deps              the crates that were added
:vars                   the variables that are stored, with their types
:type EXPRESSION        the type of an expression; also :t
:doc NAME               what a name means; NAME? says the same
:explain CODE           what the compiler says of an error such as E0382; without a code, of the last one
:last_error_json        the last errors as the compiler has written them
:last_compile_dir       the folder in which the programs of cells are compiled
:load FILE              run the Rust of a file, before what else stands in this cell
:time                   how long this cell takes to compile and to run
:timing                 the same for all later cells, until it is said again
:opt LEVEL              optimise later cells by 0, 1, 2 or 3 (2 is usual); without a level, 2 and 0 by turns
:opt release            as `cargo build --release`: 3, and sums that overflow wrap around unnoticed
:fmt FORMAT             show values by {:?}, by {:#?} over several lines, by {}, or to three places by {:.3}
:efmt FORMAT            tell the error of a `?` by {}, or by {:?}
:types                  say the type of each value, until it is said again
:env NAME=VALUE         an environment variable for the cells, from the next :restart on
:build_env NAME=VALUE   an environment variable for the compiler: env!(\"NAME\")
:restart                go on in a new process: variables are lost, functions and types are kept
:clear                  forget all variables, functions and types
:quit                   end the kernel
:version                the versions of Agon and of the compiler
:help                   this list

Of evcxr's directives these are understood, and change nothing here: allow_static_linking, cache, clear_cache, codegen_backend,
internal_debug, linker, load_config, offline, preserve_vars_on_panic, sccache, time_passes, toolchain.";

/// evcxr's directives that have no effect here, and why none is needed.
const WITHOUT_EFFECT: [(&str, &str); 12] = [
    ("allow_static_linking", "crates are linked dynamically, so that their statics exist once"),
    ("cache", "compiled cells are always kept; `agon cache` in a terminal says how much that is"),
    ("clear_cache", "`agon cache` in a terminal removes what is kept of compiled cells"),
    ("codegen_backend", "cells are compiled by rustc's usual backend"),
    ("internal_debug", "AGON_LOG=debug in the kernel's environment shows what the kernel does"),
    ("linker", "cells are linked by the toolchain's own lld"),
    ("load_config", "there is no configuration file: what a notebook needs stands in its cells"),
    ("offline", "cargo uses the network only when a `:dep` asks for a crate that is not on this machine"),
    ("preserve_vars_on_panic", "variables always outlive a panic"),
    ("sccache", "compiled cells are cached without it"),
    ("time_passes", "`:time` says how long a cell takes to compile"),
    ("toolchain", "cells are compiled by the rustc that has compiled the prelude; `:version` names it"),
];

/// The directives at the start of a cell, and the cell with their lines blank, so that all lines keep their numbers.
///
/// # Errors
/// `Directive` for one that does not exist, with the nearest that does.
pub fn split_off(code: &str) -> Result<(Vec<Directive>, String), CellError> {
    let directives = directive_lines::lines(code).filter(|(_, directive)| *directive);
    let mut read = Vec::new();
    for (line, _) in directives {
        match (parse(line.trim().trim_start_matches(':'))?, read.last_mut()) {
            // Compiled at once, not one after the other.
            (Directive::Dep(more), Some(Directive::Dep(requirements))) => requirements.extend(more),
            (directive, _) => read.push(directive),
        }
    }
    Ok((read, directive_lines::blanked(code)))
}

fn parse(text: &str) -> Result<Directive, CellError> {
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let argument = argument.trim();
    let optional = || (!argument.is_empty()).then(|| argument.to_owned());
    let required =
        |what: &str| optional().ok_or_else(|| error(format!("`:{name}` wants {what}: see `:help`")));
    Ok(match name {
        "dep" => Directive::Dep(vec![Requirement::parse(argument)?]),
        "show_deps" => Directive::ShowDeps,
        "vars" => Directive::Vars,
        "type" | "t" => Directive::Type(required("an expression")?),
        "doc" => {
            let alone =
                "`:doc NAME` stands alone in its cell, and only in a kernel: JupyterLab, `jupyter console`";
            return Err(error(alone.to_owned()));
        }
        "explain" => Directive::Explain(optional()),
        "last_error_json" => Directive::LastErrorJson,
        "load" => Directive::Load(required("the name of a file")?),
        "time" => Directive::Time,
        "timing" => Directive::Timing,
        "opt" => match argument {
            "" => Directive::Opt(None),
            "0" | "1" | "2" | "3" | RELEASE => Directive::Opt(Some(argument.to_owned())),
            _ => return Err(error(format!("`:opt {argument}`: the level is 0, 1, 2, 3 or release"))),
        },
        "fmt" if argument.is_empty() => Directive::Fmt(Format::default()),
        "fmt" => Directive::Fmt(Format::parse(argument)?),
        "efmt" => match argument {
            "" => Directive::Efmt(None),
            "{}" => Directive::Efmt(Some(Trait::Display)),
            "{:?}" => Directive::Efmt(Some(Trait::Debug)),
            _ => return Err(error(format!("`:efmt {argument}`: errors are told by {{}} or {{:?}}"))),
        },
        "types" => Directive::Types,
        "last_compile_dir" => Directive::LastCompileDir,
        "env" | "build_env" => {
            let Some((variable, value)) = argument.split_once('=').filter(|(name, _)| !name.is_empty())
            else {
                return Err(error(format!("`:{name}` wants NAME=VALUE")));
            };
            let (variable, value) = (variable.trim().to_owned(), value.trim().to_owned());
            if name == "env" { Directive::Env(variable, value) } else { Directive::BuildEnv(variable, value) }
        }
        "restart" => Directive::Restart,
        "clear" => Directive::Clear,
        "quit" => Directive::Quit,
        "version" => Directive::Version,
        "help" => Directive::Help,
        other => match WITHOUT_EFFECT.iter().find(|(name, _)| *name == other) {
            Some((_, why)) => Directive::Nothing(why),
            None => {
                let advice =
                    nearest(other).map(|name| format!("; did you mean `:{name}`?")).unwrap_or(";".into());
                return Err(error(format!("there is no directive `:{other}`{advice} `:help` lists all")));
            }
        },
    })
}

/// The directive that was probably meant: one letter in three may be wrong.
fn nearest(wrong: &str) -> Option<&'static str> {
    let (distance, name) = names().map(|name| (strsim::osa_distance(name, wrong), name)).min()?;
    (3 * distance <= wrong.chars().count() + 1).then_some(name)
}

/// What to say of a cell that cannot be parsed because something stands in it that is no Rust, in the line of the first
/// error, which is at the byte `at`, or in the next line: a directive behind code, or a command for IPython.
pub fn misplaced(code: &str, at: usize) -> Option<CellError> {
    let begin = code[..code.floor_char_boundary(at)].rfind('\n').map_or(0, |end| end + 1);
    let mut lines = code[begin..].lines();
    if let Some(said) = lines.clone().next().and_then(of_ipython) {
        return Some(error(said));
    }
    let name = |line: &str| {
        let name = line.trim_start().strip_prefix(':')?.split_whitespace().next()?.to_owned();
        names().any(|known| known == name).then_some(name)
    };
    let name = lines.by_ref().take(2).find_map(name)?;
    Some(error(format!(
        "`:{name}` stands behind code: directives stand at the start of a cell, before its Rust; move the line up, or \
         into a cell of its own"
    )))
}

/// What to say of a line such as `!ls` or `%timeit f()`.
pub fn of_ipython(line: &str) -> Option<String> {
    let line = line.trim();
    let word = line.split_whitespace().next()?;
    if line.starts_with('%') {
        return Some(format!(
            "`{word}` is a command of IPython, and this kernel runs Rust: `:help` lists its own commands"
        ));
    }
    let program = line.strip_prefix('!')?.split_whitespace().next()?;
    Some(format!(
        "`{word}` runs a program in IPython, and this kernel runs Rust: run it in a terminal, or write \
         `std::process::Command::new({program:?}).status()?`"
    ))
}

/// All names.
fn names() -> impl Iterator<Item = &'static str> {
    let listed = HELP.lines().filter_map(|line| line.strip_prefix(':')?.split_whitespace().next());
    listed.chain(WITHOUT_EFFECT.iter().map(|(name, _)| *name))
}

/// An error of a directive.
pub fn error(evalue: String) -> CellError {
    CellError { ename: "Directive".into(), traceback: evalue.lines().map(str::to_owned).collect(), evalue }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_leave_blank_lines_behind() {
        let code = ":dep rand = \"0.9\"\n:dep itoa\n\n:time\nlet x = 1;\n:vars";
        let (directives, rest) = split_off(code).unwrap();
        let crates = ["rand = \"0.9\"", "itoa"].map(|line| Requirement::parse(line).unwrap());
        assert_eq!(directives, [Directive::Dep(crates.to_vec()), Directive::Time]);
        assert_eq!(rest.trim_start(), "let x = 1;\n:vars");
        assert_eq!(rest.lines().count(), 6);
    }

    #[test]
    fn an_unknown_directive_suggests_the_nearest() {
        for (wrong, right) in [
            ("var", "vars"),
            ("dpe x = \"1\"", "dep"),
            ("hlep", "help"),
            ("explian", "explain"),
            ("cahce", "cache"),
        ] {
            let evalue = parse(wrong).unwrap_err().evalue;
            assert!(evalue.contains(&format!("`:{right}`?")), "{evalue}");
        }
        assert!(split_off(":dep rand = 1.0.").unwrap_err().evalue.contains(":dep"));
    }

    #[test]
    fn what_is_like_no_directive_suggests_none() {
        for wrong in ["nonsense", "x", "foo", "quantum", "ls"] {
            let evalue = parse(wrong).unwrap_err().evalue;
            assert!(evalue.contains(":help") && !evalue.contains("did you mean"), "{evalue}");
        }
    }

    #[test]
    fn a_directive_behind_code_is_found() {
        for code in ["let z = 5;\n:vars", "1\n  :type x\n"] {
            assert!(misplaced(code, 0).unwrap().evalue.contains("start of a cell"), "{code}");
        }
        for code in ["let x\n: u8 = 1;", "f(a\n::b)", "x\n:y"] {
            assert_eq!(misplaced(code, 0), None, "{code}");
        }
        for (code, words) in
            [("!ls -l | wc", "Command::new(\"ls\")"), ("%timeit f()", ":help"), ("%%bash\nls", ":help")]
        {
            assert!(misplaced(code, 3).unwrap().evalue.contains(words), "{code}");
        }
        let text = "let s = r\"\n:help\n\"; let x: = 3;";
        assert_eq!(misplaced(text, text.find("= 3").unwrap()), None);
    }

    #[test]
    fn what_a_directive_wants_is_checked() {
        for wrong in ["opt 7", "fmt {:x}", "efmt x", "type", "load", "env X", "build_env =1", "dep"] {
            let name = wrong.split(' ').next().unwrap();
            assert!(parse(wrong).unwrap_err().evalue.contains(&format!("`:{name}")), "{wrong}");
        }
        assert_eq!(parse("env A=b=c").unwrap(), Directive::Env("A".into(), "b=c".into()));
        assert_eq!(parse("explain").unwrap(), Directive::Explain(None));
        assert_eq!(parse("opt").unwrap(), Directive::Opt(None));
    }

    #[test]
    fn help_lists_every_directive() {
        for (name, _) in WITHOUT_EFFECT {
            assert!(HELP.split([' ', ',', '.', '\n']).any(|word| word == name), "{name}");
        }
        for name in names() {
            let evalue = parse(name).err().map(|error| error.evalue).unwrap_or_default();
            assert!(!evalue.contains("there is no directive"), "{name}");
        }
    }
}
