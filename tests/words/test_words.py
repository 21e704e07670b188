import gc
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.words.list import NAMES, PROSE
from tests.words.reading import AREAS


@pytest.fixture(autouse=True, scope="module")
def without_garbage_collector() -> Iterator[None]:
    """Pause the garbage collector, which would walk every syntax tree several times and find nothing."""
    gc.disable()
    yield
    gc.enable()


@cache
def findings(area: str) -> tuple[tuple[str, str], ...]:
    """Return each place in an area that contains a forbidden word, with the replacement for the word."""
    return tuple(_findings(area))


def _findings(area: str) -> Iterator[tuple[str, str]]:
    words = NAMES if area == "names" else PROSE
    any_of_them = re.compile("|".join(word.pattern.pattern for word in words), re.IGNORECASE)
    is_suspect = cache(lambda text: any_of_them.search(text) is not None)  # names recur
    for place, text in AREAS[area]():
        for word in words if is_suspect(text) else ():
            found = (word.pattern.fullmatch if area == "names" else word.pattern.search)(text)
            if found and word.within.search(place):
                yield place, f"{found.group()!r}: write {word.instead}"


@pytest.mark.parametrize("area", AREAS)
def test_no_forbidden_word_is_used_anywhere(area: str) -> None:
    assert [f"{place}: {what}" for place, what in findings(area)] == []


@pytest.mark.parametrize("area", AREAS)
def test_every_kind_of_text_that_is_searched_for_forbidden_words_is_present(area: str) -> None:
    assert any(re.search(r"\w", text) for _, text in AREAS[area]())


@pytest.mark.parametrize(
    ("area", "text"), [("pages", "Told are all, so many of these"), ("names", "veil"), ("messages", "this is no TOML")]
)
def test_a_forbidden_word_is_detected(area: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AREAS, area, lambda: iter([("src/pilein/one.py:1", text)]))
    assert list(_findings(area))


@pytest.mark.parametrize("text", ["there is no unit 'guard'", "reload", "it is no longer there"])
def test_text_that_merely_resembles_a_forbidden_word_is_accepted(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AREAS, "messages", lambda: iter([("src/pilein/one.py:1", text)]))
    assert list(_findings("messages")) == []
