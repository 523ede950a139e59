//! `agon doctor`: what this machine has, what it lacks, and how to get it.

use super::chromium::Chromium;
use super::{install, programs, terminal};
use crate::evaluator::prelude::{Prelude, cache_folder};
use clap::Args;
use console::Style;
use miette::Result;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look for everything that Agon uses on this machine, and say how to get what is missing.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon doctor\n  agon doctor --json | jq '.[] | select(.state != \"ok\")'\n\n\
                        Exit codes: 0 all that cells need is there, 1 something of it is missing, 2 the command line cannot be\n\
                        understood. What only one command needs (Python, Chromium, fonts) never makes it 1."
)]
pub struct Doctor {
    /// Print a JSON list: name, state (ok, optional, missing), detail, remedy.
    #[arg(long)]
    json: bool,
}

/// One thing that was looked for.
#[derive(Debug, Serialize)]
struct Finding {
    name: &'static str,
    state: State,
    /// What was found, or what it is needed for.
    detail: String,
    /// How to get it; empty when it is there.
    remedy: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// There.
    Ok,
    /// Missing; some command does without or does less.
    Optional,
    /// Missing; cells cannot run.
    Missing,
}

/// What is needed but for one command.
const NEEDED: State = State::Missing;
const NICE: State = State::Optional;

fn found(name: &'static str, detail: impl Into<String>) -> Finding {
    Finding { name, state: State::Ok, detail: detail.into(), remedy: String::new() }
}

fn lacking(
    name: &'static str,
    state: State,
    detail: impl Into<String>,
    remedy: impl Into<String>,
) -> Finding {
    Finding { name, state, detail: detail.into(), remedy: remedy.into() }
}

