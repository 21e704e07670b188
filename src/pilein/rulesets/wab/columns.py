"""March columns, straight and snaking (WAB-FM-11, WAB-R-50)."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

from pilein.geometry.blocks import EMPTY, Block, moved, outline, place_of, ranks
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import INCH, TURN, bearing, heading, turned
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_skirmishing, troop
from pilein.rulesets.wab.clearance import Surroundings, bodies_of, is_free, shifted, surroundings
from pilein.rulesets.wab.nearness import middle
from pilein.rulesets.wab.profile import CHARIOTS
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose, Standing

WIDEST = 3  # models side by side in a march column; chariots one behind the other (WAB-R-50)
NEIGHBOURS = 2  # maximum distance between the middles of models that follow each other, in base depths
NUDGE = 2  # ticks of clearance for places that are rounded to whole ticks
FINENESS = 16  # step, as a fraction of a base, when searching for places in a bend


def is_in_column(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit is in march column. A column is deeper than it is wide and at most 3 models wide (1 for chariots,
    WAB-R-50). Under `column-4` it may be 4 wide.
    """
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Block):
        return is_snaking(battle, unit)
    lines = ranks(standing)
    wide = max(map(len, lines))
    if len(lines) <= wide or (wide > 1 and troop(battle, unit) in CHARIOTS):
        return False
    return wide <= WIDEST or (wide == WIDEST + 1 and table.rule("WAB-R-50") == "column-4")


def is_snaking(battle: Battle, unit: int) -> bool:
    """Whether a unit stands in a bent column, with one model behind another and each near the model in front."""
    return snakes(battle, unit, battle.plane.standings[unit])


def snakes(battle: Battle, unit: int, standing: Standing) -> bool:
    """Whether a unit would be a bent column in the given standing."""
    if isinstance(standing, Block) or is_skirmishing(battle, unit) or battle.status(unit).fleeing:
        return False
    far = NEIGHBOURS * battle.setup.base(standing.models[0]).depth
    places = standing.places
    return len(places) > 1 and all(
        abs(after.x - one.x) <= far and abs(after.y - one.y) <= far for one, after in pairwise(places)
    )


def may_snake(battle: Battle, unit: int, standing: Standing) -> bool:
    """Whether a unit may bend into a snaking column because it is one model wide (WAB-FM-11)."""
    if isinstance(standing, Loose):
        is_one_wide = snakes(battle, unit, standing)
    else:
        is_one_wide = all(len(line) == 1 for line in ranks(standing))
    return is_one_wide and battle.holds("WAB-FM-11")


def head_of(standing: Standing) -> tuple[int, Place]:
    """First model of a column, with its place."""
    if isinstance(standing, Loose):
        return standing.models[0], standing.places[0]
    slot = next(slot for slot, model in enumerate(standing.slots) if model >= 0)
    return standing.slots[slot], place_of(standing, slot)


def followed(battle: Battle, standing: Standing, facing: int, length: int) -> Standing:
    """Return the column after its head has moved straight ahead in the given direction and each other model has
    followed the model in front (WAB-R-50).

    At a bend the models keep slightly apart. Once the whole column is past the bend, it is a block again.
    """
    models, track = _track(standing)
    dx, dy = turned(0, length, facing)
    base = battle.setup.base(models[0])
    head = Place(round(track[0][0] + dx), round(track[0][1] + dy), facing % TURN)
    places = _in_track(head, track, base)
    if any(_distance_aside(head, place) > CONTACT for place in places):
        return Loose(models, places)
    x, y = turned(0, base.depth / 2, facing)
    return Block(round(head.x + x), round(head.y + y), head.facing, 1, base.width, base.depth, models)


def _in_track(head: Place, track: tuple[Point, ...], base: Base) -> tuple[Place, ...]:
    """Return the places along a track that do not overlap, beginning with the place of the column's head. There are as
    many places as the track has points.
    """
    line = ((head.x, head.y), *track)
    places, bodies = [head], [shape(base, head)]
    far: float = 0
    while len(places) < len(track):
        far, place = _next_place(line, base, far + base.depth, bodies)
        places.append(place)
        bodies.append(shape(base, place))
    return tuple(places)


def _next_place(line: tuple[Point, ...], base: Base, far: float, bodies: list[Shape]) -> tuple[float, Place]:
    """First free place at or beyond a given distance back along a line, together with the distance of that place."""
    step: float = NUDGE
    while True:
        place = _back_on(line, far)
        if not any(overlaps(shape(base, place), body) for body in bodies):
            return far, place
        far += step
        step = base.depth / FINENESS


def _back_on(line: tuple[Point, ...], far: float) -> Place:
    """Return the place at a given distance back along a line, facing along the line. Beyond the end, the last stretch
    is extended.
    """
    left = far
    legs = [(one, other) for one, other in pairwise(line) if one != other]
    for (x, y), (back_x, back_y) in legs:
        dx, dy = back_x - x, back_y - y
        length = sqrt(dx * dx + dy * dy)
        if left <= length or (back_x, back_y) == line[-1]:
            return Place(round(x + dx * left / length), round(y + dy * left / length), bearing(-dx, -dy))
        left -= length
    raise AssertionError("a line has two points")


def _distance_aside(head: Place, place: Place) -> float:
    """Sideways distance of a place from the head's line of movement."""
    sine, cosine = heading(head.facing)
    return abs((place.x - head.x) * cosine - (place.y - head.y) * sine)


def _track(standing: Standing) -> tuple[tuple[int, ...], tuple[Point, ...]]:
    """Models of a column from its head backwards, and their centres."""
    if isinstance(standing, Loose):
        return standing.models, tuple((one.x, one.y) for one in standing.places)
    slots = [slot for slot, model in enumerate(standing.slots) if model >= 0]
    places = [place_of(standing, slot) for slot in slots]
    return tuple(standing.slots[slot] for slot in slots), tuple((one.x, one.y) for one in places)


# --- Units that form ranks again: about the same centre, if there is room ----------------------------------------


USUAL = 5  # files, unless specified elsewhere
STEP, STEPS = INCH // 2, 12  # how to search for a place if the first is taken


def usual_files(battle: Battle, unit: int) -> int:
    """Usual number of files of a unit: the number it was fielded with, or five by default, but never more than its
    number of models.
    """
    return max(1, min(battle.unit(unit).files or USUAL, battle.living(unit)))


def in_ranks(battle: Battle, unit: int, facing: int, files: int) -> Block:
    """Form a unit into ranks about its middle."""
    models = battle.plane.models(unit)
    base = battle.setup.base(models[0])
    slots = models + (EMPTY,) * (-len(models) % files)
    block = Block(0, 0, facing % TURN, files, base.width, base.depth, slots)
    held = outline(block)
    x, y = middle(battle, unit)
    return moved(block, round(x - held.x), round(y - held.y), facing)


def fitted(battle: Battle, unit: int, standing: Standing) -> Standing | None:
    """Return the standing, moved to the nearest free place up to 6" away, or None if there is no such place."""
    about = surroundings(battle, unit)
    return next((there for there in _around(standing) if fits(battle, there, about)), None)


def fits(battle: Battle, standing: Standing, about: Surroundings) -> bool:
    """Whether a unit may stand in the given standing."""
    return is_free(bodies_of(battle, standing), about)


def _around(standing: Standing) -> Iterator[Standing]:
    yield standing
    for ring in range(1, STEPS + 1):
        far = ring * STEP
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            yield shifted(standing, dx * far, dy * far)
