"""A cell that fails: its reply says so, and the kernel goes on."""

import re

import pytest
from frontend import Kernel, is_alive


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_panic_is_an_error_reply(kernel):
    cell = kernel.run('println!("before");\nlet heaps: Vec<u32> = vec![];\nassert!(!heaps.is_empty(), "没有堆");\nprintln!("after");')
    assert (cell.status, cell.reply["ename"], cell.reply["evalue"]) == ("error", "Panic", "没有堆")
    assert cell.stdout == "before\n"
    assert re.search(r'line 3 of .*assert!\(!heaps', plain(cell.traceback)), cell.traceback
    # Said once: one error output, nothing on standard error.
    assert len(cell.errors) == 1 and cell.stderr == ""
    assert {key: cell.errors[0][key] for key in ("ename", "evalue", "traceback")} == {
        key: cell.reply[key] for key in ("ename", "evalue", "traceback")
    }


PANICS = {
    "assert!(false)": "assertion failed: false",
    "assert_eq!(3u32 ^ 4 ^ 5, 3);": "assertion `left == right` failed\n  left: 2\n right: 3",
    "let none: Option<u8> = None; none.unwrap()": "called `Option::unwrap()` on a `None` value",
    "let size: u8 = std::hint::black_box(255); size + 1": "attempt to add with overflow",
    "vec![1, 2, 3][std::hint::black_box(3)]": "index out of bounds: the len is 3 but the index is 3",
}


@pytest.mark.parametrize("code", PANICS)
def test_panics_of_every_kind(kernel, code):
    cell = kernel.run(code)
    assert (cell.status, cell.reply["ename"]) == ("error", "Panic"), cell
    assert cell.reply["evalue"] == PANICS[code]
    assert "line 1 of" in plain(cell.traceback)


def test_a_panic_in_a_function_of_an_earlier_cell_is_found_there(kernel):
    kernel.run("fn halve(n: u32) -> u32 {\n    assert!(n % 2 == 0, \"odd\");\n    n / 2\n}")
    cell = kernel.run("halve(6) + halve(3)")
    assert (cell.reply["ename"], cell.reply["evalue"]) == ("Panic", "odd")
    assert "line 2 of an earlier cell: assert!(n % 2 == 0" in plain(cell.traceback)


def test_variables_survive_a_panic(kernel):
    kernel.run("let kept = vec![3u32, 4, 5];\nlet mut changed = 1;")
    assert kernel.run('changed += 1;\nlet _ = kept.len();\npanic!("now");').reply["ename"] == "Panic"
    assert kernel.run("(kept, changed)").result == "([3, 4, 5], 2)"


def test_a_caught_panic_is_no_error(kernel):
    cell = kernel.run('std::panic::catch_unwind(|| panic!("caught")).is_err()')
    assert (cell.status, cell.result) == ("ok", "true")


# Whatever ends the process of the cells: (the cell, what the message must name).
ENDS = {
    "exit": ("std::process::exit(3);", "3"),
    "abort": ("std::process::abort();", "SIGABRT|signal: 6|abort"),
    "stack overflow": ("fn deep(n: u64) -> u64 { if n == 0 { 0 } else { 1 + deep(n + 1) } }\ndeep(std::hint::black_box(1))", "stack"),
    "a write through null": ("unsafe { std::hint::black_box(std::ptr::null_mut::<u8>()).write_volatile(1) };", "SIGSEGV|signal: 11"),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_the_process_is_an_error_and_items_are_kept(kernel, end):
    code, message = ENDS[end]
    kernel.run("#[derive(Debug)]\nstruct Kept(u8);\nfn kept(n: u8) -> Kept { Kept(n) }\nlet lost = 7;")
    cell = kernel.run('println!("before");\n' + code)
    assert (cell.status, cell.reply["ename"]) == ("error", "Crashed"), cell
    assert re.search(message, cell.reply["evalue"]) and "lost" in cell.reply["evalue"], cell.reply["evalue"]
    assert cell.stdout == "before\n" and len(cell.errors) == 1
    assert kernel.run("1 + 1").result == "2"
    assert kernel.run("kept(3)").result == "Kept(3)"
    assert kernel.run("lost").reply["ename"] == "CompileError"


def test_a_killed_child_is_an_error_reply_and_the_kernel_still_answers(kernel):
    kernel.run("fn kept() -> u8 { 42 }")
    request = kernel.send('println!("running"); loop { std::thread::sleep(std::time::Duration::from_millis(5)); }')
    kernel.wait_for_text(request, "running")
    child = kernel.child()
    kernel.kill_child()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Crashed"), cell
    assert re.search("SIGKILL|signal: 9", cell.reply["evalue"])
    assert kernel.run("1 + 1").result == "2"
    assert kernel.run("kept()").result == "42"
    assert kernel.child() != child and not is_alive(child)


def test_a_child_killed_between_cells_costs_at_most_one_cell(kernel):
    kernel.run("1;")
    kernel.kill_child()
    kernel.run("2;")
    assert kernel.run("1 + 1").result == "2"


@pytest.fixture(scope="module")
def bare_kernel(engine):
    """A kernel in which no cell has imported anything."""
    kernel = Kernel(*engine)
    yield kernel
    kernel.stop()


@pytest.mark.parametrize(
    "code, name", [("Nim.options(&[1])", "Nim"), ("let n = Nimber(3);", "Nimber"), ("mex([1])", "mex"), ("let g: Game;", "Game"), ("OctalGame::kayles()", "OctalGame"), ("show(&3)", "show")]
)
def test_a_name_of_the_library_says_how_to_import_it(bare_kernel, code, name):
    cell = bare_kernel.run(code)
    assert f"`{name}` is a part of agon: begin with `use agon::*;`" in plain(cell.traceback)


def test_other_missing_names_are_not_taken_for_the_librarys(bare_kernel):
    for code in ["impartial()", "no_such_name", "no_such_macro!()"]:
        assert "part of agon" not in plain(bare_kernel.run(code).traceback)
