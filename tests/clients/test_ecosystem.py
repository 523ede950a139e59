"""The programs around Jupyter, as their users call them: `jupyter console`, nbconvert, papermill, jupytext."""

import json
import os
import re
import subprocess
import sys

import jupytext
import nbformat
import pytest
from conftest import REPOSITORY
from frontend import START, Kernel
from jupyter_client import KernelManager

LABS = sorted((REPOSITORY / "notebooks").rglob("*.ipynb"))


def python(*arguments, input="", cwd=None):
    """Runs a program of this environment; a failure is an error."""
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], input=input, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", timeout=2 * START
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_jupyter_console_asks_and_answers():
    console = python("-m", "jupyter_console", "--kernel", "agon", "--simple-prompt", input="let heap = 5u32;\nheap * 8\n")
    assert "Out[2]: 40" in console.stdout


def test_what_vs_code_does_is_borne():
    """It asks before the kernel can answer, and says more than the protocol knows."""
    kernel = Kernel.__new__(Kernel)
    kernel.manager = KernelManager(kernel_name="agon")
    kernel.manager.start_kernel()
    kernel.client, kernel.arrived, kernel.replies = kernel.manager.blocking_client(), [], {}
    kernel.client.start_channels()
    try:
        # As VS Code's extension does, in one breath and with the id of its cell.
        early = [kernel.client.kernel_info(), kernel.client.kernel_info(), kernel.client.comm_info()]
        content = {"code": "6 * 7", "silent": False, "store_history": True, "allow_stdin": True, "stop_on_error": False, "user_expressions": {}, "vscode": {"new": [1]}}
        request = kernel.client.session.msg("execute_request", content, metadata={"cellId": "vscode-notebook-cell:/a.ipynb#W0", "deletedCells": []})
        request["header"]["unheard_of"] = {"more": True}
        kernel.client.shell_channel.send(request)
        cell = kernel.finish(request["header"]["msg_id"])
        assert cell.status == "ok" and cell.result == "42"
        assert all(kernel.reply(id)["content"]["status"] == "ok" for id in early)
        assert kernel.control("interrupt_request")["status"] == "ok"
        # A comm for which there is nobody here.
        kernel.client.shell_channel.send(kernel.client.session.msg("comm_open", {"comm_id": "1", "target_name": "vscode", "data": {}}))
        assert kernel.run("1 + 1").result == "2"
    finally:
        kernel.stop()


@pytest.mark.parametrize("to", ["html", "markdown"])
def test_nbconvert_runs_and_writes(write_notebook, tmp_path, to):
    lab = write_notebook("lab.ipynb", "use agon::*;\nGame::up()", "grundy_plot(\"Kayles\", &OctalGame::kayles().grundy_sequence(24))?")
    python("-m", "nbconvert", "--execute", "--to", to, f"--ExecutePreprocessor.timeout={START}", lab, cwd=tmp_path)
    (page,) = [file for file in tmp_path.iterdir() if file.suffix in (".html", ".md")]
    text = page.read_text(encoding="utf-8")
    assert "↑" in text and ("svg" in text)


def test_papermill_sets_parameters_with_their_types(write_notebook, tmp_path):
    lab = write_notebook("lab.ipynb", "let most: u64 = 3;   // most counters\nlet name: &str = \"Bash\";\nlet ratio = 0.5;\nlet title: String = \"a\".into();", "let twice: u64 = most * 2;\nformat!(\"{name} {twice} {ratio} {title}\")")
    notebook = json.loads(lab.read_text())
    notebook["cells"][0]["metadata"]["tags"] = ["parameters"]
    lab.write_text(json.dumps(notebook))
    papermill = REPOSITORY / "docs/papermill_agon.py"
    python(papermill, lab, tmp_path / "out.ipynb", "-p", "most", "20", "-p", "name", 'a "b" \\ 堆', "-p", "ratio", "2.0", "-p", "title", "b", "--no-progress-bar", cwd=tmp_path)
    cells = nbformat.read(tmp_path / "out.ipynb", 4).cells
    assert cells[1].source.splitlines()[1:] == ["let most: u64 = 20;", 'let name: &str = "a \\"b\\" \\\\ 堆";', "let ratio = 2.0;", 'let title: String = "b".into();']
    assert cells[2].outputs[0].data["text/plain"] == '"a \\"b\\" \\\\ 堆 40 2 b"'
    assert "most: u64 (default 3)" in python(papermill, "--help-notebook", lab).stdout


@pytest.mark.parametrize("format", ["rs:percent", "md"])
def test_jupytext_writes_our_labs_as_text_and_reads_them_back(format):
    for lab in LABS:
        notebook = nbformat.read(lab, as_version=4)
        text = jupytext.writes(notebook, fmt=format)
        read = jupytext.reads(text, fmt=format)
        assert [plain(cell) for cell in read.cells] == [plain(cell) for cell in notebook.cells], lab
        # A text keeps no ids and outputs; `jupytext --update` takes them from the notebook, where claims look for theirs.
        both = jupytext.combine.combine_inputs_with_outputs(read, notebook, fmt=format)
        assert [cell.id for cell in both.cells] == [cell.id for cell in notebook.cells], lab
        assert both.metadata.agon == notebook.metadata.agon and both.metadata.lang == notebook.metadata.lang


def test_binder_holds_what_repo2docker_reads():
    """Its rules, without its images: https://repo2docker.readthedocs.io/en/latest/config_files.html."""
    binder = REPOSITORY / "binder"
    assert {file.name for file in binder.iterdir()} == {"apt.txt", "postBuild", "runtime.txt", "start"}, "names that it knows"
    packages = [line.partition("#")[0].strip() for line in (binder / "apt.txt").read_text().splitlines()]
    assert all(re.fullmatch("[a-z0-9.+-]+", package) for package in packages)
    assert re.fullmatch(r"python-3\.\d+\n", (binder / "runtime.txt").read_text()), "else a version that changes some day"
    for name in ("postBuild", "start"):
        script = binder / name
        assert os.access(script, os.X_OK) and script.read_text().startswith("#!/usr/bin/env bash\n"), name
        subprocess.run(["bash", "-n", script], check=True, timeout=START)
    # What is started is given as arguments.
    done = subprocess.run([binder / "start", "echo", "a b"], capture_output=True, encoding="utf-8", timeout=START)
    assert done.stdout == "a b\n"


def plain(cell):
    return cell.cell_type, cell.source, cell.metadata.get("tags", [])
