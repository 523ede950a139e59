//! The outputs of a cell: for each the richest form that a page can show without a network and without a script of
//! the notebook's.

use super::math::{Piece, scan};
use super::slots::escaped;
use super::{HandoutError, Page, ansi, badge, board, markdown, picture, table};
use crate::notebook::run::EVIDENCE;
use crate::notebook::{Cell, joined, overwritten};
use serde_json::{Map, Value};

/// The HTML of one output, slots not yet filled; empty when it holds nothing that can be shown.
pub fn render(output: &Value, cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let text_of = |key: &str| output.get(key).map(joined).unwrap_or_default();
    match text_of("output_type").as_str() {
        "stream" => Ok(stream(&text_of("name"), &text_of("text"), page)),
        "error" => Ok(error(output, page)),
        _ => {
            let empty = Map::new();
            let part = |key: &str| output.get(key).and_then(Value::as_object).unwrap_or(&empty);
            bundle(part("data"), part("metadata"), cell, page)
        }
    }
}

fn stream(name: &str, text: &str, page: &Page) -> String {
    let text = overwritten(text);
    let text = text.trim_end_matches('\n');
    if text.is_empty() {
        return String::new();
    }
    let label =
        if name == "stderr" { format!(" aria-label=\"{}\"", page.words.stderr) } else { String::new() };
    let class = if name == "stderr" { "stream stderr" } else { "stream" };
    format!("<pre class=\"{class}\" tabindex=\"0\"{label}>{}</pre>", ansi::to_html(text))
}

fn error(output: &Value, page: &Page) -> String {
    let text_of = |key: &str| output.get(key).map(joined).unwrap_or_default();
    let lines = output.get("traceback").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let traceback = lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
    let mut html = format!(
        "<div class=\"failure\"><p><strong>{}</strong> {}: {}</p>",
        page.words.error,
        escaped(&text_of("ename")),
        ansi::to_html(text_of("evalue").trim())
    );
    if !traceback.trim().is_empty() {
        html.push_str(&format!("<pre tabindex=\"0\">{}</pre>", ansi::to_html(traceback.trim_end())));
    }
    html.push_str("</div>");
    html
}

fn bundle(
    data: &Map<String, Value>,
    metadata: &Map<String, Value>,
    cell: &Cell,
    page: &mut Page,
) -> Result<String, HandoutError> {
    if let Some(evidence) = data.get(EVIDENCE) {
        return badge::render(evidence, cell, page);
    }
    if let Some(setup) = data.get(agon_book::board::MIME) {
        return board::render(setup, cell, page);
    }
    let text_of = |mime: &str| data.get(mime).map(joined).filter(|text| !text.trim().is_empty());
    if let Some(svg) = text_of("image/svg+xml") {
        return picture::svg(&svg, metadata, cell, page);
    }
    if let Some(html) = text_of("text/html") {
        let prefix = page.next_prefix();
        let clean = page.clean(&html, &prefix, cell)?;
        // A widget that is all script leaves nothing; its text is better than that.
        if !clean.trim().is_empty() {
            return Ok(format!("<div class=\"html\">{}</div>", table::framed(&clean, page)));
        }
    }
    if let Some(latex) = text_of("text/latex") {
        return formulas(&latex, cell, page);
    }
    for mime in ["image/png", "image/jpeg", "image/gif", "image/webp"] {
        if let Some(base64) = text_of(mime) {
            return Ok(picture::raster(mime, &base64, metadata, cell, page));
        }
    }
    if let Some(text) = text_of("text/markdown") {
        // Headings of outputs are not part of the page's outline.
        let headings = page.headings.len();
        let html = markdown::render(&text, cell, page)?;
        page.headings.truncate(headings);
        return Ok(format!("<div class=\"html\">{html}</div>"));
    }
    let text = text_of("text/plain").unwrap_or_default();
    let text = text.trim_end_matches('\n');
    Ok(if text.is_empty() {
        String::new()
    } else {
        format!("<pre class=\"value\" tabindex=\"0\">{}</pre>", ansi::to_html(text))
    })
}

/// `text/latex`: formulas with dollars around them, or one formula without.
fn formulas(latex: &str, cell: &Cell, page: &mut Page) -> Result<String, HandoutError> {
    let mut pieces = scan(latex.trim());
    if pieces.iter().all(|piece| matches!(piece, Piece::Text(_))) {
        pieces = vec![Piece::Display(latex.trim().to_owned())];
    }
    let mut html = String::from("<p class=\"formula\">");
    for piece in pieces {
        let slot = page.math.slot(&piece, &cell.name())?;
        html.push_str(&page.slots.put(slot));
    }
    html.push_str("</p>");
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::super::tests::one_output;
    use serde_json::{Value, json};

    fn display(data: Value) -> String {
        one_output(json!({"output_type": "display_data", "data": data, "metadata": {}})).unwrap()
    }

    #[test]
    fn the_richest_form_is_shown() {
        assert!(display(json!({"text/plain": "p", "text/html": "<b>h</b>"})).contains("<b>h</b>"));
        assert!(
            display(json!({"text/plain": "p", "text/html": "<script>x()</script>"})).contains(">p</pre>")
        );
        assert!(display(json!({"text/plain": "p", "text/latex": "$\\oplus$"})).contains("<math"));
        assert!(
            display(json!({"text/plain": "p", "text/latex": "\\oplus", "image/png": "x"}))
                .contains("katex-display")
        );
        assert!(display(json!({"text/plain": "p", "text/markdown": "**m**"})).contains("<strong>m</strong>"));
        assert!(display(json!({"text/plain": ["a\n", "<b>"]})).contains(">a\n&#60;b&#62;</pre>"));
    }

    #[test]
    fn tables_scroll() {
        let html = display(json!({"text/html": "<table><tr><td>1</td></tr></table>"}));
        assert!(html.contains("<div class=\"scroll\" tabindex=\"0\"") && html.contains("</table></div>"));
    }

    #[test]
    fn streams_and_errors_keep_their_colours() {
        let html = one_output(
            json!({"output_type": "stream", "name": "stderr", "text": "\u{1b}[33mslow\u{1b}[0m\n"}),
        );
        assert!(html.unwrap().contains("<span class=\"a-yellow\">slow</span></pre>"));
        let html = one_output(json!({
            "output_type": "error", "ename": "Panic", "evalue": "a < b", "traceback": ["\u{1b}[31mhere\u{1b}[0m", "there"],
        }))
        .unwrap();
        assert!(
            html.contains("Panic: a &#60; b") && html.contains("<span class=\"a-red\">here</span>\nthere")
        );
    }
}
