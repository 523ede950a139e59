//! The notebooks that paths on the command line stand for, read, and where their pages go.

use super::pages;
use super::unusable::unusable;
use crate::handout::Neighbours;
use crate::notebook::{Notebook, NotebookError};
use miette::Result;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Where paths are looked for.
pub const LOOKED_UP: &str =
    "paths are looked up from the current folder; in a clone the labs are in notebooks/";

/// A notebook, and where its page goes below the output folder.
pub struct Job {
    /// The notebook, with its path.
    pub notebook: Notebook,
    /// The page, below the output folder.
    pub page: PathBuf,
    /// Where its page leads to.
    pub neighbours: Neighbours,
}

impl Job {
    /// How messages and tables name the notebook.
    pub fn name(&self) -> String {
        self.notebook.path().display().to_string()
    }
}

/// The notebooks that the paths stand for, each once, in order. A file that is no notebook is reported before anything
/// is started.
pub fn jobs(paths: &[PathBuf]) -> Result<Vec<Job>> {
    let mut found: Vec<(PathBuf, PathBuf, bool)> = Vec::new();
    let mut seen = HashSet::new();
    each(paths, |path, notebook| {
        if seen.insert(notebook.clone()) {
            // Below a folder pages lie as the notebooks do.
            let below = notebook.strip_prefix(path).ok().filter(|below| !below.as_os_str().is_empty());
            let alone = below.is_none();
            let page = below.or(notebook.file_name().map(Path::new)).unwrap_or(Path::new("page"));
            found.push((notebook.clone(), page.with_extension("html"), alone));
        }
    })?;
    let jobs = found.into_iter().map(|(path, page, alone)| {
        Notebook::read(&path).map(|notebook| {
            let neighbours = Neighbours::default();
            (Job { notebook, page, neighbours }, alone)
        })
    });
    let jobs = jobs.collect::<Result<Vec<_>, NotebookError>>();
    let mut jobs = jobs.map_err(|error| unusable(error.to_string(), ""))?;
    // Files that were named one by one, in both languages: English has a folder of its own, as in the book.
    let both = [true, false].map(|chinese| jobs.iter().any(|(job, _)| job.notebook.is_chinese() == chinese));
    for (job, _) in jobs.iter_mut().filter(|(job, alone)| *alone && !job.notebook.is_chinese()) {
        if both == [true, true] {
            job.page = Path::new("en").join(&job.page);
        }
    }
    let mut pages = HashSet::new();
    match jobs.iter().find(|(job, _)| !pages.insert(job.page.clone())) {
        Some((job, _)) => Err(unusable(
            format!("two notebooks would become the same page {}", job.page.display()),
            "name their folder instead, or choose different --out folders",
        )),
        None => {
            let mut jobs: Vec<Job> = jobs.into_iter().map(|(job, _)| job).collect();
            if are_several(paths) {
                pages::introduce(&mut jobs, &HashSet::new());
            }
            Ok(jobs)
        }
    }
}

/// As [`jobs`], for what is going to run: the cells must be in Rust.
pub fn rust_jobs(paths: &[PathBuf]) -> Result<Vec<Job>> {
    let jobs = jobs(paths)?;
    match jobs.iter().find(|job| job.notebook.language() != "rust") {
        Some(job) => Err(unusable(
            format!("{}: the cells are in {}, not in Rust", job.name(), job.notebook.language()),
            "agon runs notebooks whose kernel is a Rust kernel; `agon export` makes pages of others too",
        )),
        None => Ok(jobs),
    }
}

/// Whether the paths stand for several notebooks, so that their pages get an index.
pub fn are_several(paths: &[PathBuf]) -> bool {
    paths.len() > 1 || paths.iter().any(|path| path.is_dir())
}

/// Each path's notebooks, in order: a folder stands for all notebooks in it, a file for itself. `named` gets the path and
/// the notebook.
pub fn each(paths: &[PathBuf], mut named: impl FnMut(&Path, PathBuf)) -> Result<()> {
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            find(path, &mut found)?;
            found.sort();
            if found.is_empty() {
                return Err(unusable(
                    format!("{}: no notebooks here", path.display()),
                    "name a notebook, or a folder that holds some",
                ));
            }
            found.into_iter().for_each(|notebook| named(path, notebook));
        } else if path.exists() {
            named(path, path.clone());
        } else {
            return Err(unusable(format!("{}: no such file or folder", path.display()), LOOKED_UP));
        }
    }
    Ok(())
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable = |error: std::io::Error| unusable(format!("{}: {error}", folder.display()), "");
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // Jupyter's own copies stand in hidden folders.
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            // A link may lead back to a folder above it, and the walk would not end.
            let linked = entry.file_type().map_err(unreadable)?.is_symlink();
            if !hidden && !linked {
                find(&path, found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "ipynb") && !hidden {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_pages_get_a_folder_when_there_are_chinese_ones() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, lang: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let text = format!(
                r#"{{"nbformat": 4, "nbformat_minor": 5, "metadata": {{"lang": "{lang}"}}, "cells": []}}"#
            );
            std::fs::write(&path, text).unwrap();
            path
        };
        let (chinese, english) = (write("labs/a.ipynb", "zh-CN"), write("labs/en/a.ipynb", "en"));
        let pages = |paths: &[&Path]| -> Vec<String> {
            let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
            jobs(&paths).unwrap().iter().map(|job| job.page.display().to_string()).collect()
        };
        assert_eq!(pages(&[&chinese, &english, &chinese]), ["a.html", "en/a.html"]);
        assert_eq!(pages(&[&english]), ["a.html"]);
        assert_eq!(pages(&[&folder.path().join("labs")]), ["a.html", "en/a.html"]);
        let same = [chinese, write("other/a.ipynb", "zh-CN")];
        assert!(jobs(&same).err().unwrap().to_string().contains("the same page a.html"));
    }

    #[test]
    fn links_to_folders_are_not_followed_below_a_path() {
        let folder = tempfile::tempdir().unwrap();
        let (labs, link) = (folder.path().join("labs"), folder.path().join("link"));
        std::fs::create_dir_all(labs.join("en")).unwrap();
        std::fs::write(labs.join("en/a.ipynb"), "{}").unwrap();
        let linked = |to: &str, from: &Path| std::os::unix::fs::symlink(to, from).unwrap();
        linked("..", &labs.join("en/up"));
        linked("en", &labs.join("again"));
        linked("en/a.ipynb", &labs.join("b.ipynb"));
        linked("labs", &link);
        for path in [labs, link] {
            let mut found = Vec::new();
            each(std::slice::from_ref(&path), |_, notebook| found.push(notebook)).unwrap();
            assert_eq!(found, [path.join("b.ipynb"), path.join("en/a.ipynb")]);
        }
    }
}
