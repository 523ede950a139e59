"""Boards on handout pages and in the HTML of cells, played in a real browser as a reader plays."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client.kernelspec import KernelSpecManager
from playwright.sync_api import expect

os.environ["JUPYTER_PATH"] = f"{sys.prefix}/share/jupyter"

# The order of the boards on the page.
GAMES = ["nim", "kayles", "chomp", "wythoff", "bash", "green", "red-blue", "misere", "nim again"]
CELLS = [
    "use agon::*;",
    "play(nim([3, 4, 5]))?",
    "play(kayles([5, 2]))?",
    "play(chomp(3, 4))?",
    "play(wythoff(4, 6))?",
    "play(bash(11, 1..=3))?",
    'play(hackenbush("GG(G, GG), G3"))?',
    'play(hackenbush("BRB, RB, B"))?',
    "play(misere_nim([3, 4, 5]))?",
    "play(nim([3, 4, 5]))?",
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The same boards as a Chinese and an English page, and the English notebook with its outputs."""
    folder = tmp_path_factory.mktemp("boards")
    program = KernelSpecManager().get_kernel_spec("agon").argv[0]
    for lang in ["zh-CN", "en"]:
        cells = [
            {"cell_type": "code", "id": f"cell-{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
            for n, source in enumerate(CELLS)
        ]
        kernel = {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}
        notebook = {"cells": cells, "metadata": {"kernelspec": kernel, "lang": lang}, "nbformat": 4, "nbformat_minor": 5}
        path = folder / f"boards-{lang}.ipynb"
        path.write_text(json.dumps(notebook), encoding="utf-8")
        ran = subprocess.run([program, "run", path, "--out", folder], capture_output=True, encoding="utf-8", timeout=1200)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


class Board:
    """One board of a page, by what a reader sees of it."""

    def __init__(self, page, game):
        self.page = page
        self.root = page.locator(".agon-board").nth(GAMES.index(game))
        self.status = self.root.get_by_role("status")
        self.position = self.root.locator(".agon-position")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def control(self, label):
        return self.root.get_by_role("button", name=label)

    def await_turn(self):
        expect(self.status).to_contain_text(re.compile("your turn|轮到你走|you win|you lose|你赢了|你输了"))

    def play(self, label):
        self.control(label).click()
        self.await_turn()

    def follow_hints(self):
        """Plays the hinted moves to the end of the game."""
        for _ in range(40):
            if self.button("Hint").is_disabled():
                return
            self.button("Hint").click()
            self.root.locator("button.agon-hinted").click()
            self.await_turn()
        raise AssertionError("the game does not end")


@pytest.fixture
def english(page, pages):
    """The English page; nothing on it fails and nothing is loaded."""
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
    page.goto((pages / "boards-en.html").as_uri())
    yield page
    assert wrong == []


def test_a_bad_move_loses_and_the_page_says_where(english):
    nim = Board(english, "nim")
    expect(nim.position).to_have_text("(3, 4, 5)")
    nim.play("heap 2: take 1, leave 3")
    expect(nim.position).to_have_text("(3, 3, 0)")
    nim.play("heap 1: take 3, leave 0")
    expect(nim.position).to_have_text("(0, 0, 0)")
    expect(nim.status).to_contain_text("you lose")
    expect(nim.status).to_contain_text("It turned with your move 1 (heap 2: take 1, leave 3), which left the value 5")
    expect(nim.status).to_contain_text("Better: heap 1: take 2, leave 1")


@pytest.mark.parametrize("game", GAMES[:-1])
def test_who_follows_the_hints_wins(english, game):
    board = Board(english, game)
    board.follow_hints()
    expect(board.status).to_contain_text("you win")
    expect(board.status).to_contain_text("Each position that you handed to Agon was lost for it")


@pytest.mark.parametrize("game", ["nim", "kayles", "chomp", "wythoff", "bash", "green", "misere"])
def test_agon_wins_every_won_game_that_it_starts(english, game):
    board = Board(english, game)
    board.button("Agon starts").click()
    board.await_turn()
    board.button("Hint").click()
    expect(board.status).to_contain_text("There is no winning move")
    board.follow_hints()
    expect(board.status).to_contain_text("you lose")
    expect(board.status).to_contain_text("You made no mistake")


def test_in_misere_play_the_last_counter_loses(english):
    board = Board(english, "misere")
    board.button("Why?").click()
    expect(board.root.locator(".agon-reasons")).to_contain_text("leave an odd number of heaps")
    board.play("heap 2: take 1, leave 3")
    expect(board.position).to_have_text("(3, 3, 0)")
    # Now Agon keeps the balance, and at the end leaves one heap of one counter.
    while "your turn" in board.status.inner_text():
        board.root.locator("button.agon-move").last.click()
        board.await_turn()
    expect(board.status).to_contain_text("You took the last counter: you lose")
    expect(board.status).to_contain_text("It turned with your move 1 (heap 2: take 1, leave 3)")


def test_the_hint_shows_the_nim_sum_in_binary(english):
    nim = Board(english, "nim")
    nim.button("Hint").click()
    expect(nim.status).to_contain_text("3 ⊕ 4 ⊕ 5 = 2 (in binary 011 ⊕ 100 ⊕ 101 = 010)")
    expect(nim.root.locator("button.agon-hinted")).to_have_accessible_name("heap 1: take 2, leave 1")


def test_why_shows_the_values_of_the_parts_and_of_the_moves(english):
    kayles = Board(english, "kayles")
    kayles.button("Why?").click()
    expect(kayles.button("Why?")).to_have_attribute("aria-pressed", "true")
    expect(kayles.root.locator("table tr")).to_have_text(["PartValueBinary", "54100", "22010", "Nim-sum6110"])
    expect(kayles.control("row 1: knock down pin 3")).to_have_accessible_name(re.compile("leaves the value 2$"))
    red_blue = Board(english, "red-blue")
    red_blue.button("Why?").click()
    expect(red_blue.root.locator("tbody tr")).to_have_text(["BRB3/4", "RB−1/2", "B1"])
    expect(red_blue.root.locator("tfoot tr")).to_have_text("Sum5/4")


def test_undo_takes_back_the_move_and_the_answer(english):
    nim = Board(english, "nim")
    expect(nim.button("Undo")).to_be_disabled()
    nim.play("heap 2: take 1, leave 3")
    nim.play("heap 1: take 1, leave 2")
    nim.button("Undo").click()
    expect(nim.position).to_have_text("(3, 3, 0)")
    nim.button("Undo").click()
    expect(nim.position).to_have_text("(3, 4, 5)")
    expect(nim.button("Undo")).to_be_disabled()
    # An answer that is under way does not come any more.
    nim.control("heap 3: take 5, leave 0").click()
    nim.button("Undo").click()
    english.wait_for_timeout(1500)
    expect(nim.position).to_have_text("(3, 4, 5)")


def test_a_side_can_be_chosen(english):
    board = Board(english, "red-blue")
    board.button("I am red").click()
    expect(board.control(re.compile("^cut the blue"))).to_have_count(0)
    # The sum is 5/4: red is lost whatever it does.
    board.button("Hint").click()
    expect(board.status).to_contain_text("There is no winning move: the value is 5/4")
    board.follow_hints()
    expect(board.status).to_contain_text("you lose")


def test_a_whole_game_with_the_keyboard(english):
    chomp = Board(english, "chomp")
    chomp.button("New game").focus()
    # Back through the tools to the one stop that the squares are.
    for _ in range(4):
        english.keyboard.press("Shift+Tab")
        if english.evaluate("document.activeElement.classList.contains('agon-control')"):
            break
    english.keyboard.press("ArrowDown")
    english.keyboard.press("ArrowRight")
    focused = chomp.root.locator("button:focus")
    expect(focused).to_have_accessible_name(re.compile("^bite row 2, column"))
    for _ in range(20):
        english.keyboard.press("Enter")
        chomp.await_turn()
        expect(chomp.root.locator(":focus")).to_have_count(1)
        if chomp.root.locator("button:focus").get_attribute("class").find("agon-control") < 0:
            break
    expect(chomp.status).to_contain_text("you ")
    expect(chomp.button("New game")).to_be_focused()
    english.keyboard.press("Enter")
    expect(chomp.position).to_have_text("[4, 4, 4]")


def test_boards_do_not_meet(english):
    first, second = Board(english, "nim"), Board(english, "nim again")
    first.play("heap 3: take 2, leave 3")
    expect(second.position).to_have_text("(3, 4, 5)")
    second.play("heap 1: take 2, leave 1")
    expect(first.position).not_to_have_text(second.position.inner_text())


def test_a_board_speaks_the_language_of_its_page(page, pages):
    page.goto((pages / "boards-zh-CN.html").as_uri())
    nim = Board(page, "nim")
    nim.play("第 1 堆取 2 颗，剩 1 颗")
    expect(nim.status).to_contain_text("轮到你走")
    nim.button("提示").click()
    expect(nim.status).to_contain_text("必胜的一步")
    assert not re.search("[A-Za-z]{8,}", page.locator(".agon-live").nth(0).inner_text())


def test_without_scripts_the_page_is_complete(browser, pages):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((pages / "boards-en.html").as_uri())
    boards = page.locator(".agon-board")
    expect(boards).to_have_count(len(GAMES))
    for board in boards.all():
        assert board.locator("svg").bounding_box()["width"] > 40
        expect(board).to_contain_text(re.compile("The (Grundy value|value|nim-sum) is"))
    expect(boards.nth(0)).to_contain_text("Who moves first wins: heap 1: take 2, leave 1.")
    expect(page.get_by_role("button")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_everything_is_as_large_as_a_finger(browser, pages, scheme):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, color_scheme=scheme)
    page = context.new_page()
    page.goto((pages / "boards-en.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """[...document.querySelectorAll(".agon-board button:not(:disabled)")].map((button) => [button, button.getBoundingClientRect()])
             .filter(([, box]) => box.width < 44 || box.height < 44).map(([button]) => button.outerHTML)"""
    )
    assert small == []
    nim = Board(page, "nim")
    hint, place = nim.button("Hint"), nim.button("Hint").bounding_box()
    nim.control("heap 1: take 2, leave 1").tap()
    nim.await_turn()
    assert hint.bounding_box() == place, "the buttons stay under the finger"
    # The finger is gone: nothing looks as if it were about to be taken.
    dim = "things => things.filter(thing => getComputedStyle(thing, '::before').opacity < 1).length"
    assert nim.root.locator(".agon-falls").evaluate_all(dim) == 0
    context.close()


def test_on_paper_the_picture_and_the_text_stand(english):
    english.emulate_media(media="print")
    expect(english.locator(".agon-live").nth(0)).to_be_hidden()
    expect(english.locator(".agon-still").nth(0)).to_be_visible()


def html_of_cells(pages):
    notebook = json.loads(Path(pages / "boards-en.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell["outputs"]]
    return ["".join(output["data"]["text/html"]) for output in outputs]


def test_the_html_of_cells_plays_by_itself_and_again(page, pages):
    """As a notebook shows it: each output brings its script, outputs come and are replaced while others stay."""
    html = html_of_cells(pages)
    page.set_content("<div id=a></div><div id=b></div>")
    show = """([id, html]) => {
      const place = document.getElementById(id);
      place.innerHTML = html;
      for (const script of place.querySelectorAll("script")) {
        const copy = document.createElement("script");
        copy.textContent = script.textContent;
        script.replaceWith(copy);
      }
    }"""
    page.evaluate(show, ["a", html[0]])
    page.evaluate(show, ["b", html[0]])
    first, second = page.locator("#a"), page.locator("#b")
    first.get_by_role("button", name="heap 1: take 2, leave 1").click()
    expect(first.get_by_role("status")).to_contain_text("your turn")
    expect(second.locator(".agon-position")).to_have_text("(3, 4, 5)")
    page.evaluate(show, ["b", html[1]])
    expect(second.locator(".agon-position")).to_have_text("(5, 2)")
    assert first.locator(".agon-live").count() == second.locator(".agon-live").count() == 1
    expect(first.locator(".agon-position")).not_to_have_text("(3, 4, 5)")
