//! From a notebook to one HTML file that can be mailed, printed and kept, and the [index](index()) of such files.
//!
//! Nothing on the page is loaded from anywhere: formulas are rendered here, pictures, style sheet and fonts are inside.
//! Nothing on it runs but our own small [`script`]s, which it does without as well; a content security policy forbids the
//! rest. What
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
mod script;
mod slots;
mod table;
mod theme;
mod words;

pub use error::HandoutError;
pub use index::{Entry, address, index, listed, reading_order};
pub use provenance::{Provenance, is_date_fixed, take_date};

use crate::notebook::{Cell, CellKind, Freshness, Notebook};
use askama::Template;
use markdown::Heading;
use math::{Math, Piece};
use script::{BOARDS, PAGE};
use slots::{Slots, escaped, is_all_slots, without_marks};
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
    tables: usize,
    options: Options,
    /// Pictures that lack a text, for one message about all of them.
    undescribed: Vec<String>,
    has_board: bool,
    has_listing: bool,
}

/// How a page is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Make it, with a banner, even when the code was changed after the outputs were made.
    pub allow_stale: bool,
    /// Let the HTML of prose and outputs stand as it is, scripts too. Only for what has just been run here.
    pub trust: bool,
    /// What it is made for.
    pub medium: Medium,
    /// The pages that lie around it.
    pub neighbours: Neighbours,
}

/// Addresses of pages that were made together with one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The list of labs.
    pub index: Option<String>,
    /// The same lab in the other language.
    pub other_language: Option<String>,
    /// The lab that is read before it, and its title, formulas between dollars.
    pub previous: Option<(String, String)>,
    /// The lab that is read after it.
    pub next: Option<(String, String)>,
}

/// What a page is read on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Medium {
    /// In a browser, beside the pages of other labs.
    #[default]
    Screen,
    /// Alone, printed or as PDF.
    Paper,
}

impl<'a> Page<'a> {
    fn new(lang: &str, folder: &'a Path) -> Self {
        Self {
            words: words(lang),
            math: Math::default(),
            slots: Slots::default(),
            // The ids of the template.
            ids: HashSet::from([
                "text".into(),
                "contents".into(),
                "provenance".into(),
                "without-code".into(),
            ]),
            headings: Vec::new(),
            folder,
            prefixes: 0,
            tables: 0,
            options: Options::default(),
            undescribed: Vec::new(),
            has_board: false,
            has_listing: false,
        }
    }

    /// Somebody's HTML as it may stand on the page.
    fn clean(&self, html: &str, prefix: &str, cell: &Cell) -> Result<String, HandoutError> {
        match self.options.trust {
            true => Ok(html.to_owned()),
            false if sanitize::is_too_deep(html) => Err(HandoutError::TooDeep { cell: cell.name() }),
            false => Ok(sanitize::clean(html, prefix)),
        }
    }

