"""Base contacts on a table: the friends and the enemies that each model touches."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from pilein.geometry.gaps import corners_only, touches
from pilein.geometry.shapes import Shape
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.setup import Setup

Pair = tuple[int, int]
Box = tuple[float, float, float, float]  # left, bottom, right, top


class Contacts(Struct, frozen=True):
    """Friends and enemies that each living model touches, sorted by number."""

    friends: dict[int, tuple[int, ...]]
    enemies: dict[int, tuple[int, ...]]

    def of_edges(self, shapes: dict[int, Shape]) -> "Contacts":
        """Return the contacts without those in which two corners meet. If there are none to remove, return this object
        itself.
        """
        if all(outline.radius for outline in shapes.values()):
            return self
        friends = _without_corners(self.friends, shapes)
        enemies = _without_corners(self.enemies, shapes)
        if friends == self.friends and enemies == self.enemies:
            return self
        return Contacts(friends, enemies)

    def with_moved(self, model: int, shapes: dict[int, Shape], setup: Setup, *, by_edges: bool = False) -> "Contacts":
        """Return the contacts after one model has moved.

        `shapes` holds the outlines after the move. With `by_edges`, new corner-to-corner contacts of the mover are
        ignored.
        """
        friends, enemies = _parted(self.friends, model), _parted(self.enemies, model)
        body, side = shapes[model], setup.side_of(model)
        for other in sorted(_touched(model, body, shapes)):
            if by_edges and _touch_by_corners(body, shapes[other]):
                continue
            kept = friends if setup.side_of(other) == side else enemies
            kept[model] = (*kept[model], other)
            kept[other] = tuple(sorted((*kept[other], model)))
        return Contacts(friends, enemies)

    def without(self, gone: frozenset[int]) -> "Contacts":
        """Return the contacts of the remaining models after some are removed and none has moved."""
        return Contacts(_left(self.friends, gone), _left(self.enemies, gone))

    def touched_units(self, models: Iterable[int], setup: Setup) -> tuple[int, ...]:
        """Enemy units touched by any of the models, sorted by number."""
        return tuple(sorted({setup.unit_of[enemy] for model in models for enemy in self.enemies[model]}))


def contacts_of(models: Iterable[int], pairs: Iterable[Pair], setup: Setup) -> Contacts:
    """Sort touching pairs into the friends and enemies of each model."""
    friends: dict[int, list[int]] = {model: [] for model in models}
    enemies: dict[int, list[int]] = {model: [] for model in friends}
    for one, other in pairs:
        kept = friends if setup.side_of(one) == setup.side_of(other) else enemies
        kept[one].append(other)
        kept[other].append(one)
    return Contacts(_sorted(friends), _sorted(enemies))


def pairs_across(units: Iterable[dict[int, Shape]]) -> list[Pair]:
    """Return all pairs of touching models from different units."""
    found: list[Pair] = []
    boxed = [(unit, _box(unit)) for unit in units if unit]
    for (one, here), (other, there) in combinations(boxed, 2):
        if here[0] <= there[2] and there[0] <= here[2] and here[1] <= there[3] and there[1] <= here[3]:
            found += _pairs_between(one, here, other, there)
    return found


def _pairs_between(one: dict[int, Shape], here: Box, other: dict[int, Shape], there: Box) -> list[Pair]:
    """Return the touching pairs of two units, checking only models inside the other unit's bounding box."""
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


def _touched(model: int, body: Shape, shapes: dict[int, Shape]) -> list[int]:
    return [other for other, outline in shapes.items() if other != model and _meet(model, body, other, outline)]


@lru_cache(maxsize=16384)
def _are_touching(one: Shape, other: Shape) -> bool:
    """Whether two outlines touch. The result is cached, because most models stay in place."""
    return touches(one, other)


@lru_cache(maxsize=16384)
def _touch_by_corners(one: Shape, other: Shape) -> bool:
    return corners_only(one, other)


def _sorted(lists: dict[int, list[int]]) -> dict[int, tuple[int, ...]]:
    return {model: tuple(sorted(found)) for model, found in lists.items()}


def _left(lists: dict[int, tuple[int, ...]], gone: frozenset[int]) -> dict[int, tuple[int, ...]]:
    return {
        model: found if gone.isdisjoint(found) else tuple(other for other in found if other not in gone)
        for model, found in lists.items()
        if model not in gone
    }


def _parted(lists: dict[int, tuple[int, ...]], model: int) -> dict[int, tuple[int, ...]]:
    """Return a copy of the contact lists with all contacts of one model removed."""
    left = {other: tuple(one for one in lists[other] if one != model) for other in lists[model]}
    return {**lists, **left, model: ()}


def _without_corners(lists: dict[int, tuple[int, ...]], shapes: dict[int, Shape]) -> dict[int, tuple[int, ...]]:
    return {
        model: tuple(other for other in found if not _touch_by_corners(shapes[model], shapes[other]))
        for model, found in lists.items()
    }
