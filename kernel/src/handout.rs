//! From a notebook to one HTML file that can be mailed, printed and kept, and the [index](index()) of such files.
//!
//! Nothing on the page is loaded from anywhere: formulas are rendered here, pictures, style sheet and fonts are inside.
//! Nothing on it runs but, on pages with a [`board`], our own script; a content security policy forbids the rest. What
//! comes from the notebook passes a sanitiser ([`sanitize`]); what is made here (formulas, highlighted code, boards) is
//! put in afterwards ([`slots`]).
//!
//! [`render`] goes over the cells twice: first the labels of formulas are numbered, so that references can point
//! forward, then each cell becomes HTML. Folding follows the tags that Jupyter Book knows: `hide-input`,
//! `hide-output`, `hide-cell`, `remove-input`, `remove-output`, `remove-cell`.

mod ansi;
mod badge;
mod board;
mod code;
mod error;
mod index;
mod markdown;
mod math;
mod outputs;
mod picture;
mod provenance;
mod sanitize;
mod slots;
mod theme;
mod words;

pub use error::HandoutError;
pub use index::{Entry, index};
pub use provenance::Provenance;

use crate::notebook::{Cell, CellKind, Notebook};
use askama::Template;
use markdown::Heading;
use math::{Math, Piece};
use slots::{Slots, escaped, without_marks};
use std::collections::HashSet;
use std::path::Path;
use words::{Words, words};

/// What is known of a page while it is made.
pub(crate) struct Page<'a> {
    words: &'static Words,
    math: Math,
    slots: Slots,
    ids: HashSet<String>,
    headings: Vec<Heading>,
    folder: &'a Path,
    prefixes: usize,
    has_board: bool,
}

impl<'a> Page<'a> {
    fn new(lang: &str, folder: &'a Path) -> Self {
        Self {
            words: words(lang),
            math: Math::default(),
            slots: Slots::default(),
            // The ids of the template.
            ids: HashSet::from(["text".into(), "contents".into(), "provenance".into()]),
            headings: Vec::new(),
            folder,
            prefixes: 0,
            has_board: false,
        }
    }

    /// A prefix that no other output of the page has, for the ids in it.
    fn next_prefix(&mut self) -> String {
        self.prefixes += 1;
        format!("o{}-", self.prefixes)
    }

    /// Text with formulas between dollars, as HTML with slots; `place` names it in messages.
    fn text(&mut self, text: &str, place: &str) -> Result<String, HandoutError> {
        let mut html = String::new();
        for piece in math::scan(&without_marks(text)) {
            html += &match piece {
                Piece::Text(text) => escaped(&text),
                formula => {
                    let slot = self.math.slot(&formula, place)?;
                    self.slots.put(slot)
                }
            };
        }
        Ok(html)
    }
}

#[derive(Template)]
#[template(path = "handout.html")]
struct Handout<'a> {
    lang: &'a str,
    title: String,
    style: String,
    words: &'static Words,
    before_contents: String,
    contents: Vec<Line>,
    body: String,
    stale: bool,
    /// The script, and what the policy says of it.
    script: Option<(&'static str, String)>,
    provenance: &'a Provenance,
}

/// A line of the table of contents.
struct Line {
    level: u8,
    id: String,
    html: String,
}

