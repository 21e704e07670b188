"""Previews of a battle for a policy: distances, reaches, and a table for reading the rules."""

from pilein.geometry.blocks import Block, ranks
from pilein.kernel.requests import Request, first, is_choice
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import charge_reach, gap_between
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.memo import Memo

SEEN_GAPS = Memo[tuple[int, int], float]("seen_gaps")


def preview_table(battle: Battle) -> Table:
    """Table for reading the rules. It logs nothing and answers each question with the first option."""
    return battle.preview_table(_offered)


def gap(battle: Battle, one: int, other: int) -> float:
    """Distance between two units in ticks. The result is cached on the field."""
    known = SEEN_GAPS.on(battle.plane)
    pair = (min(one, other), max(one, other))
    if pair not in known:
        known[pair] = gap_between(battle, *pair)
    return known[pair]


def nearness(battle: Battle, unit: int) -> float:
    """Distance in ticks from a unit to the nearest enemy, or 0 if there are no enemies."""
    return min((gap(battle, unit, foe) for foe in enemies(battle, battle.side(unit))), default=0.0)


def reach(battle: Battle, unit: int) -> int:
    """Distance in ticks that a unit can cover in a charge."""
    return charge_reach(battle, preview_table(battle), unit)


def enemies(battle: Battle, side: int) -> tuple[int, ...]:
    """Units on the field that are enemies of a side."""
    return battle.standing_units(1 - side)


def fresh_enemies(battle: Battle, side: int) -> tuple[int, ...]:
    """Enemy units that are neither fleeing nor fighting."""
    return tuple(foe for foe in enemies(battle, side) if not battle.status(foe).fleeing and not is_engaged(battle, foe))


def span(battle: Battle, unit: int, face: str) -> int:
    """Length in ticks of a block's front or flank, or 0 for loose models."""
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Block):
        return 0
    return standing.files * standing.width if face != "flank" else len(ranks(standing)) * standing.depth


def _offered(request: Request) -> object:
    assert is_choice(request), "a preview rolls no dice"
    return first(request)
