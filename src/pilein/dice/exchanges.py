"""Blows exchanged by crowds: to hit, then hits dealt out evenly over like heads, to wound, to save, in one roll."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pilein.dice.damage import Body, Damage, Head, Hits
from pilein.dice.exchange_laws import CrowdOutcome, Heap, crowd_law
from pilein.dice.faces import Die
from pilein.dice.heaps import Heaps, Throw
from pilein.dice.weights import Law, together


class Against(Struct, frozen=True):
    """What the hits of a heap fall on: the crowd, the score that wounds, the score that saves."""

    crowd: int
    wound: int
    save: int


class Crowd(Struct, frozen=True):
    """Like heads of one wound each; `mark` wounds or more are noticed (0: never); `turn` as of those who strike it."""

    heads: int
    mark: int = 0
    turn: int = 0


class Exchange(Struct, frozen=True, tag=True):
    """The outcome is, for each crowd, (marked, how many fall).

    Heap by heap the hits on a crowd are dealt over its heads by turns, the first head first, as one row. The order of
    dice is that of `Heaps`, then that of `Damage`.

    Raises:
        ValueError: unless every heap has hits to deal over the heads of a crowd that is there.

    """

    throws: tuple[Throw, ...]
    against: tuple[Against, ...]
    crowds: tuple[Crowd, ...]
    label: str = ""

    def __post_init__(self) -> None:
        for one in self.against:
            if not 0 <= one.crowd < len(self.crowds) or self.crowds[one.crowd].heads < 1:
                raise ValueError(f"{one} strikes nobody")

    def thrown(self, die: Die) -> tuple[CrowdOutcome, ...]:
        """Which crowds are marked, and how many of each fall."""
        counts = Heaps(self.throws, len(self.against), "hit").thrown(die)
        bodies = tuple(self._body(place, counts) for place in range(len(self.crowds)))
        return tuple((marked, sum(map(sum, lots))) for marked, lots in Damage(bodies).thrown(die))

    def weights(self) -> Law[tuple[CrowdOutcome, ...]]:
        """The law of that: crowds are independent."""
        return together(self.laws())

    def laws(self) -> tuple[Law[CrowdOutcome], ...]:
        """The law of each crowd by itself."""
        return tuple(crowd_law(*self._heaps(place)) for place in range(len(self.crowds)))

    def unseen(self, hide: Callable[[Law[CrowdOutcome]], Any]) -> tuple[Any, ...]:
        """The outcome with its entries hidden: what `hide` makes of the law of each, for they are independent."""
        return tuple(map(hide, self.laws()))

    def _heaps(self, place: int) -> tuple[int, int, tuple[Heap, ...]]:
        """(heads, mark, (throws, wound, save) of each heap) of a crowd."""
        heaps = tuple(
            (tuple(throw for throw in self.throws if throw.heap == heap), one.wound, one.save)
            for heap, one in enumerate(self.against)
            if one.crowd == place
        )
        return self.crowds[place].heads, self.crowds[place].mark, heaps

    def _body(self, place: int, counts: tuple[int, ...]) -> Body:
        crowd = self.crowds[place]
        heaps = [heap for heap, one in enumerate(self.against) if one.crowd == place]
        shares = dealt([counts[heap] for heap in heaps], crowd.heads)
        heads = tuple(
            Head(
                tuple(
                    Hits(count, self.against[heap].wound, self.against[heap].save)
                    for heap, count in zip(heaps, share, strict=True)
                    if count
                )
            )
            for share in shares
        )
        return Body(heads, crowd.mark, crowd.turn)


def dealt(counts: list[int], heads: int) -> list[tuple[int, ...]]:
    """Hits, heap by heap in a row, dealt over heads by turns: what each head gets of each heap.

    >>> dealt([3, 2], 2)
    [(2, 1), (1, 1)]
    """
    shares = [[0] * len(counts) for _ in range(heads)]
    place = 0
    for heap, count in enumerate(counts):
        for _ in range(count):
            shares[place % heads][heap] += 1
            place += 1
    return [tuple(share) for share in shares]
