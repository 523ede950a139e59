//! The command line: one file a subcommand.

mod batch;
mod cache;
mod check;
mod chromium;
mod claims;
mod completions;
mod doctor;
mod engine;
mod eval;
mod export;
mod install;
mod kernel;
mod lab;
mod new;
mod notebooks;
mod pages;
mod programs;
mod run;
mod summary;
mod terminal;
mod unusable;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use unusable::Unusable;

/// Combinatorial game theory in Jupyter notebooks: live labs for 《数学游戏与谜题》.
#[derive(Debug, Parser)]
#[command(
    name = "agon",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 all is well, 1 something was found (a cell that fails, a difference, a missing program), 2 the\n\
                  command line cannot be understood, or names a file that is not there or of another kind. `agon COMMAND --help` has examples and says more.\n\n\
                  Environment: AGON_CACHE (folder of what is compiled), AGON_LANG (zh or en), AGON_LOG (such as debug),\n\
                  NO_COLOR."
)]
struct Cli {
    /// Print results and errors only: no bars, no summaries.
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Lab(lab::Lab),
    Run(run::Run),
    Check(check::Check),
    Export(export::Export),
    Claims(claims::Claims),
    New(new::New),
    Eval(eval::Eval),
    Install(install::Install),
    Doctor(doctor::Doctor),
    Cache(cache::Cache),
    Completions(completions::Completions),
    Kernel(kernel::Kernel),
}

/// What is logged as long as AGON_LOG does not say. The parser of HTML warns of what it does not do on pages of a browser;
/// whoever exports a notebook can do nothing about it.
const QUIETLY: &str = "warn,html5ever=error";

/// Runs the program. Exit codes: 0 all is well, 1 a cell failed or a file is not as it should be, 2 the command line
/// cannot be understood or names what cannot be used.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let filter = tracing_subscriber::EnvFilter::try_from_env("AGON_LOG").unwrap_or_else(|_| QUIETLY.into());
    let ansi = console::colors_enabled_stderr();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(ansi).with_writer(std::io::stderr).init();
    terminal::set_quiet(cli.quiet);
    let outcome = match cli.command {
        Command::Lab(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Claims(command) => command.run(),
        Command::New(command) => command.run(),
        Command::Eval(command) => command.run(),
        Command::Install(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Cache(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Kernel(command) => command.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(report) => {
            eprintln!("{report:?}");
            if report.downcast_ref::<Unusable>().is_some() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
