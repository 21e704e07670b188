"""The page about unit files says the same of their keys as the program."""

from pathlib import Path

import pytest

from pilein.armies import words
from pilein.tabletop.shared_words import Words

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
def test_the_page_says_the_same_of_the_keys(title: str):
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    known: Words = TABLES[title]
    assert rows == [[f"`{name}`", key.words, key.default] for name, key in known.items()]
