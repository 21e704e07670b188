"""Locked and engaged: which models of a combat may strike, and whom (SH-EN, SH-MU-03)."""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.contact import Reach, reach, reach_of
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.press import Press

FIRST_STEP = 10


class Engaged(Struct, frozen=True):
    """A model that may strike: how deep it stands (0 touches an enemy), and the enemy units it reaches."""

    model: int
    depth: int
    foes: tuple[int, ...]


def locked_with(battle: Battle, unit: int) -> tuple[int, ...]:
    """SH-EN-01. A unit is locked with every enemy unit whose bases any of its models touches."""
    touched = battle.field.touched_units(unit)
    return touched if touched and battle.holds("SH-EN-01") else ()


def is_locked(battle: Battle, unit: int) -> bool:
    """Whether a unit is locked in combat."""
    return bool(locked_with(battle, unit))


def engaged_models(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """SH-EN-03. At every step it is worked out afresh which models are engaged: by contact now, or as they opened."""
    now = in_reach_now(battle, table, unit)
    if now and not table.holds("SH-EN-03"):
        now = ()
    opened = engaged_at_the_start(battle, table, unit)
    if not opened or table.rule("SH-R-43") == "live":
        return now
    there = {one.model for one in now}
    stranded = [_still_facing(battle, one) for one in opened if one.model not in there]
    return tuple(sorted((*now, *stranded), key=lambda one: one.model))


def engaged_at_the_start(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """SH-EN-04, SH-EN-05. Engaged are those who touched an enemy, or a friend who did, when the sub-phase began.

    SH-SV-07. A model removed before its step does not strike.
    """
    assert battle.fight is not None
    setup = battle.setup
    opened = [Engaged(*one) for one in battle.fight.opened if setup.unit_of[one[0]] == unit]
    living = set(battle.field.models(unit)) if opened else set()
    striking = [one for one in opened if one.model in living or not table.holds("SH-SV-07")]
    return tuple(one for one in striking if (table.holds("SH-EN-05") if one.depth else table.holds("SH-EN-04")))


def in_reach_now(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """SH-EN-06. Engaged are those who touch an enemy, or a friend who touches one, now that they have piled in."""
    assert battle.fight is not None
    reached = reach_of(battle, table, unit, battle.fight.units)
    late = _late(battle, reached)
    if late and table.rule("SH-R-45") != "default":
        reached = {model: found for model, found in reached.items() if model not in late}
    if not reached or not table.holds("SH-EN-06"):
        return ()
    return tuple(Engaged(model, depth, foes) for model, (depth, foes) in reached.items())


def opening(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The models of a combat engaged as the Fight sub-phase begins; in the press nothing can change it."""
    if isinstance(battle.field, Press):
        return ()
    return tuple((model, *found) for model, found in sorted(reach(battle, table, units).items()))


def _late(battle: Battle, reached: Reach) -> frozenset[int]:
    """SH-R-45. Who came into contact since the sub-phase began without piling in: under `own-move` it counts not."""
    fight = battle.fight
    assert fight is not None
    if isinstance(battle.field, Press) or fight.step > FIRST_STEP:
        return frozenset()
    return frozenset(reached).difference(fight.piled, [one[0] for one in fight.opened])


def _still_facing(battle: Battle, one: Engaged) -> Engaged:
    """SH-R-43. Whom it was engaged with, if any live; else any enemy that its unit is locked with."""
    left = tuple(foe for foe in one.foes if battle.lives(foe))
    return Engaged(one.model, one.depth, left or locked_with(battle, battle.setup.unit_of[one.model]))
