"""Crowds of fleeing models, which form a rough mass that moves as one body (WAB-FL-05, WAB-FL-06)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pilein.geometry.blocks import Block
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import QUARTER, TURN, heading
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, is_free, shifted, surroundings
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose, Standing

EASED = 1 + 1 / 25_000  # five ticks between the smallest bases
SPACED = 1.3  # distance between the middles of neighbours in a rough mass, in bases
ASTRAY = 0.12  # maximum fraction of a base by which models stand out of line
BROADEST = 2.5  # maximum ratio of a mass's width to its depth
STRIDES = (7, 11), (5, 13)  # coprime pairs: each model is out of line by its own amount, to the side and ahead
TURNED = sqrt(2) - 1  # maximum fraction of a base by which turning may change a unit's depth
SAME = 8.0  # ticks by which masses may differ in depth through rounding
Spots = tuple[tuple[float, float], ...]  # places in a mass, to the right and ahead, row by row
Sized = tuple[float, float]  # the widest and the deepest base of a unit


def as_crowd(battle: Battle, table: Table, unit: int) -> Standing:
    """Return the standing of a fleeing unit, whose models form a loose crowd without strict formation (WAB-FL-05)."""
    standing = battle.plane.standings[unit]
    return at_ease(battle, unit) if isinstance(standing, Block) and table.holds("WAB-FL-05") else standing


class Gathered(NamedTuple):
    """Crowd at the start of a run. `ahead` is the number of ticks by which the front of the crowd is ahead of the
    original front of the unit.
    """

    crowd: Standing
    ahead: float = 0.0


def gatherings(battle: Battle, table: Table, unit: int, bearing: int, *, chased: bool) -> tuple[Gathered, ...]:
    """Formations in which a unit's loose models may run, best first: rough masses, then their present places
    (WAB-FL-05).

    Except for small differences caused by turning the bases, the mass is as deep as the unit, so that its front and
    rear move exactly the distance rolled (WAB-R-103). A unit that is wider than it is deep, and is not pursued, may
    form a deeper mass whose rear stays in place. Under `as-it-stands` no mass forms.
    """
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Loose) or not table.holds("WAB-FL-05"):
        return (Gathered(standing),)
    if table.rule("WAB-R-103") == "as-it-stands":
        return (Gathered(standing),)
    models, size = len(standing.models), _size(battle, standing)
    rear, front = _ends(battle, standing, heading(bearing))
    square = _lattice(models, size, max(1, round(sqrt(models * size[1] / size[0]))))
    deeper = _depth(square, size) - (front - rear)
    even = square if abs(deeper) <= SAME else _as_deep(models, size, front - rear)
    masses = [(square, deeper)] if deeper > SAME and not chased else []
    is_as_deep = abs(_depth(even, size) - (front - rear)) <= TURNED * size[1]
    masses += [(even, 0.0)] if is_as_deep and _breadth(even, size) <= BROADEST * (front - rear) else []
    gathered = [_rough_mass(battle, standing, bearing, spots, ahead) for spots, ahead in masses]
    return (*gathered, Gathered(standing))


def _rough_mass(battle: Battle, standing: Loose, bearing: int, spots: Spots, ahead: float) -> Gathered:
    """Return the rough mass that faces in the direction of flight and keeps the models in their relative order.

    The mass is centred on the unit. A deeper mass starts with its rear at the unit's rear and extends `ahead` beyond
    the unit's front.
    """
    sine, cosine = heading(bearing)
    seen = [(one.x * cosine - one.y * sine, one.x * sine + one.y * cosine) for one in standing.places]
    across, along = (sum(each) / len(seen) for each in zip(*seen, strict=True))
    places = dict(zip(_in_rows(seen, spots), spots, strict=True))
    found = Loose(
        standing.models,
        tuple(
            Place(
                round((across + right) * cosine + (along + on) * sine),
                round((along + on) * cosine - (across + right) * sine),
                bearing % TURN,
            )
            for right, on in (places[number] for number in range(len(spots)))
        ),
    )
    off = (sum(_ends(battle, standing, (sine, cosine))) + ahead - sum(_ends(battle, found, (sine, cosine)))) / 2
    return Gathered(shifted(found, off * sine, off * cosine), ahead)


def face_or_back(facing: int, bearing: int) -> int:
    """Return a facing or its opposite, whichever is nearer to a bearing. A model that turns to either on the spot
    overlaps no neighbour.
    """
    is_ahead = (bearing - facing + QUARTER) % TURN <= 2 * QUARTER
    return facing if is_ahead else (facing + 2 * QUARTER) % TURN


def at_ease(battle: Battle, unit: int) -> Standing:
    """Loose standing of a block's models, spaced slightly wider so that rounding causes no overlaps.

    The models spread away from nearby obstacles. If no such standing is clear, the block keeps its standing.
    """
    models = battle.plane.models(unit)
    places = tuple(battle.plane.place(model) for model in models)
    about = surroundings(battle, unit, may_touch=True)
    ways = (Loose(models, _spread(places, centre)) for centre in _centres(places))
    is_clear = (way for way in ways if is_free(bodies_of(battle, way), about))
    return next(is_clear, battle.plane.standings[unit])


def _ends(battle: Battle, standing: Standing, way: Vector) -> tuple[float, float]:
    """Positions of a unit's rearmost and foremost points along a direction."""
    along = [(x * way[0] + y * way[1], body.radius) for body in bodies_of(battle, standing) for x, y in body.core]
    return min(far - radius for far, radius in along), max(far + radius for far, radius in along)


