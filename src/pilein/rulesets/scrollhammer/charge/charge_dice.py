"""The dice of a charge: which are rolled, and how far they can carry (SH-RA-03, SH-TE-02)."""

from functools import lru_cache
from itertools import product

from msgspec import Struct

from pilein.dice import Die, Highest, Law, Lowest, Total, mean
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle

SIDES = 6
LABEL = "charge range"
ORDINARY = ""  # no special rule


class Method(Struct, frozen=True):
    """How a model rolls for charges: so many D6, of which the `keep` highest or lowest count."""

    keep: int
    dice: int
    highest: bool = False


METHODS = {ORDINARY: Method(2, 2), "Swift Charge": Method(2, 3, highest=True), "Slow Charge": Method(1, 1)}
DIFFICULT = {ORDINARY: Method(2, 3), "Swift Charge": Method(2, 3), "Slow Charge": Method(1, 2)}


class WithHighest(Struct, frozen=True, tag=True):
    """Dice of which some are kept: their sum, and the highest of them (SH-R-36 `failed-move`)."""

    method: Method
    label: str = LABEL

    def thrown(self, die: Die) -> tuple[int, int]:
        """The sum of the dice kept and the highest of them."""
        return _kept(tuple(die(SIDES) for _ in range(self.method.dice)), self.method)

    def weights(self) -> Law[tuple[int, int]]:
        """The law of both."""
        return _law(self.method)


def furthest(battle: Battle, table: Table, unit: int) -> int:
    """The furthest that a charge can go, in ticks: 12" for those who roll 2D6."""
    methods = methods_of(battle, table, unit, difficult=False)
    return min(roll_of(method).weights()[-1][0] for method in methods) * INCH


def methods_of(battle: Battle, table: Table, unit: int, *, difficult: bool) -> list[Method]:
    """What a unit rolls: one method, or all of them if the lowest total is to count.

    SH-TE-02: through difficult ground one die more is thrown, and the two lowest are the charge range.
    SH-RA-03: where models roll differently the slowest method serves for all, the lowest on average (SH-R-18).
    """
    kinds = dict.fromkeys([battle.setup.kind_of[model] for model in battle.plane.models(unit)])
    traits = [battle.traits(kind) for kind in kinds]
    names = [next((name for name in METHODS if name in one.rules), ORDINARY) for one in traits]
    by_name = DIFFICULT if difficult and table.holds("SH-TE-02") else METHODS
    methods = list(dict.fromkeys(by_name[name] for name in names))
    if len(methods) == 1 or not table.holds("SH-RA-03"):
        return methods[:1]
    methods.sort(key=lambda method: mean(roll_of(method).weights()))
    return methods if table.rule("SH-R-18") == "roll-all" else methods[:1]


def roll_of(method: Method) -> Total | Highest | Lowest:
    """The roll of a method: a total in inches."""
    if method.keep == method.dice:
        return Total(method.dice, label=LABEL)
    kind = Highest if method.highest else Lowest
    return kind(method.keep, method.dice, label=LABEL)


def _kept(faces: tuple[int, ...], method: Method) -> tuple[int, int]:
    kept = sorted(faces, reverse=method.highest)[: method.keep]
    return sum(kept), max(kept)


@lru_cache(maxsize=16)
def _law(method: Method) -> Law[tuple[int, int]]:
    counts: dict[tuple[int, int], int] = {}
    for faces in product(range(1, SIDES + 1), repeat=method.dice):
        shown = _kept(faces, method)
        counts[shown] = counts.get(shown, 0) + 1
    return tuple(sorted(counts.items()))
