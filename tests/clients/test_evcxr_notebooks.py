"""Cells as notebooks for evcxr_jupyter have them: they run unchanged. Where Agon differs on purpose, a test says how."""

import socket

import pytest


def test_a_tour(fresh_kernel):
    """What evcxr's own tour shows, in cells of our own, in one session."""
    kernel = fresh_kernel
    cell = kernel.run('println!("to the output");\neprintln!("to the errors");\nformat!("{} + {}", 1, "one")')
    assert (cell.stdout, cell.stderr, cell.result) == ("to the output\n", "to the errors\n", '"1 + one"')
    assert kernel.run('let mut text = String::from("three ");').status == "ok"
    kernel.run('text.push_str("heaps");')
    assert kernel.run("text").result == '"three heaps"'
    # A function, and the same function corrected.
    kernel.run("pub fn grundy(n: u32) -> u32 {\n    if n < 3 { 0 } else { n % 3 }\n}")
    assert kernel.run("(0..5).map(grundy).collect::<Vec<u32>>()").result == "[0, 0, 0, 0, 1]"
    kernel.run("pub fn grundy(n: u32) -> u32 {\n    n % 3\n}")
    assert kernel.run("let values = (0..5).map(grundy).collect::<Vec<u32>>();\nvalues").result == "[0, 1, 2, 0, 1]"
    # A thread that counts on while other cells run; `?` on a lock, whose error borrows.
    kernel.run(
        "use std::sync::{Arc, Mutex};\nlet counter = Arc::new(Mutex::new(0u32));\nstd::thread::spawn({\n    let counter = Arc::clone(&counter);\n"
        "    move || {\n        for _ in 0..10_000 {\n            *counter.lock().unwrap() += 1;\n"
        "            std::thread::sleep(std::time::Duration::from_millis(5));\n        }\n}});"
    )
    first = int(kernel.run("*counter.lock()?").result)
    kernel.run("while *counter.lock()? <= %d { std::thread::yield_now(); }" % (first + 3))
    assert int(kernel.run("*counter.lock()?").result) > first
    # A type with a picture of its own.
    kernel.run(
        "use std::fmt::Debug;\npub struct Board<T> {pub cells: Vec<T>, pub width: usize}\nimpl<T: Debug> Board<T> {\n    pub fn evcxr_display(&self) {\n"
        '        let mut html = String::from("<table>");\n        for row in self.cells.chunks(self.width) {\n            html.push_str("<tr>");\n'
        '            for cell in row { html.push_str(&format!("<td>{:?}</td>", cell)); }\n            html.push_str("</tr>");\n        }\n'
        '        html.push_str("</table>");\n        println!("EVCXR_BEGIN_CONTENT text/html\\n{}\\nEVCXR_END_CONTENT", html);\n    }\n}'
    )
    cell = kernel.run("let board = Board {cells: vec![1, 2, 3, 4], width: 2};\nboard")
    assert cell.shown == [{"text/html": "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"}]
    assert cell.stdout == ""
    # Several kinds of one value, and text around them.
    cell = kernel.run(
        'println!("before");\nprintln!("EVCXR_BEGIN_CONTENT text/plain\\nplain\\nEVCXR_END_CONTENT");\n'
        'println!("EVCXR_BEGIN_CONTENT text/html\\n<i>rich</i>\\nEVCXR_END_CONTENT");\nprintln!("after");'
    )
    assert cell.stdout == "before\nafter\n"
    assert {mime: text for bundle in cell.shown for mime, text in bundle.items()} == {"text/plain": "plain", "text/html": "<i>rich</i>"}
    cell = kernel.run('println!("EVCXR_BEGIN_CONTENT application/vnd.vega.v5+json\\n{{\\"width\\": 3}}\\nEVCXR_END_CONTENT");')
    assert cell.shown == [{"application/vnd.vega.v5+json": {"width": 3}}]
    cell = kernel.run('let mut s = String::new();\ns.push_str(format!("a {}", 42));')
    assert (cell.reply["ename"], len(cell.errors)) == ("CompileError", 1)
    assert "E0308" in cell.traceback and "s.push_str" in cell.traceback
    (variables,) = kernel.run(":vars").contents("execute_result")
    assert "counter" in variables["data"]["text/plain"] and "<table>" in variables["data"]["text/html"]
    assert kernel.run(":help").reply["payload"][0]["source"] == "page"


