"""What the tests share: the program, found as Jupyter finds it, and a kernel for each module that asks for one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from frontend import START, Kernel
from jupyter_client.kernelspec import KernelSpecManager

REPOSITORY = Path(__file__).resolve().parents[2]

# The kernel of this environment (`agon install --prefix`), whatever else the account has installed.
os.environ["JUPYTER_PATH"] = f"{sys.prefix}/share/jupyter"
os.environ.pop("AGON_LANG", None)


@pytest.fixture(scope="session", autouse=True)
def runtime(tmp_path_factory):
    """Connection files go to a folder of their own."""
    os.environ["JUPYTER_RUNTIME_DIR"] = str(tmp_path_factory.mktemp("runtime"))


@pytest.fixture(scope="session")
def program():
    """The path of `agon`, from the kernelspec."""
    return KernelSpecManager().get_kernel_spec("agon").argv[0]


@pytest.fixture(scope="session")
def agon(program):
    """Runs `agon` with some arguments, as a shell would."""

    def run(*arguments, input="", cwd=None):
        return subprocess.run(
            [program, *map(str, arguments)], input=input, cwd=cwd, capture_output=True, encoding="utf-8", timeout=2 * START
        )

    return run


class Nursery:
    """The evaluator's start takes half a minute of one core: while one module's tests run, the next one's kernel warms up."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.waiting = [Kernel()]

    def take(self):
        kernel = self.waiting.pop()
        self.wanted -= 1
        if self.wanted:
            self.waiting.append(Kernel())
        return kernel


@pytest.fixture(scope="session")
def nursery(request):
    modules = {item.module for item in request.session.items if "kernel" in item.fixturenames}
    nursery = Nursery(len(modules))
    yield nursery
    for kernel in nursery.waiting:
        kernel.stop()


@pytest.fixture(scope="module")
def kernel(nursery):
    """A kernel that a module's tests share."""
    kernel = nursery.take()
    yield kernel
    kernel.stop()


@pytest.fixture(scope="session")
def labs():
    """The notebooks of the repository."""
    found = sorted((REPOSITORY / "notebooks").glob("*.ipynb"))
    assert [lab.stem for lab in found] == ["kayles", "nim", "surreal", "wythoff"]
    return found


@pytest.fixture(scope="session", autouse=True)
def labs_in_the_background(request, tmp_path_factory, program, labs):
    """`agon run` on a copy of the labs takes a minute or more: it works while other tests run. Call it for the outcome."""
    if not any("run_of_labs" in item.fixturenames for item in request.session.items):
        yield None
        return
    folder = tmp_path_factory.mktemp("labs")
    notebooks, pages = folder / "notebooks", folder / "pages"
    notebooks.mkdir()
    for lab in labs:
        shutil.copy(lab, notebooks)
    run = subprocess.Popen(
        [program, "run", "--out", pages, *sorted(notebooks.iterdir())], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )

    def outcome():
        stdout, stderr = run.communicate(timeout=4 * START)
        return subprocess.CompletedProcess(run.args, run.returncode, stdout, stderr), notebooks, pages

    yield outcome
    if run.poll() is None:
        run.kill()
        run.wait()


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
