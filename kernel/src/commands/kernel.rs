//! `agon kernel`: what Jupyter starts.

use super::engine::Engine;
use crate::evaluator::interrupt::kill_compilers;
use crate::evaluator::prelude::Prelude;
use crate::evaluator::{CellError, Evaluator};
use crate::language::Language;
use crate::{session, wire};
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Serve as a Jupyter kernel; Jupyter calls this.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon kernel -f connection.json\n\n\
                        Exit codes: 0 a client has ended it, 1 it could not start, 2 the command line cannot be understood.")]
pub struct Kernel {
    /// The connection file or registration file that the client has written.
    #[arg(short = 'f', long, value_name = "FILE")]
    connection_file: PathBuf,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
    /// Where the cells of all sessions are kept, `off` for nowhere; otherwise $AGON_HISTORY, or agon/history.sqlite in
    /// your data folder.
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
}

impl Kernel {
    /// Runs the command until a client asks for the end or the parent process dies.
    pub fn run(self) -> Result<ExitCode> {
        let start = wire::Start::read(&self.connection_file)
            .into_diagnostic()
            .wrap_err_with(|| format!("reading the connection file {}", self.connection_file.display()))?;
        let engine = self.engine;
        let language = Arc::new(Language::default());
        let setting = session::Setting {
            start,
            language_version: env!("AGON_RUSTC_VERSION").to_owned(),
            history: session::Place::find(self.history.as_deref()),
            language: Arc::clone(&language),
        };
        let outcome = session::run(setting, move || start_engine(engine, &language));
        // Such as a prelude or a `:dep` that nobody waits for any more.
        kill_compilers();
        outcome.into_diagnostic()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn start_engine(engine: Engine, language: &Arc<Language>) -> Result<Box<dyn Evaluator>, CellError> {
    let prelude = Prelude::locate().map_err(CellError::unavailable)?;
    prelude.build(|_| ()).map_err(CellError::unavailable)?;
    // Nobody waits for the names: questions that come before them are answered from what is known.
    let _ = language.load(&prelude);
    engine.start(&prelude)
}
