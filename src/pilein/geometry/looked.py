"""Bounding box of the area that a search has examined. Bodies outside the box do not affect the result."""

from typing import Final

EVERYWHERE: Final = 1e30  # ticks, beyond any table
Box = tuple[float, float, float, float]  # left, bottom, right, top


class Looked:
    """Box that grows with every area examined."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self) -> None:
        self.left = self.bottom = EVERYWHERE
        self.right = self.top = -EVERYWHERE

    def add(self, box: Box) -> None:
        """Mark a box as examined."""
        self.left, self.bottom = min(self.left, box[0]), min(self.bottom, box[1])
        self.right, self.top = max(self.right, box[2]), max(self.top, box[3])

    def at(self, x: float, y: float, far: float) -> None:
        """Mark the area within `far` ticks of a point as examined."""
        if x - far < self.left:  # noqa: PLR1730 - a call takes longer
            self.left = x - far
        if y - far < self.bottom:  # noqa: PLR1730 - a call takes longer
            self.bottom = y - far
        if x + far > self.right:  # noqa: PLR1730 - a call takes longer
            self.right = x + far
        if y + far > self.top:  # noqa: PLR1730 - a call takes longer
            self.top = y + far

    def along(self, ax: float, ay: float, bx: float, by: float, far: float) -> None:
        """Mark the area within `far` ticks of a line as examined."""
        left, right = (ax, bx) if ax < bx else (bx, ax)
        bottom, top = (ay, by) if ay < by else (by, ay)
        if left - far < self.left:  # noqa: PLR1730 - a call takes longer
            self.left = left - far
        if bottom - far < self.bottom:  # noqa: PLR1730 - a call takes longer
            self.bottom = bottom - far
        if right + far > self.right:  # noqa: PLR1730 - a call takes longer
            self.right = right + far
        if top + far > self.top:  # noqa: PLR1730 - a call takes longer
            self.top = top + far

    @property
    def box(self) -> Box | None:
        """The examined box, or None if nothing has been examined or the box is unbounded."""
        if max(abs(self.left), abs(self.bottom), abs(self.right), abs(self.top)) > EVERYWHERE / 2:
            return None
        return self.left, self.bottom, self.right, self.top
