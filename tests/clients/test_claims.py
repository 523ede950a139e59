"""The book's claims: in cells, on pages, in `agon claims`."""

import json
import re

import pytest

from frontend import Kernel

EVIDENCE = "application/vnd.agon.evidence+json"

SETUP = "use agon::*;"
LAWS = 'claim("000-p11-laws").exhaust(say("三个比特", "three bits"), (0..8u8).map(|n| [n & 1, n >> 1 & 1, n >> 2]), |[a, b, c]| (a ^ b) ^ c == a ^ (b ^ c))'
PAIRWISE = 'claim("000-p11-pairwise").refuted(Counterexample::new("(1, 2, 3)", say("两两相等", "pairwise equal"), say!("1 ⊕ 2 = {}", "1 ⊕ 2 = {}"; 1 ^ 2)));'
LEDGER = """[chapter]
zh = "第一章"
en = "Chapter 1"

[[claim]]
id = "000-p11-laws"
place = "p11 §1.1"
zh = "异或满足 $a\\\\oplus b=b\\\\oplus a$。"
en = "Exclusive or satisfies $a\\\\oplus b=b\\\\oplus a$."
lab = "binary"
cell = "xor-laws"

[[claim]]
id = "000-p11-pairwise"
place = "p11"
zh = "两两相等。"
en = "Pairwise equal."
lab = "binary"
cell = "pairwise-balance"
"""


def shown(cell):
    return [bundle for bundle in cell.shown if EVIDENCE in bundle]


def test_a_claim_shows_one_badge_with_its_id_place_and_wording(kernel):
    assert kernel.run(SETUP).status == "ok"
    for code in (LAWS, LAWS + ";", f"let laws = {LAWS};\nlaws"):
        (bundle,) = shown(kernel.run(code))
        evidence = bundle[EVIDENCE]
        assert (evidence["claim"], evidence["verdict"], evidence["cases"]) == ("000-p11-laws", "proven", 8)
        assert evidence["place"] in bundle["text/plain"] and evidence["wording"] in bundle["text/plain"]
        assert "全部 8 例：三个比特" in bundle["text/plain"]
    # In a later cell the evidence is a value like any other.
    (bundle,) = shown(kernel.run("laws"))
    assert "claim" not in bundle[EVIDENCE]


def test_every_way_to_settle_a_claim(kernel):
    kernel.run(SETUP)
    for code, verdict in [
        ('claim("000-p14-bouton").check("n < 5", 0..5, |n| *n < 5)', "verified-up-to-bound"),
        ('claim("000-p14-bouton").compare("n < 5", 0..5, |n| n + n, |n| 2 * n)', "verified-up-to-bound"),
        ('claim("000-p14-bouton").compare("n < 5", 0..5, |n| n * n, |n| 2 * n)', "refuted"),
        ('claim("000-p36-period").proven(&PeriodCertificate::find(&OctalGame::kayles(), 200).unwrap())?', "proven"),
        (PAIRWISE, "refuted"),
        ('claim("000-p3-ip").ambiguous([(say("甲", "a"), "真"), (say("乙", "b"), "假")])', "ambiguous"),
        ('let e = Evidence::check("x", "y", 0..3, |_| true);\nclaim("000-p3-ip").ambiguous([("a", &e), ("b", &e)])', "ambiguous"),
        ('claim("000-p7-bouton").uncheckable(say("史实", "history"), "Ann. of Math. 3")', "uncheckable"),
        ('claim("000-p7-bouton").uncheckable("史实", None)', "uncheckable"),
        ('claim("000-p14-bouton").with(Evidence::check("x", "y", 0..3, |_| true))', "verified-up-to-bound"),
    ]:
        cell = kernel.run(code)
        assert cell.status == "ok", cell
        (bundle,) = shown(cell)
        assert bundle[EVIDENCE]["verdict"] == verdict and bundle[EVIDENCE]["claim"] in bundle["text/html"]


def test_an_unknown_claim_is_an_error_that_names_the_nearest(kernel):
    cell = kernel.run('agon::claim("000-p11-lawz")')
    assert (cell.status, cell.reply["ename"]) == ("error", "Panic")
    assert "000-p11-lawz" in cell.reply["evalue"] and "000-p11-laws" in cell.reply["evalue"]


def test_a_check_without_a_case_says_so_in_the_readers_language(kernel):
    kernel.run(SETUP)
    for code in ('Evidence::check("n < 3", "n", 0..0, |_| true)', 'claim("000-p14-bouton").check("n", 0..0, |_| true)'):
        (bundle,) = shown(kernel.run(code))
        assert bundle[EVIDENCE]["verdict"] == "open" and bundle[EVIDENCE]["reason"] == "一个情形也没有查"
        assert "一个情形也没有查" in bundle["text/plain"]


