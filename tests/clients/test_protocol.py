"""The protocol, as the messaging specification has it."""

import os
import tempfile
import time
from pathlib import Path

import pytest
import zmq
from frontend import ANSWER, Kernel, children, is_alive


def test_kernel_info_comes_at_once_and_a_kernel_may_end_while_it_starts(engine):
    kernel = Kernel(*engine)
    # An engine may take half a minute; a process that starts and answers, a fraction of a second.
    assert kernel.ready - kernel.begin < 10
    info = kernel.client.kernel_info(reply=True, timeout=ANSWER)["content"]
    assert (info["status"], info["implementation"], info["language_info"]["name"]) == ("ok", "agon", "rust")
    assert info["language_info"]["file_extension"] == ".rs" and info["protocol_version"].startswith("5.")
    process = kernel.process
    kernel.stop()
    assert not is_alive(process)
    assert leftovers(process) == []


def test_order_busy_input_output_reply_idle(kernel):
    cell = kernel.run('print!("one");\n2')
    assert cell.types == ["status", "execute_input", "stream", "execute_result", "status"]
    states = cell.contents("status")
    assert [state["execution_state"] for state in states] == ["busy", "idle"]
    assert cell.contents("execute_input") == [{"code": 'print!("one");\n2', "execution_count": cell.reply["execution_count"]}]


def test_counts_go_up_by_one(kernel):
    first = kernel.run("1").reply["execution_count"]
    assert kernel.run("no_such_name").reply["execution_count"] == first + 1
    cell = kernel.run("3")
    assert cell.reply["execution_count"] == first + 2
    assert cell.contents("execute_result")[0]["execution_count"] == first + 2


def test_silent_cells_say_nothing_and_do_not_count(kernel):
    before = kernel.run("1").reply["execution_count"]
    cell = kernel.run('println!("unheard");\nlet silent = 5;\nsilent', silent=True)
    assert (cell.status, cell.types) == ("ok", ["status", "status"])
    assert kernel.run("no_such_name", silent=True).types == ["status", "status"]
    cell = kernel.run("silent")
    assert (cell.result, cell.reply["execution_count"]) == ("5", before + 1)


def test_without_history_the_count_stays(kernel):
    before = kernel.run("1").reply["execution_count"]
    cell = kernel.run("2", store_history=False)
    assert (cell.result, cell.reply["execution_count"]) == ("2", before)
    assert kernel.run("3").reply["execution_count"] == before + 1


def test_user_expressions_have_values_or_errors_of_their_own(kernel):
    cell = kernel.run("let n = 20;", user_expressions={"sum": "n + 22", "wrong": "no_such_name"})
    assert cell.status == "ok" and cell.errors == []
    expressions = cell.reply["user_expressions"]
    assert expressions["sum"] == {"status": "ok", "data": {"text/plain": "42"}, "metadata": {}}
    assert (expressions["wrong"]["status"], expressions["wrong"]["ename"]) == ("error", "CompileError")


def test_an_error_stops_the_cells_that_wait_and_nothing_else(kernel):
    failing = kernel.send('panic!("stop")')
    waiting = kernel.send('println!("must not run");')
    question = kernel.client.is_complete("1 + 1")
    assert kernel.finish(failing).reply["ename"] == "Panic"
    aborted = kernel.reply(waiting)["content"]
    assert aborted["status"] in ("error", "aborted") and "execution_count" in aborted
    assert kernel.reply(question)["content"]["status"] == "complete"
    assert kernel.run("1 + 1").result == "2"
    assert not any("must not run" in message["content"].get("text", "") for message in kernel.of(waiting))


def test_without_stop_on_error_the_cells_that_wait_run(kernel):
    failing = kernel.send('panic!("go on")', stop_on_error=False)
    waiting = kernel.send("6 * 7")
    assert kernel.finish(failing).status == "error"
    assert kernel.finish(waiting).result == "42"


@pytest.mark.parametrize(
    "code, status",
    [
        ("1 + 1", "complete"),
        ("let x = 5;", "complete"),
        ("fn f() {", "incomplete"),
        ("f(1,", "incomplete"),
        ('let s = "堆', "incomplete"),
        ("fn f() }", "invalid"),
        ("(]", "invalid"),
    ],
)
def test_is_complete(kernel, code, status):
    reply = kernel.reply(kernel.client.is_complete(code))["content"]
    assert reply["status"] == status
    assert ("indent" in reply) == (status == "incomplete")


