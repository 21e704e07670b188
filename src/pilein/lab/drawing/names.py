"""Place unit names in a picture beside the unit's models, covering as little as possible."""

from collections.abc import Iterator
from math import dist, hypot
from typing import NamedTuple

from pilein.lab.drawing.clutter import Clutter, Rectangle
from pilein.lab.drawing.marks import name_size
from pilein.lab.drawing.things import Figure, Frame, Point

LETTER = 0.66  # of its size, the greatest width of a letter in a name
NUDGES = 3  # most lines that a name is moved away from its unit
LINES_AWAY = 12  # the same for names with a leader line
BESIDE = 4.0  # dots between a unit and a name beside it
ON_A_NAME = 30.0  # cost of covering another name; see `clutter` for other costs
A_LINE_AWAY = 0.6  # cost of each additional line of distance
OTHER_SIDE = 0.1  # cost of the less preferred side
AT_A_SIDE = 0.3  # cost of a place to the left or right
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


class Box(NamedTuple):
    """Box around text, in dots, given by its centre, baseline, width and height."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Whether two boxes overlap."""
        across, down = abs(self.x - other.x), abs(self.y - other.y)
        return across < (self.width + other.width) / 2 and down < (self.height + other.height) / 2

    @property
    def room(self) -> Rectangle:
        """Rectangle that the text in the box occupies."""
        half, middle = self.width / 2, self.y - self.height / 3
        return Rectangle(self.x - half, middle - self.height / 2, self.x + half, middle + self.height / 2)


def called(name: str, models: int, fate: str) -> str:
    """Return a unit's caption: its name, its number of models and, if it is out of the battle, its fate."""
    return f"{name} ({models}{', ' + fate if fate else ''})"


def room(
    frame: Frame,
    own: list[Figure],
    words: str,
    *,
    below: bool,
    clutter: Clutter,
    taken: list[Box],
    with_line: bool = False,
) -> Box:
    """Find the place below or above a unit's models where the unit's name covers as little as possible.

    If `with_line`, the name may also stand beside the models or farther away, joined to the models by a line (see
    `leads_to`).
    """

    def cost(place: tuple[float, Box]) -> float:
        away, box = place
        return away + clutter.cost(box.room) + ON_A_NAME * sum(box.meets(other) for other in taken)

    places = list(_places(frame, own, words, below=below))
    if with_line and cost(places[0]) > 0:
        places += _further_places(frame, own, words)
    return min(places, key=cost)[1]


def leads_to(frame: Frame, own: list[Figure], box: Box) -> tuple[Point, Point] | None:
    """Return the ends of the line from a name to the unit's nearest model, or None if the name is beside the models."""
    middle = box.y - box.height / 3

    def edge(x: float, y: float) -> Point:
        across, down = box.width / 2, box.height / 2
        return max(box.x - across, min(x, box.x + across)), max(middle - down, min(y, middle + down))

    dots = [(frame.dot((one.x, one.y)), hypot(one.width, one.depth) / 2 * frame.scale) for one in own]
    (x, y), reach = min(dots, key=lambda dot: dist(edge(*dot[0]), dot[0]) - dot[1])
    start = edge(x, y)
    return (start, (x, y)) if dist(start, (x, y)) > reach + 1.5 * box.height else None


def _places(frame: Frame, own: list[Figure], words: str, *, below: bool) -> Iterator[tuple[float, Box]]:
    """Yield boxes for a name above and below its unit, best first, each with its cost."""
    for far in range(NUDGES):
        for side in (below, not below):
            box = _box(frame, own, words, below=side)
            away = far * box.height * (1 if side else -1)
            cost = A_LINE_AWAY * far + OTHER_SIDE * (side != below)
            yield cost, _within(frame, box._replace(y=box.y + away))


def _further_places(frame: Frame, own: list[Figure], words: str) -> Iterator[tuple[float, Box]]:
    """Yield boxes for a name in eight directions, one text line farther away each time, with their costs."""
    dots = [frame.dot((one.x, one.y)) for one in own]
    reach = max(hypot(one.width, one.depth) for one in own) / 2 * frame.scale
    left, right = min(x for x, _ in dots) - reach, max(x for x, _ in dots) + reach
    top, bottom = min(y for _, y in dots) - reach, max(y for _, y in dots) + reach
    size = name_size(frame)
    width = LETTER * size * len(words)
    half, high = (right - left + width) / 2 + BESIDE, (bottom - top + size) / 2
    for far in range(LINES_AWAY):
        for across, down in DIRECTIONS:
            x = (left + right) / 2 + across * (half + far * size)
            y = (top + bottom) / 2 + size / 3 + down * (high + far * size)
            cost = A_LINE_AWAY * far + AT_A_SIDE * (1 + (across != 0 and down != 0))
            yield cost, _within(frame, Box(x, y, width, size))


def _box(frame: Frame, own: list[Figure], words: str, *, below: bool) -> Box:
    """Return the box for a name directly below or directly above a unit's models."""
    reach = [hypot(figure.width, figure.depth) / 2 for figure in own]
    middle = (min(figure.x for figure in own) + max(figure.x for figure in own)) / 2
    if below:
        y = min(figure.y - far for figure, far in zip(own, reach, strict=True))
    else:
        y = max(figure.y + far for figure, far in zip(own, reach, strict=True))
    size = name_size(frame)
    across, down = frame.dot((middle, y))
    return Box(across, down + (size + 1 if below else -3), LETTER * size * len(words), size)


def _within(frame: Frame, box: Box) -> Box:
    left, right = frame.across + box.width / 2, frame.across + frame.width - box.width / 2
    top, bottom = frame.down + box.height, frame.down + frame.height - 3
    return box._replace(x=max(left, min(box.x, right)), y=max(top, min(box.y, bottom)))
