//! Prose: Markdown to sanitised HTML, with formulas and code as slots to be filled at the end.

use super::math::{Piece, scan};
use super::slots::{Slot, escaped, is_all_slots, without_marks};
use super::{HandoutError, Medium, Page, code, picture, table};
use crate::notebook::Cell;
use crate::notebook::lang::has_chinese;
use comrak::adapters::{HeadingAdapter, HeadingMeta};
use comrak::nodes::{AlertType, NodeHtmlBlock, NodeLink, NodeValue, Sourcepos};
use comrak::options::Plugins;
use comrak::{Arena, Node, Options, format_html_with_plugins, parse_document};
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::sync::Mutex;

/// A heading of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its id, unique on the page.
    pub id: String,
    /// Its text; formulas are slots.
    pub text: String,
}

/// Cuts a Markdown text into pieces, after the marks of slots that somebody may have typed are gone.
pub fn pieces(source: &str) -> Vec<Piece> {
    scan(&without_marks(source))
}

/// The HTML of a Markdown text of `cell`, slots not yet filled. Its headings join those of the page.
pub fn render(source: &str, cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let mut text = String::new();
    for piece in pieces(source) {
        match piece {
            Piece::Text(markdown) => text.push_str(&markdown),
            formula => {
                let slot = page.math.slot(&formula, &cell.name())?;
                text.push_str(&page.slots.put(slot));
            }
        }
    }
    let arena = Arena::new();
    let options = options();
    let root = parse_document(&arena, &text, &options);
    for node in root.descendants() {
        prepare(node, cell, page)?;
    }
    let adapter = Headings {
        page: Mutex::new((std::mem::take(&mut page.ids), Vec::new())),
        plain: &|text| page.slots.plain(text),
    };
    let mut plugins = Plugins::default();
    plugins.render.heading_adapter = Some(&adapter);
    let mut html = String::new();
    // Writing to a string does not fail.
    let _ = format_html_with_plugins(root, &options, &mut html, &plugins);
    let (ids, headings) = adapter.page.into_inner().unwrap_or_default();
    page.ids = ids;
    let clean = with_anchors(page.clean(&html, "", cell)?, &headings);
    page.headings.extend(headings);
    // What is in Latin letters in a Chinese text is nearly always English, and is to be read so.
    let tag =
        if page.words.is_chinese() { "<em class=\"latin\" lang=\"en\">" } else { "<em class=\"latin\">" };
    Ok(table::framed(&latin_emphasis(&clean, tag), page))
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.table = true;
    extension.autolink = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.alerts = true;
    extension.cjk_friendly_emphasis = true;
    // Raw HTML passes; the sanitiser decides about it.
    options.render.r#unsafe = true;
    options
}

fn prepare<'a>(node: Node<'a>, cell: &Cell, page: &mut Page) -> Result<(), HandoutError> {
    // Footnotes are counted cell by cell; their names must not meet on the page.
    let footnote = |name: &str| format!("{}-{name}", cell.index + 1);
    let is_image = matches!(node.data().value, NodeValue::Image(_));
    if is_image {
        return prepare_image(node, cell, page);
    }
    match &mut node.data_mut().value {
        NodeValue::FootnoteDefinition(definition) => definition.name = footnote(&definition.name),
        NodeValue::FootnoteReference(reference) => reference.name = footnote(&reference.name),
        NodeValue::Link(link) => {
            // A link to another lab goes to its page, which lies beside this one.
            let (path, part) = match link.url.split_once('#') {
                Some((path, part)) => (path, format!("#{part}")),
                None => (link.url.as_str(), String::new()),
            };
            if let Some(stem) = path.strip_suffix(".ipynb").filter(|stem| !stem.contains(':')) {
                link.url = match page.options.medium {
                    Medium::Screen => format!("{stem}.html{part}"),
                    // On paper nothing lies beside this page: the sanitiser drops the address and keeps the words.
                    Medium::Paper => format!("lab:{stem}"),
                };
            }
        }
        NodeValue::Alert(alert) => {
            let title = match alert.alert_type {
                AlertType::Note => page.words.note,
                AlertType::Tip => page.words.tip,
                AlertType::Important => page.words.important,
                AlertType::Warning => page.words.warning,
                AlertType::Caution => page.words.caution,
            };
            alert.title.get_or_insert_with(|| title.into());
        }
        value @ NodeValue::CodeBlock(_) => {
            if let NodeValue::CodeBlock(block) = value {
                let source = page.slots.typed(&block.literal);
                let language = block.info.split([',', ' ']).next().unwrap_or_default();
                let html = format!("<div class=\"listing\">{}</div>", code::highlight(&source, language));
                page.has_listing = true;
                let word = page.slots.put(Slot { html, typed: source.clone(), source, in_line: false });
                // Text in an HTML block reaches the output as it is, outside of any paragraph.
                *value =
                    NodeValue::HtmlBlock(NodeHtmlBlock { literal: word + "\n", ..NodeHtmlBlock::default() });
            }
        }
        _ => {}
    }
    Ok(())
}

