"""Boards as cells show them: data for handouts, HTML for notebooks, text for terminals."""

BOARD = "application/vnd.agon.board+json"


def board_of(cell):
    (bundle,) = [bundle for bundle in cell.shown if BOARD in bundle]
    return bundle


def test_a_board_is_shown_as_data_as_html_and_as_text(kernel):
    kernel.run("use agon::*;")
    cell = kernel.run("play(nim([3, 4, 5]))?")
    bundle = board_of(cell)
    assert bundle[BOARD] == {"game": "nim", "heaps": [3, 4, 5]}
    assert bundle["text/plain"].startswith("Nim：(3, 4, 5)\nGrundy 值是 2。\n先手必胜：")
    assert "<svg" in bundle["text/html"] and "<script>" in bundle["text/html"] and "data-board=" in bundle["text/html"]
    assert len(bundle["text/html"].splitlines()) < 8
    assert cell.result is None


def test_every_game_that_the_guide_names_can_be_played(kernel):
    kernel.run("use agon::*;")
    cell = kernel.run(
        'let heaps: Heaps = "1 2 3".parse()?; let grove: HackenbushGraph = "G3, G2".parse()?;\n'
        "play(nim(heaps))?; play(wythoff(5, 8))?; play(kayles([7, 3]))?; play(chomp(4, 5))?; play(bash(21, 1..=3))?;\n"
        'play(hackenbush(&grove))?; play(hackenbush("BRB, RB"))?;'
    )
    assert cell.status == "ok"
    games = [bundle[BOARD]["game"] for bundle in cell.shown]
    assert games == ["nim", "wythoff", "kayles", "chomp", "bash", "hackenbush", "hackenbush"]


def test_a_board_can_be_a_value_and_a_result(kernel):
    kernel.run("use agon::*;")
    assert BOARD in board_of(kernel.run("kayles([3])"))
    assert BOARD in board_of(kernel.run("let board = chomp(2, 3)?;\nplay(&board)"))
    cell = kernel.run("board.total(board.start())")
    assert cell.status == "ok" and int(cell.result) > 0


def test_a_position_that_is_too_large_says_which_are_not(kernel):
    kernel.run("use agon::*;")
    cell = kernel.run("play(nim([3, 400]))?")
    assert cell.status == "error" and "take 1 to 8 heaps of 1 to 20 counters" in cell.traceback
    cell = kernel.run("chomp(10, 10)")
    assert cell.status == "ok" and "2 to 30 squares" in cell.result
