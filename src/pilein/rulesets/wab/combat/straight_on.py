"""How far a unit goes straight on after a combat, before it touches anything (WAB-R-69, WAB-R-93)."""

from collections.abc import Iterator

from pilein.geometry.blocks import Block, moved, outline
from pilein.geometry.gaps import within
from pilein.geometry.runs import is_in_the_way, run_to_edge, too_near
from pilein.geometry.shapes import Place, Shape, shrunk
from pilein.geometry.ticks import CONTACT, INCH
from pilein.geometry.turns import Vector
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose, Standing

BARRED = ("impassable", "structure")
ROUNDING = 2.0  # ticks kept free where a place will be snapped to whole ticks
EASE = CONTACT / 2  # a way may be so much too narrow on either side
CLEAR = INCH - 2 * CONTACT  # of enemies, for whoever does not mean to touch them (WAB-R-36)
Thing = tuple[Shape, float]  # what is in the way, and how far off it one stops


def straight_on(
    battle: Battle, unit: int, way: Vector, wanted: float, *, but: tuple[int, ...] = (), shy: bool = False
) -> float:
    """How far, up to `wanted` ticks, a unit goes straight on by a way before anything bars it or the table ends.

    Units in `but` do not bar it. `shy`: it stops 1" from enemies that it is not as near to already.
    """
    size = battle.setup.size
    assert size is not None
    limit = wanted
    things = tuple(_in_the_way(battle, unit, but, shy=shy))
    for body in bodies_of(battle, unit):
        limit = min(limit, run_to_edge(body, way, size))
        lean = shrunk(body, EASE)
        for thing, clearance in things:
            found = too_near(lean, way, thing, clearance)
            if found is not None and is_in_the_way(found, limit):
                limit = max(0.0, (too_near(body, way, thing, clearance) or found)[0] - ROUNDING)
    return max(0.0, limit)


def bodies_of(battle: Battle, unit: int) -> tuple[Shape, ...]:
    """The outlines that move: a block's as one, those of loose models singly."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return (outline(standing),)
    return tuple(battle.plane.shape(model) for model in standing.models)


def shifted(standing: Standing, dx: float, dy: float) -> Standing:
    """A standing moved as it is, by whole ticks."""
    across, along = round(dx), round(dy)
    if isinstance(standing, Block):
        return moved(standing, standing.x + across, standing.y + along, standing.facing)
    places = tuple(Place(one.x + across, one.y + along, one.facing) for one in standing.places)
    return Loose(standing.models, places)


def _in_the_way(battle: Battle, unit: int, but: tuple[int, ...], *, shy: bool) -> Iterator[Thing]:
    own = bodies_of(battle, unit)
    for other in battle.setup.units:
        if other.number == unit or other.number in but or not battle.living(other.number):
            continue
        keeps_off = shy and other.side != battle.side(unit)
        for body in bodies_of(battle, other.number):
            is_far = keeps_off and not any(within(one, body, CLEAR) for one in own)
            yield body, CLEAR if is_far else 0.0
    for ground in battle.setup.grounds:
        if ground.kind in BARRED:
            yield from ((part, 0.0) for part in ground.outline.convex_parts())
