"""`agon export`: pages of notebooks as they are."""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from conftest import NOTEBOOKS, message
from frontend import START

PYTHON = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def code(source, *outputs, identifier="only", count=1):
    return {"cell_type": "code", "id": identifier, "metadata": {}, "execution_count": count, "source": source, "outputs": list(outputs)}


def write(path, *cells, metadata=PYTHON):
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells)}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


@pytest.fixture
def ran(agon, write_notebook, tmp_path):
    """A notebook that `agon run` has run."""
    path = write_notebook("lab.ipynb", "let heaps = [3, 4, 5];", 'println!("{}", heaps.len())')
    assert agon("run", path, "--out", tmp_path / "run").returncode == 0
    return path


def edit(path, change):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    change(notebook["cells"])
    path.write_text(json.dumps(notebook), encoding="utf-8")


def runs_ours_alone(page):
    """Whether the policy of a page names each of its scripts by its hash, and nothing in it runs besides."""
    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1]
    scripts = [text for start, text in re.findall("<script([^>]*)>(.*?)</script>", page, re.DOTALL) if "src=" not in start]
    hashes = {base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts}
    named = set(re.findall("'sha256-([^']*)'", policy))
    return page.count("<script") == len(scripts) and hashes == named and "script-src 'unsafe" not in policy and not re.search(r"<[^>]+ on\w+=", page)


def test_the_whole_book_is_exported_without_running(agon, tmp_path):
    begin = time.monotonic()
    result = agon("export", NOTEBOOKS, "--out", tmp_path)
    print(f"{time.monotonic() - begin:.1f} s")
    assert result.returncode == 0, result.stderr
    pages = {str(page.relative_to(tmp_path)): page for page in tmp_path.rglob("*.html")}
    labs = {str(path.relative_to(NOTEBOOKS).with_suffix(".html")) for path in NOTEBOOKS.rglob("*.ipynb")}
    assert set(pages) == labs | {"index.html", "en/index.html"}
    for name, page in pages.items():
        assert page.stat().st_size < 1_000_000, name
        assert runs_ours_alone(page.read_text(encoding="utf-8")), name
    for language in ["index.html", "en/index.html"]:
        index = pages[language].read_text(encoding="utf-8")
        errata = index.index('id="errata"')
        assert index.index('href="nim.html"') < errata < index.index('href="errata.html"')


def test_export_writes_the_page_of_run(agon, ran, tmp_path):
    before = ran.read_bytes()
    result = agon("export", ran, "--out", tmp_path / "export")
    assert result.returncode == 0 and "lab.html" in result.stdout
    assert ran.read_bytes() == before
    of_run, of_export = ((tmp_path / name / "lab.html").read_text(encoding="utf-8") for name in ("run", "export"))
    assert of_run.split("<footer")[0] == of_export.split("<footer")[0]
    assert not (tmp_path / "export/index.html").exists(), "one notebook needs no index"


def test_outputs_older_than_the_code_are_refused_with_the_cells(agon, ran, tmp_path):
    edit(ran, lambda cells: cells[0].update(source="let heaps = [3, 4];"))
    result = agon("export", ran, "--out", tmp_path / "export")
    said = message(result)
    assert result.returncode == 1 and not (tmp_path / "export").exists()
    assert "lab.ipynb" in said and "cell 1 (id cell-1) was changed after it ran" in said and "--allow-stale" in said
    assert agon("export", ran, "--allow-stale", "--out", tmp_path / "export").returncode == 0
    page = (tmp_path / "export/lab.html").read_text(encoding="utf-8")
    assert 'class="stale"' in page and 'href="#cell-cell-1"' in page

    # Cleared outputs are not the outputs of this code either.
    edit(ran, lambda cells: [cells[0].update(source="let heaps = [3, 4, 5];"), cells[1].update(outputs=[], execution_count=None)])
    assert "cell 2 (id cell-2) has not run" in message(agon("export", ran, "--out", tmp_path / "again"))


