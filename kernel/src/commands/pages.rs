//! The pages of notebooks, written below one folder, and the index that leads to them.

use super::notebooks::Job;
use super::terminal;
use crate::book::lab::Lab;
use crate::handout::{self, Entry, Neighbours};
use crate::notebook::{Notebook, write_atomically};
use miette::{IntoDiagnostic, Result, WrapErr};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The name of the page that leads to the others.
const INDEX: &str = "index.html";

/// The folder of the English notebooks and pages, below the Chinese ones.
const ENGLISH: &str = "en";

/// Writes one file below `out`, in one step.
pub fn write(out: &Path, page: &Path, bytes: &[u8]) -> Result<()> {
    let page = out.join(page);
    if let Some(folder) = page.parent() {
        std::fs::create_dir_all(folder).into_diagnostic().wrap_err_with(|| {
            format!("making the folder {}; choose another one with --out", folder.display())
        })?;
    }
    write_atomically(&page, bytes).into_diagnostic().wrap_err_with(|| format!("writing {}", page.display()))
}

/// Tells pages that are made together where the index of their language is, the labs before and after, and the same lab in
/// the other language. They lead to no page that `failed` to be made.
pub fn introduce(jobs: &mut [Job], failed: &HashSet<PathBuf>) {
    let pages: HashSet<PathBuf> =
        jobs.iter().map(|job| job.page.clone()).filter(|page| !failed.contains(page)).collect();
    let labs: Vec<Lab> = jobs.iter().map(|job| Lab::of(&job.notebook)).collect();
    let mut order: Vec<usize> = (0..labs.len()).collect();
    order.sort_by(|&a, &b| handout::reading_order(&labs[a], &labs[b]));
    let beside: Vec<[Option<(PathBuf, String)>; 2]> = (0..jobs.len())
        .map(|job| {
            let beside = |&&other: &&usize| {
                labs[other].is_chinese() == labs[job].is_chinese() && pages.contains(&jobs[other].page)
            };
            let found = |other: &usize| (jobs[*other].page.clone(), labs[*other].title.clone());
            let earlier = order.iter().take_while(|&&other| other != job).filter(beside).last();
            let later = order.iter().skip_while(|&&other| other != job).skip(1).find(beside);
            [earlier.map(found), later.map(found)]
        })
        .collect();
    let has_chinese = jobs.iter().any(|job| job.notebook.is_chinese());
    for (job, beside) in jobs.iter_mut().zip(beside) {
        let is_chinese = job.notebook.is_chinese();
        let root = if is_chinese || !has_chinese { Path::new("") } else { Path::new(ENGLISH) };
        let index = root.join(INDEX);
        let other = if is_chinese {
            Some(Path::new(ENGLISH).join(&job.page))
        } else {
            job.page.strip_prefix(ENGLISH).ok().map(Path::to_owned)
        };
        let folder = job.page.parent().unwrap_or(Path::new(""));
        let [previous, next] = beside
            .map(|lab| lab.map(|(page, title): (PathBuf, String)| (handout::address(&page, folder), title)));
        job.neighbours = Neighbours {
            // A notebook of that name takes the place of the list.
            index: (!pages.contains(&index)).then(|| handout::address(&index, folder)),
            previous,
            next,
            other_language: other
                .filter(|page| pages.contains(page))
                .map(|page| handout::address(&page, folder)),
        };
    }
}

/// The book that a notebook named alone belongs to, as far as its pages are in the output folder.
#[derive(Default)]
pub struct Book {
    /// The folder of its notebooks.
    folder: PathBuf,
    /// The other labs that have a page.
    others: Vec<Entry>,
}

