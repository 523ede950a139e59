"""Cells that ask their reader: the stdin channel, on both engines."""

import threading
import time

import pytest
from frontend import ANSWER, START, Kernel
from jupyter_client.session import Session
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook


@pytest.fixture(scope="module", params=["native", "evcxr"])
def kernel(request):
    kernel = Kernel("--engine", request.param)
    yield kernel
    kernel.stop()


def another_client(kernel, **channels):
    """A client with an identity of its own."""
    client = kernel.manager.blocking_client()
    client.session = Session(key=client.session.key, signature_scheme=client.session.signature_scheme)
    client.start_channels(**channels)
    client.wait_for_ready(timeout=ANSWER)
    return client


def test_a_question_goes_to_the_frontend_and_its_answer_to_the_cell(kernel):
    request = kernel.send('println!("before");\nlet name = agon::input("Your name? ");\nprintln!("Good day, {name}");\nname')
    question = kernel.question()
    assert question["msg_type"] == "input_request"
    assert question["parent_header"]["msg_id"] == request
    assert question["content"] == {"prompt": "Your name? ", "password": False}
    # The cell is still at work, and what it printed before stands above the question.
    kernel.wait_for_text(request, "before")
    assert [message["content"]["execution_state"] for message in kernel.of(request) if message["msg_type"] == "status"] == ["busy"]
    kernel.client.input("约翰 🎲")
    cell = kernel.finish(request)
    assert (cell.status, cell.stdout, cell.result) == ("ok", "before\nGood day, 约翰 🎲\n", '"约翰 🎲"')
    assert kernel.run("name").result == '"约翰 🎲"'


def test_a_password_and_several_questions(kernel):
    request = kernel.send('let secret = agon::password("Secret: ");\nlet n: u32 = agon::input(format!("{}? ", secret.len())).trim().parse()?;\nn + 1')
    assert kernel.question()["content"] == {"prompt": "Secret: ", "password": True}
    kernel.client.input("abc")
    assert kernel.question()["content"] == {"prompt": "3? ", "password": False}
    kernel.client.input(" 41 ")
    assert kernel.finish(request).result == "42"


def test_an_interrupt_ends_the_waiting_and_keeps_the_variables(kernel):
    kernel.run("let kept = vec![3, 4, 5];")
    child = kernel.child()
    request = kernel.send('let never = agon::input("? ");')
    kernel.question()
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Interrupted")
    assert kernel.run("kept").result == "[3, 4, 5]"
    assert kernel.child() == child
    # The answer comes too late, for this cell and for the next.
    kernel.client.input("too late")
    assert kernel.run("1 + 1").result == "2"


def test_only_the_answer_to_the_question_counts(kernel):
    kernel.client.input("nobody asked")
    request = kernel.send('agon::input("first? ")')
    first = kernel.question()
    kernel.client.input("one")
    assert kernel.finish(request).result == '"one"'
    # Another frontend, which has not been asked.
    other = another_client(kernel)
    request = kernel.send('agon::input("second? ")')
    kernel.question()
    stale = kernel.client.session.msg("input_reply", {"value": "stale"}, parent=first)
    kernel.client.stdin_channel.send(stale)
    other.input("not yours")
    kernel.client.input("two")
    assert kernel.finish(request).result == '"two"'
    other.stop_channels()


def test_a_frontend_that_takes_no_questions_is_not_asked(kernel):
    cell = kernel.run('let kept_by_panic = 1;\nagon::input("? ")', allow_stdin=False)
    assert cell.status == "error" and len(cell.errors) == 1
    assert "takes no questions" in cell.reply["evalue"] and "let name" in cell.reply["evalue"]
    assert "line 2 of the cell" in cell.traceback
    assert kernel.run("1 + 1").result == "2"


def test_a_frontend_that_has_gone_leaves_a_cell_that_another_can_end(kernel):
    gone = another_client(kernel)
    gone.execute('agon::input("asked and gone? ")', allow_stdin=True, stop_on_error=False)
    assert gone.get_stdin_msg(timeout=START)["content"]["prompt"] == "asked and gone? "
    gone.stop_channels()
    kernel.interrupt()
    assert kernel.run("1 + 1").result == "2"


