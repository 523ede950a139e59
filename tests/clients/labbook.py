"""The labs of the repository, and what the book prints about them."""

import re
from html import unescape

EVIDENCE = "application/vnd.agon.evidence+json"

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]
WYTHOFF = "(0,0)(1,2)(3,5)(4,7)(6,10)(8,13)(9,15)(11,18)(12,20)(14,23)"


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


def printed(outputs):
    return "".join(output["text"] for cell in outputs.values() for output in cell if output["output_type"] == "stream")


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
    assert verified(outputs, cases=710)
    assert "710" in printed(outputs)
    # (3, 4, 5) has one winning move.
    assert "(1, 4, 5)" in printed(outputs) and proven(outputs, r"\(3, 4, 5\)")


def wythoff(outputs):
    assert verified(outputs, cases=496)
    assert "496" in printed(outputs)
    assert WYTHOFF in "".join(re.findall(r"\(\d+,\d+\)", printed(outputs).replace(" ", "")))


def kayles(outputs):
    table = [["n", "g(n)"], *[[str(n), str(g)] for n, g in enumerate(KAYLES)]]
    assert table in tables(outputs)
    assert "{0, 1, 2, 3, 4, 6, 7}" in printed(outputs) and "[5, 8]" in printed(outputs)
    period = proven(outputs, "71.*12")
    assert period and all("e = 71，p = 12" in claim["certificate"] for claim in period)


def surreal(outputs):
    found = tables(outputs)
    columns = [column for table in found for column in zip(*(row for row in table[1:] if len(row) == len(table[0])))]
    assert ("1", "2", "4", "8", "16") in columns and ("1", "3", "7", "15", "31") in columns


def verified(outputs, cases):
    return [claim for claim in evidence(outputs) if claim["verdict"] == "verified-up-to-bound" and claim["cases"] == cases]


def proven(outputs, statement):
    return [claim for claim in evidence(outputs) if claim["verdict"] == "proven" and re.search(statement, claim["statement"])]


BOOK = {"nim": nim, "wythoff": wythoff, "kayles": kayles, "surreal": surreal}
