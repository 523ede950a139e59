//! `agon install`: the kernel where Jupyter finds it, and the prelude compiled.

use super::{engine, terminal};
use crate::language::Language;
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Make the kernel known to Jupyter and compile what its cells link.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon install\n  agon install --sys-prefix     # into the active virtual environment\n  agon install --prefix /opt/jupyter\n\n\
                  Exit codes: 0 the kernel is installed, 1 it is not, 2 the command line cannot be understood."
)]
pub struct Install {
    /// For this user only (the default).
    #[arg(long, conflicts_with_all = ["prefix", "sys_prefix"])]
    user: bool,
    /// Below this folder, in share/jupyter/kernels.
    #[arg(long, value_name = "DIR", conflicts_with = "sys_prefix")]
    prefix: Option<PathBuf>,
    /// Into the active Python environment.
    #[arg(long)]
    sys_prefix: bool,
}

const LOGO: &[u8] = include_bytes!("logo.svg");

impl Install {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let data = match &self.prefix {
            Some(prefix) => std::path::absolute(prefix).into_diagnostic()?.join("share/jupyter"),
            None if self.sys_prefix => sys_prefix()?.join("share/jupyter"),
            None => user_data()?,
        };
        Language::prepare(&engine::prelude()?);
        let folder = data.join("kernels/agon");
        write_kernelspec(&folder)
            .wrap_err_with(|| format!("writing the kernelspec to {}", folder.display()))?;
        if !terminal::is_quiet() {
            terminal::print(&format!("Rust (Agon) is installed: {}\n", folder.display()));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes what Jupyter reads about the kernel.
pub fn write_kernelspec(folder: &Path) -> Result<()> {
    let program = std::env::current_exe().into_diagnostic()?;
    let spec = json!({
        "argv": [program, "kernel", "-f", "{connection_file}"],
        "display_name": "Rust (Agon)",
        "language": "rust",
        "interrupt_mode": "message",
        // Connection files and, since 5.5, registration files (JEP 66) are understood.
        "kernel_protocol_version": "5.5",
        "metadata": {"debugger": false, "supported_features": ["kernel subshells"]},
    });
    std::fs::create_dir_all(folder).into_diagnostic()?;
    let text = serde_json::to_string_pretty(&spec).into_diagnostic()?;
    crate::notebook::write_atomically(&folder.join("kernel.json"), format!("{text}\n").as_bytes())
        .into_diagnostic()?;
    crate::notebook::write_atomically(&folder.join("logo-svg.svg"), LOGO).into_diagnostic()
}

/// Where Jupyter looks for kernels, as far as is known without asking it.
pub fn places() -> Vec<PathBuf> {
    let path = std::env::var_os("JUPYTER_PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> =
        std::env::split_paths(&path).filter(|path| !path.as_os_str().is_empty()).collect();
    let environment = std::env::var_os("VIRTUAL_ENV").or_else(|| std::env::var_os("CONDA_PREFIX"));
    places.extend(environment.map(|prefix| Path::new(&prefix).join("share/jupyter")));
    places.extend(user_data());
    places.extend(["/usr/local/share/jupyter", "/usr/share/jupyter"].map(PathBuf::from));
    places
}

fn user_data() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("JUPYTER_DATA_DIR") {
        return Ok(PathBuf::from(folder));
    }
    Ok(dirs::data_dir()
        .ok_or_else(|| miette!(help = "use --prefix DIR", "this account has no data folder"))?
        .join("jupyter"))
}

/// The prefix of the active environment, or of the Python that is found first.
fn sys_prefix() -> Result<PathBuf> {
    if let Some(prefix) = std::env::var_os("VIRTUAL_ENV").or_else(|| std::env::var_os("CONDA_PREFIX")) {
        return Ok(PathBuf::from(prefix));
    }
    let python = Command::new("python3").args(["-c", "import sys; print(sys.prefix)"]).output();
    let prefix = python.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let prefix = prefix.ok_or_else(|| {
        miette!(help = "activate a virtual environment, or use --prefix DIR", "no Python found")
    })?;
    Ok(PathBuf::from(String::from_utf8_lossy(&prefix).trim()))
}
