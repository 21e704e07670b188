"""Falling back: units that fail their check fall back out of the combat, or rout (WS-LD-02, WS-R-31 to WS-R-33)."""

from collections.abc import Iterator
from typing import NamedTuple

from pilein.dice import Total
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place, shrunk
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.casualties import removed
from pilein.rulesets.warstrike.crossing import bars_round
from pilein.rulesets.warstrike.ending import credit_for, look_at_once
from pilein.rulesets.warstrike.engaged import close_distance, enemies_near, nearest_pairs
from pilein.rulesets.warstrike.events import FellBack, Hemmed, Routed
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.flight_paths import EDGES
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.straight_runs import Thing, foremost_first, free_run, last_stop, things_about, to_the_edge
from pilein.tabletop.movement.ways import Points
from pilein.tabletop.plane import Plane

# --- The move of a unit that falls back: along one line, the foremost first (WS-R-32) ----------------------------


class Run(NamedTuple):
    """A model's run, with the field after the run, the model's path in ticks, and the length of the path."""

    plane: Plane
    model: int
    points: Points
    length: float


def runs_of(battle: Battle, unit: int, way: Vector, distance: int, *, stops_at_walls: bool) -> Iterator[Run]:
    """Yield the runs of a unit's models that can move, foremost model first.

    A model stops where it meets a base, impassable ground or the table edge. If it meets only models of its unit that
    have run the full distance, it may pass them and run the full distance too. It crosses a wall if it can get beyond
    the wall, and otherwise stops in front of it, so that no model ends on a wall.
    """
    plane, bars = battle.plane, bars_round(battle.setup)[-1 if stops_at_walls else 0]
    barriers = tuple(Thing(wall, 0.0) for wall in battle.setup.parts_of("obstacle"))
    ran: dict[int, float] = {}
    for model in foremost_first(plane, battle.models(unit), way):
        body, place = plane.shape(model), plane.place(model)
        wanted = min(distance, to_the_edge(plane, bars, body, way))
        length = free_run(body, way, things_about(plane, bars, without=(model,)), wanted)
        ahead = [fellow for fellow, far in ran.items() if far >= wanted]
        if length < wanted and ahead:
            open_way = free_run(body, way, things_about(plane, bars, without=(model, *ahead)), wanted)
            length = wanted if open_way >= wanted else length
        if barriers:
            length = last_stop(shrunk(body, CONTACT), way, barriers, length)
        ran[model] = length
        x, y = place.x + round(way[0] * length), place.y + round(way[1] * length)
        if (x, y) != (place.x, place.y):
            plane = moved_to(plane, model, Place(x, y, place.facing))
            yield Run(plane, model, ((place.x, place.y), (x, y)), length)


DICE = 2  # WS-R-32 `2d6`


@clause(Step.FALL_BACK, "WS-LD-02")
def fall_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-LD-02. A unit that fails its check falls back, as it would after a failed check in the Action Phase."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    credit_for(battle, table, unit)
    battle = battle.stirring()
    if _routs(battle, table, unit):
        table.tell(Routed(unit=battle.name(unit), clause="WS-LD-02"))
        table.then(Step.ROUT, unit, *_pursuers(battle, table, unit))
        return battle
    reading = table.rule("WS-R-32")
    distance = battle.unit_traits(unit).Mv * (2 if reading == "double-mv" else table.number("WS-LD-02"))
    if reading == "2d6":
        distance = table.roll(Total(DICE, label="fall back", by=battle.name(unit)))
    table.then(Step.RUN, unit, distance, *_pursuers(battle, table, unit))
    table.tell(FellBack(unit=battle.name(unit), inches=distance, clause="WS-LD-02"))
    return battle


@clause(Step.RUN)
def run(battle: Battle, table: Table, unit: int, distance: int, *pursuers: int) -> Battle:
    """WS-R-32. The unit moves straight away from the nearest enemy model, each model as far as its path is free."""
    battle = (_run_on_table if battle.is_on_table else _run_in_press)(battle, table, unit, distance)
    if pursuers and battle.status(unit).broken_off:
        table.then(Step.PURSUE_ONE, unit, *pursuers)
    look_at_once(battle, table)
    return battle


