"""Lots: what dice show that nobody has looked at yet, each entry of an outcome by itself.

A roll whose outcome has independent entries hands out the law of each (`unseen`). A clause that only puts them down in
the state runs once for all outcomes; they are multiplied out in the positions that it comes to.
"""

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, NoReturn

from pilein.dice.weights import look_up, total
from pilein.engine.chain.limits import USUAL
from pilein.engine.chain.veiled.leaf import Leaf
from pilein.engine.chain.veiled.veil import Aspect, Unveiled, Veil

Law = tuple[tuple[Any, int], ...]
Drawn = dict["Lot", list[Leaf]]  # where each has been put down


class Lot:
    """One entry of the outcome of a roll."""

    __slots__ = ("law",)

    aspects: tuple[str, ...] = ()
    implied: Callable[..., Any] = staticmethod(lambda *_: None)

    def __init__(self, law: Law) -> None:
        self.law = law

    def peek(self, aspect: Aspect | None, _known: Mapping[Aspect, Any]) -> NoReturn:
        """Nobody may look before it is drawn."""
        raise Unveiled(self, aspect)

    @property
    def kind(self) -> type[Any]:
        """What kind of value it is."""
        return type(self.law[0][0])


def hidden(roll: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - any roll
    """The outcome of a roll with its independent entries hidden; None if it has none."""
    unseen: Callable[..., tuple[Any, ...] | None] | None = getattr(roll, "unseen", None)
    return None if unseen is None else unseen(lambda law: Veil(Lot(law), NOTHING_KNOWN))


def drawings(drawn: Drawn, spend: Callable[[int], None]) -> tuple[list[tuple[int, int]], int]:
    """All that lots can show: the bits of their leaves in a position, and the weight; and out of how many.

    `spend` is told how many there are before they are multiplied out.

    Raises:
        TooMuch: more than a chain may have ways on, or than may be spent.

    """
    many = prod(len(lot.law) for lot in drawn)
    USUAL.check(0, many, 0)
    spend(many)
    found, whole = [(0, 1)], 1
    for lot, leaves in drawn.items():
        shown = [(sum(leaf.bits(value) for leaf in leaves), weight) for value, weight in lot.law]
        before, found = found, []
        for bits, weight in before:
            look_up()
            found += [(bits | more, weight * share) for more, share in shown]
        whole *= total(lot.law)
    return found, whole


BATCH = 4096  # outcomes between two looks
NOTHING_KNOWN: Mapping[tuple[Any, ...], Any] = {}


def batched(shown: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """All of them, some thousands at a time."""
    return (shown[begin : begin + BATCH] for begin in range(0, len(shown), BATCH))
