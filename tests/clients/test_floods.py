"""Cells that say very much: what reaches the browser stays small, and nothing is lost without a word."""

import re
import time
from pathlib import Path


def test_a_flood_is_cut_with_a_notice_and_kept_in_a_file(kernel):
    cell = kernel.run('for n in 0..400_000 { println!("第 {n} 行"); }\nprintln!("end")')
    assert cell.status == "ok"
    stdout, notices = cell.stdout, cell.stderr
    assert stdout.startswith("第 0 行\n第 1 行\n") and stdout.endswith("第 399999 行\nend\n")
    assert len(stdout.encode()) < 1_100_000
    left_out, path = re.search(r"\[(\d+) lines .*? are left out here.*? all of it is in (\S+)\.", notices).groups()
    whole = Path(path).read_text()
    assert whole == "".join(f"第 {n} 行\n" for n in range(400_000)) + "end\n"
    shown = stdout.count("\n")
    assert abs(int(left_out) + shown - 400_001) <= 1
    assert len(cell.messages) < 100 + len(stdout) / 1000


def test_the_next_cell_is_not_affected(kernel):
    cell = kernel.run('println!("short")')
    assert (cell.stdout, cell.stderr) == ("short\n", "")


def test_a_display_in_a_flood_stands_behind_the_text_before_it(kernel):
    cell = kernel.run('for n in 0..300_000 { println!("line {n}"); }\nagon::show(&agon::Nimber(3));\nprintln!("after");')
    kinds = [(message["msg_type"], message["content"].get("name")) for message in cell.messages if message["msg_type"] in ("stream", "display_data")]
    display = kinds.index(("display_data", None))
    texts = [message["content"]["text"] for message in cell.messages if message["msg_type"] == "stream" and message["content"]["name"] == "stdout"]
    assert "line 299999" in "".join(texts)
    assert kinds[display + 1 :] == [("stream", "stdout")] and texts[-1] == "after\n"


def test_a_huge_value_is_cut_with_a_notice_and_kept_in_a_file(kernel):
    cell = kernel.run('let huge = "堆".repeat(7_000_000);\nagon::show(&agon::Nimber(3));\nhuge')
    assert cell.status == "ok"
    text = cell.result
    assert len(text.encode()) < 1_200_000 and text.startswith('"堆堆') and text.endswith('堆堆"')
    left_out, path = re.search(r"\[([\d.]+) MB are left out here\. .*? all of it is in (\S+)\. .*?AGON_OUTPUT_LIMIT", text).groups()
    assert Path(path).read_text() == '"' + "堆" * 7_000_000 + '"'
    assert abs(float(left_out) - (21_000_002 - len(text.encode())) / 1e6) < 0.1
    # What it says is what the history keeps.
    assert kernel.run("huge.len()").result == "21000000"


def test_huge_displays_and_updates_are_cut_too(kernel):
    cell = kernel.run(
        'let long = "x".repeat(20_000_000);\nagon::display("text/plain", long.as_str());\nagon::display("text/html", long.as_str());\nagon::display("text/html", "<b>short</b>");'
    )
    plain, html, short = cell.shown
    assert len(plain["text/plain"]) < 1_200_000 and "MB are left out here" in plain["text/plain"]
    assert list(html) == ["text/plain"] and "text/html of 20.0 MB is left out here" in html["text/plain"]
    paths = [re.search(r"all of it is in (\S+)\. ", bundle["text/plain"]).group(1) for bundle in (plain, html)]
    assert len(set(paths)) == 2 and all(Path(path).stat().st_size == 20_000_000 for path in paths)
    assert short["text/html"] == "<b>short</b>"


def test_a_huge_message_of_a_panic_is_cut(kernel):
    cell = kernel.run('panic!("{}", "x".repeat(20_000_000))')
    assert cell.reply["ename"] == "Panic" and len(cell.reply["evalue"]) < 100_000 and "left out" in cell.reply["evalue"]
    assert len(str(cell.errors)) < 400_000


def test_an_endless_printer_can_be_interrupted_and_leaves_the_kernel_alone(kernel):
    kernel.run("let kept = 7;")
    request = kernel.send('loop { println!("again and again and again"); }')
    kernel.wait_for_text(request, "again")
    time.sleep(2)
    begin = time.monotonic()
    assert kernel.control("kernel_info_request")["status"] == "ok"
    assert time.monotonic() - begin < 5
    kernel.interrupt()
    cell = kernel.finish(request)
    assert cell.reply["ename"] == "Interrupted" and len(cell.stdout.encode()) < 1_100_000
    assert kernel.run("kept").result == "7"


def test_updates_that_nobody_could_see_are_merged_and_the_last_one_is_sent(kernel):
    cell = kernel.run('agon::show_as("n", &agon::Nimber(0));\nfor n in 1..=5000u32 { agon::update("n", &agon::Nimber(n)); }\nprintln!("done");')
    assert cell.status == "ok"
    updates = cell.contents("update_display_data")
    assert 1 <= len(updates) < 1000
    assert updates[-1]["data"]["text/plain"] == "∗5000" and updates[-1]["transient"]["display_id"]
    shown = [kind for kind in cell.types if kind in ("display_data", "update_display_data", "stream")]
    assert shown[0] == "display_data" and shown[-1] == "stream"


def test_clearing_waits_if_it_is_told_to(kernel):
    cell = kernel.run('println!("one");\nagon::clear_output(true);\nprintln!("two");\nagon::clear_output(false);')
    kinds = [message["content"].get("wait", message["content"].get("text")) for message in cell.messages if message["msg_type"] in ("stream", "clear_output")]
    assert kinds == ["one\n", True, "two\n", False]


def test_partial_lines_come_at_once_and_streams_keep_their_order(kernel):
    cell = kernel.run('print!("a");\neprint!("b");\nprint!("c");\neprint!("d");')
    assert (cell.stdout, cell.stderr) == ("ac", "bd")
    order = "".join(content["text"] for content in cell.contents("stream"))
    assert sorted(order) == list("abcd")