    /// Remembers that a picture of a cell has no alternative text, and where one can be given.
    fn miss_text(&mut self, cell: &Cell, picture: &str, remedy: &str) {
        self.undescribed.push(format!("{}: {picture} has no alternative text. {remedy}", cell.name()));
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
    neighbours: Neighbours,
    /// The addresses of the labs before and after it, and their titles.
    previous: Option<(String, String)>,
    next: Option<(String, String)>,
    has_code: bool,
    /// The cells whose outputs may be wrong, when some are.
    doubtful: Option<Vec<Doubtful>>,
    outputs: &'static str,
    has_page_script: bool,
    has_board: bool,
    /// What the policy says of scripts.
    script_policy: String,
    provenance: &'a Provenance,
    /// How long the cells took, as the foot of the page says it.
    times: String,
}

/// A cell that the banner links to.
struct Doubtful {
    id: String,
    number: usize,
}

/// A line of the table of contents.
struct Line {
    level: u8,
    id: String,
    html: String,
    /// What it says, if it is all formula.
    label: Option<String>,
}

/// The page for a notebook.
///
/// # Errors
/// A formula that does not render, a reference without a label, a picture without an alternative text, evidence that
/// cannot be read: each names its cell. Outputs older than the code, unless `options.allow_stale` lets them pass with a
/// banner.
pub fn render(
    notebook: &Notebook,
    provenance: &Provenance,
    options: Options,
) -> Result<String, HandoutError> {
    let freshness = notebook.freshness();
    if let (Freshness::Stale(doubts), false) = (&freshness, options.allow_stale) {
        return Err(HandoutError::Stale(doubts.iter().map(|doubt| doubt.reason.clone()).collect()));
    }
    let folder = notebook.path().parent().unwrap_or(Path::new(""));
    let mut page = Page::new(notebook.lang(), folder);
    page.options = options.clone();
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
    if !page.undescribed.is_empty() {
        return Err(HandoutError::NoAlternativeText(page.undescribed));
    }
    let outputs = match &freshness {
        Freshness::Recorded => page.words.recorded,
        Freshness::Unknown => page.words.unrecorded,
        Freshness::Stale(_) => page.words.older,
    };
    let doubtful = match freshness {
        Freshness::Stale(doubts) => {
            let shown = |id: String| {
                let cell = cells.iter().find(|cell| cell.id == id)?;
                Some(Doubtful { number: cell.index + 1, id })
            };
            Some(doubts.into_iter().filter_map(|doubt| doubt.cell.and_then(shown)).collect())
        }
        _ => None,
    };
    let neighbours =
        if options.medium == Medium::Screen { options.neighbours } else { Neighbours::default() };
    let [previous, next] = [&neighbours.previous, &neighbours.next].map(|lab| {
        let (address, title) = lab.as_ref()?;
        Some(
            page.text(title, "the title of a lab beside it")
                .map(|title| (address.clone(), page.slots.fill(&title))),
        )
    });
    let (previous, next) = (previous.transpose()?, next.transpose()?);
    let body = page.slots.fill(&body);
    let (before_contents, body) = after_title(body);
    let contents: Vec<_> = page.headings.iter().filter(|heading| matches!(heading.level, 2 | 3)).collect();
    let contents = if contents.len() < 2 { Vec::new() } else { contents };
    let has_code = cells.iter().any(|cell| cell.kind == CellKind::Code && !has_tag(cell, "remove-input"));
    let is_live = options.medium == Medium::Screen;
    let has_page_script = is_live && (has_code || page.has_listing || !contents.is_empty());
    let has_board = is_live && page.has_board;
    let scripts = [(PAGE, has_page_script), (BOARDS, has_board)];
    let script_policy = match options.trust {
        true => "; script-src 'unsafe-inline'".to_owned(),
        false => script::policy(scripts.into_iter().filter(|(_, is_there)| *is_there).map(|(text, _)| text)),
    };
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
                label: is_all_slots(&heading.text).then(|| page.slots.plain(&heading.text)),
            })
            .collect(),
        body,
        neighbours,
        previous,
        next,
        has_code,
        doubtful,
        outputs,
        has_page_script,
        has_board,
        script_policy,
        provenance,
        times: times(&provenance.times),
    };
    Ok(handout.render()?)
}

/// The most lines of code that stay together on paper. If longer ones did, sheets would end half empty.
const LONG: usize = 8;

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
        let long = if cell.source.lines().count() > LONG { " long" } else { "" };
        let count = cell.execution_count.map(|count| format!(" {count}")).unwrap_or_default();
        html.push_str(&format!(
            "<details class=\"input{long}\"{open}><summary>{}{count}</summary>{}</details>\n",
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

/// The times of cells, those of less than a tenth of a second counted only in the sum.
fn times(cells: &[(u32, f64)]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let sum: f64 = cells.iter().map(|(_, seconds)| seconds).sum();
    let slow = cells.iter().filter(|(_, seconds)| *seconds >= 0.1);
    let slow: Vec<String> = slow.map(|(number, seconds)| format!("[{number}] {seconds:.1} s")).collect();
    format!("{sum:.1} s{}{}", if slow.is_empty() { "" } else { ": " }, slow.join(", "))
}

/// The page up to the end of its title, and the rest: between them stands the table of contents, which on a telephone stays
/// in sight as long as the element does that it lies in.
fn after_title(body: String) -> (String, String) {
    const PROSE: &str = "<div class=\"prose\">";
    match body.find("</h1>") {
        Some(at) if body.trim_start().starts_with(PROSE) => {
            let (title, rest) = body.split_at(at + "</h1>".len());
            (format!("{title}</div>"), format!("{PROSE}{rest}"))
        }
        _ => (String::new(), body),
    }
}

#[cfg(test)]
mod tests;
