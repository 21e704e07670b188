"""Crowds of fleeing models: a rough mass that moves as one body (WAB-FL-05, WAB-FL-06)."""

from collections.abc import Iterator, Sequence
from math import sqrt

from pilein.geometry.blocks import Block
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import QUARTER, TURN, heading
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, is_free, surroundings
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose, Standing

EASED = 1 + 1 / 25_000  # five ticks between the smallest bases
SPACED = 1.3  # bases from middle to middle in a rough mass
ASTRAY = 0.12  # of a base by which its models stand out of line, at most
STRIDES = (7, 11), (5, 13)  # coprime pairs: out of line by a number of their own, to the side and ahead
Sized = tuple[float, float]  # the widest and the deepest base of a unit


def as_crowd(battle: Battle, table: Table, unit: int) -> Standing:
    """WAB-FL-05. A fleeing unit has no strict formation: its models form a loose crowd."""
    standing = battle.plane.standings[unit]
    return at_ease(battle, unit) if isinstance(standing, Block) and table.holds("WAB-FL-05") else standing


def rough_mass(battle: Battle, table: Table, unit: int, bearing: int) -> Standing:
    """WAB-FL-05. The models of a unit as a rough mass about as wide as deep, facing where it runs.

    Its rear is where that of the unit was, so that it stands clear of whomever it runs from; whoever stood further
    ahead or to one side does so in the mass.
    """
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Loose) or not table.holds("WAB-FL-05"):
        return standing
    bases = [battle.setup.base(model) for model in standing.models]
    size = max(base.width for base in bases), max(base.depth for base in bases)
    spots = _lattice(len(bases), size)
    sine, cosine = heading(bearing)
    seen = [(one.x * cosine - one.y * sine, one.x * sine + one.y * cosine) for one in standing.places]
    across = sum(right for right, _ in seen) / len(seen)
    rear = _rear(battle, standing, (sine, cosine)) - min(ahead for _, ahead in spots) + size[1] / 2
    ranked = _in_rows(seen, len(bases), size)
    places = dict(zip(ranked, spots, strict=True))
    return Loose(
        standing.models,
        tuple(
            Place(
                round((across + right) * cosine + (rear + ahead) * sine),
                round((rear + ahead) * cosine - (across + right) * sine),
                bearing % TURN,
            )
            for right, ahead in (places[number] for number in range(len(bases)))
        ),
    )


def face_or_back(facing: int, bearing: int) -> int:
    """A facing or its opposite, whichever is nearer to a bearing; on their spot neither overlaps a neighbour."""
    is_ahead = (bearing - facing + QUARTER) % TURN <= 2 * QUARTER
    return facing if is_ahead else (facing + 2 * QUARTER) % TURN


def at_ease(battle: Battle, unit: int) -> Standing:
    """The models of a block with slightly more space between them: rounded one by one they would overlap.

    They make room away from whatever stands close by; if there is nothing they stay as they are.
    """
    models = battle.plane.models(unit)
    places = tuple(battle.plane.place(model) for model in models)
    about = surroundings(battle, unit, may_touch=True)
    ways = (Loose(models, _spread(places, centre)) for centre in _centres(places))
    is_clear = (way for way in ways if is_free(bodies_of(battle, way), about))
    return next(is_clear, battle.plane.standings[unit])


def _rear(battle: Battle, standing: Standing, way: Vector) -> float:
    """How far along a direction the hindmost point of a unit lies."""
    bodies = bodies_of(battle, standing)
    return min(x * way[0] + y * way[1] - body.radius for body in bodies for x, y in body.core)


def _rows(models: int, size: Sized) -> list[int]:
    """How many models stand in each row of a mass about as wide as deep: in every other one less, in the gaps."""
    wide = max(1, round(sqrt(models * size[1] / size[0])))
    rows: list[int] = []
    while models:
        rows.append(min(models, max(1, wide - len(rows) % 2)))
        models -= rows[-1]
    return rows


def _lattice(models: int, size: Sized) -> list[tuple[float, float]]:
    """Places (to the right, ahead) of a mass about its middle, row by row from the front, each a little out of line.

    The right half mirrors the left, so that neither hand is favoured where it has to go round something.
    """
    spots = []
    for row, in_row in enumerate(_rows(models, size)):
        for column in range(in_row):
            off = column - (in_row - 1) / 2
            aside = off * SPACED + (
                _astray(row + abs(off), 0) if off > 0 else -_astray(row + abs(off), 0) if off else 0
            )
            spots.append((aside * size[0], (_astray(row + abs(off), 1) - row * SPACED) * size[1]))
    return spots


def _astray(number: float, axis: int) -> float:
    """By which part of a base a model stands out of line: always the same for its place in the mass."""
    by, of = STRIDES[axis]
    return ASTRAY * (2 * (int(2 * number) * by % of) / (of - 1) - 1)


def _in_rows(seen: Sequence[tuple[float, float]], models: int, size: Sized) -> list[int]:
    """The models row by row from the front, each row from left to right, as they stand to each other now."""
    left = sorted(range(models), key=lambda number: (-round(seen[number][1]), seen[number][0], number))
    found: list[int] = []
    for in_row in _rows(models, size):
        row, left = left[:in_row], left[in_row:]
        found += sorted(row, key=lambda number: (seen[number][0], number))
    return found


def _centres(places: Sequence[Place]) -> Iterator[tuple[float, float]]:
    """The middle of places, then the ends of them to every side."""
    xs, ys = [one.x for one in places], [one.y for one in places]
    for x in (sum(xs) / len(xs), min(xs), max(xs)):
        for y in (sum(ys) / len(ys), min(ys), max(ys)):
            yield x, y


def _spread(places: Sequence[Place], centre: tuple[float, float]) -> tuple[Place, ...]:
    x, y = centre
    return tuple(Place(round(x + (one.x - x) * EASED), round(y + (one.y - y) * EASED), one.facing) for one in places)