def test_a_frontend_without_a_stdin_channel_is_an_error(kernel):
    deaf = another_client(kernel, stdin=False)
    request = deaf.execute('agon::input("? ")', allow_stdin=True)
    deadline = time.monotonic() + START
    while (reply := deaf.get_shell_msg(timeout=START))["parent_header"]["msg_id"] != request:
        assert time.monotonic() < deadline
    assert reply["content"]["status"] == "error" and "stdin channel" in reply["content"]["evalue"]
    deaf.stop_channels()
    assert kernel.run("1 + 1").result == "2"


def test_completion_goes_on_while_a_cell_waits(kernel):
    kernel.run("let waiting_heap = 3u8;")
    request = kernel.send('agon::input("? ")')
    kernel.question()
    # The shell is busy with the cell; what a reader types is completed all the same.
    completion = kernel.reply(kernel.client.complete("waiting_h", 9))["content"]
    assert completion["matches"] == ["waiting_heap"]
    subshell = kernel.control("create_subshell_request")["subshell_id"]
    message = kernel.client.session.msg("complete_request", {"code": "waiting_h", "cursor_pos": 9})
    message["header"]["subshell_id"] = subshell
    kernel.client.shell_channel.send(message)
    assert kernel.reply(message["header"]["msg_id"])["content"]["matches"] == ["waiting_heap"]
    kernel.client.input("done")
    assert kernel.finish(request).result == '"done"'


def test_standard_input_is_empty(kernel):
    cell = kernel.run("let mut line = String::new();\n(std::io::stdin().read_line(&mut line)?, line)")
    assert cell.result == '(0, "")'


def test_threads_ask_one_after_the_other(kernel):
    request = kernel.send(
        'let asking: Vec<_> = (0..3).map(|_| std::thread::spawn(|| agon::input("thread? "))).collect();\n'
        "let mut answers: Vec<String> = asking.into_iter().map(|thread| thread.join().unwrap()).collect();\n"
        "answers.sort();\nanswers"
    )
    for value in "cab":
        kernel.question()
        kernel.client.input(value)
    assert kernel.finish(request).result == '["a", "b", "c"]'


def test_an_interrupt_while_a_thread_asks_is_an_interrupt(kernel):
    kernel.run("let kept_by_asking = 7;")
    for code in ['std::thread::spawn(|| agon::input("thread? ")).join().unwrap()', 'std::thread::scope(|s| { s.spawn(|| agon::input("scope? ")); });']:
        request = kernel.send(code)
        kernel.question()
        kernel.interrupt()
        cell = kernel.finish(request)
        assert (cell.reply["ename"], len(cell.errors)) == ("Interrupted", 1), cell
    assert kernel.run("kept_by_asking").result == "7"
    assert kernel.run('std::thread::spawn(|| panic!("of its own")).join().unwrap();').reply["ename"] == "Panic"


def test_nbclient_gets_an_error():
    notebook = new_notebook(cells=[new_code_cell('let name = agon::input("? ");')])
    client = NotebookClient(notebook, kernel_name="agon", timeout=START)
    with pytest.raises(CellExecutionError, match="takes no questions"):
        client.execute()


def test_agon_run_says_that_nobody_can_be_asked(agon, write_notebook, tmp_path):
    path = write_notebook("asks.ipynb", 'let name = agon::input("? ");')
    done = agon("run", path, "--out", tmp_path / "pages")
    assert done.returncode == 1 and "nobody can be asked" in done.stdout + done.stderr


def test_agon_eval_takes_answers_from_standard_input(agon):
    done = agon("eval", 'let n: u32 = agon::input("n? ").parse()?;\n(n, agon::password("p? "))', input="41\nsecret\n")
    assert (done.returncode, done.stdout) == (0, '(41, "secret")\n'), done
    assert "n? " in done.stderr
    done = agon("eval", 'agon::input("n? ")', input="")
    assert done.returncode == 1 and "standard input has ended" in done.stderr


def test_a_kernel_ends_while_a_cell_waits():
    kernel = Kernel()
    kernel.send('agon::input("? ")')
    kernel.question()
    thread = threading.Thread(target=kernel.stop)
    thread.start()
    thread.join(ANSWER)
    assert not thread.is_alive()
