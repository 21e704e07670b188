"""A scenario: the set-up of a fight as plain frozen values. Lengths in ticks, angles in hundredths of a degree.

It converts to JSON and back: `msgspec.to_builtins(scenario)` and `msgspec.convert(plain, Scenario)`.
"""

from typing import Literal

from msgspec import Struct, field

from pilein.geometry.shapes import Base, Place
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import Reading
from pilein.tabletop.notation.sections import Source
from pilein.tabletop.objectives import Objective
from pilein.tabletop.vocabulary import Values

Edge = Literal["", "north", "south", "east", "west"]
GroundKind = Literal["open", "difficult", "dangerous", "impassable", "obstacle", "structure", "very difficult"]
Cover = Literal["none", "soft", "hard"]


class Side(Struct, frozen=True):
    """A player's units: the side's name, its own table edge ("" if it has none), and the ruleset's values for it."""

    name: str
    edge: Edge = ""
    values: Values = field(default_factory=dict)


class Profile(Struct, frozen=True):
    """A kind of model: its base, whether the file gave that base, every characteristic, and its special rules."""

    base: Base
    is_base_given: bool
    values: Values
    rules: tuple[str, ...] = ()


class Member(Struct, frozen=True):
    """Identical models in one unit: `values` holds every member key, `rules` those of profile, unit and member."""

    profile: str
    models: int
    weapons: tuple[str, ...]
    values: Values
    rules: tuple[str, ...] = ()


class BlockPlace(Struct, frozen=True):
    """Position of a block: (x, y) is the middle of its front edge."""

    x: int
    y: int
    facing: int
    files: int


class Unit(Struct, frozen=True):
    """Models that act together. Its models are numbered through `members`, in order, from 0.

    `statuses` holds every status of the ruleset. On a table a block has a `place` and loose models have `positions`,
    one for each; in the press both are None. `formation` is "" in a ruleset without formations.
    """

    name: str
    side: str
    formation: str
    members: tuple[Member, ...]
    statuses: Values
    place: BlockPlace | None = None
    positions: tuple[Place, ...] | None = None

    @property
    def models(self) -> int:
        """Number of models of the unit."""
        return sum(member.models for member in self.members)


class TableSize(Struct, frozen=True):
    """The table: from 0 to `width` to the right and from 0 to `depth` up."""

    width: int
    depth: int


class Press(Struct, frozen=True):
    """Units in contact without positions, pair by pair, and the most models of a unit that touch the enemy.

    That is a number, "files" if it follows from the files of both sides, or None for no limit.
    """

    pairs: tuple[tuple[str, str], ...]
    frontage: int | Literal["files"] | None = "files"


class Terrain(Struct, frozen=True):
    """A piece of ground: its kind, its corners, whether it blocks lines of sight, and the height of its surface
    (ticks).

    An obstacle is linear (a wall, a hedge); a structure has a floor at its height. `cover`: the cover it gives to
    models behind or in it when they are shot at.
    """

    kind: GroundKind
    polygon: tuple[tuple[int, int], ...]
    blocks_sight: bool = False
    name: str = ""
    height: int = 0
    cover: Cover = "none"


class Scenario(Struct, frozen=True):
    """A fight ready to be set up: either on a `table` or in the `press`; the other is None.

    There are two sides, in the order in which the file first names them. `rulings` holds the chosen rulings, presets
    spelled out; all others have their default. `weapons` holds the weapons that the file describes or uses. A battle
    lasts for `turns` (None: no limit), each a phase of both sides, and is about its `objectives`. `struck` are the
    sentences that the text lacks, by ID, sorted; `numbers` are those of the text that have another value, by ID.
    """

    ruleset: str
    active: str
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    profiles: dict[str, Profile]
    weapons: dict[str, Values]
    rulings: dict[str, Reading]
    table: TableSize | None = None
    press: Press | None = None
    terrain: tuple[Terrain, ...] = ()
    round: int = 1
    turns: int | None = None
    objectives: tuple[Objective, ...] = ()
    struck: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)


# --- A scenario and the place where it was written ---------------------------------------------------------------


class Loaded(Struct, frozen=True):
    """A scenario and where it was written. Without a source (a scenario made in Python) faults name no line."""

    scenario: Scenario
    source: Source = field(default_factory=Source)

    def fault(self, message: str, *path: str | int, remedy: str) -> BadScenario:
        """Make the error for a place: `fault("...", "unit", 2, "positions", remedy="...")` for the third unit."""
        return self.source.fault(path, message, remedy)
