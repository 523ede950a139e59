"""Long notebooks and rough treatment: what holds for one cell holds for two hundred."""

import random
import time

from frontend import is_alive

CELLS = 200


def test_a_notebook_of_two_hundred_cells(fresh_kernel):
    kernel = fresh_kernel
    for n in range(CELLS):
        match n % 5:
            case 0:
                code, result = f"#[derive(Debug, Clone)]\nstruct Step{n} {{ at: usize }}\nlet step{n} = Step{n} {{ at: {n} }};", None
            case 1:
                code, result = f"fn after{n}(x: usize) -> usize {{ x + {n} }}\nlet mut sum{n} = after{n}(1);", None
            case 2:
                code, result = f"sum{n - 1} += step{n - 2}.at;\nsum{n - 1}", str(2 * n - 2)
            case 3:
                code, result = f"let copy{n} = step{n - 3}.clone();\n(copy{n}.at, step{n - 3}.at)", f"({n - 3}, {n - 3})"
            case _:
                # What the very first cells defined is still there.
                code, result = f"after1(step0.at) + sum1 + {n}", str(1 + 2 + n)
        cell = kernel.run(code)
        assert (cell.status, cell.result, cell.stderr) == ("ok", result, ""), (code, cell)
    assert kernel.run("step0.at + copy198.at").result == "195"


def test_a_storm_of_deaths(fresh_kernel):
    kernel = fresh_kernel
    assert kernel.run("fn survivor() -> u8 { 42 }").status == "ok"
    for n in range(12):
        assert kernel.run(f"let mortal{n} = {n};").status == "ok"
        child = kernel.child()
        request = kernel.send('println!("running"); loop {}')
        kernel.wait_for_text(request, "running")
        kernel.kill_child()
        cell = kernel.finish(request)
        assert (cell.status, cell.reply["ename"]) == ("error", "Crashed")
        assert f"mortal{n}" in cell.reply["evalue"]
        assert not is_alive(child)
        assert kernel.run("survivor()").result == "42"
        cell = kernel.run(f"mortal{n}")
        assert (cell.status, cell.reply["ename"]) == ("error", "CompileError")


def test_a_storm_of_interrupts(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("let mut steps = 0u64;\nlet kept = vec![1, 2, 3];")
    kernel.run("0")
    child = kernel.child()
    dice = random.Random(7)
    interrupted = 0
    for n in range(25):
        # A new variable each time, whose type is asked for while the storm goes on.
        request = kernel.send(f"let new{n} = vec![{n}u8; 3];\nprintln!(\"running\");\nfor _ in 0..400 {{ steps += 1; std::thread::sleep(std::time::Duration::from_millis(1)); }}")
        # While it compiles, or while it runs.
        if n % 2:
            kernel.wait_for_text(request, "running")
        time.sleep(dice.uniform(0, 0.2))
        kernel.interrupt()
        cell = kernel.finish(request)
        assert cell.status == "ok" or cell.reply["ename"] == "Interrupted", cell
        interrupted += cell.status == "error"
        cell = kernel.run("kept")
        assert cell.result == "[1, 2, 3]", cell
    assert interrupted >= 10
    assert kernel.run("steps > 0").result == "true"
    assert kernel.child() == child


def test_a_storm_of_redefinitions(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("#[derive(Debug, Clone)]\nstruct Still(u8);\nlet still = Still(7);")
    fields = ["u8", "String", "Vec<u64>", "[u16; 9]", "Option<Box<u8>>"]
    for n in range(20):
        ty = fields[n % len(fields)]
        cell = kernel.run(f"#[derive(Debug, Clone, Default)]\nstruct Shape {{ before: u8, field: {ty} }}\nimpl Shape {{ fn number(&self) -> usize {{ {n} }} }}")
        assert cell.status == "ok", cell
        gone = "variables of the old type are gone: shape, shapes\n"
        assert cell.stderr.endswith(gone) == (n > 0) and "still" not in cell.stderr, cell
        cell = kernel.run("let shape = Shape::default();\nlet shapes = vec![Some(shape.clone())];\nshape.number()")
        assert cell.result == str(n), cell
        # The same again changes nothing.
        kernel.run(f"#[derive(Debug, Clone, Default)]\nstruct Shape {{\n    before: u8,\n    field: {ty},\n}}")
        assert kernel.run("(shape.before, shapes.len(), still.0)").result == "(0, 1, 7)"
