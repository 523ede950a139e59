"""Messages as no library makes them: the kernel answers what can be answered, and goes on."""

import json
import os
import signal
import time

import pytest
from frontend import ANSWER, START, Kernel


def send(kernel, type_, content=None, header=None, parent=b"{}", metadata=b"{}", buffers=(), channel="shell"):
    """Sends a message whose frames are as given; its id."""
    session = kernel.client.session
    message = session.msg(type_)
    header = {**json.loads(session.pack(message["header"])), **(header or {})}
    content = content if isinstance(content, bytes) else json.dumps(content or {}).encode()
    frames = [json.dumps(header).encode(), parent, metadata, content]
    socket = getattr(kernel.client, channel + "_channel").socket
    socket.send_multipart([b"<IDS|MSG>", session.sign(frames), *frames, *buffers])
    return header["msg_id"]


HARMLESS = {
    "a metadata that is null": {"metadata": b"null"},
    "a metadata that is a list": {"metadata": b"[1, {}]"},
    "a parent that is null": {"parent": b"null"},
    "a parent that is no JSON": {"parent": b"{\xff"},
    "a parent that is a text": {"parent": b'"msg"'},
    "a parent without an id": {"parent": b'{"msg_type": 5}'},
    "fields that nobody knows": {"header": {"unheard_of": [None, {"more": 1e300}]}},
    "headers that are null": {"header": {"username": None, "session": None, "date": None, "version": None, "subshell_id": None}},
    "headers of other types": {"header": {"username": 5, "session": [], "date": 12.5, "version": 5}},
    "an old version": {"header": {"version": "4.1"}},
    "buffers": {"buffers": [b"", b"\xff\x00", b"<IDS|MSG>", b"x" * 100_000]},
    "names in Chinese": {"header": {"username": "读者 🎲", "session": "会话"}},
}


