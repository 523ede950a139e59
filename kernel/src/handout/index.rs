//! The page that leads to all others: chapters, labs with their verdicts, and the errata.

use super::slots::escaped;
use super::words::Words;
use super::{HandoutError, Page, badge, theme};
use crate::book::lab::{Finding, Lab};
use agon::{Evidence, Verdict};
use agon_book::{Claim, Ledger};
use askama::Template;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A lab and its page below the output folder; a lab that failed has none.
pub struct Entry {
    /// The lab.
    pub lab: Lab,
    /// Its page.
    pub page: Option<PathBuf>,
}

/// The chapter (metadata `agon.chapter`) of the lab about the errata: it stands above them.
const ERRATA: &str = "errata";

/// The verdicts, as the index lists them.
const ORDER: [&str; 6] = ["proven", "verified", "refuted", "ambiguous", "uncheckable", "open"];

#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    lang: &'a str,
    style: String,
    words: &'static Words,
    other: Option<&'a str>,
    /// Whether labs of the book are among them.
    of_book: bool,
    legend: Vec<(Count, &'static str)>,
    chapters: Vec<Chapter>,
    errata_labs: Vec<Line>,
    errata: Vec<Erratum>,
    agon: &'static str,
    date: String,
    command: &'a str,
}

struct Chapter {
    title: String,
    labs: Vec<Line>,
}

struct Line {
    title: String,
    href: Option<String>,
    counts: Vec<Count>,
}

/// How many findings of a lab have one verdict.
#[derive(Clone)]
struct Count {
    class: &'static str,
    sign: &'static str,
    name: &'static str,
    number: usize,
}

struct Erratum {
    id: String,
    place: String,
    statement: String,
    href: Option<String>,
    details: Vec<Detail>,
}

/// What an erratum rests on. `lang` is an attribute.
struct Detail {
    name: String,
    value: String,
    lang: &'static str,
}

/// The index of some labs, which all speak one language, as the page at `at`. `other` leads to the index in the other
/// language.
///
/// # Errors
/// A formula in a title, a wording or a witness that does not render.
pub fn index(
    labs: &[Entry],
    lang: &str,
    at: &Path,
    other: Option<&str>,
    command: &str,
) -> Result<String, HandoutError> {
    let ledger = Ledger::compiled_in();
    let mut page = Page::new(lang, Path::new(""));
    let folder = at.parent().unwrap_or(Path::new(""));
    let (errata_labs, labs_of_chapters): (Vec<_>, Vec<_>) =
        labs.iter().partition(|entry| entry.lab.chapter.as_deref() == Some(ERRATA));
    let chapters = chapters(labs_of_chapters, ledger, folder, &mut page)?;
    let errata_labs =
        errata_labs.into_iter().map(|entry| line(entry, folder, &mut page)).collect::<Result<_, _>>()?;
    let errata = errata(labs, ledger, folder, &mut page)?;
    let is_of_book = |entry: &Entry| {
        let chapter = entry.lab.chapter.as_deref();
        ledger.chapters().iter().any(|known| chapter == Some(known.name.as_str()))
    };
    let index = Index {
        lang,
        of_book: labs.iter().any(is_of_book),
        style: theme::style_sheet(page.math.rendered(), false),
        words: page.words,
        other,
        legend: legend(&chapters, page.words),
        chapters,
        errata_labs,
        errata,
        agon: env!("CARGO_PKG_VERSION"),
        date: super::provenance::date(),
        command,
    };
    Ok(page.slots.fill(&index.render()?))
}

/// What the lists of an index hold, if `html` is one that was made here: the addresses of the labs, and the titles of those
/// that have no page.
pub fn listed(html: &str) -> Option<BTreeSet<String>> {
    let (_, html) = html.split_once("<ul class=\"labs\"")?;
    let labs = html.split("<li>").skip(1).map(|lab| match lab.strip_prefix("<a href=\"") {
        Some(link) => link.split('"').next(),
        None => lab.split("</li>").next(),
    });
    Some(labs.map(|lab| lab.unwrap_or_default().to_owned()).collect())
}

