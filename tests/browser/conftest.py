"""What the browser tests share: Debian's Chromium, a page that keeps a record, and a JupyterLab of their own."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from notebook import PATIENCE, Notebook
from playwright.sync_api import expect, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[2]
TOKEN = "agon-browser-tests"

# The kernel of this environment (`agon install --prefix`), whatever else the account has installed.
os.environ["JUPYTER_PATH"] = f"{sys.prefix}/share/jupyter"
# What boards and badges say in JupyterLab.
os.environ["AGON_LANG"] = "en"

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory):
    """Whatever the account has configured for Jupyter stays out of the tests, and the tests out of the account."""
    home = tmp_path_factory.mktemp("jupyter")
    for kind in ("CONFIG", "DATA", "RUNTIME"):
        os.environ[f"JUPYTER_{kind}_DIR"] = str(home / kind.lower())
    os.environ["JUPYTERLAB_SETTINGS_DIR"] = str(home / "settings")
    os.environ["JUPYTERLAB_WORKSPACES_DIR"] = str(home / "workspaces")
    os.environ["AGON_HISTORY"] = str(home / "history.sqlite")
    return home


@pytest.fixture(scope="session")
def agon():
    """Runs `agon`, the program of the kernelspec, and returns what it printed; a failure is an error."""
    program = KernelSpecManager().get_kernel_spec("agon").argv[0]

    def run(*arguments, cwd=None):
        done = subprocess.run([program, *map(str, arguments)], cwd=cwd, capture_output=True, encoding="utf-8", timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium: the one that AGON_CHROMIUM names, or the first on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("AGON_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert program, "no Chromium: install it (Debian: apt install chromium fonts-noto-cjk) or set AGON_CHROMIUM"
    with sync_playwright() as playwright:
        # The sandbox of Chromium refuses to run as root, as containers do.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A page in a context of its own. `page.problems` are the errors of its scripts and console."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    yield page
    context.close()


@pytest.fixture(scope="session")
def jupyterlab(own_folders, tmp_path_factory):
    """A JupyterLab on the loopback interface: its address, and the folder that it shows, which holds the labs."""
    root = tmp_path_factory.mktemp("labs")
    for lab in (REPOSITORY / "notebooks").glob("*.ipynb"):
        # Without outputs, so that what shows comes from the run.
        notebook = nbformat.read(lab, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
        nbformat.write(notebook, root / lab.name)
    settings(own_folders, "notebook-extension/tracker", '{"windowingMode": "none", "autoStartDefaultKernel": true}')
    settings(own_folders, "apputils-extension/notification", '{"fetchNews": "false", "checkForUpdates": false}')
    log = (own_folders / "jupyterlab.log").open("w+b")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--ServerApp.port=0",
         f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={root}"],
        cwd=root, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield address(server, own_folders / "runtime", log), root
    finally:
        server.terminate()
        server.wait(timeout=60)


def settings(home, plugin, text):
    file = home / f"settings/@jupyterlab/{plugin}.jupyterlab-settings"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def address(server, runtime, log):
    """Waits until the server answers; it writes its port into a file of its own."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline and server.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            try:
                url = json.loads(file.read_text())["url"]
                api(url, "status")
                return url
            except (ValueError, KeyError, urllib.error.URLError, OSError):
                pass
        time.sleep(0.2)
    log.seek(0)
    raise AssertionError(f"JupyterLab does not start:\n{log.read().decode(errors='replace')}")


@pytest.fixture
def open_notebook(page, jupyterlab):
    """Opens a notebook of the served folder; `open_notebook("x.ipynb", "cell", "cell")` writes it first."""
    url, root = jupyterlab

    def open_(name, *cells):
        if cells:
            write(root / name, cells)
        # `reset` forgets which other notebooks were open.
        page.goto(f"{url}lab/tree/{name}?token={TOKEN}&reset")
        return Notebook(page)

    yield open_
    for session in api(url, "sessions"):
        api(url, f"sessions/{session['id']}", "DELETE")


def api(url, path, method="GET"):
    request = urllib.request.Request(f"{url}api/{path}", method=method, headers={"Authorization": f"token {TOKEN}"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.loads(reply.read() or "null")


def write(path, cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}
    nbformat.write(notebook, path)


@pytest.fixture(scope="session")
def handouts(agon, tmp_path_factory):
    """The pages of the book, from the outputs that the repository holds."""
    pages = tmp_path_factory.mktemp("handouts")
    agon("export", "notebooks", "--out", pages, cwd=REPOSITORY)
    return pages
