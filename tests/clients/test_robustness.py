"""What a kernel meets in the wild: bad frames, clients that vanish or do not listen, many kernels, many requests."""

import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import zmq
from frontend import ANSWER, Kernel, children, is_alive


def connect(kernel, context, kind, channel):
    socket = context.socket(kind)
    socket.linger = 0
    info = kernel.manager.get_connection_info()
    socket.connect(f"tcp://{info['ip']}:{info[channel + '_port']}")
    return socket


def answers(kernel):
    assert kernel.run("1 + 1").result == "2"


def test_noise_on_every_channel_is_survived(kernel):
    noise = random.Random(66)
    session = kernel.client.session

    def frame():
        pieces = [b"", b"{}", b"<IDS|MSG>", b"null", b"[]", b"{" * 5000, b'{"msg_id":', bytes(noise.randrange(256) for _ in range(noise.randrange(200)))]
        return noise.choice(pieces)

    def good_but_strange():
        content = noise.choice([{}, {"code": 5}, {"code": None}, {"code": "1", "cursor_pos": -1}, {"code": "1", "cursor_pos": 10**30}, {"code": ["1"]}, {"restart": "x"}, {"n": -5, "hist_access_type": "tail"}, {"hist_access_type": "song"}])
        type_ = noise.choice(["execute_request", "complete_request", "inspect_request", "history_request", "is_complete_request", "comm_open", "comm_msg", "debug_request", "x", ""])
        return session.serialize(session.msg(type_, content))

    with zmq.Context() as context:
        for channel in ["shell", "control", "stdin"]:
            with connect(kernel, context, zmq.DEALER, channel) as socket:
                for _ in range(150):
                    socket.send_multipart([frame() for _ in range(noise.randrange(1, 9))])
                    frames = good_but_strange()
                    socket.send_multipart(frames)
                    socket.send_multipart(frames[: noise.randrange(1, len(frames))])
        with connect(kernel, context, zmq.REQ, "hb") as heart:
            heart.send(b"\xff\x00")
            assert heart.poll(ANSWER * 1000) and heart.recv() == b"\xff\x00"
    answers(kernel)
    assert kernel.control("kernel_info_request")["status"] == "ok"


def test_a_large_cell_runs_and_an_oversized_message_does_not_reach_the_kernel(kernel):
    assert kernel.run('"' + "堆" * 300_000 + '".chars().count()').result == "300000"
    with zmq.Context() as context, connect(kernel, context, zmq.DEALER, "shell") as socket:
        socket.send(b"\0" * (300 << 20))
        session = kernel.client.session
        # zmq has dropped the connection and made a new one.
        socket.send_multipart(session.serialize(session.msg("kernel_info_request", {})))
        assert socket.poll(ANSWER * 1000)
    answers(kernel)


def test_clients_that_vanish_leave_no_trace(kernel):
    with zmq.Context() as context:
        session = kernel.client.session
        for number in range(60):
            with connect(kernel, context, zmq.DEALER, "shell") as shell, connect(kernel, context, zmq.SUB, "iopub") as iopub:
                iopub.subscribe(b"")
                content = {"code": f"println!(\"{number}\");", "silent": False, "store_history": False, "user_expressions": {}, "allow_stdin": False, "stop_on_error": False}
                if number % 6 == 0:
                    shell.send_multipart(session.serialize(session.msg("execute_request", content)))
                shell.send_multipart(session.serialize(session.msg("kernel_info_request", {})))
    answers(kernel)


def test_two_clients_at_once_get_each_their_own_replies(kernel):
    other = kernel.manager.blocking_client()
    other.start_channels()
    other.wait_for_ready(timeout=ANSWER)
    results = {}

    def work():
        for number in range(10):
            reply = other.execute_interactive(f"{number} + 100", timeout=ANSWER, output_hook=lambda message: results.setdefault(message["parent_header"]["msg_id"], []).append(message))
            assert reply["content"]["status"] == "ok"

    thread = threading.Thread(target=work)
    thread.start()
    for number in range(10):
        assert kernel.run(f"{number} + 200").result == str(number + 200)
    thread.join(ANSWER)
    other.stop_channels()
    assert not thread.is_alive() and len(results) == 10


