//! `agon cache`: what is kept between sessions.

use super::{lab, terminal};
use crate::evaluator::prelude::Prelude;
use clap::{Args, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr};
use serde_json::{Value, json};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::ExitCode;

/// Show what is kept between sessions, or remove some of it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon cache\n  agon cache --clear cells\n\n\
                        Exit codes: 0 done, 1 something could not be removed, 2 the command line cannot be understood.")]
pub struct Cache {
    /// Remove this part. Running kernels go on.
    #[arg(long, value_enum, value_name = "PART")]
    clear: Option<Part>,
    /// Print a JSON list: name, bytes, folder.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Compiled cells: they are compiled again when they run.
    Cells,
    /// Crates of `:dep` lines.
    Crates,
    /// The Python environment of `agon lab`: its next start installs it again.
    Lab,
    /// Everything, the prelude too: the next start takes minutes.
    All,
}

impl Cache {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let prelude = Prelude::locate().into_diagnostic()?;
        // Nothing is removed while something is built.
        let _lock = self.clear.map(|_| prelude.lock()).transpose().into_diagnostic()?;
        let removes_lab = matches!(self.clear, Some(Part::Lab | Part::All));
        let _lab = removes_lab.then(lab::lock).transpose()?;
        let mut in_use = 0;
        if self.clear == Some(Part::All) {
            // First of all: what is left when this is stopped half-way must not look whole.
            prelude.forget_template().into_diagnostic()?;
            in_use = prelude.sweep_preludes(0);
        }
        let parts = [
            (Part::Cells, "compiled cells", prelude.cell_cache()),
            (Part::Crates, "crates of `:dep`", prelude.extras()),
            (Part::Lab, "JupyterLab", lab::folder()?),
            (Part::All, "prelude", prelude.template()),
        ];
        let mut list = Vec::new();
        for (part, name, folder) in &parts {
            if self.clear == Some(*part) || self.clear == Some(Part::All) {
                remove(folder)?;
            }
            let bytes = size(folder, *part != Part::All);
            if self.json {
                list.push(json!({"name": name, "bytes": bytes, "folder": folder.display().to_string()}));
            } else {
                terminal::print(&format!("{name:18} {:>9}  {}\n", megabytes(bytes), folder.display()));
            }
        }
        if self.json {
            terminal::print(&format!("{:#}\n", Value::Array(list)));
        }
        if in_use > 0 {
            terminal::tell(&format!(
                "running kernels still use {in_use} compiled prelude(s); clear again after they have ended"
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).into_diagnostic().wrap_err_with(|| format!("removing {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The bytes below a path; with `own_only` without the files that are links into another part.
fn size(path: &Path, own_only: bool) -> u64 {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path(), own_only),
        Ok(data) if own_only && data.nlink() > 1 => 0,
        Ok(data) => data.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
