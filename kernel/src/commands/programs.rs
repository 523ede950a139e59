//! Other programs of this machine: where they are, and how they are ended.

use rustix::process::{Pid, Signal};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program of this name on the path, or at this path.
pub fn find(name: &Path) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    if name.components().count() > 1 {
        return Some(name.to_owned()).filter(is_program);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(is_program)
}

/// What a program prints, if it ends well.
pub fn output(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Sends a signal to a process that leads its group, and to those it has started.
pub fn signal_group(child: &Child, signal: Signal) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let shell = find(Path::new("sh")).unwrap();
        assert_eq!(find(&shell), Some(shell.clone()));
        assert_eq!(find(Path::new("no-such-program-of-agon")), None);
        assert_eq!(find(Path::new("/etc/passwd")), None, "not everything that is there is a program");
        assert_eq!(output(&shell, &["-c", "echo a"]).as_deref(), Some("a"));
        assert_eq!(output(&shell, &["-c", "exit 1"]), None);
    }
}
