"""Legend below a drawing, with the scale and a line for each unit, visible mark and kind of ground."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pilein.lab.drawing import marks
from pilein.lab.drawing.panels import colours_of
from pilein.lab.drawing.roles import ROLES
from pilein.lab.drawing.samples import WORDS, role_line, sample, seen_in, swatch
from pilein.lab.drawing.scene import Scene
from pilein.lab.drawing.things import Frame, Point, Terrain
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

LINE = 18  # dots from one line to the next
ABOVE = 26  # dots between the panels and the scale
LETTER = 7.2  # dots, the greatest width of a letter 12 dots high
SWATCH = 18  # dots before the words in a line
BETWEEN = 24  # dots between the columns
HAIR = 0.05  # inches, too small to see

Field = Plane | Press


class LegendLine(NamedTuple):
    """Line of the legend that explains a colour, a role or a mark."""

    fill: str
    words: str
    role: str = ""
    mark: str = ""


Lines = list[LegendLine]


def legend_lines(
    setup: Setup,
    first: Field,
    last: Field,
    scenes: Sequence[Scene],
    frame: Frame,
    shown: Iterable[str] | None = None,
) -> Lines:
    """Return lines for every unit with its losses, every role and mark in the scenes, and every kind of ground.

    `shown` lists the marks if they differ from the marks in a before-and-after picture.
    """
    colours = colours_of(setup)
    lines = [
        LegendLine(colours[unit.number], f"{unit.name} ({setup.sides[unit.side]}): {_change(first, last, unit.number)}")
        for unit in setup.units
    ]
    lines += [LegendLine("", ROLES[role].words, role) for role in _roles(scenes)]
    lines += [LegendLine("", WORDS[mark], mark=mark) for mark in (seen_in(scenes, frame) if shown is None else shown)]
    lines += _grounds(scenes[-1], frame)
    size = scenes[-1].size
    return [*lines, LegendLine(*marks.BEYOND)] if size and _is_beyond(frame, size) else lines


def legend(lines: Lines, left: float, top: float, column: float, frame: Frame) -> list[str]:
    """Draw the scale bar and, in two columns below it, the legend lines."""
    found = [marks.scale_bar(left, top + ABOVE - 8, frame.scale, _length(frame))]
    for place, line in enumerate(lines):
        x, y = left + column * (place % 2), top + ABOVE + LINE * (place // 2 + 1)
        found.append(_drawn(x, y, line))
    return found


def _drawn(x: float, y: float, line: LegendLine) -> str:
    if line.role:
        return role_line(x, y, line.role)
    return sample(x, y, line.mark) if line.mark else swatch(x, y, line.fill, line.words)


def column_width(lines: Lines) -> float:
    """Return the column width needed for the longest line."""
    return SWATCH + LETTER * max(len(line.words) for line in lines) + BETWEEN


def height(lines: Lines) -> float:
    """Return the total height of the scale bar and the legend lines."""
    return ABOVE + LINE * ((len(lines) + 1) // 2 + 1)


def _roles(scenes: Sequence[Scene]) -> list[str]:
    seen = {figure.role for scene in scenes for figure in (*scene.before, *scene.after)}
    return [role for role in ROLES if role in seen]


def _grounds(scene: Scene, frame: Frame) -> Lines:
    """Return a line for each kind of ground in the frame, with the names of the terrain pieces of that kind."""
    named: dict[str, dict[str, None]] = {}
    for one in scene.terrain:
        if _is_seen(one, frame):
            named.setdefault(one.kind, {}).update({one.name: None} if one.name else {})
    return [_ground(kind, ", ".join(named[kind])) for kind in sorted(named)]


def _ground(kind: str, names: str) -> LegendLine:
    fill, words = marks.GROUNDS.get(kind, marks.GROUNDS["open"])
    return LegendLine(fill, f"{words}: {names}" if names else words)


def _is_seen(terrain: Terrain, frame: Frame) -> bool:
    across, along = [x for x, _ in terrain.corners], [y for _, y in terrain.corners]
    return min(across) < frame.right and max(across) > frame.left and min(along) < frame.high and max(along) > frame.low


def _is_beyond(frame: Frame, size: Point) -> bool:
    """Whether the frame shows ground beyond the edge of a table with this width and depth."""
    return min(frame.left, frame.low, size[0] - frame.right, size[1] - frame.high) < -HAIR


def _change(first: Field, last: Field, unit: int) -> str:
    before, after = first.living(unit), last.living(unit)
    models = f"{before} model{'' if before == 1 else 's'}"
    return models if before == after else f"{models}, {after} left"


def _length(frame: Frame) -> int:
    """Return the length of the scale bar in whole inches, about a quarter of the panel."""
    return max(1, round((frame.right - frame.left) / 4))
