"""Each step is the key of one clause, and every request for a next step passes the arguments that its clause takes."""

import ast
import inspect
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from pilein.engine import aliases
from pilein.engine.rulesets import names, ruleset_named

SOURCES = Path("src/pilein/rulesets")


def steps(ruleset):
    return import_module(f"pilein.rulesets.{ruleset}.steps").Step


def successors(ruleset):
    """Return every `table.then(Step.NAME, ...)` as a tuple of place, step name and number of arguments. The number is
    None if arguments are unpacked.
    """
    for path in sorted((SOURCES / ruleset).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "then":
                first, *rest = node.args
                count = None if any(isinstance(one, ast.Starred) for one in rest) else len(rest)
                for part in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                    if isinstance(part, ast.Attribute):
                        yield f"{path}:{node.lineno}", part.attr, count


@pytest.mark.parametrize("ruleset", names())
def test_every_step_of_a_ruleset_has_a_clause_and_every_clause_has_a_step(ruleset):
    assert set(ruleset_named(ruleset).clauses) == {step.value for step in steps(ruleset)}


@pytest.mark.parametrize("ruleset", names())
def test_every_clause_appears_in_the_order_of_play(ruleset):
    played = [key for _, keys in ruleset_named(ruleset).sequence for key in keys]
    assert set(played) == set(steps(ruleset))


@pytest.mark.parametrize("ruleset", names())
def test_a_clause_scheduled_by_name_is_given_the_arguments_it_takes(ruleset):
    clauses, known = ruleset_named(ruleset).clauses, steps(ruleset)
    wrong = []
    for where, name, count in successors(ruleset):
        if count is not None:
            try:
                inspect.signature(clauses[known[name]]).bind("state", "table", *range(count))
            except TypeError as error:
                wrong.append(f"{where}: {name}: {error}")
    assert not wrong


@pytest.mark.parametrize("ruleset", names())
def test_every_ruleset_schedules_more_than_thirty_clauses_by_name(ruleset):
    assert sum(1 for _ in successors(ruleset)) > 30


@pytest.mark.parametrize("ruleset", names())
def test_no_module_imports_a_clause_only_to_schedule_it(ruleset):
    """Clauses refer to their successors by key, and import only the names in `steps`."""
    clauses = {(function.__module__, function.__name__) for function in ruleset_named(ruleset).clauses.values()}
    found = []
    for path in sorted((SOURCES / ruleset).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found += [f"{path}: {name.name}" for name in node.names if (node.module, name.name) in clauses]
    assert not found


NEWER = {
    "wab": {
        "next_rally",
        "next_compulsory_move",
        "shaken_after_pursuits",
        "take_all_losses",
    },
    "scrollhammer": {"move_falling_back", "pile_in_stage"},
    "warstrike": {"look_after_withdrawal"},
    "scorched": {"double_dice", "plan_parries"},
}  # steps that version 0.1.0 did not have


def test_the_aliases_of_each_ruleset_cover_every_step_of_version_0_1_0_exactly_once():
    table = tomllib.loads(Path(aliases.__file__).with_name("aliases.toml").read_text(encoding="utf-8"))
    for ruleset, keys in table.items():
        assert set(keys.values()) == {step.value for step in steps(ruleset)} - NEWER.get(ruleset, set())
        assert len(set(keys.values())) == len(keys)
