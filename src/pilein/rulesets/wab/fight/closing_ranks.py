"""Closing ranks after losses, and closing up to enemies (WAB-R-52, WAB-R-94)."""

from math import sqrt

from pilein.geometry.blocks import EMPTY, Block, regrouped, with_slots
from pilein.geometry.gaps import closing_step, gap, overlaps, touches
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, is_free, is_on_table, shifted, surroundings
from pilein.rulesets.wab.fight.stepping_up import closed_rank
from pilein.rulesets.wab.flight.flight import having_moved
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Standing

FURTHEST = 4 * INCH  # depth of a rank of the deepest bases, and a little more
ASIDE = tuple(sorted((quarter * INCH / 4 for quarter in range(-4, 5)), key=abs))  # ticks


def with_ranks_closed(battle: Battle, unit: int) -> Battle:
    """Close the ranks of a block from the front after losses.

    If an enemy or the table edge occupies the gap in the first rank, which can happen after turning about, the block
    closes its ranks from the rear.
    """
    standing = battle.plane.standings[unit] if battle.is_on_table else None
    if not isinstance(standing, Block) or not battle.lives(unit):
        return battle
    closed = regrouped(standing) if battle.living(unit) >= standing.files else closed_rank(standing)
    if closed == standing:
        return battle
    after = battle.on(battle.plane.with_standing(unit, closed))
    if _has_no_room(after, unit):
        return battle.on(battle.plane.with_standing(unit, _from_behind(standing)))
    return after


def _from_behind(block: Block) -> Block:
    """Return the block closed up towards its last rank, which stays in place."""
    models = tuple(model for model in block.slots if model != EMPTY)
    places = len(block.slots) + -len(block.slots) % block.files
    return with_slots(block, (EMPTY,) * (places - len(models)) + models)


def _has_no_room(battle: Battle, unit: int) -> bool:
    plane, size = battle.plane, battle.setup.size
    assert size is not None
    bodies = [plane.shape(model) for model in plane.models(unit)]
    if any(not is_on_table(body, size) for body in bodies):
        return True
    others = [one.number for one in battle.setup.units if one.number != unit]
    about = [plane.shape(model) for other in others for model in plane.models(other)]
    return any(overlaps(body, one) for body in bodies for one in about)


@clause(Step.CLOSE_UP)
def close_up(battle: Battle, table: Table) -> Battle:
    """WAB-R-94. Before the result is worked out, units whose losses have left them without an enemy in contact close up
    to the nearest enemy.

    Units that attack a flank or rear go first.
    """
    fight = battle.fight
    assert fight is not None
    assailants = {one.unit for one in battle.assaults}
    for unit in sorted(fight.units, key=lambda one: one not in assailants):
        enemies = tuple(foe for foe in fight.units if battle.side(foe) != battle.side(unit) and battle.lives(foe))
        if battle.lives(unit) and enemies and not foes(battle, unit):
            standing = closed_up(battle, unit, enemies)
            if standing is not None:
                battle = having_moved(battle, table, unit, standing, "closed up", "WAB-CC-13")
    return battle


def closed_up(battle: Battle, unit: int, enemies: tuple[int, ...]) -> Standing | None:
    """Return the standing of a unit after it has moved the shortest distance into contact, or None if there is no room.

    The unit moves sideways as little as friends allow.
    """
    plane = battle.plane
    ours = [plane.shape(model) for model in plane.models(unit)]
    theirs = [plane.shape(model) for enemy in enemies for model in plane.models(enemy)]
    dx, dy = closing_step(*min(((one, other) for one in ours for other in theirs), key=lambda pair: gap(*pair)))
    far = sqrt(dx * dx + dy * dy)
    if not 0 < far <= FURTHEST:
        return None
    part = max(0.0, far - CONTACT / 2) / far
    about = surroundings(battle, unit, may_touch=True)
    for aside in ASIDE:
        standing = shifted(plane.standings[unit], part * dx + aside * dy / far, part * dy - aside * dx / far)
        bodies = bodies_of(battle, standing)
        if is_free(bodies, about) and any(touches(one, other) for one in bodies for other in theirs):
            return standing
    return None
