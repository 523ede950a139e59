"""Cells in, outputs out: what a reader types, and what must stand below it."""

import re

import pytest

def test_both_streams_arrive_and_end_anywhere_in_a_line(kernel):
    cell = kernel.run('print!("no newline"); eprint!("warning");')
    assert (cell.status, cell.stdout, cell.stderr) == ("ok", "no newline", "warning")
    assert kernel.run('println!("line");').stdout == "line\n"


def test_a_partial_line_arrives_while_the_cell_runs(kernel):
    request = kernel.send(
        'print!("10 %");\nlet begin = std::time::Instant::now();\n'
        'while begin.elapsed().as_secs() < 3 { std::thread::sleep(std::time::Duration::from_millis(10)); }\nprint!(" 100 %");'
    )
    kernel.wait_for_text(request, "10 %")
    assert not any("100 %" in message["content"].get("text", "") for message in kernel.of(request))
    assert kernel.finish(request).stdout == "10 % 100 %"


def test_outputs_keep_their_order(kernel):
    cell = kernel.run('println!("first");\nagon::display("text/plain", "second");\nprintln!("third");\n"fourth"')
    outputs = [content.get("text") or content["data"]["text/plain"] for content in cell.contents("stream", "display_data", "execute_result")]
    assert outputs == ["first\n", "second", "third\n", '"fourth"']


def test_the_two_streams_keep_their_order(kernel):
    """Two pipes keep none between them, so what stands in the one is passed on before the other is written to."""
    cell = kernel.run(
        'for n in 0..500 {\n    println!("o{n}");\n    eprintln!("e{n}");\n    if n % 50 == 0 { std::thread::spawn(move || { eprintln!("t{n}"); println!("u{n}"); }).join().unwrap(); }\n}\n'
        'print!("begun, ");\nstd::io::Write::flush(&mut std::io::stdout()).unwrap();\neprintln!("said");\nprintln!("ended");'
    )
    expected = [(name, f"{letter}{n}") for n in range(500) for letter, name in [("o", "stdout"), ("e", "stderr"), ("t", "stderr"), ("u", "stdout")] if letter in "oe" or n % 50 == 0]
    expected += [("stdout", "begun, "), ("stderr", "said"), ("stdout", "ended")]
    heard = [(stream["name"], line) for stream in cell.contents("stream") for line in stream["text"].splitlines()]
    assert heard == expected


def test_a_copy_of_the_process_leaves_the_streams_alone(kernel):
    code = (
        'unsafe extern "C" { fn fork() -> i32; fn _exit(code: i32) -> !; fn waitpid(child: i32, status: *mut i32, options: i32) -> i32; }\n'
        'print!("before\\n");\nlet child = unsafe { fork() };\n'
        'if child == 0 { for n in 0..100 { eprintln!("e{n}"); println!("o{n}"); } unsafe { _exit(0) } }\n'
        'unsafe { waitpid(child, std::ptr::null_mut(), 0) };\nprintln!("after");'
    )
    cell = kernel.run(code)
    assert cell.status == "ok" and cell.stdout.split() == ["before", *[f"o{n}" for n in range(100)], "after"], cell
    assert cell.stderr.split() == [f"e{n}" for n in range(100)]


def test_a_megabyte_arrives_whole(kernel):
    cell = kernel.run('for n in 0..50_000 { println!("line {n:015}"); }')
    assert cell.stdout == "".join(f"line {n:015}\n" for n in range(50_000))
    # With its quotes as much as is shown of a value.
    assert len(kernel.run('"x".repeat((1 << 20) - 2)').result) == 1 << 20


def test_bytes_that_are_no_text_do_not_disturb_what_follows(kernel):
    cell = kernel.run('use std::io::Write;\nstd::io::stdout().write_all(b"a\\xff\\xfeb\\n")?;\nstd::io::stderr().write_all(b"c\\x80\\n")?;')
    assert cell.status == "ok"
    assert cell.stdout == "a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b\n"
    assert cell.stderr == "c\N{REPLACEMENT CHARACTER}\n"
    for n in range(3):
        assert kernel.run(f'println!("cell {n}"); {n}').stdout == f"cell {n}\n"