def test_a_law_that_panics_names_its_case(kernel):
    kernel.run(SETUP)
    for code in ('conjecture("n divides 12").over(0..=4u32).check(|n| 12 % n == 0)', 'Evidence::check("n divides 12", "n", 0..=4u32, |n| 12 % n == 0)'):
        assert kernel.run(code).reply["evalue"].endswith("divisor of zero (in the case 0)")
    # A panic after it has nothing to do with that case.
    assert kernel.run('panic!("other")').reply["evalue"] == "other"


def test_a_person_types_chapters_and_labs_in_many_ways(agon, book):
    every = claims(agon, book).stdout
    for arguments in (["--chapter", "1"], ["--lab", "en/binary"], ["--lab", "notebooks/binary.ipynb"]):
        assert claims(agon, book, *arguments).stdout == every, arguments


def test_only_the_labs_that_are_given_are_asked_for(agon, book, tmp_path):
    more = LEDGER + '\n[[claim]]\nid = "new"\nplace = "p9"\nzh = "z"\nen = "e"\nlab = "later"\ncell = "c"\n'
    (tmp_path / "chapter-1.toml").write_text(more, encoding="utf-8")
    result = agon("claims", "--ledger", tmp_path, "notebooks/binary.ipynb", cwd=book)
    assert (result.returncode, result.stderr) == (0, "") and "2 claims: 1 proven, 1 refuted" in result.stdout


def test_the_readers_language_decides(engine, monkeypatch):
    monkeypatch.setenv("AGON_LANG", "en")
    kernel = Kernel(*engine)
    try:
        kernel.run(SETUP)
        (bundle,) = shown(kernel.run(LAWS))
        assert "all 8 cases: three bits" in bundle["text/plain"] and "全部" not in bundle["text/plain"]
        assert kernel.run('let n = 3;\nprintln!("{}", say!("{n} 堆", "{n} heaps"));').stdout == "3 heaps\n"
    finally:
        kernel.stop()


