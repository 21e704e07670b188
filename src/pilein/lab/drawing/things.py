"""The objects in a picture, in inches and degrees, y up the table."""

from msgspec import Struct

Point = tuple[float, float]
NOBODY = -1
NOBODYS = "#999999"


class Figure(Struct, frozen=True):
    """A model's base: its kind, size, centre and facing; `unit` and `model` are its numbers.

    `role` is its role in its unit, `title` its name. `heading` is its direction of movement, if that is not its facing.
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
    """The path of a model of this unit, or of all of them as one (`model` -1)."""

    route: tuple[Point, ...]
    unit: int
    model: int = NOBODY


class Terrain(Struct, frozen=True):
    """A piece of ground."""

    kind: str
    corners: tuple[Point, ...]
    name: str = ""


class Flag(Struct, frozen=True):
    """An objective, held within a radius by the side of a colour, grey if not held."""

    x: float
    y: float
    radius: float
    name: str
    colour: str = NOBODYS


class Frame(Struct, frozen=True):
    """The part of the table that is drawn: its edges in inches, dots to the inch, its top left corner in dots."""

    left: float
    low: float
    right: float
    high: float
    scale: float
    across: float
    down: float

    def dot(self, point: Point) -> Point:
        """The place of a point of the table in the drawing."""
        return self.across + (point[0] - self.left) * self.scale, self.down + (self.high - point[1]) * self.scale

    @property
    def width(self) -> float:
        """Its width in dots."""
        return (self.right - self.left) * self.scale

    @property
    def height(self) -> float:
        """Its height in dots."""
        return (self.high - self.low) * self.scale
