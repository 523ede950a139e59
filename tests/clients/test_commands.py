"""The smaller commands: `agon new`, `doctor`, `completions`, `lab`, and the help of all."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

import nbformat
import pytest
from conftest import message
from frontend import START

COMMANDS = ["lab", "run", "check", "export", "claims", "new", "eval", "install", "doctor", "cache", "completions", "kernel"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_and_exit_codes(agon, command):
    result = agon(command, "--help")
    assert result.returncode == 0 and re.search(r"Examples?:", result.stdout), result
    assert f"agon {command}" in result.stdout and "Exit code" in result.stdout
    assert command in agon("--help").stdout


@pytest.mark.parametrize("lang, folder", [("zh", "notebooks"), ("en", "notebooks/en")])
def test_a_new_lab_runs_as_it_is(agon, tmp_path, lang, folder):
    (tmp_path / "notebooks").mkdir()
    result = agon("new", "my-game", "--lang", lang, cwd=tmp_path)
    path = tmp_path / folder / "my-game.ipynb"
    assert (result.returncode, result.stdout) == (0, f"{folder}/my-game.ipynb\n"), result
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert notebook.cells[0].source.startswith("# my-game\n")
    again = agon("new", "my-game", "--lang", lang, cwd=tmp_path)
    assert again.returncode == 1 and "exists already" in message(again)

    result = agon("run", path, "--out", tmp_path / "pages", "--json", cwd=tmp_path)
    (row,) = json.loads(result.stdout)
    assert result.returncode == 0 and row["error"] is None and row["cells"] >= 7, result
    assert row["verdicts"]["verified-up-to-bound"] == 1 and row["verdicts"]["refuted"] == 1
    assert agon("check", path).returncode == 0


@pytest.mark.parametrize("name", ["x/", "/dev/null", "a\x1b[31mb", "a\nb", "..", "drafts/.hidden"])
def test_a_name_that_cannot_be_typed_again_is_refused(agon, tmp_path, name):
    result = agon("new", "--", name, cwd=tmp_path)
    assert result.returncode == 2 and "cannot be the name of a lab" in message(result), result
    assert "a\x1b" not in result.stderr and not list(tmp_path.iterdir())
    result = agon("new", "-x", cwd=tmp_path)
    assert result.returncode == 2 and "-x" in result.stderr


@pytest.mark.parametrize("command", ["run", "check", "export", "claims", "lab"])
def test_a_path_that_cannot_be_used_ends_every_command_alike(agon, tmp_path, command):
    result = agon(command, tmp_path / "none.ipynb", cwd=tmp_path)
    assert result.returncode == 2 and "none.ipynb: no such file or folder" in message(result), result
    result = agon(command, "/dev/null", cwd=tmp_path)
    assert result.returncode == 2 and "/dev/null" in message(result), result
    assert re.search("not a regular file|neither a folder nor a notebook", message(result)), result
    if command != "lab":
        (tmp_path / "text.ipynb").write_text("no JSON")
        for path, reason in [("text.ipynb", "not JSON"), (tmp_path / "empty", "no notebooks here")]:
            (tmp_path / "empty").mkdir(exist_ok=True)
            result = agon(command, path, cwd=tmp_path)
            assert result.returncode == 2 and reason in message(result), result
    assert not (tmp_path / "handouts").exists()


def test_doctor_finds_what_is_there(agon):
    result = agon("doctor", "--json")
    findings = {finding["name"]: finding for finding in json.loads(result.stdout)}
    assert result.returncode == 0, findings
    assert {findings[name]["state"] for name in ("rustc", "cargo", "linker", "cache folder", "prelude")} == {"ok"}
    assert all(finding["remedy"] for finding in findings.values() if finding["state"] != "ok")
    assert agon("doctor").stdout.count("\n") >= len(findings)


def test_doctor_says_what_is_missing_and_how_to_get_it(program, tmp_path):
    folder = tmp_path / "jupyter/kernels/agon"
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text('{"argv": ["/no/such/agon", "kernel"]}')
    environment = {**os.environ, "PATH": str(tmp_path), "AGON_CACHE": "/proc/none", "JUPYTER_PATH": str(tmp_path / "jupyter")}
    result = subprocess.run([program, "doctor"], env=environment, capture_output=True, encoding="utf-8", timeout=START)
    assert result.returncode == 1 and "\x1b" not in result.stdout
    for part in ["rustup.rs", "AGON_CACHE", "apt install gcc", "/no/such/agon", "agon install"]:
        assert part in result.stdout, result.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_a_script_of_the_shell(agon, shell):
    result = agon("completions", shell)
    assert result.returncode == 0 and all(command in result.stdout for command in COMMANDS)
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.stdout, encoding="utf-8", check=True, timeout=START)


def test_cache_says_what_is_kept_where(agon):
    parts = json.loads(agon("cache", "--json").stdout)
    assert {"compiled cells", "JupyterLab", "prelude"} <= {part["name"] for part in parts}
    assert all(isinstance(part["bytes"], int) and part["folder"] for part in parts)


def test_a_cache_that_cannot_be_made_is_named_once(program):
    environment = {**os.environ, "AGON_CACHE": "/dev/null/x"}
    result = subprocess.run([program, "eval", "1"], env=environment, capture_output=True, encoding="utf-8", timeout=START)
    assert result.returncode == 1 and "/dev/null/x" in message(result)
    assert message(result).count("Not a directory") == 1, result.stderr


def test_a_temporary_folder_may_have_a_long_name_and_must_be_there(program, tmp_path):
    folder = tmp_path / ("long" * 30)
    environment = {**os.environ, "TMPDIR": "/dev/null/x"}
    result = subprocess.run([program, "eval", "1"], env=environment, capture_output=True, encoding="utf-8", timeout=START)
    assert result.returncode == 1 and "/dev/null/x" in message(result) and "TMPDIR" in message(result)
    folder.mkdir()
    environment["TMPDIR"] = str(folder)
    result = subprocess.run([program, "eval", "1 + 1"], env=environment, capture_output=True, encoding="utf-8", timeout=START)
    assert result.stdout == "2\n", result.stderr


def test_quiet_prints_results_only(agon, write_notebook, tmp_path):
    path = write_notebook("lab.ipynb", "1 + 1")
    result = agon("run", "--quiet", path, "--out", tmp_path / "pages")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    result = agon("export", "-q", path, "--out", tmp_path / "pages")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    result = agon("eval", "panic!(\"no\")")
    assert result.returncode == 1 and "\x1b" not in result.stderr, "no colours: this is no terminal"


@pytest.fixture
def start_lab(program, tmp_path, tmp_path_factory):
    """Starts `agon lab` and waits until it has told its address."""
    started = []

    def start(*arguments, **environment):
        lab = subprocess.Popen(
            [program, "lab", "--no-browser", *map(str, arguments)],
            env={**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path_factory.mktemp("config")), **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=tmp_path, start_new_session=True,
        )
        started.append(lab)
        # The first start installs JupyterLab.
        deadline = threading.Timer(START, lab.kill)
        deadline.start()
        line = lab.stdout.readline()
        deadline.cancel()
        assert line.startswith("JupyterLab: http://127.0.0.1:"), line + lab.stderr.read()
        return lab, line.split()[1]

    yield start
    for lab in started:
        if lab.poll() is None:
            lab.send_signal(signal.SIGTERM)
            lab.wait(timeout=START)


def test_lab_does_not_take_another_server_for_its_own(agon, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = agon("lab", "--no-browser", "--port", port, tmp_path)
    assert result.returncode == 1 and result.stdout == ""
    assert f"port {port} cannot be used" in message(result) and "leave --port out" in message(result)


def get(address):
    with urllib.request.urlopen(address, timeout=START) as answer:
        return json.load(answer)


def test_lab_serves_the_kernel_on_this_machine_to_who_has_the_token(agon, start_lab, write_notebook, program, tmp_path):
    path = write_notebook("数 1.ipynb", "use agon::*;\nplay(nim([3, 4, 5]))?")
    assert agon("run", path, "--out", tmp_path / "pages").returncode == 0
    # Somebody else's script is not run unasked.
    strange = json.loads(path.read_text(encoding="utf-8"))
    strange["cells"][0]["outputs"][0]["data"] = {"text/html": "<script>document.title = 'strange'</script>"}
    (tmp_path / "strange.ipynb").write_text(json.dumps(strange), encoding="utf-8")
    lab, address = start_lab(path)
    base, token = address.split("/lab/tree/%E6%95%B0%201.ipynb?token=")
    assert len(token) == 32
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(f"{base}/api/kernelspecs")
    assert refused.value.code == 403
    specs = get(f"{base}/api/kernelspecs?token={token}")["kernelspecs"]
    assert specs["agon"]["spec"]["argv"][0] == program
    names = {entry["name"] for entry in get(f"{base}/api/contents?token={token}")["content"]}
    assert names == {path.name, "strange.ipynb", "pages"}
    untrusted = get(f"{base}/api/contents/strange.ipynb?token={token}")["content"]["cells"]
    assert not any(cell["metadata"]["trusted"] for cell in untrusted)

    # The boards that this program makes may run, and who removes the environment waits until it is not in use.
    notebook = get(f"{base}/api/contents/{urllib.parse.quote(path.name)}?token={token}")["content"]
    assert all(cell["metadata"]["trusted"] for cell in notebook["cells"] if cell["cell_type"] == "code")
    cleared = agon("cache", "--clear", "lab")
    assert cleared.returncode == 1 and "Ctrl-C where `agon lab` runs" in message(cleared), cleared

    # Ctrl-C ends all of it.
    lab.send_signal(signal.SIGINT)
    assert lab.wait(timeout=START) == 0, lab.stderr.read()
    with socket.socket() as client:
        assert client.connect_ex(("127.0.0.1", int(base.rsplit(":", 1)[1]))) != 0

    # The second start needs no network: pip would fail.
    lab, _ = start_lab(path, PIP_INDEX_URL="http://127.0.0.1:9/", PIP_NO_INDEX="1")
    lab.send_signal(signal.SIGTERM)
    assert lab.wait(timeout=START) == 0
    assert "Installing" not in lab.stderr.read()
