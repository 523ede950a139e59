"""Completion, inspection and pages of help, as a reader meets them."""

import time

import pytest
from frontend import ANSWER, Kernel


@pytest.fixture(scope="module")
def kernel(engine):
    kernel = Kernel(*engine)
    kernel.run("use agon::*;\nuse polars::prelude::*;")
    kernel.run('let heaps = vec![3u32, 4, 5];\nlet nim = Nimber(3);\nlet 第一堆 = "堆".to_string();')
    kernel.run("/// The number of moves in a heap.\nfn moves(heap: u32) -> u32 { heap }\nstruct Pile { size: u32 }\nimpl Pile { fn halve(&self) -> Pile { Pile { size: self.size / 2 } } }")
    # The names of the libraries come from their sources, which are read in the background.
    deadline = time.monotonic() + ANSWER
    while "DataFrame" not in complete(kernel, "DataFr|") and time.monotonic() < deadline:
        time.sleep(0.2)
    yield kernel
    kernel.stop()


def split(text):
    before, after = text.split("|")
    return before + after, len(before)


def reply_to_complete(kernel, text):
    code, position = split(text)
    return kernel.reply(kernel.client.complete(code, position))["content"]


def complete(kernel, text):
    return reply_to_complete(kernel, text)["matches"]


def inspect(kernel, text, detail_level=0):
    code, position = split(text)
    return kernel.reply(kernel.client.inspect(code, position, detail_level))["content"]


OFFERS = {
    "he|": ["heaps"],
    "mov|": ["moves"],
    "第|": ["第一堆"],
    "let 🎲 = hea|": ["heaps"],
    "heaps.|": ["push", "len", "iter"],
    "heaps.iter().ma|": ["map", "max"],
    "第一堆.to_upper|": ["to_uppercase"],
    "Pile { size: 8 }.|": ["halve", "size"],
    'println!("{}", heaps.le|': ["len"],
    "DataFr|": ["DataFrame"],
    "agon::|": ["mex", "Nim", "show"],
    "polars::prelude::Da|": ["DataFrame", "DataType"],
    "use plotters::pre|": ["prelude"],
    "std::collections::Hash|": ["HashMap", "HashSet"],
    "printl|": ["println!"],
    "whi|": ["while"],
    ":de|": [":dep"],
}


@pytest.mark.parametrize("text", OFFERS)
def test_completions(kernel, text):
    reply = reply_to_complete(kernel, text)
    assert set(OFFERS[text]) <= set(reply["matches"]), reply["matches"][:30]
    assert len(reply["matches"]) == len(set(reply["matches"]))
    code, position = split(text)
    assert reply["cursor_end"] == position
    word = code[reply["cursor_start"] : position]
    assert all(match.lower().startswith(word.lower()) for match in reply["matches"])
    types = reply["metadata"]["_jupyter_types_experimental"]
    assert [entry["text"] for entry in types] == reply["matches"]
    assert all(entry["type"] and entry["start"] == reply["cursor_start"] for entry in types)


def test_nothing_is_offered_where_a_name_is_made_up_or_in_texts(kernel):
    for text in ["let hea|", "fn mov|", "// hea|", '"hea|', "12|", "no_such_name.xyz|"]:
        assert complete(kernel, text) == []


def test_inspection_has_signature_docs_and_levels(kernel):
    found = inspect(kernel, "mov|es(3)")
    assert found["found"] and found["data"]["text/plain"] == "fn moves(heap: u32) -> u32\n\nThe number of moves in a heap."
    assert found["data"]["text/markdown"].startswith("```rust\nfn moves")
    assert "Vec<u32>" in inspect(kernel, "hea|ps")["data"]["text/plain"]
    assert inspect(kernel, "moves(3, |)")["data"]["text/plain"].startswith("fn moves")
    brief, full = (inspect(kernel, "agon::Nim|", level)["data"]["text/plain"] for level in (0, 1))
    assert "struct Nim" in brief and len(full) > len(brief) and "fn " in full
    assert "with_capacity" in inspect(kernel, "Vec::with_capaci|ty")["data"]["text/plain"]
    assert inspect(kernel, "no_such_name|") == {"status": "ok", "found": False, "data": {}, "metadata": {}}


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
    assert sorted(times)[len(times) // 2] < 0.05, times
