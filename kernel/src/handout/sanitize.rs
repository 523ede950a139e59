//! What of somebody's HTML and SVG may stand on a page: structure and shapes; nothing that runs or loads.

use ammonia::Builder;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Elements that the default list of `ammonia` lacks: those that Markdown makes, and shapes.
const PROSE_TAGS: [&str; 3] = ["section", "input", "tfoot"];
const SVG_TAGS: [&str; 24] = [
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "title",
    "desc",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "marker",
    "pattern",
    "symbol",
    "use",
    "mask",
    "textPath",
];
#[rustfmt::skip]
const SVG_ATTRIBUTES: [&str; 70] = [
    "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "fx", "fy",
    "d", "points", "transform", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "opacity",
    "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline", "alignment-baseline",
    "baseline-shift", "letter-spacing", "textLength", "lengthAdjust", "rotate", "offset", "stop-color", "stop-opacity",
    "gradientUnits", "gradientTransform", "spreadMethod", "clip-path", "clip-rule", "clipPathUnits", "marker-start",
    "marker-mid", "marker-end", "markerWidth", "markerHeight", "markerUnits", "orient", "refX", "refY", "patternUnits",
    "patternTransform", "preserveAspectRatio", "href", "shape-rendering", "vector-effect", "style",
];
/// Properties of `style` attributes. Colours of HTML are not among them: they would not be readable on both a light
/// and a dark page.
const STYLE_PROPERTIES: [&str; 18] = [
    "text-align",
    "vertical-align",
    "font-weight",
    "font-style",
    "font-size",
    "font-family",
    "white-space",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "opacity",
    "text-anchor",
    "stop-color",
    "stop-opacity",
    "dominant-baseline",
];
/// Classes by which the style sheet of a page knows what Markdown has made.
const CLASSES: [(&str, &[&str]); 6] = [
    (
        "div",
        &[
            "markdown-alert",
            "markdown-alert-note",
            "markdown-alert-tip",
            "markdown-alert-important",
            "markdown-alert-warning",
            "markdown-alert-caution",
        ],
    ),
    ("p", &["markdown-alert-title"]),
    ("section", &["footnotes"]),
    ("sup", &["footnote-ref"]),
    ("a", &["footnote-backref"]),
    ("table", &["dataframe"]),
];

/// How many elements may stand within one another: as many as Chromium keeps.
const DEPTH: usize = 512;

/// Whether elements are nested deeper than a browser shows them. The time that a parser takes for a page grows with the
/// square of its depth, so such a page is not parsed.
pub fn is_too_deep(html: &str) -> bool {
    const WITHOUT_END: [&str; 24] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
        "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option",
    ];
    // How many of each name are open. An end tag ends one of its own name only, since a parser does not let it end others
    // either where that matters.
    let mut open: HashMap<String, usize> = HashMap::new();
    let mut depth = 0;
    let mut in_picture = false;
    for tag in html.split('<').skip(1) {
        let (ends, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        let name =
            tag[..tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len())].to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let is_shape = SVG_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(&name));
        // Of HTML `<div/>` is a beginning; within SVG it is whole.
        let is_whole = in_picture && is_shape && tag.split('>').next().is_some_and(|tag| tag.ends_with('/'));
        in_picture = is_shape && if name == "svg" { !ends } else { in_picture };
        if is_whole || WITHOUT_END.contains(&name.as_str()) {
            continue;
        }
        let of_name = open.entry(name).or_default();
        if !ends {
            *of_name += 1;
            depth += 1;
        } else if *of_name > 0 {
            *of_name -= 1;
            depth -= 1;
        }
        if depth > DEPTH {
            return true;
        }
    }
    false
}

/// Somebody's HTML or SVG without what runs or loads. Its ids get `prefix`, so that two pictures with a gradient `a` do
/// not meet; those of the prose get none.
pub fn clean(html: &str, prefix: &str) -> String {
    let mut builder = Builder::default();
    let prefix = prefix.to_owned();
    let svg = SVG_TAGS.iter().map(|tag| (*tag, HashSet::from(SVG_ATTRIBUTES)));
    let mut attributes = builder.clone_tag_attributes();
    attributes.extend(svg);
    attributes.insert("input", HashSet::from(["checked"]));
    attributes.insert("details", HashSet::from(["open"]));
    builder
        .add_tags(PROSE_TAGS)
        .add_tags(SVG_TAGS)
        .add_clean_content_tags(["iframe", "noscript", "template", "object", "math"])
        .tag_attributes(attributes)
        // Every input is a box that cannot be ticked: a task of a list.
        .set_tag_attribute_values(HashMap::from([(
            "input",
            HashMap::from([("type", "checkbox"), ("disabled", "")]),
        )]))
        .add_generic_attributes(["id", "role", "aria-label", "aria-labelledby", "style"])
        .allowed_classes(
            CLASSES.iter().map(|(tag, classes)| (*tag, classes.iter().copied().collect())).collect(),
        )
        .filter_style_properties(HashSet::from(STYLE_PROPERTIES))
        .url_schemes(HashSet::from(["http", "https", "mailto", "data"]))
        .attribute_filter(move |element, attribute, value| {
            attribute_value(element, attribute, value, &prefix)
        });
    builder.clean(html).to_string()
}

