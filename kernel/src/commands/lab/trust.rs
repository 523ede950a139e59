//! Which notebooks JupyterLab may show as they are stored.
//!
//! Of a notebook that it does not trust JupyterLab shows neither drawings nor boards until their cells have run. What is
//! trusted here has been looked at: every output is a text, a picture, or HTML of a few elements that do nothing ([`is_inert`]), or
//! a board, byte for byte as this program writes it. Where a notebook comes from does not matter then.

use super::{Environment, terminal};
use crate::notebook::run::EVIDENCE;
use crate::notebook::{Notebook, write_atomically};
use agon::board::Setup;
use agon_book::board;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Signs what may be trusted in `folder` and in the folders in it. That it does not succeed is no reason not to start.
pub fn trust_labs(environment: &Environment, folder: &Path) {
    let labs = notebooks(folder).into_iter().filter_map(|path| {
        let lab = Notebook::read(&path).ok().filter(is_ours)?;
        Some((path, is_harmless(&lab)))
    });
    let (trusted, others): (Vec<_>, Vec<_>) = labs.partition(|(_, is_harmless)| *is_harmless);
    let paths = |labs: Vec<(PathBuf, bool)>| labs.into_iter().map(|(path, _)| path).collect::<Vec<_>>();
    let (trusted, others) = (paths(trusted), paths(others));
    if !trusted.is_empty() {
        if !sign(environment, &trusted) {
            terminal::tell(
                "The notebooks could not be marked as trusted: drawings and boards show when their cells have run.",
            );
            return;
        }
        let plural = if trusted.len() == 1 { "notebook" } else { "notebooks" };
        terminal::tell(&format!(
            "Trusted: {} {plural}, whose outputs hold nothing that runs but boards of this program.",
            trusted.len()
        ));
    }
    if !others.is_empty() {
        let names: Vec<String> = others
            .iter()
            .take(5)
            .map(|path| path.strip_prefix(folder).unwrap_or(path).display().to_string())
            .collect();
        let more = if others.len() > names.len() { ", …" } else { "" };
        terminal::tell(&format!(
            "Not trusted, so drawings and boards show when their cells have run: {}{more}",
            names.join(", ")
        ));
    }
}

/// Signs the notebooks that are not signed yet. Python takes seconds for all labs, so it is noted which ones are.
fn sign(environment: &Environment, trusted: &[PathBuf]) -> bool {
    let noted = environment.folder.join("signed.txt");
    let text = fs::read_to_string(&noted).unwrap_or_default();
    let mut signed: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let hash =
        |path: &Path| fs::read(path).map(|bytes| format!("{:x}", Sha256::digest(bytes))).unwrap_or_default();
    let new: Vec<&PathBuf> = trusted.iter().filter(|path| !signed.contains(&hash(path))).collect();
    if new.is_empty() {
        return true;
    }
    let mut sign = Command::new(environment.python());
    sign.args(["-m", "nbformat.sign"]).args(environment.notary()).args(&new);
    sign.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let done = sign.status().is_ok_and(|status| status.success());
    if done {
        signed.extend(new.iter().map(|path| hash(path)));
        let lines: Vec<String> = signed.into_iter().collect();
        let _ = write_atomically(&noted, lines.join("\n").as_bytes());
    }
    done
}

/// The notebooks in a folder and in the folders in it. Not further down: it may be somebody's home.
fn notebooks(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries
            .filter(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')))
            .collect()
    };
    let here = entries(folder);
    let below: Vec<PathBuf> = here
        .iter()
        .filter(|path| path.is_dir() && !path.is_symlink())
        .flat_map(|path| entries(path))
        .collect();
    here.into_iter()
        .chain(below)
        .filter(|path| path.is_file() && path.extension().is_some_and(|extension| extension == "ipynb"))
        .collect()
}

/// Whether a notebook is for this kernel.
fn is_ours(notebook: &Notebook) -> bool {
    let kernel = notebook.metadata().get("kernelspec").and_then(|kernel| kernel.get("name")?.as_str());
    kernel == Some("agon")
}