def test_requests_are_answered_between_busy_and_idle(kernel):
    for request in [kernel.client.comm_info(), kernel.client.history(), kernel.client.kernel_info()]:
        reply = kernel.reply(request)
        kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle", ANSWER)
        assert [message["content"]["execution_state"] for message in kernel.of(request)] == ["busy", "idle"]
        assert reply["content"]["status"] == "ok"


def test_an_unknown_request_is_survived(kernel):
    message = kernel.client.session.msg("no_such_request", {"a": [1]})
    kernel.client.shell_channel.send(message)
    kernel.wait_for(message["header"]["msg_id"], lambda message: message["content"].get("execution_state") == "idle", ANSWER)
    assert kernel.run("1 + 1").result == "2"


def test_frames_without_a_valid_signature_are_dropped(kernel):
    session = kernel.client.session
    with zmq.Context() as context, context.socket(zmq.DEALER) as shell:
        shell.linger = 0
        info = kernel.manager.get_connection_info()
        shell.connect(f"tcp://{info['ip']}:{info['shell_port']}")
        message = session.msg("kernel_info_request", {})
        frames = session.serialize(message)  # <IDS|MSG>, signature, header, parent, metadata, content

        def asks(frames):
            shell.send_multipart(frames)

        asks([b"garbage"])
        asks([b"", b"<IDS|MSG>"])
        asks([frames[0], b"", *frames[2:]])
        asks([frames[0], b"0" * 64, *frames[2:]])
        asks([*frames[:-1], b'{"changed": 1}'])
        asks([frames[0], session.sign([b"{", b"{}", b"{}", b"{}"]), b"{", b"{}", b"{}", b"{}"])
        assert not shell.poll(1500), "a frame without a valid signature was answered"
        asks(frames)
        assert shell.poll(ANSWER * 1000), "a good request after bad ones was not answered"
        _, reply = session.feed_identities(shell.recv_multipart())
        reply = session.deserialize(reply)
        assert (reply["msg_type"], reply["parent_header"]["msg_id"]) == ("kernel_info_reply", message["header"]["msg_id"])
    assert kernel.run("1 + 1").result == "2"


def test_a_content_that_cannot_be_read_is_answered(kernel):
    """Half of an emoji, which JavaScript's strings can hold and no UTF-8 can."""
    session = kernel.client.session
    for kind in ["execute_request", "complete_request"]:
        message = session.msg(kind, {})
        frames = [session.pack(message[part]) for part in ("header", "parent_header", "metadata")] + [b'{"code": "\\ud83c", "cursor_pos": 1}']
        kernel.client.shell_channel.socket.send_multipart([b"<IDS|MSG>", session.sign(frames), *frames])
        reply = kernel.reply(message["header"]["msg_id"])["content"]
        assert (reply["status"], reply["ename"]) == ("error", "MalformedRequest") and "hex escape" in reply["evalue"]


def test_a_message_with_buffers_is_as_good_as_any(kernel):
    message = kernel.client.session.msg("is_complete_request", {"code": "1 + 1"})
    kernel.client.session.send(kernel.client.shell_channel.socket, message, buffers=[b"\xff\x00buffer"])
    assert kernel.reply(message["header"]["msg_id"])["content"]["status"] == "complete"


def test_a_restart_forgets_everything(kernel):
    kernel.run("let before = 1;")
    process = kernel.process
    kernel.manager.restart_kernel()
    kernel.connect()
    assert not is_alive(process) and leftovers(process) == []
    cell = kernel.run("before")
    assert (cell.reply["ename"], cell.reply["execution_count"]) == ("CompileError", 1)
    assert kernel.run("1 + 1").result == "2"


def test_a_shutdown_leaves_nothing_behind(kernel):
    kernel.run("let v = vec![1];")
    process, family = kernel.process, children(kernel.process)
    assert family and leftovers(process) != []
    reply = kernel.control("shutdown_request", {"restart": False})
    assert reply == {"status": "ok", "restart": False}
    deadline = time.monotonic() + ANSWER
    while kernel.manager.is_alive() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_alive(process)
    assert [child for child in family if is_alive(child)] == []
    assert leftovers(process) == []


def leftovers(process):
    """What a kernel keeps on disk while it runs: a temporary folder, and a workspace in the cache."""
    caches = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "agon"
    workspace = Path(os.environ.get("AGON_CACHE", caches)) / "sessions" / str(process)
    return [*Path(tempfile.gettempdir()).glob(f"agon-{process}-*"), *workspace.parent.glob(workspace.name)]
