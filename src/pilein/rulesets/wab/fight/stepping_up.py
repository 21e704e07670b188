"""Stepping up: survivors take the places of the fallen and casualties come off the rear (WAB-R-76, WAB-R-80,
WAB-R-52).
"""

from collections.abc import Iterable, Sequence

from pilein.geometry.blocks import EMPTY, Block, moved, outline, with_slots
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import turned
from pilein.tabletop.engagement import Field
from pilein.tabletop.plane import Loose, Plane, Standing

LEFT, RIGHT = 0, -1  # ends of a rank
AROUND = range(-2, 3)  # ticks, well within contact
HAIRS = tuple(sorted(((dx, dy) for dx in AROUND for dy in AROUND), key=lambda hair: hair[0] ** 2 + hair[1] ** 2))


def with_gaps_filled(before: Field, after: Field, fallen: frozenset[int], *, from_rear: bool = True) -> Field:
    """Return the field after the casualties have been removed and living models of their units have taken their places.

    Among loose models, the models furthest from the fight step up, or the nearest if `from_rear` is False. A single
    rank is shortened at its ends (WAB-R-100). Rear ranks close up later. In the press there are no places to fill.
    """
    if not isinstance(before, Plane) or not isinstance(after, Plane):
        return after
    for unit in sorted({before.setup.unit_of[model] for model in fallen}):
        stepped = _stepped_in(before, after, unit, from_rear=from_rear)
        if stepped != after.standings[unit]:
            after = after.with_standing(unit, stepped)
    return after


def _stepped_in(before: Plane, after: Plane, unit: int, *, from_rear: bool) -> Standing:
    standing, left = before.standings[unit], after.standings[unit]
    if isinstance(standing, Loose) and isinstance(left, Loose):
        return Loose(left.models, _stepped_up(before, standing, left, from_rear=from_rear))
    if isinstance(standing, Block) and isinstance(left, Block) and 0 < after.living(unit) < left.files:
        return _settled(after, unit, _shortened(before, standing, left))
    return left


def closed_rank(block: Block) -> Block:
    """Return a block that has too few models for a full rank, formed into a single rank around the middle of its old
    rank.
    """
    models = tuple(model for model in block.slots if model != EMPTY)
    files = [slot % block.files for slot, model in enumerate(block.slots) if model != EMPTY]
    spare = max(files) - min(files) + 1 - len(models)
    return _rank(block, models, max(0, min(files) + spare // 2))


# --- Loose models -------------------------------------------------------------------------------------------------


def _stepped_up(plane: Plane, before: Loose, left: Loose, *, from_rear: bool) -> tuple[Place, ...]:
    """Return the places of loose models after losses, when models from the rear take the places of casualties whose
    bases have the same size.

    Models out of contact step up first, beginning with the model furthest from all enemies. The order is reversed if
    `from_rear` is False.
    """
    places = dict(zip(left.models, left.places, strict=True))
    fallen = [model for model in before.models if model not in places]
    order = _from_the_rear(plane, before.models)[:: 1 if from_rear else -1]
    base = plane.setup.base
    for kind in dict.fromkeys(base(model) for model in fallen):
        gone = [model for model in fallen if base(model) == kind]
        given_up = [model for model in order if base(model) == kind][: len(gone)]
        gaps = [plane.place(model) for model in gone if model not in given_up]
        for model in reversed([model for model in given_up if model in places]):
            here = places[model]
            places[model] = min(gaps, key=lambda gap: ((gap.x - here.x) ** 2 + (gap.y - here.y) ** 2, gap.x, gap.y))
            gaps.remove(places[model])
    return tuple(places[model] for model in left.models)


def _from_the_rear(plane: Plane, models: Sequence[int]) -> list[int]:
    """Loose models in order of removal, with models out of contact first, beginning with the model furthest from all
    enemies. Ties go to the last listed model.
    """
    setup, enemies = plane.setup, plane.contacts.enemies
    side = setup.side_of(models[0])
    foes = [place for other, place in _spots(plane) if setup.side_of(other) != side]

    def rear(model: int) -> tuple[bool, float, int]:
        here = plane.place(model)
        far = min(((here.x - x) ** 2 + (here.y - y) ** 2 for x, y in foes), default=0)
        return bool(enemies[model]), -far, -model

    return sorted(models, key=rear)


def _spots(plane: Plane) -> Iterable[tuple[int, tuple[float, float]]]:
    return ((model, (body.x, body.y)) for model, body in plane.shapes.items())


# --- A single rank ------------------------------------------------------------------------------------------------


def _shortened(plane: Plane, before: Block, left: Block) -> Block:
    """Return a block that has too few models for a full rank, reduced to a single rank by removing the ends of its old
    rank.

    An end that is out of contact is removed first. If both ends or neither are in contact, the end further from the
    middle goes.
    """
    models = tuple(model for model in left.slots if model != EMPTY)
    first = min(slot for slot, model in enumerate(before.slots) if model != EMPTY) // before.files * before.files
    row = before.slots[first : first + before.files]
    taken = [file for file, model in enumerate(row) if model != EMPTY]
    if len(taken) < len(models):
        return closed_rank(left)
    enemies = plane.contacts.enemies
    kept = list(range(taken[0], taken[-1] + 1))
    middle = (before.files - 1) / 2
    while len(kept) > len(models):
        ends = {end: row[kept[end]] for end in (LEFT, RIGHT)}
        fights = {end: model != EMPTY and bool(enemies[model]) for end, model in ends.items()}
        is_left = abs(kept[LEFT] - middle) > abs(kept[RIGHT] - middle)
        if fights[LEFT] != fights[RIGHT]:
            is_left = fights[RIGHT]
        kept.pop(LEFT if is_left else RIGHT)
    ordered = sorted(models, key=lambda model: before.slots.index(model) % before.files)
    return _rank(left, tuple(ordered), kept[0])


def _settled(plane: Plane, unit: int, block: Block) -> Block:
    """Return the rank, shifted just enough to undo an overlap caused by rounding."""
    others = tuple(body for model, body in plane.shapes.items() if plane.setup.unit_of[model] != unit)
    hairs = (moved(block, block.x + dx, block.y + dy, block.facing) for dx, dy in HAIRS)
    return next((one for one in hairs if not any(overlaps(outline(one), other) for other in others)), block)


def _rank(block: Block, models: tuple[int, ...], start: int) -> Block:
    """Return a block of one rank in which the models stand side by side, beginning at the given file of a block."""
    across = (start + (len(models) - block.files) / 2) * block.width
    dx, dy = turned(across, 0, block.facing)
    there = moved(block, round(block.x + dx), round(block.y + dy), block.facing)
    return with_slots(Block(there.x, there.y, there.facing, len(models), block.width, block.depth, ()), models)
