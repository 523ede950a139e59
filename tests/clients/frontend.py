"""A kernel as a frontend sees it: started through its kernelspec, spoken to in messages."""

import os
import signal
import time
from pathlib import Path
from queue import Empty

from jupyter_client import KernelManager

START = 300  # seconds for a cell, the start of the slowest engine included, on a machine that is busy with other things
ANSWER = 60  # seconds for what needs no compiler


def split(text):
    """A text without its cursor, which is `¦`, or else the first `|`; and where that stood, in code points."""
    before, after = text.split("¦" if "¦" in text else "|", 1)
    return before + after, len(before)


class Cell:
    """What became of an execute_request: its reply, and the messages on iopub that name it as their parent."""

    def __init__(self, reply, messages):
        self.reply = reply["content"]
        self.messages = messages
        self.types = [message["msg_type"] for message in messages]

    def contents(self, *types):
        return [message["content"] for message in self.messages if message["msg_type"] in types]

    def text(self, name):
        return "".join(stream["text"] for stream in self.contents("stream") if stream["name"] == name)

    @property
    def stdout(self):
        return self.text("stdout")

    @property
    def stderr(self):
        return self.text("stderr")

    @property
    def status(self):
        return self.reply["status"]

    @property
    def shown(self):
        """The MIME bundles of the cell: displays and result, in order."""
        return [content["data"] for content in self.contents("display_data", "execute_result")]

    @property
    def result(self):
        """The result as plain text, `None` if there is none."""
        results = self.contents("execute_result")
        assert len(results) <= 1
        return results[0]["data"]["text/plain"] if results else None

    @property
    def errors(self):
        return self.contents("error")

    @property
    def traceback(self):
        return "\n".join(self.reply["traceback"])

    def __repr__(self):
        return f"<{self.reply} stdout={self.stdout!r} stderr={self.stderr!r} shown={self.shown}>"


class Kernel:
    """A running kernel and one client of it."""

    def __init__(self, *arguments, **options):
        self.manager = KernelManager(kernel_name="agon")
        self.begin = time.monotonic()
        self.manager.start_kernel(extra_arguments=list(arguments), **options)
        self.client = None
        self.connect()

    def connect(self):
        """Opens the channels, after a start or a restart."""
        if self.client:
            self.client.stop_channels()
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=ANSWER)
        self.ready = time.monotonic()
        self.arrived = []  # iopub messages, in order
        self.replies = {}

    @property
    def process(self):
        return self.manager.provisioner.pid

    def run(self, code, **options):
        """Runs one cell to its end."""
        return self.finish(self.send(code, **options))

    def send(self, code, **options):
        """Asks for a cell to be run and does not wait for it."""
        return self.client.execute(code, **options)

    def finish(self, request):
        """Waits for a cell's reply and for "idle", in whichever order they reach us."""
        self.wait_for(request, lambda message: message["content"].get("execution_state") == "idle")
        return Cell(self.reply(request, START), self.of(request))

    def complete(self, text):
        """The reply to a completion at the cursor of a text (see `split`)."""
        return self.reply(self.client.complete(*split(text)))["content"]

    def inspect(self, text, detail_level=0):
        """The reply to an inspection at the cursor of a text."""
        return self.reply(self.client.inspect(*split(text), detail_level))["content"]

    def wait_for(self, request, wanted, timeout=START):
        """Waits for a message on iopub that belongs to a request."""
        deadline = time.monotonic() + timeout
        while not any(wanted(message) for message in self.of(request)):
            self.arrived.append(self.receive(self.client.get_iopub_msg, deadline))

    def wait_for_text(self, request, text):
        """Waits until the cell has printed this, which proves that its code runs."""
        self.wait_for(request, lambda message: text in message["content"].get("text", ""))

    def of(self, request):
        return [message for message in self.arrived if message["parent_header"].get("msg_id") == request]

    def reply(self, request, timeout=ANSWER):
        """The reply to a request on the shell channel."""
        deadline = time.monotonic() + timeout
        while request not in self.replies:
            message = self.receive(self.client.get_shell_msg, deadline)
            self.replies[message["parent_header"]["msg_id"]] = message
        return self.replies[request]

    def control(self, type_, content=None, timeout=ANSWER):
        """A request on the control channel, and its reply's content."""
        message = self.client.session.msg(type_, content or {})
        self.client.control_channel.send(message)
        deadline = time.monotonic() + timeout
        while True:
            reply = self.receive(self.client.get_control_msg, deadline)
            if reply["parent_header"]["msg_id"] == message["header"]["msg_id"]:
                return reply["content"]

    def question(self, timeout=START):
        """The next input_request."""
        return self.receive(self.client.get_stdin_msg, time.monotonic() + timeout)

    def interrupt(self):
        assert self.control("interrupt_request")["status"] == "ok"

    def receive(self, get, deadline):
        while True:
            try:
                return get(timeout=1)
            except Empty:
                assert self.manager.is_alive(), "the kernel's process has ended"
                assert time.monotonic() < deadline, "no answer"

    def child(self):
        """The process in which cells run: the child that has the pipes for what cells print. (Another stands ready.)"""
        hosts = [child for child in children(self.process) if program(child) == program(self.process)]
        (child,) = [host for host in hosts if any(name.endswith("/stdout.pipe") for name in open_files(host))]
        return child

    def kill_child(self):
        os.kill(self.child(), signal.SIGKILL)

    def stop(self):
        """As JupyterLab does it: a shutdown_request, and force only if that does not help."""
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel()


def program(process):
    """The file that a process runs; it may have been replaced meanwhile."""
    return os.readlink(f"/proc/{process}/exe").removesuffix(" (deleted)")


def open_files(process):
    """The names of the files that a process has open."""
    names = []
    for file in Path(f"/proc/{process}/fd").glob("*"):
        try:
            names.append(os.readlink(file))
        except FileNotFoundError:
            continue
    return names


def children(process):
    """The processes whose parent is this one."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The command's name stands in parentheses and may hold anything.
            state, parent = stat.read_text().rsplit(")", 1)[1].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == process and state != "Z":
            found.append(int(stat.parent.name))
    return found


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
