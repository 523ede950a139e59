//! The notebooks that paths on the command line stand for.

use miette::{IntoDiagnostic, Result, WrapErr, miette};
use std::path::{Path, PathBuf};

/// Each path's notebooks, in order: a folder stands for all notebooks in it, a file for itself. `named` gets the path and
/// the notebook.
pub fn each(paths: &[PathBuf], mut named: impl FnMut(&Path, PathBuf)) -> Result<()> {
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            find(path, &mut found)?;
            found.sort();
            if found.is_empty() {
                return Err(miette!(
                    help = "name a notebook, or a folder that holds some",
                    "{}: no notebooks here",
                    path.display()
                ));
            }
            found.into_iter().for_each(|notebook| named(path, notebook));
        } else if path.exists() {
            named(path, path.clone());
        } else {
            return Err(miette!(
                help = "paths are looked up from the current folder; in a clone the labs are in notebooks/",
                "{}: no such file or folder",
                path.display()
            ));
        }
    }
    Ok(())
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).into_diagnostic().wrap_err_with(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry.into_diagnostic()?.path();
        // Jupyter's own copies stand in hidden folders.
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            find(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ipynb") && !hidden {
            found.push(path);
        }
    }
    Ok(())
}
