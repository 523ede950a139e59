"""`agon run` and `agon eval` from the shell."""

import base64
import hashlib
import json
import re
import shutil
import uuid
from html.parser import HTMLParser

import pytest
from conftest import NOTEBOOKS, REPOSITORY, message
from labbook import BOOK, check_book, outputs, rows, tables

PAGE_SCRIPT = (REPOSITORY / "book/theme/page.js").read_text(encoding="utf-8")
BOARD_SCRIPT = (REPOSITORY / "book/src/board/board.js").read_text(encoding="utf-8")


class Page(HTMLParser):
    """What matters of a page: its elements, its text, its styles."""

    VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, html):
        super().__init__()
        self.elements = []  # (name, attributes, names and attributes of those around it)
        self.open = []
        self.styles = []
        self.words = []
        self.feed(html)
        self.close()

    def handle_starttag(self, name, attributes):
        element = (name, dict(attributes), list(self.open))
        self.elements.append(element)
        if name not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, name, attributes):
        self.elements.append((name, dict(attributes), list(self.open)))

    def handle_endtag(self, name):
        while self.open and self.open.pop()[0] != name:
            pass

    def handle_data(self, data):
        (self.styles if self.open and self.open[-1][0] == "style" else self.words).append(data)

    def all(self, *names):
        return [element for element in self.elements if element[0] in names]


@pytest.fixture(scope="module")
def run_of_labs(agon, labs, tmp_path_factory):
    """All labs, copied and run: how the command ended, the notebooks, the pages."""
    folder = tmp_path_factory.mktemp("labs")
    notebooks, pages = folder / "notebooks", folder / "pages"
    shutil.copytree(NOTEBOOKS, notebooks)
    return agon("run", notebooks, "--out", pages), notebooks, pages


# All labs in both languages, such as `nim` and `en/nim`.
LABS = sorted(str(path.relative_to(NOTEBOOKS).with_suffix("")) for path in NOTEBOOKS.rglob("*.ipynb"))


@pytest.fixture(params=LABS)
def lab(request):
    return request.param


def test_the_labs_run(run_of_labs, labs):
    result, notebooks, pages = run_of_labs
    assert result.returncode == 0, result.stderr
    written = sorted(str(path.relative_to(pages)) for path in pages.rglob("*.html"))
    assert written == sorted(["index.html", "en/index.html", *(f"{lab}.html" for lab in LABS)])
    for language in [pages, pages / "en"]:
        index = (language / "index.html").read_text(encoding="utf-8")
        assert all(f'href="{path.stem}.html"' in index for path in labs)
    for path in labs:
        assert path.name in result.stdout and f"{path.stem}.html" in result.stdout


def test_running_a_lab_changes_nothing_in_the_repository(run_of_labs, lab):
    _, notebooks, _ = run_of_labs
    ran, stored = (json.loads((folder / f"{lab}.ipynb").read_text(encoding="utf-8")) for folder in (notebooks, NOTEBOOKS))
    assert outputs(ran) == outputs(stored)
    assert ran == stored


def test_every_claim_of_the_book_is_settled_by_its_lab(run_of_labs, agon):
    _, notebooks, _ = run_of_labs
    for folder in [notebooks, notebooks / "en"]:
        result = agon("claims", "--json", *sorted(folder.glob("*.ipynb")), cwd=REPOSITORY)
        assert result.returncode == 0, result.stderr
        claims = json.loads(result.stdout)
        assert len(claims) == 367 and all(claim["verdict"] for claim in claims)


@pytest.mark.parametrize("lab", BOOK)
def test_the_books_numbers_are_in_the_notebook_and_on_the_page(run_of_labs, lab):
    _, notebooks, pages = run_of_labs
    ran = outputs(json.loads((notebooks / f"{lab}.ipynb").read_text(encoding="utf-8")))
    check_book(lab, ran)
    html = (pages / f"{lab}.html").read_text(encoding="utf-8")
    on_page = rows(html)
    for table in tables(ran):
        for row in table:
            assert row in on_page, row
    text = "".join(Page(html).words)
    for cell in ran.values():
        for output in cell:
            for line in output.get("text", "").splitlines():
                assert line in text


