"""Places of units' names in a picture: beside their models, not covering others if there is room."""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from pilein.lab.drawing.marks import name_size
from pilein.lab.drawing.things import Figure, Frame

LETTER = 0.66  # of its size, the width of a letter of a name at most
NUDGES = 3  # lines that a name is moved away from its unit at most
ON_A_NAME = 8  # cost of covering another name, in covered models
TOO_FAR = 2  # cost of a line further off, in covered models


class Box(NamedTuple):
    """A box of words, in dots: centre, baseline, width and height."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Whether two boxes overlap."""
        across, down = abs(self.x - other.x), abs(self.y - other.y)
        return across < (self.width + other.width) / 2 and down < (self.height + other.height) / 2

    def covers(self, x: float, y: float, reach: float) -> bool:
        """Whether it covers part of a disc of radius `reach` round a point."""
        middle = self.y - self.height / 3
        return abs(self.x - x) < self.width / 2 + reach and abs(middle - y) < self.height / 2 + reach


def called(name: str, models: int, fate: str) -> str:
    """The words for a unit in a picture: its name, its models and, if it is out of the battle, its fate."""
    return f"{name} ({models}{', ' + fate if fate else ''})"


def room(
    frame: Frame,
    own: list[Figure],
    words: str,
    *,
    below: bool,
    others: list[Figure],
    taken: list[Box],
) -> Box:
    """Room for a unit's name under its models, or above them, where it covers as little as may be."""
    near = [(*frame.dot((one.x, one.y)), min(one.width, one.depth) / 2 * frame.scale) for one in others]

    def cost(place: tuple[int, Box]) -> int:
        far, box = place
        models = sum(box.covers(*one) for one in near)
        return models + ON_A_NAME * sum(box.meets(other) for other in taken) + TOO_FAR * far

    return min(_places(frame, own, words, below=below), key=cost)[1]


def _places(frame: Frame, own: list[Figure], words: str, *, below: bool) -> Iterator[tuple[int, Box]]:
    """Where a name may stand, the first the best, and how many lines that is off."""
    for far in range(NUDGES):
        for side in (below, not below):
            box = _box(frame, own, words, below=side)
            away = far * box.height * (1 if side else -1)
            yield far, _within(frame, box._replace(y=box.y + away))


def _box(frame: Frame, own: list[Figure], words: str, *, below: bool) -> Box:
    """A name's room right under a unit's models, or right above them."""
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
    """The room moved into the frame."""
    left, right = frame.across + box.width / 2, frame.across + frame.width - box.width / 2
    top, bottom = frame.down + box.height, frame.down + frame.height - 3
    return box._replace(x=max(left, min(box.x, right)), y=max(top, min(box.y, bottom)))
