"""A kernel as a client sees it: started, asked for kernel_info, given cells."""

import subprocess
import time
from queue import Empty

import psutil
import zmq
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager

PATIENCE = 900  # seconds for one answer


class Session:
    """A kernel that has answered kernel_info; `info` is the time that took, from before its process was started."""

    def __init__(self, argv, env, folder):
        # A client that begins to connect before the kernel listens tries again after a tenth of a second; with that, the
        # client's clock would be measured. It is the same for all kernels here.
        context = zmq.Context()
        context.RECONNECT_IVL = 2
        self.manager = KernelManager(context=context)
        self.manager._kernel_spec = KernelSpec(argv=argv, language="", interrupt_mode="message")
        self.begin = time.perf_counter()
        self.manager.start_kernel(env=env, cwd=str(folder), stderr=subprocess.DEVNULL)
        self.client = self.manager.client()
        self.client.start_channels(stdin=False, hb=False, control=False)
        self.info = self._wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def _wait(self):
        """Waits for kernel_info; returns when it was answered, and only then makes sure that outputs arrive, too."""
        asked = {self.client.kernel_info()}
        while not self._answered(asked):
            asked.add(self.client.kernel_info())
        answered = time.perf_counter() - self.begin
        while True:
            try:
                self.client.get_iopub_msg(timeout=0.02)
                return answered
            except Empty:
                self.client.kernel_info()

    def _answered(self, asked, timeout=0.5):
        try:
            return self.client.get_shell_msg(timeout=timeout)["parent_header"].get("msg_id") in asked
        except Empty:
            if not self.manager.is_alive():
                raise SystemExit("the kernel ended while it started: " + " ".join(self.manager.kernel_spec.argv)) from None
            return False

    @property
    def process(self):
        return psutil.Process(self.manager.provisioner.process.pid)

    def run(self, code, expect="ok"):
        """Runs a cell; returns the seconds until its reply and all its outputs are here, and what it printed."""
        begin = time.perf_counter()
        asked = self.client.execute(code)
        text = []
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != asked:
                continue
            content = message["content"]
            if content.get("execution_state") == "idle":
                break
            if "data" in content:
                text.append(content["data"].get("text/plain", ""))
            text.append(content.get("text", "") or "\n".join(content.get("traceback", [])))
        while (reply := self.client.get_shell_msg(timeout=PATIENCE))["parent_header"].get("msg_id") != asked:
            pass
        seconds = time.perf_counter() - begin
        if reply["content"]["status"] != expect:
            raise SystemExit(f"{reply['content']['status']} instead of {expect}:\n{code}\n" + "".join(text))
        return seconds, "".join(text)

    def since_start(self):
        return time.perf_counter() - self.begin

    def restart(self):
        """Restarts as a frontend does; times count from here on."""
        self.begin = time.perf_counter()
        self.manager.restart_kernel(now=False)
        while True:  # what the old process still said
            try:
                self.client.get_iopub_msg(timeout=0)
            except Empty:
                break
        self.info = self._wait()

    def quiet(self):
        """Waits until no compiler runs for this kernel any more."""
        while any(name(child) in ("rustc", "cc", "ld", "ld.lld", "rust-lld") for child in self.descendants()):
            time.sleep(0.005)

    def descendants(self):
        try:
            return [child for child in self.process.children(recursive=True) if child.is_running()]
        except psutil.NoSuchProcess:
            return []

    def memory(self):
        """Resident bytes of the kernel and its children, as RSS and as PSS (pages that are shared count in parts)."""
        sizes = [process.memory_full_info() for process in [self.process, *self.descendants()]]
        return sum(size.rss for size in sizes), sum(size.pss for size in sizes)


def name(process):
    """The name of a process, which may end while it is asked for."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""
