"""Subshells (JEP 91), spoken to by a real client."""

from frontend import ANSWER


def ask(kernel, subshell, type_, content):
    message = kernel.client.session.msg(type_, content)
    message["header"]["subshell_id"] = subshell
    kernel.client.shell_channel.send(message)
    return kernel.reply(message["header"]["msg_id"], ANSWER)["content"]


def create(kernel):
    reply = kernel.control("create_subshell_request")
    assert reply["status"] == "ok"
    return reply["subshell_id"]


def test_the_kernel_says_that_it_has_subshells(kernel):
    info = kernel.client.kernel_info(reply=True, timeout=ANSWER)["content"]
    assert "kernel subshells" in info["supported_features"]


def test_subshells_come_and_go(kernel):
    assert kernel.control("list_subshell_request") == {"status": "ok", "subshell_id": []}
    one, two = create(kernel), create(kernel)
    assert sorted(kernel.control("list_subshell_request")["subshell_id"]) == sorted([one, two])
    assert kernel.control("delete_subshell_request", {"subshell_id": one}) == {"status": "ok"}
    assert kernel.control("list_subshell_request")["subshell_id"] == [two]
    assert kernel.control("delete_subshell_request", {"subshell_id": one})["status"] == "error"
    assert ask(kernel, one, "execute_request", {"code": "1"})["ename"] == "UnknownSubshell"
    assert kernel.control("delete_subshell_request", {"subshell_id": two})["status"] == "ok"


def test_a_subshell_answers_while_a_cell_runs(kernel):
    subshell = create(kernel)
    kernel.run("let shared = 42;")
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    assert ask(kernel, subshell, "complete_request", {"code": "shar", "cursor_pos": 4})["matches"] == ["shared"]
    assert ask(kernel, subshell, "inspect_request", {"code": "shared", "cursor_pos": 6, "detail_level": 0})["found"]
    assert ask(kernel, subshell, "is_complete_request", {"code": "1"})["status"] == "complete"
    assert ask(kernel, subshell, "kernel_info_request", {})["status"] == "ok"
    assert ask(kernel, subshell, "history_request", {"hist_access_type": "tail", "n": 1, "output": False, "raw": True})["status"] == "ok"
    refused = ask(kernel, subshell, "execute_request", {"code": "shared"})
    assert (refused["status"], refused["ename"]) == ("error", "Busy") and "one cell at a time" in refused["evalue"]
    kernel.interrupt()
    kernel.finish(request)
    # When no cell runs, a subshell runs cells like the main shell, with the same variables and a count of its own.
    done = ask(kernel, subshell, "execute_request", {"code": "let theirs = shared;"})
    assert done["status"] == "ok"
    assert kernel.run("theirs").result == "42"
