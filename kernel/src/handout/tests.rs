//! Whole pages, looked at for what a reader relies on.

use super::*;
use serde_json::{Value, json};

fn notebook(cells: Value, metadata: Value, folder: &Path) -> Notebook {
    let root = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells});
    Notebook::parse(root.to_string().as_bytes(), &folder.join("lab.ipynb")).unwrap()
}

fn code(source: &str, outputs: Value, tags: &[&str]) -> Value {
    json!({"cell_type": "code", "metadata": {"tags": tags}, "source": source, "outputs": outputs, "execution_count": 3})
}

fn prose(source: &str) -> Value {
    json!({"cell_type": "markdown", "metadata": {}, "source": source})
}

fn provenance() -> Provenance {
    Provenance {
        source: "notebooks/lab.ipynb".into(),
        source_sha256: "5a".repeat(32),
        lock_sha256: "10".repeat(32),
        rustc: "rustc 1.95.0".into(),
        agon: "0.1.0".into(),
        date: "2026-01-02 03:04 +08:00".into(),
        times: vec![(1, 0.02), (2, 1.25)],
        command: "agon run notebooks/lab.ipynb".into(),
    }
}

fn page(cells: Value) -> String {
    render(&notebook(cells, json!({}), Path::new("")), &provenance(), Options::default()).unwrap()
}

/// The text of the page: without its head, whose style sheet mentions everything.
fn body(page: &str) -> &str {
    page.split_once("<body>").unwrap().1
}

pub(super) fn markdown_page_in(source: &str, folder: &Path) -> Result<String, HandoutError> {
    let page =
        render(&notebook(json!([prose(source)]), json!({}), folder), &provenance(), Options::default())?;
    Ok(body(&page).to_owned())
}

pub(super) fn markdown_page(source: &str) -> String {
    markdown_page_in(source, Path::new("")).unwrap()
}

pub(super) fn one_cell(kind: &str, source: &str) -> Result<String, HandoutError> {
    let cell = json!([{"cell_type": kind, "metadata": {}, "source": source}]);
    render(&notebook(cell, json!({}), Path::new("")), &provenance(), Options::default())
}

pub(super) fn one_output(output: Value) -> Result<String, HandoutError> {
    let page = render(
        &notebook(json!([code("x", json!([output]), &[])]), json!({}), Path::new("")),
        &provenance(),
        Options::default(),
    )?;
    Ok(body(&page).to_owned())
}

pub(super) fn board_page(setups: &[Value]) -> String {
    let display = |setup: &Value| json!({"output_type": "display_data", "metadata": {}, "data": {agon_book::board::MIME: setup}});
    page(json!([prose("# 题"), code("x", setups.iter().map(display).collect(), &[])]))
}

#[test]
fn a_page_is_one_file_that_loads_nothing_and_runs_what_is_ours() {
    let svg = json!({"output_type": "display_data", "metadata": {},
        "data": {"image/svg+xml": "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>图</title><rect/></svg>"}});
    let page = page(json!([
        prose("# 题\n\n$\\mathbb{N} \\oplus \\sqrt{2}$ [链接](https://example.org)\n\n## 一\n\n## 二"),
        code("1 + 1", json!([svg]), &[])
    ]));
    assert!(page.contains("default-src 'none'"));
    for part in ["<link", "<iframe", "<object", "@import", "javascript:"] {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains(&format!(
        "data-copied=\"已复制\" data-selected=\"浏览器不让复制；代码已选中，请按复制键\">{PAGE}</script>"
    )));
    assert_eq!(page.matches("<script").count(), 1);
    let policy = script::policy([PAGE].into_iter());
    assert!(page.contains(&format!("default-src 'none'{policy}; style-src")), "{policy}");
    for (start, _) in page.match_indices("url(") {
        assert!(page[start..].starts_with("url(data:font/woff2;base64,"), "{}", &page[start..start + 40]);
    }
    for (start, _) in page.match_indices("://") {
        let before = &page[page.floor_char_boundary(start.saturating_sub(12))..start];
        let harmless = ["<a href=\"https", "xmlns=\"http"]
            .iter()
            .any(|text| text.ends_with(before) || before.ends_with(text));
        assert!(harmless, "{before}");
    }
    assert!(page.len() < 300_000, "{} bytes", page.len());
}

