"""The table of evaluator cases, on both engines."""

import pytest
from features import FEATURES
from frontend import Kernel
from sessions import NATIVE_ONLY, SESSIONS, Fails, Prints, Warns


@pytest.fixture(scope="module", params=["native", "evcxr"])
def engine_kernel(request):
    kernel = Kernel("--engine", request.param)
    yield kernel
    kernel.stop()


@pytest.fixture(scope="module")
def native_kernel():
    kernel = Kernel("--engine", "native")
    yield kernel
    kernel.stop()


def check(kernel, session):
    for code, expected in session:
        cell = kernel.run(code)
        match expected:
            case Fails():
                report = cell.reply.get("evalue", "") + "\n" + "\n".join(cell.reply.get("traceback", []))
                assert (cell.status, cell.reply.get("ename")) == ("error", expected.ename), (code, cell)
                assert all(word in report for word in expected.words), (code, report)
            case Warns():
                assert cell.status == "ok", (code, cell)
                assert all(word in cell.stderr for word in expected.words), (code, cell)
            case Prints():
                shown = (cell.result, cell.stdout, cell.stderr)
                assert (cell.status, shown) == ("ok", (expected.result, expected.stdout, expected.stderr)), (code, cell)
            case result:
                assert cell.status == "ok", (code, cell)
                assert (cell.result, cell.stdout, cell.stderr) == (result, "", ""), code


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS.keys())
def test_cells_show_the_same_on_both_engines(engine_kernel, session):
    check(engine_kernel, session)


@pytest.mark.parametrize(("why", "session"), NATIVE_ONLY.values(), ids=NATIVE_ONLY.keys())
def test_the_native_engine_does_more(native_kernel, why, session):
    assert why
    check(native_kernel, session)


@pytest.mark.parametrize("session", FEATURES.values(), ids=FEATURES.keys())
def test_the_language_over_several_cells(native_kernel, session):
    native_kernel.run(":clear")
    check(native_kernel, session)
