"""`agon check`: whether notebooks still give what they hold."""

import json
import subprocess
import sys

import pytest
from conftest import NOTEBOOKS, message
from frontend import START


@pytest.fixture
def notebook(agon, write_notebook, tmp_path):
    """Writes a notebook, runs it, then changes its stored outputs, so that the next run differs."""

    def make(*cells, tags=(), change=lambda outputs: None):
        path = write_notebook("lab.ipynb", *cells)
        assert agon("run", path, "--out", tmp_path / "pages").returncode == 0
        document = json.loads(path.read_text(encoding="utf-8"))
        document["cells"][-1]["metadata"]["tags"] = list(tags)
        change(document["cells"][-1]["outputs"])
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return make


def stored(text):
    def change(outputs):
        outputs[0]["text"] = text

    return change


def test_what_is_the_same_is_said_to_be(agon, notebook):
    path = notebook('println!("3 heaps");')
    before = path.read_bytes()
    result = agon("check", path)
    assert (result.returncode, result.stderr) == (0, "") and "the same (1 cells)" in result.stdout
    assert path.read_bytes() == before
    assert agon("check", "--quiet", path).stdout == ""


def test_a_difference_is_shown_and_nothing_is_written(agon, notebook):
    path = notebook("let n = 3;", 'println!("a\\nb\\nc {n}");', change=stored("a\nB\nc 3\n"))
    before = path.read_bytes()
    result = agon("check", path)
    assert result.returncode == 1, result
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "cell 2 (id cell-2)" in lines and "- B" in lines and "+ b" in lines and "a" in lines
    assert "1 of 2 cells differ" in result.stdout and "\x1b" not in result.stdout, "no colours: this is no terminal"
    assert path.read_bytes() == before
    (row,) = json.loads(agon("check", "--json", path).stdout)
    assert row["status"] == "different" and row["cells"][0]["cell"] == "cell-2" and row["cells"][0]["policy"] == "exact"
    assert row["cells"][0]["differences"] == [{"part": "stdout", "stored": "a\nB\nc 3\n", "found": "a\nb\nc 3\n"}]


def test_of_long_lines_the_difference_is_shown(agon, notebook):
    path = notebook('println!("{}7{}", "a".repeat(3000), "b".repeat(3000));', change=stored("a" * 3000 + "8" + "b" * 3000 + "\n"))
    result = agon("check", path)
    lines = [line.strip() for line in result.stdout.splitlines()]
    (was,), (now,) = ([line for line in lines if line.startswith(sign)] for sign in "-+")
    assert "a8b" in was and "a7b" in now and max(map(len, lines)) < 200


@pytest.mark.parametrize(
    "tag, code, was, differs",
    [
        ("unordered", 'println!("a\\nb");', "b\na\n", False),
        ("unordered", 'println!("a\\nb");', "b\nc\n", True),
        ("tolerance=1e-6", 'println!("{:.9}", 2f64.sqrt());', "1.414213999\n", False),
        ("tolerance=1e-9", 'println!("{:.9}", 2f64.sqrt());', "1.414213999\n", True),
        ("timing", 'println!("12 ms, 7 cases");', "3.5 s, 7 cases\n", False),
        ("timing", 'println!("12 ms, 7 cases");', "3.5 s, 8 cases\n", True),
        ("ignore", 'println!("now");', "then\n", False),
        ("nbval-ignore-output", 'println!("now");', "then\n", False),
    ],
)
def test_tags_say_what_may_differ(agon, notebook, tag, code, was, differs):
    path = notebook(code, tags=[tag], change=stored(was))
    result = agon("check", path)
    assert result.returncode == int(differs), result


@pytest.mark.parametrize("was, differs", [("a\nb\n", 0), ("a\nB\n", 1)])
def test_nbval_says_the_same(agon, notebook, tmp_path, was, differs):
    path = notebook('println!("a\\nb");\n1 + 1', change=stored(was))
    nbval = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", path]
    done = subprocess.run(nbval, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=2 * START)
    assert (done.returncode, agon("check", path).returncode) == (differs, differs), done.stdout + done.stderr


def test_a_failing_cell_fails_whatever_its_tag(agon, notebook, write_notebook):
    path = notebook("let n: u32 = 3;", "assert!(n < 4);", tags=["ignore"])
    document = json.loads(path.read_text(encoding="utf-8"))
    document["cells"][0]["source"] = "let n: u32 = 5;"
    path.write_text(json.dumps(document), encoding="utf-8")
    result = agon("check", "--json", path)
    (row,) = json.loads(result.stdout)
    assert result.returncode == 1 and row["status"] == "failed" and "assertion failed" in row["error"]
    assert "cell 2" in message(result)


def test_what_cannot_be_compared_is_another_exit_code(agon, notebook, tmp_path):
    result = agon("check", notebook("1 + 1", tags=["tolerance=much"]))
    assert result.returncode == 2 and "cell 1 (id cell-1)" in message(result) and "tolerance=much" in message(result)
    assert agon("check", tmp_path / "none.ipynb").returncode == 2
    assert agon("check", "--no-such-option").returncode == 2


def test_a_lab_of_the_book_gives_what_it_holds(agon):
    both = [NOTEBOOKS / "kayles.ipynb", NOTEBOOKS / "en/kayles.ipynb"]
    result = agon("check", *both)
    assert result.returncode == 0, result.stdout
    assert "2 notebooks, 2 the same" in result.stdout