/// Whether nothing in the outputs of a notebook runs but boards of this program.
fn is_harmless(notebook: &Notebook) -> bool {
    notebook.cells().iter().flat_map(|cell| cell.outputs).all(is_harmless_output)
}

/// A text as notebooks have it: in one piece or in lines. Whatever else stands there a browser may make a text of, too,
/// and not the one that was looked at.
fn text(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

fn is_harmless_output(output: &Value) -> bool {
    // Streams and errors are text, whatever is in them.
    let Some(data) = output.get("data") else { return true };
    let Some(data) = data.as_object() else { return false };
    data.iter().all(|(mime, content)| match mime.as_str() {
        EVIDENCE | board::MIME => true,
        "text/plain" | "image/png" | "image/jpeg" => text(content).is_some(),
        "text/html" => text(content).is_some_and(|html| is_board(data, &html) || is_inert(&html)),
        "image/svg+xml" => text(content).is_some_and(|svg| is_inert(&svg)),
        _ => false,
    })
}

/// Whether `html` is what this program writes for the board in the same output.
fn is_board(data: &Map<String, Value>, html: &str) -> bool {
    let setup = data.get(board::MIME).and_then(|setup| Setup::deserialize(setup).ok());
    let board = setup.and_then(|setup| setup.board().ok());
    board.is_some_and(|board| [true, false].iter().any(|&chinese| board::alone(&board, chinese) == html))
}

/// What tables, badges and drawings are made of.
const ELEMENTS: [&str; 24] = [
    "table", "caption", "thead", "tbody", "tr", "th", "td", "p", "strong", "small", "br", "svg", "title",
    "desc", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan",
];
const ATTRIBUTES: [&str; 35] = [
    "class",
    "style",
    "scope",
    "role",
    "xmlns",
    "viewBox",
    "width",
    "height",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "dx",
    "dy",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "transform",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "text-anchor",
    "font-family",
    "font-size",
    "font-weight",
];

/// What a style may set: nothing by which an element leaves its place.
const PROPERTIES: [&str; 7] =
    ["background", "border-left", "color", "height", "margin", "max-width", "padding-left"];

fn is_modest_property(property: &str) -> bool {
    let name = property.split(':').next().unwrap_or_default().trim();
    name.is_empty() || PROPERTIES.contains(&name)
}

/// Whether markup is written in the strictest way (names in full, values in double quotes) and of harmless pieces only. What
/// is written otherwise may be harmless, too; nobody here wants to find out.
fn is_inert(markup: &str) -> bool {
    let mut pieces = markup.split('<');
    // Before the first tag there is text.
    let _ = pieces.next();
    pieces.all(|piece| piece.split_once('>').is_some_and(|(tag, _)| is_inert_tag(tag)))
}

/// Whether a tag, without its brackets, is one of those.
fn is_inert_tag(tag: &str) -> bool {
    if let Some(name) = tag.strip_prefix('/') {
        return ELEMENTS.contains(&name);
    }
    let tag = tag.strip_suffix('/').unwrap_or(tag).trim_end();
    let (name, mut rest) = tag.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((tag, ""));
    if !ELEMENTS.contains(&name) {
        return false;
    }
    loop {
        rest = rest.trim_ascii_start();
        if rest.is_empty() {
            return true;
        }
        let Some((attribute, value)) = rest.split_once("=\"") else { return false };
        let Some((value, behind)) = value.split_once('"') else { return false };
        // An address is all that these could bring in, and a reference such as `&#40;` could spell one.
        let is_plain =
            !value.contains(['&', '\\']) && (!value.contains('(') || matches!(attribute, "transform" | "d"));
        let is_modest = attribute != "style" || value.split(';').all(is_modest_property);
        if !ATTRIBUTES.contains(&attribute) || !is_plain || !is_modest {
            return false;
        }
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_markup_that_does_nothing_is_inert() {
        for markup in [
            "text &lt; text",
            "<table class=\"dataframe\"><caption>3 行</caption><tr><th scope=\"col\">n</th></tr></table>",
            "<p style=\"margin: 0\"><strong>x</strong><br><small>y</small></p>",
            "<svg role=\"img\" viewBox=\"0 0 9 9\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>图</title><rect x=\"1\" fill=\"#FFF\"/>\n<text transform=\"rotate(270, 1, 2)\">t</text></svg>",
        ] {
            assert!(is_inert(markup), "{markup}");
        }
        for markup in [
            "<script>alert(1)</script>",
            "<p onclick=\"x\">",
            "<p class=\"a\"onclick=\"x\">",
            "<p class=a onclick=x>",
            "<p/onclick=\"x\">",
            "<P CLASS=\"a\">",
            "<a href=\"x\">",
            "<img src=\"x\">",
            "<p style=\"background: url(x)\">",
            "<p style=\"background: u\\72l(x)\">",
            "<p style=\"background: url&#40;x)\">",
            "<p style=\"background: url&lpar;x)\">",
            "<p style=\"background: u&bsol;72l&#x28;x)\">",
            "<p style=\"color: red; position: fixed; top: 0\">",
            "<p style=\"margin-top: -900px\">",
            "<rect fill=\"url&#40;http://x)\"/>",
            "<svg><use href=\"#a\"/></svg>",
            "<rect fill=\"url(http://x)\"/>",
            "<p title=\"a>b\">",
            "<!-- x --><p>",
            "<![CDATA[<script>",
            "<p",
            "a < b",
        ] {
            assert!(!is_inert(markup), "{markup}");
        }
    }

    fn lab(data: Value) -> Notebook {
        let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "agon"}}, "cells": [
            {"cell_type": "code", "metadata": {}, "source": "x", "outputs": [{"output_type": "display_data", "metadata": {}, "data": data}]}]});
        Notebook::parse(root.to_string().as_bytes(), Path::new("lab.ipynb")).unwrap()
    }

    #[test]
    fn a_board_runs_only_as_this_program_writes_it() {
        let setup = json!({"game": "nim", "heaps": [3, 4, 5]});
        let html = board::alone(&agon::board::nim([3, 4, 5]).unwrap(), false);
        let with = |setup: &Value, html: &str| {
            lab(json!({board::MIME: setup, "text/html": html, "text/plain": "x"}))
        };
        assert!(is_harmless(&with(&setup, &html)));
        assert!(!is_harmless(&with(&setup, &html.replace("</script>", ";evil()</script>"))));
        assert!(!is_harmless(&with(&json!({"game": "nim", "heaps": [3]}), &html)));
        assert!(!is_harmless(&lab(json!({"text/html": html}))));
        for mime in [
            "application/javascript",
            "text/markdown",
            "text/latex",
            "application/vnd.jupyter.widget-view+json",
        ] {
            assert!(!is_harmless(&lab(json!({mime: "x"}))), "{mime}");
        }
    }

    #[test]
    fn what_is_no_text_is_not_harmless() {
        assert!(is_harmless(&lab(json!({"text/html": ["<p>x</p>", "<p>y</p>"]}))));
        let script = "<img src=x onerror=\"evil()\">";
        for content in [json!(["<p>x</p>", [script]]), json!([script]), json!({"a": script}), json!(7)] {
            for mime in ["text/html", "image/svg+xml"] {
                assert!(!is_harmless(&lab(json!({mime: content}))), "{mime} {content}");
            }
        }
        assert!(!is_harmless(&lab(json!({"text/plain": [["x"]]}))));
    }

    #[test]
    fn all_labs_of_the_book_are_harmless() {
        let found = notebooks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../notebooks"));
        assert!(found.len() > 50, "both languages");
        for path in found {
            let lab = Notebook::read(&path).unwrap();
            assert!(is_ours(&lab) && is_harmless(&lab), "run {} again", path.display());
        }
    }
}
