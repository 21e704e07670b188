"""Losses: casualties come off at once on both sides, units are Suppressed or become eligible to Break (WW-RS-01)."""

from msgspec.structs import replace

from pilein.dice.damage import BodyOutcome
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events.fighting import Hurt, Slain
from pilein.rulesets.wwpd.events.phases import Suppressed
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.plane import Plane

NEVER = 0
UNHURT: BodyOutcome = (False, ())


def taken_off(battle: Battle, table: Table, unsaved: tuple[tuple[int, int], ...]) -> Battle:
    """WW-RS-01. All hits and wounds of a Melee happen at the same time: those who fall come off when all are known.

    `unsaved` are (model, wounds).
    """
    if unsaved and not table.holds("WW-RS-01"):
        return battle
    lost: dict[int, int] = {}
    gone: dict[int, list[int]] = {}
    hurt: dict[int, int] = {}
    for model, wounds in unsaved:
        unit, total = battle.unit_of(model), battle.field.wounds_lost(model) + wounds
        if total >= battle.traits(model).wounds:
            gone.setdefault(unit, []).append(model)
        else:
            lost[model] = total
            hurt[unit] = hurt.get(unit, 0) + wounds
    _tell(battle, table, gone, hurt)
    fallen = frozenset(model for models in gone.values() for model in models)
    battle = battle.after(lost, fallen)
    for unit in gone:
        if _is_below_half(battle, unit):
            battle = battle.having(unit, may_break=True)
    return battle


def then_shaken(table: Table, struck: tuple[int, ...]) -> None:
    """Units that are struck are Suppressed when all have lost what they lose, and the Melee is over."""
    for unit in struck:
        table.then(Step.BE_SHAKEN, unit)
    table.then(Step.END_MELEE)


@clause(Step.BE_SHAKEN)
def be_shaken(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-08. A unit that had wounds enough is Suppressed."""
    is_marked, _ = battle.fight.wounded[unit]
    battle = battle.wounding(unit, UNHURT)
    return _marked(battle, table, unit) if is_marked and battle.lives(unit) else battle


@clause(Step.END_MELEE)
def end_melee(battle: Battle, _table: Table) -> Battle:
    """The Melee has been fought."""
    return replace(battle, melee=None)


def mark_of(battle: Battle, table: Table, unit: int) -> int:
    """WW-R-08. The wounds of a phase, saved or not, that Suppress a unit; NEVER if none do or it is so already."""
    if battle.status(unit).suppressed:
        return NEVER
    reading, models = table.rule("WW-R-08"), battle.living(unit)
    if reading == "half-models":
        return (models + 1) // 2
    if reading == "any-wound":
        return 1
    return NEVER if reading == "firefight-only" else models


def places_of(battle: Battle, models: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Where models stand, in ticks; nothing in the press."""
    if not isinstance(battle.field, Plane):
        return ()
    places = (battle.field.place(model) for model in models)
    return tuple((place.x, place.y) for place in places)


def _marked(battle: Battle, table: Table, unit: int) -> Battle:
    if table.rule("WW-R-08") == "any-wound":
        return battle.having(unit, wounded=True)
    table.tell(Suppressed(unit=battle.unit(unit).name, clause="WW-EN-02"))
    return battle.having(unit, suppressed=True)


def _is_below_half(battle: Battle, unit: int) -> bool:
    """WW-R-06. Whether fewer than half of a unit's starting strength live, but some do."""
    half = (battle.status(unit).starting_strength + 1) // 2
    return battle.lives(unit) and not battle.field.at_least(unit, half)


def _tell(battle: Battle, table: Table, gone: dict[int, list[int]], hurt: dict[int, int]) -> None:
    for unit in sorted({*gone, *hurt}):
        name, fallen = battle.unit(unit).name, tuple(gone.get(unit, ()))
        if unit in hurt:
            table.tell(Hurt(unit=name, wounds=hurt[unit], clause="WW-RS-05"))
        if fallen:
            places = places_of(battle, fallen)
            table.tell(Slain(unit=name, count=len(fallen), models=fallen, places=places, clause="WW-RS-01"))
