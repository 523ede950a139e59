//! An installed Chromium, which prints pages.

use super::lab::percent_encoded;
use super::programs;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Under which names browsers of the family are installed.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// The variable that names another one.
const VARIABLE: &str = "AGON_CHROMIUM";
/// How long a page may take. A busy machine needs some ten seconds for the longest.
const PATIENCE: Duration = Duration::from_secs(180);

/// A browser that can print to PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromium(PathBuf);

impl Chromium {
    /// The browser that `AGON_CHROMIUM` names, or the first of the family on the path.
    ///
    /// # Errors
    /// There is none; the message says how to get one.
    pub fn find() -> Result<Chromium> {
        const REMEDY: &str = "install one (Debian: apt install chromium), or set \
            AGON_CHROMIUM to its path; without one, print the HTML page from any browser";
        if let Some(named) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            return match programs::find(Path::new(&named)) {
                Some(path) => Ok(Chromium(path)),
                None => Err(miette!(
                    help = REMEDY,
                    "{VARIABLE} names {}, which is no program",
                    Path::new(&named).display()
                )),
            };
        }
        let found = NAMES.iter().find_map(|name| programs::find(Path::new(name)));
        found
            .map(Chromium)
            .ok_or_else(|| miette!(help = REMEDY, "PDF needs Chromium or Chrome, and neither is on the path"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The page as PDF.
    ///
    /// # Errors
    /// The browser does not start, fails, or takes too long.
    pub fn print(&self, html: &str) -> Result<Vec<u8>> {
        let folder = tempfile::Builder::new().prefix("agon-pdf-").tempdir().into_diagnostic()?;
        let [page, pdf, said] = ["page.html", "page.pdf", "said"].map(|name| folder.path().join(name));
        fs::write(&page, html).into_diagnostic()?;
        let mut command = Command::new(&self.0);
        command.args([
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
            "--no-pdf-header-footer",
        ]);
        // Chromium refuses to guard itself against pages when the superuser starts it. These pages run nothing.
        if rustix::process::geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        command
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg(format!("--print-to-pdf={}", pdf.display()))
            .arg(format!("file://{}", percent_encoded(page.as_os_str().as_bytes())))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said).into_diagnostic()?)
            .process_group(0);
        let mut child =
            command.spawn().into_diagnostic().wrap_err_with(|| format!("starting {}", self.0.display()))?;
        let status = wait(&mut child, PATIENCE).into_diagnostic()?;
        let bytes = fs::read(&pdf).unwrap_or_default();
        if bytes.starts_with(b"%PDF") && status.is_some_and(|status| status.success()) {
            return Ok(bytes);
        }
        let reason = match status {
            None => format!("it took longer than {} seconds", PATIENCE.as_secs()),
            Some(status) => format!("{status}; {}", last_line(&fs::read(&said).unwrap_or_default())),
        };
        Err(miette!(
            help = "print the HTML page from a browser instead, or set AGON_CHROMIUM to another one",
            "{} did not print the page: {reason}",
            self.0.display()
        ))
    }
}

/// Waits for the end of a process that leads its group; after `patience` the group is killed and there is no status.
fn wait(child: &mut Child, patience: Duration) -> std::io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begin.elapsed() > patience {
            programs::signal_group(child, rustix::process::Signal::KILL);
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn last_line(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script in place of the browser.
    fn browser(folder: &Path, script: &str) -> Chromium {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("browser");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Chromium(path)
    }

    #[test]
    fn what_the_browser_prints_is_what_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"for word in "$@"; do case "$word" in
            --print-to-pdf=*) pdf="${word#--print-to-pdf=}";;
            file://*) page="${word#file://}";;
        esac; done
        printf '%%PDF ' > "$pdf"; cat "$page" >> "$pdf""#;
        assert_eq!(browser(folder.path(), script).print("甲").unwrap(), "%PDF 甲".as_bytes());
    }

    #[test]
    fn a_browser_that_fails_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let error = browser(folder.path(), "echo no display >&2; exit 3").print("x").unwrap_err().to_string();
        assert!(error.contains("no display") && error.contains('3'), "{error}");
        let error = browser(folder.path(), "exit 0").print("x").unwrap_err().to_string();
        assert!(error.contains("it said nothing"), "{error}");
    }
}
