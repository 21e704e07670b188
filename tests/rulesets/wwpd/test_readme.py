"""The ruleset's page says of every key, weapon, special rule and ruling what the code says."""

import re
from pathlib import Path

import pilein.rulesets.wwpd
from pilein.rulesets.wwpd.rulings import RULINGS
from pilein.rulesets.wwpd.vocabulary import VOCABULARY

PAGE = (Path(pilein.rulesets.wwpd.__file__).parent / "README.md").read_text(encoding="utf-8")
SECTIONS = {
    "Profiles": VOCABULARY.characteristics,
    "Units": VOCABULARY.statuses,
    "Members": VOCABULARY.member_keys,
    "Weapons of your own": VOCABULARY.weapon_keys,
}


def section(title):
    """The lines of a section, without its heading."""
    return PAGE.split(f"### {title}\n", 1)[1].split("\n#", 1)[0].splitlines()


def table(title):
    """The rows of the table in a section, cell by cell; the head left out."""
    rows = [line for line in section(title) if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


def value_of(key):
    kinds = {"bool": "true or false", "unit": "name of a unit", "text": "text", "texts": "list of texts"}
    if key.kind == "one of":
        return ", ".join(f"`{option}`" for option in key.options if option)
    if key.kind in kinds:
        return kinds[key.kind]
    return f"{'inches, ' if key.kind == 'number' else ''}{key.least:g} to {key.most:g}"


def left_out(key):
    if key.default is ...:
        return "an error"
    if key.default in (None, "", ()):
        return "none"
    return str(key.default).lower() if isinstance(key.default, bool) else f"{key.default}"


def test_every_key_stands_in_its_table_with_its_value_and_default():
    for title, keys in SECTIONS.items():
        said = [tuple(row[1:4]) for row in table(title)]
        assert said == [(f"`{key.name}`", value_of(key), left_out(key)) for key in keys], title


def test_every_weapon_of_the_ruleset_stands_in_its_table():
    assert [row[0] for row in table("Weapons known by name")] == list(VOCABULARY.weapons)


def test_what_a_weapon_gives_is_said():
    for name, gives in table("Weapons known by name"):
        values = VOCABULARY.weapons[name]
        said = dict(re.findall(r"`(\w+)` ([\w. -]+)", gives))
        assert said == {key: str(value).lower() for key, value in values.items()}, name


def test_the_reading_of_every_ruling_is_given_in_one_line():
    said = re.findall(r"^\| (WW-R-\d\d) \|", PAGE, re.MULTILINE)
    assert sorted(said) == sorted(RULINGS)


def test_every_option_of_every_ruling_is_named():
    for line in PAGE.splitlines():
        found = re.match(r"\| (WW-R-\d\d) \|", line)
        if found:
            options = [option.name for option in RULINGS[found[1]].options]
            assert re.findall(r"`([^`]+)`", line.rsplit(" | ", 1)[1]) == options, found[1]
