"""What the tests of other kernels and of Jupyter's own libraries ask a kernel, asked of this one."""

import asyncio
import itertools
import time

import pytest
from frontend import ANSWER, START, Kernel
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.multikernelmanager import MultiKernelManager
from jupyter_client.threaded import ThreadedKernelClient
from jupyter_kernel_test.msgspec_v5 import validate_message


def test_every_reply_has_the_form_of_the_specification(kernel):
    """As jupyter_kernel_test knows it."""
    client = kernel.client
    requests = [
        client.execute('println!("a"); eprintln!("b"); agon::display("text/html", "<b>c</b>"); 5'),
        client.execute("no_such_name"),
        client.execute("5", silent=True),
        client.execute("agon::mex?"),
        client.execute(":help"),
        client.execute("1", user_expressions={"sum": "1 + 1", "wrong": "no_such_name"}),
        client.complete("agon::nim_s"),
        client.complete("", 0),
        client.inspect("agon::mex"),
        client.inspect("no_such_name_at_all"),
        client.is_complete("fn f() {"),
        client.is_complete("1"),
        client.history(hist_access_type="tail", n=2, output=True),
        client.history(hist_access_type="range", session=0, start=1, stop=2),
        client.history(hist_access_type="search", pattern="*", n=1),
        client.kernel_info(),
        client.comm_info(),
    ]
    for request in requests:
        reply = kernel.reply(request, START)
        validate_message(reply, reply["msg_type"], request)
        kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle")
        for message in kernel.of(request):
            validate_message(message, message["msg_type"], request)


def test_requests_of_the_client_wait_for_their_replies(kernel):
    """The blocking calls that scripts use."""
    client = kernel.client
    for ask, kind in [
        (lambda: client.history(session=0, reply=True, timeout=ANSWER), "history"),
        (lambda: client.inspect("who cares", reply=True, timeout=ANSWER), "inspect"),
        (lambda: client.complete("who cares", reply=True, timeout=ANSWER), "complete"),
        (lambda: client.kernel_info(reply=True, timeout=ANSWER), "kernel_info"),
        (lambda: client.comm_info(reply=True, timeout=ANSWER), "comm_info"),
    ]:
        reply = ask()
        assert (reply["header"]["msg_type"], reply["parent_header"]["msg_type"]) == (kind + "_reply", kind + "_request")


def test_execute_interactive_asks_and_shows(kernel):
    shown = []
    reply = kernel.client.execute_interactive(
        'let typed = agon::input("name? ");\nprintln!("hello {typed}");', stdin_hook=lambda message: kernel.client.input("agon"), output_hook=shown.append, timeout=START
    )
    assert reply["content"]["status"] == "ok"
    assert "hello agon\n" in [message["content"].get("text") for message in shown]


def test_asynchronous_and_threaded_clients():
    async def speak():
        manager = AsyncKernelManager(kernel_name="agon")
        await manager.start_kernel()
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=START)
        reply = await client.execute_interactive("6 * 7", timeout=START, output_hook=lambda message: None)
        await manager.restart_kernel()
        await client.wait_for_ready(timeout=START)
        info = await client.kernel_info(reply=True, timeout=ANSWER)
        client.stop_channels()
        await manager.shutdown_kernel()
        return reply["content"]["status"], info["content"]["implementation"], await manager.is_alive()

    assert asyncio.run(speak()) == ("ok", "agon", False)


def test_a_threaded_client_hears_everything(kernel):
    heard = []
    client = ThreadedKernelClient(**kernel.manager.get_connection_info(session=True))
    try:
        client.start_channels(stdin=False)
        client.shell_channel.call_handlers = heard.append
        client.iopub_channel.call_handlers = heard.append
        request = client.execute("6 * 7")
        deadline = time.monotonic() + START
        while not any(message["msg_type"] == "execute_reply" and message["parent_header"]["msg_id"] == request for message in heard):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        client.stop_channels()


def test_many_kernels_of_one_manager():
    manager = MultiKernelManager(default_kernel_name="agon")
    kernels = [manager.start_kernel() for _ in range(3)]
    try:
        clients = [manager.get_kernel(kernel).blocking_client() for kernel in kernels]
        for client in clients:
            client.start_channels()
        for number, client in enumerate(clients):
            client.wait_for_ready(timeout=START)
            assert client.execute_interactive(f"let number = {number};", timeout=START)["content"]["status"] == "ok"
        for number, client in enumerate(clients):
            heard = []
            client.execute_interactive("number", timeout=START, output_hook=heard.append)
            assert [message["content"]["data"]["text/plain"] for message in heard if message["msg_type"] == "execute_result"] == [str(number)]
            client.stop_channels()
    finally:
        manager.shutdown_all()
    assert not any(manager.is_alive(kernel) for kernel in manager.list_kernel_ids())


