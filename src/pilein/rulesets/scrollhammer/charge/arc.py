"""Choice of the side of a block that loose models charge (SH-R-23)."""

from pilein.geometry.blocks import Block
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.quarters import charged_arc, rolled
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.movement.terms import ALL_ROUND


@clause(Step.NAME_ARC)
def name_arc(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-23. Skirmishers or a horde strike one side of a block. Their player chooses between sides that tie."""
    charge = battle.charge
    if charge is None or not (battle.living(charge.unit) and battle.living(target)):
        return battle
    arc = _arc(battle, table, charge.unit, target)
    return battle.charging(arcs=tuple(arc if one == target else other for one, other in _arcs(battle)))


def _arc(battle: Battle, table: Table, unit: int, target: int) -> str:
    standings = battle.plane.standings
    if not isinstance(standings[target], Block) or isinstance(standings[unit], Block):
        return ALL_ROUND
    reading = table.rule("SH-R-23")
    arcs = charged_arc(battle, unit, target, reading)
    if reading == "roll-tie" and len(arcs) > 1:
        return rolled(table, arcs)
    words = f"which side of {battle.unit(target).name} is charged?"
    named: str = table.choose(OneOf(battle.active, "SH-MV-15", words, arcs))
    return named


def _arcs(battle: Battle) -> list[tuple[int, str]]:
    charge = battle.charge
    assert charge is not None
    arcs = charge.arcs or (ALL_ROUND,) * len(charge.targets)
    return list(zip(charge.targets, arcs, strict=True))
