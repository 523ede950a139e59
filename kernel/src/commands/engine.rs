//! What every command that runs cells needs first: the compiled prelude and a started engine.

use super::terminal;
use crate::evaluator::evcxr::EvcxrEvaluator;
use crate::evaluator::native::NativeEvaluator;
use crate::evaluator::prelude::Prelude;
use crate::evaluator::{CellError, Evaluator};
use clap::ValueEnum;
use miette::{IntoDiagnostic, Result, miette};
use std::time::Duration;

/// About how many crates the prelude consists of; only the length of a progress bar depends on it.
const CRATES: u64 = 230;

/// The versions of all crates, as this program and the prelude were compiled with them.
pub const LOCK_FILE: &[u8] = include_bytes!("../../../Cargo.lock");

/// What `rustc --version` says, or nothing.
pub fn rustc_version() -> String {
    let output = std::process::Command::new("rustc").arg("--version").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// The prelude, compiled now if it was not yet.
pub fn prelude() -> Result<Prelude> {
    let prelude = Prelude::locate().into_diagnostic()?;
    if !prelude.is_built() {
        terminal::tell(
            "Compiling the prelude (agon, polars, plotters); this happens once and takes some minutes.",
        );
        let bar = terminal::bar(CRATES, "{bar:30} {pos}/{len} {wide_msg}");
        prelude
            .build(|name| {
                bar.set_message(name.to_owned());
                bar.inc(1);
            })
            .into_diagnostic()?;
        bar.finish_and_clear();
    }
    Ok(prelude)
}

/// What compiles the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// rustc, called directly: fast.
    Native,
    /// The evcxr crate: starts slowly; knows `:dep`.
    Evcxr,
}

impl Engine {
    /// Starts the engine on a compiled prelude.
    ///
    /// # Errors
    /// `Unavailable`, saying what is missing.
    pub fn start(self, prelude: &Prelude) -> Result<Box<dyn Evaluator>, CellError> {
        Ok(match self {
            Engine::Native => Box::new(NativeEvaluator::start(prelude)?),
            Engine::Evcxr => Box::new(EvcxrEvaluator::start(prelude)?),
        })
    }
}

/// A started engine, with a sign of life while it starts.
pub fn start(engine: Engine) -> Result<Box<dyn Evaluator>> {
    let prelude = prelude()?;
    let bar = terminal::bar(0, "{spinner} {msg} {elapsed}");
    bar.set_message("starting the engine");
    bar.enable_steady_tick(Duration::from_millis(120));
    let evaluator = engine.start(&prelude).map_err(|error| describe(&error))?;
    bar.finish_and_clear();
    Ok(evaluator)
}

/// A cell's error for the terminal.
pub fn describe(error: &CellError) -> miette::Report {
    miette!("{}: {}", error.ename, error.evalue)
}
