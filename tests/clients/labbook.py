"""The labs of the repository, and what the book prints about them."""

import re
from html import unescape

EVIDENCE = "application/vnd.agon.evidence+json"

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]


def source(text):
    return text if isinstance(text, str) else "".join(text)


def outputs(notebook):
    """All outputs of a notebook, cell by cell, without what changes from run to run without meaning anything."""
    return {
        cell["id"]: [comparable(output) for output in cell["outputs"] if not is_progress(output)]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    }


def is_progress(output):
    """Whether this is what is left of a progress bar: whether there was one depends on the machine."""
    return output.get("metadata", {}).get("agon", {}).get("progress", False)


def comparable(output):
    output = {key: value for key, value in output.items() if key != "execution_count"}
    if "text" in output:
        output["text"] = source(output["text"])
    if "data" in output:
        output["data"] = {
            mime: value if isinstance(value, dict) else source(value) for mime, value in output["data"].items()
        }
    return output


def evidence(outputs):
    return [output["data"][EVIDENCE] for cell in outputs.values() for output in cell if EVIDENCE in output.get("data", {})]


def tables(outputs):
    """The rows of each table, as lists of text."""
    found = [output["data"]["text/html"] for cell in outputs.values() for output in cell if "text/html" in output.get("data", {})]
    return [rows(html) for html in found if "<table" in html]


def rows(html):
    return [
        [unescape(re.sub("<[^>]*>", "", field)) for field in re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", row, re.S)]
        for row in re.findall(r"<tr>(.*?)</tr>", html, re.S)
    ]


def check_book(lab, outputs):
    """The book's printed results must be among what the lab has computed."""
    BOOK[lab](outputs)


def nim(outputs):
    # 710 positions, and the nim-sum disagrees with retrograde analysis in none of them.
    assert settled(outputs, "000-p36-710", "proven", cases=710)
    # (3, 4, 5) has one winning move.
    assert settled(outputs, "000-p14-345move", "proven", cases=12)
    assert settled(outputs, "000-p12-345-7", "refuted")


def wythoff(outputs):
    assert settled(outputs, "000-p36-496", "proven", cases=496)
    assert settled(outputs, "000-p23-list", "proven")


def kayles(outputs):
    table = [[str(n), str(g)] for n, g in enumerate(KAYLES)]
    assert any(all(row in rows for row in table) for rows in tables(outputs))
    assert settled(outputs, "000-p36-kayles25", "proven", cases=25)
    assert settled(outputs, "000-p36-missing", "proven")
    (period,) = settled(outputs, "000-p36-period", "proven")
    assert "e = 71，p = 12" in period["certificate"]


def days(outputs):
    found = tables(outputs)
    columns = [column for table in found for column in zip(*(row for row in table[1:] if len(row) == len(table[0])))]
    assert ("1", "2", "4", "8", "16") in columns and ("1", "3", "7", "15", "31") in columns


def settled(outputs, claim, verdict, cases=None):
    """The evidence for a claim of the book, if it came out so."""
    found = [found for found in evidence(outputs) if found.get("claim") == claim]
    return [found for found in found if found["verdict"] == verdict and cases in (None, found.get("cases"))]


BOOK = {"nim": nim, "wythoff": wythoff, "kayles": kayles, "days": days}
