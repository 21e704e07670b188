"""The page about unit files describes exactly the keys that the program accepts."""

import re
from pathlib import Path

import pytest

import pilein
from pilein.tabletop.shared_words import Words
from pilein.unit_files import words

PAGE = Path(__file__).parents[2] / "docs" / "armies.md"
TABLES = {
    "The file": words.SECTION_WORDS,
    "Armour": words.CHANGE_WORDS,
    "Mounts": words.MOUNT_WORDS,
    "Units": words.UNIT_WORDS,
    "Members": words.MEMBER_WORDS,
    "Options": words.OPTION_WORDS,
}


@pytest.mark.parametrize("title", TABLES)
def test_the_page_on_unit_files_lists_every_key_with_its_meaning_and_default(title: str):
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    known: Words = TABLES[title]
    assert rows == [[f"`{name}`", key.words, key.default] for name, key in known.items()]


def test_the_examples_on_the_page_about_unit_files_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    blocks = re.findall(r"```(toml|python)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (_, units), (_, fight), (_, code) = blocks
    (tmp_path / "units.toml").write_text(units)
    (tmp_path / "fight.toml").write_text(fight)
    assert pilein.Units.load(tmp_path / "units.toml").names == ("guards", "riders")
    assert isinstance(pilein.load(tmp_path / "fight.toml"), pilein.Scenario)
    monkeypatch.chdir(PAGE.parents[1])
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - our own page
    example = pilein.Units.load("examples/scrollhammer/units/units.toml")
    assert example.points("guards", models=20) == 168
    assert example.models_for("guards", 100) == 11
