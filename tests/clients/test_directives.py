"""Directives: lines such as `:vars` at the start of a cell."""

import json
import os
import time

import pytest
from frontend import START
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook


def result(cell, mime="text/plain"):
    assert cell.status == "ok", cell
    (content,) = cell.contents("execute_result")
    return content["data"][mime]


def test_help_lists_all_that_completion_knows(kernel):
    cell = kernel.run(":help")
    (page,) = cell.reply["payload"]
    text = page["data"]["text/plain"]
    assert (cell.status, page["source"]) == ("ok", "page")
    listed = [line.split()[0] for line in text.splitlines() if line.startswith(":")]
    completed = kernel.reply(kernel.client.complete(":", 1))["content"]["matches"]
    assert set(completed) <= set(text.split()) and len(completed) > 15
    assert {":dep", ":vars", ":explain", ":load", ":quit", ":help"} <= set(listed)


@pytest.mark.parametrize("wrong, right", [("varz", "vars"), ("lod x.rs", "load"), ("dpe itoa", "dep"), ("optt", "opt"), ("linkr lld", "linker")])
def test_an_unknown_one_suggests_the_nearest(kernel, wrong, right):
    cell = kernel.run(f":{wrong}\nprintln!(\"unheard\");")
    assert (cell.reply["ename"], cell.stdout) == ("Directive", "")
    assert f"`:{right}`?" in cell.reply["evalue"] and ":help" in cell.reply["evalue"]


def test_one_that_is_like_none_suggests_none(kernel):
    said = kernel.run(":nonsense").reply["evalue"]
    assert "`:nonsense`" in said and ":help" in said and "did you mean" not in said


def test_what_is_missing_or_wrong_is_said(kernel):
    assert '`:dep name = "version"`' in kernel.run(":dep").reply["evalue"]
    for line in [":type )", ":type 1; 2", ":type let x = 5"]:
        cell = kernel.run(line)
        assert cell.reply["ename"] == "Directive" and line in cell.reply["evalue"] and "no expression" in cell.reply["evalue"]
    cell = kernel.run(":type no_such_function(3)")
    assert cell.reply["ename"] == "CompileError" and "no_such_function" in cell.traceback and "agon_type" not in cell.traceback


def test_one_behind_code_is_told_where_to_stand(kernel):
    for code in ["let z = 5;\n:vars", "let z = 5;\n\n  :type z\n"]:
        cell = kernel.run(code)
        assert cell.reply["ename"] == "Directive" and "start of a cell" in cell.reply["evalue"], cell
    assert kernel.run("let z\n: u8 = 5;\nz").result == "5"


def test_types_are_called_as_cells_call_them(kernel):
    kernel.run("let nimber = agon::Nimber(3);")
    assert result(kernel.run(":type nimber")).startswith("agon::")
    for mime in ["text/plain", "text/html"]:
        table = result(kernel.run(":vars"), mime)
        assert "agon::" in table and "agon_prelude" not in table
    cell = kernel.run("let wrong: Vec<u8> = nimber;")
    assert "Nimber" in cell.traceback and "agon_prelude" not in cell.traceback


def test_who_has_no_pager_reads_help_in_the_notebook(kernel):
    for code, word in [(":help", ":dep"), ("agon::mex?", "mex")]:
        cell = kernel.run(code, allow_stdin=False)
        (page,) = cell.reply["payload"]
        assert cell.shown == [page["data"]] and word in page["data"]["text/plain"]
        assert kernel.run(code).shown == [], "whoever has one sees it there"


def test_help_is_in_the_outputs_of_nbclient():
    notebook = new_notebook(cells=[new_code_cell(":help")])
    NotebookClient(notebook, kernel_name="agon", timeout=START).execute()
    (output,) = notebook.cells[0].outputs
    assert ":dep NAME" in output["data"]["text/plain"]


def test_agon_run_and_eval_show_help(agon, write_notebook, tmp_path):
    path = write_notebook("help.ipynb", ":help")
    done = agon("run", path, "--out", tmp_path / "pages")
    assert done.returncode == 0 and ":dep NAME" in path.read_text()
    assert ":dep NAME" in agon("eval", ":help").stdout


