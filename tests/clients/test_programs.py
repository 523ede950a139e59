"""Programs that cells start: an interrupt reaches them as Ctrl-C does, and none outlives the process of its cell."""

import os
import signal
import time

import pytest
from frontend import ANSWER, Kernel, is_alive

SLEEPER = 'std::process::Command::new("sleep").arg("600").spawn()?'


def start(kernel):
    """Starts a program from a cell; its number."""
    return int(kernel.run(f"let sleeper = {SLEEPER};\nsleeper.id()").result)


def wait_for_end(process):
    deadline = time.monotonic() + ANSWER
    while is_alive(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(process)


def test_an_interrupt_reaches_the_program_that_a_cell_waits_for(kernel):
    kernel.run("let kept = vec![3, 4, 5];")
    child = None
    request = kernel.send(f'let mut sleeper = {SLEEPER};\nprintln!("running");\nlet ended = sleeper.wait()?;\nprintln!("{{ended}}");')
    kernel.wait_for_text(request, "running")
    child = kernel.child()
    kernel.interrupt()
    cell = kernel.finish(request)
    assert (cell.status, cell.reply["ename"]) == ("error", "Interrupted"), cell
    assert kernel.run("kept").result == "[3, 4, 5]"
    assert kernel.child() == child
    # In the next cell, programs take their time again.
    assert kernel.run('std::process::Command::new("sleep").arg("0.2").status()?.success()').result == "true"


def end_by_shutdown(kernel):
    kernel.manager.shutdown_kernel()


def end_by_kill(kernel):
    os.kill(kernel.process, signal.SIGKILL)


def end_by_restart(kernel):
    kernel.manager.restart_kernel()
    kernel.connect()


def end_by_directive(kernel):
    kernel.run(":restart")


def end_by_crash(kernel):
    assert kernel.run("std::process::abort();").reply["ename"] == "Crashed"


def end_by_second_interrupt(kernel):
    request = kernel.send('println!("running"); let (_open, never) = std::sync::mpsc::channel::<u8>(); let _ = never.recv();')
    kernel.wait_for_text(request, "running")
    kernel.interrupt()
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"


@pytest.mark.parametrize("end", [end_by_shutdown, end_by_kill, end_by_restart, end_by_directive, end_by_crash, end_by_second_interrupt])
def test_no_program_outlives_the_process_of_its_cell(fresh_kernel, end):
    program = start(fresh_kernel)
    assert is_alive(program)
    end(fresh_kernel)
    wait_for_end(program)


def test_a_process_that_has_become_another_program_ends_at_the_second_interrupt(fresh_kernel):
    fresh_kernel.run("1")
    process = fresh_kernel.child()
    request = fresh_kernel.send('println!("running"); std::os::unix::process::CommandExt::exec(std::process::Command::new("sleep").arg("600"))')
    fresh_kernel.wait_for_text(request, "running")
    time.sleep(0.5)
    fresh_kernel.interrupt()
    fresh_kernel.interrupt()
    assert fresh_kernel.finish(request).status == "error"
    wait_for_end(process)
    assert fresh_kernel.run("1 + 1").result == "2"


def test_what_a_process_prints_before_it_becomes_another_program_is_not_lost(fresh_kernel):
    become = 'std::os::unix::process::CommandExt::exec(&mut std::process::Command::new("true"))'
    for text in map(str, range(50)):
        cell = fresh_kernel.run(f'for _ in 0..100 {{ println!("{text}"); eprintln!("{text}"); }}\n{become}')
        assert cell.stdout.split() == [text] * 100
        assert cell.stderr.split() == [text] * 100


def test_a_program_that_is_not_there_leaves_the_process_as_it_is(fresh_kernel):
    fresh_kernel.run("let kept = 5;")
    become = 'println!("before"); std::os::unix::process::CommandExt::exec(&mut std::process::Command::new("/no/program")).kind()'
    cell = fresh_kernel.run(become)
    assert (cell.stdout, cell.result) == ("before\n", "NotFound")
    assert fresh_kernel.run('println!("after"); kept').stdout == "after\n"


def test_a_program_in_a_session_of_its_own_goes_on(fresh_kernel):
    program = int(fresh_kernel.run('std::process::Command::new("setsid").args(["sleep", "600"]).spawn()?.id()').result)
    fresh_kernel.manager.shutdown_kernel()
    time.sleep(1)
    assert is_alive(program)
    os.kill(program, signal.SIGKILL)


# What keeps the process of the cells busy while its kernel is killed or asked to end.
BUSY = {
    "a loop": "loop {}",
    "a flood": 'loop { println!("flood"); }',
    "a flood of threads": 'for _ in 0..4 { std::thread::spawn(|| loop { println!("flood"); }); }\nloop {}',
    "waiting": "let (_open, never) = std::sync::mpsc::channel::<u8>(); let _ = never.recv();",
    "a destructor": "struct Slow; impl Drop for Slow { fn drop(&mut self) { loop {} } }\nlet _slow = Slow;\nloop {}",
    "a handler at exit": 'extern "C" fn never() { loop {} }\nunsafe extern "C" { fn atexit(f: extern "C" fn()) -> i32; }\nunsafe { atexit(never); }\nloop {}',
}


@pytest.mark.parametrize("end", [end_by_shutdown, end_by_kill])
@pytest.mark.parametrize("code", BUSY.values(), ids=BUSY.keys())
def test_a_busy_process_ends_with_its_kernel(engine, code, end):
    kernel = Kernel(*engine)
    request = kernel.send('println!("running");\n' + code)
    kernel.wait_for_text(request, "running")
    process, child = kernel.process, kernel.child()
    end(kernel)
    wait_for_end(process)
    wait_for_end(child)
    kernel.stop()
