"""Times the kernel as a client sees it, in one run with its peers. README.md says what each line means.

usage: python bench/kernel.py [--quick] [--json] [--repeats N] [--agon PROGRAM]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil
from cells import LOOPS, PLAIN, POLARS, comment, new
from client import Session
from direct import FILE, Folder, Rustc
from report import line, median, table

REPOSITORY = Path(__file__).resolve().parents[1]
PYTHON = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
PYTHON_CELL = "40 + 2"
# The least that a cell can be: it links the prelude and prints.
EMPTY = """extern crate agon as prelude;
#[unsafe(no_mangle)]
pub extern "C" fn agon_cell(state: *mut u8) -> *mut u8 { println!("{:?}", 42); state }
"""
# As programs are released, and as they are with the checks for overflow that a cell has.
CHECKS = [(), ("-Coverflow-checks=on",)]


class Bench:
    """The samples of a run, by name; what was taken in the same repeat has the same index."""

    def __init__(self, agon, temporary, quick):
        self.temporary, self.quick = temporary, quick
        self.samples = defaultdict(list)
        # Programs and libraries of the kernels that run here, and of nothing else, stand below this folder.
        os.environ["JUPYTER_RUNTIME_DIR"] = str(temporary / "runtime")
        # What is set for Python here must not slow the peer down: without its bytecode ipykernel starts four times as slowly.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON") and name != "AGON_LANG"}
        self.environment = {**kept, "TMPDIR": str(temporary)}
        self.program = agon
        self.agon = [str(agon), "kernel", "-f", "{connection_file}"]
        evcxr = shutil.which("evcxr_jupyter")
        self.evcxr = [evcxr, "--control_file", "{connection_file}"] if evcxr else None
        # The prelude is compiled before anything is timed.
        self.command("eval", "1")
        with self.session() as session:
            self.rustc = Rustc(session, new("let warm = 1 §; warm"), temporary)
        with self.session() as session:
            session.run("std::process::abort()", expect="error")
            session.run("40 + 4")
        # All start once before they are timed: what they keep on disk is there then, Python's bytecode too.
        for argv in filter(None, (self.agon, PYTHON, self.evcxr)):
            with self.session(argv) as session:
                session.run("40 + 2")
        self.empty = temporary / "empty" / FILE
        self.empty.parent.mkdir()
        self.empty.write_text(EMPTY, encoding="utf-8")
        self.loops = {name: [self.compile_loop(name, code, *checks) for checks in CHECKS] for name, code in LOOPS.items()}

    def session(self, argv=None, settled=False):
        session = Session(argv or self.agon, self.environment, self.temporary)
        if settled:
            time.sleep(1)
        return session

    def command(self, *arguments):
        begin = time.perf_counter()
        done = subprocess.run([self.program, *arguments], env=self.environment, cwd=self.temporary, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"agon {' '.join(map(str, arguments))}:\n{done.stdout}{done.stderr}")
        return time.perf_counter() - begin

    def add(self, name, value):
        self.samples[name].append(value)

    def start(self):
        """Start, memory before the first cell, and in other sessions the first result and that after a restart."""
        peers = {"agon": (self.agon, new("40 § + 2")), "ipykernel": (PYTHON, PYTHON_CELL)}
        if self.evcxr:
            peers["evcxr"] = (self.evcxr, new("40 § + 2"))
        for name, (argv, cell) in peers.items():
            with self.session(argv) as session:
                session.run(cell)
                self.add(f"first {name}", session.since_start())
                self.add(f"info {name}", session.info)
                if name == "agon":
                    Folder(session, self.temporary).newest()
                if name == "evcxr":
                    continue
                session.quiet()
                session.restart()
                session.run(cell if name == "ipykernel" else new("40 § + 3"))
                self.add(f"restart {name}", session.since_start())
                if name == "agon":
                    Folder(session, self.temporary).newest()
                    session.restart()
                    session.run("40 + 2")
                    self.add("restart known", session.since_start())
            if name != "evcxr":
                with self.session(argv, settled=True) as session:
                    rss, pss = session.memory()
                    self.add(f"rss {name}", rss / 1e6)
                    self.add(f"pss {name}", pss / 1e6)
        with self.session() as session:
            session.run("40 + 2")
            self.add("first known", session.since_start())

    def cells(self):
        """New cells, each beside a direct call; then the same cells, now known, in a new session; then new ones at once."""
        plain, polars = [new(code) for code in PLAIN], [new(code) for code in POLARS]
        with self.session(settled=True) as session:
            folder = Folder(session, self.temporary)
            for number, cell in enumerate(plain + polars):
                self.add(f"cell {number}", session.run(cell)[0])
                session.quiet()
                self.add(f"rustc {number}", self.rustc.time(*folder.newest()))
            self.add("empty", self.rustc.time(self.empty, library=True))
        with self.session(settled=True) as session:
            for number, cell in enumerate(plain + polars):
                self.add(f"known {number}", session.run(cell)[0])
        with self.session(settled=True) as session:
            self.add("at once", sum(session.run(new(code))[0] for code in PLAIN))
        if self.evcxr:
            with self.session(self.evcxr, settled=True) as session:
                for number, code in enumerate(PLAIN):
                    self.add(f"evcxr {number}", session.run(new(code))[0])

    def new_variable(self):
        """A cell that uses what the cell before has bound, at once and after a pause."""
        with self.session(settled=True) as session:
            folder = Folder(session, self.temporary)
            for pause in [False, True] * (1 if self.quick else 3):
                session.run(new("let v = vec![1u32 §, 2, 3];"))
                if pause:
                    session.quiet()
                seconds, _ = session.run(new("v.len(§)"))
                self.add("used after a pause" if pause else "used at once", seconds)
                session.quiet()
                folder.newest()
                if not pause:
                    self.add("probe", self.rustc.time(folder.probe(), types=True))

    def long_session(self):
        """A session in which each cell defines something; some cells are timed, each beside a direct call and a check."""
        stages = (1, 20) if self.quick else (1, 50, 200)
        with self.session(settled=True) as session:
            folder = Folder(session, self.temporary)
            timed = {stage + offset: stage for stage in stages for offset in range(3)}
            for number in range(1, max(timed) + 1):
                code = f"fn f{number}(x: u64) -> u64 {{ x.wrapping_mul({number}) ^ x § }}\nf{number}(1 §)"
                seconds, _ = session.run(new(code))
                if stage := timed.get(number):
                    source, library = folder.newest()
                    self.add(f"cell {stage} of many", seconds)
                    self.add(f"rustc {stage} of many", self.rustc.time(source, library))
                    self.add(f"check {stage} of many", self.rustc.time(source))
        self.stages = stages

    def crash(self):
        """From sending a cell that ends its process, which has been compiled before, to the result of the next."""
        for name, cell in (("crash", new("40 § + 4")), ("crash known", "40 + 4")):
            with self.session(settled=True) as session:
                begin = time.perf_counter()
                session.run("std::process::abort()", expect="error")
                session.run(cell)
                self.add(name, time.perf_counter() - begin)
                if name == "crash":
                    Folder(session, self.temporary).newest()

    def labs(self):
        """All labs, as nobody has compiled them, and once more."""
        notebooks = self.temporary / "notebooks"
        shutil.rmtree(notebooks, ignore_errors=True)
        shutil.copytree(REPOSITORY / "notebooks", notebooks, ignore=shutil.ignore_patterns(".*", "en"))
        for path in notebooks.rglob("*.ipynb"):
            notebook = json.loads(path.read_text(encoding="utf-8"))
            for cell in notebook["cells"]:
                text = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
                if cell["cell_type"] == "code" and text.strip():
                    # A definition behind the cell's code would take its value away; one before it does not.
                    lines = text.split("\n")
                    head = next((at for at, part in enumerate(lines) if part.strip() and not part.startswith(":")), len(lines))
                    cell["source"] = "\n".join([*lines[:head], f"const _: () = {{ {comment()} }};", *lines[head:]])
            path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
        for name in ("labs cold", "labs warm"):
            self.add(name, self.command("run", notebooks, "--out", self.temporary / "pages"))

    def compile_loop(self, name, code, *checks):
        source, program = self.temporary / f"{name}.rs", self.temporary / "-".join(["loop", name, *checks])
        source.write_text(f"fn main() {{ {code} }}\n", encoding="utf-8")
        subprocess.run([self.rustc.arguments[0], "-O", *checks, "--edition=2024", source, "-o", program], check=True)
        return program

    def user_loops(self):
        for name, code in LOOPS.items():
            with self.session() as session:
                mine = session.run(code)[1].split()
            self.add(f"loop {name}", int(mine[0]) / 1e9)
            for checks, program in zip(CHECKS, self.loops[name]):
                theirs = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
                if mine[1] != theirs[1]:
                    raise SystemExit(f"{name}: the cell says {mine[1]}, the program {theirs[1]}")
                self.add(f"program {name} {checks}", int(theirs[0]) / 1e9)

    def run(self, repeats, progress):
        for repeat in range(repeats):
            measures = [self.start, self.cells, self.new_variable, self.crash, self.user_loops]
            if repeat < 2:  # These take longer than all others together.
                measures += [self.long_session, self.labs]
            for measure in measures:
                progress(f"repeat {repeat + 1} of {repeats}: {measure.__name__.replace('_', ' ')}")
                measure()
        progress("")

    def lines(self):
        s = self.samples
        yield line("start → kernel_info", s["info agon"], "ipykernel", s["info ipykernel"], at_most=0.15)
        yield line("start → first result", s["first agon"], "ipykernel", s["first ipykernel"], at_most=0.5, ratio_at_most=0.5)
        if self.evcxr:
            yield line("start → kernel_info", s["info agon"], "evcxr", s["info evcxr"])
            yield line("start → first result", s["first agon"], "evcxr", s["first evcxr"])
        yield line("start → first result, known cell", s["first known"])
        plain = range(len(PLAIN))
        polars = range(len(PLAIN), len(PLAIN) + len(POLARS))
        yield from self.beside_rustc("new cell", PLAIN, plain, 1.3)
        cells = self.medians("cell", plain)
        yield line("new cell, median of cells", [median(cells)], "rustc, empty cell", [median(s["empty"])])
        if self.evcxr:
            theirs = self.medians("evcxr", plain)
            yield line("new cell, median of cells", cells, "evcxr", theirs, ratio_at_most=0.25)
        yield line("new cells one at once after the other, mean", [total / len(PLAIN) for total in s["at once"]])
        at_once, rested = s["used at once"], s["used after a pause"]
        extra = [a - b for a, b in zip(at_once, rested)]
        yield line("new variable used at once: extra wait", extra, "the question of its type", s["probe"], ratio_at_most=1.1)
        yield from self.beside_rustc("polars cell", POLARS, polars, 1.5)
        known = self.medians("known", range(len(PLAIN) + len(POLARS)))
        yield line("known cell in a new session, median of cells", known, at_most=0.02)
        yield line("known cell in a new session, slowest", [max(known)])
        yield line("memory before the first cell, RSS", s["rss agon"], "ipykernel", s["rss ipykernel"], at_most=150, unit="MB")
        yield line("memory before the first cell, PSS", s["pss agon"], "ipykernel", s["pss ipykernel"], unit="MB")
        for stage in self.stages:
            name = f"{stage} of many"
            yield line(f"cell {name}", s[f"cell {name}"], "rustc", s[f"rustc {name}"], ratio_at_most=1.3)
        first, last = self.stages[0], self.stages[-1]
        growth, check = (
            [b - a for a, b in zip(s[f"{what} {first} of many"], s[f"{what} {last} of many"])] for what in ("cell", "check")
        )
        grown = line(f"growth from cell {first} to cell {last}", growth, "check of the items", check)
        # Differences of times have the noise of both; a twentieth of a cell is not growth.
        room = median(s[f"cell {first} of many"]) / 20
        grown.goal, grown.met = "≤ check + 5 % of a cell", median(growth) <= median(check) + room
        yield grown
        yield line("restart → first result", s["restart agon"], "ipykernel", s["restart ipykernel"], at_most=0.3)
        yield line("restart → first result, known cell", s["restart known"])
        yield line("crash → next result", s["crash"], at_most=0.3)
        yield line("crash → next result, known cell", s["crash known"])
        yield line("all labs, warm", s["labs warm"], at_most=10)
        yield line("all labs, cold", s["labs cold"])
        for name in LOOPS:
            for checks in CHECKS:
                peer = "rustc -O, overflow checked" if checks else "rustc -O"
                theirs = s[f"program {name} {checks}"]
                yield line(f"loop in a cell: {name}", s[f"loop {name}"], peer, theirs, ratio_at_most=1.1)

    def medians(self, name, numbers):
        return [median(self.samples[f"{name} {number}"]) for number in numbers]

    def beside_rustc(self, what, codes, numbers, goal):
        ratios = []
        for code, number in zip(codes, numbers):
            text = " ".join(code.replace("§", "").split())
            text = text if len(text) <= 34 else text[:33] + "…"
            each = line(f"  {text}", self.samples[f"cell {number}"], "rustc", self.samples[f"rustc {number}"])
            ratios.append(each.ratio)
            yield each
        all = line(f"{what}, median of cells", self.medians("cell", numbers), "rustc", self.medians("rustc", numbers), ratio_at_most=goal)
        all.ratio, all.met = median(ratios), median(ratios) <= goal
        yield all


def circumstances(bench, repeats):
    version = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout.strip()
    import ipykernel

    return {
        "agon": version(bench.program, "--version"),
        "rustc": version(bench.rustc.arguments[0], "--version"),
        "python": sys.version.split()[0],
        "ipykernel": ipykernel.__version__,
        "evcxr_jupyter": version(bench.evcxr[0], "--version") if bench.evcxr else None,
        "processors": psutil.cpu_count(),
        "load before": round(os.getloadavg()[0], 2),
        "repeats": repeats,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one repeat, and a shorter long session")
    parser.add_argument("--json", action="store_true", help="all samples, for machines")
    parser.add_argument("--repeats", type=int, help="5 if it is not said")
    parser.add_argument("--agon", type=Path, default=REPOSITORY / "target/release/agon", help="the program")
    arguments = parser.parse_args()
    repeats = arguments.repeats or (1 if arguments.quick else 5)
    if not arguments.agon.exists():
        raise SystemExit(f"{arguments.agon} is missing: cargo build --release, or name the program with --agon")

    def progress(text):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        (Path(temporary) / "runtime").mkdir()
        progress("preparing")
        bench = Bench(arguments.agon.resolve(), Path(temporary), arguments.quick)
        about = circumstances(bench, repeats)
        bench.run(repeats, progress)
        lines = list(bench.lines())
    if arguments.json:
        print(json.dumps({"circumstances": about, "lines": [line.json() for line in lines]}, ensure_ascii=False, indent=1))
        return
    print(", ".join(f"{name} {value}" for name, value in about.items() if value is not None))
    if about["load before"] > 0.75 * about["processors"]:
        print("The machine is busy with other things: believe the ratios more than the times.")
    print("Times are medians of the repeats, in brackets the extremes; a ratio is the median of the repeats' ratios.\n")
    print(table(lines))
    missed = sum(line.met is False for line in lines)
    print(f"\n{missed} of {sum(line.met is not None for line in lines)} goals missed.")


if __name__ == "__main__":
    main()
