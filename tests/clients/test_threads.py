"""Threads that go on when their cell has ended: what they say belongs to that cell."""

import pytest
from frontend import Kernel


@pytest.fixture(scope="module", params=["native", "evcxr"])
def kernel(request):
    kernel = Kernel("--engine", request.param)
    yield kernel
    kernel.stop()


# A thread that says something each time it is told to.
TALKER = (
    "let (tell_{0}, told) = std::sync::mpsc::channel::<String>();\n"
    "std::thread::spawn(move || for word in told {{ {1} }});"
)


def say(kernel, name, word):
    """Tells the thread of an earlier cell to speak, from a cell of its own."""
    return kernel.run(f'tell_{name}.send("{word}".to_string()).unwrap();')


def texts(kernel, request, stream="stdout"):
    return "".join(
        message["content"]["text"] for message in kernel.of(request) if message["msg_type"] == "stream" and message["content"]["name"] == stream
    )


def test_what_a_thread_prints_later_belongs_to_the_cell_that_started_it(kernel):
    one = kernel.send(TALKER.format("one", 'println!("one {word}");'))
    assert kernel.finish(one).status == "ok"
    two = kernel.send(TALKER.format("two", 'println!("two {word}"); eprintln!("too");'))
    assert kernel.finish(two).status == "ok"
    for n in range(3):
        cell = say(kernel, "one", n)
        kernel.wait_for_text(one, f"one {n}\n")
        assert cell.stdout == ""
        say(kernel, "two", n)
        kernel.wait_for_text(two, f"two {n}\n")
    kernel.wait_for(two, lambda message: texts(kernel, two, "stderr").count("too") == 3)
    assert texts(kernel, one) == "one 0\none 1\none 2\n"
    assert texts(kernel, two) == "two 0\ntwo 1\ntwo 2\n"


def test_also_while_another_cell_runs(kernel):
    slow = kernel.send(TALKER.format("slow", 'println!("{word}");'))
    assert kernel.finish(slow).status == "ok"
    # Told by the other cell itself, the thread speaks while that runs, however long it took to compile.
    other = kernel.send(
        'println!("mine");\ntell_slow.send("late".to_string()).unwrap();\nlet begin = std::time::Instant::now();\n'
        'while begin.elapsed().as_secs() < 3 { println!("mine"); std::thread::sleep(std::time::Duration::from_millis(50)); }'
    )
    kernel.wait_for_text(slow, "late")
    assert not any(message["content"].get("execution_state") == "idle" for message in kernel.of(other))
    cell = kernel.finish(other)
    assert set(cell.stdout.split()) == {"mine"}
    assert texts(kernel, slow) == "late\n"


def test_without_any_further_cell(kernel):
    request = kernel.send('std::thread::spawn(|| for n in 0..5 { std::thread::sleep(std::time::Duration::from_millis(400)); println!("tick {n}"); });')
    kernel.finish(request)
    kernel.wait_for_text(request, "tick 4")
    assert texts(kernel, request) == "".join(f"tick {n}\n" for n in range(5))


def test_displays_and_panics_of_threads_too(kernel):
    request = kernel.send(TALKER.format("shows", 'agon::display("text/html", format!("<b>{word}</b>")); if word == "panic" { panic!("elsewhere"); }'))
    kernel.finish(request)
    say(kernel, "shows", "first")
    say(kernel, "shows", "panic")
    kernel.wait_for(request, lambda message: "elsewhere" in message["content"].get("text", ""))
    shown = [message["content"]["data"]["text/html"] for message in kernel.of(request) if message["msg_type"] == "display_data"]
    assert shown == ["<b>first</b>", "<b>panic</b>"]


def test_threads_of_threads_belong_to_the_same_cell(kernel):
    request = kernel.send(TALKER.format("nested", 'std::thread::spawn(move || println!("grandchild {word}"));'))
    kernel.finish(request)
    cell = say(kernel, "nested", "here")
    kernel.wait_for_text(request, "grandchild here")
    assert cell.stdout == ""


def test_what_a_cell_waits_for_is_its_own(kernel):
    cell = kernel.run('std::thread::spawn(|| println!("inside")).join().unwrap();\nstd::thread::scope(|scope| { scope.spawn(|| println!("scoped")); });')
    assert cell.stdout == "inside\nscoped\n"


def test_a_late_flood_is_cut_and_leaves_the_kernel_alone(kernel):
    request = kernel.send('std::thread::spawn(|| { std::thread::sleep(std::time::Duration::from_millis(500)); for n in 0..200_000 { println!("line {n}"); } });')
    kernel.finish(request)
    kernel.wait_for(request, lambda message: "prints very much" in message["content"].get("text", ""))
    assert kernel.run("6 * 7").result == "42"
    assert len(texts(kernel, request)) < 2 << 20


def test_pools_of_libraries_work_for_the_cell_that_runs():
    kernel = Kernel()
    first = kernel.send('agon::tokio::spawn(async { println!("first"); }).await?;')
    assert kernel.finish(first).stdout == "first\n"
    # The runtime's threads were started by the first cell, and now they work for the second.
    assert kernel.run('agon::tokio::spawn(async { println!("second"); }).await?;').stdout == "second\n"
    assert texts(kernel, first) == "first\n"
    kernel.stop()