#[test]
fn the_page_speaks_the_language_of_its_prose() {
    let cells = json!([prose("# T\n\n## A\n\n## B"), code("1", json!([]), &[])]);
    let in_lang = |lang: Value| {
        render(&notebook(cells.clone(), lang, Path::new("")), &provenance(), Options::default()).unwrap()
    };
    let chinese = in_lang(json!({"lang": "zh-CN"}));
    assert!(
        chinese.contains("<html lang=\"zh-CN\">") && chinese.contains("代码 3") && chinese.contains("目录")
    );
    let english = in_lang(json!({"lang": "en"}));
    assert_eq!(english, in_lang(json!({})), "a notebook of another program shows its language");
    assert!(
        english.contains("<html lang=\"en\">") && english.contains("Code 3") && english.contains("Contents")
    );
    assert!(!body(&english).chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)));
}

#[test]
fn contents_stand_under_the_title_and_link_to_headings() {
    let page = page(json!([prose("# 题 $x$\n\n引言\n\n## 甲\n\n### 乙 $g(n)$\n\n#### 丙")]));
    assert!(page.contains("<title>题 x</title>"));
    let (title, nav, text) =
        (page.find("</h1>").unwrap(), page.find("<nav").unwrap(), page.find("引言").unwrap());
    assert!(title < nav && nav < text);
    let contents = &page[nav..page.find("</nav>").unwrap()];
    assert!(contents.contains("<a href=\"#甲\">甲</a>"));
    assert!(contents.contains("class=\"level-3\"><a href=\"#乙-g-n\">乙 <span class=\"katex\">"));
    assert!(!contents.contains('丙'));
}

#[test]
fn tags_fold_and_remove() {
    let out = json!([{"output_type": "stream", "name": "stdout", "text": "OUT"}]);
    let with = |tags: &[&str]| body(&page(json!([code("SOURCE", out.clone(), tags)]))).to_owned();
    assert!(with(&[]).contains("<details class=\"input\" open>"));
    assert!(
        page(json!([code(&"x\n".repeat(9), json!([]), &[])])).contains("<details class=\"input long\" open>")
    );
    assert!(with(&["hide-input"]).contains("<details class=\"input\"><summary>"));
    assert!(with(&["hide-output"]).contains("<details class=\"hidden-output\"><summary>"));
    assert!(with(&["hide-cell"]).contains("<details class=\"folded\"><summary>"));
    assert!(!with(&["remove-input"]).contains("SOURCE") && with(&["remove_input"]).contains("OUT"));
    assert!(!with(&["remove-output"]).contains("OUT"));
    assert!(!with(&["remove-cell"]).contains("SOURCE"));
}

#[test]
fn references_point_forward_over_cells() {
    let page = page(json!([prose("由 \\eqref{mex} 得"), prose("$$g(x) = m \\label{mex}$$")]));
    assert!(page.contains("<a href=\"#eq-mex\">(1)</a>") && page.contains("id=\"eq-mex\""));
}

#[test]
fn failures_name_the_cell() {
    let cells = json!([prose("# 题"), prose("$\\frac{$")]);
    let error = render(&notebook(cells, json!({}), Path::new("")), &provenance(), Options::default())
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("cell 2 (id ") && error.contains("\\frac{"), "{error}");
}

#[test]
fn old_outputs_are_refused_or_announced() {
    let mut notebook = notebook(json!([prose("# 题"), code("1", json!([]), &[])]), json!({}), Path::new(""));
    notebook.record_run();
    let text = notebook.to_json().replace("\"1\"", "\"2\"");
    let notebook = Notebook::parse(text.as_bytes(), Path::new("lab.ipynb")).unwrap();
    let error = render(&notebook, &provenance(), Options::default()).unwrap_err().to_string();
    assert!(error.contains("cell 2 (id ") && error.contains("--allow-stale"), "{error}");
    let options = Options { allow_stale: true, ..Options::default() };
    let page = render(&notebook, &provenance(), options).unwrap();
    assert!(page.contains("<p class=\"stale\" role=\"note\">") && page.contains(">格 2</a>"), "{page}");
    assert!(page.contains("早于代码"));
    assert!(!self::page(json!([])).contains("<p class=\"stale\""));
}