def test_what_another_program_has_run_is_exported_and_the_page_says_so(agon, ran, tmp_path):
    def rerun(cells):
        cells[0].update(source="let heaps = [3, 4];", execution_count=5)
        cells[1].update(execution_count=6, outputs=[{"output_type": "stream", "name": "stdout", "text": "2\n"}])

    edit(ran, rerun)
    assert agon("export", ran, "--out", tmp_path / "export").returncode == 0
    page = (tmp_path / "export/lab.html").read_text(encoding="utf-8")
    assert "没有记录" in page and 'class="stale"' not in page


def test_notebooks_of_other_kernels_are_exported(agon, tmp_path):
    table = {"text/html": "<table><tr><td>42</td></tr></table><script>alert(1)</script>"}
    path = write(
        tmp_path / "python.ipynb",
        code("#| fig-alt: a red dot\nplot()", {"output_type": "display_data", "metadata": {}, "data": {"image/png": PIXEL}}),
        code("frame", {"output_type": "execute_result", "execution_count": 2, "metadata": {}, "data": table}, identifier="frame"),
        metadata={**PYTHON, "lang": "en"},
    )
    result = agon("export", path, "--out", tmp_path / "pages", "--json")
    assert result.returncode == 0, result.stderr
    (row,) = json.loads(result.stdout)
    page = (tmp_path / "pages/python.html").read_text(encoding="utf-8")
    assert row["error"] is None and row["bytes"] == len(page.encode())
    assert 'alt="a red dot"' in page and "42" in page and "alert(1)" not in page and runs_ours_alone(page)
    assert "no record that this code has made them" in page and "jupyter nbconvert" in page


def test_pictures_without_a_text_are_named_all_at_once(agon, tmp_path):
    picture = {"output_type": "display_data", "metadata": {}, "data": {"image/png": PIXEL}}
    path = write(tmp_path / "bare.ipynb", code("plot()", picture), code("plot()", picture, identifier="second"))
    result = agon("export", path, "--out", tmp_path / "pages")
    said = message(result)
    assert result.returncode == 1 and not (tmp_path / "pages").exists()
    assert "cell 1 (id only)" in said and "cell 2 (id second)" in said and "fig-alt" in said


def test_pages_named_alike_in_two_languages_lie_apart(agon, tmp_path):
    both = [NOTEBOOKS / "josephus.ipynb", NOTEBOOKS / "en/josephus.ipynb"]
    assert agon("export", *both, "--out", tmp_path).returncode == 0
    assert 'lang="zh-CN"' in (tmp_path / "josephus.html").read_text(encoding="utf-8")
    assert 'lang="en"' in (tmp_path / "en/josephus.html").read_text(encoding="utf-8")
    assert 'href="josephus.html"' in (tmp_path / "en/index.html").read_text(encoding="utf-8")
    copy = tmp_path / "other/josephus.ipynb"
    copy.parent.mkdir()
    shutil.copy(both[0], copy)
    result = agon("export", both[0], copy, "--out", tmp_path / "none")
    assert result.returncode == 2 and "the same page josephus.html" in message(result)


def test_only_a_run_may_trust(agon, write_notebook, tmp_path):
    result = agon("export", "--trust", tmp_path)
    assert result.returncode == 2
    path = write_notebook("html.ipynb", "1 + 1")
    edit(path, lambda cells: cells.insert(0, {"cell_type": "markdown", "id": "raw", "metadata": {}, "source": "<button onclick=\"f()\">b</button>"}))
    pages = tmp_path / "pages"
    assert agon("run", path, "--out", pages).returncode == 0
    assert "onclick" not in (pages / "html.html").read_text(encoding="utf-8")
    assert agon("run", path, "--trust", "--out", pages).returncode == 0
    assert "onclick" in (pages / "html.html").read_text(encoding="utf-8")


def export_pdf(program, path, out, **environment):
    return subprocess.run(
        [program, "export", path, "--to", "pdf", "--out", out],
        env={**os.environ, **environment}, capture_output=True, encoding="utf-8", timeout=2 * START,
    )


def test_pdf_needs_a_browser_and_says_how_to_get_one(program, tmp_path):
    result = export_pdf(program, NOTEBOOKS / "josephus.ipynb", tmp_path, AGON_CHROMIUM="", PATH="/nowhere")
    assert result.returncode == 1 and "apt install chromium" in message(result) and "AGON_CHROMIUM" in message(result)
    result = export_pdf(program, NOTEBOOKS / "josephus.ipynb", tmp_path, AGON_CHROMIUM="/no/such/browser")
    assert result.returncode == 1 and "/no/such/browser" in message(result)
    assert not any(tmp_path.iterdir())