def test_a_page_is_self_contained(run_of_labs, lab):
    _, _, pages = run_of_labs
    text = (pages / f"{lab}.html").read_text(encoding="utf-8")
    page = Page(text)
    (html,) = page.all("html")
    assert html[1]["lang"] == ("en" if lab.startswith("en/") else "zh-CN")
    # Only our own scripts, each once and as it is in the sources; the page's policy allows no other.
    policy = re.search(r"default-src 'none'; script-src ((?:'sha256-[^']+' ?)+); style-src", text)
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    assert scripts == [PAGE_SCRIPT, *[BOARD_SCRIPT] * ("data-board=" in text)] and len(page.all("script")) == len(scripts)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert policy[1].split() == [f"'sha256-{digest}'" for digest in hashes]
    assert page.all("iframe", "object", "embed", "base", "frame", "form") == []
    loads = {"src", "srcset", "poster", "data", "background", "action", "formaction", "manifest"}
    for name, attributes, _ in page.elements:
        for attribute, value in attributes.items():
            value = value or ""
            assert not attribute.startswith("on"), (name, attribute)
            if attribute in loads or (attribute in ("href", "xlink:href") and name != "a"):
                assert value.startswith(("data:", "#")), (name, attribute, value[:80])
            if attribute == "style":
                check_style(value)
            assert not value.strip().lower().startswith("javascript:")
    for style in page.styles:
        check_style(style)


def check_style(style):
    assert "@import" not in style
    for address in re.findall(r"url\(\s*['\"]?([^)]{0,80})", style):
        assert address.startswith(("data:", "#")), address


def test_pictures_are_described(run_of_labs, lab):
    _, _, pages = run_of_labs
    page = Page((pages / f"{lab}.html").read_text(encoding="utf-8"))
    for svg in page.all("svg"):
        # The roots of KaTeX's formulas are drawn; what they say stands beside them as MathML.
        if any(around[1].get("aria-hidden") == "true" for around in [svg, *svg[2]]):
            continue
        titles = [element for element in page.all("title", "desc") if svg in element[2]]
        assert {element[0] for element in titles} == {"title", "desc"}
    assert all(image[1].get("alt") for image in page.all("img"))


def test_a_failing_cell_fails_the_run_and_leaves_the_file_alone(agon, write_notebook, tmp_path):
    failing = write_notebook("failing.ipynb", "let heaps = [3, 4, 5];", "heaps.len()", "assert!(false)", "4")
    good = write_notebook("good.ipynb", 'use agon::*;\ngrundy_table(&[0, 1, 2])', 'println!("{}", mex([0, 1]));\nEvidence::check("n < 3", "0 ≤ n < 3", 0..3, |n| *n < 3)')
    before = failing.read_bytes()
    result = agon("run", tmp_path, "--out", tmp_path / "pages")
    assert result.returncode not in (0, 101), result
    said = message(result)
    assert "failing.ipynb" in said and "cell 3" in said and "cell-3" in said
    assert "assertion failed: false" in said
    assert failing.read_bytes() == before
    assert not (tmp_path / "pages/failing.html").exists()

    # The other notebook has run all the same; running it again gives the same bytes.
    page = tmp_path / "pages/good.html"
    assert outputs(json.loads(good.read_text(encoding="utf-8")))["cell-2"][0]["text"] == "2\n"
    # The foot of a page says how long the cells took.
    body = page.read_text(encoding="utf-8").split("<footer")[0]
    assert "failing.html" not in body
    once = good.read_bytes()
    page.unlink()
    assert agon("run", tmp_path, "--out", tmp_path / "pages").returncode == 1
    assert (good.read_bytes(), page.read_text(encoding="utf-8").split("<footer")[0]) == (once, body)


def test_notebooks_run_one_after_the_other_keep_their_outputs_apart(agon, write_notebook, tmp_path):
    # Each is new to the cache of compiled cells, because what is compiled comes a little later.
    names = [f"lab-{uuid.uuid4()}" for _ in range(16)]
    for name in names:
        write_notebook(f"{name}.ipynb", f'println!("{name}, first");\nlet own = "{name}";', 'println!("{own}, second");\nown')
    result = agon("run", tmp_path, "--out", tmp_path / "pages")
    assert result.returncode == 0, result
    for name in names:
        ran = outputs(json.loads((tmp_path / f"{name}.ipynb").read_text(encoding="utf-8")))
        texts = [[output.get("text") or output["data"]["text/plain"] for output in cell] for cell in ran.values()]
        assert texts == [[f"{name}, first\n"], [f"{name}, second\n", f'"{name}"']]