impl Doctor {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let prelude = Prelude::locate();
        let findings = [
            rustc(),
            cargo(),
            linker(prelude.as_ref().ok()),
            cache(),
            compiled(prelude.as_ref().ok()),
            cpp(),
            python(),
            jupyter(),
            kernelspec(),
            chromium(),
            fonts(),
        ];
        if self.json {
            let list = serde_json::to_value(&findings).unwrap_or(Value::Null);
            terminal::print(&format!("{list:#}\n"));
        } else {
            terminal::print(&report(&findings));
        }
        let lacks = findings.iter().any(|finding| finding.state == State::Missing);
        Ok(if lacks { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn report(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| console::measure_text_width(finding.name)).max().unwrap_or(0);
    let mut text = String::new();
    for Finding { name, state, detail, remedy } in findings {
        if terminal::is_quiet() && *state == State::Ok {
            continue;
        }
        let (sign, style) = match state {
            State::Ok => ("ok      ", Style::new().green()),
            State::Optional => ("optional", Style::new().yellow()),
            State::Missing => ("MISSING ", Style::new().red().bold()),
        };
        let name = console::pad_str(name, width, console::Alignment::Left, None);
        let _ = writeln!(text, "{}  {name}  {detail}", style.apply_to(sign));
        if !remedy.is_empty() {
            let _ = writeln!(text, "{:10}{:width$}  → {remedy}", "", "");
        }
    }
    text
}

/// The version this program was compiled with is the least that the prelude needs.
fn rustc() -> Finding {
    const NAME: &str = "rustc";
    let least = env!("CARGO_PKG_RUST_VERSION");
    let remedy = format!("install Rust {least} or later: https://rustup.rs, or rustup update");
    let Some(rustc) = programs::find(Path::new("rustc")) else {
        return lacking(NAME, NEEDED, "compiles the cells; it is not on the path", remedy);
    };
    let said = programs::output(&rustc, &["--version"]).unwrap_or_default();
    match said.split(' ').nth(1) {
        Some(version) if is_at_least(version, least) => found(NAME, format!("{said} ({})", rustc.display())),
        Some(version) => lacking(NAME, NEEDED, format!("{version} is too old"), remedy),
        None => lacking(NAME, NEEDED, format!("{} does not run", rustc.display()), "rustup default stable"),
    }
}

/// Whether one version, such as `1.95.0-nightly`, is not before another.
fn is_at_least(version: &str, least: &str) -> bool {
    let numbers = |version: &str| -> Vec<u32> {
        version.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
    };
    numbers(version) >= numbers(least)
}

fn cargo() -> Finding {
    match programs::find(Path::new("cargo")) {
        Some(cargo) => found("cargo", cargo.display().to_string()),
        None => lacking(
            "cargo",
            NEEDED,
            "compiles the prelude; it is not on the path",
            "install Rust: https://rustup.rs",
        ),
    }
}

fn linker(prelude: Option<&Prelude>) -> Finding {
    const NAME: &str = "linker";
    let own = prelude.and_then(|prelude| {
        let rustc = prelude.rustc();
        let path = rustc.parent()?.parent()?.join("lib/rustlib").join(prelude.target()).join("bin/rust-lld");
        path.is_file().then_some(path)
    });
    match (programs::find(Path::new("cc")), own) {
        (Some(cc), Some(_)) => found(NAME, format!("rust-lld of the toolchain, {}", cc.display())),
        (Some(cc), None) => found(NAME, format!("{} (slower: the toolchain has no rust-lld)", cc.display())),
        (None, _) => lacking(
            NAME,
            NEEDED,
            "there is no cc on the path",
            "Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc",
        ),
    }
}

fn cpp() -> Finding {
    match ["c++", "g++", "clang++"].iter().find_map(|name| programs::find(Path::new(name))) {
        Some(path) => found("C++ compiler", path.display().to_string()),
        None => lacking(
            "C++ compiler",
            NICE,
            "compiles ZeroMQ when agon itself is built",
            "Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++",
        ),
    }
}

fn cache() -> Finding {
    const NAME: &str = "cache folder";
    const REMEDY: &str = "set AGON_CACHE to a folder that you may write";
    let folder = match cache_folder() {
        Ok(folder) => folder,
        Err(error) => return lacking(NAME, NEEDED, error.to_string(), REMEDY),
    };
    let trial = std::fs::create_dir_all(&folder).and_then(|()| tempfile::tempfile_in(&folder).map(drop));
    match trial {
        Ok(()) => found(NAME, folder.display().to_string()),
        Err(error) => lacking(NAME, NEEDED, format!("{}: {error}", folder.display()), REMEDY),
    }
}

fn compiled(prelude: Option<&Prelude>) -> Finding {
    const NAME: &str = "prelude";
    match prelude {
        Some(prelude) if prelude.is_built() => found(NAME, "compiled"),
        Some(_) => lacking(
            NAME,
            NICE,
            "not yet compiled: the first command that runs a cell takes minutes",
            "agon install",
        ),
        None => lacking(NAME, NICE, "not yet compiled", "it is compiled when rustc is there"),
    }
}

fn python() -> Finding {
    const NAME: &str = "Python";
    const USE: &str = "`agon lab` and the tests use it";
    let remedy = "Debian, Ubuntu: apt install python3 python3-venv";
    let Some(python) = programs::find(Path::new("python3")) else {
        return lacking(NAME, NICE, format!("{USE}; there is no python3 on the path"), remedy);
    };
    let question = "import sys, venv, ensurepip; print('%d.%d.%d' % sys.version_info[:3])";
    match programs::output(&python, &["-c", question]) {
        Some(version) if is_at_least(&version, "3.10") => {
            found(NAME, format!("{version} ({})", python.display()))
        }
        Some(version) => lacking(NAME, NICE, format!("{USE}; {version} is too old, 3.10 is needed"), remedy),
        None => lacking(NAME, NICE, format!("{USE}; {} has no venv module", python.display()), remedy),
    }
}

fn jupyter() -> Finding {
    match programs::find(Path::new("jupyter")) {
        Some(path) => found("Jupyter", path.display().to_string()),
        None => lacking(
            "Jupyter",
            NICE,
            "not on the path",
            "agon lab brings its own JupyterLab; or pip install jupyterlab",
        ),
    }
}

fn kernelspec() -> Finding {
    const NAME: &str = "kernelspec";
    let places: Vec<PathBuf> =
        install::places().into_iter().map(|place| place.join("kernels/agon/kernel.json")).collect();
    let Some(spec) = places.iter().find(|place| place.is_file()) else {
        return lacking(NAME, NICE, "Jupyter does not know the kernel (`agon lab` does)", "agon install");
    };
    let text = std::fs::read_to_string(spec).unwrap_or_default();
    let program = serde_json::from_str::<Value>(&text)
        .ok()
        .and_then(|spec| Some(PathBuf::from(spec["argv"][0].as_str()?)));
    match program {
        Some(program) if programs::find(&program).is_some() => {
            found(NAME, format!("{} starts {}", spec.display(), program.display()))
        }
        Some(program) => lacking(
            NAME,
            NICE,
            format!("{} starts {}, which is not there", spec.display(), program.display()),
            "agon install",
        ),
        None => lacking(NAME, NICE, format!("{} cannot be read", spec.display()), "agon install"),
    }
}

fn chromium() -> Finding {
    match Chromium::find() {
        Ok(chromium) => found("Chromium", chromium.path().display().to_string()),
        Err(report) => lacking(
            "Chromium",
            NICE,
            report.to_string(),
            "Debian, Ubuntu: apt install chromium; or set AGON_CHROMIUM",
        ),
    }
}

fn fonts() -> Finding {
    const NAME: &str = "Chinese font";
    const REMEDY: &str = "Debian, Ubuntu: apt install fonts-noto-cjk";
    let Some(list) = programs::find(Path::new("fc-list")) else {
        return lacking(NAME, NICE, "cannot be looked for without fontconfig", REMEDY);
    };
    let families = programs::output(&list, &[":lang=zh-cn", "family"]).unwrap_or_default();
    match families.lines().next().filter(|family| !family.is_empty()) {
        Some(family) => found(NAME, family.split(',').next().unwrap_or(family)),
        None => lacking(NAME, NICE, "pages and PDF in Chinese would show boxes", REMEDY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for (version, least, enough) in [
            ("1.95.0", "1.95", true),
            ("1.100.0-nightly", "1.95", true),
            ("1.9.0", "1.95", false),
            ("3.9.18", "3.10", false),
        ] {
            assert_eq!(is_at_least(version, least), enough, "{version}");
        }
    }

    #[test]
    fn what_is_missing_comes_with_a_remedy() {
        let text = report(&[found("rustc", "1.95"), lacking("Chromium", NICE, "none", "install it")]);
        let text = console::strip_ansi_codes(&text).into_owned();
        assert_eq!(text.lines().count(), 3);
        assert!(text.contains("ok        rustc     1.95") && text.contains("→ install it"), "{text}");
    }
}
