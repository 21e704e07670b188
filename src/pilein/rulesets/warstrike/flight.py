"""The way of a unit that falls back: along one line, the foremost first (WS-R-32)."""

from collections.abc import Iterator

from pilein.geometry.gaps import overlaps
from pilein.geometry.runs import is_in_the_way, run_to_edge, shifted, too_near, unit_vector
from pilein.geometry.shapes import Place, Shape
from pilein.rulesets.warstrike.state import Battle

Way = tuple[float, float]
Points = tuple[tuple[int, int], ...]
WAYS: dict[str, Way] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
CLEARANCE = 2.0  # ticks, so that places on whole ticks do not overlap


def way_to_edge(edge: str) -> Way:
    """The way to an edge of the table."""
    return WAYS[edge]


def way_between(start: Shape, end: Shape) -> Way:
    """The way from the centre of one model through the centre of another."""
    return unit_vector(end.x - start.x, end.y - start.y)


def runs_of(battle: Battle, unit: int, way: Way, distance: int) -> Iterator[tuple[int, Points, float]]:
    """Each model of a unit that can move, the foremost first, with its way and how far it goes, in ticks.

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
    """The battle with a model at the end of its way."""
    place = battle.plane.place(model)
    return battle.on(battle.plane.with_place(model, Place(*end, place.facing)))


def _to_edge(battle: Battle, body: Shape, way: Way) -> float:
    return max(0.0, run_to_edge(body, way, battle.setup.size) - CLEARANCE)
