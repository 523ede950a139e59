//! One call of rustc.

use super::super::CellError;
use super::super::prelude::Prelude;
use super::crates::{self, Crates};
use super::directive::error;
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The arguments that are the same for every cell.
#[derive(Clone, Debug)]
pub struct Compiler {
    rustc: PathBuf,
    arguments: Vec<String>,
    environment: BTreeMap<String, String>,
    /// What tells the extra crates from others in the same place.
    crates: String,
    /// The process that is asked for types, or 0. It runs beside the cells and may outlast them.
    question: Arc<AtomicU32>,
}

/// What a call is to produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A shared library.
    Library,
    /// Only the checks.
    Check,
    /// Only the checks, with types named by importable paths.
    Types,
}

/// A message of the compiler (`--error-format=json`).
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// The error code.
    pub code: Option<Code>,
    /// `error`, `warning`, …
    pub level: String,
    /// Where.
    pub spans: Vec<Span>,
    /// Notes and helps.
    pub children: Vec<Diagnostic>,
    /// As a terminal shows it.
    pub rendered: Option<String>,
}

/// An error code.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Code {
    /// Such as `E0382`.
    pub code: String,
}

/// A place, with what the compiler says of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Span {
    /// The file.
    pub file_name: String,
    /// The first byte.
    pub byte_start: usize,
    /// The byte behind the last.
    pub byte_end: usize,
    /// Whether the error is here.
    pub is_primary: bool,
    /// The words at this place.
    pub label: Option<String>,
    /// What to write here.
    pub suggested_replacement: Option<String>,
    /// The call of the macro that this place is in.
    pub expansion: Option<Box<Expansion>>,
}

/// The call of a macro.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Expansion {
    /// Where it stands.
    pub span: Span,
}

impl Span {
    /// The place in the program that this place comes from, through all macros.
    pub fn in_program(&self) -> Option<&Span> {
        if self.file_name.ends_with(FILE) { Some(self) } else { self.expansion.as_ref()?.span.in_program() }
    }
}

/// The level of what is said in the name of a compiler that was killed.
const KILLED: &str = "killed";

/// The optimisation of cargo's release profile: level 3, and no checks for overflow.
pub const RELEASE: &str = "release";

/// The name of the file that holds a program.
pub const FILE: &str = super::super::report::GENERATED;

impl Compiler {
    /// The compiler of a prelude and of extra crates.
    pub fn new(
        prelude: &Prelude,
        crates: &Crates,
        optimisation: &str,
        environment: &BTreeMap<String, String>,
    ) -> Compiler {
        let products = crates.products(prelude);
        let arguments = [
            "--crate-name=cell",
            "--crate-type=cdylib",
            "--edition=2024",
            "--error-format=json",
            // The same in every cell, so that a type of one is the type of the next.
            "-Cmetadata=agon",
            "-Cprefer-dynamic",
            "-Ccodegen-units=1",
            "-Awarnings",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_owned).to_vec();
        // What a sum that wraps around would "verify" is worth nothing: the checks go only where the reader says so.
        let (level, checks) = if optimisation == RELEASE { ("3", "off") } else { (optimisation, "on") };
        arguments.push(format!("-Copt-level={level}"));
        arguments.push(format!("-Coverflow-checks={checks}"));
        arguments.push(format!("--target={}", prelude.target()));
        // With extra crates the prelude may be another one than the facade's.
        let facade = if crates.files.is_empty() { prelude.facade() } else { vec![] };
        if facade.is_empty() {
            arguments.push(format!("--extern=agon={}", products.dylib().display()));
        }
        arguments.extend(facade);
        arguments.push(format!("-Ldependency={}", products.target.display()));
        arguments.push(format!("-Ldependency={}", products.host.display()));
        for (name, file) in &crates.files {
            arguments.push(format!("--extern={name}={}", file.display()));
        }
        if let Some(folder) = crates.dylib.parent().filter(|_| !crates.files.is_empty()) {
            arguments.push(format!("--extern={}={}", crates::DYLIB, crates.dylib.display()));
            arguments.push(format!("-Clink-arg=-Wl,-rpath,{}", folder.display()));
        }
        Compiler {
            rustc: prelude.rustc(),
            arguments,
            environment: environment.clone(),
            crates: crates.fingerprint(),
            question: Arc::default(),
        }
    }

