"""View of a table in a drawing, with ground, bases, paths and names. A view may show only part of the table."""

from collections.abc import Iterable
from typing import NamedTuple

from pilein.lab.drawing import marks
from pilein.lab.drawing.clutter import (
    ON_A_FORMER_PLACE,
    ON_THE_FALLEN,
    Clutter,
    areas,
    discs,
    paths,
    poles,
)
from pilein.lab.drawing.colours import shades_of
from pilein.lab.drawing.names import Box, called, leads_to, room
from pilein.lab.drawing.scene import Scene
from pilein.lab.drawing.things import Figure, Flag, Frame, Point
from pilein.tabletop.setup import Setup

NARROWEST = 8.0  # least width shown, in inches, to give names room
LOWEST = 4.5  # least depth shown, in inches
MARGIN = 1.5  # inches around the action
CLOSEST = 60.0  # dots to the inch, at most


class Cut(NamedTuple):
    """Part of the table to draw, given by its edges in inches."""

    left: float
    low: float
    right: float
    high: float

    def frame(self, across: float, down: float, width: float, height: float) -> Frame:
        """Return a frame for the cut, at most `width` by `height` dots, whose top left corner is at (across, down)."""
        scale = min(width / (self.right - self.left), height / (self.high - self.low), CLOSEST)
        return Frame(self.left, self.low, self.right, self.high, scale, across, down)


def cut_of(scenes: Iterable[Scene]) -> Cut:
    """Return the part of the table that contains the action, with a margin.

    Beyond the table's edge the margin is smaller.
    """
    points: list[Point] = []
    size = None
    for scene in scenes:
        figures = (*scene.before, *scene.after, *scene.fallen)
        points += [corner for figure in figures for corner in _corners(figure)]
        points += [point for arrow in scene.arrows for point in arrow.route]
        points += [corner for flag in scene.flags for corner in _round(flag)]
        size = scene.size
    left, right = _span([x for x, _ in points], NARROWEST, size[0] if size else None)
    low, high = _span([y for _, y in points], LOWEST, size[1] if size else None)
    return Cut(left, low, right, high)


def panel(name: str, scene: Scene, frame: Frame, setup: Setup, *, after: bool = True) -> list[str]:
    """Draw one view, which is identified by `name` in the drawing.

    The ground is drawn first, then casualties, paths, bases and names.
    """
    colours = colours_of(setup)
    box = f'x="{frame.across}" y="{frame.down}" width="{frame.width:.1f}" height="{frame.height:.1f}"'
    living = scene.after if after else scene.before
    inner = ground(scene, frame)
    if after:
        inner += [marks.ghost(frame, one, colours[one.unit]) for one in moved(scene)]
        inner += [marks.fallen(frame, one, colours[one.unit]) for one in scene.fallen]
    for drawn in (marks.base, marks.number):
        inner += [drawn(frame, one, colours[one.unit]) for one in living]
    if after:
        inner += [marks.arrow(frame, one, colours[one.unit]) for one in scene.arrows]
    inner += _names(scene, frame, setup, after=after)
    border = f'<rect {box} fill="none" stroke="{marks.INK}"/>'
    return [f'<clipPath id="{name}"><rect {box}/></clipPath>', f'<g clip-path="url(#{name})">', *inner, "</g>", border]


def ground(scene: Scene, frame: Frame) -> list[str]:
    """Draw the background of the models: the table, its terrain and the objectives."""
    pieces = [marks.ground(frame, one) for one in scene.terrain]
    return [_table(frame, scene.size), *pieces, *(marks.flag(frame, one) for one in scene.flags)]


def colours_of(setup: Setup) -> dict[int, str]:
    """Return a colour for each unit. Units of one side have related colours."""
    found = {}
    for side, shades in enumerate(shades_of(setup.sides)):
        for place, unit in enumerate(setup.units_of(side)):
            found[unit] = shades[place % len(shades)]
    return found


def moved(scene: Scene) -> list[Figure]:
    """Return the former positions of models that have moved."""
    places = {figure.model: figure for figure in (*scene.after, *scene.fallen)}
    return [figure for figure in scene.before if places.get(figure.model, figure) != figure]


def _table(frame: Frame, size: Point | None) -> str:
    """Draw the table, with darker ground beyond its edge. The press has no table."""
    ground = f'<rect x="{frame.across}" y="{frame.down}" width="{frame.width:.1f}" height="{frame.height:.1f}"'
    if size is None:
        return f'{ground} fill="#f7f6f1"/>'
    x, y = frame.dot((0, size[1]))
    wide, deep = size[0] * frame.scale, size[1] * frame.scale
    inside = f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{deep:.1f}" fill="#f7f6f1" stroke="#777"/>'
    return f'{ground} fill="{marks.BEYOND[0]}"/>{inside}'


def _names(scene: Scene, frame: Frame, setup: Setup, *, after: bool) -> list[str]:
    """Draw each unit's name and number of models, on the side away from the enemy if there is room."""
    names, lines, colours = [], [], colours_of(setup)
    taken: list[Box] = []
    figures = scene.after if after else scene.before
    around = (*figures, *scene.fallen) if after else figures
    for unit in setup.units:
        own = [figure for figure in figures if figure.unit == unit.number]
        if own:
            words = called(unit.name, len(own), scene.fates.get(unit.number, "") if after else "")
            clutter, below = _clutter(scene, frame, own, after=after), lies_below(own, around, setup)
            box = room(frame, own, words, below=below, clutter=clutter, taken=taken, with_line=True)
            taken.append(box)
            line = leads_to(frame, own, box)
            lines += [marks.leader(*line, colours[unit.number])] if line else []
            names.append(marks.label(frame, box.x, box.y, words, colours[unit.number]))
    return lines + names


def _clutter(scene: Scene, frame: Frame, own: list[Figure], *, after: bool) -> Clutter:
    living = scene.after if after else scene.before
    others = [one for one in living if one.unit != own[0].unit]
    bases, grounds = (discs(frame, own), discs(frame, others)), areas(frame, scene.terrain, own)
    flags = poles(frame, scene.flags)
    if not after:
        return Clutter(*bases, flags, areas=grounds)
    fallen, former = discs(frame, scene.fallen, ON_THE_FALLEN), discs(frame, moved(scene), ON_A_FORMER_PLACE)
    return Clutter(*bases, (*flags, *fallen, *former), paths(frame, scene.arrows), grounds)


def lies_below(own: list[Figure], around: tuple[Figure, ...], setup: Setup) -> bool:
    """Whether a unit stands lower in the picture than the enemies around it.

    If so, the unit's name belongs below the unit.
    """
    side = setup.units[own[0].unit].side
    foes = [figure for figure in around if setup.units[figure.unit].side != side]
    return _height(own) <= _height(foes or list(around))


def _height(figures: list[Figure]) -> float:
    """Return the mean vertical position of several figures."""
    return sum(figure.y for figure in figures) / len(figures)


def _span(values: list[float], least: float, size: float | None) -> tuple[float, float]:
    low, high = min(values, default=0.0) - MARGIN, max(values, default=0.0) + MARGIN
    short = max(0.0, least - (high - low)) / 2
    low, high = low - short, high + short
    if size is None:
        return low, high
    return max(low, -MARGIN / 2), min(high, size + MARGIN / 2)


def _corners(figure: Figure) -> tuple[Point, Point]:
    far = max(figure.width, figure.depth) / 2
    return (figure.x - far, figure.y - far), (figure.x + far, figure.y + far)


def _round(flag: Flag) -> tuple[Point, Point]:
    far = flag.radius
    return (flag.x - far, flag.y - far), (flag.x + far, flag.y + far)
