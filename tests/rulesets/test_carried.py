"""Rules texts are covered completely: every sentence has code and a test, and every reading of a ruling has code."""

import ast
import re
from pathlib import Path
from types import FunctionType

import pytest

from pilein.cli.marked_tests import MarkedTest, checkout, marked_tests
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.clauses import words_of
from pilein.lab.source_locations import CodePlace, places
from pilein.tabletop.ruleset import Ruleset
from tests.rulesets.texts import NAMES, TEXTS

FOLDER = Path(__file__).parent
CODE = FOLDER.parents[1] / "src" / "pilein" / "rulesets"
EXAMPLE = re.compile(r'mark\.example\("([\w-]+)"\)')
every_text = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def marked() -> tuple[MarkedTest, ...]:
    root = checkout()
    assert root is not None
    return marked_tests([root / "tests"])


@pytest.fixture
def book(name: str) -> Ruleset:
    return ruleset_named(name)


def named_in_code(name: str) -> set[str]:
    return set[str]().union(*map(_texts, sorted((CODE / name).rglob("*.py"))))


def _texts(file: Path) -> set[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.fixture
def standing(name: str) -> dict[str, tuple[CodePlace, ...]]:
    """Map each sentence to the places in the code that carry it."""
    return dict(places(f"pilein.rulesets.{name}"))


@every_text
def test_the_code_cites_every_sentence_of_the_text(name: str, standing: dict[str, tuple[CodePlace, ...]]) -> None:
    assert [one for one in ruleset_named(name).sentences if one not in standing] == []


@every_text
def test_every_sentence_cited_in_the_code_exists_in_the_text(
    name: str, standing: dict[str, tuple[CodePlace, ...]]
) -> None:
    assert [one for one in standing if one not in ruleset_named(name).sentences] == []


@every_text
def test_every_function_that_implements_or_checks_a_sentence_has_a_docstring_that_cites_the_sentence(
    standing: dict[str, tuple[CodePlace, ...]],
) -> None:
    unquoted = [(place.name, one) for one, found in standing.items() for place in found if one not in place.quoted]
    assert unquoted == []


@every_text
def test_every_clause_is_a_plain_function_without_a_closure(book: Ruleset) -> None:
    """Knock-out tests temporarily replace the body of a clause, which is possible only for plain functions."""
    clauses: dict[str, object] = {**book.clauses}
    wrong = [key for key, one in clauses.items() if not isinstance(one, FunctionType) or one.__closure__]
    assert wrong == []


@every_text
def test_the_docstring_of_every_clause_cites_all_sentences_of_the_clause(book: Ruleset) -> None:
    wrong = [key for key, one in book.clauses.items() if not all(id_ in words_of(one) for id_ in one.sentences)]
    assert wrong == []


@every_text
def test_every_sentence_is_cited_by_a_test(name: str, marked: tuple[MarkedTest, ...]) -> None:
    named = {one for test in marked for one in test.ids}
    assert [one for one in ruleset_named(name).sentences if one not in named] == []


@every_text
def test_no_test_cites_a_sentence_missing_from_the_text(
    name: str, book: Ruleset, marked: tuple[MarkedTest, ...]
) -> None:
    ours = [(test.name, one) for test in marked for one in test.ids if one.startswith(f"{book.prefix}-")]
    assert [(test, one) for test, one in ours if one not in ruleset_named(name).sentences] == []


@every_text
def test_every_ruling_named_by_a_sentence_exists(name: str, book: Ruleset) -> None:
    named = {ruling for sentence in ruleset_named(name).sentences.values() for ruling in sentence.rulings}
    assert sorted(named - set(book.rulings)) == []


@every_text
def test_the_code_consults_every_ruling_that_has_options(name: str, book: Ruleset) -> None:
    presets = {ruling for ruling, _ in TEXTS[name].presets}
    asked_for = [key for key, ruling in book.rulings.items() if ruling.options and key not in presets]
    named = named_in_code(name)
    assert [key for key in asked_for if key not in named] == []


@every_text
def test_the_code_names_all_but_at_most_one_option_of_every_ruling(name: str, book: Ruleset) -> None:
    readings = {(key, option.name) for key, ruling in book.rulings.items() for option in ruling.options}
    named = named_in_code(name)
    unnamed = sorted(key for key, option in readings - TEXTS[name].presets if option not in named)
    assert sorted(set(unnamed)) == unnamed


@every_text
def test_the_order_of_play_lists_every_clause_exactly_once(name: str, book: Ruleset) -> None:
    listed = [key for _, keys in ruleset_named(name).sequence for key in keys]
    assert sorted(listed) == sorted(book.clauses)


@every_text
def test_every_worked_example_is_played_by_a_test(name: str, book: Ruleset) -> None:
    text = TEXTS[name]
    tests = (path.read_text(encoding="utf-8") for path in (FOLDER / name).rglob("test_*.py"))
    worked = {f"{book.prefix}-{text.examples_are}-{number:02}" for number in text.examples}
    assert {one for test in tests for one in EXAMPLE.findall(test)} == worked