#[test]
fn only_who_trusts_a_notebook_gets_its_scripts() {
    let html = json!({"output_type": "display_data", "metadata": {}, "data": {"text/html": "<b onclick=\"f()\">b</b><script>f()</script>"}});
    let notebook = notebook(
        json!([prose("<script>p()</script>"), code("1", json!([html]), &[])]),
        json!({}),
        Path::new(""),
    );
    let page = render(&notebook, &provenance(), Options::default()).unwrap();
    assert!(!page.contains("f()") && !page.contains("p()") && !page.contains("onclick"));
    assert!(page.matches("<script").count() == 1 && !page.contains("unsafe-inline'; script"), "ours");
    let options = Options { trust: true, ..Options::default() };
    let page = render(&notebook, &provenance(), options).unwrap();
    assert!(page.contains("<script>f()</script>") && page.contains("<script>p()</script>"));
    assert!(page.contains("default-src 'none'") && page.contains("script-src 'unsafe-inline'"));
}

#[test]
fn every_picture_without_a_text_is_named() {
    let picture =
        json!({"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBORw0KGgo="}});
    let cells = json!([prose("![](a.png)"), code("plot()", json!([picture, picture]), &[])]);
    let error = render(&notebook(cells, json!({}), Path::new("")), &provenance(), Options::default());
    let error = error.unwrap_err().to_string();
    assert_eq!(error.lines().count(), 3, "{error}");
    assert!(error.contains("cell 1 (id ") && error.contains("cell 2 (id "), "{error}");
}

#[test]
fn a_page_for_paper_has_no_links_to_other_pages() {
    let notebook = notebook(
        json!([prose("见[威佐夫](wythoff.ipynb)与[网](https://example.org)")]),
        json!({}),
        Path::new(""),
    );
    let options = Options { medium: Medium::Paper, ..Options::default() };
    let page = render(&notebook, &provenance(), options).unwrap();
    assert!(
        page.contains(">威佐夫</a>") && !page.contains("wythoff") && page.contains("https://example.org")
    );
}

#[test]
fn the_foot_says_where_the_page_comes_from() {
    let page = page(json!([prose("# 题")]));
    let foot = &page[page.find("<footer").unwrap()..];
    for part in
        [&provenance().source_sha256, "rustc 1.95.0", "agon run notebooks/lab.ipynb", "2026-01-02 03:04"]
    {
        assert!(foot.contains(part), "{part}");
    }
}

#[test]
fn the_foot_says_how_long_the_cells_took_if_they_have_just_run() {
    let foot = |times: Vec<(u32, f64)>| {
        let provenance = Provenance { times, ..provenance() };
        let page = render(
            &notebook(json!([prose("# 题")]), json!({}), Path::new("")),
            &provenance,
            Options::default(),
        )
        .unwrap();
        page[page.find("<footer").unwrap()..].to_owned()
    };
    assert!(
        foot(vec![(1, 0.02), (2, 1.25), (3, 0.5)])
            .contains("<dt>各格用时</dt><dd>1.8 s: [2] 1.2 s, [3] 0.5 s</dd>")
    );
    assert!(foot(vec![(1, 0.02)]).contains("<dd>0.0 s</dd>"));
    assert!(!foot(vec![]).contains("各格用时"));
}

#[test]
fn a_page_leads_to_its_neighbours_on_a_screen_only() {
    let neighbours = Neighbours {
        index: Some("index.html".into()),
        other_language: Some("en/lab.html".into()),
        previous: Some(("before.html".into(), "上一个".into())),
        next: Some(("next.html".into(), "下一个 $n<1$".into())),
    };
    let notebook = notebook(json!([prose("# 题")]), json!({}), Path::new(""));
    let page = |medium| {
        let options = Options { neighbours: neighbours.clone(), medium, ..Options::default() };
        render(&notebook, &provenance(), options).unwrap()
    };
    let screen = page(Medium::Screen);
    for part in [
        "<header><a href=\"index.html\">实验目录</a><a href=\"en/lab.html\" lang=\"en\" hreflang=\"en\">English</a></header>",
        "上一个实验：<a href=\"before.html\" rel=\"prev\">上一个</a>",
        "下一个实验：<a href=\"next.html\" rel=\"next\">下一个 <span class=\"katex\">",
    ] {
        assert!(screen.contains(part), "{part} in {screen}");
    }
    let paper = page(Medium::Paper);
    assert!(!paper.contains("index.html") && !paper.contains("next.html") && !paper.contains("<header>"));
}

