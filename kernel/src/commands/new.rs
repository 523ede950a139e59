//! `agon new`: a lab to begin with.

use super::pages::quote;
use super::terminal;
use super::unusable::unusable;
use crate::notebook::Notebook;
use crate::session::info::kernel_info;
use clap::{Args, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Begin a lab: a notebook in the shape of the others, which runs as it is.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon new my-game                # notebooks/my-game.ipynb in a clone, else here\n  \
                        agon new my-game --lang en      # notebooks/en/my-game.ipynb\n  \
                        agon new drafts/my-game.ipynb\n\n\
                        The parts of a lab (question, rules, picture, computation, table, theorem, change me) are\n\
                        described in book/WRITING.md.\n\n\
                        Exit codes: 0 the notebook is written, 1 it is not (a file of that name is never overwritten), 2 the\n\
                        command line cannot be understood, or the name is none for a file."
)]
pub struct New {
    /// The name of the lab, or a path.
    name: PathBuf,
    /// The language of its prose.
    #[arg(long, value_enum, default_value_t = Lang::Zh)]
    lang: Lang,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lang {
    /// Chinese.
    Zh,
    /// English.
    En,
}

/// The cells, in both languages: `%% zh ID` and `%% en ID` begin prose, `%% code ID #TAG` begins code.
const TEMPLATE: &str = include_str!("new/template.txt");

impl New {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        if let Some(reason) = why_no_name(&self.name) {
            // What a terminal would obey is shown, not sent.
            let name = self.name.to_string_lossy().escape_debug().to_string();
            return Err(unusable(
                format!("`{name}` cannot be the name of a lab: {reason}"),
                "such as agon new my-game",
            ));
        }
        let path = self.path(Path::new("notebooks").is_dir());
        if path.symlink_metadata().is_ok() {
            return Err(miette!(
                help = "choose another name, or remove the file first",
                "{} exists already",
                path.display()
            ));
        }
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let notebook = notebook(&title, self.lang, &path)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .into_diagnostic()
                .wrap_err_with(|| folder.display().to_string())?;
        }
        notebook.write(&path).into_diagnostic()?;
        terminal::print(&format!("{}\n", path.display()));
        let name = quote(&path.display().to_string());
        terminal::tell(&format!("Run it: agon run {name}\nOpen it: agon lab {name}"));
        Ok(ExitCode::SUCCESS)
    }

    /// Where the notebook goes: a bare name belongs to the labs, if there are some here.
    fn path(&self, among_labs: bool) -> PathBuf {
        let mut path = self.name.clone();
        if path.extension().is_none_or(|extension| extension != "ipynb") {
            path.as_mut_os_string().push(".ipynb");
        }
        let is_bare = path.parent().is_none_or(|parent| parent.as_os_str().is_empty());
        match (is_bare && among_labs, self.lang) {
            (true, Lang::Zh) => Path::new("notebooks").join(path),
            (true, Lang::En) => Path::new("notebooks/en").join(path),
            (false, _) => path,
        }
    }
}

/// What keeps a path from being the name of a notebook that the other commands find.
fn why_no_name(path: &Path) -> Option<&'static str> {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else {
        return Some("it has no name in it");
    };
    let text = path.to_string_lossy();
    let is_special = path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir());
    [
        (text.ends_with('/'), "that is a folder"),
        (text.chars().any(char::is_control), "it holds a control character"),
        (name.starts_with('.'), "the other commands skip hidden files"),
        (text.starts_with('-'), "the other commands would take it for an option"),
        (is_special, "that is a device"),
    ]
    .into_iter()
    .find_map(|(is_so, reason)| is_so.then_some(reason))
}

fn notebook(title: &str, lang: Lang, path: &Path) -> Result<Notebook> {
    let (prose, tag) = match lang {
        Lang::Zh => ("zh", "zh-CN"),
        Lang::En => ("en", "en"),
    };
    let cells: Vec<Value> = TEMPLATE
        .split("%% ")
        .filter_map(|cell| {
            let (head, source) = cell.split_once('\n')?;
            let mut words = head.split(' ');
            let (kind, id) = (words.next()?, words.next()?);
            let tags: Vec<&str> = words.filter_map(|word| word.strip_prefix('#')).collect();
            let metadata = if tags.is_empty() { json!({}) } else { json!({"tags": tags}) };
            let source = source.trim_end().replace("{{title}}", title);
            match kind {
                "code" => Some(json!({"cell_type": "code", "id": id, "metadata": metadata, "source": source,
                                  "outputs": [], "execution_count": null})),
                _ if kind == prose => {
                    Some(json!({"cell_type": "markdown", "id": id, "metadata": metadata, "source": source}))
                }
                _ => None,
            }
        })
        .collect();
    let root = json!({
        "nbformat": 4, "nbformat_minor": 5, "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Rust (Agon)", "language": "rust", "name": "agon"},
            "language_info": kernel_info(&super::engine::rustc_version()).language_info,
            "lang": tag,
        },
    });
    Notebook::parse(root.to_string().as_bytes(), path).into_diagnostic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_cells() {
        let cells = |lang| {
            let notebook = notebook("my-game", lang, Path::new("my-game.ipynb")).unwrap();
            assert_eq!(notebook.is_chinese(), lang == Lang::Zh);
            let cells = notebook.cells();
            assert!(
                cells[0].source.starts_with("# my-game\n")
                    && cells.iter().any(|cell| cell.has_tag("parameters"))
            );
            cells
                .iter()
                .map(|cell| (cell.id.to_owned(), cell.kind == crate::notebook::CellKind::Code))
                .collect::<Vec<_>>()
        };
        let chinese = cells(Lang::Zh);
        assert_eq!(chinese, cells(Lang::En));
        assert!(chinese.len() > 12);
    }

    #[test]
    fn a_name_is_one_that_can_be_typed_again() {
        for (name, reason) in [
            ("x/", "folder"),
            ("..", "no name in it"),
            ("", "no name in it"),
            ("/dev/null", "device"),
            ("a\u{1b}[31m", "control"),
            ("a\nb", "control"),
            ("-x", "option"),
            ("drafts/.a", "hidden"),
        ] {
            let said = why_no_name(Path::new(name)).unwrap_or("nothing");
            assert!(said.contains(reason), "{name:?}: {said}");
        }
        for name in ["my-game", "drafts/一局.ipynb", "a b", "x.y"] {
            assert_eq!(why_no_name(Path::new(name)), None, "{name}");
        }
    }

    #[test]
    fn a_bare_name_belongs_to_the_labs() {
        let path =
            |name: &str, lang, among| New { name: name.into(), lang }.path(among).display().to_string();
        assert_eq!(path("a", Lang::Zh, true), "notebooks/a.ipynb");
        assert_eq!(path("a.b", Lang::En, true), "notebooks/en/a.b.ipynb");
        assert_eq!(path("a.ipynb", Lang::En, false), "a.ipynb");
        assert_eq!(path("drafts/a", Lang::Zh, true), "drafts/a.ipynb");
    }
}
