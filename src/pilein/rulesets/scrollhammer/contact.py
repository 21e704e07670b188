"""Rules for contact in a combat: each model's depth behind the line of contact, and the enemy units that the model
reaches.
"""

from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.contacts import Contacts
from pilein.tabletop.frontage import BY_FILES
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import Plane
from pilein.tabletop.setup import Setup

DEPTH = 1  # SH-R-44: one friend deep
PAIR = 2


class Reader(Struct, frozen=True):
    """Data that decide which models are in contact: the units of the combat (all units if empty) and the options of
    SH-R-04, SH-R-44 and SH-R-81.
    """

    units: tuple[int, ...] = ()
    edges_only: bool = False
    own_unit: bool = False
    own_contact: bool = False


Reach = dict[int, tuple[int, tuple[int, ...]]]  # model -> (depth, enemy units reached)
REACH = Memo[Reader, Reach]("reach")


def is_multiple(units: tuple[int, ...]) -> bool:
    """Whether a combat is a multiple combat, with more than two units (SH-MU-01)."""
    return len(units) > PAIR


def reach(battle: Battle, table: Table, units: tuple[int, ...] = ()) -> Reach:
    """Map each model that reaches an enemy to its depth and to the enemy units that it reaches. Only the given units
    count, or all units if none are given.
    """
    if not battle.is_on_table:
        each = units or range(len(battle.setup.units))
        return {model: found for unit in each for model, found in _reach_in_press(battle, unit, units).items()}
    field = battle.plane
    reader = Reader(
        units,
        edges_only=field.edge_contacts is not field.contacts and table.rule("SH-R-04") == "edges-only",
        own_unit=_sides_share(battle, units) and table.rule("SH-R-44") == "own-unit",
        own_contact=is_multiple(units) and table.rule("SH-R-81") == "own-contact",
    )
    remembered = REACH.on(field)
    if reader not in remembered:
        remembered[reader] = _reach_on_plane(battle, field, reader)
    return remembered[reader]


def reach_of(battle: Battle, table: Table, unit: int, units: tuple[int, ...]) -> Reach:
    """Map the models of one unit to their depths and to the enemy units that they reach. Models that reach no enemy in
    the given units are left out.
    """
    if not battle.is_on_table:
        return _reach_in_press(battle, unit, units)
    reached = reach(battle, table, units)
    return {model: reached[model] for model in battle.field.models(unit) if model in reached}


def touching_and_engaged(battle: Battle, unit: int) -> tuple[int, int]:
    """Number of a unit's models that touch an enemy, and the number that reach an enemy."""
    depths = [depth for depth, _ in reach_of(battle, battle.preview_table(), unit, ()).values()]
    return depths.count(0), len(depths)


@lru_cache(maxsize=1024)
def has_spears(setup: Setup, unit: int) -> bool:
    """Whether a unit was fielded with models that have spears."""
    return any(kind.unit == unit and _has_spear(kind.traits) for kind in setup.kinds)


def deep(battle: Battle, unit: int, units: tuple[int, ...]) -> int | None:
    """Number of a unit's models, counted from its front, that reach an enemy in the press without needing spears.
    Return None if all of them or none of them do.
    """
    is_met = any(foe in units for foe in battle.press.touched_units(unit))
    most = abreast(battle, unit) if is_met else None
    return battle.press.deep(unit, DEPTH, most, corners=_by_corners(battle)) if most else None


def abreast(battle: Battle, unit: int) -> int | None:
    """Maximum number of a unit's models that touch an enemy in the press, or None for no limit.

    Models engaged when the combat began strike even if the enemies in front of them have fallen. The number is
    therefore fixed at the start of the combat, except under `live` (SH-R-43).
    """
    for one, most in battle.fight.began.abreast if battle.fight else ():
        if one == unit:
            return most
    return battle.press.abreast(unit, corners=_by_corners(battle))