def test_lines_that_look_like_the_engines_own_are_only_text(kernel):
    cell = kernel.run('println!("EVCXR_EXECUTION_COMPLETE\\nLOAD_AND_RUN a b");\neprintln!("EVCXR_EXECUTION_COMPLETE");')
    assert (cell.status, cell.stdout) == ("ok", "EVCXR_EXECUTION_COMPLETE\nLOAD_AND_RUN a b\n")
    assert cell.stderr == "EVCXR_EXECUTION_COMPLETE\n"
    assert kernel.run("1 + 1").result == "2"


def test_a_data_frame_is_a_table(kernel):
    cell = kernel.run('use polars::prelude::*;\ndf!("n" => [0u32, 1, 2], "名" => ["零", "<一>", "二"])?')
    (bundle,) = cell.shown
    assert "<table" in bundle["text/html"] and "&lt;一&gt;" in bundle["text/html"]
    assert re.findall(r"<th\b[^>]*>(.*?)</th>", bundle["text/html"]) == ["n", "名"]
    assert "shape: (3, 2)" in bundle["text/plain"]


def test_a_figure_is_a_picture_with_words(kernel):
    cell = kernel.run(
        "use plotters::prelude::*;\n"
        'agon::figure("Kayles", "two < three", (200, 100), |area| { area.draw(&Circle::new((50, 50), 9, BLUE.filled()))?; Ok(()) })?'
    )
    (bundle,) = cell.shown
    svg = bundle["image/svg+xml"]
    assert svg.lstrip().startswith("<svg") and svg.rstrip().endswith("</svg>")
    assert "<title>Kayles</title>" in svg and "<desc>two &lt; three</desc>" in svg and "<circle" in svg
    assert "Kayles" in bundle["text/plain"]


def test_one_call_makes_a_table_or_a_plot_of_a_sequence(kernel):
    (table,) = kernel.run("use agon::*;\ngrundy_table(&OctalGame::kayles().grundy_sequence(4))").shown
    assert re.findall(r"<td>(.*?)</td>", table["text/html"]) == ["0", "0", "1", "1", "2", "2", "3", "3"]
    (plot,) = kernel.run('grundy_plot("Kayles", &OctalGame::kayles().grundy_sequence(25))?').shown
    assert "<title>Kayles</title>" in plot["image/svg+xml"]


def test_evidence_says_what_was_established(kernel):
    cell = kernel.run('agon::Evidence::check("n < 3", "0 ≤ n < 5", 0..5, |n| *n < 3)')
    (bundle,) = cell.shown
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.agon.evidence+json"}
    evidence = bundle["application/vnd.agon.evidence+json"]
    assert (evidence["statement"], evidence["verdict"], evidence["witness"]) == ("n < 3", "refuted", "3")
    assert "n &lt; 3" in bundle["text/html"]

    (bundle,) = kernel.run('agon::Evidence::check("n < 5", "0 ≤ n < 5", 0..5, |n| *n < 5)').shown
    evidence = bundle["application/vnd.agon.evidence+json"]
    assert (evidence["verdict"], evidence["bound"], evidence["cases"]) == ("verified-up-to-bound", "0 ≤ n < 5", 5)


def test_formulas_in_badges_are_formulas_on_every_page(kernel):
    (bundle,) = kernel.run('agon::Evidence::check("$a<b$ and $c$ for 5$", "n < 1", 0..1, |_| true)').shown
    assert "\\(a&lt;b\\) and \\(c\\) for 5$" in bundle["text/html"]
    assert "$a<b$ and $c$ for 5$" in bundle["text/plain"]


def test_values_of_the_standard_library_are_shown_on_the_way(kernel):
    cell = kernel.run(
        'use agon::show;\nlet text = String::from("t");\nshow(&5); show("str"); show(&"ref"); show(&text); show(&text.as_str()); show(&vec![1, 2]); show(&[1.5; 2][..]); show(&(1, \'a\'));\n'
        "for n in &vec![7] { show(n); show(&n); }\nshow(&agon::Nimber(3));\nagon::show_as(\"count\", &1); agon::update(\"count\", &2);"
    )
    assert [bundle["text/plain"] for bundle in cell.shown] == ["5", '"str"', '"ref"', '"t"', '"t"', "[1, 2]", "[1.5, 1.5]", "(1, 'a')", "7", "7", "∗3", "1"]
    (update,) = cell.contents("update_display_data")
    assert update["data"]["text/plain"] == "2"
    kernel.run("#[derive(Debug)]\nstruct Mine(u8);")
    cell = kernel.run("agon::show(&Mine(3));")
    assert "`Mine` cannot be shown on the way" in cell.reply["evalue"] and "{:?}" in cell.traceback
    assert kernel.run('agon::display("text/plain", format!("{:?}", Mine(3)));').shown == [{"text/plain": "Mine(3)"}]