@clause(Step.ROUT)
def rout(battle: Battle, table: Table, unit: int, *pursuers: int) -> Battle:
    """WS-R-31. A unit that routs is removed. Under WS-R-34 `per-unit`, attackers near it consolidate immediately."""
    battle = removed(battle, table, unit, battle.models(unit), "in rout", "WS-LD-02")
    battle = _out_of_combat(battle.having(unit, routed=True), unit, 0)
    if pursuers and battle.is_on_table:
        table.then(Step.PURSUE_ONE, unit, *pursuers)
    look_at_once(battle, table)
    return battle


def _routs(battle: Battle, table: Table, unit: int) -> bool:
    markers, traits = battle.status(unit).markers, battle.unit_traits(unit)
    if markers < traits.Nv:
        return False
    reading = table.rule("WS-R-31")
    return reading == "at-nerve" or (reading == "at-nerve-plus-ld" and markers >= traits.Nv + traits.Ld)


def _pursuers(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Attackers near a broken unit that may pursue it immediately under WS-R-34 `per-unit`."""
    if battle.side(unit) == battle.combat.attacker or table.rule("WS-R-34") != "per-unit":
        return ()
    return enemies_near(battle, table, unit)


def _run_in_press(battle: Battle, table: Table, unit: int, distance: int) -> Battle:
    """Take a unit out of contact. Under WS-R-33 `stays-in` a unit that runs 6 inches or less remains in contact."""
    if distance * INCH <= close_distance(battle) and table.rule("WS-R-33") == "stays-in":
        return battle
    return _out_of_combat(battle, unit, distance).on(battle.press.apart(frozenset((unit,))))


def _run_on_table(battle: Battle, table: Table, unit: int, distance: int) -> Battle:
    way, name = _way(battle, table, unit), battle.name(unit)
    has_walls = any(ground.kind == "obstacle" for ground in battle.setup.grounds)
    stops = has_walls and table.rule("WS-R-40") == "impassable"
    count = len(battle.models(unit))
    for plane, model, points, length in runs_of(battle, unit, way, distance * INCH, stops_at_walls=stops):
        count -= 1
        told = Moved(unit=name, model=model, manner="fell back", inches=length / INCH, route=points, clause="WS-LD-02")
        table.tell(told)
        battle = battle.on(plane)
    if count:
        table.tell(Hemmed(unit=name, count=count, clause="WS-LD-02"))
    if table.rule("WS-R-33") == "stays-in" and enemies_near(battle, table, unit):
        return battle
    return _out_of_combat(battle, unit, 0)


def _out_of_combat(battle: Battle, unit: int, distance: int) -> Battle:
    """Take a unit out of its combat (WS-R-33).

    If a unit outside the combat breaks when it is about to fire (WS-R-12), it has no combat to leave.
    """
    battle = battle.having(unit, broken_off=True)
    if unit not in battle.combat.units:
        return battle
    return battle.fighting(fled=(*battle.combat.fled, (unit, distance)))


def _way(battle: Battle, table: Table, unit: int) -> Vector:
    """Direction away from the nearest enemy model in the combat or, under WS-R-32 `own-edge`, towards the unit's own
    edge.

    If several enemy models are equally near, the owner chooses one of them.
    """
    edge = battle.setup.edges[battle.side(unit)]
    if edge and table.rule("WS-R-32") == "own-edge":
        return EDGES[edge]
    foes = tuple(foe for foe in battle.fighters(1 - battle.side(unit)) if foe != unit)
    pairs = nearest_pairs(battle, unit, foes)
    if not pairs:
        return EDGES[edge or "south"]
    labels = tuple(f"model {own} from model {foe}" for own, foe in pairs)
    places = tuple(range(len(pairs)))
    words = f"{battle.name(unit)}: which way do they fall back?"
    own, foe = pairs[table.choose(OneOf(battle.side(unit), "WS-LD-02", words, places, labels))]
    here, there = battle.plane.shape(own), battle.plane.shape(foe)
    return unit_vector(here.x - there.x, here.y - there.y)
