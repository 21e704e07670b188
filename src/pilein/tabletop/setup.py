"""The set-up of a game: everything that does not change during play. Its hash is computed once."""

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
    """Identical models in one unit: the same profile, weapons and duties. `traits` is the ruleset's own struct."""

    name: str
    unit: int
    base: Base
    traits: Any


class UnitSetup(Struct, frozen=True):
    """A unit as it was fielded: its side (0 or 1), formation in the ruleset's word, and its models' numbers.

    `files` is how many stand side by side where the field does not tell (0: as the ruleset has it).
    """

    number: int
    name: str
    side: int
    formation: str
    models: range
    files: int = 0


class Ground(Struct, frozen=True):
    """A piece of terrain: its kind, outline, whether it blocks lines of sight, and how high one stands on it.

    Outline and height are in ticks. `cover`: none, soft or hard, for those behind or in it.
    """

    kind: str
    outline: Polygon
    blocks_sight: bool = False
    name: str = ""
    height: int = 0
    cover: str = "none"


class Setup(Struct, frozen=True, cache_hash=True, dict=True):
    """Units, kinds of models, ground and readings of one game. Models and units are numbered through both sides.

    `kind_of` and `unit_of` are read by model number; `size` is the table's width and depth in ticks, None in the press.
    `edges` are the sides' own table edges ("north" ... or ""). `struck` are the sentences that the text lacks, and
    `readings` hold every ruling and every number of the text. `objectives` are what a policy may play for; no rule
    reads them. Set-ups of one scenario are equal, so positions of it are too, in any process.
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
        """Whether a sentence is in the text, where no table is at hand; see `Table.holds`."""
        note(sentence)
        return sentence not in self.struck

    def number(self, key: str) -> int:
        """A number from the text, where no table is at hand; see `Table.number`."""
        number = self.readings[key].number
        assert number is not None, f"{key} has no number"
        return number

    @cached_property
    def first_of_kind(self) -> tuple[int, ...]:
        """The number of the first model of each kind; the models of a kind are numbered in a row."""
        return tuple(self.kind_of.index(kind) for kind in range(len(self.kinds)))

    def kind(self, model: int) -> Kind:
        """The kind of a model."""
        return self.kinds[self.kind_of[model]]

    def base(self, model: int) -> Base:
        """The base of a model."""
        return self.kinds[self.kind_of[model]].base

    def side_of(self, model: int) -> int:
        """The side of a model."""
        return self.units[self.unit_of[model]].side

    def parts_of(self, *kinds: str) -> tuple[Shape, ...]:
        """The ground of the given kinds, in convex parts; cached."""
        known = PARTS.on(self)
        if kinds not in known:
            outlines = [ground.outline for ground in self.grounds if ground.kind in kinds]
            known[kinds] = tuple(part for outline in outlines for part in outline.convex_parts())
        return known[kinds]

    def units_of(self, side: int) -> tuple[int, ...]:
        """The numbers of a side's units, in scenario order."""
        known = UNITS_BY_SIDE.on(self)
        if side not in known:
            known[side] = tuple(unit.number for unit in self.units if unit.side == side)
        return known[side]