def test_awaiting(fresh_kernel):
    kernel = fresh_kernel
    assert kernel.run("async fn twice(n: u32) -> u32 { n * 2 }\nlet four = twice(2).await;\nfour + 1").result == "5"
    assert kernel.run("async fn fails() -> Result<u8, std::num::ParseIntError> { \"x\".parse() }\nlet kept = 1;").status == "ok"
    cell = kernel.run("fails().await?;")
    assert (cell.reply["ename"], len(cell.errors)) == ("Error", 1) and "invalid digit" in cell.reply["evalue"]
    assert kernel.run("kept").result == "1"
    request = kernel.send('println!("waiting");\nstd::future::pending::<()>().await;')
    kernel.wait_for_text(request, "waiting")
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    assert kernel.run("four").result == "4"


def test_a_connection_is_kept_from_cell_to_cell(fresh_kernel):
    """The end of evcxr's tour, which talks to a server: with the tokio that is there."""
    kernel = fresh_kernel
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        cell = kernel.run('let stream = tokio::net::TcpStream::connect("127.0.0.1:99999").await?;')
        assert (cell.reply["ename"], cell.reply["evalue"]) == ("Error", "invalid port value")
        assert kernel.run(f'let stream = tokio::net::TcpStream::connect("127.0.0.1:{port}").await?;').status == "ok"
        connection, _ = server.accept()
        with connection:
            assert kernel.run('stream.writable().await?;\nstream.try_write(b"Hello, heaps!\\n")?').result == "14"
            assert connection.recv(100) == b"Hello, heaps!\n"
    assert "stream: tokio::net::TcpStream" in kernel.run(":vars").result.replace("agon::", "")


def test_tasks_of_the_tokio_that_is_there(fresh_kernel):
    kernel = fresh_kernel
    # Nothing in this cell awaits, and neither does the function that spawns.
    assert kernel.run("let task = tokio::spawn(async { 40 });\nfn start() -> tokio::task::JoinHandle<u8> { tokio::spawn(async { 2 }) }").status == "ok"
    assert kernel.run("let started = start();").status == "ok"
    assert kernel.run("task.await? + started.await? as i32").result == "42"
    assert kernel.run("tokio::join!(async { 1 }, async { 'b' })").result == "(1, 'b')"
    assert kernel.run('tokio::try_join!(async { Ok::<u8, String>(1) }, async { Err::<u8, _>("no".to_string()) })').result == 'Err("no")'
    # A runtime of the reader's own waits by itself.
    assert kernel.run("let own = tokio::runtime::Builder::new_current_thread().build()?;\nown.block_on(async { tokio::task::yield_now().await; 3 })").result == "3"
    for code in ["tokio::select! { n = async { 1 } => n }", "use tokio::process::Command;"]:
        assert ':dep tokio = { version = "1", features = ["full"] }' in kernel.run(code).traceback, code
    assert "awaits by itself" in kernel.run("#[tokio::main]\nasync fn main() {}").traceback


# A crate that calls itself tokio, of another version than the prelude's: its futures only work on its own runtime.
TOKIO = """
pub mod runtime {
    use std::{cell::Cell, future::Future, pin::pin, sync::Arc, task::{Context, Poll, Wake}};
    thread_local!(pub static RUNNING: Cell<u32> = const { Cell::new(0) });
    pub struct Runtime { runs: u32 }
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark { fn wake(self: Arc<Self>) { self.0.unpark() } }
    impl Runtime {
        pub fn new() -> std::io::Result<Runtime> { Ok(Runtime { runs: 0 }) }
        pub fn block_on<F: Future>(&mut self, future: F) -> F::Output {
            self.runs += 1;
            RUNNING.with(|running| running.set(self.runs));
            let waker = Arc::new(Unpark(std::thread::current())).into();
            let mut future = pin!(future);
            loop {
                if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) { return value; }
                std::thread::park();
            }
        }
    }
}
pub async fn run() -> u32 {
    let number = runtime::RUNNING.with(|running| running.get());
    assert!(number > 0, "there is no reactor running");
    number
}
"""