def test_a_subscriber_that_never_reads_holds_nobody_up(kernel):
    with zmq.Context() as context:
        lazy = context.socket(zmq.SUB)
        lazy.linger = 0
        lazy.rcvhwm = 1
        info = kernel.manager.get_connection_info()
        lazy.connect(f"tcp://{info['ip']}:{info['iopub_port']}")
        lazy.subscribe(b"")
        for _ in range(3):
            cell = kernel.run('for n in 0..50_000 { println!("line {n}"); }')
            assert cell.status == "ok" and cell.stdout.endswith("line 49999\n")
        lazy.close()
    answers(kernel)


def test_many_requests_in_a_row_are_all_answered_in_order(kernel):
    requests = [kernel.send(f"{number % 7}") for number in range(300)]
    questions = [kernel.client.is_complete("1") for _ in range(2000)]
    counts = [kernel.reply(request, 300)["content"]["execution_count"] for request in requests]
    assert counts == list(range(counts[0], counts[0] + 300))
    assert all(kernel.reply(question)["content"]["status"] == "complete" for question in questions)
    answers(kernel)


def test_only_the_loopback_is_bound_and_connection_files_are_private(kernel):
    listening = []
    inodes = {os.readlink(link)[8:-1] for link in Path(f"/proc/{kernel.process}/fd").iterdir() if os.path.islink(link) and os.readlink(link).startswith("socket:[")}
    for table in ["tcp", "tcp6"]:
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[9] in inodes and fields[3] == "0A":
                listening.append(fields[1].split(":")[0])
    assert listening == ["0100007F"] * 5
    assert stat.S_IMODE(os.stat(kernel.manager.connection_file).st_mode) == 0o600
    (folder, *_) = Path(tempfile.gettempdir()).glob(f"agon-{kernel.process}-*")
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700


def wait_for_end(processes):
    for _ in range(600):
        if not any(is_alive(process) for process in processes):
            return
        threading.Event().wait(0.1)


def left(processes):
    return [path for process in processes for path in Path(tempfile.gettempdir()).glob(f"agon-{process}-*")]


def test_a_kernel_restarted_again_and_again_leaves_nothing_behind(engine):
    kernel = Kernel(*engine)
    kernel.run("let v = vec![1];")
    seen = []
    for number in range(25):
        seen += [kernel.process, *children(kernel.process)]
        kernel.manager.restart_kernel()
        kernel.connect()
        if number % 5 == 0:
            answers(kernel)
    seen += [kernel.process, *children(kernel.process)]
    kernel.stop()
    wait_for_end(seen)
    assert [process for process in seen if is_alive(process)] == [] and left(seen) == []


def test_kernels_that_are_killed_leave_what_the_next_one_removes(engine):
    seen = []
    for number in range(25):
        kernel = Kernel(*engine)
        if number % 5 == 0:
            answers(kernel)
        seen += [kernel.process, *children(kernel.process)]
        os.kill(kernel.process, signal.SIGKILL)
        kernel.stop()
    wait_for_end(seen)
    assert [process for process in seen if is_alive(process)] == []
    kernel = Kernel(*engine)
    answers(kernel)
    kernel.stop()
    assert left(seen) == []


def test_a_kernel_does_not_outlive_the_process_that_started_it():
    starter = (
        "import os\nfrom jupyter_client import KernelManager\nmanager = KernelManager(kernel_name='agon')\n"
        "manager.start_kernel()\nclient = manager.blocking_client()\nclient.start_channels()\n"
        f"client.wait_for_ready(timeout={ANSWER})\nprint(manager.provisioner.pid, flush=True)\nos._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", starter], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=2 * ANSWER)
    processes = [int(done.stdout)]
    wait_for_end(processes)
    assert not is_alive(processes[0]) and left(processes) == []


def test_a_connection_file_that_is_none_is_named(program, tmp_path):
    path = tmp_path / "kernel.json"
    for text in ["", "{}", '{"transport": "tcp"}', "[1]"]:
        path.write_text(text)
        result = subprocess.run([program, "kernel", "-f", str(path)], capture_output=True, encoding="utf-8", timeout=ANSWER)
        assert result.returncode == 1 and "kernel.json" in result.stderr and "panicked" not in result.stderr
