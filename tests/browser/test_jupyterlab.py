"""A reader at work in JupyterLab: real server, real kernel, real browser."""

import re

import nbformat
from conftest import REPOSITORY
from notebook import PATIENCE
from playwright.sync_api import expect


def test_restart_and_run_all_shows_every_plot_and_table_of_a_lab(open_notebook):
    lab = open_notebook("kayles.ipynb")
    lab.restart_and_run_all()
    # All its cells are compiled before.
    lab.wait_for(lab.code.count() - 1, timeout=5 * PATIENCE)
    lab.wait_for_kernel()
    expect(lab.errors).to_have_count(0)
    stored = [cell for cell in nbformat.read(REPOSITORY / "notebooks/kayles.ipynb", 4).cells if cell.cell_type == "code"]
    for number, cell in enumerate(stored):
        assert lab.prompt(number).inner_text() == f"[{number + 1}]:"
        bundles = [output.data for output in cell.outputs if "data" in output]
        pictures = lab.output(number).locator("[data-mime-type='image/svg+xml'] img, [data-mime-type='image/svg+xml'] svg")
        expect(pictures).to_have_count(sum("image/svg+xml" in data for data in bundles))
        for picture in pictures.all():
            assert picture.bounding_box()["height"] > 100
            assert picture.evaluate("picture => picture.tagName != 'IMG' || picture.complete && picture.naturalWidth > 100")
        html = ["".join(data["text/html"]) for data in bundles if "text/html" in data]
        tables = lab.output(number).locator("table")
        expect(tables).to_have_count(sum(text.count("<table") for text in html))
        for table in tables.all():
            expect(table).to_be_visible()
            assert table.locator("tr").count() > 1
        expect(lab.output(number).locator("[data-mime-type='text/html']")).to_have_count(len(html))


def test_an_edited_cell_runs_anew(open_notebook):
    notebook = open_notebook("edit.ipynb", "let heaps = [3u32, 4, 5];", "heaps.iter().fold(0, |sum, heap| sum ^ heap)")
    notebook.run(0)
    expect(notebook.run(1)).to_contain_text("2")
    notebook.run(0, "let heaps = [1u32, 2, 3, 40];")
    expect(notebook.run(1)).to_contain_text("40")
    # What does not compile is an error of its cell, and points into it.
    expect(notebook.run(0, "let heaps = [1u32, \"two\"];")).to_contain_text("mismatched types")
    expect(notebook.run(1)).to_contain_text("40")


def test_interrupting_a_loop_keeps_the_variables(open_notebook):
    notebook = open_notebook("interrupt.ipynb", "let kept = 41u32;", 'println!("round and round");\nloop {}', "kept + 1")
    notebook.run(0)
    notebook.start(1)
    expect(notebook.output(1)).to_contain_text("round and round")
    notebook.interrupt()
    expect(notebook.errors).to_contain_text("Interrupted")
    notebook.wait_for(1)
    expect(notebook.run(2)).to_contain_text("42")


def test_tab_completes_and_shift_tab_explains(open_notebook):
    notebook = open_notebook("assistance.ipynb", "use agon::*;\nlet heaps = vec![3u32, 4, 5];", "", "")
    notebook.run(0)
    page = notebook.page
    notebook.edit(1, "heaps.le")
    page.keyboard.press("Tab")
    offered = page.locator(".jp-Completer-item code")
    expect(offered.get_by_text("len", exact=True)).to_be_visible()
    offered.get_by_text("len", exact=True).click()
    expect(notebook.code.nth(1).locator(".cm-content")).to_have_text("heaps.len")
    notebook.edit(2, "mex")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".jp-Tooltip")).to_contain_text("fn mex")


def test_a_progress_bar_moves_and_goes(open_notebook):
    notebook = open_notebook(
        "progress.ipynb",
        "use agon::*;\nfor _ in progress(0..400) { std::thread::sleep(std::time::Duration::from_millis(10)) }\nprintln!(\"done\");",
    )
    notebook.start(0)
    bar = notebook.output(0).locator("progress")
    expect(bar).to_be_visible()
    first = bar.get_attribute("value")
    expect(bar).not_to_have_attribute("value", first)
    expect(notebook.output(0)).to_contain_text("done")
    expect(bar).to_have_count(0)


def test_a_cell_asks_its_reader(open_notebook):
    notebook = open_notebook("input.ipynb", 'let heap: u32 = agon::input("How many stones? ").trim().parse()?;\nheap * 2')
    notebook.start(0)
    box = notebook.output(0).locator("input.jp-Stdin-input")
    expect(notebook.output(0)).to_contain_text("How many stones?")
    box.fill("21")
    box.press("Enter")
    notebook.wait_for(0)
    expect(notebook.output(0)).to_contain_text("42")


def test_a_game_of_nim_is_played_and_lost(open_notebook):
    notebook = open_notebook("play.ipynb", "use agon::*;\nplay(nim([3, 4, 5]))?")
    board = notebook.run(0).locator(".agon-board")
    status = board.get_by_role("status")
    # Leaves (3, 3, 5), whose nim-sum is 5: from here on the other side wins, whatever the reader does.
    board.get_by_role("button", name="heap 2: take 1, leave 3").click()
    for _ in range(12):
        expect(status).to_contain_text(re.compile("your turn|you win|you lose"))
        if "you lose" in status.inner_text():
            break
        board.locator("button.agon-move:enabled").first.click()
    expect(status).to_contain_text("you lose")
