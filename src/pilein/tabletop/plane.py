"""The field of a fight on a table: the position of every model. It is frozen, and computed geometry is cached on it."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import ClassVar, NamedTuple

from msgspec import Struct

from pilein.geometry.blocks import Block, cell_shape, outline, place_of, with_slots
from pilein.geometry.shapes import Place, Shape, shape
from pilein.tabletop.bodies import Body, Groups
from pilein.tabletop.contacts import Contacts, contacts_of
from pilein.tabletop.memo import Note, knowing, remembered
from pilein.tabletop.setup import Setup
from pilein.tabletop.touching import Pair, pairs_across, touching_pairs


class Loose(Struct, frozen=True, cache_hash=True, dict=True):
    """Models with individual positions, such as skirmishers and hordes."""

    models: tuple[int, ...]
    places: tuple[Place, ...]

    def with_place(self, model: int, place: Place) -> "Loose":
        """Return a copy with one model moved to a new place."""
        here = self.models.index(model)
        return Loose(self.models, (*self.places[:here], place, *self.places[here + 1 :]))

    def without(self, gone: frozenset[int]) -> "Loose":
        """Return a copy without the removed models."""
        kept = [(model, place) for model, place in zip(self.models, self.places, strict=True) if model not in gone]
        return Loose(tuple(model for model, _ in kept), tuple(place for _, place in kept))


Standing = Block | Loose


class Before(NamedTuple):
    """Contacts before one model's move: all contacts and, if computed, the contacts along edges only."""

    moved: int
    contacts: Contacts
    edges: Contacts | None


MODELS = Note[tuple[int, ...]]("models")  # cached on a standing, like the next three
BODY = Note[Body]("body")
SHAPES = Note[dict[int, Shape]]("shapes")
PAIRS = Note[list[Pair]]("pairs")
BEFORE = Note[Before]("before")  # cached on a plane


