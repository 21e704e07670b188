"""A ruleset of five clauses for the canonical fight of the benchmarks: two lines strike in order of Initiative, and the
loser of a round may break.

In each round, ten models of each side strike. Models behind the front take the places of casualties, and saves are
unmodified. The side that inflicted fewer wounds rolls two dice against its Leadership minus the difference in
wounds, and it is destroyed if it fails. A fight lasts at most six rounds.
"""

from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Pool, Target, Test, Volley
from pilein.geometry.shapes import Base
from pilein.kernel.clauses import Clauses
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Kind, Setup, UnitSetup
from pilein.tabletop.vocabulary import Vocabulary

FRONTAGE = 10
ROUNDS = 6
MODELS = 20
BASE = Base("round", 125000, 125000)
clause = Clauses()


class Fighter(NamedTuple):
    """The characteristics of one side's models. Each model has one Attack and one Wound."""

    WS: int
    S: int
    T: int
    save: int
    I: int  # noqa: E741 - the rulebooks' letter
    Ld: int


FIRST = Fighter(WS=4, S=4, T=3, save=5, I=4, Ld=7)
SECOND = Fighter(WS=3, S=3, T=3, save=6, I=3, Ld=7)


class Lines(Struct, frozen=True):
    """The number of living models of each side. The field contains nothing else."""

    by_unit: ClassVar[tuple[str, ...]] = ("counts",)

    counts: tuple[int, int]

    def living(self, unit: int) -> int:
        return self.counts[unit]

    def touched_units(self, unit: int) -> tuple[int, ...]:
        return (1 - unit,) if all(self.counts) else ()


class Canonical(Struct, frozen=True):
    """The state of the fight: the two lines, and the wounds that each side has suffered in this round."""

    by_unit: ClassVar[tuple[str, ...]] = ("suffered",)

    setup: Setup
    field: Lines
    suffered: tuple[int, int] = (0, 0)

    def fighter(self, side: int) -> Fighter:
        fighter: Fighter = self.setup.kinds[side].traits
        return fighter


class Destroyed(Event, frozen=True, kw_only=True, tag=True):
    template: ClassVar[str] = "{unit} is destroyed"

    unit: str


@clause("fight_round", "CA-01")
def fight_round(battle: Canonical, table: Table) -> Canonical:
    """CA-01. The side with the higher Initiative strikes first; sides with equal Initiative strike simultaneously."""
    first, second = battle.fighter(0).I, battle.fighter(1).I
    order = (0, 1) if first >= second else (1, 0)
    if first == second:
        table.then("strike", 0)
        table.then("strike", 1)
    for side in order:
        if first != second:
            table.then("strike", side)
        table.then("fall", 1 - side)
    table.then("compare")
    return battle


@clause("strike", "CA-02")
def strike(battle: Canonical, table: Table, side: int) -> Canonical:
    """CA-02. The front rank strikes, rolling to hit and to wound, and the enemy rolls to save."""
    striker, struck = battle.fighter(side), battle.fighter(1 - side)
    dice = min(FRONTAGE, battle.field.counts[side])
    hit = 3 if striker.WS > struck.WS else 4
    volley = Volley(dice, hit=hit, wound=4 - striker.S + struck.T, save=struck.save, target=0)
    _, (wounds,) = table.roll(Pool((volley,), (Target(dice),)))
    return replace(battle, suffered=_with(battle.suffered, 1 - side, wounds))


@clause("fall", "CA-03")
def fall(battle: Canonical, _table: Table, side: int) -> Canonical:
    """CA-03. Each wound removes a model."""
    left = max(0, battle.field.counts[side] - battle.suffered[side])
    return replace(battle, field=Lines(_with(battle.field.counts, side, left)))


@clause("compare", "CA-04")
def compare(battle: Canonical, table: Table) -> Canonical:
    """CA-04. The side that suffered more wounds loses the round and takes a test of nerve."""
    lost, other = battle.suffered
    if lost != other:
        table.then("hold", int(other > lost), abs(lost - other))
    return replace(battle, suffered=(0, 0))


@clause("hold", "CA-05")
def hold(battle: Canonical, table: Table, side: int, difference: int) -> Canonical:
    """CA-05. The loser rolls two dice. It holds if their sum is at most its Leadership minus the difference in wounds,
    and is destroyed otherwise.
    """
    if not all(map(bool, battle.field.counts)) or table.roll(Test(battle.fighter(side).Ld - difference)):
        return battle
    table.tell(Destroyed(unit=battle.setup.units[side].name, clause="CA-05"))
    return replace(battle, field=Lines(_with(battle.field.counts, side, 0)))


def _with(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def opening(first: Fighter = FIRST, second: Fighter = SECOND, models: int = MODELS) -> Position:
    """Return the position before the first round of the fight."""
    units = [
        UnitSetup(side, f"line {side + 1}", side, "", range(side * models, side * models + models)) for side in (0, 1)
    ]
    setup = Setup(
        ruleset="canonical",
        sides=("first", "second"),
        edges=("", ""),
        units=tuple(units),
        kinds=(Kind("first", 0, BASE, first), Kind("second", 1, BASE, second)),
        kind_of=(0,) * models + (1,) * models,
        unit_of=(0,) * models + (1,) * models,
        size=None,
        grounds=(),
        readings={},
    )
    return Position(Canonical(setup, Lines((models, models))), (("fight_round",),))


def next_round(position: Position, played: int) -> Position | None:
    """Return the position at the start of the next round, or None after six rounds."""
    return None if played >= ROUNDS else Position(position.state, (("fight_round",),))


RULESET = Ruleset(
    name="canonical",
    prefix="CA",
    version=1,
    clauses=clause,
    vocabulary=Vocabulary(ruleset="canonical"),
    opened=lambda _: opening(),
    next_phase=next_round,
    limit=lambda _: ROUNDS,
)
