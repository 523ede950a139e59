"""Stopping a cell: it ends, and what the reader has built up stays."""

import time

from frontend import ANSWER

SLEEP = "std::thread::sleep(std::time::Duration::from_secs(600));"


def test_an_endless_loop_ends_and_variables_stay(kernel):
    kernel.run("let kept = vec![3, 4, 5];\nlet mut steps = 0u64;")
    request = kernel.send('println!("running"); loop { steps += 1; }')
    kernel.wait_for_text(request, "running")
    child = kernel.child()
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"], len(cell.errors)) == ("error", "Interrupted", 1)
    assert kernel.run("(&kept, steps > 0)").result == "([3, 4, 5], true)"
    assert kernel.child() == child


def test_while_and_for_loops_and_functions_of_earlier_cells_end_too(kernel):
    kernel.run('fn search() -> u64 {\n    println!("searching");\n    let mut n = 0u64;\n    while n < u64::MAX { n = std::hint::black_box(n); }\n    n\n}')
    request = kernel.send("for _ in 0..3 { search(); }")
    kernel.wait_for_text(request, "searching")
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Interrupted")
    assert cell.stdout == "searching\n"


def test_a_long_computation_of_the_library_ends(kernel):
    request = kernel.send('println!("running");\nagon::OctalGame::kayles().grundy_sequence(50_000_000).len()')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    assert kernel.run("kept.len()").result == "3"


def test_an_interrupt_while_the_cell_compiles(kernel):
    # Some seconds for the compiler: a thousand generic functions, each of them used.
    functions = "\n".join(f"fn f{n}<T: std::fmt::Debug + Clone>(t: &[T]) -> String {{ format!(\"{{:?}}\", t.to_vec()) }}" for n in range(1500))
    calls = "+".join(f"f{n}(&[{n}]).len() + f{n}(&[\"{n}\"]).len()" for n in range(1500))
    request = kernel.send(functions + f"\nprintln!(\"compiled {{}}\", {calls});")
    kernel.wait_for(request, lambda message: message["msg_type"] == "execute_input")
    time.sleep(2)
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"], cell.stdout) == ("error", "Interrupted", "")
    assert kernel.run("kept").result == "[3, 4, 5]"


def test_a_cell_that_sleeps_wakes_up_and_keeps_its_variables(kernel):
    kernel.run("let rested = 7;")
    child = kernel.child()
    for code in [f'println!("running"); {SLEEP}', f'fn nap() {{ {SLEEP} }}\nprintln!("running");\nnap();\nprintln!("awake");']:
        request = kernel.send(code)
        kernel.wait_for_text(request, "running")
        kernel.interrupt()
        cell = kernel.finish(request)
        assert (cell.status, cell.reply["ename"], cell.stdout) == ("error", "Interrupted", "running\n")
    assert kernel.run("rested").result == "7"
    assert kernel.child() == child
    begin = time.monotonic()
    assert kernel.run("std::thread::sleep(std::time::Duration::from_millis(1200));").status == "ok"
    assert time.monotonic() - begin > 1.2


def test_a_second_interrupt_ends_a_cell_that_waits_and_names_what_was_lost(kernel):
    kernel.run("let lost = 7;\nlet (_keep_open, never) = std::sync::mpsc::channel::<u8>();")
    request = kernel.send('println!("running"); let _ = never.recv();')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    time.sleep(1)
    assert not any(message["msg_type"] == "error" for message in kernel.of(request))
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Interrupted")
    assert "lost" in cell.reply["evalue"]
    assert kernel.run("1 + 1").result == "2"
    assert kernel.run("lost").status == "error"
    assert kernel.run("search as fn() -> u64;").status == "ok"


def test_a_chain_of_iterators_says_what_a_second_interrupt_does_and_does_it(kernel):
    kernel.run("let in_danger = 7;")
    request = kernel.send('println!("running"); (0..u64::MAX).map(std::hint::black_box).filter(|n| n % 3 == 0).sum::<u64>()')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    kernel.wait_for_text(request, "A second interrupt ends its process")
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Interrupted")
    assert "in_danger" in cell.reply["evalue"]
    assert cell.stderr.count("second interrupt") == 1
    assert kernel.run("search as fn() -> u64;").status == "ok"
    # A short cell says nothing of it.
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    assert kernel.finish(request).stderr == ""


def test_a_recursion_without_a_loop_ends_at_once_and_variables_stay(kernel):
    kernel.run("let kept = 7;\nfn fib(n: u64) -> u64 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }")
    request = kernel.send('println!("running"); fib(90)')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"], cell.stderr) == ("error", "Interrupted", "")
    assert kernel.run("kept").result == "7"


def test_an_interrupt_without_a_cell_does_nothing(kernel):
    kernel.run("let still = 1;")
    kernel.interrupt()
    kernel.interrupt()
    cell = kernel.run("for _ in 0..10 {}\nstill + 1")
    assert (cell.status, cell.result) == ("ok", "2")


def test_jupyter_interrupts_by_message_and_control_answers_while_a_cell_runs(kernel):
    request = kernel.send('println!("running"); loop {}')
    kernel.wait_for_text(request, "running")
    begin = time.monotonic()
    assert kernel.control("kernel_info_request")["status"] == "ok"
    assert time.monotonic() - begin < 10
    kernel.manager.interrupt_kernel()
    assert kernel.finish(request).reply["ename"] == "Interrupted"


def test_cells_that_wait_behind_an_interrupted_one_are_given_up(kernel):
    request = kernel.send('println!("running"); loop {}')
    waiting = kernel.send("1 + 1")
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    assert kernel.reply(waiting, ANSWER)["content"]["status"] == "error"