def test_control_overtakes_cells_that_wait(kernel):
    running = kernel.send('println!("running"); std::thread::sleep(std::time::Duration::from_secs(2));')
    waiting = [kernel.send(f"let i = {number};") for number in range(5)]
    kernel.wait_for_text(running, "running")
    for _ in range(5):
        assert kernel.control("kernel_info_request")["status"] == "ok"
    assert waiting[0] not in kernel.replies
    assert [kernel.reply(request, START)["content"]["status"] for request in waiting] == ["ok"] * 5


def test_cells_on_the_control_channel_run_one_after_the_other(kernel):
    messages = [kernel.client.session.msg("execute_request", {"code": f"std::thread::sleep(std::time::Duration::from_millis({ms})); {ms}"}) for ms in (600, 300, 100)]
    for message in messages:
        kernel.client.control_channel.send(message)
    replies = [kernel.receive(kernel.client.get_control_msg, time.monotonic() + START) for _ in messages]
    assert [reply["parent_header"]["msg_id"] for reply in replies] == [message["header"]["msg_id"] for message in messages]
    assert [reply["content"]["status"] for reply in replies] == ["ok"] * 3
    for before, after in itertools.pairwise(replies):
        assert after["metadata"]["started"] >= before["metadata"]["started"]


@pytest.mark.parametrize("target", [{}, {"target_name": "no.such.target"}, {"target_name": ""}])
def test_a_comm_to_nobody_is_closed(kernel, target):
    message = kernel.client.session.msg("comm_open", {"comm_id": "lonely", "data": {}, **target})
    kernel.client.shell_channel.send(message)
    request = message["header"]["msg_id"]
    kernel.wait_for(request, lambda message: message["content"].get("execution_state") == "idle", ANSWER)
    (closed,) = [message["content"] for message in kernel.of(request) if message["msg_type"] == "comm_close"]
    assert closed["comm_id"] == "lonely"


def test_connect_says_the_ports(kernel):
    message = kernel.client.session.msg("connect_request")
    kernel.client.shell_channel.send(message)
    content = kernel.reply(message["header"]["msg_id"])["content"]
    info = kernel.manager.get_connection_info()
    assert {name: content[name] for name in content if name.endswith("_port")} == {name: info[name] for name in info if name.endswith("_port")}


def test_the_heart_beats_while_a_cell_waits_for_input(kernel):
    request = kernel.send('agon::input("name? ")')
    kernel.question()
    for _ in range(3):
        kernel.client.hb_channel.unpause()
        time.sleep(1.2)
        assert kernel.client.hb_channel.is_beating()
    kernel.client.input("agon")
    assert kernel.finish(request).result == '"agon"'


@pytest.mark.parametrize(
    "code, cursor, start, match",
    [
        ("fn 午餐() {\n  \"서\";\n}\n\nwhi", None, 20, "while"),
        ('"😀"; whi', None, 5, "while"),
        ("whi 😀", 3, 0, "while"),
        ("a\u0301; whi", None, 4, "while"),
        ("whi", 10**9, 0, "while"),
    ],
)
def test_cursors_are_code_points(kernel, code, cursor, start, match):
    reply = kernel.reply(kernel.client.complete(code, cursor))["content"]
    assert match in reply["matches"] and reply["cursor_start"] == start
    assert reply["cursor_end"] == (min(cursor, len(code)) if cursor is not None else len(code))


@pytest.mark.parametrize(
    "code, status, indent",
    [
        ("let a = [1,\n2,", "incomplete", None),
        ("raise = = 2", "invalid", None),
        ("2 + 2", "complete", None),
        ("println!(\"hello", "incomplete", None),
        ("fn f(x: u8) -> u8 {\n    x * 2", "incomplete", "    "),
        ("fn f(x: u8) -> u8 {\n    x * 2\n}", "complete", None),
        ("", "complete", None),
        ("\n\n", "complete", None),
        ("// a remark", "complete", None),
        (":dep rand", "complete", None),
        ("let import = 7q;", "complete", None),
        ("r#\"raw", "incomplete", None),
        ("if x {", "incomplete", "    "),
        ("match n { 1 =>", "incomplete", None),
        ("}", "invalid", None),
        ("?agon::mex", "complete", None),
        ("agon::mex??", "complete", None),
        ("? mex +", "invalid", None),
        ("'", "invalid", None),
        ("trait T { fn a(", "incomplete", "        "),
        ("if a {} else", "incomplete", ""),
    ],
)
def test_is_complete(kernel, code, status, indent):
    reply = kernel.reply(kernel.client.is_complete(code))["content"]
    assert reply["status"] == status
    assert indent is None or reply["indent"] == indent


