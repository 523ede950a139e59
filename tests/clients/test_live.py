"""Displays that change while a cell runs, progress bars, and conjectures, as a frontend sees them."""

import time

import pytest

from frontend import ANSWER

EVIDENCE = "application/vnd.agon.evidence+json"


def transient(message):
    return message["content"].get("transient", {}).get("display_id")


def bars(cell):
    """The messages of progress bars."""
    return [message for message in cell.messages if message["content"].get("metadata", {}).get("agon", {}).get("progress")]


def test_a_display_with_a_name_is_updated_from_a_later_cell(kernel):
    cell = kernel.run('agon::show_as("heap", &agon::Nimber(3));\nprintln!("between");\nagon::update("heap", &agon::Nimber(4));')
    assert cell.types[2:-1] == ["display_data", "stream", "update_display_data"]
    first, second = (message for message in cell.messages if "display" in message["msg_type"])
    assert transient(first) == transient(second) == "heap"
    assert (first["content"]["data"], second["content"]["data"]) == ({"text/plain": "∗3"}, {"text/plain": "∗4"})
    later = kernel.run('agon::update("heap", &agon::Nimber(5));')
    (update,) = later.contents("update_display_data")
    assert update["data"] == {"text/plain": "∗5"} and later.contents("display_data") == []


@pytest.mark.parametrize("wait", [False, True])
def test_outputs_are_cleared(kernel, wait):
    cell = kernel.run(f'println!("before");\nagon::clear_output({str(wait).lower()});\nprintln!("after");')
    assert [content.get("text") or content["wait"] for content in cell.contents("stream", "clear_output")] == ["before\n", wait, "after\n"]


def test_a_progress_bar_moves_at_a_readable_pace_and_ends_clean(kernel):
    cell = kernel.run("for _ in agon::progress(0..150) { std::thread::sleep(std::time::Duration::from_millis(10)); }")
    moves = bars(cell)
    assert [message["msg_type"] for message in moves] == ["display_data"] + ["update_display_data"] * (len(moves) - 1)
    assert len({transient(message) for message in moves}) == 1
    # One and a half seconds, the first third of one without a bar, then ten a second.
    assert 5 <= len(moves) <= 16, len(moves)
    *shown, last = (message["content"]["data"] for message in moves)
    assert all("/150" in bundle["text/plain"] and "<progress" in bundle["text/html"] for bundle in shown)
    assert last == {"text/plain": "", "text/html": ""}
    assert cell.shown == [shown[0]] and cell.stderr == ""


def test_a_short_loop_shows_no_bar_and_an_iterator_goes_on_as_one(kernel):
    cell = kernel.run("agon::progress(0..1_000_000u64).filter(|n| n % 2 == 0).count()")
    assert (cell.result, bars(cell)) == ("500000", [])
    cell = kernel.run("let mut n = 0;\nfor _ in agon::progress(std::iter::from_fn(|| (n < 50).then(|| n += 1))) { std::thread::sleep(std::time::Duration::from_millis(10)); }")
    assert any("已完成" in message["content"]["data"]["text/plain"] for message in bars(cell))


def test_an_interrupted_bar_ends_clean_too(kernel):
    request = kernel.send("agon::progress(0..).map(|n: u64| { std::thread::sleep(std::time::Duration::from_millis(5)); n }).sum::<u64>()")
    kernel.wait_for(request, lambda message: message["msg_type"] == "update_display_data")
    kernel.interrupt()
    cell = kernel.finish(request)
    assert cell.reply["ename"] == "Interrupted"
    assert bars(cell)[-1]["content"]["data"] == {"text/plain": "", "text/html": ""}


def test_a_conjecture_finds_the_first_counterexample(kernel):
    cell = kernel.run('agon::conjecture("n² + n + 41 is prime").over(0..=100_000u64).check(|n| { let v = n * n + n + 41; (2..).take_while(|d| d * d <= v).all(|d| v % d != 0) })')
    (bundle,) = cell.shown
    assert (bundle[EVIDENCE]["verdict"], bundle[EVIDENCE]["witness"]) == ("refuted", "40")
    cell = kernel.run('let limit = 7;\nagon::conjecture("small").over((0..=3u8, vec![1, 2])).check(|(a, b)| i32::from(a) + b < limit)')
    assert (cell.shown[0][EVIDENCE]["bound"], cell.shown[0][EVIDENCE]["cases"]) == ("0 … 3 × 1 … 2", 8)


def test_a_long_search_shows_how_far_it_is_is_interrupted_and_goes_on(kernel):
    assert kernel.run(
        "use std::sync::atomic::{AtomicU64, Ordering};\nstatic LOOKED: AtomicU64 = AtomicU64::new(0);\n"
        'let mut search = agon::conjecture("n < 2000").over(0..=2000u64).law(|n| {\n'
        "    LOOKED.fetch_add(1, Ordering::Relaxed);\n    std::thread::sleep(std::time::Duration::from_micros(700));\n    n < 2000\n});"
    ).status == "ok"
    request = kernel.send("search.run()")
    kernel.wait_for(request, lambda message: "/2001" in message["content"].get("data", {}).get("text/plain", ""))
    kernel.interrupt()
    stopped = kernel.finish(request)
    assert stopped.reply["ename"] == "Interrupted"
    assert bars(stopped)[-1]["content"]["data"] == {"text/plain": "", "text/html": ""}
    examined = int(kernel.run("search.examined()").result)
    assert 0 < examined < 2000
    cell = kernel.run("search.run()")
    (bundle,) = [bundle for bundle in cell.shown if EVIDENCE in bundle]
    assert bundle[EVIDENCE]["witness"] == "2000"
    # What was known was not looked at again, but for the blocks that the interrupt cut.
    assert int(kernel.run("LOOKED.load(Ordering::Relaxed)").result) <= 2001 + 1000


def test_a_panic_in_a_conjecture_is_the_cells(kernel):
    cell = kernel.run('agon::conjecture("s").over(0..=50u8).check(|n| {\n    assert!(n < 9, "{n} is too large");\n    true\n})')
    assert (cell.status, cell.reply["ename"]) == ("error", "Panic")
    assert "9 is too large" in cell.reply["evalue"] and cell.stderr == ""


def test_a_search_leaves_an_idle_kernel(kernel):
    begin = time.monotonic()
    assert kernel.run("1 + 1").result == "2"
    assert time.monotonic() - begin < ANSWER
