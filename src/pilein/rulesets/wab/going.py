"""Ground under a move, and the cost factor of each kind of ground (WAB-TE, WAB-R-54)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Shape
from pilein.geometry.straight_sweeps import span_too_near
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import movement_penalty
from pilein.rulesets.wab.characteristics import order
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.setup import Ground

NORMAL, OBSTACLE = "open", "obstacle"
VERY_DIFFICULT = ("very difficult", "dangerous")  # the sheet does not mention dangerous ground: read as this
ROUGH = ("difficult", *VERY_DIFFICULT)
HALF, QUARTER = 2, 4


class Stretch(NamedTuple):
    """Part of a straight path, with its start and end in ticks and the cost factor per tick."""

    start: float
    end: float
    factor: float


def slowness(battle: Battle, unit: int, kind: str) -> int:
    """Return the cost factor per tick for a unit on a kind of ground.

    Units in open order and skirmishers are slowed only by very difficult ground, to half rate (WAB-TE-05).
    """
    slow = slowness_in_close_order(battle, kind)
    if slow > 1 and order(battle, unit) in ("open", "skirmish") and battle.holds("WAB-TE-05"):
        return HALF if kind in VERY_DIFFICULT else 1
    return slow


def slowness_in_close_order(battle: Battle, kind: str) -> int:
    """Return the cost factor of a kind of ground for a unit in close order.

    Fields and ordinary hills allow the full rate (WAB-TE-01), difficult ground half (WAB-TE-02) and very difficult
    ground a quarter (WAB-TE-03). Obstacles are crossed at half rate (WAB-TE-04). Without WAB-TE-01 hills are
    difficult ground; without WAB-TE-03 very difficult ground is merely difficult.
    """
    if kind == NORMAL:
        return 1 if battle.holds("WAB-TE-01") else HALF
    if kind in VERY_DIFFICULT and battle.holds("WAB-TE-03"):
        return QUARTER
    if kind in ROUGH:
        return HALF if battle.holds("WAB-TE-02") else 1
    return HALF if kind == OBSTACLE and battle.holds("WAB-TE-04") else 1


def stretches(
    battle: Battle, table: Table, unit: int, bodies: Sequence[Shape], way: Vector, length: float
) -> tuple[Stretch, ...]:
    """Parts of a straight path, each with the cost factor of the ground under it (WAB-R-54).

    Under `slowest-for-all` the worst ground counts for the whole path. Crossing an obstacle counts as twice its
    width, and as one inch or more.
    """
    slow = [part for ground in battle.setup.grounds for part in _slow(battle, unit, ground, bodies, way, length)]
    if not slow:
        return (Stretch(0.0, length, 1),)
    if table.rule("WAB-R-54") == "slowest-for-all":
        return (Stretch(0.0, length, max(slowness(battle, unit, ground.kind) for _, ground in slow)),)
    ends = sorted({0.0, length, *(end for part in slow for end in part[0][:2])})
    return tuple(
        Stretch(start, end, max([1.0, *(part.factor for part, _ in slow if part.start <= start < part.end)]))
        for start, end in pairwise(ends)
    )


def cost(parts: Sequence[Stretch]) -> float:
    """Total cost of a path in ticks of movement."""
    spent = 0.0
    for part in parts:
        spent += (part.end - part.start) * part.factor
    return spent


def length_for(parts: Sequence[Stretch], allowance: float, *, whole: bool = False) -> float:
    """Length of the part of a path that an allowance pays for. If `whole` is set, lengths on slow ground are rounded up
    to whole inches.
    """
    gone = 0.0
    for part in parts:
        most = allowance / part.factor
        if whole and part.factor > 1:
            most = ceil((most - CONTACT) / INCH) * INCH
        if most <= part.end - part.start:
            return gone + max(0.0, most)
        allowance -= (part.end - part.start) * part.factor
        gone = part.end
    return gone


def factor_at(battle: Battle, unit: int, bodies: Sequence[Shape]) -> int:
    """Return the cost factor per tick for a move on the spot, set by the worst ground under the bodies."""
    grounds = [ground for ground in battle.setup.grounds if any(ground.outline.overlaps_shape(one) for one in bodies)]
    return max((slowness(battle, unit, ground.kind) for ground in grounds), default=1)


def kinds_met(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> tuple[str, ...]:
    """Kinds of ground that bodies enter on a straight path, regardless of the unit."""
    return tuple(
        ground.kind
        for ground in battle.setup.grounds
        if any(
            True for body in bodies for part in ground.outline.convex_parts() for _ in _spans(body, part, way, length)
        )
    )


def _slow(
    battle: Battle, unit: int, ground: Ground, bodies: Sequence[Shape], way: Vector, length: float
) -> Iterator[tuple[Stretch, Ground]]:
    for part in ground.outline.convex_parts():
        width = _width(part) if ground.kind == OBSTACLE else 0.0
        for body in bodies:
            for low, high in _spans(body, part, way, length):
                end = min(high, low + width) if width else high
                factor = slowness(battle, unit, ground.kind) if end > 0 else 1
                if factor > 1:
                    dear = max(factor, INCH / width) if width else float(factor)
                    yield Stretch(max(0.0, low), min(end, length), dear), ground


def _spans(body: Shape, part: Shape, way: Vector, length: float) -> Iterator[tuple[float, float]]:
    found = span_too_near(body, way, part, 0.0)
    if found is not None and found[0] < length - CONTACT and found[1] > CONTACT:
        yield found


def _width(part: Shape) -> float:
    widths = []
    ax, ay = part.core[-1]
    for bx, by in part.core:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        widths.append(max(abs((x - ax) * dy - (y - ay) * dx) / length for x, y in part.core))
        ax, ay = bx, by
    return min(widths)


# --- Movement rate of units, and the penalty for armour -----------------------------------------------------------


def rate(battle: Battle, table: Table, unit: int) -> int:
    """Normal movement rate of a unit in ticks: its slowest model's rate minus the penalty for armour."""
    return rate_in_inches(battle, table, unit) * INCH


def rate_in_inches(battle: Battle, table: Table, unit: int) -> int:
    """Movement rate of a unit in inches, or 0 for a unit with no models on the field."""
    traits = [battle.traits(kind) for kind in battle.field.kinds(unit)]
    return max(0, min((one.M - movement_penalty(one, table) for one in traits), default=0))


def part_of(table: Table, rate: int, share: int) -> int:
    """Half or a quarter of a movement rate (WAB-R-27). Under `round-up-moves` it is rounded up to whole inches, and
    otherwise it is exact.
    """
    exact = rate // share
    whole = -(-rate // (share * INCH)) * INCH
    return whole if whole != exact and table.rule("WAB-R-27") == "round-up-moves" else exact