@pytest.fixture(scope="module")
def book(agon, tmp_path_factory):
    """A book of one lab in two languages, executed, with its ledger and its pages."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "notebooks/en").mkdir(parents=True)
    (folder / "ledger").mkdir()
    (folder / "ledger/chapter-1.toml").write_text(LEDGER, encoding="utf-8")
    for path, lang, title in [("binary.ipynb", "zh-CN", "二进制 $a\\oplus b$"), ("en/binary.ipynb", "en", "Binary $a\\oplus b$")]:
        cells = [("setup", SETUP), ("defaults", "let n: u32 = 3; // heaps"), ("xor-laws", LAWS), ("pairwise-balance", PAIRWISE), ("rest", 'println!("n = {n}");')]
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"agon": {"chapter": "chapter-1", "order": 1}, "kernelspec": {"name": "agon", "display_name": "Rust (Agon)", "language": "rust"}, "lang": lang},
            "cells": [{"cell_type": "markdown", "id": "title", "metadata": {}, "source": f"# {title}"}]
            + [
                {"cell_type": "code", "id": id, "metadata": {"tags": ["parameters"]} if id == "defaults" else {}, "execution_count": None, "outputs": [], "source": source}
                for id, source in cells
            ],
        }
        (folder / "notebooks" / path).write_text(json.dumps(notebook), encoding="utf-8")
    result = agon("run", "notebooks", "--out", "pages", cwd=folder)
    assert result.returncode == 0, result
    return folder


def claims(agon, book, *arguments):
    return agon("claims", "--ledger", "ledger", *arguments, cwd=book)


def test_claims_prints_the_ledger_with_the_verdicts_of_the_run(agon, book):
    result = claims(agon, book)
    assert result.returncode == 0, result
    assert re.search(r"000-p11-laws .*proven", result.stdout) and "两两相等。" in result.stdout
    assert "2 claims: 1 proven, 1 refuted" in result.stdout
    english = claims(agon, book, "--lang", "en", "--verdict", "refuted")
    assert "Pairwise equal." in english.stdout and "pairwise equal" in english.stdout and "000-p11-laws" not in english.stdout


def test_claims_as_json(agon, book):
    listed = json.loads(claims(agon, book, "--json", "--lang", "en").stdout)
    nothing = {"bound": None, "witness": None, "expected": None, "found": None, "lab": "binary"}
    assert listed == [
        {**nothing, "id": "000-p11-laws", "verdict": "proven", "cell": "xor-laws"},
        {**nothing, "id": "000-p11-pairwise", "verdict": "refuted", "cell": "pairwise-balance", "witness": "(1, 2, 3)", "expected": "pairwise equal", "found": "1 ⊕ 2 = 3"},
    ]


def test_a_name_that_does_not_exist_is_an_error(agon, book):
    for option in ("--lab", "--chapter"):
        result = claims(agon, book, option, "nim")
        assert result.returncode == 1 and "nim" in result.stderr and ("binary" in result.stderr or "chapter-1" in result.stderr)


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda ledger: ledger.replace('"xor-laws"', '"other"'), "the ledger expects it in binary, cell other"),
        (lambda ledger: ledger.replace('"binary"', '"bits"'), "the ledger expects it in bits, cell xor-laws"),
        (lambda ledger: ledger.replace("p11-pairwise", "p11-paired"), "not in the ledger; the nearest is 000-p11-paired"),
        (lambda ledger: ledger + '\n[[claim]]\nid = "new"\nplace = "p9"\nzh = "z"\nen = "e"\nlab = "binary"\ncell = "c"\n', "new: no cell has checked it"),
    ],
)
def test_what_does_not_fit_the_ledger_is_an_error(agon, book, tmp_path, change, message):
    (tmp_path / "chapter-1.toml").write_text(change(LEDGER), encoding="utf-8")
    result = agon("claims", "--ledger", tmp_path, cwd=book)
    assert result.returncode == 1 and message in result.stderr, result


def test_missing_claims_can_be_allowed(agon, book, tmp_path):
    more = LEDGER + '\n[[claim]]\nid = "new"\nplace = "p9"\nzh = "z"\nen = "e"\nlab = "later"\ncell = "c"\n'
    (tmp_path / "chapter-1.toml").write_text(more, encoding="utf-8")
    assert agon("claims", "--ledger", tmp_path, cwd=book).returncode == 1
    allowed = agon("claims", "--ledger", tmp_path, "--allow-missing", cwd=book)
    assert (allowed.returncode, allowed.stderr) == (0, "")
    assert agon("claims", "--ledger", tmp_path, "--lab", "binary", cwd=book).returncode == 0


def test_two_verdicts_are_an_error(agon, book, tmp_path):
    path = tmp_path / "binary.ipynb"
    text = (book / "notebooks/en/binary.ipynb").read_text(encoding="utf-8")
    path.write_text(text.replace('"verdict": "proven"', '"verdict": "uncheckable", "reason": "r"'), encoding="utf-8")
    result = claims(agon, book, "notebooks/binary.ipynb", path)
    assert result.returncode == 1 and "different verdicts" in result.stderr, result


def test_each_language_has_an_index_with_labs_and_errata(book):
    chinese, english = ((book / "pages" / path).read_text(encoding="utf-8") for path in ("index.html", "en/index.html"))
    assert 'lang="zh-CN"' in chinese and 'lang="en"' in english
    for page, chapter, claim in [(chinese, "第一章", "异或为零意味着"), (english, "Chapter 1", "balance")]:
        assert chapter in page and claim in page and "(1, 2, 3)" in page and "<script" not in page
        assert 'href="binary.html"' in page and 'href="binary.html#claim-000-p11-pairwise"' in page
    assert 'href="en/index.html"' in chinese and 'href="../index.html"' in english
    for page in ("binary.html", "en/binary.html"):
        assert 'id="claim-000-p11-pairwise"' in (book / "pages" / page).read_text(encoding="utf-8")


def test_parameters_make_a_page_and_leave_the_notebook_alone(agon, book, tmp_path):
    path = book / "notebooks/binary.ipynb"
    before = path.read_bytes()
    result = agon("run", path, "--param", "n=7", "--out", tmp_path)
    assert result.returncode == 0 and path.read_bytes() == before, result
    page = (tmp_path / "binary.html").read_text(encoding="utf-8")
    assert "n = 7" in page and "--param n=7" in page
    assert not (tmp_path / "index.html").exists(), "one notebook needs no index"

    copy = tmp_path / "copy.ipynb"
    copy.write_bytes(before)
    for value in (8, 9):
        assert agon("run", copy, "--param", f"n={value}", "--save", "--out", tmp_path).returncode == 0
        cells = {cell["id"]: cell for cell in json.loads(copy.read_text(encoding="utf-8"))["cells"]}
        assert "".join(cells["injected-parameters"]["source"]) == f"let n: u32 = {value};"
        assert "".join(cells["rest"]["outputs"][0]["text"]) == f"n = {value}\n"


def test_a_parameter_that_does_not_exist_is_an_error(agon, book, write_notebook):
    result = agon("run", book / "notebooks/binary.ipynb", "--param", "m=7")
    assert result.returncode == 1 and "`m`" in result.stderr and "`n`" in result.stderr
    result = agon("run", write_notebook("plain.ipynb", "1"), "--param", "m=7")
    assert result.returncode == 1 and "parameters" in result.stderr
    assert agon("run", book / "notebooks/binary.ipynb", "--param", "n=7 8").returncode == 2


def test_progress_is_not_in_the_notebook(agon, write_notebook, tmp_path):
    path = write_notebook("slow.ipynb", "for _ in agon::progress(0..60) { std::thread::sleep(std::time::Duration::from_millis(10)); }\n3")
    assert agon("run", path, "--out", tmp_path / "pages").returncode == 0
    (output,) = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["outputs"]
    assert output["data"] == {"text/plain": ["3"]}
