"""Contents of a game's drawing, in inches, with y pointing up the table."""

from itertools import pairwise
from math import atan2, degrees
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.geometry.ticks import INCH
from pilein.lab.drawing.lines_of_battle import press_figures
from pilein.lab.drawing.roles import role_of, title_of
from pilein.lab.drawing.things import NOBODY, Arrow, Figure, Flag, Point, Terrain
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup


class Scene(Struct, frozen=True):
    """Contents of a drawing that shows a game before and after play.

    `size` is the table's size, or None in the press. `fallen` figures are crossed out in the view after play. In a
    battle the scene also contains the objectives and the fates of units out of the battle, by unit number.
    """

    before: tuple[Figure, ...]
    after: tuple[Figure, ...]
    fallen: tuple[Figure, ...]
    arrows: tuple[Arrow, ...]
    terrain: tuple[Terrain, ...]
    size: Point | None
    flags: tuple[Flag, ...] = ()
    fates: dict[int, str] = field(default_factory=dict)


def scene_of(game: Game) -> Scene:
    """Return the scene of a game's current state."""
    events = [entry.event for entry in game.log if isinstance(entry, Told)]
    units = (unit.number for unit in game.state.setup.units)
    running = frozenset(unit for unit in units if game.rules.fate(game.state, unit) in game.rules.beaten)
    return scene_between(game.opening.state.field, game.state.field, events, running)


def scene_between(
    first: Plane | Press, last: Plane | Press, events: list[Any], running: frozenset[int] = frozenset()
) -> Scene:
    """Return the scene between two moments, given the events between them. The units in `running` are out of the
    battle.
    """
    if not isinstance(first, Plane) or not isinstance(last, Plane):
        assert isinstance(first, Press), "a field stays what it is"
        assert isinstance(last, Press), "a field stays what it is"
        before, _ = press_figures(first, first)
        after, fallen = press_figures(first, last)
        return Scene(before, after, fallen, (), (), None)
    setup = first.setup
    before = figures_of(first)
    arrows = _arrows(events, setup)
    after = tuple(_headed(figure, arrows) if figure.unit in running else figure for figure in figures_of(last))
    return Scene(
        before,
        after,
        _fallen(before, after, events),
        tuple(arrows),
        tuple(Terrain(one.kind, tuple(map(inches, one.outline.points)), one.name) for one in setup.grounds),
        inches(setup.size) if setup.size else None,
    )


def figures_of(field: Plane) -> tuple[Figure, ...]:
    """Return the living models that have a position, unit by unit."""
    setup = field.setup
    models = (model for unit in range(len(setup.units)) for model in field.models(unit))
    return tuple(_figure(field, setup, model) for model in models)


def _figure(field: Plane, setup: Setup, model: int) -> Figure:
    place, base = field.place(model), setup.base(model)
    x, y = inches((place.x, place.y))
    wide, deep, facing = base.width / INCH, base.depth / INCH, place.facing / 100
    role, title = role_of(setup, model), title_of(setup, model)
    return Figure(base.kind, wide, deep, x, y, facing, setup.unit_of[model], model, role, title)


def _headed(figure: Figure, arrows: list[Arrow]) -> Figure:
    """Return the figure with its heading set to its last direction of flight."""
    own = [arrow.route for arrow in arrows if arrow.unit == figure.unit and arrow.model in (NOBODY, figure.model)]
    return replace(figure, heading=heading(own[-1])) if own else figure


def heading(route: tuple[Point, ...]) -> float:
    """Return the direction of a route's last leg, in degrees clockwise from straight up the table."""
    (x, y), (to_x, to_y) = next((pair for pair in reversed(list(pairwise(route))) if pair[0] != pair[1]), route[:2])
    return round(degrees(atan2(to_x - x, to_y - y)) % 360, 1)


def _fallen(before: tuple[Figure, ...], after: tuple[Figure, ...], events: list[Any]) -> tuple[Figure, ...]:
    """Return each casualty at the place where it fell, if an event reports the place, or else at its first position."""
    living = {figure.model for figure in after}
    where: dict[int, Point] = {}
    for event in events:
        if getattr(event, "route", ()) and getattr(event, "model", -1) >= 0:
            where[event.model] = inches(event.route[-1])
        places = getattr(event, "places", ())
        where.update(zip(getattr(event, "models", ()), map(inches, places), strict=False))
    return tuple(_at(figure, where.get(figure.model)) for figure in before if figure.model not in living)


def _at(figure: Figure, place: Point | None) -> Figure:
    if place is None:
        return figure
    return replace(figure, x=place[0], y=place[1])


def _arrows(events: list[Any], setup: Setup) -> list[Arrow]:
    numbers = {unit.name: unit.number for unit in setup.units}
    moves = (event for event in events if len(getattr(event, "route", ())) > 1)
    return [
        Arrow(tuple(map(inches, move.route)), numbers.get(move.unit, 0), getattr(move, "model", NOBODY))
        for move in moves
    ]


def inches(point: tuple[int, int]) -> Point:
    """Convert a point on the table to inches."""
    return point[0] / INCH, point[1] / INCH
