"""A ruleset's README agrees with the code on every key, weapon, special rule and ruling."""

import importlib
import re
from pathlib import Path

import pytest

import pilein.rulesets
from pilein.engine.rulesets import ruleset_named, vocabulary
from tests.rulesets.texts import NAMES

KINDS = {"bool": "true or false", "unit": "name of a unit", "text": "text", "texts": "list of texts"}
CODE = re.compile(r"`([\w.]+)\.(\w+)`")
RULING = re.compile(r"^\| (\w+-R-\d+) \|.* \| (.*)$", re.MULTILINE)

pytestmark = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def page(name):
    return (Path(pilein.rulesets.__file__).parent / name / "README.md").read_text(encoding="utf-8")


def table(page, title):
    """Return the rows of the table in a section, split into cells and without the header, or None if there is no such
    section.
    """
    if f"### {title}\n" not in page:
        return []
    section = page.split(f"### {title}\n", 1)[1].split("\n#", 1)[0].splitlines()
    rows = [line for line in section if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


def value_of(key):
    if key.kind == "one of":
        return ", ".join(f"`{option}`" for option in key.options if option)
    if key.kind in KINDS:
        return KINDS[key.kind]
    return f"{'inches, ' if key.kind == 'number' else ''}{key.least:g} to {key.most:g}"


def default_of(key):
    if key.default is ...:
        return "required"
    if key.default in (None, "", ()):
        return "none"
    return str(key.default).lower() if isinstance(key.default, bool) else f"{key.default}"


def test_the_readme_tables_list_every_key_with_its_allowed_values_and_its_default(name, page):
    words = vocabulary(name)
    sections = {
        "Profiles": words.characteristics,
        "Units": words.statuses,
        "Members": words.member_keys,
        "Weapons of your own": words.weapon_keys,
    }
    for title, keys in sections.items():
        said = [tuple(row[1:4]) for row in table(page, title)]
        assert said == [(f"`{key.name}`", value_of(key), default_of(key)) for key in keys], title


def test_the_readme_table_lists_every_weapon_of_the_ruleset(name, page):
    assert [row[0] for row in table(page, "Weapons known by name")] == list(vocabulary(name).weapons)


def test_the_readme_lists_the_effects_of_each_weapon(name, page):
    for weapon, gives in table(page, "Weapons known by name"):
        values = vocabulary(name).weapons[weapon]
        said = dict(re.findall(r"`(\w+)` ([\w. -]+)", gives))
        assert said == {key: str(value).lower() for key, value in values.items()}, weapon


def test_the_readme_table_lists_every_special_rule_with_its_effect(name, page):
    assert [tuple(row[:2]) for row in table(page, "Special rules")] == list(vocabulary(name).rules.items())


def test_the_readme_of_a_ruleset_has_one_line_for_every_ruling(name, page):
    assert sorted(ruling for ruling, _ in RULING.findall(page)) == sorted(ruleset_named(name).rulings)


def test_the_readme_names_every_option_of_every_ruling(name, page):
    for ruling, named in RULING.findall(page):
        options = [option.name for option in ruleset_named(name).rulings[ruling].options]
        assert re.findall(r"`([^`]+)`", named) == options, ruling


def test_every_function_named_in_the_readme_exists(name, page):
    folder = Path(pilein.rulesets.__file__).parent / name
    modules = {".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.rglob("*.py")}
    named = [(module, function) for module, function in CODE.findall(page) if module in modules and function != "py"]
    loaded = {module: importlib.import_module(f"pilein.rulesets.{name}.{module}") for module, _ in named}
    assert [f"{module}.{function}" for module, function in named if not hasattr(loaded[module], function)] == []
