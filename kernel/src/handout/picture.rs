//! Pictures: embedded, with a text for those who do not see them.

use super::slots::escaped;
use super::{HandoutError, Page, theme};
use crate::notebook::{Cell, joined};
use serde_json::{Map, Value};
use std::path::{Component, Path};

const RASTER: [(&str, &str); 5] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
];

/// An SVG output as inline SVG in a figure. Its alternative text is what the metadata say, or its `<title>`.
pub fn svg(
    source: &str,
    metadata: &Map<String, Value>,
    cell: &Cell,
    page: &mut Page,
) -> Result<String, HandoutError> {
    let prefix = page.next_prefix();
    let clean = page.clean(source, &prefix, cell)?;
    let body = clean.find("<svg").map_or("", |start| &clean[start..]);
    let title =
        body.split_once("<title").and_then(|(_, rest)| rest.split_once('>')?.1.split_once("</title>"));
    let title = title.map(|(title, _)| title.trim().replace('"', "&quot;")).filter(|title| !title.is_empty());
    let alt = alternative_text(metadata, "image/svg+xml", cell).map(|alt| escaped(&alt)).or(title);
    let Some(alt) = alt else {
        page.miss_text(
            cell,
            "an SVG picture",
            "Begin it with <title>what it shows</title>, or begin the cell with `//| fig-alt: what it shows` (`#|` in Python)",
        );
        return Ok(String::new());
    };
    let attributes = if body.contains("viewBox") { String::new() } else { view_box(body) };
    let (tag, content) = body.split_at(body.find('>').unwrap_or(body.len()));
    // The picture may have said so itself; an attribute stands once.
    let tag = tag.replace(" role=\"img\"", "").replace(" style=\"\"", "");
    let tag = tag.replacen("<svg", &format!("<svg role=\"img\" aria-label=\"{alt}\"{attributes}"), 1);
    let hint = is_wide(body).then_some(page.words.wide_picture);
    Ok(figure(&format!("{tag}{content}"), hint, metadata))
}

/// Whether a picture would be too small to read as wide as a telephone: there it keeps its size and scrolls.
fn is_wide(svg: &str) -> bool {
    size(svg).is_some_and(|(width, height)| width >= 560.0 && width > 1.5 * height)
}

/// Without a view box a picture is cut off instead of made smaller on a narrow screen.
fn view_box(svg: &str) -> String {
    size(svg).map(|(width, height)| format!(" viewBox=\"0 0 {width} {height}\"")).unwrap_or_default()
}

/// Width and height as the picture gives them.
fn size(svg: &str) -> Option<(f64, f64)> {
    let tag = svg.split('>').next()?;
    let side = |name: &str| {
        let value = tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
        value.trim_end_matches("px").parse::<f64>().ok()
    };
    Some((side("width")?, side("height")?))
}

/// A raster output, given in base64.
pub fn raster(
    mime: &str,
    base64: &str,
    metadata: &Map<String, Value>,
    cell: &Cell,
    page: &mut Page,
) -> String {
    let Some(alt) = alternative_text(metadata, mime, cell) else {
        page.miss_text(
            cell,
            &format!("a picture ({mime})"),
            "Begin the cell with `#| fig-alt: what it shows` (`//|` in Rust), or set `alt` in the metadata of the display or of the cell",
        );
        return String::new();
    };
    let base64: String = base64.split_whitespace().collect();
    let image = format!("<img src=\"data:{mime};base64,{}\" alt=\"{}\">", escaped(&base64), escaped(&alt));
    figure(&image, None, metadata)
}

/// `hint` says how to see the whole of a picture that scrolls on a narrow screen.
fn figure(picture: &str, hint: Option<&str>, metadata: &Map<String, Value>) -> String {
    let caption = metadata.get("caption").and_then(Value::as_str).map(escaped);
    let caption = caption.map(|text| format!("<figcaption>{text}</figcaption>")).unwrap_or_default();
    // What scrolls must be within reach of the keyboard.
    match hint {
        None => format!("<figure class=\"picture\">{picture}{caption}</figure>"),
        Some(hint) => format!(
            "<figure class=\"picture wide\"><div class=\"across\" tabindex=\"0\">{picture}</div>\
             <p class=\"swipe\" aria-hidden=\"true\">{hint}</p>{caption}</figure>"
        ),
    }
}

/// `alt` of the output's metadata, for its MIME type or for all, or of the cell's; or Quarto's comment `fig-alt` at the
/// top of the cell.
fn alternative_text(metadata: &Map<String, Value>, mime: &str, cell: &Cell) -> Option<String> {
    let of_mime = metadata.get(mime).and_then(|metadata| metadata.get("alt"));
    let given = of_mime.or_else(|| metadata.get("alt")).or_else(|| cell.metadata.get("alt"));
    let text = given.and_then(Value::as_str).or_else(|| option(&cell.source, "fig-alt"))?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The value of an option in the comments at the top of a cell: `#| fig-alt: "text"`, in Rust `//| fig-alt: "text"`.
fn option<'a>(source: &'a str, name: &str) -> Option<&'a str> {
    let comment = |line: &'a str| line.strip_prefix("#|").or_else(|| line.strip_prefix("//|"));
    let mut options = source.lines().map_while(comment);
    let value =
        options.find_map(|line| line.trim().strip_prefix(name)?.trim_start().strip_prefix(':'))?.trim();
    Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
}