/// Gives a notebook that is named alone its place among the pages of its book, if they are in `out` already: its page then
/// lies where it lies in the book, and leads to the same pages as there.
pub fn join_book(jobs: &mut [Job], out: &Path) -> Book {
    let [job] = jobs else { return Book::default() };
    let folder = job.notebook.path().parent().unwrap_or(Path::new(""));
    let has_index = |folder: &str| out.join(folder).join(INDEX).is_file();
    let is_below = folder.ends_with(ENGLISH) && !job.notebook.is_chinese() && has_index(ENGLISH);
    let root = if is_below { folder.parent().unwrap_or(Path::new("")) } else { folder };
    if !has_index("") {
        return Book::default();
    }
    let folder = root.to_owned();
    let own = job.notebook.path().file_name().map(PathBuf::from).unwrap_or_default();
    let own = if is_below { Path::new(ENGLISH).join(own) } else { own };
    let notebooks = ["", ENGLISH].into_iter().filter_map(|below| {
        let entries = std::fs::read_dir(Path::new(".").join(root).join(below)).ok()?;
        Some(entries.filter_map(move |entry| Some(Path::new(below).join(entry.ok()?.file_name()))))
    });
    let is_page_there = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "ipynb")
            && *path != own
            && out.join(path.with_extension("html")).is_file()
    };
    let others = notebooks.flatten().filter(is_page_there).filter_map(|path| {
        let notebook = Notebook::read(&root.join(&path)).ok()?;
        Some(Job { notebook, page: path.with_extension("html"), neighbours: Neighbours::default() })
    });
    let alone = Job {
        notebook: job.notebook.clone(),
        page: own.with_extension("html"),
        neighbours: Neighbours::default(),
    };
    let mut book: Vec<Job> = std::iter::once(alone).chain(others).collect();
    introduce(&mut book, &HashSet::new());
    let Job { page, neighbours, .. } = book.swap_remove(0);
    (job.page, job.neighbours) = (page, neighbours);
    let entry = |other: Job| Entry { lab: Lab::of(&other.notebook), page: Some(other.page) };
    Book { folder, others: book.into_iter().map(entry).collect() }
}

impl Book {
    /// Writes the index that lists `own` anew, so that it counts what the new page says. An index that also lists what is
    /// not among the labs of the book stays as it is. `command` and the folder of the notebooks make all of it again.
    pub fn renew_index(self, out: &Path, own: Entry, command: &str) -> Result<()> {
        let is_chinese = own.lab.is_chinese();
        let command = match self.folder.as_os_str().is_empty() {
            true => format!("{command} ."),
            false => format!("{command} {}", quote(&self.folder.display().to_string())),
        };
        let mut labs = self.others;
        if labs.is_empty() {
            return Ok(());
        }
        labs.push(own);
        for index in indexes(labs).into_iter().filter(|index| index.is_chinese() == is_chinese) {
            let page = out.join(index.page);
            // Somebody's own page of that name is none of ours.
            let is_ours = |html: &String| html.contains(&format!("<html lang=\"{}\">", index.lang));
            let old = std::fs::read_to_string(&page).ok().filter(is_ours);
            let Some(old) = old.and_then(|html| handout::listed(&html)) else { continue };
            let html = index.html(&command)?;
            let new = handout::listed(&html).unwrap_or_default();
            if old.is_subset(&new) {
                write(out, Path::new(index.page), html.as_bytes())?;
            } else {
                terminal::tell(&format!(
                    "{} keeps what it says of this lab, because it lists others that have no page or no notebook in {}; {command} makes it anew",
                    page.display(),
                    match self.folder.as_os_str().is_empty() {
                        true => "this folder".to_owned(),
                        false => self.folder.display().to_string(),
                    },
                ));
            }
        }
        Ok(())
    }
}

/// Makes the pages of jobs whose neighbours have `failed` anew, so that no link leads nowhere.
///
/// # Errors
/// What `write` finds.
pub fn mend_links(
    jobs: &mut [Job],
    failed: HashSet<PathBuf>,
    write: impl Fn(usize, &Job) -> Result<()>,
) -> Result<()> {
    if failed.is_empty() || jobs.iter().all(|job| job.neighbours == Neighbours::default()) {
        return Ok(());
    }
    let before: Vec<Neighbours> = jobs.iter().map(|job| job.neighbours.clone()).collect();
    introduce(jobs, &failed);
    let mut changed =
        jobs.iter().zip(before).enumerate().filter(|(_, (job, before))| job.neighbours != *before);
    changed.try_for_each(|(at, (job, _))| if failed.contains(&job.page) { Ok(()) } else { write(at, job) })
}

