"""Falling back: a unit moves as one, away from as many enemies as it can (WW-FB)."""

from math import sqrt

from msgspec.structs import replace

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import inches
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.ending.flight_ways import Flight, flown
from pilein.rulesets.wwpd.ending.heading import headings
from pilein.rulesets.wwpd.ending.normal_move import normal_move
from pilein.rulesets.wwpd.ending.order import in_turn
from pilein.rulesets.wwpd.events.moving import Cornered, Destroyed, LeftPress
from pilein.rulesets.wwpd.melee.contact import enemies_in_contact, is_engaged
from pilein.rulesets.wwpd.melee.losing import places_of
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle, Melee
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.moved import Moved
from pilein.tabletop.plane import Loose
from pilein.tabletop.press import Press


@clause(Step.ALL_FALL_BACK)
def all_fall_back(battle: Battle, table: Table) -> Battle:
    """WW-R-31. All units that fall back do so, one after another."""
    falling = [unit for unit, status in enumerate(battle.statuses) if status.falls_back and battle.lives(unit)]
    for unit in in_turn(battle, table, falling, "fall back", "WW-EN-07"):
        if is_engaged(battle, unit) and table.rule("WW-R-27") == "free-attacks":
            table.then(Step.SUFFER_PARTING_BLOWS, unit)
        table.then(Step.FALL_BACK, unit)
    return battle


@clause(Step.SUFFER_PARTING_BLOWS)
def suffer_parting_blows(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-27 `free-attacks`. Each enemy model in contact strikes at a unit that falls back, without reply."""
    strikers = enemies_in_contact(battle, unit)
    if not strikers:
        return battle
    units = next((melee for melee in battle.melees if unit in melee), (unit,))
    table.then(Step.STRIKE)
    return replace(battle, melee=Melee(units, tuple((model, unit) for model in strikers)))


@clause(Step.FALL_BACK, "WW-FB-01")
def fall_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-FB-01. A unit that falls back at once makes a normal move directly away from as many enemies as possible."""
    if not battle.lives(unit):
        return battle
    if isinstance(battle.field, Press):
        table.tell(LeftPress(unit=battle.unit(unit).name, clause="WW-FB-01"))
        return battle.on(battle.field.apart(frozenset((unit,))))
    best = flown(Flight(battle, unit, normal_move(battle, table, unit)), headings(battle, table, unit))
    battle = _moved(battle, table, unit, best)
    if not is_engaged(battle, unit):
        return battle
    if table.rule("WW-R-37") == "destroyed":
        return _destroyed(battle, table, unit)
    table.tell(Cornered(unit=battle.unit(unit).name, clause="WW-FB-01"))
    return battle


def _moved(battle: Battle, table: Table, unit: int, ends: dict[int, Place]) -> Battle:
    plane, name = battle.plane, battle.unit(unit).name
    for model, place in ends.items():
        start = battle.plane.place(model)
        if (start.x, start.y) != (place.x, place.y):
            length = sqrt((place.x - start.x) ** 2 + (place.y - start.y) ** 2)
            route = ((start.x, start.y), (place.x, place.y))
            table.tell(
                Moved(unit=name, model=model, manner="fell back", inches=inches(length), route=route, clause="WW-FB-01")
            )
    return battle.on(plane.with_standing(unit, Loose(tuple(ends), tuple(ends.values()))))


def _destroyed(battle: Battle, table: Table, unit: int) -> Battle:
    models = battle.field.models(unit)
    places = places_of(battle, models)
    name = battle.unit(unit).name
    table.tell(Destroyed(unit=name, count=len(models), models=models, places=places, clause="WW-FB-01"))
    return battle.after({}, frozenset(models))