def test_pdf_is_what_the_browser_prints(program, tmp_path):
    result = export_pdf(program, NOTEBOOKS / "josephus.ipynb", tmp_path)
    assert result.returncode == 0, result.stderr
    (pdf,) = tmp_path.iterdir()
    assert pdf.name == "josephus.pdf" and pdf.read_bytes().startswith(b"%PDF") and pdf.stat().st_size > 20_000


def test_bad_input_is_named(agon, tmp_path):
    assert "no such file" in message(agon("export", tmp_path / "none.ipynb"))
    (tmp_path / "broken.ipynb").write_text("{")
    result = agon("export", tmp_path / "broken.ipynb", "--out", tmp_path / "pages")
    assert result.returncode == 2 and "broken.ipynb" in message(result)


def test_a_page_leads_to_the_index_the_next_lab_and_the_other_language(agon, tmp_path):
    labs = [NOTEBOOKS / name for name in ("binary.ipynb", "nim.ipynb", "en/nim.ipynb")]
    assert agon("export", *labs, "--out", tmp_path).returncode == 0
    pages = {str(path.relative_to(tmp_path)): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert 'href="nim.html" rel="next"' in pages["binary.html"] and 'href="binary.html" rel="prev"' in pages["nim.html"]
    header = pages["nim.html"].split("<header>")[1].split("</header>")[0]
    assert 'href="index.html"' in header and 'href="en/nim.html"' in header
    assert 'href="../nim.html"' in pages["en/nim.html"] and 'rel="next"' not in pages["en/nim.html"]
    # A page that was made alone leads nowhere.
    assert agon("export", labs[1], "--out", tmp_path / "alone").returncode == 0
    assert "<header>" not in (tmp_path / "alone/nim.html").read_text(encoding="utf-8")


def test_a_page_that_is_made_again_keeps_its_place_in_the_book(agon, tmp_path):
    labs = tmp_path / "labs"
    (labs / "en").mkdir(parents=True)
    for name in ("binary.ipynb", "nim.ipynb", "en/binary.ipynb", "en/nim.ipynb"):
        shutil.copy(NOTEBOOKS / name, labs / name)
    pages = tmp_path / "pages"
    assert agon("export", labs, "--out", pages).returncode == 0
    made = ["nim.html", "en/binary.html"]
    before = {page: links(pages / page) for page in made}
    assert {"index.html", "en/nim.html", "binary.html"} <= before["nim.html"]
    chinese = (pages / "binary.html").read_bytes()
    for name in ("nim.ipynb", "en/binary.ipynb"):
        assert agon("export", labs / name, "--out", pages).returncode == 0
    # From the folder of the notebook, too.
    assert agon("export", "nim.ipynb", "--out", pages, cwd=labs).returncode == 0
    assert {page: links(pages / page) for page in made} == before
    assert (pages / "binary.html").read_bytes() == chinese, "the English page does not take the place of the Chinese one"


def counts(index):
    """What the index says of each lab: its address, and how many verdicts of each kind."""
    html = index.read_text(encoding="utf-8")
    labs = html[: html.index('id="errata"')].split('<li><a href="')[1:]
    return {lab.split('"')[0]: re.findall(r"</span> ([^<]+)</span>", lab) for lab in labs}


def test_the_index_counts_what_a_page_that_is_made_again_says(agon, tmp_path):
    labs, pages = tmp_path / "labs", tmp_path / "pages"
    (labs / "en").mkdir(parents=True)
    for name in ("binary.ipynb", "nim.ipynb", "en/nim.ipynb"):
        shutil.copy(NOTEBOOKS / name, labs / name)
    assert agon("export", labs, "--out", pages).returncode == 0
    before, english = counts(pages / "index.html"), (pages / "en/index.html").read_bytes()
    assert any("已证伪" in count for count in before["nim.html"])
    errata = (pages / "index.html").read_text(encoding="utf-8").count("badge refuted")

    # A lab that does not refute anything any more.
    def prove(cells):
        for output in (output for cell in cells for output in cell.get("outputs", [])):
            evidence = output.get("data", {}).get("application/vnd.agon.evidence+json", {})
            if evidence.get("verdict") == "refuted":
                evidence.update(verdict="open", reason="r")

    edit(labs / "nim.ipynb", prove)
    result = agon("export", labs / "nim.ipynb", "--out", pages)
    assert (result.returncode, result.stderr) == (0, "")
    after = counts(pages / "index.html")
    assert not any("已证伪" in count for count in after["nim.html"]) and any("未定" in count for count in after["nim.html"])
    assert after["binary.html"] == before["binary.html"]
    html = (pages / "index.html").read_text(encoding="utf-8")
    assert html.count("badge refuted") < errata and f"agon export {labs}" in html
    assert (pages / "en/index.html").read_bytes() == english and 'href="en/index.html"' in html

    # A new lab joins the list.
    shutil.copy(NOTEBOOKS / "en/kayles.ipynb", labs / "en/kayles.ipynb")
    assert agon("export", labs / "en/kayles.ipynb", "--out", pages).returncode == 0
    assert set(counts(pages / "en/index.html")) == {"nim.html", "kayles.html"}
    assert counts(pages / "index.html") == after


def test_an_index_of_other_notebooks_stays(agon, tmp_path):
    labs, pages = tmp_path / "labs", tmp_path / "pages"
    for folder in ("labs", "other"):
        (tmp_path / folder).mkdir()
    for name in ("labs/binary.ipynb", "labs/nim.ipynb", "other/mex.ipynb"):
        shutil.copy(NOTEBOOKS / Path(name).name, tmp_path / name)
    assert agon("export", labs, tmp_path / "other/mex.ipynb", "--out", pages).returncode == 0
    before = (pages / "index.html").read_bytes()
    result = agon("export", labs / "nim.ipynb", "--out", pages)
    said = message(result)
    assert result.returncode == 0 and "index.html keeps what it says" in said and f"agon export {labs}" in said
    assert (pages / "index.html").read_bytes() == before
    # Nor is a page of somebody's own touched.
    (pages / "index.html").write_text("<h1>Our course</h1>", encoding="utf-8")
    assert (agon("export", labs / "nim.ipynb", "--out", pages).stderr) == ""
    assert (pages / "index.html").read_text(encoding="utf-8") == "<h1>Our course</h1>"


def links(page):
    """The addresses of other pages that a page leads to."""
    return set(re.findall(r'<a href="([^"#:]+\.html)', page.read_text(encoding="utf-8")))


def test_a_notebook_that_takes_the_place_of_the_index_is_named(agon, tmp_path):
    labs = tmp_path / "labs"
    labs.mkdir()
    for name in ("index", "other"):
        write(labs / f"{name}.ipynb", {"cell_type": "markdown", "id": name, "metadata": {}, "source": f"# Own {name}"})
    result = agon("export", labs, "--out", tmp_path / "pages")
    assert result.returncode == 0 and "labs/index.ipynb" in message(result) and "another name" in message(result)
    assert "Own index" in (tmp_path / "pages/index.html").read_text(encoding="utf-8")


def test_what_editors_and_old_tools_leave_is_read(agon, tmp_path):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# t\n\n<table><div>x</div></table>"}
    path = write(tmp_path / "marked.ipynb", cell)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    result = agon("export", path, "--out", tmp_path / "pages")
    assert (result.returncode, result.stderr) == (0, ""), "no warnings of the parser of HTML"
    path.write_bytes(path.read_text(encoding="utf-8-sig").encode("utf-16"))
    result = agon("export", path, "--out", tmp_path / "pages")
    assert result.returncode == 2 and "save it as UTF-8" in message(result)


def test_html_of_endless_depth_is_refused_at_once(agon, tmp_path):
    path = write(tmp_path / "deep.ipynb", {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "<div>" * 50_000})
    result = agon("export", path, "--out", tmp_path / "pages")
    assert result.returncode == 1 and "cell 1 (id a)" in message(result) and "nested too deeply" in message(result)