fn prepare_image<'a>(node: Node<'a>, cell: &Cell, page: &mut Page) -> Result<(), HandoutError> {
    let alt: String = node.descendants().filter_map(|child| literal(child)).collect();
    let mut data = node.data_mut();
    let NodeValue::Image(image) = &mut data.value else {
        return Ok(());
    };
    if alt.trim().is_empty() {
        let address: String = image.url.chars().take(60).collect();
        page.miss_text(
            cell,
            &format!("the picture {address}"),
            "Write what it shows between the brackets: ![text](file)",
        );
        return Ok(());
    }
    match picture::of_prose(&image.url, cell, page.folder)? {
        Some(uri) => image.url = uri,
        None => {
            // What lies in the network is linked to, not loaded.
            let link = NodeLink { url: image.url.clone(), title: image.title.clone() };
            data.value = NodeValue::Link(Box::new(link));
        }
    }
    Ok(())
}

fn literal<'a>(node: Node<'a>) -> Option<String> {
    match &node.data().value {
        NodeValue::Text(text) => Some(text.to_string()),
        NodeValue::Code(code) => Some(code.literal.clone()),
        _ => None,
    }
}

/// Gives headings their ids.
struct Headings<'a> {
    page: Mutex<(HashSet<String>, Vec<Heading>)>,
    plain: &'a (dyn Fn(&str) -> String + Send + Sync),
}

impl HeadingAdapter for Headings<'_> {
    fn enter(&self, output: &mut dyn Write, heading: &HeadingMeta, _: Option<Sourcepos>) -> fmt::Result {
        let Ok(mut page) = self.page.lock() else {
            return Err(fmt::Error);
        };
        let (ids, headings) = &mut *page;
        let id = unique(slug(&(self.plain)(&heading.content)), ids);
        headings.push(Heading { level: heading.level, id: id.clone(), text: heading.content.clone() });
        // A heading that is a formula says itself in plain text, too: not every reader speaks MathML.
        let label = if is_all_slots(&heading.content) {
            format!(" aria-label=\"{}\"", escaped(&(self.plain)(&heading.content)))
        } else {
            String::new()
        };
        write!(output, "<h{} id=\"{}\"{label}>", heading.level, escaped(&id))
    }

    fn exit(&self, output: &mut dyn Write, heading: &HeadingMeta) -> fmt::Result {
        writeln!(output, "</h{}>", heading.level)
    }
}

/// Sections can be pointed to: each of their headings carries its own address, for a mouse. Keys and screen readers have the
/// contents, and would only be held up.
fn with_anchors(mut html: String, headings: &[Heading]) -> String {
    let mut from = 0;
    for heading in headings.iter().filter(|heading| heading.level > 1) {
        let id = escaped(&heading.id);
        let start = html[from..].find(&format!(" id=\"{id}\"")).map(|at| from + at);
        let end = format!("</h{}>", heading.level);
        let Some(at) = start.and_then(|start| Some(start + html[start..].find(&end)?)) else { continue };
        let anchor = format!("<a class=\"here\" href=\"#{id}\" aria-hidden=\"true\" tabindex=\"-1\"></a>");
        html.insert_str(at, &anchor);
        from = at + anchor.len();
    }
    html
}

/// Letters and digits of any script stay, lower-cased; whatever stands between them is one hyphen.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
    if slug.is_empty() { "section".into() } else { slug }
}

fn unique(id: String, taken: &mut HashSet<String>) -> String {
    let unique = (1..)
        .map(|n| if n == 1 { id.clone() } else { format!("{id}-{n}") })
        .find(|id| !taken.contains(id))
        .unwrap_or(id);
    taken.insert(unique.clone());
    unique
}

