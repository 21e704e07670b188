"""Draw the trails of units in a film, and lines of aim from units to their targets."""

from itertools import pairwise
from math import hypot

from pilein.lab.drawing import marks
from pilein.lab.drawing.film import Figures, Film
from pilein.lab.drawing.panels import colours_of
from pilein.lab.drawing.smil import Clock
from pilein.lab.drawing.things import Arrow, Frame, Point
from pilein.lab.drawing.ways import Way, middle
from pilein.tabletop.setup import Setup

SHORTEST = 1.0  # inches of the shortest path with a trail
NEAR = 2.0  # least distance in inches between units for a line to be drawn


def trails(setup: Setup, film: Film, frame: Frame, clock: Clock) -> list[str]:
    """Draw each unit's path, visible from the unit's move to the end of the phase."""
    ends = [*film.phases[1:], clock.seconds]
    colours = colours_of(setup)
    found = []
    for start, _, shot in film.shots:
        for unit in sorted(shot.units):
            route = _route(shot.before, shot.after, shot.ways, unit)
            if sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(route)) >= SHORTEST:
                mark = marks.arrow(frame, Arrow(route, unit), colours[unit])
                found.append(clock.seen(f'<g opacity="0.6">{mark}</g>', start, ends[shot.phase - 1]))
    return found


def aims(setup: Setup, film: Film, frame: Frame, clock: Clock) -> list[str]:
    """Draw lines from units to their targets, each visible during its shot."""
    colours = colours_of(setup)
    found = []
    for start, end, shot in film.shots:
        for unit, target in shot.aims:
            one, other = (_middle(shot.before, number) for number in (unit, target))
            if one and other and hypot(one[0] - other[0], one[1] - other[1]) > NEAR:
                found.append(clock.seen(marks.aim(frame, one, other, colours[unit]), start, end))
    return found


def _route(before: Figures, after: Figures, ways: dict[int, Way], unit: int) -> tuple[Point, ...]:
    """Return the path taken by the centre of a unit's models, through the corners that the models' paths share."""
    models = [model for model, one in before.items() if one.unit == unit and model in after]
    known = [ways[model] for model in models if model in ways]
    if len(known) == len(models) and len({tuple(share for share, _ in way) for way in known}) == 1:
        return tuple(middle([way[corner][1] for way in known]) for corner in range(len(known[0])))
    if not models:
        return ()
    return middle([(before[one].x, before[one].y) for one in models]), middle(
        [(after[one].x, after[one].y) for one in models]
    )


def _middle(figures: Figures, unit: int) -> Point | None:
    own = [(one.x, one.y) for one in figures.values() if one.unit == unit]
    return middle(own) if own else None
