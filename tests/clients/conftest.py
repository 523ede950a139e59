"""What the tests share: the program, found as Jupyter finds it, and a kernel for each module that asks for one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from frontend import START, Kernel
from jupyter_client.kernelspec import KernelSpecManager

REPOSITORY = Path(__file__).resolve().parents[2]
NOTEBOOKS = REPOSITORY / "notebooks"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

# The kernel of this environment (`agon install --prefix`), whatever else the account has installed.
os.environ["JUPYTER_PATH"] = f"{sys.prefix}/share/jupyter"
os.environ.pop("AGON_LANG", None)
# The date on pages: two runs give the same bytes even when a minute passes between them.
os.environ["SOURCE_DATE_EPOCH"] = "1767225600"


def message(result):
    """What a command said on standard error, without colours, as one line: the command wraps lines as it likes."""
    return re.sub(r"\s*\n\s*(│\s*)?", " ", COLOURS.sub("", result.stderr))


def pytest_addoption(parser):
    parser.addoption("--engine", help="the engine of the kernels that the tests start (see `agon kernel --help`)")


@pytest.fixture(scope="session", autouse=True)
def runtime(tmp_path_factory):
    """Connection files and the history go to folders of their own."""
    os.environ["JUPYTER_RUNTIME_DIR"] = str(tmp_path_factory.mktemp("runtime"))
    os.environ["AGON_HISTORY"] = str(tmp_path_factory.mktemp("history") / "history.sqlite")


@pytest.fixture(scope="session")
def program():
    """The path of `agon`, from the kernelspec."""
    return KernelSpecManager().get_kernel_spec("agon").argv[0]


@pytest.fixture(scope="session")
def agon(program):
    """Runs `agon` with some arguments, as a shell would. The whole book, never compiled before, takes its time."""

    def run(*arguments, input="", cwd=None):
        return subprocess.run(
            [program, *map(str, arguments)], input=input, cwd=cwd, capture_output=True, encoding="utf-8", timeout=6 * START
        )

    return run


@pytest.fixture(scope="session")
def engine(request):
    """The arguments that choose the engine of a kernel."""
    engine = request.config.getoption("--engine")
    return ["--engine", engine] if engine else []


@pytest.fixture(scope="module")
def kernel(engine):
    """A kernel that a module's tests share."""
    kernel = Kernel(*engine)
    yield kernel
    kernel.stop()


@pytest.fixture
def fresh_kernel(engine):
    """A kernel for one test."""
    kernel = Kernel(*engine)
    yield kernel
    kernel.stop()


@pytest.fixture(scope="session")
def labs():
    """The notebooks of the repository."""
    found = sorted((REPOSITORY / "notebooks").glob("*.ipynb"))
    assert {"kayles", "nim", "days", "wythoff"} <= {lab.stem for lab in found}
    return found


@pytest.fixture
def write_notebook(tmp_path):
    """Writes a notebook of some code cells."""

    def write(name, *cells):
        path = tmp_path / name
        notebook = {
            "cells": [
                {"cell_type": "code", "id": f"cell-{number}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
                for number, source in enumerate(cells, 1)
            ],
            "metadata": {"kernelspec": {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    return write
