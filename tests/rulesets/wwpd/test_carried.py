"""Nothing of the text is left out: every sentence has code and a test, every reading of a ruling has code."""

import ast
from pathlib import Path
from types import FunctionType

import pytest

from pilein.cli.marked_tests import checkout, marked_tests
from pilein.kernel.ruleset import Rulebook
from pilein.lab import rulebooks
from pilein.rulesets.wwpd.clauses import sentences
from pilein.rulesets.wwpd.rulings import RULINGS

ROOT = checkout()
PRESETS: set[tuple[str, str]] = set()


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return rulebooks.complete("wwpd")


@pytest.fixture(scope="module")
def named_in_code() -> set[str]:
    """Every text constant in the ruleset's code, docstrings among them as wholes."""
    assert ROOT is not None
    files = sorted((ROOT / "src" / "pilein" / "rulesets" / "wwpd").rglob("*.py"))
    return set[str]().union(*map(_texts, files))


def _texts(file: Path) -> set[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_sentence_is_carried(book: Rulebook) -> None:
    assert [one for one in sentences() if one not in book.carriers] == []


def test_nothing_is_carried_that_the_text_does_not_say(book: Rulebook) -> None:
    assert [one for one in book.carriers if one not in sentences()] == []


def test_every_sentence_is_carried_once(book: Rulebook) -> None:
    carriers = {id(carrier): carrier for carrier in book.carriers.values()}.values()
    named = sorted(one for carrier in carriers for one in carrier.ids)
    assert named == sorted(book.carriers)


def test_every_carrier_can_be_struck_out_by_itself(book: Rulebook) -> None:
    functions = {carrier.where: carrier.function for carrier in book.carriers.values()}
    plain = {where for where, one in functions.items() if isinstance(one, FunctionType) and not one.__closure__}
    assert sorted(set(functions) - plain) == []


def test_every_carrier_quotes_its_sentences(book: Rulebook) -> None:
    """The docstring of a carrier begins with the IDs, or at least the parts, of its sentences."""
    parts = {carrier.where: {one[:5] for one in carrier.ids} for carrier in book.carriers.values()}
    words = {carrier.where: carrier.words for carrier in book.carriers.values()}
    assert [where for where in parts if not all(part in words[where] for part in parts[where])] == []


def test_every_sentence_is_named_by_a_test() -> None:
    assert ROOT is not None
    named = {one for test in marked_tests(ROOT) for one in test.ids}
    assert [one for one in sentences() if one not in named] == []


def test_no_test_names_a_sentence_that_does_not_exist() -> None:
    assert ROOT is not None
    ours = [(test.name, one) for test in marked_tests(ROOT) for one in test.ids if one.startswith("WW-")]
    assert [(name, one) for name, one in ours if one not in sentences()] == []


def test_every_ruling_that_a_sentence_names_exists() -> None:
    named = {ruling for sentence in sentences().values() for ruling in sentence.rulings}
    assert sorted(named - set(RULINGS)) == []


def test_every_ruling_with_readings_to_choose_from_is_asked_for(named_in_code: set[str]) -> None:
    presets = {ruling for ruling, _ in PRESETS}
    asked_for = [key for key, ruling in RULINGS.items() if ruling.options and key not in presets]
    assert [key for key in asked_for if key not in named_in_code] == []


def test_every_reading_is_named_in_code(named_in_code: set[str]) -> None:
    """All but one of each ruling: the last is what is left when the others, and the default, are not in force."""
    readings = {(key, option.name) for key, ruling in RULINGS.items() for option in ruling.options} - PRESETS
    unnamed = sorted(key for key, name in readings if name not in named_in_code)
    assert sorted(set(unnamed)) == unnamed


def test_the_page_of_contents_names_every_clause_that_is_played(book: Rulebook) -> None:
    listed = [key for _, keys in rulebooks.sequence("wwpd") for key in keys]
    assert sorted(listed) == sorted(book.clauses)
