//! `agon lab`: from a clone to JupyterLab with the kernel, in one command.

mod trust;

use super::notebooks::LOOKED_UP;
use super::unusable::unusable;
use super::{engine, install, programs, terminal};
use crate::evaluator::prelude::cache_folder;
use crate::language::Language;
use crate::notebook::write_atomically;
use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Open JupyterLab with the kernel and the labs.
///
/// The first start makes a Python environment of its own in the cache, with the versions of JupyterLab and of what it
/// needs fixed; later ones need no network. The server listens on this machine only and asks for a token. Ctrl-C ends it and
/// its kernels.
///
/// JupyterLab shows pictures and boards of stored outputs only where it trusts the notebook. Of the folder that it opens and
/// the folders in it, notebooks with this kernel are trusted whose outputs hold nothing that runs but boards, exactly as this
/// program makes them. Others show theirs when their cells run, or after *Trust Notebook* in JupyterLab.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon lab                        # the labs in notebooks/\n  \
                        agon lab notebooks/en/nim.ipynb # opens this one\n  \
                        agon lab --no-browser --port 9000\n\n\
                        Exit codes: 0 it was ended by Ctrl-C or from its menu, 1 it could not start, 2 the command line cannot\n\
                        be understood, or names what is neither a folder nor a file.\n\n\
                        Environment: AGON_PYTHON names another python3 for the environment; JUPYTER_TOKEN fixes the token.")]
pub struct Lab {
    /// The folder to show, or a notebook to open [default: notebooks here, else this folder].
    path: Option<PathBuf>,
    /// Open no browser; the address is printed.
    #[arg(long)]
    no_browser: bool,
    /// The port to listen on [default: the first free one from 8888].
    #[arg(long)]
    port: Option<u16>,
}

/// The versions of JupyterLab and of all that it needs.
const REQUIREMENTS: &str = include_str!("lab/requirements.txt");
/// JupyterLab asks for news in the network when it starts, unless it is told not to.
const PAGE_CONFIG: &str =
    "{\"disabledExtensions\": {\"@jupyterlab/apputils-extension:announcements\": true}}\n";
/// How long JupyterLab may take to start, and to end.
const TO_START: Duration = Duration::from_secs(180);
const TO_END: Duration = Duration::from_secs(20);

impl Lab {
    /// Runs the command until JupyterLab ends.
    pub fn run(self) -> Result<ExitCode> {
        let here = if Path::new("notebooks").is_dir() { "notebooks" } else { "." };
        let path = self.path.clone().unwrap_or_else(|| PathBuf::from(here));
        let path = openable(&path)?;
        if let Some(port) = self.port {
            // Another server there would answer in place of ours.
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
                miette!(
                    help = "leave --port out for the first free one, or give another",
                    "port {port} cannot be used: {error}"
                )
            })?;
        }
        Language::prepare(&engine::prelude()?);
        let environment = Environment::at(folder()?);
        // Nobody removes it while it is in use.
        let _in_use = environment.make()?;
        install::write_kernelspec(&environment.venv().join("share/jupyter/kernels/agon"))?;
        let port = match self.port {
            Some(port) => port,
            None => free_port().into_diagnostic()?,
        };
        let token = std::env::var("JUPYTER_TOKEN").ok().filter(|token| !token.is_empty());
        let token = token.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string());
        trust::trust_labs(&environment, folder_of(&path));
        // From here on a signal must end JupyterLab first.
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop)).into_diagnostic()?;
        }
        let mut server = environment.start(&path, port, &token, self.no_browser)?;
        let began = Instant::now();
        let mut told = false;
        loop {
            if let Some(status) = server.try_wait().into_diagnostic()? {
                if told && status.success() {
                    return Ok(ExitCode::SUCCESS);
                }
                return Err(miette!(
                    help = format!("all it said is in {}", environment.log().display()),
                    "JupyterLab has ended ({status}):\n{}",
                    tail(&environment.log())
                ));
            }
            if stop.load(Ordering::Relaxed) {
                end(&mut server).into_diagnostic()?;
                terminal::tell("JupyterLab has ended.");
                return Ok(ExitCode::SUCCESS);
            }
            if !told && TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                told = true;
                let address = format!("http://127.0.0.1:{port}{}?token={token}", address_of(&path));
                terminal::print(&format!("JupyterLab: {address}\n"));
                terminal::tell(&format!("Its log: {}. Ctrl-C ends it.", environment.log().display()));
            }
            if !told && began.elapsed() > TO_START {
                end(&mut server).into_diagnostic()?;
                return Err(miette!("JupyterLab does not answer:\n{}", tail(&environment.log())));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Where the environment is kept.
///
/// # Errors
/// This account has no cache folder.
pub fn folder() -> Result<PathBuf> {
    Ok(cache_folder().into_diagnostic()?.join("jupyterlab"))
}

/// Keeps JupyterLab from being installed or started, until the file is dropped: for whoever removes its environment.
///
/// # Errors
/// It is running.
pub fn lock() -> Result<Option<File>> {
    let folder = folder()?;
    let file = match File::options().write(true).open(folder.join("lock")) {
        // There is nothing to be removed.
        Err(_) => return Ok(None),
        Ok(file) => file,
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(_) => Err(miette!(
            help = "end it first, with Ctrl-C where `agon lab` runs",
            "JupyterLab runs from {}, or is being installed",
            folder.display()
        )),
    }
}

/// The folder or the notebook to open, as an absolute path.
fn openable(path: &Path) -> Result<PathBuf> {
    let absolute = fs::canonicalize(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => unusable(format!("{}: no such file or folder", path.display()), LOOKED_UP),
        _ => unusable(format!("{}: {error}", path.display()), ""),
    })?;
    if absolute.is_dir() || absolute.is_file() {
        Ok(absolute)
    } else {
        let what = format!("{} is neither a folder nor a notebook", path.display());
        Err(unusable(what, "name a notebook, or a folder that holds some"))
    }
}

