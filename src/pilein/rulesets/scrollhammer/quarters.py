"""Quarters around a block, and the quarter that a charge strikes (SH-MV-15, SH-R-23)."""

from pilein.dice import Total
from pilein.geometry.blocks import Block, outline, ranks
from pilein.geometry.shapes import Arc, Place, arc
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.nearness import nearest_models
from pilein.rulesets.scrollhammer.state import Battle

SIDES = 6
ARCS: tuple[Arc, ...] = ("front", "left", "right", "rear")


def charged_arc(battle: Battle, charger: int, target: int, option: str) -> tuple[Arc, ...]:
    """Quarters of a block that a charge may strike, chosen by the number of charging models in each quarter (SH-MV-15,
    SH-R-23). Several quarters are returned if both the numbers and the nearest models tie.
    """
    if not battle.holds("SH-MV-15"):
        return ARCS
    standing = battle.plane.standings[charger]
    models = battle.plane.models(charger)
    if option == "front-rank-count" and isinstance(standing, Block):
        models = ranks(standing)[0]
    votes = dict.fromkeys(ARCS, 0)
    for model in models:
        for name in arcs_of(battle, model, target):
            votes[name] += 1
    tied = tuple(name for name in ARCS if votes[name] == max(votes.values()))
    if len(tied) == 1 or option == "roll-tie":
        return tied
    nearest = {name for model in nearest_models(battle, charger, (target,)) for name in arcs_of(battle, model, target)}
    return tuple(name for name in tied if name in nearest) or tied


def rolled(table: Table, arcs: tuple[Arc, ...]) -> Arc:
    """Choose one of the tied sides at random, with equal chances: roll one D6, or two D6 for four sides (SH-R-23
    `roll-tie`).
    """
    shown: int = table.roll(Total(1, label="side charged")) - 1
    if SIDES % len(arcs) == 0:
        return arcs[shown * len(arcs) // SIDES]
    other: int = table.roll(Total(1, label="side charged")) - 1
    return arcs[2 * (shown * 2 // SIDES) + other * 2 // SIDES]


def arcs_of(battle: Battle, model: int, target: int) -> tuple[Arc, ...]:
    """Quarters around a block that contain the centre of a model: one quarter, or two on a dividing line."""
    block = battle.plane.standings[target]
    assert isinstance(block, Block)
    held = outline(block)
    assert held.frame is not None
    place = battle.plane.place(model)
    here = Place(round(held.x), round(held.y), block.facing)
    return arc(here, 2 * held.frame[2], 2 * held.frame[3], (place.x, place.y))
