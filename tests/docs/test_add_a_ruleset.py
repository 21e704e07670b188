"""The page on adding a ruleset names only files and functions that exist, and shows the code that `new-ruleset`
writes.
"""

import re
from importlib import import_module
from pathlib import Path

from pilein.kernel.requests import Choice
from pilein.kernel.table import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-ruleset.md").read_text(encoding="utf-8")
STARTER = ROOT / "src" / "pilein" / "cli" / "starter" / "hoplon"
PACKAGE = ROOT / "src" / "pilein" / "rulesets" / "warstrike"


def test_the_paths_named_in_the_tutorial_on_adding_a_ruleset_exist():
    paths = re.findall(r"`((?:src|tests|docs)/[\w/.-]+)`", PAGE)
    assert [path for path in paths if "NAME" not in path and not (ROOT / path).exists()] == []
    assert len(paths) > 8


def test_the_ruleset_files_named_in_the_tutorial_on_adding_a_ruleset_exist():
    names = set(re.findall(r"`(\w+\.(?:py|toml|md))`", PAGE)) - {"fight.toml"}
    assert [name for name in names if not (STARTER / name).exists() and not (PACKAGE / name).exists()] == []


def test_the_tutorial_on_adding_a_ruleset_names_every_file_written_for_a_new_ruleset():
    assert all(f"`{path.name}`" in PAGE for path in STARTER.iterdir() if path.is_file())


def test_the_code_in_the_tutorial_on_adding_a_ruleset_is_that_of_the_starter_ruleset():
    code = (STARTER / "__init__.py").read_text(encoding="utf-8")
    shown = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.strip() for block in shown for line in block.splitlines() if line.strip()]
    assert [line for line in lines if line not in code] == []
    assert len(lines) > 3


def test_the_commands_in_the_tutorial_on_adding_a_ruleset_are_those_printed_for_a_new_ruleset():
    code = (ROOT / "src" / "pilein" / "cli" / "new_ruleset.py").read_text(encoding="utf-8")
    assert all(f" {command} " in code for command in re.findall(r"my_rulesets (new|fight|odds) ", PAGE))


def test_the_tutorial_on_adding_a_ruleset_names_every_method_of_the_table():
    assert re.search(r"`table\.roll`, `choose`, `rule`, `tell`, `then`, `holds` and `number`", PAGE)
    assert all(hasattr(Table, verb) for verb in ("roll", "choose", "rule", "tell", "then", "holds", "number"))
    assert all(hasattr(Choice, part) for part in ("side", "clause", "words", "candidates", "why_not"))


def test_the_modules_named_in_the_tutorial_on_adding_a_ruleset_can_be_imported():
    for name in re.findall(r"`(pilein(?:\.\w+)+)`", PAGE):
        if name == "pilein.rulesets_from":
            continue
        try:
            import_module(name)
        except ModuleNotFoundError:
            module, attribute = name.rsplit(".", 1)
            assert hasattr(import_module(module), attribute), name
