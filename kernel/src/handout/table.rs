//! Tables: each in a frame that scrolls, and columns of numbers with their digits under one another.

use super::Page;
use std::collections::BTreeMap;

/// `html` with its tables framed. Wide and long ones scroll, each in a frame with a name of its own that the keyboard can
/// reach too. A frame is no landmark: a lab has dozens.
pub fn framed(html: &str, page: &mut Page) -> String {
    let mut parts = html.split("<table");
    let mut framed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        page.tables += 1;
        let may_have_one = part.contains("</table>") && !part.contains("<caption");
        let caption = may_have_one.then(|| take_caption(&mut framed)).flatten();
        framed += &format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{} {}\"><table",
            page.words.table, page.tables
        );
        match part.split_once("</table>") {
            Some((table, rest)) => {
                let table = aligned(table, |text| page.slots.plain(text));
                framed += &match (caption, table.split_once('>')) {
                    (Some(caption), Some((attributes, table))) => {
                        format!("{attributes}><caption>{caption}</caption>{table}")
                    }
                    _ => table,
                };
                framed += "</table></div>";
                framed += &rest.replace("</table>", "</table></div>");
            }
            None => framed += part,
        }
    }
    framed
}

/// How a paragraph before a table begins that is the table's caption: as in Pandoc, and in Chinese. In Jupyter it is a sentence.
const CAPTION: [&str; 3] = ["<p>Table: ", "<p>表：", "<p>: "];

/// Takes away the caption of the table that comes next from the end of the HTML before it.
fn take_caption(before: &mut String) -> Option<String> {
    let at = before.rfind("<p>")?;
    let last = before[at..].trim_end().strip_suffix("</p>").filter(|last| !last.contains("</p>"))?;
    let caption = CAPTION.iter().find_map(|begin| last.strip_prefix(begin))?.trim().to_owned();
    before.truncate(at);
    Some(caption)
}

/// A cell: where a class can be put in, and what is known of it.
struct Cell<'a> {
    tag: &'a str,
    at: usize,
    text: String,
    is_head: bool,
}

/// The inside of a table in which columns of numbers have the class `number`. A column that says itself how it is aligned
/// stays as it is, and so does a table with cells that span several.
fn aligned(table: &str, plain: impl Fn(&str) -> String) -> String {
    let mut columns: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    let (mut in_head, mut column) = (false, 0);
    for (at, _) in table.match_indices('<') {
        let Some(tag) = table[at..].split_inclusive('>').next() else { continue };
        match tag[1..].split([' ', '>']).next().unwrap_or_default() {
            "thead" => in_head = true,
            "/thead" => in_head = false,
            "tr" => column = 0,
            name @ ("td" | "th") => {
                if tag.contains("colspan=") || tag.contains("rowspan=") {
                    return table.to_owned();
                }
                let inside = &table[at + tag.len()..];
                let inside = &inside[..inside.find(&format!("</{name}>")).unwrap_or(inside.len())];
                let text = plain(&without_tags(inside)).trim().to_owned();
                let is_head = in_head || tag.contains("scope=\"col\"");
                columns.entry(column).or_default().push(Cell { tag, at: at + 1 + name.len(), text, is_head });
                column += 1;
            }
            _ => {}
        }
    }
    let says_itself =
        |cell: &Cell| ["align=", "text-align", "class="].iter().any(|word| cell.tag.contains(word));
    let is_of_numbers = |cells: &Vec<Cell>| {
        let mut body = cells.iter().filter(|cell| !cell.is_head).peekable();
        let is_blank = |cell: &&Cell| matches!(cell.text.as_str(), "" | "…" | "—");
        !cells.iter().any(says_itself)
            && body.clone().any(|cell| !is_blank(&cell))
            && body.all(|cell| is_blank(&cell) || is_number(&cell.text))
    };
    let numbers = columns.into_values().filter(is_of_numbers).flatten();
    let mut places: Vec<usize> = numbers.map(|cell| cell.at).collect();
    places.sort_unstable();
    let mut marked = String::with_capacity(table.len() + places.len() * 15);
    let mut from = 0;
    for at in places {
        marked += &table[from..at];
        marked += " class=\"number\"";
        from = at;
    }
    marked + &table[from..]
}

