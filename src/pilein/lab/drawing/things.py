"""Objects in a picture, in inches and degrees, with y pointing up the table."""

from msgspec import Struct

Point = tuple[float, float]
NOBODY = -1
NOBODYS = "#999999"


class Figure(Struct, frozen=True):
    """Base of a model in a picture, with its kind, size, centre and facing. `unit` and `model` are numbers.

    `role` is the model's role in its unit, and `title` is the model's name. `heading` is the model's direction of
    movement if it differs from the facing.
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
    """Path of one model of a unit or, if `model` is -1, of the whole unit."""

    route: tuple[Point, ...]
    unit: int
    model: int = NOBODY


class Terrain(Struct, frozen=True):
    """Piece of terrain, with its kind, corners and name."""

    kind: str
    corners: tuple[Point, ...]
    name: str = ""


class Flag(Struct, frozen=True):
    """Objective with a radius, in the colour of the side that holds it, or in grey if neither side holds it."""

    x: float
    y: float
    radius: float
    name: str
    colour: str = NOBODYS


class Frame(Struct, frozen=True):
    """Part of the table to draw, with its edges in inches, scale in dots per inch, and top left corner in dots."""

    left: float
    low: float
    right: float
    high: float
    scale: float
    across: float
    down: float

    def dot(self, point: Point) -> Point:
        """Convert a point on the table, in inches, to dots in the drawing."""
        return self.across + (point[0] - self.left) * self.scale, self.down + (self.high - point[1]) * self.scale

    @property
    def width(self) -> float:
        """Width of the frame in dots."""
        return (self.right - self.left) * self.scale

    @property
    def height(self) -> float:
        """Height of the frame in dots."""
        return (self.high - self.low) * self.scale
