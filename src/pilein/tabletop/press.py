"""The field as a press: lines in contact without positions. Like models are counted, named only to be reckoned with.

The living models of a kind bear the first numbers of that kind, those with most wounds lost first; so two presses with
the same counts are equal, whoever fell.
"""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from pilein.tabletop.setup import Setup

Counts = tuple[tuple[int, int, int], ...]  # (kind, wounds lost, how many), in the order of kinds


class Press(Struct, frozen=True):
    """Units in contact, pair by pair; `bodies` holds, by unit number, the living models as (kind, lost, count).

    `frontage` is the most models of a unit that touch the enemy (None: no limit). Pile-ins always succeed, so those in
    contact are the first living models of the unit.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("bodies",)

    setup: Setup
    pairs: tuple[tuple[int, int], ...]
    frontage: int | None
    bodies: tuple[Counts, ...]

    def living(self, unit: int) -> int:
        """How many models of a unit live."""
        return sum(count for _, _, count in self.bodies[unit])

    def models(self, unit: int) -> tuple[int, ...]:
        """The living models of a unit, in its order."""
        first = self.setup.first_of_kind
        found: list[int] = []
        for kind in sorted({kind for kind, _, _ in self.bodies[unit]}):
            living = sum(count for of, _, count in self.bodies[unit] if of == kind)
            found.extend(range(first[kind], first[kind] + living))
        return tuple(found)

    def wounds_lost(self, model: int) -> int:
        """The wounds that a living model has lost so far."""
        kind = self.setup.kind_of[model]
        place = model - self.setup.first_of_kind[kind]
        for of, lost, count in self.bodies[self.setup.unit_of[model]]:
            if of == kind:
                if place < count:
                    return lost
                place -= count
        raise KeyError(model)

    def foes(self, unit: int) -> tuple[int, ...]:
        """The enemy units in contact with a unit that still have models; none if it has none itself."""
        if not self.bodies[unit]:
            return ()
        found = [b if a == unit else a for a, b in self.pairs if unit in (a, b)]
        return tuple(sorted(foe for foe in found if self.bodies[foe]))

    def after(self, lost: Mapping[int, int], gone: frozenset[int]) -> "Press":
        """The press when models have lost so many wounds in all, and others are taken off."""
        touched = sorted({self.setup.unit_of[model] for model in (*lost, *gone)})
        bodies = list(self.bodies)
        for unit in touched:
            bodies[unit] = self._counted(unit, lost, gone)
        return Press(self.setup, self.pairs, self.frontage, tuple(bodies))

    def renumbered(self, lost: Mapping[int, int], gone: frozenset[int]) -> dict[int, int]:
        """The numbers that the models left bear after that, by their numbers before."""
        new: dict[int, int] = {}
        for unit in self.setup.units:
            left = [model for model in self.models(unit.number) if model not in gone]
            kinds = {kind: self.setup.first_of_kind[kind] for kind in (self.setup.kind_of[model] for model in left)}
            for model in sorted(left, key=lambda one: -lost.get(one, self.wounds_lost(one))):
                kind = self.setup.kind_of[model]
                new[model] = kinds[kind]
                kinds[kind] += 1
        return new

    def without(self, gone: frozenset[int]) -> "Press":
        """The press after these models are taken off."""
        return self.after({}, gone)

    def apart(self, units: frozenset[int]) -> "Press":
        """The press after these units have left it."""
        pairs = tuple(pair for pair in self.pairs if not units.intersection(pair))
        return Press(self.setup, pairs, self.frontage, self.bodies)

    def _counted(self, unit: int, lost: Mapping[int, int], gone: frozenset[int]) -> Counts:
        counts: dict[tuple[int, int], int] = {}
        for model in self.models(unit):
            if model not in gone:
                key = (self.setup.kind_of[model], -lost.get(model, self.wounds_lost(model)))
                counts[key] = counts.get(key, 0) + 1
        return tuple((kind, -less, counts[kind, less]) for kind, less in sorted(counts))