def _size(battle: Battle, standing: Loose) -> Sized:
    bases = [battle.setup.base(model) for model in standing.models]
    return max(base.width for base in bases), max(base.depth for base in bases)


def _depth(spots: Spots, size: Sized) -> float:
    return max(ahead for _, ahead in spots) - min(ahead for _, ahead in spots) + size[1]


def _breadth(spots: Spots, size: Sized) -> float:
    return max(right for right, _ in spots) - min(right for right, _ in spots) + size[0]


def _as_deep(models: int, size: Sized, depth: float) -> Spots:
    """Return the places in a mass of a given depth, with as many rows as fit, spread out if there is room to spare."""
    tried = (_lattice(models, size, wide) for wide in range(1, models + 1))
    spots = next((one for one in tried if _depth(one, size) <= depth + SAME), _lattice(models, size, models))
    beyond = _depth(spots, size) - size[1]
    wider = max(0.0, depth - size[1]) / beyond if beyond else 1.0
    return tuple((right, ahead * wider) for right, ahead in spots)


def _rows(models: int, wide: int) -> list[int]:
    """Number of models in each row of a mass. Every other row has one model fewer, and its models stand in the gaps of
    the rows beside it.
    """
    rows: list[int] = []
    while models:
        rows.append(min(models, max(1, wide - len(rows) % 2)))
        models -= rows[-1]
    return rows


@lru_cache(maxsize=1024)
def _lattice(models: int, size: Sized, wide: int) -> Spots:
    """Return the places in a mass relative to its middle, as (to the right, ahead), row by row from the front and
    slightly irregular.

    The right half mirrors the left half, so that detours favour neither side.
    """
    spots = []
    for row, in_row in enumerate(_rows(models, wide)):
        for column in range(in_row):
            off = column - (in_row - 1) / 2
            aside = off * SPACED + (
                _astray(row + abs(off), 0) if off > 0 else -_astray(row + abs(off), 0) if off else 0
            )
            spots.append((aside * size[0], (_astray(row + abs(off), 1) - row * SPACED) * size[1]))
    return tuple(spots)


def _astray(number: float, axis: int) -> float:
    """Distance by which a model is out of line, as a fraction of a base. It depends only on the model's place in the
    mass.
    """
    by, of = STRIDES[axis]
    return ASTRAY * (2 * (int(2 * number) * by % of) / (of - 1) - 1)


def _in_rows(seen: Sequence[tuple[float, float]], spots: Spots) -> list[int]:
    """Models in the order in which they take the places of a mass: row by row from the front, and from left to right in
    each row.
    """
    left = sorted(range(len(seen)), key=lambda number: (-round(seen[number][1]), seen[number][0], number))
    found: list[int] = []
    while left:
        behind = (at for at in range(len(found) + 1, len(spots)) if spots[at][0] <= spots[at - 1][0])
        row = next(behind, len(spots)) - len(found)
        found += sorted(left[:row], key=lambda number: (seen[number][0], number))
        left = left[row:]
    return found


def _centres(places: Sequence[Place]) -> Iterator[tuple[float, float]]:
    """Yield the middle of the places, followed by points on the edges of the area that they cover."""
    xs, ys = [one.x for one in places], [one.y for one in places]
    for x in (sum(xs) / len(xs), min(xs), max(xs)):
        for y in (sum(ys) / len(ys), min(ys), max(ys)):
            yield x, y


def _spread(places: Sequence[Place], centre: tuple[float, float]) -> tuple[Place, ...]:
    x, y = centre
    return tuple(Place(round(x + (one.x - x) * EASED), round(y + (one.y - y) * EASED), one.facing) for one in places)
