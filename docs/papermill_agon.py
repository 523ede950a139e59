"""Papermill for the labs: what it needs to know of Rust to set parameters.

    python docs/papermill_agon.py notebooks/nim.ipynb out.ipynb -p max_heap 12

takes the arguments of `papermill`. In Python, `import papermill_agon` before `papermill.execute_notebook(...)`.
"""

import json
import os
import re
import sys

from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

# `let max_heap: u32 = 8;   // largest heap`
LET = re.compile(r"^\s*let (?:mut )?(?P<name>\w+)\s*(?::\s*(?P<type>[^=]+?))?\s*=\s*(?P<value>.*);\s*(?://\s*(?P<help>.*))?$")


class RustTranslator(Translator):
    """Values become `let`s with the types that the cell tagged `parameters` declares."""

    types = {}  # of the notebook that papermill has inspected last

    @classmethod
    def inspect(cls, parameters_cell):
        found = [match for line in parameters_cell.source.splitlines() if (match := LET.match(line))]
        cls.types = {match["name"]: match["type"] for match in found if match["type"]}
        return [Parameter(match["name"], match["type"] or "None", match["value"], match["help"] or "") for match in found]

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        # Quarto sets parameters without an inspection before; the notebook is a variable of one of its functions.
        frame = sys._getframe(1)
        while frame and not hasattr(frame.f_locals.get("nb"), "cells"):
            frame = frame.f_back
        for cell in frame.f_locals["nb"].cells if frame else []:
            if "parameters" in cell.metadata.get("tags", []):
                cls.inspect(cell)
        return super().codify(parameters, comment)

    @classmethod
    def comment(cls, text):
        return f"// {text}"

    @classmethod
    def assign(cls, name, value):
        declared = f": {cls.types[name]}" if name in cls.types else ""
        if cls.types.get(name) == "String":
            value += ".into()"  # a literal is a &str
        return f"let {name}{declared} = {value};"

    @classmethod
    def translate_escaped_str(cls, text):
        escaped = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'

    @classmethod
    def translate_float(cls, value):
        return repr(value) if value == value and abs(value) != float("inf") else f"f64::{'NAN' if value != value else 'INFINITY' if value > 0 else 'NEG_INFINITY'}"

    @classmethod
    def translate_none(cls, value):
        return "None"

    @classmethod
    def translate_list(cls, values):
        return f"vec![{', '.join(map(cls.translate, values))}]"


papermill_translators.register("rust", RustTranslator)

if __name__ == "__main__":
    from papermill.cli import papermill

    # Captions and verdicts speak the language of the notebook, which papermill does not tell the kernel.
    for lab in [argument for argument in sys.argv[1:] if argument.endswith(".ipynb") and os.path.exists(argument)][:1]:
        with open(lab, encoding="utf-8") as file:
            os.environ.setdefault("AGON_LANG", json.load(file)["metadata"].get("lang", "zh"))
    papermill()
