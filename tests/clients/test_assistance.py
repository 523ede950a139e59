"""Completion, inspection and pages of help, as a reader meets them."""

import os
import time

import pytest
from completions import OFFERS, SESSION
from frontend import ANSWER, Kernel, split


@pytest.fixture(scope="module")
def kernel(engine):
    """A kernel that answers from its tables alone."""
    os.environ["AGON_ANALYZER"] = "off"
    kernel = Kernel(*engine)
    del os.environ["AGON_ANALYZER"]
    for cell in SESSION:
        assert kernel.run(cell).status == "ok"
    # The names of the libraries come from their sources, which are read in the background; the types of the last variables
    # come a moment after their cell.
    deadline = time.monotonic() + ANSWER
    for text, name in [("DataFr|", "DataFrame"), ("pile.|", "size")]:
        while name not in kernel.complete(text)["matches"] and time.monotonic() < deadline:
            time.sleep(0.2)
    yield kernel
    kernel.stop()


def complete(kernel, text):
    return kernel.complete(text)["matches"]


def inspect(kernel, text, detail_level=0):
    return kernel.inspect(text, detail_level)


@pytest.mark.parametrize("text, wanted, unwanted", OFFERS, ids=[row[0] for row in OFFERS])
def test_completions(kernel, text, wanted, unwanted):
    reply = kernel.complete(text)
    matches = reply["matches"]
    assert set(wanted) <= set(matches), matches[:30]
    assert not set(unwanted) & set(matches)
    assert len(matches) == len(set(matches))
    code, position = split(text)
    assert reply["cursor_end"] == position
    word = code[reply["cursor_start"] : position]
    assert all(match.lower().startswith(word.lower()) for match in matches)
    types = reply["metadata"].get("_jupyter_types_experimental", [])
    assert [entry["text"] for entry in types] == matches
    assert all(entry["type"] and entry["start"] == reply["cursor_start"] for entry in types)


def test_nothing_is_offered_where_a_name_is_made_up_or_in_texts(kernel):
    for text in ["let hea|", "fn mov|", "// hea|", '"hea|', "12|", "no_such_name.xyz|"]:
        assert complete(kernel, text) == []


def test_inspection_has_signature_docs_and_levels(kernel):
    found = inspect(kernel, "mov|es(3)")
    assert found["found"] and found["data"]["text/plain"] == "fn moves(heap: u32) -> Vec<u32>\n\nThe moves from a heap."
    assert found["data"]["text/markdown"].startswith("```rust\nfn moves")
    assert "Vec<u32>" in inspect(kernel, "hea|ps")["data"]["text/plain"]
    assert inspect(kernel, "moves(3, |)")["data"]["text/plain"].startswith("fn moves")
    brief, full = (inspect(kernel, "agon::Nim|", level)["data"]["text/plain"] for level in (0, 1))
    assert "struct Nim" in brief and len(full) > len(brief) and "fn " in full
    assert "with_capacity" in inspect(kernel, "Vec::with_capaci|ty")["data"]["text/plain"]
    assert inspect(kernel, "no_such_name|") == {"status": "ok", "found": False, "data": {}, "metadata": {}}


# Text, how the answer begins, and what it contains.
DESCRIPTIONS = [
    ("OctalGame::kay|les()", "pub fn kayles() -> Self", "Kayles"),
    ("kayles.grundy_seq|uence(3)", "pub fn grundy_sequence(&self, count: usize) -> Vec<u32>", "Grundy values"),
    ("grundy_plot(|", "pub fn grundy_plot(title: &str, values: &[u32])", "agon::grundy_plot"),
    ("Nim|ber(3)", "pub struct Nimber(pub u32)", "agon::Nimber"),
    ("agon::Outcome|", "pub enum Outcome { P, N }", "play well"),
    ("heaps.iter().ma|p(|x| x)", "fn map<B, F>(self, f: F)", "creates an iterator"),
    ("pi|le", "let pile: Pile<String>", "A pile of stones."),
    ("pile.si|ze", "size: u32", "Pile"),
    ("squ|are!(3)", "macro_rules! square", ""),
    ('println!|("")', "macro_rules! println", "standard output"),
    ("moves(|3)", "fn moves(heap: u32)", "The moves from a heap."),
    ("df.la|zy()", "fn lazy(self) -> LazyFrame", ""),
    ("Data|Frame::empty()", "pub struct DataFrame { … }", "polars::prelude::DataFrame"),
    ("RE|D", "pub const RED: RGBColor", "plotters::prelude::RED"),
    ("figur|e(", "pub fn figure(title: &str", "agon::figure"),
    ("std::coll|ections::HashMap::new()", "mod std::collections", "Collection types"),
    ("Some|(3)", "Some(T)", ""),
    ("第一|堆", "let 第一堆: String", ""),
    ("mat|ch x {}", "match", "patterns"),
    (":de|p", ":dep NAME", "crates.io"),
    ("use agon::Ni|m;", "pub struct Nim", "last counter"),
]


@pytest.mark.parametrize("text, beginning, content", DESCRIPTIONS, ids=[row[0] for row in DESCRIPTIONS])
def test_inspections(kernel, text, beginning, content):
    reply = kernel.inspect(text)
    assert reply["found"]
    assert reply["data"]["text/plain"].startswith(beginning) and content in reply["data"]["text/plain"]
    assert reply["data"]["text/markdown"].startswith("```rust\n" + beginning)


def test_questions_open_a_page(kernel):
    for code in ["agon::Nim?", "?moves", "heaps.len?", "println!??"]:
        cell = kernel.run(code)
        if "." in code:
            assert cell.status == "error", "that is Rust, and wrong"
            continue
        (page,) = cell.reply["payload"]
        assert (cell.status, page["source"], cell.types) == ("ok", "page", ["status", "execute_input", "status"])
        assert page["data"]["text/plain"] and page["data"]["text/markdown"]
    assert kernel.run("no_such_name?").status == "error"
    kernel.run('let parsed = "5".parse::<u8>();')
    assert kernel.run("parsed?").result == "5", "a question mark behind a variable is Rust"
    (page,) = kernel.run(":help").reply["payload"]
    assert ":dep" in page["data"]["text/plain"]


def test_answers_come_while_a_cell_runs_and_fast(kernel):
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    times = []
    for text in ["heaps.|", "DataFr|", "mov|", "polars::prelude::|"] * 5:
        begin = time.monotonic()
        assert complete(kernel, text)
        times.append(time.monotonic() - begin)
    assert inspect(kernel, "mov|es")["found"]
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    # The machine may be busy with other things most of the time, but not for three quarters of the answers.
    assert sorted(times)[5] < 0.05, times
