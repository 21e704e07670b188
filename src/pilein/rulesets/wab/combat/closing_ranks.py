"""Ranks are tidied after losses: from the front, all but the last are full (WAB-R-52, WAB-R-94)."""

from pilein.geometry.blocks import Block, regrouped
from pilein.rulesets.wab.state import Battle


def with_ranks_closed(battle: Battle, unit: int) -> Battle:
    """The battle, a block that has lost models having closed its ranks."""
    standing = battle.plane.standings[unit] if battle.is_on_table else None
    if not isinstance(standing, Block) or not battle.lives(unit):
        return battle
    closed = regrouped(standing)
    return battle if closed == standing else battle.on(battle.plane.with_standing(unit, closed))
