"""The READMEs and the pages of docs/ say what happens: each Rust block is a cell, run in one kernel from the top of its page to the end."""

import re

import pytest
from conftest import REPOSITORY

READMES = sorted(REPOSITORY.glob("README*.md"))
DOCS = sorted((REPOSITORY / "docs").glob("*.md"))
# A block of Rust, and the text that it shows. What is marked `rust ignore` needs a network or a reader.
CELL = re.compile(r"^```rust\n(?P<code>.*?)^```\n(?:```text\n(?P<shown>.*?)^```\n)?", re.M | re.S)


def cells(page):
    return [(cell["code"], cell["shown"]) for cell in CELL.finditer(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", [page for page in [*READMES, *DOCS] if cells(page)], ids=lambda page: page.name)
def test_each_block_does_what_stands_under_it(fresh_kernel, page):
    for code, shown in cells(page):
        cell = fresh_kernel.run(code)
        assert cell.status == "ok", f"{code}\n{cell.traceback}"
        if shown is not None:
            result = (cell.result or "").removeprefix('"').removesuffix('"')
            assert cell.stdout + result == shown.removesuffix("\n"), code


@pytest.mark.parametrize("page", [page for page in DOCS if page.name.endswith(".zh-CN.md")], ids=lambda page: page.name)
def test_both_languages_show_the_same_code(page):
    english = page.with_name(page.name.replace(".zh-CN", ""))
    assert cells(page) == cells(english)


LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("page", [*DOCS, *REPOSITORY.glob("*.md"), REPOSITORY / "book/WRITING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
