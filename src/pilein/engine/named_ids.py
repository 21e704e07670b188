"""Checks of the IDs of sentences, rulings and numbers that a ruleset's code and text name.

A misspelled ID refers to nothing in the text, so it could never be struck out or given an option. Tests check the
built-in rulesets; external rulesets are checked when they are added.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from inspect import unwrap
from pathlib import Path
from typing import Any

from pilein.kernel.errors import BadInput, BadRuleset
from pilein.kernel.nearest import hint
from pilein.tabletop.ruleset import Ruleset

ID = re.compile(r"[A-Z]+-")
SENTENCE, RULING, NUMBER, ANY = "sentence", "ruling", "number", "sentence or ruling"
MOST_TREES = 32  # cached: a custom ruleset has only a few files, and each check reads them
ASKED_BY = {"holds": SENTENCE, "rule": RULING, "number": NUMBER}  # method -> the kind of thing its ID names


def assert_ids_are_known(ruleset: Ruleset) -> None:
    """Check all IDs in a ruleset's files, including the arguments of `table.holds`, `rule` and `number`.

    Raises:
        BadRuleset: the text does not contain an ID. The error gives file and line, and suggests the nearest ID.
    """
    known: dict[str, Collection[str]] = {
        SENTENCE: ruleset.sentences,
        RULING: ruleset.rulings,
        NUMBER: {**ruleset.numbers, **ruleset.rulings},  # an option may have a number too
        ANY: {**ruleset.sentences, **ruleset.rulings, **ruleset.numbers},
    }
    for file in files_of(ruleset.home):
        others = _written(file, ruleset.prefix) if ruleset.sentences else ()  # a single file may list none
        for kind, name, line in (*_asked(file), *others):
            _assert_known(kind, name, known[kind], str(file), line)
    for clause in ruleset.clauses.values() if ruleset.sentences else ():
        for name in clause.sentences:
            code = unwrap(clause).__code__
            _assert_known(SENTENCE, name, known[SENTENCE], code.co_filename, code.co_firstlineno)
    for file_name, name in _in_texts(ruleset) if ruleset.vocabulary.package else ():
        where = str(files(ruleset.vocabulary.package).joinpath(file_name))
        _assert_known(ANY, name, known[ANY], where, 0)


def sentences_in_code(ruleset: Ruleset) -> frozenset[str]:
    """Return the sentences that a ruleset's code checks. Striking out any other sentence does not change play.

    If the code checks a sentence that is not given as a literal, every ID in that file counts.
    """
    found = {name for clause in ruleset.clauses.values() for name in clause.sentences}
    for file in files_of(ruleset.home):
        found |= {name for kind, name, _ in _asked(file) if kind == SENTENCE}
        if _asks_for_variables(file):
            found |= {name for _, name, _ in _written(file, ruleset.prefix)}
    return frozenset(found & ruleset.sentences.keys())


def rulings_in_code(ruleset: Ruleset) -> frozenset[str]:
    """Return the IDs of the rulings named in a ruleset's code."""
    named = (name for file in files_of(ruleset.home) for _, name, _ in _written(file, ruleset.prefix))
    return frozenset(name for name in named if name in ruleset.rulings)


def assert_in_code(ruleset: Ruleset, sentences: Collection[str]) -> None:
    """Check that striking out each of the given sentences can change play.

    Raises:
        BadInput: no code checks one of the sentences.
    """
    for name in sorted({*sentences} - sentences_in_code(ruleset)) if sentences else ():
        words = f"no code in {ruleset.name} depends on this sentence, so excluding it would change nothing"
        raise BadInput(words, key=name, remedy="exclude another sentence")


def _assert_known(kind: str, name: str, known: Collection[str], file: str, line: int) -> None:
    if name not in known:
        remedy = hint(name, known, f"list it among the ruleset's {kind}s")
        raise BadRuleset(f"there is no {kind} {name!r}", file=file, line=line, remedy=remedy)


def _in_texts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield each cross-reference between sentences, rulings, questions and numbers, as (file, ID)."""
    words = ruleset.vocabulary
    yield from (("clauses.toml", one) for sentence in words.sentences.values() for one in sentence.rulings)
    yield from (("rulings.toml", one) for ruling in words.rulings.values() for one in ruling.clauses)
    yield from (("questions.toml", question.id) for question in words.questions)
    yield from (("numbers.toml", number.sentence) for number in words.numbers.values())


def files_of(home: str) -> tuple[Path, ...]:
    """Return the files of a package or module, without its tests."""
    module = import_module(home)
    source = Path(module.__file__ or "")
    found = sorted(source.parent.rglob("*.py")) if hasattr(module, "__path__") else [source]
    return tuple(file for file in found if not file.name.startswith("test_"))


def tree_of(file: Path) -> ast.Module:
    """Parse a file and return its syntax tree."""
    return _tree_of(file.read_text(encoding="utf-8"), str(file))


@lru_cache(maxsize=MOST_TREES)
def _tree_of(text: str, file: str) -> ast.Module:
    return ast.parse(text, file)


def names_in(file: Path) -> dict[str, Any]:
    """Return the names defined in the module that was read from a file."""
    return next((vars(one) for one in list(sys.modules.values()) if getattr(one, "__file__", None) == str(file)), {})


def written_out(node: ast.expr, names: Mapping[str, Any]) -> str | None:
    """Return the value of a string expression that is a literal or a name of its module, or None for any other
    expression.
    """
    value: object = None
    if isinstance(node, ast.Constant):
        value = node.value
    elif isinstance(node, ast.Name):
        value = names.get(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        value = getattr(names.get(node.value.id), node.attr, None)
    return str(value) if isinstance(value, str) else None


def _written(file: Path, prefix: str) -> Iterator[tuple[str, str, int]]:
    """Yield (kind, ID, line) for each string in a file that is an ID of the ruleset."""
    own = re.compile(rf"{re.escape(prefix)}-[A-Z]*-?\d+(\.\w+)?")
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and own.fullmatch(node.value):
            yield ANY, node.value, node.lineno


def _asks_for_variables(file: Path) -> bool:
    """Whether code checks a sentence that is given by a value other than a literal."""
    calls = (one for one in ast.walk(tree_of(file)) if isinstance(one, ast.Call))
    asking = (one for one in calls if isinstance(one.func, ast.Attribute) and ASKED_BY.get(one.func.attr) == SENTENCE)
    return any(one.args and not isinstance(one.args[0], ast.Constant) for one in asking)


def _asked(file: Path) -> Iterator[tuple[str, str, int]]:
    """Yield (kind, ID, line) for each call of `holds`, `rule` or `number` with a literal ID."""
    for call in ast.walk(tree_of(file)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        kind, first = ASKED_BY.get(call.func.attr), call.args[0]
        if kind and isinstance(first, ast.Constant) and ID.match(str(first.value)):
            yield kind, str(first.value), call.lineno
