"""Coherency: models linked by short gaps, and models that have strayed from the main body."""

from pilein.geometry.blocks import Block
from pilein.geometry.chains import linked
from pilein.tabletop.memo import Memo
from pilein.tabletop.movement.sides import missing
from pilein.tabletop.plane import Plane, shapes_of

Groups = tuple[tuple[int, ...], ...]

GROUPS = Memo[int, Groups]("groups")


def is_together(plane: Plane, unit: int, distance: int) -> bool:
    """Whether a unit is in coherency.

    All ranks of a block except the last must be full. Loose models must be linked by gaps of at most `distance`
    ticks.
    """
    standing = plane.standings[unit]
    if isinstance(standing, Block):
        return not plane.lives(unit) or not missing(standing)
    return len(groups_of(plane, unit, distance)) <= 1


def groups_of(plane: Plane, unit: int, distance: int) -> Groups:
    """Split the models of a unit into groups linked by gaps of at most `distance` ticks. The result is cached on its
    standing.
    """
    standing = plane.standings[unit]
    remembered = GROUPS.on(standing)
    if distance not in remembered:
        shapes = shapes_of(standing, plane.setup)
        models = tuple(shapes)
        groups = linked(tuple(shapes.values()), distance)
        remembered[distance] = tuple(tuple(models[place] for place in group) for group in groups)
    return remembered[distance]


def body_of(plane: Plane, unit: int, distance: int, back: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Return the main body of a unit: its largest group or, if several groups are equally large, the one with the most
    models in contact.

    Strays in `back`, which have moved back as far as possible, count towards a group's size only to break ties.
    """
    groups = groups_of(plane, unit, distance)
    if len(groups) <= 1:
        return plane.models(unit)
    enemies = plane.contacts.enemies

    def size(group: tuple[int, ...]) -> tuple[int, int, int]:
        return len(frozenset(group) - back), len(group), sum(bool(enemies[model]) for model in group)

    return max(groups, key=size)


def strays(plane: Plane, unit: int, distance: int, back: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Models of a unit that are out of coherency with its main body."""
    models, body = plane.models(unit), body_of(plane, unit, distance, back)
    return () if len(body) == len(models) else tuple(model for model in models if model not in body)