def abreast_at_the_start(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Number of each unit's models in contact as a combat begins, if the files in the press determine the number."""
    if battle.is_on_table or battle.press.frontage != BY_FILES:
        return ()
    corners = not _sticks_out(battle, units) or table.rule("SH-R-04") != "edges-only"
    most = {unit: battle.press.abreast(unit, corners=corners) for unit in units}
    if table.rule("SH-R-43") == "live":
        return ()
    return tuple((unit, found) for unit, found in most.items() if found is not None)


def _sticks_out(battle: Battle, units: tuple[int, ...]) -> bool:
    """Whether a unit in the press has models beyond the end of the enemy's line that can touch the enemy only at their
    corners.
    """
    press = battle.press
    return any(press.abreast(unit) != press.abreast(unit, corners=False) for unit in units)


def _by_corners(battle: Battle) -> bool:
    return battle.setup.readings["SH-R-04"].option != "edges-only"


def contacts(battle: Battle, table: Table) -> Contacts:
    """Contacts between models (SH-R-04). Corners count, unless the ruling is `edges-only`."""
    plane = battle.plane
    if plane.edge_contacts is not plane.contacts and table.rule("SH-R-04") == "edges-only":
        return plane.edge_contacts
    return plane.contacts


def contacts_as_read(battle: Battle) -> Contacts:
    """Contacts between models (SH-R-04), for use where no table is available."""
    plane = battle.plane
    return plane.edge_contacts if battle.setup.readings["SH-R-04"].option == "edges-only" else plane.contacts


def _sides_share(battle: Battle, units: tuple[int, ...]) -> bool:
    """Whether a side has more than one of the units."""
    each = units or range(len(battle.setup.units))
    return is_multiple(tuple(each)) or len({battle.side(unit) for unit in each}) < len(each)


def _reach_on_plane(battle: Battle, plane: Plane, reader: Reader) -> Reach:
    """Find the models in reach, by depth: first the models that touch an enemy, then the friends in contact with those
    models, and last the spears behind other spears.
    """
    who = plane.edge_contacts if reader.edges_only else plane.contacts
    unit_of = battle.setup.unit_of
    here = [model for unit in _units(battle, reader) for model in plane.models(unit)]
    inside = set(here)
    own: dict[int, set[int]] = {}
    for model in here:
        met = who.enemies[model]
        touched = {unit_of[enemy] for enemy in met if enemy in inside} if met else None
        if touched:
            own[model] = touched
    found: Reach = {}
    for model in here:
        through = set(own.get(model, ()))
        if not (through and reader.own_contact):
            for friend in who.friends[model]:
                if friend in own and (not reader.own_unit or unit_of[friend] == unit_of[model]):
                    through |= own[friend]
        if through:
            found[model] = (0 if model in own else DEPTH, tuple(sorted(through)))
    return found | _behind_spears(battle, who, here, found)


def _units(battle: Battle, reader: Reader) -> tuple[int, ...]:
    return reader.units or tuple(range(len(battle.setup.units)))


def _behind_spears(battle: Battle, who: Contacts, here: list[int], found: Reach) -> Reach:
    """Spears in the third rank that reach the enemy through spears in the second rank of their own unit."""
    unit_of = battle.setup.unit_of
    third: Reach = {}
    for model in here:
        if model in found or not _has_spear(battle.traits(battle.setup.kind_of[model])):
            continue
        for friend in who.friends[model]:
            spear = _has_spear(battle.traits(battle.setup.kind_of[friend]))
            if spear and unit_of[friend] == unit_of[model] and found.get(friend, (0,))[0] == DEPTH:
                foes = third.get(model, (0, ()))[1]
                third[model] = (DEPTH + 1, tuple(sorted({*foes, *found[friend][1]})))
    return third


def _has_spear(traits: Traits) -> bool:
    return any(weapon.ranks > DEPTH + 1 for weapon in traits.weapons)


def _reach_in_press(battle: Battle, unit: int, units: tuple[int, ...]) -> Reach:
    """Find the models in reach in the press, by depth: first the front models, up to the frontage, then the friends
    behind them, and last the spears behind other spears.
    """
    press = battle.press
    foes = tuple(foe for foe in press.touched_units(unit) if not units or foe in units)
    most = abreast(battle, unit) if foes else None
    if not foes or most is None:
        return dict.fromkeys(press.models(unit), (0, foes)) if foes else {}
    corners = _by_corners(battle)
    depths = range(DEPTH + 1 + has_spears(press.setup, unit))
    ends = [press.deep(unit, depth, most, corners=corners) for depth in depths]
    found: Reach = {}
    for place, model in enumerate(press.front(unit, ends[-1])):
        depth = bisect_right(ends, place)
        if depth <= DEPTH + _has_spear(press.setup.kind(model).traits):
            found[model] = (depth, foes)
    return found


# --- Locked units, and engaged models that may strike (SH-EN, SH-MU-03) ------------------------------------------


FIRST_STEP = 10


class Engaged(Struct, frozen=True):
    """A model that may strike, with its depth (0 if it touches an enemy) and the enemy units that it reaches."""

    model: int
    depth: int
    foes: tuple[int, ...]


def locked_with(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units locked with a unit because they are in base contact with its models (SH-EN-01, SH-R-04)."""
    if battle.is_on_table:
        touched = contacts_as_read(battle).touched_units(battle.plane.models(unit), battle.setup)
    else:
        touched = battle.field.touched_units(unit)
    return touched if touched and battle.holds("SH-EN-01") else ()


def is_locked(battle: Battle, unit: int) -> bool:
    """Whether a unit is locked in combat."""
    return bool(locked_with(battle, unit))


def engaged_models(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """Models of a unit that are engaged at this step, because they are in reach of an enemy now or were engaged when
    the combat began (SH-EN-03, SH-R-43).
    """
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
    """Models that touched an enemy, or touched a friend in contact, when the sub-phase began (SH-EN-04, SH-EN-05).

    A model removed before its step does not strike (SH-SV-07).
    """
    setup = battle.setup
    opened = [Engaged(*one) for one in battle.combat.began.opened if setup.unit_of[one[0]] == unit]
    living = set(battle.field.models(unit)) if opened else set()
    striking = [one for one in opened if one.model in living or not table.holds("SH-SV-07")]
    return tuple(one for one in striking if (table.holds("SH-EN-05") if one.depth else table.holds("SH-EN-04")))


def in_reach_now(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """Models that touch an enemy, or touch a friend in contact, after the pile-in (SH-EN-06, SH-R-45)."""
    reached = reach_of(battle, table, unit, battle.combat.units)
    late = _late(battle, reached)
    if late and table.rule("SH-R-45") != "default":
        reached = {model: found for model, found in reached.items() if model not in late}
    if not reached or not table.holds("SH-EN-06"):
        return ()
    return tuple(Engaged(model, depth, foes) for model, (depth, foes) in reached.items())


def opening(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Models engaged as the Fight sub-phase begins. The result is empty in the press, where engagement cannot
    change.
    """
    if not battle.is_on_table:
        return ()
    return tuple((model, *found) for model, found in sorted(reach(battle, table, units).items()))


def _late(battle: Battle, reached: Reach) -> frozenset[int]:
    """Models that came into contact after the sub-phase began, but not by their own move. Such models are ignored under
    SH-R-45 `own-move`.
    """
    fight = battle.combat
    if not battle.is_on_table or fight.step > FIRST_STEP:
        return frozenset()
    return frozenset(reached).difference(fight.came, [one[0] for one in fight.began.opened])


def having_come(battle: Battle, table: Table, models: tuple[int, ...]) -> Battle:
    """Record which of the models that piled in are in contact as a result (SH-R-45 `own-move`)."""
    if battle.setup.readings["SH-R-45"].option != "own-move":
        return battle
    reached = reach(battle, table, battle.combat.units)
    came = {*battle.combat.came, *(model for model in models if model in reached)}
    return battle.fighting(came=tuple(sorted(came)))


def _still_facing(battle: Battle, one: Engaged) -> Engaged:
    """Return an engaged model with only the enemy units that still have models. If no such unit is left, the enemy
    units locked with its own unit replace them (SH-R-43).
    """
    left = tuple(foe for foe in one.foes if battle.lives(foe))
    return Engaged(one.model, one.depth, left or locked_with(battle, battle.setup.unit_of[one.model]))


# --- Enemies that a unit has been locked or engaged with, and enemies still standing -----------------------------


def pairs_in_contact(battle: Battle, units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of enemy units among the given units that are in contact now."""
    return tuple((one, foe) for one in units for foe in locked_with(battle, one) if one < foe)


def having_met(battle: Battle, table: Table) -> Battle:
    """Record which units are in contact, or engaged through friends, after the pile-in."""
    fight = battle.combat
    met = {*fight.pairs.met, *pairs_in_contact(battle, fight.units)}
    reached = {*fight.pairs.reached, *_reached(battle, table)}
    return battle.fighting(pairs=replace(fight.pairs, met=tuple(sorted(met)), reached=tuple(sorted(reached))))


def foes_of_the_round(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units with living models that a unit has been locked with this round, in unit order.

    Units stay locked even if casualties have parted their bases. Only the end of the combat unlocks them (SH-R-77).
    """
    met = {*_other_units(battle.combat.pairs.met, unit), *locked_with(battle, unit)}
    return tuple(other for other in sorted(met) if battle.lives(other))


def engaged_with(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units that are in contact with a unit, or that it reaches through a friend, in this combat (SH-R-75)."""
    unit_of = battle.setup.unit_of
    reached = {*foes_of_the_round(battle, unit), *_other_units(battle.combat.pairs.reached, unit)}
    for model, _, foes in battle.combat.began.opened:
        if unit_of[model] == unit:
            reached.update(foes)
        elif unit in foes:
            reached.add(unit_of[model])
    return tuple(other for other in sorted(reached) if battle.lives(other))


def standing_foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units that a unit was locked with and that still hold their ground."""
    return tuple(foe for foe in foes_of_the_round(battle, unit) if foe not in battle.combat.aftermath.broken)


def enemies_of_combat(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units with models left in a unit's combat or, if no fight is under way, the enemy units locked with the
    unit.
    """
    if battle.fight is None:
        return locked_with(battle, unit)
    side = battle.side(unit)
    return tuple(other for other in battle.fight.units if battle.side(other) != side and battle.lives(other))


def _reached(battle: Battle, table: Table) -> set[tuple[int, int]]:
    """Pairs of units in reach of each other. In the press, only units in contact are paired."""
    if not battle.is_on_table:
        return set(pairs_in_contact(battle, battle.combat.units))
    unit_of = battle.setup.unit_of
    reached = reach(battle, table, battle.combat.units).items()
    pairs = {(unit_of[model], foe) for model, (_, foes) in reached for foe in foes}
    return {(min(pair), max(pair)) for pair in pairs}


def _other_units(pairs: tuple[tuple[int, int], ...], unit: int) -> tuple[int, ...]:
    return tuple(other for pair in pairs if unit in pair for other in pair if other != unit)