/// The labs under their chapters, those of the book in its order.
fn chapters(
    labs: Vec<&Entry>,
    ledger: &Ledger,
    folder: &Path,
    page: &mut Page,
) -> Result<Vec<Chapter>, HandoutError> {
    let known = |name: &str| ledger.chapters().iter().position(|chapter| chapter.name == name);
    let mut sorted = labs;
    sorted.sort_by(|a, b| reading_order(&a.lab, &b.lab));
    let mut chapters: Vec<Chapter> = Vec::new();
    for group in sorted.chunk_by(|a, b| a.lab.chapter == b.lab.chapter) {
        let title = match group[0].lab.chapter.as_deref() {
            None => page.words.other_chapter.to_owned(),
            Some(name) => known(name).map_or(name.to_owned(), |at| {
                let chapter = &ledger.chapters()[at];
                if group[0].lab.is_chinese() { chapter.zh.clone() } else { chapter.en.clone() }
            }),
        };
        let labs = group.iter().map(|entry| line(entry, folder, page)).collect::<Result<_, _>>()?;
        chapters.push(Chapter { title: escaped(&title), labs });
    }
    Ok(chapters)
}

/// The order in which labs are read: the chapters of the book in its order, then others, then the errata.
pub fn reading_order(a: &Lab, b: &Lab) -> Ordering {
    let chapters = Ledger::compiled_in().chapters();
    let rank = |lab: &Lab| match lab.chapter.as_deref() {
        Some(ERRATA) => (usize::MAX, ERRATA.to_owned()),
        Some(name) => {
            let known = chapters.iter().position(|chapter| chapter.name == name);
            (known.unwrap_or(chapters.len()), name.to_owned())
        }
        None => (usize::MAX, String::new()),
    };
    let order = |lab: &Lab| lab.order.unwrap_or(f64::INFINITY);
    rank(a).cmp(&rank(b)).then(order(a).total_cmp(&order(b))).then(a.path.cmp(&b.path))
}

/// The verdicts that some lab has, and what they mean.
fn legend(chapters: &[Chapter], words: &Words) -> Vec<(Count, &'static str)> {
    let counts = || chapters.iter().flat_map(|chapter| &chapter.labs).flat_map(|lab| &lab.counts);
    let of_class = |(class, meaning): (&str, &'static str)| {
        Some((counts().find(|count| count.class == class)?.clone(), meaning))
    };
    ORDER.into_iter().zip(words.meanings).filter_map(of_class).collect()
}

fn line(entry: &Entry, folder: &Path, page: &mut Page) -> Result<Line, HandoutError> {
    let lab = &entry.lab;
    let mut counts: Vec<Count> = Vec::new();
    for Finding { evidence, .. } in lab.counted() {
        let (class, sign, name) = badge::look(evidence.verdict(), page.words);
        if counts.iter().all(|count| count.class != class) {
            counts.push(Count { class, sign, name, number: lab.count(evidence.verdict().name()) });
        }
    }
    counts.sort_by_key(|count| ORDER.iter().position(|class| *class == count.class));
    let title = page.text(&lab.title, &format!("the title of {}", lab.path.display()))?;
    Ok(Line { title, href: href(entry, folder), counts })
}

/// From the index to a page.
fn href(entry: &Entry, folder: &Path) -> Option<String> {
    Some(address(entry.page.as_ref()?, folder))
}

/// The address of a page for the pages in `folder`, both below the folder of all.
pub fn address(page: &Path, folder: &Path) -> String {
    let path = match page.strip_prefix(folder) {
        Ok(below) => below.to_owned(),
        Err(_) => folder.components().map(|_| Path::new("..")).collect::<PathBuf>().join(page),
    };
    let part = |part: &std::ffi::OsStr| encoded(&part.to_string_lossy());
    path.iter().map(part).collect::<Vec<_>>().join("/")
}