@pytest.mark.parametrize("strange", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_no_reply_depends_on_may_be_strange(kernel, strange):
    for type_, content in [("execute_request", {"code": "6 * 7"}), ("kernel_info_request", {}), ("complete_request", {"code": "whi", "cursor_pos": 3})]:
        request = send(kernel, type_, content, **strange)
        reply = kernel.reply(request, START)
        assert reply["content"]["status"] == "ok"
        assert all(reply["parent_header"].get(name, value) == value for name, value in strange.get("header", {}).items() if name != "date")


SPARSE = [
    ("execute_request", {"code": "1"}),
    ("execute_request", {"code": "1", "silent": None, "store_history": None, "user_expressions": None, "allow_stdin": None, "stop_on_error": None}),
    ("execute_request", {"code": "1", "silent": False, "unknown": {"a": [1]}, "user_variables": ["a"]}),
    ("complete_request", {"code": "whi"}),
    ("inspect_request", {"code": "while"}),
    ("history_request", {"hist_access_type": "tail"}),
    ("history_request", {"hist_access_type": "range"}),
    ("history_request", {"hist_access_type": "search"}),
    ("history_request", {"hist_access_type": "tail", "n": 10**6, "unknown": 1}),
    ("history_request", {"hist_access_type": "range", "session": -1, "start": -5, "stop": 10**9}),
    ("history_request", {"hist_access_type": "search", "pattern": "*", "n": 1, "unique": None, "raw": None, "output": None}),
    ("history_request", {"hist_access_type": "range", "session": 10**9, "start": 5, "stop": 2}),
    ("comm_info_request", {}),
    ("comm_info_request", {"target_name": None}),
    ("kernel_info_request", {"unknown": 1}),
    ("interrupt_request", {"unknown": 1}),
]


@pytest.mark.parametrize("type_, content", SPARSE)
def test_contents_may_say_little_or_much(kernel, type_, content):
    reply = kernel.reply(send(kernel, type_, content), START)
    assert reply["content"]["status"] == "ok", reply["content"]


WRONG = [
    ("execute_request", {}),
    ("execute_request", {"code": 5}),
    ("execute_request", {"code": None}),
    ("execute_request", {"code": ["1"]}),
    ("execute_request", {"code": "1", "silent": "yes"}),
    ("execute_request", {"code": "1", "user_expressions": {"a": 5}}),
    ("execute_request", {"code": "1", "user_expressions": ["a"]}),
    ("execute_request", b"[1, 2]"),
    ("execute_request", b"null"),
    ("execute_request", b""),
    ("execute_request", b'{"code": "1"'),
    ("complete_request", {"code": "a", "cursor_pos": "1"}),
    ("complete_request", {"code": "a", "cursor_pos": -1}),
    ("inspect_request", {"code": 1, "cursor_pos": 0}),
    ("is_complete_request", {}),
    ("history_request", {}),
    ("history_request", {"hist_access_type": "song"}),
    ("history_request", {"hist_access_type": "tail", "n": -5}),
    ("no_such_request", {"a": 1}),
]


@pytest.mark.parametrize("type_, content", WRONG)
def test_a_content_of_the_wrong_form_is_an_error_reply_and_costs_nothing(kernel, type_, content):
    request = send(kernel, type_, content)
    if type_ != "no_such_request":
        reply = kernel.reply(request, START)
        assert reply["msg_type"] == type_.replace("_request", "_reply")
        assert (reply["content"]["status"], reply["content"]["ename"]) == ("error", "MalformedRequest")
    kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle", ANSWER)
    assert [message["content"]["execution_state"] for message in kernel.of(request)] == ["busy", "idle"]
    assert kernel.run("1 + 1").result == "2"


def test_comms_of_every_kind_are_borne(kernel):
    for type_, content in [
        ("comm_open", {"comm_id": "a", "target_name": "jupyter.widget", "data": {"state": {}}, "target_module": None}),
        ("comm_open", {"comm_id": 5}),
        ("comm_msg", {"comm_id": "a", "data": {"method": "request_states"}}),
        ("comm_msg", b"null"),
        ("comm_close", {"comm_id": "a", "data": {}}),
        ("comm_close", {"comm_id": "never opened"}),
    ]:
        request = send(kernel, type_, content, buffers=[b"\x00\x01"])
        kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle", ANSWER)
    assert kernel.client.comm_info(reply=True, timeout=ANSWER)["content"]["comms"] == {}


def test_debugging_is_refused_politely(kernel):
    for content in [{"type": "request", "command": "initialize", "seq": 1, "arguments": {}}, {"command": "debugInfo", "seq": 7}, {}]:
        reply = kernel.control("debug_request", content)
        assert (reply["success"], reply["type"], reply["request_seq"]) == (False, "response", content.get("seq", 0))
        assert "no debugger" in reply["message"]


def test_requests_before_the_kernel_has_said_who_it_is():
    """All in one breath, upon the start of the process."""
    kernel = Kernel.__new__(Kernel)
    from jupyter_client import KernelManager

    kernel.manager = KernelManager(kernel_name="agon")
    kernel.manager.start_kernel()
    kernel.client, kernel.arrived, kernel.replies = kernel.manager.blocking_client(), [], {}
    kernel.client.start_channels()
    try:
        client = kernel.client
        requests = [
            client.execute("6 * 7"),
            client.is_complete("1"),
            client.complete("whi"),
            client.inspect("while"),
            client.history(hist_access_type="tail", n=1),
            client.comm_info(),
            client.execute("let early = 1;"),
            client.kernel_info(),
        ]
        assert kernel.control("kernel_info_request")["status"] == "ok"
        replies = [kernel.reply(request, START)["content"] for request in requests]
        assert [reply["status"] for reply in replies] == ["ok", "complete"] + ["ok"] * 6
        assert kernel.run("early").result == "1"
    finally:
        kernel.stop()


def test_five_megabytes_of_code(kernel):
    assert kernel.run('"' + "堆" * 1_700_000 + '".chars().count()').result == "1700000"
    assert kernel.run("// " + "x" * 5_000_000 + "\n6 * 7").result == "42"
    assert kernel.run("/* " + "行\n" * 1_500_000 + "*/ no_such_name").reply["ename"] == "CompileError"
    code = "let text = \"" + "x" * 5_000_000 + "\"; text.le"
    assert kernel.reply(kernel.client.is_complete(code), START)["content"]["status"] in ("complete", "incomplete")
    assert kernel.reply(kernel.client.complete(code), START)["content"]["status"] == "ok"
    assert kernel.run("1 + 1").result == "2"


def test_ten_thousand_cells_behind_one_that_fails(kernel, tmp_path):
    # It fails when all others have been sent.
    sent = tmp_path / "sent"
    failing = kernel.send(f'while !std::path::Path::new("{sent}").exists() {{ std::thread::sleep(std::time::Duration::from_millis(20)) }}\npanic!("stop")')
    waiting = [kernel.send(f'println!("never {number}");') for number in range(10_000)]
    last = kernel.client.is_complete("1")
    sent.touch()
    assert kernel.finish(failing).reply["ename"] == "Panic"
    replies = [kernel.reply(request, START)["content"] for request in waiting]
    assert {reply["status"] for reply in replies} <= {"error", "aborted"}
    assert kernel.reply(last, START)["content"]["status"] == "complete"
    # Each of them is busy for a moment, and says nothing.
    heard = []
    while not heard or heard[-1]["parent_header"]["msg_id"] != last or heard[-1]["content"]["execution_state"] != "idle":
        heard.append(kernel.receive(kernel.client.get_iopub_msg, time.monotonic() + START))
    assert {message["msg_type"] for message in heard} == {"status"}
    assert kernel.run("1 + 1").result == "2"


@pytest.mark.parametrize("restart", [False, True])
def test_a_shutdown_answers_while_a_cell_computes(fresh_kernel, restart):
    kernel = fresh_kernel
    request = kernel.send('println!("running"); loop {}')
    waiting = kernel.send("1")
    kernel.wait_for_text(request, "running")
    assert kernel.control("shutdown_request", {"restart": restart}) == {"status": "ok", "restart": restart}
    # What was running is answered before the end.
    replies = []
    deadline = time.monotonic() + ANSWER
    while kernel.manager.is_alive() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not kernel.manager.is_alive()
    while kernel.client.shell_channel.msg_ready():
        replies.append(kernel.client.get_shell_msg(timeout=1))
    answered = {reply["parent_header"]["msg_id"]: reply["content"] for reply in replies}
    assert answered[request]["ename"] == "Interrupted" and waiting not in {id for id, content in answered.items() if content["status"] == "ok"}


def test_a_signal_interrupts_as_a_message_does(kernel):
    kernel.run("let kept = 7;")
    os.kill(kernel.process, signal.SIGINT)
    time.sleep(2)  # for the signal to arrive before the next cell does
    assert kernel.run("kept").result == "7", "without a cell it does nothing"
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    os.kill(kernel.process, signal.SIGINT)
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    assert kernel.run("kept").result == "7"


def test_two_clients_of_other_sessions_and_users(kernel):
    other = kernel.manager.blocking_client()
    other.session = type(other.session)(key=kernel.client.session.key, username="読者", session="another")
    other.start_channels()
    other.wait_for_ready(timeout=ANSWER)
    try:
        kernel.run("let shared = 41;")
        heard = []
        reply = other.execute_interactive("shared + 1", timeout=START, output_hook=heard.append)
        assert (reply["parent_header"]["session"], reply["parent_header"]["username"]) == ("another", "読者")
        assert all(message["parent_header"]["session"] == "another" for message in heard)
        assert [message["content"]["data"]["text/plain"] for message in heard if message["msg_type"] == "execute_result"] == ["42"]
        # The other hears of it, in the name of the one; the kernel's own session is neither's.
        request = reply["parent_header"]["msg_id"]
        kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle", ANSWER)
        assert {message["header"]["session"] for message in kernel.of(request)}.isdisjoint({"another", kernel.client.session.session})
        assert [message["msg_type"] for message in kernel.of(request)] == ["status", "execute_input", "execute_result", "status"]
    finally:
        other.stop_channels()