/// The list of the labs in one language.
struct Index {
    labs: Vec<Entry>,
    lang: &'static str,
    page: &'static str,
    /// From it to the list in the other language.
    other: Option<&'static str>,
}

impl Index {
    fn is_chinese(&self) -> bool {
        self.lang != "en"
    }

    fn html(&self, command: &str) -> Result<String> {
        handout::index(&self.labs, self.lang, Path::new(self.page), self.other, command).into_diagnostic()
    }
}

/// The lists of some labs: one for each language that they are in.
fn indexes(labs: Vec<Entry>) -> Vec<Index> {
    let (chinese, english): (Vec<_>, Vec<_>) = labs.into_iter().partition(|entry| entry.lab.is_chinese());
    let index = |labs, lang, page, other| Index { labs, lang, page, other };
    match (chinese.is_empty(), english.is_empty()) {
        (false, false) => vec![
            index(chinese, "zh-CN", INDEX, Some("en/index.html")),
            index(english, "en", "en/index.html", Some("../index.html")),
        ],
        (false, true) => vec![index(chinese, "zh-CN", INDEX, None)],
        (true, _) => vec![index(english, "en", INDEX, None)],
    }
}

/// Writes the index of some labs. `command` makes it again.
pub fn write_index(out: &Path, labs: Vec<Entry>, command: &str) -> Result<()> {
    for index in indexes(labs) {
        let page = Path::new(index.page);
        // A notebook of that name is somebody's own index.
        if let Some(own) = index.labs.iter().find(|entry| entry.page.as_deref() == Some(page)) {
            terminal::tell(&format!(
                "{} is the page of {}; for the list of labs that would stand there, give the notebook another name",
                out.join(page).display(),
                own.lab.path.display()
            ));
            continue;
        }
        write(out, page, index.html(command)?.as_bytes())?;
    }
    Ok(())
}

/// Paths as a shell takes them.
pub fn quoted(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| quote(&path.display().to_string())).collect();
    paths.join(" ")
}

/// A word as a shell takes it.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_=.-+/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pages_that_are_made_together_know_their_neighbours() {
        let job = |page: &str, lang: &str, order: u32| {
            let metadata = json!({"lang": lang, "agon": {"chapter": "chapter-1", "order": order, "title": format!("{page} $n$")}});
            let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": []});
            let path = Path::new(page).with_extension("ipynb");
            let notebook = Notebook::parse(root.to_string().as_bytes(), &path).unwrap();
            Job { notebook, page: page.into(), neighbours: Neighbours::default() }
        };
        let mut jobs = [
            job("a.html", "zh-CN", 2),
            job("b.html", "zh-CN", 1),
            job("en/a.html", "en", 2),
            job("en/c.html", "en", 3),
        ];
        let seen = |jobs: &[Job], at: usize| {
            let Neighbours { index, other_language, previous, next } = jobs[at].neighbours.clone();
            let [previous, next] = [previous, next].map(|lab| lab.map(|(address, _)| address));
            [index, other_language, previous, next].map(Option::unwrap_or_default)
        };
        introduce(&mut jobs, &HashSet::new());
        assert_eq!(seen(&jobs, 0), ["index.html", "en/a.html", "b.html", ""]);
        assert_eq!(seen(&jobs, 1), ["index.html", "", "", "a.html"]);
        assert_eq!(seen(&jobs, 2), ["index.html", "../a.html", "", "c.html"]);
        introduce(&mut jobs, &HashSet::from(["a.html".into()]));
        assert_eq!(seen(&jobs, 1), ["index.html", "", "", ""]);
        assert_eq!(seen(&jobs, 2), ["index.html", "", "", "c.html"]);
        let mut english = [job("en/a.html", "en", 1)];
        introduce(&mut english, &HashSet::new());
        assert_eq!(english[0].neighbours.index.as_deref(), Some("../index.html"));
        let mut own = [job("index.html", "zh-CN", 1), job("a.html", "zh-CN", 2)];
        introduce(&mut own, &HashSet::new());
        assert_eq!(own[1].neighbours.index, None);
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (word, quoted) in [
            ("notebooks/数.ipynb", "notebooks/数.ipynb"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(quote(word), quoted);
        }
    }
}
