"""The page on adding a ruleset names files and functions that are there."""

import re
from importlib import import_module
from pathlib import Path

from pilein.kernel.requests import Choice
from pilein.kernel.table import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-ruleset.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "pilein" / "rulesets" / "scrollhammer"


def test_the_paths_that_it_names_are_there():
    paths = re.findall(r"`((?:src|tests|docs)/[\w/.-]+)`", PAGE)
    assert [path for path in paths if "hoplon" not in path and not (ROOT / path).exists()] == []
    assert len(paths) > 8


def test_the_files_of_a_ruleset_that_it_names_are_there_in_the_one_to_look_at():
    names = re.findall(r"`(\w+\.(?:py|toml|md))`", PAGE)
    assert [name for name in names if not (PACKAGE / name).exists()] == []


def test_the_verbs_of_the_table_are_those_that_it_names():
    named = re.search(r"`table\.roll`, `choose`, `rule`, `tell` and `then`", PAGE)
    assert named
    assert all(hasattr(Table, verb) for verb in ("roll", "choose", "rule", "tell", "then"))
    assert all(hasattr(Choice, part) for part in ("side", "clause", "words", "candidates", "why_not"))


def test_the_modules_that_it_names_can_be_imported():
    for name in re.findall(r"`(pilein(?:\.\w+)+)`", PAGE):
        try:
            import_module(name)
        except ModuleNotFoundError:
            module, attribute = name.rsplit(".", 1)
            assert hasattr(import_module(module), attribute), name