/// A part of a path in an address: what has a meaning there stands as a number.
fn encoded(part: &str) -> String {
    let special = |c: char| "%?#\"<> ".contains(c);
    part.chars().map(|c| if special(c) { format!("%{:02X}", c as u32) } else { c.to_string() }).collect()
}

/// The claims that are refuted, in the order of the pages.
fn errata(
    labs: &[Entry],
    ledger: &Ledger,
    folder: &Path,
    page: &mut Page,
) -> Result<Vec<Erratum>, HandoutError> {
    let mut errata = Vec::new();
    for chapter in ledger.chapters() {
        let mut refuted: Vec<_> =
            chapter.claims.iter().filter_map(|claim| Some((claim, refutation(labs, claim)?))).collect();
        refuted.sort_by_key(|(claim, _)| page_number(&claim.place));
        for (claim, (entry, evidence)) in refuted {
            let wording = if entry.lab.is_chinese() { &claim.zh } else { &claim.en };
            let statement = page.text(wording, &format!("the claim {}", claim.id))?;
            let mut details = Vec::new();
            for (name, value) in badge::particulars(evidence.verdict(), page.words) {
                if let Some(value) = value {
                    let lang = page.words.lang_of(&value);
                    let value = page.text(&value, &format!("the claim {}", claim.id))?;
                    details.push(Detail { name: escaped(&name), value, lang });
                }
            }
            let href = href(entry, folder).map(|page| format!("{page}#{}", badge::anchor(&claim.id)));
            errata.push(Erratum {
                id: claim.id.clone(),
                place: if entry.lab.is_chinese() { claim.place.clone() } else { claim.place_in_english() },
                statement,
                href,
                details,
            });
        }
    }
    Ok(errata)
}

/// Where a claim is refuted: in its own lab rather than in another one.
fn refutation<'a>(labs: &'a [Entry], claim: &Claim) -> Option<(&'a Entry, &'a Evidence)> {
    let all = labs.iter().flat_map(|entry| entry.lab.findings.iter().map(move |finding| (entry, finding)));
    let mut refuted = all.filter(|(_, finding)| {
        finding.claim.as_ref() == Some(&claim.id)
            && matches!(finding.evidence.verdict(), Verdict::Refuted { .. })
    });
    let first = refuted.next()?;
    let own =
        |(entry, finding): &(&Entry, &Finding)| entry.lab.name == claim.lab && finding.cell == claim.cell;
    let (entry, finding) = if own(&first) { first } else { refuted.find(own).unwrap_or(first) };
    Some((entry, &finding.evidence))
}