def test_a_tokio_of_the_notebooks_own(fresh_kernel, tmp_path):
    """Cells that await run on the tokio of the notebook, if it is another one than the prelude's, and all on one runtime."""
    kernel = fresh_kernel
    (tmp_path / "tokio/src").mkdir(parents=True)
    (tmp_path / "tokio/Cargo.toml").write_text('[package]\nname = "tokio"\nversion = "0.2.99"\nedition = "2021"\n')
    (tmp_path / "tokio/src/lib.rs").write_text(TOKIO)
    assert kernel.run(f':dep tokio = {{ path = "{tmp_path}/tokio" }}\ntokio::run().await').result == "1"
    assert kernel.run("tokio::run().await").result == "2"
    request = kernel.send('println!("waiting");\nstd::future::pending::<()>().await;')
    kernel.wait_for_text(request, "waiting")
    kernel.interrupt()
    assert kernel.finish(request).reply["ename"] == "Interrupted"
    assert kernel.run("tokio::run().await").result == "4"


def test_a_tokio_without_a_runtime(fresh_kernel, tmp_path):
    """Such as `:dep tokio = "0.2"`, whose runtime is a feature: the crate can be used, and cells await on the prelude's."""
    kernel = fresh_kernel
    (tmp_path / "tokio/src").mkdir(parents=True)
    (tmp_path / "tokio/Cargo.toml").write_text('[package]\nname = "tokio"\nversion = "0.2.98"\nedition = "2021"\n')
    (tmp_path / "tokio/src/lib.rs").write_text("pub fn version() -> u32 { 2 }\n")
    assert kernel.run(f':dep tokio = {{ path = "{tmp_path}/tokio" }}\ntokio::version()').result == "2"
    assert kernel.run("async fn three() -> u32 { 3 }\nthree().await").result == "3"


# What evcxr's own tests check and the table of sessions does not have yet.
SESSIONS = {
    "a question mark on an error that is a number": [
        (
            "pub mod foo { pub mod bar { pub struct Baz {}\nimpl Baz { pub fn r42(&self) -> i32 {42} } } }\n"
            "fn create_baz() -> Result<Option<foo::bar::Baz>, i32> { Ok(Some(foo::bar::Baz {})) }",
            None,
        ),
        ("let v1 = create_baz()?;", None),
        ("let v2 = create_baz()?;", None),
        ("v1.unwrap().r42() + v2.unwrap().r42()", "84"),
    ],
    "a thread-local that drops": [
        ("pub struct Foo {}\nimpl Drop for Foo { fn drop(&mut self) { println!(\"Dropping Foo\"); } }\npub fn init_foo() { thread_local! { pub static FOO: Foo = Foo {}; } FOO.with(|_f| ()) }", None),
        ("init_foo();", None),
        ("init_foo(); 1", "1"),
    ],
    "an import after a cell that failed": [("let v = foo();", "error"), ("use std::collections::HashMap;", None), ("42", "42")],
    "an import that means nothing": [("use crate;", "error"), ("40 + 2", "42")],
    "imports under no name": [
        (
            "mod foo { pub struct Bar {}\nimpl Bar { pub fn result() -> i32 { 42 }\npub fn new() -> Bar { Bar {} } }\npub struct Baz {}\n"
            "pub trait Foo { fn do_foo(&self) -> i32 {42} }\nimpl Foo for Bar {}\npub mod s1 { pub fn f1() {} }\npub mod s2 { pub fn f2() {} } }\n"
            "use std::iter::Iterator as _;\nuse foo::Foo as _;\nuse foo::s1::*;\nuse foo::s2::*;\nuse foo::Bar;",
            None,
        ),
        ("use this::will::fail;", "error"),
        ("use foo::Bar as _; Bar::result()", "42"),
        ("use foo::{Bar, Baz}; f1(); f2(); Bar::new().do_foo()", "42"),
    ],
    "print, then assign": [('println!("Hello, world!");', None), ("let x = 42;", None), ("x", "42")],
    "a shadowed variable when a question mark leaves": [
        ('let owned = "owned".to_string();\nlet copy = 40;\nlet mut owned_mut = "owned_mut".to_string();\nlet mut copy_mut = 41;', None),
        (
            'use std::io::Result;\nowned_mut.push_str("42");\ncopy_mut += 1;\nlet copy = 42;\nlet copy2 = 42;\nstd::fs::read_to_string("/does/not/exist")?;\n'
            'owned_mut.push_str("------");\ncopy_mut += 10;',
            "error",
        ),
        ("(owned, owned_mut, copy_mut)", '("owned", "owned_mut42", 42)'),
    ],
    "statements without semicolons": [("for a in 1..5 {}\nfor b in 1..5 {}\n42", "42")],
    "an assertion": [("assert_eq!(40i32 + 2, 42)", None)],
    "a value that is moved by what shows it": [('let a = Some("foo".to_owned());', None), ("a.unwrap()", '"foo"'), ("a", "error")],
    "a value that is shown and stays": [("#[derive(Debug)]\npub struct Point { pub x: i32, pub y: i32 }", None), ("let p1 = Point { x: 3, y: 8 };", None), ("p1", "Point { x: 3, y: 8 }"), ("p1.x", "3")],
    "statement and value": [('let a = "foo".to_owned() + "bar"; a', '"foobar"')],
    "numbers get types": [("let a = (42, 3.14);", None), (":vars", "a: (i32, f64)")],
    "an error code of an import": [("use foobar;", "error"), (":explain E0432", ...), ('"f".to_string() + "oo"', '"foo"')],
    "identical imports": [("use std::collections::HashMap;", None), ("use std::collections::HashMap;", None), ("HashMap::<u8, u8>::new().len()", "0")],
    "clearing after an abort": [("pub fn foo() -> i32 { 42 }\nlet a = 42i32;", None), ("std::process::abort();", "error"), ("foo()", "42"), (":clear", None), ("40 + 2", "42"), ("foo()", "error")],
    "an array": [("let v = [42; 5];", None), ("v[4]", "42")],
    "a length in a type": [("struct Foo<const I: usize> { data: [u8; I] }\nlet foo: Foo<3> = Foo::<3> { data: [41, 42, 43] };", None), ("foo.data[1]", "42")],
    "a part of a type": [("let v: Vec<_> = (1..10).collect();", None), ("v.len()", "9")],
    "a format": [('format!("{:2x}", 2)', '" 2"')],
    "a macro": [("macro_rules! foo { ($a:expr) => { 40 + $a }; }", None), ("foo!(2)", "42")],
    "no semicolon behind a let": [("mod foo { pub mod bar { pub struct Baz {} } }", None), ("let v1 = foo::bar::Baz {}", "error")],
    "a formula that assigns": [("let mut a = 34; let b = 8;", None), ("a = a + b;", None), ("a", "42"), ("b = 2;", "error")],
}  # fmt: skip


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS.keys())
def test_sessions_of_evcxrs_own_tests(kernel, session):
    kernel.run(":clear")
    for code, expected in session:
        cell = kernel.run(code)
        if expected == "error":
            assert cell.status == "error", (code, cell)
        elif expected is ...:
            assert cell.status == "ok", (code, cell)
        else:
            assert (cell.status, cell.result) == ("ok", expected), (code, cell)