def test_a_lab_that_is_run_again_alone_is_counted_anew(agon, write_notebook, tmp_path):
    def evidence(number):
        return f'agon::Evidence::exhaust("all are small", "n < 4", 0..4, |n| *n < {number})'

    write_notebook("a.ipynb", evidence(4))
    write_notebook("b.ipynb", evidence(4))
    pages = tmp_path / "pages"
    assert agon("run", tmp_path, "--out", pages).returncode == 0
    index = pages / "index.html"
    assert index.read_text(encoding="utf-8").count("已证明 1") == 2
    write_notebook("b.ipynb", evidence(3))
    assert agon("run", tmp_path / "b.ipynb", "--out", pages).returncode == 0
    html = index.read_text(encoding="utf-8")
    assert html.count("已证明 1") == html.count("已证伪 1") == 1 and f"agon run {tmp_path}" in html
    # A run that fails leaves the old page, and with it the index.
    write_notebook("b.ipynb", "panic!()")
    assert agon("run", tmp_path / "b.ipynb", "--out", pages).returncode == 1
    assert index.read_text(encoding="utf-8") == html


def test_every_notebook_that_fails_is_named(agon, write_notebook, tmp_path):
    names = [f"lab-{uuid.uuid4()}" for _ in range(12)]
    for number, name in enumerate(names):
        write_notebook(f"{name}.ipynb", f'assert!({number} % 2 == 0, "{name} is odd");\nlet number = {number};')
    result = agon("run", tmp_path, "--out", tmp_path / "pages")
    assert result.returncode not in (0, 101)
    said = message(result)
    assert [name for name in names if f"{name} is odd" in said] == names[1::2]
    assert sorted(page.stem for page in (tmp_path / "pages").iterdir()) == sorted(["index", *names[::2]])


BROKEN = {
    "nothing there": (None, "no such file"),
    "broken JSON": ('{"cells": [', "not JSON"),
    "an empty file": ("", "not JSON"),
    "not a notebook": ('{"a": 1}', "not a notebook"),
    "a list": ("[]", "not a notebook"),
    "an old notebook": ('{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}', "too old"),
    "a broken cell": ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code"}]}', "cell 1"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_no_notebook_is_named_and_left_alone(agon, tmp_path, case):
    text, reason = BROKEN[case]
    path = tmp_path / "lab.ipynb"
    if text is not None:
        path.write_text(text)
    result = agon("run", path, "--out", tmp_path / "pages")
    said = message(result)
    assert result.returncode not in (0, 101), result
    assert "lab.ipynb" in said and reason in said, said
    assert "panicked" not in said
    assert (path.read_text() if text is not None else None) == text
    assert not (tmp_path / "pages").exists()


def test_an_empty_folder_is_named(agon, tmp_path):
    result = agon("run", tmp_path)
    assert result.returncode not in (0, 101) and "no notebooks" in message(result)


def test_eval_prints_the_value(agon):
    result = agon("eval", "3u32 ^ 4 ^ 5")
    assert (result.returncode, result.stdout) == (0, "2\n"), result


def test_eval_reads_standard_input_and_prints_json(agon):
    result = agon("eval", "--json", "-", input='println!("堆");\nagon::Nimber(3) + agon::Nimber(4)\n')
    assert result.returncode == 0, result
    report = json.loads(result.stdout)
    assert (report["status"], report["error"]) == ("ok", None)
    stream, value = report["outputs"]
    assert (stream["name"], stream["text"]) == ("stdout", "堆\n")
    assert value["data"] == {"text/plain": "∗7"}


def test_eval_of_a_failing_cell_fails(agon):
    result = agon("eval", 'println!("before");\nassert!(false)')
    assert (result.returncode, result.stdout) == (1, "before\n")
    assert "assertion failed: false" in result.stderr


def test_help_names_the_commands(agon):
    result = agon("--help")
    assert result.returncode == 0
    assert all(command in result.stdout for command in ("run", "eval", "install", "kernel"))
    assert agon("no-such-command").returncode not in (0, 101)