/// The value that an allowed attribute may have, with ids and references to them prefixed.
fn attribute_value<'v>(element: &str, attribute: &str, value: &'v str, prefix: &str) -> Option<Cow<'v, str>> {
    let prefixed = |id: &str| Cow::Owned(format!("{prefix}{id}"));
    match (element, attribute) {
        ("img", "src") => is_raster_data(value).then_some(Cow::Borrowed(value)),
        ("a", "href") => match value.strip_prefix('#') {
            Some(id) => Some(Cow::Owned(format!("#{prefix}{id}"))),
            None => (!value.trim_start().to_ascii_lowercase().starts_with("data:"))
                .then_some(Cow::Borrowed(value)),
        },
        // Of SVG only what lies in the same picture may be used.
        (_, "href") => value.strip_prefix('#').map(|id| Cow::Owned(format!("#{prefix}{id}"))),
        (_, "id") => Some(prefixed(value)),
        (_, "aria-labelledby") => {
            let ids = value.split_whitespace().map(|id| format!("{prefix}{id}"));
            Some(Cow::Owned(ids.collect::<Vec<_>>().join(" ")))
        }
        (_, "alt" | "title" | "aria-label") => Some(Cow::Borrowed(value)),
        // The others may be read as CSS, in which an escape can spell `url` in many ways.
        _ if value.contains('\\') => None,
        _ => {
            let lower = value.to_ascii_lowercase();
            if !lower.contains("url(") {
                Some(Cow::Borrowed(value))
            } else if lower.matches("url(").count() == lower.matches("url(#").count() {
                Some(Cow::Owned(value.replace("url(#", &format!("url(#{prefix}"))))
            } else {
                None
            }
        }
    }
}

fn is_raster_data(url: &str) -> bool {
    ["png", "jpeg", "gif", "webp"].iter().any(|kind| url.starts_with(&format!("data:image/{kind};base64,")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_runs_or_loads_passes() {
        let attacks = [
            "<svg><script>alert(1)</script><rect width=\"1\"/></svg>",
            "<svg onload=\"alert(1)\"><g onclick=\"x()\"/></svg>",
            "<svg><image href=\"https://evil.example/a.png\"/></svg>",
            "<svg><use href=\"https://evil.example/a.svg#b\"/><use xlink:href=\"https://evil.example/a.svg#b\"/></svg>",
            "<svg><rect fill=\"url(https://evil.example/x)\"/><rect style=\"fill:url('https://evil.example/x')\"/></svg>",
            "<svg><rect style=\"fill:u\\72l(https://evil.example/x)\"/></svg>",
            "<svg><style>@import url(https://evil.example/a.css);</style></svg>",
            "<svg><foreignObject><iframe src=\"https://evil.example\"></iframe></foreignObject></svg>",
            "<svg><a href=\"javascript:alert(1)\"><text>x</text></a></svg>",
            "<svg><set attributeName=\"href\" to=\"javascript:alert(1)\"/><animate values=\"javascript:alert(1)\"/></svg>",
            "<p style=\"background:url(https://evil.example/x)\">x</p><link rel=stylesheet href=https://evil.example>",
            "<img src=\"https://evil.example/a.png\"><img src=\"data:image/svg+xml;base64,AAAA\"><meta http-equiv=refresh>",
            "<a href=\"data:text/html,<script>alert(1)</script>\">x</a><form action=\"https://evil.example\"><button>x</button></form>",
            "<video src=\"https://evil.example/v\"></video><object data=\"https://evil.example\"></object><base href=\"https://evil.example\">",
        ];
        for attack in attacks {
            let safe = clean(attack, "o1-");
            for part in [
                "evil.example",
                "script",
                "alert",
                "onload",
                "onclick",
                "import",
                "svg+xml",
                "<form",
                "<meta",
            ] {
                assert!(!safe.contains(part), "{attack} → {safe}");
            }
        }
    }

    #[test]
    fn depth_is_counted_where_elements_lie_within_one_another() {
        for html in [
            "<div>".repeat(513),
            "<div/>".repeat(513),
            "<B a=1>".repeat(513),
            format!("<svg>{}", "<g>".repeat(513)),
            "<div></b>".repeat(513),
            "<g/>".repeat(513),
            format!("<svg></svg>{}", "<g/>".repeat(513)),
            format!("<svg><div>{}", "<g/>".repeat(512)),
        ] {
            assert!(is_too_deep(&html), "{}", &html[..12]);
        }
        for html in [
            "<div>".repeat(512),
            "<div><b>x</b></div>".repeat(1000),
            "<li>x<br>".repeat(1000),
            format!("<svg>{}</svg>", "<rect x=\"1\"/>".repeat(10_000)),
            "1 < 2 <3 <".repeat(1000),
        ] {
            assert!(!is_too_deep(&html), "{}", &html[..12]);
        }
    }

    #[test]
    fn shapes_keep_their_look_and_their_ids_apart() {
        let svg = "<svg viewBox=\"0 0 9 9\"><title>图</title><defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs>\
                   <rect fill=\"url(#a)\" style=\"stroke: red; position: fixed\"/><use href=\"#a\"/></svg>";
        let safe = clean(svg, "o7-");
        for part in [
            "viewBox=\"0 0 9 9\"",
            "<title>图</title>",
            "id=\"o7-a\"",
            "url(#o7-a)",
            "href=\"#o7-a\"",
            "stroke:red",
        ] {
            assert!(safe.contains(part), "{part} in {safe}");
        }
        assert!(!safe.contains("position"), "{safe}");
    }

    #[test]
    fn tables_of_data_frames_pass_without_their_style_sheet() {
        let safe = clean(
            "<style>table{color:red}</style><table class=\"dataframe x\"><caption>g</caption><thead><tr><th scope=\"col\" style=\"text-align:right\">n</th></tr></thead></table>",
            "",
        );
        assert!(
            !safe.contains("style>")
                && safe.contains("class=\"dataframe\"")
                && safe.contains("<caption>g</caption>")
        );
        assert!(safe.contains("scope=\"col\"") && safe.contains("text-align:right"), "{safe}");
    }
}
