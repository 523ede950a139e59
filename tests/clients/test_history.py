"""The history: across runs, beside other kernels, and without a database."""

import os
import sqlite3
import stat
from contextlib import contextmanager
from pathlib import Path

import pytest
from frontend import Kernel


@pytest.fixture
def place(tmp_path, monkeypatch):
    path = tmp_path / "data" / "history.sqlite"
    monkeypatch.setenv("AGON_HISTORY", str(path))
    return path


@contextmanager
def running(*arguments):
    kernel = Kernel(*arguments)
    try:
        yield kernel
    finally:
        kernel.stop()


def ask(kernel, **options):
    options = {"raw": True, "output": False, **options}
    reply = kernel.reply(kernel.client.history(**options))["content"]
    assert reply["status"] == "ok"
    return reply["history"]


def test_each_way_of_asking(place, engine):
    with running(*engine) as kernel:
        for code in ["1 + 1", "let 堆 = [3, 4, 5];", "堆.len()", "1 + 1"]:
            kernel.run(code)
        assert ask(kernel, hist_access_type="tail", n=2) == [[1, 3, "堆.len()"], [1, 4, "1 + 1"]]
        assert ask(kernel, hist_access_type="range", session=0, start=2, stop=4) == [[1, 2, "let 堆 = [3, 4, 5];"], [1, 3, "堆.len()"]]
        assert ask(kernel, hist_access_type="range", session=1, start=1, stop=2, output=True) == [[1, 1, ["1 + 1", "2"]]]
        assert ask(kernel, hist_access_type="search", pattern="1 ? 1") == [[1, 1, "1 + 1"], [1, 4, "1 + 1"]]
        assert ask(kernel, hist_access_type="search", pattern="1*", unique=True) == [[1, 4, "1 + 1"]]
        assert ask(kernel, hist_access_type="search", pattern="*[3,*", n=5) == [[1, 2, "let 堆 = [3, 4, 5];"]]
        # Cells that are not stored are not in it.
        kernel.run("7", store_history=False)
        kernel.run("8", silent=True)
        assert ask(kernel, hist_access_type="tail", n=1) == [[1, 4, "1 + 1"]]
        # A cell that runs is in it, and one that failed.
        kernel.run("no_such_name")
        assert ask(kernel, hist_access_type="tail", n=1, output=True) == [[1, 5, ["no_such_name", None]]]


def test_it_outlives_the_kernel_and_only_its_owner_reads_it(place, engine):
    with running(*engine) as kernel:
        kernel.run("1 + 2")
        kernel.manager.restart_kernel()
        kernel.connect()
        kernel.run("3 + 4")
        assert ask(kernel, hist_access_type="tail", n=5, output=True) == [[1, 1, ["1 + 2", "3"]], [2, 1, ["3 + 4", "7"]]]
        assert ask(kernel, hist_access_type="range", session=-1, start=1) == [[1, 1, "1 + 2"]]
        process = kernel.process
        kernel.manager.shutdown_kernel(now=True)
    with running(*engine) as kernel:
        assert kernel.process != process
        assert ask(kernel, hist_access_type="search", pattern="3*") == [[2, 1, "3 + 4"]]
    assert stat.S_IMODE(os.stat(place).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(place.parent).st_mode) == 0o700


def test_two_kernels_at_once_do_not_mix(place, engine):
    with running(*engine) as one, running(*engine) as two:
        one.run("1")
        two.run("2")
        one.run("3")
        of_one = ask(one, hist_access_type="range", session=0, start=1)
        of_two = ask(two, hist_access_type="range", session=0, start=1)
        assert [line[1:] for line in of_one] == [[1, "1"], [2, "3"]]
        assert [line[1:] for line in of_two] == [[1, "2"]]
        assert of_one[0][0] != of_two[0][0]
        assert len(ask(two, hist_access_type="search")) == 3


def test_a_locked_database_stops_nothing(place, engine):
    with running(*engine) as kernel:
        kernel.run("1")
        assert ask(kernel, hist_access_type="tail", n=5) == [[1, 1, "1"]]
        other = sqlite3.connect(place, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert kernel.run("2").result == "2"
        assert ask(kernel, hist_access_type="tail", n=5) == [[1, 1, "1"], [1, 2, "2"]]
        with running(*engine) as second:
            assert second.run("5").result == "5"
            assert ask(second, hist_access_type="tail", n=5) == [[1, 1, "5"]]
        other.execute("COMMIT")
        kernel.run("3")
        assert [line[2] for line in ask(kernel, hist_access_type="tail", n=5)] == ["1", "2", "3"]


def test_a_damaged_database_is_put_aside(place, engine):
    place.parent.mkdir()
    place.write_bytes(b"no database, but a file all the same " * 100)
    with running(*engine) as kernel:
        assert kernel.run("1").result == "1"
        assert ask(kernel, hist_access_type="tail", n=5) == [[1, 1, "1"]]
    assert place.with_suffix(".damaged").exists()


def test_it_can_be_switched_off(place, engine):
    with running("--history", "off", *engine) as kernel:
        kernel.run("1")
        assert ask(kernel, hist_access_type="tail", n=5) == [[1, 1, "1"]]
    assert not Path(place).exists()
