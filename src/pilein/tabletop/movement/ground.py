"""Ground over which a model may move, given the other models, walls and the table edge."""

from collections.abc import Iterable

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import is_on_table, overlaps
from pilein.geometry.shapes import Shape, grown
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.memo import Note
from pilein.tabletop.movement.local_searches import MANY, looked_by
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.terms import PASSED, Bars, half_width
from pilein.tabletop.plane import Plane

Spaces = dict[tuple[object, ...], ConfigurationSpace]

GROUNDS = FieldMemo[tuple[object, ...], ConfigurationSpace]("grounds")
NEWEST_GROUNDS = Note[tuple[Plane, Spaces]]("newest_grounds")  # of a set-up


def ground_for(plane: Plane, bars: Bars, model: int) -> ConfigurationSpace:
    """Return the configuration space in which a model moves. The result is cached.

    If there are many models, a ground that includes all of them is computed once. To save time, the ground for each
    model is derived from it by removing the base of that model.
    """
    spaces = _spaces_on(plane)
    key = (model, bars)
    found = spaces.get(key)
    if found is None:
        radius = 0.0 if bars.squeezes else half_width(plane.setup.base(model))
        own = bars.clearances[plane.setup.unit_of[model]]
        if len(plane.shapes) < MANY or own > 0:
            found = _space(plane, bars, radius, without=model)
        else:
            whole = (radius, bars)
            if whole not in spaces:
                spaces[whole] = _space(plane, bars, radius)
            found = spaces[whole] if own == PASSED else spaces[whole].lacking([plane.shape(model)])
        spaces[key] = found
    return found


def why_no_room(plane: Plane, bars: Bars, model: int, body: Shape, *, kept_off: str) -> str | None:
    """Explain why a body has no room on the ground of a model, or return None if it has room.

    `kept_off` describes the units that models must avoid, for example "a unit that is not a target".
    """
    ground = ground_for(plane, bars, model)
    if ground.fits(body):
        return None
    if not is_on_table(ground.table, body):
        return "there the model would leave the table"
    for other, kept in bodies_kept_off(plane, bars, without=(model,)):
        if overlaps(body, kept):
            return why_not_beside(plane, bars, other, body, kept_off)
    kinds = (kind for kind in bars.walls if any(overlaps(body, wall) for wall in plane.setup.parts_of(kind)))
    return f"there the model would stand on {next(kinds)} ground"


def why_not_beside(plane: Plane, bars: Bars, other: int, body: Shape, kept_off: str) -> str:
    """Explain why a body may not stand beside a model: it would overlap the model, touch it or come too near."""
    unit = plane.setup.units[plane.setup.unit_of[other]]
    clearance = bars.clearances[unit.number]
    if overlaps(body, plane.shape(other)):
        return f"there the model would overlap model {other} of {unit.name}"
    if clearance <= CONTACT + 1:
        return f"there the model would touch model {other} of {unit.name}, {kept_off}"
    return f'there the model would be within {clearance / INCH:g}" of model {other} of {unit.name}'


def bodies_kept_off(plane: Plane, bars: Bars, *, without: Iterable[int] = ()) -> list[tuple[int, Shape]]:
    """Return the models that block a path, with their outlines grown by their clearance. Models in `without` are left
    out.
    """
    unit_of, clearances, gone = plane.setup.unit_of, bars.clearances, frozenset(without)
    found: list[tuple[int, Shape]] = []
    for other, body in plane.shapes.items():
        clearance = clearances[unit_of[other]]
        if clearance != PASSED and other not in gone:
            found.append((other, grown(body, clearance) if clearance else body))
    return found


def walls_of(plane: Plane, bars: Bars) -> tuple[Shape, ...]:
    """Convex parts of the impassable ground."""
    return plane.setup.parts_of(*bars.walls) if bars.walls else ()


def table_of(plane: Plane, bars: Bars) -> tuple[int, int] | None:
    """Width and depth of the table in ticks, or None if the edges of the table do not count."""
    return plane.setup.size if bars.is_edged else None


def _space(plane: Plane, bars: Bars, radius: float, *, without: int = -1) -> ConfigurationSpace:
    width, depth = table_of(plane, bars) or (None, None)
    bodies = [body for _, body in bodies_kept_off(plane, bars, without=(without,))]
    looked = looked_by(plane, without) if without >= 0 and len(plane.shapes) < MANY else None
    return ConfigurationSpace(bodies, width, depth, walls_of(plane, bars), radius, looked)


def _spaces_on(plane: Plane) -> Spaces:
    """Cached grounds of a field. Grounds of many models are large, so they are kept only for the newest field."""
    if len(plane.shapes) < MANY:
        return GROUNDS.on(plane)
    newest = NEWEST_GROUNDS.on(plane.setup)
    if newest is None or newest[0] is not plane:
        newest = NEWEST_GROUNDS.keep(plane.setup, (plane, {}))
    return newest[1]