/// The folder that JupyterLab shows.
fn folder_of(path: &Path) -> &Path {
    if path.is_dir() { path } else { path.parent().unwrap_or(path) }
}

/// The Python environment with JupyterLab.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn at(folder: PathBuf) -> Environment {
        Environment { folder }
    }

    fn venv(&self) -> PathBuf {
        self.folder.join("venv")
    }

    fn python(&self) -> PathBuf {
        self.venv().join("bin/python")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// Written last: what is installed.
    fn stamp(&self) -> PathBuf {
        self.folder.join("requirements.txt")
    }

    fn is_made(&self) -> bool {
        self.python().exists() && fs::read_to_string(self.stamp()).is_ok_and(|stamp| stamp == REQUIREMENTS)
    }

    /// Makes the environment unless it is there already. It stays as long as the file is held that comes back.
    fn make(&self) -> Result<File> {
        fs::create_dir_all(&self.folder)
            .into_diagnostic()
            .wrap_err_with(|| self.folder.display().to_string())?;
        let lock = File::create(self.folder.join("lock")).into_diagnostic()?;
        // One kind of lock is given back before the other is asked for; what was true before is then looked at again.
        loop {
            if lock.try_lock_shared().is_err() {
                terminal::tell("Another `agon lab` installs JupyterLab; waiting for it to end.");
                lock.lock_shared().into_diagnostic()?;
            }
            if self.is_made() {
                return Ok(lock);
            }
            lock.unlock().into_diagnostic()?;
            if lock.try_lock().is_err() {
                terminal::tell("Another `agon lab` runs or installs JupyterLab; waiting for it to end.");
                lock.lock().into_diagnostic()?;
            }
            if !self.is_made() {
                self.install()?;
            }
            lock.unlock().into_diagnostic()?;
        }
    }

    fn install(&self) -> Result<()> {
        let python = python()?;
        terminal::tell(&format!(
            "Installing JupyterLab into {} (once, with pip, about 200 MB).",
            self.venv().display()
        ));
        let _ = fs::remove_file(self.stamp());
        let _ = fs::remove_dir_all(self.venv());
        let venv = self.venv();
        run(
            Command::new(&python).args(["-m", "venv"]).arg(&venv),
            "python3 -m venv",
            "install the module: on Debian and Ubuntu apt install python3-venv",
        )?;
        let wanted = self.folder.join("wanted.txt");
        write_atomically(&wanted, REQUIREMENTS.as_bytes()).into_diagnostic()?;
        run(
            Command::new(self.python())
                .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
                .arg(&wanted),
            "pip",
            "the first start needs the network, or a pip configured for a local index",
        )?;
        let config = venv.join("etc/jupyter/labconfig");
        fs::create_dir_all(&config).into_diagnostic()?;
        write_atomically(&config.join("page_config.json"), PAGE_CONFIG.as_bytes()).into_diagnostic()?;
        fs::rename(&wanted, self.stamp()).into_diagnostic()
    }

    /// Where it is noted which notebooks are trusted: for this environment alone.
    fn notary(&self) -> [String; 2] {
        let file = |option: &str, name: &str| {
            format!("--NotebookNotary.{option}={}", self.folder.join(name).display())
        };
        [file("db_file", "trusted.sqlite"), file("secret_file", "secret")]
    }

    /// Starts the server. It leads a process group of its own, so that Ctrl-C reaches this program only.
    fn start(&self, path: &Path, port: u16, token: &str, no_browser: bool) -> Result<Child> {
        let log = File::create(self.log()).into_diagnostic()?;
        let mut command = Command::new(self.python());
        command
            .args(["-m", "jupyterlab", "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0"])
            .arg(format!("--ServerApp.port={port}"))
            .arg(format!("--ServerApp.root_dir={}", folder_of(path).display()))
            .args(self.notary())
            .arg(format!("--LabApp.default_url={}", address_of(path)));
        if no_browser {
            command.arg("--no-browser");
        }
        // Jupyter does not serve the superuser unless asked to. It listens on this machine only.
        if rustix::process::geteuid().is_root() {
            command.arg("--allow-root");
        }
        command
            .env("JUPYTER_TOKEN", token)
            .env("JUPYTER_PREFER_ENV_PATH", "1")
            .stdin(Stdio::null())
            .stdout(log.try_clone().into_diagnostic()?)
            .stderr(log)
            .process_group(0)
            .spawn()
            .into_diagnostic()
            .wrap_err_with(|| format!("starting {}", self.python().display()))
    }
}