def test_several_displays_of_one_kind_all_arrive(kernel):
    cell = kernel.run('for n in 0..3 { agon::display("text/html", format!("<b>{n}</b>")); }')
    assert [bundle["text/html"] for bundle in cell.shown] == ["<b>0</b>", "<b>1</b>", "<b>2</b>"]


def test_a_type_of_the_readers_own_shows_itself(kernel):
    kernel.run("struct Die(u8);\nimpl Die { fn evcxr_display(&self) { agon::display(\"text/html\", format!(\"<i>{}</i>\", self.0)); } }")
    assert kernel.run("Die(6)").shown == [{"text/html": "<i>6</i>"}]
    kernel.run('struct Coin;\nimpl agon::Show for Coin { fn bundle(&self) -> agon::show::MimeBundle { agon::show::text("heads") } }')
    assert kernel.run("Coin").result == "heads"


def test_what_was_written_for_evcxr_still_shows(kernel):
    kernel.run(
        "struct Old;\nimpl Old { fn evcxr_display(&self) {"
        ' println!("EVCXR_BEGIN_CONTENT text/html\\n<u>old</u>\\nEVCXR_END_CONTENT"); } }'
    )
    assert kernel.run("Old").shown == [{"text/html": "<u>old</u>"}]


def test_a_value_that_cannot_be_shown_is_a_friendly_error(kernel):
    kernel.run("struct Silent;")
    cell = kernel.run("Silent")
    assert (cell.status, cell.reply["ename"]) == ("error", "CompileError")
    assert "#[derive(Debug)]" in cell.reply["evalue"] and "evcxr" not in cell.reply["evalue"]
    assert kernel.run("Silent;").status == "ok"


def test_a_closure_of_an_earlier_cell_is_explained(kernel):
    assert kernel.run("let treble = |n: i32| n * 3;\ntreble(14)").result == "42"
    cell = kernel.run("treble(2)")
    assert cell.reply["ename"] == "CompileError"
    assert "`treble` was a closure" in cell.traceback and "fn treble(" in cell.traceback


def test_a_compile_error_points_into_the_cell(kernel):
    cell = kernel.run('let 甲 = 1; // 第一堆\nlet 乙: &str = 甲 + 1; // 类型不合')
    assert (cell.status, cell.reply["ename"]) == ("error", "CompileError")
    assert len(cell.errors) == 1 and cell.errors[0]["traceback"] == cell.reply["traceback"]
    report = re.sub(r"\x1b\[[0-9;]*m", "", cell.traceback)
    assert "E0308" in report and "let 乙: &str = 甲 + 1;" in report
    # The place is counted in characters, of the line that the reader wrote.
    assert re.search(r":2:\d+", report), report
    assert "agon::result" not in report and "/*@" not in report
    assert cell.stderr == ""


def test_several_compile_errors_are_one_output(kernel):
    cell = kernel.run('let a: u8 = "a";\nlet b: u8 = "b";')
    assert len(cell.errors) == 1
    assert "1 more" in cell.reply["evalue"]


@pytest.mark.parametrize("code", ["let x = (1 + ;", "1 +", "fn f() {", "}", "} fn escape() {", '"abc', "/* open", "let = 5;"])
def test_a_syntax_error_is_a_compile_error_in_the_readers_own_text(kernel, code):
    cell = kernel.run(code)
    assert (cell.status, cell.reply["ename"], len(cell.errors)) == ("error", "CompileError", 1)
    report = re.sub(r"\x1b\[[0-9;]*m", "", cell.traceback)
    assert code in report, report
    assert not re.search(r"agon_|agon::|ctx|Ok\(\(\)\)|Result<|\.rs:", report), report
    assert kernel.run("1 + 1").result == "2"


