"""The compiler without the kernel: one direct call of rustc on the program that the kernel has generated for a cell."""

import os
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
        self.arguments, self.environment = watch(session, cell)

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
            command, env=environment, cwd=Path(source).parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
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
        caches = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "agon"
        self.cache = Path(os.environ.get("AGON_CACHE", caches))
        self.since = psutil.Process(session.process.pid).create_time()

    def newest(self):
        """The program and the library of the cell that was just compiled. What it was compiled to must be new in the cache:
        the kernel puts nothing there for a cell that it finds there."""
        programs = [program for program in self.path.glob(f"*/{FILE}") if program.parent.name != "probe"]
        program = max(programs, key=lambda program: program.stat().st_mtime)
        kept = list(self.cache.glob(f"rustc-*/cells/{program.parent.name}.so"))
        if not kept or max(file.stat().st_mtime for file in kept) < self.since:
            raise SystemExit("a cell that was to be new came out of the cache of compiled cells")
        self.since = time.time()
        return program, max(self.path.glob("cell_*.so"), key=lambda library: library.stat().st_mtime)

    def probe(self):
        """The newest program that asks for the types of new variables."""
        return self.path / "probe" / FILE


def watch(session, cell):
    """Arguments and environment of the rustc that `session` starts for `cell`."""
    found, done = [], threading.Event()

    def look():
        while not done.is_set():
            for process in session.descendants():
                try:
                    command = process.cmdline()
                    if any(part.endswith(FILE) for part in command) and "rustc" in command[0]:
                        found.append((command, process.environ()))
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
    command, environment = found[0]
    end = next(index for index, part in enumerate(command) if part.endswith(FILE))
    return command[:end], environment