    /// Ends the compiler that is being asked for types: nobody waits for the answer any more.
    pub fn end_question(&self) {
        let process = i32::try_from(self.question.load(Ordering::Relaxed)).ok().and_then(Pid::from_raw);
        if let Some(process) = process {
            let _ = kill_process(process, Signal::KILL);
        }
    }

    /// What decides the result of a call, besides the program.
    pub fn fingerprint(&self) -> String {
        format!("{}\n{:?}\n{}", self.arguments.join("\n"), self.environment, self.crates)
    }

    /// What the compiler says of an error code.
    ///
    /// # Errors
    /// `Directive` when it knows no such code.
    pub fn explain(&self, code: &str) -> Result<String, CellError> {
        let output = Command::new(&self.rustc).args(["--explain", code]).stdin(Stdio::null()).output();
        let output = output.map_err(CellError::unavailable)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(error(format!("`:explain {code}`: {}", said.trim().trim_start_matches("error: "))))
    }

    /// Compiles `program` (a file named [`FILE`]) to `out`.
    ///
    /// # Errors
    /// What the compiler has found, or one message if it could not be run or was killed.
    pub fn compile(&self, program: &Path, out: &Path, product: Product) -> Result<(), Vec<Diagnostic>> {
        let mut command = Command::new(&self.rustc);
        command.args(&self.arguments).arg(program).envs(&self.environment).stdin(Stdio::null());
        // What the compiler leaves behind belongs beside the program, not into the reader's folder.
        if let Some(folder) = program.parent() {
            command.current_dir(folder);
            // The folder of the session is nobody's business, and another one next time.
            let session = folder.parent().unwrap_or(folder);
            command.arg(format!("--remap-path-prefix={}=cells", session.display()));
        }
        match product {
            Product::Library => command.arg("-o").arg(out),
            Product::Check | Product::Types => command.arg(format!("--emit=metadata={}", out.display())),
        };
        if product == Product::Types {
            command.env("RUSTC_BOOTSTRAP", "1").args([
                // Types in full, with paths that a program can write.
                "-Ztrim-diagnostic-paths=no",
                "-Zwrite-long-types-to-disk=no",
            ]);
        }
        let failed = |error| vec![Diagnostic::only(format!("rustc cannot be run: {error}"))];
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(failed)?;
        if product == Product::Types {
            self.question.store(child.id(), Ordering::Relaxed);
        }
        let output = child.wait_with_output().map_err(failed)?;
        if product == Product::Types {
            self.question.store(0, Ordering::Relaxed);
        }
        if output.status.success() {
            return Ok(());
        }
        let messages = String::from_utf8_lossy(&output.stderr);
        let read = messages.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
        // Errors without a place only count the others.
        let errors: Vec<Diagnostic> =
            read.filter(|message| message.level.starts_with("error") && !message.is_count()).collect();
        if errors.is_empty() {
            let mut failure = Diagnostic::only(format!("rustc failed ({}): {messages}", output.status));
            failure.level = if output.status.code().is_none() { KILLED } else { "error" }.to_owned();
            Err(vec![failure])
        } else {
            Err(errors)
        }
    }
}

impl Diagnostic {
    fn only(message: String) -> Diagnostic {
        Diagnostic {
            message,
            code: None,
            level: "error".into(),
            spans: vec![],
            children: vec![],
            rendered: None,
        }
    }

    /// Whether the compiler has found nothing, because it was killed.
    pub fn is_killed(&self) -> bool {
        self.level == KILLED
    }

    fn is_count(&self) -> bool {
        self.spans.is_empty() && self.message.starts_with("aborting due to")
    }

    /// Its error code, or nothing.
    pub fn code(&self) -> &str {
        self.code.as_ref().map_or("", |code| code.code.as_str())
    }
}
