"""The compiler without the kernel: one direct call of rustc on the program that the kernel has generated for a cell."""

import re
import subprocess
import threading
import time
from pathlib import Path

import psutil

FILE = "agon_cell.rs"


class Rustc:
    """Calls rustc as the kernel does. The arguments are not repeated here, where they could grow old: they are read from
    the process that a kernel starts for a cell."""

    def __init__(self, session, cell, out):
        self.out = out / "direct.so"
        self.arguments, self.environment, self.folder = watch(session, cell)

    def time(self, source, library=None, types=False):
        """Seconds of one call. It produces what the kernel's call has produced: the shared library of a cell that runs
        code, only the checks of a cell that defines; `library` is what the kernel made, or `True` for a shared library.
        With `types` it answers the question about the types of new variables."""
        command, environment = [*self.arguments, str(source)], self.environment
        if types:
            command += [f"--emit=metadata={self.out}", "-Ztrim-diagnostic-paths=no"]
            environment = {**environment, "RUSTC_BOOTSTRAP": "1"}
        elif library is True or library and library.read_bytes()[:4] == b"\x7fELF":
            command += ["-o", str(self.out)]
        else:
            command += [f"--emit=metadata={self.out}"]
        begin = time.perf_counter()
        done = subprocess.run(
            command, env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        seconds = time.perf_counter() - begin
        # The question about types is asked through type errors.
        if (done.returncode != 0) != types:
            raise SystemExit(f"rustc on {source}: status {done.returncode}\n{done.stderr.decode()}")
        return seconds


class Folder:
    """The folder of one kernel in which its programs and libraries stand."""

    def __init__(self, session, temporary):
        (self.path,) = Path(temporary).glob(f"agon-{session.process.pid}-*")
        self.seen = -1

    def newest(self):
        """The program and the library of the cell that was just compiled. It must be another one than before: the kernel
        writes no program for a cell that it finds in its cache."""
        number = max((int(re.sub(r"\D", "", folder.name)) for folder in self.path.glob("run_*")), default=-1)
        if number <= self.seen:
            raise SystemExit("a cell that was to be new came out of the cache of compiled cells")
        self.seen = number
        return self.path / f"run_{number}" / FILE, self.path / f"cell_{number}.so"

    def probe(self):
        """The newest program that asks for the types of new variables."""
        return max(self.path.glob("probe_*"), key=lambda folder: folder.stat().st_mtime) / FILE


def watch(session, cell):
    """Arguments, environment and folder of the rustc that `session` starts for `cell`."""
    found, done = [], threading.Event()

    def look():
        while not done.is_set():
            for process in session.descendants():
                try:
                    command = process.cmdline()
                    if any(part.endswith(FILE) for part in command) and "rustc" in command[0]:
                        found.append((command, process.environ(), process.cwd()))
                        return
                except (psutil.Error, IndexError):
                    continue

    watcher = threading.Thread(target=look)
    watcher.start()
    session.run(cell)
    done.set()
    watcher.join()
    if not found:
        raise SystemExit("the kernel has called no rustc for a new cell")
    command, environment, folder = found[0]
    end = next(index for index, part in enumerate(command) if part.endswith(FILE))
    return command[:end], environment, folder