/// Chinese is emphasised by dots, a title in Latin letters by italics: the style sheet cannot see which it is.
fn latin_emphasis(html: &str, tag: &str) -> String {
    let mut parts = html.split("<em>");
    let mut marked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let text = part.split("</em>").next().unwrap_or_default();
        marked.push_str(if has_chinese(text) { "<em>" } else { tag });
        marked.push_str(part);
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::super::tests::{markdown_page, one_cell};
    use super::*;

    #[test]
    fn chinese_headings_have_readable_ids() {
        assert_eq!(slug("尼姆：谁先取？ (3, 4, 5)"), "尼姆-谁先取-3-4-5");
        assert_eq!(slug("∗"), "section");
        let mut ids = HashSet::new();
        assert_eq!(unique("a".into(), &mut ids), "a");
        assert_eq!(unique("a".into(), &mut ids), "a-2");
        let html = markdown_page("# 题\n\n## 值 $g(n)$\n\n## 值 $g(n)$");
        assert!(html.contains("<h2 id=\"值-g-n\">") && html.contains("<h2 id=\"值-g-n-2\">"));
    }

    #[test]
    fn emphasis_works_beside_chinese_punctuation_and_formulas() {
        let html = markdown_page("这是**“重点”**的 $x$。**$y$**也是");
        assert!(html.contains("<strong>“重点”</strong>"));
        assert!(html.contains("<strong><span class=\"katex\">"), "{html}");
        let html = markdown_page("*逐一* 与 *Annals*");
        assert!(html.contains("<em>逐一") && html.contains("<em class=\"latin\" lang=\"en\">Annals"));
    }

    #[test]
    fn a_formula_with_a_bar_may_stand_in_a_table() {
        let html = markdown_page("| 局面 | 值 |\n|:--|--:|\n| $\\{0 | 1\\}$ | $1/2$ |");
        assert_eq!(html.matches("<td").count(), 2);
        assert!(html.contains("role=\"group\" aria-label=\"表格 1\""));
    }

    #[test]
    fn alerts_footnotes_and_tasks_survive_the_sanitiser() {
        let html = markdown_page("> [!TIP]\n> 试试\n\n注[^a]\n\n- [x] 完\n\n[^a]: 脚注");
        assert!(html.contains("markdown-alert-tip") && html.contains(">提示<"), "{html}");
        assert!(html.contains("href=\"#fn-1-a\"") && html.contains("id=\"fn-1-a\""), "{html}");
        assert!(html.contains("type=\"checkbox\""), "{html}");
    }

    #[test]
    fn scripts_handlers_and_external_pictures_do_not_pass() {
        let html = markdown_page(
            "<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) <b onclick=\"f()\">b</b>\n\n\
             ![网上的图](https://example.org/a.png)\n\n<iframe src=\"https://example.org\"></iframe>",
        );
        for part in ["<script", "onerror", "javascript:", "onclick", "<iframe", "src=\"https:"] {
            assert!(!html.contains(part), "{part}");
        }
        assert!(html.contains("<a href=\"https://example.org/a.png\""), "an external picture becomes a link");
    }

    #[test]
    fn pictures_need_alternative_text() {
        let error = one_cell("markdown", "![](a.png)").unwrap_err();
        assert!(matches!(&error, HandoutError::NoAlternativeText(all) if all.len() == 1), "{error}");
        assert!(error.to_string().contains("a.png") && error.to_string().contains("![text](file)"));
    }

    #[test]
    fn fenced_code_is_highlighted_and_dollars_in_it_stay() {
        let html = markdown_page("```rust\nlet a = \"$x$\";\n```\n\n    indented $y$");
        assert!(html.contains("<span class=\"k\">let</span>"), "{html}");
        assert!(html.contains("$x$") && html.contains("indented $y$"), "{html}");
    }

    #[test]
    fn links_to_labs_go_to_their_pages() {
        let html = markdown_page(
            "[威佐夫](wythoff.ipynb)、[冷局面](wythoff.ipynb#cold)、[网](https://example.org/a.ipynb)",
        );
        for address in ["wythoff.html", "wythoff.html#cold", "https://example.org/a.ipynb"] {
            assert!(html.contains(&format!("href=\"{address}\"")), "{address} in {html}");
        }
    }
}
