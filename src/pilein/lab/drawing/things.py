"""The objects in a picture, in inches and degrees, y up the table."""

from msgspec import Struct

Point = tuple[float, float]
NOBODY = -1
NOBODYS = "#999999"


class Figure(Struct, frozen=True):
    """A model's base: its kind, size, centre and facing; `unit` and `model` are its numbers.

    `role` is the model's role in its unit, `title` its name. `heading` is its direction of movement, if that differs
    from its facing.
    """

    kind: str
    width: float
    depth: float
    x: float
    y: float
    facing: float
    unit: int
    model: int
    role: str = ""
    title: str = ""
    heading: float | None = None


class Arrow(Struct, frozen=True):
    """The path of one model in a unit, or of all of them as one (`model` -1)."""

    route: tuple[Point, ...]
    unit: int
    model: int = NOBODY


class Terrain(Struct, frozen=True):
    """A piece of ground."""

    kind: str
    corners: tuple[Point, ...]
    name: str = ""


class Flag(Struct, frozen=True):
    """An objective, held within a radius by the side with that colour; grey if not held."""

    x: float
    y: float
    radius: float
    name: str
    colour: str = NOBODYS


class Frame(Struct, frozen=True):
    """The part of the table to be drawn: its edges in inches, dots per inch, and its top left corner in dots."""

    left: float
    low: float
    right: float
    high: float
    scale: float
    across: float
    down: float

    def dot(self, point: Point) -> Point:
        """A point of the table, in the drawing's dots."""
        return self.across + (point[0] - self.left) * self.scale, self.down + (self.high - point[1]) * self.scale

    @property
    def width(self) -> float:
        """Width of the frame in dots."""
        return (self.right - self.left) * self.scale

    @property
    def height(self) -> float:
        """Height of the frame in dots."""
        return (self.high - self.low) * self.scale
