//! The command line: one file a subcommand.

mod cache;
mod claims;
mod engine;
mod eval;
mod install;
mod kernel;
mod notebooks;
mod run;
mod summary;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Combinatorial game theory in Jupyter notebooks: live labs for 《数学游戏与谜题》.
#[derive(Debug, Parser)]
#[command(name = "agon", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Eval(eval::Eval),
    Claims(claims::Claims),
    Install(install::Install),
    Cache(cache::Cache),
    Kernel(kernel::Kernel),
}

/// Runs the program. Exit codes: 0 all is well, 1 a cell failed or a file is not as it should be, 2 the command line
/// cannot be understood.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let filter = tracing_subscriber::EnvFilter::try_from_env("AGON_LOG").unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let outcome = match cli.command {
        Command::Run(command) => command.run(),
        Command::Eval(command) => command.run(),
        Command::Claims(command) => command.run(),
        Command::Install(command) => command.run(),
        Command::Cache(command) => command.run(),
        Command::Kernel(command) => command.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(report) => {
            eprintln!("{report:?}");
            ExitCode::FAILURE
        }
    }
}