/// The first page that a place names; the short texts have none.
fn page_number(place: &str) -> Option<u32> {
    let digits = place.split('p').nth(1)?;
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::lab::tests::notebook;
    use serde_json::{Value, json};

    fn entry(path: &str, lang: &str, chapter: &str, order: u32, evidence: Vec<Value>) -> Entry {
        let metadata = json!({"lang": lang, "agon": {"chapter": chapter, "order": order, "title": format!("{path} $g(n)$")}});
        let notebook = notebook(path, metadata, &[("pairwise-balance", "", evidence)]);
        Entry { lab: Lab::of(&notebook), page: Some(PathBuf::from(path).with_extension("html")) }
    }

    fn refuted(claim: &str, witness: &str) -> Value {
        json!({"statement": "s", "verdict": "refuted", "witness": witness, "expected": "是", "found": "否 $x$", "claim": claim})
    }

    #[test]
    fn labs_stand_under_their_chapters_and_errata_in_the_order_of_pages() {
        let labs = [
            entry("later.ipynb", "zh-CN", "chapter-1", 2, vec![refuted("000-p22-nash", "w2")]),
            entry("binary.ipynb", "zh-CN", "chapter-1", 1, vec![refuted("000-p11-pairwise", "w1")]),
            entry(
                "own.ipynb",
                "zh-CN",
                "附录",
                1,
                vec![json!({"statement": "s", "verdict": "open", "reason": "r"})],
            ),
        ];
        let html =
            index(&labs, "zh-CN", Path::new("index.html"), Some("en/index.html"), "agon run x").unwrap();
        let place = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} in {html}"));
        assert!(
            place("第一章") < place("href=\"binary.html\"")
                && place("href=\"binary.html\"") < place("href=\"later.html\"")
        );
        assert!(place("href=\"later.html\"") < place("附录") && place("附录") < place("id=\"errata\""));
        assert!(place("binary.html#claim-000-p11-pairwise") < place("later.html#claim-000-p22-nash"));
        assert!(place("w1") < place("w2") && html.contains("<dt>实得</dt><dd>否"));
        assert!(
            html.contains("<math") && !html.contains("<script") && html.contains("href=\"en/index.html\"")
        );
        assert!(
            html.contains("<dt class=\"refuted\"><span aria-hidden=\"true\">✗</span> 已证伪</dt><dd>不成立"),
            "{html}"
        );
        assert!(!html.contains("已验证至界"), "no lab has this verdict");
        assert!(html.contains("未定 1") && html.contains("已证伪 1"), "{html}");
    }

    #[test]
    fn the_lab_about_the_errata_stands_above_them_and_places_are_in_the_language() {
        let labs = [
            entry("en/binary.ipynb", "en", "chapter-1", 1, vec![refuted("000-p11-pairwise", "w")]),
            entry("en/errata.ipynb", "en", "errata", 95, vec![]),
        ];
        let html = index(&labs, "en", Path::new("en/index.html"), None, "agon run x").unwrap();
        let place = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} in {html}"));
        assert!(place("id=\"errata\"") < place("href=\"errata.html\""));
        assert!(place("href=\"errata.html\"") < place("id=\"000-p11-pairwise\""));
        assert!(place(">p. 11") > 0 && !html.contains("Other labs"));
    }

    #[test]
    fn every_wording_of_the_ledger_renders() {
        let mut page = Page::new("zh-CN", Path::new(""));
        for claim in Ledger::compiled_in().claims() {
            for wording in [&claim.zh, &claim.en] {
                let html = page.text(wording, &claim.id).unwrap();
                let rendered = page.slots.fill(&html);
                assert!(!rendered.contains('$') && !rendered.contains("\\("), "{}: {wording}", claim.id);
            }
        }
    }

    #[test]
    fn what_an_index_lists_is_read_from_it() {
        let mut labs =
            [entry("a&b.ipynb", "en", "chapter-1", 1, vec![]), entry("b.ipynb", "en", "errata", 1, vec![])];
        let html = |labs: &[Entry]| index(labs, "en", Path::new("index.html"), None, "x").unwrap();
        let addresses = listed(&html(&labs)).unwrap();
        assert_eq!(addresses, BTreeSet::from(["a&#38;b.html".to_owned(), "b.html".to_owned()]));
        labs[0].page = None;
        let failed = listed(&html(&labs)).unwrap();
        assert!(
            failed.len() == 2 && failed.iter().any(|lab| lab.contains("did not run to its end")),
            "{failed:?}"
        );
        assert_eq!(listed("<ul><li><a href=\"a.html\">a</a></ul>"), None);
    }

    #[test]
    fn links_lead_from_the_folder_of_the_index() {
        let english = entry("en/nim.ipynb", "en", "chapter-1", 1, vec![]);
        let link = |folder: &str| href(&english, Path::new(folder)).unwrap();
        assert_eq!([link(""), link("en"), link("zh")], ["en/nim.html", "nim.html", "../en/nim.html"]);
        assert_eq!(encoded("第 1 课?.html"), "第%201%20课%3F.html");
        assert_eq!(
            [page_number("p36, p41"), page_number("p3–p69"), page_number("短文")],
            [Some(36), Some(3), None]
        );
    }
}
