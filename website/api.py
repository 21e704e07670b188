"""Page of the Python interface, which documents everything in `pilein.__all__` from its docstrings."""

import importlib
import inspect
import re

TOP = """# Python

Everything below is a name of the package: `import pilein`, then `pilein.odds(...)`. Other modules are not part of the
interface and may change without notice.

"""


def page() -> str:
    """Return the interface page, in Markdown for mkdocstrings."""
    package = importlib.import_module("pilein")
    names = sorted((name for name in package.__all__ if not name.startswith("__")), key=_order)
    rows = [f"| [`{name}`](#{_where(name)}) | {_summary(getattr(package, name))} |" for name in names]
    return TOP + "\n".join(["| name | |", "| --- | --- |", *rows, "", *(f"::: {_where(name)}\n" for name in names)])


def _order(name: str) -> tuple[bool, str]:
    """Sort key that puts functions before classes, and orders both groups by name."""
    return (name[0].isupper(), name)


def _where(name: str) -> str:
    """Return the dotted path of the definition of a public name."""
    value = getattr(importlib.import_module("pilein"), name)
    if isinstance(value, type) or inspect.isfunction(value):
        return f"{value.__module__}.{value.__qualname__}"
    return f"pilein.{name}"


def _summary(value: object) -> str:
    """Return the first sentence of a docstring, formatted for a cell of a table."""
    text = inspect.getdoc(value) if isinstance(value, type) or callable(value) else ""
    first = re.split(r"(?<=[.:;])\s|\n\n", (text or "").strip(), maxsplit=1)[0]
    return " ".join(first.split()).replace("|", "\\|")
