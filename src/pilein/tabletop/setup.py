"""Set-up of a game: the data that do not change during play. Its hash is computed once."""

from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Shape
from pilein.kernel.rulings import Fixed, Readings
from pilein.kernel.table import note
from pilein.tabletop.memo import Memo
from pilein.tabletop.objectives import Objective

PARTS = Memo[tuple[str, ...], tuple[Shape, ...]]("parts")  # by kinds of ground
UNITS_BY_SIDE = Memo[int, tuple[int, ...]]("units_by_side")


class Kind(Struct, frozen=True):
    """Identical models of one unit, with the same profile, weapons and duties. `traits` is a struct of the ruleset."""

    name: str
    unit: int
    base: Base
    traits: Any


class UnitSetup(Struct, frozen=True):
    """A unit as fielded, with its side (0 or 1), its formation in the ruleset's words and its model numbers.

    `files` is the unit's width if the field does not define one. A value of 0 leaves the width to the ruleset.
    """

    number: int
    name: str
    side: int
    formation: str
    models: range
    files: int = 0


class Ground(Struct, frozen=True):
    """Terrain piece, with its kind, its outline, whether it blocks lines of sight, and the height of its surface.

    Outline and height are in ticks. `cover` (none, soft or hard) protects models in or behind the piece.
    """

    kind: str
    outline: Polygon
    blocks_sight: bool = False
    name: str = ""
    height: int = 0
    cover: str = "none"


class Setup(Struct, frozen=True, cache_hash=True, dict=True):
    """Units, kinds, terrain and rulings of one game. Units and models are numbered consecutively across both sides.

    `kind_of` and `unit_of` are indexed by model number. `size` is the table's width and depth in ticks, or None in the
    press. `edges` are the sides' own table edges, such as "north", or "". `struck` holds the IDs of sentences removed
    from the rules text, and `readings` every ruling and number of the text. `objectives` guide policies; no rule reads
    them. Two set-ups of the same scenario are equal even if they were made in different processes, and so are positions
    of the scenario.
    """

    ruleset: str
    sides: tuple[str, str]
    edges: tuple[str, str]
    units: tuple[UnitSetup, ...]
    kinds: tuple[Kind, ...]
    kind_of: tuple[int, ...]
    unit_of: tuple[int, ...]
    size: tuple[int, int] | None
    grounds: tuple[Ground, ...]
    readings: Readings
    struck: frozenset[str] = frozenset()
    objectives: tuple[Objective, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.readings, Fixed):
            force_setattr(self, "readings", Fixed(self.readings))  # a dict has no hash

    def holds(self, sentence: str) -> bool:
        """Whether a sentence of the rules text is in force, for code without access to a table (see `Table.holds`)."""
        note(sentence)
        return sentence not in self.struck

    def number(self, key: str) -> int:
        """Return a number from the rules text, for code without access to a table (see `Table.number`)."""
        number = self.readings[key].number
        assert number is not None, f"the chosen option of {key} has no number"
        return number

    @cached_property
    def first_of_kind(self) -> tuple[int, ...]:
        """Number of the first model of each kind. Models of a kind are numbered consecutively."""
        return tuple(self.kind_of.index(kind) for kind in range(len(self.kinds)))

    def kind(self, model: int) -> Kind:
        """Kind of a model, by model number."""
        return self.kinds[self.kind_of[model]]

    def base(self, model: int) -> Base:
        """Base of a model, by model number."""
        return self.kinds[self.kind_of[model]].base

    def side_of(self, model: int) -> int:
        """Side of a model, by model number."""
        return self.units[self.unit_of[model]].side

    def parts_of(self, *kinds: str) -> tuple[Shape, ...]:
        """Convex parts of all terrain of the given kinds. The result is cached."""
        known = PARTS.on(self)
        if kinds not in known:
            outlines = [ground.outline for ground in self.grounds if ground.kind in kinds]
            known[kinds] = tuple(part for outline in outlines for part in outline.convex_parts())
        return known[kinds]

    def units_of(self, side: int) -> tuple[int, ...]:
        """Numbers of a side's units, in scenario order."""
        known = UNITS_BY_SIDE.on(self)
        if side not in known:
            known[side] = tuple(unit.number for unit in self.units if unit.side == side)
        return known[side]
