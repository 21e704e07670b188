"""Who touches whom on a table: for every model the models in contact with its base, friends and enemies apart."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from pilein.geometry.gaps import corners_only, touches
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT
from pilein.tabletop.setup import Setup


class Contacts(Struct, frozen=True):
    """For each living model, the models it touches, in order of their numbers."""

    friends: dict[int, tuple[int, ...]]
    enemies: dict[int, tuple[int, ...]]

    def of_edges(self, shapes: dict[int, Shape]) -> "Contacts":
        """The contacts that are more than corner to corner; these very contacts where all are."""
        if all(outline.radius for outline in shapes.values()):
            return self
        friends = _without_corners(self.friends, shapes)
        enemies = _without_corners(self.enemies, shapes)
        if friends == self.friends and enemies == self.enemies:
            return self
        return Contacts(friends, enemies)

    def with_moved(self, model: int, shapes: dict[int, Shape], setup: Setup, *, by_edges: bool = False) -> "Contacts":
        """The contacts after one model has moved, its new ones by more than corners if need be; `shapes` as then."""
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
        """The contacts of those that are left when some are taken off and nobody moves."""
        return Contacts(_left(self.friends, gone), _left(self.enemies, gone))

    def touched_units(self, models: Iterable[int], setup: Setup) -> tuple[int, ...]:
        """The enemy units that any of the models touches, by number."""
        return tuple(sorted({setup.unit_of[enemy] for model in models for enemy in self.enemies[model]}))


def contacts_of(shapes: dict[int, Shape], setup: Setup) -> Contacts:
    """All contacts among these models: a sweep from left to right over their bounding circles."""
    friends: dict[int, list[int]] = {model: [] for model in shapes}
    enemies: dict[int, list[int]] = {model: [] for model in shapes}
    for one, other in touching_pairs(shapes):
        kept = friends if setup.side_of(one) == setup.side_of(other) else enemies
        kept[one].append(other)
        kept[other].append(one)
    return Contacts(_sorted(friends), _sorted(enemies))


def touching_pairs(shapes: dict[int, Shape]) -> list[tuple[int, int]]:
    """Every pair of models whose bases are in contact."""
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
    """The models that an outline touches, but for its own."""
    x, y, far = body.x, body.y, body.reach + CONTACT
    return [
        other
        for other, outline in shapes.items()
        if -(wide := far + outline.reach) <= outline.x - x <= wide
        and -wide <= outline.y - y <= wide
        and other != model
        and _are_touching(body, outline)
    ]


@lru_cache(maxsize=16384)
def _are_touching(one: Shape, other: Shape) -> bool:
    """Whether two outlines touch; remembered, for most models stay where they are."""
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
    """The lists after a model has parted from those that it touched."""
    left = {other: tuple(one for one in lists[other] if one != model) for other in lists[model]}
    return {**lists, **left, model: ()}


def _without_corners(lists: dict[int, tuple[int, ...]], shapes: dict[int, Shape]) -> dict[int, tuple[int, ...]]:
    return {
        model: tuple(other for other in found if not _touch_by_corners(shapes[model], shapes[other]))
        for model, found in lists.items()
    }
