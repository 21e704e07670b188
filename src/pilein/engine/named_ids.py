"""The IDs of sentences, rulings and numbers that the code of a ruleset asks for, checked against its text.

A misspelled ID would be in no text, so that nothing could ever strike it out or choose an option for it. Our own
rulesets are checked by tests, those from outside when they are added.
"""

import ast
import re
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path

from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import hint
from pilein.tabletop.ruleset import Ruleset

ID = re.compile(r"[A-Z]+-")
SENTENCE, RULING, NUMBER = "sentence", "ruling", "number"
ASKED_BY = {"holds": SENTENCE, "rule": RULING, "number": NUMBER}  # method of the table -> what it takes the ID of


def assert_ids_are_known(ruleset: Ruleset) -> None:
    """Check the IDs in `table.holds`, `table.rule` and `table.number` calls of a ruleset's files.

    Raises:
        BadRuleset: one is in no text, with its file and line; suggests the nearest.

    """
    known: dict[str, Collection[str]] = {
        SENTENCE: ruleset.sentences,
        RULING: ruleset.rulings,
        NUMBER: {**ruleset.numbers, **ruleset.rulings},  # an option may have a number too
    }
    for file in files_of(ruleset.home):
        for kind, name, line in _asked(file):
            if name not in known[kind]:
                remedy = hint(name, known[kind], f"list it among the ruleset's {kind}s")
                raise BadRuleset(f"there is no {kind} {name!r}", file=str(file), line=line, remedy=remedy)


def files_of(home: str) -> tuple[Path, ...]:
    """The files of a package or module, but for its tests."""
    module = import_module(home)
    source = Path(module.__file__ or "")
    files = sorted(source.parent.rglob("*.py")) if hasattr(module, "__path__") else [source]
    return tuple(file for file in files if not file.name.startswith("test_"))


def _asked(file: Path) -> Iterator[tuple[str, str, int]]:
    """(What is asked for, its ID, the line) of each such call with the ID written out."""
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        kind, first = ASKED_BY.get(call.func.attr), call.args[0]
        if kind and isinstance(first, ast.Constant) and ID.match(str(first.value)):
            yield kind, str(first.value), call.lineno
