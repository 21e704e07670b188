"""Models that pile in: skirmishers and hordes not in contact with the enemy (SH-PI-02, SH-EP-01)."""

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.contact import DEPTH, contacts, engaged_models, reach
from pilein.rulesets.scrollhammer.initiative import ANY_STEP, piling_in_at_this_step
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.coherency import body_of, groups_of, strays
from pilein.tabletop.plane import Loose


def pile_in_reach(battle: Battle) -> int:
    """Maximum length of a pile-in, in ticks (SH-PI-03)."""
    return battle.number("SH-PI-03") * INCH


def units_to_touch(battle: Battle, table: Table) -> tuple[int, ...]:
    """Units that a pile-in may touch: the units already in this combat (SH-PI-12)."""
    if not table.holds("SH-PI-12"):
        return tuple(range(len(battle.setup.units)))
    return tuple(unit for unit in battle.combat.units if unit not in battle.combat.aftermath.broken)


def strangers(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Units, including friends, that a block may not touch when piling in because the block does not touch them yet.

    A unit outside the combat that already stands shoulder to shoulder with the block does not count.
    """
    known, who = (unit, *units_to_touch(battle, table)), battle.plane.contacts
    models = battle.plane.models(unit)
    met = {battle.setup.unit_of[one] for model in models for one in (*who.friends[model], *who.enemies[model])}
    return tuple(one.number for one in battle.setup.units if one.number not in known and one.number not in met)


def standing(battle: Battle, side: int) -> tuple[int, ...]:
    """Units of a side in this combat that are alive and not broken."""
    units = [unit for unit in battle.combat.units if unit not in battle.combat.aftermath.broken]
    return tuple(unit for unit in units if battle.side(unit) == side and battle.lives(unit))


def movers(battle: Battle, table: Table, side: int, step: int) -> tuple[int, ...]:
    """Loose models of a side that must still pile in at a step, or that were selected to do so at the end of the
    combat.
    """
    found: list[int] = []
    for unit in standing(battle, side):
        if isinstance(battle.plane.standings[unit], Loose) and unit not in battle.combat.aftermath.aside:
            found += _picked_out(battle, table, unit) if step == ANY_STEP else _called(battle, table, unit)
    return tuple(model for model in found if model not in battle.combat.exchange.piled)


def _out_of_touch(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Loose models that must pile in because they touch neither an enemy nor a friend in contact with an enemy
    (SH-PI-02, SH-R-88).
    """
    reached = reach(battle, table, battle.combat.units)
    away = tuple(model for model in battle.plane.models(unit) if reached.get(model, (DEPTH + 1,))[0] > DEPTH)
    return away if table.holds("SH-PI-02") else ()


def strays_in_touch(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Loose models of a unit that are out of coherency but touch an enemy, or a friend in contact with an enemy
    (SH-R-77).
    """
    lost = strays_of(battle, unit, coherency_distance(battle, table, unit))
    reached = reach(battle, table, battle.combat.units) if lost else {}
    return tuple(model for model in lost if reached.get(model, (DEPTH + 1,))[0] <= DEPTH)


def astray(battle: Battle, table: Table) -> tuple[int, ...]:
    """Loose models out of coherency in the units of this combat (SH-EP-01).

    If a unit is split in half, both halves are listed, and the stray half is determined when its side piles in.
    """
    found: list[int] = []
    for unit in (*standing(battle, 0), *standing(battle, 1)):
        if isinstance(battle.plane.standings[unit], Loose):
            groups = groups_of(battle.plane, unit, coherency_distance(battle, table, unit))
            sizes = [len(group) for group in groups]
            is_body = [size == max(sizes) and sizes.count(size) == 1 for size in sizes]
            found += [model for group, whole in zip(groups, is_body, strict=True) if not whole for model in group]
    return tuple(found)


def body_to_join(battle: Battle, unit: int, apart: int) -> tuple[int, ...]:
    """Models of a unit that its other models must join, linked by gaps of up to `apart` ticks."""
    return body_of(battle.plane, unit, apart, _come_back(battle))


def strays_of(battle: Battle, unit: int, apart: int) -> tuple[int, ...]:
    """Models of a unit that are out of coherency with its main body."""
    return strays(battle.plane, unit, apart, _come_back(battle))


def _come_back(battle: Battle) -> frozenset[int]:
    """Models that were out of coherency after the combat result and have piled in since. Other models need not join
    these models.
    """
    return frozenset(battle.combat.aftermath.astray) & frozenset(battle.combat.exchange.piled)


def _picked_out(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a unit that pile in after the combat result, because they are no longer in the fight or are out of
    coherency (SH-EP-01, SH-R-77).

    A model in contact and in coherency stays even if other models of its unit leave it. Units pile in towards
    standing enemies that fought in the combat; without such enemies they do not pile in (SH-MU-11).
    """
    if not table.holds("SH-EP-01"):
        return ()
    lost = strays_of(battle, unit, coherency_distance(battle, table, unit))
    lost = tuple(model for model in lost if model in battle.combat.aftermath.astray)
    if not standing(battle, 1 - battle.side(unit)) or not table.holds("SH-MU-11"):
        return lost if lost and table.rule("SH-R-77") == "all-units" else ()
    away = _out_of_touch(battle, table, unit)
    return tuple(model for model in battle.plane.models(unit) if model in away or model in lost)


def supporters(
    battle: Battle, table: Table, side: int, step: int, free: tuple[int, ...], *, far: int = 0
) -> tuple[int, ...]:
    """Models that touch only a friend in contact and that, under SH-R-88 `seek-contact`, move on to a free enemy
    nearby.

    `free` holds the enemies that count as unengaged. An enemy is nearby if it is within the distance of a pile-in
    or, if `far` is given, within `far` ticks.
    """
    shapes, far = battle.plane.shapes, far or pile_in_reach(battle)
    reached = reach(battle, table, battle.combat.units) if free else {}
    found = []
    for unit in standing(battle, side) if free else ():
        if isinstance(battle.plane.standings[unit], Loose) and unit not in battle.combat.aftermath.aside:
            second = [model for model in battle.plane.models(unit) if reached.get(model, (0,))[0] == DEPTH]
            found += [model for model in second if any(within(shapes[model], shapes[foe], far) for foe in free)]
    fresh = tuple(model for model in found if model not in battle.combat.exchange.piled)
    fresh = fresh if step == ANY_STEP else piling_in_at_this_step(battle, table, fresh)
    return fresh if fresh and table.rule("SH-R-88") == "seek-contact" else ()


def unengaged(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    """Enemy models of the combat that no model of the side touches or, under `not-engaged`, that are not engaged
    (SH-R-40).
    """
    who = contacts(battle, table).enemies
    foes = [model for unit in standing(battle, 1 - side) for model in battle.plane.models(unit)]
    untouched = tuple(model for model in foes if not who[model])
    engaged = {one.model for unit in standing(battle, 1 - side) for one in engaged_models(battle, table, unit)}
    idle = tuple(model for model in foes if model not in engaged)
    return idle if idle != untouched and table.rule("SH-R-40") == "not-engaged" else untouched


def _called(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    return piling_in_at_this_step(battle, table, _out_of_touch(battle, table, unit))