/// Where a path is shown, below the address of the server.
fn address_of(path: &Path) -> String {
    match path.file_name().filter(|_| path.is_file()) {
        Some(name) => format!("/lab/tree/{}", percent_encoded(name.as_bytes())),
        None => "/lab".into(),
    }
}

/// A path as a part of an address.
pub fn percent_encoded(path: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte);
    path.iter()
        .map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A Python that can make the environment.
fn python() -> Result<PathBuf> {
    const REMEDY: &str = "install Python 3.10 or later (Debian, Ubuntu: apt install python3 python3-venv), or set AGON_PYTHON to one";
    let name = std::env::var_os("AGON_PYTHON").unwrap_or_else(|| "python3".into());
    let found = programs::find(Path::new(&name));
    let python = found.ok_or_else(|| {
        miette!(help = REMEDY, "JupyterLab needs Python, and there is no `{}`", Path::new(&name).display())
    })?;
    let version = programs::output(
        &python,
        &["-c", "import sys; print('%d.%d' % sys.version_info[:2], sys.version_info >= (3, 10))"],
    );
    match version.as_deref().and_then(|version| version.split_once(' ')) {
        Some((_, "True")) => Ok(python),
        Some((version, _)) => Err(miette!(
            help = REMEDY,
            "{} is Python {version}, which is too old for JupyterLab",
            python.display()
        )),
        None => Err(miette!(help = REMEDY, "{} does not run", python.display())),
    }
}

fn run(command: &mut Command, name: &str, remedy: &str) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().into_diagnostic().wrap_err_with(|| name.to_owned())?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(miette!(
        help = remedy.to_owned(),
        "{name} failed ({}):\n{}",
        output.status,
        String::from_utf8_lossy(&said).trim()
    ))
}

/// The first free port from Jupyter's own on, or any.
fn free_port() -> std::io::Result<u16> {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    match (8888..8988).find(is_free) {
        Some(port) => Ok(port),
        None => Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port()),
    }
}

/// Lets the server end its kernels and itself; if it does not, it is ended.
fn end(server: &mut Child) -> std::io::Result<()> {
    if let Some(process) = i32::try_from(server.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(process, Signal::TERM);
    }
    let begin = Instant::now();
    while server.try_wait()?.is_none() {
        if begin.elapsed() > TO_END {
            programs::signal_group(server, Signal::KILL);
            server.wait()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_pinned() {
        let lines: Vec<&str> =
            REQUIREMENTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(lines.iter().all(|line| line.contains("==")), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("jupyterlab==")));
    }

    #[test]
    fn a_notebook_is_opened_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("数 1.ipynb");
        fs::write(&path, "").unwrap();
        assert_eq!(address_of(&path), "/lab/tree/%E6%95%B0%201.ipynb");
        assert_eq!(address_of(folder.path()), "/lab");
    }

    #[test]
    fn an_environment_is_made_when_its_stamp_is_that_of_this_program() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::at(folder.path().to_owned());
        fs::create_dir_all(environment.venv().join("bin")).unwrap();
        fs::write(environment.python(), "").unwrap();
        assert!(!environment.is_made());
        fs::write(environment.stamp(), "jupyterlab==0\n").unwrap();
        assert!(!environment.is_made());
        fs::write(environment.stamp(), REQUIREMENTS).unwrap();
        assert!(environment.is_made() && environment.make().is_ok());
    }
}
