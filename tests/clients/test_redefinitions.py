"""Readers change one cell at a time: what earlier cells say meanwhile is set aside, told of, and back when it fits again."""

import random
import re
import uuid
from pathlib import Path

import pytest
from frontend import Kernel

# A small notebook, each cell as it was first and as it is later. Nothing of the one fits the other.
NOTEBOOK = [
    (
        "#[derive(Debug, Clone, PartialEq)]\nstruct Piece { kind: Kind, weight: u32 }",
        "#[derive(Debug, Clone, PartialEq)]\nstruct Piece { kind: Kind, weights: [u32; 2], colour: char }",
    ),
    (
        "#[derive(Debug, Clone, Copy, PartialEq)]\nenum Kind { Pawn, Knight }\nuse Kind::*;",
        "#[derive(Debug, Clone, Copy, PartialEq)]\nenum Kind { Pawn, Knight, Queen(u32) }\nuse Kind::*;",
    ),
    ("trait Value { fn value(&self) -> u32; }", "trait Value { fn value(&self) -> u64; fn label(&self) -> String; }"),
    (
        "impl Value for Kind { fn value(&self) -> u32 { match self { Kind::Pawn => 1, Kind::Knight => 3 } } }",
        'impl Value for Kind {\n    fn value(&self) -> u64 { match self { Kind::Pawn => 1, Kind::Knight => 3, Kind::Queen(n) => 9 + *n as u64 } }\n    fn label(&self) -> String { format!("{self:?}") }\n}',
    ),
    (
        "impl Value for Piece { fn value(&self) -> u32 { self.kind.value() * self.weight } }",
        'impl Value for Piece {\n    fn value(&self) -> u64 { self.kind.value() * self.weights.iter().sum::<u32>() as u64 }\n    fn label(&self) -> String { format!("{}{}", self.colour, self.kind.label()) }\n}',
    ),
    (
        "impl Piece { fn new(kind: Kind) -> Piece { Piece { kind, weight: 1 } } }",
        "impl Piece { fn new(kind: Kind, colour: char) -> Piece { Piece { kind, weights: [1, 1], colour } } }",
    ),
    (
        "fn total<T: Value>(all: &[T]) -> u32 { all.iter().map(|one| one.value()).sum() }",
        "fn total<T>(all: &[T], bonus: u64) -> u64 where T: Value { all.iter().map(|one| one.value()).sum::<u64>() + bonus }",
    ),
    (
        "struct Board<T> { pieces: Vec<T> }\nimpl<T: Value> Board<T> { fn total(&self) -> u32 { total(&self.pieces) } }",
        "struct Board<T, const N: usize> { pieces: [T; N] }\nimpl<T: Value, const N: usize> Board<T, N> { fn total(&self) -> u64 { total(&self.pieces, 100) } }",
    ),
    (
        "let board = Board { pieces: vec![Piece::new(Pawn), Piece::new(Knight)] };\nlet pawn = Piece::new(Pawn);",
        "let board = Board { pieces: [Piece::new(Kind::Queen(1), 'w'), Piece::new(Knight, 'b')] };\nlet pawn = Piece::new(Pawn, 'w');",
    ),
    ("(board.total(), pawn.clone())", "(board.total(), pawn.label(), pawn.clone())"),
]
RESULTS = [
    "(4, Piece { kind: Pawn, weight: 1 })",
    '(126, "wPawn", Piece { kind: Pawn, weights: [1, 1], colour: \'w\' })',
]
# What is between the reader's code and the compiler.
INTERNAL = re.compile(r"agon_\d+_|/\*@|__agon|agon_cell|agon_prelude|\.rs:\d|E0463")


def said(cell):
    report = "" if cell.status == "ok" else cell.reply["evalue"] + "\n" + cell.traceback
    return re.sub(r"\x1b\[[0-9;]*m", "", cell.stderr + "\n" + report)


def variables(kernel):
    listing = kernel.run(":vars").result or ""
    return {line.split(":")[0] for line in listing.splitlines()}


