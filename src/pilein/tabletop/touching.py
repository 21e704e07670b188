"""Pairs of outlines that touch each other."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from pilein.geometry.gaps import corners_only, touches
from pilein.geometry.shapes import Shape
from pilein.geometry.tolerance import CONTACT

Pair = tuple[int, int]
Box = tuple[float, float, float, float]  # left, bottom, right, top


def pairs_across(units: Iterable[dict[int, Shape]]) -> list[Pair]:
    """Return all pairs of touching models from different units."""
    found: list[Pair] = []
    boxed = [(unit, _box(unit)) for unit in units if unit]
    for (one, here), (other, there) in combinations(boxed, 2):
        if here[0] <= there[2] and there[0] <= here[2] and here[1] <= there[3] and there[1] <= here[3]:
            found += _pairs_between(one, here, other, there)
    return found


def _pairs_between(one: dict[int, Shape], here: Box, other: dict[int, Shape], there: Box) -> list[Pair]:
    """Return the touching pairs of two units. Only models inside the bounding box of the other unit are checked."""
    (left, bottom, right, top), (west, south, east, north) = here, there
    near = [model for model, body in one.items() if _is_in_box(body, west, south, east, north)]
    others = [model for model, body in other.items() if _is_in_box(body, left, bottom, right, top)]
    return [(model, foe) for model in near for foe in others if _meet(model, one[model], foe, other[foe])]


def _box(shapes: dict[int, Shape]) -> Box:
    """Bounding box of outlines as (left, bottom, right, top), widened by the contact distance."""
    bodies = shapes.values()
    return (
        min([body.x - body.reach for body in bodies]) - CONTACT,
        min([body.y - body.reach for body in bodies]) - CONTACT,
        max([body.x + body.reach for body in bodies]) + CONTACT,
        max([body.y + body.reach for body in bodies]) + CONTACT,
    )


def _is_in_box(body: Shape, left: float, bottom: float, right: float, top: float) -> bool:
    reach = body.reach
    return left - reach <= body.x <= right + reach and bottom - reach <= body.y <= top + reach


def _meet(model: int, body: Shape, other: int, outline: Shape) -> bool:
    """Whether two models touch. The model further left is compared first, so that the result is symmetric."""
    far = body.reach + outline.reach + CONTACT
    if not (-far <= body.x - outline.x <= far and -far <= body.y - outline.y <= far):
        return False
    if (body.x, model) < (outline.x, other):
        return _are_touching(body, outline)
    return _are_touching(outline, body)


def touching_pairs(shapes: dict[int, Shape]) -> list[Pair]:
    """Return every pair of models whose bases are in contact."""
    widest = max((outline.reach for outline in shapes.values()), default=0.0)
    ordered = sorted(((outline.x, model) for model, outline in shapes.items()))
    pairs = []
    for here, (x, model) in enumerate(ordered):
        outline = shapes[model]
        far = x + outline.reach + widest + CONTACT
        for place in range(here + 1, len(ordered)):
            if ordered[place][0] > far:
                break
            other = ordered[place][1]
            if _are_touching(outline, shapes[other]):
                pairs.append((model, other))
    return pairs


def touched_by(model: int, body: Shape, shapes: dict[int, Shape]) -> list[int]:
    """Return the other models whose outlines a model touches."""
    return [other for other, outline in shapes.items() if other != model and _meet(model, body, other, outline)]


@lru_cache(maxsize=16384)
def _are_touching(one: Shape, other: Shape) -> bool:
    """Whether two outlines touch. The result is cached, because most models stay in place."""
    return touches(one, other)


@lru_cache(maxsize=16384)
def touch_by_corners(one: Shape, other: Shape) -> bool:
    """Whether two outlines touch only corner to corner. The result is cached."""
    return corners_only(one, other)
