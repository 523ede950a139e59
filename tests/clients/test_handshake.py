"""The handshake (JEP 66): the kernel is given a registration file, chooses its ports, and says which."""

import hashlib
import hmac
import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
import zmq
from frontend import ANSWER, is_alive
from jupyter_client import BlockingKernelClient
from jupyter_client.session import Session

KEY = "0123-4567"


def sign(*frames):
    return hmac.new(KEY.encode(), b"".join(frames), hashlib.sha256).hexdigest().encode()


@pytest.fixture
def registration():
    with zmq.Context() as context, context.socket(zmq.ROUTER) as socket:
        socket.linger = 0
        yield socket, socket.bind_to_random_port("tcp://127.0.0.1")


@pytest.fixture
def start(program, tmp_path, monkeypatch):
    processes = []
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))

    def start(file):
        path = tmp_path / "registration.json"
        path.write_text(json.dumps(file))
        processes.append(subprocess.Popen([program, "kernel", "-f", str(path)]))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


def serve(connection):
    client = BlockingKernelClient()
    client.load_connection_info({"transport": "tcp", "ip": "127.0.0.1", "signature_scheme": "hmac-sha256", "key": KEY, **connection})
    client.start_channels()
    client.wait_for_ready(timeout=ANSWER)
    assert client.execute_interactive("1 + 1", timeout=ANSWER * 5, output_hook=lambda _: None)["content"]["status"] == "ok"
    return client


def test_a_kernel_announces_its_ports(registration, start, tmp_path):
    socket, port = registration
    process = start({"kernel_id": "k-1", "transport": "tcp", "registration_ip": "127.0.0.1", "registration_port": port, "signature_scheme": "hmac-sha256", "key": KEY})
    assert socket.poll(ANSWER * 1000)
    identity, delimiter, signature, content = socket.recv_multipart()
    assert (delimiter, signature) == (b"<IDS|MSG>", sign(content))
    content = json.loads(content)
    assert content.pop("kernel_id") == "k-1"
    assert sorted(content) == ["control_port", "hb_port", "iopub_port", "shell_port", "stdin_port"]
    ports = {name: int(port) for name, port in content.items()}
    assert len(set(ports.values())) == 5
    # A forged answer is no acknowledgement.
    socket.send_multipart([identity, b"<IDS|MSG>", b"0" * 64, b"{}"])
    socket.send_multipart([identity, b"<IDS|MSG>", sign(b'{"status": "ok"}'), b'{"status": "ok"}'])
    client = serve(ports)
    # Other frontends find the kernel by its connection file.
    (file,) = (tmp_path / "runtime").glob("kernel-k-1.json")
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    written = json.loads(file.read_text())
    assert {name: written[name] for name in ports} == ports and written["key"] == KEY
    client.shutdown()
    process.wait(ANSWER)
    client.stop_channels()
    assert process.returncode == 0 and not file.exists() and not is_alive(process.pid)


def test_an_older_launcher_gets_an_ordinary_message(registration, start):
    socket, port = registration
    start({"transport": "tcp", "ip": "127.0.0.1", "registration_port": port, "signature_scheme": "hmac-sha256", "key": KEY})
    assert socket.poll(ANSWER * 1000)
    session = Session(key=KEY.encode())
    identities, frames = session.feed_identities(socket.recv_multipart())
    request = session.deserialize(frames)
    assert request["msg_type"] == "handshake_request"
    session.send(socket, "handshake_reply", {"status": "ok"}, parent=request, ident=identities)
    serve(request["content"]).stop_channels()


def test_the_kernelspec_says_that_registration_files_are_understood(program):
    spec = json.loads((Path(os.environ["JUPYTER_PATH"]) / "kernels/agon/kernel.json").read_text())
    assert spec["kernel_protocol_version"] >= "5.5" and spec["interrupt_mode"] == "message"