def test_completions_of_evcxrs_own_tests(kernel):
    kernel.run(":clear")
    kernel.run("mod bar {\n    pub struct Baz {}\n    impl Baz { pub fn fff5() {} }\n}\nlet var1 = 42;\nlet var2 = String::new();")
    code = "fn foo() -> Vec<String> {\n    vec![]\n}\nfoo().res"
    for text, wanted, start in [
        (code, {"reserve"}, len(code) - 3),
        (":de", {":dep"}, 0),
        ("let _ = v", {"var1", "var2"}, 8),
        ("use bar::", {"Baz"}, 9),
        ("use bar::Baz; Baz::", {"fff5"}, 19),
    ]:
        reply = kernel.complete(text + "¦")
        assert wanted <= set(reply["matches"]) and (reply["cursor_start"], reply["cursor_end"]) == (start, len(text)), (text, reply)
        assert all(match.startswith(text[start:]) for match in reply["matches"]), (text, reply)
    assert kernel.complete(code[:-3] + "asdfasdf¦")["matches"] == []
    assert not [match for match in kernel.complete("let _ = e¦")["matches"] if "evcxr" in match]
    assert kernel.complete(":de¦")["matches"] == [":dep"]
    assert kernel.inspect("let _v: Vec<i32> = Vec::new¦()")["found"]
    assert not kernel.inspect("totally_unknown_function_xyz()¦")["found"]


