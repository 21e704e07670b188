"""Words that must not come back, area by area. What has not been cleaned yet is listed, and the list only shrinks."""

import re
from collections.abc import Iterator

import pytest

from tests.words.list import NAMES, PROSE
from tests.words.reading import AREAS

NOT_YET: dict[str, tuple[str, ...]] = {  # area: beginnings of places; take off what is clean
}


def findings(area: str) -> Iterator[tuple[str, str]]:
    """Each place of an area with a word that is not to be there, and what to write instead."""
    words = NAMES if area == "names" else PROSE
    for place, text in AREAS[area]():
        for word in words:
            found = (word.pattern.fullmatch if area == "names" else word.pattern.search)(text)
            if found and word.within.search(place):
                yield place, f"{found.group()!r}: write {word.instead}"


def _is_waived(area: str, place: str) -> bool:
    return place.startswith(NOT_YET.get(area, ()))


@pytest.mark.parametrize("area", AREAS)
def test_no_word_comes_back(area: str) -> None:
    assert [f"{place}: {what}" for place, what in findings(area) if not _is_waived(area, place)] == []


@pytest.mark.parametrize("area", NOT_YET)
def test_what_is_clean_is_taken_off_the_list(area: str) -> None:
    places = [place for place, _ in findings(area)]
    assert [start for start in NOT_YET[area] if not any(place.startswith(start) for place in places)] == []


def test_every_area_is_read() -> None:
    assert [
        area for area, pieces in AREAS.items() if not re.search(r"\w", " ".join(text for _, text in pieces()))
    ] == []
