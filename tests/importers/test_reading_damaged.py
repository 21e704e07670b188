"""Catalogues with arbitrary damage are imported or refused, and never cause an internal error."""

import re
from pathlib import Path
from random import Random

import pytest

import pilein
from pilein.kernel.errors import PileInError
from tests.importers.samples import CATALOGUE, FORMAT_1, ROSTER, SYSTEM, written

ODDITIES = (
    *(
        "",
        "-",
        "*",
        "special",
        "0",
        "-1",
        "99",
        "1e9",
        "nan",
        "3D6",
        "unit",
        "model",
        "upgrade",
        "true",
        "4+",
        "1+",
        "(3)",
    ),
    *(
        "3(4)",
        "'+2",
        "Combat",
        "Cavalry",
        "Chariot",
        "Monster",
        "horse",
        "levy",
        "p-horse",
        "z" * 200,
        "Stubborn",
        "&#x202E;",
    ),
)
PARTS = re.compile(r"<(profile|selectionEntry|entry|selection|rule|costs|constraints|infoLinks)\b.*?</\1>", re.DOTALL)


def damaged(text: str, random: Random) -> str:
    """Return the text of a catalogue in which some values, links and whole parts are misplaced."""
    for _ in range(random.randint(1, 10)):
        pattern = random.choice((r'"[^"<>]*"', r">[^<>]*<", PARTS))
        found = list(re.finditer(pattern, text))
        if not found:
            continue
        place, other = random.choice(found), random.choice(found)
        put = other.group() if random.random() < 0.5 or pattern is PARTS else _odd(place.group(), random)
        text = text[: place.start()] + put + text[place.end() :]
    return text


def _odd(word: str, random: Random) -> str:
    return f"{word[0]}{random.choice(ODDITIES)}{word[-1]}"


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_catalogue_is_either_imported_or_refused(seed: int, tmp_path: Path):
    random = Random(seed)  # noqa: S311 - no secrets
    written(tmp_path, "battles.gst", SYSTEM)
    for number, ruleset in enumerate(("scrollhammer", "wab", "scorched")):
        text = damaged(random.choice((CATALOGUE, FORMAT_1, ROSTER)), random)
        path = written(tmp_path, f"army{number}.cat", text)
        try:
            found = pilein.import_units(path, ruleset=ruleset)
        except PileInError:
            continue
        assert [line for line in found.to_dict() if line["fate"] == "left out" and not line["why"]] == []
        if found.units is not None:
            assert pilein.Units.from_text(found.to_toml()).to_dict() == found.units.to_dict()
