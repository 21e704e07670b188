"""Ranks are tidied after losses: from the front, all but the last are full (WAB-R-52, WAB-R-94)."""

from pilein.geometry.blocks import EMPTY, Block, regrouped, with_slots
from pilein.geometry.gaps import overlaps
from pilein.rulesets.wab.state import Battle


def with_ranks_closed(battle: Battle, unit: int) -> Battle:
    """The battle, a block that has lost models having closed its ranks.

    One that has turned about may have somebody in the gap of its first rank: then it closes them from behind.
    """
    standing = battle.plane.standings[unit] if battle.is_on_table else None
    if not isinstance(standing, Block) or not battle.lives(unit):
        return battle
    closed = regrouped(standing)
    if closed == standing:
        return battle
    after = battle.on(battle.plane.with_standing(unit, closed))
    if _is_in_somebody(after, unit):
        return battle.on(battle.plane.with_standing(unit, _from_behind(standing)))
    return after


def _from_behind(block: Block) -> Block:
    """The block closed up from its last rank, which does not move."""
    models = tuple(model for model in block.slots if model != EMPTY)
    places = len(block.slots) + -len(block.slots) % block.files
    return with_slots(block, (EMPTY,) * (places - len(models)) + models)


def _is_in_somebody(battle: Battle, unit: int) -> bool:
    """Whether a unit stands where others do."""
    plane = battle.plane
    bodies = [plane.shape(model) for model in plane.models(unit)]
    others = [one.number for one in battle.setup.units if one.number != unit]
    about = [plane.shape(model) for other in others for model in plane.models(other)]
    return any(overlaps(body, one) for body in bodies for one in about)