def test_inspection_at_odd_cursors(kernel):
    kernel.run("/// Doubles.\nfn double_it(n: i32) -> i32 { 2 * n }\nlet alpha_value = 5;")
    for text, said in [
        ("alpha_value|", "let alpha_value"),
        ("|alpha_value", "let alpha_value"),
        ("堆堆 alpha|_value", "let alpha_value"),
        ("😀 double|_it", "fn double_it(n: i32) -> i32"),
        ("double_it(|", "Doubles."),
        ("double_it(3, |", "Doubles."),
        ("no_such_name_at_all|", None),
        ("|", None),
        ("1|", None),
    ]:
        for detail_level in [0, 1]:
            reply = kernel.inspect(text, detail_level)
            assert (reply["status"], reply["found"]) == ("ok", said is not None), text
            assert said is None or said in reply["data"]["text/plain"], text
    beyond = kernel.reply(kernel.client.inspect("alpha_value", 10**9))["content"]
    assert beyond["found"]


def test_user_expressions_of_every_kind(kernel):
    expressions = {
        "value": "vec![1]",
        "nothing": "()",
        "prints": 'println!("beside")',
        "panics": 'panic!("within")',
        "half": "let",
        "blank": "",
        "nimber": "agon::Nimber(2)",
    }
    cell = kernel.run("", user_expressions=expressions)
    values = cell.reply["user_expressions"]
    assert {name: value["status"] for name, value in values.items()} == {
        name: "error" if name in ("panics", "half") else "ok" for name in expressions
    }
    assert (values["value"]["data"]["text/plain"], values["panics"]["ename"]) == ("[1]", "Panic")
    assert all({"ename", "evalue", "traceback"} <= value.keys() for value in values.values() if value["status"] == "error")
    assert kernel.run("1", silent=True, user_expressions={"sum": "1 + 1"}).reply["user_expressions"]["sum"]["status"] == "ok"


CONTROL = {
    "kernel_info_request": {},
    "comm_info_request": {},
    "connect_request": {},
    "interrupt_request": {},
    "list_subshell_request": {},
    "is_complete_request": {"code": "1"},
    "complete_request": {"code": "whi", "cursor_pos": 3},
    "inspect_request": {"code": "whi", "cursor_pos": 3},
    "history_request": {"hist_access_type": "tail", "n": 1},
    "debug_request": {"type": "request", "command": "debugInfo", "seq": 1, "arguments": {}},
}


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_each_request_is_answered_on_either_channel_between_busy_and_idle(kernel, channel):
    client = kernel.client
    for type_, content in CONTROL.items():
        message = client.session.msg(type_, content)
        getattr(client, channel + "_channel").send(message)
        receive = client.get_shell_msg if channel == "shell" else client.get_control_msg
        reply = kernel.receive(receive, time.monotonic() + ANSWER)
        assert (reply["msg_type"], reply["parent_header"]["msg_id"]) == (type_.replace("_request", "_reply"), message["msg_id"])
        kernel.wait_for(message["msg_id"], lambda message: message["content"].get("execution_state") == "idle", ANSWER)
        assert [said["content"]["execution_state"] for said in kernel.of(message["msg_id"])] == ["busy", "idle"]


def test_subshells_stop_on_their_own_errors(kernel):
    """A cell of a subshell waits for a short cell of another; an error stops the line in which it stands, and no other."""
    shells = [kernel.control("create_subshell_request")["subshell_id"] for _ in range(2)]

    def send(shell, code):
        message = kernel.client.session.msg("execute_request", {"code": code})
        message["header"]["subshell_id"] = shell
        kernel.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    # Compiled beforehand: a cell of a subshell does not wait for ever.
    kernel.run('fn rest(ms: u64) { std::thread::sleep(std::time::Duration::from_millis(ms)) }\nfn fail() { panic!("stop") }')
    for one, other in [(None, shells[0]), (shells[0], None), (shells[0], shells[1])]:
        requests = [send(one, "rest(500); fail();"), send(one, "1"), send(one, "2"), send(other, "rest(500);"), send(other, "3")]
        replies = [kernel.reply(request, START) for request in requests]
        assert [reply["parent_header"]["subshell_id"] for reply in replies] == [one] * 3 + [other] * 2
        assert [reply["content"]["status"] for reply in replies] == ["error"] * 3 + ["ok"] * 2
        assert [reply["content"].get("ename") for reply in replies[:3]] == ["Panic", "Aborted", "Aborted"]
        again = kernel.reply(send(one, "4"), START)
        assert again["content"]["status"] == "ok"
    for shell in shells:
        assert kernel.control("delete_subshell_request", {"subshell_id": shell})["status"] == "ok"
    # A kernel ends with subshells open.
    kernel.control("create_subshell_request")


def test_a_kernel_ends_with_subshells_open(engine):
    kernel = Kernel(*engine)
    kernel.control("create_subshell_request")
    kernel.client.shutdown()
    deadline = time.monotonic() + ANSWER
    while kernel.manager.is_alive():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    kernel.stop()
