"""Print the results of geometric calculations for many crowds, with each number exact to the last bit: `python
-m tests.fast.reckoning 0 20`.

The first line states whether the compiled twin was used. It is followed by one line for every crowd and question.
"""

import sys
from collections.abc import Callable, Iterator

import msgspec

from pilein.geometry import gaps
from pilein.geometry.advances import toward
from pilein.geometry.block_sweep import BlockSweep, places_along, side
from pilein.geometry.blocks import Block, cell_shape, outline
from pilein.geometry.chains import linked
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Arc, Line, contact_locus
from pilein.geometry.first_contact import stop, tried
from pilein.geometry.free_intervals import free
from pilein.geometry.frontal_obstacles import obstacles_to
from pilein.geometry.gaps import closing_step
from pilein.geometry.landing import contact_places, settled
from pilein.geometry.routes import shortest, to_nearest
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.sight import sees
from pilein.geometry.straight_sweeps import meetings, run_to_edge, span_too_near, unit_vector
from pilein.geometry.ticks import INCH
from tests.geometry.crowds import BASES, chances, crowd

SIZE = 900_000  # ticks: the side of the table
MANY = 14  # bases, less those for which there was no room
TRIES = 50  # points of which one is no doubt free


class Scene:
    """A crowd on a small table, with a mover that may overlap it and a place that the mover faces."""

    def __init__(self, seed: int) -> None:
        chance = chances(seed)
        self.crowd = tuple(crowd(seed, SIZE, MANY))
        self.mover: Base = chance.choice(BASES)
        self.start = Place(chance.randrange(SIZE), chance.randrange(SIZE), chance.randrange(36000))
        self.here = (float(self.start.x), float(self.start.y))
        self.limit = chance.choice((2.0, 6.0, 40.0)) * INCH
        edge = chance.choice((SIZE, None))
        self.space = ConfigurationSpace(self.crowd, edge, edge, (), min(self.mover.width, self.mover.depth) / 2)
        points = ((chance.uniform(0, SIZE), chance.uniform(0, SIZE)) for _ in range(TRIES))
        self.goal = next((point for point in points if not self.space.holders(*point)), (-1.0, -1.0))
        self.outline = shape(self.mover, self.start)
        self.target = self.crowd[chance.randrange(len(self.crowd))]
        slots = (*(chance.choice((number, number, -1)) for number in range(12)), 12)
        self.march = BlockSweep(Block(self.start.x, self.start.y, self.start.facing, 5, INCH, INCH, slots), 7000)


def _distances(scene: Scene) -> object:
    one = scene.outline
    way = unit_vector(scene.goal[0] - one.x, scene.goal[1] - one.y)
    return [
        (gaps.separation(one, other), gaps.touches(one, other), span_too_near(one, way, other, 100.0))
        for other in scene.crowd
    ], run_to_edge(one, way, (SIZE, SIZE))


def _meetings(scene: Scene) -> object:
    dx, dy = scene.goal[0] - scene.start.x, scene.goal[1] - scene.start.y
    return meetings(scene.outline, dx, dy, scene.crowd), closing_step(scene.outline, scene.target)


def _settled(scene: Scene) -> object:
    stretches = free(scene.mover, scene.target, scene.space, contact_locus(scene.mover, scene.target))
    return [settled(scene.mover, scene.target, scene.space, stretch, scene.goal) for stretch in stretches]


def _stops(scene: Scene) -> object:
    ordered = obstacles_to(scene.march, dict(enumerate(scene.crowd)))
    shifts = tried(scene.march, ordered)
    found = [(stop(scene.march, ordered, across), scene.march.squares(across, 5.0)) for across in shifts]
    sides = [side(scene.march.block, arc) for arc in ("front", "left", "rear", "right")]
    return found, sides, [places_along(scene.march, one) for one in sides], scene.march.longest_wheel(3.0, 4.0)


QUESTIONS: dict[str, Callable[[Scene], object]] = {
    "distances": _distances,
    "meetings": _meetings,
    "stops": _stops,
    "contact locus": lambda scene: contact_locus(scene.mover, scene.target),
    "free intervals": lambda scene: free(
        scene.mover, scene.target, scene.space, contact_locus(scene.mover, scene.target)
    ),
    "way": lambda scene: shortest(scene.space, scene.here, scene.goal, scene.limit),
    "way to contact loci": lambda scene: to_nearest(
        scene.space, scene.here, contact_locus(scene.mover, scene.target), scene.limit
    ),
    "contact": _settled,
    "places": lambda scene: [*contact_places(scene.mover, scene.start, scene.target, scene.space)],
    "advance": lambda scene: toward(scene.mover, scene.start, scene.goal, scene.limit, scene.space),
    "parted": lambda scene: [scene.space.separates(scene.here, (one.x + one.reach, one.y)) for one in scene.crowd],
    "sight": lambda scene: [sees(scene.outline, one, scene.crowd[:6]) for one in scene.crowd[6:]],
    "chains": lambda scene: linked(scene.crowd, scene.limit / 4),
    "blocks": lambda scene: (outline(scene.march.block), cell_shape(scene.march.block, 3)),
}


def exact(value: object) -> str:
    """Format a value with each number exact to the last bit. A whole float is formatted like an integer."""
    if isinstance(value, bool | str | None):
        return str(value)
    if isinstance(value, int | float):
        return float(value).hex()
    if isinstance(value, Line):
        return "Line" + exact((value.start, value.end, value.facing))
    if isinstance(value, Arc):
        return "Arc" + exact((value.centre, value.radius, value.start, value.end, value.first, value.turn, value.tips))
    if isinstance(value, Shape):
        return exact((value.core, value.radius, value.x, value.y, value.reach, value.frame))
    if isinstance(value, msgspec.Struct):
        return type(value).__name__ + exact(msgspec.structs.astuple(value))
    if isinstance(value, tuple | list):
        return "(" + ", ".join(exact(part) for part in value) + ")"
    return type(value).__name__


def reckoned(first: int, last: int) -> Iterator[str]:
    """Yield one line with the answer to each question, for the scene of each seed."""
    for seed in range(first, last):
        scene = Scene(seed)
        for name, ask in QUESTIONS.items():
            yield f"{seed} {name}: {exact(ask(scene))}"


def kind() -> str:
    """Return which code runs: "plain" or "compiled"."""
    return "plain" if (gaps.__file__ or "").endswith(".py") else "compiled"


if __name__ == "__main__":
    lines = reckoned(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.writelines(line + "\n" for line in (kind(), *lines))
