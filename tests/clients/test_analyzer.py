"""rust-analyzer beside the tables: what it adds, and that nobody misses it when it is gone."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from completions import ANALYZED, OFFERS, SESSION
from frontend import ANSWER, START, Kernel, children, is_alive

BETTER, FOUND, _ = ANALYZED[0]


def has_sources():
    """Whether the toolchain has the sources of the standard library, without which rust-analyzer is not started."""
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    return (Path(sysroot) / "lib/rustlib/src/rust/library").exists()


pytestmark = pytest.mark.skipif(not has_sources(), reason="needs `rustup component add rust-src`")


def analyzers(process):
    """The processes of rust-analyzer that a kernel has started and that are alive."""
    found = []
    for child in children(process):
        try:
            if b"AGON_ANALYZER_PROCESS=" in Path(f"/proc/{child}/environ").read_bytes():
                found.append(child)
        except OSError:
            continue  # it has gone meanwhile
    return found


def wait_until(condition, timeout):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def gets_better(kernel, text, wanted):
    """Asks as a reader would, again and again, until rust-analyzer has had the time to answer."""
    wait_until(lambda: set(wanted) <= set(kernel.complete(text)["matches"]), 2 * START)


def process_after_questions(kernel):
    """The process that bad questions start. While the kernel itself is starting they do not, and a process that has just
    begun does not have its environment yet."""

    def has_started():
        kernel.complete("no_such_name.|")
        return analyzers(kernel.process)

    wait_until(has_started, START)
    (process,) = analyzers(kernel.process)
    return process


def start(engine):
    kernel = Kernel(*engine)
    for cell in SESSION:
        assert kernel.run(cell).status == "ok"
    return kernel


@pytest.fixture(scope="module")
def kernel(engine):
    kernel = start(engine)
    yield kernel
    kernel.stop()


def test_tables_answer_before_it_is_there_and_cells_do_not_start_it(kernel):
    assert analyzers(kernel.process) == []
    assert set(FOUND) - set(kernel.complete(BETTER)["matches"])
    wait_until(lambda: "OctalGame" in kernel.complete("Octal|")["matches"], ANSWER)


@pytest.mark.parametrize("text, wanted, unwanted", ANALYZED, ids=[row[0] for row in ANALYZED])
def test_it_adds_what_needs_types(kernel, text, wanted, unwanted):
    gets_better(kernel, text, wanted)
    matches = kernel.complete(text)["matches"]
    assert len(matches) == len(set(matches))
    # A slow answer is the tables', which guess.
    wait_until(lambda: not set(unwanted) & set(kernel.complete(text)["matches"]), START)


@pytest.mark.parametrize("text, wanted, unwanted", OFFERS, ids=[row[0] for row in OFFERS])
def test_it_takes_nothing_away(kernel, text, wanted, unwanted):
    matches = kernel.complete(text)["matches"]
    assert set(wanted) <= set(matches), matches[:30]
    assert not set(unwanted) & set(matches)


def test_it_says_the_types_of_what_a_cell_binds(kernel):
    gets_better(kernel, BETTER, FOUND)
    for text, expected in [
        ("let best = heaps.iter().copied().zip(1..).max().unwrap();\nbe|st", "let best: (u32, i32)"),
        ("heaps.iter().map(|h¦| h)", "h: &u32"),
        ("if let Some(p) = &pile.owner { p|; }", "let p: &Player"),
        ("heaps.chunks(2).la|st()", "fn last(self) -> Option<Self::Item>"),
        ("seen.insert(|", "fn insert(&mut self, k"),
    ]:
        def says(text=text, expected=expected):
            return expected in kernel.inspect(text)["data"].get("text/plain", "")

        wait_until(says, START)
        assert expected.split("(")[0] in kernel.inspect(text)["data"]["text/markdown"]


def test_it_knows_cells_that_have_run_since(kernel):
    gets_better(kernel, BETTER, FOUND)
    assert kernel.run("trait Twice: Sized { fn twice(self) -> (Self, Self); }\nimpl Twice for u8 { fn twice(self) -> (u8, u8) { (self, self) } }").status == "ok"
    gets_better(kernel, "7u8.twice().0.|", ["twice", "count_ones"])


def test_it_answers_while_a_cell_runs(kernel):
    gets_better(kernel, BETTER, FOUND)
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    gets_better(kernel, BETTER, FOUND)
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"


def test_its_death_leaves_the_tables_and_it_comes_back(kernel):
    gets_better(kernel, BETTER, FOUND)
    (process,) = analyzers(kernel.process)
    os.kill(process, signal.SIGKILL)
    assert "len" in kernel.complete("heaps.le|")["matches"]
    assert kernel.inspect("mov|es(3)")["found"]
    gets_better(kernel, BETTER, FOUND)
    (again,) = analyzers(kernel.process)
    assert again != process


def test_it_can_be_left_out(engine, monkeypatch):
    monkeypatch.setenv("AGON_ANALYZER", "off")
    kernel = Kernel(*engine)
    # Before its first cell a kernel would not start the process anyway.
    assert kernel.run("6 * 7").result == "42"
    for _ in range(5):
        kernel.complete("no_such_name.|")
    assert analyzers(kernel.process) == []
    kernel.stop()


@pytest.mark.parametrize("end", ["shutdown", "kill", "restart"])
def test_it_ends_with_the_kernel(engine, end):
    kernel = Kernel(*engine)
    process = process_after_questions(kernel)
    if end == "kill":
        os.kill(kernel.process, signal.SIGKILL)
    elif end == "restart":
        kernel.manager.restart_kernel()
    else:
        kernel.stop()
    wait_until(lambda: not is_alive(process), ANSWER)
    if end != "shutdown":
        kernel.stop()