fn without_tags(html: &str) -> String {
    let outside = |part: &str| part.split_once('>').map_or_else(String::new, |(_, text)| text.to_owned());
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &outside(part))
}

/// Whether a text is one number as people write it: −3, 1,024, 0.75, 5/4, 1.2e−5, 12%.
fn is_number(text: &str) -> bool {
    let unsigned = |text: &str| text.strip_prefix(['+', '-', '−', '±']).unwrap_or(text).to_owned();
    let is_plain = |text: &str| {
        let text = unsigned(text);
        let digits = text.chars().filter(char::is_ascii_digit).count();
        digits > 0
            && text.chars().all(|c| c.is_ascii_digit() || ".,_\u{2009}\u{202f}".contains(c))
            && text.matches('.').count() < 2
    };
    let text = text.strip_suffix('%').unwrap_or(text);
    let parts: Vec<&str> = text.split(['/', 'e', 'E']).collect();
    parts.len() <= 2 && parts.into_iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_names() {
        for text in ["0", "-3", "−3", "1,024", "0.75", "5/4", "1.2e-5", "1E6", "12%", "10110"] {
            assert!(is_number(text), "{text}");
        }
        for text in ["", "P", "∗3", "3 4", "(3, 4)", "1.2.3", "1/2/3", "p12", "n", "e", ".", "1:2", "0x1"] {
            assert!(!is_number(text), "{text}");
        }
    }

    #[test]
    fn a_paragraph_before_a_table_may_be_its_caption() {
        let caption = |text: &str| {
            let mut before = text.to_owned();
            (take_caption(&mut before), before)
        };
        assert_eq!(
            caption("<p>a</p>\n<p>Table: <b>b</b></p>\n"),
            (Some("<b>b</b>".into()), "<p>a</p>\n".into())
        );
        assert_eq!(caption("<p>表：甲</p>\n").0.as_deref(), Some("甲"));
        for text in ["<p>Table: a</p>\n<ul></ul>", "<p>a</p>", "", "<p>Table: a</p><h2>b</h2>"] {
            assert_eq!(caption(text), (None, text.to_owned()));
        }
        let html = super::super::tests::markdown_page("表：$n$ 与值\n\n| n | 值 |\n|--|--|\n| 1 | 2 |");
        assert!(html.contains("<table><caption><span class=\"katex\">"), "{html}");
    }

    /// The texts of the cells that are marked.
    fn marked(table: &str) -> Vec<String> {
        let table = aligned(table, str::to_owned);
        let cells = table.split(" class=\"number\"").skip(1);
        cells.map(|cell| cell.split_once('>').unwrap().1.split("</t").next().unwrap().to_owned()).collect()
    }

    #[test]
    fn columns_of_numbers_are_marked_with_their_heads() {
        let table = "><thead><tr><th>n</th><th>值</th></tr></thead><tbody><tr><td>1</td><td>P</td></tr><tr><td>…</td><td>2</td></tr></tbody>";
        assert_eq!(marked(table), ["n", "1", "…"]);
        let frame = "><tr><th></th><th scope=\"col\">a</th></tr><tr><th>0</th><td><b>1</b></td></tr>";
        assert_eq!(
            marked(&frame.replace("<th></th>", "<th scope=\"col\"></th>")),
            ["", "a", "0", "<b>1</b>"]
        );
        assert_eq!(marked("><tr><td></td></tr>"), [""; 0], "nothing is no number");
    }

    #[test]
    fn who_says_how_a_column_is_aligned_is_believed() {
        for table in [
            "><tr><td align=\"center\">1</td></tr><tr><td>2</td></tr>",
            "><tr><td style=\"text-align:left\">1</td></tr>",
            "><tr><td colspan=\"2\">1</td></tr><tr><td>1</td><td>2</td></tr>",
        ] {
            assert_eq!(aligned(table, str::to_owned), table);
        }
    }
}