def test_what_a_file_or_a_crate_brings_is_completed(fresh_kernel, tmp_path):
    kernel = fresh_kernel
    path = tmp_path / "loaded.rs"
    path.write_text("/// From a file.\nfn brought_by_file(n: u8) -> u8 { n }\nstruct Brought { inside: u8 }\n")
    inner = tmp_path / "outer.rs"
    inner.write_text(f":load {path}\nfn brought_from_outside() {{}}\n")
    assert kernel.run(f":load {inner}").status == "ok"
    assert kernel.complete("brought_|")["matches"] == ["brought_by_file", "brought_from_outside"]
    assert "From a file." in kernel.inspect("brought_by|_file")["data"]["text/plain"]
    (tmp_path / "heap-tools/src").mkdir(parents=True)
    (tmp_path / "heap-tools/Cargo.toml").write_text('[package]\nname = "heap-tools"\nversion = "0.0.1"\nedition = "2021"\n')
    (tmp_path / "heap-tools/src/lib.rs").write_text(
        "//! Tools.\n/// Splits a heap.\npub fn split_heap(n: u8) -> (u8, u8) { (n / 2, n - n / 2) }\npub mod deep { pub struct Deepest; }\n"
    )
    assert kernel.run(f":dep {tmp_path}/heap-tools\nheap_tools::split_heap(5)").result == "(2, 3)"
    deadline = time.monotonic() + START
    # The name is known at once, what it exports when the sources have been read.
    assert "heap_tools" in kernel.complete("heap_t|")["matches"]
    while "split_heap" not in kernel.complete("heap_tools::spl|")["matches"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert "Deepest" in kernel.complete("heap_tools::deep::|")["matches"]
    assert "Splits a heap." in kernel.inspect("heap_tools::split_|heap(3)")["data"]["text/plain"]
    kernel.run("use heap_tools::split_heap;")
    assert kernel.complete("split_h|")["matches"] == ["split_heap"]


def test_variables_and_types(kernel):
    kernel.run("let heaps = vec![3u32, 4];\nlet name = \"mex\";")
    assert "heaps: std::vec::Vec<u32>" in result(kernel.run(":vars"))
    assert "<td>heaps</td>" in result(kernel.run(":vars"), "text/html")
    assert result(kernel.run(":type heaps.len()")) == "usize"
    assert result(kernel.run(":t name")) == "&'static str"


def test_errors_are_explained(fresh_kernel):
    kernel = fresh_kernel
    assert "no cell has failed" in kernel.run(":explain").reply["evalue"]
    kernel.run("let moved = vec![1];\nlet other = moved;\nmoved")
    explained = kernel.run(":explain")
    assert "moved" in result(explained) and "```" in result(explained, "text/markdown")
    assert result(kernel.run(":explain E0382")) == result(explained)
    error = json.loads(result(kernel.run(":last_error_json")).splitlines()[0])
    assert error["code"]["code"] == "E0382"
    assert "E9999" in kernel.run(":explain E9999").reply["evalue"]


def test_documentation_is_a_page(kernel):
    (page,) = kernel.run(":doc Vec").reply["payload"]
    assert page == kernel.run("Vec?").reply["payload"][0]
    assert kernel.run(":doc no_such_name_at_all").status == "error"


def test_a_file_is_loaded(kernel, tmp_path):
    path = tmp_path / "heaps.rs"
    path.write_text("fn loaded() -> u8 { 41 }\nlet from_file = loaded();\n")
    assert kernel.run(f":load {path}\nfrom_file + 1").result == "42"
    assert kernel.run("loaded()").result == "41"
    path.write_text("let wrong: u8 = \"text\";\n")
    cell = kernel.run(f":load {path}")
    assert cell.reply["ename"] == "CompileError" and str(path) in cell.reply["evalue"]
    path.write_text(f":load {path}\n")
    assert "loads itself" in kernel.run(f":load {path}").reply["evalue"]
    cell = kernel.run(":load no_such_file.rs")
    assert cell.reply["ename"] == "Directive" and "no_such_file.rs" in cell.reply["evalue"]


def test_time_is_said_once_or_always(fresh_kernel):
    kernel = fresh_kernel
    assert "compiling" in kernel.run(":time\n1 + 1").stderr
    assert kernel.run("1 + 2").stderr == ""
    kernel.run(":timing")
    assert "running" in kernel.run("1 + 3").stderr
    kernel.run(":timing")
    assert kernel.run("1 + 4").stderr == ""


def test_formats_and_environments(fresh_kernel):
    kernel = fresh_kernel
    assert kernel.run(":fmt {:#?}\n(1, 2)").result == "(\n    1,\n    2,\n)"
    assert kernel.run(":fmt {:?}\n(1, 2)").result == "(1, 2)"
    kernel.run("let lost = 1;\nfn kept() -> u8 { 42 }")
    kernel.run(":env AGON_TEST_VALUE=seen")
    assert "lost" in kernel.run(":restart").stderr
    assert kernel.run('(kept(), std::env::var("AGON_TEST_VALUE")?)').result == '(42, "seen")'
    assert kernel.run(':build_env AGON_TEST_BUILD=built\nenv!("AGON_TEST_BUILD")').result == '"built"'
    assert kernel.run(":opt 3\n6 * 7").result == "42"
    assert kernel.run(":opt\n6 * 7").result == "42"
    assert "0, 1, 2, 3 or release" in kernel.run(":opt 9").reply["evalue"]
    kernel.run("let most = u64::MAX;")
    assert kernel.run("most + 1").reply["ename"] == "Panic"
    assert kernel.run(":opt release\nmost + 1").result == "0"
    assert kernel.run(":opt 2\nmost + 1").reply["ename"] == "Panic"


def test_values_are_shown_in_the_format_that_is_wanted(fresh_kernel):
    kernel = fresh_kernel
    assert result(kernel.run(":fmt {}")) == "Output format: {}"
    assert kernel.run('"text"').result == "text"
    # What knows how to show itself does so in any format.
    assert kernel.run("agon::Nimber(3)").result == "∗3"
    assert kernel.run("struct Own;\nimpl Own { pub fn evcxr_display(&self) { print!(\"own\"); } }\nOwn").stdout == "own"
    cell = kernel.run("vec![1]")
    assert cell.reply["ename"] == "CompileError" and "no `Display`" in cell.reply["evalue"] and "ShowDebug" not in cell.traceback
    # With code behind it, the directive's own words are no second result.
    cell = kernel.run(":fmt {:.2}\n1.23456")
    assert (cell.result, cell.stdout) == ("1.23", "Output format: {:.2}\n")
    assert kernel.run("let wide = 2.0f64;\nfor n in 0..3 { wide.sqrt(); }\nwide.sqrt()").result == "1.41"
    assert kernel.run(":fmt {:#?}\n(1,)").result == "(\n    1,\n)"
    for wrong in ["{:x}", "{:>8}", "text"]:
        cell = kernel.run(f":fmt {wrong}")
        assert cell.reply["ename"] == "Directive" and wrong in cell.reply["evalue"] and "{:#?}" in cell.reply["evalue"]
    assert result(kernel.run(":fmt")) == "Output format: {:?}"
    assert kernel.run('"text"').result == '"text"'


def test_types_are_told_with_values(fresh_kernel):
    kernel = fresh_kernel
    assert result(kernel.run(":types")) == "Types: true"
    assert kernel.run("42").result == ": i32 = 42"
    assert kernel.run('Some("hello".to_string())').result == ': Option<String> = Some("hello")'
    kernel.run("#[derive(Debug)]\nstruct Pile<T>(T);")
    assert kernel.run("Pile(vec![1u8])").result == ": Pile<Vec<u8>> = Pile([1])"
    assert kernel.run("agon::Nimber(3)").result == ": Nimber = ∗3"
    assert kernel.run("let quiet = 1;").result is None
    assert kernel.run(":fmt {}\n\"text\"").result == ": &str = text"
    assert result(kernel.run(":types")) == "Types: false"
    assert kernel.run("quiet").result == "1"


def test_errors_of_a_question_mark_are_told_in_either_format(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("#[derive(Debug)]\nstruct Odd(u8);\nfn odd() -> Result<u8, Odd> { Err(Odd(3)) }\nasync fn later() -> Result<u8, Odd> { odd() }")
    cell = kernel.run("odd()?")
    assert cell.reply["ename"] == "CompileError" and ":efmt {:?}" in cell.traceback
    assert ":efmt" in kernel.run(":efmt x").reply["evalue"]
    assert result(kernel.run(":efmt {:?}")) == "Error format: {:?} (errors must implement Debug)"
    for code in ["odd()?", "later().await?"]:
        cell = kernel.run(code)
        assert (cell.reply["ename"], cell.reply["evalue"]) == ("Error", "Odd(3)"), code
    assert kernel.run("let kept = Ok::<u8, Odd>(4)?;\nkept").result == "4"
    assert kernel.run("kept").result == "4"
    kernel.run(":efmt {}")
    assert kernel.run('"x".parse::<u8>()?').reply["evalue"] == "invalid digit found in string"


def test_what_directives_change_is_confirmed(fresh_kernel):
    kernel = fresh_kernel
    for line, said in [(":opt 0", "Optimization: 0"), (":opt", "Optimization: 2"), (":timing", "Timing: true"), (":timing", "Timing: false"), (":efmt", "Error format: {} (errors must implement Display)")]:
        assert result(kernel.run(line)) == said
    assert "AGON_X=y" in result(kernel.run(":env AGON_X=y"))
    assert os.path.isdir(result(kernel.run(":last_compile_dir")))


def test_commands_of_ipython_are_told_from_rust(kernel):
    for code, words in [("!wget -q x | tar x", 'Command::new("wget")'), ("!ls -l", 'Command::new("ls")'), ("%timeit f()", ":help"), ("%%bash\nls", ":help")]:
        cell = kernel.run(code)
        assert cell.status == "error" and words in cell.traceback, cell
    assert kernel.run("!true").result == "false"


def test_a_crate_that_is_not_there_is_told_with_its_directive(kernel):
    for code in ["use no_such_crate::Thing;", "no_such_crate::thing()"]:
        assert "`:dep no_such_crate`" in kernel.run(code).traceback


def test_cargo_speaks_only_of_what_the_reader_wrote(kernel, tmp_path):
    (tmp_path / "pile/src").mkdir(parents=True)
    (tmp_path / "pile/Cargo.toml").write_text('[package]\nname = "pile"\nversion = "0.1.0"\nedition = "2024"\n')
    (tmp_path / "pile/src/lib.rs").write_text('pub fn size() -> u8 { "x" }\n')
    for line, words in [
        (':dep bad = { path = "no/such/folder" }', "no/such/folder/Cargo.toml"),
        (f':dep pile = {{ path = "{tmp_path}/pile", features = ["golden"] }}', "the notebook depends on `pile` with feature `golden`"),
        (f":dep {tmp_path}/pile", f"{tmp_path}/pile/src/lib.rs:1"),
        (':dep pile = "one"', "version requirement `one`"),
    ]:
        cell = kernel.run(line)
        assert cell.reply["ename"] == "Directive" and words in cell.traceback, cell
        assert "agon_extras" not in cell.traceback and "/extras/" not in cell.traceback and "Locking" not in cell.traceback, cell


def test_those_of_evcxr_are_understood(fresh_kernel):
    kernel = fresh_kernel
    kernel.run("let stays = 7;")
    for line in [
        ":allow_static_linking 0", ":cache 500", ":clear_cache", ":codegen_backend cranelift", ":internal_debug",
        ":linker lld", ":load_config --quiet", ":offline 1", ":preserve_vars_on_panic 1", ":sccache 1", ":time_passes", ":toolchain nightly",
    ]:  # fmt: skip
        cell = kernel.run(line)
        assert (cell.status, cell.stderr, cell.stdout.count("\n")) == ("ok", "", 1), (line, cell)
    assert kernel.run(":offline 1\n:sccache 1\nstays").result == "7"
    assert "rustc 1." in result(kernel.run(":version"))
    assert kernel.run(":clear").status == "ok"
    assert kernel.run("stays").status == "error"


def test_a_crate_of_the_registry_and_one_of_a_folder(fresh_kernel, tmp_path):
    kernel = fresh_kernel
    (tmp_path / "two-words/src").mkdir(parents=True)
    (tmp_path / "two-words/Cargo.toml").write_text('[package]\nname = "two-words"\nversion = "0.0.1"\nedition = "2018"\n')
    (tmp_path / "two-words/src/lib.rs").write_text(
        "use std::sync::atomic::{AtomicU32, Ordering::SeqCst};\nstatic VALUE: AtomicU32 = AtomicU32::new(0);\n"
        "pub fn set(v: u32) { VALUE.store(v, SeqCst) }\npub fn get() -> u32 { VALUE.load(SeqCst) }\n"
    )
    kernel.run("let before = 1;")
    cell = kernel.run(":dep no_such_crate_of_agon_tests = \"1\"\n1")
    assert (cell.status, cell.reply["ename"]) == ("error", "Directive")
    assert "no_such_crate_of_agon_tests" in cell.traceback
    assert "this_path_does_not_exist" in kernel.run(':dep bad = { path = "this_path_does_not_exist" }').traceback
    cell = kernel.run(f':dep itoa = "1"\n:dep {tmp_path}/two-words\ntwo_words::set(765);\nitoa::Buffer::new().format(128u8).to_owned()')
    assert cell.result == '"128"', cell
    # What is being compiled is said meanwhile, and gone at the end.
    bars = [message["content"] for message in cell.messages if message["content"].get("metadata", {}).get("agon", {}).get("progress")]
    assert bars and bars[-1]["data"]["text/plain"] == ""
    # A static of the crate keeps its value between cells.
    assert kernel.run("(two_words::get(), before)").result == "(765, 1)"
    assert result(kernel.run(":show_deps")).splitlines() == ['itoa = "1"', f'two-words = {{ path = "{tmp_path}/two-words" }}']
    assert "no_such_feature" in kernel.run(f':dep two-words = {{ path = "{tmp_path}/two-words", features = ["no_such_feature"] }}').traceback


def test_code_for_the_next_cell_is_a_payload(kernel):
    cell = kernel.run('agon::next_input("let x = 1;", false);')
    assert cell.reply["payload"] == [{"source": "set_next_input", "text": "let x = 1;", "replace": False}]


def test_quit_ends_the_kernel(fresh_kernel):
    kernel = fresh_kernel
    request = kernel.send(":quit")
    reply = kernel.client.get_shell_msg(timeout=60)
    while reply["parent_header"]["msg_id"] != request:
        reply = kernel.client.get_shell_msg(timeout=60)
    assert reply["content"]["payload"] == [{"source": "ask_exit", "keepkernel": False}]
    kernel.manager.provisioner.process.wait(60)


def test_a_folder_of_the_readers_that_has_changed_is_loaded_anew(fresh_kernel, tmp_path):
    kernel, source = fresh_kernel, tmp_path / "heaps/src/lib.rs"
    source.parent.mkdir(parents=True)
    (tmp_path / "heaps/Cargo.toml").write_text('[package]\nname = "heaps"\nversion = "0.1.0"\nedition = "2024"\n')
    source.write_text("pub struct Heap { pub size: u8 }\n#[inline(never)]\npub fn heap() -> Heap { Heap { size: 1 } }\n")
    dep = f':dep heaps = {{ path = "{tmp_path}/heaps" }}\n'
    assert kernel.run(dep + "let kept = heaps::heap();\nkept.size").result == "1"
    # Nothing has changed.
    assert kernel.run(dep + "kept.size").result == "1"
    source.write_text("pub struct Heap { pub size: [u64; 6] }\n#[inline(never)]\npub fn heap() -> Heap { Heap { size: [9; 6] } }\n")
    cell = kernel.run(dep + "heaps::heap().size")
    assert cell.result == "[9, 9, 9, 9, 9, 9]", cell
    assert "A crate has changed; variables are gone: kept" in cell.stderr
