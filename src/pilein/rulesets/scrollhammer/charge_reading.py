"""How the charge under way is read (SH-R-04, SH-R-06, SH-R-22, SH-R-25, SH-R-27, SH-R-28)."""

from msgspec.structs import replace

from pilein.dice import Total
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.block_charge import charged_arc
from pilein.rulesets.scrollhammer.charge_contacts import Reader, free_foes, models_left
from pilein.rulesets.scrollhammer.charge_ways import ANY_FACE, Faces
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause


def read(battle: Battle, table: Table) -> Reader:
    """The readings in force, asked for where they may matter."""
    charge = battle.charge
    assert charge is not None
    plain = Reader(
        faces_of(battle, table),
        charge.range * INCH,
        coherency_distance(battle, table, charge.unit),
        edges_only=_has_corners(battle) and table.rule("SH-R-04") == "edges-only",
    )
    if not charge.moved:
        return plain
    left = models_left(battle)
    several = len(left) > 1 and len(free_foes(battle, plain)) > 1
    unlike = len({battle.setup.base(model) for model in left}) > 1
    return replace(
        plain,
        matched=several and table.rule("SH-R-22") == "global",
        in_line=table.rule("SH-R-28") == "in-line",
        large_first=unlike and table.rule("SH-R-25") == "large-first",
    )


def _has_corners(battle: Battle) -> bool:
    """Whether bases may touch with corners alone: some on both sides are rectangles."""
    charge = battle.charge
    assert charge is not None
    targets = [model for target in charge.targets for model in battle.plane.models(target)]
    models = battle.plane.models(charge.unit)
    return all(any(battle.setup.base(one).kind == "rectangle" for one in some) for some in (models, targets))


# --- Which side of a block is charged, and what that binds (SH-R-23, SH-R-27) ------------------------------------


SIDES = 6


@clause(Step.NAME_ARC)
def name_arc(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-23. The side of a block that skirmishers or a horde charge; their player chooses if sides tie."""
    charge = battle.charge
    if charge is None or not (battle.living(charge.unit) and battle.living(target)):
        return battle
    arc = _arc(battle, table, charge.unit, target)
    return battle.charging(arcs=tuple(arc if one == target else other for one, other in _arcs(battle)))


def faces_of(battle: Battle, table: Table) -> Faces:
    """The targets of the charge under way, and the sides of them that may be touched."""
    charge = battle.charge
    assert charge is not None
    if not any(charge.arcs):
        return Faces(charge.targets)
    reading = table.rule("SH-R-27")
    return Faces(charge.targets, charge.arcs, reading == "ranks-only", reading == "enter-holes")


def _arc(battle: Battle, table: Table, unit: int, target: int) -> str:
    standings = battle.plane.standings
    if not isinstance(standings[target], Block) or isinstance(standings[unit], Block):
        return ANY_FACE
    reading = table.rule("SH-R-23")
    arcs = charged_arc(battle, unit, target, reading)
    if reading == "roll-tie" and len(arcs) > 1:
        shown: int = table.roll(Total(1, label="side charged"))
        return arcs[(shown - 1) * len(arcs) // SIDES]
    words = f"which side of {battle.unit(target).name} is charged?"
    named: str = table.choose(OneOf(battle.active, "SH-MV-15", words, arcs))
    return named


def _arcs(battle: Battle) -> list[tuple[int, str]]:
    charge = battle.charge
    assert charge is not None
    arcs = charge.arcs or (ANY_FACE,) * len(charge.targets)
    return list(zip(charge.targets, arcs, strict=True))