/// The data URI for a picture that prose names: an attachment, or a file beside the notebook or below. `None` for a
/// picture in the network.
pub fn of_prose(url: &str, cell: &Cell, folder: &Path) -> Result<Option<String>, HandoutError> {
    if url.starts_with("http://") || url.starts_with("https://") || url.starts_with("//") {
        return Ok(None);
    }
    if url.starts_with("data:") {
        return Ok(Some(url.to_owned()));
    }
    let failure =
        |reason: &str| HandoutError::Picture { cell: cell.name(), path: url.into(), reason: reason.into() };
    if let Some(name) = url.strip_prefix("attachment:") {
        let bundle = cell.attachments.and_then(|attachments| attachments.get(name)?.as_object());
        let bundle =
            bundle.ok_or_else(|| failure("the cell has no such attachment. Paste the picture again"))?;
        let found = RASTER.iter().find_map(|(_, mime)| Some((mime, joined(bundle.get(*mime)?))));
        let (mime, base64) = found.ok_or_else(|| failure("it is not PNG, JPEG, GIF or WebP. Convert it"))?;
        return Ok(Some(format!("data:{mime};base64,{}", base64.split_whitespace().collect::<String>())));
    }
    let path = Path::new(url);
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(failure("it is not beside the notebook or below. Move it there"));
    }
    let extension =
        path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase();
    let Some((_, mime)) = RASTER.iter().find(|(name, _)| *name == extension) else {
        return Err(failure("it is not PNG, JPEG, GIF or WebP. Convert it, or draw it in a cell"));
    };
    let bytes = std::fs::read(folder.join(path)).map_err(|error| failure(&error.to_string()))?;
    Ok(Some(theme::data_uri(mime, &bytes)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{markdown_page_in, one_output};
    use super::*;
    use serde_json::json;

    fn shown(mime: &str, value: &str, metadata: Value) -> Result<String, HandoutError> {
        one_output(json!({"output_type": "display_data", "data": {mime: value}, "metadata": metadata}))
    }

    #[test]
    fn an_svg_is_named_by_its_title_or_by_metadata() {
        let svg =
            "<?xml version=\"1.0\"?><svg width=\"8\" height=\"4px\"><title>格 \"值\"</title><rect/></svg>";
        let html = shown("image/svg+xml", svg, json!({"caption": "图 1"})).unwrap();
        assert!(
            html.contains("<svg role=\"img\" aria-label=\"格 &quot;值&quot;\" viewBox=\"0 0 8 4\""),
            "{html}"
        );
        assert!(html.contains("<title>格 \"值\"</title>") && html.contains("<figcaption>图 1</figcaption>"));
        let html = shown("image/svg+xml", "<svg/>", json!({"image/svg+xml": {"alt": "空"}})).unwrap();
        assert!(html.contains("aria-label=\"空\""));
    }

    #[test]
    fn only_wide_pictures_scroll_on_a_telephone() {
        for (size, wide) in [("width=\"760\" height=\"330\"", true), ("width=\"520\" height=\"520\"", false)]
        {
            let html =
                shown("image/svg+xml", &format!("<svg {size}><title>图</title></svg>"), json!({})).unwrap();
            assert_eq!(
                html.contains("<figure class=\"picture wide\"><div class=\"across\" tabindex=\"0\">"),
                wide,
                "{html}"
            );
        }
    }

    #[test]
    fn a_picture_without_a_text_is_an_error() {
        for (mime, value) in [("image/svg+xml", "<svg><title> </title></svg>"), ("image/png", "iVBORw0KGgo=")]
        {
            let error = shown(mime, value, json!({})).unwrap_err();
            assert!(matches!(&error, HandoutError::NoAlternativeText(_)), "{error}");
            assert!(error.to_string().starts_with("cell 1 (id ") && error.to_string().contains("fig-alt"));
        }
        assert!(
            shown("image/png", "iVBOR\nw0KGgo=", json!({"alt": "x"}))
                .unwrap()
                .contains("base64,iVBORw0KGgo=\"")
        );
    }

    #[test]
    fn quartos_comment_describes_the_pictures_of_a_cell() {
        for (source, text) in [
            ("#| echo: false\n#| fig-alt: \"a circle\"\nplot()", Some("a circle")),
            ("//| fig-alt: 圆\nplot()", Some("圆")),
            ("plot()\n#| fig-alt: late", None),
            ("#| fig-cap: other", None),
        ] {
            assert_eq!(option(source, "fig-alt"), text, "{source}");
        }
    }

    #[test]
    fn pictures_of_prose_are_embedded_from_beside_the_notebook() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.png"), b"png").unwrap();
        let html = markdown_page_in("![甲](a.png)", folder.path()).unwrap();
        assert!(html.contains("src=\"data:image/png;base64,cG5n\" alt=\"甲\""), "{html}");
        for url in ["../a.png", "/etc/a.png", "missing.png", "a.svg", "attachment:none.png"] {
            let error = markdown_page_in(&format!("![甲]({url})"), folder.path()).unwrap_err();
            assert!(matches!(error, HandoutError::Picture { .. }), "{error}");
        }
    }
}
