//! `agon completions`: what a shell offers after Tab.

use clap::{Args, CommandFactory, ValueEnum};
use miette::Result;
use std::process::ExitCode;

/// Print a script that teaches a shell to complete this command.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon completions bash > ~/.local/share/bash-completion/completions/agon\n  \
                        agon completions zsh  > ~/.zfunc/_agon        # with ~/.zfunc in $fpath\n  \
                        agon completions fish > ~/.config/fish/completions/agon.fish\n\n\
                        Exit codes: 0 done, 2 the command line cannot be understood."
)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Completions {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let shell = match self.shell {
            Shell::Bash => clap_complete::Shell::Bash,
            Shell::Zsh => clap_complete::Shell::Zsh,
            Shell::Fish => clap_complete::Shell::Fish,
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut super::Cli::command(), "agon", &mut script);
        super::terminal::print(&String::from_utf8_lossy(&script));
        Ok(ExitCode::SUCCESS)
    }
}