def run(kernel, code):
    """Runs a cell; whatever it says is for readers, and names each variable that is gone after it."""
    before = variables(kernel)
    cell = kernel.run(code)
    assert cell.status == "ok" or cell.reply["ename"] == "CompileError", (code, cell)
    assert not INTERNAL.search(said(cell)), (code, said(cell))
    for name in before - variables(kernel):
        assert re.search(rf"\b{name}\b", said(cell)), (code, name, said(cell))
    return cell


@pytest.mark.parametrize("seed", range(10))
def test_a_storm_of_edits(fresh_kernel, seed):
    dice = random.Random(seed)
    for cells, result in zip(zip(*NOTEBOOK), RESULTS):
        cells = list(enumerate(cells))
        if seed > 0:
            # Each cell is edited and run by itself, in some order.
            edits = cells.copy()
            dice.shuffle(edits)
            for _, code in edits:
                run(fresh_kernel, code)
        # The notebook as it stands now, from top to bottom; twice, because only at its end does everything fit.
        for _ in range(2):
            for _, code in cells:
                cell = run(fresh_kernel, code)
        assert (cell.status, cell.result) == ("ok", result), cell


def test_a_struct_whose_impl_stands_in_another_cell(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("#[derive(Debug)]\nstruct Point { x: f64, y: f64 }")
    kernel.run("impl Point { fn norm(&self) -> f64 { self.x.hypot(self.y) } }")
    kernel.run("fn double(point: &Point) -> f64 { 2.0 * point.norm() }")
    assert kernel.run("double(&Point { x: 3.0, y: 4.0 })").result == "10.0"
    number = kernel.run("1;").reply["execution_count"]
    cell = kernel.run("#[derive(Debug)]\nstruct Point { a: f64, b: f64 }")
    assert cell.status == "ok"
    assert re.search(r"`Point` has changed.*\n  `impl Point` \(cell \[2\]\): no field `x` on type `&Point`", cell.stderr), cell.stderr
    # What uses the method does not compile either.
    assert "`double` (cell [3])" in cell.stderr
    # A use says what to do.
    cell = kernel.run("Point { a: 3.0, b: 4.0 }.norm()")
    assert f"`impl Point` of cell [2] no longer compiles since `Point` changed in cell [{number + 1}]: run cell [2] again" in cell.traceback
    # Run again, changed, it brings back what depends on it.
    cell = kernel.run("impl Point { fn norm(&self) -> f64 { self.a.hypot(self.b) } }")
    assert "is back: `double` (cell [3])" in cell.stderr
    assert kernel.run("double(&Point { a: 3.0, b: 4.0 })").result == "10.0"
    # The old struct again is no trap either.
    assert kernel.run("#[derive(Debug)]\nstruct Point { x: f64, y: f64 }").status == "ok"
    kernel.run("impl Point { fn norm(&self) -> f64 { self.x.hypot(self.y) } }")
    assert kernel.run("double(&Point { x: 3.0, y: 4.0 })").result == "10.0"


def test_the_old_definition_brings_back_what_fits_it(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("struct Heap(u32);")
    kernel.run("impl Heap { fn size(&self) -> u32 { self.0 } }\nfn sum(all: &[Heap]) -> u32 { all.iter().map(Heap::size).sum() }")
    cell = kernel.run("struct Heap { size: u32 }")
    assert "`impl Heap`" in cell.stderr
    cell = kernel.run("struct Heap(u32);")
    assert "is back: `impl Heap` (cell [2])" in cell.stderr and "`sum` (cell [2])" in cell.stderr, cell.stderr
    assert kernel.run("sum(&[Heap(40), Heap(2)])").result == "42"


def test_errors_of_the_cell_itself_are_shown_alone_and_change_nothing(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("struct Heap(u32);")
    kernel.run("fn size(heap: &Heap) -> u32 { heap.0 }")
    kernel.run("let heap = Heap(7);")
    cell = kernel.run("struct Heap { size: u32 }\nlet wrong: u8 = true;")
    assert (cell.status, cell.stderr) == ("error", "") and "mismatched types" in cell.reply["evalue"]
    assert "more)" not in cell.reply["evalue"] and "no field" not in cell.traceback
    assert kernel.run("size(&heap)").result == "7"
    cell = kernel.run("struct Heap { size: u32 }\nsize(&Heap { size: 3 })")
    assert cell.status == "error" and "`size` of cell [2] does not compile with what this cell defines" in cell.traceback
    assert kernel.run("size(&heap)").result == "7"


def test_what_is_set_aside_is_named_only_where_it_is_missed(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("struct Heap(u32);\nfn value(heap: &Heap) -> u32 { heap.0 }\nfn first(heap: &Heap) -> u32 { heap.0 }")
    assert "`value`" in kernel.run("struct Heap { size: u32 }").stderr
    cell = kernel.run("let total: u32 = totl + 1; // the first value")
    assert cell.status == "error" and "no longer compiles" not in cell.traceback, cell.traceback
    cell = kernel.run("value(&Heap { size: 1 })")
    assert "`value` of cell [1] no longer compiles" in cell.traceback and "`first`" not in cell.traceback


def test_a_cell_that_cannot_be_linked_leaves_no_word_behind(fresh_kernel):
    kernel = fresh_kernel
    kernel.run('unsafe extern "C" { fn nowhere_to_be_found(); }\nstruct Heap(u32);\nlet heap = Heap(7);')
    cell = kernel.run("struct Heap { size: u32 }\nlet moved = vec![1];\ndrop(moved);\nunsafe { nowhere_to_be_found() }")
    assert cell.reply["ename"] == "LinkError" and "/tmp" not in cell.traceback and cell.stderr == "", cell
    assert "moved in cell" not in kernel.run("moved.len()").traceback
    assert kernel.run("heap.0").result == "7"


def test_what_has_made_way_is_remembered(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("struct Heap<T>(T);\nimpl Heap<u8> { fn size(&self) -> u8 { self.0 } fn twice(&self) -> u8 { 2 * self.0 } }")
    cell = kernel.run("impl<T> Heap<T> { fn size(&self) -> usize { 1 } }")
    assert "takes the place of `impl Heap<u8>` (cell [1])" in cell.stderr
    cell = kernel.run("Heap(1u8).twice()")
    assert "`impl Heap<u8>` of cell [1] has made way for what cell [2] defines in its place" in cell.traceback


def test_what_a_cell_changes_is_told_while_it_runs(fresh_kernel):
    """A cell that computes for hours and says nothing tells at its beginning what it has set aside."""
    kernel = fresh_kernel
    kernel.run("struct Told(u8);\nlet told = Told(1);")
    request = kernel.send("struct Told(u64);\nstd::thread::sleep(std::time::Duration::from_secs(120));")
    kernel.wait_for_text(request, "variables of the old type are gone: told")
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"


def test_what_was_refused_once_is_not_compiled_again(agon, tmp_path):
    """Which definitions no longer compile, a new session knows from the cache."""
    (folder,) = [Path(line.split()[-1]) for line in agon("cache").stdout.splitlines() if line.startswith("compiled cells")]
    name = f"Refused{uuid.uuid4().hex}"
    cells = [
        f"struct {name} {{ a: u8 }}",
        f"impl {name} {{ fn one(&self) -> u8 {{ self.a }} }}\nfn two(of: &{name}) -> u8 {{ of.a }}",
        f"fn three(of: &{name}) -> u8 {{ of.one() }}",
        f"struct {name} {{ b: u8 }}\n{name} {{ b: 3 }}.b",
    ]

    def refused():
        return {file: file.stat().st_mtime_ns for file in folder.glob("*.refused") if name in file.read_text()}

    def run():
        kernel = Kernel()
        try:
            last = [kernel.run(cell) for cell in cells][-1]
            assert last.result == "3" and f"`impl {name}`" in last.stderr and "`two`" in last.stderr
        finally:
            kernel.stop()
        return refused()

    first = run()
    assert first and run() == first
