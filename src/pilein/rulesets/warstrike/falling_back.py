"""Units that fail their check fall back out of the combat, or rout (WS-LD-02, WS-R-31, WS-R-32, WS-R-33)."""

from collections.abc import Iterator

from pilein.dice import Total
from pilein.geometry.gaps import overlaps
from pilein.geometry.runs import is_in_the_way, run_to_edge, shifted, too_near, unit_vector
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.casualties import removed
from pilein.rulesets.warstrike.ending import credit_for, look_at_once
from pilein.rulesets.warstrike.engaged import CLOSE, enemies_near, nearest_pairs
from pilein.rulesets.warstrike.events import FellBack, Routed
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.tabletop.events import Moved

# --- The move of a unit that falls back: along one line, the foremost first (WS-R-32) ----------------------------


Way = tuple[float, float]
Points = tuple[tuple[int, int], ...]
WAYS: dict[str, Way] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
CLEARANCE = 2.0  # ticks, so that places on whole ticks do not overlap


def way_to_edge(edge: str) -> Way:
    """The direction to an edge of the table."""
    return WAYS[edge]


def way_between(start: Shape, end: Shape) -> Way:
    """The direction from the centre of one model to the centre of another."""
    return unit_vector(end.x - start.x, end.y - start.y)


def runs_of(battle: Battle, unit: int, way: Way, distance: int) -> Iterator[tuple[int, Points, float]]:
    """Each model of a unit that can move, the foremost first, with its direction and distance in ticks.

    It stops where it meets a base, impassable ground or the edge of the table.
    """
    shapes = dict(battle.plane.shapes)
    walls = battle.setup.parts_of("impassable")
    models = sorted(battle.models(unit), key=lambda model: -(shapes[model].x * way[0] + shapes[model].y * way[1]))
    for model in models:
        body = shapes.pop(model)
        length = free_run(body, way, [*shapes.values(), *walls], min(distance, _to_edge(battle, body, way)))
        dx, dy = round(way[0] * length), round(way[1] * length)
        shapes[model] = shifted(body, dx, dy)
        if (dx, dy) != (0, 0):
            place = battle.plane.place(model)
            yield model, ((place.x, place.y), (place.x + dx, place.y + dy)), length


def free_run(body: Shape, way: Way, things: list[Shape], length: float) -> float:
    """How far a body may slide straight on, `length` at most, before it meets any of some things."""
    for thing in things:
        span = too_near(body, way, thing, CLEARANCE)
        if span is not None and is_in_the_way(span, length):
            length = max(0.0, min(length, span[0]))
    end = shifted(body, round(way[0] * length), round(way[1] * length))
    return 0.0 if any(overlaps(end, thing) for thing in things) else length


def ran(battle: Battle, model: int, end: tuple[int, int]) -> Battle:
    """The battle with a model at the end of its move."""
    place = battle.plane.place(model)
    return battle.on(battle.plane.with_place(model, Place(*end, place.facing)))


def _to_edge(battle: Battle, body: Shape, way: Way) -> float:
    return max(0.0, run_to_edge(body, way, battle.setup.size) - CLEARANCE)


DICE = 2  # WS-R-32 `2d6`


@clause(Step.FALL_BACK, "WS-LD-02")
def fall_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-LD-02. A unit that fails falls back, as after a failed check in the Action Phase."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    credit_for(battle, table, unit)
    battle = battle.stirring()
    if _routs(battle, table, unit):
        table.then(Step.ROUT, unit)
        return battle
    reading = table.rule("WS-R-32")
    distance = battle.unit_traits(unit).Mv * (2 if reading == "double-mv" else 1)
    if reading == "2d6":
        distance = table.roll(Total(DICE, label="fall back"))
    table.then(Step.RUN, unit, distance, *_pursuers(battle, table, unit))
    table.tell(FellBack(unit=battle.name(unit), inches=distance, clause="WS-LD-02"))
    return battle


@clause(Step.RUN)
def run(battle: Battle, table: Table, unit: int, distance: int, *pursuers: int) -> Battle:
    """WS-R-32. It goes straight away from the nearest enemy model, each model as far as its path is free."""
    battle = (_run_on_table if battle.is_on_table else _run_in_press)(battle, table, unit, distance)
    if pursuers and battle.status(unit).broken_off:
        table.then(Step.PURSUE_ONE, unit, *pursuers)
    look_at_once(battle, table)
    return battle


@clause(Step.ROUT)
def rout(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-R-31. A unit that routs is removed."""
    table.tell(Routed(unit=battle.name(unit), clause="WS-LD-02"))
    battle = removed(battle, table, unit, battle.models(unit), "in rout", "WS-LD-02")
    look_at_once(battle, table)
    return battle.having(unit, broken_off=True, routed=True).fighting(fled=(*battle.combat.fled, (unit, 0)))


def _routs(battle: Battle, table: Table, unit: int) -> bool:
    markers, traits = battle.status(unit).markers, battle.unit_traits(unit)
    if markers < traits.Nv:
        return False
    reading = table.rule("WS-R-31")
    return reading == "at-nerve" or (reading == "at-nerve-plus-ld" and markers >= traits.Nv + traits.Ld)


def _pursuers(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WS-R-34 `per-unit`. The attackers near a unit that breaks, which may pursue it at once."""
    if battle.side(unit) == battle.combat.attacker or table.rule("WS-R-34") != "per-unit":
        return ()
    return enemies_near(battle, table, unit)


def _run_in_press(battle: Battle, table: Table, unit: int, distance: int) -> Battle:
    """It was in contact and is so many inches away; under WS-R-33 `stays-in` it comes back if that is 6 or less."""
    if distance * INCH <= CLOSE and table.rule("WS-R-33") == "stays-in":
        return battle
    fled = (*battle.combat.fled, (unit, distance))
    apart = battle.press.apart(frozenset((unit,)))
    return battle.having(unit, broken_off=True).fighting(fled=fled).on(apart)


def _run_on_table(battle: Battle, table: Table, unit: int, distance: int) -> Battle:
    way = _way(battle, table, unit)
    for model, points, length in runs_of(battle, unit, way, distance * INCH):
        name, inches = battle.name(unit), length / INCH
        table.tell(Moved(unit=name, model=model, manner="fell back", inches=inches, route=points, clause="WS-LD-02"))
        battle = ran(battle, model, points[-1])
    fled = (*battle.combat.fled, (unit, 0))
    if table.rule("WS-R-33") == "stays-in" and enemies_near(battle, table, unit):
        return battle
    return battle.having(unit, broken_off=True).fighting(fled=fled)


def _way(battle: Battle, table: Table, unit: int) -> Way:
    """Away from the nearest enemy model of the combat; of several as near its owner names one (`own-edge`: there)."""
    edge = battle.setup.edges[battle.side(unit)]
    if edge and table.rule("WS-R-32") == "own-edge":
        return way_to_edge(edge)
    foes = tuple(foe for foe in battle.fighters(1 - battle.side(unit)) if foe != unit)
    pairs = nearest_pairs(battle, unit, foes)
    if not pairs:
        return way_to_edge(edge or "south")
    labels = tuple(f"model {own} from model {foe}" for own, foe in pairs)
    places = tuple(range(len(pairs)))
    words = f"{battle.name(unit)}: which way do they fall back?"
    own, foe = pairs[table.choose(OneOf(battle.side(unit), "WS-LD-02", words, places, labels))]
    return way_between(battle.plane.shape(foe), battle.plane.shape(own))
