//! `agon kernel`: what Jupyter starts.

use super::engine::Engine;
use crate::evaluator::prelude::Prelude;
use crate::evaluator::{CellError, Evaluator};
use crate::{session, wire};
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr};
use std::path::PathBuf;
use std::process::ExitCode;

/// Serve as a Jupyter kernel; Jupyter calls this.
#[derive(Debug, Args)]
pub struct Kernel {
    /// The connection file that the client has written.
    #[arg(short = 'f', long, value_name = "FILE")]
    connection_file: PathBuf,
    /// What compiles the cells.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    engine: Engine,
}

impl Kernel {
    /// Runs the command until a client asks for the end or the parent process dies.
    pub fn run(self) -> Result<ExitCode> {
        let connection = wire::ConnectionInfo::read(&self.connection_file)
            .into_diagnostic()
            .wrap_err_with(|| format!("reading the connection file {}", self.connection_file.display()))?;
        let engine = self.engine;
        session::run(connection, env!("AGON_RUSTC_VERSION").to_owned(), move || start(engine))
            .into_diagnostic()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn start(engine: Engine) -> Result<Box<dyn Evaluator>, CellError> {
    let prelude = Prelude::locate().map_err(CellError::unavailable)?;
    prelude.build(|_| ()).map_err(CellError::unavailable)?;
    engine.start(&prelude)
}
