"""Base contacts on a table: the friends and the enemies that each model touches."""

from collections.abc import Iterable

from msgspec import Struct

from pilein.geometry.shapes import Shape
from pilein.tabletop.setup import Setup
from pilein.tabletop.touching import Pair, touch_by_corners, touched_by


class Contacts(Struct, frozen=True):
    """Friends and enemies that each living model touches, sorted by number."""

    friends: dict[int, tuple[int, ...]]
    enemies: dict[int, tuple[int, ...]]

    def of_edges(self, shapes: dict[int, Shape]) -> "Contacts":
        """Return a copy without the contacts in which only two corners meet. If there are no such contacts, return this
        object itself.
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
        for other in sorted(touched_by(model, body, shapes)):
            if by_edges and touch_by_corners(body, shapes[other]):
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
        model: tuple(other for other in found if not touch_by_corners(shapes[model], shapes[other]))
        for model, found in lists.items()
    }