class Plane(Struct, frozen=True, dict=True):
    """Position of each unit, by unit number. The wounds lost by wounded models are held as pairs (model, wounds)."""

    is_on_table: ClassVar[bool] = True

    setup: Setup
    standings: tuple[Standing, ...]
    lost: tuple[tuple[int, int], ...] = ()

    def models(self, unit: int) -> tuple[int, ...]:
        """Living models of a unit."""
        standing = self.standings[unit]
        if isinstance(standing, Loose):
            return standing.models
        known = MODELS.on(standing)
        if known is None:
            known = MODELS.keep(standing, tuple(model for model in standing.slots if model >= 0))
        return known

    def living(self, unit: int) -> int:
        """Number of living models of a unit."""
        return len(self.models(unit))

    def lives(self, unit: int) -> bool:
        """Whether a unit has living models."""
        return bool(self.models(unit))

    def at_least(self, unit: int, models: int) -> bool:
        """Whether at least `models` models of a unit are alive."""
        return len(self.models(unit)) >= models

    def kinds(self, unit: int) -> tuple[int, ...]:
        """Kinds that have living models in a unit."""
        return self._body(unit).kinds()

    def present(self, unit: int, groups: Groups) -> tuple[int, ...]:
        """Indices of the groups that have a living model in a unit. Each group lists kinds of models."""
        return self._body(unit).present(groups)

    def count(self, unit: int, kind: int, among: int | None = None) -> int:
        """Number of living models of a kind in a unit, or among its first `among` models."""
        if among is None:
            return self._body(unit).count(kind)
        return sum(self.setup.kind_of[model] == kind for model in self.front(unit, among))

    def largest(self, unit: int, groups: Groups) -> int:
        """Index of the group with the most living models in a unit. A group is a list of kinds. If several groups tie,
        the first one is returned.
        """
        return self._body(unit).largest(groups)

    def ranks(self, unit: int, files: int, least: int = 1) -> int:
        """Number of ranks with at least `least` models when a unit forms up in `files` files."""
        return self._body(unit).ranks(files, least)

    def front(self, unit: int, most: int) -> tuple[int, ...]:
        """First `most` living models of a unit, by model number."""
        return self.models(unit)[:most]

    def _body(self, unit: int) -> Body:
        """Return a unit's living models counted by kind, ignoring lost wounds. The result is cached on the standing."""
        standing = self.standings[unit]
        known = BODY.on(standing)
        if known is None:
            kinds = Counter(self.setup.kind_of[model] for model in self.models(unit))
            known = BODY.keep(standing, Body(tuple((kind, 0, kinds[kind]) for kind in sorted(kinds))))
        return known

    def wounds_lost(self, model: int) -> int:
        """Wounds that a living model has lost so far."""
        return self._lost.get(model, 0)

    def shape(self, model: int) -> Shape:
        """Outline of a living model's base."""
        return self.shapes[model]

    def place(self, model: int) -> Place:
        """Position of a living model's base: its centre and facing."""
        standing = self.standings[self.setup.unit_of[model]]
        if isinstance(standing, Loose):
            return standing.places[standing.models.index(model)]
        return place_of(standing, standing.slots.index(model))

    @cached_property
    def _lost(self) -> dict[int, int]:
        return dict(self.lost)

    @cached_property
    def shapes(self) -> dict[int, Shape]:
        """Base outlines of all living models, by model number, in unit order."""
        found: dict[int, Shape] = {}
        for standing in self.standings:
            found.update(shapes_of(standing, self.setup))
        return found

    @cached_property
    def contacts(self) -> Contacts:
        """Contacts between all living models, friends and enemies."""
        before = BEFORE.on(self)
        if before is None:
            units = [shapes_of(standing, self.setup) for standing in self.standings]
            pairs = [pair for standing in self.standings for pair in _pairs_in(standing, self.setup)]
            return contacts_of(self.shapes, [*pairs, *pairs_across(units)], self.setup)
        return before.contacts.with_moved(before.moved, self.shapes, self.setup)

    @cached_property
    def edge_contacts(self) -> Contacts:
        """Contacts along edges. Contacts in which only two corners meet are left out. If there are no such contacts,
        the result is `contacts` itself.
        """
        before = BEFORE.on(self)
        if before is None or before.edges is None:
            return self.contacts.of_edges(self.shapes)
        found = before.edges.with_moved(before.moved, self.shapes, self.setup, by_edges=True)
        return self.contacts if found == self.contacts else found

    def touching(self, unit: int) -> tuple[int, ...]:
        """Models of a unit that touch an enemy, in unit order."""
        enemies = self.contacts.enemies
        return tuple([model for model in self.models(unit) if enemies[model]])

    def enemies_met(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy, in unit order, to the enemies it touches."""
        enemies = self.contacts.enemies
        return {model: enemies[model] for model in self.models(unit) if enemies[model]}

    def enemies_touching(self, unit: int) -> tuple[int, ...]:
        """Enemy models that touch a unit, sorted by number."""
        enemies = self.contacts.enemies
        return tuple(sorted({enemy for model in self.models(unit) for enemy in enemies[model]}))

    def units_met(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy, in unit order, to the enemy units it touches."""
        return {model: self.units_met_by(model) for model in self.touching(unit)}

    def units_met_by(self, model: int) -> tuple[int, ...]:
        """Enemy units that a living model touches, sorted by number."""
        unit_of = self.setup.unit_of
        return tuple(sorted({unit_of[enemy] for enemy in self.contacts.enemies[model]}))

    def supporters(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each of a unit's models that touch no enemy to the adjacent friends that do touch one. Models without
        such friends are left out.
        """
        enemies, friends = self.contacts.enemies, self.contacts.friends
        rest = [model for model in self.models(unit) if not enemies[model]]
        supported = {model: tuple([friend for friend in friends[model] if enemies[friend]]) for model in rest}
        return {model: found for model, found in supported.items() if found}

    def alike(self, models: tuple[int, ...], _look: Callable[[int], Hashable]) -> tuple[tuple[int, ...], ...]:
        """Return each model in a group of its own, because its position makes it unique."""
        return tuple([(model,) for model in models])

    def spots(self, models: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Base centres of models in ticks."""
        places = map(self.place, models)
        return tuple([(place.x, place.y) for place in places])

    def renumbered(self, _lost: Mapping[int, int], _gone: frozenset[int]) -> dict[int, int]:
        """Return an empty mapping: on a table, models keep their numbers."""
        return {}

    def touched_units(self, unit: int) -> tuple[int, ...]:
        """Enemy units touched by any model of a unit, sorted by number."""
        return self.contacts.touched_units(self.models(unit), self.setup)

    def with_standing(self, unit: int, standing: Standing) -> "Plane":
        """Return a copy with one unit's standing replaced."""
        return Plane(self.setup, (*self.standings[:unit], standing, *self.standings[unit + 1 :]), self.lost)

    def with_place(self, model: int, place: Place) -> "Plane":
        """Return a copy with one loose model moved to a new place."""
        unit = self.setup.unit_of[model]
        standing = self.standings[unit]
        assert isinstance(standing, Loose), "a model of a block has no place of its own"
        moved = standing.with_place(model, place)
        plane = self.with_standing(unit, moved)
        known = remembered(self)
        if "shapes" in known:
            body = shape(self.setup.base(model), place)
            SHAPES.keep(moved, {**shapes_of(standing, self.setup), model: body})
            knowing(plane, shapes={**self.shapes, model: body})
            if "contacts" in known:
                BEFORE.keep(plane, Before(model, self.contacts, known.get("edge_contacts")))
        return plane

    def wounded(self, model: int, lost: int) -> "Plane":
        """Return a copy in which a model has lost `lost` wounds in total."""
        rest = {**self._lost, model: lost}
        return self._handing_on(Plane(self.setup, self.standings, tuple(sorted(rest.items()))))

    def after(self, lost: Mapping[int, int], gone: frozenset[int]) -> "Plane":
        """Return the field after casualties: `lost` gives each model's total wounds lost, and the models in `gone` are
        removed.
        """
        wounds = tuple(sorted({**self._lost, **lost}.items()))
        return self._handing_on(Plane(self.setup, self.standings, wounds)).without(gone)

    def without(self, gone: frozenset[int]) -> "Plane":
        """Return a copy without the removed models."""
        standings = tuple(_without(standing, gone) for standing in self.standings)
        left = Plane(self.setup, standings, tuple(pair for pair in self.lost if pair[0] not in gone))
        return self._handing_on(left, gone)

    def without_unit(self, unit: int) -> "Plane":
        """Return a copy without any model of a unit."""
        return self.without(frozenset(self.models(unit)))

    def _handing_on(self, plane: "Plane", gone: frozenset[int] = frozenset()) -> "Plane":
        """Pass cached outlines and contacts on to a field that equals this one except for the removed models."""
        known = remembered(self)
        if "shapes" in known:
            knowing(plane, shapes={model: one for model, one in self.shapes.items() if model not in gone})
        if "contacts" in known:
            contacts = self.contacts.without(gone) if gone else self.contacts
            edges = contacts if known.get("edge_contacts") is self.contacts else None
            knowing(plane, contacts=contacts, edge_contacts=edges)
        return plane


def shapes_of(standing: Standing, setup: Setup) -> dict[int, Shape]:
    """Base outlines of a unit's models by model number. The result is cached on the standing."""
    known = SHAPES.on(standing)
    return SHAPES.keep(standing, _shapes_of(standing, setup)) if known is None else known


def _pairs_in(standing: Standing, setup: Setup) -> list[Pair]:
    """Pairs of models of one unit that touch each other. The result is cached on the standing."""
    known = PAIRS.on(standing)
    return PAIRS.keep(standing, touching_pairs(shapes_of(standing, setup))) if known is None else known


def _shapes_of(standing: Standing, setup: Setup) -> dict[int, Shape]:
    if isinstance(standing, Loose):
        pairs = zip(standing.models, standing.places, strict=True)
        return {model: shape(setup.base(model), place) for model, place in pairs}
    return {model: cell_shape(standing, slot) for slot, model in enumerate(standing.slots) if model >= 0}


def outline_of(block: Block) -> Shape:
    """Rectangle that contains a block, for moves of the whole block."""
    return outline(block)


def _without(standing: Standing, gone: frozenset[int]) -> Standing:
    if isinstance(standing, Loose):
        return standing.without(gone) if gone.intersection(standing.models) else standing
    if not gone.intersection(standing.slots):
        return standing
    return with_slots(standing, tuple(-1 if model in gone else model for model in standing.slots))
