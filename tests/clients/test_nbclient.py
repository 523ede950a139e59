"""Notebooks run by nbclient, which nbconvert, papermill and books are made with: what stands in the file afterwards."""

import asyncio

import nbformat
import pytest
from frontend import START
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError


def notebook(*cells):
    cells = [nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}})


def tagged(source, tag):
    return nbformat.v4.new_code_cell(source, metadata={"tags": [tag]})


def run(*cells, **options):
    ran = notebook(*cells)
    NotebookClient(ran, **{"timeout": START, "kernel_name": "agon", **options}).execute()
    nbformat.validate(ran)
    return ran


def gist(output):
    if output.output_type == "stream":
        return (output.name, output.text)
    if output.output_type == "error":
        return ("error", output.ename)
    return dict(output.data)


# Cells, and what their outputs are.
NOTEBOOKS = {
    "nothing": (["", "  \n"], [[], []]),
    "text": (['println!("Hello World");'], [[("stdout", "Hello World\n")]]),
    "text in many scripts": (['println!("☃ 数学 🎲 é");\n"☃"'], [[("stdout", "☃ 数学 🎲 é\n"), {"text/plain": '"☃"'}]]),
    "partial lines are one output": (['for n in 0..5 { print!("{n} "); }'], [[("stdout", "0 1 2 3 4 ")]]),
    "factorials": (["let (mut i, mut j) = (1u64, 1u64);", "for m in 2..10 { i *= m; j += i; println!(\"{j}\"); }"], [[], [("stdout", "3\n9\n33\n153\n873\n5913\n46233\n409113\n")]]),
    "a picture": (['agon::display("image/svg+xml", "<svg xmlns=\'http://www.w3.org/2000/svg\'/>");'], [[{"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'/>"}]]),
    "data": (['agon::display("application/json", r#"{"a": [1, null]}"#);'], [[{"application/json": {"a": [1, None]}}]]),
    "cleared": (['println!("gone");\nagon::clear_output(false);\nprintln!("here");'], [[("stdout", "here\n")]]),
    "cleared when something comes": (['println!("gone");\nagon::clear_output(true);\nprintln!("here");'], [[("stdout", "here\n")]]),
    "cleared, and nothing comes": (['println!("stays");\nagon::clear_output(true);'], [[("stdout", "stays\n")]]),
    "updated in the cell and from another": (
        ['agon::show_as("id", &agon::Nimber(3));', 'agon::update("id", &agon::Nimber(4));', "3"],
        [[{"text/plain": "∗4"}], [], [{"text/plain": "3"}]],
    ),
    "an expected error": ([tagged('panic!("expected")', "raises-exception"), "1 + 1"], [[("error", "Panic")], [{"text/plain": "2"}]]),
    "a skipped cell": (["let a = 1;", tagged("let a = 2;", "skip-execution"), "a"], [[], [], [{"text/plain": "1"}]]),
}  # fmt: skip


@pytest.mark.parametrize("cells, outputs", NOTEBOOKS.values(), ids=NOTEBOOKS.keys())
def test_outputs(cells, outputs):
    ran = run(*cells)
    assert [[gist(output) for output in cell.outputs] for cell in ran.cells] == outputs
    counted = [cell.execution_count for cell in ran.cells if cell.execution_count]
    assert counted == list(range(1, len(counted) + 1))


def test_errors_stop_or_not():
    with pytest.raises(CellExecutionError) as failure:
        run("missing", "1 + 1")
    assert "missing" in str(failure.value)
    ran = run("missing", 'panic!("no")', "1 + 1", allow_errors=True)
    assert [gist(cell.outputs[0]) for cell in ran.cells] == [("error", "CompileError"), ("error", "Panic"), {"text/plain": "2"}]
    ran = run('panic!("no")', "1 + 1", allow_error_names=["Panic"])
    assert gist(ran.cells[1].outputs[0]) == {"text/plain": "2"}


def test_a_cell_that_takes_too_long_is_interrupted_and_the_next_one_runs():
    ran = run("let kept = 7;", "loop {}", "kept", timeout=10, interrupt_on_timeout=True, allow_errors=True)
    assert gist(ran.cells[1].outputs[-1]) == ("error", "Interrupted")
    assert gist(ran.cells[2].outputs[0]) == {"text/plain": "7"}
    with pytest.raises(CellTimeoutError):
        run("loop {}", timeout=5)


def test_a_kernel_that_dies_is_noticed():
    with pytest.raises(DeadKernelError):
        run('let kernel = std::os::unix::process::parent_id();\nstd::process::Command::new("kill").args(["-9", &kernel.to_string()]).status()?;\nloop {}')


def test_two_notebooks_at_once_speak_to_each_other(tmp_path):
    """Each waits for a file of the other's."""

    def cells(mine, other):
        write = f'std::fs::write("{tmp_path}/{mine}", "here")?;'
        wait = f'while !std::path::Path::new("{tmp_path}/{other}").exists() {{ std::thread::sleep(std::time::Duration::from_millis(20)); }}'
        return notebook(write, wait, f'println!("{mine} has met {other}");')

    async def both():
        pair = [cells("a", "b"), cells("b", "a")]
        await asyncio.gather(*(NotebookClient(one, timeout=START, kernel_name="agon").async_execute() for one in pair))
        return pair

    assert [gist(one.cells[2].outputs[0]) for one in asyncio.run(both())] == [("stdout", "a has met b\n"), ("stdout", "b has met a\n")]


def test_the_times_of_a_cell_are_in_order():
    (cell,) = run("std::thread::sleep(std::time::Duration::from_millis(50));").cells
    times = cell.metadata["execution"]
    order = ["iopub.status.busy", "iopub.execute_input", "shell.execute_reply", "iopub.status.idle"]
    assert set(order) <= set(times) and times[order[0]] <= times[order[1]] <= times[order[2]]
