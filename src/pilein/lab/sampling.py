"""Draw random answers to a question without listing all its options."""

from itertools import islice
from math import comb
from typing import Any, Protocol, runtime_checkable

from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Answer, ByModel, Choice, OneOf, Several, Split

OFFERED = 24  # candidates considered for other questions: some have millions
PLACES = 3  # of a mover from which one is drawn: each takes a search


@runtime_checkable
class _Ranged(Protocol):
    def randrange(self, stop: int, /) -> int: ...


def sampled(choice: Choice, rng: Any) -> Answer:  # noqa: ANN401 - of the standard library or of numpy
    """Return a random legal answer.

    Every answer is equally likely, except for moves and for forms of answer that the ruleset defines. For a move, a
    model is drawn, and then one of the first places to which it can move; for a form that the ruleset defines, one
    of the first 24 candidates is drawn. `rng` is a `random.Random` or a numpy `Generator`.

    Raises:
        BadInput: `rng` is neither a `random.Random` nor a numpy `Generator`.
    """
    draw = _drawer(rng)
    if isinstance(choice, OneOf):
        return choice.options[draw(len(choice.options))]
    if isinstance(choice, Several):
        return _several(choice, draw)
    if isinstance(choice, Split):
        return _split(choice, draw)
    if isinstance(choice, ByModel):
        left = list(choice.movers)
        while left:
            places = list(islice(choice.places_of(left.pop(draw(len(left)))), 1 + draw(PLACES)))
            if places:
                return places[-1][1]
    offered = [answer for _, answer in islice(choice.candidates(), OFFERED)]
    return offered[draw(len(offered))]


def _drawer(rng: Any) -> Any:  # noqa: ANN401 - as above
    """Return a function that draws a random integer from 0 up to, but not including, its argument."""
    if isinstance(rng, _Ranged):
        return rng.randrange
    integers = getattr(rng, "integers", None)
    if integers is None:
        raise BadInput(
            f"a {type(rng).__name__} cannot draw random numbers",
            key="rng",
            remedy="give a random.Random or a numpy generator",
        )
    return lambda stop: int(integers(stop))


def _several(choice: Several, draw: Any) -> Answer:  # noqa: ANN401 - a function
    """Draw items in list order, each selection equally likely. If all items must be named, draw a random order."""
    count = len(choice.of)
    place = draw(sum(comb(count, size) for size in range(choice.least, choice.most + 1)))
    size = choice.least
    while place >= comb(count, size):
        place -= comb(count, size)
        size += 1
    left, chosen = list(range(count)), list[int]()
    while len(chosen) < size:
        chosen.append(left.pop(draw(len(left))))
    if not choice.is_ordered:
        chosen.sort()
    return tuple(choice.of[one] for one in chosen)


def _split(choice: Split, draw: Any) -> Answer:  # noqa: ANN401 - a function
    """Draw a division of the total, giving each division the same chance, by the stars-and-bars method."""
    heads, total = len(choice.among), choice.total
    places: set[int] = set()
    for place in range(total, total + heads - 1):  # Floyd's sample of heads - 1 places
        found = draw(place + 1)
        places.add(place if found in places else found)
    bars = [-1, *sorted(places), total + heads - 1]
    return tuple(bars[at + 1] - bars[at] - 1 for at in range(heads))
