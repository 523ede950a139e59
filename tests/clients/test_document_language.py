"""Captions speak the language of the document, which no message of the protocol tells."""

import json
import os
import subprocess
import sys

import nbformat
import pytest
from frontend import START, Kernel

TABLE = 'use polars::prelude::*;\ndf!["n" => [1, 2]]?'
ENGLISH, CHINESE = "2 rows × 1 columns", "2 行 × 1 列"


@pytest.fixture
def caption_in(tmp_path):
    """What stands above a table in a kernel that is started in a folder with a Chinese notebook (`a`) and an English one (`b`)."""
    for name, lang in (("a", "zh-CN"), ("b", "en")):
        notebook = {"cells": [], "metadata": {"lang": lang}, "nbformat": 4, "nbformat_minor": 5}
        (tmp_path / f"{name}.ipynb").write_text(json.dumps(notebook))
    kernels = []

    def caption(quarto=None, **environment):
        kernel = Kernel(cwd=str(tmp_path), env={**os.environ, **environment})
        kernels.append(kernel)
        if quarto:
            data = {"options": {"run_path": str(tmp_path), **quarto}}
            opening = {"comm_id": "quarto_comm", "target_name": "quarto_kernel_setup", "data": data}
            kernel.client.shell_channel.send(kernel.client.session.msg("comm_open", opening))
        # Quarto begins with an empty cell.
        assert kernel.run("").status == "ok"
        (table,) = kernel.run(TABLE).shown
        return next(caption for caption in (ENGLISH, CHINESE) if caption in table["text/html"])

    yield caption
    for kernel in kernels:
        kernel.stop()


def test_jupyter_server_names_the_notebook(caption_in, tmp_path):
    assert caption_in(JPY_SESSION_NAME=str(tmp_path / "b.ipynb")) == ENGLISH


def test_without_a_name_it_is_the_first_of_the_folder(caption_in, tmp_path):
    assert caption_in(JPY_SESSION_NAME=str(tmp_path / "renamed.ipynb")) == CHINESE
    (tmp_path / "a.ipynb").unlink()
    assert caption_in() == ENGLISH


def test_nbconvert_speaks_the_language_of_its_notebook(tmp_path):
    """It names no notebook to the kernel. Both begin alike, so that only their second cells tell them apart."""
    for name, lang, cell in (("a", "zh-CN", "let n = 1;"), ("b", "en", "let n = 2;")):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in ("use agon::*;", cell, TABLE)])
        notebook.metadata = {"lang": lang, "kernelspec": {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}}
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    for name, caption in (("a", CHINESE), ("b", ENGLISH)):
        command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", f"{name}-run", f"{name}.ipynb"]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=START)
        run = nbformat.read(tmp_path / f"{name}-run.ipynb", as_version=4)
        assert caption in run.cells[2].outputs[0].data["text/html"]


def test_quarto_tells_it_in_a_comm(caption_in):
    header = {"format": {"metadata": {"lang": "en"}}}
    assert caption_in(quarto={"input": "page.qmd", **header}) == ENGLISH
    assert caption_in(quarto={"input": "a.ipynb", **header}) == CHINESE


def test_the_environment_decides_before_all(caption_in, tmp_path):
    assert caption_in(AGON_LANG="zh", JPY_SESSION_NAME=str(tmp_path / "b.ipynb"), quarto={"input": "b.ipynb"}) == CHINESE


def test_blank_cells_do_not_count(kernel):
    first = kernel.run("1").reply["execution_count"]
    assert kernel.run(" \n").reply["execution_count"] == first
    assert kernel.run("// a remark").reply["execution_count"] == first + 1
    assert kernel.run("", user_expressions={"nothing": "()"}).reply["user_expressions"]["nothing"]["data"] == {"text/plain": "()"}
