//! Files of the prelude's cache: copied so that cargo sees what has changed, linked so that nothing large exists twice.

use super::prelude::PreludeError;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// An error of a file.
pub(super) fn file_error(path: &Path) -> impl FnOnce(io::Error) -> PreludeError {
    let path = path.to_owned();
    move |error| PreludeError::File { path, error }
}

/// All files below a path (or the path itself), in a fixed order.
pub(super) fn files(path: &Path) -> Result<Vec<PathBuf>, PreludeError> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(file_error(path))? {
        found.extend(files(&entry.map_err(file_error(path))?.path())?);
    }
    found.sort();
    Ok(found)
}

/// Makes `to` a copy of `from`. Files that are equal keep their times, so that cargo recompiles only what changed.
pub(super) fn mirror(from: &Path, to: &Path) -> Result<(), PreludeError> {
    let wanted = files(from)?;
    for file in &wanted {
        let relative = file.strip_prefix(from).unwrap_or(file);
        let target = if relative.as_os_str().is_empty() { to.to_owned() } else { to.join(relative) };
        write_if_changed(&target, &fs::read(file).map_err(file_error(file))?)?;
    }
    if to.is_dir() {
        for file in files(to)? {
            if !from.join(file.strip_prefix(to).unwrap_or(&file)).exists() {
                fs::remove_file(&file).map_err(file_error(&file))?;
            }
        }
    }
    Ok(())
}

/// Writes a file, unless it has this content already: its time then stays, too.
pub(super) fn write_if_changed(path: &Path, content: &[u8]) -> Result<(), PreludeError> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(file_error(folder))?;
    }
    fs::write(path, content).map_err(file_error(path))
}

/// Copies those files of a folder of build products whose names end in one of `endings`, the large ones by hard links.
/// Only files that cargo replaces but never writes into may be shared: a lock or a time stamp in common would make one
/// session believe what another one did. What belongs to the workspace's own crate is left out.
pub(super) fn link_tree(from: &Path, to: &Path, endings: &[&str]) -> Result<(), PreludeError> {
    fs::create_dir_all(to).map_err(file_error(to))?;
    for entry in fs::read_dir(from).map_err(file_error(from))? {
        let entry = entry.map_err(file_error(from))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["ctx-", "libctx", "agon_extras", "libagon_extras"].iter().any(|own| name.starts_with(own)) {
            continue;
        }
        if name == "incremental" && from.ends_with("debug") {
            // Only when a crate is compiled again is this read, and what is copied here is up to date.
            continue;
        }
        let target = to.join(&name);
        let large = [".rlib", ".rmeta", ".so"].iter().any(|end| name.ends_with(end));
        if entry.file_type().map_err(file_error(from))?.is_dir() {
            link_tree(&entry.path(), &target, endings)?;
        } else if !endings.iter().any(|ending| name.ends_with(ending)) {
            continue;
        } else if target.exists() {
            // An earlier attempt got this far. Copying over a link would empty the file that both names stand for.
            continue;
        } else if !(large && fs::hard_link(entry.path(), &target).is_ok()) {
            copy_with_times(&entry.path(), &target).map_err(file_error(&target))?;
        }
    }
    Ok(())
}

/// cargo decides by times what is up to date.
fn copy_with_times(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    let times = fs::metadata(from)?;
    let times = fs::FileTimes::new().set_accessed(times.accessed()?).set_modified(times.modified()?);
    File::options().write(true).open(to)?.set_times(times)
}
