"""Run the cells of a notebook in order, in one process. `python -m tests.docs.notebooks NOTEBOOK` renews the
outputs.

The runner has only the features that the documentation's notebooks need: standard output, and the value of a cell's
last line as text and, where available, as HTML or SVG. Running a real kernel would take thirty more packages and
prove nothing more.
"""

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from tests.docs.pages import folder

Cell = dict[str, object]
RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def cells(path: Path) -> list[Cell]:
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def source(cell: Cell) -> str:
    return "".join(cast("list[str]", cell["source"]))


def shown(path: Path) -> list[list[Cell]]:
    """Run the code cells of a notebook in order in the current folder, and return the output of each."""
    names: dict[str, object] = {"__name__": "__main__"}
    return [_outputs(source(cell), names, number) for number, cell in enumerate(cells(path), 1)]


def _outputs(text: str, names: dict[str, object], number: int) -> list[Cell]:
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out, value = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, f"cell {number}", "exec"), names)  # noqa: S102 - our own page
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)  # noqa: S307
    outputs: list[Cell] = []
    if out.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(out.getvalue())})
    if value is not None:
        result: Cell = {"data": _data(value), "execution_count": number, "metadata": {}}
        outputs.append(result | {"output_type": "execute_result"})
    return outputs


def _data(value: object) -> Mapping[str, list[str]]:
    """Return the value in each of its display formats."""
    forms = {kind: getattr(value, method)() for kind, method in RICH.items() if hasattr(value, method)}
    return {**{kind: _lines(text) for kind, text in forms.items()}, "text/plain": _lines(repr(value))}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def renew(path: Path) -> None:
    """Run a notebook, and replace its outputs."""
    with tempfile.TemporaryDirectory() as place, folder(Path(place)):
        outputs = shown(path)
    book = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    for number, (cell, now) in enumerate(zip(code, outputs, strict=True), 1):
        cell["outputs"], cell["execution_count"] = now, number
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for name in sys.argv[1:]:
        renew(Path(name).resolve())
