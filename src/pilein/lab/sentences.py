"""Events as sentences, made by filling a template for each kind of event with the event's fields.

A template counts with `{count:model}` ("1 model", "3 models") and chooses words for true and false with
`{passed:passed|failed}`. `{parts: (|)}` puts a list in brackets unless the list is empty. `{wound:D6}` is the score
needed on a die: "4+", "impossible" beyond a 6, or "certain" without a die. Other formats are Python's.
"""

from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Any

from msgspec import Struct

from pilein.kernel.events import Event
from pilein.kernel.nearest import counted, in_words

FORMATTER = Formatter()
NEEDED = "D6"
WEAPON = "weapon"  # the field that holds a weapon's key
CERTAIN, BEST = 1, 6


class Piece(Struct, frozen=True):
    """Part of a sentence. `names` marks a field's value, which may name a unit or a side."""

    words: str
    names: bool = False


def pieces(event: Event) -> Iterator[Piece]:
    """Yield an event's sentence part by part. Lists are joined by commas."""
    if not event.template:
        yield Piece(type(event).__name__)
    for words, name, spec, _ in FORMATTER.parse(event.template):
        if words:
            yield Piece(words)
        if name is not None:
            value = getattr(event, name)
            yield from _values(in_words(value) if name == WEAPON else value, spec or "")


def sentence(event: Event) -> str:
    """Return the sentence that describes an event."""
    return "".join(piece.words for piece in pieces(event))


def _values(value: Any, spec: str) -> Iterator[Piece]:  # noqa: ANN401 - a field of any kind
    if isinstance(value, tuple | list):
        before, _, after = spec.partition("|")
        yield from (Piece(before),) if before and value else ()
        for place, one in enumerate(value):
            yield from (Piece(", "),) if place else ()
            yield from _values(one, "" if after else spec)
        yield from (Piece(after),) if after and value else ()
    elif isinstance(value, bool):
        yes, _, no = (spec or "yes|no").partition("|")
        yield Piece(yes if value else no)
    elif isinstance(value, str):
        yield Piece(value, names=True)
    elif spec == NEEDED:
        yield Piece(_score(value))
    elif len(spec) > 1 and spec.isalpha():
        yield Piece(counted(value, spec))
    else:
        yield Piece(format(value, spec))


def joined(names: Sequence[str]) -> str:
    """Join names with commas and "and".

    Examples:
        >>> joined(["levy"]), joined(["levy", "guards"]), joined(["levy", "guards", "riders"])
        ('levy', 'levy and guards', 'levy, guards and riders')
    """
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _score(needed: int) -> str:
    """Format the score needed on a die, or "certain" or "impossible" if no die decides."""
    if needed > BEST:
        return "impossible"
    return "certain" if needed <= CERTAIN else f"{needed}+"