def test_crates_as_older_notebooks_ask_for_them(fresh_kernel):
    """They want other features of what the prelude has, too: it is not compiled anew for that, and variables stay."""
    kernel = fresh_kernel
    kernel.run("let before = vec![1];")
    cell = kernel.run(':dep base64 = { version = "0.10.1", default_features = true }\nbase64::encode(&vec![1, 2, 3, 4])')
    assert (cell.status, cell.result, cell.stderr) == ("ok", '"AQIDBA=="', "")
    compiled = {message["content"]["data"]["text/plain"].split()[-2] for message in cell.messages if "compiling" in str(message["content"]) or "正在编译" in str(message["content"])}
    assert not compiled & {"agon", "agon-prelude", "polars-core"}, compiled
    assert kernel.run("(before, agon::mex([0, 1]))").result == "([1], 2)"
    cell = kernel.run(
        ':dep plotters = { version = "^0.3.0", default_features = false, features = ["evcxr", "all_series"] }\nextern crate plotters;\n'
        "use plotters::prelude::*;\nlet figure = evcxr_figure((30, 10), |root| { root.fill(&BLUE)?; Ok(()) });\nfigure"
    )
    assert cell.status == "ok" and "svg" in str(cell.shown), cell


def test_documentation_of_the_readers_own(kernel):
    kernel.run("///this is my struct\nstruct MyStruct(usize);")
    (page,) = kernel.run(":doc MyStruct").reply["payload"]
    assert "struct MyStruct(usize)" in page["data"]["text/plain"] and "this is my struct" in page["data"]["text/plain"]


def test_text_as_files_have_it(kernel):
    """A byte order mark, a line for the system, lines that end as on Windows, text that looks like a directive or a comment."""
    for code, expected in [
        ("\ufeff1 + 1", "2"),
        ("#!/usr/bin/env run-cargo-script\n2 + 2", "4"),
        ("let crlf = 1;\r\nlet lines = \"x\r\ny\";\r\n(crlf, lines.len())\r\n", "(1, 3)"),
        ('r#"\n//---\n:vars\n/* "#', '"\\n//---\\n:vars\\n/* "'),
        ("/* outer /* inner */ still */ 5", "5"),
        ("let naïve = 1; let переменная = 2; naïve + переменная", "3"),
        ("\t 3 \t// remark\n\n/* more */\n", "3"),
        ("\n".join(f"fn numbered_{n}(of: u64) -> u64 {{ of + {n} }}" for n in range(2500)) + "\nnumbered_2499(1)", "2500"),
        (f'"{"x" * 100_000}".len()', "100000"),
    ]:
        cell = kernel.run(code)
        assert (cell.status, cell.result) == ("ok", expected), (code[:80], cell)


def test_an_option_has_no_error_for_a_question_mark(kernel):
    cell = kernel.run("let nothing: Option<u8> = None;\nlet something = nothing?;")
    assert cell.reply["ename"] == "CompileError" and ".ok_or(" in cell.reply["evalue"] and "closure" not in cell.traceback


def test_what_a_macro_defines_among_statements_is_told_where_to_stand(fresh_kernel):
    kernel = fresh_kernel
    # It may also make statements, so a call of it is one.
    kernel.run('macro_rules! shape { ($name:ident) => { #[derive(Debug, Default)] pub struct $name(u8); }; () => { println!("none"); }; }')
    kernel.run("shape!(Square);")
    cell = kernel.run("Square::default()")
    assert "`Square` stood in a call of `shape!`" in cell.traceback and "mod made" in cell.traceback
    assert kernel.run("mod made { use super::*; shape!(Square); }\nuse made::*;").status == "ok"
    assert kernel.run("Square::default()").result == "Square(0)"


def test_what_differs_on_purpose(kernel):
    # A panic and an error of `?` are errors of the cell; evcxr prints them and reports success.
    assert kernel.run('panic!("Intentional panic")').status == "error"
    assert kernel.run('std::fs::read_to_string("/does/not/exist")?;').status == "error"
    # Variables outlive a panic, whatever `:preserve_vars_on_panic` says.
    kernel.run(":preserve_vars_on_panic 0\nlet a = vec![1, 2, 3];\nlet b = 42;")
    kernel.run('panic!("{}", b);')
    assert kernel.run("(a, b)").result == "([1, 2, 3], 42)"
    # What has no name lives in its cell, which is not refused for it.
    assert kernel.run("let closure = || {42};\nclosure()").result == "42"
    assert kernel.run("let text = String::new(); let borrowed = &text;\nborrowed.len()").result == "0"
