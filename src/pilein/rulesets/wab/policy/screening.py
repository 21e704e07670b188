"""Skirmishers before a line of friends: they go on before it, so that it need not stand still behind them."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH, heading
from pilein.rulesets.wab.characteristics import is_skirmishing
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.aiming import is_shooter
from pilein.rulesets.wab.state import Battle

HEELS = 3 * INCH  # distance of a line right behind the screen
ONWARD = 4 * INCH  # how far the screen moves on before it, target or not


def screens(battle: Battle, unit: int) -> bool:
    """Whether loose models block the way of friends in ranks that would go on and fight."""
    if not is_skirmishing(battle, unit):
        return False
    return any(_is_before(battle, unit, friend) for friend in battle.standing_units(battle.side(unit)))


def _is_before(battle: Battle, unit: int, friend: int) -> bool:
    block = battle.plane.standings[friend]
    if not isinstance(block, Block) or battle.status(friend).fleeing or is_engaged(battle, friend):
        return False
    return not is_shooter(battle, friend) and any(
        _is_in_lane(battle, model, block) for model in battle.plane.models(unit)
    )


def _is_in_lane(battle: Battle, model: int, block: Block) -> bool:
    """Whether a model stands straight before the front of a block."""
    place, (to_x, to_y) = battle.plane.place(model), heading(block.facing)
    dx, dy = place.x - block.x, place.y - block.y
    across, ahead = dx * to_y - dy * to_x, dx * to_x + dy * to_y
    return 0 < ahead <= HEELS and abs(across) <= (block.files + 1) * block.width / 2