# Names of the standard library are the reader's to define; code that is generated around the cells must not mind.
NAMES = {
    "Result": ("type Result<T> = std::result::Result<T, std::string::String>;\nfn three() -> Result<u8> { Ok(3) }", "let mine = three(); mine", "Ok(3)"),
    "Option": ("#[derive(Debug)]\nstruct Option(u8);", "let mine = Option(1); mine", "Option(1)"),
    "Box": ("#[derive(Debug)]\nstruct Box { size: u8 }", "let mine = Box { size: 1 }; mine", "Box { size: 1 }"),
    "println": ("macro_rules! println { ($($t:tt)*) => { 7 } }", "let mine = println!(); mine", "7"),
    "the engine's names": ("mod tokio { pub fn mine() -> u8 { 7 } }\nstruct plotters;\nfn agon_cell() -> u8 { 7 }", "let agon_state = agon_cell(); let mine = tokio::mine(); (mine, agon_state)", "(7, 7)"),
    "std": ("mod std { pub fn mine() -> u8 { 7 } }", "let mine = std::mine(); mine", "7"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_standard_library_is_free(fresh_kernel, name):
    definition, code, result = NAMES[name]
    assert fresh_kernel.run(definition).status == "ok"
    assert fresh_kernel.run(code).result == result
    assert fresh_kernel.run("mine").status == "ok" and fresh_kernel.run("1 + 1").result == "2"


def test_a_borrow_ends_with_its_cell_and_its_owner_stays(kernel):
    cell = kernel.run("let owner = vec![3, 4, 5];\nlet borrowed = owner.iter().max();\nborrowed")
    assert cell.result == "Some(5)"
    assert kernel.run("owner").result == "[3, 4, 5]"
    cell = kernel.run("borrowed")
    assert cell.reply["ename"] == "CompileError" and "`borrowed` borrowed from" in cell.traceback


def test_a_value_that_borrows_from_what_lives_for_ever_stays(kernel):
    kernel.run("struct Named<'a>(&'a str);\nlet named = Named(\"mex\");")
    assert kernel.run("named.0").result == '"mex"'


def test_a_return_says_how_a_cell_ends_early(kernel):
    assert "return Ok(())" in kernel.run("return;").reply["evalue"]
    assert kernel.run('println!("before");\nif 1 < 2 { return Ok(()); }\nprintln!("after");').stdout == "before\n"


def test_a_failing_cell_leaves_no_trace(kernel):
    kernel.run("let kept = 7;")
    assert kernel.run("let kept = 8;\nlet other: u8 = kept_nowhere;").status == "error"
    assert kernel.run("kept").result == "7"


def test_a_new_definition_of_a_type_drops_its_variables_and_says_so(kernel):
    kernel.run("#[derive(Debug)]\nstruct Point { x: u8 }")
    kernel.run("let point = Point { x: 1 };\nlet points = vec![Point { x: 2 }];\nlet number = 3;")
    cell = kernel.run("#[derive(Debug)]\nstruct Point { x: u64, y: u64 }")
    assert cell.status == "ok"
    assert "point" in cell.stderr and "points" in cell.stderr and "number" not in cell.stderr
    assert kernel.run("point").status == "error"
    assert kernel.run("points").status == "error"
    assert kernel.run("(number, Point { x: 1, y: 2 })").result == "(3, Point { x: 1, y: 2 })"


def test_a_new_definition_of_a_type_is_never_read_from_a_static_of_the_old_one(kernel):
    kernel.run("#[derive(Debug, Clone)]\nstruct Move { size: u8 }\nstatic MOVES: std::sync::Mutex<Vec<Move>> = std::sync::Mutex::new(Vec::new());")
    assert kernel.run("MOVES.lock().unwrap().push(Move { size: 1 });\nMOVES.lock().unwrap().clone()").result == "[Move { size: 1 }]"
    kernel.run("#[derive(Debug, Clone)]\nstruct Move { size: u64, from: [u64; 9] }")
    # Empty again, or an error that says so: anything but the old bytes under the new name.
    cell = kernel.run("MOVES.lock().unwrap().len()")
    assert cell.status == "error" or cell.result == "0", cell


def test_a_question_mark_ends_the_cell_with_its_error(kernel):
    cell = kernel.run('println!("before");\nlet n: u8 = "eleven".parse()?;\nprintln!("after {n}");')
    assert (cell.status, cell.stdout) == ("error", "before\n")
    assert (cell.reply["ename"], len(cell.errors)) == ("Error", 1)
    assert "invalid digit" in cell.reply["evalue"]
    # The message stands in the error, and not on standard error in addition.
    assert cell.stderr == ""