#[test]
fn a_page_has_a_script_where_it_has_something_to_do() {
    let runs = |cells: Value, medium: Medium| {
        let options = Options { medium, ..Options::default() };
        let page = render(&notebook(cells, json!({}), Path::new("")), &provenance(), options).unwrap();
        assert_eq!(page.contains("<script"), page.contains("script-src"));
        page.contains(PAGE)
    };
    let code = || json!([code("1", json!([]), &[])]);
    for cells in [code(), json!([prose("```rust\n1\n```")]), json!([prose("## a\n\n## b")])] {
        assert!(runs(cells.clone(), Medium::Screen), "{cells}");
        assert!(!runs(cells, Medium::Paper));
    }
    assert!(!runs(json!([prose("# 题\n\n## a")]), Medium::Screen));
}

#[test]
fn numbers_stand_under_one_another() {
    let html = json!({"output_type": "display_data", "metadata": {}, "data": {"text/html":
        "<table class=\"dataframe\"><thead><tr><th scope=\"col\">n</th><th scope=\"col\">w</th></tr></thead><tbody><tr><td>1</td><td>P</td></tr></tbody></table>"}});
    let page = page(json!([
        prose("| a | b | c |\n|---|:-:|---|\n| $1/2$ | 1 | x |\n| -3 | 2 | 4 |"),
        code("1", json!([html]), &[])
    ]));
    for part in [
        "<th class=\"number\">a</th>",
        "<th align=\"center\">b</th>",
        "<th>c</th>",
        "<td class=\"number\">-3</td>",
        "<th class=\"number\" scope=\"col\">n</th>",
        "<td>P</td>",
    ] {
        assert!(page.contains(part), "{part} in {}", body(&page));
    }
}

#[test]
fn code_can_be_left_out_where_there_is_some() {
    let switch = "<input type=\"checkbox\" id=\"without-code\"";
    assert!(page(json!([code("1", json!([]), &[])])).contains(switch));
    assert!(!page(json!([prose("# 题"), code("1", json!([]), &["remove-input"])])).contains(switch));
    // A cell of that name does not meet it.
    assert!(page(json!([prose("## without code"), prose("## b")])).contains("id=\"without-code-2\""));
}

#[test]
fn headings_and_links_that_are_formulas_have_a_name() {
    let page = page(json!([prose("# 题\n\n## $1/\\omega$\n\n## 值 $n$")]));
    assert!(
        page.contains("<h2 id=\"1-ω\" aria-label=\"1/ω\">")
            && page.contains("<a href=\"#1-ω\" aria-label=\"1/ω\">"),
        "{page}"
    );
    assert_eq!(body(&page).matches("aria-label=\"").count(), 3, "and the contents");
}

#[test]
fn every_table_has_a_name_of_its_own() {
    let html = json!({"output_type": "display_data", "metadata": {}, "data": {"text/html": "<table><tr><td>1</td></tr></table>"}});
    let page = page(json!([prose("|甲|\n|-|\n|乙|"), code("1", json!([html, html]), &[])]));
    for name in ["表格 1", "表格 2", "表格 3"] {
        assert_eq!(page.matches(&format!("role=\"group\" aria-label=\"{name}\"")).count(), 1, "{name}");
    }
}

#[test]
fn html_that_would_take_minutes_is_refused() {
    for source in ["<div>".repeat(50_000), ">".repeat(2_000) + "a"] {
        let error = one_cell("markdown", &source).unwrap_err();
        assert!(
            matches!(error, HandoutError::TooDeep { .. }) && error.to_string().starts_with("cell 1"),
            "{error}"
        );
    }
}

#[test]
fn notebooks_of_other_kernels_become_pages() {
    let frame = json!({"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {
        "text/html": "<div><style scoped>td{}</style><table border=\"1\" class=\"dataframe\"><tr><td>1</td></tr></table></div>"}});
    let cells = json!([code("def f(x):\n    return x", json!([frame]), &[])]);
    let metadata =
        json!({"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}});
    let page = render(&notebook(cells, metadata, Path::new("")), &provenance(), Options::default()).unwrap();
    assert!(page.contains("<span class=\"k\">def</span>") && page.contains("class=\"dataframe\""));
}
