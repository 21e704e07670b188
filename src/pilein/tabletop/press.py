"""Field of a fight in the press: units in contact without positions.

Identical models are counted, and numbered only on demand. The living models of a kind take the lowest numbers of
that kind, beginning with the models that have lost the most wounds. Presses with equal counts are therefore equal,
whichever models were removed.
"""

from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from typing import ClassVar

from msgspec import Struct

from pilein.tabletop.bodies import Body, Counts, Groups
from pilein.tabletop.frontage import BY_FILES, Frontage, Ranked, base_width, has_corners, touching_a_line
from pilein.tabletop.setup import Setup


class Press(Struct, frozen=True):
    """Units in contact, as pairs of unit numbers. `bodies` holds the living models by unit number.

    `frontage` limits how many models of a unit touch the enemy: a number, "files" to derive the limit from the files
    of both sides, or None for no limit. Pile-ins always succeed, so the models in contact are the first living
    models of their unit.
    """

    is_on_table: ClassVar[bool] = False
    by_unit: ClassVar[tuple[str, ...]] = ("bodies",)

    setup: Setup
    pairs: tuple[tuple[int, int], ...]
    frontage: Frontage
    bodies: tuple[Body, ...]

    def lives(self, unit: int) -> bool:
        """Whether a unit has living models."""
        return bool(self.bodies[unit])

    def living(self, unit: int) -> int:
        """Number of living models of a unit."""
        return self.bodies[unit].living()

    def at_least(self, unit: int, models: int) -> bool:
        """Whether at least `models` models of a unit are alive."""
        return self.bodies[unit].at_least(models)

    def kinds(self, unit: int) -> tuple[int, ...]:
        """Kinds that have living models in a unit."""
        return self.bodies[unit].kinds()

    def present(self, unit: int, groups: Groups) -> tuple[int, ...]:
        """Indices of the groups that have a living model in a unit. Each group lists kinds of models."""
        return self.bodies[unit].present(groups)

    def count(self, unit: int, kind: int, among: int | None = None) -> int:
        """Number of living models of a kind in a unit, or among its first `among` models."""
        return self.bodies[unit].count(kind, among)

    def largest(self, unit: int, groups: Groups) -> int:
        """Index of the group with the most living models in a unit. A group is a list of kinds. If several groups tie,
        the first one is returned.
        """
        return self.bodies[unit].largest(groups)

    def leaders(self, unit: int, groups: Groups, among: int | None = None) -> tuple[int, ...]:
        """Indices of all groups of kinds with the most models in a unit, or among its first `among` models."""
        return self.bodies[unit].leaders(groups, among)

    def up_to(self, unit: int, most: int) -> int:
        """Number of living models of a unit, capped at `most`."""
        return self.bodies[unit].up_to(most)

    def ranks(self, unit: int, files: int, least: int = 1) -> int:
        """Number of ranks with at least `least` models when a unit stands in `files` files."""
        return self.bodies[unit].ranks(files, least)

    def models(self, unit: int) -> tuple[int, ...]:
        """Living models of a unit, in unit order."""
        return self._numbered(self.bodies[unit].counts)

    def front(self, unit: int, most: int) -> tuple[int, ...]:
        """First `most` living models of a unit."""
        return self._numbered(self.bodies[unit].at_most(most))

    def wounds_lost(self, model: int) -> int:
        """Wounds that a living model has lost so far."""
        kind = self.setup.kind_of[model]
        place = model - self.setup.first_of_kind[kind]
        for of, lost, count in self.bodies[self.setup.unit_of[model]].counts:
            if of == kind:
                if place < count:
                    return lost
                place -= count
        raise KeyError(f"model {model} is not among the living models of the press")

    def touched_units(self, unit: int) -> tuple[int, ...]:
        """Enemy units that still have models and are in contact with a unit. The result is empty if the unit itself has
        no models.
        """
        if not self.bodies[unit]:
            return ()
        found = [b if a == unit else a for a, b in self.pairs if unit in (a, b)]
        return tuple(sorted(foe for foe in found if self.bodies[foe]))

    def abreast(self, unit: int, *, corners: bool = True) -> int | None:
        """Return the maximum number of a unit's models that can touch the enemies in front of it, or None for no limit.

        With "files", a block is limited by its files, and loose models by the width of the enemy line. Between loose
        units there is no limit. Corner contact counts if `corners` is set and all bases have corners.
        """
        if self.frontage != BY_FILES:
            return self.frontage
        setup, foes = self.setup, self.touched_units(unit)
        files, width = setup.units[unit].files, base_width(setup, unit)
        corners = corners and has_corners(setup, unit)
        if files:
            enough = (files - 2 * corners) * width  # every file of a line this wide has an enemy
            line = min(sum(self._line(foe, enough) for foe in foes), max(enough, 0))
            in_line = all(base_width(setup, foe) == width for foe in foes)
            return touching_a_line(files, width, line, in_line=in_line, corners=corners)
        if all(setup.units[foe].files for foe in foes):
            return sum(self._line(foe) for foe in foes) // width + 2 * corners
        return None

    def _line(self, unit: int, enough: int | None = None) -> int:
        """Combined width of the models of a unit, in ticks. Models are counted only until `enough` ticks are
        reached.
        """
        width, files = base_width(self.setup, unit), self.setup.units[unit].files
        most = files if enough is None else min(files or enough, -(-enough // width))
        return width * self.bodies[unit].up_to(max(0, most))

    def deep(self, unit: int, through: int, abreast: int, *, corners: bool = True) -> int:
        """Return how many of a unit's first models reach an enemy, directly or through up to `through` friends.

        `abreast` is the number of models that touch an enemy. A fixed frontage is repeated in `through` ranks behind
        the first. With "files", the friends may stand in front or to the side.
        """
        if self.frontage != BY_FILES:
            return abreast * (through + 1)
        made = self.setup.units[unit]
        corners = corners and has_corners(self.setup, unit)
        wide = abreast + 2 * through
        if made.files and made.files <= abreast + 2 * through * corners:
            return made.files * (through + 1)
        if not made.files:
            everybody = wide * (through + 1)
            return Ranked(wide, everybody, abreast).reaching(everybody, through, corners=corners)
        block = Ranked(made.files, len(made.models), abreast)
        return block.reaching(self.bodies[unit].up_to(made.files * (through + 1)), through, corners=corners)

    def touching(self, unit: int) -> tuple[int, ...]:
        """Models of a unit that touch an enemy: its first models, up to the frontage."""
        return self._front(unit) if self.touched_units(unit) else ()

    def enemies_met(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy to all enemies that touch the unit."""
        enemies = self.enemies_touching(unit)
        return dict.fromkeys(self._front(unit), enemies) if enemies else {}  # one tuple shared by all of them

    def enemies_touching(self, unit: int) -> tuple[int, ...]:
        """Enemy models that touch a unit, sorted by number."""
        return tuple([model for foe in self.touched_units(unit) for model in self._front(foe)])

    def units_met(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy to the enemy units that the unit touches."""
        foes = self.touched_units(unit)
        return dict.fromkeys(self._front(unit), foes) if foes else {}

    def units_met_by(self, model: int) -> tuple[int, ...]:
        """Enemy units that a living model touches. A model in front touches all units that its own unit touches, and
        other models touch none.
        """
        unit = self.setup.unit_of[model]
        return self.touched_units(unit) if model in self._front(unit) else ()

    def supporters(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Map each model directly behind the models in contact to the model in front of it."""
        most = self.abreast(unit) if self.touched_units(unit) else None
        if most is None:
            return {}
        models = self.front(unit, self.deep(unit, 1, most))
        return {behind: (models[place % most],) for place, behind in enumerate(models[most:])}

    def alike(self, models: tuple[int, ...], look: Callable[[int], Hashable]) -> tuple[tuple[int, ...], ...]:
        """Group models that look identical, in order of each group's first model."""
        if len(models) == 1:
            return (models,)
        groups: dict[Hashable, list[int]] = {}
        for model in models:
            groups.setdefault(look(model), []).append(model)
        return tuple(map(tuple, groups.values()))

    def spots(self, _models: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return an empty tuple: models in the press have no positions."""
        return ()

    def after(self, lost: Mapping[int, int], gone: frozenset[int]) -> "Press":
        """Return the press after casualties: `lost` gives each model's total wounds lost, and the models in `gone` are
        removed.
        """
        bodies = list(self.bodies)
        for unit in self._units_of(lost, gone):
            bodies[unit] = self._counted(unit, lost, gone)
        return Press(self.setup, self.pairs, self.frontage, tuple(bodies))

    def renumbered(self, lost: Mapping[int, int], gone: frozenset[int]) -> dict[int, int]:
        """Map the old number of each surviving model in the units that took losses to its new number."""
        new: dict[int, int] = {}
        for unit in self._units_of(lost, gone):
            left = [model for model in self.models(unit) if model not in gone]
            kinds = {kind: self.setup.first_of_kind[kind] for kind in (self.setup.kind_of[model] for model in left)}
            for model in sorted(left, key=lambda one: -lost.get(one, self.wounds_lost(one))):
                kind = self.setup.kind_of[model]
                new[model] = kinds[kind]
                kinds[kind] += 1
        return new

    def without(self, gone: frozenset[int]) -> "Press":
        """Return a copy without the removed models."""
        return self.after({}, gone)

    def without_unit(self, unit: int) -> "Press":
        """Return a copy without any model of a unit."""
        bodies = (*self.bodies[:unit], Body(()), *self.bodies[unit + 1 :])
        return Press(self.setup, self.pairs, self.frontage, bodies)

    def apart(self, units: frozenset[int]) -> "Press":
        """Return a copy in which the given units are no longer in contact with any unit."""
        pairs = tuple(pair for pair in self.pairs if not units.intersection(pair))
        return Press(self.setup, pairs, self.frontage, self.bodies)

    def _front(self, unit: int) -> tuple[int, ...]:
        most = self.abreast(unit)
        return self.models(unit) if most is None else self.front(unit, most)

    def _units_of(self, lost: Mapping[int, int], gone: frozenset[int]) -> tuple[int, ...]:
        return tuple(sorted({self.setup.unit_of[model] for model in (*lost, *gone)}))

    def _numbered(self, counts: Counts) -> tuple[int, ...]:
        """Model numbers for the given counts. The models of a kind get the lowest numbers of that kind."""
        living: dict[int, int] = {}
        for kind, _, count in counts:
            living[kind] = living.get(kind, 0) + count
        first = self.setup.first_of_kind
        return tuple(model for kind, count in living.items() for model in range(first[kind], first[kind] + count))

    def _counted(self, unit: int, lost: Mapping[int, int], gone: frozenset[int]) -> Body:
        counts: dict[tuple[int, int], int] = {}
        models = iter(self.models(unit))
        for kind, before, count in self.bodies[unit].counts:
            for model in islice(models, count):
                if model not in gone:
                    key = (kind, -lost.get(model, before))
                    counts[key] = counts.get(key, 0) + 1
        return Body(tuple((kind, -less, counts[kind, less]) for kind, less in sorted(counts)))