/// The page for a notebook.
///
/// # Errors
/// A formula that does not render, a reference without a label, a picture without an alternative text, evidence that
/// cannot be read: each names its cell. Outputs older than the code, unless `provenance.allow_stale` lets them pass
/// with a banner.
pub fn render(notebook: &Notebook, provenance: &Provenance) -> Result<String, HandoutError> {
    let stale = notebook.outputs_are_stale() == Some(true);
    if stale && !provenance.allow_stale {
        return Err(HandoutError::Stale);
    }
    let folder = notebook.path().parent().unwrap_or(Path::new(""));
    let mut page = Page::new(notebook.lang(), folder);
    let cells: Vec<_> = notebook.cells().into_iter().filter(is_shown).collect();
    for cell in cells.iter().filter(|cell| cell.kind == CellKind::Markdown) {
        page.math.number(&markdown::pieces(&cell.source), &cell.name())?;
    }
    let mut body = String::new();
    for cell in &cells {
        let html = match cell.kind {
            CellKind::Markdown => prose(cell, &mut page)?,
            CellKind::Code => code_cell(cell, notebook.language(), &mut page)?,
            CellKind::Raw => continue,
        };
        body.push_str(&folded(html, cell, page.words));
    }
    let body = page.slots.fill(&body);
    let (before_contents, body) = after_title(body);
    let contents: Vec<_> = page.headings.iter().filter(|heading| matches!(heading.level, 2 | 3)).collect();
    let contents = if contents.len() < 2 { Vec::new() } else { contents };
    let title = page.headings.first().map(|heading| page.slots.plain(&heading.text));
    let handout = Handout {
        lang: notebook.lang(),
        title: title.unwrap_or_else(|| provenance.source.clone()),
        style: theme::style_sheet(page.math.rendered(), page.has_board),
        words: page.words,
        before_contents,
        contents: contents
            .into_iter()
            .map(|heading| Line {
                level: heading.level,
                id: heading.id.clone(),
                html: page.slots.fill(&escaped(&heading.text)),
            })
            .collect(),
        body,
        stale,
        script: page.has_board.then(board::script),
        provenance,
    };
    Ok(handout.render()?)
}

/// `remove-cell` and `remove_cell` are both in use.
fn has_tag(cell: &Cell, tag: &str) -> bool {
    cell.has_tag(tag) || cell.has_tag(&tag.replace('-', "_"))
}

/// JupyterLab's own way to fold a part of a cell.
fn is_folded(cell: &Cell, key: &str) -> bool {
    cell.metadata.get("jupyter").and_then(|jupyter| jupyter.get(key)?.as_bool()).unwrap_or(false)
}

fn is_shown(cell: &Cell) -> bool {
    cell.kind != CellKind::Raw && !has_tag(cell, "remove-cell") && !cell.source.trim().is_empty()
}

fn prose(cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let html = markdown::render(&cell.source, cell, page)?;
    Ok(format!("<div class=\"prose\">\n{html}</div>\n"))
}

fn code_cell(cell: &Cell, language: &str, page: &mut Page) -> Result<String, HandoutError> {
    let words = page.words;
    let mut html = format!("<section class=\"cell\" id=\"cell-{}\">\n", escaped(cell.id));
    if !has_tag(cell, "remove-input") {
        let open = if has_tag(cell, "hide-input") || is_folded(cell, "source_hidden") { "" } else { " open" };
        let count = cell.execution_count.map(|count| format!(" {count}")).unwrap_or_default();
        html.push_str(&format!(
            "<details class=\"input\"{open}><summary>{}{count}</summary>{}</details>\n",
            words.code,
            code::highlight(&cell.source, language)
        ));
    }
    if !has_tag(cell, "remove-output") {
        let mut outputs = String::new();
        for output in cell.outputs {
            outputs.push_str(&outputs::render(output, cell, page)?);
        }
        if !outputs.is_empty() {
            let hidden = has_tag(cell, "hide-output") || is_folded(cell, "outputs_hidden");
            html.push_str(&if hidden {
                format!("<details class=\"hidden-output\"><summary>{}</summary><div class=\"outputs\">{outputs}</div></details>\n", words.output)
            } else {
                format!("<div class=\"outputs\">{outputs}</div>\n")
            });
        }
    }
    html.push_str("</section>\n");
    Ok(html)
}

fn folded(html: String, cell: &Cell, words: &Words) -> String {
    if has_tag(cell, "hide-cell") {
        format!("<details class=\"folded\"><summary>{}</summary>\n{html}</details>\n", words.folded_cell)
    } else {
        html
    }
}

/// The page up to the end of its title, and the rest: between them stands the table of contents.
fn after_title(body: String) -> (String, String) {
    match body.find("</h1>") {
        Some(at) if body.trim_start().starts_with("<div class=\"prose\">") => {
            let (title, rest) = body.split_at(at + "</h1>".len());
            (title.to_owned(), rest.to_owned())
        }
        _ => (String::new(), body),
    }
}

#[cfg(test)]
mod tests;
