"""Cache of searches, keyed by the contents of the examined box, so that distant models do not invalidate the
results.

`FieldMemo` shares results only between fields in which every model has the same place. This cache compares only the
places of the mover, of the models named in the search, and of the models in the box.
"""

from collections.abc import Callable, Hashable
from math import ceil, floor
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from pilein.geometry.blocks import Block, outline
from pilein.geometry.looked import Box, Looked
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import INCH
from pilein.tabletop.memo import Kept, Note, kept
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.plane import Loose, Plane
from pilein.tabletop.setup import Setup

MANY: Final = 400  # models from which all share one ground, and boxes are not recorded
MOST: Final = 16_384  # searches of one kind cached for one set-up; beyond that the older half is forgotten

STEP: Final = INCH // 8  # ticks

Value = TypeVar("Value")
Boxes: TypeAlias = tuple[Box, Box]  # boxes examined for bodies of any kind, and for named models
Stands: TypeAlias = tuple[object, ...]  # models with their places, and whole units in ranks

LOOKED = FieldMemo[int, Looked]("looked")
NAMED = FieldMemo[int, Looked]("looked for models by name")
PLACED = Note[tuple[tuple[int, Place], ...]]("placed")  # of a standing
REACHES = Note[tuple[float, ...]]("reaches")  # of a set-up


def looked_by(plane: Plane, model: int) -> Looked:
    """Return the box in which searches for a model's moves have examined all bodies. Fields with the same places share
    it.
    """
    return _looked(LOOKED.on(plane), model)


def looked_for_named(plane: Plane, model: int) -> Looked:
    """Return the box in which searches for a model's moves have examined named models, such as goals and other models
    of the mover's unit.

    Named models outside this box are too far away to matter.
    """
    return _looked(NAMED.on(plane), model)


def _looked(known: dict[int, Looked], model: int) -> Looked:
    found = known.get(model)
    if found is None:
        found = known[model] = Looked()
    return found


class _Known(Generic[Value]):
    """Results of searches by key, then by the boxes examined, then by the bodies in the boxes."""

    __slots__ = ("by_key", "number")

    def __init__(self) -> None:
        self.by_key: dict[Hashable, dict[Boxes, dict[Stands, Kept[Value]]]] = {}
        self.number = 0

    def keep(self, key: Hashable, boxes: Boxes, stands: Stands, found: Kept[Value]) -> None:
        if self.number >= MOST:
            for old in tuple(self.by_key)[: len(self.by_key) // 2 + 1]:
                self.number -= sum(map(len, self.by_key.pop(old).values()))
        self.by_key.setdefault(key, {}).setdefault(boxes, {})[stands] = found
        self.number += 1


class Searched(NamedTuple):
    """Description of a cacheable search: the mover, and all inputs except the places of models.

    `named` are groups of models that the search knows by number, such as goals and other models of the mover's unit.
    The search examines at least the distance `within` around the mover, and `within_named` for named models. `kept_off`
    is the maximum clearance kept from models. These three distances are in ticks.
    """

    model: int
    key: Hashable
    named: tuple[tuple[int, ...], ...]
    within: float
    within_named: float
    kept_off: float


class LocalSearches(Generic[Value]):
    """Cache for one kind of search, kept on the set-up under its name."""

    __slots__ = ("_note",)

    def __init__(self, name: str) -> None:
        self._note = Note[_Known[Value]](name)

    def found(self, plane: Plane, asked: Searched, search: Callable[[], Value]) -> Value:
        """Return the result of a search, running it on first use. Every call notes the sentences that the search
        used.
        """
        known = self._note.on(plane.setup) or self._note.keep(plane.setup, _Known())
        looked = looked_by(plane, asked.model), looked_for_named(plane, asked.model)
        place = plane.place(asked.model)
        key = asked.model, place, asked.key
        for boxes, results in known.by_key.get(key, {}).items():
            result = results.get(_standing_in(plane, boxes, asked.named))
            if result is not None:
                for one, box in zip(looked, boxes, strict=True):
                    one.add(box)
                return kept({0: result}, 0, search)
        looked[0].at(place.x, place.y, asked.within)
        looked[1].at(place.x, place.y, asked.within_named)
        new: dict[int, Kept[Value]] = {}
        value = kept(new, 0, search)
        bodies, named = (one.box for one in looked)
        if bodies is not None and named is not None:
            boxes = _rounded(bodies, asked.kept_off), _rounded(named, 0.0)
            known.keep(key, boxes, _standing_in(plane, boxes, asked.named), new[0])
        return value


def _standing_in(plane: Plane, boxes: Boxes, named: tuple[tuple[int, ...], ...]) -> Stands:
    """Return the models and blocks on which a cached search depends.

    The first box contributes loose models with their places, and blocks. The second contributes the named models,
    group by group.
    """
    reaches, unit_of = _reaches(plane.setup), plane.setup.unit_of
    found: list[object] = []
    left, bottom, right, top = boxes[0]
    for unit, standing in enumerate(plane.standings):
        if isinstance(standing, Loose):
            reach = reaches[unit]
            west, south, east, north = left - reach, bottom - reach, right + reach, top + reach
            found += [pair for pair in _placed(standing) if west <= pair[1].x <= east and south <= pair[1].y <= north]
        elif plane.lives(unit) and _reaches_into(outline(standing), boxes[0]):
            found.append((unit, standing))
    for group in named:
        inside = [model for model in group if _reaches_into(plane.shapes[model], boxes[1])]
        found.append(tuple(inside))
        for model in inside:
            standing = plane.standings[unit_of[model]]
            found.append(standing if isinstance(standing, Block) else plane.shapes[model].core)
    return tuple(found)


def _reaches(setup: Setup) -> tuple[float, ...]:
    """Return the radius in ticks of each unit's largest base, by unit number. The result is cached on the set-up."""
    known = REACHES.on(setup)
    if known is None:
        reach = {kind: shape(one.base, Place(0, 0)).reach for kind, one in enumerate(setup.kinds)}
        units = [
            [reach[kind] for kind, unit in zip(setup.kind_of, setup.unit_of, strict=True) if unit == one.number]
            for one in setup.units
        ]
        known = REACHES.keep(setup, tuple(max(unit, default=0.0) for unit in units))
    return known


def _placed(standing: Loose) -> tuple[tuple[int, Place], ...]:
    known = PLACED.on(standing)
    return PLACED.keep(standing, tuple(zip(standing.models, standing.places, strict=True))) if known is None else known


def _reaches_into(body: Shape, box: Box) -> bool:
    is_across = box[0] - body.reach <= body.x <= box[2] + body.reach
    return is_across and box[1] - body.reach <= body.y <= box[3] + body.reach


def _rounded(box: Box, out: float) -> Box:
    """Box enlarged by `out` and rounded outwards to eighths of an inch, so that few boxes differ."""
    left, bottom = (floor((one - out) / STEP) * float(STEP) for one in box[:2])
    right, top = (ceil((one + out) / STEP) * float(STEP) for one in box[2:])
    return left, bottom, right, top
